//! Sums and multiples.
//!
//! The onside of a sum is the onside of the sum of the onsides, and likewise the offside. Laws come
//! first (short games, numbers, `on` and `off`), then what is known already; what is left is the graph
//! of the sum, explored as far as its positions are new.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};

use super::{
    Effort, Kind, Loopy, LoopyValue, Side, UNLIMITED,
    region::{Ref, Region, Row},
    stops::StopBounds,
    tables::Node,
    unlimited,
};
use crate::Game;

/// Two nodes, the smaller number first: a sum does not know the order of its parts.
type Pair = (Node, Node);

fn pair(a: Node, b: Node) -> Pair {
    (a.min(b), a.max(b))
}

/// What was explored of a sum: the pairs that are new, and their graph for each side that is asked
/// for, in which known sums are exits. Vertex 0 is the sum itself.
struct Product<const SIDES: usize> {
    pairs: Vec<Pair>,
    regions: [Region; SIDES],
}

impl<'s> Loopy<'s> {
    /// The sum of two loopy games.
    #[must_use]
    pub fn add(self, g: LoopyValue, h: LoopyValue) -> LoopyValue {
        unlimited(self.try_add(g, h, Effort::default(), &UNLIMITED))
    }

    /// [`Loopy::add`] with a say on the effort, under a meter.
    pub fn try_add(
        self,
        g: LoopyValue,
        h: LoopyValue,
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        if g.short().is_none() || h.short().is_none() {
            self.expand(g.short(), meter)?;
            self.expand(h.short(), meter)?;
        }
        let parts =
            Side::BOTH.map(|side| pair(self.side_node(g.side(side)), self.side_node(h.side(side))));
        let sides = if parts[0] == parts[1] {
            self.both_sums(parts[0], effort, meter)?
        } else {
            [
                self.onside_sum(parts[0], effort, meter)?,
                self.offside_sum(parts[1], effort, meter)?,
            ]
        };
        Ok(LoopyValue::from_sides(
            self.form(sides[0]),
            self.form(sides[1]),
        ))
    }

    /// `G - H`.
    pub fn try_sub(
        self,
        g: LoopyValue,
        h: LoopyValue,
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        let negative = self.try_negative_value(h, meter)?;
        self.try_add(g, negative, effort, meter)
    }

    /// Both sides of a sum whose parts are the same on both.
    fn both_sums(
        self,
        parts: Pair,
        effort: Effort,
        meter: &Meter,
    ) -> Result<[Node; 2], StopReason> {
        if let Some(known) = self.known_sums(parts, Side::BOTH, effort, meter)? {
            return Ok(known);
        }
        let product = self.product(parts, Side::BOTH, effort, meter)?;
        let sides = self.both_sides(&product.regions, effort, meter)?;
        for (side, nodes) in Side::BOTH.into_iter().zip(&sides) {
            self.remember_sums(&product.pairs, nodes, side, effort);
        }
        Ok(sides.map(|nodes| nodes[0]))
    }

    fn onside_sum(self, parts: Pair, effort: Effort, meter: &Meter) -> Result<Node, StopReason> {
        if let Some([known]) = self.known_sums(parts, [Side::Onside], effort, meter)? {
            return Ok(known);
        }
        let product = self.product(parts, [Side::Onside], effort, meter)?;
        let [region] = &product.regions;
        let nodes = self.side_values(region, vec![None; region.len()], effort, meter)?;
        self.remember_sums(&product.pairs, &nodes, Side::Onside, effort);
        Ok(nodes[0])
    }

    fn offside_sum(self, (a, b): Pair, effort: Effort, meter: &Meter) -> Result<Node, StopReason> {
        if let Some([known]) = self.known_sums((a, b), [Side::Offside], effort, meter)? {
            return Ok(known);
        }
        let mirror = pair(self.negative_node(a, meter)?, self.negative_node(b, meter)?);
        let node = self.onside_sum(mirror, effort, meter)?;
        let node = self.negative_node(node, meter)?;
        self.remember_sums(&[(a, b)], &[node], Side::Offside, effort);
        Ok(node)
    }

    /// The sides that are asked for, if all of them are known by a law or by an earlier sum.
    fn known_sums<const SIDES: usize>(
        self,
        parts: Pair,
        sides: [Side; SIDES],
        effort: Effort,
        meter: &Meter,
    ) -> Result<Option<[Node; SIDES]>, StopReason> {
        if let Some(sum) = self.sum_of_short_and_number(parts, meter)? {
            return Ok(Some([sum; SIDES]));
        }
        let mut known = [parts.0; SIDES];
        for (node, side) in known.iter_mut().zip(sides) {
            let law = self.absorbed(parts, side);
            let found = law.or_else(|| match effort == Effort::default() {
                true => self.tables().known_sum(parts, side),
                false => None,
            });
            match found {
                Some(found) => *node = found,
                None => return Ok(None),
            }
        }
        Ok(Some(known))
    }

