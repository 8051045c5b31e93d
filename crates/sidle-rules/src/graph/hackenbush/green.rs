//! Green Hackenbush: the fusion principle.

use crate::graph::LabelledGraph;

/// The nim value of a connected graph of green edges with vertex 0 on the ground.
///
/// By the fusion principle (Winning Ways, chapter 7) the vertices of a cycle can be fused, so every
/// 2-edge-connected piece shrinks to a vertex with a loop for each of its edges, and two loops at a
/// vertex cancel; by the colon principle an edge with nim value `x` above it has the value `x + 1`.
/// Linear time.
///
/// ```
/// use sidle_rules::{Ruleset, graph::{Hackenbush, green_nim_value}};
/// let girl = Hackenbush::default().parse("(e:A;e:A;e:Ae(e;e))").unwrap();
/// assert_eq!(green_nim_value(&girl), 0);
/// ```
pub fn green_nim_value(graph: &LabelledGraph) -> u64 {
    let n = graph.vertex_count();
    let mut around: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n];
    let mut loops = vec![0u64; n];
    for (i, e) in graph.edges().iter().enumerate() {
        if e.from == e.to {
            loops[e.from as usize] += 1;
        } else {
            around[e.from as usize].push((e.to, i as u32));
            around[e.to as usize].push((e.from, i as u32));
        }
    }
    // Depth-first order with low points; an edge into a vertex whose low point is the vertex itself
    // is a bridge.
    let unseen = u32::MAX;
    let mut number = vec![unseen; n];
    let mut low = vec![0u32; n];
    let mut order: Vec<(u32, u32, u32)> = Vec::with_capacity(n); // vertex, parent, edge
    let mut inner = vec![0u64; n]; // back edges that end below, charged to the lower end
    let mut stack: Vec<(u32, u32, usize)> = vec![(0, u32::MAX, 0)];
    number[0] = 0;
    order.push((0, 0, u32::MAX));
    let mut next_number = 1;
    while let Some((v, from_edge, i)) = stack.pop() {
        let Some(&(to, edge)) = around[v as usize].get(i) else {
            continue;
        };
        stack.push((v, from_edge, i + 1));
        if edge == from_edge {
            continue;
        }
        if number[to as usize] == unseen {
            number[to as usize] = next_number;
            low[to as usize] = next_number;
            next_number += 1;
            order.push((to, v, edge));
            stack.push((to, edge, 0));
        } else if number[to as usize] < number[v as usize] {
            // A back edge.
            low[v as usize] = low[v as usize].min(number[to as usize]);
            inner[v as usize] += 1;
        }
    }
    for &(v, parent, _) in order.iter().skip(1).rev() {
        low[parent as usize] = low[parent as usize].min(low[v as usize]);
    }
    // Values from the leaves down. What hangs on a fused piece is collected at its vertices and
    // handed down to the lowest one.
    let mut value = vec![0u64; n];
    for &(v, parent, _) in order.iter().skip(1).rev() {
        let own = value[v as usize] ^ ((loops[v as usize] + inner[v as usize]) & 1);
        value[parent as usize] ^= if low[v as usize] == number[v as usize] {
            own + 1
        } else {
            // The edge to the parent lies in a fused piece: a loop.
            own ^ 1
        };
    }
    value[0] ^ ((loops[0] + inner[0]) & 1)
}
