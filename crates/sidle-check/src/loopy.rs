//! Certificates of comparisons of loopy games, kind `loopy-order`: `g <= h`, or not, for two vertices of a
//! bigraph, among stoppers or on one side.
//!
//! `g <= h` iff Left, moving second, survives `h - g`. The states of that game are `(g, h, mover)`; Left moves
//! in `h` by a Left edge and in `-g` by a Right edge of `g`. The certificate lists states with numbers:
//!
//! * a proof of `<=` is a set that Left need not leave: he has a move inside from every state of his, and
//!   all Right's moves stay inside. A move that is not *good* must lower the number, so infinitely many
//!   good moves are made if play is infinite.
//! * a proof of "not `<=`" is a set that Right need not leave: he has a move inside from every state of
//!   his, and all Left's moves stay inside. No move raises the number and a good move lowers it, so only
//!   finitely many good moves are made, and Right is never the one without a move.
//!
//! Good moves: all (`survival`: stoppers), those in `h` (`onside`), those in `g` (`offside`).

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, Player};

use crate::{Failure, Verdict, certificate::certificate, digraph::misfit};

/// What infinite play is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Left survives every infinite play: the order of stoppers.
    Survival,
    /// Infinite play must visit `h` for ever: the order of onsides.
    Onside,
    /// Infinite play must visit `g` for ever: the order of offsides.
    Offside,
}

certificate! {
    "loopy-order" version 1:
    /// A whole `loopy-order` certificate.
    pub struct Certificate {
        /// The names of the vertices, `null` where there is none; empty if no vertex has one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub names: Vec<Option<String>>,
        /// For each vertex its Left options and its Right options.
        pub graph: Vec<[Vec<u32>; 2]>,
        /// The two vertices compared.
        pub g: u32,
        /// The second one.
        pub h: u32,
        /// What infinite play is worth.
        pub rule: Rule,
        /// Is `g <= h` claimed, or that it does not hold?
        pub le: bool,
        /// `[g, h, mover, number]`; the mover is 0 for Left and 1 for Right.
        pub states: Vec<[u32; 4]>,
    }

    /// Checks a certificate that has been read. Cost: linear in the moves of the listed states.
    pub fn check;
}

impl Certificate {
    /// A certificate about vertices without names.
    #[must_use]
    pub fn of(
        graph: Vec<[Vec<u32>; 2]>,
        (g, h): (u32, u32),
        rule: Rule,
        le: bool,
        states: Vec<[u32; 4]>,
    ) -> Certificate {
        Certificate::new("", Vec::new(), graph, g, h, rule, le, states)
    }

    /// The same with the names of the vertices.
    #[must_use]
    pub fn with_names(self, names: Vec<Option<String>>) -> Certificate {
        Certificate { names, ..self }
    }

    /// A vertex in words.
    fn vertex(&self, vertex: u32) -> String {
        match self.names.get(vertex as usize) {
            Some(Some(name)) => format!("{name} (vertex {vertex})"),
            _ => format!("vertex {vertex}"),
        }
    }

    /// The same with a comment.
    #[must_use]
    pub fn with_text(self, text: impl Into<String>) -> Certificate {
        Certificate {
            text: text.into(),
            ..self
        }
    }
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let relation = if certificate.le { "<=" } else { "is not <=" };
    let side = match certificate.rule {
        Rule::Survival => "as stoppers",
        Rule::Onside => "on the onside",
        Rule::Offside => "on the offside",
    };
    let claim = format!(
        "{} {relation} {} {side}",
        certificate.vertex(certificate.g),
        certificate.vertex(certificate.h)
    );
    Verdict::new(KIND.name, claim, verify(certificate, meter))
}

type State = (u32, u32, Player);

