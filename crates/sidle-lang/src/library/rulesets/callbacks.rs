//! Rules that are functions of the calculator, or other rulesets of it: they are called for every size a
//! position can lead to, and become rules of their own.

use std::{collections::BTreeMap, sync::Arc};

use sidle_rules::{
    Ruleset,
    heap::{Cutcake, HeapGame, HeapRule, Heaps, Memory, MemoryRule, Wythoff},
};
use sidle_solve::{Position, RulesetPosition, catalogue::UNWRITTEN};

use super::{
    super::extract::boolean,
    Kind, RulesetObject, misread,
    read::{entries, natural},
};
use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    value::{self, Value},
};

/// The most tokens a heap may have whose rule is a function: each number of tokens is a call.
const MOST: u32 = 20_000;

/// Rules that call functions or rulesets of the language.
#[derive(Clone, Debug)]
pub(in super::super) enum CallbackRules {
    /// The bound of a generalised Wythoff game.
    Wythoff(Value),
    /// Which amounts a memory allows.
    Memory(Value),
    /// The greatest amount a memory allows.
    TakeAway(Value),
    /// The heap games of Left and Right on the sides of a cake.
    Cutcake(Value, Value, bool),
    /// The heap games of Left and Right.
    Partizan(Value, Value),
}

impl CallbackRules {
    /// Are these the same functions or rulesets?
    pub(super) fn same(&self, other: &CallbackRules) -> bool {
        match (self, other) {
            (CallbackRules::Wythoff(a), CallbackRules::Wythoff(b))
            | (CallbackRules::Memory(a), CallbackRules::Memory(b))
            | (CallbackRules::TakeAway(a), CallbackRules::TakeAway(b)) => value::equal(a, b),
            (CallbackRules::Cutcake(a, b, twisted), CallbackRules::Cutcake(c, d, other)) => {
                twisted == other && value::equal(a, c) && value::equal(b, d)
            }
            (CallbackRules::Partizan(a, b), CallbackRules::Partizan(c, d)) => {
                value::equal(a, c) && value::equal(b, d)
            }
            _ => false,
        }
    }

    pub(super) fn wythoff(bound: &Value) -> Result<Value, Failure> {
        CallbackRules::Wythoff(bound.clone()).object("game.heap.GenWythoff")
    }

    pub(super) fn memory(predicate: &Value) -> Result<Value, Failure> {
        CallbackRules::Memory(predicate.clone()).object("game.heap.GenMem")
    }

    pub(super) fn take_away(limit: &Value) -> Result<Value, Failure> {
        CallbackRules::TakeAway(limit.clone()).object("game.heap.TakeAway")
    }

    pub(super) fn cutcake(left: &Value, right: &Value, twisted: bool) -> Result<Value, Failure> {
        CallbackRules::Cutcake(left.clone(), right.clone(), twisted).object("game.heap.GenCutcake")
    }

    pub(super) fn partizan(left: &Value, right: &Value) -> Result<Value, Failure> {
        CallbackRules::Partizan(left.clone(), right.clone())
            .object("game.heap.NativePartizanHeapRuleset")
    }

    /// The ruleset as an object. Until it is called, the empty rules stand in for it.
    fn object(self, class: &'static str) -> Result<Value, Failure> {
        let nothing = HeapRule::Listed {
            name: class.into(),
            options: Arc::from([]),
        };
        let stand_in = HeapGame::new(nothing.clone(), nothing, class);
        let ruleset = sidle_solve::catalogue::small_ruleset(stand_in);
        Ok(RulesetObject::value(ruleset, class, Kind::Callback(self)))
    }

    /// The position of a text, by rules that answer for everything it can lead to.
    pub(super) fn position(&self, machine: &mut Machine<'_>, text: &str) -> Result<Value, Failure> {
        match self {
            CallbackRules::Partizan(left, right) => {
                let most = most_in(text);
                let made_of = [left.clone(), right.clone()];
                let left = listed(machine, left, most)?;
                let right = listed(machine, right, most)?;
                let name = named(machine, "PartizanHeapRuleset", &made_of, || {
                    format!("{left:?}{right:?}")
                })?;
                read(HeapGame::new(left, right, name), text)
            }
            CallbackRules::Cutcake(left, right, twisted) => {
                let most = most_in(text);
                let made_of = [left.clone(), right.clone(), Value::Bool(*twisted)];
                let left = listed(machine, left, most)?;
                let right = listed(machine, right, most)?;
                let name = named(machine, "GenCutcake", &made_of, || {
                    format!("{left:?}{right:?}")
                })?;
                read(Cutcake::new(left, right, *twisted).named(name), text)
            }
            CallbackRules::Wythoff(bound) => {
                let mut bounds = Vec::new();
                for k in 1..=most_in(text).min(MOST) {
                    machine.tick()?;
                    let answer = machine.call_back(bound, vec![Value::integer(k)])?;
                    bounds.push(natural(&answer)?);
                }
                let made_of = [bound.clone()];
                let name = named(machine, "GenWythoff", &made_of, || format!("{bounds:?}"))?;
                read(Wythoff::listed(bounds, name), text)
            }
            CallbackRules::Memory(predicate) => {
                let predicate = predicate.clone();
                let of = ("GenMem", predicate.clone());
                memory(machine, text, of, |machine, memory, a| {
                    let arguments = vec![Value::integer(memory), Value::integer(a)];
                    boolean(&machine.call_back(&predicate, arguments)?)
                })
            }
            CallbackRules::TakeAway(limit) => {
                let limit = limit.clone();
                let mut known: BTreeMap<u32, i64> = BTreeMap::new();
                let of = ("TakeAway", limit.clone());
                memory(machine, text, of, |machine, memory, a| {
                    let most = match known.get(&memory) {
                        Some(&most) => most,
                        None => {
                            let answer = machine.call_back(&limit, vec![Value::integer(memory)])?;
                            let Value::Number(number) = &answer else {
                                return Err(Failure::new(
                                    "the limit of a take-away game is a number",
                                ));
                            };
                            let floor = number.floor().map_err(Failure::from)?;
                            let most = i64::try_from(floor).unwrap_or(i64::MAX);
                            known.insert(memory, most);
                            most
                        }
                    };
                    Ok(i64::from(a) <= most)
                })
            }
        }
    }
}

