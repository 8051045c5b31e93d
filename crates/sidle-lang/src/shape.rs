//! Named shapes of games, recognised from the canonical form.

use sidle_core::Player;
use sidle_values::{Game, Store};

/// The only option of a player, if there is exactly one.
pub(crate) fn only_option(store: &Store, game: Game, player: Player) -> Option<Game> {
    let mut options = store.options(game, player);
    match (options.next(), options.next()) {
        (Some(option), None) => Some(option),
        _ => None,
    }
}

/// `Tiny(G) = {0||0|-G}` gives (Left, -G), `Miny(G) = {G|0||0}` gives (Right, G).
///
/// A game of that shape is only called tiny if the threat is worth something: G must leave Left ahead
/// even when Right moves first, that is, its Right stop must be positive.
pub(crate) fn tiny(store: &Store, game: Game) -> Option<(Player, Game)> {
    let zero = store.zero();
    Player::BOTH.into_iter().find_map(|player| {
        if only_option(store, game, player)? != zero {
            return None;
        }
        let threat = only_option(store, game, -player)?;
        if only_option(store, threat, player)? != zero {
            return None;
        }
        let prize = only_option(store, threat, -player)?;
        // Seen from the player who threatens: he is ahead even if the other moves first.
        let stop = store.stop(prize, player);
        let ahead = if player == Player::Left {
            stop.signum() < 0
        } else {
            stop.signum() > 0
        };
        ahead.then_some((player, prize))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tinies_are_recognised_and_lookalikes_are_not() {
        let store = Store::new();
        let zero = store.zero();
        let make = |prize: Game| store.game(&[zero], &[store.game(&[zero], &[prize])]);
        assert_eq!(
            tiny(&store, make(store.integer(-2))),
            Some((Player::Left, store.integer(-2)))
        );
        let miny = store.negative(make(store.integer(-2)));
        assert_eq!(tiny(&store, miny), Some((Player::Right, store.integer(2))));
        let down3 = store.negative(store.multiple(store.game(&[zero], &[store.nimber(1)]), 3));
        assert_eq!(tiny(&store, make(down3)), None);
    }
}
