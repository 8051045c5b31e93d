//! Proofs that a position is a draw: γ of all light positions.
//!
//! The vertices that matter are cut into components, sets that no edge leaves. For each of them γ and a
//! counter of all positions of few tokens are listed, and checked by the conditions of the kind `gamma`; moves
//! never add a token, so these positions are closed under moves and the values are true. Then, over one
//! component:
//!
//! * The positions of finite γ are a subspace V_f of GF(2)ⁿ and γ is linear on it (Fraenkel and Yesha,
//!   "Theory of annihilation games I", J. Combin. Theory B 33, 1982). **This theorem is believed, not
//!   checked.** So the listed finite values give γ on everything they span.
//! * V_f is spanned by its positions of at most four tokens. For let γ(u) = 0. If u has no moves, it is a sum of
//!   single tokens without moves. Otherwise the conditions lead, by a move and an answer, to a u' with
//!   γ(u') = 0 and a smaller counter; u + u' is in V_f and has at most four tokens, and u' is a sum by
//!   induction. If γ(u) > 0, a move leads to a u' with γ(u') = 0, and u + u' has at most two tokens. So what
//!   the listed positions do not span has γ = ∞, as soon as they are all those of at most four tokens.
//!
//! γ of a whole position is the generalized nim-sum over the components. A position is lost for the mover
//! exactly if γ = 0, and it is a draw if neither it nor any of its options has γ = 0: the mover does not lose,
//! and cannot win.

use serde::{Deserialize, Serialize};

use super::{
    Board, after, is_position,
    light::{Light, MOST},
    span::{Remainder, Span},
};
use sidle_core::Meter;

use crate::{
    Failure,
    digraph::{Rows, misfit},
    gamma::{
        Value,
        conditions::{Breach, Claims},
        with_counter,
    },
};

/// γ of the light positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// Disjoint sets of vertices that no edge leaves; together they hold all tokens.
    pub components: Vec<Component>,
}

/// γ of the light positions on one component.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Component {
    /// Its vertices, increasing.
    pub members: Vec<u32>,
    /// The most tokens of a listed position, at most 4; less than 4 only if the finite positions listed
    /// span everything, or if there are fewer vertices.
    pub weight: u32,
    /// γ of each position: by the number of tokens, then by the last vertex, the last but one, ….
    pub gamma: Vec<Value>,
    /// The counter of each position of finite value.
    pub counters: Vec<Option<u64>>,
}

impl Values {
    /// Shows that `position` and its option `next` are draws.
    ///
    /// Cost: linear in the graph of the light positions, and a Gaussian elimination.
    pub(super) fn verify(
        &self,
        board: &Board,
        position: &[u32],
        next: &[u32],
        meter: &Meter,
    ) -> Result<usize, Failure> {
        meter.check()?;
        let gamma = PositionGamma::read(self, board)?;
        gamma.is_draw(position, "position")?;
        gamma.is_draw(next, "position after the move")?;
        let listed: usize = self.components.iter().map(|c| c.gamma.len()).sum();
        Ok(listed + 2)
    }
}

/// For each vertex its component and its place there.
type Homes = [Option<(usize, u32)>];

/// γ of every position on the components.
struct PositionGamma<'c> {
    board: &'c Board,
    homes: Vec<Option<(usize, u32)>>,
    /// For each component the remainders of its single tokens.
    singles: Vec<Vec<Remainder>>,
}

