//! The checker in Python, written from the specification alone, beside the one in Rust.

use std::{
    env,
    io::{self, Write},
    process::{Command, Stdio},
};

const DRIVER: &str = "\
import sys
sys.path.insert(0, sys.argv[1])
import check_certificate as c
for line in sys.stdin:
    try:
        c.check(line)
        print('v')
    except c.Invalid as reason:
        print('i', reason)
    except c.Unreadable as reason:
        print('u', reason)
";

fn skipped(error: &io::Error) {
    let is_required = env::var("CI").is_ok_and(|ci| ci == "true");
    assert!(!is_required, "python3 is required: {error}");
    // Not `eprintln!`, which is shown of failed tests only.
    let text = "skipped: the comparison with the checker in Python, because there is no python3";
    writeln!(io::stderr(), "{text}").expect("written");
}

/// Asserts that the checker in Python says the same of every certificate, one a line. `letter` is what ours says:
/// `v` for valid, `i` for invalid, `u` for unreadable. Without `python3` the comparison is skipped, which is a failure where `CI=true`.
pub(crate) fn agrees(lines: &[Vec<u8>], letter: impl Fn(&[u8]) -> char) {
    let tools = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools");
    let mut command = Command::new("python3");
    command.args(["-B", "-c", DRIVER, tools]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return skipped(&error),
        Err(error) => panic!("python3: {error}"),
    };
    let mut stdin = child.stdin.take().expect("it was piped");
    let input = lines.join(&b'\n');
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("it ends");
    writer
        .join()
        .expect("no panic")
        .expect("it reads its input");
    let found = String::from_utf8_lossy(&output.stdout);
    let answers: Vec<&str> = found.lines().collect();
    assert_eq!(answers.len(), lines.len());
    for (line, answer) in lines.iter().zip(answers) {
        let text = String::from_utf8_lossy(line);
        assert!(answer.starts_with(letter(line)), "{answer}\n{text}");
    }
}
