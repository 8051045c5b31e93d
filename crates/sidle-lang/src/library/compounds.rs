//! Sums, products and negatives that are not worked out.

use sidle_solve::{Compound, Form, Position, Variant};

use super::{
    Member, NativeClass, class, enums::Element, method, object, property, required, rulesets,
};
use crate::{
    diagnostic::Failure,
    evaluate::{ask, compound, of_position, to_form},
    value::Value,
};

const PARTS: &[Member] = &[
    property(
        "CompoundType",
        "How the two games are combined.",
        "('{*|*}' : 1).CompoundType",
        |_, a| {
            let (kind, ..) = parts(&a[0])?;
            Ok(super::element("game.CompoundType", literal(kind)))
        },
    ),
    property(
        "G",
        "The first of the two games.",
        "('{*|*}' : 1).G",
        |m, a| {
            let (_, first, _) = parts(&a[0])?;
            Ok(of_position(m.store, first))
        },
    ),
    property(
        "H",
        "The second of the two games.",
        "('{*|*}' : 1).H",
        |m, a| {
            let (_, _, second) = parts(&a[0])?;
            Ok(of_position(m.store, second))
        },
    ),
];

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        calls: &[method(
            "CompoundGame",
            &[
                required("compoundType", "game.CompoundType"),
                required("G", "game.Game"),
                required("H", "game.Game"),
            ],
            "Two games combined, not worked out.",
            "CompoundGame(CompoundType.OrdinalSum, *, 1)",
            |m, a| {
                let name = object::<Element>(&a[0]).map_or("", |element| element.literal);
                let kind = KINDS.iter().find(|(_, literal)| *literal == name);
                let (kind, _) =
                    kind.ok_or_else(|| Failure::new("that is not a type of compound"))?;
                compound(m, *kind, &a[1], &a[2])
            },
        )],
        members: PARTS,
        ..class(
            "game.CompoundGame",
            &["game.Game"],
            "A sum or product that is not worked out.",
            "'{*|*}' + '{*|*}'",
        )
    },
    NativeClass {
        members: PARTS,
        ..class(
            "game.CompoundImpartialGame",
            &["game.ImpartialGame"],
            "A sum or product of impartial games that is not worked out.",
            "game.heap.Nim(3) + game.heap.Nim(5)",
        )
    },
    NativeClass {
        calls: &[method(
            "NegativeGame",
            &[required("G", "game.Game")],
            "The negative of a game, not worked out.",
            "NegativeGame('{1|}')",
            |m, a| {
                let position = to_form(m, &a[0])?;
                let negative = ask(m, |_, asking| asking.negative(&position))?;
                Ok(of_position(m.store, negative))
            },
        )],
        members: &[property(
            "G",
            "The game whose negative this is.",
            "(-game.heap.PartizanEuclid((5,3))).G",
            |m, a| match &a[0] {
                Value::Form(form) => match form.form() {
                    Form::Negative(inner) => Ok(of_position(m.store, inner.clone())),
                    _ => Err(Failure::new("this is not a negative")),
                },
                _ => Err(Failure::new("this is not a negative")),
            },
        )],
        ..class(
            "game.NegativeGame",
            &["game.Game"],
            "The negative of a game, not worked out.",
            "-game.heap.PartizanEuclid((5,3))",
        )
    },
];

/// A class of variants of games.
macro_rules! variant {
    ($class:literal, $short:literal, $above:literal, $variant:expr, $doc:literal, $example:literal) => {
        NativeClass {
            calls: &[method(
                $short,
                &[required("base", "game.Game")],
                $doc,
                $example,
                |m, a| crate::builtins::variant(m, &a[0], $variant),
            )],
            members: &[property(
                "base",
                "The game it is a variant of.",
                $example,
                |m, a| match &a[0] {
                    Value::Form(form) => match rulesets::base_of(m, form) {
                        Some(base) => Ok(of_position(m.store, base)),
                        None => Err(Failure::new("this is not a variant")),
                    },
                    _ => Err(Failure::new("this is not a variant")),
                },
            )],
            ..class($class, &[$above], $doc, $example)
        }
    };
}

pub(super) const VARIANTS: &[NativeClass] = &[
    variant!(
        "game.variant.DicoticVariantGame",
        "DicoticVariantGame",
        "game.Game",
        Variant::Dicotic,
        "A game in which a player may move only where the opponent could move, too.",
        "game.variant.DicoticVariantGame('{1|}').CanonicalForm"
    ),
    variant!(
        "game.variant.ImpartialVariantGame",
        "ImpartialVariantGame",
        "game.ImpartialGame",
        Variant::Impartial,
        "A game in which both players have the moves of both.",
        "game.variant.ImpartialVariantGame('{0|*}').NimValue"
    ),
    variant!(
        "game.variant.TwistedVariantGame",
        "TwistedVariantGame",
        "game.Game",
        Variant::Twisted,
        "A game in which the players change sides after each move.",
        "game.variant.TwistedVariantGame('{1|}').CanonicalForm"
    ),
];

/// The names of the ways to combine games.
const KINDS: &[(Compound, &str)] = &[
    (Compound::Sum, "DisjunctiveSum"),
    (Compound::ConjunctiveSum, "ConjunctiveSum"),
    (Compound::SelectiveSum, "SelectiveSum"),
    (Compound::OrdinalSum, "OrdinalSum"),
    (Compound::OrdinalProduct, "OrdinalProduct"),
    (Compound::ConwayProduct, "ConwayProduct"),
];

fn literal(kind: Compound) -> &'static str {
    let found = KINDS.iter().find(|(known, _)| *known == kind);
    found.map_or("ConwayProduct", |(_, literal)| literal)
}

fn parts(value: &Value) -> Result<(Compound, Position, Position), Failure> {
    if let Value::Form(form) = value
        && let Form::Compound(kind, first, second) = form.form()
    {
        return Ok((kind, first.clone(), second.clone()));
    }
    Err(Failure::new("this is not a compound"))
}
