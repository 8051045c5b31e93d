//! Constraint graphs: red edges thin, blue edges thick, an arrowhead for the direction.

use std::{collections::HashMap, f64::consts::TAU, fmt::Write};

use sidle_logic::graph::{Configuration, ConstraintGraph, EdgeId, Owner};

use super::{FRAME_SECONDS, head, hinted, shortened, shortened_inside, width};

const RADIUS: f64 = 15.0;

/// The widest name of a vertex that is written beside its circle, and of an edge; the rest is a hint.
const NAME_ROOM: f64 = 84.0;

type Point = (f64, f64);

/// The graph in one configuration.
#[must_use]
pub fn constraint_picture(graph: &ConstraintGraph, configuration: &Configuration) -> String {
    drawn(graph, std::slice::from_ref(configuration))
}

/// The graph while edges are reversed one after the other, `None` being a pass; then from the start again.
#[must_use]
pub fn constraint_film(graph: &ConstraintGraph, moves: &[Option<EdgeId>]) -> String {
    let mut frames = vec![graph.start()];
    for edge in moves {
        let mut next = frames[frames.len() - 1].clone();
        if let Some(edge) = edge {
            next.reverse(*edge);
        }
        frames.push(next);
    }
    drawn(graph, &frames)
}

/// Places on a circle, in an order that puts neighbours beside each other where it is easy.
fn places(graph: &ConstraintGraph, radius: f64, centre: f64) -> Vec<Point> {
    let count = graph.vertices().len();
    let mut order: Vec<usize> = Vec::new();
    let mut seen = vec![false; count];
    for root in 0..count {
        let mut stack = vec![root];
        while let Some(v) = stack.pop() {
            if seen[v] {
                continue;
            }
            seen[v] = true;
            order.push(v);
            for &e in graph.incident(v).iter().rev() {
                let edge = &graph.edges()[e];
                stack.push(if edge.tail == v { edge.head } else { edge.tail });
            }
        }
    }
    let mut places = vec![(0.0, 0.0); count];
    for (place, &v) in order.iter().enumerate() {
        let angle = TAU * place as f64 / count.max(1) as f64 - TAU / 4.0;
        places[v] = (centre + radius * angle.cos(), centre + radius * angle.sin());
    }
    places
}

/// A quadratic curve between two vertices, bent aside, and the curve the other way round.
struct Curve {
    from: Point,
    bend: Point,
    to: Point,
}

