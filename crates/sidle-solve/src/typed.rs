//! Positions of rulesets among positions of all kinds: they are solved with their own types, and each
//! ruleset has its own tables.

use std::any::{Any, TypeId};

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Outcome, Rules};
use sidle_graph::gamma::LoopyNimber;
use sidle_values::{Store, loopy::LoopyValue};

use sidle_rules::variant::Impartial;
use sidle_values::loopy::LoopyOutcome;

use crate::{
    Bounds, Form, Position, RulesetPosition, SolveError, TableFileError,
    moves::{Key, RulesOn, Typed, check},
    numbering::Summands,
    outcome::{SMALL, TypedSummands, has_few_options},
    solver::Knowledge,
    table_file,
};

/// The tables of all rulesets that have been met.
#[derive(Default)]
pub struct TypedTables {
    tables: FxHashMap<(TypeId, String), Box<dyn Any + Send + Sync>>,
    table_bytes: Option<usize>,
    /// How many threads work on one value; 0 and 1 are the same.
    threads: usize,
    /// Can play go on for ever from the position whose value was asked for last?
    pub(crate) met_cycle: bool,
}

impl std::fmt::Debug for TypedTables {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TypedTables")
            .field("rulesets", &self.tables.len())
            .finish_non_exhaustive()
    }
}

impl TypedTables {
    pub(crate) fn set_table_bytes(&mut self, bytes: usize) {
        self.table_bytes = Some(bytes);
    }

    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// The tables of the rules of that name.
    pub(crate) fn of<P: Key + 'static>(&mut self, name: String) -> &mut Knowledge<P> {
        let bytes = self.table_bytes;
        let table = self
            .tables
            .entry((TypeId::of::<P>(), name))
            .or_insert_with(|| {
                let mut knowledge = Knowledge::<P>::new();
                if let Some(bytes) = bytes {
                    knowledge.set_table_bytes(bytes);
                }
                Box::new(knowledge)
            });
        match table.downcast_mut() {
            Some(knowledge) => knowledge,
            None => unreachable!("tables are filed under the type of their positions"),
        }
    }
}

