//! A graph as an object, its vertices and edges.

use std::{cmp::Ordering, hash::Hasher, sync::Arc};

use rustc_hash::FxHasher;
use sidle_core::Picture;
use sidle_rules::graph::write_graph;

use super::{
    Argument, Object, Show, State,
    extract::{items, place},
    graph_text::label_text,
    known, object,
};
use crate::{
    class::Class,
    diagnostic::Failure,
    evaluate::{Machine, ink_of},
    value::{self, Order, Value},
};

pub(super) const GRAPH: &str = "cgsuite.util.Graph";
pub(super) const DIRECTED: &str = "cgsuite.util.DirectedGraph";
pub(super) const VERTEX: &str = "cgsuite.util.Vertex";
pub(super) const EDGE: &str = "cgsuite.util.Edge";

/// A graph: labels of the vertices, edges in the order in which they were put in.
#[derive(Debug)]
pub(super) struct Network {
    pub(super) directed: bool,
    pub(super) labels: Vec<Value>,
    pub(super) edges: Vec<(usize, usize, Value)>,
    /// The edges at each vertex: all of them, or the arcs that start there.
    pub(super) around: Vec<Vec<u32>>,
    /// How many levels of collections and graphs are inside.
    depth: u32,
}

/// A graph as an object; its vertices share it.
#[derive(Debug)]
struct GraphObject(Arc<Network>);

fn network_of(value: &Value) -> Result<&Arc<Network>, Failure> {
    object::<GraphObject>(value)
        .map(|graph| &graph.0)
        .ok_or_else(|| value.unlike("a graph"))
}

impl<'v> Argument<'v> for &'v Network {
    fn of(_: &mut Machine<'_>, value: &'v Value) -> Result<Self, Failure> {
        network_of(value).map(|network| &**network)
    }
}

impl Network {
    pub(super) fn value(
        directed: bool,
        labels: Vec<Value>,
        edges: Vec<(usize, usize, Value)>,
    ) -> Value {
        let mut around = vec![Vec::new(); labels.len()];
        for (at, (from, to, _)) in edges.iter().enumerate() {
            around[*from].push(at as u32);
            if !directed && from != to {
                around[*to].push(at as u32);
            }
        }
        let inside = labels.iter().chain(edges.iter().map(|edge| &edge.2));
        let depth = 1 + inside.map(Value::depth).max().unwrap_or(0);
        Value::object(GraphObject(Arc::new(Network {
            directed,
            labels,
            edges,
            around,
            depth,
        })))
    }

    pub(super) fn vertex_index(&self, value: &Value) -> Result<usize, Failure> {
        place(value, self.labels.len())
            .map_err(|_| Failure::new("the graph has no vertex of that number"))
    }

    pub(super) fn marked(&self, list: &Value) -> Result<Vec<bool>, Failure> {
        let mut marked = vec![false; self.labels.len()];
        for vertex in items(list)?.iter() {
            marked[self.vertex_index(vertex)?] = true;
        }
        Ok(marked)
    }

    /// The other ends of the edges at a vertex.
    pub(super) fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> {
        self.around[at].iter().map(move |&edge| {
            let (from, to, _) = &self.edges[edge as usize];
            if *from == at { *to } else { *from }
        })
    }

    /// The k-th edge at a vertex, seen from it.
    pub(super) fn edge_at(&self, at: usize, k: usize) -> Value {
        let (from, to, label) = &self.edges[self.around[at][k] as usize];
        let other = if *from == at { *to } else { *from };
        Value::object(Edge {
            from: at,
            to: other,
            label: label.clone(),
        })
    }

    /// By vertex, then as they were put in; the ends of an edge without direction in order.
    pub(super) fn all_edges(&self) -> Vec<Value> {
        let mut all = Vec::with_capacity(self.edges.len());
        for at in 0..self.labels.len() {
            for (k, other) in self.neighbours(at).enumerate() {
                if self.directed || other >= at {
                    all.push(self.edge_at(at, k));
                }
            }
        }
        all
    }

    pub(super) fn without_edge(&self, index: usize) -> Value {
        let mut edges = self.edges.clone();
        edges.remove(index);
        Network::value(self.directed, self.labels.clone(), edges)
    }

