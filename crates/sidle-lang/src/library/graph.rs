//! Graphs and directed graphs with labels on vertices and edges.

use super::graph_text::{label_text, parse};
use std::collections::HashMap;

use sidle_rules::graph::write_graph;

use super::{
    Default, Member, NativeClass, Parameter, class,
    extract::{self, entries, items, place},
    method,
    network::{DIRECTED, EDGE, GRAPH, Network, VERTEX, edge, network, vertex, vertices},
    optional, property, required,
};
use crate::{
    diagnostic::Failure,
    evaluate::Machine,
    value::{self, Value},
};

const INTEGER: &str = "game.Integer";
const LIST: &str = "cgsuite.lang.List";
const STRING: &str = "cgsuite.lang.String";
const FUNCTION: &str = "cgsuite.lang.Function";
const MAX_VERTICES: i64 = 1 << 20;

const VERTEX_LABEL: Parameter = optional("vertexLabel", "", Default::Nothing);
const EDGE_LABEL: Parameter = optional("edgeLabel", "", Default::Nothing);
const SIZED: &[Parameter] = &[required("n", INTEGER), VERTEX_LABEL, EDGE_LABEL];
const READ: &[Parameter] = &[
    required("str", STRING),
    optional("vertexLabels", FUNCTION, Default::Made(no_labels)),
    optional("edgeLabels", FUNCTION, Default::Made(no_labels)),
];
const WRITTEN: &[Parameter] = &[
    optional("vertexLabels", FUNCTION, Default::Made(empty_map)),
    optional("edgeLabels", FUNCTION, Default::Made(empty_map)),
];

fn no_labels(_machine: &mut Machine<'_>) -> Result<Value, Failure> {
    Value::map(vec![super::map::pair(Value::text(""), Value::Nothing)])
}

fn empty_map(_machine: &mut Machine<'_>) -> Result<Value, Failure> {
    Value::map(Vec::new())
}

pub(super) const DIRECTED_CLASSES: &[NativeClass] = &[
    NativeClass {
        statics: &[
            property("Empty", "No vertices.", "DirectedGraph.Empty", |_, _| {
                Ok(Network::value(true, Vec::new(), Vec::new()))
            }),
            method(
                "Singleton",
                &[VERTEX_LABEL],
                "One vertex.",
                "DirectedGraph.Singleton()",
                |_, a| Ok(Network::value(true, vec![a[0].clone()], Vec::new())),
            ),
            method(
                "DirectedPath",
                SIZED,
                "n vertices in a row.",
                "DirectedGraph.DirectedPath(3)",
                |m, a| built(m, true, a, |n| (1..n).map(|i| (i - 1, i)).collect()),
            ),
            method(
                "FromAdjacencyList",
                &[required("lists", LIST), VERTEX_LABEL, EDGE_LABEL],
                "From the lists of the vertices to which each has an arc.",
                "DirectedGraph.FromAdjacencyList([[2],[]])",
                |m, a| from_adjacency(m, true, a),
            ),
            method(
                "Parse",
                READ,
                "Reads a graph.",
                "DirectedGraph.Parse(\":A>:B<:C\")",
                |m, a| parse(m, true, a),
            ),
        ],
        members: COMMON,
        ..class(
            DIRECTED,
            &["cgsuite.lang.Object"],
            "Vertices and arcs.",
            "DirectedGraph.Parse(\">>\")",
        )
    },
    NativeClass {
        members: &[
            property(
                "FromVertex",
                "Where it starts.",
                "Graph(\"-\").Edges[1].FromVertex",
                |_, a| Ok(Value::integer(edge(&a[0])?.from + 1)),
            ),
            property(
                "ToVertex",
                "Where it ends.",
                "Graph(\"-\").Edges[1].ToVertex",
                |_, a| Ok(Value::integer(edge(&a[0])?.to + 1)),
            ),
            property(
                "Label",
                "The label.",
                "Graph(\"-\").Edges[1].Label",
                |_, a| Ok(edge(&a[0])?.label.clone()),
            ),
        ],
        ..class(
            EDGE,
            &["cgsuite.lang.Object"],
            "An edge of a graph.",
            "Graph(\"-\").Edges[1]",
        )
    },
];

