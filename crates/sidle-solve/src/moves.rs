//! Where positions come from, as the engine sees it: typed rules, or positions of any kind.

use std::{fmt, hash::Hash, ops::ControlFlow};

use sidle_core::{KnownValue, Meter, Player, Rules, Shortcuts};

use crate::SolveError;

/// A position that counts a number of times: -1 is a negative.
#[derive(Clone, Debug)]
pub(crate) struct Part<P> {
    pub(crate) position: P,
    pub(crate) times: i64,
}

/// What the engine asks about positions.
pub(crate) trait Moves {
    type Position: Clone + Eq + Hash;

    /// A line of play with more moves is taken for one that never ends.
    const MOST_MOVES: usize = usize::MAX;

    /// How many parts a sum has, where positions can be sums.
    fn part_count(&self, _at: &Self::Position) -> usize {
        1
    }

    /// The value in normal play, if it is known.
    fn known(&mut self, at: &Self::Position) -> Result<Option<Known>, SolveError>;

    /// Did the last value that was known come from a position from which play can go on for ever?
    fn met_cycle(&self) -> bool {
        false
    }

    /// Appends the representatives of the independent parts of a position.
    fn parts(
        &mut self,
        at: Self::Position,
        out: &mut Vec<Part<Self::Position>>,
    ) -> Result<(), SolveError>;

    /// Is it cheaper to ask the table for a position than to split it?
    fn splits_slowly(&self, _at: &Self::Position) -> bool {
        false
    }

    /// The representative of a position as a whole.
    fn whole(&mut self, at: Self::Position) -> Result<Part<Self::Position>, SolveError>;

    /// Appends the options.
    fn options(
        &mut self,
        at: &Self::Position,
        player: Player,
        out: &mut Vec<Self::Position>,
    ) -> Result<(), SolveError>;
}

/// A value that needs no work.
#[derive(Clone, Debug)]
pub(crate) enum Known {
    /// Named by the rules.
    Named(KnownValue),
    /// A canonical value.
    Short(sidle_values::Game),
    /// A canonical loopy value.
    Loopy(sidle_values::loopy::LoopyValue),
    /// A nim value.
    Nim(sidle_graph::gamma::LoopyNimber),
}

/// What a position of rules can do.
pub(crate) trait Key: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync {}

impl<P: Clone + Eq + Ord + Hash + fmt::Debug + Send + Sync> Key for P {}

/// Rules with positions of a type. The engine is compiled once for each type of positions, not for
/// each of the many rulesets; a virtual call for each position costs little beside the table.
pub(crate) type RulesOn<'a, P> = &'a dyn Rules<Position = P>;

/// The positions of rules.
pub(crate) struct Typed<'a, P> {
    rules: RulesOn<'a, P>,
    shortcuts: Shortcuts<'a, P>,
    meter: &'a Meter,
}

impl<P> Clone for Typed<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Typed<'_, P> {}

impl<'a, P: Key> Typed<'a, P> {
    pub(crate) fn new(rules: RulesOn<'a, P>, meter: &'a Meter) -> Typed<'a, P> {
        Typed {
            rules,
            shortcuts: rules.shortcuts(),
            meter,
        }
    }
}

impl<P: Key> Moves for Typed<'_, P> {
    type Position = P;

    #[inline]
    fn known(&mut self, at: &P) -> Result<Option<Known>, SolveError> {
        self.shortcuts.prepare(at, self.meter)?;
        Ok(self.shortcuts.known_value(at).map(Known::Named))
    }

    #[inline]
    fn parts(&mut self, at: P, out: &mut Vec<Part<P>>) -> Result<(), SolveError> {
        let split = self.shortcuts.decompose(&at, &mut |part| {
            out.push(representative(&self.shortcuts, part));
        });
        if !split {
            out.push(representative(&self.shortcuts, at));
        }
        Ok(())
    }

    #[inline]
    fn whole(&mut self, at: P) -> Result<Part<P>, SolveError> {
        Ok(representative(&self.shortcuts, at))
    }

    #[inline]
    fn options(&mut self, at: &P, player: Player, out: &mut Vec<P>) -> Result<(), SolveError> {
        visit_metered(self.rules, at, player, self.meter, |option| {
            out.push(option);
        })
    }
}

/// Options of a large position take long to make, so the meter is looked at after so many of them.
const OPTIONS_AT_ONCE: u32 = 64;

/// Calls `visit` for every option, and looks at the meter on the way.
#[inline]
pub(crate) fn visit_metered<P: Key>(
    rules: RulesOn<'_, P>,
    at: &P,
    player: Player,
    meter: &Meter,
    mut visit: impl FnMut(P),
) -> Result<(), SolveError> {
    let mut stopped = Ok(());
    let mut left = OPTIONS_AT_ONCE;
    let _ = rules.options(at, player, &mut |option| {
        visit(option);
        left -= 1;
        if left > 0 {
            return ControlFlow::Continue(());
        }
        left = OPTIONS_AT_ONCE;
        stopped = meter.check();
        match stopped {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    Ok(stopped?)
}

/// An error where a position has no value by its rules.
pub(crate) fn check<P: Key>(rules: RulesOn<'_, P>, at: &P, misere: bool) -> Result<(), SolveError> {
    match rules.shortcuts().no_value(at, misere) {
        Some(reason) => Err(SolveError::NoValue(reason)),
        None => Ok(()),
    }
}

#[inline]
fn representative<P: Key>(shortcuts: &Shortcuts<'_, P>, at: P) -> Part<P> {
    let normal = shortcuts.normalize(at);
    Part {
        position: normal.position,
        times: if normal.negated { -1 } else { 1 },
    }
}
