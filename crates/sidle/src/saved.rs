//! Files that a run reads and writes again: checkpoints, states, tables.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
};

#[cfg(feature = "impartial")]
pub(crate) use self::interval::Interval;
use crate::{Error, ErrorKind, Workspace, graph::io::FileLock};

/// A file that a run reads and writes again. Other processes that name it are refused until the value is dropped.
#[derive(Debug)]
pub(crate) struct SavedFile {
    path: PathBuf,
    _lock: FileLock,
}

impl SavedFile {
    /// Locks the file that a question names, if it names one.
    ///
    /// # Errors
    /// If the workspace does not allow it, or another process has locked it.
    pub(crate) fn lock(
        path: Option<&Path>,
        workspace: &Workspace,
    ) -> Result<Option<SavedFile>, Error> {
        let Some(path) = path else {
            return Ok(None);
        };
        let path = workspace.file(path)?;
        let lock = FileLock::acquire(&path);
        let lock = lock.map_err(|error| crate::source::unreadable(&path, &error))?;
        Ok(Some(SavedFile { path, _lock: lock }))
    }

    /// Where it lies.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// True if there is something to resume.
    #[cfg(feature = "impartial")]
    pub(crate) fn exists(&self) -> bool {
        self.path.exists()
    }

    /// An error about the file, which names it.
    pub(crate) fn error(&self, error: impl Display) -> Error {
        let message = format!("{}: {error}", self.path.display());
        Error::new(ErrorKind::File, message)
    }
}

#[cfg(feature = "impartial")]
mod interval {
    use std::time::Duration;

    use crate::{Job, job::Clock};

    /// How often a file is written while a computation runs. Without a clock it is written at the end only.
    pub(crate) struct Interval {
        clock: Option<Clock>,
        length: Duration,
        last: Duration,
    }

    impl Interval {
        /// An interval of so many milliseconds; ten seconds if none are given.
        pub(crate) fn new(job: &Job, milliseconds: Option<u64>) -> Interval {
            let clock = job.clock().cloned();
            Interval {
                length: Duration::from_millis(milliseconds.unwrap_or(10_000)),
                last: clock.as_ref().map_or(Duration::ZERO, |clock| clock()),
                clock,
            }
        }

        /// Its length.
        pub(crate) fn length(&self) -> Duration {
            self.length
        }

        /// The time of the job's clock.
        pub(crate) fn now(&self) -> Duration {
            self.clock.as_ref().map_or(Duration::ZERO, |clock| clock())
        }

        /// True if the interval is over; then the next one begins.
        pub(crate) fn is_over(&mut self) -> bool {
            let now = self.now();
            let over = self.clock.is_some() && now.saturating_sub(self.last) >= self.length;
            if over {
                self.last = now;
            }
            over
        }
    }
}
