//! Löwe's asymmetric games: which pairs of values there are.

use std::collections::BTreeSet;

use crate::graph::{
    Digraph, Threads,
    label::{AsymmetricEnds, Bilabelling, Mover, label_asymmetric, try_label_asymmetric},
};

use super::{
    Page,
    scaling::{grows, random_digraph},
};

/// A pair of values l0/l1 at vertex 0 of a graph on so many vertices.
type Instance = (&'static str, usize, &'static [(u32, u32)]);

/// The smallest digraphs for each pair, loops allowed.
const PAIRS: [Instance; 8] = [
    ("D/L", 1, &[]),
    ("W/D", 2, &[(0, 1)]),
    ("L/W", 1, &[(0, 0)]),
    ("L/L", 3, &[(0, 1), (1, 0), (1, 2)]),
    ("W/W", 3, &[(0, 1), (1, 0), (0, 2)]),
    ("D/D", 3, &[(0, 0), (0, 1), (1, 2)]),
    ("L/D", 4, &[(0, 1), (1, 0), (1, 2), (2, 3)]),
    ("D/W", 4, &[(0, 1), (1, 0), (0, 2), (2, 3)]),
];

/// The same without loops, where that needs another graph.
const LOOP_FREE: [Instance; 2] = [
    ("L/W", 2, &[(0, 1), (1, 0)]),
    ("D/D", 4, &[(0, 1), (0, 2), (1, 0), (1, 2), (2, 3)]),
];

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    for (kind, instances) in [("", &PAIRS[..]), (", without loops", &LOOP_FREE)] {
        for &(pair, vertices, edges) in instances {
            let claim = format!("{pair} on {}{kind}", shown(edges));
            page.equal(claim, "Figure 1", pair, || {
                let graph = Digraph::<u32>::from_edges(vertices, edges)?;
                Ok(pair_of(&label_asymmetric(&graph), 0))
            })?;
        }
    }
    page.equal(
        "the pairs on all digraphs of up to four vertices (W/L is missing)",
        "Proposition 3.8",
        "D/D D/L D/W L/D L/L L/W W/D W/W",
        || pairs_on_small_digraphs(|_| true),
    )?;
    page.equal(
        "the pairs on acyclic digraphs of up to four vertices",
        "Section 3",
        "D/L W/D",
        || pairs_on_small_digraphs(|edges| edges.iter().all(|(from, to)| from > to)),
    )?;
    grows(
        page,
        "the bilabelling of random digraphs in O(n + m), printed O(m^2)",
        "Theorem 4.3",
        1.0,
        [10_000, 100_000].map(random_digraph),
        |graph, meter| {
            let ends = AsymmetricEnds::default();
            Ok(try_label_asymmetric(graph, &ends, Threads::ONE, meter).map(drop)?)
        },
    )
}

fn pair_of(labels: &Bilabelling, vertex: u32) -> String {
    let [l0, l1] = [Mover::Zero, Mover::One].map(|mover| labels.value(vertex, mover));
    format!("{l0}/{l1}")
}

fn pairs_on_small_digraphs(wanted: impl Fn(&[(u32, u32)]) -> bool) -> anyhow::Result<String> {
    let mut pairs = BTreeSet::new();
    for n in 1..=4u32 {
        let all: Vec<(u32, u32)> = (0..n).flat_map(|u| (0..n).map(move |v| (u, v))).collect();
        for bits in 0..1u32 << all.len() {
            let chosen = all.iter().enumerate();
            let chosen = chosen.filter(|(place, _)| bits >> place & 1 == 1);
            let edges: Vec<(u32, u32)> = chosen.map(|(_, &edge)| edge).collect();
            if wanted(&edges) {
                let labels = label_asymmetric(&Digraph::from_edges(n as usize, &edges)?);
                pairs.extend((0..n).map(|v| pair_of(&labels, v)));
            }
        }
    }
    Ok(pairs.into_iter().collect::<Vec<_>>().join(" "))
}

fn shown(edges: &[(u32, u32)]) -> String {
    if edges.is_empty() {
        return "a single vertex".to_owned();
    }
    let texts: Vec<String> = edges.iter().map(|(u, v)| format!("{u}->{v}")).collect();
    texts.join(", ")
}
