//! γ with its counter, stage by stage.

use sidle_core::{Meter, StopReason, Ticker};

use super::LoopyNimber;
use crate::{Csr, Digraph, VertexId, sweep::fetch};

/// The generalized Sprague–Grundy function of a digraph with a counter.
///
/// Write F(u) for the options of u and K(u) for the finite values among them. The function is the
/// only one for which some counter c on the vertices of finite value satisfies
///
/// * A: if γ(u) is finite, it is mex K(u);
/// * B: if γ(u) is finite and v ∈ F(u) has a larger value (∞ counts as larger), some w ∈ F(v) has
///   γ(w) = γ(u) and c(w) < c(u): whoever leaves γ(u) upwards can be brought back, nearer to the end;
/// * C: if γ(u) = ∞, some v ∈ F(u) has γ(v) = ∞(K') and mex K(u) ∉ K'.
///
/// The values are unique, the counter is not: here it is the place in the order in which the vertices
/// got their values, which depends on the numbering of the vertices and on nothing else.
///
/// ```
/// use sidle_graph::{Digraph, gamma::Gamma};
/// // A loop beside an edge to a leaf: the mover may win at once, and never has to.
/// let graph = Digraph::<u32>::from_edges(2, &[(0, 0), (0, 1)])?;
/// let gamma = Gamma::of(&graph);
/// assert_eq!(gamma.finite(0), None);
/// assert_eq!(gamma.value(graph.forward(), 0).to_string(), "inf{0}");
/// assert_eq!((gamma.finite(1), gamma.counter(1)), (Some(0), Some(0)));
/// # Ok::<(), sidle_graph::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gamma<V: VertexId = u32> {
    cells: Vec<Cell<V>>,
    stages: u32,
}

/// What is known of one vertex. It is one word wide for 32-bit ids, since the algorithm visits cells
/// in random order and little else.
#[derive(Clone, Copy, Debug)]
struct Cell<V> {
    state: State,
    /// While the vertex has no value: how many options still forbid the value of this stage.
    /// Afterwards: its counter.
    count: V,
}

/// A finite value; or a tag and the last stage, counted from 1, in which the vertex was covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State(u32);

impl State {
    const UNLABELLED: u32 = 1 << 31;
    const INFINITE: u32 = 1 << 30 | State::UNLABELLED;
    const STAMP: u32 = (1 << 30) - 1;

    #[inline]
    fn is_finite(self) -> bool {
        self.0 & State::UNLABELLED == 0
    }

    #[inline]
    fn is_unlabelled(self) -> bool {
        self.0 & State::INFINITE == State::UNLABELLED
    }

    #[inline]
    fn stamp(self) -> u32 {
        self.0 & State::STAMP
    }

    #[inline]
    fn stamped(self, stamp: u32) -> State {
        State(self.0 & State::INFINITE | stamp)
    }

    fn finite(self) -> Option<u32> {
        self.is_finite().then_some(self.0)
    }
}

impl<V: VertexId> Gamma<V> {
    /// γ and a counter for every vertex.
    ///
    /// Cost: see [`try_of`](Gamma::try_of).
    #[must_use]
    pub fn of(graph: &Digraph<V>) -> Gamma<V> {
        Gamma::try_of(graph, &Meter::unlimited())
            .unwrap_or_else(|_| unreachable!("an unlimited meter never stops anything"))
    }

