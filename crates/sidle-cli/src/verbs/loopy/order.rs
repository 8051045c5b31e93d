//! `sidle loopy compare` and `matrix`.

use std::{
    io::{BufWriter, Write},
    path::Path,
    process::ExitCode,
};

use clap::Args;
use serde::Serialize;
use sidle::{
    core::columns,
    game_file::{Comparison, SideOrders},
    graph::bigraph::OrderMatrix,
};

use super::input::read;
use crate::{
    files,
    verbs::{
        limits::Terms,
        output::{Output, line},
    },
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
    file: String,

    /// The first vertex
    g: String,

    /// The second vertex
    h: String,

    /// Write certificates of the comparisons to files with this name
    #[arg(long, value_name = "FILE")]
    certify: Option<String>,

    #[command(flatten)]
    terms: Terms<Output>,
}

/// The comparison of all vertices with all vertices, on both sides
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  sidle loopy matrix game.txt\n  sidle loopy matrix game.txt --json\n\n\
Entry [i][j] is true (1) iff vertex i <= vertex j on that side."
)]
pub(crate) struct MatrixArguments {
    /// The graph file
    file: String,

    #[command(flatten)]
    terms: Terms<Output>,
}

/// The comparison, and where its certificates are.
#[derive(Serialize)]
struct Compared {
    #[serde(flatten)]
    comparison: Comparison,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    certificates: Vec<String>,
}

pub(super) fn compare(arguments: &CompareArguments) -> anyhow::Result<ExitCode> {
    let files: Vec<String> = match &arguments.certify {
        None => Vec::new(),
        Some(path) if files::is_standard_output(Path::new(path)) => vec![path.clone()],
        Some(path) => (0..PROOFS).map(|index| numbered(path, index)).collect(),
    };
    let outputs = files.iter().map(|file| Some(Path::new(file)));
    let meter = arguments
        .terms
        .begin([Path::new(&arguments.file)], outputs)?;
    let game = read(&arguments.file, &meter)?;
    let [g, h] = [&arguments.g, &arguments.h].map(|name| game.vertex(Some(name)));
    let (g, h) = (g?, h?);
    let mut certificates = Vec::new();
    let comparison = match &arguments.certify {
        None => game.compare(g, h, &meter)?,
        Some(path) => {
            let (comparison, proofs) = game.compare_certified(g, h, &meter)?;
            for proof in proofs {
                let path = numbered(path, certificates.len());
                files::write_whole(Path::new(&path), |out| {
                    serde_json::to_writer(&mut *out, &proof)?;
                    Ok(out.write_all(b"\n")?)
                })?;
                certificates.push(path);
            }
            comparison
        }
    };
    let Comparison {
        g,
        h,
        relation,
        onside,
        offside,
    } = &comparison;
    let text = format!("{g} {relation} {h}  (onside {onside}, offside {offside})");
    let object = Compared {
        comparison: comparison.clone(),
        certificates,
    };
    arguments.terms.form.answer(&text, &object)?;
    Ok(ExitCode::SUCCESS)
}

/// So many certificates a comparison has at most: in both directions, on both sides.
const PROOFS: usize = 4;

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
    let meter = arguments.terms.meter();
    let game = read(&arguments.file, &meter)?;
    let orders = game.order(&meter)?;
    let names = &game.file().names;
    if arguments.terms.form.json {
        return matrix_json(names, &orders);
    }
    for (side, order) in [("onside", &orders.onside), ("offside", &orders.offside)] {
        line(&format!("{side}:"))?;
        let width = names.iter().map(|name| columns::width_of(name)).max();
        let width = width.unwrap_or(0);
        for (i, name) in names.iter().enumerate() {
            let row: String = (0..names.len())
                .map(|j| {
                    if order.le(i as u32, j as u32) {
                        " 1"
                    } else {
                        " ."
                    }
                })
                .collect();
            line(&format!("{}{row}", columns::flush_right(name, width)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Written row by row: the matrix of ten thousand vertices has a hundred million entries.
fn matrix_json(names: &[String], orders: &SideOrders) -> anyhow::Result<ExitCode> {
    #[derive(Serialize)]
    struct Matrices<'a> {
        vertices: &'a [String],
        onside: &'a OrderMatrix,
        offside: &'a OrderMatrix,
    }
    let SideOrders { onside, offside } = orders;
    let mut out = BufWriter::with_capacity(1 << 16, files::standard_output());
    serde_json::to_writer(
        &mut out,
        &Matrices {
            vertices: names,
            onside,
            offside,
        },
    )?;
    writeln!(out)?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
