//! Output is work: a limit or Ctrl-C ends it, and what is cut off does not look whole.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write, pipe},
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::program::{command, finish, interrupt, listening, sidle_reading};

/// How long after its limit, or after Ctrl-C, a program may end.
const LATE: Duration = Duration::from_millis(500);
/// How often a run may be tried until it ends in time: the machine may be busy with other things.
const TRIES: usize = 5;

/// Runs `once`, which tells how late a program ended, until that was in time.
#[track_caller]
fn in_time(mut once: impl FnMut() -> Duration) {
    let late = (0..TRIES).map(|_| once()).find(|late| *late < LATE);
    assert!(late.is_some(), "late each time");
}

fn scratch(name: &str) -> PathBuf {
    let name = format!("sidle-output-{}-{name}", std::process::id());
    std::env::temp_dir().join(name)
}

/// Waits for the end without reading anything.
fn ended(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        if let Some(status) = child.try_wait().expect("a status") {
            return status.code();
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("killed");
    panic!("it does not end");
}

/// Two million numbers, and nobody reads them.
const MANY: [&str; 4] = ["octal", "0.77", "--values", "2M"];

#[test]
fn a_pipe_that_nobody_reads_holds_nobody_up() {
    in_time(|| {
        let start = Instant::now();
        let limit = Duration::from_secs(1);
        let mut child = command(&MANY)
            .args(["--json", "--timeout", "1"])
            .spawn()
            .expect("started");
        assert_eq!(ended(&mut child), Some(3));
        let late = start.elapsed().saturating_sub(limit);
        let ran = finish(child);
        assert!(ran.stderr.contains("the time limit was reached"), "{ran:?}");
        assert!(ran.stderr.contains("the output is not complete"), "{ran:?}");
        assert!(serde_json::from_str::<serde_json::Value>(&ran.stdout).is_err());
        late
    });
    in_time(|| {
        let mut child = listening(&MANY).spawn().expect("started");
        thread::sleep(Duration::from_millis(1000));
        let start = Instant::now();
        interrupt(&child);
        assert_eq!(ended(&mut child), Some(3));
        let late = start.elapsed();
        let ran = finish(child);
        assert!(ran.stderr.contains("cancelled; the output is not complete"));
        late
    });
}

#[test]
fn a_message_that_nobody_reads_holds_nobody_up() {
    in_time(|| {
        let (_reader, mut writer) = pipe().expect("a pipe");
        // What a pipe takes, to the last byte.
        writer.write_all(&[b' '; 1 << 16]).expect("written");
        let start = Instant::now();
        let mut child = command(&["eval", "while true do end", "--timeout", "300ms"])
            .stdout(Stdio::null())
            .stderr(writer)
            .spawn()
            .expect("started");
        assert_eq!(ended(&mut child), Some(3));
        start.elapsed().saturating_sub(Duration::from_millis(300))
    });
}

#[test]
fn a_file_that_nobody_opens_holds_nobody_up() {
    let queue = scratch("queue");
    let made = Command::new("mkfifo").arg(&queue).status();
    assert!(made.is_ok_and(|status| status.success()));
    in_time(|| {
        let start = Instant::now();
        let mut child = command(&MANY)
            .args(["--timeout", "1", "-o"])
            .arg(&queue)
            .spawn()
            .expect("started");
        assert_eq!(ended(&mut child), Some(3));
        start.elapsed().saturating_sub(Duration::from_secs(1))
    });
    fs::remove_file(&queue).expect("removed");
}

/// A device that takes nothing: an answer or a page that cannot be written is a failure with a message.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let full = || {
        fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("a device")
    };
    for line in [
        "--help",
        "-h",
        "help",
        "--version",
        "-V",
        "graph --help",
        "graph label -h",
        "help eval",
        "graph help label",
        "man",
        "man eval",
        "man formats",
        "man methods",
        "completions bash",
        "eval 1",
        "eval 1 --json",
        "rulesets",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let mut failing = command(&words);
        let ran = finish(failing.stdout(full()).spawn().expect("started"));
        assert_eq!(ran.code, Some(2), "{line}: {ran:?}");
        assert!(ran.stderr.starts_with("error: "), "{line}: {ran:?}");
        assert!(ran.stderr.contains("No space left"), "{line}: {ran:?}");
    }
    // A message that cannot be written changes no exit code.
    for line in [
        "eval 1+",
        "eval --nope",
        "nope",
        "value Nope x",
        "check-script nofile",
        "octal 0.104 --values 9M --max-nodes 1",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let expected = finish(command(&words).spawn().expect("started"));
        assert!(!expected.stderr.is_empty(), "{line}: {expected:?}");
        let mut silent = command(&words);
        let ran = finish(silent.stderr(full()).spawn().expect("started"));
        assert_eq!(ran.code, expected.code, "{line}: {ran:?}");
    }
}

