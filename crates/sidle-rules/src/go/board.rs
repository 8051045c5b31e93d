//! Whole boards: play, unconditional life, and the regions that are left to play in.

use sidle_core::Player;

use super::{
    diagram::Diagram,
    point::BoardPoint,
    region::{Intersection, MAX_POINTS, Region, Stones, neighbours},
};

/// What is on a point of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Nothing.
    Empty,
    /// A stone of Left.
    Black,
    /// A stone of Right.
    White,
}

impl From<Player> for Colour {
    fn from(player: Player) -> Colour {
        match player {
            Player::Left => Colour::Black,
            Player::Right => Colour::White,
        }
    }
}

/// A rectangular board, its points row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: usize,
    points: Vec<Colour>,
    /// The last move captured one stone here, and the stone that did it could be taken back at once.
    ko: Option<usize>,
}

/// A region of a board that is bounded by stones that live unconditionally.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRegion {
    /// The points of the region on the board.
    pub points: Vec<usize>,
    /// The region by itself; `None` if it has too many points.
    pub diagram: Option<Diagram>,
    /// What it counts for Left as territory, if only one player's immortal stones lie beside it: a point for each empty point
    /// and two for each stone of the opponent. That he can live there is not excluded.
    pub territory: Option<i64>,
}

/// A board cut into what is settled and what is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endgame {
    /// Points of stones that live unconditionally (D. Benson, *Life in the game of Go*, 1976).
    pub immortal: Vec<usize>,
    /// The regions between them.
    pub regions: Vec<BoardRegion>,
}