pub(super) const CLASSES: &[NativeClass] = &[
    NativeClass {
        calls: &[method(
            "Graph",
            &[required("str", STRING)],
            "Reads a graph.",
            "Graph(\"-(-;--)\")",
            |m, a| {
                let labels = no_labels(m)?;
                parse(m, false, &[a[0].clone(), labels.clone(), labels])
            },
        )],
        statics: STATICS,
        members: MEMBERS,
        ..class(
            GRAPH,
            &["cgsuite.lang.Object"],
            "Vertices and edges.",
            "Graph(\"-(-;--)\")",
        )
    },
    NativeClass {
        members: &[
            property("Label", "The label.", "Graph(\"-\")[1].Label", |_, a| {
                let (network, at) = vertex(&a[0])?;
                Ok(network.labels[at].clone())
            }),
            property(
                "EdgeCount",
                "How many edges start here.",
                "Graph(\"-\")[1].EdgeCount",
                |_, a| {
                    let (network, at) = vertex(&a[0])?;
                    Ok(Value::integer(network.around[at].len()))
                },
            ),
            property(
                "Edges",
                "The edges that start here.",
                "Graph(\"-\")[1].Edges",
                |_, a| {
                    let (network, at) = vertex(&a[0])?;
                    Value::list(
                        (0..network.around[at].len())
                            .map(|k| network.edge_at(at, k))
                            .collect(),
                    )
                },
            ),
            property(
                "OutVertices",
                "The vertices at the other ends of the edges.",
                "Graph(\"-\")[1].OutVertices",
                |_, a| {
                    let (network, at) = vertex(&a[0])?;
                    Value::list(
                        network
                            .neighbours(at)
                            .map(|to| Value::integer(to + 1))
                            .collect(),
                    )
                },
            ),
        ],
        ..class(
            VERTEX,
            &["cgsuite.lang.Object"],
            "A vertex of a graph.",
            "Graph(\"-\")[1]",
        )
    },
];

const STATICS: &[Member] = &[
    property("Empty", "No vertices.", "Graph.Empty", |_, _| {
        Ok(Network::value(false, Vec::new(), Vec::new()))
    }),
    method(
        "Singleton",
        &[optional("vLabel", "", Default::Nothing)],
        "One vertex.",
        "Graph.Singleton()",
        |_, a| Ok(Network::value(false, vec![a[0].clone()], Vec::new())),
    ),
    method(
        "Path",
        SIZED,
        "n vertices in a row.",
        "Graph.Path(3)",
        |m, a| built(m, false, a, |n| (1..n).map(|i| (i - 1, i)).collect()),
    ),
    method(
        "Cycle",
        SIZED,
        "n vertices in a ring.",
        "Graph.Cycle(4)",
        |m, a| built(m, false, a, |n| (0..n).map(|i| (i, (i + 1) % n)).collect()),
    ),
    method(
        "Clique",
        SIZED,
        "n vertices, each connected with each.",
        "Graph.Clique(4)",
        |m, a| {
            if extract::index(&a[0])? > 2000 {
                return Err(Failure::new("overflow: the graph is too large"));
            }
            built(m, false, a, |n| {
                (0..n)
                    .flat_map(|i| (i + 1..n).map(move |j| (i, j)))
                    .collect()
            })
        },
    ),
    method(
        "Star",
        SIZED,
        "n vertices, the first connected with the others.",
        "Graph.Star(4)",
        |m, a| built(m, false, a, |n| (1..n).map(|i| (0, i)).collect()),
    ),
    method(
        "FromAdjacencyList",
        &[required("lists", LIST), VERTEX_LABEL, EDGE_LABEL],
        "From the lists of the neighbours of each vertex.",
        "Graph.FromAdjacencyList([[2],[1]])",
        |m, a| from_adjacency(m, false, a),
    ),
    method(
        "Parse",
        READ,
        "Reads a graph; maps or functions give the labels.",
        "Graph.Parse(\"-(-;--)\")",
        |m, a| parse(m, false, a),
    ),
];

