//! Regions without a ban, up to moves that are the same in every respect.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};

use super::{
    phi::{KoFailure, KoGame, KoGraph, KoMove, KoRules},
    region::GoRegion,
};
use sidle_rules::go::Stones;

/// What a position is by its moves alone: forms with the points that the moves make, for each player.
type Shape = [Vec<(u32, i64)>; 2];

/// A region in which no ban arises and nothing comes back, with positions that offer the same moves taken
/// together. Moves that are bad in the region stay: they may be ko threats.
#[derive(Clone, Debug, Default)]
pub struct FoldedRegion {
    shapes: Vec<Shape>,
    forms: FxHashMap<Stones, u32>,
}

impl FoldedRegion {
    /// Folds a region; `None` if there is a ban, or positions come back. No more than `most` positions are
    /// looked at.
    pub fn new(
        region: &GoRegion<'_>,
        start: &Stones,
        most: usize,
        meter: &Meter,
    ) -> Result<Option<FoldedRegion>, KoFailure> {
        let graph = KoGraph::explore_within(region, start, KoGame::Phi, most, meter)?;
        if graph.has_ban {
            return Ok(None);
        }
        let mut folded = FoldedRegion::default();
        let mut numbers: FxHashMap<Shape, u32> = FxHashMap::default();
        let mut form = vec![u32::MAX; graph.positions.len()];
        for members in graph.components() {
            let [at] = members[..] else {
                return Ok(None);
            };
            let shape = Player::BOTH.map(|player| {
                let moves = graph.moves(at, player);
                let mut moves: Vec<(u32, i64)> =
                    moves.map(|(to, points)| (form[to], points)).collect();
                moves.sort_unstable();
                moves.dedup();
                moves
            });
            if shape.iter().flatten().any(|&(to, _)| to == u32::MAX) {
                return Ok(None);
            }
            let new = folded.shapes.len() as u32;
            form[at] = *numbers.entry(shape.clone()).or_insert(new);
            if form[at] == new {
                folded.shapes.push(shape);
            }
        }
        folded.forms = graph.positions.into_iter().zip(form).collect();
        Ok(Some(folded))
    }

    /// Has one of the players no move, now and later? Then the region is an integer, like prisoners.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        let idle = |player: Player| {
            let mut shapes = self.shapes.iter();
            shapes.all(|shape| shape[player.index()].is_empty())
        };
        Player::BOTH.into_iter().any(idle)
    }

    /// How many forms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shapes.len()
    }

    /// Is there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }
}

/// A region of a whole board, folded if it can be.
#[derive(Clone, Debug)]
pub enum BoardPart<'r> {
    /// With all its positions.
    Plain(GoRegion<'r>),
    /// With forms only.
    Folded(FoldedRegion),
}

/// A position of such a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartPosition {
    /// Stones with a ban.
    Plain(Stones),
    /// The number of a form.
    Folded(u32),
}

impl<'r> BoardPart<'r> {
    /// Folds a region if that can be done.
    pub fn new(
        region: GoRegion<'r>,
        start: &Stones,
        most: usize,
        meter: &Meter,
    ) -> Result<BoardPart<'r>, StopReason> {
        match FoldedRegion::new(&region, start, most, meter) {
            Ok(Some(folded)) => Ok(BoardPart::Folded(folded)),
            Err(KoFailure::Stopped(reason)) => Err(reason),
            _ => Ok(BoardPart::Plain(region)),
        }
    }

    /// The position of some stones, if they can arise.
    #[must_use]
    pub fn position(&self, stones: &Stones) -> Option<PartPosition> {
        match self {
            BoardPart::Plain(_) => Some(PartPosition::Plain(*stones)),
            BoardPart::Folded(folded) => {
                folded.forms.get(stones).copied().map(PartPosition::Folded)
            }
        }
    }
}

impl KoRules for BoardPart<'_> {
    type Position = PartPosition;

    fn moves(&self, at: &PartPosition, player: Player) -> Vec<KoMove<PartPosition>> {
        match (self, at) {
            (BoardPart::Plain(region), PartPosition::Plain(stones)) => {
                let moves = region.moves(stones, player).into_iter();
                let moves = moves.map(|chosen| KoMove {
                    to: PartPosition::Plain(chosen.to),
                    points: chosen.points,
                    banned: chosen.banned,
                });
                moves.collect()
            }
            (BoardPart::Folded(folded), PartPosition::Folded(form)) => {
                let moves = folded.shapes[*form as usize][player.index()].iter();
                let moves = moves.map(|&(to, points)| KoMove {
                    to: PartPosition::Folded(to),
                    points,
                    banned: false,
                });
                moves.collect()
            }
            _ => Vec::new(),
        }
    }

    fn lifted(&self, at: &PartPosition) -> PartPosition {
        match *at {
            PartPosition::Plain(stones) => PartPosition::Plain(stones.without_ban()),
            form => form,
        }
    }

    fn name(&self, at: &PartPosition) -> String {
        match (self, at) {
            (BoardPart::Plain(region), PartPosition::Plain(stones)) => region.name(stones),
            (_, PartPosition::Folded(form)) => form.to_string(),
            (_, PartPosition::Plain(_)) => String::new(),
        }
    }
}
