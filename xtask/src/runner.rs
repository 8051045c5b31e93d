//! Starting Cargo and keeping the lines that count.

use std::{
    env,
    io::{self, BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
};

use anyhow::Context;

/// The Cargo that runs this program, in the root of the workspace.
pub(crate) fn cargo(root: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    command
}

/// Whether a command can be started and ends well; its output is dropped.
pub(crate) fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Runs a command, shows everything it prints as it comes, and returns whether it ended well and
/// the lines of its standard output that `keep` picks.
pub(crate) fn watch(
    command: &mut Command,
    keep: impl Fn(&str) -> bool,
) -> anyhow::Result<(bool, Vec<String>)> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{command:?} cannot be started"))?;
    let stdout = child.stdout.take().context("the output was piped")?;
    let mut kept = Vec::new();
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    while reader.read_until(b'\n', &mut bytes)? > 0 {
        io::stdout().write_all(&bytes)?;
        io::stdout().flush()?;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end();
        if keep(line) {
            kept.push(line.to_owned());
        }
        bytes.clear();
    }
    Ok((child.wait()?.success(), kept))
}

/// Where a program of the search path lies; its name if it is not found.
pub(crate) fn path_of(program: &str) -> String {
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders)
        .map(|folder| folder.join(program))
        .find(|path| path.is_file())
        .map_or_else(|| program.to_owned(), |path| path.display().to_string())
}
