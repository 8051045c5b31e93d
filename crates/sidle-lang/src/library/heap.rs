//! Heap games: take-and-break codes, spawning games, and games given by a function.

use std::{
    any::Any,
    sync::{Arc, Mutex, PoisonError},
};

use sidle_impartial::{
    code::{Code, Digit, Sizes},
    misere::{Forms, HeapForms},
    nim::{Sequence, spawning::Spawning},
    period::check_periodicity,
    quotient::HeapGame,
};
use sidle_solve::Position;

use super::{
    Default, Member, NativeClass, Object, class,
    extract::{index, items, text},
    method,
    misere::MisereGame,
    native, object, optional, property, required,
};
use crate::{
    class::Class, diagnostic::Failure, evaluate::Machine, positions::NativePosition, value::Value,
};

const RULESET: &str = "game.heap.NativeHeapRuleset";
const POSITION: &str = "game.heap.HeapPosition";
const TAKE_AND_BREAK: &str = "game.heap.TakeAndBreak";
const SYMBOL: &str = "game.heap.Symbol";
const PERIODICITY: &str = "game.heap.Periodicity";

/// More heaps than this are not listed.
const MOST: i64 = 1 << 30;

const fn shipped(
    name: &'static str,
    doc: &'static str,
    example: &'static str,
    make: fn(&mut Machine<'_>) -> Result<Value, Failure>,
) -> NativeClass {
    NativeClass {
        singleton: Some(make),
        ..class(name, &[TAKE_AND_BREAK], doc, example)
    }
}

const ALL_BUT: super::Parameter = optional("allbut", "cgsuite.lang.Boolean", Default::Bool(false));

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        calls: &[method(
            "NativeHeapRuleset",
            &[required("fn", "")],
            "The game in which a function lists the moves of a heap.",
            "game.heap.NativeHeapRuleset(n -> [[n - 1] for z := 0 where n > 0])(3).NimValue",
            |_, a| {
                Ok(Value::object(Ruleset::new(
                    "game.heap.NativeHeapRuleset(..)".to_owned(),
                    Rules::Function(a[0].clone()),
                )))
            },
        )],
        members: RULESET_MEMBERS,
        ..class(
            RULESET,
            &["game.heap.HeapProducts"],
            "Rules of impartial games on heaps.",
            "game.heap.Kayles.NimValueSequence(10)",
        )
    },
    NativeClass {
        calls: &[method(
            "TakeAndBreak",
            &[required("code", "cgsuite.lang.String")],
            "The game with a take-and-break code.",
            "game.heap.TakeAndBreak(\"0.77\").NimValueSequence(8)",
            |_, a| {
                let code = text(&a[0])?;
                coded(format!("game.heap.TakeAndBreak(\"{code}\")"), code)
            },
        )],
        statics: &[method(
            "FromSubtractionSet",
            &[
                required("set", "cgsuite.lang.Collection"),
                optional("codeDigit", "cgsuite.lang.String", Default::Text("3")),
                ALL_BUT,
            ],
            "The game in which the numbers of a set may be taken.",
            "game.heap.TakeAndBreak.FromSubtractionSet({1,2}).code",
            |m, a| {
                let digit = text(&a[1])?.to_owned();
                subtraction(m, "game.heap.TakeAndBreak", &a[0], &digit, &a[2])
            },
        )],
        members: &[property(
            "code",
            "The code.",
            "game.heap.Kayles.code",
            |_, a| match &ruleset(&a[0])?.rules {
                Rules::Code { text, .. } => Ok(Value::text(text)),
                Rules::Spawning { text, .. } => Ok(Value::text(text)),
                Rules::Function(_) | Rules::Join(..) => Err(Failure::new("this game has no code")),
            },
        )],
        ..class(
            TAKE_AND_BREAK,
            &[RULESET],
            "Games with take-and-break codes.",
            "game.heap.TakeAndBreak(\"0.77\").code",
        )
    },
    NativeClass {
        calls: &[method(
            "Spawning",
            &[required("code", "cgsuite.lang.String")],
            "The heaps of a coin-turning game.",
            "game.heap.Spawning(\"1+C\").NimValueSequence(8)",
            |_, a| {
                let code = text(&a[0])?;
                let rules: Spawning = code.parse().map_err(
                    |error: sidle_impartial::nim::spawning::SpawningError| {
                        let span = error.span();
                        Failure::new(format!(
                            "{error} (characters {} to {} of \"{code}\")",
                            span.start + 1,
                            span.end
                        ))
                    },
                )?;
                let rules = Rules::Spawning {
                    text: code.to_owned(),
                    rules,
                };
                Ok(Value::object(Ruleset::new(
                    format!("game.heap.Spawning(\"{code}\")"),
                    rules,
                )))
            },
        )],
        members: &[],
        ..class(
            "game.heap.Spawning",
            &[TAKE_AND_BREAK],
            "Coin-turning games, as heaps.",
            "game.heap.Spawning(\"1-3\").code",
        )
    },
    NativeClass {
        calls: &[method(
            "Subtraction",
            &[required("set", "cgsuite.lang.Collection"), ALL_BUT],
            "Take a number of tokens that is in the set.",
            "game.heap.Subtraction([2,3,7]).NimValueSequence(10)",
            |m, a| subtraction(m, "game.heap.Subtraction", &a[0], "3", &a[1]),
        )],
        ..class(
            "game.heap.Subtraction",
            &[TAKE_AND_BREAK],
            "Subtraction games.",
            "game.heap.Subtraction([2,3,7]).code",
        )
    },
    NativeClass {
        calls: &[method(
            "Splittles",
            &[required("set", "cgsuite.lang.Collection"), ALL_BUT],
            "Take a number that is in the set, and split the rest if you like.",
            "game.heap.Splittles([1,2]).NimValueSequence(10)",
            |m, a| subtraction(m, "game.heap.Splittles", &a[0], "7", &a[1]),
        )],
        ..class(
            "game.heap.Splittles",
            &[TAKE_AND_BREAK],
            "Splitting games.",
            "game.heap.Splittles([1,2]).code",
        )
    },
    shipped(
        "game.heap.Nim",
        "Take any number.",
        "game.heap.Nim(3).NimValue",
        |_| coded("game.heap.Nim".to_owned(), "0.[3]"),
    ),
    shipped(
        "game.heap.Kayles",
        "Knock down one or two neighbouring pins.",
        "game.heap.Kayles(5).Genus",
        |_| coded("game.heap.Kayles".to_owned(), "0.77"),
    ),
    shipped(
        "game.heap.DawsonsKayles",
        "Knock down two neighbouring pins.",
        "game.heap.DawsonsKayles(5).NimValue",
        |_| coded("game.heap.DawsonsKayles".to_owned(), "0.07"),
    ),
    shipped(
        "game.heap.GrundysGame",
        "Split a heap into two different ones.",
        "game.heap.GrundysGame(5).NimValue",
        |_| coded("game.heap.GrundysGame".to_owned(), "4!.0"),
    ),
    NativeClass {
        members: POSITION_MEMBERS,
        ..class(
            POSITION,
            &["game.ImpartialGame"],
            "A sum of heaps.",
            "game.heap.Kayles(5)",
        )
    },
    class(
        SYMBOL,
        &["cgsuite.lang.Object"],
        "A genus symbol.",
        "game.heap.Kayles(5).Genus",
    ),
    NativeClass {
        members: &[
            property(
                "Period",
                "The period.",
                "game.heap.Kayles.CheckPeriodicity(300).Period",
                |_, a| Ok(Value::integer(periodicity(&a[0])?.0)),
            ),
            property(
                "Preperiod",
                "The heap from which on it holds.",
                "game.heap.Kayles.CheckPeriodicity(300).Preperiod",
                |_, a| Ok(Value::integer(periodicity(&a[0])?.1)),
            ),
            property(
                "Saltus",
                "What a period adds.",
                "game.heap.Kayles.CheckPeriodicity(300).Saltus",
                |_, a| periodicity(&a[0]).map(|_| Value::integer(0)),
            ),
        ],
        ..class(
            PERIODICITY,
            &["cgsuite.lang.Object"],
            "Period, preperiod and saltus.",
            "game.heap.Kayles.CheckPeriodicity(300)",
        )
    },
];

