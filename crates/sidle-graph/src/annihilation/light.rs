//! The positions of few tokens on one component, and γ on them.

use sidle_core::{Meter, StopReason, Ticker};

use super::game::AnnihilationError;
use crate::{Csr, Digraph, gamma::Gamma};

/// The most tokens a light position has.
pub(super) const MOST: usize = 4;

/// A light position: at most four occupied vertices of one component, increasing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Light {
    places: [u32; MOST],
    weight: u8,
}

impl Light {
    pub(super) const EMPTY: Light = Light {
        places: [0; MOST],
        weight: 0,
    };

    /// The position with tokens on these vertices, which must be increasing and few enough.
    pub(super) fn new(places: &[u32]) -> Light {
        debug_assert!(places.windows(2).all(|pair| pair[0] < pair[1]));
        let mut light = Light::EMPTY;
        light.places[..places.len()].copy_from_slice(places);
        light.weight = places.len() as u8;
        light
    }

    pub(super) fn places(&self) -> &[u32] {
        &self.places[..usize::from(self.weight)]
    }

    pub(super) fn contains(&self, vertex: u32) -> bool {
        self.places().contains(&vertex)
    }

    /// The position after the token at `from` has gone to `to`. A loop changes nothing.
    pub(super) fn after(&self, from: u32, to: u32) -> Light {
        debug_assert!(self.contains(from));
        let mut kept = [0; MOST];
        let mut weight = 0;
        let mut meets = false;
        for &place in self.places() {
            if place == from {
                continue;
            }
            if place == to {
                meets = true;
                continue;
            }
            kept[weight] = place;
            weight += 1;
        }
        if !meets {
            let at = kept[..weight]
                .iter()
                .take_while(|&&place| place < to)
                .count();
            kept.copy_within(at..weight, at + 1);
            kept[at] = to;
            weight += 1;
        }
        Light {
            places: kept,
            weight: weight as u8,
        }
    }
}

/// γ and its counter on all positions with at most `most` tokens. Moves never add a token, so this set
/// is closed under moves and the values are those of the whole annihilation graph.
#[derive(Clone, Debug)]
pub(super) struct LightGraph {
    numbering: Numbering,
    gamma: Gamma,
}

impl LightGraph {
    /// Cost: O(v⁴ · degree) positions and moves for v vertices and `most` = 4, and γ on them.
    pub(super) fn new(
        rows: &[Vec<u32>],
        most: usize,
        meter: &Meter,
    ) -> Result<LightGraph, AnnihilationError> {
        let numbering = Numbering::new(rows.len(), most)?;
        let mut ticker = meter.ticker();
        let graph = Digraph::new(numbering.graph(rows, &mut ticker)?);
        let gamma = Gamma::try_of(&graph, meter)?;
        Ok(LightGraph { numbering, gamma })
    }

    /// How many tokens a position here may have.
    pub(super) fn most(&self) -> usize {
        self.numbering.most
    }

    /// γ of a position if it is finite, with its counter.
    pub(super) fn measure(&self, at: &Light) -> Option<(u32, u64)> {
        let vertex = self.numbering.rank(at) as u32;
        Some((self.gamma.finite(vertex)?, self.gamma.counter(vertex)?))
    }

    /// γ of a position if it is finite.
    pub(super) fn finite(&self, at: &Light) -> Option<u32> {
        self.gamma.finite(self.numbering.rank(at) as u32)
    }

    /// All positions of the given number of tokens.
    pub(super) fn of_weight(&self, weight: usize) -> impl Iterator<Item = Light> + use<> {
        subsets(self.numbering.vertices, weight)
    }
}

/// Numbers of the light positions: by weight, within a weight in colexicographic order.
#[derive(Clone, Debug)]
struct Numbering {
    vertices: u32,
    most: usize,
    /// How many positions have a smaller weight.
    before: [u64; MOST + 2],
}

impl Numbering {
    fn new(vertices: usize, most: usize) -> Result<Numbering, AnnihilationError> {
        let mut before = [0u64; MOST + 2];
        for weight in 0..=most {
            before[weight + 1] = before[weight].saturating_add(binomial(vertices as u64, weight));
        }
        let positions = before[most + 1];
        // One id each, as in every 32-bit graph.
        match u32::try_from(vertices) {
            Ok(vertices) if positions <= 1 << 30 => Ok(Numbering {
                vertices,
                most,
                before,
            }),
            _ => Err(AnnihilationError::TooLarge {
                vertices,
                positions,
            }),
        }
    }

