//! Constraint graphs for Graphviz.

use std::fmt::Write;

use super::{Configuration, ConstraintGraph};

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The graph in a configuration as DOT: red edges thin, blue edges thick, targets dashed.
#[must_use]
pub fn dot(graph: &ConstraintGraph, configuration: &Configuration) -> String {
    let mut out = String::from("digraph constraint {\n  node [shape=circle];\n");
    for (v, vertex) in graph.vertices().iter().enumerate() {
        let label = if vertex.minimum == 2 {
            vertex.name.clone()
        } else {
            format!("{} ≥{}", vertex.name, vertex.minimum)
        };
        let _ = writeln!(out, "  n{v} [label={}];", quoted(&label));
    }
    let targets = [
        graph.target(),
        graph.target_of(super::Owner::White),
        graph.target_of(super::Owner::Black),
    ];
    for (e, edge) in graph.edges().iter().enumerate() {
        let (from, to) = if configuration.is_reversed(e) {
            (edge.head, edge.tail)
        } else {
            (edge.tail, edge.head)
        };
        let (colour, width) = if edge.weight == 1 {
            ("#c0392b", 1.2)
        } else {
            ("#2457a6", 3.0)
        };
        let mut label = graph.edge_name(e);
        if let Some(owner) = edge.owner {
            label = format!("{label} {}", owner.letter());
        }
        let dashed = if targets.contains(&Some(e)) {
            ", style=dashed"
        } else {
            ""
        };
        let label = quoted(&label);
        let _ = writeln!(
            out,
            "  n{from} -> n{to} [color=\"{colour}\", penwidth={width}, label={label}{dashed}];"
        );
    }
    out.push_str("}\n");
    out
}
