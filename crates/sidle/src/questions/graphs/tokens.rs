//! Any number of tokens on any number of digraphs.

use std::sync::Arc;

use super::{NamedMove, TokenAnswer, gamma::caption, input, position::vertices, rows::tone};
use crate::{
    draw::{Picture, TooLarge},
    graph::{
        NamedGraph, Names,
        gamma::{Gamma, Token, TokenMove, TokenSum, write_sum_certificate},
        label::Label,
    },
    questions::prelude::*,
};

/// Asks who wins with tokens on digraphs, and by which moves. A move takes one token along an edge; tokens may share a
/// vertex; a player who cannot move loses, and an endless play is a draw.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokensQuestion {
    /// The graphs.
    pub graphs: Vec<Source>,
    /// The vertices of the tokens: `5,6 7`. With several graphs one text for each, else as many as wanted.
    pub at: Vec<String>,
}

impl Ask for TokensQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<TokenAnswer, Error> {
        let boards = Arc::new(TokenBoards::load(&self.graphs, &self.at, workspace, job)?);
        let sum = boards.sum(&boards.tokens);
        let mut moves = sum.moves();
        if let Some(best) = sum.best_move() {
            // Stable: the others keep their order.
            moves.sort_by_key(|&chosen| chosen != best);
        }
        let judged: Vec<_> = moves
            .into_iter()
            .map(|chosen| (boards.named(chosen), sum.outcome_after(chosen)))
            .collect();
        let answer = TokenAnswer::new(sum.value(), &judged, boards.picture());
        let certified = boards.clone();
        let names: Vec<String> = self.graphs.iter().map(Source::name).collect();
        Ok(
            answer.with_certificate(Blob::new("application/json", move |out| {
                let sum = certified.sum(&certified.tokens);
                let boards = certified.boards.iter();
                let of_boards: Vec<&Names> = boards.map(|(board, _)| &board.names).collect();
                write_sum_certificate(&sum, &of_boards, &names.join(" "), out)
            })),
        )
    }
}

/// Graphs with their γ, and the tokens on them at the beginning.
#[derive(Debug)]
pub(super) struct TokenBoards {
    boards: Vec<(NamedGraph, Gamma)>,
    pub(super) tokens: Vec<Token>,
}

impl TokenBoards {
    pub(super) fn load(
        graphs: &[Source],
        at: &[String],
        workspace: &Workspace,
        job: &Job,
    ) -> Result<TokenBoards, Error> {
        if graphs.is_empty() || (graphs.len() > 1 && graphs.len() != at.len()) {
            let count = graphs.len();
            let message = format!("{count} graphs need {count} lists of vertices, one for each");
            let help = "write them in the order of the graphs; a list may be empty";
            return Err(Error::new(ErrorKind::Request, message).with_help(help));
        }
        let boards = graphs
            .iter()
            .map(|graph| input::board(graph, workspace, job));
        let boards = boards.collect::<Result<Vec<_>, Error>>()?;
        let mut tokens = Vec::new();
        for (number, text) in at.iter().enumerate() {
            let board = if boards.len() > 1 { number } else { 0 };
            let vertices = vertices(&boards[board].names, text)?.into_iter();
            tokens.extend(vertices.map(|vertex| Token { board, vertex }));
        }
        let boards = boards.into_iter().map(|board| {
            let gamma = Gamma::try_of(&board.graph, job.meter())?;
            Ok((board.into_named(), gamma))
        });
        Ok(TokenBoards {
            boards: boards.collect::<Result<_, Error>>()?,
            tokens,
        })
    }

    pub(super) fn sum(&self, tokens: &[Token]) -> TokenSum<'_> {
        let boards = self
            .boards
            .iter()
            .map(|(board, gamma)| (&board.graph, gamma));
        TokenSum::new(boards, tokens.iter().copied())
    }

    /// The name of a vertex; with several graphs behind the number of its graph.
    pub(super) fn name(&self, board: usize, vertex: u32) -> String {
        let name = self.boards[board].0.name(vertex);
        match self.boards.len() {
            1 => name.into_owned(),
            _ => format!("{}:{name}", board + 1),
        }
    }

    pub(super) fn named(&self, chosen: TokenMove) -> NamedMove {
        [chosen.from, chosen.to].map(|vertex| self.name(chosen.board, vertex))
    }

    fn picture(&self) -> Result<Picture, TooLarge> {
        let mut whole = Picture::sized(0, 0)?;
        let sum = self.sum(&self.tokens);
        let good = match sum.outcome() {
            Label::N => sum.winning_moves(),
            _ => sum.drawing_moves(),
        };
        for (number, (board, gamma)) in self.boards.iter().enumerate() {
            let mut picture = Picture::of(&board.graph, &board.names)?;
            for v in board.graph.vertices() {
                let value = gamma.value(&board.graph, v);
                picture.mark(v, caption(&value), tone(value.outcome()));
            }
            let here = self.tokens.iter().filter(|token| token.board == number);
            here.for_each(|token| picture.put_token(token.vertex));
            for chosen in good.iter().filter(|chosen| chosen.board == number) {
                picture.set_off(chosen.from, chosen.to);
            }
            whole = whole.beside(picture);
        }
        Ok(whole)
    }
}
