//! One weakly connected component: its finite positions as a vector space.

use sidle_core::Meter;

use super::{
    basis::{Basis, Bits},
    game::AnnihilationError,
    light::{Light, LightGraph, MOST},
};

/// What annihilation needs to know of one component. Its vertices are numbered within it.
#[derive(Clone, Debug)]
pub(super) struct Component {
    pub(super) rows: Vec<Vec<u32>>,
    pub(super) light: LightGraph,
    /// The finite values are exactly those below 2^t.
    pub(super) t: u32,
    /// Nothing for an acyclic component, where single tokens span everything.
    space: Option<Space>,
}

/// All positions of a component as a vector space with a basis that goes through the finite ones.
#[derive(Clone, Debug)]
struct Space {
    basis: Basis,
    generators: Vec<Generator>,
}

#[derive(Clone, Copy, Debug)]
enum Generator {
    /// A light position of finite value.
    Finite { position: Light, value: u64 },
    /// A single token that is not in the span of the generators before; the how-manieth.
    Fresh { vertex: u32, number: u32 },
}

impl Component {
    /// Solves a component given by the options of its vertices.
    ///
    /// Cost: γ on O(v⁴) positions and one elimination of as many vectors for v vertices on a component
    /// with cycles; linear for one without.
    pub(super) fn new(rows: Vec<Vec<u32>>, meter: &Meter) -> Result<Component, AnnihilationError> {
        if is_acyclic(&rows) {
            Component::acyclic(rows, meter)
        } else {
            Component::cyclic(rows, meter)
        }
    }

    /// Without cycles annihilation changes nothing: since g(u) ⊕ g(u) = 0, the value of a position is
    /// the nim-sum of the Grundy values of its tokens.
    fn acyclic(rows: Vec<Vec<u32>>, meter: &Meter) -> Result<Component, AnnihilationError> {
        let light = LightGraph::new(&rows, 1, meter)?;
        let values = light
            .of_weight(1)
            .filter_map(|single| light.finite(&single));
        let largest = values.max().unwrap_or(0);
        Ok(Component {
            rows,
            light,
            // Smaller Grundy values occur below larger ones, so together they span all below 2^t.
            t: u32::BITS - largest.leading_zeros(),
            space: None,
        })
    }

    fn cyclic(rows: Vec<Vec<u32>>, meter: &Meter) -> Result<Component, AnnihilationError> {
        let light = LightGraph::new(&rows, MOST, meter)?;
        let mut space = Space {
            basis: Basis::new(rows.len()),
            generators: Vec::new(),
        };
        space.add_lost_positions(&light, meter)?;
        let t = space.add_powers(&light);
        space.add_fresh_tokens(rows.len() as u32);
        Ok(Component {
            rows,
            light,
            t,
            space: Some(space),
        })
    }

    /// σ of a single token: its finite part, and the numbers of the fresh tokens it is made of.
    pub(super) fn sigma_of(&self, vertex: u32) -> (u64, Vec<u32>) {
        let Some(space) = &self.space else {
            let value = self.light.finite(&Light::new(&[vertex]));
            let value = value.expect("without cycles every value is finite");
            return (u64::from(value), Vec::new());
        };
        let mut finite = 0;
        let mut fresh = Vec::new();
        for generator in space.parts(&[vertex]) {
            match generator {
                Generator::Finite { value, .. } => finite ^= value,
                Generator::Fresh { number, .. } => fresh.push(number),
            }
        }
        fresh.sort_unstable();
        (finite, fresh)
    }

    /// The fresh tokens in the order of their numbers, which is increasing.
    pub(super) fn fresh_tokens(&self) -> Vec<u32> {
        let generators = self.space.iter().flat_map(|space| &space.generators);
        let fresh = |generator: &Generator| match generator {
            Generator::Fresh { vertex, .. } => Some(*vertex),
            Generator::Finite { .. } => None,
        };
        generators.filter_map(fresh).collect()
    }

