//! Files of sections: a name, questions, and the events that answer them.
//!
//! ```text
//! --- a position of Clobber ---
//! {"ask":"value","of":{"rules":"Clobber","position":"xox"}}
//! {"event":"done","answer":{"answers":"value","position":"xox","value":"*"}}
//! ```
//!
//! A line with `ask` is a question, one with `question` a request with its limits and parts. The lines below are its events
//! as the wire carries them, without id and progress. A section depends on no other. With `SIDLE_BLESS=1` the expected
//! lines are rewritten.

use std::{fs, path::PathBuf};

/// A file of sections.
pub(crate) struct SectionFile {
    pub(crate) path: PathBuf,
    /// What stands above the first section.
    head: String,
    pub(crate) sections: Vec<Section>,
}

/// A few questions that are asked one after the other.
pub(crate) struct Section {
    pub(crate) name: String,
    pub(crate) steps: Vec<Step>,
}

/// A question and the events that answer it.
pub(crate) struct Step {
    question: String,
    pub(crate) events: Vec<String>,
}

impl Step {
    /// The message that asks the question.
    pub(crate) fn message(&self, id: usize) -> String {
        match self.question.starts_with(r#"{"ask""#) {
            true => format!(r#"{{"id":{id},"question":{}}}"#, self.question),
            false => format!(r#"{{"id":{id},{}"#, &self.question[1..]),
        }
    }

    /// The kind of the question.
    pub(crate) fn kind(&self) -> &str {
        let rest = self.question.split(r#""ask":""#).nth(1);
        rest.and_then(|rest| rest.split('"').next()).unwrap_or("")
    }
}

/// An event as sections have it: without its id; `None` for progress.
pub(crate) fn without_id(message: &str) -> Option<String> {
    let rest = message.split_once(',')?.1;
    (!rest.starts_with(r#""event":"progress""#)).then(|| format!("{{{rest}"))
}

/// All files, by their names.
pub(crate) fn read_all() -> Vec<SectionFile> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../sidle/tests/questions");
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths.into_iter().map(SectionFile::read).collect()
}

impl SectionFile {
    fn read(path: PathBuf) -> SectionFile {
        let text = fs::read_to_string(&path).expect("a file of sections");
        let mut file = SectionFile {
            path,
            head: String::new(),
            sections: Vec::new(),
        };
        for line in text.lines() {
            let name = line
                .strip_prefix("--- ")
                .and_then(|line| line.strip_suffix(" ---"));
            let is_question = line.starts_with(r#"{"ask""#) || line.starts_with(r#"{"question""#);
            match (name, file.sections.last_mut()) {
                (Some(name), _) => file.sections.push(Section {
                    name: name.to_owned(),
                    steps: Vec::new(),
                }),
                (None, None) => file.head += &format!("{line}\n"),
                (None, Some(section)) if is_question => section.steps.push(Step {
                    question: line.to_owned(),
                    events: Vec::new(),
                }),
                (None, Some(section)) if !line.is_empty() => {
                    let step = section.steps.last_mut();
                    let step =
                        step.unwrap_or_else(|| panic!("an event without a question: {line}"));
                    step.events.push(line.to_owned());
                }
                _ => {}
            }
        }
        file
    }

    /// Writes the file with the events that its sections have now.
    pub(crate) fn write(&self) {
        let mut text = self.head.clone();
        for (at, section) in self.sections.iter().enumerate() {
            if at > 0 {
                text.push('\n');
            }
            text += &format!("--- {} ---\n", section.name);
            for step in &section.steps {
                text += &format!("{}\n", step.question);
                for event in &step.events {
                    text += &format!("{event}\n");
                }
            }
        }
        fs::write(&self.path, text).expect("written");
    }
}
