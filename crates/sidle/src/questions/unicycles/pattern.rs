//! Exits that make a unicycle with a given pattern of edges.

use std::{path::PathBuf, sync::Arc};

use super::{checkpoint::Checkpoint, exits};
use crate::{
    Value, certificates,
    check::unicycle::Certificate,
    lang::Session,
    questions::prelude::*,
    unicycles::{Stage, Task},
    values::{
        Store,
        unicycle::{Exhausted, ParsePatternError, Pattern},
    },
};

/// Asks for exits that make a unicycle with a given pattern of edges: a stopper in canonical form with one cycle, each
/// vertex of which has one more move, an exit to a loop-free game for the other player.
///
/// Exits are compared from the last vertex of the cycle back to the first, in the order in which the set lists them;
/// the first solution in this order is the answer, whatever the number of threads. The search is exhaustive.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnicycleQuestion {
    /// The colours of the cycle's edges, such as `LLRR`.
    pub pattern: String,
    /// The sets that exits are taken from, tried in turn: `nimbers:K` (0 to *(K-1)), `day:N` (born by day N), or values
    /// separated by commas. If there are none, `nimbers:4` and `day:1`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exits: Vec<String>,
    /// Keep the state of the search in this file, and resume it from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<PathBuf>,
}

/// Exits that make a unicycle, or that there are none.
#[derive(Clone, Debug, Serialize)]
pub struct UnicycleAnswer {
    /// The pattern.
    pub pattern: String,
    /// The exits, in cycle order; none if the sets hold no solution.
    pub exits: Option<Vec<Value>>,
    /// Were all sets searched without a solution?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exhausted: bool,
    /// The set that the exits come from, or all sets that were searched.
    pub from: ExitSets,
    /// Does the answer rest on what the checkpoint says is exhausted?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub believed: bool,
    #[serde(skip)]
    checkpoint: Option<PathBuf>,
    #[serde(skip)]
    certificate: Option<Arc<Certificate>>,
}

/// Sets of exits as typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ExitSets {
    /// The set that exits come from.
    One(String),
    /// All sets that were searched.
    All(Vec<String>),
}

impl ExitSets {
    pub(super) fn all(stages: &[Stage]) -> ExitSets {
        ExitSets::All(stages.iter().map(|stage| stage.name.clone()).collect())
    }

    fn text(&self) -> String {
        match self {
            ExitSets::One(set) => set.clone(),
            ExitSets::All(sets) => sets.join(", then "),
        }
    }
}

impl From<ParsePatternError> for Error {
    fn from(error: ParsePatternError) -> Error {
        Error::new(ErrorKind::Notation, error.to_string())
    }
}

impl Ask for UnicycleQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<UnicycleAnswer, Error> {
        let pattern: Pattern = self.pattern.parse()?;
        let (mut session, meter) = (Session::new(), job.meter());
        let stages = exits::stages(&mut session, &self.exits, meter)?;
        let task = Task::pattern(&pattern, &stages);
        let path = self.checkpoint.as_deref();
        let mut checkpoint = Checkpoint::open(path, task, workspace, job, |saved| {
            saved.verify_stage(&pattern, &stages)
        })?;
        let believed = checkpoint.search.has_exhausted();
        for (number, stage) in stages.iter().enumerate() {
            if number < checkpoint.search.stage() {
                continue;
            }
            let mut exhausted = checkpoint.search.exhausted(number);
            let mut trouble = None;
            let mut keep = |exhausted: &Exhausted| {
                if let Err(error) = checkpoint.keep_stage(number, exhausted) {
                    trouble.get_or_insert(error);
                }
            };
            let (finder, threads) = (&stage.finder, job.threads());
            let found =
                finder.first_on_threads(&pattern, threads, &mut exhausted, &mut keep, meter);
            if let Some(error) = trouble {
                return Err(error);
            }
            match found {
                Ok(Some(exits)) => {
                    return Ok(UnicycleAnswer::found(
                        &pattern,
                        session.store(),
                        stage,
                        &exits,
                    ));
                }
                Ok(None) => checkpoint.save_stage(number + 1, &Exhausted::default())?,
                Err(error) => {
                    checkpoint.save_stage(number, &exhausted)?;
                    return Err(error.into());
                }
            }
        }
        Ok(UnicycleAnswer {
            pattern: pattern.to_string(),
            exits: None,
            exhausted: true,
            from: ExitSets::all(&stages),
            believed,
            checkpoint: self.checkpoint.clone(),
            certificate: None,
        })
    }
}

impl UnicycleAnswer {
    fn found(
        pattern: &Pattern,
        store: &Arc<Store>,
        stage: &Stage,
        exits: &[u32],
    ) -> UnicycleAnswer {
        let values = exits
            .iter()
            .map(|&exit| Value::new(store, stage.exits.game(exit)));
        UnicycleAnswer {
            pattern: pattern.to_string(),
            exits: Some(values.collect()),
            exhausted: false,
            from: ExitSets::One(stage.name.clone()),
            believed: false,
            checkpoint: None,
            certificate: Some(Arc::new(certificates::unicycle(
                pattern,
                &stage.exits,
                exits,
            ))),
        }
    }
}

/// A pattern with its exits, or that there are none, on a line.
pub(super) fn line(pattern: &str, exits: Option<Vec<String>>, from: &ExitSets) -> String {
    match exits {
        Some(exits) => format!("{pattern}: {}", exits.join(", ")),
        None => format!("{pattern}: none with exits from {}", from.text()),
    }
}

/// A certificate of a unicycle, which holds its exits and their followers.
pub(super) fn proof(certificate: &Option<Arc<Certificate>>) -> Option<Blob> {
    let certificate = certificate.clone()?;
    Some(Blob::new("application/json", move |out| {
        serde_json::to_writer(&mut *out, &*certificate)?;
        out.write_all(b"\n")
    }))
}

impl Report for UnicycleAnswer {
    fn text(&self, _: Style) -> String {
        let exits = self.exits.as_ref();
        let exits = exits.map(|exits| exits.iter().map(Value::to_string).collect());
        let line = line(&self.pattern, exits, &self.from);
        match &self.checkpoint {
            Some(path) if self.believed => format!("{line}, in part as {} says", path.display()),
            _ => line,
        }
    }

    fn certificate(&self) -> Option<Blob> {
        proof(&self.certificate)
    }
}
