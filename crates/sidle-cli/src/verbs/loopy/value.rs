//! `sidle loopy value`, `sides`, `canonical` and `sum`.

use std::{collections::HashMap, fmt::Write, process::ExitCode};

use clap::{Args, ValueEnum};
use serde::Serialize;
use sidle::{
    core::{Meter, Player},
    graph::bigraph::Side,
    values::loopy::{LoopyValue, SideForm, Stopper, VerifyError},
};

use super::input::{Loaded, Work};
use crate::verbs::{
    limits::Limits,
    output::{Output, line},
};

const VALUE_EXAMPLES: &str = "\
Examples:
  sidle loopy value game.txt
  sidle loopy value game.txt --at a --json
  printf 'a L \"0\"\\na R a\\n' | sidle loopy value -

The answer is one of: a short game; a stopper in its canonical form; `S & T`, the onside and the offside as
stoppers; or two simplified sides that are not known to be stoppers (kind `sided`).";

/// The value of a vertex
#[derive(Args, Debug)]
#[command(after_help = VALUE_EXAMPLES)]
pub(super) struct ValueArguments {
    /// The graph file
    file: String,

    /// The vertex (default: the start of the file)
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

/// The sides of every vertex, or of one
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  sidle loopy sides game.txt --json")]
pub(super) struct SidesArguments {
    /// The graph file
    file: String,

    /// One vertex instead of all
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

/// The canonical form of a vertex, as a graph file
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  sidle loopy canonical game.txt --side onside > simple.txt")]
pub(super) struct CanonicalArguments {
    /// The graph file
    file: String,

    /// The vertex (default: the start of the file)
    #[arg(long, value_name = "VERTEX")]
    at: Option<String>,

    /// Which side; without it a game that is no stopper gives two graphs, onside and offside
    #[arg(long)]
    side: Option<SideName>,

    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SideName {
    /// Infinite play is a win for Left
    Onside,
    /// Infinite play is a win for Right
    Offside,
}

/// The value of a sum of vertices
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  sidle loopy sum game.txt a b\n  sidle loopy sum game.txt a --minus b --json"
)]
pub(super) struct SumArguments {
    /// The graph file
    file: String,

    /// The vertices to add
    #[arg(required = true, value_name = "VERTEX")]
    vertices: Vec<String>,

    /// A vertex to subtract; may be repeated
    #[arg(long, value_name = "VERTEX")]
    minus: Vec<String>,

