//! Families of rulesets on heaps whose rules are functions or rulesets of the language.

use sidle_rules::heap::{HeapGame, HeapRule, Memory, Numbers};
use sidle_solve::catalogue::small_ruleset;

use super::{
    super::{
        Default, Member, NativeClass, class, heap::set_code, method, optional, property, required,
    },
    Kind, RULESET, RulesetObject,
    asked::Asked,
    color::Color,
    parameters::{boolean, items},
    read::natural,
    tables,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

/// A line of a call without a name.
const fn call(
    parameters: &'static [super::super::Parameter],
    doc: &'static str,
    example: &'static str,
    run: super::super::Run,
) -> Member {
    method("", parameters, doc, example, run)
}

pub(in super::super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        statics: &[
            property("Blue", "Left's colour.", "game.graph.Color.Blue", |_, _| {
                Ok(Value::object(Color::Blue))
            }),
            property(
                "Green",
                "Both players' colour.",
                "game.graph.Color.Green",
                |_, _| Ok(Value::object(Color::Green)),
            ),
            property("Red", "Right's colour.", "game.graph.Color.Red", |_, _| {
                Ok(Value::object(Color::Red))
            }),
        ],
        ..class(
            "game.graph.Color",
            &["cgsuite.lang.Enum"],
            "The colours of edges.",
            "game.graph.Color.Blue",
        )
    },
    NativeClass {
        members: tables::NIM_VALUE_TABLE,
        ..class(
            "game.heap.NativeCoordinateRuleset",
            &["game.heap.PairMoves"],
            "Impartial games on pairs of numbers.",
            "game.heap.Wythoff.NimValueTable(2, 2)",
        )
    },
    NativeClass {
        members: tables::GAME_VALUE_TABLE,
        ..class(
            "game.heap.NativePartizanCoordinateRuleset",
            RULESET,
            "Games on pairs of numbers.",
            "game.heap.Cutcake.GameValueTable(2, 2)",
        )
    },
    NativeClass {
        calls: &[call(
            &[required("bound", "")],
            "Wythoff's game with a bound: take `k` and `l` with `k <= l < bound(k)`.",
            "game.heap.GenWythoff(k -> k + 2)((10,10)).Options.Size",
            |_, a| Asked::wythoff(&a[0]),
        )],
        ..class(
            "game.heap.GenWythoff",
            &["game.heap.NativeCoordinateRuleset"],
            "Generalisations of Wythoff's game.",
            "game.heap.GenWythoff(k -> k + 1)((3,4)).NimValue",
        )
    },
    NativeClass {
        calls: &[call(
            &[required("predicate", "")],
            "A heap with a memory: take `a` if `predicate(memory, a)`.",
            "game.heap.GenMem((memory, a) -> a != memory)((10,10)).NimValue",
            |_, a| Asked::memory(&a[0]),
        )],
        ..class(
            "game.heap.GenMem",
            &["game.heap.NativeCoordinateRuleset"],
            "Heaps with a memory.",
            "game.heap.GenMem((memory, a) -> a >= memory)((7,2)).NimValue",
        )
    },
    NativeClass {
        calls: &[call(
            &[required("limit", "")],
            "Take at most `limit` times as many, or at most `limit(memory)` tokens.",
            "game.heap.TakeAway(3/2)((13,6)).NimValue",
            take_away,
        )],
        ..class(
            "game.heap.TakeAway",
            &["game.heap.GenMem"],
            "Take-away games.",
            "game.heap.TakeAway(2)((10,1)).NimValue",
        )
    },
    NativeClass {
        calls: &[call(
            &[
                required("leftRuleset", ""),
                required("rightRuleset", ""),
                optional("twisted", "cgsuite.lang.Boolean", Default::Bool(false)),
            ],
            "A cake cut by the rules of two heap games.",
            "game.heap.Cutcake((3,4)).CanonicalForm",
            |_, a| Asked::cutcake(&a[0], &a[1], boolean(&a[2])?),
        )],
        ..class(
            "game.heap.GenCutcake",
            &["game.heap.NativePartizanCoordinateRuleset"],
            "The family of Cutcake.",
            "game.heap.Cutcake((3,4)).CanonicalForm",
        )
    },
    NativeClass {
        calls: &[call(
            &[required("leftRuleset", ""), required("rightRuleset", "")],
            "Left moves on a heap by one heap game, Right by another.",
            "game.heap.PartizanSubtraction({1,2}, {1})(3).CanonicalForm",
            |_, a| Asked::partizan(&a[0], &a[1]),
        )],
        members: tables::GAME_VALUE_SEQUENCE,
        ..class(
            "game.heap.NativePartizanHeapRuleset",
            RULESET,
            "Partizan heap games.",
            "game.heap.PartizanSubtraction({1,2}, {1}).GameValueSequence(4)",
        )
    },
    NativeClass {
        calls: &[call(
            &[
                required("leftSet", ""),
                required("rightSet", ""),
                optional("allbut", "cgsuite.lang.Boolean", Default::Bool(false)),
            ],
            "Left takes a number of tokens from one set, Right from another.",
            "game.heap.PartizanSubtraction({1,3}, {1,2,4}).GameValueSequence(5)",
            |m, a| partizan(m, a, "PartizanSubtraction", HeapRule::Take),
        )],
        ..class(
            "game.heap.PartizanSubtraction",
            &["game.heap.NativePartizanHeapRuleset"],
            "Partizan subtraction games.",
            "game.heap.PartizanSubtraction({1,2}, {1})(3).CanonicalForm",
        )
    },
    NativeClass {
        calls: &[call(
            &[
                required("leftSet", ""),
                required("rightSet", ""),
                optional("allbut", "cgsuite.lang.Boolean", Default::Bool(false)),
            ],
            "Take a number of tokens from one's set and leave the rest as at most two heaps.",
            "game.heap.PartizanSplittles({4,5}, {2,3}).GameValueSequence(5)",
            |m, a| partizan(m, a, "PartizanSplittles", HeapRule::TakeAndSplit),
        )],
        ..class(
            "game.heap.PartizanSplittles",
            &["game.heap.NativePartizanHeapRuleset"],
            "Partizan Splittles.",
            "game.heap.PartizanSplittles({1}, {2})(3).CanonicalForm",
        )
    },
];

