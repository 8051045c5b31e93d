//! Heap games: take-and-break codes, spawning games, and games given by a function.

use std::sync::{Arc, Mutex, PoisonError};

use sidle_impartial::{
    code::Code,
    nim::{Sequence, spawning::Spawning},
    period::check_periodicity,
    quotient::HeapGame,
};

mod coded;
mod position;
mod rules;
mod symbol;

pub(super) use coded::set_code;
use coded::{coded, subtraction};
pub(crate) use position::heaps_in_full;
pub(super) use position::ruleset_of as ruleset_of_heaps;
use position::{HeapPosition, POSITION_MEMBERS};
pub(super) use symbol::Symbol;
use symbol::periodicity;

use super::{
    Default, Member, NativeClass, class,
    extract::{items, text},
    method, object, optional, property, required,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

const RULESET: &str = "game.heap.NativeHeapRuleset";
const POSITION: &str = "game.heap.HeapPosition";
const TAKE_AND_BREAK: &str = "game.heap.TakeAndBreak";
const SYMBOL: &str = "game.heap.Symbol";
const PERIODICITY: &str = "game.heap.Periodicity";

/// How a joined ruleset is printed: as the one that the method of the prelude makes.
const JOIN: &str =
    "FunctionalHeapRuleset(n -> HeapOptions(n).ToList.Concat(that.HeapOptions(n).ToList))";

/// More heaps than this are not listed.
const MOST: i64 = 1 << 30;

/// The games with a name of their own, and their codes.
const SHIPPED: [(&str, &str); 4] = [
    ("Nim", "0.[3]"),
    ("Kayles", "0.77"),
    ("DawsonsKayles", "0.07"),
    ("GrundysGame", "4!.0"),
];

const fn shipped(
    name: &'static str,
    doc: &'static str,
    example: &'static str,
    make: fn(&mut Machine<'_>) -> Result<Value, Failure>,
) -> NativeClass {
    NativeClass {
        singleton: Some(super::Singleton::Made(make)),
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
            |m, a| {
                let text = m.argument_text(&a[0])?;
                let rules = Rules::Function(a[0].clone(), text.into());
                Ok(Value::object(Ruleset::new(rules)))
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
                coded(code)
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
                subtraction(m, &a[0], &digit, &a[2])
            },
        )],
        members: &[property(
            "code",
            "The code.",
            "game.heap.Kayles.code",
            |_, a| match &ruleset(&a[0])?.rules {
                Rules::Code { text, .. } => Ok(Value::text(text)),
                Rules::Spawning { text, .. } => Ok(Value::text(text)),
                Rules::Function(..) | Rules::Join(..) => Err(Failure::new("this game has no code")),
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
                        Failure::new(error.in_code(code)).inside(code, error.span())
                    },
                )?;
                let rules = Rules::Spawning {
                    text: code.to_owned(),
                    rules,
                };
                Ok(Value::object(Ruleset::new(rules)))
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
            |m, a| subtraction(m, &a[0], "3", &a[1]),
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
            |m, a| subtraction(m, &a[0], "7", &a[1]),
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
        |_| coded(SHIPPED[0].1),
    ),
    shipped(
        "game.heap.Kayles",
        "Knock down one or two neighbouring pins.",
        "game.heap.Kayles(5).Genus",
        |_| coded(SHIPPED[1].1),
    ),
    shipped(
        "game.heap.DawsonsKayles",
        "Knock down two neighbouring pins.",
        "game.heap.DawsonsKayles(5).NimValue",
        |_| coded(SHIPPED[2].1),
    ),
    shipped(
        "game.heap.GrundysGame",
        "Split a heap into two different ones.",
        "game.heap.GrundysGame(5).NimValue",
        |_| coded(SHIPPED[3].1),
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
    Code {
        text: String,
        code: Code,
    },
    Spawning {
        text: String,
        rules: Spawning,
    },
    /// A function, and its text.
    Function(Value, Arc<str>),
    Join(Value, Value),
}

#[derive(Debug)]
struct Ruleset {
    rules: Rules,
    /// Nim values of heaps 0, 1, …, as far as they are known.
    known: Mutex<Vec<u64>>,
    /// How many joined rules are inside.
    depth: u32,
}

impl Ruleset {
    fn new(rules: Rules) -> Ruleset {
        Ruleset {
            depth: rules.depth(),
            rules,
            known: Mutex::new(vec![0]),
        }
    }
}

fn ruleset(value: &Value) -> Result<&Ruleset, Failure> {
    object::<Ruleset>(value).ok_or_else(|| value.unlike("a heap game"))
}

fn heap_size(value: &Value) -> Result<u32, Failure> {
    let size = match value {
        Value::Number(number) => number
            .to_integer()
            .and_then(|size| u32::try_from(&size).ok()),
        _ => None,
    };
    size.filter(|&size| i64::from(size) <= MOST)
        .ok_or_else(|| match value {
            Value::Number(number) => Failure::new(format!("{number} is not the size of a heap"))
                .with_help(format!("a heap has 0 to {MOST} tokens")),
            other => other.unlike("the size of a heap"),
        })
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
        Rules::Function(function, _) => {
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
            Rules::Function(..) | Rules::Join(..) => {
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
    property(
        "fn",
        "The function that gives the moves of a heap, for rulesets made by one.",
        "game.heap.Kayles.Join(game.heap.Nim).fn(1)",
        |m, a| match &ruleset(&a[0])?.rules {
            Rules::Function(function, _) => Ok(function.clone()),
            Rules::Join(first, second) => {
                let joined = super::heap_products::joined(m, first, second)?;
                m.read_member(&joined, "fn")
            }
            _ => Err(Failure::new("this game has a code, no function")
                .with_help("its moves are `HeapOptions(n)`")),
        },
    ),
    method(
        "Eval",
        &[required("heapSize", "game.Integer")],
        "The position of one heap: the ruleset is called.",
        "game.heap.Kayles.Eval(5).NimValue",
        |_, a| ruleset(&a[0])?.heap(&a[1]),
    ),
    method(
        "Position",
        &[required("heapSize", "game.Integer")],
        "The position of one heap, as positions are printed.",
        "game.heap.Kayles.Position(5).NimValue",
        |_, a| ruleset(&a[0])?.heap(&a[1]),
    ),
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
        &[required("that", "game.heap.HeapRuleset")],
        "The game with the moves of both.",
        "game.heap.Kayles.Join(game.heap.Nim)(3).NimValue",
        |m, a| {
            if ruleset(&a[1]).is_err() {
                return super::heap_products::joined(m, &a[0], &a[1]);
            }
            let rules = Rules::Join(a[0].clone(), a[1].clone());
            Ok(Value::object(Ruleset::new(rules)))
        },
    ),
];
