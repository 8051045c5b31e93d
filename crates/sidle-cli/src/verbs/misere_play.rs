//! `sidle play misere`: a person against the misère quotient, in the terminal.

use std::process::ExitCode;

use clap::Args;
use sidle::{
    Job,
    impartial::quotient::HeapMove,
    questions::{HeapMovesAnswer, HeapMovesQuestion},
};

use super::{
    entries,
    limits::Limits,
    output,
    play::{Side, persons_line},
};
use crate::{door, process::interrupt};

const EXAMPLES: &str = "\
Examples:
  sidle play misere 0.77 --at 5,9,12
  sidle play misere 0.07 --at 8,8,20 --as second

Who cannot move wins. A move is written as a heap and what is left of it: `9 4 4` or `9 -> 4+4`, and `1` or `1 -> 0` if
nothing is left. Other words: moves, hint, quit.";

/// Play a heap game under the misère rule against its quotient
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A code such as 0.77
    code: String,

    /// The heaps, such as 5,9,12
    #[arg(long, value_name = "HEAPS", value_parser = entries::heaps, required = true)]
    at: Vec<entries::Heaps>,

    /// Who you are
    #[arg(long = "as", value_enum, value_name = "WHO", default_value_t)]
    side: Side,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut game = Game {
        question: HeapMovesQuestion {
            code: arguments.code.clone(),
            at: arguments.at.concat(),
            misere: true,
            all: true,
            ..HeapMovesQuestion::default()
        },
        limits: arguments.limits.clone(),
    };
    game.play(arguments.side)?;
    Ok(ExitCode::SUCCESS)
}

struct Game {
    question: HeapMovesQuestion,
    limits: Limits,
}

impl Game {
    /// The position and its moves. The limits are those of each analysis; the clock is paused while waiting for input.
    fn position(&self) -> anyhow::Result<HeapMovesAnswer> {
        let job: Job = self.limits.job();
        let code = self.question.code.as_str();
        let answer = door::ask(
            &self.question,
            &job,
            "looking at the moves",
            &[("code", code)],
        );
        interrupt::end();
        answer
    }

    fn play(&mut self, side: Side) -> anyhow::Result<()> {
        let mut position = self.position()?;
        output::line("Who cannot move wins. Type a move such as `9 4 4`, or moves, hint, quit.")?;
        let mut persons_turn = side == Side::First;
        loop {
            let Some(first) = position.moves.iter().flatten().next() else {
                return output::line(if persons_turn {
                    "You cannot move: you win."
                } else {
                    "I cannot move: I win."
                });
            };
            if persons_turn {
                output::line(&format!("Heaps {}", HeapMove::heaps_text(&position.heaps)))?;
                match self.persons_move(&position)? {
                    Some(next) => position = next,
                    None => return Ok(()),
                }
            } else {
                // Moves that lose are made only if there are no others.
                let chosen = position.winning_moves.first().unwrap_or(first).clone();
                output::line(&format!("I move {chosen}"))?;
                self.question.made.push(chosen);
                position = self.position()?;
            }
            persons_turn = !persons_turn;
        }
    }

    /// Reads lines until one is a move, and returns the position after it; none if the person leaves.
    fn persons_move(
        &mut self,
        position: &HeapMovesAnswer,
    ) -> anyhow::Result<Option<HeapMovesAnswer>> {
        loop {
            let Some(line) = persons_line()? else {
                return Ok(None);
            };
            let line = line.replace("->", " ").replace('+', " ");
            let words: Vec<&str> = line.split_whitespace().collect();
            let numbers: Result<Vec<u32>, _> = words.iter().map(|word| word.parse()).collect();
            match (&words[..], numbers) {
                ([], _) => {}
                (["quit" | "exit"], _) => return Ok(None),
                (["moves"], _) => {
                    let moves = position.moves.iter().flatten().map(HeapMove::to_string);
                    output::line(&moves.collect::<Vec<_>>().join(", "))?;
                }
                (["hint"], _) => output::line(&match position.winning_moves.first() {
                    Some(winning) => format!("You win. Try {winning}."),
                    None => "You lose if I make no mistake.".to_owned(),
                })?,
                (_, Ok(numbers)) => {
                    let mut left = numbers[1..].to_vec();
                    left.retain(|&heap| heap > 0);
                    let heap = numbers[0];
                    self.question.made.push(HeapMove { heap, left });
                    match self.position() {
                        Ok(next) => return Ok(Some(next)),
                        Err(error) if door::is_refusal(&error) => {
                            self.question.made.pop();
                            output::line(&format!("{error}; `moves` lists them."))?;
                        }
                        Err(error) => return Err(error),
                    }
                }
                _ => output::line(
                    "A move is a heap and what is left of it, such as `9 4 4`. Other words: moves, hint, quit.",
                )?,
            }
        }
    }
}
