//! Positions: canonical values, written forms, compounds and boards, all of one type.

use std::{
    fmt,
    hash::{Hash, Hasher},
    mem,
    sync::Arc,
};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use sidle_core::Rules;
use sidle_values::{Game, loopy::LoopyValue};

use crate::{AnyPosition, RulesetPosition};

/// The ways to combine two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Compound {
    /// `G + H`: move in one of them.
    Sum,
    /// `G : H = {Gᴸ, G:Hᴸ | Gᴿ, G:Hᴿ}`: a move in the first destroys the second.
    OrdinalSum,
    /// Move in both; the play ends as soon as one of them does.
    ConjunctiveSum,
    /// Move in one or both.
    SelectiveSum,
    /// Every move of `H` replaced by a copy of `G` or `−G`: Left options `(G×Hᴸ):Gᴸ` and `(G×Hᴿ):−Gᴿ`.
    OrdinalProduct,
    /// `{GᴸH + GHᴸ − GᴸHᴸ, GᴿH + GHᴿ − GᴿHᴿ | …}` (*On Numbers and Games*).
    ConwayProduct,
    /// Conway's product by an integer, as written with `*`: the integer comes first.
    Multiple,
}

impl Compound {
    /// Is the negative of the compound the compound of the negatives?
    #[must_use]
    pub fn distributes(self) -> bool {
        matches!(
            self,
            Compound::Sum
                | Compound::OrdinalSum
                | Compound::ConjunctiveSum
                | Compound::SelectiveSum
        )
    }
}

/// The ways to change the rules of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// A player may move only where the opponent could move, too.
    Dicotic,
    /// Both players have the moves of both.
    Impartial,
    /// `t(G) = {−t(Gᴸ) | −t(Gᴿ)}`: after each move the players change sides.
    Twisted,
}

