//! Limits and Ctrl-C hold wherever the program is: in time, in memory, and with exit code 3.

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::program::{Ran, command, finish, interrupt, listening};

/// What a run took.
struct Cost {
    ran: Ran,
    time: Duration,
    /// Of resident memory, in bytes; 0 where it was not read.
    peak: u64,
}

/// Runs the binary, looking at its memory all the while.
fn measured(arguments: &[&str]) -> Cost {
    let start = Instant::now();
    let mut child = command(arguments)
        .stdin(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let mut read = || {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) * 1024);
    };
    // The pipes hold little: whoever prints much is read meanwhile.
    let mut output = child.stdout.take().expect("a pipe");
    let reader = thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
    while child.try_wait().expect("a status").is_none() {
        read();
        thread::sleep(Duration::from_millis(5));
    }
    let time = start.elapsed();
    let ran = finish(child);
    let _ = reader.join();
    Cost { ran, time, peak }
}

const MEGABYTE: u64 = 1 << 20;

/// How long after its limit, or after Ctrl-C, a program may end.
const LATE: Duration = Duration::from_millis(500);

/// How often a run may be tried until it ends in time: the machine may be busy with other things.
const TRIES: usize = 5;

/// The shortest of a few times; no more are taken once one is within the limit.
fn shortest(limit: Duration, mut run: impl FnMut() -> Duration) -> Duration {
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        best = best.min(run());
        if best < limit {
            break;
        }
    }
    best
}

/// A run that must be stopped by a limit: in time, within the memory, with code 3. One that ends before its memory is read is tried again.
#[track_caller]
fn stopped(arguments: &[&str], seconds: f64, megabytes: u64) {
    let limit = Duration::from_secs_f64(seconds) + LATE;
    let allowed = megabytes * MEGABYTE + megabytes * MEGABYTE / 20 + 16 * MEGABYTE;
    let time = shortest(limit, || {
        let cost = measured(arguments);
        assert_eq!(cost.ran.code, Some(3), "{arguments:?}: {:?}", cost.ran);
        assert!(cost.ran.stderr.contains("stopped: "), "{:?}", cost.ran);
        assert!(cost.peak <= allowed, "{arguments:?}: {} bytes", cost.peak);
        match cost.peak {
            0 => Duration::MAX,
            _ => cost.time,
        }
    });
    assert!(time < limit, "{arguments:?}: {time:?}");
}

/// A run that must end well, soon and small.
#[track_caller]
fn answered(arguments: &[&str]) -> Ran {
    let mut runs = (0..TRIES).map(|_| measured(arguments));
    let cost = runs
        .find(|cost| cost.peak > 0)
        .expect("a memory that is read");
    assert_eq!(cost.ran.code, Some(0), "{arguments:?}: {:?}", cost.ran);
    assert!(cost.time < Duration::from_secs(10), "{:?}", cost.time);
    assert!(cost.peak < 200 * MEGABYTE, "{arguments:?}: {}", cost.peak);
    cost.ran
}

