//! `cargo xtask wire`: the schema of the wire and the index of questions, made from the source of the types.
//!
//! The types of questions and answers derive `Serialize` and `Deserialize`; their doc comments and their `serde` attributes
//! say all that a schema says. So nothing is declared twice, the product carries no code for it, and types of any crate
//! may be part of an answer. Every section file of `crates/sidle/tests/questions` is checked against the schema.
//!
//! The Python package has a function for each question and a class for each answer, made from the schema by a script.
//!
//! A schema that differs from the one of its version is refused: raise `WIRE_VERSION`. While nothing is released,
//! `cargo xtask wire --bless` keeps the number.

mod json;
mod page;
mod serde;
mod shapes;
mod sources;

use std::{fs, path::Path, process::Command};

use anyhow::{Context, ensure};

use self::{shapes::Shapes, sources::Sources};
use crate::runner;

const SCHEMA: &str = "docs/schema/wire.schema.json";
/// The version with the hash of its schema, descriptions left out.
const VERSION: &str = "docs/schema/wire.version";
const PAGE: &str = "docs/questions.md";

/// All that is generated.
struct Generated {
    schema: String,
    version: String,
    page: String,
    /// Types whose shapes are not known.
    unknown: Vec<String>,
}

impl Generated {
    fn files(&self) -> [(&'static str, &str); 3] {
        [
            (SCHEMA, &self.schema),
            (VERSION, &self.version),
            (PAGE, &self.page),
        ]
    }
}

fn generate(root: &Path) -> anyhow::Result<Generated> {
    let sources = Sources::read(root)?;
    let version = sources.wire_version()?;
    let mut shapes = Shapes::new(&sources);
    let schema = json::schema(&mut shapes, version)?;
    let page = page::page(&mut shapes)?;
    let mut bare = schema.clone();
    json::without_descriptions(&mut bare);
    Ok(Generated {
        version: format!("{version} {:016x}\n", hash(bare.to_string().as_bytes())),
        schema: serde_json::to_string_pretty(&schema)? + "\n",
        page,
        unknown: shapes.unknown,
    })
}

/// FNV-1a, which is the same on every machine and in every release.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Writes the generated files; with `--bless` also when the schema changed and its version did not.
pub(crate) fn run(root: &Path, arguments: &[String]) -> anyhow::Result<bool> {
    let bless = arguments.iter().any(|argument| argument == "--bless");
    let generated = generate(root)?;
    let stored = fs::read_to_string(root.join(VERSION)).unwrap_or_default();
    ensure!(
        bless || !is_silent_change(&stored, &generated.version),
        "the wire changed and WIRE_VERSION did not: raise it, or run `cargo xtask wire --bless` while nothing is released"
    );
    for (path, text) in generated.files() {
        fs::write(root.join(path), text).context(path)?;
    }
    python(root);
    for complaint in &generated.unknown {
        println!("{complaint}");
    }
    Ok(generated.unknown.is_empty())
}

/// Writes the generated modules of the Python package, whose tests compare them with the schema.
fn python(root: &Path) {
    let mut generate = Command::new("python3");
    generate
        .current_dir(root)
        .arg("crates/sidle-py/generate.py");
    if !runner::works(&mut generate) {
        println!(
            "the modules of the Python package are not written: `python3 crates/sidle-py/generate.py` does not work here"
        );
    }
}

/// Has the schema of a version changed?
fn is_silent_change(stored: &str, new: &str) -> bool {
    let number = |text: &str| text.split(' ').next().map(str::to_owned);
    number(stored) == number(new) && stored != new
}

/// What is wrong with the generated files as they are.
pub(crate) fn check(root: &Path) -> anyhow::Result<Vec<String>> {
    let generated = generate(root)?;
    let stale = generated.files().into_iter().filter(|(path, text)| {
        let stored = fs::read_to_string(root.join(path)).unwrap_or_default();
        stored != *text
    });
    let stale = stale.map(|(path, _)| format!("{path} is out of date: run `cargo xtask wire`"));
    Ok(generated.unknown.iter().cloned().chain(stale).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_files_are_up_to_date() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert_eq!(check(&root).expect("the sources are read"), [""; 0]);
    }

    #[test]
    fn a_changed_schema_needs_another_version() {
        assert!(is_silent_change("1 aa\n", "1 ab\n"));
        assert!(!is_silent_change("1 aa\n", "1 aa\n"));
        assert!(!is_silent_change("1 aa\n", "2 ab\n"));
        assert!(!is_silent_change("", "1 ab\n"));
    }
}
