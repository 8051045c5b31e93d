//! Subordinates: the X with G = H : X.
//!
//! X has the graph of G: an option of G that equals an option of the base belongs to the base, any
//! other one is `H : X'` for an option `X'` of X. Whether the X so found fits is checked by working out
//! `H : X`. The base is a form: its options count, not its value.

use rustc_hash::FxHashMap;
use sidle_core::Player;
use sidle_graph::bigraph::BigraphBuilder;
use sidle_values::{
    Game,
    loopy::{Effort, LoopyGraph, LoopyValue, Stopper},
};

use crate::{AnySolver, Asking, Compound, Position, SolveError};

impl AnySolver {
    /// The X with `value = base : X`, if there is one.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_solve::{AnySolver, Asking, NoHost, Position};
    /// use sidle_values::Store;
    /// let (store, meter) = (Store::new(), Meter::unlimited());
    /// let mut asking = Asking { store: &store, host: &mut NoHost, meter: &meter };
    /// let star = Position::value(store.nimber(1));
    /// let base = Position::explicit(vec![star.clone()], vec![star]);
    /// let found = AnySolver::default().subordinate(store.loopy().upon(), &base, &mut asking)?;
    /// assert_eq!(found, Some(store.loopy().on().into()));
    /// # Ok::<(), sidle_solve::SolveError>(())
    /// ```
    pub fn subordinate(
        &mut self,
        value: Stopper,
        base: &Position,
        asking: &mut Asking<'_>,
    ) -> Result<Option<LoopyValue>, SolveError> {
        let mut sides: [Vec<Stopper>; 2] = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for (_, option) in self.options(base, player, asking)? {
                sides[player.index()].push(option.stopper().ok_or(SolveError::Sided)?);
            }
        }
        let shorts = sides.each_ref().map(|side| {
            side.iter()
                .map(|x| x.short())
                .collect::<Option<Vec<Game>>>()
        });
        if let (Some(game), [Some(left), Some(right)]) = (value.short(), shorts) {
            let found = asking
                .store
                .try_subordinate(game, &left, &right, asking.meter)?;
            return Ok(found.map(LoopyValue::from));
        }
        let found = candidate(value, &sides, asking)?;
        let sum = Position::compound(Compound::OrdinalSum, base, &Position::loopy(found));
        let fits = self.value(&sum, asking)? == value.into();
        Ok(fits.then_some(found))
    }
}

/// The game with the graph of `value` without the options of the base.
fn candidate(
    value: Stopper,
    base: &[Vec<Stopper>; 2],
    asking: &Asking<'_>,
) -> Result<LoopyValue, SolveError> {
    let loopy = asking.store.loopy();
    let mut ticker = asking.meter.ticker();
    let mut places: FxHashMap<Stopper, u32> = FxHashMap::from_iter([(value, 0)]);
    let mut builder = BigraphBuilder::new(1);
    let mut todo = vec![value];
    while let Some(position) = todo.pop() {
        for player in Player::BOTH {
            for option in loopy.try_options(position, player, asking.meter)? {
                ticker.step()?;
                if base[player.index()].contains(&option) {
                    continue;
                }
                let place = *places.entry(option).or_insert_with(|| {
                    todo.push(option);
                    builder.vertex()
                });
                builder.edge(places[&position], player, place);
            }
        }
    }
    let graph = LoopyGraph::new(builder.build());
    Ok(loopy.try_graph_value(&graph, 0, Effort::default(), asking.meter)?)
}
