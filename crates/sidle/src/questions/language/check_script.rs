//! The mistakes in a class or script.

use std::path::{Path, PathBuf};

use crate::{questions::prelude::*, session::from_diagnostic};

/// Asks for the mistakes in a class or script: unknown names, missing or idle `override`, wrong numbers of arguments,
/// clashes of members. Nothing is run.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckScriptQuestion {
    /// The file. Its name is the name of its class, with the packages between it and its folder of classes; a class in a
    /// text may have any name.
    pub script: Source,
    /// The session, whose folders of classes are meant.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub session: String,
}

/// The mistakes in a class or script.
#[derive(Clone, Debug, Serialize)]
pub struct CheckScriptAnswer {
    /// The name of the file.
    pub file: String,
    /// Are there none?
    pub ok: bool,
    /// The mistakes, in the order in which they were found.
    pub mistakes: Vec<Mistake>,
    /// All of them with the lines that they are in.
    #[serde(skip)]
    report: String,
}

/// A mistake, with its place in the file.
#[derive(Clone, Debug, Serialize)]
pub struct Mistake {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The line, from 1.
    pub line: usize,
}

impl Ask for CheckScriptQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<CheckScriptAnswer, Error> {
        let text = self.script.text(workspace, job)?;
        let name = match &self.script {
            Source::Path(path) => class_name(path, &workspace.sessions().folders()),
            _ => String::new(),
        };
        let file = self.script.name();
        let checked = workspace
            .sessions()
            .inspect(&self.session, job, |session| {
                session.check_file(&name, &file, &text, job.meter())
            })?;
        job.meter().check()?;
        let Err(first) = checked else {
            return Ok(CheckScriptAnswer {
                report: format!("{file}: no mistakes"),
                file,
                ok: true,
                mistakes: Vec::new(),
            });
        };
        let all = std::iter::once(&first).chain(&first.more);
        let mistakes = all.map(|mistake| Mistake {
            message: mistake.message.clone(),
            help: mistake.help.clone(),
            start: mistake.span.start,
            end: mistake.span.end,
            line: 1 + text
                .bytes()
                .take(mistake.span.start)
                .filter(|byte| *byte == b'\n')
                .count(),
        });
        Ok(CheckScriptAnswer {
            mistakes: mistakes.collect(),
            report: from_diagnostic(first, "script").render(Some(&text)),
            file,
            ok: false,
        })
    }
}

/// The qualified name of the class in a file: by its place in one of the folders, or its own name.
fn class_name(file: &Path, folders: &[PathBuf]) -> String {
    let stem = file.with_extension("");
    let inside = folders.iter().find_map(|folder| {
        let (folder, file) = (folder.canonicalize().ok()?, file.canonicalize().ok()?);
        let relative = file.strip_prefix(&folder).ok()?.with_extension("");
        let parts: Vec<String> = relative
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        Some(parts.join("."))
    });
    let own = || {
        stem.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    inside.or_else(own).unwrap_or_default()
}

impl Report for CheckScriptAnswer {
    fn text(&self, _: Style) -> String {
        self.report.clone()
    }
}
