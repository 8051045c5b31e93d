//! Where the vertices go: layers for acyclic components, stress for cyclic ones, side by side.

use super::Picture;

/// A point in the plane; y grows downwards.
pub(super) type Point = (f64, f64);

/// Places all vertices. Neighbours are about `spacing` apart.
pub(super) fn place(picture: &Picture, spacing: f64) -> Vec<Point> {
    let n = picture.nodes.len();
    let mut out = vec![Vec::new(); n];
    for &(from, to, _) in &picture.edges {
        if from != to {
            out[from].push(to);
        }
    }
    let mut points = vec![(0.0, 0.0); n];
    let mut boxes = Vec::new();
    for component in components(&out) {
        let local = match layers(&component, &out) {
            Some(layers) => place_layers(&component, &out, &layers),
            None => place_by_stress(&component, &out),
        };
        let low = |f: fn(&Point) -> f64| local.iter().map(f).fold(f64::INFINITY, f64::min);
        let (left, top) = (low(|p| p.0), low(|p| p.1));
        for (&v, p) in component.iter().zip(&local) {
            points[v] = ((p.0 - left) * spacing, (p.1 - top) * spacing);
        }
        boxes.push(component);
    }
    pack(&boxes, &mut points, spacing);
    points
}

/// Weakly connected components, each in breadth-first order, ordered by first vertex.
fn components(out: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let around = neighbours(out);
    let mut seen = vec![false; out.len()];
    let mut components = Vec::new();
    for root in 0..out.len() {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut component = vec![root];
        let mut next = 0;
        while let Some(&v) = component.get(next) {
            next += 1;
            for &w in &around[v] {
                if !std::mem::replace(&mut seen[w], true) {
                    component.push(w);
                }
            }
        }
        components.push(component);
    }
    components
}

fn neighbours(out: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut around = out.to_vec();
    for (from, row) in out.iter().enumerate() {
        for &to in row {
            around[to].push(from);
        }
    }
    for row in &mut around {
        row.sort_unstable();
        row.dedup();
    }
    around
}

/// The height of each vertex of an acyclic component above its leaves, by vertex; nothing if it has a
/// cycle.
fn layers(component: &[usize], out: &[Vec<usize>]) -> Option<Vec<usize>> {
    let mut height = vec![0; out.len()];
    let mut left: Vec<usize> = out.iter().map(Vec::len).collect();
    let mut into = vec![Vec::new(); out.len()];
    for &v in component {
        for &w in &out[v] {
            into[w].push(v);
        }
    }
    let mut ready: Vec<usize> = component
        .iter()
        .copied()
        .filter(|&v| left[v] == 0)
        .collect();
    let mut next = 0;
    while let Some(&v) = ready.get(next) {
        next += 1;
        for &p in &into[v] {
            height[p] = height[p].max(height[v] + 1);
            left[p] -= 1;
            if left[p] == 0 {
                ready.push(p);
            }
        }
    }
    (ready.len() == component.len()).then_some(height)
}

