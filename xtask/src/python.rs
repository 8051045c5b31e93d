//! The Python package: installed into a fresh virtual environment and tested there.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::runner;

/// What became of the step.
pub(crate) enum Run {
    /// All tests passed; the closing line of pytest is in the text.
    Passed(String),
    Failed(String),
    /// A tool is missing.
    Missing(String),
}

/// The folder of the package.
const PACKAGE: &str = "crates/sidle-py";

/// Checks the annotations; its tests are left out where it cannot be installed.
const CHECKER: &str = "mypy";

/// Makes an environment, installs the package and runs its tests.
pub(crate) fn test(root: &Path) -> anyhow::Result<Run> {
    let Some(python) = interpreter() else {
        let text = "there is no Python 3.10 or later (`python3`, or the variable PYTHON)";
        return Ok(Run::Missing(text.to_owned()));
    };
    let folder = root.join("target/python");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    if !runner::works(Command::new(&python).args(["-m", "venv"]).arg(&folder)) {
        return Ok(Run::Missing(format!(
            "`{} -m venv` does not work here",
            python.display()
        )));
    }
    let inside = environment(&folder);
    let pip = |words: &[&str]| {
        let mut command = Command::new(&inside);
        command.current_dir(root);
        command
            .args(["-m", "pip", "install", "--quiet"])
            .args(words);
        command
    };
    if !runner::works(&mut pip(&["maturin>=1.9,<2", "pytest"])) {
        let text = "pip cannot install maturin and pytest here (is there a network?)";
        return Ok(Run::Missing(text.to_owned()));
    }
    if !runner::works(&mut pip(&[CHECKER])) {
        println!("{CHECKER} cannot be installed: its tests are left out");
    }
    // The build of the tests before, where Cargo has it.
    let mut install = pip(&["--no-build-isolation", &format!("./{PACKAGE}")]);
    install.env("MATURIN_PEP517_ARGS", "--profile dev --locked");
    let path = env::var_os("PATH").unwrap_or_default();
    let tools = inside.parent().map(PathBuf::from).into_iter();
    install.env(
        "PATH",
        env::join_paths(tools.chain(env::split_paths(&path)))?,
    );
    let (good, _) = runner::watch(&mut install, |_| false)?;
    if !good {
        return Ok(Run::Failed("the package cannot be installed".to_owned()));
    }
    let mut pytest = Command::new(&inside);
    pytest
        .current_dir(root.join(PACKAGE))
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
    let is_closing = |line: &str| line.contains(" passed") || line.contains(" failed");
    let (good, closing) = runner::watch(&mut pytest, is_closing)?;
    let last = closing.last().cloned();
    let text = last.unwrap_or_else(|| "see above".to_owned());
    Ok(if good {
        Run::Passed(text)
    } else {
        Run::Failed(text)
    })
}

/// The Python that the step uses: that of the variable `PYTHON`, or one on the path.
fn interpreter() -> Option<PathBuf> {
    let named = env::var_os("PYTHON").map(PathBuf::from);
    let names = ["python3", "python"].map(PathBuf::from);
    let recent = "import sys; sys.exit(sys.version_info < (3, 10))";
    let works = |python: &PathBuf| runner::works(Command::new(python).args(["-c", recent]));
    named.into_iter().chain(names).find(works)
}

/// The interpreter of an environment.
fn environment(folder: &Path) -> PathBuf {
    match cfg!(windows) {
        true => folder.join("Scripts/python.exe"),
        false => folder.join("bin/python"),
    }
}
