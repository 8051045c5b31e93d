//! One calculator for very many lines: it answers every one, and its memory does not grow.
//!
//! `SIDLE_SOAK_LINES=1000000 cargo test --release -p sidle-cli --test binary soak` is the long form.

use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
};

use crate::program::{command, finish};

/// A generator that needs no crate.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len() as u64) as usize]
    }

    fn game(&mut self, depth: u32) -> String {
        if depth == 0 || self.below(3) == 0 {
            let n = self.below(40);
            return match self.below(6) {
                0 => format!("{n}"),
                1 => format!("{n}/16"),
                2 => format!("*{n}"),
                3 => "^*".to_owned(),
                4 => format!("v{}", n + 1),
                _ => self.pick(&["over", "0", "-1", "x", "Tiny(2)"]).to_owned(),
            };
        }
        let (left, right) = (self.game(depth - 1), self.game(depth - 1));
        match self.below(5) {
            0 => format!("({left}) + ({right})"),
            1 => format!("-({left})"),
            _ => format!("{{{left}|{right}}}"),
        }
    }

    fn line(&mut self) -> String {
        match self.below(12) {
            0 => format!("x := {}", self.game(2)),
            1 => format!("({}).Mean", self.game(2)),
            2 => format!("({}).LeftOptions", self.game(3)),
            3 => format!("({}) > ({})", self.game(2), self.game(2)),
            4 => self
                .pick(&["{1|", "1 +", ")", "y", "1/0", "§", "x.Nothing"])
                .to_owned(),
            5 => (0..self.below(30))
                .map(|_| (32 + self.below(95)) as u8 as char)
                .collect(),
            6 if self.below(200) == 0 => "[n for n from 1 to 100000000]".to_owned(),
            _ => self.game(3),
        }
    }
}

fn resident(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.expect("its memory")
}

#[test]
fn soak() {
    let lines: u64 = env::var("SIDLE_SOAK_LINES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(3_000);
    let mut child = command(&[
        "eval",
        "--stdin",
        "--timeout",
        "30ms",
        "--max-memory",
        "400M",
    ])
    .spawn()
    .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut random = Random(7);
    let (mut early, mut late) = (0, 0);
    let mut answer = String::new();
    for number in 0..lines {
        let line = random.line();
        writeln!(stdin, "{line}").expect("a line is sent");
        answer.clear();
        let size = stdout.read_line(&mut answer).expect("an answer");
        assert!(size > 0, "line {number}, {line:?}, has no answer");
        if number.is_multiple_of(100) {
            let now = resident(child.id());
            if number < lines / 10 {
                early = early.max(now);
            } else {
                late = late.max(now);
            }
        }
    }
    drop(stdin);
    assert_eq!(finish(child).code, Some(0));
    // A short run has not seen its first tidying yet.
    let allowed = (early + early / 10).max(110 << 10);
    assert!(late <= allowed, "{early} kB, then {late} kB");
}
