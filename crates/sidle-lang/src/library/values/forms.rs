//! Questions about a form as it is written: answered from its own options upwards, not from its canonical form. Play
//! is over where the value is a number.

use std::collections::{BTreeSet, HashMap};

use dashu_int::IBig;
use sidle_core::{Dyadic, Player};
use sidle_solve::{Growth, Position};

use super::predicates::parity;
use crate::{
    diagnostic::Failure,
    evaluate::{Machine, ask, value_of, worth},
    library::{Member, members},
};

pub(super) const FORM: &[Member] = members! { m;
    /// Can both players move in every follower that has options, as it is written?
    get IsAllSmall(form: Position) "'{*|*}'.IsAllSmall" => {
        let small = |m: &mut Machine<'_>, at: &Position| {
            Ok(at.as_value().map(|game| m.store.is_all_small(game)))
        };
        fold(m, &form, small, |[left, right]| {
            left.is_empty() == right.is_empty() && left.iter().chain(right).all(|&small| small)
        })
    };
    /// Is every option odd, as it is written?
    get IsEven(form: Position) "'{0,v|0}'.IsEven" => parity_of_form(m, &form)?.0;
    /// Are there options, as they are written, and are all of them even?
    get IsOdd(form: Position) "'{0,v|0}'.IsOdd" => parity_of_form(m, &form)?.1;
    /// Does play, as it is written, take an even number of moves to any number?
    get IsEvenTempered(form: Position) "'{0,v|0}'.IsEvenTempered" => temper(m, &form)?.0;
    /// Does play, as it is written, take an odd number of moves to any number?
    get IsOddTempered(form: Position) "'{0,v|0}'.IsOddTempered" => temper(m, &form)?.1;
    /// How many lines of play there are down to a number, as they are written.
    get StopCount(form: Position) "'{0,v|0}'.StopCount" => {
        let one = |m: &mut Machine<'_>, at: &Position| Ok(number(m, at)?.map(|_| IBig::ONE));
        fold(m, &form, one, |options| options.concat().iter().sum::<IBig>())
    };
    /// The numbers that play stops at, each with Left moves minus Right moves on the way, as they are written.
    get WeightedStops(form: Position) "'{0,v|0}'.WeightedStops" => {
        let stop = |m: &mut Machine<'_>, at: &Position| {
            Ok(number(m, at)?.map(|number| BTreeSet::from([(number, 0)])))
        };
        let stops = upwards(m, &form, false, stop, |m, [left, right]: [Vec<Stops>; 2]| {
            let count: usize = left.iter().chain(&right).map(BTreeSet::len).sum();
            m.count_bytes(count * size_of::<(Dyadic, i64)>())?;
            let after = |options: &[Stops], weight: i64| -> Stops {
                let all = options.iter().flatten();
                all.map(|(stop, rest)| (stop.clone(), rest + weight)).collect()
            };
            Ok(&after(&left, 1) | &after(&right, -1))
        })?;
        super::temperature::weighted(stops)
    };
};

/// Stops with their weights.
type Stops = BTreeSet<(Dyadic, i64)>;

/// The number that a position is equal to, if it is one.
fn number(machine: &mut Machine<'_>, at: &Position) -> Result<Option<Dyadic>, Failure> {
    let game = worth(machine, at)?.short();
    Ok(game.and_then(|game| machine.store.as_number(game)))
}

/// Is a form even, and is it odd?
fn parity_of_form(machine: &mut Machine<'_>, form: &Position) -> Result<(bool, bool), Failure> {
    let known = |m: &mut Machine<'_>, at: &Position| match at.as_value() {
        Some(game) => parity(m, &value_of(m.store, game)).map(Some),
        None => Ok(None),
    };
    fold(
        machine,
        form,
        known,
        |[left, right]: [&[(bool, bool)]; 2]| {
            let all = || left.iter().chain(right);
            let options = all().next().is_some();
            (
                all().all(|option| option.1),
                options && all().all(|option| option.0),
            )
        },
    )
}

/// Is a form even-tempered, and is it odd-tempered?
fn temper(machine: &mut Machine<'_>, form: &Position) -> Result<(bool, bool), Failure> {
    let known = |m: &mut Machine<'_>, at: &Position| Ok(number(m, at)?.map(|_| (true, false)));
    fold(
        machine,
        form,
        known,
        |[left, right]: [&[(bool, bool)]; 2]| {
            let all = || left.iter().chain(right);
            (all().all(|option| option.1), all().all(|option| option.0))
        },
    )
}

/// A fact about a form, worked out from the facts about its options unless `known` names it.
fn fold<T: Clone>(
    machine: &mut Machine<'_>,
    form: &Position,
    known: impl Fn(&mut Machine<'_>, &Position) -> Result<Option<T>, Failure>,
    join: impl Fn([&[T]; 2]) -> T,
) -> Result<T, Failure> {
    upwards(machine, form, false, known, |_, [left, right]| {
        Ok(join([&left, &right]))
    })
}

/// Works something out for a position from what it is for its options; `known` answers for a position without them.
/// With `misere` the game is impartial, and Left's options are enough.
///
/// # Errors
/// If a play can go on for ever, or a ruleset says that its options leave something out.
pub(crate) fn upwards<T: Clone>(
    machine: &mut Machine<'_>,
    root: &Position,
    misere: bool,
    known: impl Fn(&mut Machine<'_>, &Position) -> Result<Option<T>, Failure>,
    mut join: impl FnMut(&mut Machine<'_>, [Vec<T>; 2]) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut found: HashMap<Position, T> = HashMap::new();
    let mut open: HashMap<Position, usize> = HashMap::new();
    let mut growth = Growth::default();
    let mut stack: Vec<(Position, Option<[Vec<Position>; 2]>)> = vec![(root.clone(), None)];
    while let Some((position, options)) = stack.pop() {
        machine.count_value()?;
        if found.contains_key(&position) {
            continue;
        }
        let options = match options {
            Some(options) => options,
            None => {
                if open.contains_key(&position) {
                    return Err(Failure::new("the game can go on for ever"));
                }
                if let Some(fact) = known(machine, &position)? {
                    found.insert(position, fact);
                    continue;
                }
                let mut options = [Vec::new(), Vec::new()];
                for &player in if misere {
                    &Player::BOTH[..1]
                } else {
                    &Player::BOTH
                } {
                    options[player.index()] = ask(machine, |_, asking| {
                        asking.telling_options(&position, player, misere)
                    })?;
                }
                let count = options[0].len() + options[1].len();
                machine.count_bytes((count + 2) * size_of::<Position>())?;
                let cost = growth.enter(position.part_count(), count)?;
                open.insert(position.clone(), cost);
                options
            }
        };
        let all = options.iter().flatten();
        let waiting: Vec<Position> = all
            .filter(|option| !found.contains_key(*option))
            .cloned()
            .collect();
        if waiting.is_empty() {
            let facts = options.map(|options| options.iter().map(|at| found[at].clone()).collect());
            let fact = join(machine, facts)?;
            growth.leave(open.remove(&position).unwrap_or(0));
            found.insert(position, fact);
            continue;
        }
        stack.push((position, Some(options)));
        stack.extend(waiting.into_iter().map(|option| (option, None)));
    }
    Ok(found[root].clone())
}
