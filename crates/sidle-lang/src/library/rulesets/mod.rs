//! The rulesets as the calculator knows them: `game.grid.Clobber("xo")`.
//!
//! A named ruleset is the single object of its name; a family such as `game.strip.GenToadsAndFrogs` is a
//! class that is called with its parameters. Either is called with a position: a text, a grid, a strip
//! or a graph, coordinates, or a number.

mod boards;
mod callbacks;
mod cards;
mod color;
mod decomposition;
mod families;
mod pairs;
mod read;
pub(crate) mod scripts;
mod tables;
mod variants;

use std::{
    cmp::Ordering,
    sync::{Arc, OnceLock},
};

use rustc_hash::FxHasher;
use sidle_rules::{
    NotationError,
    card::{Card, Input},
};
use sidle_solve::{
    Variant,
    catalogue::{self, AnyRuleset},
};

use super::{
    Argument, NativeClass, Object, Show, State, class_names::OBJECT, classes, in_tables, object,
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    value::{Order, Value},
};

pub(crate) use boards::{board, board_text, compare as compare_boards, geese_and_fox};
pub(super) use cards::{classes as from_cards, object_of};
pub(crate) use color::colour_ink;
pub(crate) use decomposition::parts_of;
pub(super) use families::CLASSES as FAMILIES;
pub(super) use pairs::CLASSES as PAIRS;
pub(crate) use pairs::pair;
pub(crate) use variants::{base_of, is_dicotic, variant_of};

/// So many characters of a text are shown in an error.
const SHOWN: usize = 60;

/// A ruleset as an object.
#[derive(Clone, Debug)]
pub(crate) struct RulesetObject {
    pub(crate) ruleset: Arc<dyn AnyRuleset>,
    /// The qualified name of its class.
    class: &'static str,
    /// What positions are made of.
    pub(super) kind: Kind,
    /// How it came to be.
    made: OnceLock<scripts::Construction>,
    /// How it is printed, once that is known.
    shown: OnceLock<String>,
}

/// What positions are made of, and what else the ruleset can do.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A text, or an object that has one.
    Text,
    /// Pairs of numbers, written `(m,n)`.
    Pair,
    /// Heaps: one number, or a list of them.
    Heap,
    /// The squares of some pieces, and the square of one.
    Squares,
    /// Games on pairs whose rules are a function of the calculator, called anew for each position.
    Callback(callbacks::CallbackRules),
}

impl Kind {
    /// What a ruleset with this card is called with.
    fn of(card: &Card) -> Kind {
        match card.input {
            Input::Text => Kind::Text,
            Input::Pair => Kind::Pair,
            Input::Heaps | Input::Rows => Kind::Heap,
            Input::Squares => Kind::Squares,
        }
    }

    /// Are rules that are called the same functions or rulesets?
    fn same(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Callback(a), Kind::Callback(b)) => a.same(b),
            (Kind::Callback(_), _) | (_, Kind::Callback(_)) => false,
            _ => true,
        }
    }
}

impl RulesetObject {
    pub(super) fn value(ruleset: Arc<dyn AnyRuleset>, class: &'static str, kind: Kind) -> Value {
        // A family with the parameters of a named ruleset is that ruleset: its positions are the same.
        let name = ruleset.name();
        let named = catalogue::find(&name).filter(|entry| entry.name == name);
        let ruleset = named.map_or(ruleset, catalogue::Entry::ruleset);
        Value::object(RulesetObject {
            ruleset,
            class,
            kind,
            made: OnceLock::new(),
            shown: OnceLock::new(),
        })
    }

    fn variant(&self, variant: Variant, of: &Value) -> Value {
        let class = match variant {
            Variant::Dicotic => "game.variant.NativeDicoticRuleset",
            Variant::Impartial => "game.variant.NativeImpartialRuleset",
            Variant::Twisted => "game.variant.NativeTwistedRuleset",
        };
        let made = RulesetObject::value(self.ruleset.variant(variant), class, self.kind.clone());
        scripts::note(&made, || {
            scripts::Construction::Variant(variant, of.clone())
        });
        made
    }
}

impl Object for RulesetObject {
    fn is_free_of_games(&self) -> bool {
        let free = |value: &Value| match value {
            Value::Number(_) | Value::Text(_) | Value::Bool(_) | Value::Coordinates(..) => true,
            Value::Object(object) => object.is_free_of_games(),
            _ => false,
        };
        let made = match self.made.get() {
            None | Some(scripts::Construction::Constant(_)) => true,
            Some(scripts::Construction::Called(_, arguments, named)) => arguments
                .iter()
                .chain(named.iter().map(|(_, value)| value))
                .all(free),
            Some(scripts::Construction::Variant(_, of)) => free(of),
        };
        made && !matches!(self.kind, Kind::Callback(_))
    }

