//! Graphviz text.

use std::io::{self, Write};

use super::{Picture, Stroke, Tone};

/// Writes the picture for Graphviz; `dot`, `neato` and their kin lay it out.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn graph_dot(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph sidle {{")?;
    writeln!(
        out,
        "  node [shape=circle, style=filled, fontname=\"sans-serif\"];"
    )?;
    for (number, node) in picture.nodes.iter().enumerate() {
        let mut label = quoted(&node.name);
        if node.name.is_empty() {
            label = quoted(&node.caption);
        } else if !node.caption.is_empty() {
            label = format!("{label}\\n{}", quoted(&node.caption));
        }
        if node.tokens > 0 {
            let tokens = "\u{25cf}".repeat(node.tokens.min(6));
            label = format!("{label}\\n{tokens}");
        }
        let border = if node.tokens > 0 { ", penwidth=3" } else { "" };
        let ring = if node.start { ", peripheries=2" } else { "" };
        let colour = colour(node.tone);
        writeln!(
            out,
            "  v{number} [label=\"{label}\", fillcolor=\"{colour}\"{border}{ring}];"
        )?;
    }
    for (number, &(from, to, stroke)) in picture.edges.iter().enumerate() {
        let mut style: Vec<String> = match stroke {
            Stroke::Plain => vec![],
            Stroke::SetOff => vec!["color=\"#c2410c\", penwidth=2.5".to_owned()],
            Stroke::Left => vec!["color=\"#1d4ed8\"".to_owned()],
            Stroke::Right => vec!["color=\"#dc2626\"".to_owned()],
        };
        if let Some(label) = picture.labels.get(&number) {
            style.push(format!("label=\"{}\"", quoted(label)));
        }
        let style = match style.is_empty() {
            true => String::new(),
            false => format!(" [{}]", style.join(", ")),
        };
        writeln!(out, "  v{from} -> v{to}{style};")?;
    }
    writeln!(out, "}}")?;
    Ok(())
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The fill of a vertex.
pub(super) fn colour(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "#ffffff",
        Tone::Lost => "#fde2e0",
        Tone::Won => "#dcf5e3",
        Tone::Drawn => "#e6e8ee",
    }
}
