//! Pseudonumbers and stops.

use std::cmp::Ordering;

use dashu_int::IBig;
use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Dyadic, Player};
use smallvec::SmallVec;

use super::{Kind, Loopy, Stopper, tables::Node};

/// The stoppers that behave like numbers: where play stops.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pseudonumber {
    /// `off`.
    Off,
    /// `x + under`.
    Under(Dyadic),
    /// A number.
    Number(Dyadic),
    /// `x + over`.
    Over(Dyadic),
    /// `on`.
    On,
}

impl Pseudonumber {
    fn key(&self) -> (i32, Option<&Dyadic>, i32) {
        match self {
            Pseudonumber::Off => (-1, None, 0),
            Pseudonumber::Under(x) => (0, Some(x), -1),
            Pseudonumber::Number(x) => (0, Some(x), 0),
            Pseudonumber::Over(x) => (0, Some(x), 1),
            Pseudonumber::On => (1, None, 0),
        }
    }

    /// The same without `over` or `under`.
    pub(super) fn plain(self) -> Pseudonumber {
        match self {
            Pseudonumber::Under(x) | Pseudonumber::Over(x) => Pseudonumber::Number(x),
            other => other,
        }
    }

    /// The number that this one is, or is infinitely close to; `None` for `on` and `off`.
    #[must_use]
    pub fn number(&self) -> Option<&Dyadic> {
        self.key().1
    }
}

/// A bound of a stop without its infinitesimal part, as an integer that compares like the numbers: in units of
/// 2^-20, with `on` and `off` at the ends. Numbers beyond the bound are only known to be numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct StopKey(i64);

impl StopKey {
    const SCALE: u32 = 20;
    const OFF: StopKey = StopKey(i64::MIN);
    const ON: StopKey = StopKey(i64::MAX);
    /// Above every number, below `on`.
    const ABOVE_NUMBERS: StopKey = StopKey(i64::MAX - 1);
    /// Below every number, above `off`.
    const BELOW_NUMBERS: StopKey = StopKey(-StopKey::ABOVE_NUMBERS.0);
    const BOUND: i64 = 1 << 60;

    /// The key of a sum that must not be larger than the sum: `off` wins.
    fn low_sum(self, other: StopKey) -> StopKey {
        match self.sum_with_ends(other, StopKey::OFF) {
            Some(end) => end,
            None if self == StopKey::BELOW_NUMBERS || other == StopKey::BELOW_NUMBERS => {
                StopKey::BELOW_NUMBERS
            }
            None => StopKey::low(self.0 + other.0),
        }
    }

    /// The key of a sum that must not be smaller than the sum: `on` wins.
    fn high_sum(self, other: StopKey) -> StopKey {
        match self.sum_with_ends(other, StopKey::ON) {
            Some(end) => end,
            None if self == StopKey::ABOVE_NUMBERS || other == StopKey::ABOVE_NUMBERS => {
                StopKey::ABOVE_NUMBERS
            }
            None => StopKey::high(self.0 + other.0),
        }
    }

    /// The sum, if `on` or `off` is in it.
    fn sum_with_ends(self, other: StopKey, when_in_doubt: StopKey) -> Option<StopKey> {
        let ends = [self, other].map(|key| key == StopKey::OFF || key == StopKey::ON);
        match ends {
            [false, false] => None,
            [true, true] if self == other => Some(self),
            [true, true] => Some(when_in_doubt),
            [true, false] => Some(self),
            [false, true] => Some(other),
        }
    }

    /// The greatest key that does not lie above a number.
    fn low(number: i64) -> StopKey {
        match number {
            StopKey::BOUND.. => StopKey(StopKey::BOUND - 1),
            number if number <= -StopKey::BOUND => StopKey::BELOW_NUMBERS,
            number => StopKey(number),
        }
    }

    /// The least key that does not lie below a number.
    fn high(number: i64) -> StopKey {
        match number {
            StopKey::BOUND.. => StopKey::ABOVE_NUMBERS,
            number if number <= -StopKey::BOUND => StopKey(1 - StopKey::BOUND),
            number => StopKey(number),
        }
    }
}

/// Bounds of one stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StopRange {
    low: StopKey,
    high: StopKey,
}

impl StopRange {
    /// The better one for a player.
    fn better(self, other: StopRange, player: Player) -> StopRange {
        match player {
            Player::Left => StopRange {
                low: self.low.max(other.low),
                high: self.high.max(other.high),
            },
            Player::Right => StopRange {
                low: self.low.min(other.low),
                high: self.high.min(other.high),
            },
        }
    }

    const UNKNOWN: StopRange = StopRange {
        low: StopKey::OFF,
        high: StopKey::ON,
    };

