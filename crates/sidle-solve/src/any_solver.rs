//! Solving positions of any kind.

use std::fmt;

use sidle_core::{Outcome, Player};
use sidle_graph::gamma::LoopyNimber;
use sidle_values::loopy::{LoopyOutcome, LoopyValue, Stopper};

use crate::{
    Asking, Compound, Form, Position, SolveError, TableFileError, TypedTables,
    any_moves::{AnySummands, Erased, Wanted},
    catalogue,
    decided::Decided,
    outcome::from_wins,
    solver::Knowledge,
};

/// Solves positions of any kind and remembers what it has found: boards of rulesets with their own
/// types, everything else as it is written. One solver serves one store.
///
/// ```
/// use std::sync::Arc;
/// use sidle_core::Meter;
/// use sidle_rules::{Clobber, Domineering};
/// use sidle_solve::{AnySolver, Asking, Compound, NoHost, Position};
/// use sidle_values::Store;
/// let (store, meter) = (Store::new(), Meter::unlimited());
/// let mut asking = Asking { store: &store, host: &mut NoHost, meter: &meter };
/// let mut solver = AnySolver::default();
/// let board = Position::of(&Arc::new(Domineering::<1>), Domineering::parse("..|..")?);
/// let stones = Position::of(&Arc::new(Clobber::<1>), Clobber::parse("xo")?);
/// let sum = Position::compound(Compound::Sum, &board, &stones);
/// let value = solver.value(&sum, &mut asking)?.short().expect("both games end");
/// assert_eq!(store.temperature(value).to_string(), "1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnySolver {
    knowledge: Knowledge<Position>,
    pub(crate) typed: TypedTables,
    decided: Decided<Position>,
    met_cycle: bool,
}

impl Default for AnySolver {
    fn default() -> AnySolver {
        AnySolver {
            knowledge: Knowledge::new(),
            typed: TypedTables::default(),
            decided: Decided::default(),
            met_cycle: false,
        }
    }
}

impl fmt::Debug for AnySolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnySolver")
            .field("positions", &self.knowledge.values.len())
            .field("typed", &self.typed)
            .finish_non_exhaustive()
    }
}

impl AnySolver {
    /// Limits the bytes of each transposition table.
    #[must_use]
    pub fn with_table_bytes(mut self, bytes: usize) -> AnySolver {
        self.knowledge.set_table_bytes(bytes);
        self.typed.set_table_bytes(bytes);
        self
    }

    /// How many threads work on the value of one board; one if nothing is said.
    pub fn set_threads(&mut self, threads: usize) {
        self.typed.set_threads(threads);
    }

