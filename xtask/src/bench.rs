//! `cargo xtask bench`: runs every benchmark program of the workspace in release and prints their
//! rows once more, as one table.
//!
//! A benchmark is a `[[bench]]` target with `harness = false`: a program that asserts its answers
//! and prints Markdown rows (`| workload | … |`). Rows under equal heads are put together; other
//! lines are repeated as they are.

use std::{path::Path, time::Instant};

use anyhow::ensure;

use crate::{metadata::Metadata, runner};

/// Rows under one head.
struct Table {
    head: String,
    rows: Vec<String>,
}

/// Runs the benchmarks whose name contains one of the given words (all of them without words);
/// true if every program ended well.
pub(crate) fn run(root: &Path, arguments: &[String]) -> anyhow::Result<bool> {
    let split = arguments.iter().position(|argument| argument == "--");
    let (words, handed_on) = match split {
        Some(at) => (&arguments[..at], &arguments[at + 1..]),
        None => (arguments, &[][..]),
    };
    let chosen = choose(&Metadata::read(root)?, words);
    ensure!(!chosen.is_empty(), "no benchmark has a name with {words:?}");
    let mut tables = Vec::new();
    let mut endings = Vec::new();
    for (package, name) in &chosen {
        println!("\n==> {package}: {name}");
        let begin = Instant::now();
        let mut command = runner::cargo(root);
        command.args(["bench", "--locked", "-p", package, "--bench", name, "--"]);
        command.args(handed_on);
        let (good, rows) = runner::watch(&mut command, |line| !line.is_empty())?;
        collect(&mut tables, name, rows);
        endings.push((name.as_str(), good, begin.elapsed().as_secs_f64()));
    }
    show(&tables);
    println!();
    for (name, good, seconds) in &endings {
        let word = if *good { "ok" } else { "FAILED" };
        println!("{name:<24} {seconds:>7.1} s  {word}");
    }
    Ok(endings.iter().all(|(_, good, _)| *good))
}

fn choose(metadata: &Metadata, words: &[String]) -> Vec<(String, String)> {
    let mut chosen = Vec::new();
    for package in metadata.members() {
        for target in package.targets.iter().filter(|target| target.is_bench()) {
            if words.is_empty() || words.iter().any(|word| target.name.contains(word)) {
                chosen.push((package.name.clone(), target.name.clone()));
            }
        }
    }
    chosen
}

/// Sorts the rows a program printed under their heads; a head is a row before a rule `|---|`.
fn collect(tables: &mut Vec<Table>, name: &str, rows: Vec<String>) {
    let mut current = None;
    let mut lines = rows.into_iter().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with('|') {
            let at = position(tables, String::new());
            tables[at].rows.push(format!("{name}: {line}"));
            continue;
        }
        if lines.next_if(|next| is_rule(next)).is_some() {
            current = Some(position(tables, line));
            continue;
        }
        let at = *current.get_or_insert_with(|| position(tables, String::new()));
        tables[at].rows.push(format!("| {name} {line}"));
    }
}

fn position(tables: &mut Vec<Table>, head: String) -> usize {
    let found = tables.iter().position(|table| table.head == head);
    found.unwrap_or_else(|| {
        tables.push(Table {
            head,
            rows: Vec::new(),
        });
        tables.len() - 1
    })
}

fn is_rule(line: &str) -> bool {
    line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

fn show(tables: &[Table]) {
    println!("\n==> all figures");
    for table in tables {
        if !table.head.is_empty() {
            let columns = table.head.matches('|').count();
            println!("\n| benchmark {}", table.head);
            println!("{}|", "|---".repeat(columns));
        } else {
            println!();
        }
        for row in &table.rows {
            println!("{row}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_under_equal_heads_come_together() {
        let rows = |lines: &[&str]| lines.iter().map(|&line| line.to_owned()).collect();
        let mut tables = Vec::new();
        let head = "| workload | time |";
        collect(&mut tables, "a", rows(&[head, "|---|---:|", "| x | 1 |"]));
        collect(
            &mut tables,
            "b",
            rows(&[head, "| --- | --- |", "| y | 2 |"]),
        );
        collect(&mut tables, "c", rows(&["| z | 3 |", "plain"]));
        assert_eq!(tables.len(), 2);
        assert_eq!(tables[0].rows, ["| a | x | 1 |", "| b | y | 2 |"]);
        assert_eq!(tables[1].rows, ["| c | z | 3 |", "c: plain"]);
    }
}
