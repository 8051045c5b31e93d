//! Is a pattern with given exits a unicycle?

use std::sync::Arc;

use super::{exits, pattern::proof};
use crate::{
    Value, certificates,
    check::unicycle::Certificate,
    lang::Session,
    questions::prelude::*,
    values::unicycle::{self, Exits, Flaw, Pattern},
};

/// Asks whether a pattern of edges with given exits is a unicycle.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnicycleTestQuestion {
    /// The colours of the cycle's edges, such as `LLRR`.
    pub pattern: String,
    /// The exits in cycle order, separated by commas.
    pub exits: String,
}

/// Whether it is a unicycle.
#[derive(Clone, Debug, Serialize)]
pub struct UnicycleTestAnswer {
    /// The pattern.
    pub pattern: String,
    /// The exits.
    pub exits: Vec<Value>,
    /// Is it a unicycle?
    pub unicycle: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The exits as typed.
    #[serde(skip)]
    written: String,
    #[serde(skip)]
    certificate: Option<Arc<Certificate>>,
}

impl Ask for UnicycleTestQuestion {
    fn ask(&self, _: &Workspace, job: &Job) -> Result<UnicycleTestAnswer, Error> {
        let pattern: Pattern = self.pattern.parse()?;
        let (mut session, meter) = (Session::new(), job.meter());
        let games = exits::values(&mut session, &self.exits, meter)?;
        if games.len() != pattern.len() {
            let (vertices, exits) = (pattern.len(), games.len());
            let flaw = Flaw::Count { vertices, exits };
            return Err(Error::new(ErrorKind::Request, flaw.to_string()));
        }
        let store = session.store();
        let exits = Exits::new(store, &games, meter)?;
        let numbers: Vec<u32> = games.iter().filter_map(|&g| exits.number(g)).collect();
        let verdict = unicycle::test(exits.table(), &pattern, &numbers);
        let certified = verdict.is_ok();
        let reason = verdict.err().map(|flaw| match flaw {
            Flaw::LoopFree { vertex, game } => {
                let game = Value::new(store, exits.game(game));
                format!("vertex {vertex} is equal to {game}")
            }
            other => other.to_string(),
        });
        Ok(UnicycleTestAnswer {
            exits: games.iter().map(|&game| Value::new(store, game)).collect(),
            unicycle: certified,
            reason,
            written: self.exits.clone(),
            certificate: certified
                .then(|| Arc::new(certificates::unicycle(&pattern, &exits, &numbers))),
            pattern: pattern.to_string(),
        })
    }
}

impl Report for UnicycleTestAnswer {
    fn text(&self, _: Style) -> String {
        let (pattern, exits) = (&self.pattern, &self.written);
        match &self.reason {
            None => format!("{pattern} with exits {exits} is a unicycle"),
            Some(reason) => format!("{pattern} with exits {exits} is not a unicycle: {reason}"),
        }
    }

    fn certificate(&self) -> Option<Blob> {
        proof(&self.certificate)
    }
}
