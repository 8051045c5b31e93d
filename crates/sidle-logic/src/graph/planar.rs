//! Planarity with an embedding, by adding paths face by face (Demoucron, Malgrange and Pertuiset 1964).
//!
//! Each block (maximal part without a cut vertex) starts as a cycle with two faces. Again and again a fragment, a part not yet drawn,
//! is looked for that fits into the fewest faces; a path of it is drawn into one and splits it. A fragment that fits nowhere
//! proves that the graph is not planar. Quadratic and more, which is enough for graphs that people draw.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{ConstraintGraph, EdgeId};

/// The edges around each vertex in one sense of rotation, a loop twice; `None` if the graph is not planar.
///
/// ```
/// use sidle_logic::graph::{ConstraintGraph, planar::embedding};
/// let k4 = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(|(u, v)| (u, v, 1));
/// assert!(embedding(&ConstraintGraph::from_edges(k4)).is_some());
/// let k33 = (0..3).flat_map(|u| (3..6).map(move |v| (u, v, 1)));
/// assert!(embedding(&ConstraintGraph::from_edges(k33)).is_none());
/// ```
#[must_use]
pub fn embedding(graph: &ConstraintGraph) -> Option<Vec<Vec<EdgeId>>> {
    let count = graph.vertices().len();
    // Parallel edges are drawn side by side, so one of each kind is embedded.
    let mut bundles: BTreeMap<(usize, usize), Vec<EdgeId>> = BTreeMap::new();
    for (e, edge) in graph.edges().iter().enumerate() {
        let ends = (edge.tail.min(edge.head), edge.tail.max(edge.head));
        bundles.entry(ends).or_default().push(e);
    }
    let mut near: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &(u, v) in bundles.keys().filter(|(u, v)| u != v) {
        near[u].push(v);
        near[v].push(u);
    }
    let mut rotations: Vec<Vec<usize>> = vec![Vec::new(); count];
    for block in blocks(&near) {
        let after = embed_block(&block)?;
        for (&v, next) in &after {
            let Some((&first, _)) = next.iter().next() else {
                continue;
            };
            let mut at = first;
            loop {
                rotations[v].push(at);
                at = next[&at];
                if at == first {
                    break;
                }
            }
        }
    }
    let around = |v: usize| -> Vec<EdgeId> {
        let mut edges = Vec::new();
        for &w in &rotations[v] {
            let bundle = &bundles[&(v.min(w), v.max(w))];
            if v < w {
                edges.extend(bundle);
            } else {
                edges.extend(bundle.iter().rev());
            }
        }
        if let Some(loops) = bundles.get(&(v, v)) {
            edges.extend(loops.iter().flat_map(|&e| [e, e]));
        }
        edges
    };
    Some((0..count).map(around).collect())
}

/// The blocks as lists of edges (Hopcroft and Tarjan 1973, without recursion).
fn blocks(near: &[Vec<usize>]) -> Vec<Vec<(usize, usize)>> {
    let count = near.len();
    let mut order = vec![0usize; count];
    let mut low = vec![0usize; count];
    let mut clock = 0;
    let mut blocks = Vec::new();
    for root in 0..count {
        if order[root] > 0 {
            continue;
        }
        clock += 1;
        order[root] = clock;
        low[root] = clock;
        let mut edges: Vec<(usize, usize)> = Vec::new();
        let mut stack = vec![(root, usize::MAX, 0)];
        while let Some(&mut (v, from, ref mut next)) = stack.last_mut() {
            if let Some(&w) = near[v].get(*next) {
                *next += 1;
                if w == from {
                    continue;
                }
                if order[w] == 0 {
                    clock += 1;
                    order[w] = clock;
                    low[w] = clock;
                    edges.push((v, w));
                    stack.push((w, v, 0));
                } else if order[w] < order[v] {
                    edges.push((v, w));
                    low[v] = low[v].min(order[w]);
                }
                continue;
            }
            stack.pop();
            if from != usize::MAX {
                low[from] = low[from].min(low[v]);
                if low[v] >= order[from] {
                    let begin = edges
                        .iter()
                        .rposition(|&edge| edge == (from, v))
                        .unwrap_or(0);
                    blocks.push(edges.split_off(begin));
                }
            }
        }
    }
    blocks
}

/// For each vertex of a block the neighbour that comes after each neighbour.
type After = BTreeMap<usize, BTreeMap<usize, usize>>;

