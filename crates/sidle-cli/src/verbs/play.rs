//! `sidle play`: a person against the engine, in the terminal.

use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::{Args, Subcommand, ValueEnum};
use sidle::{
    core::Player,
    graph::{
        annihilation::{Annihilation, Winner},
        gamma::{TokenMove, TokenSum},
        label::Label,
    },
};

use super::{annihilate, limits::Limits, output, position_play, tokens::Table};
use crate::{
    board::{At, Board, NamedMove, load_board, meaning},
    process::interrupt,
};

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
        Game::Tokens(arguments) => {
            let meter = arguments.start.limits.meter();
            let table = Table::load(&arguments.files, &arguments.start.at.at, &meter)?;
            let sum = table.sum();
            play(&mut Tokens { table: &table, sum }, arguments.start.side)?;
        }
        Game::Annihilate(arguments) => {
            let meter = arguments.start.limits.meter();
            let board = load_board(&arguments.file, &meter)?;
            let position = annihilate::position(&board, &arguments.start.at.at)?;
            let game = annihilate::solve(&board, &meter)?;
            annihilation(&board, &game, &position, arguments.start.side)?;
        }
        Game::Misere(arguments) => return super::misere_play::run(arguments),
        Game::Go(arguments) => return super::go_play::run(arguments),
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays an annihilation game from a position.
pub(crate) fn annihilation(
    board: &Board,
    game: &Annihilation<'_>,
    position: &[u32],
    side: Side,
) -> anyhow::Result<()> {
    let mut seat = Annihilating {
        board,
        game,
        position: position.to_vec(),
        winner: None,
    };
    play(&mut seat, side)
}

/// A game that two can play: the position, and the engine that knows it.
trait Seat {
    /// The position in words.
    fn show(&self) -> String;
    /// All moves, in the order of `make`.
    fn moves(&self) -> Vec<NamedMove>;
    fn outcome(&self) -> Label;
    /// Makes the person's move of that number.
    fn make(&mut self, number: usize);
    /// A best move for whoever is to move.
    fn hint(&self) -> Option<NamedMove>;
    /// Makes the engine's move.
    fn answer(&mut self) -> Option<NamedMove>;
}

/// What the person typed.
enum Word {
    Move(usize),
    Quit,
    Draw,
    Other,
}

fn play(seat: &mut dyn Seat, side: Side) -> anyhow::Result<()> {
    // The limits were those of the analysis; people take their time.
    interrupt::end();
    output::line("Type a move as two vertices, or moves, hint, draw, quit.")?;
    let mut persons_turn = side == Side::First;
    loop {
        if seat.moves().is_empty() {
            let text = if persons_turn {
                "You cannot move: you lose."
            } else {
                "I cannot move: you win."
            };
            return output::line(text);
        }
        if persons_turn {
            output::line(&seat.show())?;
            match persons_word(seat)? {
                Word::Move(number) => seat.make(number),
                Word::Quit => return Ok(()),
                Word::Draw if seat.outcome() == Label::D => return output::line("A draw, then."),
                Word::Draw => {
                    output::line("I play on.")?;
                    continue;
                }
                Word::Other => continue,
            }
        } else if let Some([from, to]) = seat.answer() {
            output::line(&format!("I move {from} -> {to}"))?;
        }
        persons_turn = !persons_turn;
    }
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
fn persons_word(seat: &dyn Seat) -> anyhow::Result<Word> {
    let Some(line) = persons_line()? else {
        return Ok(Word::Quit);
    };
    let line = line.replace("->", " ");
    let words: Vec<&str> = line.split_whitespace().collect();
    let moves = seat.moves();
    match words[..] {
        [from, to] => {
            let number = moves.iter().position(|named| named == &[from, to]);
            if number.is_none() {
                output::line(&format!(
                    "{from} -> {to} is not a move here; `moves` lists them."
                ))?;
            }
            Ok(number.map_or(Word::Other, Word::Move))
        }
        ["quit" | "exit"] => Ok(Word::Quit),
        ["draw"] => Ok(Word::Draw),
        ["moves"] => {
            let moves: Vec<String> = moves
                .iter()
                .map(|[from, to]| format!("{from} -> {to}"))
                .collect();
            output::line(&moves.join(", "))?;
            Ok(Word::Other)
        }
        ["hint"] => {
            let hint = seat
                .hint()
                .map(|[from, to]| format!(" Try {from} -> {to}."));
            let outcome = meaning(seat.outcome());
            output::line(&format!(
                "For you to move this is {}: {outcome}.{}",
                seat.outcome(),
                hint.unwrap_or_default()
            ))?;
            Ok(Word::Other)
        }
        [] => Ok(Word::Other),
        _ => {
            output::line(
                "A move is two vertices, such as `8 7`. Other words: moves, hint, draw, quit.",
            )?;
            Ok(Word::Other)
        }
    }
}

struct Tokens<'a> {
    table: &'a Table,
    sum: TokenSum<'a>,
}

impl Seat for Tokens<'_> {
    fn show(&self) -> String {
        let mut tokens = self.sum.tokens().to_vec();
        tokens.sort_unstable();
        let names: Vec<String> = tokens
            .iter()
            .map(|token| self.table.name(token.board, token.vertex))
            .collect();
        format!("Tokens on {}", names.join(", "))
    }

    fn moves(&self) -> Vec<NamedMove> {
        let moves = self.sum.moves().into_iter();
        moves.map(|chosen| self.table.named(chosen)).collect()
    }

    fn outcome(&self) -> Label {
        self.sum.outcome()
    }

    fn make(&mut self, number: usize) {
        self.sum = self.sum.after(self.sum.moves()[number]);
    }

    fn hint(&self) -> Option<NamedMove> {
        self.sum.best_move().map(|chosen| self.table.named(chosen))
    }

    fn answer(&mut self) -> Option<NamedMove> {
        let chosen = self.sum.best_move()?;
        self.sum = self.sum.after(chosen);
        Some(self.table.named(chosen))
    }
}

struct Annihilating<'a> {
    board: &'a Board,
    game: &'a Annihilation<'a>,
    position: Vec<u32>,
    /// The engine's memory once it wins.
    winner: Option<(Winner<'a>, Option<TokenMove>)>,
}

impl Seat for Annihilating<'_> {
    fn show(&self) -> String {
        let names: Vec<_> = self.position.iter().map(|&v| self.board.name(v)).collect();
        format!("Tokens on {}", names.join(", "))
    }

    fn moves(&self) -> Vec<NamedMove> {
        let moves = self.game.moves(&self.position).into_iter();
        moves
            .map(|chosen| annihilate::named(self.board, chosen))
            .collect()
    }

    fn outcome(&self) -> Label {
        self.game.outcome(&self.position)
    }

    fn make(&mut self, number: usize) {
        let chosen = self.game.moves(&self.position)[number];
        self.position = self.game.after(&self.position, chosen);
        if let Some((_, last)) = &mut self.winner {
            *last = Some(chosen);
        }
    }

    fn hint(&self) -> Option<NamedMove> {
        let chosen = self.game.best_move(&self.position)?;
        Some(annihilate::named(self.board, chosen))
    }

    fn answer(&mut self) -> Option<NamedMove> {
        let planned = self
            .winner
            .as_mut()
            .and_then(|(winner, last)| winner.reply(last.take()?));
        let chosen = planned.or_else(|| self.game.best_move(&self.position))?;
        self.position = self.game.after(&self.position, chosen);
        if planned.is_none() {
            self.winner = Winner::new(self.game, &self.position).map(|winner| (winner, None));
        }
        Some(annihilate::named(self.board, chosen))
    }
}
