//! The named vertices of constraint logic (Figures 25, 26, 32 and 33 of the survey).

use std::fmt;

use serde::Serialize;

use super::ConstraintGraph;

/// What a vertex is called by its edges, its minimum inflow and how the edges point at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum VertexKind {
    /// Two red edges and a blue one, minimum 2, blue inward at the start: the blue edge may leave once both red ones come in.
    And,
    /// The same, with both red edges inward at the start: blue coming in lets both red ones leave.
    Fanout,
    /// Three blue edges, minimum 2.
    Or,
    /// Three red edges, minimum 2: one coming in lets one of the others leave.
    Choice,
    /// One blue or two red edges of both owners, minimum at most their lesser weight: whoever moves first decides.
    Variable,
    /// Two blue edges, or two red ones with minimum 1.
    Wire,
    /// None of these.
    Other,
}

impl fmt::Display for VertexKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            VertexKind::And => "AND",
            VertexKind::Fanout => "FANOUT",
            VertexKind::Or => "OR",
            VertexKind::Choice => "CHOICE",
            VertexKind::Variable => "VARIABLE",
            VertexKind::Wire => "wire",
            VertexKind::Other => "other",
        })
    }
}

impl ConstraintGraph {
    /// The kind of a vertex.
    ///
    /// AND and FANOUT are one constraint and two uses of it: with both red edges inward at the start and blue outward it
    /// is an AND that has fired or a FANOUT that has not, and counts as a FANOUT (Figure 26 shows inactive vertices).
    ///
    /// ```
    /// use sidle_logic::graph::{ConstraintGraph, VertexKind};
    /// let graph = ConstraintGraph::parse("v a 1\nv b 1\nc v 2\nmin a 0\nmin b 0\nmin c 0\n")?;
    /// assert_eq!(graph.kind(0), VertexKind::And);
    /// # Ok::<(), sidle_logic::Error>(())
    /// ```
    #[must_use]
    pub fn kind(&self, vertex: usize) -> VertexKind {
        let edges = self.incident(vertex);
        let minimum = self.vertices()[vertex].minimum;
        if edges
            .iter()
            .any(|&e| self.edges()[e].tail == self.edges()[e].head)
        {
            return VertexKind::Other;
        }
        let mut weights: Vec<u32> = edges.iter().map(|&e| self.edges()[e].weight).collect();
        weights.sort_unstable();
        let inward = |e: &usize| self.edges()[*e].head == vertex;
        match (weights.as_slice(), minimum) {
            ([1, 1, 2], 2) => {
                let red = edges.iter().filter(|&&e| self.edges()[e].weight == 1);
                if red.filter(|e| inward(e)).count() == 2 {
                    VertexKind::Fanout
                } else {
                    VertexKind::And
                }
            }
            ([2, 2, 2], 2) => VertexKind::Or,
            ([1, 1, 1], 2) => VertexKind::Choice,
            ([w, x], minimum) if w == x && *w == minimum => {
                let owners = edges.iter().map(|&e| self.edges()[e].owner);
                let owners: Vec<_> = owners.flatten().collect();
                if owners.len() == 2 && owners[0] != owners[1] {
                    VertexKind::Variable
                } else {
                    VertexKind::Wire
                }
            }
            _ => VertexKind::Other,
        }
    }

    /// Are all vertices AND (FANOUT) or OR vertices?
    #[must_use]
    pub fn is_and_or(&self) -> bool {
        (0..self.vertices().len()).all(|v| {
            matches!(
                self.kind(v),
                VertexKind::And | VertexKind::Fanout | VertexKind::Or
            )
        })
    }
}
