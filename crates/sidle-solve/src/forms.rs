//! The options of forms and compounds.

use std::{collections::hash_map::Entry, fmt};

use rustc_hash::FxHashMap;
use sidle_core::{KnownValue, Meter, Player, StopReason};
use sidle_values::{
    NumberUpStar, Store,
    loopy::{LoopyValue, Stopper},
};

use crate::{Compound, Form, Host, Position, SolveError, Variant, growth::FollowerWatch};

/// What is needed to ask a position about its options: the store of the values in it, the host of
/// the scripts in it, a meter.
pub struct Asking<'a> {
    /// The store of the canonical values.
    pub store: &'a Store,
    /// What runs the scripts.
    pub host: &'a mut dyn Host,
    /// Limits and progress.
    pub meter: &'a Meter,
}

impl fmt::Debug for Asking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking").finish_non_exhaustive()
    }
}

impl Asking<'_> {
    /// The options of a player, for what is worked out from options alone.
    ///
    /// # Errors
    /// [`SolveError::NoValue`] if a ruleset says that its options leave something out, in normal play or in misère play.
    pub fn telling_options(
        &mut self,
        of: &Position,
        player: Player,
        misere: bool,
    ) -> Result<Vec<Position>, SolveError> {
        crate::any_moves::check_atoms(of, misere, self.meter)?;
        self.options(of, player)
    }

    /// The options of a position, as it is written.
    ///
    /// ```
    /// use sidle_core::{Meter, Player};
    /// use sidle_solve::{Asking, NoHost, Position};
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let star = Position::value(store.nimber(1));
    /// let written = Position::explicit(vec![], vec![star.clone()]);
    /// let meter = Meter::unlimited();
    /// let mut asking = Asking { store: &store, host: &mut NoHost, meter: &meter };
    /// assert_eq!(asking.options(&written, Player::Right)?, [star]);
    /// # Ok::<(), sidle_solve::SolveError>(())
    /// ```
    pub fn options(&mut self, of: &Position, player: Player) -> Result<Vec<Position>, SolveError> {
        if let Some(options) = self.leaf_options(of, player)? {
            return Ok(options);
        }
        // Forms can be nested a hundred thousand deep, so the options of the parts are found first.
        let mut found = Found::default();
        let mut stack = vec![(of.clone(), player)];
        let mut ticker = self.meter.ticker();
        while let Some((top, mover)) = stack.last().cloned() {
            ticker.step()?;
            if found.contains_key(&(top.clone(), mover)) {
                stack.pop();
                continue;
            }
            let options = match self.leaf_options(&top, mover)? {
                Some(options) => options,
                None => {
                    let height = stack.len();
                    stack.extend(
                        parts_asked(&top, mover, self.meter)?
                            .into_iter()
                            .filter(|part| !found.contains_key(part)),
                    );
                    if stack.len() > height {
                        continue;
                    }
                    self.combine(&top, mover, &found)?
                }
            };
            ticker.node(48 * (options.len() + 1))?;
            found.insert((top, mover), options);
            stack.pop();
        }
        found
            .remove(&(of.clone(), player))
            .ok_or(SolveError::Stopped(StopReason::StoreFull))
    }

    /// The options of what is not made of other positions.
    fn leaf_options(
        &mut self,
        of: &Position,
        player: Player,
    ) -> Result<Option<Vec<Position>>, SolveError> {
        match of.form() {
            Form::Value(game) => {
                let options = self.store.options(game, player);
                // A nimber has as many options as it likes: a long list is paid for before it is made.
                let count = options.len() as u64;
                if count > 1 << 14 {
                    let bytes = count.saturating_mul(4 * size_of::<Position>() as u64);
                    self.meter.ticker().nodes(count, bytes)?;
                }
                Ok(Some(options.map(Position::value).collect()))
            }
            Form::Loopy(value) => {
                let stopper = value.stopper().ok_or(SolveError::Sided)?;
                let loopy = self.store.loopy();
                let options = loopy.try_options(stopper, player, self.meter)?;
                Ok(Some(
                    options
                        .into_iter()
                        .map(|option| Position::loopy(option.into()))
                        .collect(),
                ))
            }
            Form::Explicit(left, right) => Ok(Some(match player {
                Player::Left => left.to_vec(),
                Player::Right => right.to_vec(),
            })),
            Form::Atom(atom) => atom.options(player, self.host, self.meter).map(Some),
            Form::Negative(_) | Form::Variant(..) | Form::Compound(..) => Ok(None),
        }
    }

    /// The options of a compound from those of its parts.
    fn combine(
        &mut self,
        of: &Position,
        player: Player,
        found: &Found,
    ) -> Result<Vec<Position>, SolveError> {
        let options =
            |of: &Position, player: Player| -> &[Position] { &found[&(of.clone(), player)] };
        let mut ticker = self.meter.ticker();
        match of.form() {
            Form::Negative(inner) => self.negatives(options(inner, -player)),
            Form::Variant(variant, inner) => {
                // Where both players have the same moves already, they are not listed twice.
                let once = variant == Variant::Impartial
                    && matches!(inner.form(), Form::Variant(Variant::Impartial, _));
                let sides = Player::BOTH.map(|mover| match variant {
                    _ if once && mover == Player::Right => &[][..],
                    Variant::Twisted if mover != player => &[][..],
                    _ => options(inner, mover),
                });
                let count = sides[0].len() + sides[1].len();
                self.meter.room((count * PER_PART) as u64)?;
                Ok(variant_options(variant, sides, player))
            }
            Form::Compound(Compound::Sum, ..) => {
                let parts = summands(of, self.meter)?;
                let mut all = Vec::new();
                for (i, part) in parts.iter().enumerate() {
                    for option in options(part, player) {
                        ticker.steps(parts.len())?;
                        let mut moved: Vec<Position> = parts.iter().copied().cloned().collect();
                        moved[i] = option.clone();
                        // Each option holds sums of its own.
                        ticker.node(PER_PART * parts.len())?;
                        all.extend(Position::sum(&moved));
                    }
                }
                Ok(all)
            }
            Form::Compound(Compound::ConwayProduct | Compound::Multiple, first, second) => {
                // {xᴸy + xyᴸ − xᴸyᴸ, xᴿy + xyᴿ − xᴿyᴿ | xᴸy + xyᴿ − xᴸyᴿ, xᴿy + xyᴸ − xᴿyᴸ}
                let mut all = Vec::new();
                for mover in Player::BOTH {
                    let other = match player {
                        Player::Left => mover,
                        Player::Right => -mover,
                    };
                    for x in options(first, mover) {
                        for y in options(second, other) {
                            ticker.steps(4)?;
                            all.push(product_option([first, second], [x, y]));
                        }
                    }
                }
                Ok(all)
            }
            Form::Compound(Compound::OrdinalProduct, first, second) => {
                let mut all = Vec::new();
                for mover in Player::BOTH {
                    let tails = match mover {
                        Player::Left => options(first, player).to_vec(),
                        Player::Right => self.negatives(options(first, -player))?,
                    };
                    for y in options(second, mover) {
                        let base = Position::compound(Compound::OrdinalProduct, first, y);
                        for tail in &tails {
                            ticker.step()?;
                            all.push(Position::compound(Compound::OrdinalSum, &base, tail));
                        }
                    }
                }
                Ok(all)
            }
            Form::Compound(kind, first, second) => {
                let (firsts, seconds) = (options(first, player), options(second, player));
                let mut all = Vec::new();
                if kind == Compound::SelectiveSum {
                    all.extend(firsts.iter().map(|x| Position::compound(kind, x, second)));
                }
                if kind != Compound::ConjunctiveSum {
                    all.extend(seconds.iter().map(|y| Position::compound(kind, first, y)));
                }
                if kind == Compound::OrdinalSum {
                    all.extend(firsts.iter().cloned());
                    return Ok(all);
                }
                for x in firsts {
                    for y in seconds {
                        ticker.step()?;
                        all.push(Position::compound(kind, x, y));
                    }
                }
                Ok(all)
            }
            Form::Value(_) | Form::Loopy(_) | Form::Explicit(..) | Form::Atom(_) => {
                unreachable!("these are leaves")
            }
        }
    }

    fn negatives(&mut self, of: &[Position]) -> Result<Vec<Position>, SolveError> {
        of.iter().map(|option| self.negative(option)).collect()
    }

    /// The negative of a position: values and written options are negated, sums part by part; products
    /// and boards keep a sign in front.
    pub fn negative(&mut self, of: &Position) -> Result<Position, SolveError> {
        let mut known: FxHashMap<Position, Position> = FxHashMap::default();
        let mut stack = vec![of.clone()];
        let mut ticker = self.meter.ticker();
        while let Some(top) = stack.last().cloned() {
            ticker.step()?;
            let height = stack.len();
            let all = |parts: &[Position], stack: &mut Vec<Position>| {
                let mut found = Vec::with_capacity(parts.len());
                for part in parts {
                    match known.get(part) {
                        Some(negative) => found.push(negative.clone()),
                        None => stack.push(part.clone()),
                    }
                }
                found
            };
            let negative = match top.form() {
                Form::Value(game) => Position::value(self.store.try_negative(game, self.meter)?),
                Form::Loopy(value) => {
                    let negative = self.store.loopy().try_negative_value(value, self.meter)?;
                    Position::loopy(negative)
                }
                Form::Explicit(left, right) => {
                    let right = all(right, &mut stack);
                    let left = all(left, &mut stack);
                    Position::explicit(right, left)
                }
                Form::Compound(kind, a, b) if kind.distributes() => {
                    let parts = [a.clone(), b.clone()];
                    match all(&parts, &mut stack).as_slice() {
                        [a, b] => Position::compound(kind, a, b),
                        _ => top.clone(),
                    }
                }
                Form::Atom(atom) => match atom.negative() {
                    Some(negative) => negative,
                    None if atom.is_impartial() => top.clone(),
                    None => Position::negative_form(&top),
                },
                Form::Compound(..) | Form::Negative(_) | Form::Variant(..) => {
                    Position::negative_form(&top)
                }
            };
            if stack.len() == height {
                ticker.node(64)?;
                known.insert(top, negative);
                stack.pop();
            }
        }
        known
            .remove(of)
            .ok_or(SolveError::Stopped(StopReason::StoreFull))
    }

    /// A value that rules have named.
    pub fn known_value(&self, known: &KnownValue) -> LoopyValue {
        known_value(self.store, known)
    }

    /// All followers of a position, itself first, in breadth-first order without repetition, as they
    /// are written.
    ///
    /// # Errors
    /// Where there are infinitely many, as far as that is seen: sums that grow for ever, lines of a million
    /// moves to new positions.
    pub fn followers(&mut self, of: &Position) -> Result<Vec<Position>, SolveError> {
        let mut ticker = self.meter.ticker();
        let mut watch = FollowerWatch::new(of);
        let mut seen: FxHashMap<Position, ()> = FxHashMap::default();
        seen.insert(of.clone(), ());
        let mut found = vec![of.clone()];
        let mut next = 0;
        while next < found.len() {
            let at = found[next].clone();
            watch.expand(next, found.len())?;
            for player in Player::BOTH {
                for option in self.options(&at, player)? {
                    ticker.step()?;
                    if let Entry::Vacant(place) = seen.entry(option) {
                        ticker.node(96)?;
                        watch.meet(self, of, place.key())?;
                        found.push(place.key().clone());
                        place.insert(());
                    }
                }
            }
            next += 1;
        }
        Ok(found)
    }
}

