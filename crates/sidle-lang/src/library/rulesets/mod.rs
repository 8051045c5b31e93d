//! The rulesets as the calculator knows them: `game.grid.Clobber("xo")`.
//!
//! A named ruleset is the single object of its name; a family such as `game.strip.GenToadsAndFrogs` is a
//! class that is called with its parameters. Either is called with a position: a text, a grid, a strip
//! or a graph, coordinates, or a number.

mod asked;
mod boards;
mod color;
mod decomposition;
mod families;
mod pairs;
mod parameters;
mod read;
pub(crate) mod scripts;
mod tables;
mod variants;

use std::{
    cmp::Ordering,
    sync::{Arc, OnceLock},
};

use rustc_hash::FxHasher;
use sidle_rules::NotationError;
use sidle_solve::{
    Variant,
    catalogue::{self, AnyRuleset},
};

use super::{NativeClass, Object, Show, class, in_tables, object, property};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::Machine,
    value::{Order, Value},
};

pub(crate) use boards::{
    arguments_text, board, board_text, compare as compare_boards, geese_and_fox,
};
pub(crate) use decomposition::parts_of;
pub(super) use families::CLASSES as FAMILIES;
pub(super) use pairs::CLASSES as PAIRS;
pub(crate) use pairs::coord;
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
    made: OnceLock<scripts::Made>,
    /// How it is printed, once that has been asked.
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
    /// Geese and fox.
    Fox(sidle_rules::grid::FoxAndGeese),
    /// Games on pairs whose rules are a function of the calculator, asked anew for each position.
    Asked(asked::Asked),
}

impl Kind {
    /// Are rules that are asked the same functions or rulesets?
    fn same(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Asked(a), Kind::Asked(b)) => a.same(b),
            (Kind::Asked(_), _) | (_, Kind::Asked(_)) => false,
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
        scripts::note(&made, || scripts::Made::Variant(variant, of.clone()));
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
            None | Some(scripts::Made::Constant(_)) => true,
            Some(scripts::Made::Called(_, arguments, named)) => arguments
                .iter()
                .chain(named.iter().map(|(_, value)| value))
                .all(free),
            Some(scripts::Made::Variant(_, of)) => free(of),
        };
        made && !matches!(self.kind, Kind::Asked(_))
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

fn receiver(arguments: &[Value]) -> Result<&RulesetObject, Failure> {
    arguments
        .first()
        .and_then(object::<RulesetObject>)
        .ok_or_else(|| Failure::new("a ruleset is wanted"))
}

/// The object of a ruleset in the catalogue.
fn named(name: &'static str, class: &'static str, kind: Kind) -> Result<Value, Failure> {
    let entry = catalogue::find(name);
    let entry = entry.ok_or_else(|| Failure::new(format!("`{name}` is not in the catalogue")))?;
    Ok(RulesetObject::value(entry.ruleset(), class, kind))
}

const RULESET: &[&str] = &["game.NativeRuleset"];

/// The classes above a ruleset: that of its package, for those on boards.
const fn above(name: &str) -> &'static [&'static str] {
    match name.as_bytes() {
        b"game.grid.GenFoxAndGeese"
        | b"game.grid.Nimstring"
        | b"game.strip.EndNim"
        | b"game.graph.DigraphPlacement" => RULESET,
        name if begins(name, b"game.grid.") => &["game.NativeRuleset", "game.grid.GridRuleset"],
        name if begins(name, b"game.strip.") => &["game.NativeRuleset", "game.strip.StripRuleset"],
        name if begins(name, b"game.graph.") => &["game.NativeRuleset", "game.graph.GraphRuleset"],
        _ => RULESET,
    }
}

const fn begins(name: &[u8], with: &[u8]) -> bool {
    let mut at = 0;
    while at < with.len() {
        if at >= name.len() || name[at] != with[at] {
            return false;
        }
        at += 1;
    }
    true
}

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

