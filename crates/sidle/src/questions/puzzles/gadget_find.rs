//! A search for gadgets of sliding blocks.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::gadget_check::behaviour;
use crate::{
    graph::io::write_whole,
    logic::gadget::{Chamber, Findings, find},
    questions::prelude::*,
    saved::SavedFile,
    source::unreadable,
};

/// Asks for all fillings of a box of sliding blocks that behave at the ports as they should.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GadgetFindQuestion {
    /// The box: a gadget of sliding blocks in which `?` marks the open cells.
    #[serde(rename = "box")]
    pub chamber: Source,
    /// `and`, `or`, `fanout`, `wire`, `turn`, `parity`, or the states of the ports.
    pub behaviour: String,
    /// The blocks that may be put in: rows and columns.
    #[serde(default = "usual_blocks")]
    pub blocks: Vec<(usize, usize)>,
    /// The file where the search is saved and resumed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<PathBuf>,
}

fn usual_blocks() -> Vec<(usize, usize)> {
    vec![(1, 1), (1, 2), (2, 1)]
}

/// The gadgets in a box.
#[derive(Clone, Debug, Serialize)]
pub struct GadgetFindAnswer {
    /// The gadgets, and how far the search is.
    #[serde(flatten)]
    pub findings: Findings,
    /// The limit that was reached.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
    #[serde(skip)]
    checkpoint: Option<PathBuf>,
}

impl Ask for GadgetFindQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GadgetFindAnswer, Error> {
        let checkpoint = SavedFile::lock(self.checkpoint.as_deref(), workspace)?;
        let behaviour = behaviour(&self.behaviour)?;
        if self
            .blocks
            .iter()
            .flat_map(|&(h, w)| [h, w])
            .any(|side| !(1..=16).contains(&side))
        {
            let message = "a block has 1 to 16 rows and columns";
            return Err(Error::new(ErrorKind::Request, message));
        }
        let text = self.chamber.text(workspace, job)?;
        let chamber = Chamber::parse(&text, &self.blocks);
        let chamber = chamber.map_err(|error| self.chamber.explain(error))?;
        let before = match &checkpoint {
            Some(saved) => earlier(saved.path())?,
            None => None,
        };
        let (findings, stopped) = find(&chamber, &behaviour, before, job.meter())?;
        if let Some(saved) = &checkpoint {
            let bytes = findings.to_checkpoint();
            let written = write_whole(saved.path(), |out| out.write_all(&bytes));
            written.map_err(|error: io::Error| saved.error(error))?;
        }
        Ok(GadgetFindAnswer {
            findings,
            stopped,
            checkpoint: self.checkpoint.clone(),
        })
    }
}

/// The state that an earlier search saved.
fn earlier(path: &Path) -> Result<Option<Findings>, Error> {
    match fs::read(path) {
        Ok(bytes) => {
            let findings = Findings::from_checkpoint(&bytes);
            let named = |error| Source::Path(path.to_owned()).explain(error);
            findings.map(Some).map_err(named)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(unreadable(path, &error)),
    }
}

impl Report for GadgetFindAnswer {
    fn text(&self, _: Style) -> String {
        let findings = &self.findings;
        let boards = findings.found.iter().map(|rows| rows.join("\n") + "\n");
        let mut lines: Vec<String> = boards.collect();
        let (count, looked_at) = (findings.found.len(), findings.looked_at);
        let mut last = format!("{count} found, {looked_at} fillings looked at");
        if let (Some(path), 1..) = (&self.checkpoint, findings.believed) {
            let (believed, path) = (findings.believed, path.display());
            last += &format!(", {believed} of them in earlier runs, as {path} says");
        }
        if findings.complete {
            last += "; there are no others";
        }
        lines.push(last);
        lines.extend(self.stopped.map(|stop| stop.to_string()));
        lines.join("\n")
    }
}