/// About so many bytes does a part take in a sum.
const PER_PART: usize = 64;

/// Options that have been found.
type Found = FxHashMap<(Position, Player), Vec<Position>>;

/// The parts of a compound whose options say what the options of the compound are.
fn parts_asked(
    of: &Position,
    player: Player,
    meter: &Meter,
) -> Result<Vec<(Position, Player)>, StopReason> {
    let both = |of: &Position| Player::BOTH.map(|player| (of.clone(), player));
    Ok(match of.form() {
        Form::Negative(inner) => vec![(inner.clone(), -player)],
        Form::Variant(Variant::Twisted, inner) => vec![(inner.clone(), player)],
        Form::Variant(_, inner) => both(inner).into(),
        Form::Compound(Compound::Sum, ..) => summands(of, meter)?
            .into_iter()
            .map(|part| (part.clone(), player))
            .collect(),
        Form::Compound(
            Compound::ConwayProduct | Compound::Multiple | Compound::OrdinalProduct,
            first,
            second,
        ) => [both(first), both(second)].concat(),
        Form::Compound(_, first, second) => {
            vec![(first.clone(), player), (second.clone(), player)]
        }
        Form::Value(_) | Form::Loopy(_) | Form::Explicit(..) | Form::Atom(_) => Vec::new(),
    })
}

