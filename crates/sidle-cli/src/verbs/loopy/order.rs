//! `sidle loopy compare` and `matrix`.

use std::{path::Path, process::ExitCode};

use clap::Args;
use serde::Serialize;
use sidle::{
    check::loopy::{Certificate, Rule},
    core::{Meter, Player, Relation, StopReason},
    graph::bigraph::{
        Bigraph, OrderMatrix, Side, SideSearch, SurvivalSearch, order_proof, side_matrix,
        survival_matrix,
    },
};

use super::{input::Loaded, value::side_name};
use crate::{
    files,
    verbs::{
        limits::Limits,
        output::{Output, bytes, line},
    },
};

/// How two vertices compare, on each side and altogether
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  sidle loopy compare game.txt a b\n  \
sidle loopy compare game.txt a b --certify proof.json --json\n\n\
The relation of the games is `<=` where it is on both sides. `--certify proof.json` writes one certificate for \
each\ndirection and side (proof.json, proof.2.json, …), which `sidle check` verifies.")]
pub(super) struct CompareArguments {
    /// The graph file
    file: String,

    /// The first vertex
    g: String,

    /// The second vertex
    h: String,

    /// Write certificates of the comparisons to files with this name
    #[arg(long, value_name = "FILE")]
    certify: Option<String>,

    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

/// The comparison of all vertices with all vertices, on both sides
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  sidle loopy matrix game.txt --json\n\n\
Entry [i][j] is true (1) iff vertex i <= vertex j on that side.")]
pub(super) struct MatrixArguments {
    /// The graph file
    file: String,

    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Serialize)]
struct CompareObject {
    g: String,
    h: String,
    relation: &'static str,
    onside: &'static str,
    offside: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    certificates: Vec<String>,
}

/// The four relations as they are typed.
fn relation_text(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "<",
        Relation::Equal => "==",
        Relation::Greater => ">",
        Relation::Fuzzy => "<>",
    }
}

/// One direction on one side (or among stoppers), with the graph it is about.
struct Question {
    graph: Bigraph,
    side: Option<Side>,
    pair: (u32, u32),
    text: String,
    /// The names of the vertices that have one.
    names: Vec<Option<String>>,
}

pub(super) fn compare(arguments: &CompareArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let loaded = Loaded::read(&arguments.file, &meter)?;
    let g = loaded.vertex(Some(&arguments.g))?;
    let h = loaded.vertex(Some(&arguments.h))?;
    let questions = questions(&loaded, (g, h), (&arguments.g, &arguments.h));
    let (answers, certificates) = match &arguments.certify {
        None => (answers(&questions, &meter)?, Vec::new()),
        Some(path) => certified_answers(questions, path, &meter)?,
    };
    let object = compare_object(arguments, &answers, certificates);
    let text = format!(
        "{} {} {}  (onside {}, offside {})",
        object.g, object.relation, object.h, object.onside, object.offside
    );
    arguments.output.answer(&text, &object)?;
    Ok(ExitCode::SUCCESS)
}

/// Up to this many pairs of vertices, comparing all of them is faster than following one comparison.
const FEW_PAIRS: usize = 100_000_000;

fn answers(questions: &[Question], meter: &Meter) -> Result<Vec<bool>, StopReason> {
    let mut answers = Vec::new();
    // Both directions of a comparison stand together and share their graph.
    for both in questions.chunks(2) {
        let graph = &both[0].graph;
        let pairs = both.iter().map(|question| question.pair);
        match both[0].side {
            None => {
                let mut search = SurvivalSearch::new(graph);
                for (g, h) in pairs {
                    answers.push(search.le(&g, &h, meter)?);
                }
            }
            Some(side) if graph.vertex_count().pow(2) <= FEW_PAIRS => {
                let matrix = side_matrix(graph, graph, side, meter)?;
                answers.extend(pairs.map(|(g, h)| matrix.le(g, h)));
            }
            Some(side) => {
                let mut search = SideSearch::new(graph, side);
                for (g, h) in pairs {
                    answers.push(search.le(&g, &h, meter)?);
                }
            }
        }
    }
    Ok(answers)
}

/// The answers, and the files that their certificates were written to.
fn certified_answers(
    questions: Vec<Question>,
    path: &str,
    meter: &Meter,
) -> anyhow::Result<(Vec<bool>, Vec<String>)> {
    let mut answers = Vec::new();
    let mut certificates = Vec::new();
    for question in questions {
        let proof = order_proof(&question.graph, question.pair, question.side, meter)?;
        answers.push(proof.le);
        let path = numbered(path, certificates.len());
        let states = proof.states.iter();
        let states = states
            .map(|&(g, h, mover, number)| [g, h, mover.index() as u32, number])
            .collect();
        let rule = match question.side {
            None => Rule::Survival,
            Some(Side::Onside) => Rule::Onside,
            Some(Side::Offside) => Rule::Offside,
        };
        let certificate =
            Certificate::new(rows(&question.graph), question.pair, rule, proof.le, states)
                .with_names(question.names)
                .with_text(question.text);
        files::write_certificate(Path::new(&path), |out| {
            Ok(serde_json::to_writer(out, &certificate)?)
        })?;
        certificates.push(path);
    }
    Ok((answers, certificates))
}

