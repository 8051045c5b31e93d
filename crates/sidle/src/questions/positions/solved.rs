//! Tables of solved positions that are kept between runs.

use std::{io, path::PathBuf};

use crate::{
    Position,
    graph::io::{MappedFile, write_whole},
    questions::prelude::*,
    solve::{AnySolver, TableFileError, catalogue},
};

/// Asks the workspace to use a table of solved positions that was kept before. Without a file nothing happens.
///
/// The owner of the file locks it ([`FileLock`](crate::graph::io::FileLock)) from this question to the one that keeps the
/// table again.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseTableQuestion {
    /// The ruleset.
    pub rules: String,
    /// The file.
    pub file: PathBuf,
    /// Solve every entry again first; without this the table is believed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub verify: bool,
}

/// Asks for what the workspace knows of the positions of a ruleset to be kept in a file, which is replaced as a whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeepTableQuestion {
    /// The ruleset.
    pub rules: String,
    /// The file.
    pub file: PathBuf,
}

/// The table that is used or was kept.
#[derive(Clone, Debug, Serialize)]
pub struct TableFileAnswer {
    /// The length of the file; 0 if there is none.
    pub bytes: u64,
}

/// Any position of a ruleset whose tables can be kept.
fn sample(rules: &str) -> Result<Position, Error> {
    let entry = catalogue::find(rules);
    let example = entry.and_then(|entry| entry.ruleset().parse(entry.example).ok());
    let example = example.filter(AnySolver::keeps_tables);
    let example = example.ok_or_else(|| refused(&PathBuf::new(), &TableFileError::NotKept))?;
    Ok(Position::from_engine(example))
}

fn refused(file: &std::path::Path, error: &TableFileError) -> Error {
    match error {
        TableFileError::Stopped(reason) => (*reason).into(),
        TableFileError::NotKept => Error::new(ErrorKind::NotApplicable, error.to_string()),
        error => Error::new(ErrorKind::File, format!("{}: {error}", file.display())),
    }
}

impl Ask for UseTableQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<TableFileAnswer, Error> {
        let file = workspace.file(&self.file)?;
        let of = sample(&self.rules)?;
        let bytes = match MappedFile::open(&file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(TableFileAnswer { bytes: 0 });
            }
            Err(error) => {
                let message = format!("cannot read {}: {error}", file.display());
                return Err(Error::new(ErrorKind::File, message));
            }
        };
        // The pages of a mapped file count as soon as they are read.
        job.meter().check()?;
        let (_, used) = workspace.solve(&of, job, |solver, asking| {
            let verified = match self.verify {
                true => AnySolver::verify_table(of.engine(), &bytes, asking),
                false => Ok(()),
            };
            Ok(verified.and_then(|()| solver.restore(of.engine(), &bytes, asking)))
        })?;
        used.map_err(|error| refused(&self.file, &error))?;
        Ok(TableFileAnswer {
            bytes: bytes.len() as u64,
        })
    }
}

impl Ask for KeepTableQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<TableFileAnswer, Error> {
        let file = workspace.file(&self.file)?;
        let of = sample(&self.rules)?;
        let (_, bytes) =
            workspace.solve(&of, job, |solver, asking| solver.table(of.engine(), asking))?;
        let bytes = bytes.ok_or_else(|| refused(&self.file, &TableFileError::NotKept))?;
        let written = write_whole(&file, |out| out.write_all(&bytes));
        written.map_err(|error| {
            let message = format!("cannot write {}: {error}", file.display());
            Error::new(ErrorKind::File, message)
        })?;
        Ok(TableFileAnswer {
            bytes: bytes.len() as u64,
        })
    }
}

impl Report for TableFileAnswer {
    fn text(&self, _: Style) -> String {
        format!("{} bytes", self.bytes)
    }
}