    fn class(&self) -> &'static Arc<Class> {
        in_tables(self.class)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<RulesetObject>();
        other.is_some_and(|other| {
            self.ruleset.name() == other.ruleset.name() && self.kind.same(&other.kind)
        })
    }

    fn hash(&self) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = FxHasher::default();
        self.ruleset.name().hash(&mut hasher);
        hasher.finish()
    }

    fn compare(&self, other: &dyn Object, _: &mut Order<'_>) -> Ordering {
        let other = other.downcast_ref::<RulesetObject>();
        other.map_or(Ordering::Equal, |other| {
            self.ruleset.name().cmp(&other.ruleset.name())
        })
    }

    fn text(&self, _: Show<'_>) -> Result<String, Failure> {
        if let Some(shown) = self.shown.get() {
            return Ok(shown.clone());
        }
        let name = self.ruleset.name();
        Ok(match name.find('(') {
            None => name.rsplit('.').next().unwrap_or(&name).to_owned(),
            Some(open) => {
                let start = name[..open].rfind('.').map_or(0, |dot| dot + 1);
                name[start..].to_owned()
            }
        })
    }

    fn call(
        &self,
        machine: &mut Machine<'_>,
        arguments: &[Value],
    ) -> Option<Result<Value, Failure>> {
        Some(read::position(machine, self, arguments))
    }
}

/// A text as it is shown in an error: of a long one the row with the byte that is to blame, and of a long row what is
/// around it.
fn excerpt(text: &str, byte: usize) -> String {
    if text.chars().nth(SHOWN).is_none() {
        return text.to_owned();
    }
    let (before, after) = text.split_at_checked(byte).unwrap_or((text, ""));
    let before: Vec<char> = before.rsplit('|').next().unwrap_or("").chars().collect();
    let from = before.len().saturating_sub(SHOWN / 2);
    let mut after = after.split('|').next().unwrap_or("").chars();
    let mut row: String = if from > 0 { "…" } else { "" }.to_owned();
    row.extend(&before[from..]);
    row.extend(after.by_ref().take(SHOWN / 2));
    if after.next().is_some() {
        row.push('…');
    }
    row
}

/// A position that cannot be read, as a failure of the calculator.
fn misread(error: &NotationError, text: &str) -> Failure {
    let message = format!(
        "{} in \"{}\"",
        error.message,
        excerpt(text, error.span.start)
    );
    let failure = Failure::new(message).inside(text, error.span.clone());
    match &error.help {
        Some(help) => failure.with_help(help.clone()),
        None => failure,
    }
}

/// The name of a ruleset of the registry, as an expression.
pub(crate) fn ruleset_name(value: &Value) -> Option<String> {
    let name = object::<RulesetObject>(value)?.ruleset.name();
    catalogue::card_of(&name)?;
    Some(catalogue::printed_name(&name).to_owned())
}

impl State for RulesetObject {
    const CLASS: &'static str = "game.NativeRuleset";
    const WHAT: &'static str = "a ruleset";
}

const RULESET: &[&str] = &["game.NativeRuleset"];

/// The public class of rulesets of an internal one: what `Class` answers.
pub(crate) fn public_class(internal: &str) -> Option<&'static str> {
    Some(match internal {
        "game.variant.NativeDicoticRuleset" => "game.variant.DicoticVariantRuleset",
        "game.variant.NativeImpartialRuleset" => "game.variant.ImpartialVariantRuleset",
        "game.variant.NativeTwistedRuleset" => "game.variant.TwistedVariantRuleset",
        "game.heap.NativeHeapRuleset" => "game.heap.FunctionalHeapRuleset",
        "game.heap.NativePartizanHeapRuleset" => "game.heap.PartizanHeapRuleset",
        _ => return None,
    })
}

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// What all rulesets have in common.
    class "game.NativeRuleset": [OBJECT, "game.Ruleset"] "game.grid.Clobber is game.NativeRuleset" {
        /// A position of the ruleset, as positions are printed.
        fn Position(own: &RulesetObject, board: &Value) "game.grid.Domineering.Position(\"..|.#\").CanonicalForm"
            => read::position(m, own, std::slice::from_ref(board));
        /// A position given by two things, as positions are printed.
        fn Position(own: &RulesetObject, several: &Value, one: &Value)
            "game.grid.FoxAndGeese.Position({(3,1),(3,3)}, (1,1)).GameValue"
            => read::position(m, own, &[several.clone(), one.clone()]);
        /// The ruleset in which a player may move only where the opponent could move, too.
        get DicoticVariant(own: &Value) "game.grid.Domineering.DicoticVariant(\".#|..\").CanonicalForm"
            => <&RulesetObject>::of(m, own)?.variant(Variant::Dicotic, own);
        /// The ruleset in which both players have the moves of both.
        get ImpartialVariant(own: &Value) "game.grid.Amazons.ImpartialVariant(\"x..|..o\").NimValue"
            => <&RulesetObject>::of(m, own)?.variant(Variant::Impartial, own);
        /// The ruleset in which the players change sides after each move.
        get TwistedVariant(own: &Value) "game.grid.Clobber.TwistedVariant(\"xox\").CanonicalForm"
            => <&RulesetObject>::of(m, own)?.variant(Variant::Twisted, own);
    }
    /// Rulesets made by `DicoticVariant`.
    class "game.variant.NativeDicoticRuleset": ["game.NativeRuleset", "game.variant.DicoticVariantRuleset"]
        "game.grid.Clobber.DicoticVariant(\"xo\").CanonicalForm" {}
    /// Rulesets made by `ImpartialVariant`.
    class "game.variant.NativeImpartialRuleset": ["game.NativeRuleset", "game.variant.ImpartialVariantRuleset"]
        "game.grid.Clobber.ImpartialVariant(\"xo\").NimValue" {}
    /// Rulesets made by `TwistedVariant`.
    class "game.variant.NativeTwistedRuleset": ["game.NativeRuleset", "game.variant.TwistedVariantRuleset"]
        "game.grid.Clobber.TwistedVariant(\"xo\").CanonicalForm" {}
};