impl Board {
    /// An empty board.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Board {
        Board {
            width,
            points: vec![Colour::Empty; width * height],
            ko: None,
        }
    }

    /// How many columns there are.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    #[must_use]
    pub fn height(&self) -> usize {
        self.points.len().checked_div(self.width).unwrap_or(0)
    }

    /// What is on a point.
    #[must_use]
    pub fn at(&self, point: usize) -> Colour {
        self.points[point]
    }

    /// Puts a stone, or nothing, on a point, whatever the rules of play say.
    pub fn set(&mut self, point: usize, colour: Colour) {
        self.points[point] = colour;
        self.ko = None;
    }

    /// The point where the ko ban forbids to take back.
    #[must_use]
    pub fn ko(&self) -> Option<usize> {
        self.ko
    }

    /// A player passes: the ban is lifted.
    pub fn pass(&mut self) {
        self.ko = None;
    }

    fn beside(&self, point: usize) -> impl Iterator<Item = usize> + use<> {
        neighbours(self.width, self.points.len(), point)
    }

    /// The connected points of one colour around a point, sorted.
    fn chain(&self, point: usize) -> Vec<usize> {
        let colour = self.points[point];
        self.area(point, |at| self.points[at] == colour)
    }

    fn area(&self, start: usize, within: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.points.len()];
        let mut area = vec![start];
        seen[start] = true;
        let mut next = 0;
        while let Some(&at) = area.get(next) {
            next += 1;
            for other in self.beside(at) {
                if within(other) && !std::mem::replace(&mut seen[other], true) {
                    area.push(other);
                }
            }
        }
        area.sort_unstable();
        area
    }

    fn has_liberty(&self, chain: &[usize]) -> bool {
        chain
            .iter()
            .any(|&at| self.beside(at).any(|n| self.points[n] == Colour::Empty))
    }

    /// Plays a stone; returns how many stones it captured, or `None` if the move is not legal (the ko
    /// rule aside).
    pub fn play(&mut self, point: usize, player: Player) -> Option<usize> {
        if self.points[point] != Colour::Empty {
            return None;
        }
        self.points[point] = player.into();
        let mut captured = 0;
        let mut ko = None;
        for other in self.beside(point) {
            if self.points[other] != Colour::from(-player) {
                continue;
            }
            let chain = self.chain(other);
            if !self.has_liberty(&chain) {
                captured += chain.len();
                ko = (captured == 1).then_some(other);
                for at in chain {
                    self.points[at] = Colour::Empty;
                }
            }
        }
        if captured == 0 && !self.has_liberty(&self.chain(point)) {
            self.points[point] = Colour::Empty;
            return None;
        }
        let alone = || {
            let mut beside = self.beside(point);
            beside.all(|at| self.points[at] == Colour::from(-player) || Some(at) == ko)
        };
        self.ko = ko.filter(|_| captured == 1 && alone());
        Some(captured)
    }

    /// The points of the chains of a player that live even if he never answers (Benson's theorem): the
    /// largest set of chains and of areas without stones of his such that every chain has two vital areas
    /// (every empty point of the area is a liberty of the chain), and every area touches such chains only.
    ///
    /// Chains with a point of `assumed` live whatever happens.
    fn unconditionally_alive(&self, player: Player, assumed: &[usize]) -> Vec<usize> {
        let colour = Colour::from(player);
        let count = self.points.len();
        let mut chain_of = vec![usize::MAX; count];
        let mut area_of = vec![usize::MAX; count];
        let (mut chains, mut areas) = (Vec::new(), Vec::new());
        for at in 0..count {
            if self.points[at] == colour && chain_of[at] == usize::MAX {
                let chain = self.chain(at);
                chain.iter().for_each(|&p| chain_of[p] = chains.len());
                chains.push(chain);
            } else if self.points[at] != colour && area_of[at] == usize::MAX {
                let area = self.area(at, |p| self.points[p] != colour);
                area.iter().for_each(|&p| area_of[p] = areas.len());
                areas.push(area);
            }
        }
        // The chains around each area, and those for which it is vital.
        let mut around: Vec<Vec<usize>> = Vec::new();
        let mut vital: Vec<Vec<usize>> = Vec::new();
        for area in &areas {
            let near = |at: usize| {
                let mut list: Vec<usize> = self
                    .beside(at)
                    .filter_map(|n| chain_of.get(n).copied().filter(|&c| c != usize::MAX))
                    .collect();
                list.sort_unstable();
                list.dedup();
                list
            };
            let mut all: Vec<usize> = area.iter().flat_map(|&at| near(at)).collect();
            all.sort_unstable();
            all.dedup();
            let empty = area.iter().filter(|&&at| self.points[at] == Colour::Empty);
            let common = empty.fold(all.clone(), |common, &at| {
                let here = near(at);
                common.into_iter().filter(|c| here.contains(c)).collect()
            });
            around.push(all);
            vital.push(common);
        }
        let mut alive = vec![true; chains.len()];
        let is_assumed: Vec<bool> = chains
            .iter()
            .map(|chain| chain.iter().any(|at| assumed.contains(at)))
            .collect();
        let mut useful = vec![true; areas.len()];
        loop {
            let mut changed = false;
            for (c, alive) in alive.iter_mut().enumerate() {
                let eyes = (0..areas.len()).filter(|&a| useful[a] && vital[a].contains(&c));
                if *alive && !is_assumed[c] && eyes.count() < 2 {
                    *alive = false;
                    changed = true;
                }
            }
            for (a, useful) in useful.iter_mut().enumerate() {
                if *useful && around[a].iter().any(|&c| !alive[c]) {
                    *useful = false;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        let alive = chains.into_iter().zip(alive).filter(|(_, alive)| *alive);
        alive.flat_map(|(chain, _)| chain).collect()
    }

    /// Cuts the board along the stones that live unconditionally.
    #[must_use]
    pub fn endgame(&self) -> Endgame {
        self.endgame_assuming(&[])
    }

    /// Cuts the board along the stones that live unconditionally when the chains through the points of `alive` live.
    #[must_use]
    pub fn endgame_assuming(&self, alive: &[usize]) -> Endgame {
        let mut owner = vec![None; self.points.len()];
        for player in Player::BOTH {
            for at in self.unconditionally_alive(player, alive) {
                owner[at] = Some(player);
            }
        }
        let immortal: Vec<usize> = (0..owner.len()).filter(|&at| owner[at].is_some()).collect();
        let mut seen = vec![false; owner.len()];
        let mut regions = Vec::new();
        for start in 0..owner.len() {
            if owner[start].is_some() || seen[start] {
                continue;
            }
            let points = self.area(start, |at| owner[at].is_none());
            points.iter().for_each(|&at| seen[at] = true);
            let diagram = self.region(&points, &|at| owner[at]);
            let around = self.count(&points, &|at| owner[at]);
            regions.push(BoardRegion {
                points,
                diagram,
                territory: around,
            });
        }
        Endgame { immortal, regions }
    }

    /// The points of a region that lies beside stones of one player only, counted as his territory, in which the stones of the
    /// opponent are dead.
    fn count(&self, points: &[usize], immortal: &dyn Fn(usize) -> Option<Player>) -> Option<i64> {
        let beside = |player: Player| {
            let mut around = points.iter().flat_map(|&at| self.beside(at));
            around.any(|at| immortal(at) == Some(player))
        };
        let owner = match (beside(Player::Left), beside(Player::Right)) {
            (true, false) => Player::Left,
            (false, true) => Player::Right,
            _ => return None,
        };
        let worth = |&at: &usize| match self.points[at] {
            Colour::Empty => 1,
            stone if stone == Colour::from(owner) => 0,
            _ => 2,
        };
        let count: i64 = points.iter().map(worth).sum();
        Some(match owner {
            Player::Left => count,
            Player::Right => -count,
        })
    }

    /// The region of the given points; stones beside them count as immortal.
    #[must_use]
    pub fn marked_region(&self, points: &[usize]) -> Option<Diagram> {
        let mut points = points.to_vec();
        points.sort_unstable();
        points.dedup();
        self.region(&points, &|at| match self.points[at] {
            Colour::Empty => None,
            Colour::Black => Some(Player::Left),
            Colour::White => Some(Player::Right),
        })
    }

    fn region(
        &self,
        points: &[usize],
        immortal: &dyn Fn(usize) -> Option<Player>,
    ) -> Option<Diagram> {
        if points.is_empty() || points.len() > MAX_POINTS {
            return None;
        }
        let inside = |at: usize| points.binary_search(&at).is_ok();
        let shown: Vec<usize> = (0..self.points.len())
            .filter(|&at| inside(at) || self.beside(at).any(inside))
            .collect();
        let rows = shown.iter().map(|at| at / self.width);
        let columns = shown.iter().map(|at| at % self.width);
        let (top, bottom) = (rows.clone().min()?, rows.max()?);
        let (left, right) = (columns.clone().min()?, columns.max()?);
        let mut places = Vec::new();
        let mut stones = Stones::default();
        let mut number = 0u8;
        // A ban counts if the stone that captured is one that can be captured.
        let taker = |ko: usize| {
            let mut beside = self.beside(ko).filter(|&at| inside(at));
            beside.any(|at| {
                let mut around = self.beside(at);
                self.points[at] != Colour::Empty
                    && around.all(|n| {
                        n == ko
                            || self.points[n] != self.points[at] && self.points[n] != Colour::Empty
                    })
            })
        };
        let ban = self.ko.filter(|&ko| inside(ko) && taker(ko));
        for row in top..=bottom {
            for column in left..=right {
                let at = row * self.width + column;
                places.push(if inside(at) {
                    if ban == Some(at) {
                        stones.ban = Some(number);
                    }
                    match self.points[at] {
                        Colour::Empty => {}
                        Colour::Black => stones.of[0] |= 1 << number,
                        Colour::White => stones.of[1] |= 1 << number,
                    }
                    number += 1;
                    Intersection::Point(number - 1)
                } else if shown.binary_search(&at).is_ok() {
                    immortal(at).map_or(Intersection::Outside, Intersection::Immortal)
                } else {
                    Intersection::Outside
                });
            }
        }
        Some(Diagram {
            region: Region::new(right - left + 1, places),
            stones,
            to_move: None,
            corner: BoardPoint {
                column: left,
                row: self.height() - 1 - bottom,
            },
        })
    }
}
