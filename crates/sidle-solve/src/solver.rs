//! Solving the positions of one set of rules.

use std::{fmt, ops::ControlFlow};

use sidle_core::{Meter, Normal, Outcome, Player, Rules};
use sidle_graph::gamma::LoopyNimber;
use sidle_values::{
    Store,
    loopy::{Effort, LoopyValue},
};

use crate::{
    SolveError,
    misere::{MiserePlay, MisereWins},
    moves::{Moves, Typed},
    nimbers::{Nim, NimPool, NimValues},
    partizan::{LoopyPool, Partizan, Solved},
    table::Table,
    walk::Walk,
};

/// What is known of positions of one kind.
pub(crate) struct Knowledge<P> {
    pub(crate) values: Table<P, Solved>,
    pub(crate) pool: LoopyPool,
    nims: Table<P, Nim>,
    nim_pool: NimPool,
    misere: Table<P, MisereWins>,
    effort: Effort,
}

impl<P: Clone + Eq + std::hash::Hash> Knowledge<P> {
    pub(crate) fn new() -> Knowledge<P> {
        Knowledge {
            values: Table::new(usize::MAX),
            pool: LoopyPool::default(),
            nims: Table::new(usize::MAX),
            nim_pool: NimPool::default(),
            misere: Table::new(usize::MAX),
            effort: Effort::default(),
        }
    }

    pub(crate) fn set_table_bytes(&mut self, bytes: usize) {
        self.values.set_max_bytes(bytes);
        self.nims.set_max_bytes(bytes);
        self.misere.set_max_bytes(bytes);
    }

    pub(crate) fn value<M: Moves<Position = P>>(
        &mut self,
        moves: M,
        of: P,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyValue, SolveError> {
        let algebra = Partizan {
            store,
            pool: &mut self.pool,
            meter,
            effort: self.effort,
            sides: [Vec::new(), Vec::new()],
        };
        let solved = Walk::new(moves, algebra, &mut self.values, meter).answer(of)?;
        Ok(self.pool.value(solved))
    }

    pub(crate) fn nim_value<M: Moves<Position = P>>(
        &mut self,
        moves: M,
        of: P,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyNimber, SolveError> {
        let algebra = NimValues {
            store,
            pool: &mut self.nim_pool,
            meter,
            seen: Vec::new(),
        };
        let nim = Walk::new(moves, algebra, &mut self.nims, meter).answer(of)?;
        Ok(self.nim_pool.value(nim))
    }

    pub(crate) fn misere_outcome<M: Moves<Position = P>>(
        &mut self,
        moves: M,
        of: P,
        meter: &Meter,
    ) -> Result<Outcome, SolveError> {
        let wins = Walk::new(moves, MiserePlay, &mut self.misere, meter).answer(of)?;
        Ok(wins.outcome())
    }
}

/// Solves positions of one set of rules and remembers what it has found.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_rules::{Domineering, ToadsAndFrogs};
/// use sidle_solve::Solver;
/// use sidle_values::Store;
///
/// let (store, meter) = (Store::new(), Meter::unlimited());
/// let mut solver = Solver::new(&store, &Domineering::<1>);
/// let square = Domineering::rectangle(2, 2)?;
/// let one = store.integer(1);
/// let switch = store.game(&[one], &[store.integer(-1)]);
/// assert_eq!(solver.value_of(&square, &meter)?.short(), Some(switch));
///
/// // Toads and frogs that may slide back can go on for ever.
/// let mut loopy = Solver::new(&store, &ToadsAndFrogs::BACKSLIDING);
/// let strip = ToadsAndFrogs::parse("t..")?;
/// assert_eq!(loopy.value_of(&strip, &meter)?.stopper(), Some(store.loopy().on()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<'a, R: Rules> {
    store: &'a Store,
    rules: &'a R,
    knowledge: Knowledge<R::Position>,
}

impl<R: Rules> fmt::Debug for Solver<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("rules", &self.rules.name())
            .field("positions", &self.positions())
            .finish_non_exhaustive()
    }
}

