//! How the work grows: the complexity claims, measured in elementary steps, which do not depend on the
//! machine.

use crate::{
    core::Meter,
    graph::{
        Digraph, Threads,
        annihilation::Annihilation,
        gamma::Gamma,
        label::{Ends, try_label_symmetric},
    },
};

use super::Page;

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    let sparse = || [10_000, 100_000].map(random_digraph);
    grows(
        page,
        "labelling P, N, D on random digraphs: O(n + m)",
        "Section 3",
        1.0,
        sparse(),
        |graph, meter| {
            Ok(try_label_symmetric(graph, &Ends::normal(), Threads::ONE, meter).map(drop)?)
        },
    )?;
    grows(
        page,
        "γ on random digraphs: O(m^1.5), printed O(mn log n)",
        "Section 3",
        1.5,
        sparse(),
        |graph, meter| Ok(Gamma::try_of(graph, meter).map(drop)?),
    )?;
    grows(
        page,
        "γ on transitive tournaments, where no cycle is reached: O(m), printed O(mn log n)",
        "Section 3",
        1.0,
        [100, 400].map(|n| Digraph::from_edges(n as usize, &tournament(n, 0)).expect("good edges")),
        |graph, meter| Ok(Gamma::try_of(graph, meter).map(drop)?),
    )?;
    grows(
        page,
        "γ on transitive tournaments with a way to a loop, its worst case: O(m^1.5), printed O(mn log n)",
        "Section 3",
        1.5,
        [100, 400].map(tournament_above_a_loop),
        |graph, meter| Ok(Gamma::try_of(graph, meter).map(drop)?),
    )?;
    grows(
        page,
        "annihilation on cycles of n vertices: O(n^6), by positions of up to four tokens",
        "Section 4",
        6.0,
        [12, 36].map(cycle),
        |graph, meter| Ok(Annihilation::try_of(graph, meter).map(drop)?),
    )
}

/// The exponent of steps against edges between two graphs of a family, and that it is at most the claimed
/// one (and a little, for logarithms and small sizes).
pub(super) fn grows(
    page: &mut Page<'_>,
    claim: &str,
    place: &str,
    exponent: f64,
    graphs: [Digraph; 2],
    work: impl Fn(&Digraph, &Meter) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    page.holds(
        claim,
        place,
        format!("exponent at most {exponent:.1} (+ 0.05)"),
        || {
            let mut counts = [0.0; 2];
            for (count, graph) in counts.iter_mut().zip(&graphs) {
                let meter = Meter::new();
                work(graph, &meter)?;
                *count = meter.snapshot().steps as f64;
            }
            let edges = graphs.each_ref().map(|graph| graph.edge_count() as f64);
            let found = (counts[1] / counts[0]).ln() / (edges[1] / edges[0]).ln();
            let shown = format!(
                "exponent {found:.2} ({} and {} steps for {} and {} edges)",
                counts[0], counts[1], edges[0], edges[1]
            );
            Ok((shown, found <= exponent + 0.05))
        },
    )
}

/// Out-degrees 0 to 8, four on the average, so that there are leaves to begin with.
pub(super) fn random_digraph(n: u32) -> Digraph {
    let mut random_bits = fastrand::Rng::with_seed(u64::from(n));
    let mut next = move |below: u32| random_bits.u32(..below);
    let mut edges = Vec::new();
    for u in 0..n {
        for _ in 0..next(9) {
            edges.push((u, next(n)));
        }
    }
    Digraph::from_edges(n as usize, &edges).expect("all ends are vertices")
}

/// Every vertex has edges to all before it; the first one is `first`.
fn tournament(n: u32, first: u32) -> Vec<(u32, u32)> {
    let pairs = (0..n).flat_map(|u| (0..u).map(move |v| (u, v)));
    pairs.map(|(u, v)| (first + u, first + v)).collect()
}

/// Two tournaments; from every vertex of the second there is an edge to a vertex with a loop, and from that one
/// to all of the first. So the second needs a stage for each of its values: whoever goes to the loop can be
/// brought back to the same value in the first.
fn tournament_above_a_loop(n: u32) -> Digraph {
    let mut edges = tournament(n, 0);
    edges.extend(tournament(n, n));
    edges.push((2 * n, 2 * n));
    edges.extend((0..n).flat_map(|v| [(n + v, 2 * n), (2 * n, v)]));
    Digraph::from_edges(2 * n as usize + 1, &edges).expect("all ends are vertices")
}

fn cycle(n: u32) -> Digraph {
    let edges: Vec<_> = (0..n).map(|v| (v, (v + 1) % n)).collect();
    Digraph::from_edges(n as usize, &edges).expect("all ends are vertices")
}