    /// Light positions of finite value whose sum is the given position, which must have a finite value
    /// itself.
    pub(super) fn decompose(&self, places: &[u32]) -> Vec<Light> {
        if places.len() <= self.light.most() {
            return vec![Light::new(places)];
        }
        let Some(space) = &self.space else {
            return places.iter().map(|&place| Light::new(&[place])).collect();
        };
        let parts = space.parts(places).into_iter();
        let finite = |generator| match generator {
            Generator::Finite { position, .. } => Some(position),
            Generator::Fresh { .. } => None,
        };
        parts.filter_map(finite).collect()
    }
}

impl Space {
    /// The P-positions of at most four tokens, light ones first. They span all P-positions.
    fn add_lost_positions(
        &mut self,
        light: &LightGraph,
        meter: &Meter,
    ) -> Result<(), AnnihilationError> {
        let mut ticker = meter.ticker();
        for weight in 1..=light.most() {
            for position in light.of_weight(weight) {
                ticker.step()?;
                if light.finite(&position) == Some(0) && !self.basis.is_full() {
                    self.add(position, 0);
                }
            }
        }
        Ok(())
    }

    /// One position of at most two tokens for each value 1, 2, 4, …, up to the first that is missing.
    fn add_powers(&mut self, light: &LightGraph) -> u32 {
        let mut found: Vec<Option<Light>> = vec![None; 32];
        for position in (1..=2).flat_map(|weight| light.of_weight(weight)) {
            let power = light
                .finite(&position)
                .filter(|value| value.is_power_of_two());
            if let Some(power) = power {
                found[power.trailing_zeros() as usize].get_or_insert(position);
            }
        }
        let powers = found.into_iter().map_while(|position| position).enumerate();
        let mut t = 0;
        for (power, position) in powers {
            self.add(position, 1 << power);
            t = power as u32 + 1;
        }
        t
    }

    /// Single tokens that complete the basis, in the order of the vertices.
    fn add_fresh_tokens(&mut self, vertices: u32) {
        let mut number = 0;
        for vertex in 0..vertices {
            let unit = Bits::sum_of_units(self.basis.dimension(), [vertex as usize]);
            if self.basis.insert(unit) {
                self.generators.push(Generator::Fresh { vertex, number });
                number += 1;
            }
        }
    }

    fn add(&mut self, position: Light, value: u64) {
        let places = position.places().iter().map(|&place| place as usize);
        if self
            .basis
            .insert(Bits::sum_of_units(self.basis.dimension(), places))
        {
            self.generators.push(Generator::Finite { position, value });
        }
    }

    /// The generators whose sum is the position with these tokens.
    fn parts(&self, places: &[u32]) -> Vec<Generator> {
        let places = places.iter().map(|&place| place as usize);
        let vector = Bits::sum_of_units(self.basis.dimension(), places);
        let parts = self.basis.decompose(vector);
        let parts = parts.expect("with the fresh tokens the basis spans the whole space");
        parts.ones().map(|part| self.generators[part]).collect()
    }
}

/// Has the graph no cycle (and no loop)? Takes leaves off until none is left.
fn is_acyclic(rows: &[Vec<u32>]) -> bool {
    let mut predecessors = vec![Vec::new(); rows.len()];
    let mut left: Vec<usize> = rows.iter().map(Vec::len).collect();
    for (from, row) in rows.iter().enumerate() {
        for &to in row {
            predecessors[to as usize].push(from);
        }
    }
    let mut leaves: Vec<usize> = (0..rows.len()).filter(|&v| left[v] == 0).collect();
    let mut taken = 0;
    while let Some(leaf) = leaves.pop() {
        taken += 1;
        for &p in &predecessors[leaf] {
            left[p] -= 1;
            if left[p] == 0 {
                leaves.push(p);
            }
        }
    }
    taken == rows.len()
}
