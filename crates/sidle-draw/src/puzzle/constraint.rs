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

/// A cubic curve between the middles of two vertices.
struct Curve {
    from: Point,
    bends: [Point; 2],
    to: Point,
}

impl Curve {
    /// The quadratic curve with this control point.
    fn quadratic(from: Point, bend: Point, to: Point) -> Curve {
        let towards = |end: Point| {
            let part = |end: f64, bend: f64| end + 2.0 / 3.0 * (bend - end);
            (part(end.0, bend.0), part(end.1, bend.1))
        };
        Curve {
            from,
            bends: [towards(from), towards(to)],
            to,
        }
    }

    fn at(&self, t: f64) -> Point {
        let s = 1.0 - t;
        let [first, second] = self.bends;
        let mix = |a: f64, b: f64, c: f64, d: f64| {
            s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
        };
        (
            mix(self.from.0, first.0, second.0, self.to.0),
            mix(self.from.1, first.1, second.1, self.to.1),
        )
    }

    fn path(&self) -> String {
        let [first, second] = self.bends;
        format!(
            "M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
            self.from.0, self.from.1, first.0, first.1, second.0, second.1, self.to.0, self.to.1
        )
    }

    /// The point where the curve comes this near to its end, or leaves its beginning.
    fn near_end(&self, forward: bool, distance: f64) -> Point {
        const STEPS: u32 = 1000;
        let end = if forward { self.to } else { self.from };
        let points = (0..=STEPS / 2).map(|step| {
            let t = f64::from(step) / f64::from(STEPS);
            self.at(if forward { 1.0 - t } else { t })
        });
        let mut points = points.skip_while(|p| (p.0 - end.0).hypot(p.1 - end.1) < distance);
        points.next().unwrap_or_else(|| self.at(0.5))
    }

    /// The corners of a triangle that points along the curve, its tip at the circle that it leads to.
    fn arrow(&self, forward: bool, size: f64) -> [Point; 3] {
        let tip = self.near_end(forward, RADIUS);
        let base = self.near_end(forward, RADIUS + 1.4 * size);
        let (dx, dy) = (tip.0 - base.0, tip.1 - base.1);
        let norm = dx.hypot(dy).max(1e-6);
        let (nx, ny) = (-dy / norm * size * 0.6, dx / norm * size * 0.6);
        [tip, (base.0 + nx, base.1 + ny), (base.0 - nx, base.1 - ny)]
    }
}

/// How far the farthest part of a loop is from the middle of its vertex, by its number among the loops there.
fn reach_of_loop(number: usize) -> f64 {
    54.0 + 16.0 * number as f64
}

/// The room that loops need outside the circle of vertices.
fn room_for_loops(graph: &ConstraintGraph) -> f64 {
    let mut loops = vec![0; graph.vertices().len()];
    for edge in graph.edges().iter().filter(|edge| edge.tail == edge.head) {
        loops[edge.tail] += 1;
    }
    match loops.iter().max() {
        None | Some(0) => 0.0,
        Some(most) => reach_of_loop(most - 1) + 14.0,
    }
}

fn drawn(graph: &ConstraintGraph, frames: &[Configuration]) -> String {
    let radius = (graph.vertices().len() as f64 * 18.0).clamp(90.0, 2000.0);
    let names = if has_long_names(graph) {
        NAME_ROOM / 2.0
    } else {
        0.0
    };
    let centre = radius + (50.0 + names).max(room_for_loops(graph));
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
            "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>",
            curve.path()
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
                curve
                    .arrow(forward, size)
                    .map(|(x, y)| format!("{x:.1},{y:.1}"))
                    .join(" "),
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

/// The name of a vertex, in its circle, or below it on white, so that edges do not run through it.
fn vertex_name(svg: &mut String, name: &str, (x, y): Point) {
    let shown = shortened_inside(name, 12.0, NAME_ROOM);
    let inner = hinted(&shown, name);
    let long = is_long(name);
    let y = if long { y + RADIUS + 13.0 } else { y + 4.0 };
    if long {
        let half = width(&shown, 12.0) / 2.0 + 1.0;
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"15\" rx=\"4\" fill=\"#ffffff\" fill-opacity=\"0.88\"/>",
            x - half,
            y - 11.0,
            2.0 * half
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"12\" text-anchor=\"middle\" fill=\"#000000\">{inner}</text>"
    );
}

/// A loop: out to one side of the vertex, away from the centre, and back at the other.
fn looped(at: Point, number: usize, centre: f64) -> Curve {
    // Those outside are wider, so that their heads stand apart.
    let half_angle = (0.7 + 0.25 * number as f64).min(1.2);
    let outwards = f64::atan2(at.1 - centre, at.0 - centre);
    // The middle of the curve is three quarters of the way to the control points.
    let far = reach_of_loop(number) / 0.75 / half_angle.cos();
    let control = |angle: f64| (at.0 + far * angle.cos(), at.1 + far * angle.sin());
    Curve {
        from: at,
        bends: [
            control(outwards - half_angle),
            control(outwards + half_angle),
        ],
        to: at,
    }
}

fn curve(places: &[Point], tail: usize, head: usize, number: usize, centre: f64) -> Curve {
    let (from, to) = (places[tail], places[head]);
    if tail == head {
        return looped(from, number, centre);
    }
    // Parallel edges are bent to alternating sides; which side does not depend on the direction.
    let (a, b) = (places[tail.min(head)], places[tail.max(head)]);
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let norm = (dx * dx + dy * dy).sqrt().max(1.0);
    let side = if number % 2 == 1 { 1.0 } else { -1.0 };
    let bend = side * 34.0 * number.div_ceil(2) as f64 + 6.0;
    let control = (
        (from.0 + to.0) / 2.0 - dy / norm * bend,
        (from.1 + to.1) / 2.0 + dx / norm * bend,
    );
    Curve::quadratic(from, control, to)
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

    #[test]
    fn loops_are_wide_and_have_heads() {
        let at = (200.0, 50.0);
        for number in 0..3 {
            let curve = looped(at, number, 200.0);
            let points: Vec<Point> = (0..=50).map(|i| curve.at(f64::from(i) / 50.0)).collect();
            let far = points.iter().map(|p| at.1 - p.1).fold(0.0, f64::max);
            assert!((far - reach_of_loop(number)).abs() < 0.5);
            let aside = points
                .iter()
                .map(|p| (p.0 - at.0).abs())
                .fold(0.0, f64::max);
            assert!(aside > RADIUS, "{aside}");
            for forward in [true, false] {
                let [tip, left, right] = curve.arrow(forward, 9.0);
                let distance = |p: Point| (p.0 - at.0).hypot(p.1 - at.1);
                assert!((distance(tip) - RADIUS).abs() < 2.0);
                assert!(distance(left) > RADIUS + 8.0 && distance(right) > RADIUS + 8.0);
                // One head on each side of the loop.
                assert_eq!(tip.0 > at.0, forward);
            }
        }
    }

    #[test]
    fn loops_are_inside_the_picture() {
        let text = "a_long_name b 1\nb e 2\ne e 2\ne e 1\ne c 1\na_long_name another_long_name 2\n\
                    another_long_name e 1\nc a_long_name 1";
        let graph = ConstraintGraph::parse(text).expect("a graph");
        assert!(room_for_loops(&graph) > reach_of_loop(1));
        let none = ConstraintGraph::parse("a b 2").expect("a graph");
        assert!(room_for_loops(&none) == 0.0);
    }
}