    /// What is known of the positions of a ruleset as bytes, to be kept between runs: values and decided
    /// sums. The position only says which ruleset is meant.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_solve::{AnySolver, Asking, NoHost, catalogue};
    /// use sidle_values::Store;
    /// let (store, meter) = (Store::new(), Meter::unlimited());
    /// let mut asking = Asking { store: &store, host: &mut NoHost, meter: &meter };
    /// let board = catalogue::find("Clobber").unwrap().ruleset().parse("xoxo|oxox")?;
    /// let mut solver = AnySolver::default();
    /// let outcome = solver.outcome(&board, &mut asking)?;
    /// let bytes = solver.table(&board, &mut asking)?.expect("Clobber is a ruleset of the catalogue");
    /// let mut other = AnySolver::default();
    /// other.restore(&board, &bytes, &mut asking)?;
    /// assert_eq!(other.outcome(&board, &mut asking)?, outcome);
    /// assert!(other.restore(&board, &bytes[1..], &mut asking).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table(
        &mut self,
        of: &Position,
        asking: &mut Asking<'_>,
    ) -> Result<Option<Vec<u8>>, SolveError> {
        let Form::Atom(atom) = of.form() else {
            return Ok(None);
        };
        let Some(typed) = atom.typed() else {
            return Ok(None);
        };
        typed
            .table(&mut self.typed, asking.store, asking.meter)
            .map(Some)
    }

    /// Can tables of this position's ruleset be kept and read again?
    #[must_use]
    pub fn keeps_tables(of: &Position) -> bool {
        match of.form() {
            Form::Atom(atom) => {
                atom.typed().is_some() && catalogue::find(&atom.class_name()).is_some()
            }
            _ => false,
        }
    }

    /// Takes over a table of another run. The position only says which ruleset is meant.
    ///
    /// # Errors
    /// For a table that is damaged or belongs to another ruleset; nothing is taken over then.
    pub fn restore(
        &mut self,
        of: &Position,
        bytes: &[u8],
        asking: &mut Asking<'_>,
    ) -> Result<(), TableFileError> {
        let Form::Atom(atom) = of.form() else {
            return Err(TableFileError::NotKept);
        };
        let name = atom.class_name();
        let (Some(typed), Some(entry)) = (atom.typed(), catalogue::find(&name)) else {
            return Err(TableFileError::NotKept);
        };
        let ruleset = entry.ruleset();
        let read = |text: &str| ruleset.parse(text).ok();
        typed.restore(bytes, &read, &mut self.typed, asking.store, asking.meter)
    }

    /// The canonical value of a position, loopy or not.
    pub fn value(
        &mut self,
        of: &Position,
        asking: &mut Asking<'_>,
    ) -> Result<LoopyValue, SolveError> {
        self.met_cycle = false;
        match of.form() {
            Form::Value(game) => return Ok(game.into()),
            Form::Loopy(value) => return Ok(value),
            _ => {}
        }
        if of.is_impartial(asking.store)
            && let LoopyNimber::Finite(star) = self.nim_value(of, asking)?
        {
            return Ok(asking.store.nimber(star).into());
        }
        let (store, meter) = (asking.store, asking.meter);
        let moves = Erased {
            asking,
            typed: &mut self.typed,
            wanted: Wanted::Value,
        };
        let value = self.knowledge.value(moves, of.clone(), store, meter)?;
        self.met_cycle = self.knowledge.met_cycle;
        Ok(value)
    }

    /// Can play go on for ever from the position whose value or nim value was asked for last? Its value may
    /// be one without loops all the same.
    ///
    /// ```
    /// use sidle_core::Meter;
    /// use sidle_solve::{AnySolver, Asking, NoHost, catalogue};
    /// use sidle_values::Store;
    /// let (store, meter) = (Store::new(), Meter::unlimited());
    /// let mut asking = Asking { store: &store, host: &mut NoHost, meter: &meter };
    /// let ruleset = catalogue::find("BackslidingToadsAndFrogs").unwrap().ruleset();
    /// let mut solver = AnySolver::default();
    /// for (strip, met) in [("t.f", true), ("tf", false)] {
    ///     let value = solver.value(&ruleset.parse(strip)?, &mut asking)?;
    ///     assert_eq!((value.short(), solver.met_cycle()), (Some(store.zero()), met));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn met_cycle(&self) -> bool {
        self.met_cycle
    }

    /// The nim value of a position in which both players have the same moves.
    pub fn nim_value(
        &mut self,
        of: &Position,
        asking: &mut Asking<'_>,
    ) -> Result<LoopyNimber, SolveError> {
        let (store, meter) = (asking.store, asking.meter);
        if !of.is_impartial(store) {
            return Err(SolveError::NotImpartial);
        }
        let moves = Erased {
            asking,
            typed: &mut self.typed,
            wanted: Wanted::NimValue,
        };
        self.met_cycle = false;
        let nim = self.knowledge.nim_value(moves, of.clone(), store, meter)?;
        self.met_cycle = self.knowledge.met_cycle;
        Ok(nim)
    }

    /// Who wins when the last move loses, on the position as it is written.
    pub fn misere_outcome(
        &mut self,
        of: &Position,
        asking: &mut Asking<'_>,
    ) -> Result<Outcome, SolveError> {
        let meter = asking.meter;
        if let Form::Atom(atom) = of.form()
            && let Some(typed) = atom.typed()
        {
            return typed.misere_outcome(&mut self.typed, meter);
        }
        let moves = Erased {
            asking,
            typed: &mut self.typed,
            wanted: Wanted::MisereOutcome,
        };
        self.knowledge.misere_outcome(moves, of.clone(), meter)
    }

    /// Who wins.
    pub fn outcome(
        &mut self,
        of: &Position,
        asking: &mut Asking<'_>,
    ) -> Result<LoopyOutcome, SolveError> {
        if let Form::Atom(atom) = of.form()
            && let Some(typed) = atom.typed()
        {
            return typed.outcome(&mut self.typed, asking.store, asking.meter);
        }
        if let Form::Compound(Compound::Sum, ..) = of.form()
            && !of.is_impartial(asking.store)
        {
            match self.search(of, asking) {
                Ok(outcome) => {
                    return Ok(LoopyOutcome {
                        onside: outcome,
                        offside: outcome,
                    });
                }
                Err(SolveError::Loopy { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let value = self.value(of, asking)?;
        Ok(asking.store.loopy().try_outcome(value, asking.meter)?)
    }

    /// Who wins a sum, by search over its parts; an error where there are cycles in the way.
    fn search(&mut self, of: &Position, asking: &mut Asking<'_>) -> Result<Outcome, SolveError> {
        let (store, meter) = (asking.store, asking.meter);
        let mut decided = std::mem::take(&mut self.decided);
        let mut summands = AnySummands {
            solver: self,
            asking,
        };
        let mut wins = [false; 2];
        let searched = Player::BOTH.iter().try_for_each(|&player| {
            wins[player.index()] =
                decided.wins(&mut summands, of, player, usize::MAX, store, meter)?;
            Ok(())
        });
        self.decided = decided;
        searched.map(|()| from_wins(wins))
    }

    /// The moves of a player that win: after them the opponent, to move, loses.
    pub fn winning_moves(
        &mut self,
        of: &Position,
        player: Player,
        asking: &mut Asking<'_>,
    ) -> Result<Vec<Position>, SolveError> {
        let mut winning = Vec::new();
        for option in asking.options(of, player)? {
            let outcome = self.outcome(&option, asking)?;
            let wins = match player {
                Player::Left => matches!(outcome.offside, Outcome::Left | Outcome::Previous),
                Player::Right => matches!(outcome.onside, Outcome::Right | Outcome::Previous),
            };
            if wins {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// The options of a position for a player, with their values, in the order of the position.
    pub fn options(
        &mut self,
        of: &Position,
        player: Player,
        asking: &mut Asking<'_>,
    ) -> Result<Vec<(Position, LoopyValue)>, SolveError> {
        let options = asking.options(of, player)?;
        options
            .into_iter()
            .map(|option| {
                let value = self.value(&option, asking)?;
                Ok((option, value))
            })
            .collect()
    }

    /// The sensible options: for each option of the canonical form the first option that is at least
    /// as good for the player, each once.
    pub fn sensible_options(
        &mut self,
        of: &Position,
        player: Player,
        asking: &mut Asking<'_>,
    ) -> Result<Vec<Position>, SolveError> {
        let mut sensible: Vec<Position> = Vec::new();
        for line in self.sensible_starts(of, player, asking)? {
            if !sensible.contains(&line.0) {
                sensible.push(line.0);
            }
        }
        Ok(sensible)
    }

    /// The sensible lines: for each option `k` of the canonical form a line of play that leads there,
    /// an option at least as good as `k`, the opponent's reply that takes back the gain, and so on
    /// until the value is `k`.
    pub fn sensible_lines(
        &mut self,
        of: &Position,
        player: Player,
        asking: &mut Asking<'_>,
    ) -> Result<Vec<Vec<Position>>, SolveError> {
        let root = self.stopper(of, asking)?;
        let mut lines = Vec::new();
        let mut ticker = asking.meter.ticker();
        for (first, target) in self.sensible_starts(of, player, asking)? {
            let mut line = vec![first];
            let mut mover = -player;
            while let Some(last) = line.last().cloned() {
                ticker.step()?;
                if mover == -player && self.stopper(&last, asking)? == target {
                    break;
                }
                let goal = if mover == player { target } else { root };
                let next = self.first_reaching(&last, mover, goal, asking)?;
                match next {
                    Some(next) => line.push(next),
                    None => break,
                }
                mover = -mover;
            }
            lines.push(line);
        }
        Ok(lines)
    }

    /// For each option of the canonical form the first option that is at least as good for the player.
    fn sensible_starts(
        &mut self,
        of: &Position,
        player: Player,
        asking: &mut Asking<'_>,
    ) -> Result<Vec<(Position, Stopper)>, SolveError> {
        let value = self.stopper(of, asking)?;
        let mut starts = Vec::new();
        let targets = asking
            .store
            .loopy()
            .try_options(value, player, asking.meter)?;
        for target in targets {
            if let Some(option) = self.first_reaching(of, player, target, asking)? {
                starts.push((option, target));
            }
        }
        Ok(starts)
    }

    /// The first option of a player that is at least as good for them as the goal.
    fn first_reaching(
        &mut self,
        of: &Position,
        player: Player,
        goal: Stopper,
        asking: &mut Asking<'_>,
    ) -> Result<Option<Position>, SolveError> {
        for option in asking.options(of, player)? {
            let value = self.stopper(&option, asking)?;
            let (loopy, meter) = (asking.store.loopy(), asking.meter);
            let reaches = match player {
                Player::Left => loopy.try_le(goal, value, meter)?,
                Player::Right => loopy.try_le(value, goal, meter)?,
            };
            if reaches {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }

    fn stopper(&mut self, of: &Position, asking: &mut Asking<'_>) -> Result<Stopper, SolveError> {
        self.value(of, asking)?.stopper().ok_or(SolveError::Sided)
    }
}
