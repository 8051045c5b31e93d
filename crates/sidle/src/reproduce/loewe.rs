//! Löwe's asymmetric games: which pairs of values there are.

use std::collections::BTreeSet;

use crate::graph::{
    Csr, Digraph, NamedGraph, Threads,
    bisimulation::epimorphism_flaw,
    label::{
        AsymmetricEnds, Bilabelling, Mover, Value, asymmetric_run, label_asymmetric,
        label_symmetric, symmetric_run, try_label_asymmetric,
    },
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
    )?;
    runs(page)
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

/// All digraphs of up to three vertices, loops allowed.
fn small_digraphs() -> impl Iterator<Item = (usize, Vec<(u32, u32)>)> {
    (1..=3u32).flat_map(|n| {
        let all: Vec<(u32, u32)> = (0..n).flat_map(|u| (0..n).map(move |v| (u, v))).collect();
        (0..1u32 << all.len()).map(move |bits| {
            let chosen = all.iter().enumerate();
            let chosen = chosen.filter(|(place, _)| bits >> place & 1 == 1);
            (n as usize, chosen.map(|(_, &edge)| edge).collect())
        })
    })
}

/// The two labelling procedures, run label by label and verified by the checker.
fn runs(page: &mut Page<'_>) -> anyhow::Result<()> {
    let all = small_digraphs().count();
    let expected = format!("{all} of {all} digraphs");
    let meter = page.meter();
    let count = |holds: &dyn Fn(usize, &[(u32, u32)]) -> anyhow::Result<bool>| {
        let mut good = 0;
        for (n, edges) in small_digraphs() {
            good += usize::from(holds(n, &edges)?);
        }
        Ok::<String, anyhow::Error>(format!("{good} of {all} digraphs"))
    };
    page.equal(
        "the map from the alternating graph is a bounded epimorphism",
        "Proposition 2.2",
        &expected,
        || {
            count(&|n, edges| {
                let graph = NamedGraph::<u32>::unnamed(Csr::from_edges(n, edges)?);
                let twice = graph.alternating()?;
                let of = |v: u32| {
                    let name = twice.name(v);
                    let name = name.split_once(':').map_or("", |(_, name)| name);
                    graph.find(name).unwrap_or(u32::MAX)
                };
                let map: Vec<u32> = (0..twice.graph.vertex_count() as u32).map(of).collect();
                let flaw = epimorphism_flaw(&twice.graph, &graph.graph, &map, None, meter)?;
                Ok(flaw.is_none())
            })
        },
    )?;
    page.equal(
        "the Fraenkel-Lévy procedure gives the sound labelling of S",
        "section 4.1",
        &expected,
        || {
            count(&|n, edges| {
                let graph = Digraph::<u32>::from_edges(n, edges)?;
                let run = symmetric_run(&graph, meter)?;
                let labels = label_symmetric(&graph);
                let mut found = vec![Value::Draw; n];
                run.iter()
                    .for_each(|event| found[event.vertex as usize] = event.label);
                Ok((0..n as u32).all(|v| found[v as usize] == labels.value(v)))
            })
        },
    )?;
    page.equal(
        "NMFL gives the sound bilabelling of A",
        "Theorem 4.4",
        &expected,
        || {
            count(&|n, edges| {
                let graph = Digraph::<u32>::from_edges(n, edges)?;
                let labels = label_asymmetric(&graph);
                let mut found = vec![[Value::Loss, Value::Win]; n];
                for event in asymmetric_run(&graph, meter)? {
                    let player = usize::from(event.mover == Mover::One);
                    found[event.vertex as usize][player] = event.label;
                }
                Ok((0..n as u32).all(|v| {
                    let [zero, one] = [Mover::Zero, Mover::One].map(|mover| labels.value(v, mover));
                    found[v as usize] == [zero, one]
                }))
            })
        },
    )?;
    page.equal(
        "the labels of player 0 rise and those of player 1 fall",
        "Proposition 4.1",
        &expected,
        || {
            count(&|n, edges| {
                let graph = Digraph::<u32>::from_edges(n, edges)?;
                let mut labels = vec![[Value::Loss, Value::Win]; n];
                let mut good = true;
                for event in asymmetric_run(&graph, meter)? {
                    let player = usize::from(event.mover == Mover::One);
                    let old = &mut labels[event.vertex as usize][player];
                    good &= if player == 0 {
                        event.label > *old
                    } else {
                        event.label < *old
                    };
                    *old = event.label;
                }
                Ok(good)
            })
        },
    )?;
    page.equal(
        "at most four calls for each edge",
        "Proposition 4.2",
        &expected,
        || {
            count(&|n, edges| {
                let graph = Digraph::<u32>::from_edges(n, edges)?;
                let run = asymmetric_run(&graph, meter)?;
                let calls = run
                    .iter()
                    .map(|event| graph.predecessors(event.vertex).len());
                Ok(calls.sum::<usize>() <= 4 * edges.len())
            })
        },
    )
}
