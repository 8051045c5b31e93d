//! What gadgets do at their ports.

use crate::{
    logic::gadget::{Behaviour, GadgetFile, GadgetReport},
    questions::prelude::*,
};

/// Asks whether a gadget behaves at its ports as it should.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GadgetCheckQuestion {
    /// The gadget: sliding blocks, Hitori or a graph.
    pub gadget: Source,
    /// `and`, `or`, `fanout`, `wire`, `turn`, `parity`, or the states of the ports.
    pub behaviour: String,
}

/// The behaviour of a gadget, and where it differs.
#[derive(Clone, Debug, Serialize)]
pub struct GadgetCheckAnswer {
    /// The behaviour at the ports.
    #[serde(flatten)]
    pub report: GadgetReport,
    #[serde(skip)]
    behaviour: String,
}

/// Reads the name of a behaviour.
pub(super) fn behaviour(name: &str) -> Result<Behaviour, Error> {
    let named = Behaviour::named(name);
    named.map_err(|error| Error::from(error).at("behaviour", 0..name.len()))
}

impl Ask for GadgetCheckQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GadgetCheckAnswer, Error> {
        let behaviour = behaviour(&self.behaviour)?;
        let gadget = GadgetFile::parse(&self.gadget.text(workspace, job)?);
        let gadget = gadget.map_err(|error| self.gadget.explain(error))?;
        Ok(GadgetCheckAnswer {
            report: gadget.check(&behaviour, job.meter())?,
            behaviour: self.behaviour.clone(),
        })
    }
}

impl Report for GadgetCheckAnswer {
    fn text(&self, _: Style) -> String {
        let report = &self.report;
        let mut lines = vec![match &report.discrepancy {
            None => format!("yes, this is {}", self.behaviour),
            Some(words) => format!("no: {words}"),
        }];
        let line = report.line.as_ref();
        lines.extend(line.map(|line| format!("played: {}", line.join(", "))));
        lines.push(format!("ports: {}", report.port_states.join(" ")));
        lines.push(format!("states: {}", report.states));
        lines.join("\n")
    }
}
