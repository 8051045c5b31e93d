//! `sidle play RULESET POSITION`: a person against perfect play.

use std::{process::ExitCode, time::Instant};

use sidle::{
    core::Player,
    lang::{Diagnostic, Session},
    positions::{self, Match, Standing},
    solve::Position,
};

use super::{
    limits::Limits,
    output,
    play::{Side, persons_line},
    style::Style,
};
use crate::{calculator::Calculator, folders};

const WORDS: &str =
    "Type the number of a move or the board after it, or: moves, hint, undo, swap, draw, quit.";

/// A match at the terminal.
struct Table {
    calculator: Calculator,
    game: Match,
    person: Player,
}

/// What the person typed.
enum Word {
    Move(Position),
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
    let ruleset = folders::ruleset(ruleset)?;
    let source = positions::written(&ruleset, position)?;
    let mut calculator = Calculator::new(limits, &Style::default());
    let start = match calculator.work(|session, meter| session.position(&source, meter)) {
        Ok(start) => start,
        Err(error) => return calculator.report(&source, &error, None),
    };
    let mut table = Table {
        calculator,
        game: Match::new(start, first),
        person: match side {
            Side::First => first,
            Side::Second => -first,
        },
    };
    let name = name_of(table.person);
    output::line(&format!("You are {name}. {WORDS}"))?;
    match table.play() {
        Ok(played) => played.map(|()| ExitCode::SUCCESS),
        Err(error) => table.calculator.report(&source, &error, None),
    }
}

fn name_of(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
    }
}

type Played<T> = Result<anyhow::Result<T>, Diagnostic>;

/// `?` for what is printed, inside what is computed.
macro_rules! print_line {
    ($text:expr) => {
        if let Err(error) = output::line($text) {
            return Ok(Err(error));
        }
    };
}

impl Table {
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&Match, &mut Session, &sidle::core::Meter) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        let game = &self.game;
        // The limits are those of each analysis.
        self.calculator.begun = Instant::now();
        self.calculator
            .work(|session, meter| question(game, session, meter))
    }

    fn board(&self) -> String {
        positions::drawing(self.game.position())
            .map_or_else(|_| self.game.text(), |drawing| drawing.text)
    }

    fn play(&mut self) -> Played<()> {
        loop {
            let mover = self.game.mover();
            let options = self.ask(Match::options)?;
            if options.is_empty() {
                print_line!(&self.board());
                return Ok(output::line(match mover == self.person {
                    true => "You cannot move: you lose.",
                    false => "I cannot move: you win.",
                }));
            }
            if mover != self.person {
                let Some(chosen) = self.ask(Match::best)? else {
                    return Ok(Ok(()));
                };
                self.game.play(chosen);
                print_line!(&format!("I move to {}", self.game.text()));
                continue;
            }
            print_line!(&self.board());
            match self.persons_word(&options)? {
                Ok(Word::Move(option)) => self.game.play(option),
                Ok(Word::Quit) => return Ok(Ok(())),
                Ok(Word::Again) => {}
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Asks once, and answers what is not a move.
    fn persons_word(&mut self, options: &[Position]) -> Played<Word> {
        let line = match persons_line() {
            Ok(Some(line)) => line,
            Ok(None) => return Ok(Ok(Word::Quit)),
            Err(error) => return Ok(Err(error)),
        };
        let texts: Vec<String> = options.iter().map(positions::board_text).collect();
        let word = line.trim();
        if let Some(place) = texts
            .iter()
            .position(|text| text.eq_ignore_ascii_case(word))
        {
            return Ok(Ok(Word::Move(options[place].clone())));
        }
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Ok(Word::Quit)),
            "moves" => {
                for (i, text) in texts.iter().enumerate() {
                    print_line!(&format!("{:>3}  {text}", i + 1));
                }
            }
            "hint" => {
                let standing = self.ask(Match::standing)?;
                let best = self.ask(Match::best)?;
                let advice = best.map(|best| format!(" Try {}.", positions::board_text(&best)));
                let text = match standing {
                    Standing::MoverWins => "You can win.",
                    Standing::MoverLoses => "You lose if I make no mistake.",
                    Standing::Draw => "Nobody can win by force.",
                };
                print_line!(&format!("{text}{}", advice.unwrap_or_default()));
            }
            "undo" => {
                // The engine's move, and the person's before it.
                let undone = self.game.moves_made() >= 2 && self.game.undo() && self.game.undo();
                if !undone {
                    print_line!("There is nothing to take back.");
                }
            }
            "swap" => {
                self.person = -self.person;
                print_line!(&format!("You are {} now.", name_of(self.person)));
            }
            "draw" => {}
            _ => match word.parse::<usize>() {
                Ok(number) if (1..=options.len()).contains(&number) => {
                    return Ok(Ok(Word::Move(options[number - 1].clone())));
                }
                _ => print_line!(&format!("`{word}` is not a move here. {WORDS}")),
            },
        }
        Ok(Ok(Word::Again))
    }
}
