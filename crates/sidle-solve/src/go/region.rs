//! Regions of a board of Go as games with a ko ban.

use sidle_core::Player;
use sidle_rules::go::{Region, Stones, Suicide};

use super::phi::{KoMove, KoRules};

/// A region under a rule about suicide. The prisoners that a move makes are points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoRegion<'r> {
    /// The region.
    pub region: &'r Region,
    /// Is suicide allowed?
    pub suicide: Suicide,
}

impl GoRegion<'_> {
    /// The points of the moves of a player, in the order of [`KoRules::moves`].
    #[must_use]
    pub fn move_points(&self, at: &Stones, player: Player) -> Vec<u8> {
        let legal = |&point: &u8| {
            let played = self.region.play(at, player, point, self.suicide);
            played.is_some()
        };
        (0..self.region.points() as u8).filter(legal).collect()
    }
}

impl KoRules for GoRegion<'_> {
    type Position = Stones;

    fn moves(&self, at: &Stones, player: Player) -> Vec<KoMove<Stones>> {
        let mut moves = Vec::new();
        for point in 0..self.region.points() as u8 {
            let Some(played) = self.region.play(at, player, point, self.suicide) else {
                continue;
            };
            moves.push(KoMove {
                to: played.stones,
                points: played.gain(player),
                banned: played.banned,
            });
        }
        moves
    }

    fn lifted(&self, at: &Stones) -> Stones {
        at.without_ban()
    }

    fn name(&self, at: &Stones) -> String {
        let letter = |point: u8| match (at.of[0] >> point & 1, at.of[1] >> point & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ if at.ban == Some(point) => '!',
            _ => '.',
        };
        (0..self.region.points() as u8).map(letter).collect()
    }
}
