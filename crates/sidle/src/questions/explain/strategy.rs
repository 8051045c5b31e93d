//! Strategies that show how two games compare, played against the moves of the reader.

use std::collections::HashMap;

use crate::{
    check::loopy::{Certificate, Rule},
    core::{Meter, Player},
    graph::bigraph::{Bigraph, Side, order_proof},
    questions::prelude::*,
};

use super::steps::checked;

/// A move in a comparison of `g` with `h`, which is played as `h − g`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StrategyMove {
    /// The player who moves.
    #[serde(serialize_with = "crate::wire::text")]
    pub player: Player,
    /// Is the move made in `−g`?
    pub in_negative: bool,
    /// The component before the move. In `−g` this is the game whose negative is played.
    pub from: String,
    /// The component after the move.
    pub to: String,
}

/// A move that the reader may make, with the answer of the strategy.
#[derive(Clone, Debug, Serialize)]
pub struct StrategyReply {
    /// The move.
    #[serde(rename = "move")]
    pub made: StrategyMove,
    /// The answer; none if the reader has lost already.
    pub answer: StrategyMove,
}

/// Why `g <= h` holds or not: a strategy on `h − g` for the player who wins, played against the moves of the reader.
#[derive(Clone, Debug, Serialize)]
pub struct Strategy {
    /// The first game.
    pub g: String,
    /// The second game.
    pub h: String,
    /// Does `g <= h` hold?
    pub holds: bool,
    /// On which side; none for games without alternating cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<&'static str>,
    /// The player who follows the strategy: Left, moving second, if it holds; Right, moving first, if not.
    #[serde(serialize_with = "crate::wire::text")]
    pub winner: Player,
    /// The moves so far, those of the reader and the answers.
    pub line: Vec<StrategyMove>,
    /// What the two components are now: of `h` and of `g`.
    pub now: [String; 2],
    /// The moves of the reader from here, each with its answer. Without any the reader has lost.
    pub replies: Vec<StrategyReply>,
    #[serde(skip)]
    pub(super) certificate: std::sync::Arc<Certificate>,
}

type State = (u32, u32, Player);

/// The states of a proof with their numbers.
struct Proof<'g> {
    graph: &'g Bigraph,
    names: &'g [String],
    side: Option<Side>,
    le: bool,
    numbers: HashMap<State, u32>,
}

impl Proof<'_> {
    /// The moves of a state: where to, and whether the move counts.
    fn moves(&self, (g, h, mover): State) -> Vec<(State, bool)> {
        let in_h = self.graph.options(h, mover).iter();
        let in_h = in_h.map(|&to| ((g, to, -mover), self.side != Some(Side::Offside)));
        let in_g = self.graph.options(g, -mover).iter();
        let in_g = in_g.map(|&to| ((to, h, -mover), self.side != Some(Side::Onside)));
        in_h.chain(in_g).collect()
    }

    /// The answer of the strategy: the move inside the set that comes nearest to the end.
    fn answer(&self, state: State) -> Option<State> {
        let number = self.numbers.get(&state)?;
        let fine = |&(to, good): &(State, bool)| {
            self.numbers
                .get(&to)
                .is_some_and(|next| match (self.le, good) {
                    (true, true) => true,
                    (true, false) | (false, true) => next < number,
                    (false, false) => next <= number,
                })
        };
        let moves = self.moves(state).into_iter().filter(fine);
        moves
            .min_by_key(|(to, _)| self.numbers[to])
            .map(|(to, _)| to)
    }

    fn describe(&self, from: State, to: State) -> StrategyMove {
        let name = |v: u32| self.names[v as usize].clone();
        // A move that leaves both components as they are is a pass in one of them.
        let in_negative =
            from.1 == to.1 && (from.0 != to.0 || !self.graph.has_edge(from.1, from.2, to.1));
        let (before, after) = match in_negative {
            true => (from.0, to.0),
            false => (from.1, to.1),
        };
        StrategyMove {
            player: from.2,
            in_negative,
            from: name(before),
            to: name(after),
        }
    }

    fn replies(&self, state: State) -> Vec<(State, State)> {
        let moves = self.moves(state).into_iter();
        let answered = moves.filter_map(|(to, _)| Some((to, self.answer(to)?)));
        answered.collect()
    }
}

