//! The order of loopy values.

use sidle_core::{Meter, Outcome, Player, Relation, StopReason};
use sidle_graph::bigraph::{KnownOrder, SideSearch, SurvivalSearch};
use smallvec::SmallVec;

use super::{
    Kind, Loopy, LoopyOutcome, LoopyValue, Side, SideForm, Stopper, UNLIMITED,
    glance::{Endless, Sight, glance},
    region::{Positions, Ref, Region},
    shift::Shifted,
    stops::StopBounds,
    tables::Node,
    unlimited,
};
use crate::{game::Id, store::Signature};

static NO_REGION: Region = Region::new(Vec::new());

/// What the stops and the tables tell about two positions; nothing is computed, except for short games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remembered<'a> {
    loopy: Loopy<'a>,
    region: &'a Region,
    meter: &'a Meter,
}

impl<'a> Remembered<'a> {
    pub(super) fn new(positions: &Positions<'a>, meter: &'a Meter) -> Remembered<'a> {
        Remembered {
            loopy: positions.loopy,
            region: positions.region,
            meter,
        }
    }

    pub(super) fn of_nodes(loopy: Loopy<'a>, meter: &'a Meter) -> Remembered<'a> {
        let region = &NO_REGION;
        Remembered {
            loopy,
            region,
            meter,
        }
    }

    pub(super) fn nodes(&self, g: Node, h: Node, mover: Player) -> Option<bool> {
        self.nodes_at_once(g, h, mover)
            .or_else(|| self.by_shift(Ref::Node(g), Ref::Node(h), mover))
    }

    /// Without a look at the tables.
    fn nodes_at_once(&self, g: Node, h: Node, mover: Player) -> Option<bool> {
        let (of_g, of_h) = (self.loopy.kind(g), self.loopy.kind(h));
        if let (Kind::Short(g), Kind::Short(h)) = (of_g, of_h) {
            let store = self.loopy.store;
            return match mover {
                Player::Right => store.try_le(g, h, self.meter).ok(),
                // Left wins moving first unless Right wins h - g moving second.
                Player::Left => store.try_le(h, g, self.meter).ok().map(|ge| !ge),
            };
        }
        if !of_g.is_stopper() || !of_h.is_stopper() {
            return None;
        }
        if let Some(answer) = self.by_landmarks(Ref::Node(g), Ref::Node(h), mover) {
            return Some(answer);
        }
        let (bounds_g, bounds_h) = (self.loopy.stop_bounds(g), self.loopy.stop_bounds(h));
        StopBounds::survival(bounds_g, bounds_h, mover)
    }

    /// What is known about two positions that differ from others by the same game.
    fn by_shift(&self, g: Ref, h: Ref, mover: Player) -> Option<bool> {
        let shift = |at| self.loopy.shift_of_ref(self.region, at);
        let key = Shifted::key(shift(g)?, shift(h)?)?;
        if key.0 == key.1 && key.2 == Id::ZERO && mover == Player::Right {
            return Some(true);
        }
        self.loopy.tables().known_order(key, mover)
    }

    /// What the landmarks tell about two onsides. Order is transitive. A landmark between them lets the
    /// second player win: he answers in `h - b` and in `b - g`; play in `h - b` ends, because `h⁺ ≤ b`, so
    /// endless play is play in `g`, which is his.
    #[inline]
    pub(super) fn by_landmarks(&self, g: Ref, h: Ref, mover: Player) -> Option<bool> {
        let (g, h) = (self.signature(g)?, self.signature(h)?);
        let (low, high) = match mover {
            Player::Right => (g, h),
            Player::Left => (h, g),
        };
        if !low.allows_le(high) {
            return Some(mover == Player::Left);
        }
        low.proves_le(high).then_some(mover == Player::Right)
    }

    #[inline]
    fn signature(&self, at: Ref) -> Option<Signature> {
        match at {
            Ref::Local(v) => self.region.signatures.get()?.get(v as usize).copied(),
            Ref::Node(node) => self.loopy.signature(node),
        }
    }

    fn bounds(&self, at: Ref) -> StopBounds {
        match at {
            Ref::Local(v) => self.region.bounds(v),
            Ref::Node(node) if self.loopy.kind(node).is_stopper() => self.loopy.stop_bounds(node),
            Ref::Node(_) => StopBounds::UNKNOWN,
        }
    }

    fn by_bounds(&self, g: Ref, h: Ref, mover: Player) -> Option<bool> {
        if let Some(answer) = self.by_landmarks(g, h, mover) {
            return Some(answer);
        }
        if self.region.bounds.is_empty() {
            return None;
        }
        StopBounds::survival(self.bounds(g), self.bounds(h), mover)
    }
}

impl KnownOrder<Ref> for Remembered<'_> {
    fn survives(&self, g: &Ref, h: &Ref, mover: Player) -> Option<bool> {
        match (*g, *h) {
            (Ref::Node(g), Ref::Node(h)) => self.nodes(g, h, mover),
            (g, h) => self
                .by_bounds(g, h, mover)
                .or_else(|| self.by_shift(g, h, mover)),
        }
    }
}

