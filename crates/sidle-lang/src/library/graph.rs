//! Graphs and directed graphs with labels on vertices and edges.

use super::graph_text::{label_text, parse};
use std::collections::HashMap;

use sidle_rules::graph::write_graph;

use super::{
    Default, Member, NativeClass,
    class_names::{FUNCTION, INTEGER, LIST, MAP, OBJECT},
    classes,
    extract::{self, entries, items, place},
    members,
    network::{DIRECTED, EDGE, Edge, GRAPH, Network, VERTEX, Vertex, vertices},
};
use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    value::{self, Value},
};

const MAX_VERTICES: i64 = 1 << 20;

fn no_labels(_machine: &mut Machine<'_>) -> Result<Value, Failure> {
    Value::map(vec![Value::pair(Value::text(""), Value::Nothing)])
}

fn empty_map(_machine: &mut Machine<'_>) -> Result<Value, Failure> {
    Value::map(Vec::new())
}

pub(super) const DIRECTED_CLASSES: &[NativeClass] = classes! { m;
    /// Vertices and arcs.
    class DIRECTED: [OBJECT] "DirectedGraph.Parse(\">>\")"
    static {
        /// No vertices.
        get Empty "DirectedGraph.Empty" => Network::value(true, Vec::new(), Vec::new());
        /// One vertex.
        fn Singleton(vertexLabel: &Value = Default::Nothing) "DirectedGraph.Singleton()"
            => Network::value(true, vec![vertexLabel.clone()], Vec::new());
        /// n vertices in a row.
        fn DirectedPath(n: i64, vertexLabel: &Value = Default::Nothing, edgeLabel: &Value = Default::Nothing)
            "DirectedGraph.DirectedPath(3)"
            => built(m, true, n, [vertexLabel, edgeLabel], |n| (1..n).map(|i| (i - 1, i)).collect());
        /// From the lists of the vertices to which each has an arc.
        fn FromAdjacencyList(
            lists: &Value as LIST, vertexLabel: &Value = Default::Nothing, edgeLabel: &Value = Default::Nothing
        ) "DirectedGraph.FromAdjacencyList([[2],[]])" => from_adjacency(m, true, lists, [vertexLabel, edgeLabel]);
        /// Reads a graph.
        fn Parse(
            str: &str, vertexLabels: &Value as FUNCTION = Default::Made(no_labels),
            edgeLabels: &Value as FUNCTION = Default::Made(no_labels)
        ) "DirectedGraph.Parse(\":A>:B<:C\")" => parse(m, true, str, [vertexLabels, edgeLabels]);
    }
    with COMMON {}
    /// An edge of a graph.
    class EDGE: [OBJECT] "Graph(\"-\").Edges[1]" {
        /// Where it starts.
        get FromVertex(edge: &Edge) "Graph(\"-\").Edges[1].FromVertex" => edge.from + 1;
        /// Where it ends.
        get ToVertex(edge: &Edge) "Graph(\"-\").Edges[1].ToVertex" => edge.to + 1;
        /// The label.
        get Label(edge: &Edge) "Graph(\"-\").Edges[1].Label" => edge.label.clone();
    }
};

/// The edges of a ring; the one that closes it comes first, as the first vertex has it.
fn ring(vertices: usize) -> Vec<(usize, usize)> {
    let closing = (vertices > 2).then_some((0, vertices - 1));
    let row = (1..vertices).map(|i| (i - 1, i));
    let back = (1..=2).contains(&vertices).then_some((vertices - 1, 0));
    closing.into_iter().chain(row).chain(back).collect()
}

