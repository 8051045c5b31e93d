//! Fights that end with the capture of a marked chain.

use sidle_core::Player;
use sidle_rules::go::Stones;

use super::{
    phi::{KoMove, KoRules},
    region::GoRegion,
};

/// Rules of a region whose moves are points of it.
pub trait PointRules: KoRules {
    /// The position of these stones.
    fn position(&self, stones: &Stones) -> Self::Position;

    /// The points of the moves of a player, in the order of [`KoRules::moves`].
    fn move_points(&self, at: &Self::Position, player: Player) -> Vec<u8>;
}

impl PointRules for GoRegion<'_> {
    fn position(&self, stones: &Stones) -> Stones {
        *stones
    }

    fn move_points(&self, at: &Stones, player: Player) -> Vec<u8> {
        GoRegion::move_points(self, at, player)
    }
}

/// A region in which play ends as soon as a marked chain is captured. The capturer then has the region: each of its empty
/// points is a point for him, and each stone of the opponent that is left in it two, since it is dead.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_rules::go::{Diagram, Suicide};
/// use sidle_solve::go::{GoRegion, KoGame, SettledRegion, value_of_ko};
/// use sidle_values::Store;
/// // White plays on the last liberty of two stones: two prisoners, and two empty points.
/// let corner = Diagram::parse("XX.W\n")?;
/// let region = GoRegion { region: &corner.region, suicide: Suicide::Forbidden };
/// let fight = SettledRegion::new(region, &corner.stones, &[0]).expect("there is a chain");
/// let store = Store::new();
/// let answer = value_of_ko(&fight, &Some(corner.stones), KoGame::Phi, &store, &Meter::unlimited())?;
/// assert_eq!(answer.value.short(), Some(store.game(&[], &[store.integer(-4)])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledRegion<'r> {
    rules: GoRegion<'r>,
    marked: [u64; 2],
}

impl<'r> SettledRegion<'r> {
    /// Marks the chains through these points; `None` if one of the points is empty.
    #[must_use]
    pub fn new(rules: GoRegion<'r>, at: &Stones, points: &[u8]) -> Option<SettledRegion<'r>> {
        let mut marked = [0; 2];
        for &point in points {
            let here = 1u64 << point;
            let owner = at.of.iter().position(|of| of & here != 0)?;
            marked[owner] |= rules.region.connected(here, at.of[owner]);
        }
        Some(SettledRegion { rules, marked })
    }

    /// Who has captured a marked chain? Marked stones stay on the board until then.
    fn winner(&self, stones: &Stones) -> Option<Player> {
        let lost = |player: &Player| {
            let player = player.index();
            self.marked[player] & !stones.of[player] != 0
        };
        Player::BOTH.into_iter().find(lost).map(|loser| -loser)
    }

    /// What the region counts for Left when `winner` has it.
    fn score(&self, stones: &Stones, winner: Player) -> i64 {
        let empty = (self.rules.region.whole() & !stones.all()).count_ones();
        let dead = stones.of[(-winner).index()].count_ones();
        let points = i64::from(empty) + 2 * i64::from(dead);
        match winner {
            Player::Left => points,
            Player::Right => -points,
        }
    }
}

impl KoRules for SettledRegion<'_> {
    /// `None` when play has ended.
    type Position = Option<Stones>;

    fn moves(&self, at: &Option<Stones>, player: Player) -> Vec<KoMove<Option<Stones>>> {
        let Some(stones) = at else {
            return Vec::new();
        };
        let moves = self.rules.moves(stones, player).into_iter();
        let moves = moves.map(|chosen| {
            let winner = self.winner(&chosen.to);
            let end = winner.map_or(0, |winner| self.score(&chosen.to, winner));
            KoMove {
                to: winner.is_none().then_some(chosen.to),
                points: chosen.points + end,
                banned: chosen.banned,
            }
        });
        moves.collect()
    }

    fn lifted(&self, at: &Option<Stones>) -> Option<Stones> {
        at.map(Stones::without_ban)
    }

    fn name(&self, at: &Option<Stones>) -> String {
        match at {
            Some(stones) => self.rules.name(stones),
            None => "over".to_owned(),
        }
    }
}

impl PointRules for SettledRegion<'_> {
    fn position(&self, stones: &Stones) -> Option<Stones> {
        Some(*stones)
    }

    fn move_points(&self, at: &Option<Stones>, player: Player) -> Vec<u8> {
        at.map_or_else(Vec::new, |stones| self.rules.move_points(&stones, player))
    }
}
