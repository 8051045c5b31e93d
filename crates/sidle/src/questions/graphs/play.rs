//! Playing a game of tokens against the engine: the question names the start and the moves so far.

use std::sync::Arc;

use super::{
    NamedMove,
    annihilation::AnnihilationBoard,
    position::{meaning, shown},
    tokens::TokenBoards,
};
use crate::{
    graph::{annihilation::Winner, gamma::TokenMove, label::Label},
    questions::prelude::*,
};

/// Asks for the moves of a game of tokens, and for the one that the engine makes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenPlayQuestion {
    /// The graphs; one in an annihilation game.
    pub graphs: Vec<Source>,
    /// The vertices of the tokens at the start: see [`TokensQuestion`](super::TokensQuestion).
    pub at: Vec<String>,
    /// Do tokens that meet vanish?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub annihilating: bool,
    /// The moves that were made, by both players in turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<NamedMove>,
}

/// Where a game of tokens stands. A program plays on with [`after`](TokenPlayAnswer::after), which solves nothing again.
#[derive(Clone, Debug, Serialize)]
pub struct TokenPlayAnswer {
    /// The vertices of the tokens.
    pub tokens: Vec<String>,
    /// All moves of the player to move.
    pub moves: Vec<NamedMove>,
    /// Who wins.
    #[serde(serialize_with = "crate::wire::text")]
    pub outcome: Label,
    /// The move that the engine makes: it wins if that is possible, and keeps a draw. None without moves.
    pub best: Option<NamedMove>,
    /// What the engine's move does; none without moves.
    pub reason: Option<TokenMoveReason>,
    #[serde(skip)]
    game: Arc<Game>,
    #[serde(skip)]
    history: Vec<TokenMove>,
}

/// What a move does for the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TokenMoveReason {
    /// It wins.
    Wins,
    /// It keeps a draw; no move wins.
    Draws,
    /// All moves lose.
    Loses,
}

/// The solved game.
#[derive(Debug)]
enum Game {
    Tokens(TokenBoards),
    Annihilation(Arc<AnnihilationBoard>),
}

impl Ask for TokenPlayQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<TokenPlayAnswer, Error> {
        let game = match (self.annihilating, &self.graphs[..]) {
            (true, [graph]) => {
                Game::Annihilation(AnnihilationBoard::load(graph, &self.at, workspace, job)?)
            }
            (true, _) => {
                let message = "an annihilation game is played on one graph";
                return Err(Error::new(ErrorKind::Request, message));
            }
            (false, graphs) => Game::Tokens(TokenBoards::load(graphs, &self.at, workspace, job)?),
        };
        let start = TokenPlayAnswer::standing(Arc::new(game), Vec::new());
        self.moves
            .iter()
            .try_fold(start, |at, chosen| at.after(chosen))
    }
}

impl TokenPlayAnswer {
    /// Where the game stands after a move.
    ///
    /// # Errors
    /// If it is not a move here.
    pub fn after(&self, chosen: &NamedMove) -> Result<TokenPlayAnswer, Error> {
        let number = self.moves.iter().position(|named| named == chosen);
        let moved = number.map(|number| self.game.moves(&self.history)[number]);
        let moved = moved.ok_or_else(|| {
            let message = format!("{} is not a move here", shown(chosen));
            Error::new(ErrorKind::Request, message)
        })?;
        let history = [&self.history[..], &[moved]].concat();
        Ok(TokenPlayAnswer::standing(self.game.clone(), history))
    }

    fn standing(game: Arc<Game>, history: Vec<TokenMove>) -> TokenPlayAnswer {
        let (tokens, outcome, best) = game.standing(&history);
        let reason = match outcome {
            Label::N => TokenMoveReason::Wins,
            Label::D => TokenMoveReason::Draws,
            Label::P => TokenMoveReason::Loses,
        };
        let moves = game.moves(&history).into_iter();
        TokenPlayAnswer {
            tokens,
            moves: moves.map(|chosen| game.named(chosen)).collect(),
            outcome,
            reason: best.map(|_| reason),
            best: best.map(|chosen| game.named(chosen)),
            game,
            history,
        }
    }

    /// The outcome in words, and the move of the engine as advice.
    #[must_use]
    pub fn hint(&self) -> String {
        let advice = self
            .best
            .as_ref()
            .map(|best| format!(" Try {}.", shown(best)));
        let (outcome, meaning) = (self.outcome, meaning(self.outcome));
        format!("{outcome}: {meaning}.{}", advice.unwrap_or_default())
    }
}

impl Game {
    fn named(&self, chosen: TokenMove) -> NamedMove {
        match self {
            Game::Tokens(boards) => boards.named(chosen),
            Game::Annihilation(board) => board.named(chosen),
        }
    }

    /// All moves after those of the history.
    fn moves(&self, history: &[TokenMove]) -> Vec<TokenMove> {
        match self {
            Game::Tokens(boards) => {
                let start = boards.sum(&boards.tokens);
                let sum = history.iter().fold(start, |sum, &chosen| sum.after(chosen));
                sum.moves()
            }
            Game::Annihilation(board) => {
                let start = board.position.clone();
                let position = history
                    .iter()
                    .fold(start, |at, &chosen| board.game.after(&at, chosen));
                board.game.moves(&position)
            }
        }
    }

    /// Where the tokens are, who wins, and the engine's move.
    fn standing(&self, history: &[TokenMove]) -> (Vec<String>, Label, Option<TokenMove>) {
        match self {
            Game::Tokens(boards) => {
                let start = boards.sum(&boards.tokens);
                let sum = history.iter().fold(start, |sum, &chosen| sum.after(chosen));
                let mut tokens = sum.tokens().to_vec();
                tokens.sort_unstable();
                let names = tokens
                    .iter()
                    .map(|token| boards.name(token.board, token.vertex));
                (names.collect(), sum.outcome(), sum.best_move())
            }
            Game::Annihilation(board) => {
                let (position, planned) = planned(board, history);
                let names = position.iter().map(|&v| board.name(v)).collect();
                let best = planned.or_else(|| board.game.best_move(&position));
                (names, board.game.outcome(&position), best)
            }
        }
    }
}

/// The position after the moves, and the reply by which the player to move goes on with a strategy that wins: the
/// counter is known for few tokens only, so the winner must remember how he wrote the position as a sum. A player who
/// leaves the strategy, or reaches a P-position, begins a new one.
fn planned(board: &AnnihilationBoard, history: &[TokenMove]) -> (Vec<u32>, Option<TokenMove>) {
    let game = &board.game;
    let mut position = board.position.clone();
    let mut winners: [Option<Winner<'_>>; 2] = [None, None];
    let mut reply = None;
    for (number, &chosen) in history.iter().enumerate() {
        position = game.after(&position, chosen);
        let [own, other] = [number % 2, (number + 1) % 2];
        if reply != Some(chosen) {
            winners[own] = Winner::new(game, &position);
        }
        reply = winners[other]
            .as_mut()
            .and_then(|winner| winner.reply(chosen));
    }
    (position, reply)
}

impl Report for TokenPlayAnswer {
    fn text(&self, _: Style) -> String {
        format!("Tokens on {}", self.tokens.join(", "))
    }
}