    /// The part on some vertices, numbered anew in their order.
    pub(super) fn retaining(&self, keep: impl Fn(usize) -> bool) -> Value {
        let mut numbers = vec![None; self.labels.len()];
        let mut labels = Vec::new();
        for (vertex, label) in self.labels.iter().enumerate() {
            if keep(vertex) {
                numbers[vertex] = Some(labels.len());
                labels.push(label.clone());
            }
        }
        let edges = self
            .edges
            .iter()
            .filter_map(|(from, to, label)| Some((numbers[*from]?, numbers[*to]?, label.clone())));
        Network::value(self.directed, labels, edges.collect())
    }

    /// For each vertex the least one that it is connected with by way of allowed ones; `usize::MAX` for
    /// those that are not allowed.
    pub(super) fn components(&self, allowed: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut parts = vec![usize::MAX; self.labels.len()];
        for start in 0..self.labels.len() {
            if parts[start] != usize::MAX || !allowed(start) {
                continue;
            }
            parts[start] = start;
            let mut stack = vec![start];
            while let Some(vertex) = stack.pop() {
                for other in self.neighbours(vertex) {
                    if parts[other] == usize::MAX && allowed(other) {
                        parts[other] = start;
                        stack.push(other);
                    }
                }
            }
        }
        parts
    }
}

fn same(a: &Network, b: &Network) -> bool {
    std::ptr::eq(a, b)
        || a.directed == b.directed
            && a.labels.len() == b.labels.len()
            && a.edges.len() == b.edges.len()
            && a.edges
                .iter()
                .zip(&b.edges)
                .all(|(a, b)| (a.0, a.1) == (b.0, b.1) && value::equal(&a.2, &b.2))
            && a.labels
                .iter()
                .zip(&b.labels)
                .all(|(a, b)| value::equal(a, b))
}

impl Object for GraphObject {
    fn class(&self) -> &'static Arc<Class> {
        match self.0.directed {
            true => known!(DIRECTED),
            false => known!(GRAPH),
        }
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let Some(other) = other.downcast_ref::<GraphObject>().map(|other| &other.0) else {
            return false;
        };
        same(&self.0, other)
    }

    fn extent(&self) -> usize {
        self.0.labels.len() + self.0.edges.len()
    }

    /// A large graph is known by some of its vertices and edges: however often it is hashed, that takes no time.
    fn hash(&self) -> u64 {
        const MOST: usize = 1 << 10;
        let mut hasher = FxHasher::default();
        let (labels, edges) = (&self.0.labels, &self.0.edges);
        hasher.write_usize(labels.len());
        hasher.write_usize(edges.len());
        for label in labels.iter().step_by(labels.len() / MOST + 1) {
            value::hash(label, &mut hasher);
        }
        for (from, to, label) in edges.iter().step_by(edges.len() / MOST + 1) {
            hasher.write_usize(*from);
            hasher.write_usize(*to);
            value::hash(label, &mut hasher);
        }
        hasher.finish()
    }

    fn compare(&self, other: &dyn Object, order: &mut Order<'_>) -> Ordering {
        let Some(other) = other.downcast_ref::<GraphObject>().map(|other| &other.0) else {
            return Ordering::Equal;
        };
        let sizes = |network: &Network| (network.labels.len(), network.edges.len());
        let (edges, others) = (self.0.edges.iter(), other.edges.iter());
        let ends = |edge: &(usize, usize, Value)| (edge.0, edge.1);
        sizes(&self.0)
            .cmp(&sizes(other))
            .then_with(|| edges.map(ends).cmp(others.map(ends)))
            .then_with(|| value::compare_all(&self.0.labels, &other.labels, order))
    }

    fn text(&self, show: Show<'_>) -> Result<String, Failure> {
        let mut text = |label: &Value| match label {
            Value::Nothing => Ok(String::new()),
            Value::Text(text) => Ok(text.to_string()),
            other => show(other),
        };
        let vertices = self
            .0
            .labels
            .iter()
            .map(&mut text)
            .collect::<Result<Vec<_>, _>>()?;
        let edges = self.0.edges.iter();
        let edges = edges.map(|(from, to, label)| Ok((*from, *to, text(label)?)));
        let edges = edges.collect::<Result<Vec<_>, Failure>>()?;
        let name = if self.0.directed {
            "DirectedGraph"
        } else {
            "Graph"
        };
        Ok(format!(
            "{name}(\"{}\")",
            write_graph(&vertices, &edges, self.0.directed)
        ))
    }

    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// A vertex of the graph.
    fn index(&self, _machine: &mut Machine<'_>, index: &Value) -> Option<Result<Value, Failure>> {
        let at = self.0.vertex_index(index);
        Some(at.map(|at| vertex_value(&self.0, at)))
    }
}

