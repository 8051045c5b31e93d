//! The points of a region, and what a move does there.

use sidle_core::Player;

/// A region has at most so many points: they are the bits of a word.
pub const MAX_POINTS: usize = 64;

/// What is at one place of the rectangle around a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Intersection {
    /// Neither a point of the region nor a stone beside it.
    Outside,
    /// A stone that can never be captured.
    Immortal(Player),
    /// A point of the region, by its number.
    Point(u8),
}

/// Is a move legal that takes the last liberty of the player's own stones and captures nothing?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Suicide {
    /// No.
    #[default]
    Forbidden,
    /// Yes, for two stones or more; they become prisoners. The suicide of one stone changes nothing on
    /// the board and would be a pass that costs a point: it is not a move.
    Allowed,
}

/// The points of a region with their surroundings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    width: usize,
    places: Vec<Intersection>,
    /// For each point, the points beside it.
    beside: Vec<u64>,
    /// For each player, the points beside one of his immortal stones.
    safe: [u64; 2],
}

/// The stones on the points of a region, as two sets of points, and the point where the ko ban forbids
/// to take back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Stones {
    /// The stones of Left (Black) and of Right (White) that can be captured.
    pub of: [u64; 2],
    /// The last move captured one stone, and taking back here would restore the position before it.
    pub ban: Option<u8>,
}

impl Stones {
    /// All stones.
    #[must_use]
    pub fn all(&self) -> u64 {
        self.of[0] | self.of[1]
    }

    /// The same stones without a ban.
    #[must_use]
    pub fn without_ban(self) -> Stones {
        Stones { ban: None, ..self }
    }

    /// The stones with the colours exchanged.
    #[must_use]
    pub fn swapped(self) -> Stones {
        Stones {
            of: [self.of[1], self.of[0]],
            ..self
        }
    }
}

/// What a legal move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The stones afterwards.
    pub stones: Stones,
    /// How many stones of the opponent were captured.
    pub captured: u32,
    /// How many stones of his own the player lost by suicide.
    pub lost: u32,
    /// Does the ko ban forbid this move?
    pub banned: bool,
}

impl Played {
    /// Prisoners of Left minus prisoners of Right, if `player` made the move.
    #[must_use]
    pub fn gain(&self, player: Player) -> i64 {
        let gain = i64::from(self.captured) - i64::from(self.lost);
        match player {
            Player::Left => gain,
            Player::Right => -gain,
        }
    }
}

impl Region {
    /// A region in a rectangle of places, row by row. The points must be numbered in that order.
    ///
    /// # Panics
    /// If the places do not fill rows of the given width, or the points are not numbered 0, 1, 2 …, at
    /// most [`MAX_POINTS`] of them.
    #[must_use]
    pub fn new(width: usize, places: Vec<Intersection>) -> Region {
        assert!(places.is_empty() || (width > 0 && places.len().is_multiple_of(width)));
        let points = places.iter().filter_map(|place| match place {
            Intersection::Point(number) => Some(*number),
            _ => None,
        });
        let count = points.clone().count();
        assert!(
            count <= MAX_POINTS && points.eq(0..count as u8),
            "the points of a region are numbered in order"
        );
        let mut region = Region {
            width,
            places,
            beside: vec![0; count],
            safe: [0; 2],
        };
        for at in 0..region.places.len() {
            let Intersection::Point(point) = region.places[at] else {
                continue;
            };
            for next in neighbours(width, region.places.len(), at) {
                match region.places[next] {
                    Intersection::Outside => {}
                    Intersection::Immortal(player) => region.safe[player.index()] |= 1 << point,
                    Intersection::Point(other) => region.beside[point as usize] |= 1 << other,
                }
            }
        }
        region
    }

    /// How many points there are.
    #[must_use]
    pub fn points(&self) -> usize {
        self.beside.len()
    }

    /// The width of the rectangle.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The height of the rectangle.
    #[must_use]
    pub fn height(&self) -> usize {
        self.places.len().checked_div(self.width).unwrap_or(0)
    }

    /// The places of the rectangle, row by row.
    #[must_use]
    pub fn places(&self) -> &[Intersection] {
        &self.places
    }

