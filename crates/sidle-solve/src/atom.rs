//! Positions whose options are somebody else's business: boards of a ruleset, instances of a script's
//! class.

use std::{
    any::Any,
    borrow::Cow,
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    sync::Arc,
};

use rustc_hash::FxHasher;
use sidle_core::{KnownValue, Meter, Picture, Player, Rules, StopReason};

use crate::{
    Position, SolveError, TypedPosition, catalogue,
    moves::{Key, RulesOn, visit_metered},
};

/// A position that says its options itself.
///
/// Rulesets do not implement this: [`Position::of`] makes a position of any [`Rules`]. Languages do,
/// for the instances of classes that a user has written; what they need to run a method comes with
/// every call as the [`Host`].
pub trait AnyPosition: Any + fmt::Debug + Send + Sync {
    /// The options for one player.
    fn options(
        &self,
        player: Player,
        host: &mut dyn Host,
        meter: &Meter,
    ) -> Result<Vec<Position>, SolveError>;

    /// The parts of which the position is the sum; `None` if it is in one piece. The parts are not
    /// split again.
    fn decompose(
        &self,
        host: &mut dyn Host,
        meter: &Meter,
    ) -> Result<Option<Vec<Position>>, SolveError> {
        let _ = (host, meter);
        Ok(None)
    }

    /// Does it take long to find the parts? The table is then asked for the whole first.
    fn splits_slowly(&self) -> bool {
        false
    }

    /// A number that no move increases.
    fn depth_hint(&self) -> u64 {
        0
    }

    /// Have both players the same moves, here and in all followers?
    fn is_impartial(&self) -> bool {
        false
    }

    /// Works out what [`known_value`](AnyPosition::known_value) needs where that takes long.
    fn prepare(&self, meter: &Meter) -> Result<(), StopReason> {
        let _ = meter;
        Ok(())
    }

    /// The value in normal play, if it is known without looking at options.
    fn known_value(&self) -> Option<KnownValue> {
        None
    }

    /// Why the position has no value, although it has options; with `misere`, why it has no outcome when the last
    /// move loses.
    fn no_value(&self, misere: bool) -> Option<&'static str> {
        let _ = misere;
        None
    }

    /// The negative as a position of the same kind, if there is one: the board with the colours
    /// exchanged, say. Without it the negative is written with a minus sign.
    fn negative(&self) -> Option<Position> {
        None
    }

    /// Writes the position by the name of its ruleset, so that it can be read: `Clobber.Position("xo|ox")`.
    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result;

    /// Writes the position with the package of its ruleset: `game.grid.Clobber.Position("xo|ox")`.
    fn write_in_full(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        self.write(f)
    }

    /// The position by itself, in the notation of its ruleset: `xo|ox`. `None` if there is no such notation.
    fn notation(&self) -> Option<String> {
        None
    }

    /// How the position is drawn.
    fn picture(&self) -> Option<Picture> {
        None
    }

    /// The name of the class of the position, with its package.
    fn class_name(&self) -> Cow<'_, str>;

    /// Are the positions identical? Called with positions of any kind.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;

    /// A hash that identical positions share.
    fn hash_code(&self) -> u64;

    /// A total order among the positions of one class, the same in every run. The default compares
    /// what is written.
    fn order(&self, other: &dyn AnyPosition) -> Ordering {
        let text = |atom: &dyn Fn(&mut String) -> fmt::Result| {
            let mut text = String::new();
            let _ = atom(&mut text);
            text
        };
        text(&|f| self.write(f)).cmp(&text(&|f| other.write(f)))
    }

    /// The position as its rules solve it, for positions of rulesets.
    fn typed(&self) -> Option<&dyn TypedPosition> {
        None
    }
}

/// What runs the code of positions that need running: the evaluator of a language, an interpreter.
///
/// The engine never looks at it; it hands it on to [`AnyPosition::options`] and its like, which may
/// ask it in turn.
pub trait Host {
    /// The options of a position of the host's own.
    fn options(
        &mut self,
        of: &dyn AnyPosition,
        player: Player,
        meter: &Meter,
    ) -> Result<Vec<Position>, SolveError>;

    /// The parts of a position of the host's own.
    fn decompose(
        &mut self,
        of: &dyn AnyPosition,
        meter: &Meter,
    ) -> Result<Option<Vec<Position>>, SolveError> {
        let _ = (of, meter);
        Ok(None)
    }
}

/// The host where nothing needs one.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn options(
        &mut self,
        of: &dyn AnyPosition,
        _: Player,
        _: &Meter,
    ) -> Result<Vec<Position>, SolveError> {
        Err(SolveError::foreign(Homeless(of.class_name().into_owned())))
    }
}

#[derive(Clone, Debug, thiserror::Error)]
#[error("a position of class `{0}` can only be asked inside the language that defines it")]
struct Homeless(String);

/// A position of a ruleset.
pub struct RulesetPosition<R: Rules> {
    rules: Arc<R>,
    at: R::Position,
    typed: Option<AsTyped<R>>,
}