    /// γ and a counter for every vertex, as far as the meter allows.
    ///
    /// Vertices from which no cycle can be reached have their Sprague–Grundy values, found in the order
    /// in which all their options are known; the order is their counter. Then stage i finds the other
    /// vertices of value i (Fraenkel and Yesha's labelling with counters). A vertex without a value gets
    /// i when none of its options has value i and each option that has no finite value has itself an
    /// option of value i (is *covered*). After the stage, vertices without a value that are not covered
    /// get ∞; the covered ones go on to the next stage.
    ///
    /// Cost: O(n + m) where no cycle is reached. A stage is linear in the edges at the vertices that it
    /// reaches, and a value k needs at least k(k+1)/2 edges below it, so there are O(√m) stages: O(m√m)
    /// in the worst case, close to O(n + m) when values are small. Memory: two words a vertex and the
    /// order of the labelled ones.
    pub fn try_of(graph: &Digraph<V>, meter: &Meter) -> Result<Gamma<V>, StopReason> {
        let mut labeller = Labeller::new(graph, meter);
        labeller.well_founded_part()?;
        let mut active = labeller.unlabelled();
        let mut known = labeller.order_by_value(active.is_empty());
        while !active.is_empty() {
            active = labeller.stage(&active, known.next().unwrap_or_default())?;
        }
        Ok(Gamma {
            cells: labeller.cells,
            stages: labeller.stage,
        })
    }

    /// How many vertices the function is defined on.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.cells.len()
    }

    /// How many stages were run: enough that no vertex is left without a value. None if no cycle can be
    /// reached from anywhere.
    #[must_use]
    pub fn stages(&self) -> u32 {
        self.stages
    }

    /// γ(v) if it is finite, `None` if it is infinite.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn finite(&self, v: V) -> Option<u32> {
        self.cells[v.index()].state.finite()
    }

    /// The counter of v if γ(v) is finite. Different vertices have different counters.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn counter(&self, v: V) -> Option<u64> {
        let cell = &self.cells[v.index()];
        cell.state.is_finite().then(|| cell.count.as_u64())
    }

    /// The finite values among the options of v, increasing: the set K of ∞(K).
    ///
    /// # Panics
    /// If `v` is not a vertex, or `graph` has fewer vertices than the one this function belongs to.
    #[must_use]
    #[track_caller]
    pub fn finite_options(&self, graph: &Csr<V>, v: V) -> Vec<u32> {
        let options = graph.successors(v).iter();
        let mut values: Vec<u32> = options.filter_map(|&w| self.finite(w)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// γ(v), where an infinite value carries its set K. `graph` is the graph this function belongs to.
    ///
    /// # Panics
    /// If `v` is not a vertex, or `graph` has fewer vertices than the one this function belongs to.
    #[must_use]
    #[track_caller]
    pub fn value(&self, graph: &Csr<V>, v: V) -> LoopyNimber {
        match self.finite(v) {
            Some(value) => LoopyNimber::Finite(u64::from(value)),
            None => LoopyNimber::infinite(self.finite_options(graph, v).into_iter().map(u64::from)),
        }
    }
}

/// How many vertices are handled together.
const BATCH: usize = 256;
/// One vertex in so many is many.
const MANY: usize = 64;

/// The predecessors of all the vertices, one after the other.
fn gather<V: VertexId>(graph: &Digraph<V>, vertices: &[V], into: &mut Vec<V>) {
    let rows = graph.reverse().rows();
    fetch(rows.targets, vertices.iter().map(|&v| rows.place(v).0));
    into.clear();
    for &v in vertices {
        rows.append(v, into);
    }
}

struct Labeller<'g, V: VertexId> {
    graph: &'g Digraph<V>,
    ticker: Ticker<'g>,
    cells: Vec<Cell<V>>,
    /// The vertices that have got their value in this stage.
    queue: Vec<V>,
    /// How many vertices have a finite value.
    labelled: usize,
    stage: u32,
}