/// A position of a ruleset, solved by the rules themselves. Made by [`Position::of`](crate::Position::of).
pub trait TypedPosition {
    /// The canonical value.
    fn value(
        &self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyValue, SolveError>;

    /// The nim value, of the position itself or of its impartial variant.
    fn nim_value(
        &self,
        variant: bool,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyNimber, SolveError>;

    /// Who wins when the last move loses.
    fn misere_outcome(
        &self,
        tables: &mut TypedTables,
        meter: &Meter,
    ) -> Result<Outcome, SolveError>;

    /// Who wins, by value or by search.
    fn outcome(
        &self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyOutcome, SolveError>;

    /// Games between which the position lies, as far as the rules know any.
    fn bounds(
        &self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<Bounds, SolveError>;

    /// Is the position small enough to be worked out in passing?
    fn is_small(&self) -> bool;

    /// Does every play come to an end?
    fn always_ends(&self) -> bool;

    /// What is known of the positions of the ruleset, as bytes for a file.
    fn table(
        &self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<u8>, SolveError>;

    /// Takes over what a file holds; `read` reads a position of the ruleset.
    fn restore(
        &self,
        bytes: &[u8],
        read: &dyn Fn(&str) -> Option<Position>,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<(), TableFileError>;
}

/// A position seen through its rules. What is done with it is compiled once for each type of positions, not
/// for each of the many rulesets.
#[derive(Clone, Copy)]
struct Seen<'a, P> {
    rules: RulesOn<'a, P>,
    at: &'a P,
}

impl<P: Key + 'static> Seen<'_, P> {
    fn value(
        self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyValue, SolveError> {
        let Seen { rules, at } = self;
        check(rules, at, false)?;
        if rules.shortcuts().impartial
            && let LoopyNimber::Finite(star) = self.nim_value(false, tables, store, meter)?
        {
            return Ok(store.nimber(star).into());
        }
        let threads = tables.threads;
        let knowledge = tables.of::<P>(rules.name().into_owned());
        let value = match threads {
            0 | 1 => knowledge.value(Typed::new(rules, meter), at.clone(), store, meter),
            _ => knowledge.value_on_threads(rules, at, threads, store, meter),
        };
        tables.met_cycle = knowledge.met_cycle;
        value
    }

    fn nim_value(
        self,
        variant: bool,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyNimber, SolveError> {
        let Seen { rules, at } = self;
        check(rules, at, false)?;
        let impartial = Impartial(rules);
        let rules: RulesOn<'_, P> = match (rules.shortcuts().impartial, variant) {
            (true, _) => rules,
            (false, true) => &impartial,
            (false, false) => return Err(SolveError::NotImpartial),
        };
        let knowledge = tables.of::<P>(rules.name().into_owned());
        let value = knowledge.nim_value(Typed::new(rules, meter), at.clone(), store, meter);
        tables.met_cycle = knowledge.met_cycle;
        value
    }

    fn misere_outcome(
        self,
        tables: &mut TypedTables,
        meter: &Meter,
    ) -> Result<Outcome, SolveError> {
        let Seen { rules, at } = self;
        check(rules, at, true)?;
        let knowledge = tables.of::<P>(rules.name().into_owned());
        knowledge.misere_outcome(Typed::new(rules, meter), at.clone(), meter)
    }

    fn outcome(
        self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyOutcome, SolveError> {
        let Seen { rules, at } = self;
        check(rules, at, false)?;
        if rules.shortcuts().impartial {
            let value = self.value(tables, store, meter)?;
            return Ok(store.loopy().try_outcome(value, meter)?);
        }
        let knowledge = tables.of::<P>(rules.name().into_owned());
        knowledge.outcome(rules, at, store, meter)
    }

    fn bounds(
        self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<Bounds, SolveError> {
        let Seen { rules, at } = self;
        let knowledge = tables.of::<P>(rules.name().into_owned());
        let mut summands = TypedSummands {
            rules,
            knowledge,
            store,
            meter,
        };
        summands.bounds(at)
    }

    fn table(
        self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<u8>, SolveError> {
        let rules = self.rules;
        let name = rules.name().into_owned();
        let stored = tables.of::<P>(name.clone()).stored(store, &|position| {
            let mut text = String::new();
            let _ = rules.write(position, &mut text);
            text
        });
        Ok(table_file::write(&name, &stored, store, meter)?)
    }

    fn restore_atoms(
        self,
        bytes: &[u8],
        read: &dyn Fn(&str) -> Option<Position>,
        own: &dyn Fn(&dyn Any) -> Option<P>,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<(), TableFileError> {
        let read = |text: &str| match read(text)?.form() {
            Form::Atom(atom) => own(&**atom),
            _ => None,
        };
        self.restore(bytes, &read, tables, store, meter)
    }

    fn restore(
        self,
        bytes: &[u8],
        read: &dyn Fn(&str) -> Option<P>,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<(), TableFileError> {
        let name = self.rules.name().into_owned();
        let stored = table_file::read(bytes, &name, store, meter)?;
        let knowledge = tables.of::<P>(name);
        knowledge.restore(stored, self.rules.shortcuts().ends, read, store, meter)
    }
}

impl<R: Rules + 'static> RulesetPosition<R> {
    fn seen(&self) -> Seen<'_, R::Position> {
        Seen {
            rules: &**self.rules(),
            at: self.at(),
        }
    }
}

impl<R: Rules + 'static> TypedPosition for RulesetPosition<R> {
    fn value(
        &self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyValue, SolveError> {
        self.seen().value(tables, store, meter)
    }

    fn nim_value(
        &self,
        variant: bool,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyNimber, SolveError> {
        self.seen().nim_value(variant, tables, store, meter)
    }

    fn misere_outcome(
        &self,
        tables: &mut TypedTables,
        meter: &Meter,
    ) -> Result<Outcome, SolveError> {
        self.seen().misere_outcome(tables, meter)
    }

    fn outcome(
        &self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<LoopyOutcome, SolveError> {
        self.seen().outcome(tables, store, meter)
    }

    fn bounds(
        &self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<Bounds, SolveError> {
        self.seen().bounds(tables, store, meter)
    }

    fn is_small(&self) -> bool {
        let Seen { rules, at } = self.seen();
        rules.shortcuts().known_value(at).is_some() || has_few_options(rules, at, SMALL as usize)
    }

    fn always_ends(&self) -> bool {
        self.rules().shortcuts().ends
    }

    fn table(
        &self,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<Vec<u8>, SolveError> {
        self.seen().table(tables, store, meter)
    }

    fn restore(
        &self,
        bytes: &[u8],
        read: &dyn Fn(&str) -> Option<Position>,
        tables: &mut TypedTables,
        store: &Store,
        meter: &Meter,
    ) -> Result<(), TableFileError> {
        let own = |any: &dyn Any| {
            let own = any.downcast_ref::<RulesetPosition<R>>()?;
            Some(own.at().clone())
        };
        self.seen()
            .restore_atoms(bytes, read, &own, tables, store, meter)
    }
}
