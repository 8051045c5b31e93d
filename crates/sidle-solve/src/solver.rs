//! Solving the positions of one set of rules.

use std::{cmp::Ordering, fmt};

use rustc_hash::{FxHashMap, FxHashSet};
use sidle_core::{Meter, Outcome, Player, Rules, StopReason};
use sidle_graph::gamma::LoopyNimber;
use sidle_values::{
    Game, Store, StructuralOrder,
    loopy::{Effort, LoopyOutcome, LoopyValue},
};

use crate::{
    SolveError,
    bounds::Bounds,
    decided::Decided,
    misere::MisereSearch,
    moves::{Key, Moves, RulesOn, Typed, check},
    nimbers::{NimPool, NimValues},
    outcome::{TypedSummands, VALUED},
    partizan::{LoopyPool, Partizan},
    shared::Shared,
    table::{State, Table},
    table_file::{Stored, TableFileError},
    walk::{Answer, Walk},
};

/// What is known of positions of one kind.
pub(crate) struct Knowledge<P> {
    pub(crate) values: Table<P>,
    pub(crate) pool: LoopyPool,
    nims: Table<P>,
    nim_pool: NimPool,
    misere: Table<P>,
    effort: Effort,
    decided: Decided<P>,
    /// What the values of small positions are good for as bounds.
    pub(crate) bounds: FxHashMap<P, Bounds>,
    /// The positions on cycles and those that lead there.
    tangled: FxHashSet<P>,
    /// Can play go on for ever from the position that was asked for last?
    pub(crate) met_cycle: bool,
    table_bytes: usize,
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
            decided: Decided::default(),
            bounds: FxHashMap::default(),
            tangled: FxHashSet::default(),
            met_cycle: false,
            table_bytes: usize::MAX,
        }
    }

    pub(crate) fn set_table_bytes(&mut self, bytes: usize) {
        self.values.set_max_bytes(bytes);
        self.nims.set_max_bytes(bytes);
        self.misere.set_max_bytes(bytes);
        self.table_bytes = bytes;
    }

    pub(crate) fn value<M: Moves<Position = P>>(
        &mut self,
        moves: M,
        of: P,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyValue, SolveError> {
        let mut algebra = Partizan::new(store, &mut self.pool, meter, self.effort);
        let (values, tangled) = (&mut self.values, &mut self.tangled);
        let walk = Walk::new(moves, &mut algebra, values, tangled, meter);
        let (solved, met_cycle) = walk.answer(of)?;
        self.met_cycle = met_cycle;
        Ok(self.pool.value(solved))
    }

    pub(crate) fn nim_value<M: Moves<Position = P>>(
        &mut self,
        moves: M,
        of: P,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyNimber, SolveError> {
        let mut algebra = NimValues {
            store,
            pool: &mut self.nim_pool,
            meter,
            seen: Vec::new(),
        };
        let (nims, tangled) = (&mut self.nims, &mut self.tangled);
        let walk = Walk::new(moves, &mut algebra, nims, tangled, meter);
        let (nim, met_cycle) = walk.answer(of)?;
        self.met_cycle = met_cycle;
        Ok(self.nim_pool.value(nim))
    }

    pub(crate) fn misere_outcome<M: Moves<Position = P>>(
        &mut self,
        moves: M,
        of: P,
        meter: &Meter,
    ) -> Result<Outcome, SolveError> {
        MisereSearch::new(moves, &mut self.misere, meter).outcome(&of)
    }

    /// How many sums have been decided.
    pub(crate) fn sums(&self) -> usize {
        self.decided.len()
    }
}

impl<P: Key> Knowledge<P> {
    /// The value of a position, by several threads that walk through the same positions in one store and tell
    /// each other what they find.
    pub(crate) fn value_on_threads(
        &mut self,
        rules: RulesOn<'_, P>,
        of: &P,
        threads: usize,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyValue, SolveError> {
        let shared = Shared::new();
        let effort = self.effort;
        let mut answer = Err(SolveError::Stopped(StopReason::Cancelled));
        let help = || {
            let (mut table, mut pool) = (Table::new(usize::MAX), LoopyPool::default());
            let mut tangled = FxHashSet::default();
            let mut algebra = Partizan::new(store, &mut pool, meter, effort);
            let moves = Typed::new(rules, meter);
            // Whatever stops it stops the walk that counts, or that one has finished.
            let _ = Walk::new(moves, &mut algebra, &mut table, &mut tangled, meter)
                .beside(&shared, true)
                .answer(of.clone());
        };
        on_threads(threads, &help, &mut || {
            let mut algebra = Partizan::new(store, &mut self.pool, meter, effort);
            let (values, tangled) = (&mut self.values, &mut self.tangled);
            let moves = Typed::new(rules, meter);
            answer = Walk::new(moves, &mut algebra, values, tangled, meter)
                .beside(&shared, false)
                .answer(of.clone());
            shared.finish();
        });
        // What the others found is kept as well.
        for (position, game) in shared.into_values() {
            if self.values.get_or_open(&position, 0).is_none() {
                self.values
                    .set(&position, State::Done(Answer::Short(game)), 1);
            }
        }
        let (answer, met_cycle) = answer?;
        self.met_cycle = met_cycle;
        Ok(self.pool.value(answer))
    }

    /// All that is known of short values and decided sums, in a fixed order.
    pub(crate) fn stored(&self, store: &Store, write: &dyn Fn(&P) -> String) -> Stored {
        let (positions, games): (Vec<&P>, Vec<Game>) = self
            .values
            .solved()
            .filter_map(|(position, value)| match value {
                Answer::Short(game) => Some((position, game)),
                Answer::Numbered(_) => None,
            })
            .unzip();
        let places = sorted(positions.len(), &|a, b| positions[a].cmp(positions[b]));
        let (parts, mut sums) = self.decided.stored(store);
        let mut order = StructuralOrder::new(store);
        sums.sort_unstable_by(|a, b| {
            let by_parts = (&a.parts, a.wins).cmp(&(&b.parts, b.wins));
            by_parts.then_with(|| order.compare(a.value, b.value))
        });
        Stored {
            values: places
                .into_iter()
                .map(|i| (write(positions[i]), games[i]))
                .collect(),
            parts: parts
                .into_iter()
                .map(|(position, counts)| (write(position), counts))
                .collect(),
            sums,
        }
    }

    /// Takes over what another run found, if nothing has been searched here yet.
    pub(crate) fn restore(
        &mut self,
        stored: Stored,
        ends: bool,
        read: &dyn Fn(&str) -> Option<P>,
        store: &Store,
        meter: &Meter,
    ) -> Result<(), TableFileError> {
        for (text, value) in stored.values {
            let position = read(&text).ok_or(TableFileError::Damaged)?;
            self.values
                .set(&position, State::Done(Answer::Short(value)), 1);
        }
        let parts = stored.parts.into_iter();
        let parts: Option<Vec<(P, [u32; 2])>> = parts
            .map(|(text, counts)| Some((read(&text)?, counts)))
            .collect();
        let parts = parts.ok_or(TableFileError::Damaged)?;
        Ok(self
            .decided
            .restore(parts, stored.sums, ends, store, meter)?)
    }

    /// Does a player, to move, win a position of rules that end? By search; an error where there are
    /// cycles in the way.
    pub(crate) fn search(
        &mut self,
        rules: RulesOn<'_, P>,
        of: &P,
        mover: Player,
        store: &Store,
        meter: &Meter,
    ) -> Result<bool, SolveError> {
        let mut decided = std::mem::take(&mut self.decided);
        let max_bytes = self.table_bytes;
        let summands = TypedSummands {
            rules,
            knowledge: self,
            store,
            meter,
        };
        let answer = decided.wins(summands, of, mover, max_bytes, store, meter);
        self.decided = decided;
        answer
    }

    /// Who wins, by value or by search, whichever promises to be quicker.
    pub(crate) fn outcome(
        &mut self,
        rules: RulesOn<'_, P>,
        of: &P,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyOutcome, SolveError> {
        if !crate::outcome::has_few_options(rules, of, VALUED) {
            let mut wins = [false; 2];
            let searched = Player::BOTH.iter().try_for_each(|&player| {
                wins[player.index()] = self.search(rules, of, player, store, meter)?;
                Ok(())
            });
            match searched {
                Ok(()) => {
                    let outcome = crate::outcome::from_wins(wins);
                    return Ok(LoopyOutcome {
                        onside: outcome,
                        offside: outcome,
                    });
                }
                Err(SolveError::Loopy { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let value = self.value(Typed::new(rules, meter), of.clone(), store, meter)?;
        Ok(store.loopy().try_outcome(value, meter)?)
    }
}

/// Runs `help` on all threads but this one, and `work` on this one. Not generic, since threads are much code.
fn on_threads(threads: usize, help: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(help);
        }
        work();
    });
}

/// The numbers below `count` in an order. Not generic, since sorting is much code.
fn sorted(count: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_unstable_by(|a, b| order(*a, *b));
    places
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
/// let mut loopy = Solver::new(&store, &ToadsAndFrogs::<1>::BACKSLIDING);
/// let strip = ToadsAndFrogs::<1>::parse("t..")?;
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

    /// The canonical value of a position, by several threads in one store.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_rules::Domineering;
    /// use sidle_solve::Solver;
    /// use sidle_values::Store;
    /// let (store, meter) = (Store::new(), Meter::unlimited());
    /// let mut solver = Solver::new(&store, &Domineering::<1>);
    /// let board = Domineering::rectangle(4, 5)?;
    /// let value = solver.value_on_threads(&board, 2, &meter)?;
    /// assert_eq!(value.short(), Some(store.integer(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value_on_threads(
        &mut self,
        at: &R::Position,
        threads: usize,
        meter: &Meter,
    ) -> Result<LoopyValue, SolveError> {
        if threads < 2 || self.rules.shortcuts().impartial {
            return self.value_of(at, meter);
        }
        self.knowledge
            .value_on_threads(self.rules, at, threads, self.store, meter)
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
        check(rules, at, false)?;
        if rules.shortcuts().impartial
            && let LoopyNimber::Finite(star) = self.nim_value(at, meter)?
        {
            return Ok(store.nimber(star).into());
        }
        let moves = Typed::new(rules, meter);
        self.knowledge.value(moves, at.clone(), store, meter)
    }

    /// The nim value of a position of an impartial game.
    pub fn nim_value(
        &mut self,
        at: &R::Position,
        meter: &Meter,
    ) -> Result<LoopyNimber, SolveError> {
        let (store, rules) = (self.store, self.rules);
        check(rules, at, false)?;
        if !rules.shortcuts().impartial {
            return Err(SolveError::NotImpartial);
        }
        let moves = Typed::new(rules, meter);
        self.knowledge.nim_value(moves, at.clone(), store, meter)
    }

    /// Who wins: by canonical values where they are cheap, else by search over sums in which only
    /// small parts are worked out.
    ///
    /// ```
    /// use sidle_core::{Meter, Outcome};
    /// use sidle_rules::Domineering;
    /// use sidle_solve::Solver;
    /// use sidle_values::Store;
    /// let store = Store::new();
    /// let mut solver = Solver::new(&store, &Domineering::<1>);
    /// let outcome = solver.outcome(&Domineering::rectangle(5, 5)?, &Meter::unlimited())?;
    /// assert_eq!(outcome.onside, Outcome::Previous);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcome(&mut self, at: &R::Position, meter: &Meter) -> Result<LoopyOutcome, SolveError> {
        check(self.rules, at, false)?;
        self.knowledge.outcome(self.rules, at, self.store, meter)
    }

    /// Does a player, to move, win? By search, whatever the size of the position; an error
    /// ([`SolveError::Loopy`]) if the search comes upon a cycle.
    pub fn wins(
        &mut self,
        at: &R::Position,
        mover: Player,
        meter: &Meter,
    ) -> Result<bool, SolveError> {
        check(self.rules, at, false)?;
        self.knowledge
            .search(self.rules, at, mover, self.store, meter)
    }

    /// How many sums the searches have decided.
    #[must_use]
    pub fn sums(&self) -> usize {
        self.knowledge.sums()
    }

    /// Who wins when the player who cannot move wins.
    pub fn misere_outcome(
        &mut self,
        at: &R::Position,
        meter: &Meter,
    ) -> Result<Outcome, SolveError> {
        check(self.rules, at, true)?;
        let rules: RulesOn<'_, R::Position> = self.rules;
        let moves = Typed::new(rules, meter);
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