impl Sight for Remembered<'_> {
    fn at_once(&self, g: Ref, h: Ref, mover: Player) -> Option<bool> {
        match (g, h) {
            (Ref::Node(g), Ref::Node(h)) => self.nodes_at_once(g, h, mover),
            (g, h) => self.by_bounds(g, h, mover),
        }
    }

    fn by_tables(&self, g: Ref, h: Ref, mover: Player) -> Option<bool> {
        self.by_shift(g, h, mover)
    }
}

/// Stoppers are compared by a search of their own: on both sides survival is their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct StoppersCompared<'a>(pub(super) Remembered<'a>);

impl KnownOrder<Ref> for StoppersCompared<'_> {
    fn survives(&self, g: &Ref, h: &Ref, mover: Player) -> Option<bool> {
        let (Ref::Node(g), Ref::Node(h)) = (*g, *h) else {
            return self.0.by_bounds(*g, *h, mover);
        };
        let loopy = self.0.loopy;
        if !loopy.kind(g).is_stopper() || !loopy.kind(h).is_stopper() {
            return None;
        }
        // A stop by the meter is met again at once by the search that asks.
        loopy.survives(g, h, mover, self.0.meter).ok()
    }
}

impl Sight for StoppersCompared<'_> {
    fn at_once(&self, g: Ref, h: Ref, mover: Player) -> Option<bool> {
        self.0.at_once(g, h, mover)
    }

    fn by_tables(&self, g: Ref, h: Ref, mover: Player) -> Option<bool> {
        match (g, h) {
            (Ref::Node(_), Ref::Node(_)) => self.survives(&g, &h, mover),
            _ => None,
        }
    }
}

/// A search among the vertices of a stopper region and what lies below; what it learns about nodes
/// stays in the tables.
pub(super) struct StopperOrder<'a> {
    search: SurvivalSearch<'a, Positions<'a>, Remembered<'a>>,
    positions: Positions<'a>,
    loopy: Loopy<'a>,
    meter: &'a Meter,
    /// What a look ahead has told.
    seen: SeenPairs,
}

/// Few answers, found by looking at all of them.
pub(super) type SeenPairs = SmallVec<[(Ref, Ref, bool); 16]>;

/// The answer for a pair, if it is among those.
pub(super) fn among(seen: &SeenPairs, g: Ref, h: Ref) -> Option<bool> {
    let found = seen.iter().find(|&&(a, b, _)| a == g && b == h);
    found.map(|&(_, _, answer)| answer)
}

impl<'a> StopperOrder<'a> {
    pub(super) fn new(positions: &'a Positions<'a>, meter: &'a Meter) -> StopperOrder<'a> {
        let loopy = positions.loopy;
        positions.sign();
        let known = Remembered::new(positions, meter);
        StopperOrder {
            search: SurvivalSearch::with_memory(positions, known, loopy.tables().take_memory()),
            positions: *positions,
            loopy,
            meter,
            seen: SeenPairs::new(),
        }
    }

    pub(super) fn le(&mut self, g: Ref, h: Ref) -> Result<bool, StopReason> {
        let mover = Player::Right;
        if let Some(settled) = self.search.settled(&g, &h, mover) {
            return Ok(settled);
        }
        if self.positions.region.is_small() {
            let known = Remembered::new(&self.positions, self.meter);
            if let Some(answer) = known.at_once(g, h, mover) {
                return Ok(answer);
            }
            if let Some(answer) = among(&self.seen, g, h) {
                return Ok(answer);
            }
            let endless = Endless::Survived;
            let answer = known
                .by_tables(g, h, mover)
                .or_else(|| glance(&self.positions, &known, endless, (g, h), mover));
            if let Some(answer) = answer {
                self.seen.push((g, h, answer));
                return Ok(answer);
            }
        }
        self.search.le(&g, &h, self.meter)
    }
}

impl Drop for StopperOrder<'_> {
    fn drop(&mut self) {
        if self.search.is_new() {
            self.loopy.tables().put_memory(self.search.take_memory());
            return;
        }
        let news = self
            .search
            .decided()
            .filter_map(|(&g, &h, mover, survived)| {
                let short = |at| match at {
                    Ref::Node(node) => matches!(self.loopy.kind(node), Kind::Short(_)),
                    Ref::Local(_) => false,
                };
                if short(g) && short(h) {
                    return None;
                }
                let shift = |at| self.loopy.shift_of_ref(self.positions.region, at);
                let key = Shifted::key(shift(g)?, shift(h)?)?;
                Some((key, mover, survived))
            })
            .collect::<Vec<_>>();
        self.loopy.tables().remember_order(news.into_iter());
        self.loopy.tables().put_memory(self.search.take_memory());
    }
}