/// What a position is.
#[derive(Clone, Copy, Debug)]
pub enum Form<'p> {
    /// A canonical short game.
    Value(Game),
    /// A canonical loopy game.
    Loopy(LoopyValue),
    /// Options as they were written.
    Explicit(&'p [Position], &'p [Position]),
    /// Two games combined, not worked out.
    Compound(Compound, &'p Position, &'p Position),
    /// A negative, not worked out.
    Negative(&'p Position),
    /// A game by other rules.
    Variant(Variant, &'p Position),
    /// A board of a ruleset, an instance of a class.
    Atom(&'p Arc<dyn AnyPosition>),
}

/// A position of any game: a canonical value, an explicit form `'{*|*}'`, a compound, a negative, a
/// variant, a board of a ruleset, an instance of a class.
///
/// # Equality
/// Of positions as they are written, not of values: `'{*|*}'` is not `0`. Positions that contain
/// handles belong to the store of the handles.
///
/// ```
/// use sidle_solve::{Compound, Position};
/// use sidle_values::Store;
/// let store = Store::new();
/// let star = Position::value(store.nimber(1));
/// let written = Position::explicit(vec![star.clone()], vec![star.clone()]);
/// assert_ne!(written, Position::value(store.zero()));
/// let sum = Position::compound(Compound::Sum, &written, &star);
/// assert_eq!(sum, Position::compound(Compound::Sum, &written, &star));
/// ```
#[derive(Clone)]
pub struct Position(Repr);

#[derive(Clone)]
enum Repr {
    Value(Game),
    Node(Arc<Node>),
}

struct Node {
    hash: u64,
    kind: Kind,
}

enum Kind {
    Loopy(LoopyValue),
    Explicit([Vec<Position>; 2]),
    Compound(Compound, [Position; 2]),
    Negative([Position; 1]),
    Variant(Variant, [Position; 1]),
    Atom(Arc<dyn AnyPosition>),
    /// What is left of a node that is being dropped.
    Dropped,
}

impl Position {
    /// A canonical short game.
    #[must_use]
    pub fn value(game: Game) -> Position {
        Position(Repr::Value(game))
    }

    /// A canonical loopy game; a short one becomes what [`Position::value`] makes of it.
    #[must_use]
    pub fn loopy(value: LoopyValue) -> Position {
        match value.short() {
            Some(game) => Position::value(game),
            None => Position::node(Kind::Loopy(value)),
        }
    }

    /// `'{left|right}'`, in the order written.
    #[must_use]
    pub fn explicit(left: Vec<Position>, right: Vec<Position>) -> Position {
        Position::node(Kind::Explicit([left, right]))
    }

    /// Two games combined, not worked out.
    #[must_use]
    pub fn compound(kind: Compound, first: &Position, second: &Position) -> Position {
        Position::node(Kind::Compound(kind, [first.clone(), second.clone()]))
    }

    /// The sum of any number of games. The sum of one game is that game.
    #[must_use]
    pub fn sum(parts: &[Position]) -> Option<Position> {
        let (first, rest) = parts.split_first()?;
        Some(rest.iter().fold(first.clone(), |sum, part| {
            Position::compound(Compound::Sum, &sum, part)
        }))
    }

    /// The negative as a form of its own, whatever the game; see [`Position::negative`](Position) for
    /// the one that looks inside.
    #[must_use]
    pub fn negative_form(of: &Position) -> Position {
        match of.form() {
            Form::Negative(inner) => inner.clone(),
            _ => Position::node(Kind::Negative([of.clone()])),
        }
    }

    /// A game by other rules.
    #[must_use]
    pub fn variant(variant: Variant, of: &Position) -> Position {
        Position::node(Kind::Variant(variant, [of.clone()]))
    }

    /// A position that says its options itself.
    #[must_use]
    pub fn atom(atom: Arc<dyn AnyPosition>) -> Position {
        Position::node(Kind::Atom(atom))
    }

    /// A position of a ruleset.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use sidle_rules::Domineering;
    /// use sidle_solve::Position;
    /// let rules = Arc::new(Domineering::<1>);
    /// let board = Position::of(&rules, Domineering::parse("..|.#")?);
    /// assert_eq!(board, Position::of(&rules, Domineering::parse("..|.#")?));
    /// # Ok::<(), sidle_rules::BoardError>(())
    /// ```
    #[must_use]
    pub fn of<R: Rules + 'static>(rules: &Arc<R>, at: R::Position) -> Position {
        Position::atom(Arc::new(RulesetPosition::new(rules.clone(), at)))
    }

    fn node(kind: Kind) -> Position {
        let mut hasher = FxHasher::default();
        match &kind {
            Kind::Loopy(value) => (1u8, value).hash(&mut hasher),
            Kind::Explicit(sides) => (2u8, sides).hash(&mut hasher),
            Kind::Compound(compound, parts) => (3u8, compound, parts).hash(&mut hasher),
            Kind::Negative(of) => (4u8, of).hash(&mut hasher),
            Kind::Variant(variant, of) => (5u8, variant, of).hash(&mut hasher),
            Kind::Atom(atom) => (6u8, atom.hash_code()).hash(&mut hasher),
            Kind::Dropped => {}
        }
        let hash = hasher.finish();
        Position(Repr::Node(Arc::new(Node { hash, kind })))
    }

    /// What the position is.
    #[must_use]
    pub fn form(&self) -> Form<'_> {
        let node = match &self.0 {
            Repr::Value(game) => return Form::Value(*game),
            Repr::Node(node) => node,
        };
        match &node.kind {
            Kind::Loopy(value) => Form::Loopy(*value),
            Kind::Explicit([left, right]) => Form::Explicit(left, right),
            Kind::Compound(kind, [first, second]) => Form::Compound(*kind, first, second),
            Kind::Negative([of]) => Form::Negative(of),
            Kind::Variant(variant, [of]) => Form::Variant(*variant, of),
            Kind::Atom(atom) => Form::Atom(atom),
            Kind::Dropped => unreachable!("a dropped node is not reachable"),
        }
    }

    /// The canonical short game, if the position is one.
    #[must_use]
    pub fn as_value(&self) -> Option<Game> {
        match self.0 {
            Repr::Value(game) => Some(game),
            Repr::Node(_) => None,
        }
    }

    /// The same form with other leaves: `leaf` gets every canonical value and every atom in it and says what takes its
    /// place, `None` if nothing can. Parts that are shared stay shared.
    ///
    /// ```
    /// use sidle_solve::{Compound, Form, Position};
    /// use sidle_values::Store;
    /// let (old, new) = (Store::new(), Store::new());
    /// let sum = Position::compound(Compound::Sum, &Position::value(old.zero()), &Position::value(old.zero()));
    /// let moved = sum.with_leaves(&mut |leaf| match leaf.form() {
    ///     Form::Value(_) => Some(Position::value(new.zero())),
    ///     _ => None,
    /// });
    /// let zero = Position::value(new.zero());
    /// assert_eq!(moved, Some(Position::compound(Compound::Sum, &zero, &zero)));
    /// ```
    pub fn with_leaves(
        &self,
        leaf: &mut dyn FnMut(&Position) -> Option<Position>,
    ) -> Option<Position> {
        // Forms can be nested a hundred thousand deep: a part is built when all its own parts are.
        let mut built: FxHashMap<usize, Position> = FxHashMap::default();
        let mut stack: Vec<(&Position, bool)> = vec![(self, false)];
        let found = |built: &FxHashMap<usize, Position>,
                     leaf: &mut dyn FnMut(&Position) -> Option<Position>,
                     part: &Position| match part.0 {
            Repr::Value(_) => leaf(part),
            Repr::Node(_) => built.get(&part.address()).cloned(),
        };
        while let Some((part, ready)) = stack.pop() {
            let Repr::Node(node) = &part.0 else {
                continue;
            };
            if built.contains_key(&part.address()) {
                continue;
            }
            if !ready {
                stack.push((part, true));
                stack.extend(node.kind.parts().map(|inner| (inner, false)));
                continue;
            }
            let mut get = |inner: &Position| found(&built, leaf, inner);
            let kind = match &node.kind {
                Kind::Explicit([left, right]) => Kind::Explicit([
                    left.iter().map(&mut get).collect::<Option<_>>()?,
                    right.iter().map(&mut get).collect::<Option<_>>()?,
                ]),
                Kind::Compound(kind, [first, second]) => {
                    Kind::Compound(*kind, [get(first)?, get(second)?])
                }
                Kind::Negative([of]) => Kind::Negative([get(of)?]),
                Kind::Variant(variant, [of]) => Kind::Variant(*variant, [get(of)?]),
                Kind::Loopy(_) | Kind::Atom(_) | Kind::Dropped => {
                    built.insert(part.address(), leaf(part)?);
                    continue;
                }
            };
            built.insert(part.address(), Position::node(kind));
        }
        found(&built, leaf, self)
    }

    /// An address that is the same for clones; used to compare shared parts once.
    fn address(&self) -> usize {
        match &self.0 {
            Repr::Value(_) => 0,
            Repr::Node(node) => Arc::as_ptr(node) as usize,
        }
    }
}

