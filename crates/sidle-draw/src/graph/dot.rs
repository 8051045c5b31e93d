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
        if !node.caption.is_empty() {
            label = format!("{label}\\n{}", quoted(&node.caption));
        }
        if node.tokens > 0 {
            let tokens = "\u{25cf}".repeat(node.tokens.min(6));
            label = format!("{label}\\n{tokens}");
        }
        let border = if node.tokens > 0 { ", penwidth=3" } else { "" };
        let colour = colour(node.tone);
        writeln!(
            out,
            "  v{number} [label=\"{label}\", fillcolor=\"{colour}\"{border}];"
        )?;
    }
    for &(from, to, stroke) in &picture.edges {
        let style = match stroke {
            Stroke::Plain => "",
            Stroke::SetOff => " [color=\"#c2410c\", penwidth=2.5]",
            Stroke::Left => " [color=\"#1d4ed8\"]",
            Stroke::Right => " [color=\"#dc2626\"]",
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
