//! The state of a search in a file.

use std::{fs, path::Path};

use crate::{
    graph::io::write_whole,
    questions::prelude::*,
    saved::{Interval, SavedFile},
    unicycles::{SavedSearch, SavedSearchError, Task},
    values::unicycle::{Exhausted, Pattern, Settled},
};

/// The file is written this often, in milliseconds.
const INTERVAL: u64 = 2000;

/// The state of a search, kept in a file if one was named.
pub(super) struct Checkpoint {
    file: Option<SavedFile>,
    pub(super) search: SavedSearch,
    interval: Interval,
}

impl Checkpoint {
    /// The state in the file, if there is one and `verify` accepts it; otherwise a fresh start.
    pub(super) fn open(
        path: Option<&Path>,
        task: Task,
        workspace: &Workspace,
        job: &Job,
        verify: impl FnOnce(&SavedSearch) -> Result<(), SavedSearchError>,
    ) -> Result<Checkpoint, Error> {
        let file = SavedFile::lock(path, workspace)?;
        let search = match &file {
            Some(file) if file.exists() => {
                let bytes = fs::read(file.path()).map_err(|error| file.error(error))?;
                let search = SavedSearch::parse(&bytes, &task);
                let search = search.and_then(|search| verify(&search).map(|()| search));
                search.map_err(|error| match error {
                    SavedSearchError::Stopped(reason) => reason.into(),
                    error => file.error(error),
                })?
            }
            _ => SavedSearch::new(task),
        };
        Ok(Checkpoint {
            file,
            search,
            interval: Interval::new(job, Some(INTERVAL)),
        })
    }

    /// One pattern: where the search stands. Writes the file now and then.
    pub(super) fn keep_stage(&mut self, stage: usize, exhausted: &Exhausted) -> Result<(), Error> {
        match self.interval.is_over() {
            true => self.save_stage(stage, exhausted),
            false => Ok(()),
        }
    }

    /// One pattern: where the search stands, written at once.
    pub(super) fn save_stage(&mut self, stage: usize, exhausted: &Exhausted) -> Result<(), Error> {
        self.search.set_stage(stage, exhausted);
        self.save()
    }

    /// Many patterns: keeps an answer, and writes the file now and then.
    pub(super) fn settle(&mut self, pattern: &Pattern, settled: Settled) -> Result<(), Error> {
        self.search.settle(pattern, settled);
        match self.interval.is_over() {
            true => self.save(),
            false => Ok(()),
        }
    }

    /// Writes the file; a crash leaves the old state or the new one.
    pub(super) fn save(&mut self) -> Result<(), Error> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let bytes = self.search.to_bytes();
        write_whole(file.path(), |out| out.write_all(&bytes))
            .map_err(|error| file.error(format_args!("cannot write the checkpoint: {error}")))
    }
}
