//! Which edges carry others.

use crate::graph::LabelledGraph;

/// For each edge: do others fall when it is cut? They do if it is a bridge and there are edges on the far side.
///
/// One depth-first search from the ground (Tarjan, *A note on finding the bridges of a graph*, 1974), in time linear in the
/// graph.
pub(super) fn carrying_edges(graph: &LabelledGraph) -> Vec<bool> {
    const UNSEEN: u32 = u32::MAX;
    let edges = graph.edges();
    let mut around: Vec<Vec<u32>> = vec![Vec::new(); graph.vertex_count()];
    for (i, e) in edges.iter().enumerate() {
        around[e.from as usize].push(i as u32);
        if e.to != e.from {
            around[e.to as usize].push(i as u32);
        }
    }
    let mut carries = vec![false; edges.len()];
    // When a vertex was seen, and the earliest vertex that it reaches without the edge it was seen through.
    let mut seen = vec![UNSEEN; graph.vertex_count()];
    let mut low = seen.clone();
    let mut time = 0;
    // A vertex, the edge that led there, and how many of its edges have been looked at.
    let mut path: Vec<(u32, Option<u32>, usize)> = Vec::new();
    if graph.vertex_count() > 0 {
        (seen[0], low[0]) = (0, 0);
        path.push((0, None, 0));
    }
    while let Some((vertex, through, next)) = path.last_mut() {
        let (v, through) = (*vertex as usize, *through);
        if let Some(&edge) = around[v].get(*next) {
            *next += 1;
            let e = edges[edge as usize];
            let other = (if e.from as usize == v { e.to } else { e.from }) as usize;
            if Some(edge) == through {
                continue;
            }
            if seen[other] == UNSEEN {
                time += 1;
                (seen[other], low[other]) = (time, time);
                path.push((other as u32, Some(edge), 0));
            } else {
                low[v] = low[v].min(seen[other]);
            }
            continue;
        }
        path.pop();
        if let (Some(edge), Some((before, ..))) = (through, path.last()) {
            let before = *before as usize;
            low[before] = low[before].min(low[v]);
            let is_bridge = low[v] > seen[before];
            carries[edge as usize] = is_bridge && around[v].len() > 1;
        }
    }
    carries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Edge, hackenbush::Hackenbush};

    /// All multigraphs with four vertices and up to five edges that hang together.
    #[test]
    fn edges_carry_what_falls_with_them() {
        let ends: Vec<(u32, u32)> = (0..4).flat_map(|a| (a..4).map(move |b| (a, b))).collect();
        let mut checked = 0;
        for mut number in 0..ends.len().pow(5) {
            let mut edges = Vec::new();
            for _ in 0..5 {
                let (from, to) = ends[number % ends.len()];
                edges.push(Edge { from, to, label: 3 });
                number /= ends.len();
            }
            let graph = LabelledGraph::new(vec![0; 4], edges);
            if Hackenbush::check(&graph).is_err() {
                continue;
            }
            let falls: Vec<bool> = (0..5)
                .map(|edge| Hackenbush::cut(&graph, edge).edges().len() < 4)
                .collect();
            assert_eq!(carrying_edges(&graph), falls, "{graph:?}");
            checked += 1;
        }
        assert!(checked > 10_000, "{checked}");
    }
}