    fn exactly(key: StopKey) -> StopRange {
        StopRange {
            low: key,
            high: key,
        }
    }

    fn number(x: &Dyadic) -> StopRange {
        if let Some((numerator, exponent)) = x.to_small()
            && exponent <= StopKey::SCALE
            && let Some(key) = numerator.checked_mul(1 << (StopKey::SCALE - exponent))
        {
            return StopRange {
                low: StopKey::low(key),
                high: StopKey::high(key),
            };
        }
        // A key that is too large for its type is beyond the bound.
        let beyond = i64::from(x.signum()) * StopKey::BOUND;
        if x.magnitude() > i64::from(63 - StopKey::SCALE) {
            return StopRange {
                low: StopKey::low(beyond),
                high: StopKey::high(beyond),
            };
        }
        let units = x.mul_pow2(StopKey::SCALE as i32);
        let key = |number: IBig| i64::try_from(number).unwrap_or(beyond);
        StopRange {
            low: StopKey::low(key(units.floor())),
            high: StopKey::high(key(units.ceil())),
        }
    }

    fn new(stop: &Pseudonumber) -> StopRange {
        match stop {
            Pseudonumber::Off => StopRange::exactly(StopKey::OFF),
            Pseudonumber::On => StopRange::exactly(StopKey::ON),
            Pseudonumber::Under(x) | Pseudonumber::Number(x) | Pseudonumber::Over(x) => {
                StopRange::number(x)
            }
        }
    }
}

/// What is known about the stops of a stopper, or of a sum of stoppers, without their infinitesimal
/// parts.
///
/// For stoppers as for short games, strategies that play for the stops show: if the Left stop of `G`
/// is less than a number `x` then `G <= x`, and if it is greater then Left, moving first, wins `G - x`;
/// likewise for Right. So for a sum of stoppers `R(G) + R(H) <= R(G + H) <= R(G) + L(H) <= L(G + H) <=
/// L(G) + L(H)`, in the sense that the comparisons with numbers that follow hold on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StopBounds {
    left: StopRange,
    right: StopRange,
}

impl StopBounds {
    pub(super) const UNKNOWN: StopBounds = StopBounds {
        left: StopRange::UNKNOWN,
        right: StopRange::UNKNOWN,
    };

    pub(super) fn of_sum(g: StopBounds, h: StopBounds) -> StopBounds {
        let crossed_low = |a: StopBounds, b: StopBounds| a.left.low.low_sum(b.right.low);
        let crossed_high = |a: StopBounds, b: StopBounds| a.left.high.high_sum(b.right.high);
        StopBounds {
            left: StopRange {
                low: crossed_low(g, h).max(crossed_low(h, g)),
                high: g.left.high.high_sum(h.left.high),
            },
            right: StopRange {
                low: g.right.low.low_sum(h.right.low),
                high: crossed_high(g, h).min(crossed_high(h, g)),
            },
        }
    }

    /// Are both stops known to be 0?
    pub(super) fn are_zero(self) -> bool {
        let zero = StopRange::exactly(StopKey(0));
        self.left == zero && self.right == zero
    }

    /// Whether Left survives `h - g` with `mover` to move, as far as the stops tell.
    pub(super) fn survival(g: StopBounds, h: StopBounds, mover: Player) -> Option<bool> {
        match mover {
            // g <= h?
            Player::Right if g.left.high < h.right.low => Some(true),
            Player::Right if h.left.high < g.left.low || h.right.high < g.right.low => Some(false),
            // Left to move loses if h < g by a number, and wins if one of her stops is the greater.
            Player::Left if h.left.high < g.right.low => Some(false),
            Player::Left if g.left.high < h.left.low || g.right.high < h.right.low => Some(true),
            _ => None,
        }
    }
}

