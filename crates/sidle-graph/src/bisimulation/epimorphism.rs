//! Bounded epimorphisms: maps between digraphs that keep every outcome.

use sidle_core::{Meter, StopReason};

use crate::{Csr, VertexId};

/// A reason why a map is not a bounded epimorphism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EpimorphismFlaw<V> {
    /// The start is not mapped to the start; its image is this vertex.
    Start(V),
    /// No vertex is mapped to this vertex of the target.
    NotOnto(V),
    /// The edge between these vertices of the source is not mapped to an edge.
    Edge(V, V),
    /// The edge from the image of the first vertex, which belongs to the source, to the second, which belongs to
    /// the target, is the image of no edge that leaves the first vertex.
    Lift(V, V),
}

/// Is `map` a bounded epimorphism from `source` onto `target`? Returns the first flaw, or `None` if there is none.
///
/// The conditions are those of Löwe (*A non-monotone Fraenkel–Lévy labelling for the asymmetric combinatorial
/// game on cyclic graphs*, section 2.1): the map is onto, edges are mapped to edges, and every edge at an image lifts to an edge
/// at each vertex mapped there. With `starts`, the first start must be mapped to the second. By his Proposition 3.2 such a
/// map preserves the values of the symmetric and the asymmetric game.
///
/// Cost: O(vertices + edges · log degree).
///
/// # Errors
/// If a limit of the meter is reached.
///
/// # Panics
/// If the map does not have one entry for each vertex of `source`, each a vertex of `target`.
pub fn epimorphism_flaw<V: VertexId>(
    source: &Csr<V>,
    target: &Csr<V>,
    map: &[V],
    starts: Option<(V, V)>,
    meter: &Meter,
) -> Result<Option<EpimorphismFlaw<V>>, StopReason> {
    assert_eq!(
        source.vertex_count(),
        map.len(),
        "one image for each vertex"
    );
    if let Some((from, to)) = starts
        && map[from.index()] != to
    {
        return Ok(Some(EpimorphismFlaw::Start(map[from.index()])));
    }
    let mut is_image = vec![false; target.vertex_count()];
    for image in map {
        is_image[image.index()] = true;
    }
    if let Some(missed) = target.vertices().find(|v| !is_image[v.index()]) {
        return Ok(Some(EpimorphismFlaw::NotOnto(missed)));
    }
    // The last vertex of the source, plus one, that has an option mapped to this vertex of the target.
    let mut reached = vec![0_usize; target.vertex_count()];
    let mut ticker = meter.ticker();
    for v in source.vertices() {
        let (image, stamp) = (map[v.index()], v.index() + 1);
        for &option in source.successors(v) {
            ticker.step()?;
            let onto = map[option.index()];
            if !target.has_edge(image, onto) {
                return Ok(Some(EpimorphismFlaw::Edge(v, option)));
            }
            reached[onto.index()] = stamp;
        }
        let options = target.successors(image).iter();
        if let Some(&missed) = options.into_iter().find(|w| reached[w.index()] != stamp) {
            return Ok(Some(EpimorphismFlaw::Lift(v, missed)));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Digraph, NamedGraph,
        bisimulation::try_bisimulation,
        label::{Mover, label_asymmetric},
    };

    fn graph(count: u32, edges: &[(u32, u32)]) -> Csr<u32> {
        Csr::from_edges(count as usize, edges).expect("a graph")
    }

    fn flaw(source: &Csr<u32>, target: &Csr<u32>, map: &[u32]) -> Option<EpimorphismFlaw<u32>> {
        epimorphism_flaw(source, target, map, None, &Meter::unlimited()).expect("no limit")
    }

    /// The definition, condition by condition.
    fn is_epimorphism(source: &Csr<u32>, target: &Csr<u32>, map: &[u32]) -> bool {
        let onto = target.vertices().all(|w| map.contains(&w));
        let kept = |(v, w): (u32, u32)| target.has_edge(map[v as usize], map[w as usize]);
        let lifted = |v: u32| {
            let lift = |&to: &u32| {
                let options = source.successors(v);
                options.iter().any(|&w| map[w as usize] == to)
            };
            target.successors(map[v as usize]).iter().all(lift)
        };
        onto && source.edges().all(kept) && source.vertices().all(lifted)
    }

    #[test]
    fn each_condition_is_checked() {
        let loops = graph(1, &[(0, 0)]);
        let cycle = graph(2, &[(0, 1), (1, 0)]);
        let meter = Meter::unlimited();
        assert_eq!(flaw(&cycle, &loops, &[0, 0]), None);
        let start = epimorphism_flaw(&cycle, &cycle, &[0, 1], Some((0, 1)), &meter);
        assert_eq!(start, Ok(Some(EpimorphismFlaw::Start(0))));
        let apart = graph(2, &[(0, 0)]);
        assert_eq!(
            flaw(&loops, &apart, &[0]),
            Some(EpimorphismFlaw::NotOnto(1))
        );
        let path = graph(2, &[(0, 1)]);
        assert_eq!(
            flaw(&path, &graph(1, &[]), &[0, 0]),
            Some(EpimorphismFlaw::Edge(0, 1))
        );
        assert_eq!(
            flaw(&path, &loops, &[0, 0]),
            Some(EpimorphismFlaw::Lift(1, 0))
        );
    }

    /// All maps between all digraphs of up to three and of up to two vertices, by the definition; and those
    /// that pass keep both labels of the asymmetric game.
    #[test]
    fn small_maps_whole() {
        let labels = |graph: &Csr<u32>| label_asymmetric(&Digraph::new(graph.clone()));
        let all = |n: u32| {
            (0..1_u32 << (n * n)).map(move |bits| {
                let pairs = (0..n * n).filter(move |k| bits >> k & 1 == 1);
                graph(n, &pairs.map(|k| (k / n, k % n)).collect::<Vec<_>>())
            })
        };
        let mut found = 0;
        for source in (1..=3).flat_map(all) {
            let from = labels(&source);
            for target in (1..=2).flat_map(all) {
                let (n, m) = (source.vertex_count() as u32, target.vertex_count() as u32);
                for code in 0..m.pow(n) {
                    let map: Vec<u32> = (0..n).map(|v| code / m.pow(v) % m).collect();
                    let good = flaw(&source, &target, &map).is_none();
                    assert_eq!(
                        good,
                        is_epimorphism(&source, &target, &map),
                        "{source:?} {target:?} {map:?}"
                    );
                    if good {
                        found += 1;
                        let to = labels(&target);
                        for (v, &image) in (0..).zip(&map) {
                            for mover in [Mover::Zero, Mover::One] {
                                assert_eq!(from.value(v, mover), to.value(image, mover));
                            }
                        }
                    }
                }
            }
        }
        assert!(found > 500, "{found}");
    }

    #[test]
    fn quotients_and_alternating_graphs() {
        let meter = Meter::unlimited();
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let n = random.u32(1..12);
            let edges: Vec<(u32, u32)> = (0..random.u32(0..3 * n))
                .map(|_| (random.u32(0..n), random.u32(0..n)))
                .collect();
            let source = graph(n, &edges);
            let quotient =
                try_bisimulation(&Digraph::new(source.clone()), |_| 0, &meter).expect("no limit");
            assert_eq!(flaw(&source, quotient.graph(), quotient.classes()), None);
            let named = NamedGraph::unnamed(source.clone());
            let alternating = named.alternating().expect("a small graph");
            let map: Vec<u32> = (0..2 * n).map(|v| v % n).collect();
            assert_eq!(flaw(&alternating.graph, &source, &map), None);
            // Proposition 2.2 is about the component of (0, s).
            let part = alternating.component(0, &meter).expect("no limit");
            let below = named.component(0, &meter).expect("no limit");
            let image = |name: &str| below.find(&name[2..]).expect("a vertex below");
            let map: Vec<u32> = part.names.iter().map(|name| image(&name)).collect();
            let starts = Some((part.find("0:0").expect("the start"), image("0:0")));
            let checked = epimorphism_flaw(&part.graph, &below.graph, &map, starts, &meter);
            assert_eq!(checked, Ok(None));
        }
    }
}