    /// Only stoppers are kept: they do not depend on how hard was tried, and neither do answers that
    /// are built on them.
    fn remember_sums(self, pairs: &[Pair], nodes: &[Node], side: Side, effort: Effort) {
        if effort != Effort::default() {
            return;
        }
        let stoppers = pairs.iter().copied().zip(nodes.iter().copied());
        let stoppers = stoppers.filter(|&(_, node)| self.kind(node).is_stopper());
        let shifted = stoppers.inspect(|&((a, b), node)| {
            if let Some(shift) = self.shift_of_sum(a, b) {
                self.remember_shift(node, shift);
            }
        });
        self.tables().remember_sums(side, shifted);
    }

    fn short(self, node: Node) -> Option<Game> {
        match self.kind(node) {
            Kind::Short(game) => Some(game),
            _ => None,
        }
    }

    /// Two short games, or a number and a stopper: the sum is the same on both sides.
    fn sum_of_short_and_number(
        self,
        (a, b): Pair,
        meter: &Meter,
    ) -> Result<Option<Node>, StopReason> {
        let zero = self.store.zero();
        match (self.short(a), self.short(b)) {
            (Some(g), Some(h)) => Ok(Some(self.tables().short(self.store.try_add(g, h, meter)?))),
            (Some(g), None) if g == zero => Ok(Some(b)),
            (None, Some(h)) if h == zero => Ok(Some(a)),
            (Some(x), None) if self.store.is_number(x) && self.kind(b) == Kind::Stopper => {
                self.translated(b, a, meter).map(Some)
            }
            (None, Some(x)) if self.store.is_number(x) && self.kind(a) == Kind::Stopper => {
                self.translated(a, b, meter).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// `on` absorbs everything on the onside (Left always has a move, and infinite play is hers) and
    /// all short games on the offside, where Right runs out of moves elsewhere; `off` likewise.
    ///
    /// `over` absorbs every short infinitesimal `e`: both `e` and `-e` are at most `over` (*Winning Ways*,
    /// ch. 11), so `over + e <= over + over = over`, and `over - e <= over`; add `e` on both sides.
    fn absorbed(self, (a, b): Pair, side: Side) -> Option<Node> {
        for (x, other) in [(a, b), (b, a)] {
            if self.is_over_or_under(x) && self.is_short_infinitesimal(other) {
                return Some(x);
            }
            let absorbs = match (self.is_on(x), self.is_off(x), side) {
                (true, _, Side::Onside) | (_, true, Side::Offside) => true,
                (true, _, _) | (_, true, _) => self.short(other).is_some() || other == x,
                _ => false,
            };
            if absorbs {
                return Some(x);
            }
        }
        None
    }

    /// Is this `x + over` or `x + under`?
    fn is_over_or_under(self, node: Node) -> bool {
        if self.kind(node) != Kind::Stopper {
            return false;
        }
        let [left, right] = Player::BOTH.map(|player| self.node_options(node, player));
        let (other, pass) = match (left, right) {
            ([x], [y]) if *y == node => (*x, true),
            ([x], [y]) if *x == node => (*y, true),
            _ => (node, false),
        };
        pass && self
            .short(other)
            .is_some_and(|game| self.store.is_number(game))
    }

    fn is_short_infinitesimal(self, node: Node) -> bool {
        self.short(node).is_some_and(|game| {
            let by = self.store.unwrap(game);
            match by.is_inline() {
                true => by.numerator() == 0,
                false => self.stop_bounds(node).are_zero(),
            }
        })
    }

    /// A number plus a canonical stopper that is not a number: the number is added to every option
    /// (the Number Translation Theorem, which holds for stoppers as well), and what was canonical stays
    /// canonical, since translation changes no comparison.
    fn translated(self, stopper: Node, number: Node, meter: &Meter) -> Result<Node, StopReason> {
        let known = |node| self.tables().known_sum(pair(node, number), Side::Onside);
        if let Some(known) = known(stopper) {
            return Ok(known);
        }
        let by = self.short(number).expect("a number is a short game");
        let mut members = vec![stopper];
        let mut place: FxHashMap<Node, u32> = [(stopper, 0)].into_iter().collect();
        let mut region = Region::default();
        let mut ticker = meter.ticker();
        let mut next = 0;
        while let Some(&node) = members.get(next) {
            next += 1;
            ticker.node(64)?;
            let mut row = Row::default();
            for player in Player::BOTH {
                for &option in self.node_options(node, player) {
                    let to = match self.short(option) {
                        Some(game) => {
                            Some(self.tables().short(self.store.try_add(game, by, meter)?))
                        }
                        None => known(option),
                    };
                    row[player.index()].push(match to {
                        Some(to) => Ref::Node(to),
                        None => Ref::Local(*place.entry(option).or_insert_with(|| {
                            members.push(option);
                            members.len() as u32 - 1
                        })),
                    });
                }
            }
            region.rows.push(row);
        }
        region.tidy();
        let nodes = self.intern_region(&region, |_| true, meter)?;
        for (&node, &sum) in members.iter().zip(&nodes) {
            if let Some(shift) = self.shift_of_sum(node, number) {
                self.remember_shift(sum, shift);
            }
        }
        for side in Side::BOTH {
            let pairs = members.iter().map(|&node| pair(node, number));
            self.tables()
                .remember_sums(side, pairs.zip(nodes.iter().copied()));
        }
        Ok(nodes[0])
    }

    /// Explores a sum as far as it is not known.
    fn product<const SIDES: usize>(
        self,
        start: Pair,
        sides: [Side; SIDES],
        effort: Effort,
        meter: &Meter,
    ) -> Result<Product<SIDES>, StopReason> {
        let mut pairs = vec![start];
        let mut place: FxHashMap<Pair, u32> = [(start, 0)].into_iter().collect();
        let mut regions: [Region; SIDES] = std::array::from_fn(|_| Region::default());
        let mut ticker = meter.ticker();
        let mut next = 0;
        while let Some(&(a, b)) = pairs.get(next) {
            next += 1;
            ticker.node(64)?;
            let mut rows: [Row; SIDES] = std::array::from_fn(|_| Row::default());
            for player in Player::BOTH {
                let of_a = self.node_options(a, player).iter().map(|&x| pair(x, b));
                let of_b = self.node_options(b, player).iter().map(|&y| pair(a, y));
                for option in of_a.chain(of_b) {
                    ticker.step()?;
                    let to = match self.known_sums(option, sides, effort, meter)? {
                        Some(known) => known.map(Ref::Node),
                        None => {
                            let new = pairs.len() as u32;
                            let at = *place.entry(option).or_insert_with(|| {
                                pairs.push(option);
                                new
                            });
                            [Ref::Local(at); SIDES]
                        }
                    };
                    for (row, to) in rows.iter_mut().zip(to) {
                        row[player.index()].push(to);
                    }
                }
            }
            let bounds = self.bounds_of_sum((a, b));
            let shift = self.shift_of_sum(a, b);
            for (region, row) in regions.iter_mut().zip(rows) {
                region.rows.push(row);
                region.bounds.push(bounds);
                region.shifts.push(shift);
            }
        }
        for region in &mut regions {
            region.tidy();
        }
        Ok(Product { pairs, regions })
    }

    fn bounds_of_sum(self, (a, b): Pair) -> StopBounds {
        if self.kind(a).is_stopper() && self.kind(b).is_stopper() {
            StopBounds::of_sum(self.stop_bounds(a), self.stop_bounds(b))
        } else {
            StopBounds::UNKNOWN
        }
    }

    /// `n·G`.
    pub fn try_multiple(
        self,
        value: LoopyValue,
        n: i64,
        effort: Effort,
        meter: &Meter,
    ) -> Result<LoopyValue, StopReason> {
        if let Some(game) = value.short() {
            return Ok(self.store.try_multiple(game, n, meter)?.into());
        }
        let base = if n < 0 {
            self.try_negative_value(value, meter)?
        } else {
            value
        };
        // Sums are associative: the digits of `n`, from the first one on, tell when to double and when to add.
        let mut sum: LoopyValue = self.store.zero().into();
        let count = n.unsigned_abs();
        for digit in (0..count.checked_ilog2().map_or(0, |last| last + 1)).rev() {
            meter.check()?;
            sum = self.try_add(sum, sum, effort, meter)?;
            if count >> digit & 1 != 0 {
                sum = self.try_add(sum, base, effort, meter)?;
            }
        }
        Ok(sum)
    }

    /// `n·G`.
    #[must_use]
    pub fn multiple(self, value: LoopyValue, n: i64) -> LoopyValue {
        unlimited(self.try_multiple(value, n, Effort::default(), &UNLIMITED))
    }
}