/// Pseudonumbers are totally ordered.
impl Ord for Pseudonumber {
    fn cmp(&self, other: &Pseudonumber) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Pseudonumber {
    fn partial_cmp(&self, other: &Pseudonumber) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'s> Loopy<'s> {
    /// The pseudonumber that a stopper is: a number, `x over`, `x under`, `on` or `off`.
    #[must_use]
    pub fn as_pseudonumber(self, stopper: Stopper) -> Option<Pseudonumber> {
        self.pseudonumber(self.node(stopper))
    }

    pub(super) fn pseudonumber(self, node: Node) -> Option<Pseudonumber> {
        if let Kind::Short(game) = self.kind(node) {
            return self.store.as_number(game).map(Pseudonumber::Number);
        }
        let left = self.node_options(node, Player::Left);
        let right = self.node_options(node, Player::Right);
        let number = |list: &[Node]| match list {
            [option] => match self.kind(*option) {
                Kind::Short(game) => self.store.as_number(game),
                _ => None,
            },
            _ => None,
        };
        match (left, right) {
            ([pass], []) if *pass == node => Some(Pseudonumber::On),
            ([], [pass]) if *pass == node => Some(Pseudonumber::Off),
            ([pass], list) if *pass == node => number(list).map(Pseudonumber::Under),
            (list, [pass]) if *pass == node => number(list).map(Pseudonumber::Over),
            _ => None,
        }
    }

    /// The stopper of a pseudonumber.
    #[must_use]
    pub fn pseudonumber_value(self, stop: &Pseudonumber) -> Stopper {
        match stop {
            Pseudonumber::Off => self.off(),
            Pseudonumber::Under(x) => self.number_under(x),
            Pseudonumber::Number(x) => Stopper::Short(self.store.number(x)),
            Pseudonumber::Over(x) => self.number_over(x),
            Pseudonumber::On => self.on(),
        }
    }

    /// The Left or Right stop: where alternating play ends when `player` starts and both play for the
    /// best pseudonumber. Play of a stopper ends, so this is a search of an acyclic graph.
    #[must_use]
    pub fn stop(self, stopper: Stopper, player: Player) -> Pseudonumber {
        let mut stops = Stops::new(self);
        stops.of(self.node(stopper), player)
    }

    /// Both stops of a stopper without their infinitesimal parts; found out once for each node.
    pub(super) fn stop_bounds(self, node: Node) -> StopBounds {
        let [left, right] = Player::BOTH.map(|player| match self.tables().stop(node, player) {
            Some(known) => known,
            None => self.stop_range(node, player),
        });
        StopBounds { left, right }
    }

    /// One stop; those of the positions that play leads through are found on the way and kept.
    fn stop_range(self, node: Node, player: Player) -> StopRange {
        let tables = self.tables();
        let mut path: SmallVec<[(Node, Player); 16]> = SmallVec::new();
        path.push((node, player));
        while let Some(&(at, mover)) = path.last() {
            let found = match self.kind(at) {
                _ if tables.stop(at, mover).is_some() => None,
                Kind::Short(game) => Some(StopRange::number(&self.store.stop(game, mover))),
                _ => match self.pseudonumber(at) {
                    Some(stop) => Some(StopRange::new(&stop)),
                    None => {
                        let options = self.node_options(at, mover).iter();
                        let known = path.len();
                        let mut best = match mover {
                            Player::Left => StopRange::exactly(StopKey::OFF),
                            Player::Right => StopRange::exactly(StopKey::ON),
                        };
                        for &option in options {
                            match tables.stop(option, -mover) {
                                None => path.push((option, -mover)),
                                Some(stop) => best = best.better(stop, mover),
                            }
                        }
                        if path.len() > known {
                            continue;
                        }
                        Some(best)
                    }
                },
            };
            if let Some(stop) = found {
                tables.remember_stop(at, mover, stop);
            }
            path.pop();
        }
        let found = tables.stop(node, player);
        found.expect("the path ends when the stop is found")
    }

    /// Are both stops the same number, up to infinitesimals?
    #[must_use]
    pub fn is_numberish(self, stopper: Stopper) -> bool {
        self.numberish(self.node(stopper), &mut Stops::new(self))
            .is_some()
    }

    /// Are both stops 0, up to infinitesimals?
    #[must_use]
    pub fn is_infinitesimal(self, stopper: Stopper) -> bool {
        self.numberish(self.node(stopper), &mut Stops::new(self))
            .is_some_and(|x| x.is_zero())
    }

    pub(super) fn numberish(self, node: Node, stops: &mut Stops<'_>) -> Option<Dyadic> {
        let (left, right) = (stops.of(node, Player::Left), stops.of(node, Player::Right));
        let number = left.number()?;
        (right.number() == Some(number)).then(|| number.clone())
    }

    /// Is every cycle of the canonical form a pass move?
    #[must_use]
    pub fn is_plumtree(self, stopper: Stopper) -> bool {
        // Short followers have no cycles and may be very many: a large number has one for each smaller one.
        let start = self.node(stopper);
        let mut seen: FxHashSet<Node> = [start].into_iter().collect();
        let mut stack = vec![start];
        while let Some(node) = stack.pop() {
            if matches!(self.kind(node), Kind::Short(_)) {
                continue;
            }
            if self.tables().component(node).count() > 1 {
                return false;
            }
            for player in Player::BOTH {
                let options = self.node_options(node, player).iter().copied();
                stack.extend(options.filter(|&option| seen.insert(option)));
            }
        }
        true
    }
}

/// Stops that have been found.
pub(super) struct Stops<'s> {
    loopy: Loopy<'s>,
    found: FxHashMap<(Node, Player), Pseudonumber>,
}

impl<'s> Stops<'s> {
    pub(super) fn new(loopy: Loopy<'s>) -> Stops<'s> {
        Stops {
            loopy,
            found: FxHashMap::default(),
        }
    }

    pub(super) fn of(&mut self, node: Node, player: Player) -> Pseudonumber {
        let mut path = vec![(node, player)];
        while let Some(&state) = path.last() {
            if self.found.contains_key(&state) {
                path.pop();
                continue;
            }
            if let Some(stop) = self.loopy.pseudonumber(state.0) {
                self.found.insert(state, stop);
                continue;
            }
            let options = self.loopy.node_options(state.0, state.1);
            let waiting: Vec<(Node, Player)> = options
                .iter()
                .map(|&option| (option, -state.1))
                .filter(|next| !self.found.contains_key(next))
                .collect();
            if waiting.is_empty() {
                let stops = options
                    .iter()
                    .map(|&option| &self.found[&(option, -state.1)]);
                let best = match state.1 {
                    Player::Left => stops.max().cloned().unwrap_or(Pseudonumber::Off),
                    Player::Right => stops.min().cloned().unwrap_or(Pseudonumber::On),
                };
                self.found.insert(state, best);
            } else {
                path.extend(waiting);
            }
        }
        self.found[&(node, player)].clone()
    }
}

#[cfg(test)]
mod tests {
    use sidle_core::{Meter, Relation};