/// What the moves of a heap are.
#[derive(Debug)]
enum Rules {
    Code { text: String, code: Code },
    Spawning { text: String, rules: Spawning },
    Function(Value),
    Join(Value, Value),
}

#[derive(Debug)]
struct Ruleset {
    name: String,
    rules: Rules,
    /// Nim values of heaps 0, 1, …, as far as they are known.
    known: Mutex<Vec<u64>>,
}

impl Ruleset {
    fn new(name: String, rules: Rules) -> Ruleset {
        Ruleset {
            name,
            rules,
            known: Mutex::new(vec![0]),
        }
    }
}

fn coded(name: String, code: &str) -> Result<Value, Failure> {
    let parsed: Code = code
        .parse()
        .map_err(|error: sidle_impartial::code::CodeError| {
            let span = error.span();
            Failure::new(format!(
                "{error} (character {} of \"{code}\")",
                span.start + 1
            ))
        })?;
    let rules = Rules::Code {
        text: code.to_owned(),
        code: parsed,
    };
    Ok(Value::object(Ruleset::new(name, rules)))
}

fn subtraction(
    m: &mut Machine<'_>,
    class: &str,
    set: &Value,
    digit: &str,
    all_but: &Value,
) -> Result<Value, Failure> {
    let all_but = matches!(all_but, Value::Bool(true));
    let mask =
        u64::from_str_radix(digit, 32).map_err(|_| Failure::new("the digit is one of 0-9 A-V"))?;
    let digit = Digit::from_mask(mask, Sizes::Any);
    let mut numbers = Vec::new();
    for item in items(set)?.iter() {
        m.tick()?;
        let number = index(item)?;
        let small = u32::try_from(number)
            .ok()
            .filter(|n| (1..=1 << 16).contains(n));
        numbers
            .push(small.ok_or_else(|| Failure::new(format!("{number} tokens cannot be taken")))?);
    }
    let code = Code::from_set(&numbers, &digit, all_but);
    let list: Vec<String> = numbers.iter().map(u32::to_string).collect();
    let name = format!("{class}([{}], {all_but})", list.join(","));
    let rules = Rules::Code {
        text: code.to_string(),
        code,
    };
    Ok(Value::object(Ruleset::new(name, rules)))
}