impl<'c> PositionGamma<'c> {
    fn read(values: &Values, board: &'c Board) -> Result<PositionGamma<'c>, Failure> {
        let mut homes = vec![None; board.rows.len()];
        for (number, component) in values.components.iter().enumerate() {
            settle(&board.rows, component, number, &mut homes)?;
        }
        let singles = values.components.iter().enumerate();
        let singles = singles.map(|(number, component)| component.verify(board, &homes, number));
        let singles = singles.collect::<Result<Vec<_>, _>>()?;
        Ok(PositionGamma {
            board,
            homes,
            singles,
        })
    }

    /// The component of a token and its remainder there.
    fn token(&self, v: u32) -> Result<(usize, &Remainder), Failure> {
        let (home, place) = self.homes[v as usize]
            .ok_or_else(|| misfit(format!("the token on {v} is in no component")))?;
        Ok((home, &self.singles[home][place as usize]))
    }

    /// Neither the position nor an option of it has γ = 0.
    fn is_draw(&self, position: &[u32], what: &str) -> Result<(), Failure> {
        let fail = |reason| Err(Failure::new(what, "it is a draw", reason));
        let mut sums = vec![Remainder::default(); self.singles.len()];
        for &v in position {
            let (home, single) = self.token(v)?;
            sums[home].add(single);
        }
        let finite = sums.iter().filter_map(Remainder::value);
        let (count, nim_sum) = finite.fold((0, 0), |(count, sum), k| (count + 1, sum ^ k));
        let infinite = sums.len() - count;
        if infinite == 0 && nim_sum == 0 {
            return fail("it has value 0".to_owned());
        }
        for &from in position {
            let (home, gone) = self.token(from)?;
            let before = sums[home].value();
            if infinite > usize::from(before.is_none()) {
                continue;
            }
            let others = nim_sum ^ before.unwrap_or(0);
            for &to in self.board.rows.of(from as usize) {
                let mut sum = sums[home].clone();
                sum.add(gone);
                sum.add(self.token(to)?.1);
                if sum.value() == Some(others) {
                    return fail(format!("{from} -> {to} leads to value 0"));
                }
            }
        }
        Ok(())
    }
}

/// Gives the members of a component their homes.
fn settle(
    rows: &Rows,
    component: &Component,
    number: usize,
    homes: &mut [Option<(usize, u32)>],
) -> Result<(), Failure> {
    if !is_position(rows, &component.members) {
        let reason = format!("the members of component {number} are not increasing vertices");
        return Err(misfit(reason));
    }
    for (place, &v) in component.members.iter().enumerate() {
        if homes[v as usize].replace((number, place as u32)).is_some() {
            return Err(misfit(format!("vertex {v} is in two components")));
        }
    }
    Ok(())
}

impl Component {
    /// Checks the values, and returns the remainders of the single tokens beside V_f.
    fn verify(
        &self,
        board: &Board,
        homes: &Homes,
        number: usize,
    ) -> Result<Vec<Remainder>, Failure> {
        let local = self.local_rows(board, homes, number)?;
        let n = self.members.len() as u32;
        let edges = local.iter().map(Vec::len).sum();
        let light = Light::listed(n, self.weight, self.gamma.len(), edges);
        let light = light.map_err(|reason| misfit(format!("component {number}: {reason}")))?;
        if self.counters.len() != self.gamma.len() {
            let reason = format!("component {number}: other counters than values");
            return Err(misfit(reason));
        }
        let rows = light_rows(&local, &light);
        let claims = Claims {
            rows: &rows,
            gamma: &self.gamma,
            counters: &self.counters,
        };
        let verified = claims.verify();
        verified.map_err(|breach| self.failure(&light, number, breach))?;
        self.remainders(&light).ok_or_else(|| {
            let claim = "the positions that are not spanned have γ = ∞";
            let reason = "not all positions of at most four tokens are listed";
            Failure::new(format!("component {number}"), claim, reason)
        })
    }

    fn failure(&self, light: &Light, number: usize, breach: Breach) -> Failure {
        let v = breach.vertex;
        let set = light.sets().nth(v).unwrap_or_default();
        let tokens: Vec<u32> = set.iter().map(|&v| self.members[v as usize]).collect();
        Failure::new(
            format!("component {number}, tokens on {tokens:?}"),
            format!("γ = {}{}", self.gamma[v], with_counter(self.counters[v])),
            breach.reason,
        )
    }

    /// The remainders of the single tokens beside V_f, if what is listed decides that.
    fn remainders(&self, light: &Light) -> Option<Vec<Remainder>> {
        let n = self.members.len();
        // If all single tokens have finite values, nothing is left of anything; large acyclic components are
        // of this sort, and an elimination would be too long for them.
        let singles = self.gamma.get(1..=n)?.iter();
        let inside: Option<Vec<Remainder>> = singles
            .map(|value| value.finite().map(Remainder::inside))
            .collect();
        if inside.is_some() {
            return inside;
        }
        let span = self.span(light);
        let all = span.is_everything() || self.weight as usize >= MOST.min(n);
        all.then(|| (0..n as u32).map(|v| span.remainder(&[v])).collect())
    }

    /// The options within the component.
    fn local_rows(
        &self,
        board: &Board,
        homes: &Homes,
        number: usize,
    ) -> Result<Vec<Vec<u32>>, Failure> {
        let inside = |&w: &u32| match homes[w as usize] {
            Some((home, place)) if home == number => Some(place),
            _ => None,
        };
        let row = |&v: &u32| {
            let options = board.rows.of(v as usize).iter().map(inside);
            let options: Option<Vec<u32>> = options.collect();
            options.ok_or_else(|| misfit(format!("an edge from {v} leaves component {number}")))
        };
        self.members.iter().map(row).collect()
    }

    fn span(&self, light: &Light) -> Span {
        let mut span = Span::new(self.members.len());
        for (set, value) in light.sets().zip(&self.gamma) {
            if span.is_everything() {
                break;
            }
            if let Some(value) = value.finite() {
                span.add(&set, value);
            }
        }
        span
    }
}

/// The graph of the light positions, each move once.
fn light_rows(local: &[Vec<u32>], light: &Light) -> Rows {
    let mut rows = Rows::new();
    let mut row = Vec::new();
    for set in light.sets() {
        row.clear();
        for &from in &set {
            let options = local[from as usize].iter();
            row.extend(options.map(|&to| light.place(&after(&set, from, to))));
        }
        row.sort_unstable();
        row.dedup();
        rows.push(&row);
    }
    rows
}