pub(super) const CLASSES: &[NativeClass] = classes! { m;
    /// Vertices and edges.
    class GRAPH: [OBJECT] "Graph(\"-(-;--)\")"
    new {
        /// Reads a graph.
        fn Graph(str: &str) "Graph(\"-(-;--)\")" => {
            let labels = no_labels(m)?;
            parse(m, false, str, [&labels, &labels])
        };
    }
    static {
        /// No vertices.
        get Empty "Graph.Empty" => Network::value(false, Vec::new(), Vec::new());
        /// One vertex.
        fn Singleton(vLabel: &Value = Default::Nothing) "Graph.Singleton()"
            => Network::value(false, vec![vLabel.clone()], Vec::new());
        /// n vertices in a row.
        fn Path(n: i64, vertexLabel: &Value = Default::Nothing, edgeLabel: &Value = Default::Nothing) "Graph.Path(3)"
            => built(m, false, n, [vertexLabel, edgeLabel], |n| (1..n).map(|i| (i - 1, i)).collect());
        /// n vertices in a ring.
        fn Cycle(n: i64, vertexLabel: &Value = Default::Nothing, edgeLabel: &Value = Default::Nothing) "Graph.Cycle(4)"
            => built(m, false, n, [vertexLabel, edgeLabel], ring);
        /// n vertices, each connected with each.
        fn Clique(n: i64, vertexLabel: &Value = Default::Nothing, edgeLabel: &Value = Default::Nothing)
            "Graph.Clique(4)" => {
            if n > 2000 {
                return Err(Failure::new("overflow: the graph is too large"));
            }
            built(m, false, n, [vertexLabel, edgeLabel], |n| {
                (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect()
            })
        };
        /// n vertices, the first connected with the others.
        fn Star(n: i64, vertexLabel: &Value = Default::Nothing, edgeLabel: &Value = Default::Nothing) "Graph.Star(4)"
            => built(m, false, n, [vertexLabel, edgeLabel], |n| (1..n).map(|i| (0, i)).collect());
        /// From the lists of the neighbours of each vertex.
        fn FromAdjacencyList(
            lists: &Value as LIST, vertexLabel: &Value = Default::Nothing, edgeLabel: &Value = Default::Nothing
        ) "Graph.FromAdjacencyList([[2],[1]])" => from_adjacency(m, false, lists, [vertexLabel, edgeLabel]);
        /// Reads a graph; maps or functions give the labels.
        fn Parse(
            str: &str, vertexLabels: &Value as FUNCTION = Default::Made(no_labels),
            edgeLabels: &Value as FUNCTION = Default::Made(no_labels)
        ) "Graph.Parse(\"-(-;--)\")" => parse(m, false, str, [vertexLabels, edgeLabels]);
    }
    with COMMON
    {
        /// The part that a vertex is connected with.
        fn ConnectedComponent(graph: &Network, vertex: &Value as INTEGER) "Graph(\"-;-\").ConnectedComponent(1)" => {
            let at = graph.vertex_index(vertex)?;
            let parts = graph.components(|_| true);
            graph.retaining(|vertex| parts[vertex] == parts[at])
        };
        /// The connected parts.
        get ConnectedComponents(graph: &Network) "Graph(\"-;-\").ConnectedComponents" => split(m, graph, |_| true);
        /// The connected parts of what is left without the vertices of a label.
        fn Decomposition(graph: &Network, boundaryLabel: &Value) "Graph(\"--\").Decomposition(1)"
            => split(m, graph, |vertex| !value::equal(&graph.labels[vertex], boundaryLabel));
        /// Is there a way from each vertex to each?
        get IsConnected(graph: &Network) "Graph(\"-;-\").IsConnected" => {
            let parts = graph.components(|_| true);
            parts.iter().all(|part| *part == parts[0])
        };
        /// Are there no loops and no double edges?
        get IsSimple(graph: &Network) "Graph.Cycle(2).IsSimple" => {
            let mut seen = std::collections::HashSet::new();
            let mut ends = graph.edges.iter().map(|&(from, to, _)| (from.min(to), from.max(to)));
            ends.all(|(from, to)| from != to && seen.insert((from, to)))
        };
        /// Two arcs for each edge.
        get ToDirectedGraph(graph: &Network) "Graph(\"--\").ToDirectedGraph" => {
            extract::count(m, 2 * graph.edges.len())?;
            let mut arcs = Vec::with_capacity(2 * graph.edges.len());
            for at in 0..graph.labels.len() {
                for &edge in &graph.around[at] {
                    let (from, to, label) = &graph.edges[edge as usize];
                    let other = if *from == at { *to } else { *from };
                    arcs.push((at, other, label.clone()));
                }
            }
            Network::value(true, graph.labels.clone(), arcs)
        };
    }
    /// A vertex of a graph.
    class VERTEX: [OBJECT] "Graph(\"-\")[1]" {
        /// The label.
        get Label(vertex: &Vertex) "Graph(\"-\")[1].Label" => vertex.graph.labels[vertex.at].clone();
        /// How many edges start here.
        get EdgeCount(vertex: &Vertex) "Graph(\"-\")[1].EdgeCount" => vertex.graph.around[vertex.at].len();
        /// The edges that start here.
        get Edges(vertex: &Vertex) "Graph(\"-\")[1].Edges" => {
            let count = vertex.graph.around[vertex.at].len();
            (0..count).map(|k| vertex.graph.edge_at(vertex.at, k)).collect::<Vec<_>>()
        };
        /// The vertices at the other ends of the edges.
        get OutVertices(vertex: &Vertex) "Graph(\"-\")[1].OutVertices" => {
            let others = vertex.graph.neighbours(vertex.at);
            others.map(|to| Value::integer(to + 1)).collect::<Vec<_>>()
        };
    }
};

/// What both kinds of graphs have.
const COMMON: &[Member] = members! { m;
    /// The sorted lists of neighbours.
    get AdjacencyList(graph: &Network) "Graph(\"--\").AdjacencyList" => {
        extract::count(m, graph.edges.len())?;
        let lists = (0..graph.labels.len()).map(|at| {
            let mut found: Vec<usize> = graph.neighbours(at).collect();
            found.sort_unstable();
            Value::list(found.into_iter().map(|to| Value::integer(to + 1)).collect())
        });
        lists.collect::<Result<Vec<_>, _>>()?
    };
    /// The graph without one such edge.
    fn DeleteEdge(graph: &Network, edge: &Edge) "Graph(\"--\").DeleteEdge(Graph(\"--\").Edges[1])" => {
        let found = graph.edges.iter().position(|(from, to, label)| {
            let ends = (*from, *to) == (edge.from, edge.to)
                || !graph.directed && (*to, *from) == (edge.from, edge.to);
            ends && value::equal(label, &edge.label)
        });
        graph.without_edge(found.ok_or_else(|| Failure::new("the graph has no such edge"))?)
    };
    /// The graph without one of the edges at a vertex.
    fn DeleteEdgeByIndex(graph: &Network, vertex: &Value as INTEGER, edge: &Value as INTEGER)
        "Graph(\"--\").DeleteEdgeByIndex(1, 1)" => {
        let around = &graph.around[graph.vertex_index(vertex)?];
        graph.without_edge(around[place(edge, around.len())?] as usize)
    };
    /// The graph without a vertex.
    fn DeleteVertex(graph: &Network, vertex: &Value as INTEGER) "Graph(\"--\").DeleteVertex(1)" => {
        let at = graph.vertex_index(vertex)?;
        graph.retaining(|vertex| vertex != at)
    };
    /// The graph without some vertices.
    fn DeleteVertices(graph: &Network, vertices: &Value as LIST) "Graph(\"---\").DeleteVertices([1,4])" => {
        let marked = graph.marked(vertices)?;
        graph.retaining(|vertex| !marked[vertex])
    };
    /// The graph with some vertices only.
    fn RetainVertices(graph: &Network, vertices: &Value as LIST) "Graph(\"---\").RetainVertices([2,3])" => {
        let marked = graph.marked(vertices)?;
        graph.retaining(|vertex| marked[vertex])
    };
    /// How many edges.
    get EdgeCount(graph: &Network) "Graph(\"--\").EdgeCount" => graph.edges.len();
    /// Each edge once.
    get Edges(graph: &Network) "Graph(\"--\").Edges" => {
        extract::count(m, graph.edges.len())?;
        graph.all_edges()
    };
    /// Are there no vertices?
    get IsEmpty(graph: &Network) "Graph.Empty.IsEmpty" => graph.labels.is_empty();
    /// The graph with other labels at some vertices.
    fn UpdatedVertexLabels(graph: &Network, labels: &Value as MAP) "Graph(\"-\").UpdatedVertexLabels({1 => 5})" => {
        let mut all = graph.labels.clone();
        for (at, label) in entries(labels)? {
            all[graph.vertex_index(&at)?] = label;
        }
        Network::value(graph.directed, all, graph.edges.clone())
    };
    /// How many vertices.
    get VertexCount(graph: &Network) "Graph(\"--\").VertexCount" => graph.labels.len();
    /// All vertices.
    get Vertices(graph: &Value) "Graph(\"-\").Vertices" => {
        let all = vertices(graph)?;
        extract::count(m, all.len())?;
        all
    };
    /// The graph as a string; maps give the texts of labels.
    fn ToString(
        graph: &Network, vertexLabels: &Value as FUNCTION = Default::Made(empty_map),
        edgeLabels: &Value as FUNCTION = Default::Made(empty_map)
    ) "Graph(\"-(-;--)\").ToString()" => {
        let mut vertices = Vec::with_capacity(graph.labels.len());
        for label in &graph.labels {
            vertices.push(label_text(m, vertexLabels, label)?);
        }
        let mut edges = Vec::with_capacity(graph.edges.len());
        for (from, to, label) in &graph.edges {
            edges.push((*from, *to, label_text(m, edgeLabels, label)?));
        }
        write_graph(&vertices, &edges, graph.directed)
    };
};

/// The connected parts of the allowed vertices, by their least vertices.
fn split(
    machine: &mut Machine<'_>,
    graph: &Network,
    allowed: impl Fn(usize) -> bool,
) -> Result<Value, Failure> {
    let parts = graph.components(allowed);
    let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut order = Vec::new();
    for (vertex, &part) in parts.iter().enumerate() {
        if part != usize::MAX {
            if part == vertex {
                order.push(part);
            }
            members.entry(part).or_default().push(vertex);
        }
    }
    let mut place = vec![0; graph.labels.len()];
    let mut edges: HashMap<usize, Vec<(usize, usize, Value)>> = HashMap::new();
    for vertices in members.values() {
        for (number, &vertex) in vertices.iter().enumerate() {
            place[vertex] = number;
        }
    }
    for (from, to, label) in &graph.edges {
        machine.tick()?;
        if parts[*from] != usize::MAX && parts[*from] == parts[*to] {
            let edge = (place[*from], place[*to], label.clone());
            edges.entry(parts[*from]).or_default().push(edge);
        }
    }
    let whole = order.into_iter().map(|part| {
        let vertices = members.remove(&part).unwrap_or_default();
        let labels = vertices.iter().map(|&v| graph.labels[v].clone()).collect();
        Network::value(
            graph.directed,
            labels,
            edges.remove(&part).unwrap_or_default(),
        )
    });
    Value::list(whole.collect())
}

/// About so many bytes are needed to make a vertex with an edge.
const PER_VERTEX: u64 = 256;

/// A graph of n vertices, each with the first label, from its edges, each with the second.
fn built(
    machine: &mut Machine<'_>,
    directed: bool,
    n: i64,
    labels: [&Value; 2],
    edges: impl FnOnce(usize) -> Vec<(usize, usize)>,
) -> Result<Value, Failure> {
    if !(0..=MAX_VERTICES).contains(&n) {
        return Err(Failure::new(format!("a graph cannot have {n} vertices")));
    }
    let n = n as usize;
    machine.meter.room(PER_VERTEX * n as u64)?;
    let edges = edges(n);
    machine.meter.room(PER_VERTEX * n.max(edges.len()) as u64)?;
    extract::count(machine, n + edges.len())?;
    let [label, edge] = labels.map(Value::clone);
    machine.prepare_texts(&[label.clone(), edge.clone()])?;
    let edges = edges.into_iter().map(|(from, to)| (from, to, edge.clone()));
    Ok(Network::value(directed, vec![label; n], edges.collect()))
}

fn from_adjacency(
    machine: &mut Machine<'_>,
    directed: bool,
    lists: &Value,
    [label, edge]: [&Value; 2],
) -> Result<Value, Failure> {
    let lists = items(lists)?;
    let n = lists.len();
    let mut edges = Vec::new();
    // Each edge without direction is seen from both ends.
    let mut balance: HashMap<(usize, usize), i64> = HashMap::new();
    for (from, list) in lists.iter().enumerate() {
        for to in items(list)?.iter() {
            machine.count_value()?;
            let to = place(to, n)?;
            if directed || from <= to {
                edges.push((from, to, edge.clone()));
            }
            if !directed && from != to {
                let side = if from < to { 1 } else { -1 };
                *balance.entry((from.min(to), from.max(to))).or_default() += side;
            }
        }
    }
    if balance.values().any(|&count| count != 0) {
        return Err(Failure::new("the lists of neighbours do not fit together"));
    }
    Ok(Network::value(directed, vec![label.clone(); n], edges))
}
