//! Strongly connected components, without recursion.

use sidle_core::Player;

use super::Bigraph;

/// The strongly connected components of a bigraph (moves of both colours), in an order where every
/// edge leads into the same component or an earlier one: what lies below comes first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    of: Vec<u32>,
    offsets: Vec<u32>,
    members: Vec<u32>,
}

impl Components {
    /// Tarjan's algorithm with an explicit stack. Cost: linear.
    #[must_use]
    pub fn new(graph: &Bigraph) -> Components {
        Tarjan::new(graph).run()
    }

    /// How many components there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The component of a vertex.
    #[must_use]
    pub fn of(&self, v: u32) -> u32 {
        self.of[v as usize]
    }

    /// The vertices of a component, ascending.
    #[must_use]
    pub fn members(&self, component: u32) -> &[u32] {
        let c = component as usize;
        &self.members[self.offsets[c] as usize..self.offsets[c + 1] as usize]
    }

    /// Is there a cycle in the component: more than one vertex, or a loop?
    #[must_use]
    pub fn is_cyclic(&self, graph: &Bigraph, component: u32) -> bool {
        match self.members(component) {
            [v] => Player::BOTH.into_iter().any(|p| graph.has_edge(*v, p, *v)),
            _ => true,
        }
    }
}

const UNSEEN: u32 = u32::MAX;

struct Tarjan<'g> {
    graph: &'g Bigraph,
    index: Vec<u32>,
    low: Vec<u32>,
    of: Vec<u32>,
    open: Vec<u32>,
    /// Vertex and how many of its edges (Left first) have been followed.
    path: Vec<(u32, u32)>,
    seen: u32,
    count: u32,
}

impl<'g> Tarjan<'g> {
    fn new(graph: &'g Bigraph) -> Tarjan<'g> {
        let n = graph.vertex_count();
        Tarjan {
            graph,
            index: vec![UNSEEN; n],
            low: vec![0; n],
            of: vec![UNSEEN; n],
            open: Vec::new(),
            path: Vec::new(),
            seen: 0,
            count: 0,
        }
    }

    fn run(mut self) -> Components {
        for root in self.graph.vertices() {
            if self.index[root as usize] == UNSEEN {
                self.enter(root);
                while let Some(&(v, edge)) = self.path.last() {
                    self.step(v, edge);
                }
            }
        }
        self.collect()
    }

    fn enter(&mut self, v: u32) {
        self.index[v as usize] = self.seen;
        self.low[v as usize] = self.seen;
        self.seen += 1;
        self.open.push(v);
        self.path.push((v, 0));
    }

    fn target(&self, v: u32, edge: u32) -> Option<u32> {
        let left = self.graph.options(v, Player::Left);
        let edge = edge as usize;
        match edge.checked_sub(left.len()) {
            None => Some(left[edge]),
            Some(edge) => self.graph.options(v, Player::Right).get(edge).copied(),
        }
    }

    fn step(&mut self, v: u32, edge: u32) {
        let Some(w) = self.target(v, edge) else {
            return self.leave(v);
        };
        if let Some(top) = self.path.last_mut() {
            top.1 += 1;
        }
        if self.index[w as usize] == UNSEEN {
            self.enter(w);
        } else if self.of[w as usize] == UNSEEN {
            self.low[v as usize] = self.low[v as usize].min(self.index[w as usize]);
        }
    }

    fn leave(&mut self, v: u32) {
        self.path.pop();
        let low = self.low[v as usize];
        if let Some(&(parent, _)) = self.path.last() {
            let parent = parent as usize;
            self.low[parent] = self.low[parent].min(low);
        }
        if low == self.index[v as usize] {
            while let Some(w) = self.open.pop() {
                self.of[w as usize] = self.count;
                if w == v {
                    break;
                }
            }
            self.count += 1;
        }
    }

    fn collect(self) -> Components {
        let count = self.count as usize;
        let mut offsets = vec![0u32; count + 1];
        for &c in &self.of {
            offsets[c as usize + 1] += 1;
        }
        for c in 0..count {
            offsets[c + 1] += offsets[c];
        }
        let mut next = offsets.clone();
        let mut members = vec![0u32; self.of.len()];
        for (v, &c) in self.of.iter().enumerate() {
            members[next[c as usize] as usize] = v as u32;
            next[c as usize] += 1;
        }
        Components {
            of: self.of,
            offsets,
            members,
        }
    }
}
