//! Comparison modulo infinitesimals.

use sidle_core::{Meter, Player, Relation, StopReason};

use crate::{Game, NumberUpStar, Store};

/// A witness that two games are infinitesimally close: `ups·↓ ≤ difference ≤ ups·↑`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InfinitesimalShift {
    /// The first game minus the second.
    pub difference: Game,
    /// The least number of ups that bounds the difference from both sides.
    pub ups: i64,
}

impl Store {
    /// Is G ≥ H up to an infinitesimal: G ≥ H + ε for some infinitesimal ε? That holds iff the Right stop
    /// of G - H is at least 0 (Definition 2.6, Lemma 2.7).
    ///
    /// ```
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// assert!(store.inf_ge(store.nimber(1), store.zero()));
    /// assert!(!store.inf_ge(store.zero(), store.integer(1)));
    /// ```
    #[must_use]
    pub fn inf_ge(&self, g: Game, h: Game) -> bool {
        self.expect_unlimited(self.try_inf_ge(g, h, Meter::none()))
    }

    /// [`Store::inf_ge`] under a meter.
    pub fn try_inf_ge(&self, g: Game, h: Game, meter: &Meter) -> Result<bool, StopReason> {
        let stops = |game| Player::BOTH.map(|player| self.stop(game, player));
        let ([g_left, g_right], [h_left, h_right]) = (stops(g), stops(h));
        // Proposition 2.5(b): R(G) - L(H) <= R(G - H) <= both R(G) - R(H) and L(G) - L(H).
        if g_right >= h_left {
            return Ok(true);
        }
        if g_right < h_right || g_left < h_left {
            return Ok(false);
        }
        let difference = self.try_sub(g, h, meter)?;
        Ok(self.stop(difference, Player::Right).signum() >= 0)
    }

    /// How two games compare up to infinitesimals; `Equal` means infinitesimally close.
    ///
    /// ```
    /// use sidle_core::Relation;
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let star = store.nimber(1);
    /// assert_eq!(store.inf_compare(star, store.zero()), Relation::Equal);
    /// ```
    #[must_use]
    pub fn inf_compare(&self, g: Game, h: Game) -> Relation {
        self.expect_unlimited(self.try_inf_compare(g, h, Meter::none()))
    }

    /// [`Store::inf_compare`] under a meter.
    pub fn try_inf_compare(&self, g: Game, h: Game, meter: &Meter) -> Result<Relation, StopReason> {
        let ge = self.try_inf_ge(g, h, meter)?;
        let le = self.try_inf_ge(h, g, meter)?;
        Ok(Relation::from_le_ge(le, ge))
    }

    /// Is `a` at least as good as `b` for a player, up to an infinitesimal?
    pub(super) fn inf_at_least(
        &self,
        a: Game,
        b: Game,
        player: Player,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        match player {
            Player::Left => self.try_inf_ge(a, b, meter),
            Player::Right => self.try_inf_ge(b, a, meter),
        }
    }

    /// Another option of the player that is at least as good up to an infinitesimal, which makes this
    /// one Inf-dominated (Definition 4.1(a)).
    pub fn try_inf_dominating(
        &self,
        game: Game,
        option: Game,
        player: Player,
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        for other in self.options(game, player) {
            if other != option && self.inf_at_least(other, option, player, meter)? {
                return Ok(Some(other));
            }
        }
        Ok(None)
    }

    /// An opponent's answer to this option that is no better for the player than the game itself, up
    /// to an infinitesimal, which makes the option Inf-reversible (Definition 4.1(b)).
    ///
    /// Bypassing it keeps the game up to an infinitesimal if the game is not numberish (Lemma 4.7).
    pub fn try_inf_reversing(
        &self,
        game: Game,
        option: Game,
        player: Player,
        meter: &Meter,
    ) -> Result<Option<Game>, StopReason> {
        for answer in self.options(option, -player) {
            if self.inf_at_least(game, answer, player, meter)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// If two games are infinitesimally close, the least n with `n·↓ ≤ G - H ≤ n·↑` (Corollary 2.8).
    ///
    /// ```
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let two_star = store.nimber(2);
    /// let shift = store.infinitesimal_shift(two_star, store.zero());
    /// assert_eq!(shift.map(|shift| shift.ups), Some(1));
    /// ```
    #[must_use]
    pub fn infinitesimal_shift(&self, g: Game, h: Game) -> Option<InfinitesimalShift> {
        self.expect_unlimited(self.try_infinitesimal_shift(g, h, Meter::none()))
    }

    /// [`Store::infinitesimal_shift`] under a meter.
    pub fn try_infinitesimal_shift(
        &self,
        g: Game,
        h: Game,
        meter: &Meter,
    ) -> Result<Option<InfinitesimalShift>, StopReason> {
        let difference = self.try_sub(g, h, meter)?;
        if !self.is_infinitesimal(difference) {
            return Ok(None);
        }
        // Lemma 2.7: some n up to the birthday plus 2 will do, so this ends.
        let ups = |ups: i64| {
            self.number_up_star(&NumberUpStar {
                ups,
                ..NumberUpStar::ZERO
            })
        };
        let mut n = 0;
        while !(self.try_le(difference, ups(n), meter)?
            && self.try_le(ups(-n), difference, meter)?)
        {
            n += 1;
        }
        Ok(Some(InfinitesimalShift { difference, ups: n }))
    }
}