/// A vertex of a graph.
#[derive(Debug)]
pub(super) struct Vertex {
    pub(super) graph: Arc<Network>,
    pub(super) at: usize,
}

impl State for Vertex {
    const CLASS: &'static str = VERTEX;
    const WHAT: &'static str = "a vertex";
}

/// All vertices of a graph.
pub(super) fn vertices(graph: &Value) -> Result<Vec<Value>, Failure> {
    let graph = network_of(graph)?;
    Ok((0..graph.labels.len())
        .map(|at| vertex_value(graph, at))
        .collect())
}

fn vertex_value(graph: &Arc<Network>, at: usize) -> Value {
    Value::object(Vertex {
        graph: graph.clone(),
        at,
    })
}

/// A graph as it is drawn, with the texts of its labels by maps or functions; `None` for other values.
pub(crate) fn graph_picture(
    machine: &mut Machine<'_>,
    value: &Value,
    labels: &[Value],
) -> Result<Option<Picture>, Failure> {
    let (Ok(network), [vertices, _]) = (network_of(value), labels) else {
        return Ok(None);
    };
    let mut named = Vec::with_capacity(network.labels.len());
    for label in &network.labels {
        let text = label_text(machine, vertices, label)?;
        named.push((text, ink_of(label)));
    }
    let edges = network.edges.iter();
    Ok(Some(Picture::Graph {
        vertices: named,
        edges: edges
            .map(|(from, to, label)| (*from, *to, ink_of(label)))
            .collect(),
        ground: false,
        arrows: network.directed,
    }))
}

impl Object for Vertex {
    fn class(&self) -> &'static Arc<Class> {
        known!(VERTEX)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Vertex>();
        other.is_some_and(|other| self.at == other.at && same(&self.graph, &other.graph))
    }

    fn hash(&self) -> u64 {
        self.at as u64
    }

    fn text(&self, show: Show<'_>) -> Result<String, Failure> {
        let network = &self.graph;
        let label = show(&network.labels[self.at])?;
        let mut out: Vec<usize> = network.neighbours(self.at).collect();
        out.sort_unstable();
        let out: Vec<String> = out.into_iter().map(|to| (to + 1).to_string()).collect();
        Ok(format!("Vertex({label}, [{}])", out.join(",")))
    }

    fn depth(&self) -> u32 {
        self.graph.depth
    }

    /// An edge that starts here.
    fn index(&self, _machine: &mut Machine<'_>, index: &Value) -> Option<Result<Value, Failure>> {
        let k = place(index, self.graph.around[self.at].len());
        Some(k.map(|k| self.graph.edge_at(self.at, k)))
    }
}

/// An edge, seen from one of its ends.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) label: Value,
}

impl State for Edge {
    const CLASS: &'static str = EDGE;
    const WHAT: &'static str = "an edge";
}

impl Object for Edge {
    fn class(&self) -> &'static Arc<Class> {
        known!(EDGE)
    }

    fn equal(&self, other: &dyn Object) -> bool {
        let other = other.downcast_ref::<Edge>();
        other.is_some_and(|other| {
            (self.from, self.to) == (other.from, other.to)
                && value::equal(&self.label, &other.label)
        })
    }

    fn hash(&self) -> u64 {
        (self.from as u64) << 32 ^ self.to as u64
    }

    fn compare(&self, other: &dyn Object, order: &mut Order<'_>) -> Ordering {
        let Some(other) = other.downcast_ref::<Edge>() else {
            return Ordering::Equal;
        };
        (self.from, self.to)
            .cmp(&(other.from, other.to))
            .then_with(|| value::compare(&self.label, &other.label, order))
    }

    fn text(&self, show: Show<'_>) -> Result<String, Failure> {
        let label = show(&self.label)?;
        Ok(format!("Edge({label}, {}, {})", self.from + 1, self.to + 1))
    }

    fn depth(&self) -> u32 {
        self.label.depth()
    }
}