fn ruleset(value: &Value) -> Result<&Ruleset, Failure> {
    object::<Ruleset>(value)
        .ok_or_else(|| Failure::new(format!("expected a heap game, found {}", value.kind())))
}

fn heap_size(value: &Value) -> Result<u32, Failure> {
    let size = index(value)?;
    u32::try_from(size)
        .ok()
        .filter(|&size| i64::from(size) <= MOST)
        .ok_or_else(|| Failure::new(format!("{size} is not the size of a heap")))
}

/// The options of a heap as lists of heaps.
fn options(m: &mut Machine<'_>, own: &Value, heap: u32) -> Result<Vec<Vec<u32>>, Failure> {
    match &ruleset(own)?.rules {
        Rules::Code { code, .. } => {
            let mut all = Vec::new();
            for option in code.options(heap) {
                m.tick()?;
                all.push(option);
            }
            Ok(all)
        }
        Rules::Spawning { rules, .. } => Ok(rules.options(heap, m.meter)?),
        Rules::Function(function) => {
            let function = function.clone();
            let listed = m.call_back(&function, vec![Value::integer(heap)])?;
            let mut all = Vec::new();
            for option in items(&listed)?.iter() {
                m.tick()?;
                let mut heaps = Vec::new();
                for part in items(option)?.iter() {
                    let size = heap_size(part)?;
                    if size > 0 {
                        heaps.push(size);
                    }
                }
                all.push(heaps);
            }
            Ok(all)
        }
        Rules::Join(first, second) => {
            let (first, second) = (first.clone(), second.clone());
            let mut all = options(m, &first, heap)?;
            all.extend(options(m, &second, heap)?);
            Ok(all)
        }
    }
}

