//! `cargo xtask fuzz`: every fuzz target for a while.
//!
//! The targets are those of `fuzz/`, a workspace of its own; they need a nightly toolchain and `cargo-fuzz`.
//! What libFuzzer finds worth keeping goes to `fuzz/corpus/TARGET`, an input that breaks a promise to
//! `fuzz/artifacts/TARGET`.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, bail};

use crate::runner::works;

/// Targets with longer inputs.
const LONG: [&str; 4] = [
    "binary_digraph",
    "certificate",
    "class_file",
    "saved_search",
];

/// How long the inputs of the others are.
const SHORT: usize = 400;

/// Runs all targets, or those named, for the seconds given first; false if one of them failed.
pub(crate) fn run(root: &Path, arguments: &[String]) -> anyhow::Result<bool> {
    let (seconds, named) = match arguments.split_first() {
        Some((first, rest)) if first.parse::<u64>().is_ok() => (first.parse()?, rest),
        _ => (60, arguments),
    };
    let all = targets(root)?;
    if let Some(unknown) = named.iter().find(|name| !all.contains(name)) {
        bail!(
            "there is no fuzz target `{unknown}`; there are {}",
            all.join(", ")
        );
    }
    if !works(Command::new("cargo").args(["+nightly", "fuzz", "--version"])) {
        bail!(
            "fuzzing needs a nightly toolchain and cargo-fuzz: `rustup toolchain install nightly` and \
             `cargo install cargo-fuzz`"
        );
    }
    let mut failed = Vec::new();
    for target in all
        .iter()
        .filter(|name| named.is_empty() || named.contains(name))
    {
        println!("== {target}, {seconds} s");
        if !fuzz(root, target, seconds)? {
            failed.push(target.as_str());
        }
    }
    if failed.is_empty() {
        println!("clean");
        return Ok(true);
    }
    println!("failed: {}; see fuzz/artifacts", failed.join(", "));
    Ok(false)
}

/// The files in `fuzz/fuzz_targets`, sorted.
fn targets(root: &Path) -> anyhow::Result<Vec<String>> {
    let folder = root.join("fuzz/fuzz_targets");
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if let (Some(stem), Some("rs")) =
            (path.file_stem(), path.extension().and_then(|e| e.to_str()))
        {
            names.push(stem.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Targets that read what people type start from the golden inputs, one file each, files of
/// classes from the examples, and random programs from random choices.
fn seed(root: &Path, target: &str, corpus: &Path) -> anyhow::Result<()> {
    match target {
        "parse" | "limits" => golden_inputs(root, corpus),
        "class_file" => example_classes(root, corpus),
        "programs" => random_choices(corpus),
        _ => Ok(()),
    }
}

fn example_classes(root: &Path, corpus: &Path) -> anyhow::Result<()> {
    for package in ["graph", "grid", "heap", "strip"] {
        let folder = root.join("examples/cgscript").join(package);
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let entry = entry?;
            if entry.path().is_file() {
                fs::copy(entry.path(), corpus.join(entry.file_name()))?;
            }
        }
    }
    Ok(())
}

/// As many bytes as an input may have: from the empty input the fuzzer would come to short programs only.
fn random_choices(corpus: &Path) -> anyhow::Result<()> {
    let mut random = fastrand::Rng::with_seed(1);
    for number in 0..64 {
        let bytes: Vec<u8> = (0..SHORT).map(|_| random.u8(..)).collect();
        fs::write(corpus.join(format!("random-{number}")), bytes)?;
    }
    Ok(())
}

fn golden_inputs(root: &Path, corpus: &Path) -> anyhow::Result<()> {
    for table in ["cgsuite", "cgsuite_runs", "cgscript_library"] {
        let path = root.join(format!("data/golden/{table}.tsv"));
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let inputs = text.lines().filter_map(|line| line.split('\t').nth(1));
        for (number, input) in inputs.enumerate() {
            fs::write(corpus.join(format!("{table}-{number}")), input)?;
        }
    }
    Ok(())
}

fn fuzz(root: &Path, target: &str, seconds: u64) -> anyhow::Result<bool> {
    let folder = root.join("fuzz");
    let corpus = format!("corpus/{target}");
    fs::create_dir_all(folder.join(&corpus))?;
    seed(root, target, &folder.join(&corpus))?;
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", target, &corpus]);
    let seeds = format!("seeds/{target}");
    if folder.join(&seeds).is_dir() {
        command.arg(seeds);
    }
    let length = if LONG.contains(&target) { 1500 } else { SHORT };
    command
        .arg("--")
        .arg(format!("-max_len={length}"))
        .arg(format!("-max_total_time={seconds}"))
        .args(["-len_control=0", "-timeout=30", "-rss_limit_mb=2048"])
        .current_dir(folder);
    Ok(command
        .status()
        .context("cargo fuzz cannot be started")?
        .success())
}
