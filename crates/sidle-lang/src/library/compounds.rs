//! Sums, products and negatives that are not worked out.

use sidle_solve::{Compound, Form, Position, Variant};

use super::{
    Member, NativeClass,
    class_names::{GAME, IMPARTIAL},
    classes,
    enums::Element,
    members, object, rulesets,
};
use crate::{
    diagnostic::Failure,
    evaluate::{ask, compound},
    library::values::variant,
    value::Value,
};

const PARTS: &[Member] = members! { m;
    /// How the two games are combined.
    get CompoundType(x: &Value) "('{*|*}' : 1).CompoundType"
        => super::element("game.CompoundType", literal(parts(x)?.0));
    /// The first of the two games.
    get G(x: &Value) "('{*|*}' : 1).G" => parts(x)?.1;
    /// The second of the two games.
    get H(x: &Value) "('{*|*}' : 1).H" => parts(x)?.2;
};

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// A sum or product that is not worked out.
    class "game.CompoundGame": [GAME] "'{*|*}' + '{*|*}'"
    new {
        /// Two games combined, not worked out.
        fn CompoundGame(compoundType: &Value as "game.CompoundType", G: &Value as GAME, H: &Value as GAME)
            "CompoundGame(CompoundType.OrdinalSum, *, 1)" => {
            let name = object::<Element>(compoundType).map_or("", |element| element.literal);
            let kind = KINDS.iter().find(|(_, literal)| *literal == name);
            let (kind, _) = kind.ok_or_else(|| Failure::new("that is not a type of compound"))?;
            compound(m, *kind, G, H)
        };
    }
    with PARTS {}
    /// A sum or product of impartial games that is not worked out.
    class "game.CompoundImpartialGame": [IMPARTIAL] "game.heap.Nim(3) + game.heap.Nim(5)" with PARTS {}
    /// The negative of a game, not worked out.
    class "game.NegativeGame": [GAME] "-game.heap.PartizanEuclid((5,3))"
    new {
        /// The negative of a game, not worked out.
        fn NegativeGame(G: Position as GAME) "NegativeGame('{1|}')" => ask(m, |_, asking| asking.negative(&G))?;
    }
    {
        /// The game whose negative this is.
        get G(x: Position) "(-game.heap.PartizanEuclid((5,3))).G" => match x.form() {
            Form::Negative(inner) => Ok(inner.clone()),
            _ => Err(Failure::new("this is not a negative")),
        };
    }
    /// A game in which a player may move only where the opponent could move, too.
    class "game.variant.DicoticVariantGame": [GAME] "game.variant.DicoticVariantGame('{1|}').CanonicalForm"
    new {
        /// A game in which a player may move only where the opponent could move, too.
        fn DicoticVariantGame(base: &Value as GAME) "game.variant.DicoticVariantGame('{1|}').CanonicalForm"
            => variant(m, base, Variant::Dicotic);
    }
    with VARIANT {}
    /// A game in which both players have the moves of both.
    class "game.variant.ImpartialVariantGame": [IMPARTIAL] "game.variant.ImpartialVariantGame('{0|*}').NimValue"
    new {
        /// A game in which both players have the moves of both.
        fn ImpartialVariantGame(base: &Value as GAME) "game.variant.ImpartialVariantGame('{0|*}').NimValue"
            => variant(m, base, Variant::Impartial);
    }
    with VARIANT {}
    /// A game in which the players change sides after each move.
    class "game.variant.TwistedVariantGame": [GAME] "game.variant.TwistedVariantGame('{1|}').CanonicalForm"
    new {
        /// A game in which the players change sides after each move.
        fn TwistedVariantGame(base: &Value as GAME) "game.variant.TwistedVariantGame('{1|}').CanonicalForm"
            => variant(m, base, Variant::Twisted);
    }
    with VARIANT {}
};

const VARIANT: &[Member] = members! { m;
    /// The game it is a variant of.
    get base(x: Position) "game.variant.TwistedVariantGame('{1|}').base"
        => rulesets::base_of(m, &x).ok_or_else(|| Failure::new("this is not a variant"));
};

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
