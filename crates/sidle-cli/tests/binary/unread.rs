//! Limits and Ctrl-C hold for a run that waits for somebody at the other end of a pipe.

use std::{
    fs,
    path::PathBuf,
    process::{self, Child, Command},
    thread,
    time::{Duration, Instant},
};

use crate::program::{Ran, finish, interrupt, listening, sidle};

/// How long after its limit, or after Ctrl-C, a program may end.
const LATE: Duration = Duration::from_millis(500);
/// The machine may be busy with other things.
const TRIES: usize = 5;

/// Waits, reading nothing, and tells how long it took; a program that does not end is killed.
fn wait(mut child: Child, start: Instant) -> (Ran, Duration) {
    while child.try_wait().expect("a status").is_none() {
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().expect("killed");
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    let time = start.elapsed();
    (finish(child), time)
}

fn in_time(what: &[&str], limit: Duration, mut run: impl FnMut() -> (Ran, Duration)) {
    for left in (0..TRIES).rev() {
        let (ran, time) = run();
        let Ran { stderr, code, .. } = ran;
        assert_eq!(code, Some(3), "{what:?}: {time:?}, {stderr}");
        assert!(stderr.contains("stopped"), "{what:?}: {stderr}");
        if time < limit {
            return;
        }
        assert!(left > 0, "{what:?}: {time:?}");
    }
}

/// A run whose output nobody reads: it ends by its limit, and by Ctrl-C.
#[track_caller]
fn stops(arguments: &[&str]) {
    let limited = [arguments, &["--timeout", "1"]].concat();
    in_time(&limited, Duration::from_secs(1) + LATE, || {
        let start = Instant::now();
        let child = listening(&limited).spawn().expect("started");
        wait(child, start)
    });
    in_time(arguments, LATE, || {
        let child = listening(arguments).spawn().expect("started");
        thread::sleep(Duration::from_millis(1500));
        let start = Instant::now();
        interrupt(&child);
        wait(child, start)
    });
}

#[test]
fn pictures_that_nobody_reads() {
    let stalk = "l".repeat(3000);
    stops(&["draw", "Hackenbush", &stalk, "-o", "-"]);
    stops(&["draw", "Hackenbush", &stalk, "--json"]);
}

#[test]
fn certificates_that_nobody_reads() {
    let board = "xoxoxo|oxoxox|xo....";
    stops(&["outcome", "Clobber", board, "--certify", "-"]);
}

#[test]
fn tables_that_nobody_reads() {
    for form in ["--json", "--csv", "--latex"] {
        stops(&["table", "Cutcake", "100", "100", form]);
    }
}

/// A pipe with a name, removed in the end.
struct Pipe(PathBuf);

impl Pipe {
    fn new(name: &str) -> Pipe {
        let path = std::env::temp_dir().join(format!("sidle-pipe-{}-{name}", process::id()));
        let _ = fs::remove_file(&path);
        let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(made.success());
        Pipe(path)
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn pipes_that_nobody_opens() {
    let (pipe, class) = (Pipe::new("plain"), Pipe::new("class.cgs"));
    let (path, class) = (
        pipe.0.to_str().expect("a name"),
        class.0.to_str().expect("a name"),
    );
    let runs: [&[&str]; 11] = [
        &["run", path],
        &["run", class],
        &["check-script", class],
        &["value", "Domineering", "....", "--table", path],
        &["outcome", "Clobber", "xo", "--certify", path],
        &["draw", "Clobber", "xo", "-o", path],
        &["thermograph", "1", "-o", path],
        &["eval", "1 > 0", "--certify", path],
        &["graph", "label", path],
        &["loopy", "value", path],
        &["blocks", "solve", path],
    ];
    for run in runs {
        let limited = [run, &["--timeout", "0.5"]].concat();
        in_time(&limited, Duration::from_millis(500) + LATE, || {
            let start = Instant::now();
            let child = listening(&limited).spawn().expect("started");
            wait(child, start)
        });
    }
    in_time(&["run", path], LATE, || {
        let child = listening(&["run", path]).spawn().expect("started");
        thread::sleep(Duration::from_millis(500));
        let start = Instant::now();
        interrupt(&child);
        wait(child, start)
    });
}

/// Nothing would end the waiting of a stream for its table.
#[test]
fn a_stream_keeps_its_table_in_a_file() {
    let pipe = Pipe::new("stream");
    let path = pipe.0.to_str().expect("a name");
    let ran = sidle(&["value", "Clobber", "--stdin", "--table", path]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("not an ordinary file"), "{ran:?}");
}

/// All steps of a verb share one clock.
#[test]
fn a_late_reader_does_not_start_the_clock_again() {
    let (proof, table) = (Pipe::new("proof"), Pipe::new("table"));
    let [proof, table] = [&proof, &table].map(|pipe| pipe.0.to_str().expect("a name"));
    let run = ["outcome", "Clobber", "xo", "--certify", proof];
    let run = [&run[..], &["--table", table, "--timeout", "1"]].concat();
    in_time(&run, Duration::from_secs(1) + LATE, || {
        let start = Instant::now();
        let child = listening(&run).spawn().expect("started");
        thread::sleep(Duration::from_millis(700));
        assert!(fs::read_to_string(proof).expect("a text").starts_with('{'));
        wait(child, start)
    });
}

/// A script waits for its input as long as it takes.
#[test]
fn limits_rest_while_a_script_waits() {
    use std::io::Write;
    for arguments in [
        &["run", "-", "--timeout", "0.3"][..],
        &["eval", "--stdin", "--timeout", "0.3"],
        &["--interactive", "--timeout", "0.3"],
        &["outcome", "Clobber", "--stdin", "--timeout", "0.3"],
        &["play", "Clobber", "xoxo|oxox", "--timeout", "0.3"],
    ] {
        let mut child = listening(arguments).spawn().expect("started");
        let mut input = child.stdin.take().expect("a pipe");
        for _ in 0..2 {
            thread::sleep(Duration::from_millis(800));
            writeln!(input, "1").expect("it still listens");
        }
        drop(input);
        let ran = finish(child);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {ran:?}");
    }
}
