//! `sidle play`: a person against the engine, in the terminal.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::{Args, Subcommand, ValueEnum};
use sidle::{
    Job, Report, Style,
    core::Player,
    graph::label::Label,
    questions::{NamedMove, TokenPlayAnswer, TokenPlayQuestion},
};

use super::{limits::Limits, output, position_play, tokens::At};
use crate::{door, process::interrupt};

const EXAMPLES: &str = "\
Examples:
  sidle graph example craig > craig.txt
  sidle play tokens craig.txt --at 2,1,3,0
  sidle play tokens craig.txt --at 2,1,3,0 --as second
  sidle play annihilate anne.txt --at z0a,z2a,z0b,z2b
  sidle play misere 0.77 --at 5,9,12
  sidle play go corridor.txt --as second
  sidle play Clobber 'xoxo|oxox'
  sidle play Domineering '....|....|....' --as second --first right

With tokens a move is written as two vertices: `8 7` or `8 -> 7`; other words: moves, hint, draw, quit.
On a board a move is a number of the list that `moves` gives, or the board after the move; other words:
hint, undo, swap (take the other side), draw (show the board), quit.";

/// Play a board, tokens, annihilation, misère heaps or a region of Go against the engine
#[derive(Args, Debug)]
#[command(
    after_help = EXAMPLES,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(crate) struct Arguments {
    /// The name of a ruleset, with its parameters if it has any
    #[arg(required = true)]
    ruleset: Option<String>,

    /// The position, as the ruleset writes it
    #[arg(required = true)]
    position: Option<String>,

    /// Who you are
    #[arg(long = "as", value_enum, value_name = "WHO", default_value_t)]
    side: Side,

    /// Which player begins
    #[arg(long, value_enum, value_name = "PLAYER", default_value_t)]
    first: Beginner,

    #[command(flatten)]
    limits: Limits,

    #[command(subcommand)]
    game: Option<Game>,
}

/// Who begins on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Beginner {
    /// Left begins
    #[default]
    Left,
    /// Right begins
    Right,
}

#[derive(Debug, Subcommand)]
enum Game {
    /// Tokens on digraphs: who cannot move loses, an endless play is a draw
    Tokens(TokensArguments),
    /// Annihilation: tokens that meet vanish
    Annihilate(AnnihilateArguments),
    /// Heaps under the misère rule: who cannot move wins
    Misere(super::misere_play::Arguments),
    /// A region of a board of Go
    Go(super::go_play::Arguments),
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
struct TokensArguments {
    /// The graph files (`sidle man formats`)
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    start: Start,
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
struct AnnihilateArguments {
    /// The graph file (`sidle man formats`)
    file: PathBuf,

    #[command(flatten)]
    start: Start,
}

/// How a game on a graph begins.
#[derive(Args, Debug)]
struct Start {
    #[command(flatten)]
    at: At,

    /// Who you are
    #[arg(long = "as", value_enum, value_name = "WHO", default_value_t)]
    side: Side,

    #[command(flatten)]
    limits: Limits,
}

/// Who the person is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// You begin
    #[default]
    First,
    /// The engine begins
    Second,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let game = match &arguments.game {
        Some(game) => game,
        None => {
            let (Some(ruleset), Some(position)) = (&arguments.ruleset, &arguments.position) else {
                anyhow::bail!("a ruleset and a position are needed");
            };
            let first = match arguments.first {
                Beginner::Left => Player::Left,
                Beginner::Right => Player::Right,
            };
            return position_play::run(ruleset, position, first, arguments.side, &arguments.limits);
        }
    };
    match game {
        Game::Tokens(arguments) => arguments.start.play(&arguments.files, false),
        Game::Annihilate(arguments) => {
            let file = std::slice::from_ref(&arguments.file);
            arguments.start.play(file, true)
        }
        Game::Misere(arguments) => super::misere_play::run(arguments),
        Game::Go(arguments) => super::go_play::run(arguments),
    }
}

impl Start {
    fn play(&self, files: &[PathBuf], annihilating: bool) -> anyhow::Result<ExitCode> {
        let job = self.limits.job();
        let question = TokenPlayQuestion {
            graphs: files.iter().map(|file| door::stream(file, &job)).collect(),
            at: self.at.at.clone(),
            annihilating,
            moves: Vec::new(),
        };
        with_tokens(&question, &job, self.side)
    }
}

/// What the person typed.
enum Word {
    Move(NamedMove),
    Quit,
    Draw,
    Other,
}

/// Plays a game of tokens from where the question begins.
pub(crate) fn with_tokens(
    question: &TokenPlayQuestion,
    job: &Job,
    side: Side,
) -> anyhow::Result<ExitCode> {
    let mut at = door::ask(question, job, "solving", &[])?;
    // The limits were those of the analysis; people take their time.
    interrupt::end();
    output::line("Type a move as two vertices, or moves, hint, draw, quit.")?;
    let mut persons_turn = side == Side::First;
    loop {
        let Some(best) = &at.best else {
            output::line(match persons_turn {
                true => "You cannot move: you lose.",
                false => "I cannot move: you win.",
            })?;
            break;
        };
        let chosen = if persons_turn {
            output::line(&at.text(Style::Plain))?;
            match persons_word(&at)? {
                Word::Move(chosen) => chosen,
                Word::Quit => break,
                Word::Draw if at.outcome == Label::D => {
                    output::line("A draw, then.")?;
                    break;
                }
                Word::Draw => {
                    output::line("I play on.")?;
                    continue;
                }
                Word::Other => continue,
            }
        } else {
            let [from, to] = best;
            output::line(&format!("I move {from} -> {to}"))?;
            best.clone()
        };
        at = at.after(&chosen)?;
        persons_turn = !persons_turn;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a line that a person types, at a prompt if there is a terminal; none at the end of the input.
pub(super) fn persons_line() -> anyhow::Result<Option<String>> {
    // People take their time.
    interrupt::end();
    if io::stdin().is_terminal() {
        let mut out = io::stdout().lock();
        write!(out, "> ")?;
        out.flush()?;
    }
    let mut line = String::new();
    let read = io::stdin().lock().read_line(&mut line)?;
    Ok((read > 0).then_some(line))
}

/// Asks once, and answers what is not a move.
fn persons_word(at: &TokenPlayAnswer) -> anyhow::Result<Word> {
    let Some(line) = persons_line()? else {
        return Ok(Word::Quit);
    };
    let line = line.replace("->", " ");
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        [from, to] => {
            let chosen = [from, to].map(str::to_owned);
            if at.moves.contains(&chosen) {
                return Ok(Word::Move(chosen));
            }
            output::line(&format!(
                "{from} -> {to} is not a move here; `moves` lists them."
            ))?;
        }
        ["quit" | "exit"] => return Ok(Word::Quit),
        ["draw"] => return Ok(Word::Draw),
        ["moves"] => {
            let moves = at.moves.iter().map(|[from, to]| format!("{from} -> {to}"));
            output::line(&moves.collect::<Vec<_>>().join(", "))?;
        }
        ["hint"] => output::line(&format!("For you to move this is {}", at.hint()))?,
        [] => {}
        _ => output::line(
            "A move is two vertices, such as `8 7`. Other words: moves, hint, draw, quit.",
        )?,
    }
    Ok(Word::Other)
}
