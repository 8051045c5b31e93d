//! Games with a ko ban beside a finite number of ko threats.

use sidle_core::Player;

use super::phi::{KoMove, KoRules};

/// A game in which each player may break the ban a number of times: every time costs him a ko threat, which the opponent
/// answers. Without threats this is φ; with more and more threats of Left it grows towards φ_L.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_solve::go::{KoGame, Kos, Threatened, value_of_ko};
/// use sidle_values::Store;
/// // White has just taken a one-point ko. With a threat Black takes it back, and fills it.
/// let store = Store::new();
/// let kos = Threatened::new(Kos::new(vec![1]));
/// let taken = kos.rules().position("B", Some(1))?;
/// let value = |threats| {
///     let answer = value_of_ko(&kos, &(taken.clone(), threats), KoGame::Phi, &store, &Meter::unlimited());
///     answer.map(|answer| answer.value.short())
/// };
/// assert_eq!(value([0, 0])?, Some(store.integer(-1)));
/// assert_eq!(value([1, 0])?, Some(store.game(&[store.integer(2)], &[store.zero()])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threatened<R> {
    rules: R,
}

impl<R> Threatened<R> {
    /// The game beside threats, whose numbers are part of the position.
    #[must_use]
    pub fn new(rules: R) -> Threatened<R> {
        Threatened { rules }
    }

    /// The game itself.
    #[must_use]
    pub fn rules(&self) -> &R {
        &self.rules
    }
}

impl<R: KoRules> KoRules for Threatened<R> {
    /// The position and the threats that Left and Right have left.
    type Position = (R::Position, [u32; 2]);

    fn moves(&self, (at, threats): &Self::Position, player: Player) -> Vec<KoMove<Self::Position>> {
        let moves = self.rules.moves(at, player).into_iter();
        let moves = moves.map(|chosen| {
            let mut left = *threats;
            let pays = chosen.banned && left[player.index()] > 0;
            if pays {
                left[player.index()] -= 1;
            }
            KoMove {
                to: (chosen.to, left),
                points: chosen.points,
                banned: chosen.banned && !pays,
            }
        });
        moves.collect()
    }

    fn lifted(&self, (at, threats): &Self::Position) -> Self::Position {
        (self.rules.lifted(at), *threats)
    }

    fn name(&self, (at, [left, right]): &Self::Position) -> String {
        format!("{}+{left},{right}", self.rules.name(at))
    }
}
