//! Any number of tokens on any number of digraphs.

use std::fmt;

use super::{Gamma, LoopyNimber};
use crate::{Csr, VertexId, label::Label};

/// A token: the number of the digraph it is on, and its vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Token<V: VertexId = u32> {
    /// Which digraph, from 0.
    pub board: usize,
    /// Where on it.
    pub vertex: V,
}

impl<V: VertexId> From<(usize, V)> for Token<V> {
    fn from((board, vertex): (usize, V)) -> Token<V> {
        Token { board, vertex }
    }
}

/// A move: one token from its vertex to an option of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TokenMove<V: VertexId = u32> {
    /// Which digraph, from 0.
    pub board: usize,
    /// Where the token is.
    pub from: V,
    /// Where it goes.
    pub to: V,
}

/// Tokens on digraphs. A move takes one token along an edge; any number of tokens may share a vertex.
/// Who cannot move loses; an endless play is a draw.
///
/// Each digraph comes with its γ, so that a position of k tokens is judged without building the
/// product graph.
#[derive(Clone)]
pub struct TokenSum<'a, V: VertexId = u32> {
    boards: Vec<(&'a Csr<V>, &'a Gamma<V>)>,
    tokens: Vec<Token<V>>,
}

impl<'a, V: VertexId> TokenSum<'a, V> {
    /// Tokens on digraphs with their γ.
    ///
    /// # Panics
    /// If a token is on a digraph or a vertex that does not exist, or a γ belongs to another graph.
    #[must_use]
    #[track_caller]
    pub fn new<T: Into<Token<V>>>(
        boards: impl IntoIterator<Item = (&'a Csr<V>, &'a Gamma<V>)>,
        tokens: impl IntoIterator<Item = T>,
    ) -> TokenSum<'a, V> {
        let boards: Vec<_> = boards.into_iter().collect();
        let tokens: Vec<Token<V>> = tokens.into_iter().map(Into::into).collect();
        for (graph, gamma) in &boards {
            assert_eq!(
                graph.vertex_count(),
                gamma.vertex_count(),
                "γ of another graph"
            );
        }
        for token in &tokens {
            let count = boards.get(token.board).map(|board| board.0.vertex_count());
            let inside = count.is_some_and(|count| token.vertex.index() < count);
            assert!(inside, "{token:?} is nowhere");
        }
        TokenSum { boards, tokens }
    }

    /// The tokens as they stand.
    #[must_use]
    pub fn tokens(&self) -> &[Token<V>] {
        &self.tokens
    }

    /// The digraphs with their γ.
    pub(super) fn boards(&self) -> &[(&'a Csr<V>, &'a Gamma<V>)] {
        &self.boards
    }

    /// The value of the position: the generalized nim-sum of the values of its tokens.
    #[must_use]
    pub fn value(&self) -> LoopyNimber {
        self.tokens
            .iter()
            .map(|&token| self.token_value(token))
            .sum()
    }

    /// Who wins.
    #[must_use]
    pub fn outcome(&self) -> Label {
        self.value().outcome()
    }

    /// Every move, once, ordered by digraph, source and target.
    #[must_use]
    pub fn moves(&self) -> Vec<TokenMove<V>> {
        let mut places = self.tokens.clone();
        places.sort_unstable();
        places.dedup();
        let moves_of = |Token {
                            board,
                            vertex: from,
                        }| {
            let options = self.boards[board].0.successors(from).iter();
            options.map(move |&to| TokenMove { board, from, to })
        };
        places.into_iter().flat_map(moves_of).collect()
    }

    /// Who wins after `chosen`, with P meaning that the player who made it does.
    ///
    /// Cost: O(tokens + options of one vertex).
    #[must_use]
    pub fn outcome_after(&self, chosen: TokenMove<V>) -> Label {
        self.summary().outcome_after(self, chosen)
    }

    /// All moves that win, ordered as in [`moves`](TokenSum::moves).
    #[must_use]
    pub fn winning_moves(&self) -> Vec<TokenMove<V>> {
        self.moves_to(Label::P)
    }

    /// All moves after which the position is a draw.
    #[must_use]
    pub fn drawing_moves(&self) -> Vec<TokenMove<V>> {
        self.moves_to(Label::D)
    }

    /// A best move, or nothing when there is no move. It depends on the position only.
    ///
    /// From an N-position it is the winning move whose result has the smallest (sum of γ, sum of
    /// counters), which provably ends the game: if the opponent lowers a γ, a nim reply lowers the sum of
    /// the γ; if he raises one, even to ∞, property B offers a reply that restores the γ and lowers the
    /// sum of the counters. So the pair drops from each of our moves to the next. A winning move chosen
    /// carelessly may go in circles. From a D-position it is a move that keeps the draw, and from a
    /// P-position, where all is lost against best play, one that leaves the fewest winning replies.
    #[must_use]
    pub fn best_move(&self) -> Option<TokenMove<V>> {
        match self.outcome() {
            Label::N => {
                let winning = self.winning_moves().into_iter();
                winning.min_by_key(|&chosen| self.measure_after(chosen))
            }
            Label::D => self.drawing_moves().first().copied(),
            Label::P => {
                let replies = |&chosen: &TokenMove<V>| self.after(chosen).winning_moves().len();
                self.moves().into_iter().min_by_key(replies)
            }
        }
    }

    /// The position after `chosen`.
    ///
    /// # Panics
    /// If no token is on the source of the move.
    #[must_use]
    #[track_caller]
    pub fn after(&self, chosen: TokenMove<V>) -> TokenSum<'a, V> {
        let TokenMove { board, from, to } = chosen;
        let source = Token {
            board,
            vertex: from,
        };
        let mut next = self.clone();
        let token = next.tokens.iter_mut().find(|token| **token == source);
        let Some(token) = token else {
            panic!("no token at the source of {chosen:?}");
        };
        token.vertex = to;
        next
    }

    /// (sum of γ, sum of counters) of a position whose tokens all have finite values: what the winner
    /// brings down. `None` if some token has an infinite value.
    #[must_use]
    pub fn measure(&self) -> Option<(u128, u128)> {
        let mut measure = (0, 0);
        for token in &self.tokens {
            let gamma = self.boards[token.board].1;
            measure.0 += u128::from(gamma.finite(token.vertex)?);
            measure.1 += u128::from(gamma.counter(token.vertex)?);
        }
        Some(measure)
    }

    fn measure_after(&self, chosen: TokenMove<V>) -> Option<(u128, u128)> {
        self.after(chosen).measure()
    }

    fn moves_to(&self, wanted: Label) -> Vec<TokenMove<V>> {
        let summary = self.summary();
        let mut moves = self.moves();
        moves.retain(|&chosen| summary.outcome_after(self, chosen) == wanted);
        moves
    }

    fn token_value(&self, token: Token<V>) -> LoopyNimber {
        let (graph, gamma) = self.boards[token.board];
        gamma.value(graph, token.vertex)
    }

    fn finite(&self, board: usize, vertex: V) -> Option<u64> {
        self.boards[board].1.finite(vertex).map(u64::from)
    }

    fn summary(&self) -> Summary<V> {
        let mut summary = Summary {
            nim_sum: 0,
            infinite: Vec::new(),
        };
        for &token in &self.tokens {
            match self.finite(token.board, token.vertex) {
                Some(value) => summary.nim_sum ^= value,
                None => summary.infinite.push(token),
            }
        }
        summary
    }
}