    #[command(flatten)]
    work: Work,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

/// The object that is printed for a value.
#[derive(Serialize)]
struct ValueObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    vertex: Option<String>,
    kind: &'static str,
    value: String,
    onside: String,
    offside: String,
    outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    verified: Option<bool>,
}

fn describe(loaded: &Loaded, value: LoopyValue, meter: &Meter) -> anyhow::Result<ValueObject> {
    let onside = loaded.side_text(value.onside(), meter)?;
    let offside = loaded.side_text(value.offside(), meter)?;
    Ok(ValueObject {
        vertex: None,
        kind: value.kind(),
        value: loaded.text(value, meter)?,
        onside,
        offside,
        outcome: loaded.loopy().try_outcome(value, meter)?.to_string(),
        verified: None,
    })
}

/// Verifies if that was asked for; `None` if not.
fn verified(
    loaded: &Loaded,
    vertex: u32,
    value: LoopyValue,
    work: &Work,
    meter: &Meter,
) -> anyhow::Result<Option<bool>> {
    if !work.verify {
        return Ok(None);
    }
    match loaded.loopy().verify(&loaded.graph, vertex, value, meter) {
        Ok(()) => Ok(Some(true)),
        Err(VerifyError::Differs(_)) => Ok(Some(false)),
        Err(VerifyError::Stopped(reason)) => Err(reason.into()),
    }
}

fn code(verified: Option<bool>) -> ExitCode {
    ExitCode::from(u8::from(verified == Some(false)))
}

pub(super) fn value(arguments: &ValueArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let loaded = Loaded::read(&arguments.file, &meter)?;
    let vertex = loaded.vertex(arguments.at.as_deref())?;
    let effort = arguments.work.effort();
    let value = loaded
        .loopy()
        .try_graph_value(&loaded.graph, vertex, effort, &meter)?;
    let mut object = describe(&loaded, value, &meter)?;
    object.verified = verified(&loaded, vertex, value, &arguments.work, &meter)?;
    let mut text = format!(
        "{}\n{}, outcome {}",
        object.value, object.kind, object.outcome
    );
    note_verified(&mut text, object.verified);
    arguments.output.answer(&text, &object)?;
    Ok(code(object.verified))
}

fn note_verified(text: &mut String, verified: Option<bool>) {
    match verified {
        Some(true) => text.push_str(", verified"),
        Some(false) => text.push_str(", DIFFERS FROM THE GRAPH"),
        None => {}
    }
}

pub(super) fn sides(arguments: &SidesArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let loaded = Loaded::read(&arguments.file, &meter)?;
    let effort = arguments.work.effort();
    let loopy = loaded.loopy();
    let chosen: Vec<(u32, LoopyValue)> = match &arguments.at {
        Some(name) => {
            let vertex = loaded.vertex(Some(name))?;
            let value = loopy.try_graph_value(&loaded.graph, vertex, effort, &meter)?;
            vec![(vertex, value)]
        }
        None => {
            let values = loopy.try_graph_values(&loaded.graph, effort, &meter)?;
            (0..loaded.file.names.len() as u32).zip(values).collect()
        }
    };
    let mut worst = None;
    for (vertex, value) in chosen {
        let mut object = describe(&loaded, value, &meter)?;
        let name = loaded.file.names[vertex as usize].clone();
        object.verified = verified(&loaded, vertex, value, &arguments.work, &meter)?;
        if object.verified == Some(false) || worst.is_none() {
            worst = object.verified;
        }
        let mut text = format!(
            "{name}: onside {}, offside {} ({}, outcome {})",
            object.onside, object.offside, object.kind, object.outcome
        );
        note_verified(&mut text, object.verified);
        object.vertex = Some(name);
        arguments.output.answer(&text, &object)?;
    }
    Ok(code(worst))
}

/// One edge of a canonical form.
#[derive(Serialize)]
struct CanonicalObject {
    side: &'static str,
    stopper: bool,
    edges: Vec<(String, &'static str, serde_json::Value)>,
    start: String,
}

pub(super) fn canonical(arguments: &CanonicalArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let loaded = Loaded::read(&arguments.file, &meter)?;
    let vertex = loaded.vertex(arguments.at.as_deref())?;
    let effort = arguments.work.effort();
    let value = loaded
        .loopy()
        .try_graph_value(&loaded.graph, vertex, effort, &meter)?;
    let sides: Vec<(&'static str, SideForm)> = match (arguments.side, value.stopper()) {
        (None, Some(stopper)) => vec![("both", stopper.into())],
        (None, None) => vec![("onside", value.onside()), ("offside", value.offside())],
        (Some(SideName::Onside), _) => vec![("onside", value.onside())],
        (Some(SideName::Offside), _) => vec![("offside", value.offside())],
    };
    for (name, side) in sides {
        let object = canonical_object(&loaded, name, side, &meter)?;
        let mut text = format!(
            "# {}: {}{}\n",
            object.side,
            loaded.side_text(side, &meter)?,
            if object.stopper {
                ""
            } else {
                " (not known to be a stopper)"
            }
        );
        write!(text, "start {}", object.start)?;
        for (from, colour, to) in &object.edges {
            let to = match to {
                serde_json::Value::String(name) => name.clone(),
                exit => format!("\"{}\"", exit["value"].as_str().unwrap_or_default()),
            };
            write!(text, "\n{from} {colour} {to}")?;
        }
        if object.edges.is_empty() {
            write!(text, "\n{}", object.start)?;
        }
        arguments.output.answer(&text, &object)?;
    }
    let verified = verified(&loaded, vertex, value, &arguments.work, &meter)?;
    if verified == Some(false) {
        line("# DIFFERS FROM THE GRAPH")?;
    }
    Ok(code(verified))
}

/// The vertices of a canonical form are called v0, v1, …; short games below it are exits.
fn canonical_object(
    loaded: &Loaded,
    side: &'static str,
    form: SideForm,
    meter: &Meter,
) -> anyhow::Result<CanonicalObject> {
    let loopy = loaded.loopy();
    let followers = loopy.side_followers(form);
    let mut numbers: HashMap<SideForm, usize> = HashMap::new();
    for &follower in &followers {
        let short = matches!(follower, SideForm::Stopper(Stopper::Short(_)));
        if !short || follower == form {
            let next = numbers.len();
            numbers.insert(follower, next);
        }
    }
    let mut edges = Vec::new();
    for &follower in &followers {
        let Some(&from) = numbers.get(&follower) else {
            continue;
        };
        for player in Player::BOTH {
            for option in loopy.side_options(follower, player) {
                let colour = if player == Player::Left { "L" } else { "R" };
                let to = match numbers.get(&option) {
                    Some(to) => serde_json::Value::String(format!("v{to}")),
                    None => serde_json::json!({"value": loaded.side_text(option, meter)?}),
                };
                edges.push((format!("v{from}"), colour, to));
            }
        }
    }
    Ok(CanonicalObject {
        side,
        stopper: form.stopper().is_some(),
        edges,
        start: "v0".to_owned(),
    })
}

pub(super) fn sum(arguments: &SumArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let loaded = Loaded::read(&arguments.file, &meter)?;
    let effort = arguments.work.effort();
    let loopy = loaded.loopy();
    let mut total: LoopyValue = loaded.session.store().zero().into();
    let mut verified_all = None;
    let added = arguments.vertices.iter().map(|name| (name, false));
    let subtracted = arguments.minus.iter().map(|name| (name, true));
    for (name, negative) in added.chain(subtracted) {
        let vertex = loaded.vertex(Some(name))?;
        let mut value = loopy.try_graph_value(&loaded.graph, vertex, effort, &meter)?;
        let checked = verified(&loaded, vertex, value, &arguments.work, &meter)?;
        if checked == Some(false) || verified_all.is_none() {
            verified_all = checked;
        }
        if negative {
            value = loopy.try_negative_value(value, &meter)?;
        }
        total = loopy.try_add(total, value, effort, &meter)?;
    }
    let mut object = describe(&loaded, total, &meter)?;
    object.verified = verified_all;
    let text = format!(
        "{}\n{}, outcome {}",
        object.value, object.kind, object.outcome
    );
    arguments.output.answer(&text, &object)?;
    Ok(code(verified_all))
}

/// The name of a side in messages and JSON.
pub(super) fn side_name(side: Side) -> &'static str {
    match side {
        Side::Onside => "onside",
        Side::Offside => "offside",
    }
}
