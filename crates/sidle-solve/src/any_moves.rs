//! Positions of any kind as solvers and searches see them.

use rustc_hash::FxHashSet;
use sidle_core::{Meter, Player};
use sidle_graph::gamma::LoopyNimber;
use sidle_values::Store;

use crate::{
    AnySolver, Asking, Bounds, Compound, Form, Position, SolveError, TypedTables, Variant,
    forms::summands,
    moves::{Known, Moves, Part},
    numbering::{Measure, Summands},
};

/// Positions of all kinds as the search sees them: boards of rulesets may be large, everything else is
/// worked out.
pub(crate) struct AnySummands<'q, 'a> {
    pub(crate) solver: &'q mut AnySolver,
    pub(crate) asking: &'q mut Asking<'a>,
}

impl Summands for AnySummands<'_, '_> {
    type Position = Position;

    fn parts(&mut self, at: Position, out: &mut Vec<Part<Position>>) -> Result<(), SolveError> {
        let mut found = Vec::new();
        let mut moves = Erased {
            asking: self.asking,
            typed: &mut self.solver.typed,
            wanted: Wanted::Value,
        };
        moves.parts(at, &mut found)?;
        for part in found {
            let inner = match part.position.form() {
                Form::Atom(atom) if atom.typed().is_some() => {
                    atom.decompose(self.asking.host, self.asking.meter)?
                }
                _ => None,
            };
            match inner {
                Some(parts) => out.extend(parts.into_iter().map(|position| Part {
                    position,
                    times: part.times,
                })),
                None => out.push(part),
            }
        }
        Ok(())
    }

    fn options(
        &mut self,
        at: &Position,
        player: Player,
        out: &mut Vec<Position>,
    ) -> Result<(), SolveError> {
        out.extend(self.asking.options(at, player)?);
        Ok(())
    }

    fn measure(&mut self, at: &Position) -> Result<Measure, SolveError> {
        if let Form::Atom(atom) = at.form()
            && let Some(typed) = atom.typed()
            && !typed.is_small()
        {
            if let Some(reason) = atom.no_value(false) {
                return Err(SolveError::NoValue(reason));
            }
            let mut counts = [0; 2];
            for player in Player::BOTH {
                counts[player.index()] = self.asking.options(at, player)?.len() as u32;
            }
            return Ok(Measure::Large(counts));
        }
        self.solver.value(at, self.asking).map(Measure::Small)
    }

    fn bounds(&mut self, at: &Position) -> Result<Bounds, SolveError> {
        let (store, meter) = (self.asking.store, self.asking.meter);
        match at.form() {
            Form::Atom(atom) => match atom.typed() {
                Some(typed) => typed.bounds(&mut self.solver.typed, store, meter),
                None => Ok(Bounds::default()),
            },
            _ => Ok(Bounds::default()),
        }
    }

    fn ends(&self, at: &Position) -> bool {
        match at.form() {
            Form::Atom(atom) => atom.typed().is_some_and(|typed| typed.always_ends()),
            _ => false,
        }
    }
}

/// What the walk is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Value,
    NimValue,
    MisereOutcome,
}

/// Positions of all kinds as the walk sees them.
pub(crate) struct Erased<'q, 'a> {
    pub(crate) asking: &'q mut Asking<'a>,
    pub(crate) typed: &'q mut TypedTables,
    pub(crate) wanted: Wanted,
}

impl Moves for Erased<'_, '_> {
    type Position = Position;

    const MOST_MOVES: usize = crate::search::MOST_MOVES;

    fn part_count(&self, at: &Position) -> usize {
        at.part_count()
    }