impl<'s> Loopy<'s> {
    /// Does Left survive `h - g` (stoppers) when `mover` starts?
    pub(super) fn survives(
        self,
        g: Node,
        h: Node,
        mover: Player,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let known = Remembered::of_nodes(self, meter);
        if let Some(known) = known.nodes(g, h, mover) {
            return Ok(known);
        }
        let positions = Positions {
            loopy: self,
            region: &NO_REGION,
        };
        let (from, to) = (Ref::Node(g), Ref::Node(h));
        if mover == Player::Right
            && let (Some(g), Some(h)) = (self.pseudonumber(g), self.pseudonumber(h))
        {
            // Pseudonumbers are totally ordered: no need to play a million against a million over.
            return Ok(g <= h);
        }
        if let Some(answer) = glance(&positions, &known, Endless::Survived, (from, to), mover) {
            if let Some(key) = Shifted::key(self.shifted(g), self.shifted(h)) {
                let news = std::iter::once((key, mover, answer));
                self.tables().remember_order(news);
            }
            return Ok(answer);
        }
        let mut order = StopperOrder::new(&positions, meter);
        order.search.survives(&from, &to, mover, meter)
    }

    pub(super) fn node_le(self, g: Node, h: Node, meter: &Meter) -> Result<bool, StopReason> {
        self.survives(g, h, Player::Right, meter)
    }

    /// Is `g <= h` on one side, for any nodes?
    pub(super) fn side_le(
        self,
        g: Node,
        h: Node,
        side: Side,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        if self.kind(g).is_stopper() && self.kind(h).is_stopper() {
            return self.node_le(g, h, meter);
        }
        let positions = Positions {
            loopy: self,
            region: &NO_REGION,
        };
        let known = StoppersCompared(Remembered::of_nodes(self, meter));
        SideSearch::with_known(&positions, side, known).le(&Ref::Node(g), &Ref::Node(h), meter)
    }

    /// Is `g <= h`?
    #[must_use]
    pub fn le(self, g: Stopper, h: Stopper) -> bool {
        unlimited(self.try_le(g, h, &UNLIMITED))
    }

    /// [`Loopy::le`] under a meter.
    pub fn try_le(self, g: Stopper, h: Stopper, meter: &Meter) -> Result<bool, StopReason> {
        self.node_le(self.node(g), self.node(h), meter)
    }

    /// How two stoppers compare.
    #[must_use]
    pub fn compare(self, g: Stopper, h: Stopper) -> Relation {
        unlimited(self.try_compare(g, h, &UNLIMITED))
    }

    /// [`Loopy::compare`] under a meter.
    pub fn try_compare(
        self,
        g: Stopper,
        h: Stopper,
        meter: &Meter,
    ) -> Result<Relation, StopReason> {
        if g == h {
            return Ok(Relation::Equal);
        }
        let (le, ge) = (self.try_le(g, h, meter)?, self.try_le(h, g, meter)?);
        Ok(Relation::from_le_ge(le, ge))
    }

    /// How two forms of the same side compare (`γ⁺` with `δ⁺`, or `γ⁻` with `δ⁻`).
    pub fn compare_sides(
        self,
        g: SideForm,
        h: SideForm,
        side: Side,
        meter: &Meter,
    ) -> Result<Relation, StopReason> {
        let (g, h) = (self.side_node(g), self.side_node(h));
        let le = self.side_le(g, h, side, meter)?;
        let ge = self.side_le(h, g, side, meter)?;
        Ok(Relation::from_le_ge(le, ge))
    }

    /// How two loopy games compare: `γ <= δ` iff that holds on both sides.
    #[must_use]
    pub fn compare_values(self, g: LoopyValue, h: LoopyValue) -> Relation {
        unlimited(self.try_compare_values(g, h, &UNLIMITED))
    }

    /// [`Loopy::compare_values`] under a meter.
    pub fn try_compare_values(
        self,
        g: LoopyValue,
        h: LoopyValue,
        meter: &Meter,
    ) -> Result<Relation, StopReason> {
        let le = self.try_le_values(g, h, meter)?;
        Ok(Relation::from_le_ge(le, self.try_le_values(h, g, meter)?))
    }

    /// Is `γ <= δ`, under a meter?
    pub fn try_le_values(
        self,
        g: LoopyValue,
        h: LoopyValue,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        if let (Some(g), Some(h)) = (g.stopper(), h.stopper()) {
            return self.try_le(g, h, meter);
        }
        for side in Side::BOTH {
            let (g, h) = (self.side_node(g.side(side)), self.side_node(h.side(side)));
            if !self.side_le(g, h, side, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Who wins: the outcomes of the two sides.
    #[must_use]
    pub fn outcome(self, value: LoopyValue) -> LoopyOutcome {
        unlimited(self.try_outcome(value, &UNLIMITED))
    }

    /// [`Loopy::outcome`] under a meter.
    pub fn try_outcome(self, value: LoopyValue, meter: &Meter) -> Result<LoopyOutcome, StopReason> {
        let zero = SideForm::Stopper(Stopper::Short(self.store.zero()));
        let of = |side| {
            self.compare_sides(value.side(side), zero, side, meter)
                .map(Outcome::from)
        };
        Ok(LoopyOutcome {
            onside: of(Side::Onside)?,
            offside: of(Side::Offside)?,
        })
    }
}