impl<'a, R: Rules> Solver<'a, R> {
    /// A solver that knows nothing yet.
    pub fn new(store: &'a Store, rules: &'a R) -> Solver<'a, R> {
        Solver {
            store,
            rules,
            knowledge: Knowledge::new(),
        }
    }

    /// Limits the bytes of the transposition table. A full table forgets the positions that are
    /// cheapest to solve again, so a small one costs time and no answers.
    #[must_use]
    pub fn with_table_bytes(mut self, bytes: usize) -> Solver<'a, R> {
        self.knowledge.set_table_bytes(bytes);
        self
    }

    /// How hard to try to resolve the sides of loopy positions.
    #[must_use]
    pub fn with_effort(mut self, effort: Effort) -> Solver<'a, R> {
        self.knowledge.effort = effort;
        self
    }

    /// How many positions have a known value.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.knowledge.values.len()
    }

    /// The bytes of the table of values, and how many positions it has forgotten.
    #[must_use]
    pub fn table(&self) -> (usize, u64) {
        let values = &self.knowledge.values;
        (values.bytes(), values.dropped())
    }

    /// The canonical value of a position, loopy or not.
    pub fn value_of(&mut self, at: &R::Position, meter: &Meter) -> Result<LoopyValue, SolveError> {
        let (store, rules) = (self.store, self.rules);
        if rules.is_impartial()
            && let LoopyNimber::Finite(star) = self.nim_value(at, meter)?
        {
            return Ok(store.nimber(star).into());
        }
        let moves = Typed { rules, meter };
        self.knowledge.value(moves, at.clone(), store, meter)
    }

    /// The nim value of a position of an impartial game.
    pub fn nim_value(
        &mut self,
        at: &R::Position,
        meter: &Meter,
    ) -> Result<LoopyNimber, SolveError> {
        let (store, rules) = (self.store, self.rules);
        if !rules.is_impartial() {
            return Err(SolveError::NotImpartial);
        }
        let moves = Typed { rules, meter };
        self.knowledge.nim_value(moves, at.clone(), store, meter)
    }

    /// Who wins when the player who cannot move wins.
    pub fn misere_outcome(
        &mut self,
        at: &R::Position,
        meter: &Meter,
    ) -> Result<Outcome, SolveError> {
        let moves = Typed {
            rules: self.rules,
            meter,
        };
        self.knowledge.misere_outcome(moves, at.clone(), meter)
    }
}

/// The canonical value of a position, with a table of its own.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_rules::Clobber;
/// use sidle_solve::value_of;
/// use sidle_values::Store;
/// let store = Store::new();
/// let value = value_of(&store, &Clobber::<1>, &Clobber::parse("xo")?, &Meter::unlimited())?;
/// assert_eq!(value.short(), Some(store.nimber(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn value_of<R: Rules>(
    store: &Store,
    rules: &R,
    at: &R::Position,
    meter: &Meter,
) -> Result<LoopyValue, SolveError> {
    Solver::new(store, rules).value_of(at, meter)
}

/// The impartial variant of rules: both players have the moves of both.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_graph::gamma::LoopyNimber;
/// use sidle_rules::Domineering;
/// use sidle_solve::{Impartial, Solver};
/// use sidle_values::Store;
/// let store = Store::new();
/// let cram = Impartial(&Domineering::<1>);
/// let mut solver = Solver::new(&store, &cram);
/// let board = Domineering::rectangle(3, 3)?;
/// assert_eq!(solver.nim_value(&board, &Meter::unlimited())?, LoopyNimber::Finite(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Impartial<'a, R: ?Sized>(pub &'a R);

impl<R: Rules + ?Sized> Rules for Impartial<'_, R> {
    type Position = R::Position;

    fn options(
        &self,
        at: &R::Position,
        _: Player,
        visit: &mut dyn FnMut(R::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.options(at, Player::Left, visit)?;
        if self.0.is_impartial() {
            return ControlFlow::Continue(());
        }
        self.0.options(at, Player::Right, visit)
    }

    fn decompose(&self, at: &R::Position, part: &mut dyn FnMut(R::Position)) -> bool {
        self.0.decompose(at, part)
    }

    fn normalize(&self, at: R::Position) -> Normal<R::Position> {
        Normal::same(self.0.normalize(at).position)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn depth_hint(&self, at: &R::Position) -> u64 {
        self.0.depth_hint(at)
    }

    fn name(&self) -> std::borrow::Cow<'static, str> {
        format!("{}.ImpartialVariant", self.0.name()).into()
    }

    fn write(&self, at: &R::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        self.0.write(at, f)
    }
}