    use super::*;
    use crate::{
        Store,
        loopy::{Effort, LoopyValue},
    };

    fn numbers() -> Vec<Dyadic> {
        let mut numbers = vec![Dyadic::from(0), Dyadic::from_big(IBig::from(10).pow(60), 7)];
        for shift in [
            1, 19, 20, 21, 38, 39, 40, 41, 42, 43, 44, 62, 63, 64, 70, 200,
        ] {
            for offset in [-1, 0, 1] {
                let large = (IBig::ONE << shift) + IBig::from(offset);
                numbers.push(Dyadic::from_big(large.clone(), 0));
                numbers.push(Dyadic::from_big(-large.clone(), 3));
                numbers.push(Dyadic::from_big(large, 2 * shift as u32));
            }
        }
        numbers
    }

    #[test]
    fn keys_bound_numbers_and_their_sums() {
        let numbers = numbers();
        let range = StopRange::number;
        let below = |a: &Dyadic, b: &Dyadic| range(a).high < range(b).low;
        for x in &numbers {
            assert!(range(x).low > StopKey::OFF && range(x).high < StopKey::ON);
            assert!(range(x).low <= range(x).high, "{x}");
            for y in &numbers {
                assert!(!below(x, y) || x < y, "{x} and {y}");
                let sum = range(&(x.clone() + y.clone()));
                let low = range(x).low.low_sum(range(y).low);
                let high = range(x).high.high_sum(range(y).high);
                assert!(low <= sum.low && sum.high <= high, "{x} + {y}");
            }
        }
        assert!(below(&Dyadic::from(-1), &Dyadic::new(1, 40)));
        assert_eq!(StopKey::ON.high_sum(StopKey::BELOW_NUMBERS), StopKey::ON);
        assert_eq!(StopKey::ON.low_sum(StopKey::OFF), StopKey::OFF);
    }

    /// `{on|x}` is canonical, and confused with numbers above `x` only. A number is not played out to find that.
    #[test]
    fn numbers_of_any_size_stand_beside_on() {
        let meter = Meter::new().with_max_nodes(10_000);
        for x in numbers() {
            let store = Store::new();
            let loopy = store.loopy();
            let at = |n: i64| LoopyValue::from(store.number(&(x.clone() + Dyadic::from(n))));
            let on = LoopyValue::from(loopy.on());
            let hot = loopy
                .try_game(&[on], &[at(0)], Effort::default(), &meter)
                .expect("no limit");
            let stopper = hot.stopper().expect("it is a stopper");
            let options = |player| {
                loopy
                    .options(stopper, player)
                    .into_iter()
                    .map(LoopyValue::from)
                    .collect::<Vec<_>>()
            };
            assert_eq!(options(Player::Left), [on], "{x}");
            assert_eq!(options(Player::Right), [at(0)], "{x}");
            let compare = |n| loopy.try_compare_values(hot, at(n), &meter);
            assert_eq!(compare(-1), Ok(Relation::Greater), "{x}");
            assert_eq!(compare(1), Ok(Relation::Fuzzy), "{x}");
        }
    }
}
