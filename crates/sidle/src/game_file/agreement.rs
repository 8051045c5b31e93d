//! Does the fixed point of a sidling agree with what is known of the game without sidling?

use super::{GameFile, GameFileError};
use crate::{
    core::{Meter, StopReason},
    graph::bigraph::{Bigraph, Side, side_matrix},
    values::loopy::{Effort, SideForm},
};

/// A vertex at which sidling and the other path give different values.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// The vertex.
    pub vertex: usize,
    /// The side of the game as the engine for sides finds it.
    pub other: SideForm,
}

impl GameFile {
    /// Compares the values that sidling gives to `vertices` with the side of the game in two ways that
    /// do not sidle: with the form that simplification finds, and with the game itself, both written out as
    /// plain graphs and compared by the all-pairs algorithm.
    pub fn differences(
        &self,
        values: &[SideForm],
        vertices: &[usize],
        side: Side,
        meter: &Meter,
    ) -> Result<Vec<Difference>, GameFileError> {
        let loopy = self.loopy();
        let known = loopy.try_graph_values(&self.graph, Effort::default(), meter)?;
        let game = self.expanded(side);
        let mut differences = Vec::new();
        for &vertex in vertices {
            let other = known[vertex].side(side);
            let sidled = loopy.expanded(values[vertex]);
            let form = loopy.expanded(other);
            let (game, _) = game.trimmed(vertex as u32);
            let equal =
                equal(&sidled, &form, side, meter)? && equal(&sidled, &(game, 0), side, meter)?;
            if !equal {
                differences.push(Difference { vertex, other });
            }
        }
        Ok(differences)
    }
}

/// Are two games, each a graph and its start, equal on a side?
fn equal(
    (g, u): &(Bigraph, u32),
    (h, v): &(Bigraph, u32),
    side: Side,
    meter: &Meter,
) -> Result<bool, StopReason> {
    let le = side_matrix(g, h, side, meter)?.le(*u, *v);
    Ok(le && side_matrix(h, g, side, meter)?.le(*v, *u))
}