fn take_away(_: &mut Machine<'_>, a: &[Value]) -> Result<Value, Failure> {
    match &a[0] {
        Value::Number(number) => {
            let factor = number
                .to_dyadic()
                .ok_or_else(|| Failure::new("the factor is a dyadic rational"))?;
            let game = small_ruleset(Memory::take_away(factor));
            Ok(RulesetObject::value(game, "game.heap.TakeAway", Kind::Pair))
        }
        function @ (Value::Function(_)
        | Value::Builtin(_)
        | Value::Instance(_)
        | Value::Object(_)) => Asked::take_away(function),
        other => Err(other.unlike("a number or a function")),
    }
}

fn partizan(
    m: &mut Machine<'_>,
    a: &[Value],
    name: &'static str,
    rule: fn(Numbers) -> HeapRule,
) -> Result<Value, Failure> {
    let all_but = boolean(&a[2])?;
    let digit = if name == "PartizanSplittles" {
        "7"
    } else {
        "3"
    };
    let (left, low) = set_code(m, &a[0], digit, all_but)?;
    let (right, high) = set_code(m, &a[1], digit, all_but)?;
    if low.iter().chain(&high).any(|&number| number <= 0) {
        // Tokens stay or are added: the codes say how.
        let class = m.load_class("game.heap.PartizanTakeAndBreak")?;
        let codes = [left, right].map(|code| Value::text(code.to_string()));
        return m.make(&class, None, codes.into()).map(Value::Instance);
    }
    let set = |value: &Value| -> Result<Numbers, Failure> {
        let numbers: Result<Vec<u32>, Failure> = items(value)?.iter().map(natural).collect();
        Ok(Numbers::new(numbers?, all_but))
    };
    let (left, right) = (set(&a[0])?, set(&a[1])?);
    let shown = format!("game.heap.{name}({left}, {right}, allbut => {all_but})");
    let game = HeapGame::new(rule(left), rule(right), shown);
    let class = match name {
        "PartizanSplittles" => "game.heap.PartizanSplittles",
        _ => "game.heap.PartizanSubtraction",
    };
    Ok(RulesetObject::value(small_ruleset(game), class, Kind::Heap))
}
