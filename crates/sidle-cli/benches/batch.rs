//! `sidle batch` against the streams of the verbs: the same 10,000 questions, and the ratio of their speeds. Prints Markdown.
//!
//! `cargo bench -p sidle-cli --bench batch`
#![allow(clippy::print_stdout, missing_docs)]

use std::{
    io::Write,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const EACH: usize = 5_000;
const ROUNDS: usize = 3;

fn boards() -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut row = |length: usize| -> String {
        (0..length)
            .map(|_| *random.choice(&['x', 'o', '.']).expect("three"))
            .collect()
    };
    (0..EACH)
        .map(|_| format!("{}|{}|{}", row(4), row(4), row(4)))
        .collect()
}

fn expressions() -> Vec<String> {
    let mut random = fastrand::Rng::with_seed(2);
    let mut number = || random.i32(-9..10);
    (0..EACH)
        .map(|_| {
            let [a, b, c, d] = [number(), number(), number(), number()];
            format!("{{{a}||{b}|{c}}} + {{{d}|{b}}}*2 - ^{}", d.rem_euclid(4))
        })
        .collect()
}

/// How long the program takes for its input, and how many lines it prints.
fn run(arguments: &[&str], input: &str) -> (Duration, usize) {
    let begun = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("started");
    let mut to = child.stdin.take().expect("a pipe");
    let output = thread::scope(|scope| {
        scope.spawn(move || to.write_all(input.as_bytes()).expect("the child reads"));
        child.wait_with_output().expect("it ends")
    });
    assert!(output.status.success(), "{arguments:?}");
    let lines = output.stdout.iter().filter(|byte| **byte == b'\n').count();
    (begun.elapsed(), lines)
}

/// The best of several rounds.
fn best(arguments: &[&str], input: &str, lines: usize) -> Duration {
    let rounds = (0..ROUNDS).map(|_| {
        let (took, printed) = run(arguments, input);
        assert!(printed >= lines, "{arguments:?}: {printed} lines");
        took
    });
    rounds.min().expect("a round")
}

fn main() {
    let (boards, expressions) = (boards(), expressions());
    let value = best(
        &["value", "Clobber", "--stdin", "--json"],
        &(boards.join("\n") + "\n"),
        EACH,
    );
    let eval = best(
        &["eval", "--stdin", "--json"],
        &(expressions.join("\n") + "\n"),
        EACH,
    );
    let questions = boards.iter().zip(&expressions).enumerate().map(|(at, (board, line))| {
        format!(
            "{{\"id\":{},\"question\":{{\"ask\":\"value\",\"of\":{{\"rules\":\"Clobber\",\"position\":\"{board}\"}}}}}}\n\
             {{\"id\":{},\"question\":{{\"ask\":\"evaluate\",\"line\":\"{line}\"}}}}\n",
            2 * at,
            2 * at + 1
        )
    });
    let batch = best(&["batch"], &questions.collect::<String>(), 2 * EACH);
    let verbs = value + eval;
    println!("| 10,000 questions | value --stdin | eval --stdin | batch | speed of batch |");
    println!("|---|---:|---:|---:|---:|");
    println!(
        "| half positions, half lines | {:.2} s | {:.2} s | {:.2} s | {:.0} % |",
        value.as_secs_f64(),
        eval.as_secs_f64(),
        batch.as_secs_f64(),
        100.0 * verbs.as_secs_f64() / batch.as_secs_f64()
    );
}
