//! The state of a search in a file.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::Context;
use sidle::{
    unicycles::{SavedSearch, Task},
    values::unicycle::{Exhausted, Pattern, Settled},
};

use crate::files;

/// A run over many patterns writes its file this often.
const INTERVAL: Duration = Duration::from_secs(2);

/// The state of a search, kept in a file if one was named.
#[derive(Debug)]
pub(super) struct Checkpoint {
    path: Option<PathBuf>,
    search: SavedSearch,
    saved: Instant,
}

impl Checkpoint {
    /// The state in the file, if there is one and `verify` accepts it; otherwise a fresh start.
    pub(super) fn open<E>(
        path: Option<&Path>,
        task: Task,
        verify: impl FnOnce(&SavedSearch) -> Result<(), E>,
    ) -> anyhow::Result<Checkpoint>
    where
        E: std::error::Error + Send + Sync + 'static,
    {
        let search = match path {
            Some(path) if path.exists() => {
                let name = || path.display().to_string();
                let bytes = fs::read(path).with_context(name)?;
                let search = SavedSearch::parse(&bytes, &task).with_context(name)?;
                verify(&search).with_context(name)?;
                search
            }
            _ => SavedSearch::new(task),
        };
        Ok(Checkpoint {
            path: path.map(Path::to_path_buf),
            search,
            saved: Instant::now(),
        })
    }

    pub(super) fn search(&self) -> &SavedSearch {
        &self.search
    }

    /// One pattern: where the search stands. Writes the file now and then.
    pub(super) fn keep_stage(&mut self, stage: usize, exhausted: &Exhausted) -> anyhow::Result<()> {
        if self.saved.elapsed() >= INTERVAL {
            self.save_stage(stage, exhausted)?;
        }
        Ok(())
    }

    /// One pattern: where the search stands, written at once.
    pub(super) fn save_stage(&mut self, stage: usize, exhausted: &Exhausted) -> anyhow::Result<()> {
        self.search.set_stage(stage, exhausted);
        self.save()
    }

    /// Many patterns: keeps an answer, and writes the file now and then.
    pub(super) fn settle(&mut self, pattern: &Pattern, settled: Settled) -> anyhow::Result<()> {
        self.search.settle(pattern, settled);
        if self.saved.elapsed() >= INTERVAL {
            self.save()?;
        }
        Ok(())
    }

    /// Writes the file; a crash leaves the old state or the new one.
    pub(super) fn save(&mut self) -> anyhow::Result<()> {
        self.saved = Instant::now();
        let Some(path) = &self.path else {
            return Ok(());
        };
        let bytes = self.search.to_bytes();
        files::write_whole(path, |out| Ok(out.write_all(&bytes)?))
            .with_context(|| format!("cannot write the checkpoint {}", path.display()))
    }
}