/// What both kinds of graphs have.
const COMMON: &[Member] = &[
    property(
        "AdjacencyList",
        "The sorted lists of neighbours.",
        "Graph(\"--\").AdjacencyList",
        |m, a| {
            let network = network(&a[0])?;
            extract::count(m, network.edges.len())?;
            let lists = (0..network.labels.len()).map(|at| {
                let mut found: Vec<usize> = network.neighbours(at).collect();
                found.sort_unstable();
                Value::list(found.into_iter().map(|to| Value::integer(to + 1)).collect())
            });
            Value::list(lists.collect::<Result<_, _>>()?)
        },
    ),
    method(
        "DeleteEdge",
        &[required("edge", EDGE)],
        "The graph without one such edge.",
        "Graph(\"--\").DeleteEdge(Graph(\"--\").Edges[1])",
        |_, a| {
            let (graph, edge) = (network(&a[0])?, edge(&a[1])?);
            let found = graph.edges.iter().position(|(from, to, label)| {
                let ends = (*from, *to) == (edge.from, edge.to)
                    || !graph.directed && (*to, *from) == (edge.from, edge.to);
                ends && value::equal(label, &edge.label)
            });
            let found = found.ok_or_else(|| Failure::new("the graph has no such edge"))?;
            Ok(graph.without_edge(found))
        },
    ),
    method(
        "DeleteEdgeByIndex",
        &[required("vertex", INTEGER), required("edge", INTEGER)],
        "The graph without one of the edges at a vertex.",
        "Graph(\"--\").DeleteEdgeByIndex(1, 1)",
        |_, a| {
            let graph = network(&a[0])?;
            let at = graph.vertex_index(&a[1])?;
            let k = place(&a[2], graph.around[at].len())?;
            Ok(graph.without_edge(graph.around[at][k] as usize))
        },
    ),
    method(
        "DeleteVertex",
        &[required("vertex", INTEGER)],
        "The graph without a vertex.",
        "Graph(\"--\").DeleteVertex(1)",
        |_, a| {
            let graph = network(&a[0])?;
            let at = graph.vertex_index(&a[1])?;
            Ok(graph.retaining(|vertex| vertex != at))
        },
    ),
    method(
        "DeleteVertices",
        &[required("vertices", LIST)],
        "The graph without some vertices.",
        "Graph(\"---\").DeleteVertices([1,4])",
        |_, a| {
            let graph = network(&a[0])?;
            let marked = graph.marked(&a[1])?;
            Ok(graph.retaining(|vertex| !marked[vertex]))
        },
    ),
    method(
        "RetainVertices",
        &[required("vertices", LIST)],
        "The graph with some vertices only.",
        "Graph(\"---\").RetainVertices([2,3])",
        |_, a| {
            let graph = network(&a[0])?;
            let marked = graph.marked(&a[1])?;
            Ok(graph.retaining(|vertex| marked[vertex]))
        },
    ),
    property(
        "EdgeCount",
        "How many edges.",
        "Graph(\"--\").EdgeCount",
        |_, a| Ok(Value::integer(network(&a[0])?.edges.len())),
    ),
    property("Edges", "Each edge once.", "Graph(\"--\").Edges", |m, a| {
        let network = network(&a[0])?;
        extract::count(m, network.edges.len())?;
        Value::list(network.all_edges())
    }),
    property(
        "IsEmpty",
        "Are there no vertices?",
        "Graph.Empty.IsEmpty",
        |_, a| Ok(Value::Bool(network(&a[0])?.labels.is_empty())),
    ),
    method(
        "UpdatedVertexLabels",
        &[required("labels", "cgsuite.lang.Map")],
        "The graph with other labels at some vertices.",
        "Graph(\"-\").UpdatedVertexLabels({1 => 5})",
        |_, a| {
            let graph = network(&a[0])?;
            let mut labels = graph.labels.clone();
            for (at, label) in entries(&a[1])? {
                labels[graph.vertex_index(&at)?] = label;
            }
            Ok(Network::value(graph.directed, labels, graph.edges.clone()))
        },
    ),
    property(
        "VertexCount",
        "How many vertices.",
        "Graph(\"--\").VertexCount",
        |_, a| Ok(Value::integer(network(&a[0])?.labels.len())),
    ),
    property(
        "Vertices",
        "All vertices.",
        "Graph(\"-\").Vertices",
        |m, a| {
            extract::count(m, network(&a[0])?.labels.len())?;
            Value::list(vertices(&a[0])?)
        },
    ),
    method(
        "ToString",
        WRITTEN,
        "The graph as a string; maps give the texts of labels.",
        "Graph(\"-(-;--)\").ToString()",
        |m, a| {
            let network = network(&a[0])?;
            let mut vertices = Vec::with_capacity(network.labels.len());
            for label in &network.labels {
                vertices.push(label_text(m, &a[1], label)?);
            }
            let mut edges = Vec::with_capacity(network.edges.len());
            for (from, to, label) in &network.edges {
                edges.push((*from, *to, label_text(m, &a[2], label)?));
            }
            Ok(Value::text(write_graph(
                &vertices,
                &edges,
                network.directed,
            )))
        },
    ),
];

