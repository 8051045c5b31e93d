//! Heap games: take-and-break codes, spawning games, and games given by a function.

use std::sync::{Arc, Mutex, PoisonError};

use sidle_impartial::{
    code::Code,
    nim::{
        Sequence,
        spawning::{Spawning, SpawningError},
    },
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
    Argument, Default, NativeClass, State,
    class_names::{BOOLEAN, COLLECTION, IMPARTIAL, INTEGER, OBJECT},
    classes,
    extract::items,
    object,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

const RULESET: &str = "game.heap.NativeHeapRuleset";
const POSITION: &str = "game.heap.HeapPosition";
const TAKE_AND_BREAK: &str = "game.heap.TakeAndBreak";
const SPAWNING: &str = "game.heap.Spawning";
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

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Rules of impartial games on heaps.
    class RULESET: ["game.heap.HeapProducts"] "game.heap.Kayles.NimValueSequence(10)"
    new {
        /// The game in which a function lists the moves of a heap.
        fn NativeHeapRuleset(r#fn: &Value)
            "game.heap.NativeHeapRuleset(n -> [[n - 1] for z := 0 where n > 0])(3).NimValue" => {
            let text = m.argument_text(r#fn)?;
            Value::object(Ruleset::new(Rules::Function(r#fn.clone(), text.into())))
        };
    }
    {
        /// The function that gives the moves of a heap, for rulesets made by one.
        get fn(own: &Ruleset) "game.heap.Kayles.Join(game.heap.Nim).fn(1)" => match &own.rules {
            Rules::Function(function, _) => Ok(function.clone()),
            Rules::Join(first, second) => {
                let joined = super::heap_products::joined(m, first, second)?;
                m.read_member(&joined, "fn")
            }
            _ => Err(Failure::new("this game has a code, no function").with_help("its moves are `HeapOptions(n)`")),
        };
        /// The position of one heap: the ruleset is called.
        fn Eval(own: &Ruleset, heapSize: HeapSize) "game.heap.Kayles.Eval(5).NimValue" => own.heap(heapSize);
        /// The position of one heap, as positions are printed.
        fn Position(own: &Ruleset, heapSize: HeapSize) "game.heap.Kayles.Position(5).NimValue" => own.heap(heapSize);
        /// The nim values of heaps 1 to n.
        fn NimValueSequence(own: &Value, n: HeapSize) "game.heap.Kayles.NimValueSequence(10)" => {
            let values = nim_values(m, own, n.0)?;
            super::extract::count(m, values.len())?;
            values.into_iter().skip(1).map(Value::integer).collect::<Vec<_>>()
        };
        /// The nim value of heap n.
        fn HeapNimValue(own: &Value, n: HeapSize) "game.heap.Kayles.HeapNimValue(10)"
            => nim_values(m, own, n.0)?.last().copied().unwrap_or(0);
        /// The moves of a heap, each a list of heaps.
        fn HeapOptions(own: &Value, heapSize: HeapSize) "game.heap.Kayles.HeapOptions(3)" => {
            let list = |heaps: Vec<u32>| Value::list(heaps.into_iter().map(Value::integer).collect());
            options(m, own, heapSize.0)?.into_iter().map(list).collect::<Result<Vec<_>, _>>()?
        };
        /// The period of the nim values, if heaps 0 to n prove it.
        fn CheckPeriodicity(own: &Ruleset, n: HeapSize) "game.heap.Kayles.CheckPeriodicity(300)" => {
            let Rules::Code { code, .. } = &own.rules else {
                return Ok(Value::Nothing);
            };
            let last = n.0 as usize;
            let sequence = Sequence::new(code.clone());
            let mut sequence = sequence.map_err(|error| Failure::new(error.to_string()))?;
            sequence.extend(last + 1, m.meter)?;
            match check_periodicity(code, sequence.values(), last, m.meter)? {
                Some((period, preperiod)) => Value::object(Symbol {
                    class: PERIODICITY,
                    text: format!("Periodicity(Period => {period}, Preperiod => {preperiod}, Saltus => 0)"),
                    period: Some((period, preperiod)),
                }),
                None => Value::Nothing,
            }
        };
        /// The game with the moves of both.
        fn Join(own: &Value, that: &Value as "game.heap.HeapRuleset")
            "game.heap.Kayles.Join(game.heap.Nim)(3).NimValue" => match object::<Ruleset>(that) {
            Some(_) => Ok(Value::object(Ruleset::new(Rules::Join(own.clone(), that.clone())))),
            None => super::heap_products::joined(m, own, that),
        };
    }
    /// Games with take-and-break codes.
    class TAKE_AND_BREAK: [RULESET] "game.heap.TakeAndBreak(\"0.77\").code"
    new {
        /// The game with a take-and-break code.
        fn TakeAndBreak(code: &str) "game.heap.TakeAndBreak(\"0.77\").NimValueSequence(8)" => coded(code);
    }
    static {
        /// The game in which the numbers of a set may be taken.
        fn FromSubtractionSet(
            set: &Value as COLLECTION, codeDigit: &str = Default::Text("3"),
            allbut: &Value as BOOLEAN = Default::Bool(false)
        ) "game.heap.TakeAndBreak.FromSubtractionSet({1,2}).code" => subtraction(m, set, codeDigit, allbut);
    }
    {
        /// The code.
        get code(own: &Ruleset) "game.heap.Kayles.code" => match own.rules.code() {
            "" => Err(Failure::new("this game has no code")),
            code => Ok(code),
        };
    }
    /// Coin-turning games, as heaps.
    class SPAWNING: [TAKE_AND_BREAK] "game.heap.Spawning(\"1-3\").code"
    new {
        /// The heaps of a coin-turning game.
        fn Spawning(code: &str) "game.heap.Spawning(\"1+C\").NimValueSequence(8)" => {
            let rules = code.parse().map_err(|error: SpawningError| {
                Failure::new(error.in_code(code)).inside(code, error.span())
            })?;
            let text = code.to_owned();
            Value::object(Ruleset::new(Rules::Spawning { text, rules }))
        };
    }
    {}
    /// Subtraction games.
    class "game.heap.Subtraction": [TAKE_AND_BREAK] "game.heap.Subtraction([2,3,7]).code"
    new {
        /// Take a number of tokens that is in the set.
        fn Subtraction(set: &Value as COLLECTION, allbut: &Value as BOOLEAN = Default::Bool(false))
            "game.heap.Subtraction([2,3,7]).NimValueSequence(10)" => subtraction(m, set, "3", allbut);
    }
    {}
    /// Splitting games.
    class "game.heap.Splittles": [TAKE_AND_BREAK] "game.heap.Splittles([1,2]).code"
    new {
        /// Take a number that is in the set, and split the rest if you like.
        fn Splittles(set: &Value as COLLECTION, allbut: &Value as BOOLEAN = Default::Bool(false))
            "game.heap.Splittles([1,2]).NimValueSequence(10)" => subtraction(m, set, "7", allbut);
    }
    {}
    /// Take any number.
    class "game.heap.Nim": [TAKE_AND_BREAK] "game.heap.Nim(3).NimValue" is { coded(SHIPPED[0].1) } {}
    /// Knock down one or two neighbouring pins.
    class "game.heap.Kayles": [TAKE_AND_BREAK] "game.heap.Kayles(5).Genus" is { coded(SHIPPED[1].1) } {}
    /// Knock down two neighbouring pins.
    class "game.heap.DawsonsKayles": [TAKE_AND_BREAK]
        "game.heap.DawsonsKayles(5).NimValue" is { coded(SHIPPED[2].1) } {}
    /// Split a heap into two different ones.
    class "game.heap.GrundysGame": [TAKE_AND_BREAK] "game.heap.GrundysGame(5).NimValue" is { coded(SHIPPED[3].1) } {}
    /// A sum of heaps.
    class POSITION: [IMPARTIAL] "game.heap.Kayles(5)" with POSITION_MEMBERS {}
    /// A genus symbol.
    class SYMBOL: [OBJECT] "game.heap.Kayles(5).Genus" {}
    /// Period, preperiod and saltus.
    class PERIODICITY: [OBJECT] "game.heap.Kayles.CheckPeriodicity(300)" {
        /// The period.
        get Period(x: &Value) "game.heap.Kayles.CheckPeriodicity(300).Period" => periodicity(x)?.0;
        /// The heap from which on it holds.
        get Preperiod(x: &Value) "game.heap.Kayles.CheckPeriodicity(300).Preperiod" => periodicity(x)?.1;
        /// What a period adds.
        get Saltus(x: &Value) "game.heap.Kayles.CheckPeriodicity(300).Saltus" => periodicity(x).map(|_| 0i64);
    }
};

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

impl State for Ruleset {
    const CLASS: &'static str = RULESET;
    const WHAT: &'static str = "a heap game";
}

/// The number of tokens of a heap.
#[derive(Clone, Copy)]
struct HeapSize(u32);

impl Argument<'_> for HeapSize {
    const CLASS: &'static str = INTEGER;

    fn of(_: &mut Machine<'_>, value: &Value) -> Result<Self, Failure> {
        heap_size(value).map(HeapSize)
    }
}

fn heap_size(value: &Value) -> Result<u32, Failure> {
    let Value::Number(number) = value else {
        return Err(value.unlike("the size of a heap"));
    };
    let size = number
        .to_integer()
        .and_then(|size| u32::try_from(&size).ok());
    size.filter(|&size| i64::from(size) <= MOST).ok_or_else(|| {
        Failure::new(format!("{number} is not the size of a heap"))
            .with_help(format!("a heap has 0 to {MOST} tokens"))
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