impl Kind {
    fn parts(&self) -> impl Iterator<Item = &Position> {
        let (some, others): (&[Position], &[Position]) = match self {
            Kind::Explicit([left, right]) => (left, right),
            Kind::Compound(_, parts) => (parts, &[]),
            Kind::Negative(of) | Kind::Variant(_, of) => (of, &[]),
            Kind::Loopy(_) | Kind::Atom(_) | Kind::Dropped => (&[], &[]),
        };
        some.iter().chain(others)
    }

    fn take_parts(&mut self, into: &mut Vec<Position>) {
        match mem::replace(self, Kind::Dropped) {
            Kind::Explicit([left, right]) => into.extend(left.into_iter().chain(right)),
            Kind::Compound(_, parts) => into.extend(parts),
            Kind::Negative(of) | Kind::Variant(_, of) => into.extend(of),
            Kind::Loopy(_) | Kind::Atom(_) | Kind::Dropped => {}
        }
    }
}

/// Forms can be nested a hundred thousand deep, so they are taken apart with a stack.
impl Drop for Node {
    fn drop(&mut self) {
        if matches!(self.kind, Kind::Atom(_) | Kind::Loopy(_) | Kind::Dropped) {
            return;
        }
        let mut parts = Vec::new();
        self.kind.take_parts(&mut parts);
        while let Some(part) = parts.pop() {
            if let Repr::Node(node) = part.0
                && let Some(mut node) = Arc::into_inner(node)
            {
                node.kind.take_parts(&mut parts);
            }
        }
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Value(game) => game.hash(state),
            Repr::Node(node) => state.write_u64(node.hash),
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        // Most positions that are compared are boards of one table.
        if let (Repr::Node(x), Repr::Node(y)) = (&self.0, &other.0) {
            if x.hash != y.hash {
                return false;
            }
            if let (Kind::Atom(a), Kind::Atom(b)) = (&x.kind, &y.kind) {
                return Arc::ptr_eq(x, y) || a.is_same(&**b);
            }
        }
        let mut stack: Vec<(&Position, &Position)> = vec![(self, other)];
        let mut compared: FxHashSet<(usize, usize)> = FxHashSet::default();
        while let Some((a, b)) = stack.pop() {
            let (x, y) = match (&a.0, &b.0) {
                (Repr::Value(a), Repr::Value(b)) if a == b => continue,
                (Repr::Node(x), Repr::Node(y)) if x.hash == y.hash => (x, y),
                _ => return false,
            };
            if Arc::ptr_eq(x, y) {
                continue;
            }
            // A pair that waits on the stack or has been passed need not be looked at twice.
            if !compared.insert((a.address(), b.address())) {
                continue;
            }
            match (&x.kind, &y.kind) {
                (Kind::Loopy(a), Kind::Loopy(b)) if a == b => {}
                (Kind::Atom(a), Kind::Atom(b)) if a.is_same(&**b) => {}
                (Kind::Explicit(a), Kind::Explicit(b))
                    if a[0].len() == b[0].len() && a[1].len() == b[1].len() =>
                {
                    for side in 0..2 {
                        stack.extend(a[side].iter().zip(&b[side]));
                    }
                }
                (Kind::Compound(p, a), Kind::Compound(q, b)) if p == q => {
                    stack.extend(a.iter().zip(b));
                }
                (Kind::Negative([a]), Kind::Negative([b])) => stack.push((a, b)),
                (Kind::Variant(p, [a]), Kind::Variant(q, [b])) if p == q => stack.push((a, b)),
                _ => return false,
            }
        }
        true
    }
}

impl Eq for Position {}

impl From<Game> for Position {
    fn from(game: Game) -> Position {
        Position::value(game)
    }
}

impl From<LoopyValue> for Position {
    fn from(value: LoopyValue) -> Position {
        Position::loopy(value)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form() {
            Form::Value(game) => write!(f, "{game:?}"),
            Form::Atom(atom) => write!(f, "{atom:?}"),
            Form::Explicit(left, right) => {
                write!(f, "'{{{} options|{} options}}'", left.len(), right.len())
            }
            Form::Compound(kind, ..) => write!(f, "{kind:?}(…)"),
            Form::Negative(_) => f.write_str("-(…)"),
            Form::Variant(variant, _) => write!(f, "{variant:?}(…)"),
            Form::Loopy(value) => write!(f, "{value:?}"),
        }
    }
}