    fn known(&mut self, at: &Position) -> Result<Option<Known>, SolveError> {
        let (store, meter) = (self.asking.store, self.asking.meter);
        self.typed.met_cycle = false;
        if self.wanted == Wanted::MisereOutcome {
            return Ok(None);
        }
        let (atom, variant) = match at.form() {
            Form::Value(game) => return Ok(Some(Known::Short(game))),
            Form::Loopy(value) => return Ok(Some(Known::Loopy(value))),
            Form::Compound(Compound::OrdinalSum, base, top) => {
                return match (base.as_value(), top.as_value()) {
                    (Some(base), Some(top)) => {
                        let sum = store.try_ordinal_sum(base, top, meter)?;
                        Ok(Some(Known::Short(sum)))
                    }
                    _ => Ok(None),
                };
            }
            Form::Atom(atom) => (atom, false),
            Form::Variant(Variant::Impartial, of) => match of.form() {
                Form::Atom(atom) => (atom, true),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        if let Some(reason) = atom.no_value(false) {
            return Err(SolveError::NoValue(reason));
        }
        if !variant {
            atom.prepare(meter)?;
            if let Some(known) = atom.known_value() {
                return Ok(Some(Known::Named(known)));
            }
        }
        let Some(typed) = atom.typed() else {
            return Ok(None);
        };
        if variant || self.wanted == Wanted::NimValue {
            let nim = typed.nim_value(variant, self.typed, store, meter)?;
            return Ok(match (nim, self.wanted) {
                (LoopyNimber::Finite(star), _) => Some(Known::Short(store.nimber(star))),
                (nim, Wanted::NimValue) => Some(Known::Nim(nim)),
                _ => None,
            });
        }
        let value = typed.value(self.typed, store, meter)?;
        Ok(Some(Known::Loopy(value)))
    }

    fn met_cycle(&self) -> bool {
        self.typed.met_cycle
    }

    fn splits_slowly(&self, at: &Position) -> bool {
        matches!(at.form(), Form::Atom(atom) if atom.splits_slowly())
    }

    fn parts(&mut self, at: Position, out: &mut Vec<Part<Position>>) -> Result<(), SolveError> {
        let mut stack = Vec::new();
        // The common case: a position of a language, whose parts are such positions.
        match at.form() {
            Form::Atom(atom) if atom.typed().is_none() => {
                let is_atom = |part: &Position| matches!(part.form(), Form::Atom(_));
                match atom.decompose(self.asking.host, self.asking.meter)? {
                    None => {
                        out.push(Part {
                            position: at,
                            times: 1,
                        });
                        return Ok(());
                    }
                    Some(parts) if parts.iter().all(is_atom) => {
                        out.extend(
                            parts
                                .into_iter()
                                .map(|position| Part { position, times: 1 }),
                        );
                        return Ok(());
                    }
                    Some(parts) => {
                        stack.extend(parts.into_iter().rev().map(|part| (part, 1i64, false)));
                    }
                }
            }
            _ => stack.push((at, 1i64, true)),
        }
        let mut ticker = self.asking.meter.ticker();
        while let Some((top, times, splits)) = stack.pop() {
            ticker.step()?;
            if let Some((inner, by)) = factor_of(&top, self.asking.store)
                && let Some(times) = times.checked_mul(by)
            {
                if times != 0 {
                    stack.push((inner, times, splits));
                }
                continue;
            }
            let parts = match top.form() {
                Form::Compound(Compound::Sum, ..) => {
                    let parts = summands(&top, self.asking.meter)?;
                    Some(parts.into_iter().cloned().collect())
                }
                // Rulesets split their positions themselves, and parts are not split again.
                Form::Atom(atom) if splits && atom.typed().is_none() => {
                    atom.decompose(self.asking.host, self.asking.meter)?
                }
                Form::Variant(Variant::Impartial, of) if splits => match of.form() {
                    Form::Atom(atom) if atom.typed().is_none() => {
                        let parts = atom.decompose(self.asking.host, self.asking.meter)?;
                        parts.map(|parts| {
                            parts
                                .iter()
                                .map(|part| Position::variant(Variant::Impartial, part))
                                .collect()
                        })
                    }
                    _ => None,
                },
                _ => None,
            };
            match parts {
                Some(parts) => {
                    let splits = splits && matches!(top.form(), Form::Compound(..));
                    let parts: Vec<Position> = parts;
                    stack.extend(parts.into_iter().rev().map(|part| (part, times, splits)));
                }
                None => out.push(Part {
                    position: top,
                    times,
                }),
            }
        }
        Ok(())
    }

    fn whole(&mut self, at: Position) -> Result<Part<Position>, SolveError> {
        let (mut position, mut times) = (at, 1);
        while let Form::Negative(inner) = position.form() {
            position = inner.clone();
            times = -times;
        }
        Ok(Part { position, times })
    }

    fn options(
        &mut self,
        at: &Position,
        player: Player,
        out: &mut Vec<Position>,
    ) -> Result<(), SolveError> {
        let misere = self.wanted == Wanted::MisereOutcome;
        out.extend(self.asking.telling_options(at, player, misere)?);
        Ok(())
    }
}

/// An error if some position of a ruleset in a form has no value by its rules, or no outcome when the last move
/// loses: then the form has none that could be computed from its options.
pub(crate) fn check_atoms(of: &Position, misere: bool, meter: &Meter) -> Result<(), SolveError> {
    let mut ticker = meter.ticker();
    let mut seen: FxHashSet<&Position> = FxHashSet::default();
    let mut stack = vec![of];
    while let Some(part) = stack.pop() {
        let mut push = |inner| {
            if seen.insert(inner) {
                stack.push(inner);
            }
        };
        match part.form() {
            Form::Atom(atom) => {
                if let Some(reason) = atom.no_value(misere) {
                    return Err(SolveError::NoValue(reason));
                }
            }
            Form::Compound(_, first, second) => {
                push(first);
                push(second);
            }
            Form::Negative(inner) | Form::Variant(_, inner) => push(inner),
            // Written options are solved on their own.
            Form::Value(_) | Form::Loopy(_) | Form::Explicit(..) => {}
        }
        ticker.step()?;
    }
    Ok(())
}

/// `(G, n)` for `n·G`, and `(G, -1)` for `-G`.
fn factor_of(at: &Position, store: &Store) -> Option<(Position, i64)> {
    match at.form() {
        Form::Negative(inner) => Some((inner.clone(), -1)),
        Form::Compound(Compound::Multiple, count, of) => {
            let number = store.as_number(count.as_value()?)?;
            Some((of.clone(), number.to_i64()?))
        }
        _ => None,
    }
}
