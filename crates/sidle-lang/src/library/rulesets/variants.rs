//! Variants of native rulesets and of their positions.

use std::sync::Arc;

use sidle_solve::{
    Form, Position, Variant,
    catalogue::{self, AnyRuleset},
};

use super::{Kind, RulesetObject, boards};
use crate::{evaluate::Machine, library::object};

/// The class of the rulesets that are variants.
pub(super) fn ruleset_class(variant: Variant) -> &'static str {
    match variant {
        Variant::Dicotic => "DicoticVariantRuleset",
        Variant::Impartial => "ImpartialVariantRuleset",
        Variant::Twisted => "TwistedVariantRuleset",
    }
}

/// The variant of a position. Where a variant has rules of its own, the position is one of theirs, which is solved
/// faster than one among positions of all kinds.
pub(crate) fn variant_of(machine: &Machine<'_>, variant: Variant, base: &Position) -> Position {
    let own = match variant {
        Variant::Dicotic => by_own_rules(machine, base),
        Variant::Impartial | Variant::Twisted => None,
    };
    own.unwrap_or_else(|| Position::variant(variant, base))
}

fn by_own_rules(machine: &Machine<'_>, base: &Position) -> Option<Position> {
    let Form::Atom(atom) = base.form() else {
        return None;
    };
    let name = atom.class_name();
    let known = machine
        .rulesets
        .get(&*name)
        .and_then(object::<RulesetObject>);
    if known.is_some_and(|ruleset| matches!(ruleset.kind, Kind::Callback(_))) {
        return None;
    }
    let rules = ruleset_of(machine, &name)?.variant(Variant::Dicotic);
    rules.parse(&boards::written(base)?).ok()
}

/// The position of which this one is the variant.
pub(crate) fn base_of(machine: &Machine<'_>, position: &Position) -> Option<Position> {
    match position.form() {
        Form::Variant(_, base) => Some(base.clone()),
        Form::Atom(atom) => {
            let name = atom.class_name();
            let rules = ruleset_of(machine, name.strip_suffix(catalogue::DICOTIC)?)?;
            rules.parse(&boards::written(position)?).ok()
        }
        _ => None,
    }
}

/// Is it a position of the dicotic variant of a ruleset?
pub(crate) fn is_dicotic(position: &Position) -> bool {
    match position.form() {
        Form::Variant(variant, _) => variant == Variant::Dicotic,
        Form::Atom(atom) => atom.class_name().ends_with(catalogue::DICOTIC),
        _ => false,
    }
}

/// The rules of a position by their name: those by which the calculator made it, or a ruleset of the catalogue.
pub(super) fn ruleset_of(machine: &Machine<'_>, name: &str) -> Option<Arc<dyn AnyRuleset>> {
    if let Some(known) = machine.rulesets.get(name).and_then(object::<RulesetObject>) {
        return Some(known.ruleset.clone());
    }
    let entry = catalogue::find(name).filter(|entry| entry.name == name);
    entry.map(catalogue::Entry::ruleset)
}
