//! `sidle play go`: a region of a board of Go, played out against the engine.

use std::{path::PathBuf, process::ExitCode};

use clap::Args;
use sidle::{
    Report, Style,
    core::Player,
    questions::{GoPlayAnswer, GoPlayQuestion, GoTurn},
};

use super::{
    limits::Limits,
    output::line,
    play::{Side, persons_line},
    puzzle_play::{ask, read},
};

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
    let limits = &arguments.limits;
    let mut game = GoPlayQuestion {
        region: read(&arguments.file, limits)?,
        moves: Vec::new(),
        suicide: arguments.suicide,
    };
    let mut now = ask(&game, limits)?;
    let person = match arguments.side {
        Side::First => now.to_move,
        Side::Second => -now.to_move,
    };
    let colour = match person {
        Player::Left => "Black (X)",
        Player::Right => "White (O)",
    };
    line(&format!(
        "You are {colour}. Type a point such as c3, or pass, moves, hint, value, board, quit."
    ))?;
    loop {
        if let Some(score) = &now.score {
            line(&now.text(Style::Plain))?;
            line(&format!("Nothing is left: the score for Black is {score}."))?;
            break;
        }
        if now.passes >= 2 {
            let (value, prisoners) = (value(&now), now.prisoners);
            line(&format!(
                "Both have passed: the region is worth {value}, prisoners {prisoners}."
            ))?;
            break;
        }
        let turn = if now.to_move == person {
            line(&now.text(Style::Plain))?;
            match persons_turn(&now)? {
                Some(turn) => turn,
                None => break,
            }
        } else if let Some(best) = &now.best {
            line(&format!("I move {}", best.point))?;
            GoTurn::Stone(best.point)
        } else {
            line("I pass")?;
            GoTurn::Pass
        };
        game.moves.push(turn);
        now = ask(&game, limits)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn value(now: &GoPlayAnswer) -> String {
    now.value
        .as_ref()
        .map_or("?".to_owned(), ToString::to_string)
}

/// Reads lines until there is a move or a pass; none if the person leaves.
fn persons_turn(now: &GoPlayAnswer) -> anyhow::Result<Option<GoTurn>> {
    while let Some(typed) = persons_line()? {
        match typed.trim().to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => break,
            "board" | "draw" => line(&now.text(Style::Plain))?,
            "value" => line(&value(now))?,
            "moves" => {
                let points: Vec<String> = now.moves.iter().map(ToString::to_string).collect();
                line(&points.join(" "))?;
            }
            "hint" => line(&match &now.best {
                None => "There is nothing to gain: pass.".to_owned(),
                Some(best) => match &best.score {
                    Some(score) => {
                        format!("Try {}: the score for Black is then {score}.", best.point)
                    }
                    None => format!("Try {}.", best.point),
                },
            })?,
            word => match word.parse() {
                Ok(GoTurn::Pass) => return Ok(Some(GoTurn::Pass)),
                Ok(GoTurn::Stone(point)) if now.moves.contains(&point) => {
                    return Ok(Some(GoTurn::Stone(point)));
                }
                _ => line(&format!(
                    "{word} is not a move here; `moves` lists them, `pass` passes."
                ))?,
            },
        }
    }
    Ok(None)
}