fn verify(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let vertices = certificate.graph.len() as u64;
    let names = &certificate.names;
    if !names.is_empty() && names.len() != certificate.graph.len() {
        let found = names.len();
        return Err(misfit(format!(
            "names: {found} entries, {vertices} expected"
        )));
    }
    let mut known = HashSet::with_capacity(names.len());
    if let Some(name) = names
        .iter()
        .flatten()
        .find(|name| !known.insert(name.as_str()))
    {
        return Err(misfit(format!("two vertices are named {name:?}")));
    }
    for (vertex, row) in certificate.graph.iter().enumerate() {
        if let Some(option) = row.iter().flatten().find(|&&w| u64::from(w) >= vertices) {
            let reason = format!("option {option} of vertex {vertex} is not a vertex");
            return Err(Failure::new("reading", "this is a graph", reason));
        }
    }
    if certificate.rule == Rule::Survival {
        no_alternating_cycle(certificate)?;
    }
    let numbers = numbers(certificate)?;
    if !numbers.contains_key(&(certificate.g, certificate.h, Player::Right)) {
        let reason = "Right to move at the two vertices is not among the states";
        return Err(Failure::new("start", "the start is listed", reason));
    }
    for (step, &[g, h, mover, number]) in certificate.states.iter().enumerate() {
        let mover = Player::BOTH[mover as usize];
        ticker.steps(1 + moves(certificate, (g, h, mover)).count())?;
        verify_state(certificate, &numbers, (g, h, mover), number)
            .map_err(|(claim, reason)| Failure::new(format!("state {step}"), claim, reason))?;
    }
    Ok(certificate.states.len())
}

fn numbers(certificate: &Certificate) -> Result<HashMap<State, u32>, Failure> {
    let vertices = certificate.graph.len();
    let mut numbers = HashMap::with_capacity(certificate.states.len());
    for (step, &[g, h, mover, number]) in certificate.states.iter().enumerate() {
        let fail = |reason: &str| {
            Err(Failure::new(
                format!("state {step}"),
                "this is a state",
                reason,
            ))
        };
        if g as usize >= vertices || h as usize >= vertices {
            return fail("no such vertex");
        }
        let Some(&mover) = Player::BOTH.get(mover as usize) else {
            return fail("the mover is 0 (Left) or 1 (Right)");
        };
        if numbers.insert((g, h, mover), number).is_some() {
            return fail("the state is listed twice");
        }
    }
    Ok(numbers)
}

/// All moves of a state: where to, and whether the move is good.
fn moves(
    certificate: &Certificate,
    (g, h, mover): State,
) -> impl Iterator<Item = (State, bool)> + '_ {
    let rule = certificate.rule;
    let in_h = certificate.graph[h as usize][mover.index()]
        .iter()
        .map(move |&to| ((g, to, -mover), rule != Rule::Offside));
    let in_g = certificate.graph[g as usize][(-mover).index()]
        .iter()
        .map(move |&to| ((to, h, -mover), rule != Rule::Onside));
    in_h.chain(in_g)
}

fn verify_state(
    certificate: &Certificate,
    numbers: &HashMap<State, u32>,
    state: State,
    number: u32,
) -> Result<(), (String, String)> {
    let fine = |(to, good): (State, bool)| {
        numbers.get(&to).is_some_and(|&next| {
            if certificate.le {
                good || next < number
            } else if good {
                next < number
            } else {
                next <= number
            }
        })
    };
    let chooser = if certificate.le {
        Player::Left
    } else {
        Player::Right
    };
    let claim = format!("{} to move at ({}, {})", state.2, state.0, state.1);
    let mut all = moves(certificate, state);
    if state.2 == chooser {
        if !all.any(fine) {
            return Err((claim, format!("{chooser} has no move inside the set")));
        }
    } else if let Some((to, _)) = all.find(|&to| !fine(to)) {
        let reason = format!("the move to ({}, {}) leaves the set", to.0, to.1);
        return Err((claim, reason));
    }
    Ok(())
}