/// What a move's result depends on: the nim-sum of the finite tokens, and which ones are infinite.
struct Summary<V: VertexId> {
    nim_sum: u64,
    infinite: Vec<Token<V>>,
}

impl<V: VertexId> Summary<V> {
    fn outcome_after(&self, sum: &TokenSum<'_, V>, chosen: TokenMove<V>) -> Label {
        let TokenMove { board, from, to } = chosen;
        let (before, after) = (sum.finite(board, from), sum.finite(board, to));
        let nim_sum = self.nim_sum ^ before.unwrap_or(0) ^ after.unwrap_or(0);
        let left = self.infinite.len() - usize::from(before.is_none());
        match (left, after) {
            (0, Some(_)) if nim_sum == 0 => Label::P,
            (0, Some(_)) => Label::N,
            (0, None) => self.one_infinite(sum, Token { board, vertex: to }, nim_sum),
            (1, Some(_)) => {
                let gone = before.is_none().then_some(Token {
                    board,
                    vertex: from,
                });
                self.one_infinite(sum, self.infinite_without(gone), nim_sum)
            }
            _ => Label::D,
        }
    }

    /// The one infinite token that is left when `gone` (once, if it occurs several times) is taken.
    fn infinite_without(&self, gone: Option<Token<V>>) -> Token<V> {
        let skipped = gone.and_then(|gone| self.infinite.iter().position(|&token| token == gone));
        self.infinite[usize::from(skipped == Some(0))]
    }

    /// One infinite token and a nim-sum of the others: the next player wins if he can finish the
    /// infinite one off with just that value.
    fn one_infinite(&self, sum: &TokenSum<'_, V>, token: Token<V>, nim_sum: u64) -> Label {
        let graph = sum.boards[token.board].0;
        let mut options = graph.successors(token.vertex).iter();
        if options.any(|&w| sum.finite(token.board, w) == Some(nim_sum)) {
            Label::N
        } else {
            Label::D
        }
    }
}

impl<V: VertexId> fmt::Debug for TokenSum<'_, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenSum")
            .field("boards", &self.boards.len())
            .field("tokens", &self.tokens)
            .finish()
    }
}
