//! Graph files: the text digraph, JSON and a binary form that is memory-mapped.
//!
//! The formats are specified in `docs/formats.md`. Every reader says where a file is wrong (line
//! or byte) and hands nothing half-read back; [`write_file`] leaves the old file in place until the
//! new one is complete.

mod binary;
mod error;
mod file;
mod json;
mod lines;
mod lock;
mod map;
mod names;
mod text;
mod whole;
mod width;

pub use binary::{BINARY_MAGIC, read_binary, write_binary};
pub use error::LoadError;
pub use file::{FileFormat, open, write_file, write_graph};
pub use json::{JsonGraph, read_json, write_json};
pub(crate) use lines::{LONGEST_LINE, Line, Lines, Metered};
pub use lock::{FileLock, LOCK_SUFFIX};
pub(crate) use map::Words;
pub use map::{MappedFile, mapped_bytes};
pub(crate) use names::{VertexCount, is_name};
pub use text::{read_text, write_text};
pub use whole::{Unfinished, followed, remove_unfinished, same_file, write_whole};
pub use width::{AnyGraph, open_any, read_any, with_width};
