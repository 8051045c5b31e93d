//! Ctrl-C stops the computation and not the session.

use std::{
    io::{BufRead, BufReader, Write},
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use crate::program::{finish, interrupt, listening};

const HARD: &str = "Sum := 0; for n from 1 to 80 do Sum := Sum + {n^2|-n^2} end; Sum";

#[test]
fn a_computation_is_cancelled() {
    let child = listening(&["eval", HARD])
        .spawn()
        .expect("the binary starts");
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    let ran = finish(child);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.stderr.contains("cancelled"), "{ran:?}");
}

#[test]
fn a_session_outlives_it() {
    let mut child = listening(&["--interactive"])
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(stdin, "x := 7\n{HARD}").expect("lines are sent");
    let mut seen = String::new();
    while !seen.contains("> Sum") {
        assert!(stdout.read_line(&mut seen).expect("a line") > 0, "{seen}");
    }
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    writeln!(stdin, "x").expect("lines are sent");
    drop(stdin);
    for line in stdout.lines() {
        seen.push_str(&line.expect("a line"));
        seen.push('\n');
    }
    assert_eq!(finish(child).code, Some(0));
    assert!(seen.contains("stopped: cancelled"), "{seen}");
    assert!(seen.ends_with("> x\n7\n"), "{seen}");
}

#[test]
fn while_nothing_is_computed_it_ends_the_program() {
    let mut child = listening(&["eval", "--stdin"])
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(stdin, "1").expect("a line is sent");
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    interrupt(&child);
    assert_eq!(finish(child).code, Some(130));
}

#[test]
fn the_wait_for_input_is_stopped() {
    for verb in [
        &["graph", "label", "-"][..],
        &["graph", "gamma", "-"],
        &["loopy", "value", "-"],
    ] {
        let start = Instant::now();
        let mut child = listening(&[verb, &["--timeout", "100ms"]].concat())
            .stdin(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        // Nobody writes, and nobody closes.
        let silent = child.stdin.take();
        let ran = finish(child);
        drop(silent);
        assert_eq!(ran.code, Some(3), "{verb:?}: {ran:?}");
        assert!(start.elapsed().as_secs() < 20, "{verb:?}");

        let mut child = listening(verb)
            .stdin(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let silent = child.stdin.take();
        thread::sleep(Duration::from_millis(500));
        interrupt(&child);
        let ran = finish(child);
        drop(silent);
        assert_eq!(ran.code, Some(3), "{verb:?}: {ran:?}");
    }
}

/// A terminal is another thing than a pipe: there the line editor listens, too.
#[cfg(target_os = "linux")]
#[test]
fn at_a_terminal_it_stops_the_computation() {
    use std::{
        io::{ErrorKind, Read},
        process::Command,
        sync::mpsc,
    };
    let home = std::env::temp_dir().join(format!("sidle-home-{}", std::process::id()));
    std::fs::create_dir_all(&home).expect("a directory");
    let sidle = format!(
        "stty cols 80 rows 24; exec env --default-signal=INT {}",
        env!("CARGO_BIN_EXE_sidle")
    );
    let child = Command::new("script")
        .args(["-qec", &sidle, "/dev/null"])
        .env("TERM", "xterm")
        .env("HOME", &home)
        .env("XDG_STATE_HOME", &home)
        .env("XDG_DATA_HOME", &home)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let is_required = std::env::var("CI").is_ok_and(|ci| ci == "true");
            assert!(!is_required, "`script` is required: {error}");
            // Not `eprintln!`, which is shown of failed tests only.
            let text =
                "skipped: at_a_terminal_it_stops_the_computation, because there is no `script`";
            writeln!(std::io::stderr(), "{text}").expect("written");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let mut keys = child.stdin.take().expect("a pipe");
    let mut screen = child.stdout.take().expect("a pipe");
    let (send, shown) = mpsc::channel();
    thread::spawn(move || {
        let mut block = [0; 4096];
        while let Ok(length @ 1..) = screen.read(&mut block) {
            let _ = send.send(String::from_utf8_lossy(&block[..length]).into_owned());
        }
    });
    let mut seen = String::new();
    let mut wait_for = |wanted: &str| {
        let start = Instant::now();
        while !seen.contains(wanted) {
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "{wanted}: {seen}"
            );
            seen.extend(shown.recv_timeout(Duration::from_millis(100)));
        }
        seen.clear();
    };
    wait_for("> ");
    keys.write_all(b"while true do 1 end\r").expect("typed");
    wait_for("Ctrl-C stops");
    keys.write_all(&[3]).expect("typed");
    wait_for("stopped: cancelled");
    keys.write_all(b"1000000 - 1\r").expect("typed");
    wait_for("999999");
    keys.write_all(&[4]).expect("typed");
    drop(keys);
    child.wait().expect("it ends");
    std::fs::remove_dir_all(&home).expect("removed");
}