/// Two questions for stoppers, four for others: both directions, on each side.
fn questions(loaded: &Loaded, (g, h): (u32, u32), names: (&str, &str)) -> Vec<Question> {
    let part = |side: Side| {
        let whole = loaded.expanded(side);
        let kept = whole.reachable(&[g, h]);
        let place = |v: u32| kept.iter().position(|&w| w == v).unwrap_or_default() as u32;
        let name = |&v: &u32| loaded.file.names.get(v as usize).cloned();
        let names: Vec<Option<String>> = kept.iter().map(name).collect();
        ((whole.induced(&kept), names), place(g), place(h))
    };
    let both = |(graph, vertices): (Bigraph, Vec<Option<String>>), side: Option<Side>, g, h| {
        let on = side.map_or(String::new(), |side| format!(" on the {}", side_name(side)));
        [(g, h, names.0, names.1), (h, g, names.1, names.0)].map(|(a, b, first, second)| Question {
            graph: graph.clone(),
            side,
            pair: (a, b),
            text: format!("{first} <= {second}{on}?"),
            names: vertices.clone(),
        })
    };
    let (onside, g_on, h_on) = part(Side::Onside);
    if loaded.exits_are_stoppers() && onside.0.is_stopper_graph() {
        return both(onside, None, g_on, h_on).into();
    }
    let (offside, g_off, h_off) = part(Side::Offside);
    let mut all: Vec<Question> = both(onside, Some(Side::Onside), g_on, h_on).into();
    all.extend(both(offside, Some(Side::Offside), g_off, h_off));
    all
}

fn compare_object(
    arguments: &CompareArguments,
    answers: &[bool],
    certificates: Vec<String>,
) -> CompareObject {
    let relation = |pair: &[bool]| Relation::from_le_ge(pair[0], pair[1]);
    let onside = relation(&answers[..2]);
    let offside = relation(&answers[answers.len() - 2..]);
    let le = onside.is_le() && offside.is_le();
    let ge = onside.is_ge() && offside.is_ge();
    CompareObject {
        g: arguments.g.clone(),
        h: arguments.h.clone(),
        relation: relation_text(Relation::from_le_ge(le, ge)),
        onside: relation_text(onside),
        offside: relation_text(offside),
        certificates,
    }
}

/// `proof.json`, `proof.2.json`, …
fn numbered(path: &str, index: usize) -> String {
    if index == 0 {
        return path.to_owned();
    }
    let number = index + 1;
    match path.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.contains('/') => {
            format!("{stem}.{number}.{ending}")
        }
        _ => format!("{path}.{number}"),
    }
}

fn rows(graph: &Bigraph) -> Vec<[Vec<u32>; 2]> {
    graph
        .vertices()
        .map(|v| Player::BOTH.map(|player| graph.options(v, player).to_vec()))
        .collect()
}

pub(super) fn matrix(arguments: &MatrixArguments) -> anyhow::Result<ExitCode> {
    let meter = arguments.limits.meter();
    let loaded = Loaded::read(&arguments.file, &meter)?;
    let (onside, offside) = matrices(&loaded, &meter)?;
    if arguments.output.json {
        return matrix_json(&loaded, &onside, &offside);
    }
    let names = &loaded.file.names;
    for (side, order) in [(Side::Onside, &onside), (Side::Offside, &offside)] {
        line(&format!("{}:", side_name(side)))?;
        let width = names.iter().map(|name| name.chars().count()).max();
        for (i, name) in names.iter().enumerate() {
            let row: String = (0..names.len())
                .map(|j| {
                    if order.le(i as u32, j as u32) {
                        " 1"
                    } else {
                        " ."
                    }
                })
                .collect();
            line(&format!("{name:>width$}{row}", width = width.unwrap_or(0)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The order on both sides; one run is enough when everything is a stopper.
fn matrices(loaded: &Loaded, meter: &Meter) -> anyhow::Result<(OrderMatrix, OrderMatrix)> {
    let onside = loaded.expanded(Side::Onside);
    if loaded.exits_are_stoppers() && onside.is_stopper_graph() {
        let order = survival_matrix(&onside, &onside, meter)?;
        return Ok((order.clone(), order));
    }
    let offside = loaded.expanded(Side::Offside);
    Ok((
        side_matrix(&onside, &onside, Side::Onside, meter)?,
        side_matrix(&offside, &offside, Side::Offside, meter)?,
    ))
}

/// Written by hand, row by row: the matrix of ten thousand vertices has a hundred million entries.
fn matrix_json(
    loaded: &Loaded,
    onside: &OrderMatrix,
    offside: &OrderMatrix,
) -> anyhow::Result<ExitCode> {
    let names = &loaded.file.names;
    let mut text = format!("{{\"vertices\":{}", serde_json::to_string(names)?);
    for (name, order) in [("onside", onside), ("offside", offside)] {
        text.push_str(&format!(",\"{name}\":["));
        for i in 0..names.len() as u32 {
            text.push_str(if i == 0 { "[" } else { ",[" });
            for j in 0..names.len() as u32 {
                if j > 0 {
                    text.push(',');
                }
                text.push_str(if order.le(i, j) { "true" } else { "false" });
            }
            text.push(']');
            if text.len() > 1 << 16 {
                bytes(text.as_bytes())?;
                text.clear();
            }
        }
        text.push(']');
    }
    text.push_str("}\n");
    bytes(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
