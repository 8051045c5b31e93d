//! Puzzles played by a person in the terminal: a board is shown, a line is typed, the board is shown again.

use std::{
    io::{self, BufRead, Write},
    path::Path,
    process::ExitCode,
};

use sidle::{
    Ask, Report, Source, Style,
    logic::blocks::Metric,
    questions::{BlocksPlayQuestion, HitoriPlayQuestion},
};

use super::{limits::Limits, output::line};
use crate::{door, process::interrupt};

/// Reads the file of a puzzle once: a pipe cannot be read again after each move.
pub(super) fn read(path: &Path, limits: &Limits) -> anyhow::Result<Source> {
    let job = limits.job();
    let text = door::stream(path, &job).text(door::workspace(), &job)?;
    Ok(Source::Text(text))
}

/// Asks a question while a person waits; Ctrl-C ends the program again afterwards.
pub(super) fn ask<Q: Ask>(question: &Q, limits: &Limits) -> anyhow::Result<Q::Answer> {
    let answer = door::ask(question, &limits.job(), "valuing", &[]);
    interrupt::end();
    answer
}

/// Reads lines until `quit` or the end; `answer` says whether to go on.
fn converse(
    prompt: &str,
    mut answer: impl FnMut(&str) -> anyhow::Result<bool>,
) -> anyhow::Result<ExitCode> {
    let stdin = io::stdin();
    loop {
        let mut out = io::stdout().lock();
        out.write_all(prompt.as_bytes())?;
        out.flush()?;
        drop(out);
        let mut typed = Vec::new();
        if stdin.lock().read_until(b'\n', &mut typed)? == 0 {
            line("")?;
            return Ok(ExitCode::SUCCESS);
        }
        match String::from_utf8_lossy(&typed).trim() {
            "" => {}
            "quit" | "q" | "exit" => return Ok(ExitCode::SUCCESS),
            words => {
                if !answer(words)? {
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
    }
}

/// Hitori: cells are painted and cleared.
pub(super) fn hitori(file: &Path) -> anyhow::Result<ExitCode> {
    let limits = &Limits::default();
    let mut game = HitoriPlayQuestion {
        board: read(file, limits)?,
        moves: Vec::new(),
        hint: false,
    };
    let start = ask(&game, limits)?;
    let (height, width) = start.size;
    line("type a row and a column (from 0) to paint a cell or clear it; hint, check, undo, quit")?;
    line(&start.text(Style::Plain))?;
    converse("hitori> ", |typed| {
        match typed {
            "undo" => {
                if game.moves.pop().is_none() {
                    line("there is nothing to undo")?;
                }
            }
            "check" => line(match ask(&game, limits)?.solved {
                true => "solved",
                false => "not yet a solution",
            })?,
            "hint" => {
                let hint = HitoriPlayQuestion {
                    hint: true,
                    ..game.clone()
                };
                let hint = ask(&hint, limits)?.hint;
                let text = hint.as_ref().map(|step| step.text.as_str());
                line(text.unwrap_or("nothing more is forced"))?;
                return Ok(true);
            }
            _ => {
                let words = typed.split(|c: char| c.is_whitespace() || c == ',');
                let words = words.filter(|word| !word.is_empty());
                let numbers: Vec<Option<usize>> = words.map(|word| word.parse().ok()).collect();
                match numbers.as_slice() {
                    &[Some(r), Some(c)] if r < height && c < width => game.moves.push((r, c)),
                    _ => {
                        line(&format!(
                            "type a row (0 to {}) and a column (0 to {}), hint, check, undo or quit",
                            height - 1,
                            width - 1
                        ))?;
                        return Ok(true);
                    }
                }
            }
        }
        let now = ask(&game, limits)?;
        line(&now.text(Style::Plain))?;
        if now.solved {
            line("solved")?;
        }
        Ok(!now.solved)
    })
}

/// Sliding blocks: a piece and its steps.
pub(super) fn sliding(file: &Path, metric: Metric) -> anyhow::Result<ExitCode> {
    let limits = &Limits::default();
    let mut game = BlocksPlayQuestion::new(read(file, limits)?, metric);
    let start = ask(&game, limits)?;
    line("type a piece and its steps, such as `a UR`; hint, undo, quit")?;
    line(&start.text(Style::Plain))?;
    converse("blocks> ", |typed| {
        match typed {
            "undo" => {
                if game.moves.pop().is_none() {
                    line("there is nothing to undo")?;
                }
            }
            "hint" => {
                let hint = BlocksPlayQuestion {
                    hint: true,
                    ..game.clone()
                };
                let hint = ask(&hint, limits)?.hint;
                line(&hint.map(|hint| hint.to_string()).unwrap_or_default())?;
                return Ok(true);
            }
            _ => {
                let mut words = typed.split_whitespace();
                let name = words.next().and_then(|word| {
                    let mut letters = word.chars();
                    letters.next().filter(|_| letters.next().is_none())
                });
                let path: String = words.flat_map(str::chars).collect();
                match name {
                    Some(name) if !path.is_empty() => {
                        game.moves.push((name, path.to_uppercase()));
                    }
                    _ => {
                        line("type a piece and its steps, such as `a UR`; hint, undo or quit")?;
                        return Ok(true);
                    }
                }
            }
        }
        match ask(&game, limits) {
            Ok(now) => {
                line(&now.text(Style::Plain))?;
                Ok(!now.solved)
            }
            Err(error) => {
                game.moves.pop();
                line(&error.to_string())?;
                Ok(true)
            }
        }
    })
}
