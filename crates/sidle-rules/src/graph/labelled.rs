//! Small labelled multigraphs as positions.

use std::ops::RangeInclusive;

/// An edge: its ends, and a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// One end (the tail, where direction matters).
    pub from: u32,
    /// The other end.
    pub to: u32,
    /// The label, a number that the ruleset understands.
    pub label: u8,
}

/// A multigraph with labelled vertices and edges; vertices are numbered from 0.
///
/// ```
/// use sidle_rules::graph::{Edge, LabelledGraph};
/// let edge = |from, to| Edge { from, to, label: 0 };
/// let path = LabelledGraph::new(vec![0; 4], vec![edge(0, 1), edge(1, 2), edge(2, 3)]);
/// assert_eq!(path.without_vertices(&[1]).components().len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct LabelledGraph {
    labels: Box<[u8]>,
    edges: Box<[Edge]>,
}

impl LabelledGraph {
    /// A graph with these vertex labels and edges, in this order.
    ///
    /// # Panics
    /// If an edge ends at a vertex that does not exist.
    pub fn new(labels: Vec<u8>, edges: Vec<Edge>) -> LabelledGraph {
        let n = labels.len();
        assert!(
            edges
                .iter()
                .all(|e| (e.from as usize) < n && (e.to as usize) < n),
            "edges end at vertices"
        );
        LabelledGraph {
            labels: labels.into(),
            edges: edges.into(),
        }
    }

