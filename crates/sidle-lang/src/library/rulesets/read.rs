//! What a ruleset is called with.

use sidle_core::Player;
use sidle_rules::card::BoardKind;
use sidle_solve::{
    Form, Position,
    catalogue::{self, AnyRuleset},
};

use super::{Kind, RulesetObject, color::Color, misread, scripts::Construction};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

/// Rulesets with longer names than this are not remembered.
const LONGEST_NAME: usize = 2_000;

/// The position that the arguments of a call describe; the machine remembers to which ruleset it belongs.
pub(super) fn position(
    machine: &mut Machine<'_>,
    ruleset: &RulesetObject,
    arguments: &[Value],
) -> Result<Value, Failure> {
    if let Some(Construction::Variant(variant, base)) = ruleset.made.get() {
        let base = machine.call_back(base, arguments.to_vec())?;
        return crate::library::values::variant(machine, &base, *variant);
    }
    let position = described(machine, ruleset, arguments)?;
    if let Value::Form(form) = &position
        && let Form::Atom(atom) = form.form()
    {
        let name = atom.class_name();
        // The names of rules that were called list all that they allow.
        if name.len() <= LONGEST_NAME && !machine.rulesets.contains_key(&*name) {
            let copy = Value::object(ruleset.clone());
            machine.rulesets.insert(name.into_owned(), copy);
        }
    }
    Ok(position)
}

fn described(
    machine: &mut Machine<'_>,
    ruleset: &RulesetObject,
    arguments: &[Value],
) -> Result<Value, Failure> {
    let text = match (&ruleset.kind, arguments) {
        (Kind::Squares, [several, one]) => squares_text(several, one)?,
        (_, [Value::Text(text)]) => text.to_string(),
        (Kind::Pair | Kind::Callback(_), [one]) => {
            let (m, n) = pair(one)?;
            format!("{m},{n}")
        }
        (Kind::Pair | Kind::Callback(_), [m, n]) => {
            let (m, n) = (natural(m)?, natural(n)?);
            format!("{m},{n}")
        }
        (Kind::Heap, [Value::Number(_)]) => natural(&arguments[0])?.to_string(),
        (Kind::Heap, [Value::List(items)]) => {
            let heaps: Result<Vec<String>, Failure> = items
                .values
                .iter()
                .map(|heap| natural(heap).map(|n| n.to_string()))
                .collect();
            heaps?.join(",")
        }
        (Kind::Heap, [Value::Coordinates(rows, cols)]) => {
            let (rows, cols) = (whole(*rows)?, whole(*cols)?);
            vec![cols.to_string(); rows as usize].join(",")
        }
        (Kind::Text, [board @ Value::Object(_)]) => {
            return board_position(machine, &*ruleset.ruleset, board).map(Value::Form);
        }
        (_, [other]) => {
            return Err(Failure::new(format!(
                "a position of `{}` is not {}",
                ruleset.ruleset.name(),
                other.kind()
            )));
        }
        (kind, arguments) => {
            let wanted = if matches!(kind, Kind::Squares) { 2 } else { 1 };
            let plural = if wanted == 1 { "" } else { "s" };
            return Err(Failure::new(format!(
                "`{}` takes {wanted} argument{plural}, not {}",
                ruleset.ruleset.name(),
                arguments.len()
            )));
        }
    };
    if let Kind::Callback(rules) = &ruleset.kind {
        return rules.position(machine, &text);
    }
    let position = ruleset
        .ruleset
        .parse(&text)
        .map_err(|e| misread(&e, &text))?;
    Ok(Value::Form(position))
}

/// A position given as a grid, a strip or a graph: by way of its text.
pub(super) fn board_position(
    machine: &mut Machine<'_>,
    ruleset: &dyn AnyRuleset,
    board: &Value,
) -> Result<Position, Failure> {
    let arguments = match ruleset.letters() {
        Some(letters) => vec![Value::text(letters)],
        None => graph_labels(board_kind(&ruleset.name()))?,
    };
    let written = machine.call_method(board.clone(), "ToString", arguments)?;
    let Value::Text(text) = written else {
        return Err(Failure::new("the text of this board cannot be read"));
    };
    ruleset.parse(&text).map_err(|e| misread(&e, &text))
}

/// How the labels of vertices and edges are written in the text of a graph.
fn graph_labels(board: Option<BoardKind>) -> Result<Vec<Value>, Failure> {
    let entry = |label: Value, text: &str| Value::pair(label, Value::text(text));
    let vertices = match board == Some(BoardKind::WeightedGraph) {
        true => (0..=255)
            .map(|weight: i64| entry(Value::integer(weight), &weight.to_string()))
            .collect(),
        false => vec![
            entry(Value::Nothing, ""),
            entry(Value::Player(Player::Left), "L"),
            entry(Value::Player(Player::Right), "R"),
        ],
    };
    let edges = vec![
        entry(Value::Nothing, ""),
        entry(Value::object(Color::Blue), "l"),
        entry(Value::object(Color::Red), "r"),
        entry(Value::object(Color::Green), "e"),
    ];
    Ok(vec![Value::map(vertices)?, Value::map(edges)?])
}

/// The entries of a list or set of parameters; of `Nothing`, none.
pub(super) fn entries(value: &Value) -> Result<&[Value], Failure> {
    match value {
        Value::Nothing => Ok(&[]),
        Value::List(items) | Value::Set(items) => Ok(&items.values),
        other => Err(other.unlike("a list or a set")),
    }
}

/// A number of tokens.
pub(super) fn natural(value: &Value) -> Result<u32, Failure> {
    match value {
        Value::Number(number) => number
            .to_i64()
            .and_then(|n| u32::try_from(n).ok())
            .ok_or_else(|| {
                Failure::new(format!(
                    "{number} is not a whole number from 0 to 4294967295"
                ))
            }),
        other => Err(other.unlike("a whole number")),
    }
}

fn whole(n: i32) -> Result<u32, Failure> {
    u32::try_from(n).map_err(|_| Failure::new("coordinates must not be negative here"))
}

/// Coordinates that are not negative.
pub(super) fn pair(value: &Value) -> Result<(u32, u32), Failure> {
    match value {
        Value::Coordinates(m, n) => Ok((whole(*m)?, whole(*n)?)),
        other => Err(other.unlike("coordinates `(m,n)`")),
    }
}

/// The squares of some pieces and the square of one, as a ruleset reads them: `{(3,1),(3,3)}, (1,1)`.
pub(super) fn squares_text(several: &Value, one: &Value) -> Result<String, Failure> {
    let (Value::List(items) | Value::Set(items)) = several else {
        return Err(several.unlike("a collection of coordinates"));
    };
    let text = |square: &Value| pair(square).map(|(row, col)| format!("({row},{col})"));
    let squares: Vec<String> = items.values.iter().map(text).collect::<Result<_, _>>()?;
    Ok(format!("{{{}}}, {}", squares.join(","), text(one)?))
}

/// What the positions of a ruleset of the registry stand on.
pub(super) fn board_kind(name: &str) -> Option<BoardKind> {
    let entry = catalogue::entries().iter().find(|entry| entry.name == name);
    match entry {
        Some(entry) => Some(entry.board()),
        None => catalogue::card_of(name).map(|card| card.board),
    }
}
