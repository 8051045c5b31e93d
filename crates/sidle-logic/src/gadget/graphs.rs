//! Gadgets of constraint graphs: a port is an edge that is away when it points to its outer vertex.

use super::{Gadget, PortState};
use crate::{
    Error,
    graph::{Configuration, ConstraintGraph, EdgeId},
};

/// A constraint graph with ports.
#[derive(Clone, Debug)]
pub struct GraphGadget {
    graph: ConstraintGraph,
    ports: Vec<(String, EdgeId, usize)>,
}

impl GraphGadget {
    /// A graph and its ports: a name, an edge by number or name, and the outer vertex of the edge.
    pub fn new(
        graph: ConstraintGraph,
        ports: Vec<(String, String, String)>,
    ) -> Result<GraphGadget, Error> {
        graph.require_legal_start()?;
        let mut found = Vec::new();
        for (name, edge, outer) in ports {
            let id = graph
                .edge_named(&edge)
                .ok_or_else(|| Error::whole(format!("port {name}: there is no edge {edge}")))?;
            let ends = [graph.edges()[id].tail, graph.edges()[id].head];
            let vertex = ends
                .into_iter()
                .find(|&v| graph.vertices()[v].name == outer);
            let vertex = vertex.ok_or_else(|| {
                Error::whole(format!("port {name}: {outer} is not an end of edge {edge}"))
            })?;
            found.push((name, id, vertex));
        }
        Ok(GraphGadget {
            graph,
            ports: found,
        })
    }
}

impl Gadget for GraphGadget {
    type State = Configuration;

    fn ports(&self) -> Vec<String> {
        self.ports.iter().map(|(name, _, _)| name.clone()).collect()
    }

    fn start(&self) -> Configuration {
        self.graph.start()
    }

    fn moves(&self, state: &Configuration) -> Vec<(String, Configuration)> {
        (0..self.graph.edges().len())
            .filter(|&edge| self.graph.can_reverse(edge, state))
            .map(|edge| {
                let mut next = state.clone();
                next.reverse(edge);
                (self.graph.edge_name(edge), next)
            })
            .collect()
    }

    fn port_state(&self, state: &Configuration) -> PortState {
        let ports = self.ports.iter().enumerate();
        let away = ports.filter(|(_, (_, edge, outer))| self.graph.head(*edge, state) == *outer);
        away.map(|(place, _)| 1 << place).sum()
    }
}
