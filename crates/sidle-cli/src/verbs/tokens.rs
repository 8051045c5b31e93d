//! `sidle tokens FILE --at VERTICES`: any number of tokens on any number of digraphs.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::bail;
use clap::Args;
use sidle::{
    core::Meter,
    draw::Picture,
    graph::{
        Names,
        gamma::{Gamma, Token, TokenMove, TokenSum, write_sum_certificate},
        label::Label,
    },
};

use super::{
    graph::{caption, tone},
    limits::Terms,
};
use crate::{
    board::{At, Board, NamedMove, PositionAnswer, Sheet, load_board, places},
    files,
    progress::run_with_progress,
};

const EXAMPLES: &str = "\
Examples:
  sidle tokens board.txt --at 5,6,7,8
  sidle tokens board.txt --at 'a b b' --json
  sidle tokens one.txt two.txt --at 3,4 --at x # 3, 4 on one, x on two
  sidle tokens board.txt --at 4,8 --format svg -o board.svg
  sidle tokens board.txt --at 4,8 --certify proof.json && sidle check proof.json

A move takes one token along an edge; tokens may share a vertex; who cannot move loses and an endless play is a
draw. The first winning move is the one that, chosen every time, provably ends the game.";

/// Say who wins with tokens on digraphs, and by which moves
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The graph files (text, JSON or binary; `sidle man formats`); `-` is the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    at: At,

    /// Also write a certificate (values, counters and a move) that `sidle check` verifies
    #[arg(long, value_name = "FILE")]
    certify: Option<PathBuf>,

    #[command(flatten)]
    terms: Terms<Sheet>,
}

/// Boards with their γ and the tokens on them.
pub(crate) struct Table {
    boards: Vec<Board>,
    gammas: Vec<Gamma>,
    tokens: Vec<Token>,
}

impl Table {
    /// Loads the boards, computes γ and puts the tokens on: with one board all of `at`, with several one
    /// text for each.
    pub(crate) fn load(files: &[PathBuf], at: &[String], meter: &Meter) -> anyhow::Result<Table> {
        if files.len() > 1 && files.len() != at.len() {
            bail!(
                "{} boards need {} times --at, one for each in this order (--at '' for none)",
                files.len(),
                files.len()
            );
        }
        let boards = files.iter().map(|file| load_board(file, meter));
        let boards = boards.collect::<anyhow::Result<Vec<_>>>()?;
        let mut tokens = Vec::new();
        for (number, text) in at.iter().enumerate() {
            let board = if boards.len() > 1 { number } else { 0 };
            let vertices = places(&boards[board], text)?.into_iter();
            tokens.extend(vertices.map(|vertex| Token { board, vertex }));
        }
        let gamma = |board: &Board| Gamma::try_of(&board.graph, meter);
        let gammas = run_with_progress(meter, "computing γ", || {
            boards.iter().map(gamma).collect::<Result<Vec<_>, _>>()
        })?;
        Ok(Table {
            boards,
            gammas,
            tokens,
        })
    }

    pub(crate) fn sum(&self) -> TokenSum<'_> {
        let boards = self.boards.iter().zip(&self.gammas);
        let boards = boards.map(|(board, gamma)| (board.graph.forward(), gamma));
        TokenSum::new(boards, self.tokens.iter().copied())
    }

    /// The name of a vertex; with several boards behind the number of its board.
    pub(crate) fn name(&self, board: usize, vertex: u32) -> String {
        let name = self.boards[board].name(vertex);
        if self.boards.len() > 1 {
            format!("{}:{name}", board + 1)
        } else {
            name.into_owned()
        }
    }

    pub(crate) fn named(&self, chosen: TokenMove) -> NamedMove {
        [chosen.from, chosen.to].map(|vertex| self.name(chosen.board, vertex))
    }

    fn answer(&self) -> PositionAnswer {
        let sum = self.sum();
        let mut moves = sum.moves();
        if let Some(best) = sum.best_move() {
            // Stable: the others keep their order.
            moves.sort_by_key(|&chosen| chosen != best);
        }
        let judged = moves
            .into_iter()
            .map(|chosen| (self.named(chosen), sum.outcome_after(chosen)));
        PositionAnswer::new(&sum.value(), judged.collect())
    }

    fn certify(&self, path: &Path, text: &str) -> anyhow::Result<()> {
        let names: Vec<&Names> = self.boards.iter().map(|board| &board.names).collect();
        let sum = self.sum();
        files::write_whole(path, |out| {
            Ok(write_sum_certificate(&sum, &names, text, out)?)
        })
    }

    fn picture(&self) -> anyhow::Result<Picture> {
        let mut whole: Option<Picture> = None;
        let sum = self.sum();
        for (number, board) in self.boards.iter().enumerate() {
            let mut picture = Picture::of(board.graph.forward(), &board.names)?;
            for v in board.graph.vertices() {
                let value = self.gammas[number].value(board.graph.forward(), v);
                picture.mark(v, caption(&value), tone(value.outcome()));
            }
            let here = sum.tokens().iter().filter(|token| token.board == number);
            here.for_each(|token| picture.put_token(token.vertex));
            let good = if sum.outcome() == Label::N {
                sum.winning_moves()
            } else {
                sum.drawing_moves()
            };
            for chosen in good.iter().filter(|chosen| chosen.board == number) {
                picture.set_off(chosen.from, chosen.to);
            }
            whole = Some(match whole {
                None => picture,
                Some(whole) => whole.beside(picture),
            });
        }
        whole.ok_or_else(|| anyhow::anyhow!("there is no board to draw"))
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let inputs = arguments.files.iter().map(PathBuf::as_path);
    let meter = arguments
        .terms
        .begin(inputs, [arguments.certify.as_deref()])?;
    let table = Table::load(&arguments.files, &arguments.at.at, &meter)?;
    if let Some(path) = &arguments.certify {
        let files: Vec<String> = arguments
            .files
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        table.certify(path, &files.join(" "))?;
    }
    table
        .answer()
        .write(&arguments.terms.form, || table.picture())?;
    Ok(ExitCode::SUCCESS)
}
