//! The boards of the survey by Fraenkel, Hearn and Siegel, solved.

use crate::graph::{
    Board,
    annihilation::Annihilation,
    classics::EXAMPLES,
    gamma::{Gamma, TokenMove, TokenSum},
};
use anyhow::Context;

/// The survey that the boards come from.
pub(super) const SURVEY: &str = "Fraenkel, Hearn and Siegel, Theory of combinatorial games";

/// A board with its γ and the position of the figure.
pub(super) struct Solved {
    pub(super) board: Board,
    pub(super) gamma: Gamma,
    pub(super) tokens: &'static [&'static str],
}

impl Solved {
    pub(super) fn new(name: &str) -> anyhow::Result<Solved> {
        let example = EXAMPLES.iter().find(|example| example.name == name);
        let example = example.with_context(|| format!("no board `{name}`"))?;
        let board = Board::from(example.board());
        let gamma = Gamma::of(&board.graph);
        Ok(Solved {
            board,
            gamma,
            tokens: example.tokens,
        })
    }

    pub(super) fn vertices(&self, names: &[&str]) -> anyhow::Result<Vec<u32>> {
        let find = |name: &&str| {
            let index = self.board.names.find(name);
            let index = index.with_context(|| format!("no vertex `{name}`"))?;
            Ok(u32::try_from(index)?)
        };
        names.iter().map(find).collect()
    }

    /// γ of every vertex, in order.
    pub(super) fn values(&self) -> String {
        let graph = self.board.graph.forward();
        let values = graph.vertices().map(|v| {
            let value = self.gamma.value(graph, v);
            format!("{}:{value}", self.board.name(v))
        });
        values.collect::<Vec<_>>().join(" ")
    }

    pub(super) fn sum(&self, names: &[&str]) -> anyhow::Result<TokenSum<'_>> {
        let tokens = self.vertices(names)?.into_iter().map(|v| (0, v));
        Ok(TokenSum::new(
            [(self.board.graph.forward(), &self.gamma)],
            tokens,
        ))
    }

    /// Value and outcome of tokens, such as `inf{0} N`.
    pub(super) fn judged(&self, names: &[&str]) -> anyhow::Result<String> {
        let sum = self.sum(names)?;
        Ok(format!("{} {}", sum.value(), sum.outcome()))
    }

    /// Value and outcome of an annihilation position.
    pub(super) fn annihilated(
        &self,
        game: &Annihilation<'_>,
        names: &[&str],
    ) -> anyhow::Result<String> {
        let mut position = self.vertices(names)?;
        position.sort_unstable();
        Ok(format!(
            "{} {}",
            game.value(&position),
            game.outcome(&position)
        ))
    }

    pub(super) fn named(&self, moves: &[TokenMove]) -> String {
        let name = |v| self.board.name(v);
        let texts = moves
            .iter()
            .map(|chosen| format!("{} -> {}", name(chosen.from), name(chosen.to)));
        texts.collect::<Vec<_>>().join(", ")
    }
}