impl Curve {
    fn at(&self, t: f64) -> Point {
        let mix = |a: f64, b: f64, c: f64| {
            (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
        };
        (
            mix(self.from.0, self.bend.0, self.to.0),
            mix(self.from.1, self.bend.1, self.to.1),
        )
    }

    /// A triangle that points along the curve, its tip at the end of it or at the beginning.
    fn arrow(&self, forward: bool, size: f64) -> String {
        let length = ((self.to.0 - self.from.0).powi(2) + (self.to.1 - self.from.1).powi(2))
            .sqrt()
            .max(1.0);
        let near = (RADIUS / length).min(0.3);
        let far = ((RADIUS + 1.4 * size) / length).min(0.45);
        let (tip, base) = if forward {
            (self.at(1.0 - near), self.at(1.0 - far))
        } else {
            (self.at(near), self.at(far))
        };
        let (dx, dy) = (tip.0 - base.0, tip.1 - base.1);
        let norm = (dx * dx + dy * dy).sqrt().max(1e-6);
        let (nx, ny) = (-dy / norm * size * 0.6, dx / norm * size * 0.6);
        format!(
            "{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}",
            tip.0,
            tip.1,
            base.0 + nx,
            base.1 + ny,
            base.0 - nx,
            base.1 - ny
        )
    }
}

fn drawn(graph: &ConstraintGraph, frames: &[Configuration]) -> String {
    let radius = (graph.vertices().len() as f64 * 18.0).clamp(90.0, 2000.0);
    let centre = radius
        + 50.0
        + if has_long_names(graph) {
            NAME_ROOM / 2.0
        } else {
            0.0
        };
    let places = places(graph, radius, centre);
    let mut svg = head(2.0 * centre, 2.0 * centre);
    let mut parallel: HashMap<(usize, usize), usize> = HashMap::new();
    let mut labels = String::new();
    let targets = [
        graph.target(),
        graph.target_of(Owner::White),
        graph.target_of(Owner::Black),
    ];
    for (e, edge) in graph.edges().iter().enumerate() {
        let ends = (edge.tail.min(edge.head), edge.tail.max(edge.head));
        let number = *parallel.entry(ends).and_modify(|n| *n += 1).or_insert(0);
        let curve = curve(&places, edge.tail, edge.head, number, centre);
        let (colour, width, size) = if edge.weight == 1 {
            ("#c0392b", 1.6, 9.0)
        } else {
            ("#2457a6", 4.2, 13.0)
        };
        let dashes = if targets.contains(&Some(e)) {
            " stroke-dasharray=\"8 5\""
        } else {
            ""
        };
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>",
            curve.from.0, curve.from.1, curve.bend.0, curve.bend.1, curve.to.0, curve.to.1
        );
        for forward in [true, false] {
            let shown: Vec<bool> = frames
                .iter()
                .map(|at| at.is_reversed(e) != forward)
                .collect();
            if shown.iter().all(|&shown| !shown) {
                continue;
            }
            let opacity = |shown: bool| if shown { "1" } else { "0" };
            let _ = write!(
                svg,
                "<polygon points=\"{}\" fill=\"{colour}\" opacity=\"{}\"",
                curve.arrow(forward, size),
                opacity(shown[0])
            );
            if shown.iter().all(|&now| now == shown[0]) {
                svg.push_str("/>\n");
                continue;
            }
            let values: Vec<&str> = shown.iter().map(|&now| opacity(now)).collect();
            let seconds = frames.len() as f64 * FRAME_SECONDS;
            let _ = writeln!(
                svg,
                "><animate attributeName=\"opacity\" calcMode=\"discrete\" values=\"{}\" dur=\"{seconds:.1}s\" \
                 repeatCount=\"indefinite\"/></polygon>",
                values.join(";")
            );
        }
        let (x, y) = curve.at(0.5);
        let name = graph.edge_name(e);
        let owner = edge
            .owner
            .map_or(String::new(), |owner| format!(" {}", owner.letter()));
        // First a white rim, which is a text of its own because not all programs know `paint-order`.
        for paint in ["#ffffff\" stroke=\"#ffffff\" stroke-width=\"3", colour] {
            let _ = writeln!(
                labels,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"middle\" fill=\"{paint}\">{}{owner}</text>",
                y + 4.0,
                hinted(&shortened(&name, 11.0, NAME_ROOM), &name)
            );
        }
    }
    svg.push_str(&labels);
    for (v, vertex) in graph.vertices().iter().enumerate() {
        let (x, y) = places[v];
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"#ffffff\" stroke=\"#1d2326\"/>"
        );
        vertex_name(&mut svg, &vertex.name, (x, y));
        if vertex.minimum != 2 {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\">≥{}</text>",
                x + RADIUS,
                y - RADIUS + 4.0,
                vertex.minimum
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Names that have no room in a circle stand below it.
fn is_long(name: &str) -> bool {
    width(name, 12.0) > 2.0 * RADIUS - 2.0
}

fn has_long_names(graph: &ConstraintGraph) -> bool {
    graph.vertices().iter().any(|vertex| is_long(&vertex.name))
}

/// The name of a vertex, in its circle or below it, with a white rim where it may lie on edges.
fn vertex_name(svg: &mut String, name: &str, (x, y): Point) {
    let shown = shortened_inside(name, 12.0, NAME_ROOM);
    let inner = hinted(&shown, name);
    let long = is_long(name);
    let y = if long { y + RADIUS + 13.0 } else { y + 4.0 };
    let rim = "#ffffff\" stroke=\"#ffffff\" stroke-width=\"3";
    for paint in [rim, "#000000"].into_iter().skip(usize::from(!long)) {
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{paint}\">{inner}</text>"
        );
    }
}

fn curve(places: &[Point], tail: usize, head: usize, number: usize, centre: f64) -> Curve {
    let (from, to) = (places[tail], places[head]);
    if tail == head {
        // A loop: out to one side of the vertex and back at the other.
        let (dx, dy) = (from.0 - centre, from.1 - centre);
        let norm = (dx * dx + dy * dy).sqrt().max(1.0);
        let out = 70.0 + 16.0 * number as f64;
        return Curve {
            from: (from.0 - dy / norm * 14.0, from.1 + dx / norm * 14.0),
            bend: (from.0 + dx / norm * out, from.1 + dy / norm * out),
            to: (from.0 + dy / norm * 14.0, from.1 - dx / norm * 14.0),
        };
    }
    // Parallel edges are bent to alternating sides; which side does not depend on the direction.
    let (a, b) = (places[tail.min(head)], places[tail.max(head)]);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let norm = (dx * dx + dy * dy).sqrt().max(1.0);
    let side = if number % 2 == 1 { 1.0 } else { -1.0 };
    let bend = side * 34.0 * number.div_ceil(2) as f64 + 6.0;
    Curve {
        from,
        bend: (
            (from.0 + to.0) / 2.0 - dy / norm * bend,
            (from.1 + to.1) / 2.0 + dx / norm * bend,
        ),
        to,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_stand_below_their_circles() {
        let mut svg = String::new();
        let name = "a_vertex_with_a_long_name";
        vertex_name(&mut svg, name, (100.0, 100.0));
        assert!(svg.contains(&format!("<title>{name}</title>")) && svg.contains("y=\"128.0\""));
        svg.clear();
        vertex_name(&mut svg, "ab", (100.0, 100.0));
        assert!(svg.contains("y=\"104.0\"") && !svg.contains("<title>"));
    }
}