/// Why `g <= h` holds or not, after some moves of the reader, each a place in the list of replies.
pub(super) fn strategy(
    graph: &Bigraph,
    (g, h): (u32, u32),
    side: Option<Side>,
    names: &[String],
    after: &[usize],
    meter: &Meter,
) -> Result<Strategy, Error> {
    let proof = order_proof(graph, (g, h), side, meter)?;
    let certificate = certificate(graph, (g, h), side, names, &proof);
    checked(&certificate, meter)?;
    let states = proof.states.iter();
    let proof = Proof {
        graph,
        names,
        side,
        le: proof.le,
        numbers: states.map(|&(g, h, mover, n)| ((g, h, mover), n)).collect(),
    };
    let mut state = (g, h, Player::Right);
    let mut line = Vec::new();
    let lost = || Error::new(ErrorKind::Internal, "a strategy without an answer");
    if !proof.le {
        let first = proof.answer(state).ok_or_else(lost)?;
        line.push(proof.describe(state, first));
        state = first;
    }
    for &choice in after {
        let replies = proof.replies(state);
        let Some(&(made, answer)) = replies.get(choice) else {
            let message = format!(
                "there are {} moves, and none has the number {choice}",
                replies.len()
            );
            return Err(Error::new(ErrorKind::Request, message));
        };
        line.push(proof.describe(state, made));
        line.push(proof.describe(made, answer));
        state = answer;
    }
    let replies = proof.replies(state);
    if replies.len() != proof.moves(state).len() {
        return Err(lost());
    }
    let replies = replies.into_iter().map(|(made, answer)| StrategyReply {
        made: proof.describe(state, made),
        answer: proof.describe(made, answer),
    });
    let name = |v: u32| names[v as usize].clone();
    Ok(Strategy {
        g: name(g),
        h: name(h),
        holds: proof.le,
        side: side.map(Side::name),
        winner: if proof.le {
            Player::Left
        } else {
            Player::Right
        },
        line,
        now: [name(state.1), name(state.0)],
        replies: replies.collect(),
        certificate: std::sync::Arc::new(certificate),
    })
}

fn certificate(
    graph: &Bigraph,
    pair: (u32, u32),
    side: Option<Side>,
    names: &[String],
    proof: &crate::graph::bigraph::OrderProof,
) -> Certificate {
    let rule = match side {
        None => Rule::Survival,
        Some(Side::Onside) => Rule::Onside,
        Some(Side::Offside) => Rule::Offside,
    };
    let row = |v| Player::BOTH.map(|player| graph.options(v, player).to_vec());
    let states = proof.states.iter();
    let states = states.map(|&(g, h, mover, number)| [g, h, mover.index() as u32, number]);
    let [first, second] = [pair.0, pair.1].map(|v| &names[v as usize]);
    let rows = graph.vertices().map(row).collect();
    Certificate::of(rows, pair, rule, proof.le, states.collect())
        .with_text(format!("{first} <= {second}?"))
}

impl StrategyMove {
    fn text(&self) -> String {
        let StrategyMove { from, to, .. } = self;
        match self.in_negative {
            true => format!("−({from}) to −({to})"),
            false => format!("{from} to {to}"),
        }
    }
}

impl Strategy {
    /// The certificate of the comparison.
    pub(super) fn blob(&self) -> Blob {
        Blob::json(Certificate::clone(&self.certificate))
    }

    /// The strategy as lines.
    pub(super) fn lines(&self) -> Vec<String> {
        let Strategy { g, h, winner, .. } = self;
        let side = self
            .side
            .map_or(String::new(), |side| format!(" on the {side}"));
        let mut lines = vec![match self.holds {
            true => format!("{g} <= {h}{side}: in ({h}) − ({g}), Left wins moving second."),
            false => format!("not {g} <= {h}{side}: in ({h}) − ({g}), Right wins moving first."),
        }];
        for made in &self.line {
            lines.push(format!("  {} moves {}.", made.player, made.text()));
        }
        if self.replies.is_empty() {
            lines.push(format!("  {} cannot move.", -*winner));
        }
        for (number, reply) in self.replies.iter().enumerate() {
            lines.push(format!(
                "{number:>4}  {} moves {}: {winner} answers {}.",
                reply.made.player,
                reply.made.text(),
                reply.answer.text()
            ));
        }
        lines
    }
}
