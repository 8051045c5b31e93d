//! `cargo xtask soak`: one calculator, many random lines, and a look at its memory and at every answer.
//!
//! Half of the lines make sense (games, definitions, comparisons, lists), some have mistakes, and some are bytes that
//! mean nothing. Every line must be answered by one line. The memory goes up and down, since what a session computed is forgotten now and then;
//! its peak in the second half may be a tenth above that in the first.

use std::{
    fs,
    io::{BufRead, BufReader, BufWriter, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};

use crate::runner::cargo;

/// How many lines may wait for their answers.
const AHEAD: usize = 1_000;
/// How long the calculator may be silent; a line may take a second.
const PATIENCE: Duration = Duration::from_secs(120);

/// Feeds so many lines (1,000,000 unless given); false if memory grew.
pub(crate) fn run(root: &Path, arguments: &[String]) -> anyhow::Result<bool> {
    let lines: usize = match arguments {
        [] => 1_000_000,
        [count] => count.parse().context("the number of lines")?,
        _ => bail!("cargo xtask soak [LINES]"),
    };
    ensure!(lines >= 1_000, "fewer than 1,000 lines show nothing");
    let mut build = cargo(root);
    build.args(["build", "--release", "--package", "sidle-cli"]);
    ensure!(build.status()?.success(), "the calculator does not build");
    let mut calculator = Command::new(root.join("target/release/sidle"))
        .args(["eval", "--stdin", "--timeout", "1", "--max-memory", "1G"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let measured = feed(&mut calculator, lines);
    let _ = calculator.kill();
    calculator.wait()?;
    let (first, second) = peaks(&measured?);
    println!(
        "{lines} lines answered; at most {first} MB in the first half, {second} MB in the second"
    );
    Ok(second * 10 <= first * 11)
}

/// The largest readings of the two halves.
fn peaks(readings: &[usize]) -> (usize, usize) {
    let (first, second) = readings.split_at(readings.len() / 2);
    let peak = |half: &[usize]| half.iter().copied().max().unwrap_or(0);
    (peak(first), peak(second))
}

/// Memory in MB after every hundredth of the lines.
fn feed(calculator: &mut Child, lines: usize) -> anyhow::Result<Vec<usize>> {
    let answered = Arc::new(AtomicUsize::new(0));
    let output = calculator.stdout.take().context("standard output")?;
    let count = Arc::clone(&answered);
    thread::spawn(move || {
        for _ in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            count.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut input = BufWriter::new(calculator.stdin.take().context("standard input")?);
    let mut random = Random(fastrand::Rng::with_seed(1));
    let mut readings = Vec::new();
    for sent in 0..lines {
        if sent % (lines / 100) == 0 {
            wait(&mut input, &answered, sent)?;
            let now = resident(calculator.id())?;
            readings.push(now);
            if sent % (lines / 10) == 0 {
                println!("{sent} lines: {now} MB");
            }
        } else if sent % AHEAD == 0 {
            wait(&mut input, &answered, sent.saturating_sub(AHEAD))?;
        }
        input.write_all(&random.line())?;
    }
    wait(&mut input, &answered, lines)?;
    Ok(readings)
}

/// Waits until so many lines are answered.
fn wait(input: &mut impl Write, answered: &AtomicUsize, lines: usize) -> anyhow::Result<()> {
    input.flush().context("the calculator reads no more")?;
    let (mut before, mut since) = (0, Instant::now());
    loop {
        let now = answered.load(Ordering::Relaxed);
        if now >= lines {
            return Ok(());
        }
        if now > before {
            (before, since) = (now, Instant::now());
        }
        ensure!(since.elapsed() < PATIENCE, "silent after {now} answers");
        thread::sleep(Duration::from_millis(5));
    }
}

/// What the system says that a process holds, in MB.
fn resident(process: u32) -> anyhow::Result<usize> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))
        .context("memory is looked up in /proc")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next());
    let kilobytes: usize = kilobytes.context("VmRSS in /proc")?.parse()?;
    Ok(kilobytes / 1024)
}

/// A source of lines.
struct Random(fastrand::Rng);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0.u64(..n)
    }

    fn of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// A line with its end. It is never empty, for an empty line has no answer.
    fn line(&mut self) -> Vec<u8> {
        let mut line = match self.below(10) {
            0..4 => self.game(0).into_bytes(),
            4 => format!("x{} := {}", self.below(10), self.game(0)).into_bytes(),
            5 => format!(
                "(x{} + {}).{}",
                self.below(10),
                self.game(1),
                self.of(&METHODS)
            )
            .into_bytes(),
            6 => format!("{} <= {}", self.game(0), self.game(0)).into_bytes(),
            7 => format!("[n*{} for n from 1 to {}]", self.game(2), self.below(30)).into_bytes(),
            8 => [b"1+".to_vec(), self.damaged()].concat(),
            _ => [b"1+".to_vec(), self.bytes()].concat(),
        };
        line.retain(|byte| !matches!(byte, b'\n' | b'\r'));
        line.push(b'\n');
        line
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.below(80);
        (0..length).map(|_| self.below(256) as u8).collect()
    }

    /// A game with a few letters changed.
    fn damaged(&mut self) -> Vec<u8> {
        let mut line = self.game(0).into_bytes();
        for _ in 0..3 {
            let place = self.below(line.len() as u64) as usize;
            line[place] = self.of(&SIGNS).as_bytes()[0];
        }
        line
    }

    fn game(&mut self, depth: u32) -> String {
        match self.below(10) {
            3..7 if depth < 3 => format!("{{{}|{}}}", self.game(depth + 1), self.game(depth + 1)),
            7.. if depth < 3 => format!("({}+{})", self.game(depth + 1), self.game(depth + 1)),
            _ => self.of(&LEAVES).to_owned(),
        }
    }
}

const LEAVES: [&str; 16] = [
    "0", "1", "-2", "7", "1/2", "*", "*2", "^", "v", "on", "over", "upon", "*3", "1/4", "-3/4",
    "-5",
];
const METHODS: [&str; 8] = [
    "Temperature",
    "Mean",
    "Birthday",
    "RCF",
    "IsOdd",
    "OutcomeClass",
    "LeftStop",
    "AtomicWeight",
];
const SIGNS: [&str; 12] = ["{", "}", "|", "(", ")", "^", "*", "+", ":", "=", "\"", "9"];
