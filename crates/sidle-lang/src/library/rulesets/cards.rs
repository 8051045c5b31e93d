//! The classes of the rulesets in the registry, made from their cards.

use std::sync::LazyLock;

use sidle_core::Player;
use sidle_rules::{
    Argument,
    card::{
        BoardKind, Card, Fallback, Family, Game, Input, Misfit, Parameter, ParameterKind, Visitor,
    },
};
use sidle_solve::catalogue::{self, Entry};

use super::{
    super::{
        self as library, Default, NativeClass, Singleton, class, method, object, optional, required,
    },
    Kind, RULESET, RulesetObject,
    color::Color,
    tables,
};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

/// The classes of all families and named rulesets that the tables of this library do not have.
pub(in crate::library) fn classes() -> &'static [NativeClass] {
    static CLASSES: LazyLock<Vec<NativeClass>> = LazyLock::new(|| {
        let mut classes = Classes::default();
        sidle_rules::families(&mut classes);
        classes.0
    });
    &CLASSES
}

#[derive(Default)]
struct Classes(Vec<NativeClass>);

impl Visitor for Classes {
    fn family<F: Family>(&mut self) {
        let card = F::CARD;
        if !card.parameters.is_empty() {
            self.add(family_class::<F>(card));
        }
        for game in card.games {
            let mut entries = catalogue::entries().iter();
            if let Some(entry) = entries.find(|entry| entry.name == game.name) {
                self.add(constant(entry));
            }
        }
    }
}

impl Classes {
    fn add(&mut self, line: NativeClass) {
        if !library::TABLES
            .iter()
            .copied()
            .flatten()
            .any(|own| own.name == line.name)
        {
            self.0.push(line);
        }
    }
}

/// Text that lives as long as the tables of classes, which are made once.
fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn kept_list<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

/// The parameter of families that also take the rules of heaps.
const HEAPS: &[library::Parameter] = &[required("heapRuleset", "game.heap.HeapRuleset")];

/// The class of a family: it is called with parameters.
fn family_class<F: Family>(card: &'static Card) -> NativeClass {
    let parameters = kept_list(card.parameters.iter().map(parameter).collect());
    let mut calls = vec![method("", parameters, card.about, card.example, call::<F>)];
    if let [
        Parameter {
            kind: ParameterKind::Code(_),
            ..
        },
    ] = card.parameters
    {
        calls.push(method(
            "",
            HEAPS,
            "The member of the family whose moves are the options of heaps.",
            card.example,
            call_with_heaps::<F>,
        ));
    }
    NativeClass {
        calls: kept_list(calls),
        members: match card.input {
            Input::Squares => tables::VALUES_TABLE,
            _ => &[],
        },
        ..class(card.class, above(card.board), card.about, card.example)
    }
}

/// A constant of a package: the class whose single object is the ruleset.
fn constant(entry: &'static Entry) -> NativeClass {
    let own = class_of(entry);
    let supers = match own == entry.name {
        true if entry.card.input == Input::Pair => &["game.heap.NativePartizanCoordinateRuleset"],
        true => above(entry.card.board),
        false => kept_list(vec![own, "game.NativeRuleset"]),
    };
    NativeClass {
        singleton: Some(Singleton::Ruleset(entry)),
        ..class(
            entry.name,
            supers,
            entry.rules,
            kept(example(entry.card, entry.game)),
        )
    }
}

/// The class of the object that a named ruleset is.
fn class_of(entry: &Entry) -> &'static str {
    match entry.game.impartial_variant {
        true => "game.variant.NativeImpartialRuleset",
        false => entry.game.class.unwrap_or(entry.card.class),
    }
}

/// The ruleset as an object.
pub(in crate::library) fn object_of(entry: &Entry) -> Value {
    RulesetObject::value(entry.ruleset(), class_of(entry), Kind::of(entry.card))
}

/// A position of a named ruleset and a property of it: `game.grid.Clobber("xoxo").CanonicalForm`.
fn example(card: &Card, game: &Game) -> String {
    let position = match card.input {
        Input::Pair => format!("(({}))", game.example),
        Input::Rows => format!("([{}])", game.example),
        Input::Text | Input::Squares | Input::Heaps => format!("(\"{}\")", game.example),
    };
    format!("{}{position}.{}", game.name, game.question)
}

