//! Running the binary.

use std::{
    process::{Child, Command, Output, Stdio},
    sync::LazyLock,
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
    piped(Command::new(env!("CARGO_BIN_EXE_sidle")), arguments)
}

/// A program with these arguments, its streams pipes.
pub(crate) fn piped(mut command: Command, arguments: &[&str]) -> Command {
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Can `env` give a program its signals back?
static RESETS_SIGNALS: LazyLock<bool> = LazyLock::new(|| {
    let status = Command::new("env")
        .args(["--default-signal=INT", "true"])
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
});

/// The same, listening to Ctrl-C: tests that run in the background of a script hand on that it is ignored.
pub(crate) fn listening(arguments: &[&str]) -> Command {
    if !*RESETS_SIGNALS {
        return command(arguments);
    }
    let mut env = Command::new("env");
    env.args(["--default-signal=INT", env!("CARGO_BIN_EXE_sidle")]);
    piped(env, arguments)
}

/// Ctrl-C.
pub(crate) fn interrupt(child: &Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill");
    assert!(status.success());
}

/// Runs the binary with these arguments and an empty input.
pub(crate) fn sidle(arguments: &[&str]) -> Ran {
    sidle_reading(arguments, b"")
}

/// Runs the binary on the given input.
pub(crate) fn sidle_reading(arguments: &[&str], input: &[u8]) -> Ran {
    let output = assert_cmd::Command::from_std(command(arguments))
        .write_stdin(input)
        .output();
    ran(output.expect("the binary runs"))
}

/// Waits for the end.
pub(crate) fn finish(child: Child) -> Ran {
    ran(child.wait_with_output().expect("the binary ends"))
}

fn ran(output: Output) -> Ran {
    Ran {
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on the output"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on the errors"),
        code: output.status.code(),
    }
}
