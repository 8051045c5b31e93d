//! Counting sorts that build rows, in parallel and with the cache in mind.
//!
//! Edges are first dealt into *buckets* of neighbouring sources, each thread dealing its part of the
//! list; then every bucket, small enough for the cache, is sorted by itself. A bucket's edges arrive in
//! the order of the list whatever the number of threads, so the result does not depend on it.

use std::ops::Range;

use super::{id::VertexId, rows::Csr};
use crate::parallel::Threads;

/// Graphs with fewer vertices and edges together are turned round without buckets.
const SMALL: usize = 4096;
/// About how many edges make a bucket.
const BUCKET_EDGES: usize = 1 << 15;
/// The most buckets: dealing keeps one cache line for each at hand.
const MOST_BUCKETS: usize = 1 << 10;

/// Rows of a list of edges whose ends are all below `vertices`.
///
/// Cost: O(vertices + edges) and the sorting of each row; room for a second copy of the edges.
pub(super) fn from_checked_edges<V: VertexId>(
    vertices: usize,
    edges: &[(V, V)],
    threads: Threads,
) -> Csr<V> {
    let threads = threads.worth(edges.len());
    let buckets = Buckets::new(vertices, edges.len());
    let part = |number: usize| edges[threads.share(edges.len(), number)].iter().copied();
    let dealt = deal(&buckets, edges.len(), threads, part);
    let sorted = sort_buckets(&buckets, dealt, threads, true);
    sorted.into_rows(threads)
}

/// The first edge that has an end which is not below `vertices`.
pub(super) fn first_bad_edge<V: VertexId>(
    vertices: usize,
    edges: &[(V, V)],
    threads: Threads,
) -> Option<usize> {
    let threads = threads.worth(edges.len());
    let bad = |&(from, to): &(V, V)| from.index() >= vertices || to.index() >= vertices;
    let found = threads.run(|number| {
        let part = threads.share(edges.len(), number);
        Some(part.start + edges[part].iter().position(bad)?)
    });
    found.into_iter().flatten().next()
}

/// Every edge turned round. Sources are dealt in increasing order, so the new rows come out sorted.
///
/// Cost: O(vertices + edges); room for the edges as pairs.
pub(super) fn transpose<V: VertexId>(graph: &Csr<V>, threads: Threads) -> Csr<V> {
    if graph.vertex_count() + graph.edge_count() < SMALL {
        return transpose_small(graph);
    }
    transpose_large(graph, threads)
}

fn transpose_large<V: VertexId>(graph: &Csr<V>, threads: Threads) -> Csr<V> {
    let threads = threads.worth(graph.edge_count());
    let buckets = Buckets::new(graph.vertex_count(), graph.edge_count());
    let cuts = even_cuts(graph, threads.count());
    let part = |number: usize| {
        let sources = cuts[number]..cuts[number + 1];
        sources
            .map(V::from_index)
            .flat_map(|from| graph.successors(from).iter().map(move |&to| (to, from)))
    };
    let dealt = deal(&buckets, graph.edge_count(), threads, part);
    let sorted = sort_buckets(&buckets, dealt, threads, false);
    sorted.into_rows(threads)
}

/// The same for a graph that lies in the nearest cache, where buckets would cost more than they save.
fn transpose_small<V: VertexId>(graph: &Csr<V>) -> Csr<V> {
    let mut ends = vec![V::from_index(0); graph.vertex_count() + 1];
    for to in graph.targets() {
        let end = &mut ends[to.index() + 1];
        *end = V::from_index(end.index() + 1);
    }
    for v in 1..ends.len() {
        ends[v] = V::from_index(ends[v].index() + ends[v - 1].index());
    }
    let mut next = ends.clone();
    let mut sources = vec![V::from_index(0); graph.edge_count()];
    for from in graph.vertices() {
        for to in graph.successors(from) {
            let place = &mut next[to.index()];
            sources[place.index()] = from;
            *place = V::from_index(place.index() + 1);
        }
    }
    Csr::from_trusted(ends, sources)
}

/// Where to cut the vertices into `parts` ranges with about the same number of edges.
fn even_cuts<V: VertexId>(graph: &Csr<V>, parts: usize) -> Vec<usize> {
    let cut = |number: usize| {
        let edge = graph.edge_count() / parts * number;
        graph
            .offsets()
            .partition_point(|offset| offset.index() < edge)
    };
    let mut cuts: Vec<usize> = (0..parts)
        .map(cut)
        .map(|v| v.min(graph.vertex_count()))
        .collect();
    cuts[0] = 0;
    cuts.push(graph.vertex_count());
    cuts
}