/// The name of a ruleset: the call that makes it. Where an argument cannot be written, what the rules allow follows,
/// which tells them from others.
fn named(
    machine: &mut Machine<'_>,
    class: &str,
    made_of: &[Value],
    allowed: impl FnOnce() -> String,
) -> Result<String, Failure> {
    let mut texts = Vec::with_capacity(made_of.len());
    for value in made_of {
        texts.push(machine.argument_text(value)?);
    }
    let texts = texts.join(", ");
    Ok(match texts.contains('⟪') {
        true => {
            let texts = texts.replace(['⟪', '⟫'], "");
            format!("game.heap.{class}(⟪{texts}{UNWRITTEN}{}", allowed())
        }
        false => format!("game.heap.{class}({texts})"),
    })
}

/// The largest number in a text.
fn most_in(text: &str) -> u32 {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .max()
        .unwrap_or(0)
}

fn read<R: Ruleset + 'static>(rules: R, text: &str) -> Result<Value, Failure> {
    let position = rules.parse(text).map_err(|error| misread(&error, text))?;
    let atom = RulesetPosition::loose(Arc::new(rules), position);
    Ok(Value::Form(Position::atom(Arc::new(atom))))
}

/// A position with a memory: the predicate is called for every memory that can occur.
fn memory(
    machine: &mut Machine<'_>,
    text: &str,
    (class, function): (&str, Value),
    mut allows: impl FnMut(&mut Machine<'_>, u32, u32) -> Result<bool, Failure>,
) -> Result<Value, Failure> {
    let (n, first) = Memory::mem()
        .parse(text)
        .map_err(|error| misread(&error, text))?;
    if n > MOST {
        return Err(Failure::new(format!(
            "a heap of more than {MOST} tokens is too large here"
        )));
    }
    let mut row = |machine: &mut Machine<'_>, memory: u32, most: u32| {
        let mut row = Vec::new();
        for a in 1..=most {
            machine.tick()?;
            row.push(allows(machine, memory, a)?);
        }
        Ok::<Vec<bool>, Failure>(row)
    };
    let start: Vec<bool> = row(machine, first, n)?;
    let mut rest = Vec::new();
    for memory in 1..=n {
        rest.push(row(machine, memory, n - memory)?);
    }
    let name = named(machine, class, &[function], || format!("{start:?}{rest:?}"))?;
    let rule = MemoryRule::Listed {
        start: (first, start.into()),
        rest: rest.into(),
    };
    read(Memory::new(rule, name), text)
}

/// The rule of a heap game of the calculator, called for heaps up to a size and for all that they lead to.
fn listed(machine: &mut Machine<'_>, game: &Value, most: u32) -> Result<HeapRule, Failure> {
    let mut sizes: BTreeMap<u32, Vec<Heaps>> = BTreeMap::new();
    let mut waiting: Vec<u32> = (0..=most).collect();
    while let Some(size) = waiting.pop() {
        if sizes.contains_key(&size) {
            continue;
        }
        if size > MOST {
            return Err(Failure::new(format!(
                "heaps of more than {MOST} tokens can arise, which is too many here"
            )));
        }
        machine.tick()?;
        let answer =
            machine.call_method(game.clone(), "HeapOptions", vec![Value::integer(size)])?;
        let mut options = Vec::new();
        for option in entries(&answer)? {
            let heaps: Result<Heaps, Failure> = entries(option)?.iter().map(natural).collect();
            let heaps = heaps?;
            waiting.extend(heaps.iter().filter(|heap| !sizes.contains_key(heap)));
            options.push(heaps);
        }
        sizes.insert(size, options);
    }
    let largest = sizes.keys().next_back().copied().unwrap_or(0);
    let options: Vec<Vec<Heaps>> = (0..=largest)
        .map(|size| sizes.remove(&size).unwrap_or_default())
        .collect();
    let name = format!("{options:?}");
    Ok(HeapRule::Listed {
        name: name.into(),
        options: options.into(),
    })
}
