//! What rulesets on heaps make of each other. The products themselves are written in the language, in the
//! prelude; a native ruleset is handed to them inside an adapter.

use super::{Default, Member, NativeClass, class, method, optional, property, required};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

const HEAPS: &str = "game.heap.HeapRuleset";

/// A product that the prelude knows.
macro_rules! product {
    ($name:literal, $doc:literal, $example:literal) => {
        method($name, &[required("that", HEAPS)], $doc, $example, |m, a| {
            let adapted = adapted(m, &a[0])?;
            m.call_method(adapted, $name, vec![a[1].clone()])
        })
    };
}

/// A variant that the prelude knows.
macro_rules! variant {
    ($name:literal, $doc:literal, $example:literal) => {
        property($name, $doc, $example, |m, a| {
            made(m, concat!("game.variant.", $name, "Ruleset"), a.to_vec())
        })
    };
}

const PRODUCTS: &[Member] = &[
    method(
        "PartizanJoin",
        &[required("that", HEAPS)],
        "The game in which Left moves by this ruleset and Right by the other.",
        "game.heap.Kayles.PartizanJoin(game.heap.Nim).GameValueSequence(4)",
        |m, a| made(m, "game.heap.PartizanHeapRuleset", a.to_vec()),
    ),
    product!(
        "AcrosticProduct",
        "On (m, n): a move of this ruleset in m, or one of the other in n.",
        "game.heap.Kayles.AcrosticProduct(game.heap.Nim).NimValueTable(2, 2)"
    ),
    product!(
        "DirectProduct",
        "On (m, n): a move in both.",
        "game.heap.Kayles.DirectProduct(game.heap.Nim).NimValueTable(2, 2)"
    ),
    variant!(
        "DicoticVariant",
        "The ruleset in which a player may move only where the opponent could move, too.",
        "game.heap.Kayles.DicoticVariant(3).CanonicalForm"
    ),
    variant!(
        "ImpartialVariant",
        "The ruleset in which both players have the moves of both.",
        "game.heap.Kayles.ImpartialVariant(3).CanonicalForm"
    ),
    variant!(
        "TwistedVariant",
        "The ruleset in which the players change sides after each move.",
        "game.heap.Kayles.TwistedVariant(3).CanonicalForm"
    ),
    method(
        "CakeProduct",
        &[
            required("that", HEAPS),
            optional("twisted", "cgsuite.lang.Boolean", Default::Bool(false)),
        ],
        "The game on pairs in which Left splits the second number by this ruleset and Right the first by the other.",
        "game.heap.Kayles.CakeProduct(game.heap.Nim)((2,2)).CanonicalForm",
        |m, a| {
            let cake = m.load_class("game.heap.GenCutcake")?;
            crate::builtins::construct(m, &cake, a.to_vec(), &[])
        },
    ),
];

pub(super) const CLASSES: &[NativeClass] = &[NativeClass {
    members: PRODUCTS,
    ..class(
        "game.heap.HeapProducts",
        &["cgsuite.lang.Object", HEAPS, "game.Ruleset"],
        "What rulesets on heaps make of each other.",
        "game.heap.Kayles is game.heap.HeapProducts",
    )
}];

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
