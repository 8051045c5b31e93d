//! `sidle loopy compare` and `matrix`.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use serde::Serialize;
use sidle::{
    Report, Style,
    questions::{LoopyCompareAnswer, LoopyCompareQuestion, LoopyOrderQuestion},
};

use crate::{
    door, files,
    verbs::{forms, limits::CommonOptions, output::Output},
};

/// How two vertices compare, on each side and altogether
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sidle loopy compare game.txt a b\n  \
sidle loopy compare game.txt a b --certify proof.json --json\n\n\
The relation of the games is `<=` where it is on both sides. `--certify proof.json` writes one certificate for \
each\ndirection and side (proof.json, proof.2.json, …), which `sidle check` verifies; `--certify -` writes \
them to\nthe standard output, one a line.")]
pub(crate) struct CompareArguments {
    /// The graph file
    file: PathBuf,

    /// The first vertex
    g: String,

    /// The second vertex
    h: String,

    /// Write certificates of the comparisons to files with this name
    #[arg(long, value_name = "FILE")]
    certify: Option<String>,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

/// The comparison of all vertices with all vertices, on both sides
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  sidle loopy matrix game.txt\n  sidle loopy matrix game.txt --json\n\n\
Entry [i][j] is true (1) iff vertex i <= vertex j on that side."
)]
pub(crate) struct MatrixArguments {
    /// The graph file
    file: PathBuf,

    #[command(flatten)]
    common: CommonOptions<Output>,
}

/// The comparison, and where its certificates are.
#[derive(Serialize)]
struct Compared<'a> {
    #[serde(flatten)]
    comparison: &'a LoopyCompareAnswer,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    certificates: &'a [String],
}

pub(super) fn compare(arguments: &CompareArguments) -> anyhow::Result<ExitCode> {
    let files: Vec<String> = match &arguments.certify {
        None => Vec::new(),
        Some(path) if files::is_standard_output(Path::new(path)) => vec![path.clone()],
        Some(path) => {
            let numbers = 0..LoopyCompareAnswer::MOST_CERTIFICATES;
            numbers.map(|index| numbered(path, index)).collect()
        }
    };
    let outputs = files.iter().map(|file| Some(Path::new(file)));
    let job = arguments
        .common
        .begin_job([arguments.file.as_path()], outputs)?;
    let question = LoopyCompareQuestion {
        graph: door::stream(&arguments.file, &job),
        g: arguments.g.clone(),
        h: arguments.h.clone(),
        certify: arguments.certify.is_some(),
    };
    let answer = door::ask(&question, &job, "comparing", &[])?;
    let mut certificates = Vec::new();
    if let Some(path) = &arguments.certify {
        for (index, certificate) in answer.certificates().iter().enumerate() {
            let path = numbered(path, index);
            files::write_whole(Path::new(&path), |out| Ok(certificate.write(out)?))?;
            certificates.push(path);
        }
    }
    let object = Compared {
        comparison: &answer,
        certificates: &certificates,
    };
    let output = &arguments.common.form;
    output.answer(&answer.text(Style::Plain), &object)?;
    Ok(ExitCode::SUCCESS)
}

/// `proof.json`, `proof.2.json`, …; the standard output takes them all.
fn numbered(path: &str, index: usize) -> String {
    if index == 0 || files::is_standard_output(Path::new(path)) {
        return path.to_owned();
    }
    let number = index + 1;
    match path.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.contains('/') => {
            format!("{stem}.{number}.{ending}")
        }
        _ => format!("{path}.{number}"),
    }
}

pub(super) fn matrix(arguments: &MatrixArguments) -> anyhow::Result<ExitCode> {
    let job = arguments.common.limits.job();
    let graph = door::stream(&arguments.file, &job);
    let answer = door::ask(&LoopyOrderQuestion { graph }, &job, "comparing", &[])?;
    let form = match arguments.common.form.json {
        true => "json",
        false => "text",
    };
    answer.form(form).iter().try_for_each(forms::print)?;
    Ok(ExitCode::SUCCESS)
}