/// A constant of a package: the line of a class whose single object is the ruleset.
macro_rules! constant {
    ($name:literal, $class:literal, $kind:expr, $doc:literal, $example:literal) => {
        NativeClass {
            singleton: Some(|_| named($name, $class, $kind)),
            ..class($name, above($name), $doc, $example)
        }
    };
    ($name:literal, $kind:expr, $doc:literal, $example:literal) => {
        constant!($name, $name, $kind, $doc, $example)
    };
}

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        members: &[
            property(
                "DicoticVariant",
                "The ruleset in which a player may move only where the opponent could move, too.",
                "game.grid.Domineering.DicoticVariant(\".#|..\").CanonicalForm",
                |_, a| Ok(receiver(a)?.variant(Variant::Dicotic, &a[0])),
            ),
            property(
                "ImpartialVariant",
                "The ruleset in which both players have the moves of both.",
                "game.grid.Amazons.ImpartialVariant(\"x..|..o\").NimValue",
                |_, a| Ok(receiver(a)?.variant(Variant::Impartial, &a[0])),
            ),
            property(
                "TwistedVariant",
                "The ruleset in which the players change sides after each move.",
                "game.grid.Clobber.TwistedVariant(\"xox\").CanonicalForm",
                |_, a| Ok(receiver(a)?.variant(Variant::Twisted, &a[0])),
            ),
        ],
        ..class(
            "game.NativeRuleset",
            &["cgsuite.lang.Object", "game.Ruleset"],
            "What all rulesets have in common.",
            "game.grid.Clobber is game.NativeRuleset",
        )
    },
    class(
        "game.variant.NativeDicoticRuleset",
        &["game.NativeRuleset", "game.variant.DicoticVariantRuleset"],
        "Rulesets made by `DicoticVariant`.",
        "game.grid.Clobber.DicoticVariant(\"xo\").CanonicalForm",
    ),
    class(
        "game.variant.NativeImpartialRuleset",
        &["game.NativeRuleset", "game.variant.ImpartialVariantRuleset"],
        "Rulesets made by `ImpartialVariant`.",
        "game.grid.Clobber.ImpartialVariant(\"xo\").NimValue",
    ),
    class(
        "game.variant.NativeTwistedRuleset",
        &["game.NativeRuleset", "game.variant.TwistedVariantRuleset"],
        "Rulesets made by `TwistedVariant`.",
        "game.grid.Clobber.TwistedVariant(\"xo\").CanonicalForm",
    ),
    constant!(
        "game.grid.Domineering",
        Kind::Text,
        "Left places dominoes upright, Right lying down.",
        "game.grid.Domineering(\"..|.#\").CanonicalForm"
    ),
    constant!(
        "game.grid.Cram",
        "game.variant.NativeImpartialRuleset",
        Kind::Text,
        "Both players place dominoes either way.",
        "game.grid.Cram(\"...|...\").NimValue"
    ),
    constant!(
        "game.grid.Clobber",
        "game.grid.GenClobber",
        Kind::Text,
        "A stone moves onto an enemy next to it and removes it.",
        "game.grid.Clobber(\"xoxo\").CanonicalForm"
    ),
    constant!(
        "game.grid.AntiClobber",
        "game.grid.GenClobber",
        Kind::Text,
        "A stone steps onto an empty cell next to it and leaves an enemy behind.",
        "game.grid.AntiClobber(\"xo.\").CanonicalForm"
    ),
    constant!(
        "game.grid.HotClobber",
        "game.grid.GenClobber",
        Kind::Text,
        "A stone moves onto any stone next to it and removes it.",
        "game.grid.HotClobber(\"xox\").CanonicalForm"
    ),
    constant!(
        "game.grid.Kings",
        "game.grid.GenClobber",
        Kind::Text,
        "Clobber with the steps of a chess king.",
        "game.grid.Kings(\"xo|ox\").CanonicalForm"
    ),
    constant!(
        "game.grid.Knights",
        "game.grid.GenClobber",
        Kind::Text,
        "Clobber with the steps of a chess knight.",
        "game.grid.Knights(\"xox|oxo\").CanonicalForm"
    ),
    constant!(
        "game.grid.Rooks",
        "game.grid.GenClobber",
        Kind::Text,
        "Clobber with the moves of a chess rook.",
        "game.grid.Rooks(\"x.o\").CanonicalForm"
    ),
    constant!(
        "game.grid.Queens",
        "game.grid.GenClobber",
        Kind::Text,
        "Clobber with the moves of a chess queen.",
        "game.grid.Queens(\"x.|.o\").CanonicalForm"
    ),
    constant!(
        "game.grid.Amazons",
        Kind::Text,
        "An amazon moves like a chess queen and shoots an arrow that blocks a cell.",
        "game.grid.Amazons(\"x..|..o\").CanonicalForm"
    ),
    constant!(
        "game.grid.Fission",
        Kind::Text,
        "Left splits a stone up and down, Right to the left and right.",
        "game.grid.Fission(\"...|.x.|...\").CanonicalForm"
    ),
    constant!(
        "game.grid.Konane",
        Kind::Text,
        "A stone jumps over enemies in one direction and removes them.",
        "game.grid.Konane(\"xo.o.\").CanonicalForm"
    ),
    constant!(
        "game.grid.NoGo",
        Kind::Text,
        "Put down a stone; every chain must keep an empty cell next to it.",
        "game.grid.NoGo(\"...\").CanonicalForm"
    ),
    constant!(
        "game.grid.Nimstring",
        Kind::Text,
        "Cut strings; whoever frees a coin cuts again. The game behind Dots and Boxes.",
        "game.grid.Nimstring(\"..|...|..\").NimValue"
    ),
    constant!(
        "game.grid.SkiJumps",
        Kind::Text,
        "Skiers slide along their rows; jumpers jump down over enemies.",
        "game.grid.SkiJumps(\"L..|..R|...\").CanonicalForm"
    ),
    constant!(
        "game.grid.HareAndHounds",
        Kind::Text,
        "Three hounds chase a hare and never go back.",
        "game.grid.HareAndHounds(\"#x..#|x...o|#x..#\").OutcomeClass"
    ),
    constant!(
        "game.strip.ToadsAndFrogs",
        "game.strip.GenToadsAndFrogs",
        Kind::Text,
        "Toads go right, frogs left, by a step or a jump over one enemy.",
        "game.strip.ToadsAndFrogs(\"tt..ff\").CanonicalForm"
    ),
    constant!(
        "game.strip.ElephantsAndRhinos",
        "game.strip.GenToadsAndFrogs",
        Kind::Text,
        "Toads and Frogs without jumps.",
        "game.strip.ElephantsAndRhinos(\"t..f\").CanonicalForm"
    ),
    constant!(
        "game.strip.BackslidingToadsAndFrogs",
        "game.strip.GenToadsAndFrogs",
        Kind::Text,
        "Toads and Frogs in which a step back is allowed.",
        "game.strip.BackslidingToadsAndFrogs(\"tf.\").GameValue"
    ),
    constant!(
        "game.strip.TopplingDominoes",
        Kind::Text,
        "Topple a domino to either side; all dominoes there fall with it.",
        "game.strip.TopplingDominoes(\"lrel\").CanonicalForm"
    ),
    constant!(
        "game.strip.Push",
        Kind::Text,
        "Move a piece one cell to the left; it pushes the block before it.",
        "game.strip.Push(\".l.r\").CanonicalForm"
    ),
    constant!(
        "game.strip.Shove",
        Kind::Text,
        "Move a piece one cell to the left, and everything to its left with it.",
        "game.strip.Shove(\".l.r\").CanonicalForm"
    ),
    constant!(
        "game.strip.EndNim",
        Kind::Text,
        "Left takes from the first heap of a row, Right from the last.",
        "game.strip.EndNim(\"314\").CanonicalForm"
    ),
    constant!(
        "game.strip.TurningTurtles",
        "game.strip.Turning",
        Kind::Text,
        "Turn one or two coins.",
        "game.strip.TurningTurtles(\"thht\").NimValue"
    ),
    constant!(
        "game.strip.MockTurtles",
        "game.strip.Turning",
        Kind::Text,
        "Turn up to three coins.",
        "game.strip.MockTurtles(\"thht\").NimValue"
    ),
    constant!(
        "game.strip.Twins",
        "game.strip.Turning",
        Kind::Text,
        "Turn two coins.",
        "game.strip.Twins(\"thht\").NimValue"
    ),
    constant!(
        "game.strip.Ruler",
        "game.strip.Turning",
        Kind::Text,
        "Turn any number of neighbouring coins.",
        "game.strip.Ruler(\"thht\").NimValue"
    ),
    constant!(
        "game.graph.Hackenbush",
        "game.graph.GenHackenbush",
        Kind::Text,
        "Cut an edge; what is no longer joined to the ground falls.",
        "game.graph.Hackenbush(\"e(ee;e)\").CanonicalForm"
    ),
    constant!(
        "game.graph.ChildishHackenbush",
        "game.graph.GenHackenbush",
        Kind::Text,
        "Cut an edge; blue and red ones only if nothing else falls.",
        "game.graph.ChildishHackenbush(\"lrl\").CanonicalForm"
    ),
    constant!(
        "game.graph.Col",
        "game.graph.GenCol",
        Kind::Text,
        "Colour a vertex; neighbours never get the same colour.",
        "game.graph.Col(\".-.-.\").CanonicalForm"
    ),
    constant!(
        "game.graph.Snort",
        "game.graph.GenCol",
        Kind::Text,
        "Colour a vertex; neighbours never get different colours.",
        "game.graph.Snort(\".-.-.\").CanonicalForm"
    ),
    constant!(
        "game.graph.Fjords",
        "game.graph.GenCol",
        Kind::Text,
        "Take a vertex of one's own and claim its neighbours.",
        "game.graph.Fjords(\"L-.-R\").CanonicalForm"
    ),
    constant!(
        "game.graph.ArcKayles",
        "game.graph.GenArcKayles",
        Kind::Text,
        "Remove an edge with both its ends.",
        "game.graph.ArcKayles(\"---\").NimValue"
    ),
    constant!(
        "game.graph.WeightedArcKayles",
        "game.graph.GenArcKayles",
        Kind::Text,
        "Lower the weights of both ends of an edge.",
        "game.graph.WeightedArcKayles(\"2-3-1\").NimValue"
    ),
    constant!(
        "game.graph.PartizanArcKayles",
        Kind::Text,
        "Remove an edge of one's own colour, or a green one, with both its ends.",
        "game.graph.PartizanArcKayles(\"llr\").CanonicalForm"
    ),
    constant!(
        "game.graph.NodeKayles",
        Kind::Text,
        "Remove a vertex and its neighbours.",
        "game.graph.NodeKayles(\"---\").NimValue"
    ),
    constant!(
        "game.graph.DigraphPlacement",
        Kind::Text,
        "Take a vertex of one's own; those it points to vanish too.",
        "game.graph.DigraphPlacement(\"L>R\").CanonicalForm"
    ),
    constant!(
        "game.heap.Chomp",
        Kind::Heap,
        "Take a square with everything below it and to its right.",
        "game.heap.Chomp([3,3]).NimValue"
    ),
];
