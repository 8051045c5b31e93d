//! The texts of graphs with their labels.

use sidle_rules::graph::GraphText;

use super::{network::Network, output};
use crate::{diagnostic::Failure, evaluate::Machine, value::Value};

/// Is this token a label? A map knows its keys, a function takes everything.
pub(super) fn is_label(labels: &Value, token: &str) -> bool {
    match labels {
        Value::Map(items) => items.find(&Value::text(token)).is_some(),
        _ => true,
    }
}

pub(super) fn label(
    machine: &mut Machine<'_>,
    labels: &Value,
    token: &str,
) -> Result<Value, Failure> {
    match labels {
        Value::Map(items) => Ok(items
            .get(&Value::text(token))
            .cloned()
            .unwrap_or(Value::Nothing)),
        function => machine.call_back(function, vec![Value::text(token)]),
    }
}

pub(super) fn parse(
    machine: &mut Machine<'_>,
    directed: bool,
    source: &str,
    [vertex_labels, edge_labels]: [&Value; 2],
) -> Result<Value, Failure> {
    // A vertex with its edge takes so much beside its sign.
    const BESIDE: u64 = 96;
    machine.meter.room(BESIDE * source.len() as u64)?;
    let read = GraphText::parse(
        source,
        |token| is_label(vertex_labels, token),
        |token| is_label(edge_labels, token),
    );
    let read = read.map_err(|error| {
        let failure = Failure::new(format!("the graph `{source}` cannot be read: {error}"));
        match error.help {
            Some(help) => failure.with_help(help),
            None => failure,
        }
    })?;
    let mut labels = Vec::with_capacity(read.vertices.len());
    for vertex in &read.vertices {
        machine.count_value()?;
        labels.push(label(machine, vertex_labels, &vertex.label)?);
    }
    let mut edges = Vec::with_capacity(read.edges.len());
    for edge in &read.edges {
        machine.count_value()?;
        let label = label(machine, edge_labels, &edge.label)?;
        if edge.directed && !directed {
            return Err(Failure::new("arcs are for directed graphs only"));
        }
        if directed && !edge.directed {
            edges.push((edge.to, edge.from, label.clone()));
        }
        edges.push((edge.from, edge.to, label));
    }
    machine.prepare_texts(&labels)?;
    for (_, _, label) in &edges {
        machine.prepare_texts(std::slice::from_ref(label))?;
    }
    Ok(Network::value(directed, labels, edges))
}

/// The text of a label: as the map or function says, or what it prints as.
pub(super) fn label_text(
    machine: &mut Machine<'_>,
    labels: &Value,
    label: &Value,
) -> Result<String, Failure> {
    let found = match labels {
        Value::Map(items) => items.get(label).cloned(),
        function => Some(machine.call_back(function, vec![label.clone()])?),
    };
    match found {
        Some(text) => output::unquoted(machine, &text),
        None if matches!(label, Value::Nothing) => Ok(String::new()),
        None => output::unquoted(machine, label),
    }
}
