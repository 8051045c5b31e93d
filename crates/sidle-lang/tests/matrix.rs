//! Every method with every kind of receiver and argument, under small limits: a value, an error or a stop,
//! never a panic, and never long after the limit.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use sidle_core::Meter;
use sidle_lang::{Format, Session};

const RECEIVERS: [&str; 27] = [
    "0",
    "-7",
    "3/8",
    "1/3",
    "2^5000",
    "-(10^300)",
    "inf",
    "*",
    "*4000000000",
    "^",
    "1000000*^",
    "-3v*7",
    "{3|1}",
    "{10^40||1|-2}",
    "+-{4|{2|^}}",
    "Tiny(5)",
    "over",
    "dud",
    "on & off",
    "a{0|{*|a}}",
    "'{*|*}'",
    "[]",
    "[1,^,[2,{3|1}]]",
    "{1,*,over}",
    "{1 => ^, \"a\" => []}",
    "\"text ↑\"",
    "x -> x",
];

const ARGUMENTS: [&str; 14] = [
    "",
    "(0)",
    "(-1)",
    "(1/2)",
    "(2^4000)",
    "(*4000000000)",
    "({3|1})",
    "(over)",
    "([1,[2,^]])",
    "(\"x\")",
    "(x -> x)",
    "(Left)",
    "(1, 2)",
    "(Right, [1], {0|0})",
];

fn meter() -> Meter {
    let start = Instant::now();
    Meter::new()
        .with_max_nodes(2_000)
        .with_max_bytes(64 << 20)
        .with_deadline(move || start.elapsed(), Duration::from_millis(3))
}

#[test]
fn every_method_with_every_kind_of_argument() {
    let mut session = Session::new();
    let methods = session.methods();
    assert!(methods.len() > 100, "{}", methods.len());
    let (mut answered, mut failures) = (0, Vec::new());
    for receiver in RECEIVERS {
        for method in &methods {
            for arguments in ARGUMENTS {
                let source = format!("({receiver}).{method}{arguments}");
                let start = Instant::now();
                let run = catch_unwind(AssertUnwindSafe(|| {
                    if let Ok(answers) = session.evaluate(&source, &meter()) {
                        answered += 1;
                        for answer in &answers {
                            let _ = session.show(answer, Format::Plain, &meter());
                        }
                    }
                }));
                let time = start.elapsed();
                if run.is_err() {
                    failures.push(format!("{source}: a panic"));
                    session = Session::new();
                } else if time > Duration::from_secs(5) {
                    failures.push(format!("{source}: {time:?}"));
                }
            }
        }
        // What was computed for one receiver does not help the next.
        session = Session::new();
    }
    assert!(answered > 1000, "{answered}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
