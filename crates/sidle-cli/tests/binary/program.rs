//! Running the binary.

use std::{
    io::Write,
    process::{Child, Command, Stdio},
    thread,
};

/// What a run left behind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// `None` if a signal ended it.
    pub(crate) code: Option<i32>,
}

impl Ran {
    /// The standard output of a run that must have ended well and silently.
    #[track_caller]
    pub(crate) fn good(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        assert_eq!(self.stderr, "", "{self:?}");
        self.stdout
    }
}

/// The binary with these arguments, not yet started.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sidle"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs the binary with these arguments and an empty input.
pub(crate) fn sidle(arguments: &[&str]) -> Ran {
    sidle_reading(arguments, b"")
}

/// Runs the binary on the given input.
pub(crate) fn sidle_reading(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = command(arguments).spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // From another thread, since the binary may answer before it has read everything.
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let ran = finish(child);
    writer.join().expect("the writer ends");
    ran
}

/// Waits for the end.
pub(crate) fn finish(child: Child) -> Ran {
    let output = child.wait_with_output().expect("the binary ends");
    Ran {
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on the output"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on the errors"),
        code: output.status.code(),
    }
}