/// Ranges of 2^`shift` vertices.
struct Buckets {
    vertices: usize,
    shift: u32,
    count: usize,
}

impl Buckets {
    fn new(vertices: usize, edges: usize) -> Buckets {
        let wanted = (edges / BUCKET_EDGES).clamp(1, MOST_BUCKETS);
        let shift = vertices
            .div_ceil(wanted)
            .max(1)
            .next_power_of_two()
            .trailing_zeros();
        let count = vertices.div_ceil(1 << shift).max(1);
        Buckets {
            vertices,
            shift,
            count,
        }
    }

    #[inline]
    fn of(&self, v: usize) -> usize {
        v >> self.shift
    }

    fn range(&self, bucket: usize) -> Range<usize> {
        let begin = bucket << self.shift;
        begin..(begin + (1 << self.shift)).min(self.vertices)
    }
}

/// All edges, bucket by bucket.
struct Dealt<V> {
    edges: Vec<(V, V)>,
    sizes: Vec<usize>,
}

/// Deals the edges of all parts (thread `number` those of `part(number)`) into buckets.
fn deal<V: VertexId, I: Iterator<Item = (V, V)>>(
    buckets: &Buckets,
    edges: usize,
    threads: Threads,
    part: impl Fn(usize) -> I + Sync,
) -> Dealt<V> {
    let counts = threads.run(|number| {
        let mut counts = vec![0usize; buckets.count];
        part(number).for_each(|(from, _)| counts[buckets.of(from.index())] += 1);
        counts
    });
    let sizes = (0..buckets.count)
        .map(|b| counts.iter().map(|counts| counts[b]).sum())
        .collect();
    let mut dealt = vec![(V::default(), V::default()); edges];
    // Cut the room so that a bucket is the places of all threads one after the other.
    let mut places: Vec<Vec<&mut [(V, V)]>> = counts.iter().map(|_| Vec::new()).collect();
    let mut rest = dealt.as_mut_slice();
    for bucket in 0..buckets.count {
        for (places, counts) in places.iter_mut().zip(&counts) {
            let (place, behind) = rest.split_at_mut(counts[bucket]);
            places.push(place);
            rest = behind;
        }
    }
    let places: Vec<_> = places.into_iter().map(std::sync::Mutex::new).collect();
    threads.run(|number| {
        let mut places = places[number]
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let mut next = vec![0usize; buckets.count];
        for edge in part(number) {
            let bucket = buckets.of(edge.0.index());
            places[bucket][next[bucket]] = edge;
            next[bucket] += 1;
        }
    });
    drop(places);
    Dealt {
        edges: dealt,
        sizes,
    }
}

/// Rows of each bucket, with gaps behind a bucket where repetitions were dropped.
struct Sorted<V> {
    targets: Vec<V>,
    /// A zero, and the length of each row.
    degrees: Vec<V>,
    /// Room and use of each bucket.
    sizes: Vec<(usize, usize)>,
}

/// One bucket on its way to rows.
struct Job<'a, V> {
    first: usize,
    edges: &'a [(V, V)],
    targets: &'a mut [V],
    degrees: &'a mut [V],
    kept: usize,
}

fn sort_buckets<V: VertexId>(
    buckets: &Buckets,
    dealt: Dealt<V>,
    threads: Threads,
    repetitions: bool,
) -> Sorted<V> {
    let mut targets = vec![V::default(); dealt.edges.len()];
    let mut degrees = vec![V::default(); buckets.vertices + 1];
    let mut jobs = Vec::with_capacity(buckets.count);
    let (mut edges, mut room, mut rows) = (
        dealt.edges.as_slice(),
        targets.as_mut_slice(),
        &mut degrees[1..],
    );
    for (bucket, &size) in dealt.sizes.iter().enumerate() {
        let range = buckets.range(bucket);
        let (these, other_edges) = edges.split_at(size);
        let (targets, other_room) = room.split_at_mut(size);
        let (degrees, other_rows) = rows.split_at_mut(range.len());
        jobs.push(Job {
            first: range.start,
            edges: these,
            targets,
            degrees,
            kept: 0,
        });
        (edges, room, rows) = (other_edges, other_room, other_rows);
    }
    threads.split_mut(&mut jobs, |_, jobs| {
        let mut places = Vec::new();
        jobs.iter_mut()
            .for_each(|job| job.sort(&mut places, repetitions));
    });
    let sizes = jobs.iter().map(|job| (job.edges.len(), job.kept)).collect();
    Sorted {
        targets,
        degrees,
        sizes,
    }
}

