//! What rulesets on heaps make of each other. The products themselves are written in the language, in the
//! prelude; a native ruleset is handed to them inside an adapter.

use super::{
    Default, NativeClass,
    class_names::{BOOLEAN, OBJECT},
    classes,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

const HEAPS: &str = "game.heap.HeapRuleset";

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// What rulesets on heaps make of each other.
    class "game.heap.HeapProducts": [OBJECT, HEAPS, "game.Ruleset"] "game.heap.Kayles is game.heap.HeapProducts" {
        /// The game in which Left moves by this ruleset and Right by the other.
        fn PartizanJoin(own: &Value, that: &Value as HEAPS)
            "game.heap.Kayles.PartizanJoin(game.heap.Nim).GameValueSequence(4)"
            => made(m, "game.heap.PartizanHeapRuleset", vec![own.clone(), that.clone()]);
        /// On (m, n): a move of this ruleset in m, or one of the other in n.
        fn AcrosticProduct(own: &Value, that: &Value as HEAPS)
            "game.heap.Kayles.AcrosticProduct(game.heap.Nim).NimValueTable(2, 2)"
            => product(m, "AcrosticProduct", own, that);
        /// On (m, n): a move in both.
        fn DirectProduct(own: &Value, that: &Value as HEAPS)
            "game.heap.Kayles.DirectProduct(game.heap.Nim).NimValueTable(2, 2)"
            => product(m, "DirectProduct", own, that);
        /// The ruleset in which a player may move only where the opponent could move, too.
        get DicoticVariant(own: &Value) "game.heap.Kayles.DicoticVariant(3).CanonicalForm"
            => made(m, "game.variant.DicoticVariantRuleset", vec![own.clone()]);
        /// The ruleset in which both players have the moves of both.
        get ImpartialVariant(own: &Value) "game.heap.Kayles.ImpartialVariant(3).CanonicalForm"
            => made(m, "game.variant.ImpartialVariantRuleset", vec![own.clone()]);
        /// The ruleset in which the players change sides after each move.
        get TwistedVariant(own: &Value) "game.heap.Kayles.TwistedVariant(3).CanonicalForm"
            => made(m, "game.variant.TwistedVariantRuleset", vec![own.clone()]);
        /// The game on pairs in which Left splits the second number by this ruleset and Right the first by the other.
        fn CakeProduct(own: &Value, that: &Value as HEAPS, twisted: &Value as BOOLEAN = Default::Bool(false))
            "game.heap.Kayles.CakeProduct(game.heap.Nim)((2,2)).CanonicalForm" => {
            let cake = m.load_class("game.heap.GenCutcake")?;
            super::construct(m, &cake, vec![own.clone(), that.clone(), twisted.clone()], &[])
        };
    }
};

/// A product of the prelude.
fn product(m: &mut Machine<'_>, name: &str, own: &Value, that: &Value) -> Result<Value, Failure> {
    let adapted = adapted(m, own)?;
    m.call_method(adapted, name, vec![that.clone()])
}

/// The ruleset of the prelude with the moves of both.
pub(super) fn joined(
    machine: &mut Machine<'_>,
    first: &Value,
    second: &Value,
) -> Result<Value, Failure> {
    let adapted = adapted(machine, first)?;
    machine.call_method(adapted, "Join", vec![second.clone()])
}

/// A ruleset of the prelude with the moves of a native one.
fn adapted(machine: &mut Machine<'_>, ruleset: &Value) -> Result<Value, Failure> {
    made(
        machine,
        "game.heap.AdaptedHeapRuleset",
        vec![ruleset.clone()],
    )
}

/// A ruleset of the prelude.
fn made(machine: &mut Machine<'_>, class: &str, of: Vec<Value>) -> Result<Value, Failure> {
    let class = machine.load_class(class)?;
    let made = machine.make(&class, None, of)?;
    Ok(Value::Instance(made))
}
