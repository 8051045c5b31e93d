//! Proofs that a position is lost for the mover: a broad strategy.
//!
//! The *parts* are positions, each with a value and a place in the list, its rank; the empty position
//! counts as a part of value 0 before all others. For every part h and every move h → w one of these holds:
//!
//! 1. w is a part of smaller value;
//! 2. some move w → w' leads to a part w' with the value of h and a smaller rank;
//!
//! and for every value below that of h some move leads to a part of that value.
//!
//! Then a position u is lost for the mover whenever it is a sum over GF(2) of parts whose values have
//! nim-sum 0. The player who answers keeps such a list of parts. The mover's i → j is made in some part
//! that contains i; there is one, since an odd number of them do. In case 2 the move w → w' is the answer. In
//! case 1 the nim-sum has become x ≠ 0, as in Nim another part h₂ has a value g with g ⊕ x < g, and its
//! move to the value g ⊕ x is the answer. Let the answer be k → l. If a token is on k, it is played. If
//! not, k is in an even number of parts and so in another one; the move k → l is made there too, which
//! leaves the sum as it is on the board, and answered in turn. Each answer lowers the sum of the values, or
//! keeps the values and lowers the sum of the ranks; so one of them is played in the end, and the whole
//! game ends, with the answering player's move.
//!
//! Such strategies are called broad after Fraenkel. Nothing else is needed, not even that the values
//! are γ. Parts have at most four tokens so that the check takes linear time; that always suffices, since
//! the positions of finite γ are spanned by such.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Board, after, is_position, light::MOST};
use sidle_core::Meter;

use crate::Failure;

/// Parts, and which of them the lost position is the sum of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// All parts that play can lead to; the rank of a part is its place.
    pub parts: Vec<Part>,
    /// Places in `parts`: the lost position is the sum of these.
    pub sum: Vec<u32>,
}

/// A position with its value and the answers to its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// The occupied vertices, increasing, one to four.
    pub tokens: Vec<u32>,
    /// The value.
    pub value: u32,
    /// For each move, by source and then in the order of the options: `[k, l]` in case 2, nothing in case 1.
    pub answers: Vec<Option<(u32, u32)>>,
}

/// The parts by their positions.
struct Parts<'c> {
    board: &'c Board,
    strategy: &'c Strategy,
    places: HashMap<&'c [u32], usize>,
}

impl Strategy {
    /// Shows that `position` is lost for the mover.
    ///
    /// Cost: expected linear in the certificate.
    pub(super) fn verify(
        &self,
        board: &Board,
        position: &[u32],
        meter: &Meter,
    ) -> Result<usize, Failure> {
        let mut places = HashMap::with_capacity(self.parts.len());
        for (place, part) in self.parts.iter().enumerate() {
            let fits = (1..=MOST).contains(&part.tokens.len());
            let fits = fits && is_position(&board.rows, &part.tokens);
            let new = fits && places.insert(part.tokens.as_slice(), place).is_none();
            if !new {
                let claim =
                    "a part is a position of one to four tokens, and no other part is the same";
                return Err(Failure::new(format!("part {place}"), claim, "it is not"));
            }
        }
        let parts = Parts {
            board,
            strategy: self,
            places,
        };
        let mut ticker = meter.ticker();
        for place in 0..self.parts.len() {
            ticker.steps(1 + self.parts[place].answers.len())?;
            let checked = parts.check_part(place);
            checked.map_err(|reason| parts.failure(place, reason))?;
        }
        let summed = parts.check_sum(position);
        summed.map_err(|reason| {
            Failure::new("sum", "the lost position is the sum of these parts", reason)
        })?;
        Ok(self.parts.len() + 1)
    }
}

impl<'c> Parts<'c> {
    /// Value and rank of a position that is a part.
    fn find(&self, tokens: &[u32]) -> Option<(u32, usize)> {
        if tokens.is_empty() {
            return Some((0, 0));
        }
        let &place = self.places.get(tokens)?;
        Some((self.strategy.parts[place].value, place + 1))
    }

    /// The moves of a position, by source and then in the order of the options.
    fn moves(&self, tokens: &'c [u32]) -> impl Iterator<Item = (u32, u32)> + use<'c> {
        let rows = &self.board.rows;
        tokens
            .iter()
            .flat_map(move |&i| rows.of(i as usize).iter().map(move |&j| (i, j)))
    }

    fn check_part(&self, place: usize) -> Result<(), String> {
        let part = &self.strategy.parts[place];
        let moves = self.moves(&part.tokens).count();
        if part.answers.len() != moves {
            let answers = part.answers.len();
            return Err(format!("{moves} moves but {answers} answers"));
        }
        if part.value as usize > moves {
            return Err("the value is larger than the number of moves".to_owned());
        }
        let mut reached = vec![false; part.value as usize];
        for ((i, j), answer) in self.moves(&part.tokens).zip(&part.answers) {
            let next = after(&part.tokens, i, j);
            let below = self.find(&next).filter(|found| found.0 < part.value);
            match (answer, below) {
                (None, None) => return Err(format!("{i} -> {j} has no answer")),
                (Some((k, l)), _) => self.check_answer(place, &next, *k, *l)?,
                (None, Some(_)) => {}
            }
            if let Some((value, _)) = below {
                reached[value as usize] = true;
            }
        }
        match reached.iter().position(|&reached| !reached) {
            Some(value) => Err(format!("no move leads to a part of value {value}")),
            None => Ok(()),
        }
    }

    fn check_answer(&self, place: usize, at: &[u32], k: u32, l: u32) -> Result<(), String> {
        let part = &self.strategy.parts[place];
        if at.binary_search(&k).is_err() || !self.board.edges.contains(&(k, l)) {
            return Err(format!("the answer {k} -> {l} is not a move"));
        }
        match self.find(&after(at, k, l)) {
            Some((value, rank)) if value == part.value && rank < place + 1 => Ok(()),
            _ => Err(format!(
                "the answer {k} -> {l} leads to no earlier part of this value"
            )),
        }
    }

    fn check_sum(&self, position: &[u32]) -> Result<(), &'static str> {
        let mut occupied = vec![false; self.board.rows.len()];
        let mut nim_sum = 0;
        for &place in &self.strategy.sum {
            let part = self.strategy.parts.get(place as usize);
            let part = part.ok_or("there is no such part")?;
            nim_sum ^= part.value;
            part.tokens
                .iter()
                .for_each(|&v| occupied[v as usize] ^= true);
        }
        let sum = (0u32..)
            .zip(&occupied)
            .filter_map(|(v, &on)| on.then_some(v));
        match () {
            () if !sum.eq(position.iter().copied()) => Err("their sum is another position"),
            () if nim_sum != 0 => Err("the nim-sum of their values is not 0"),
            () => Ok(()),
        }
    }

    fn failure(&self, place: usize, reason: String) -> Failure {
        let Part { tokens, value, .. } = &self.strategy.parts[place];
        let claim = format!("tokens on {tokens:?} have value {value}");
        Failure::new(format!("part {place}"), claim, reason)
    }
}