    fn rank(&self, at: &Light) -> u64 {
        let places = at.places();
        let within = places.iter().enumerate();
        let within: u64 = within
            .map(|(i, &place)| binomial(u64::from(place), i + 1))
            .sum();
        self.before[places.len()] + within
    }

    fn graph(&self, rows: &[Vec<u32>], ticker: &mut Ticker<'_>) -> Result<Csr, AnnihilationError> {
        let mut offsets = vec![0u32];
        let mut targets: Vec<u32> = Vec::new();
        let mut row = Vec::new();
        for weight in 0..=self.most {
            for light in subsets(self.vertices, weight) {
                row.clear();
                self.options(rows, &light, &mut row);
                row.sort_unstable();
                row.dedup();
                targets.extend_from_slice(&row);
                count_row(ticker, row.len())?;
                offsets.push(u32::try_from(targets.len()).map_err(|_| StopReason::StoreFull)?);
            }
        }
        Csr::from_parts(offsets, targets).map_err(AnnihilationError::Graph)
    }

    fn options(&self, rows: &[Vec<u32>], light: &Light, into: &mut Vec<u32>) {
        for &from in light.places() {
            let options = rows[from as usize].iter();
            into.extend(options.map(|&to| self.rank(&light.after(from, to)) as u32));
        }
    }
}

/// A position costs its cell, its offsets in both directions and its moves in both directions.
fn count_row(ticker: &mut Ticker<'_>, moves: usize) -> Result<(), StopReason> {
    ticker.steps(moves + 1)?;
    ticker.node(24 + 8 * moves)
}

/// n over k for k ≤ 4, cut off at the largest number.
pub(super) fn binomial(n: u64, k: usize) -> u64 {
    let mut result = 1u128;
    for i in 0..k as u64 {
        result = result * u128::from(n.saturating_sub(i)) / u128::from(i + 1);
    }
    u64::try_from(result).unwrap_or(u64::MAX)
}

/// All subsets of `0..n` with `weight` elements in colexicographic order.
pub(super) fn subsets(n: u32, weight: usize) -> impl Iterator<Item = Light> + use<> {
    let first: Vec<u32> = (0..weight as u32).collect();
    let first = (weight as u32 <= n).then(|| Light::new(&first));
    std::iter::successors(first, move |light| next_subset(n, light))
}

fn next_subset(n: u32, light: &Light) -> Option<Light> {
    let mut next = *light;
    let weight = usize::from(next.weight);
    // The first element that can go up by one; those before it go back to the beginning.
    let limit = |i: usize| {
        if i + 1 < weight {
            light.places[i + 1]
        } else {
            n
        }
    };
    let place = (0..weight).find(|&i| light.places[i] + 1 < limit(i))?;
    next.places[place] += 1;
    for (i, lower) in next.places[..place].iter_mut().enumerate() {
        *lower = i as u32;
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_subsets() {
        for n in 0..9 {
            let numbering = Numbering::new(n, MOST).expect("small");
            let all = (0..=MOST).flat_map(|weight| subsets(n as u32, weight));
            let ranks: Vec<u64> = all.map(|light| numbering.rank(&light)).collect();
            assert_eq!(ranks, (0..ranks.len() as u64).collect::<Vec<_>>());
            assert_eq!(ranks.len() as u64, numbering.before[MOST + 1]);
        }
    }

    #[test]
    fn a_move_adds_two_unit_vectors() {
        for weight in 1..=MOST {
            for light in subsets(7, weight) {
                for &from in light.places() {
                    for to in 0..7 {
                        let mut expected: Vec<u32> = light.places().to_vec();
                        for place in [from, to] {
                            match expected.iter().position(|&p| p == place) {
                                Some(at) => drop(expected.remove(at)),
                                None => expected.push(place),
                            }
                        }
                        expected.sort_unstable();
                        assert_eq!(light.after(from, to).places(), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn too_many_positions_are_refused() {
        let error = Numbering::new(2000, MOST).expect_err("too many");
        assert!(matches!(
            error,
            AnnihilationError::TooLarge { vertices: 2000, .. }
        ));
    }
}
