//! Families of rulesets on heaps whose rules are functions or rulesets of the language.

use sidle_rules::heap::{HeapGame, HeapRule, Memory, Numbers};
use sidle_solve::catalogue::small_ruleset;

use super::{
    super::{
        Default, Member, NativeClass, class_names::ENUM, classes, declare::elements, heap::set_code,
    },
    Kind, RulesetObject,
    callbacks::CallbackRules,
    color::Color,
    read::{entries, natural},
    tables::{GAME_VALUE_SEQUENCE, GAME_VALUE_TABLE, NIM_VALUE_TABLE},
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

const COLOURS: &[Member] = elements! { "A colour of edges." "game.graph.Color";
    Blue => Value::object(Color::Blue),
    Green => Value::object(Color::Green),
    Red => Value::object(Color::Red)
};

pub(in super::super) const CLASSES: &[NativeClass] = classes! { m;
    /// The colours of edges.
    class "game.graph.Color": [ENUM] "game.graph.Color.Blue" elements COLOURS {}
    /// Impartial games on pairs of numbers.
    class "game.heap.NativeCoordinateRuleset": ["game.heap.PairMoves"] "game.heap.Wythoff.NimValueTable(2, 2)"
        with NIM_VALUE_TABLE {}
    /// Games on pairs of numbers.
    class "game.heap.NativePartizanCoordinateRuleset": ["game.NativeRuleset"] "game.heap.Cutcake.GameValueTable(2, 2)"
        with GAME_VALUE_TABLE {}
    /// Generalisations of Wythoff's game.
    class "game.heap.GenWythoff": ["game.heap.NativeCoordinateRuleset"]
        "game.heap.GenWythoff(k -> k + 1)((3,4)).NimValue"
    new {
        /// Wythoff's game with a bound: take `k` and `l` with `k <= l < bound(k)`.
        fn GenWythoff(bound: &Value) "game.heap.GenWythoff(k -> k + 2)((10,10)).Options.Size"
            => CallbackRules::wythoff(bound);
    }
    {}
    /// Heaps with a memory.
    class "game.heap.GenMem": ["game.heap.NativeCoordinateRuleset"]
        "game.heap.GenMem((memory, a) -> a >= memory)((7,2)).NimValue"
    new {
        /// A heap with a memory: take `a` if `predicate(memory, a)`.
        fn GenMem(predicate: &Value) "game.heap.GenMem((memory, a) -> a != memory)((10,10)).NimValue"
            => CallbackRules::memory(predicate);
    }
    {}
    /// Take-away games.
    class "game.heap.TakeAway": ["game.heap.GenMem"] "game.heap.TakeAway(2)((10,1)).NimValue"
    new {
        /// Take at most `limit` times as many, or at most `limit(memory)` tokens.
        fn TakeAway(limit: &Value) "game.heap.TakeAway(3/2)((13,6)).NimValue" => take_away(limit);
    }
    {}
    /// The family of Cutcake.
    class "game.heap.GenCutcake": ["game.heap.NativePartizanCoordinateRuleset"] "game.heap.Cutcake((3,4)).CanonicalForm"
    new {
        /// A cake cut by the rules of two heap games.
        fn GenCutcake(leftRuleset: &Value, rightRuleset: &Value, twisted: bool = Default::Bool(false))
            "game.heap.Cutcake((3,4)).CanonicalForm" => CallbackRules::cutcake(leftRuleset, rightRuleset, twisted);
    }
    {}
    /// Partizan heap games.
    class "game.heap.NativePartizanHeapRuleset": ["game.NativeRuleset"]
        "game.heap.PartizanSubtraction({1,2}, {1}).GameValueSequence(4)"
    new {
        /// Left moves on a heap by one heap game, Right by another.
        fn NativePartizanHeapRuleset(leftRuleset: &Value, rightRuleset: &Value)
            "game.heap.PartizanSubtraction({1,2}, {1})(3).CanonicalForm"
            => CallbackRules::partizan(leftRuleset, rightRuleset);
    }
    with GAME_VALUE_SEQUENCE {}
    /// Partizan subtraction games.
    class "game.heap.PartizanSubtraction": ["game.heap.NativePartizanHeapRuleset"]
        "game.heap.PartizanSubtraction({1,2}, {1})(3).CanonicalForm"
    new {
        /// Left takes a number of tokens from one set, Right from another.
        fn PartizanSubtraction(leftSet: &Value, rightSet: &Value, allbut: bool = Default::Bool(false))
            "game.heap.PartizanSubtraction({1,3}, {1,2,4}).GameValueSequence(5)"
            => partizan(m, [leftSet, rightSet], allbut, "game.heap.PartizanSubtraction", "3", HeapRule::Take);
    }
    {}
    /// Partizan Splittles.
    class "game.heap.PartizanSplittles": ["game.heap.NativePartizanHeapRuleset"]
        "game.heap.PartizanSplittles({1}, {2})(3).CanonicalForm"
    new {
        /// Take a number of tokens from one's set and leave the rest as at most two heaps.
        fn PartizanSplittles(leftSet: &Value, rightSet: &Value, allbut: bool = Default::Bool(false))
            "game.heap.PartizanSplittles({4,5}, {2,3}).GameValueSequence(5)"
            => partizan(m, [leftSet, rightSet], allbut, "game.heap.PartizanSplittles", "7", HeapRule::TakeAndSplit);
    }
    {}
};

fn take_away(limit: &Value) -> Result<Value, Failure> {
    match limit {
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
        | Value::Object(_)) => CallbackRules::take_away(function),
        other => Err(other.unlike("a number or a function")),
    }
}

fn partizan(
    m: &mut Machine<'_>,
    sets: [&Value; 2],
    all_but: bool,
    class: &'static str,
    digit: &str,
    rule: fn(Numbers) -> HeapRule,
) -> Result<Value, Failure> {
    let (left, low) = set_code(m, sets[0], digit, all_but)?;
    let (right, high) = set_code(m, sets[1], digit, all_but)?;
    if low.iter().chain(&high).any(|&number| number <= 0) {
        // Tokens stay or are added: the codes say how.
        let class = m.load_class("game.heap.PartizanTakeAndBreak")?;
        let codes = [left, right].map(|code| Value::text(code.to_string()));
        return m.make(&class, None, codes.into()).map(Value::Instance);
    }
    let set = |value: &Value| -> Result<Numbers, Failure> {
        let numbers: Result<Vec<u32>, Failure> = entries(value)?.iter().map(natural).collect();
        Ok(Numbers::new(numbers?, all_but))
    };
    let (left, right) = (set(sets[0])?, set(sets[1])?);
    let shown = format!("{class}({left}, {right}, allbut => {all_but})");
    let game = HeapGame::new(rule(left), rule(right), shown);
    Ok(RulesetObject::value(small_ruleset(game), class, Kind::Heap))
}
