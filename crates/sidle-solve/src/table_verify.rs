//! Tables of solved positions, solved again.

use std::sync::Arc;

use sidle_core::Outcome;

use crate::{
    AnySolver, Asking, Position, SolveError,
    catalogue::{self, AnyRuleset},
    position::Form,
    table_file::{self, Stored, StoredSum, TableFileError},
};

impl AnySolver {
    /// Solves every entry of a table again, which takes about as long as the runs that made it. The position only says which
    /// ruleset is meant; nothing is taken over.
    ///
    /// # Errors
    /// For a table that is damaged, belongs to another ruleset, or has an entry that is not so.
    pub fn verify_table(
        of: &Position,
        bytes: &[u8],
        asking: &mut Asking<'_>,
    ) -> Result<(), TableFileError> {
        let Form::Atom(atom) = of.form() else {
            return Err(TableFileError::NotKept);
        };
        let name = atom.class_name();
        let entry = catalogue::find(&name).ok_or(TableFileError::NotKept)?;
        let stored = table_file::read(bytes, &name, asking.store, asking.meter)?;
        let mut verifier = Verifier {
            solver: AnySolver::default(),
            ruleset: entry.ruleset(),
            asking,
        };
        verifier.all(&stored)
    }
}

struct Verifier<'a, 's> {
    solver: AnySolver,
    ruleset: Arc<dyn AnyRuleset>,
    asking: &'a mut Asking<'s>,
}

impl Verifier<'_, '_> {
    fn all(&mut self, stored: &Stored) -> Result<(), TableFileError> {
        self.asking
            .meter
            .announce((stored.values.len() + stored.sums.len()) as u64);
        for (text, value) in &stored.values {
            let found = self.solver.value(&self.read(text)?, self.asking);
            let same = found.map(|found| found == (*value).into());
            self.entry(same, || text.clone())?;
        }
        let parts = stored.parts.iter().map(|(text, _)| self.read(text));
        let parts: Vec<Position> = parts.collect::<Result<_, _>>()?;
        for sum in &stored.sums {
            let same = self.sum(sum, &parts);
            self.entry(same, || {
                let names = sum.parts.iter();
                let names = names.map(|&part| stored.parts[(part >> 1) as usize].0.as_str());
                format!("a sum with {}", names.collect::<Vec<_>>().join(" + "))
            })?;
        }
        Ok(())
    }

    fn read(&self, text: &str) -> Result<Position, TableFileError> {
        self.ruleset
            .parse(text)
            .map_err(|_| TableFileError::Damaged)
    }

    /// Is it as the table says who wins?
    fn sum(&mut self, sum: &StoredSum, parts: &[Position]) -> Result<bool, SolveError> {
        let mut whole = vec![Position::value(sum.value)];
        for &part in &sum.parts {
            let position = &parts[(part >> 1) as usize];
            whole.push(match part & 1 {
                0 => position.clone(),
                _ => self.asking.negative(position)?,
            });
        }
        // A sum of at least the value.
        let Some(whole) = Position::sum(&whole) else {
            return Ok(false);
        };
        let outcome = self.solver.outcome(&whole, self.asking)?;
        let wins = matches!(outcome.onside, Outcome::Left | Outcome::Next);
        Ok(outcome.onside == outcome.offside && wins == sum.wins)
    }

    fn entry(
        &self,
        same: Result<bool, SolveError>,
        name: impl FnOnce() -> String,
    ) -> Result<(), TableFileError> {
        self.asking.meter.advance(1);
        match same {
            Ok(true) => Ok(self.asking.meter.check()?),
            Err(SolveError::Stopped(reason)) => Err(reason.into()),
            _ => Err(TableFileError::Wrong(name())),
        }
    }
}

#[cfg(test)]
mod tests {
    use sidle_core::Meter;
    use sidle_values::Store;

    use super::*;
    use crate::NoHost;

    /// Tables of several games, and the same with one entry changed and the checksum made to fit.
    #[test]
    fn forged_entries_are_found() {
        let (store, meter) = (Store::new(), Meter::unlimited());
        let mut host = NoHost;
        let mut asking = Asking {
            store: &store,
            host: &mut host,
            meter: &meter,
        };
        let mut sums = 0;
        for (name, board) in [
            ("Clobber", "xoxo|oxox|xoxo"),
            ("Domineering", ".....|.....|....."),
            ("Amazons", "x..|..o|..."),
        ] {
            let ruleset = catalogue::find(name).expect("a ruleset").ruleset();
            let board = ruleset.parse(board).expect("a board");
            let mut solver = AnySolver::default();
            solver.outcome(&board, &mut asking).expect("an outcome");
            let small = ruleset.parse(catalogue::find(name).expect("a ruleset").example);
            let small = small.expect("a board");
            solver.value(&small, &mut asking).expect("a value");
            let table = solver.table(&board, &mut asking).expect("no limit");
            let table = table.expect("a table");
            let verify = |bytes: &[u8], asking: &mut Asking<'_>| {
                AnySolver::verify_table(&board, bytes, asking)
            };
            assert_eq!(verify(&table, &mut asking), Ok(()), "{name}");
            let Form::Atom(atom) = board.form() else {
                panic!("a board");
            };
            let class = atom.class_name();
            let good = table_file::read(&table, &class, &store, &meter).expect("a table");
            let forged = |stored: &Stored, asking: &mut Asking<'_>| {
                let bytes = table_file::write(&class, stored, &store, &meter).expect("no limit");
                verify(&bytes, asking)
            };
            for place in [0, good.values.len() / 2, good.values.len() - 1] {
                let mut bad = good.clone();
                bad.values[place].1 = store.add(bad.values[place].1, store.integer(1));
                let found = forged(&bad, &mut asking);
                assert_eq!(
                    found,
                    Err(TableFileError::Wrong(bad.values[place].0.clone()))
                );
            }
            for place in [0, good.sums.len() / 2]
                .into_iter()
                .filter(|&at| at < good.sums.len())
            {
                let mut bad = good.clone();
                bad.sums[place].wins ^= true;
                let found = forged(&bad, &mut asking);
                assert!(
                    matches!(found, Err(TableFileError::Wrong(_))),
                    "{name} {place}"
                );
                sums += 1;
            }
        }
        assert!(sums > 0, "no sums were decided");
    }
}