/// The classes above a ruleset: that of its package, for those on boards.
const fn above(board: BoardKind) -> &'static [&'static str] {
    match board {
        BoardKind::Grid => &["game.NativeRuleset", "game.grid.GridRuleset"],
        BoardKind::Strip => &["game.NativeRuleset", "game.strip.StripRuleset"],
        BoardKind::Graph | BoardKind::WeightedGraph => {
            &["game.NativeRuleset", "game.graph.GraphRuleset"]
        }
        BoardKind::Heaps | BoardKind::Other => RULESET,
    }
}

fn parameter(of: &Parameter) -> library::Parameter {
    let class = match of.kind {
        ParameterKind::Integer(..) => "game.Integer",
        ParameterKind::Bool => "cgsuite.lang.Boolean",
        ParameterKind::Code(_) => "cgsuite.lang.String",
        ParameterKind::Distance(..)
        | ParameterKind::Directions
        | ParameterKind::CellSets
        | ParameterKind::Cells
        | ParameterKind::Colours
        | ParameterKind::Labels => "",
    };
    match of.default {
        None => required(of.name, class),
        Some(Fallback::Nothing) => optional(of.name, class, Default::Nothing),
        Some(Fallback::Bool(yes)) => optional(of.name, class, Default::Bool(yes)),
        Some(Fallback::Integer(n)) => optional(of.name, class, Default::Integer(n)),
    }
}

/// The member of a family with the given arguments.
fn call<F: Family>(_: &mut Machine<'_>, arguments: &[Value]) -> Result<Value, Failure> {
    let card = F::CARD;
    let plain: Vec<Argument> = arguments.iter().map(argument).collect::<Result<_, _>>()?;
    let family = catalogue::families()
        .iter()
        .find(|family| family.card.class == card.class);
    let family = family.ok_or_else(|| Failure::new("this family is not in the registry"))?;
    let ruleset = family
        .member(&plain)
        .map_err(|misfit| failure(misfit, arguments))?;
    Ok(RulesetObject::value(ruleset, card.class, Kind::of(card)))
}

fn failure(misfit: Misfit, arguments: &[Value]) -> Failure {
    let failure = Failure::new(misfit.message);
    match misfit.inside {
        Some((place, span)) => match arguments.get(place) {
            Some(Value::Text(text)) => failure.inside(text, span),
            _ => failure,
        },
        None => failure,
    }
}

/// The member of a family by its script, which takes a ruleset of heaps.
fn call_with_heaps<F: Family>(
    machine: &mut Machine<'_>,
    arguments: &[Value],
) -> Result<Value, Failure> {
    let script = F::CARD
        .class
        .replacen("game.", super::super::prelude::SCRIPTS_PACKAGE, 1);
    let class = machine.class_value(&script)?;
    machine.call_back(&class, arguments.to_vec())
}

/// A value as the argument of a family.
fn argument(value: &Value) -> Result<Argument, Failure> {
    let list = |items: &[Value]| {
        let items = items.iter().map(argument).collect::<Result<_, _>>();
        items.map(Argument::List)
    };
    Ok(match value {
        Value::Nothing => Argument::Nothing,
        Value::Bool(yes) => Argument::Bool(*yes),
        Value::Text(text) => Argument::Text(text.to_string()),
        Value::Player(player) => Argument::Player(*player),
        Value::Coordinates(row, col) => Argument::Step((*row, *col)),
        Value::Number(n) if !n.is_finite() && n.signum() > 0 => Argument::Infinity,
        Value::Number(n) => match n.to_dyadic() {
            Some(n) => Argument::Number(n),
            None => return Err(Failure::new("expected a dyadic rational")),
        },
        Value::List(items) | Value::Set(items) => list(&items.values)?,
        Value::Map(entries) => {
            let side = |player| {
                let found = entries.values.iter().find_map(|entry| match entry {
                    Value::Pair(pair) if matches!(pair.0, Value::Player(p) if p == player) => {
                        Some(argument(&pair.1))
                    }
                    _ => None,
                });
                found.unwrap_or_else(|| {
                    Err(Failure::new(format!("the map has nothing for {player}")))
                })
            };
            Argument::PerPlayer(Box::new([side(Player::Left)?, side(Player::Right)?]))
        }
        other => match object::<Color>(other) {
            Some(color) => Argument::Colour(color.label()),
            None => return Err(other.unlike("a parameter of a ruleset")),
        },
    })
}