fn variant_options(variant: Variant, sides: [&[Position]; 2], player: Player) -> Vec<Position> {
    let own = sides[player.index()].iter();
    let of = |option: &Position| Position::variant(variant, option);
    match variant {
        Variant::Twisted => own
            .map(|option| Position::negative_form(&of(option)))
            .collect(),
        Variant::Dicotic if sides.iter().any(|side| side.is_empty()) => Vec::new(),
        Variant::Dicotic => own.map(of).collect(),
        Variant::Impartial => sides.concat().iter().map(of).collect(),
    }
}

/// One option `xy' + x'y − x'y'` of a product.
fn product_option([x, y]: [&Position; 2], [x1, y1]: [&Position; 2]) -> Position {
    let product = |x: &Position, y: &Position| Position::compound(Compound::ConwayProduct, x, y);
    let both = Position::negative_form(&product(x1, y1));
    let sum = Position::compound(Compound::Sum, &product(x1, y), &product(x, y1));
    Position::compound(Compound::Sum, &sum, &both)
}

/// The parts of a sum, sums inside it unfolded, from left to right. Sums share their parts, so that there can be very many.
pub(crate) fn summands<'p>(
    of: &'p Position,
    meter: &Meter,
) -> Result<Vec<&'p Position>, StopReason> {
    let mut parts = Vec::new();
    let mut stack = vec![of];
    let mut ticker = meter.ticker();
    while let Some(top) = stack.pop() {
        ticker.step()?;
        match top.form() {
            Form::Compound(Compound::Sum, a, b) => stack.extend([b, a]),
            _ => {
                meter.room_to_grow::<(&Position, Position)>(parts.len(), parts.capacity())?;
                parts.push(top);
            }
        }
    }
    Ok(parts)
}

