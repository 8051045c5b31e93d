//! Visibility representations: vertices as horizontal bars, edges as vertical segments that meet no other bar (Tamassia and Tollis 1986).
//!
//! An st-numbering (Tarjan 1986) orients a planar graph without cut vertices upwards; the column of an edge is the longest way, in the dual,
//! from the left outer face to the face on its left. Graphs with cut vertices get edges that are only there for the layout.

use std::collections::VecDeque;

use crate::graph::{ConstraintGraph, Edge, planar::embedding};

/// One component of a graph, laid out.
#[derive(Clone, Debug)]
pub(super) struct Visibility {
    /// The vertices from the lowest bar to the highest.
    pub(super) order: Vec<usize>,
    /// The column of each edge of the component.
    pub(super) columns: Vec<(usize, usize)>,
}

/// The layouts of all components of a planar graph without loops.
pub(super) fn layouts(graph: &ConstraintGraph) -> Option<Vec<Visibility>> {
    let count = graph.vertices().len();
    let mut seen = vec![false; count];
    let mut all = Vec::new();
    for root in 0..count {
        if seen[root] {
            continue;
        }
        seen[root] = true;
        let mut vertices = vec![root];
        let mut next = 0;
        while next < vertices.len() {
            let v = vertices[next];
            next += 1;
            for &e in graph.incident(v) {
                for w in [graph.edges()[e].tail, graph.edges()[e].head] {
                    if !seen[w] {
                        seen[w] = true;
                        vertices.push(w);
                    }
                }
            }
        }
        all.push(component(graph, &vertices)?);
    }
    Some(all)
}

fn component(graph: &ConstraintGraph, vertices: &[usize]) -> Option<Visibility> {
    // The component alone, on vertices 0, 1, …
    let place = |v: usize| vertices.iter().position(|&w| w == v);
    let mut part = ConstraintGraph::new();
    for &v in vertices {
        part.add_vertex(graph.vertices()[v].name.clone(), 0);
    }
    let mut own = Vec::new();
    for (e, edge) in graph.edges().iter().enumerate() {
        let (Some(tail), Some(head)) = (place(edge.tail), place(edge.head)) else {
            continue;
        };
        own.push(e);
        part.add_edge(plain(tail, head));
    }
    let rotation = without_cut_vertices(&mut part)?;
    let order = st_order(&part);
    let columns = columns(&part, &rotation, &order);
    Some(Visibility {
        order: order.iter().map(|&v| vertices[v]).collect(),
        columns: own
            .iter()
            .enumerate()
            .map(|(i, &e)| (e, columns[i]))
            .collect(),
    })
}

fn plain(tail: usize, head: usize) -> Edge {
    Edge {
        tail,
        head,
        weight: 1,
        owner: None,
        name: None,
    }
}

fn other(graph: &ConstraintGraph, edge: usize, v: usize) -> usize {
    let edge = &graph.edges()[edge];
    if edge.tail == v { edge.head } else { edge.tail }
}

/// Adds edges between the ends of neighbouring edges at cut vertices until there are none; returns the rotations.
fn without_cut_vertices(graph: &mut ConstraintGraph) -> Option<Vec<Vec<usize>>> {
    loop {
        let rotation = embedding(graph)?;
        let joint = (0..graph.vertices().len()).find_map(|v| {
            let edges = &rotation[v];
            (0..edges.len()).find_map(|i| {
                let [a, b] = [edges[i], edges[(i + 1) % edges.len()]].map(|e| other(graph, e, v));
                (a != b && !connected_without(graph, v, a, b)).then_some((a, b))
            })
        });
        match joint {
            None => return Some(rotation),
            Some((a, b)) => {
                graph.add_edge(plain(a, b));
            }
        }
    }
}

fn connected_without(graph: &ConstraintGraph, without: usize, from: usize, to: usize) -> bool {
    let mut seen = vec![false; graph.vertices().len()];
    seen[without] = true;
    seen[from] = true;
    let mut open = VecDeque::from([from]);
    while let Some(v) = open.pop_front() {
        for &e in graph.incident(v) {
            let w = other(graph, e, v);
            if !seen[w] {
                seen[w] = true;
                open.push_back(w);
            }
        }
    }
    seen[to]
}

