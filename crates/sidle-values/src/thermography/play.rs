//! What thermographs say about play: orthodox moves, Sentestrat, who keeps the initiative.

use sidle_core::{Dyadic, Meter, Player, StopReason};

use super::Thermograph;
use crate::{Game, Store};

/// Who keeps the initiative after a move, judged at some ambient temperature.
///
/// A vertical wall means that the player's move threatens more than the ambient temperature, so that
/// it is answered: it is sente, and the opponent's move there is reverse sente. Below the temperature of
/// a game at least one wall is inclined just below the freezing point; further down both may be
/// vertical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Initiative {
    /// Both moves go unanswered.
    Gote,
    /// The move of this player is sente; the opponent's move is reverse sente.
    Sente(Player),
    /// Both moves are sente.
    DoubleSente,
    /// The ambient temperature exceeds that of the game: neither player moves here.
    Frozen,
}

/// A move in one component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HotMove {
    /// Which component to move in.
    pub component: usize,
    /// What to move it to.
    pub option: Game,
    /// The ambient temperature after the choice.
    pub ambient: Dyadic,
}

impl Thermograph {
    /// Sente or gote just below the freezing point.
    ///
    /// ```
    /// use sidle_core::Player;
    /// use sidle_values::{Initiative, Store};
    /// let store = Store::new();
    /// let [ten, zero, minus] = [10, 0, -1].map(|n| store.integer(n));
    /// let threat = store.game(&[ten], &[zero]);
    /// let game = store.game(&[threat], &[minus]);
    /// assert_eq!(store.thermograph(game).initiative(), Initiative::Sente(Player::Left));
    /// ```
    #[must_use]
    pub fn initiative(&self) -> Initiative {
        self.initiative_at(self.temperature())
    }

    /// Sente or gote at an ambient temperature: read off the walls just below it.
    #[must_use]
    pub fn initiative_at(&self, ambient: &Dyadic) -> Initiative {
        if ambient > self.temperature() {
            return Initiative::Frozen;
        }
        let vertical = Player::BOTH.map(|player| self.wall(player).slope_below(ambient) == 0);
        match vertical {
            [false, false] => Initiative::Gote,
            [true, false] => Initiative::Sente(Player::Left),
            [false, true] => Initiative::Sente(Player::Right),
            [true, true] if self.temperature() == &Dyadic::from(-1) => Initiative::Frozen,
            [true, true] => Initiative::DoubleSente,
        }
    }
}

impl Store {
    /// The orthodox moves of a player at an ambient temperature: the options that attain the wall
    /// there. There are none if the ambient temperature exceeds that of the game.
    ///
    /// ```
    /// use sidle_core::{Dyadic, Player};
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let [zero, one, two] = [0, 1, 2].map(|n| store.integer(n));
    /// let sum = store.add(store.game(&[one], &[zero]), store.game(&[two], &[store.game(&[one], &[zero])]));
    /// let cold = store.orthodox_moves(sum, Player::Left, &Dyadic::ZERO);
    /// assert_eq!(cold.len(), 2);
    /// ```
    #[must_use]
    pub fn orthodox_moves(&self, game: Game, player: Player, ambient: &Dyadic) -> Vec<Game> {
        self.expect_unlimited(self.try_orthodox_moves(game, player, ambient, Meter::none()))
    }

    /// [`Store::orthodox_moves`] under a meter.
    pub fn try_orthodox_moves(
        &self,
        game: Game,
        player: Player,
        ambient: &Dyadic,
        meter: &Meter,
    ) -> Result<Vec<Game>, StopReason> {
        let thermograph = self.try_thermograph(game, meter)?;
        if ambient > thermograph.temperature() {
            return Ok(Vec::new());
        }
        let wall = thermograph.wall(player).value_at(ambient);
        let aim = match player {
            Player::Left => &wall + ambient,
            Player::Right => &wall - ambient,
        };
        let mut moves = Vec::new();
        let mut ticker = meter.ticker();
        for option in self.options(game, player) {
            ticker.steps(16)?;
            let reply = self.try_thermograph(option, meter)?;
            if reply.wall(-player).value_at(ambient) == aim {
                meter.room_to_grow::<Game>(moves.len(), moves.capacity())?;
                moves.push(option);
            }
        }
        self.sort_structurally(&mut moves);
        Ok(moves)
    }

    /// Berlekamp's Sentestrat: the move of a player in a sum, given the ambient temperature so far and
    /// the component of the opponent's last move.
    ///
    /// If that component is now hotter than the ambient temperature, the player answers there;
    /// otherwise in a hottest component (the first of several), and the ambient temperature falls to
    /// its temperature. The move chosen is orthodox at the ambient temperature. `None` if every
    /// component is a number or the player cannot move.
    #[must_use]
    pub fn sentestrat(
        &self,
        components: &[Game],
        player: Player,
        ambient: &Dyadic,
        answered: Option<usize>,
    ) -> Option<HotMove> {
        let choice = self.try_sentestrat(components, player, ambient, answered, Meter::none());
        self.expect_unlimited(choice)
    }

    /// [`Store::sentestrat`] under a meter.
    pub fn try_sentestrat(
        &self,
        components: &[Game],
        player: Player,
        ambient: &Dyadic,
        answered: Option<usize>,
        meter: &Meter,
    ) -> Result<Option<HotMove>, StopReason> {
        let mut hottest: Option<(usize, Dyadic)> = None;
        for (i, &game) in components.iter().enumerate() {
            if self.is_number(game) {
                continue;
            }
            let temperature = self.try_temperature(game, meter)?;
            if answered == Some(i) && temperature > *ambient {
                return self.orthodox_choice(game, i, player, ambient.clone(), meter);
            }
            if hottest.as_ref().is_none_or(|(_, t)| temperature > *t) {
                hottest = Some((i, temperature));
            }
        }
        match hottest {
            None => Ok(None),
            Some((i, temperature)) => {
                let ambient = ambient.clone().min(temperature);
                self.orthodox_choice(components[i], i, player, ambient, meter)
            }
        }
    }

    fn orthodox_choice(
        &self,
        game: Game,
        component: usize,
        player: Player,
        ambient: Dyadic,
        meter: &Meter,
    ) -> Result<Option<HotMove>, StopReason> {
        let moves = self.try_orthodox_moves(game, player, &ambient, meter)?;
        Ok(moves.first().map(|&option| HotMove {
            component,
            option,
            ambient,
        }))
    }
}