/// Survival is the order of stoppers, so nothing that the two vertices lead to may go round for ever by
/// alternating moves.
fn no_alternating_cycle(certificate: &Certificate) -> Result<(), Failure> {
    let vertices = certificate.graph.len();
    let mut reached = vec![false; vertices];
    let mut todo = Vec::new();
    for start in [certificate.g, certificate.h] {
        if (start as usize) < vertices {
            todo.push(start as usize);
        }
    }
    while let Some(v) = todo.pop() {
        if !std::mem::replace(&mut reached[v], true) {
            let options = certificate.graph[v].iter().flatten();
            todo.extend(options.map(|&w| w as usize));
        }
    }
    // Take away states that cannot go on, until none is left or only cycles are.
    let index = |v: usize, player: usize| 2 * v + player;
    let mut open = vec![0usize; 2 * vertices];
    let mut before = vec![Vec::new(); 2 * vertices];
    let mut done = Vec::new();
    let mut left = 0;
    for v in (0..vertices).filter(|&v| reached[v]) {
        for player in 0..2 {
            let options = &certificate.graph[v][player];
            open[index(v, player)] = options.len();
            for &w in options {
                before[index(w as usize, 1 - player)].push(index(v, player));
            }
            if options.is_empty() {
                done.push(index(v, player));
            }
            left += 1;
        }
    }
    while let Some(state) = done.pop() {
        left -= 1;
        for &earlier in &before[state] {
            open[earlier] -= 1;
            if open[earlier] == 0 {
                done.push(earlier);
            }
        }
    }
    if left == 0 {
        Ok(())
    } else {
        let reason = "there is an alternating cycle";
        Err(Failure::new("reading", "both games are stoppers", reason))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 = zero, 1 = over: over <= 0 fails because Right (playing second's opponent) takes over to 0.
    fn over() -> Vec<[Vec<u32>; 2]> {
        vec![[vec![], vec![]], [vec![0], vec![1]]]
    }

    #[test]
    fn a_good_proof_and_its_damaged_copies() {
        // over is not <= 0: Right moves in -over to 0, and Left has no move in 0 - 0.
        let good = Certificate::of(
            over(),
            (1, 0),
            Rule::Survival,
            false,
            vec![[1, 0, 1, 1], [0, 0, 0, 0]],
        );
        assert!(check(&good).is_valid(), "{}", check(&good));
        let lie = Certificate {
            le: true,
            ..good.clone()
        };
        assert!(!check(&lie).is_valid());
        for i in 0..good.states.len() {
            let mut short = good.clone();
            short.states.remove(i);
            assert!(!check(&short).is_valid());
        }
        let mut flat = good.clone();
        flat.states[0][3] = 0;
        assert!(!check(&flat).is_valid());
        let mut out = good.clone();
        out.graph[1][0] = vec![7];
        assert!(!check(&out).is_valid());
        let bytes = serde_json::to_vec(&good).expect("json");
        assert!(crate::check_bytes(&bytes).expect("readable").is_valid());
    }

    #[test]
    fn zero_is_at_most_over() {
        // Right passes in over for ever; Left has a move to 0 that leaves Right without one.
        let states = vec![[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 1, 0]];
        let proof = Certificate::of(over(), (0, 1), Rule::Survival, true, states);
        assert!(check(&proof).is_valid(), "{}", check(&proof));
    }

    #[test]
    fn infinite_play_counts_by_the_rule() {
        // dud = {dud|dud} against 0.
        let graph = vec![[vec![], vec![]], [vec![1], vec![1]]];
        let states = vec![[0, 1, 1, 0], [0, 1, 0, 0]];
        let proof = |rule, le| Certificate::of(graph.clone(), (0, 1), rule, le, states.clone());
        assert!(check(&proof(Rule::Onside, true)).is_valid());
        assert!(!check(&proof(Rule::Offside, true)).is_valid());
        assert!(check(&proof(Rule::Offside, false)).is_valid());
        assert!(!check(&proof(Rule::Onside, false)).is_valid());
        assert!(
            !check(&proof(Rule::Survival, true)).is_valid(),
            "no stopper"
        );
    }
}
