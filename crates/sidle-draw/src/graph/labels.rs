//! Where the labels of edges go: on their edge, and not on each other.

use std::collections::BTreeMap;

use super::{
    Picture,
    layout::Point,
    route::{Route, at},
};
use crate::markup::{shortened, width};

pub(super) const LABEL_SIZE: f64 = 11.0;
/// The widest label beside an edge: more would lie over other vertices.
const LABEL_ROOM: f64 = 150.0;
/// Half the height of a label.
const HALF: f64 = 8.0;

/// What is shown of a label beside an edge.
pub(super) fn shown_beside(label: &str) -> String {
    shortened(label, LABEL_SIZE, LABEL_ROOM)
}

/// Half the width of a label.
pub(super) fn half_width(label: &str) -> f64 {
    width(&shown_beside(label), LABEL_SIZE) / 2.0 + 3.0
}

/// The middles of the labels, by the numbers of their edges: each as near to the middle of its edge as it can be
/// without lying on an earlier one or on a vertex.
pub(super) fn place_labels(
    picture: &Picture,
    points: &[Point],
    routes: &[Route],
    radius: f64,
) -> BTreeMap<usize, Point> {
    let mut places = BTreeMap::new();
    let mut taken: Vec<(Point, f64)> = Vec::new();
    for (&number, label) in &picture.labels {
        let half = half_width(label);
        let is_free_of_labels = |&(x, y): &Point| {
            let mut others = taken.iter();
            others
                .all(|((u, v), other)| (x - u).abs() >= half + other || (y - v).abs() >= 2.0 * HALF)
        };
        let is_free_of_vertices = |&(x, y): &Point| {
            points.iter().all(|(u, v)| {
                let (dx, dy) = (
                    ((x - u).abs() - half).max(0.0),
                    ((y - v).abs() - HALF).max(0.0),
                );
                dx.hypot(dy) >= radius
            })
        };
        let candidates = candidates(&routes[number], radius, half);
        let mut legible = candidates.iter().filter(|at| is_free_of_labels(at));
        let best = legible.clone().find(|at| is_free_of_vertices(at));
        let best = *best.or_else(|| legible.next()).unwrap_or(&candidates[0]);
        taken.push((best, half));
        places.insert(number, best);
    }
    places
}

/// Places for a label, the best first: along the edge from its middle, then at its sides,
/// above and below it.
fn candidates(route: &Route, radius: f64, half: f64) -> Vec<Point> {
    let along: Vec<Point> = match *route {
        Route::Curve(a, c, b) => {
            let parts = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74];
            parts.iter().map(|&t| at(&(a, c, b), t)).collect()
        }
        Route::Loop { at, direction } => {
            let parts = [2.0, 2.3, 2.6];
            let point = |far: &f64| {
                let far = far * radius;
                (at.0 + far * direction.0, at.1 + far * direction.1)
            };
            parts.iter().map(point).collect()
        }
    };
    let mut candidates = along.clone();
    for aside in [half, -half] {
        candidates.extend(along.iter().map(|&(x, y)| (x + aside, y)));
    }
    for aside in [-14.0, 14.0, -28.0, 28.0, -42.0, 42.0] {
        candidates.extend(along.iter().map(|&(x, y)| (x, y + aside)));
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Stroke, layout::place, route::route};

    #[test]
    fn labels_of_opposite_edges_do_not_cover_each_other() {
        let mut picture = Picture::sized(4, 8).expect("small");
        for name in ["a", "b", "0", "*"] {
            picture.add(name, "");
        }
        let edges = [
            (0, 1, "@ban"),
            (1, 0, "@live_for_a_long_time"),
            (0, 2, "@a"),
            (1, 3, "@b"),
        ];
        for (from, to, label) in edges {
            picture.connect(from, to, Stroke::Left);
            picture.label(from as u32, to as u32, Stroke::Left, label);
        }
        for radius in [20.0, 40.0] {
            let points = place(&picture, 3.8 * radius);
            let routes = route(&picture, &points, radius);
            let places = place_labels(&picture, &points, &routes, radius);
            assert_eq!(places.len(), 4);
            for (i, a) in &places {
                for (_, b) in places.range(..i) {
                    let wide = half_width(&picture.labels[i]);
                    assert!((a.0 - b.0).abs() >= wide || (a.1 - b.1).abs() >= 2.0 * HALF);
                }
            }
        }
    }
}