/// Help and pages end with success when their reader is gone.
#[test]
fn help_ends_with_its_reader() {
    for line in [["help", "graph"], ["man", "formats"]] {
        let mut child = command(&line).spawn().expect("started");
        drop(child.stdout.take());
        let ran = finish(child);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{line:?}");
    }
}

/// What was found before the limit is told.
#[test]
fn a_stopped_run_tells_how_far_it_came() {
    let run = |arguments: &[&str]| finish(command(arguments).spawn().expect("started"));
    let few = run(&["octal", "0.104", "--values", "2G", "--max-memory", "30M"]);
    assert_eq!(few.code, Some(3), "{few:?}");
    assert!(few.stdout.starts_with("0 1 0 0 0 1 0 2 2 1 2 2 4 1"));
    assert!(few.stderr.contains("limit on memory"), "{}", few.stderr);
    assert!(few.stderr.contains("it had come to"), "{}", few.stderr);
    let board = run(&["hitori", "new", "--size", "150", "--timeout", "300ms"]);
    assert_eq!(board.code, Some(3), "{board:?}");
    assert!(board.stderr.contains("it had come to"), "{board:?}");
}

/// Values are written as they are read: the text of two million numbers takes no memory.
#[test]
fn long_answers_need_no_room() {
    let file = scratch("values");
    let run = |form: &[&str]| {
        let mut command = command(&["octal", "0.77", "--values", "8M", "--max-memory", "30M"]);
        let ran = finish(
            command
                .args(form)
                .arg("-o")
                .arg(&file)
                .spawn()
                .expect("started"),
        );
        assert_eq!(ran.code, Some(0), "{ran:?}");
        fs::read_to_string(&file).expect("text")
    };
    let text = run(&[]);
    assert!(text.starts_with("0 1 2 3 1 4 3 2 1 4 2 6 ") && text.ends_with('\n'));
    assert_eq!(text.split_whitespace().count(), 8_000_000);
    let object: serde_json::Value = serde_json::from_str(&run(&["--json"])).expect("JSON");
    assert_eq!(object["values"].as_array().map(Vec::len), Some(8_000_000));
    fs::remove_file(&file).expect("removed");
}

#[test]
fn reading_a_long_line_is_work() {
    let file = scratch("line.sidle");
    let sum = format!("1{}\n", "+1".repeat(3_000_000));
    fs::write(&file, &sum).expect("written");
    in_time(|| {
        let start = Instant::now();
        let child = command(&["run", "--timeout", "200ms"])
            .arg(&file)
            .stdout(Stdio::null())
            .spawn()
            .expect("started");
        let ran = finish(child);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        start.elapsed().saturating_sub(Duration::from_millis(200))
    });
    fs::remove_file(&file).expect("removed");
    // A script ends with it, a stream goes on.
    let script = sidle_reading(&["run", "-", "--max-memory", "12M"], sum.as_bytes());
    assert_eq!(script.code, Some(3), "{script:?}");
    let stream = format!("{sum}1+1\n");
    let arguments = ["eval", "--stdin", "--max-memory", "12M"];
    let stream = sidle_reading(&arguments, stream.as_bytes());
    let lines: Vec<&str> = stream.stdout.lines().collect();
    assert!(lines[0].starts_with("error: stopped: "), "{lines:?}");
    assert_eq!(lines[1..], ["2"]);
}

/// Ctrl-C cuts a long answer off, and the calculator goes on.
#[test]
fn a_session_outlives_its_output() {
    let mut child = listening(&["--interactive"]).spawn().expect("started");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let long = "s := \"abcdefghij\"; for n from 1 to 14 do s := s + s end;\ns\n";
    stdin.write_all(long.repeat(20).as_bytes()).expect("sent");
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    // The pipe is full now, in the middle of a text of 160,000 letters.
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    thread::sleep(Duration::from_millis(300));
    let reader = thread::spawn(move || {
        let mut all = String::new();
        stdout.read_to_string(&mut all).map(|_| all)
    });
    stdin.write_all(b"1+1\n").expect("sent");
    drop(stdin);
    let all = reader.join().expect("joined").expect("text");
    assert_eq!(finish(child).code, Some(0));
    assert!(all.contains("error: stopped: cancelled; the output is not complete"));
    assert!(all.ends_with("> 1+1\n2\n"));
}
