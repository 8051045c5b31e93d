//! Undirected graphs with coloured edges: Hackenbush, Snort and their like.

use std::{collections::BTreeMap, fmt::Write};

use sidle_core::Ink;

use crate::markup::{hinted, shortened_inside};

/// The colour of a player.
fn colour(ink: Ink) -> &'static str {
    match ink {
        Ink::Plain => "#4a5257",
        Ink::Left => "#1f5fbf",
        Ink::Right => "#c62f2f",
        Ink::Either => "#2e8b57",
    }
}

/// A graph as it is drawn: layer by layer from its first vertex, which can be the ground.
///
/// ```
/// use sidle_draw::{Ink, Network};
/// let bush = Network {
///     vertices: vec![(String::new(), Ink::Plain); 3],
///     edges: vec![(0, 1, Ink::Left), (1, 2, Ink::Right)],
///     ground: true,
///     arrows: false,
/// };
/// assert!(bush.svg().contains("<path"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// What is written on each vertex, and its colour.
    pub vertices: Vec<(String, Ink)>,
    /// The edges.
    pub edges: Vec<(usize, usize, Ink)>,
    /// Is the first vertex the ground?
    pub ground: bool,
    /// Do the edges have a direction?
    pub arrows: bool,
}

const STEP: f64 = 70.0;
const MARGIN: f64 = 40.0;

impl Network {
    /// The layer of each vertex: its distance from the first vertex of its component.
    fn layers(&self) -> Vec<usize> {
        let mut near = vec![Vec::new(); self.vertices.len()];
        for &(a, b, _) in &self.edges {
            near[a].push(b);
            near[b].push(a);
        }
        let mut layer = vec![usize::MAX; self.vertices.len()];
        for root in 0..self.vertices.len() {
            if layer[root] != usize::MAX {
                continue;
            }
            layer[root] = 0;
            let mut queue = vec![root];
            let mut next = 0;
            while let Some(&v) = queue.get(next) {
                next += 1;
                for &other in &near[v] {
                    if layer[other] == usize::MAX {
                        layer[other] = layer[v] + 1;
                        queue.push(other);
                    }
                }
            }
        }
        layer
    }

    /// Where the vertices stand, and how large the picture is.
    fn places(&self) -> (Vec<(f64, f64)>, f64, f64) {
        let layers = self.layers();
        let highest = layers.iter().max().copied().unwrap_or_default();
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); highest + 1];
        for (vertex, &layer) in layers.iter().enumerate() {
            members[layer].push(vertex);
        }
        let widest = members.iter().map(Vec::len).max().unwrap_or(1).max(1);
        let width = (widest - 1) as f64 * STEP + 2.0 * MARGIN + STEP;
        let height = highest as f64 * STEP + 2.0 * MARGIN;
        let mut places = vec![(0.0, 0.0); layers.len()];
        for (layer, row) in members.iter().enumerate() {
            for (i, &vertex) in row.iter().enumerate() {
                let share = (i as f64 + 0.5) / row.len() as f64;
                places[vertex] = (
                    MARGIN / 2.0 + share * (width - MARGIN),
                    height - MARGIN - layer as f64 * STEP,
                );
            }
        }
        (places, width, height)
    }

    /// The graph as SVG.
    #[must_use]
    pub fn svg(&self) -> String {
        let (places, width, height) = self.places();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
        );
        if self.ground {
            let y = height - MARGIN;
            let _ = writeln!(
                svg,
                "<path d=\"M 4 {y} H {}\" stroke=\"#6b4f2a\" stroke-width=\"4\"/>",
                width - 4.0
            );
        }
        let mut used: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        for &(a, b, ink) in &self.edges {
            let twin = used.entry((a.min(b), a.max(b))).or_default();
            let bend = (*twin as f64 + 1.0) / 2.0;
            let bend = (if twin.is_multiple_of(2) { -1.0 } else { 1.0 }) * bend.floor() * 28.0;
            *twin += 1;
            self.edge(&mut svg, places[a], places[b], bend, ink);
        }
        for ((name, ink), &(x, y)) in self.vertices.iter().zip(&places) {
            let radius = if name.is_empty() { 5.0 } else { 12.0 };
            let (fill, text) = match (name.is_empty(), ink) {
                (true, _) => ("#1d2326", ""),
                (false, Ink::Plain) => ("#ffffff", "#1d2326"),
                (false, ink) => (colour(*ink), "#ffffff"),
            };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"#1d2326\"/>"
            );
            if !name.is_empty() {
                // Neighbours are a step apart: more would lie over them.
                let shown = shortened_inside(name, 12.0, STEP - 8.0);
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{text}\">{}</text>",
                    y + 4.0,
                    hinted(&shown, name)
                );
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    fn edge(&self, svg: &mut String, from: (f64, f64), to: (f64, f64), bend: f64, ink: Ink) {
        let colour = colour(ink);
        let ((x, y), (u, v)) = (from, to);
        if from == to {
            let r = 14.0 + bend.abs() / 2.0;
            let _ = writeln!(
                svg,
                "<path d=\"M {x:.1} {y:.1} C {:.1} {:.1}, {:.1} {:.1}, {x:.1} {y:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"/>",
                x - 2.0 * r,
                y - 2.0 * r,
                x + 2.0 * r,
                y - 2.0 * r,
            );
            return;
        }
        let length = ((u - x).powi(2) + (v - y).powi(2)).sqrt();
        // Vertices of one layer that are not next to each other are joined by a bow.
        let bow = if y == v && length > 1.5 * STEP {
            30.0
        } else {
            0.0
        };
        let (across, along) = ((v - y) / length, -(u - x) / length);
        let (mx, my) = (
            (x + u) / 2.0 + across * bend,
            (y + v) / 2.0 + along * bend - bow,
        );
        let _ = writeln!(
            svg,
            "<path d=\"M {x:.1} {y:.1} Q {mx:.1} {my:.1} {u:.1} {v:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"4\"/>"
        );
        if self.arrows {
            let (dx, dy) = ((u - mx), (v - my));
            let far = (dx * dx + dy * dy).sqrt().max(1.0);
            let (dx, dy) = (dx / far, dy / far);
            let (tx, ty) = (u - 13.0 * dx, v - 13.0 * dy);
            let _ = writeln!(
                svg,
                "<path d=\"M {tx:.1} {ty:.1} L {:.1} {:.1} L {:.1} {:.1} Z\" fill=\"{colour}\"/>",
                tx - 10.0 * dx + 5.0 * dy,
                ty - 10.0 * dy - 5.0 * dx,
                tx - 10.0 * dx - 5.0 * dy,
                ty - 10.0 * dy + 5.0 * dx,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_is_drawn() {
        let network = Network {
            vertices: vec![("a<".to_owned(), Ink::Left); 4],
            edges: vec![
                (0, 1, Ink::Left),
                (0, 1, Ink::Right),
                (1, 1, Ink::Either),
                (2, 3, Ink::Plain),
            ],
            ground: false,
            arrows: true,
        };
        let svg = network.svg();
        assert_eq!(svg.matches("fill=\"none\"").count(), 4);
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains("a&lt;"));
        let nothing = Network {
            vertices: Vec::new(),
            edges: Vec::new(),
            ground: false,
            arrows: false,
        };
        assert!(nothing.svg().ends_with("</svg>\n"));
    }
}
