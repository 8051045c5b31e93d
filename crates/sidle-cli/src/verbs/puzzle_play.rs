//! Puzzles played by a person in the terminal: a board is shown, a line is typed, the board is shown again.

use std::{
    io::{self, BufRead, Write},
    process::ExitCode,
};

use sidle::{
    core::{Meter, columns},
    logic::{
        blocks::{self, Frame, Metric, Options, Puzzle},
        hitori::{Board, Cell, explain, is_solution},
    },
};

use super::output::line;

/// `1 move`, `2 moves`.
pub(super) fn moves(count: u64) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} move{ending}")
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

/// The board with painted cells in brackets.
pub(super) fn painted_text(board: &Board, painted: &[Cell]) -> String {
    let rows = board.rows();
    let wide = rows
        .iter()
        .flatten()
        .map(|label| columns::width_of(label))
        .max()
        .unwrap_or(1);
    let cell = |r: usize, c: usize, label: &str| {
        if painted.contains(&(r, c)) {
            format!("[{}]", columns::flush_right(label, wide))
        } else {
            format!(" {} ", columns::flush_right(label, wide))
        }
    };
    let lines: Vec<String> = rows
        .iter()
        .enumerate()
        .map(|(r, row)| {
            let cells: Vec<String> = row
                .iter()
                .enumerate()
                .map(|(c, label)| cell(r, c, label))
                .collect();
            cells.concat().trim_end().to_owned()
        })
        .collect();
    lines.join("\n")
}

/// Hitori: cells are painted and cleared.
pub(super) fn hitori(board: &Board) -> anyhow::Result<ExitCode> {
    line("type a row and a column (from 0) to paint a cell or clear it; hint, check, undo, quit")?;
    line(&painted_text(board, &[]))?;
    let mut painted: Vec<Cell> = Vec::new();
    let mut history: Vec<Vec<Cell>> = Vec::new();
    converse("hitori> ", |typed| {
        match typed {
            "undo" => match history.pop() {
                Some(before) => painted = before,
                None => line("there is nothing to undo")?,
            },
            "check" => {
                let verdict = if is_solution(board, &painted) {
                    "solved"
                } else {
                    "not yet a solution"
                };
                line(verdict)?;
            }
            "hint" => {
                let why = explain(board, &Meter::unlimited())?;
                let next = why
                    .steps
                    .iter()
                    .find(|step| step.painted != painted.contains(&step.cell));
                line(next.map_or("nothing more is forced", |step| step.text.as_str()))?;
                return Ok(true);
            }
            _ => {
                let numbers: Vec<Option<usize>> = typed
                    .split(|c: char| c.is_whitespace() || c == ',')
                    .filter(|word| !word.is_empty())
                    .map(|word| word.parse().ok())
                    .collect();
                match numbers.as_slice() {
                    &[Some(r), Some(c)] if r < board.height() && c < board.width() => {
                        history.push(painted.clone());
                        match painted.iter().position(|&cell| cell == (r, c)) {
                            Some(place) => {
                                painted.remove(place);
                            }
                            None => painted.push((r, c)),
                        }
                    }
                    _ => {
                        let (height, width) = (board.height(), board.width());
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
        line(&painted_text(board, &painted))?;
        if is_solution(board, &painted) {
            line("solved")?;
            return Ok(false);
        }
        Ok(true)
    })
}

/// Sliding blocks: a piece and its steps.
pub(super) fn sliding(puzzle: &Puzzle, metric: Metric) -> anyhow::Result<ExitCode> {
    line("type a piece and its steps, such as `a UR`; hint, undo, quit")?;
    let mut frames = vec![Frame::start(puzzle)];
    line(&frames[0].rows.join("\n"))?;
    converse("blocks> ", |typed| {
        let now = frames[frames.len() - 1].clone();
        match typed {
            "undo" => {
                if frames.len() > 1 {
                    frames.pop();
                } else {
                    line("there is nothing to undo")?;
                }
            }
            "hint" => {
                let here = puzzle.starting_at(&now.corners);
                let options = Options {
                    metric,
                    ..Options::default()
                };
                let solution =
                    blocks::solve(&here, options, &Meter::new().with_max_nodes(5_000_000))?;
                match (solution.length, solution.moves.first()) {
                    (Some(left), Some((name, path))) => {
                        line(&format!("{name} {path} ({} to go)", moves(left)))?;
                    }
                    _ if solution.stop.is_some() => line("this is too far from the goal to say")?,
                    _ => line("the goal cannot be reached from here")?,
                }
                return Ok(true);
            }
            _ => {
                let mut words = typed.split_whitespace();
                let name = words.next().and_then(|word| {
                    let mut letters = word.chars();
                    letters.next().filter(|_| letters.next().is_none())
                });
                let path: String = words
                    .flat_map(str::chars)
                    .flat_map(char::to_uppercase)
                    .collect();
                let moved = name.map(|name| puzzle.moved(&now, name, &path));
                match moved {
                    Some(Ok(next)) if !path.is_empty() => frames.push(next),
                    Some(Err(error)) => {
                        line(&error.to_string())?;
                        return Ok(true);
                    }
                    _ => {
                        line("type a piece and its steps, such as `a UR`; hint, undo or quit")?;
                        return Ok(true);
                    }
                }
            }
        }
        let now = &frames[frames.len() - 1];
        line(&now.rows.join("\n"))?;
        if puzzle.is_solved(now, false) {
            line(&format!("solved in {}", moves(frames.len() as u64 - 1)))?;
            return Ok(false);
        }
        Ok(true)
    })
}
