//! The WebAssembly module: built for `wasm32-unknown-unknown` and run under Node.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context;

use crate::runner;

const TARGET: &str = "wasm32-unknown-unknown";

/// What became of the step.
pub(crate) enum Run {
    /// All tests passed; the size of the module is in the text.
    Passed(String),
    Failed(String),
    /// A tool is missing.
    Missing(String),
}

/// Builds the module; the reason if that is not possible here.
pub(crate) fn build(root: &Path) -> anyhow::Result<Result<PathBuf, String>> {
    if !has_target() {
        return Ok(Err(format!(
            "the target {TARGET} is not installed and `rustup target add {TARGET}` does not work here"
        )));
    }
    let mut build = runner::cargo(root);
    build.args([
        "build",
        "--locked",
        "--profile",
        "web",
        "--package",
        "sidle-web",
        "--lib",
    ]);
    build.args(["--target", TARGET]);
    let (good, _) = runner::watch(&mut build, |_| false)?;
    anyhow::ensure!(good, "the module does not compile");
    Ok(Ok(root.join(format!("target/{TARGET}/web/sidle_web.wasm"))))
}

/// Builds the module and runs its tests.
pub(crate) fn test(root: &Path) -> anyhow::Result<Run> {
    let module = match build(root)? {
        Ok(module) => module,
        Err(reason) => return Ok(Run::Missing(reason)),
    };
    let size = fs::metadata(&module)
        .with_context(|| module.display().to_string())?
        .len();
    if !runner::works(Command::new("node").arg("--version")) {
        return Ok(Run::Missing(format!(
            "Node is not installed, so the module ({size} bytes) was built and not run"
        )));
    }
    let mut node = Command::new("node");
    node.current_dir(root)
        .arg("crates/sidle-web/test/module.mjs")
        .arg(&module);
    let (good, closing) = runner::watch(&mut node, |line| line.contains(" passed, "))?;
    Ok(match (good, closing.first()) {
        (true, Some(line)) => Run::Passed(format!("{size} bytes; {line}")),
        _ => Run::Failed("see above".to_owned()),
    })
}

fn has_target() -> bool {
    let installed = || {
        let list = Command::new("rustup")
            .args(["target", "list", "--installed"])
            .output();
        list.is_ok_and(|list| String::from_utf8_lossy(&list.stdout).contains(TARGET))
    };
    if installed() {
        return true;
    }
    println!("installing the target {TARGET} with rustup");
    runner::works(Command::new("rustup").args(["target", "add", TARGET])) && installed()
}