/// How a position is seen as one that is solved with its own type. Only positions that are made by
/// [`Position::of`] have it, so that the engine is compiled for those types alone.
type AsTyped<R> = fn(&RulesetPosition<R>) -> &dyn TypedPosition;

impl<R: Rules> RulesetPosition<R> {
    /// A position of the rules, solved with its own type.
    pub fn new(rules: Arc<R>, at: R::Position) -> RulesetPosition<R>
    where
        R: 'static,
    {
        RulesetPosition {
            rules,
            at,
            typed: Some(|position| position),
        }
    }

    /// A position of the rules, solved among positions of all kinds: slower, and quick to compile.
    pub fn loose(rules: Arc<R>, at: R::Position) -> RulesetPosition<R> {
        RulesetPosition {
            rules,
            at,
            typed: None,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The position as the rules know it.
    pub fn at(&self) -> &R::Position {
        &self.at
    }

    fn sibling(&self, at: R::Position) -> Position
    where
        R: 'static,
    {
        Position::atom(Arc::new(RulesetPosition {
            rules: self.rules.clone(),
            at,
            typed: self.typed,
        }))
    }

    fn has_same_rules(&self, other: &RulesetPosition<R>) -> bool {
        Arc::ptr_eq(&self.rules, &other.rules)
            || same_rules::<R::Position>(&*self.rules, &*other.rules)
    }
}

fn same_rules<P: Key>(a: RulesOn<'_, P>, b: RulesOn<'_, P>) -> bool {
    a.name() == b.name()
}

fn write_debug<P: Key>(rules: RulesOn<'_, P>, at: &P, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}({at:?})", rules.name())
}

/// Writes a position by the name of its ruleset, as `named` makes it of the full name.
fn write_by<P: Key>(
    rules: RulesOn<'_, P>,
    at: &P,
    named: fn(&str) -> &str,
    f: &mut dyn fmt::Write,
) -> fmt::Result {
    let name = rules.name();
    let dicotic = name.strip_suffix(catalogue::DICOTIC);
    if dicotic.is_some() {
        f.write_str("DicoticVariantGame(")?;
    }
    write!(f, "{}.Position(", named(dicotic.unwrap_or(&name)))?;
    rules.write_argument(at, f)?;
    f.write_str(if dicotic.is_some() { "))" } else { ")" })
}

fn order_of_kinds(name: &str, other: &dyn AnyPosition) -> Ordering {
    name.cmp(&other.class_name())
}

impl<R: Rules> fmt::Debug for RulesetPosition<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_debug::<R::Position>(&*self.rules, &self.at, f)
    }
}

impl<R: Rules + 'static> AnyPosition for RulesetPosition<R> {
    fn options(
        &self,
        player: Player,
        _: &mut dyn Host,
        meter: &Meter,
    ) -> Result<Vec<Position>, SolveError> {
        let mut found = Vec::new();
        let rules: RulesOn<'_, R::Position> = &*self.rules;
        visit_metered(rules, &self.at, player, meter, |option| {
            found.push(self.sibling(option));
        })?;
        Ok(found)
    }

    fn decompose(&self, _: &mut dyn Host, _: &Meter) -> Result<Option<Vec<Position>>, SolveError> {
        let mut parts = Vec::new();
        let split = self
            .rules
            .shortcuts()
            .decompose(&self.at, &mut |part| parts.push(self.sibling(part)));
        Ok(split.then_some(parts))
    }

    fn depth_hint(&self) -> u64 {
        self.rules.depth_hint(&self.at)
    }

    fn is_impartial(&self) -> bool {
        self.rules.shortcuts().impartial
    }

    fn prepare(&self, meter: &Meter) -> Result<(), StopReason> {
        self.rules.shortcuts().prepare(&self.at, meter)
    }

    fn known_value(&self) -> Option<KnownValue> {
        self.rules.shortcuts().known_value(&self.at)
    }

    fn no_value(&self, misere: bool) -> Option<&'static str> {
        self.rules.shortcuts().no_value(&self.at, misere)
    }

    fn write(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write_by::<R::Position>(&*self.rules, &self.at, catalogue::printed_name, f)
    }

    fn write_in_full(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        write_by::<R::Position>(&*self.rules, &self.at, catalogue::full_name, f)
    }

    fn notation(&self) -> Option<String> {
        let mut text = String::new();
        self.rules.write(&self.at, &mut text).ok()?;
        Some(text)
    }

    fn picture(&self) -> Option<Picture> {
        self.rules.picture(&self.at)
    }

    fn class_name(&self) -> Cow<'_, str> {
        self.rules.name()
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any)
            .downcast_ref::<RulesetPosition<R>>()
            .is_some_and(|other| self.at == other.at && self.has_same_rules(other))
    }

    fn hash_code(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.at.hash(&mut hasher);
        hasher.finish()
    }

    fn order(&self, other: &dyn AnyPosition) -> Ordering {
        match (other as &dyn Any).downcast_ref::<RulesetPosition<R>>() {
            Some(other) => self.at.cmp(&other.at),
            None => order_of_kinds(std::any::type_name::<R>(), other),
        }
    }

    fn typed(&self) -> Option<&dyn TypedPosition> {
        self.typed.map(|seen| seen(self))
    }
}