    /// The same region with the colours of the immortal stones exchanged.
    #[must_use]
    pub fn swapped(&self) -> Region {
        let places = self.places.iter().map(|&place| match place {
            Intersection::Immortal(player) => Intersection::Immortal(-player),
            place => place,
        });
        Region::new(self.width, places.collect())
    }

    /// The set of all points.
    #[must_use]
    pub fn whole(&self) -> u64 {
        match self.points() {
            MAX_POINTS => u64::MAX,
            count => (1 << count) - 1,
        }
    }

    /// The points beside a point.
    #[must_use]
    pub fn beside(&self, point: u8) -> u64 {
        self.beside[point as usize]
    }

    /// The points beside an immortal stone of a player.
    #[must_use]
    pub fn safe(&self, player: Player) -> u64 {
        self.safe[player.index()]
    }

    /// The points that are beside a set of points, or in it.
    #[must_use]
    pub fn dilated(&self, set: u64) -> u64 {
        bits(set).fold(set, |wide, point| wide | self.beside[point as usize])
    }

    /// The points of `within` that are connected with `seed` there.
    #[must_use]
    pub fn connected(&self, seed: u64, within: u64) -> u64 {
        let mut group = seed & within;
        let mut fresh = group;
        while fresh != 0 {
            fresh = self.dilated(fresh) & within & !group;
            group |= fresh;
        }
        group
    }

    /// Has a group of `player` no liberty, among stones `all`?
    fn is_dead(&self, group: u64, player: Player, all: u64) -> bool {
        group & self.safe[player.index()] == 0 && self.dilated(group) & !all == 0
    }

    /// What a move of `player` on a point leads to; `None` if it is not legal apart from the ko ban,
    /// which is reported.
    #[must_use]
    pub fn play(
        &self,
        stones: &Stones,
        player: Player,
        point: u8,
        suicide: Suicide,
    ) -> Option<Played> {
        let here = 1u64 << point;
        if stones.all() & here != 0 {
            return None;
        }
        let (me, you) = (player.index(), (-player).index());
        let mut of = stones.of;
        of[me] |= here;
        let mut captured = 0u64;
        let mut beside = self.beside[point as usize] & of[you];
        while beside != 0 {
            let group = self.connected(beside & beside.wrapping_neg(), of[you]);
            beside &= !group;
            if self.is_dead(group, -player, of[0] | of[1]) {
                captured |= group;
            }
        }
        of[you] &= !captured;
        let own = self.connected(here, of[me]);
        let mut lost = 0;
        if self.is_dead(own, player, of[0] | of[1]) {
            if suicide == Suicide::Forbidden || own == here {
                return None;
            }
            of[me] &= !own;
            lost = own.count_ones();
        }
        let banned = stones.ban == Some(point) && captured.count_ones() == 1;
        let ban = self.ban_after(of, player, own, here, captured);
        Some(Played {
            stones: Stones { of, ban },
            captured: captured.count_ones(),
            lost,
            banned,
        })
    }

    /// The ban after a move: the opponent may not restore the position before, which he can only by
    /// capturing the one stone just played, on the point where it captured one.
    fn ban_after(
        &self,
        of: [u64; 2],
        player: Player,
        own: u64,
        here: u64,
        captured: u64,
    ) -> Option<u8> {
        let single = captured.count_ones() == 1 && own == here;
        let all = of[0] | of[1];
        let liberties = self.dilated(own) & !all;
        let takes_back = single && own & self.safe[player.index()] == 0 && liberties == captured;
        takes_back.then(|| captured.trailing_zeros() as u8)
    }
}

/// The points of a set, in order.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(point)
    })
}

/// The places beside a place of a rectangle.
pub(crate) fn neighbours(width: usize, places: usize, at: usize) -> impl Iterator<Item = usize> {
    let column = at % width;
    let left = (column > 0).then(|| at - 1);
    let right = (column + 1 < width).then_some(at + 1);
    let above = at.checked_sub(width);
    let below = (at + width < places).then_some(at + width);
    [left, right, above, below].into_iter().flatten()
}