const MEMBERS: &[Member] = &[
    COMMON[0],
    COMMON[1],
    COMMON[2],
    COMMON[3],
    COMMON[4],
    COMMON[5],
    COMMON[6],
    COMMON[7],
    COMMON[8],
    COMMON[9],
    COMMON[10],
    COMMON[11],
    COMMON[12],
    method(
        "ConnectedComponent",
        &[required("vertex", INTEGER)],
        "The part that a vertex is connected with.",
        "Graph(\"-;-\").ConnectedComponent(1)",
        |_, a| {
            let graph = network(&a[0])?;
            let at = graph.vertex_index(&a[1])?;
            let parts = graph.components(|_| true);
            Ok(graph.retaining(|vertex| parts[vertex] == parts[at]))
        },
    ),
    property(
        "ConnectedComponents",
        "The connected parts.",
        "Graph(\"-;-\").ConnectedComponents",
        |m, a| split(m, &a[0], |_| true),
    ),
    method(
        "Decomposition",
        &[required("boundaryLabel", "")],
        "The connected parts of what is left without the vertices of a label.",
        "Graph(\"--\").Decomposition(1)",
        |m, a| {
            let labels = &network(&a[0])?.labels;
            split(m, &a[0], |vertex| !value::equal(&labels[vertex], &a[1]))
        },
    ),
    property(
        "IsConnected",
        "Is there a way from each vertex to each?",
        "Graph(\"-;-\").IsConnected",
        |_, a| {
            let graph = network(&a[0])?;
            let parts = graph.components(|_| true);
            Ok(Value::Bool(parts.iter().all(|part| *part == parts[0])))
        },
    ),
    property(
        "IsSimple",
        "Are there no loops and no double edges?",
        "Graph.Cycle(2).IsSimple",
        |_, a| {
            let graph = network(&a[0])?;
            let mut seen = std::collections::HashSet::new();
            let simple = graph
                .edges
                .iter()
                .all(|&(from, to, _)| from != to && seen.insert((from.min(to), from.max(to))));
            Ok(Value::Bool(simple))
        },
    ),
    property(
        "ToDirectedGraph",
        "Two arcs for each edge.",
        "Graph(\"--\").ToDirectedGraph",
        |m, a| {
            let graph = network(&a[0])?;
            extract::count(m, 2 * graph.edges.len())?;
            let mut arcs = Vec::with_capacity(2 * graph.edges.len());
            for at in 0..graph.labels.len() {
                for &edge in &graph.around[at] {
                    let (from, to, label) = &graph.edges[edge as usize];
                    let other = if *from == at { *to } else { *from };
                    arcs.push((at, other, label.clone()));
                }
            }
            Ok(Network::value(true, graph.labels.clone(), arcs))
        },
    ),
];

/// The connected parts of the allowed vertices, by their least vertices.
fn split(
    machine: &mut Machine<'_>,
    graph: &Value,
    allowed: impl Fn(usize) -> bool,
) -> Result<Value, Failure> {
    let graph = network(graph)?;
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

/// A graph of n vertices from its edges.
/// About so many bytes are needed to make a vertex with an edge.
const PER_VERTEX: u64 = 256;

fn built(
    machine: &mut Machine<'_>,
    directed: bool,
    a: &[Value],
    edges: impl FnOnce(usize) -> Vec<(usize, usize)>,
) -> Result<Value, Failure> {
    let n = extract::index(&a[0])?;
    if !(0..=MAX_VERTICES).contains(&n) {
        return Err(Failure::new(format!("a graph cannot have {n} vertices")));
    }
    let n = n as usize;
    machine.meter.room(PER_VERTEX * n as u64)?;
    let edges = edges(n);
    machine.meter.room(PER_VERTEX * n.max(edges.len()) as u64)?;
    extract::count(machine, n + edges.len())?;
    machine.prepare_texts(&a[1..3])?;
    let edges = edges.into_iter().map(|(from, to)| (from, to, a[2].clone()));
    Ok(Network::value(
        directed,
        vec![a[1].clone(); n],
        edges.collect(),
    ))
}

fn from_adjacency(
    machine: &mut Machine<'_>,
    directed: bool,
    a: &[Value],
) -> Result<Value, Failure> {
    let lists = items(&a[0])?;
    let n = lists.len();
    let mut edges = Vec::new();
    // Each edge without direction is seen from both ends.
    let mut balance: HashMap<(usize, usize), i64> = HashMap::new();
    for (from, list) in lists.iter().enumerate() {
        for to in items(list)?.iter() {
            machine.count_value()?;
            let to = place(to, n)?;
            if directed || from <= to {
                edges.push((from, to, a[2].clone()));
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
    Ok(Network::value(directed, vec![a[1].clone(); n], edges))
}