/// The nim values of heaps 0 to `last`.
fn nim_values(m: &mut Machine<'_>, own: &Value, last: u32) -> Result<Vec<u64>, Failure> {
    let rules = ruleset(own)?;
    let lock = |rules: &Ruleset| {
        rules
            .known
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    };
    let mut known = lock(rules);
    if known.len() <= last as usize {
        known = match &rules.rules {
            Rules::Code { code, .. } => {
                let sequence = Sequence::new(code.clone());
                let mut sequence = sequence.map_err(|error| Failure::new(error.to_string()))?;
                sequence.extend(last as usize + 1, m.meter)?;
                sequence.values().iter().map(u64::from).collect()
            }
            Rules::Spawning { rules, .. } => rules.nim_values(last, m.meter)?,
            Rules::Function(_) | Rules::Join(..) => {
                let mut values = known;
                while values.len() <= last as usize {
                    let heap = values.len() as u32;
                    let value = generic_value(m, own, heap, &mut values)?;
                    if values.len() == heap as usize {
                        values.push(value);
                    }
                }
                values
            }
        };
        *rules.known.lock().unwrap_or_else(PoisonError::into_inner) = known.clone();
    }
    known.truncate(last as usize + 1);
    Ok(known)
}

fn generic_value(
    m: &mut Machine<'_>,
    own: &Value,
    heap: u32,
    values: &mut [u64],
) -> Result<u64, Failure> {
    let mut reached = Vec::new();
    for option in options(m, own, heap)? {
        let mut sum = 0;
        for part in option {
            sum ^= values.get(part as usize).copied().ok_or_else(|| {
                Failure::new(format!("heap {heap} has an option that is not smaller"))
                    .with_help("the moves of a heap must lead to smaller heaps")
            })?;
        }
        reached.push(sum);
    }
    reached.sort_unstable();
    reached.dedup();
    let missing = reached
        .iter()
        .zip(0..)
        .find(|(value, place)| **value != *place);
    Ok(missing.map_or(reached.len() as u64, |(_, place)| place))
}

/// The rules as components with options, for misère play: heaps 0 to `last`.
fn components(m: &mut Machine<'_>, own: &Value, last: u32) -> Result<HeapGame, Failure> {
    if let Rules::Code { code, .. } = &ruleset(own)?.rules {
        if let Some(taken) = code.endless() {
            return Err(Failure::new(format!(
                "the digit for {taken} tokens lets a game go on for ever"
            )));
        }
        return Ok(HeapGame::Code(code.clone()));
    }
    let mut table = vec![Vec::new()];
    for heap in 1..=last {
        let all = options(m, own, heap)?;
        if all.iter().flatten().any(|&part| part >= heap) {
            return Err(Failure::new(format!(
                "heap {heap} has an option that is not smaller"
            )));
        }
        table.push(all);
    }
    Ok(HeapGame::Table(table))
}