    /// The graph as bytes: each number in groups of seven bits, the lowest first, with a high bit where another follows.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |mut number: usize| {
            while number >= 0x80 {
                bytes.push(number as u8 | 0x80);
                number >>= 7;
            }
            bytes.push(number as u8);
        };
        put(self.labels.len());
        self.labels.iter().for_each(|&label| put(label.into()));
        for edge in &self.edges {
            put(edge.from as usize);
            put(edge.to as usize);
            put(edge.label.into());
        }
        bytes
    }

    /// The graph of bytes from [`to_bytes`](LabelledGraph::to_bytes), if its labels are among these.
    pub(super) fn from_bytes(
        bytes: &[u8],
        vertex_labels: RangeInclusive<u8>,
        edge_labels: RangeInclusive<u8>,
    ) -> Option<LabelledGraph> {
        let mut numbers = Vec::new();
        let mut number = 0u32;
        let mut shift = 0;
        for &byte in bytes {
            let group = u32::from(byte & 0x7f);
            // The highest group fits, and is not an empty one that makes a second way to write a number.
            number |= group.checked_mul(1u32.checked_shl(shift)?)?;
            shift += 7;
            if byte < 0x80 {
                if byte == 0 && shift > 7 {
                    return None;
                }
                numbers.push(std::mem::take(&mut number));
                shift = 0;
            }
        }
        let (&n, rest) = numbers.split_first().filter(|_| shift == 0)?;
        let (labels, edges) = rest.split_at_checked(n as usize)?;
        let label = |number: u32, of: &RangeInclusive<u8>| {
            let label = u8::try_from(number).ok()?;
            of.contains(&label).then_some(label)
        };
        let (edges, []) = edges.as_chunks() else {
            return None;
        };
        let edge = |&[from, to, number]: &[u32; 3]| {
            let label = label(number, &edge_labels)?;
            (from < n && to < n).then_some(Edge { from, to, label })
        };
        Some(LabelledGraph {
            labels: labels
                .iter()
                .map(|&l| label(l, &vertex_labels))
                .collect::<Option<_>>()?,
            edges: edges.iter().map(edge).collect::<Option<_>>()?,
        })
    }

    /// The labels of the vertices.
    pub fn labels(&self) -> &[u8] {
        &self.labels
    }

    /// The edges.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.labels.len()
    }

    /// The vertices at the other end of the edges of a vertex, direction ignored; with repetition.
    pub fn neighbours(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.edges.iter().filter_map(move |e| match (e.from, e.to) {
            (v, other) | (other, v) if v == vertex => Some(other),
            _ => None,
        })
    }

    /// The graph with a vertex's label changed.
    #[must_use]
    pub fn with_labels(mut self, changes: impl IntoIterator<Item = (u32, u8)>) -> LabelledGraph {
        for (vertex, label) in changes {
            self.labels[vertex as usize] = label;
        }
        self
    }

    /// The graph without one edge.
    #[must_use]
    pub fn without_edge(&self, index: usize) -> LabelledGraph {
        let mut edges = self.edges.to_vec();
        edges.remove(index);
        LabelledGraph {
            labels: self.labels.clone(),
            edges: edges.into(),
        }
    }

    /// The graph on the vertices for which `keep` is true, renumbered in order.
    #[must_use]
    pub fn retain(&self, keep: impl Fn(u32) -> bool) -> LabelledGraph {
        let mut number = vec![u32::MAX; self.labels.len()];
        let mut labels = Vec::new();
        for (vertex, &label) in self.labels.iter().enumerate() {
            if keep(vertex as u32) {
                number[vertex] = labels.len() as u32;
                labels.push(label);
            }
        }
        let edges = self.edges.iter().filter_map(|e| {
            let (from, to) = (number[e.from as usize], number[e.to as usize]);
            (from != u32::MAX && to != u32::MAX).then_some(Edge {
                from,
                to,
                label: e.label,
            })
        });
        LabelledGraph {
            edges: edges.collect(),
            labels: labels.into(),
        }
    }

    /// The graph without some vertices and their edges.
    #[must_use]
    pub fn without_vertices(&self, gone: &[u32]) -> LabelledGraph {
        self.retain(|vertex| !gone.contains(&vertex))
    }

    /// For each vertex the number of its component; components are numbered by least vertex.
    pub fn component_numbers(&self) -> (Vec<u32>, u32) {
        let n = self.labels.len();
        let mut parent: Vec<u32> = (0..n as u32).collect();
        let find = |parent: &mut Vec<u32>, mut v: u32| {
            while parent[v as usize] != v {
                parent[v as usize] = parent[parent[v as usize] as usize];
                v = parent[v as usize];
            }
            v
        };
        for e in &self.edges {
            let (a, b) = (find(&mut parent, e.from), find(&mut parent, e.to));
            let (low, high) = (a.min(b), a.max(b));
            parent[high as usize] = low;
        }
        let mut numbers = vec![0; n];
        let mut count = 0;
        for v in 0..n as u32 {
            let root = find(&mut parent, v);
            numbers[v as usize] = if root == v {
                count += 1;
                count - 1
            } else {
                numbers[root as usize]
            };
        }
        (numbers, count)
    }

    /// The connected components, by least vertex.
    pub fn components(&self) -> Vec<LabelledGraph> {
        let (numbers, count) = self.component_numbers();
        match count {
            1 => vec![self.clone()],
            count => (0..count)
                .map(|c| self.retain(|v| numbers[v as usize] == c))
                .collect(),
        }
    }

    /// The same graph with vertices renumbered by an invariant of their surroundings, edges in
    /// order and, unless `directed`, with the smaller end first. Isomorphic graphs often, but not
    /// always, become equal; vertex 0 stays vertex 0 if `rooted`.
    #[must_use]
    pub fn tidied(&self, rooted: bool, directed: bool) -> LabelledGraph {
        let n = self.labels.len();
        let mut colour: Vec<u64> = self
            .labels
            .iter()
            .enumerate()
            .map(|(v, &l)| u64::from(l) + 1 + if rooted && v == 0 { 1 << 20 } else { 0 })
            .collect();
        let mix = |x: u64| {
            let x = (x ^ x >> 31).wrapping_mul(0x7fb5_d329_728e_a185);
            (x ^ x >> 27).wrapping_mul(0x81da_def4_bc2d_d44d)
        };
        let mut next = vec![0u64; n];
        for _ in 0..n.min(6) {
            for (v, c) in next.iter_mut().enumerate() {
                *c = mix(colour[v]);
            }
            for e in &self.edges {
                let (a, b) = (e.from as usize, e.to as usize);
                let label = u64::from(e.label) + 7;
                let back = if directed { 1 << 12 } else { 0 };
                next[a] = next[a].wrapping_add(mix(colour[b].wrapping_mul(label)));
                next[b] = next[b].wrapping_add(mix(colour[a].wrapping_mul(label + back)));
            }
            std::mem::swap(&mut colour, &mut next);
        }
        let mut order: Vec<u32> = (0..n as u32).collect();
        order.sort_by_key(|&v| (!(rooted && v == 0), colour[v as usize], v));
        let mut number = vec![0; n];
        for (i, &v) in order.iter().enumerate() {
            number[v as usize] = i as u32;
        }
        let mut edges: Vec<Edge> = self
            .edges
            .iter()
            .map(|e| {
                let (a, b) = (number[e.from as usize], number[e.to as usize]);
                let (from, to) = if directed {
                    (a, b)
                } else {
                    (a.min(b), a.max(b))
                };
                let label = e.label;
                Edge { from, to, label }
            })
            .collect();
        edges.sort_unstable();
        LabelledGraph {
            labels: order.iter().map(|&v| self.labels[v as usize]).collect(),
            edges: edges.into(),
        }
    }
}
