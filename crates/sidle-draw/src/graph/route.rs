//! How the edges go: straight where they can, bent round other vertices where they must.

use super::{Picture, layout::Point};

/// A drawn edge: a quadratic curve between the rims of its ends, or a loop.
#[derive(Clone, Copy, Debug)]
pub(super) enum Route {
    /// Start, control point, end.
    Curve(Point, Point, Point),
    /// A loop at a vertex, in this direction.
    Loop { at: Point, direction: Point },
}

const SAMPLES: usize = 24;

/// A route for every edge of the picture, in order.
pub(super) fn route(picture: &Picture, points: &[Point], radius: f64) -> Vec<Route> {
    let mut crowd: Vec<Vec<Point>> = Vec::new();
    let mut routes = Vec::new();
    let mut loops = vec![0u32; points.len()];
    for &(from, to, _) in &picture.edges {
        if from == to {
            // A second loop at a vertex stands apart from the first.
            let away = away_from_neighbours(picture, points, from);
            let direction = turned(away, 1.9 * f64::from(loops[from]));
            loops[from] += 1;
            routes.push(Route::Loop {
                at: points[from],
                direction,
            });
            continue;
        }
        let mutual = picture.edges.iter().any(|&(u, v, _)| (u, v) == (to, from));
        let bends: &[f64] = if mutual {
            &[0.16, 0.3, 0.5, 0.75, 1.0]
        } else {
            &[
                0.0, 0.16, -0.16, 0.3, -0.3, 0.5, -0.5, 0.75, -0.75, 1.0, -1.0,
            ]
        };
        let ends = (points[from], points[to]);
        let best = bends.iter().map(|&bend| {
            let curve = bent(ends.0, ends.1, bend);
            (
                badness(&curve, bend, (from, to), points, radius, &crowd),
                curve,
            )
        });
        let best = best.min_by(|a, b| a.0.total_cmp(&b.0));
        let curve = best.map_or_else(|| bent(ends.0, ends.1, 0.0), |best| best.1);
        crowd.push(inner_samples(&curve));
        routes.push(trimmed(&curve, radius));
    }
    routes
}

fn turned((x, y): Point, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    (x * cos - y * sin, x * sin + y * cos)
}

type Curve = (Point, Point, Point);

/// The curve from a to b whose middle is `bend` times their distance off the straight line, to the left.
fn bent(a: Point, b: Point, bend: f64) -> Curve {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let control = (
        f64::midpoint(a.0, b.0) + 2.0 * bend * dy,
        f64::midpoint(a.1, b.1) - 2.0 * bend * dx,
    );
    (a, control, b)
}

/// The point of a curve at t from 0 to 1.
pub(super) fn at(curve: &Curve, t: f64) -> Point {
    let (a, c, b) = *curve;
    let s = 1.0 - t;
    let mix = |a: f64, c: f64, b: f64| s * s * a + 2.0 * s * t * c + t * t * b;
    (mix(a.0, c.0, b.0), mix(a.1, c.1, b.1))
}

fn inner_samples(curve: &Curve) -> Vec<Point> {
    let inner = SAMPLES / 5..=SAMPLES - SAMPLES / 5;
    inner
        .map(|i| at(curve, i as f64 / SAMPLES as f64))
        .collect()
}

/// Running into another vertex is worst, running along another edge bad, crossing it or bending a blemish.
fn badness(
    curve: &Curve,
    bend: f64,
    ends: (usize, usize),
    points: &[Point],
    radius: f64,
    crowd: &[Vec<Point>],
) -> f64 {
    let samples: Vec<Point> = (0..=SAMPLES)
        .map(|i| at(curve, i as f64 / SAMPLES as f64))
        .collect();
    let near = |a: &Point, b: &Point, limit: f64| {
        (a.0 - b.0).abs() < limit
            && (a.1 - b.1).abs() < limit
            && (a.0 - b.0).hypot(a.1 - b.1) < limit
    };
    let others = points.iter().enumerate();
    let others = others.filter(|(v, _)| *v != ends.0 && *v != ends.1);
    let hits = others
        .filter(|(_, p)| samples.iter().any(|s| near(s, p, radius + 5.0)))
        .count();
    let inner = inner_samples(curve);
    let along = |other: &&Vec<Point>| {
        let close = inner
            .iter()
            .filter(|s| other.iter().any(|o| near(s, o, 7.0)));
        close.count() > SAMPLES / 4
    };
    let alongs = crowd.iter().filter(along).count();
    100.0 * hits as f64 + 20.0 * alongs as f64 + 10.0 * bend.abs()
}

/// The part of a curve between two rims, a little short of the second for the arrow head.
fn trimmed(curve: &Curve, radius: f64) -> Route {
    let (a, _, b) = *curve;
    let outside = |p: Point, centre: Point, r: f64| (p.0 - centre.0).hypot(p.1 - centre.1) >= r;
    let steps = 400;
    let t = |i: usize| i as f64 / f64::from(steps);
    let count = steps as usize;
    let first = (0..=count)
        .map(t)
        .find(|&t| outside(at(curve, t), a, radius));
    let last = (0..=count)
        .rev()
        .map(t)
        .find(|&t| outside(at(curve, t), b, radius + 2.0));
    let (first, last) = (first.unwrap_or(0.0), last.unwrap_or(1.0));
    let (_, c, _) = *curve;
    // The control point of the part is the blossom of the curve at both ends of it.
    let blossom = |a: f64, c: f64, b: f64| {
        let (s, t) = (first, last);
        (1.0 - s) * (1.0 - t) * a + ((1.0 - s) * t + s * (1.0 - t)) * c + s * t * b
    };
    let control = (blossom(a.0, c.0, b.0), blossom(a.1, c.1, b.1));
    Route::Curve(at(curve, first), control, at(curve, last))
}

/// The direction in which a loop has the most room: the middle of the widest gap between neighbours.
fn away_from_neighbours(picture: &Picture, points: &[Point], v: usize) -> Point {
    let mut angles = Vec::new();
    for &(from, to, _) in &picture.edges {
        let other = if from == v { to } else { from };
        if (from == v || to == v) && other != v {
            angles.push((points[other].1 - points[v].1).atan2(points[other].0 - points[v].0));
        }
    }
    angles.sort_by(f64::total_cmp);
    let Some(&first) = angles.first() else {
        return (0.0, -1.0);
    };
    let next = angles
        .iter()
        .skip(1)
        .copied()
        .chain([first + std::f64::consts::TAU]);
    let gaps = angles
        .iter()
        .zip(next)
        .map(|(&a, b)| (b - a, f64::midpoint(a, b)));
    let widest = gaps.max_by(|a, b| a.0.total_cmp(&b.0));
    let angle = widest.map_or(-std::f64::consts::FRAC_PI_2, |gap| gap.1);
    (angle.cos(), angle.sin())
}