const RULESET_MEMBERS: &[Member] = &[
    method(
        "NimValueSequence",
        &[required("n", "game.Integer")],
        "The nim values of heaps 1 to n.",
        "game.heap.Kayles.NimValueSequence(10)",
        |m, a| {
            let values = nim_values(m, &a[0], heap_size(&a[1])?)?;
            super::extract::count(m, values.len())?;
            Value::list(values.into_iter().skip(1).map(Value::integer).collect())
        },
    ),
    method(
        "HeapNimValue",
        &[required("n", "game.Integer")],
        "The nim value of heap n.",
        "game.heap.Kayles.HeapNimValue(10)",
        |m, a| {
            let values = nim_values(m, &a[0], heap_size(&a[1])?)?;
            Ok(Value::integer(values.last().copied().unwrap_or(0)))
        },
    ),
    method(
        "HeapOptions",
        &[required("heapSize", "game.Integer")],
        "The moves of a heap, each a list of heaps.",
        "game.heap.Kayles.HeapOptions(3)",
        |m, a| {
            let all = options(m, &a[0], heap_size(&a[1])?)?;
            let list =
                |heaps: Vec<u32>| Value::list(heaps.into_iter().map(Value::integer).collect());
            Value::list(all.into_iter().map(list).collect::<Result<_, _>>()?)
        },
    ),
    method(
        "CheckPeriodicity",
        &[required("n", "game.Integer")],
        "The period of the nim values, if heaps 0 to n prove it.",
        "game.heap.Kayles.CheckPeriodicity(300)",
        |m, a| {
            let last = heap_size(&a[1])?;
            let Rules::Code { code, .. } = &ruleset(&a[0])?.rules else {
                return Ok(Value::Nothing);
            };
            let sequence = Sequence::new(code.clone());
            let mut sequence = sequence.map_err(|error| Failure::new(error.to_string()))?;
            sequence.extend(last as usize + 1, m.meter)?;
            let found = check_periodicity(code, sequence.values(), last as usize, m.meter)?;
            Ok(match found {
                Some((period, preperiod)) => Value::object(Symbol {
                    class: PERIODICITY,
                    text: format!(
                        "Periodicity(Period => {period}, Preperiod => {preperiod}, Saltus => 0)"
                    ),
                    period: Some((period, preperiod)),
                }),
                None => Value::Nothing,
            })
        },
    ),
    method(
        "Join",
        &[required("other", RULESET)],
        "The game with the moves of both.",
        "game.heap.Kayles.Join(game.heap.Nim)(3).NimValue",
        |_, a| {
            let name = format!("{}.Join({})", ruleset(&a[0])?.name, ruleset(&a[1])?.name);
            Ok(Value::object(Ruleset::new(
                name,
                Rules::Join(a[0].clone(), a[1].clone()),
            )))
        },
    ),
];

impl Object for Ruleset {
    fn class(&self) -> Arc<Class> {
        let name = match &self.rules {
            Rules::Code { .. } => TAKE_AND_BREAK,
            Rules::Spawning { .. } => "game.heap.Spawning",
            Rules::Function(_) | Rules::Join(..) => RULESET,
        };
        native(name).unwrap_or_else(|| panic!("no class {name}"))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.as_any().downcast_ref::<Ruleset>();
        other.is_some_and(|other| {
            std::ptr::eq(self, other) || self.is_named() && self.name == other.name
        })
    }

    fn hash(&self) -> u64 {
        self.name.bytes().fold(11, |hash: u64, byte| {
            hash.wrapping_mul(31) ^ u64::from(byte)
        })
    }

    fn text(
        &self,
        _show: &mut dyn FnMut(&Value) -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        Ok(self.text())
    }

    fn call(
        &self,
        _machine: &mut Machine<'_>,
        arguments: &[Value],
    ) -> Option<Result<Value, Failure>> {
        Some(match arguments {
            [heap] => heap_size(heap).map(|heap| {
                // The rules are shared with the position, the values known so far are not.
                let copy = Ruleset::new(self.name.clone(), self.rules.copy());
                Value::object(HeapPosition {
                    rules: Value::object(copy),
                    heaps: vec![heap],
                })
            }),
            _ => Err(Failure::new(
                "a heap game is called with the size of a heap",
            )),
        })
    }
}

impl Ruleset {
    /// `TakeAndBreak("0.77")`: the class and the code.
    fn text(&self) -> String {
        match &self.rules {
            Rules::Code { text, .. } => format!("TakeAndBreak(\"{text}\")"),
            Rules::Spawning { text, .. } => format!("Spawning(\"{text}\")"),
            Rules::Function(_) | Rules::Join(..) => self.name.clone(),
        }
    }

    /// The class of positions as it is printed.
    fn position_class(&self) -> &'static str {
        match &self.rules {
            Rules::Code { .. } => "TakeAndBreak.Position",
            Rules::Spawning { .. } => "Spawning.Position",
            Rules::Function(_) | Rules::Join(..) => "FunctionalHeapRuleset.Position",
        }
    }

    fn is_named(&self) -> bool {
        matches!(self.rules, Rules::Code { .. } | Rules::Spawning { .. })
    }
}

