//! Inputs made to break a calculator: an answer, an error or a metered stop, never a crash.

use crate::program::{Ran, sidle, sidle_reading};

/// Neither a signal (stack overflow, out of memory) nor a panic.
#[track_caller]
fn survives(ran: &Ran) {
    let short: String = ran.stderr.chars().take(300).collect();
    assert!(
        matches!(ran.code, Some(0 | 2 | 3)),
        "{:?}: {short}",
        ran.code
    );
    assert!(!ran.stderr.contains("panicked"), "{short}");
}

fn answer(expression: &str) -> String {
    let ran = sidle_reading(&["eval", "--stdin"], expression.as_bytes());
    survives(&ran);
    ran.good()
}

#[test]
fn games_nested_a_hundred_thousand_deep() {
    let depth = 100_000;
    let deep = "{".repeat(depth) + "0" + &"|0}".repeat(depth);
    let ran = sidle_reading(&["run", "--timeout", "60", "-"], deep.as_bytes());
    survives(&ran);
    let unclosed = "{".repeat(depth);
    assert!(answer(&unclosed).starts_with("error: "));
    for (open, close) in [("(", ")"), ("[", "]"), ("-(", ")"), ("{|", "}")] {
        let text = open.repeat(depth) + "1" + &close.repeat(depth);
        survives(&sidle_reading(
            &["run", "--timeout", "60", "-"],
            text.as_bytes(),
        ));
    }
    survives(&sidle_reading(
        &["run", "--timeout", "60", "-"],
        "-".repeat(depth).as_bytes(),
    ));
    let sum = "1+".repeat(depth) + "1";
    assert_eq!(answer(&sum), "100001\n");
}

#[test]
fn large_nimbers_and_large_numbers() {
    assert_eq!(answer("*100000"), "*100000\n");
    assert_eq!(answer("*100000 + *100000"), "0\n");
    let expected = "1000000000000000000000000000000/2^200 + ^";
    let text = answer("10^30/2^200 + ^");
    assert!(!text.starts_with("error"), "{text} for {expected}");
    assert_eq!(answer("10^30/2^200 + ^ - ^ == 10^30/2^200"), "true\n");
}

#[test]
fn twenty_thousand_options() {
    let options: Vec<String> = (0..20_000).map(|n| n.to_string()).collect();
    let game = format!("{{{}|20000}}", options.join(","));
    assert_eq!(answer(&game), "39999/2\n");
    let stars: Vec<String> = (0..20_000).map(|n| format!("*{n}")).collect();
    let ran = sidle_reading(
        &["run", "--timeout", "20", "-"],
        format!("{{{0}|{0}}}", stars.join(",")).as_bytes(),
    );
    survives(&ran);
    if ran.code == Some(0) {
        assert_eq!(ran.stdout, "*20000\n");
    }
}

#[test]
fn texts_and_lists_that_double() {
    let text = answer("x := \"a\"; for n from 1 to 60 do x := x + x end");
    assert!(text.starts_with("error: "), "{text}");
    let list = "x := [1]; for n from 1 to 60 do x := x Concat x end";
    assert_eq!(sidle(&["eval", "--max-memory", "50M", list]).code, Some(3));
    assert_eq!(sidle(&["eval", "--max-nodes", "1M", list]).code, Some(3));
}

#[test]
fn garbage_of_every_kind() {
    let mut garbage = vec![0; 50_000];
    fastrand::Rng::with_seed(1).fill(&mut garbage);
    let lines = garbage.split(|&byte| byte == b'\n').count();
    let ran = sidle_reading(&["eval", "--stdin"], &garbage);
    survives(&ran);
    assert_eq!(ran.stdout.lines().count(), lines);
    survives(&sidle_reading(&[], &garbage));
    survives(&sidle_reading(&["--interactive"], &garbage));
}

#[test]
fn a_long_unclosed_script_takes_no_quadratic_time() {
    let script = "{1,\n".repeat(50_000);
    let ran = sidle_reading(&["run", "-"], script.as_bytes());
    assert_eq!(ran.code, Some(2), "{}", ran.stderr.len());
}

#[test]
fn an_argument_that_is_no_text_is_bad_usage() {
    survives(&sidle(&["eval", "\u{fffd}"]));
    #[cfg(unix)]
    {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        let status = crate::program::command(&["eval"])
            .arg(OsStr::from_bytes(b"\xff"))
            .status()
            .expect("the binary starts");
        assert_eq!(status.code(), Some(2));
    }
}

/// Tables whose columns are wider than `format!` can pad.
#[test]
fn columns_wider_than_65_535() {
    let table = "Table([[10^70000,1],[1,2]])\n1+1\n";
    let lines = answer(table);
    assert_eq!(lines.lines().count(), 2);
    assert!(lines.ends_with("\n2\n") && lines.len() > 2 * 70_000);
    let board = "xo".to_owned() + &".".repeat(70_000);
    let moves = sidle(&["moves", "Clobber", &board, "--timeout", "60"]);
    survives(&moves);
    assert!(moves.good().lines().count() > 2);
    let name = "v".repeat(70_000);
    let graph = format!("start a\na L {name}\n{name} R a\n");
    for verb in ["matrix", "sidle"] {
        let mut arguments = vec!["loopy", verb, "-"];
        if verb == "sidle" {
            arguments.push("--trace");
        }
        let ran = sidle_reading(&arguments, graph.as_bytes());
        survives(&ran);
        assert!(ran.good().contains(&name), "{verb}");
    }
}

/// One value of this table has more than 75,000 characters.
#[test]
fn a_table_of_long_values() {
    let ran = sidle(&["table", "Clobber", "2", "8", "--timeout", "300"]);
    survives(&ran);
    assert_eq!(ran.good().lines().count(), 4);
}
