//! `sidle play RULESET POSITION`: a person against perfect play.

use std::process::ExitCode;

use sidle::{
    Position,
    core::Player,
    questions::{ChosenMove, PlayAnswer, PlayQuestion, Standing},
};

use super::{
    limits::Limits,
    output,
    play::{Side, persons_line},
};
use crate::{door, folders};

const WORDS: &str =
    "Type the number of a move or the board after it, or: moves, hint, undo, swap, draw, quit.";

/// A match at the terminal.
struct Match<'a> {
    limits: &'a Limits,
    /// The texts of the command line that errors may point into.
    texts: [(&'a str, &'a str); 2],
    question: PlayQuestion,
    person: Player,
}

/// What the person typed.
enum Word {
    Move(usize),
    Quit,
    Again,
}

/// Plays a position of a ruleset.
pub(crate) fn run(
    ruleset: &str,
    position: &str,
    first: Player,
    side: Side,
    limits: &Limits,
) -> anyhow::Result<ExitCode> {
    folders::check()?;
    let mut game = Match {
        limits,
        texts: [("rules", ruleset), ("position", position)],
        question: PlayQuestion::new((ruleset, position), first),
        person: match side {
            Side::First => first,
            Side::Second => -first,
        },
    };
    let start = game.state(false)?;
    output::line(&format!("You are {}. {WORDS}", game.person))?;
    game.play(start)?;
    Ok(ExitCode::SUCCESS)
}

/// The drawing of a position, or its notation.
fn board(position: &Position) -> String {
    let drawing = position.drawing();
    drawing.map_or_else(|| position.to_string(), |drawing| drawing.text)
}

impl Match<'_> {
    /// The match as it stands. The limits are those of each analysis.
    fn state(&self, advise: bool) -> anyhow::Result<PlayAnswer> {
        let question = PlayQuestion {
            advise,
            ..self.question.clone()
        };
        door::ask(&question, &self.limits.job(), "solving", &self.texts)
    }

    fn play(&mut self, start: PlayAnswer) -> anyhow::Result<()> {
        let mut state = start;
        loop {
            if state.winner.is_some() {
                output::line(&board(&state.position))?;
                return output::line(match state.mover == self.person {
                    true => "You cannot move: you lose.",
                    false => "I cannot move: you win.",
                });
            }
            if state.mover != self.person {
                let Some(best) = self.state(true)?.best else {
                    return Ok(());
                };
                self.question.moves.push(ChosenMove::Number(best.number));
                output::line(&format!("I move to {}", state.legal[best.number]))?;
                state = self.state(false)?;
                continue;
            }
            output::line(&board(&state.position))?;
            match self.persons_word(&state)? {
                Word::Move(number) => self.question.moves.push(ChosenMove::Number(number)),
                Word::Quit => return Ok(()),
                Word::Again => {}
            }
            state = self.state(false)?;
        }
    }

    /// Reads a line, and answers what is not a move.
    fn persons_word(&mut self, state: &PlayAnswer) -> anyhow::Result<Word> {
        let Some(line) = persons_line()? else {
            return Ok(Word::Quit);
        };
        let texts: Vec<String> = state.legal.iter().map(Position::to_string).collect();
        let word = line.trim();
        let named = texts
            .iter()
            .position(|text| text.eq_ignore_ascii_case(word));
        if let Some(number) = named {
            return Ok(Word::Move(number));
        }
        match word {
            "" | "draw" => {}
            "quit" | "exit" => return Ok(Word::Quit),
            "moves" => {
                for (number, text) in texts.iter().enumerate() {
                    output::line(&format!("{:>3}  {text}", number + 1))?;
                }
            }
            "hint" => {
                let advised = self.state(true)?;
                let text = match advised.standing {
                    Some(Standing::Wins) => "You can win.",
                    Some(Standing::Draws) => "Nobody can win by force.",
                    _ => "You lose if I make no mistake.",
                };
                let advice = advised
                    .best
                    .map(|best| format!(" Try {}.", texts[best.number]));
                output::line(&format!("{text}{}", advice.unwrap_or_default()))?;
            }
            "undo" => {
                // The engine's move, and the person's before it.
                match self.question.moves.len().checked_sub(2) {
                    Some(before) => self.question.moves.truncate(before),
                    None => output::line("There is nothing to take back.")?,
                }
            }
            "swap" => {
                self.person = -self.person;
                output::line(&format!("You are {} now.", self.person))?;
            }
            _ => match word.parse::<usize>() {
                Ok(number) if (1..=texts.len()).contains(&number) => {
                    return Ok(Word::Move(number - 1));
                }
                _ => output::line(&format!("`{word}` is not a move here. {WORDS}"))?,
            },
        }
        Ok(Word::Again)
    }
}