impl Rules {
    fn copy(&self) -> Rules {
        match self {
            Rules::Code { text, code } => Rules::Code {
                text: text.clone(),
                code: code.clone(),
            },
            Rules::Spawning { text, rules } => Rules::Spawning {
                text: text.clone(),
                rules: rules.clone(),
            },
            Rules::Function(function) => Rules::Function(function.clone()),
            Rules::Join(first, second) => Rules::Join(first.clone(), second.clone()),
        }
    }
}

/// A sum of heaps.
#[derive(Clone, Debug)]
struct HeapPosition {
    rules: Value,
    heaps: Vec<u32>,
}

fn position(value: &Value) -> Result<&HeapPosition, Failure> {
    object::<HeapPosition>(value)
        .ok_or_else(|| Failure::new(format!("expected a heap, found {}", value.kind())))
}

/// The misère canonical form of a sum of heaps.
fn misere(m: &mut Machine<'_>, value: &Value) -> Result<MisereGame, Failure> {
    let position = position(value)?;
    let last = position.heaps.iter().copied().max().unwrap_or(0);
    let game = components(m, &position.rules, last)?;
    let mut heaps = HeapForms::new(game);
    let mut sum = heaps.forms().zero();
    for &heap in &position.heaps {
        let form = heaps.heap(heap, m.meter)?;
        sum = heaps.forms_mut().add(sum, form, m.meter)?;
    }
    let forms: Forms = heaps.forms().clone();
    Ok(MisereGame::new(&Arc::new(forms), sum))
}

fn through_misere(m: &mut Machine<'_>, value: &Value, name: &str) -> Result<Value, Failure> {
    let game = Value::object(misere(m, value)?);
    m.call_method(game, name, Vec::new())
}

fn nim_value(m: &mut Machine<'_>, value: &Value) -> Result<u64, Failure> {
    let position = position(value)?;
    let last = position.heaps.iter().copied().max().unwrap_or(0);
    let values = nim_values(m, &position.rules, last)?;
    Ok(position
        .heaps
        .iter()
        .fold(0, |sum, &heap| sum ^ values[heap as usize]))
}

fn nimber(m: &mut Machine<'_>, value: &Value) -> Result<Value, Failure> {
    let game = m.store.nimber(nim_value(m, value)?);
    Ok(crate::evaluate::value_of(m.store, game))
}

const POSITION_MEMBERS: &[Member] = &[
    property(
        "heapSize",
        "The size of the heap.",
        "game.heap.Kayles(5).heapSize",
        |_, a| match position(&a[0])?.heaps.as_slice() {
            [heap] => Ok(Value::integer(*heap)),
            _ => Err(Failure::new("there are several heaps")),
        },
    ),
    property(
        "NimValue",
        "The nim value.",
        "game.heap.Kayles(5).NimValue",
        |m, a| Ok(Value::integer(nim_value(m, &a[0])?)),
    ),
    property(
        "CanonicalForm",
        "The nimber that it equals.",
        "game.heap.Kayles(5).CanonicalForm",
        |m, a| nimber(m, &a[0]),
    ),
    property(
        "GameValue",
        "The nimber that it equals.",
        "game.heap.Kayles(5).GameValue",
        |m, a| nimber(m, &a[0]),
    ),
    property(
        "Options",
        "The positions after a move.",
        "game.heap.Kayles(3).Options.Size",
        |m, a| {
            let position = position(&a[0])?;
            let mut all = Vec::new();
            for (place, &heap) in position.heaps.iter().enumerate() {
                for option in options(m, &position.rules, heap)? {
                    m.count_value()?;
                    let mut heaps = position.heaps.clone();
                    heaps.splice(place..=place, option);
                    all.push(if heaps.is_empty() {
                        Value::integer(0)
                    } else {
                        Value::object(HeapPosition {
                            rules: position.rules.clone(),
                            heaps,
                        })
                    });
                }
            }
            Value::list(all)
        },
    ),
    property(
        "MisereCanonicalForm",
        "The misère canonical form.",
        "game.heap.Kayles(5).MisereCanonicalForm",
        |m, a| Ok(Value::object(misere(m, &a[0])?)),
    ),
    property(
        "Genus",
        "The genus symbol.",
        "game.heap.Kayles(5).Genus",
        |m, a| through_misere(m, &a[0], "Genus"),
    ),
    property(
        "MisereNimValue",
        "The m for which the game + *m is lost.",
        "game.heap.Kayles(5).MisereNimValue",
        |m, a| through_misere(m, &a[0], "MisereNimValue"),
    ),
    property(
        "MisereOutcomeClass",
        "Who wins misère play.",
        "game.heap.Kayles(5).MisereOutcomeClass",
        |m, a| through_misere(m, &a[0], "MisereOutcomeClass"),
    ),
    property(
        "OutcomeClass",
        "Who wins normal play.",
        "game.heap.Kayles(5).OutcomeClass",
        |m, a| {
            let zero = nim_value(m, &a[0])? == 0;
            Ok(Value::Outcome(if zero {
                sidle_core::Outcome::Previous
            } else {
                sidle_core::Outcome::Next
            }))
        },
    ),
];

