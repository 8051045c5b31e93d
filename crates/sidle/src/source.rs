//! Files that questions are about.

use std::{
    fs::File,
    io::{self, Cursor, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use crate::{Error, ErrorKind, Job, Workspace};

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
}

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
        let bytes = match self {
            Source::Text(text) => return Ok(text.clone()),
            Source::Bytes(bytes) => bytes.to_vec(),
            Source::Path(path) => {
                let path = workspace.file(path)?;
                let mut bytes = Vec::new();
                let mut file = File::open(&path).map_err(|error| unreadable(&path, &error))?;
                let mut blocks = 0..=LARGEST_TEXT >> 20;
                while blocks.next().is_some() {
                    job.meter().check()?;
                    let block = file.by_ref().take(1 << 20).read_to_end(&mut bytes);
                    if block.map_err(|error| unreadable(&path, &error))? == 0 {
                        break;
                    }
                }
                bytes
            }
        };
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
        })
    }

    /// What messages call it: the path, or `input`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Source::Path(path) => path.display().to_string(),
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
