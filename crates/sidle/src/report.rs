//! What every answer can do.

use std::{
    fmt,
    io::{self, Write},
    sync::Arc,
};

use serde::{Serialize, Serializer};

use crate::{Drawing, Table, values::notation::Style};

/// An answer, as front ends show it.
pub trait Report: Serialize {
    /// The answer in words and notation.
    fn text(&self, style: Style) -> String;

    /// The answer as JSON.
    fn json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The answer as a table of texts, if it has rows.
    fn table(&self) -> Option<Table> {
        None
    }

    /// What the answer looks like, if there is a picture of it.
    fn picture(&self) -> Option<Drawing> {
        None
    }

    /// A proof of the answer, if there is one, which `sidle check` and [`check`](crate::check) verify.
    fn certificate(&self) -> Option<Blob> {
        None
    }

    /// The answer in another format, by its name: `dot`, `gap`, `sgf`. `None` for a format that it does not have.
    fn form(&self, name: &str) -> Option<Blob> {
        let _ = name;
        None
    }
}

type WriteAll = dyn Fn(&mut dyn Write) -> io::Result<()> + Send + Sync;

/// A large result that is written when it is wanted: a certificate, a table, a drawing.
///
/// ```
/// use sidle::Blob;
/// let blob = Blob::new("text/plain", |out| out.write_all(b"a table"));
/// assert_eq!(blob.to_bytes()?, b"a table");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Blob {
    media_type: &'static str,
    write: Arc<WriteAll>,
}

impl Blob {
    /// A result of a media type, with the function that writes it.
    pub fn new(
        media_type: &'static str,
        write: impl Fn(&mut dyn Write) -> io::Result<()> + Send + Sync + 'static,
    ) -> Blob {
        Blob {
            media_type,
            write: Arc::new(write),
        }
    }

    /// A text.
    #[must_use]
    pub fn text(media_type: &'static str, text: String) -> Blob {
        Blob::new(media_type, move |out| out.write_all(text.as_bytes()))
    }

    /// An object as JSON, on a line of its own.
    pub fn json(object: impl Serialize + Send + Sync + 'static) -> Blob {
        Blob::new("application/json", move |out| {
            serde_json::to_writer(&mut *out, &object)?;
            out.write_all(b"\n")
        })
    }

    /// What it is: `application/json`, `image/svg+xml`.
    #[must_use]
    pub fn media_type(&self) -> &'static str {
        self.media_type
    }

    /// Writes it.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        (self.write)(out)
    }

    /// All of it in memory.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write(&mut bytes)?;
        Ok(bytes)
    }
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({})", self.media_type)
    }
}

/// The text itself; on the wire all blobs are texts.
impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let bytes = self.to_bytes().map_err(serde::ser::Error::custom)?;
        to.serialize_str(&String::from_utf8_lossy(&bytes))
    }
}