impl<V: VertexId> Job<'_, V> {
    /// Counting sort by source, stable.
    fn sort(&mut self, places: &mut Vec<usize>, repetitions: bool) {
        places.clear();
        places.resize(self.degrees.len() + 1, 0);
        for (from, _) in self.edges {
            places[from.index() - self.first + 1] += 1;
        }
        for row in 0..self.degrees.len() {
            self.degrees[row] = V::from_index(places[row + 1]);
            places[row + 1] += places[row];
        }
        for &(from, to) in self.edges {
            let place = &mut places[from.index() - self.first];
            self.targets[*place] = to;
            *place += 1;
        }
        self.kept = self.edges.len();
        if repetitions {
            self.sort_rows();
        }
    }

    /// Makes every row strictly increasing and moves it up to the one before.
    fn sort_rows(&mut self) {
        let (mut begin, mut kept) = (0, 0);
        for degree in self.degrees.iter_mut() {
            let end = begin + degree.index();
            self.targets[begin..end].sort_unstable();
            let first = kept;
            for place in begin..end {
                let to = self.targets[place];
                if kept == first || self.targets[kept - 1] != to {
                    self.targets[kept] = to;
                    kept += 1;
                }
            }
            *degree = V::from_index(kept - first);
            begin = end;
        }
        self.kept = kept;
    }
}

impl<V: VertexId> Sorted<V> {
    /// Closes the gaps and sums up the lengths.
    fn into_rows(mut self, threads: Threads) -> Csr<V> {
        let (mut from, mut to) = (0, 0);
        for (room, kept) in self.sizes {
            if from != to {
                self.targets.copy_within(from..from + kept, to);
            }
            from += room;
            to += kept;
        }
        self.targets.truncate(to);
        self.targets.shrink_to_fit();
        sum_up(&mut self.degrees, threads);
        Csr::from_trusted(self.degrees, self.targets)
    }
}

/// Replaces every number by the sum of all up to it: first within the part of each thread, then with
/// what the parts before come to.
fn sum_up<V: VertexId>(numbers: &mut [V], threads: Threads) {
    let sums = threads.split_mut(numbers, |_, part| {
        part.iter_mut().fold(0, |sum, number| {
            let sum = sum + number.index();
            *number = V::from_index(sum);
            sum
        })
    });
    if sums.len() == 1 {
        return;
    }
    let size = numbers.len().div_ceil(threads.count());
    threads.split_mut(numbers, |first, part| {
        let before: usize = sums[..first / size].iter().sum();
        for number in part {
            *number = V::from_index(number.index() + before);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random_edges(n: usize, m: usize) -> Vec<(u32, u32)> {
        let mut random_bits = fastrand::Rng::with_seed(9);
        let mut below = |n: usize| random_bits.u32(..n as u32);
        (0..m).map(|_| (below(n), below(n))).collect()
    }

    #[test]
    fn rows_are_the_sorted_set_of_edges_for_any_number_of_threads() {
        for (n, m) in [
            (1, 0),
            (1, 5),
            (2, 1),
            (1000, 50),
            (777, 200_000),
            (300_000, 200_000),
        ] {
            let edges = random_edges(n, m);
            let mut expected = edges.clone();
            expected.sort_unstable();
            expected.dedup();
            for threads in [1, 2, 5].map(Threads::new) {
                let rows = from_checked_edges(n, &edges, threads);
                assert_eq!(rows.vertex_count(), n);
                assert!(
                    rows.edges().eq(expected.iter().copied()),
                    "{n} {m} {threads:?}"
                );
                let mut turned: Vec<_> = expected.iter().map(|&(from, to)| (to, from)).collect();
                turned.sort_unstable();
                let reverse = transpose(&rows, threads);
                assert!(reverse.edges().eq(turned), "{n} {m} {threads:?}");
                assert_eq!(transpose_small(&rows), reverse, "{n} {m}");
                assert_eq!(
                    transpose_large(&rows, threads),
                    reverse,
                    "{n} {m} {threads:?}"
                );
            }
        }
    }

    #[test]
    fn nothing_at_all() {
        let rows = from_checked_edges::<u32>(0, &[], Threads::new(3));
        assert_eq!((rows.vertex_count(), rows.edge_count()), (0, 0));
        assert_eq!(transpose(&rows, Threads::new(3)), rows);
    }
}