impl<'g, V: VertexId> Labeller<'g, V> {
    fn new(graph: &'g Digraph<V>, meter: &'g Meter) -> Labeller<'g, V> {
        let rows = graph.forward().offsets().windows(2);
        let cell = |row: &[V]| Cell {
            state: State(State::UNLABELLED),
            count: V::from_index(row[1].index() - row[0].index()),
        };
        Labeller {
            graph,
            ticker: meter.ticker(),
            cells: rows.map(cell).collect(),
            queue: Vec::new(),
            labelled: 0,
            stage: 0,
        }
    }

    /// Gives every vertex that reaches no cycle its Sprague–Grundy value; all others are left with the
    /// number of their options that have none.
    ///
    /// The counter is right: an option v of u with a larger value has an option w with the value of u,
    /// and w came before v, which came before u.
    fn well_founded_part(&mut self) -> Result<(), StopReason> {
        let leaf = |v: &V| self.cells[v.index()].count.index() == 0;
        self.queue = self.graph.vertices().filter(leaf).collect();
        let (mut among, mut near) = (Vec::new(), Vec::new());
        let mut handled = 0;
        while handled < self.queue.len() {
            let end = self.queue.len().min(handled + BATCH);
            for place in handled..end {
                let v = self.queue[place];
                self.ticker.steps(self.graph.successors(v).len() + 1)?;
                self.label(v, self.mex_of_options(v, &mut among));
            }
            gather(self.graph, &self.queue[handled..end], &mut near);
            handled = end;
            self.ticker.steps(near.len())?;
            for &p in &near {
                let cell = &mut self.cells[p.index()];
                cell.count = V::from_index(cell.count.index() - 1);
                if cell.count.index() == 0 {
                    self.queue.push(p);
                }
            }
        }
        Ok(())
    }

    /// The least value that no option of v has; all have one. `among` is room to work in.
    fn mex_of_options(&self, v: V, among: &mut Vec<bool>) -> u32 {
        let options = self.graph.successors(v);
        among.clear();
        among.resize(options.len() + 1, false);
        for w in options {
            if let Some(here) = among.get_mut(self.cells[w.index()].state.0 as usize) {
                *here = true;
            }
        }
        let free = among.iter().position(|&taken| !taken);
        free.expect("there is one place more than there are options") as u32
    }

    fn unlabelled(&self) -> Vec<V> {
        if self.labelled == self.cells.len() {
            return Vec::new();
        }
        let open = |v: &V| self.cells[v.index()].state.is_unlabelled();
        self.graph.vertices().filter(open).collect()
    }

    /// Takes the vertices labelled so far, value by value; nothing if nobody is going to ask.
    fn order_by_value(&mut self, idle: bool) -> impl Iterator<Item = Vec<V>> + use<V> {
        let mut by_value: Vec<Vec<V>> = Vec::new();
        let order = std::mem::take(&mut self.queue);
        for v in order.into_iter().filter(|_| !idle) {
            let value = self.cells[v.index()].state.0 as usize;
            if by_value.len() <= value {
                by_value.resize_with(value + 1, Vec::new);
            }
            by_value[value].push(v);
        }
        by_value.into_iter()
    }

    /// One stage. `active` are the vertices without a value, each with options of all smaller values;
    /// `known` are those that had the value of this stage before. Returns the vertices that stay without
    /// a value.
    fn stage(&mut self, active: &[V], known: Vec<V>) -> Result<Vec<V>, StopReason> {
        if self.stage > 0 {
            self.count_forbidding(active)?;
        }
        self.queue.clear();
        let mut covered = Vec::new();
        // What is known must have covered its predecessors before anybody gets the value.
        let mut batch = Vec::new();
        let mut near = Vec::new();
        for part in known.chunks(BATCH) {
            gather(self.graph, part, &mut near);
            self.ticker.steps(near.len() + 1)?;
            self.cover(&near, &mut batch, &mut covered);
        }
        drop(known);
        // Only now, so that no label of this stage is mistaken for one of an earlier stage above.
        for &u in active {
            self.label_if_free(u);
        }
        self.release_before(&batch, &mut near)?;
        self.propagate(&mut batch, &mut near, &mut covered)?;
        for &u in active {
            self.cells[u.index()].close(self.stage + 1);
        }
        self.stage += 1;
        // In order the next stage finds rows and cells faster; many are faster found than sorted.
        if covered.len() > self.cells.len() / MANY {
            return Ok(self.unlabelled());
        }
        covered.sort_unstable();
        Ok(covered)
    }

    /// Counts the options without a finite value; in stage 0 they have been counted.
    fn count_forbidding(&mut self, active: &[V]) -> Result<(), StopReason> {
        for &u in active {
            let options = self.graph.successors(u);
            self.ticker.steps(options.len() + 1)?;
            let forbidding = |&&v: &&V| !self.cells[v.index()].state.is_finite();
            let count = options.iter().filter(forbidding).count();
            self.cells[u.index()].count = V::from_index(count);
        }
        Ok(())
    }

    /// Gives v this value and the next counter.
    #[inline]
    fn label(&mut self, v: V, value: u32) {
        self.cells[v.index()] = Cell {
            state: State(value),
            count: V::from_index(self.labelled),
        };
        self.labelled += 1;
    }

    /// Gives u, which has no value, the value of this stage if no option forbids it and none has it.
    /// Doing this when u enters the queue is safe: as long as u is eligible, none of its options can
    /// still get the value.
    #[inline]
    fn label_if_free(&mut self, u: V) {
        let cell = &self.cells[u.index()];
        if cell.count.index() == 0 && cell.state.stamp() != self.stage + 1 {
            self.label(u, self.stage);
            self.queue.push(u);
        }
    }

    /// Works the queue off and adds the vertices without a value that have got covered.
    ///
    /// Vertices are handled in batches, and each batch in flat passes over lists of neighbours, so that the
    /// processor can fetch many cells at once: at this size nearly every look at one misses the caches.
    fn propagate(
        &mut self,
        batch: &mut Vec<V>,
        near: &mut Vec<V>,
        covered: &mut Vec<V>,
    ) -> Result<(), StopReason> {
        let mut handled = 0;
        while handled < self.queue.len() {
            let end = self.queue.len().min(handled + BATCH);
            gather(self.graph, &self.queue[handled..end], near);
            handled = end;
            self.ticker.steps(near.len() + 1)?;
            batch.clear();
            self.cover(near, batch, covered);
            self.release_before(batch, near)?;
        }
        Ok(())
    }

    /// The vertices of the batch have got covered, so they no longer forbid the value to others.
    fn release_before(&mut self, batch: &[V], near: &mut Vec<V>) -> Result<(), StopReason> {
        for part in batch.chunks(BATCH) {
            gather(self.graph, part, near);
            self.ticker.steps(near.len())?;
            for &q in &*near {
                self.release(q);
            }
        }
        Ok(())
    }

    /// Options of these vertices have got the value of this stage. Those that had no such option before
    /// and have no finite value are added to `batch`, and if they have no value at all to `covered`.
    ///
    /// What a vertex is nobody can predict: it is written down either way, and counted if it belongs
    /// there.
    fn cover(&mut self, list: &[V], batch: &mut Vec<V>, covered: &mut Vec<V>) {
        let stamp = self.stage + 1;
        for part in list.chunks(BATCH) {
            let mut fresh = [V::default(); BATCH];
            let mut open = [V::default(); BATCH];
            let (mut fresh_count, mut open_count) = (0, 0);
            for &p in part {
                let state = &mut self.cells[p.index()].state;
                let old = *state;
                let is_fresh = !old.is_finite() & (old.stamp() != stamp);
                *state = if is_fresh { old.stamped(stamp) } else { old };
                fresh[fresh_count] = p;
                fresh_count += usize::from(is_fresh);
                open[open_count] = p;
                open_count += usize::from(is_fresh & old.is_unlabelled());
            }
            batch.extend_from_slice(&fresh[..fresh_count]);
            covered.extend_from_slice(&open[..open_count]);
        }
    }

    /// One option of q no longer forbids the value.
    #[inline]
    fn release(&mut self, q: V) {
        let cell = &mut self.cells[q.index()];
        let open = cell.state.is_unlabelled();
        let count = cell.count.index().wrapping_sub(usize::from(open));
        cell.count = V::from_index(count);
        if open & (count == 0) {
            self.label_if_free(q);
        }
    }
}

impl<V> Cell<V> {
    /// At the end of a stage: without a value and not covered means infinite.
    fn close(&mut self, stamp: u32) {
        if self.state.is_unlabelled() && self.state.stamp() != stamp {
            self.state = State(self.state.0 | State::INFINITE);
        }
    }
}