impl Object for HeapPosition {
    fn class(&self) -> Arc<Class> {
        native(POSITION).unwrap_or_else(|| panic!("no class {POSITION}"))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.as_any().downcast_ref::<HeapPosition>();
        other.is_some_and(|other| {
            let same = match (&self.rules, &other.rules) {
                (Value::Object(a), Value::Object(b)) => a.equal(&**b),
                _ => false,
            };
            same && self.heaps == other.heaps
        })
    }

    fn hash(&self) -> u64 {
        self.heaps.iter().fold(13, |hash: u64, &heap| {
            hash.wrapping_mul(1_000_003) ^ u64::from(heap)
        })
    }

    fn text(
        &self,
        _show: &mut dyn FnMut(&Value) -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        Ok(self.plain())
    }

    fn position(&self) -> Option<Position> {
        let text = self.plain();
        Some(NativePosition::position(Arc::new(self.clone()), text))
    }
}

impl HeapPosition {
    /// `TakeAndBreak.Position(5)`, and 0 for no heaps.
    fn plain(&self) -> String {
        let name = object::<Ruleset>(&self.rules).map_or("Position", Ruleset::position_class);
        let heaps = self.heaps.iter().map(|heap| format!("{name}({heap})"));
        match heaps.collect::<Vec<_>>().join(" + ") {
            text if text.is_empty() => "0".to_owned(),
            text => text,
        }
    }
}

/// A text with a meaning: a genus symbol, a period.
#[derive(Debug)]
pub(super) struct Symbol {
    class: &'static str,
    text: String,
    period: Option<(usize, usize)>,
}

impl Symbol {
    pub(super) fn genus(text: String) -> Symbol {
        Symbol {
            class: SYMBOL,
            text,
            period: None,
        }
    }
}

fn periodicity(value: &Value) -> Result<(usize, usize), Failure> {
    let symbol = object::<Symbol>(value);
    symbol
        .and_then(|symbol| symbol.period)
        .ok_or_else(|| Failure::new(format!("expected a period, found {}", value.kind())))
}

impl Object for Symbol {
    fn class(&self) -> Arc<Class> {
        native(self.class).unwrap_or_else(|| panic!("no class {}", self.class))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.as_any().downcast_ref::<Symbol>();
        other.is_some_and(|other| self.class == other.class && self.text == other.text)
    }

    fn hash(&self) -> u64 {
        self.text.bytes().fold(17, |hash: u64, byte| {
            hash.wrapping_mul(31) ^ u64::from(byte)
        })
    }

    fn text(
        &self,
        _show: &mut dyn FnMut(&Value) -> Result<String, Failure>,
    ) -> Result<String, Failure> {
        Ok(self.text.clone())
    }
}
