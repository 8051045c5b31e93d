//! `sidle play go`: a region of a board of Go, played out against the engine.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Args;
use sidle::{core::Player, go::RegionPlay, rules::go::Suicide};

use super::{
    go::read_region,
    limits::Limits,
    output, output_file,
    play::{Side, persons_line},
};
use crate::{process::interrupt, progress::run_with_progress};

const EXAMPLES: &str = "\
Examples:
  sidle play go corridor.txt
  sidle play go game.sgf --as second

The file is a text diagram or an SGF record with a marked region, as `sidle go value` reads it. Black begins unless the
diagram says `to move O`. A move is a point such as c3; other words: pass (which lifts a ko ban), moves, hint, value,
board, quit. The game is over when the region is a number, or when both pass: then the score is told.";

/// Play a region of Go out against the engine
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A text diagram or an SGF record with a marked region
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Who you are
    #[arg(long = "as", value_enum, value_name = "WHO", default_value_t)]
    side: Side,

    /// Allow the suicide of two stones or more
    #[arg(long)]
    suicide: bool,

    #[command(flatten)]
    limits: Limits,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let text = output_file::read(&arguments.file)?;
    let diagram = read_region(&text).with_context(|| arguments.file.display().to_string())?;
    let first = diagram.to_move.unwrap_or(Player::Left);
    let suicide = match arguments.suicide {
        true => Suicide::Allowed,
        false => Suicide::Forbidden,
    };
    let play = run_with_progress(&meter, "valuing", || {
        RegionPlay::new(diagram, suicide, &meter)
    })
    .map_err(super::go::plain)?;
    // The limits were those of the analysis; people take their time.
    interrupt::end();
    let person = match arguments.side {
        Side::First => first,
        Side::Second => -first,
    };
    let mut game = Game {
        play,
        person,
        to_move: first,
        passes: 0,
    };
    game.run()?;
    Ok(ExitCode::SUCCESS)
}

struct Game {
    play: RegionPlay,
    person: Player,
    to_move: Player,
    /// How many passes came one after the other.
    passes: u32,
}

/// What the person does.
enum Turn {
    Moved,
    Left,
}

impl Game {
    fn run(&mut self) -> anyhow::Result<()> {
        let colour = match self.person {
            Player::Left => "Black (X)",
            Player::Right => "White (O)",
        };
        output::line(&format!(
            "You are {colour}. Type a point such as c3, or pass, moves, hint, value, board, quit."
        ))?;
        loop {
            if let Some(score) = self.play.score() {
                output::line(self.play.board().trim_end())?;
                return output::line(&format!("Nothing is left: the score for Black is {score}."));
            }
            if self.passes >= 2 {
                let (value, prisoners) = (self.play.value()?, self.play.prisoners());
                return output::line(&format!(
                    "Both have passed: the region is worth {value}, prisoners {prisoners}."
                ));
            }
            if self.to_move == self.person {
                output::line(self.play.board().trim_end())?;
                if matches!(self.persons_turn()?, Turn::Left) {
                    return Ok(());
                }
            } else {
                self.engines_turn()?;
            }
            self.to_move = -self.to_move;
        }
    }

    fn engines_turn(&mut self) -> anyhow::Result<()> {
        match self.play.best(self.to_move)? {
            Some((point, _)) if self.play.make(self.to_move, &point)? => {
                self.passes = 0;
                output::line(&format!("I move {point}"))
            }
            _ => {
                self.play.pass();
                self.passes += 1;
                output::line("I pass")
            }
        }
    }

    /// Asks until there is a move or a pass.
    fn persons_turn(&mut self) -> anyhow::Result<Turn> {
        loop {
            let Some(line) = persons_line()? else {
                return Ok(Turn::Left);
            };
            match line.trim().to_lowercase().as_str() {
                "" => {}
                "quit" | "exit" => return Ok(Turn::Left),
                "pass" => {
                    self.play.pass();
                    self.passes += 1;
                    return Ok(Turn::Moved);
                }
                "board" | "draw" => output::line(self.play.board().trim_end())?,
                "value" => output::line(&self.play.value()?)?,
                "moves" => output::line(&self.play.moves(self.person)?.join(" "))?,
                "hint" => output::line(&match self.play.best(self.person)? {
                    Some((point, Some(score))) => {
                        format!("Try {point}: the score for Black is then {score}.")
                    }
                    Some((point, None)) => format!("Try {point}."),
                    None => "There is nothing to gain: pass.".to_owned(),
                })?,
                point => {
                    if self.play.make(self.person, point)? {
                        self.passes = 0;
                        return Ok(Turn::Moved);
                    }
                    output::line(&format!(
                        "{point} is not a move here; `moves` lists them, `pass` passes."
                    ))?;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use sidle::core::Meter;

    use super::*;

    #[test]
    fn a_game_without_a_person_ends() {
        let diagram = read_region("#BBBB\nB...W\n#BBBB\n").expect("a corridor");
        let meter = Meter::unlimited();
        let mut play = RegionPlay::new(diagram, Suicide::Forbidden, &meter).expect("small");
        let mut to_move = Player::Right;
        for _ in 0..10 {
            if play.score().is_some() {
                return;
            }
            let (point, _) = play.best(to_move).expect("no limit").expect("a move");
            assert!(play.make(to_move, &point).expect("no limit"));
            to_move = -to_move;
        }
        panic!("the corridor is not over");
    }
}
