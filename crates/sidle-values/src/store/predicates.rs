//! Yes-or-no questions about one value.

use sidle_core::Player;

use super::{Store, facts::flag};
use crate::Game;

impl Store {
    /// Does this game equal a number?
    #[must_use]
    pub fn is_number(&self, game: Game) -> bool {
        self.id_is_number(self.unwrap(game))
    }

    /// Does this game equal an integer?
    #[must_use]
    pub fn is_integer(&self, game: Game) -> bool {
        self.as_number(game).is_some_and(|x| x.is_integer())
    }

    /// Does this game equal a nimber (0 included)?
    #[must_use]
    pub fn is_nimber(&self, game: Game) -> bool {
        self.as_nimber(game).is_some()
    }

    /// Is this game number + ups + star?
    #[must_use]
    pub fn is_number_up_star(&self, game: Game) -> bool {
        self.id_is_number_up_star(self.unwrap(game))
    }

    /// Do both stops agree, so that the game is a number up to an infinitesimal?
    #[must_use]
    pub fn is_numberish(&self, game: Game) -> bool {
        let stops = self.facts(self.unwrap(game)).stops;
        stops[0] == stops[1]
    }

    /// Does the game lie between all negative and all positive numbers?
    #[must_use]
    pub fn is_infinitesimal(&self, game: Game) -> bool {
        self.is_numberish(game) && self.stop(game, Player::Left).is_zero()
    }

    /// Can, in every follower, either both players move or neither?
    #[must_use]
    pub fn is_all_small(&self, game: Game) -> bool {
        self.flags(self.unwrap(game)) & flag::ALL_SMALL != 0
    }

    /// Is the game even-tempered: a number, or every option odd-tempered (Grossman and Siegel,
    /// *Reductions of partizan games*, section 5)?
    #[must_use]
    pub fn is_even_tempered(&self, game: Game) -> bool {
        self.flags(self.unwrap(game)) & flag::EVEN != 0
    }

    /// Is the game odd-tempered: no number, and every option even-tempered?
    #[must_use]
    pub fn is_odd_tempered(&self, game: Game) -> bool {
        self.flags(self.unwrap(game)) & flag::ODD != 0
    }
}