fn scratch(name: &str, content: &[u8]) -> PathBuf {
    let name = format!("sidle-limits-{}-{name}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let mut file = fs::File::create(&path).expect("a file");
    file.write_all(content).expect("written");
    path
}

#[test]
fn drawing_and_certifying_huge_numbers() {
    answered(&[
        "thermograph",
        "--timeout",
        "8",
        "--max-memory",
        "200M",
        "{10^5000|0}",
    ]);
    let proof = scratch("number.json", b"");
    let path = proof.to_str().expect("a name");
    answered(&["eval", "--timeout", "8", "--certify", path, "10^9 > 0"]);
    assert!(fs::metadata(&proof).expect("written").len() < 10_000);
    answered(&["check", path]);
    fs::remove_file(&proof).expect("removed");
}

#[test]
fn closed_forms_need_no_loop() {
    answered(&["eval", "--timeout", "8", "(-1823437481924).FollowerCount"]);
    answered(&["eval", "--timeout", "8", "*4000000000.MisereOutcomeClass"]);
    answered(&["eval", "--timeout", "8", "2^700000 > 0"]);
}

#[test]
fn a_text_that_grows_keeps_no_history() {
    let line = "s := \"\"; for n from 1 to 10000 do s := s + \"aaaaaaaaaa\" end; s.Length";
    answered(&["eval", "--timeout", "9", "--max-memory", "150M", line]);
}

#[test]
fn memory_is_what_the_process_takes() {
    let list = "x := [1]; for n from 1 to 60 do x := x Concat x end";
    stopped(&["eval", "--max-memory", "100M", list], 20.0, 100);
    stopped(
        &["eval", "--max-memory", "100M", "*100000000 : 1"],
        20.0,
        100,
    );
    stopped(
        &["eval", "--max-memory", "100M", "*4000000000 : 1"],
        20.0,
        100,
    );
    let numbers = "[n*^ for n from 1 to 100000000]";
    stopped(&["eval", "--max-memory", "60M", numbers], 60.0, 60);
}

#[test]
fn graphs_under_limits() {
    let text: String = (0..200_000u32)
        .map(|v| format!("{v} {}\n{v} {}\n", v + 1, (v * 7 + 3) % 200_000))
        .collect();
    let board = scratch("board.txt", text.as_bytes());
    let path = board.to_str().expect("a name");
    let verbs: [&[&str]; 4] = [
        &["graph", "label"],
        &["graph", "gamma"],
        &["graph", "quotient"],
        &["tokens", "--at", "5"],
    ];
    for verb in verbs {
        let run = |limit: [&'static str; 2]| [verb, &limit, &[path]].concat();
        stopped(&run(["--max-memory", "8M"]), 20.0, 8);
        stopped(&run(["--max-nodes", "1000"]), 20.0, 1000);
    }
    fs::remove_file(&board).expect("removed");
    let cycle: String = (0..100_000u32)
        .map(|v| format!("v{v} L v{}\n", (v + 1) % 100_000))
        .collect();
    let cycle = scratch("cycle.txt", cycle.as_bytes());
    let path = cycle.to_str().expect("a name");
    stopped(&["loopy", "matrix", "--timeout", "1", path], 1.0, 20_000);
    stopped(
        &["loopy", "matrix", "--max-nodes", "1000", path],
        20.0,
        20_000,
    );
    fs::remove_file(&cycle).expect("removed");
    stopped(
        &["unicycle", "--max-nodes", "10", "--all", "16"],
        20.0,
        1000,
    );
}

#[test]
fn every_engine_hears_its_time_limit() {
    let runs: [&[&str]; 17] = [
        &["thermograph", "{10^5000|10^4000||5^3000|*100000000:1}"],
        &[
            "eval",
            "x := 0; for n from 1 to 80 do x := x + {n^2|-n^2} end",
        ],
        &["eval", "--max-memory", "20G", "*100000000 : 1"],
        &[
            "eval",
            "--max-memory",
            "20G",
            "[n*^ for n from 1 to 100000000]",
        ],
        &["eval", "while true do end"],
        &["unicycle", "--all", "22"],
        &["octal", "0.6", "--values", "10000000"],
        &["octal", "0.007", "--until-periodic"],
        &["misere", "quotient", "0.07", "--heaps", "40"],
        &["misere", "genus", "0.07", "--heaps", "4000"],
        &[
            "value",
            "domineering",
            "........|........|........|........|........|........|........",
        ],
        &[
            "outcome",
            "domineering",
            "........|........|........|........|........|........|........|........",
        ],
        &["moves", "clobber", "xoxoxo|oxoxox|xoxoxo|oxoxox"],
        &["table", "domineering", "8", "8"],
        &["reproduce"],
        &["outcome", "NoGo", ".................................."],
        &[
            "play",
            "misere",
            "0.77",
            "--at=500000000,12",
            "--as",
            "second",
            "--max-memory",
            "1G",
        ],
    ];
    for run in runs {
        stopped(&[run, &["--timeout", "300ms"]].concat(), 0.3, 20_000);
    }
}

/// Verbs that compute little but read what may be large.
#[test]
fn readers_hear_their_limits() {
    let mut class = "class Large\n".to_owned();
    for n in 0..300_000 {
        class += &format!("  def m{n}(x) := x + {n};\n");
    }
    class += "end\n";
    let folder = std::env::temp_dir().join(format!("sidle-large-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("Large.cgs");
    fs::write(&file, class).expect("written");
    let mut graph = String::new();
    for n in 0..300_000u32 {
        graph += &format!("a{n} a{} 2\n", n + 1);
    }
    let graph = scratch("graph.txt", (graph + "target 0\n").as_bytes());
    let (folder, file, graph) = (
        folder.to_str().expect("a name"),
        file.to_str().expect("a name"),
        graph.to_str().expect("a name"),
    );
    let runs: [&[&str]; 5] = [
        &["check-script", file],
        &["eval", "--path", folder, "Large().m1(2)"],
        &["logic", "check", graph],
        &["logic", "compile", "--to", "blocks", graph],
        &["logic", "compile", "--to", "hitori", graph],
    ];
    for run in runs {
        stopped(&[run, &["--timeout", "20ms"]].concat(), 0.02, 20_000);
        stopped(&[run, &["--max-memory", "16M"]].concat(), 20.0, 16);
    }
    fs::remove_dir_all(folder).expect("removed");
    fs::remove_file(graph).expect("removed");
}

#[test]
fn inputs_that_used_to_abort() {
    let refused = |arguments: &[&str]| {
        let cost = measured(arguments);
        assert!(matches!(cost.ran.code, Some(2 | 3)), "{:?}", cost.ran);
        assert!(!cost.ran.stderr.contains("panicked"), "{:?}", cost.ran);
    };
    refused(&["unicycle", "--all", "99999999999"]);
    for (piece, count) in [("x -> ", 90_000), ("def f(x) := ", 200_000)] {
        let file = scratch("nested.sidle", (piece.repeat(count) + "x").as_bytes());
        refused(&["run", file.to_str().expect("a name")]);
        fs::remove_file(&file).expect("removed");
    }
}

#[test]
fn a_session_survives_what_a_verb_does_not() {
    let mut child = command(&["eval", "--stdin", "--max-memory", "100M", "--timeout", "2"])
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(
        stdin,
        "*4000000000 : 1\nx := [1]; for n from 1 to 60 do x := x Concat x end\n\
         x := [0]; for n from 1 to 400 do x := [x,x] end; x\n*[[1,1],[4000]]\n\
         a{{4||||0|||a|*||*7777777}}\nGraph.Path(1000000)\n1+1"
    )
    .expect("lines are sent");
    drop(stdin);
    let ran = finish(child);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    let (last, stopped) = lines.split_last().expect("answers");
    assert_eq!(stopped.len(), 6, "{ran:?}");
    assert!(
        stopped.iter().all(|line| line.contains("stopped")),
        "{ran:?}"
    );
    assert_eq!(*last, "2");
}

/// However short its lines are.
#[cfg(unix)]
#[test]
fn a_second_interrupt_ends_a_stream() {
    let lines = scratch("lines.txt", "1+1\n".repeat(3_000_000).as_bytes());
    let input = fs::File::open(&lines).expect("a file");
    let mut child = listening(&["eval", "--stdin"])
        .stdin(input)
        .stdout(Stdio::null())
        .spawn()
        .expect("started");
    thread::sleep(Duration::from_millis(500));
    interrupt(&child);
    thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    // Between two lines the first one has ended it.
    if child.try_wait().expect("a child").is_none() {
        interrupt(&child);
    }
    let ran = finish(child);
    assert_eq!(ran.code, Some(130), "{ran:?}");
    assert!(
        start.elapsed() < Duration::from_secs(3),
        "{:?}",
        start.elapsed()
    );
    fs::remove_file(&lines).expect("removed");
}

#[cfg(unix)]
#[test]
fn the_first_interrupt_ends_a_verb_wherever_it_is() {
    let cycle: String = (0..100_000u32)
        .map(|v| format!("v{v} L v{}\n", (v + 1) % 100_000))
        .collect();
    let cycle = scratch("interrupted.txt", cycle.as_bytes());
    let path = cycle.to_str().expect("a name");
    let runs: [&[&str]; 2] = [
        &["loopy", "matrix", "--max-memory", "12G", path],
        &["unicycle", "--all", "20"],
    ];
    for arguments in runs {
        let late = shortest(LATE, || {
            let child = listening(arguments)
                .stdout(Stdio::null())
                .spawn()
                .expect("started");
            thread::sleep(Duration::from_millis(1500));
            let start = Instant::now();
            interrupt(&child);
            let ran = finish(child);
            assert_eq!(ran.code, Some(3), "{arguments:?}: {ran:?}");
            start.elapsed()
        });
        assert!(late < LATE, "{arguments:?}: {late:?}");
    }
    fs::remove_file(&cycle).expect("removed");
}

#[cfg(unix)]
#[test]
fn a_terminated_run_leaves_no_part_of_a_file() {
    let room = std::env::temp_dir().join(format!("sidle-parts-{}", std::process::id()));
    fs::create_dir_all(&room).expect("a directory");
    let text: String = (0..400_000u32)
        .map(|v| format!("{v} {}\n", v + 1))
        .collect();
    let board = room.join("board.txt");
    fs::write(&board, text).expect("written");
    for signal in ["-TERM", "-HUP"] {
        for wait in [150, 400, 700, 1000] {
            let child = command(&["graph", "label", "--json", "-o"])
                .args([room.join("out.json"), board.clone()])
                .spawn()
                .expect("the binary starts");
            thread::sleep(Duration::from_millis(wait));
            let _ = Command::new("kill")
                .args([signal, &child.id().to_string()])
                .status();
            finish(child);
            let names = fs::read_dir(&room).expect("a directory").flatten();
            for entry in names {
                let name = entry.file_name().to_string_lossy().into_owned();
                assert!(!name.ends_with(".part"), "{signal} after {wait} ms: {name}");
            }
        }
    }
    fs::remove_dir_all(&room).expect("removed");
}

#[cfg(unix)]
#[test]
fn a_search_on_disk_leaves_whole_levels_only() {
    const FIFTEEN: &str = "abcd\nefgh\nijkl\nmno.\ngoal\nonml\nkjih\ngfed\ncba.\n";
    let room = std::env::temp_dir().join(format!("sidle-levels-{}", std::process::id()));
    let _ = fs::remove_dir_all(&room);
    let folder = room.to_str().expect("a name");
    let board = scratch("fifteen.txt", FIFTEEN.as_bytes());
    let board = board.to_str().expect("a name");
    let base = [
        "blocks", "solve", board, "--metric", "unit", "--disk", folder,
    ];
    let names = || -> Vec<String> {
        let entries = fs::read_dir(&room).expect("a directory").flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    };
    for end in ["-TERM", "-HUP", "-INT", "limit"] {
        let limit: &[&str] = if end == "limit" {
            &["--timeout", "0.7"]
        } else {
            &[]
        };
        let child = listening(&[&base[..], limit].concat())
            .spawn()
            .expect("the binary starts");
        if end != "limit" {
            thread::sleep(Duration::from_millis(700));
            let _ = Command::new("kill")
                .args([end, &child.id().to_string()])
                .status();
        }
        finish(child);
        for name in names() {
            let whole = name == "search.json" || name.starts_with("level-");
            assert!(whole && !name.ends_with(".part"), "{end}: {name}");
        }
    }
    assert!(names().len() > 5, "{:?}", names());
    fs::remove_dir_all(&room).expect("removed");
}

/// A mapped file comes to be resident as it is read.
#[test]
fn mapped_files_are_memory() {
    let small = scratch("promise.json", br#"{"vertices":20000000,"edges":[]}"#);
    let large = scratch("promise.csr", b"");
    // The body is what follows the 57 bytes of its head.
    let length = 80 * MEGABYTE - 57;
    let head = format!("sidle-state solved-positions 2 {length} {:016x}\n", 0);
    let table = scratch("promise.table", head.as_bytes());
    let file = fs::File::options().write(true).open(&table);
    file.and_then(|file| file.set_len(80 * MEGABYTE))
        .expect("a hole");
    let [small, large, table] = [&small, &large, &table].map(|path| path.to_str().expect("a name"));
    let made = measured(&["graph", "convert", small, large]).ran;
    assert_eq!(made.code, Some(0), "{made:?}");
    let runs: [&[&str]; 6] = [
        &["graph", "label", large],
        &["graph", "gamma", large],
        &["graph", "quotient", large],
        &["graph", "convert", large, "-"],
        &["tokens", "--at", "5", large],
        &["value", "Domineering", "..|..", "--table", table],
    ];
    for run in runs {
        stopped(&[run, &["--max-memory", "20M"]].concat(), 20.0, 20);
    }
    // With room for all of it it is taken.
    let tokens = ["tokens", "--at", "5", large, "--max-memory", "2G"];
    let taken = measured(&tokens).ran;
    assert_eq!(taken.code, Some(0), "{taken:?}");
    for path in [small, large, table] {
        fs::remove_file(path).expect("removed");
    }
}

/// A number of threads that no machine has is refused before one is started.
#[test]
fn threads_are_bounded() {
    let runs: [&[&str]; 8] = [
        &["octal", "--all-digits", "1", "--table"],
        &["misere", "quotient", "--all-digits", "1"],
        &["unicycle", "LLRR"],
        &["graph", "label", "-"],
        &["blocks", "solve", "-"],
        &["logic", "solve", "-"],
        &["value", "Domineering", ".."],
        &["outcome", "Domineering", ".."],
    ];
    for run in runs {
        for threads in ["1025", "100000", "0", "-1"] {
            let arguments = [run, &["--threads", threads]].concat();
            let ran = measured(&arguments).ran;
            assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
            assert!(
                ran.stderr.contains("--threads") || threads == "-1",
                "{ran:?}"
            );
        }
    }
}

/// Lists of one or two numbers are the smallest blocks there are.
#[test]
fn many_small_blocks_stay_within_the_limit() {
    let play = ["misere", "play", "0.77", "--at=500000000,12"];
    stopped(&[&play[..], &["--max-memory", "60M"]].concat(), 60.0, 60);
}

#[test]
fn an_output_never_replaces_its_input() {
    let board = scratch("input.txt", b"0 1\n1 2\n");
    let path = board.to_str().expect("a name");
    for arguments in [
        &["graph", "label", "-o", path, path][..],
        &["graph", "gamma", "--certify", path, path],
        &["graph", "quotient", "-o", path, path],
        &["graph", "convert", path, path],
        &["tokens", "--at", "0", "-o", path, path],
    ] {
        let ran = measured(arguments).ran;
        assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
        assert!(ran.stderr.contains("would replace the input"), "{ran:?}");
    }
    assert_eq!(fs::read(&board).expect("there"), b"0 1\n1 2\n");
    // And a minus is the standard output.
    let run = |arguments: &[&str]| finish(command(arguments).spawn().expect("started"));
    let label = run(&["graph", "label", "-o", "-", path]);
    assert!(label.stdout.contains('P'), "{label:?}");
    let text = run(&["graph", "convert", path, "-"]);
    assert!(text.stdout.contains("0 1"), "{text:?}");
    let proof = run(&["graph", "gamma", "--certify", "-", path]);
    assert!(
        proof.stdout.starts_with('{') && proof.stderr.contains("gamma"),
        "{proof:?}"
    );
    fs::remove_file(&board).expect("removed");
}
