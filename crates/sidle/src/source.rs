//! Files that questions are about.

use std::{
    fmt,
    fs::File,
    io::{self, Cursor, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use serde::{Deserialize, Serialize};

use crate::{Error, ErrorKind, Job, Workspace};
#[cfg(feature = "draw")]
use crate::{core::Meter, graph::io::LoadError};

/// A file that a question is about: its text, its bytes, or where it lies.
///
/// On the wire it is `{"text": "..."}` or `{"path": "..."}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Source {
    /// The text itself.
    Text(String),
    /// A file of this machine; see [`FileAccess`].
    Path(PathBuf),
    /// The bytes themselves; only in a program.
    #[serde(skip)]
    Bytes(Arc<[u8]>),
    /// A stream that is read while it comes; only in a program.
    #[serde(skip)]
    Stream(Stream),
}

/// A stream of input with the name that messages call it. It can be read once: a second question about it is an error.
#[derive(Clone)]
pub struct Stream {
    name: Arc<str>,
    reader: Arc<Mutex<Option<Box<dyn Read + Send>>>>,
}

impl Stream {
    /// A stream that nothing has been read from.
    pub fn new(name: &str, reader: impl Read + Send + 'static) -> Stream {
        Stream {
            name: name.into(),
            reader: Arc::new(Mutex::new(Some(Box::new(reader)))),
        }
    }

    fn take(&self) -> Result<Box<dyn Read + Send>, Error> {
        let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        reader.take().ok_or_else(|| {
            let message = format!("{}: the stream has been read before", self.name);
            Error::new(ErrorKind::Request, message)
        })
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stream({})", self.name)
    }
}

/// Streams are equal when they are the same stream.
impl PartialEq for Stream {
    fn eq(&self, other: &Stream) -> bool {
        Arc::ptr_eq(&self.reader, &other.reader)
    }
}

impl Eq for Stream {}

/// Which files of this machine the questions of a workspace may name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FileAccess {
    /// All that the process may read and write.
    #[default]
    All,
    /// Those below a folder.
    Below(PathBuf),
    /// None.
    None,
}

/// The largest file that is read as text.
const LARGEST_TEXT: u64 = 64 << 20;

impl Source {
    /// The text of the file.
    ///
    /// # Errors
    /// If it cannot be read, is not UTF-8, or is longer than 64 MiB; and for a path that the workspace does not allow.
    pub fn text(&self, workspace: &Workspace, job: &Job) -> Result<String, Error> {
        if let Source::Text(text) = self {
            return Ok(text.clone());
        }
        let mut bytes = Vec::new();
        let mut reader = self.reader(workspace)?;
        let mut blocks = 0..=LARGEST_TEXT >> 20;
        while blocks.next().is_some() {
            job.meter().check()?;
            let block = reader.by_ref().take(1 << 20).read_to_end(&mut bytes);
            if block.map_err(|error| unreadable(Path::new(&self.name()), &error))? == 0 {
                break;
            }
        }
        if bytes.len() as u64 > LARGEST_TEXT {
            let message = format!("{}: longer than 64 MiB", self.name());
            return Err(Error::new(ErrorKind::Request, message));
        }
        String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            let message = format!("{}: not UTF-8 from byte {place} on", self.name());
            Error::new(ErrorKind::Notation, message)
        })
    }

    /// A reader of the file, from its first byte.
    ///
    /// # Errors
    /// If it cannot be opened; and for a path that the workspace does not allow.
    pub fn reader(&self, workspace: &Workspace) -> Result<Box<dyn Read + Send + '_>, Error> {
        Ok(match self {
            Source::Text(text) => Box::new(Cursor::new(text.as_bytes())),
            Source::Bytes(bytes) => Box::new(Cursor::new(&bytes[..])),
            Source::Path(path) => {
                let path = workspace.file(path)?;
                Box::new(File::open(&path).map_err(|error| unreadable(&path, &error))?)
            }
            Source::Stream(stream) => stream.take()?,
        })
    }

    /// The error of a graph file that could not be read.
    #[cfg(feature = "draw")]
    pub(crate) fn refused(&self, error: LoadError, meter: &Meter) -> Error {
        // A stop while the input is awaited looks like any other failure to read it.
        if let Err(reason) = meter.check() {
            return reason.into();
        }
        let kind = match &error {
            LoadError::Stopped(reason) => return (*reason).into(),
            LoadError::Io(_) => ErrorKind::File,
            _ => ErrorKind::Notation,
        };
        Error::new(kind, format!("{}: {error}", self.name()))
    }

    /// An error in the content of the file, with its name in front.
    #[cfg(feature = "draw")]
    pub(crate) fn explain(&self, error: impl Into<Error>) -> Error {
        let error = error.into();
        match self {
            Source::Text(_) | Source::Bytes(_) => error,
            _ if error.stopped.is_some() => error,
            _ => Error {
                message: format!("{}: {}", self.name(), error.message),
                ..error
            },
        }
    }

    /// What messages call it: the path, the name of the stream, or `input`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Source::Path(path) => path.display().to_string(),
            Source::Stream(stream) => stream.name.to_string(),
            _ => "input".to_owned(),
        }
    }
}

impl From<&str> for Source {
    fn from(text: &str) -> Source {
        Source::Text(text.to_owned())
    }
}

impl From<String> for Source {
    fn from(text: String) -> Source {
        Source::Text(text)
    }
}

/// The error of a file that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::new(ErrorKind::File, format!("{}: {error}", path.display()))
}

impl FileAccess {
    /// The path as it may be opened.
    ///
    /// # Errors
    /// If it is not allowed. A link that leads out of the folder does not help: the path is resolved first.
    pub(crate) fn allowed(&self, path: &Path) -> Result<PathBuf, Error> {
        let refused = || {
            let message = format!("{}: this file may not be opened", path.display());
            Error::new(ErrorKind::File, message)
        };
        match self {
            FileAccess::All => Ok(path.to_owned()),
            FileAccess::None => Err(refused().with_help("send the text of the file instead")),
            FileAccess::Below(folder) => {
                let folder = folder.canonicalize().map_err(|_| refused())?;
                let whole = folder.join(path);
                // A file that is yet to be written has a folder that is there.
                let resolved = match (whole.canonicalize(), whole.parent(), whole.file_name()) {
                    (Ok(resolved), _, _) => resolved,
                    (Err(_), Some(parent), Some(name)) => {
                        parent.canonicalize().map_err(|_| refused())?.join(name)
                    }
                    _ => return Err(refused()),
                };
                match resolved.starts_with(&folder) && !resolved.is_symlink() {
                    true => Ok(resolved),
                    false => {
                        Err(refused().with_help("name a file below the folder of the workspace"))
                    }
                }
            }
        }
    }
}
