//! Counting sorts that build rows.

use super::{id::VertexId, rows::Csr};

/// Rows of a list of edges whose ends are all below `vertices`: sort by target, then transpose,
/// which leaves every row sorted; then drop repetitions.
pub(super) fn from_checked_edges<V: VertexId>(vertices: usize, edges: &[(V, V)]) -> Csr<V> {
    let mut by_target = vec![0usize; vertices + 1];
    for &(_, to) in edges {
        by_target[to.index() + 1] += 1;
    }
    prefix_sums(&mut by_target);
    let mut sorted = vec![(V::default(), V::default()); edges.len()];
    for &(from, to) in edges {
        let place = &mut by_target[to.index()];
        sorted[*place] = (from, to);
        *place += 1;
    }
    let mut by_source = vec![0usize; vertices + 1];
    for &(from, _) in &sorted {
        by_source[from.index() + 1] += 1;
    }
    prefix_sums(&mut by_source);
    let mut targets = vec![V::default(); edges.len()];
    let mut place = by_source.clone();
    for &(from, to) in &sorted {
        targets[place[from.index()]] = to;
        place[from.index()] += 1;
    }
    deduplicate(&by_source, targets)
}

/// Every edge turned round. Sources are read in increasing order, so the new rows come out sorted.
pub(super) fn transpose<V: VertexId>(graph: &Csr<V>) -> Csr<V> {
    let vertices = graph.vertex_count();
    let mut offsets = vec![0usize; vertices + 1];
    for to in graph.targets() {
        offsets[to.index() + 1] += 1;
    }
    prefix_sums(&mut offsets);
    let mut place = offsets.clone();
    let mut targets = vec![V::default(); graph.edge_count()];
    for (from, to) in graph.edges() {
        targets[place[to.index()]] = from;
        place[to.index()] += 1;
    }
    Csr::from_trusted(offsets.into_iter().map(V::from_index).collect(), targets)
}

fn prefix_sums(counts: &mut [usize]) {
    let mut sum = 0;
    for count in counts {
        sum += *count;
        *count = sum;
    }
}

/// Sorted rows with repetitions, to strictly increasing ones, in place.
fn deduplicate<V: VertexId>(offsets: &[usize], mut targets: Vec<V>) -> Csr<V> {
    let mut kept = 0;
    let mut new_offsets = Vec::with_capacity(offsets.len());
    new_offsets.push(V::from_index(0));
    for row in offsets.windows(2) {
        let begin = kept;
        for place in row[0]..row[1] {
            let to = targets[place];
            if kept == begin || targets[kept - 1] != to {
                targets[kept] = to;
                kept += 1;
            }
        }
        new_offsets.push(V::from_index(kept));
    }
    targets.truncate(kept);
    targets.shrink_to_fit();
    Csr::from_trusted(new_offsets, targets)
}
