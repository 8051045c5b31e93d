//! Plays a block against the binary.

use std::{
    env, fs,
    io::Write,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio, id},
};

use crate::{blocks::Block, pattern, root};

const BINARY: &str = env!("CARGO_BIN_EXE_sidle");

/// Runs the block in a folder of its own and compares.
pub(crate) fn check(block: &Block) -> Result<(), String> {
    pattern::compare(&block.text, &transcript(block)?)
}

/// The block as the binary would have it.
pub(crate) fn transcript(block: &Block) -> Result<String, String> {
    let folder = Folder::new(block.line);
    if block.is_calculator() {
        Ok(calculator(&folder.0, &block.text))
    } else {
        commands(&folder.0, &block.text)
    }
}

/// The whole transcript of a session with the typed lines of the block.
fn calculator(folder: &Path, text: &str) -> String {
    let typed: String = text
        .lines()
        .filter_map(|line| line.strip_prefix("> ").or_else(|| line.strip_prefix(". ")))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut command = Command::new(BINARY);
    command.arg("--interactive").current_dir(folder);
    output(&mut command, &typed)
}

fn commands(folder: &Path, text: &str) -> Result<String, String> {
    let mut transcript = String::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("$ ")) {
        if !line.split_whitespace().any(|word| word == "sidle") {
            return Err(format!(
                "`{line}` does not call sidle; fence the block as text"
            ));
        }
        let mut command = Command::new("sh");
        command
            .args(["-c", line])
            .current_dir(folder)
            .env("PATH", path());
        transcript.push_str(&format!("$ {line}\n{}", output(&mut command, "")));
    }
    if transcript.is_empty() {
        return Err("this block has no line `$ …` or `> …`".to_owned());
    }
    Ok(transcript)
}

/// Standard output, then standard error.
fn output(command: &mut Command, input: &str) -> String {
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The program may end without reading all of it.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stderr));
    text
}

fn path() -> std::ffi::OsString {
    let folder = Path::new(BINARY).parent().expect("a folder").to_path_buf();
    let rest = env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(env::split_paths(&rest));
    env::join_paths(folders).expect("a path")
}

/// A fresh folder in which the data of the project can be reached.
struct Folder(PathBuf);

impl Folder {
    fn new(line: usize) -> Folder {
        let path = env::temp_dir().join(format!("sidle-documentation-{}-{line}", id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a temporary folder");
        let root = root().canonicalize().expect("the project");
        for name in ["data", "docs", "examples"] {
            symlink(root.join(name), path.join(name)).expect("a link");
        }
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