pub(crate) fn known_value(store: &Store, known: &KnownValue) -> LoopyValue {
    let loopy = store.loopy();
    match known {
        KnownValue::Number(number) => store.number(number).into(),
        KnownValue::Nimber(star) => store.nimber(*star).into(),
        KnownValue::NumberUpStar { number, ups, star } => store
            .number_up_star(&NumberUpStar {
                number: number.clone(),
                ups: *ups,
                star: *star,
            })
            .into(),
        KnownValue::On => Stopper::into(loopy.on()),
        KnownValue::Off => Stopper::into(loopy.off()),
        KnownValue::Dud => loopy.dud(),
        other => unreachable!("no value for {other:?}"),
    }
}

impl Position {
    /// Is it plain from the way the position is written that both players have the same moves, here
    /// and in all followers?
    #[must_use]
    pub fn is_impartial(&self, store: &Store) -> bool {
        let mut stack = vec![self];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(top) = stack.pop() {
            match top.form() {
                Form::Value(game) => {
                    if store.as_nimber(game).is_none() {
                        return false;
                    }
                }
                Form::Loopy(_) => return false,
                Form::Explicit(left, right) => {
                    if left != right {
                        return false;
                    }
                    if seen.insert(top) {
                        stack.extend(left);
                    }
                }
                Form::Compound(Compound::ConwayProduct | Compound::OrdinalProduct, ..) => {
                    return false;
                }
                Form::Compound(Compound::Multiple, _, of) => stack.push(of),
                Form::Compound(_, a, b) => {
                    if seen.insert(top) {
                        stack.extend([a, b]);
                    }
                }
                Form::Negative(of) => stack.push(of),
                Form::Variant(Variant::Impartial, _) => {}
                Form::Variant(_, of) => stack.push(of),
                Form::Atom(atom) => {
                    if !atom.is_impartial() {
                        return false;
                    }
                }
            }
        }
        true
    }
}