/// An st-numbering with the ends of edge 0 first and last.
fn st_order(graph: &ConstraintGraph) -> Vec<usize> {
    let count = graph.vertices().len();
    let (s, t) = (graph.edges()[0].tail, graph.edges()[0].head);
    let mut preorder = vec![s];
    let mut number = vec![usize::MAX; count];
    let mut parent = vec![s; count];
    number[s] = 0;
    // Depth first from s, by t.
    let mut stack: Vec<(usize, usize)> = Vec::new();
    number[t] = 1;
    preorder.push(t);
    stack.push((t, 0));
    while let Some(&mut (v, ref mut next)) = stack.last_mut() {
        let Some(&e) = graph.incident(v).get(*next) else {
            stack.pop();
            continue;
        };
        *next += 1;
        let w = other(graph, e, v);
        if number[w] == usize::MAX {
            number[w] = preorder.len();
            parent[w] = v;
            preorder.push(w);
            stack.push((w, 0));
        }
    }
    // The lowest vertex that the part below each vertex reaches by one edge.
    let mut low: Vec<usize> = (0..count).collect();
    for &v in preorder.iter().rev() {
        let mut best = v;
        for &e in graph.incident(v) {
            let w = other(graph, e, v);
            let reach = if parent[w] == v && number[w] > number[v] && w != s {
                low[w]
            } else {
                w
            };
            if number[reach] < number[best] {
                best = reach;
            }
        }
        low[v] = best;
    }
    let mut list = vec![s, t];
    let mut minus = vec![false; count];
    minus[s] = true;
    for &v in preorder.iter().skip(2) {
        let at = list.iter().position(|&w| w == parent[v]).unwrap_or(0);
        if minus[low[v]] {
            list.insert(at, v);
            minus[parent[v]] = false;
        } else {
            list.insert(at + 1, v);
            minus[parent[v]] = true;
        }
    }
    list
}

/// The column of each edge.
fn columns(graph: &ConstraintGraph, rotation: &[Vec<usize>], order: &[usize]) -> Vec<usize> {
    let edges = graph.edges().len();
    let mut rank = vec![0; order.len()];
    for (place, &v) in order.iter().enumerate() {
        rank[v] = place;
    }
    // Darts: 2e goes up along edge e, 2e + 1 goes down.
    let ends = |dart: usize| {
        let edge = &graph.edges()[dart / 2];
        let (low, high) = if rank[edge.tail] < rank[edge.head] {
            (edge.tail, edge.head)
        } else {
            (edge.head, edge.tail)
        };
        if dart % 2 == 0 {
            (low, high)
        } else {
            (high, low)
        }
    };
    let mut face = vec![usize::MAX; 2 * edges];
    let mut faces = 0;
    for start in 0..2 * edges {
        if face[start] != usize::MAX {
            continue;
        }
        let mut dart = start;
        while face[dart] == usize::MAX {
            face[dart] = faces;
            let (_, v) = ends(dart);
            let around = &rotation[v];
            let at = around.iter().position(|&e| e == dart / 2).unwrap_or(0);
            let next = around[(at + 1) % around.len()];
            dart = if ends(2 * next).0 == v {
                2 * next
            } else {
                2 * next + 1
            };
        }
        faces += 1;
    }
    // The face left of edge 0 is the outer one: a source there, a sink for all others.
    let outer = face[0];
    let mut depth = vec![0; faces];
    for _ in 0..faces {
        for e in 0..edges {
            let (left, right) = (face[2 * e], face[2 * e + 1]);
            let from = if e == 0 { 0 } else { depth[left] };
            if right != outer {
                depth[right] = depth[right].max(from + 1);
            }
        }
    }
    (0..edges)
        .map(|e| if e == 0 { 0 } else { depth[face[2 * e]] })
        .collect()
}
