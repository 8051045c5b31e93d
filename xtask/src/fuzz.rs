//! `cargo xtask fuzz`: every fuzz target for a while.
//!
//! The targets are those of `fuzz/`, a workspace of its own; they need a nightly toolchain and `cargo-fuzz`.
//! What libFuzzer finds worth keeping goes to `fuzz/corpus/TARGET`, an input that breaks a promise to
//! `fuzz/artifacts/TARGET`.

use std::{fs, path::Path, process::Command};

use anyhow::{Context, bail};

use crate::runner::works;

/// How long the inputs are: binary files and certificates need more.
const LONG: [&str; 3] = ["binary_digraph", "certificate", "checkpoint"];

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

fn fuzz(root: &Path, target: &str, seconds: u64) -> anyhow::Result<bool> {
    let folder = root.join("fuzz");
    let corpus = format!("corpus/{target}");
    fs::create_dir_all(folder.join(&corpus))?;
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", target, &corpus]);
    let seeds = format!("seeds/{target}");
    if folder.join(&seeds).is_dir() {
        command.arg(seeds);
    }
    let length = if LONG.contains(&target) { 1500 } else { 400 };
    command
        .arg("--")
        .arg(format!("-max_len={length}"))
        .arg(format!("-max_total_time={seconds}"))
        .args(["-timeout=10", "-rss_limit_mb=2048"])
        .current_dir(folder);
    Ok(command
        .status()
        .context("cargo fuzz cannot be started")?
        .success())
}
