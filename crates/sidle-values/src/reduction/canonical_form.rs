//! The reduced canonical form, by both constructions.

use parking_lot::RwLock;
use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};

use crate::{Game, Store, recursion::evaluate};

/// Reduced values that have been computed.
#[derive(Debug, Default)]
pub(crate) struct ReductionMemo {
    /// `G` to `G_*`.
    by_star: RwLock<FxHashMap<Game, Game>>,
    /// Even- or odd-tempered games to their *-projections.
    projections: RwLock<FxHashMap<Game, Game>>,
}

fn lookup(table: &RwLock<FxHashMap<Game, Game>>, game: Game) -> Option<Game> {
    table.read().get(&game).copied()
}

impl Store {
    /// The reduced canonical form: the simplest game infinitesimally close to G (Theorems 4.3 and 4.4).
    ///
    /// Computed as Calistrate's p(G_*): reduce by *, then replace x + * by x everywhere in the
    /// canonical form. What is found is remembered for all followers.
    ///
    /// ```
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let [zero, one, two] = [0, 1, 2].map(|n| store.integer(n));
    /// let game = store.game(&[one, store.game(&[two], &[zero])], &[zero]);
    /// assert_eq!(store.reduced_canonical_form(game), store.game(&[one], &[zero]));
    /// ```
    #[must_use]
    pub fn reduced_canonical_form(&self, game: Game) -> Game {
        self.expect_unlimited(self.try_reduced_canonical_form(game, Meter::none()))
    }

    /// [`Store::reduced_canonical_form`] under a meter.
    pub fn try_reduced_canonical_form(
        &self,
        game: Game,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        if self.is_numberish(game) {
            return Ok(self.number(&self.stop(game, Player::Left)));
        }
        let reduced = self.try_reduce_by_star(game, meter)?;
        if let Some(known) = lookup(&self.reductions.projections, reduced) {
            return Ok(known);
        }
        let mut known = FxHashMap::default();
        let remembered = |game| lookup(&self.reductions.projections, game);
        let form = self.star_projection_with(reduced, remembered, &mut known, meter)?;
        self.reductions.projections.write().extend(known);
        Ok(form)
    }

    /// `G_*`, the only even-tempered game infinitesimally close to G (Theorem 3.3). Remembered.
    pub(super) fn try_reduce_by_star(&self, game: Game, meter: &Meter) -> Result<Game, StopReason> {
        if let Some(known) = lookup(&self.reductions.by_star, game) {
            return Ok(known);
        }
        let star = self.nimber(1);
        let mut known = FxHashMap::default();
        let base = |game: Game| {
            Ok(if self.is_numberish(game) {
                // Infinitesimally close to a number, which is even-tempered.
                Some(self.number(&self.stop(game, Player::Left)))
            } else {
                lookup(&self.reductions.by_star, game)
            })
        };
        let step = |_: Game, [left, right]: &[Vec<Game>; 2]| {
            let left = self.add_to_all(left, star, meter)?;
            let right = self.add_to_all(right, star, meter)?;
            self.try_game(&left, &right, meter)
        };
        let reduced = evaluate(self, game, &mut known, meter, base, step)?;
        self.reductions.by_star.write().extend(known);
        Ok(reduced)
    }

    /// The reduced canonical form by elimination (Theorem 4.8): options are replaced by their reduced
    /// forms, Inf-dominated ones removed and Inf-reversible ones bypassed until none remain.
    ///
    /// Slower than [`Store::reduced_canonical_form`], and independent of it.
    #[must_use]
    pub fn reduced_canonical_form_by_elimination(&self, game: Game) -> Game {
        let meter = Meter::unlimited();
        self.expect_unlimited(self.try_reduced_canonical_form_by_elimination(game, &meter))
    }

    /// [`Store::reduced_canonical_form_by_elimination`] under a meter.
    pub fn try_reduced_canonical_form_by_elimination(
        &self,
        game: Game,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        // In a numberish game nothing may be bypassed: {2|0||0} would become -1.
        let numberish = |game: Game| {
            let number = self.is_numberish(game);
            Ok(number.then(|| self.number(&self.stop(game, Player::Left))))
        };
        let eliminate = |_: Game, sides: &[Vec<Game>; 2]| self.eliminate(sides.clone(), meter);
        let known = &mut FxHashMap::default();
        evaluate(self, game, known, meter, numberish, eliminate)
    }

    /// Removes and bypasses options, all in reduced canonical form, of a game that is not numberish.
    fn eliminate(&self, mut sides: [Vec<Game>; 2], meter: &Meter) -> Result<Game, StopReason> {
        loop {
            for player in Player::BOTH {
                self.remove_inf_dominated(&mut sides[player.index()], player, meter)?;
            }
            let game = self.try_game(&sides[0], &sides[1], meter)?;
            if !self.bypass_one(game, &mut sides, meter)? {
                return Ok(game);
            }
        }
    }

    fn remove_inf_dominated(
        &self,
        options: &mut Vec<Game>,
        player: Player,
        meter: &Meter,
    ) -> Result<(), StopReason> {
        let mut kept: Vec<Game> = Vec::new();
        'next: for &option in options.iter() {
            for &other in &kept {
                if self.inf_at_least(other, option, player, meter)? {
                    continue 'next;
                }
            }
            let mut survivors = Vec::with_capacity(kept.len() + 1);
            for &other in &kept {
                if !self.inf_at_least(option, other, player, meter)? {
                    survivors.push(other);
                }
            }
            survivors.push(option);
            kept = survivors;
        }
        *options = kept;
        Ok(())
    }

    /// Bypasses one Inf-reversible option, if there is one.
    fn bypass_one(
        &self,
        game: Game,
        sides: &mut [Vec<Game>; 2],
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        for player in Player::BOTH {
            for (i, &option) in sides[player.index()].iter().enumerate() {
                if let Some(answer) = self.try_inf_reversing(game, option, player, meter)? {
                    let side = &mut sides[player.index()];
                    side.swap_remove(i);
                    // A nimber has as many options as it likes.
                    let options = self.options(answer, player);
                    meter.room(options.len() as u64 * 2 * size_of::<Game>() as u64)?;
                    side.extend(options);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