/// Rows by height, leaves at the bottom, each row ordered by the mean place of its neighbours.
fn place_layers(component: &[usize], out: &[Vec<usize>], height: &[usize]) -> Vec<Point> {
    let tallest = component.iter().map(|&v| height[v]).max().unwrap_or(0);
    let mut rows = vec![Vec::new(); tallest + 1];
    for &v in component {
        rows[height[v]].push(v);
    }
    let around = neighbours(out);
    let mut x = vec![0.0; out.len()];
    let centre = |row: &[usize], x: &mut [f64]| {
        for (place, &v) in row.iter().enumerate() {
            x[v] = place as f64 - (row.len() as f64 - 1.0) / 2.0;
        }
    };
    rows.iter().for_each(|row| centre(row, &mut x));
    for _ in 0..8 {
        for row in &mut rows {
            let mean = |v: usize| {
                let all: f64 = around[v].iter().map(|&w| x[w]).sum();
                all / around[v].len().max(1) as f64
            };
            let mut keyed: Vec<(f64, usize)> = row.iter().map(|&v| (mean(v), v)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            *row = keyed.into_iter().map(|(_, v)| v).collect();
            centre(row, &mut x);
        }
    }
    let point = |&v: &usize| (x[v], (tallest - height[v]) as f64);
    component.iter().map(point).collect()
}

/// Distances in the plane like distances in the graph: stress majorization from a circle.
fn place_by_stress(component: &[usize], out: &[Vec<usize>]) -> Vec<Point> {
    let n = component.len();
    let distances = distances(component, &neighbours(out));
    let angle = |i: usize| (i as f64 / n as f64 - 0.25) * std::f64::consts::TAU;
    let radius = n as f64 / 6.0 + 0.2;
    let start = |i: usize| (radius * angle(i).cos(), radius * angle(i).sin());
    let mut points: Vec<Point> = circle_order(component).into_iter().map(start).collect();
    for _ in 0..300 {
        for i in 0..n {
            points[i] = improved(i, &points, &distances);
        }
    }
    apart(widened(points))
}

/// The least distance between two vertices, as a part of that between neighbours: the circles of both and a gap.
const LEAST_APART: f64 = 0.7;

/// Pushes vertices that are too close to each other apart, pair by pair. Should the rounds not be enough, the rest is
/// done by blowing everything up.
fn apart(mut points: Vec<Point>) -> Vec<Point> {
    for _ in 0..300 {
        if !push_pairs(&mut points) {
            return points;
        }
    }
    let scale = (LEAST_APART / closest(&points).max(1e-3)).max(1.0);
    points.iter().map(|p| (p.0 * scale, p.1 * scale)).collect()
}

/// One round over all pairs: was one of them too close?
fn push_pairs(points: &mut [Point]) -> bool {
    let mut pushed = false;
    for i in 1..points.len() {
        for j in 0..i {
            let (a, b) = (points[i], points[j]);
            let (dx, dy) = (a.0 - b.0, a.1 - b.1);
            let distance = dx.hypot(dy);
            if distance >= LEAST_APART {
                continue;
            }
            pushed = true;
            // Vertices at one place part in a direction that depends on their number only.
            let (ux, uy) = match distance > 1e-6 {
                true => (dx / distance, dy / distance),
                false => ((i as f64).cos(), (i as f64).sin()),
            };
            let far = (LEAST_APART - distance) / 2.0 + 0.005;
            points[i] = (a.0 + ux * far, a.1 + uy * far);
            points[j] = (b.0 - ux * far, b.1 - uy * far);
        }
    }
    pushed
}

/// Blown up until the closest two vertices are a unit apart, within reason.
fn widened(points: Vec<Point>) -> Vec<Point> {
    let scale = (1.0 / closest(&points).max(1e-9)).min(2.2);
    points.iter().map(|p| (p.0 * scale, p.1 * scale)).collect()
}

/// The distance of the closest two vertices, at most 1.
fn closest(points: &[Point]) -> f64 {
    let pairs = points.iter().enumerate().flat_map(|(i, a)| {
        let later = points[i + 1..].iter();
        later.map(move |b| (a.0 - b.0).hypot(a.1 - b.1))
    });
    pairs.fold(1.0, f64::min)
}

/// The places of the vertices on the first circle: in the order of their numbers.
fn circle_order(component: &[usize]) -> Vec<usize> {
    let mut sorted = component.to_vec();
    sorted.sort_unstable();
    let place = |v: &usize| {
        sorted
            .binary_search(v)
            .expect("a sorted list holds the same vertices")
    };
    component.iter().map(place).collect()
}

/// The place of vertex i that the others ask for.
fn improved(i: usize, points: &[Point], distances: &[Vec<f64>]) -> Point {
    let (mut x, mut y, mut total) = (0.0, 0.0, 0.0);
    for (j, &other) in points.iter().enumerate() {
        if i == j {
            continue;
        }
        let wanted = distances[i][j];
        let weight = wanted.powi(-2);
        let (dx, dy) = (points[i].0 - other.0, points[i].1 - other.1);
        let scale = wanted / dx.hypot(dy).max(1e-9);
        x += weight * (other.0 + dx * scale);
        y += weight * (other.1 + dy * scale);
        total += weight;
    }
    if total == 0.0 {
        points[i]
    } else {
        (x / total, y / total)
    }
}

/// Distances between all pairs along edges in either direction.
fn distances(component: &[usize], around: &[Vec<usize>]) -> Vec<Vec<f64>> {
    let mut place = vec![0; around.len()];
    for (i, &v) in component.iter().enumerate() {
        place[v] = i;
    }
    let from = |&root: &usize| {
        let mut distance = vec![f64::INFINITY; component.len()];
        distance[place[root]] = 0.0;
        let mut queue = vec![root];
        let mut next = 0;
        while let Some(&v) = queue.get(next) {
            next += 1;
            for &w in &around[v] {
                if distance[place[w]].is_infinite() {
                    distance[place[w]] = distance[place[v]] + 1.0;
                    queue.push(w);
                }
            }
        }
        distance
    };
    component.iter().map(from).collect()
}

/// Moves the components, each now in its own corner, beside and below each other.
fn pack(boxes: &[Vec<usize>], points: &mut [Point], spacing: f64) {
    let size = |component: &[usize], points: &[Point]| {
        let far =
            |f: fn(&Point) -> f64| component.iter().map(|&v| f(&points[v])).fold(0.0, f64::max);
        (far(|p| p.0) + spacing, far(|p| p.1) + spacing)
    };
    let sizes: Vec<Point> = boxes
        .iter()
        .map(|component| size(component, points))
        .collect();
    let area: f64 = sizes.iter().map(|(w, h)| w * h).sum();
    let widest = sizes.iter().map(|(w, _)| *w).fold(0.0, f64::max);
    let width = widest.max(area.sqrt() * 1.5);
    let (mut x, mut y, mut tallest) = (0.0, 0.0, 0.0f64);
    for (component, (w, h)) in boxes.iter().zip(sizes) {
        if x > 0.0 && x + w > width + 1e-6 {
            x = 0.0;
            y += tallest;
            tallest = 0.0;
        }
        for &v in component {
            points[v].0 += x;
            points[v].1 += y;
        }
        x += w;
        tallest = tallest.max(h);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Stroke;

    #[test]
    fn circles_of_large_graphs_stand_apart() {
        let mut picture = Picture::sized(200, 400).expect("small");
        for v in 0..200 {
            picture.add(format!("v{v}"), "");
        }
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % 200
        };
        for _ in 0..400 {
            let (from, to) = (next(), next());
            picture.connect(from, to, Stroke::Plain);
        }
        let points = place(&picture, 1.0);
        assert!(closest(&points) >= LEAST_APART - 1e-6);
        assert_eq!(points, place(&picture, 1.0));
    }

    #[test]
    fn vertices_at_one_place_part() {
        let points = apart(vec![(1.0, 1.0); 30]);
        assert!(closest(&points) >= LEAST_APART - 1e-6);
    }
}