fn embed_block(edges: &[(usize, usize)]) -> Option<After> {
    let mut near: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for &(u, v) in edges {
        near.entry(u).or_default().insert(v);
        near.entry(v).or_default().insert(u);
    }
    if let &[(u, v)] = edges {
        return Some(BTreeMap::from([
            (u, BTreeMap::from([(v, v)])),
            (v, BTreeMap::from([(u, u)])),
        ]));
    }
    let cycle = cycle(&near);
    let mut drawn: BTreeSet<(usize, usize)> = BTreeSet::new();
    let pair = |u: usize, v: usize| (u.min(v), u.max(v));
    for (i, &v) in cycle.iter().enumerate() {
        drawn.insert(pair(v, cycle[(i + 1) % cycle.len()]));
    }
    let mut placed: BTreeSet<usize> = cycle.iter().copied().collect();
    let mut faces = vec![cycle.clone(), cycle.into_iter().rev().collect()];
    while drawn.len() < edges.len() {
        let mut chosen: Option<(Fragment, usize)> = None;
        for fragment in fragments(&near, &placed, &drawn) {
            let fits = |face: &Vec<usize>| fragment.feet.iter().all(|foot| face.contains(foot));
            let mut fitting = (0..faces.len()).filter(|&number| fits(&faces[number]));
            let face = fitting.next()?;
            let only = fitting.next().is_none();
            if only || chosen.is_none() {
                chosen = Some((fragment, face));
            }
            if only {
                break;
            }
        }
        let (fragment, face) = chosen?;
        let path = fragment.path(&near);
        for step in path.windows(2) {
            drawn.insert(pair(step[0], step[1]));
        }
        placed.extend(&path);
        let old = faces.swap_remove(face);
        let at = |v: usize| old.iter().position(|&w| w == v).unwrap_or(0);
        let (begin, end) = (at(path[0]), at(path[path.len() - 1]));
        // From one foot to the other along the old face, and back along the path.
        let along = |from: usize, to: usize| -> Vec<usize> {
            let length = (to + old.len() - from) % old.len();
            (0..=length).map(|i| old[(from + i) % old.len()]).collect()
        };
        let inner = &path[1..path.len() - 1];
        let mut one = along(begin, end);
        one.extend(inner.iter().rev());
        let mut other = along(end, begin);
        other.extend(inner);
        faces.push(one);
        faces.push(other);
    }
    let mut after: After = BTreeMap::new();
    for face in &faces {
        for i in 0..face.len() {
            let (u, v, w) = (
                face[i],
                face[(i + 1) % face.len()],
                face[(i + 2) % face.len()],
            );
            after.entry(v).or_default().insert(u, w);
        }
    }
    Some(after)
}

/// Any cycle of a block.
fn cycle(near: &BTreeMap<usize, BTreeSet<usize>>) -> Vec<usize> {
    let Some((&root, _)) = near.iter().next() else {
        return Vec::new();
    };
    // Walk without turning back until a vertex comes again: in a block nothing is a dead end.
    let mut walk = vec![root];
    let mut place: HashMap<usize, usize> = HashMap::from([(root, 0)]);
    loop {
        let v = walk[walk.len() - 1];
        let from = walk.len().checked_sub(2).map(|i| walk[i]);
        let Some(&next) = near[&v].iter().find(|&&w| Some(w) != from) else {
            return walk;
        };
        if let Some(&begin) = place.get(&next) {
            return walk.split_off(begin);
        }
        place.insert(next, walk.len());
        walk.push(next);
    }
}

/// A part that is not drawn yet: an edge between drawn vertices, or vertices with their edges to drawn ones.
struct Fragment {
    inner: BTreeSet<usize>,
    feet: BTreeSet<usize>,
}

impl Fragment {
    /// A path through the fragment from one foot to another.
    fn path(&self, near: &BTreeMap<usize, BTreeSet<usize>>) -> Vec<usize> {
        let feet: Vec<usize> = self.feet.iter().copied().collect();
        if self.inner.is_empty() {
            return feet;
        }
        let mut before: HashMap<usize, usize> = HashMap::new();
        let mut open = vec![feet[0]];
        let mut next = 0;
        while next < open.len() {
            let v = open[next];
            next += 1;
            for &w in &near[&v] {
                if before.contains_key(&w) || w == feet[0] {
                    continue;
                }
                if self.inner.contains(&w) {
                    before.insert(w, v);
                    open.push(w);
                } else if self.feet.contains(&w) && self.inner.contains(&v) {
                    let mut path = vec![w, v];
                    let mut at = v;
                    while let Some(&back) = before.get(&at) {
                        path.push(back);
                        at = back;
                    }
                    path.reverse();
                    return path;
                }
            }
        }
        feet
    }
}

fn fragments(
    near: &BTreeMap<usize, BTreeSet<usize>>,
    placed: &BTreeSet<usize>,
    drawn: &BTreeSet<(usize, usize)>,
) -> Vec<Fragment> {
    let mut all = Vec::new();
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for (&v, neighbours) in near {
        if placed.contains(&v) {
            for &w in neighbours.range(v + 1..) {
                if placed.contains(&w) && !drawn.contains(&(v, w)) {
                    all.push(Fragment {
                        inner: BTreeSet::new(),
                        feet: BTreeSet::from([v, w]),
                    });
                }
            }
            continue;
        }
        if !seen.insert(v) {
            continue;
        }
        let mut fragment = Fragment {
            inner: BTreeSet::from([v]),
            feet: BTreeSet::new(),
        };
        let mut open = vec![v];
        while let Some(v) = open.pop() {
            for &w in &near[&v] {
                if placed.contains(&w) {
                    fragment.feet.insert(w);
                } else if seen.insert(w) {
                    fragment.inner.insert(w);
                    open.push(w);
                }
            }
        }
        all.push(fragment);
    }
    all
}
