//! Parts of answers on the wire: texts, tables, pictures, certificates, sent in chunks.

use std::io::{self, Write};

use serde::Serialize;

use crate::{Blob, Error, ErrorKind, Job, Report, core::StopReason, values::notation::Style};

/// A piece of a part of an answer. The pieces of a part come in order, and before the end of its question.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// The part, as the request names it.
    pub name: String,
    /// The media type of the whole part; `null` if the answer has no such part.
    pub media_type: Option<&'static str>,
    /// The next piece: text, or base64 where the media type is neither text nor JSON nor XML.
    pub chunk: String,
    /// Is it the last piece?
    pub last: bool,
    /// Why the part is not complete: a limit, or a file that cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Box<Error>>,
}

/// The bytes of a chunk: a multiple of three, so that base64 of chunks can be joined.
const CHUNK: usize = 3 << 14;

/// Sends a part of an answer: its text in a style (`text`, `unicode`, `latex`, `mathml`), `table`, `picture`,
/// `certificate`, or a format by its name.
pub(crate) fn send(answer: &impl Report, name: &str, job: &Job, out: &dyn Fn(Part)) {
    let text = |style, media_type| Some(Blob::text(media_type, answer.text(style)));
    let blob = match name {
        "text" => text(Style::Plain, "text/plain"),
        "unicode" => text(Style::Unicode, "text/plain"),
        "latex" => text(Style::Latex, "text/x-latex"),
        "mathml" => text(Style::MathMl, "application/mathml+xml"),
        "table" => answer
            .table()
            .map(|table| Blob::text("text/csv", table.csv() + "\n")),
        "picture" => answer
            .picture()
            .map(|picture| Blob::text("image/svg+xml", picture.svg)),
        "certificate" => answer.certificate(),
        name => answer.form(name),
    };
    let media_type = blob.as_ref().map(Blob::media_type);
    let mut chunks = Chunks {
        name,
        media_type,
        is_text: media_type.is_none_or(is_text),
        bytes: Vec::new(),
        job,
        out,
    };
    let written = blob.map_or(Ok(()), |blob| blob.write(&mut chunks));
    chunks.finish(written.err().map(|error| Box::new(failure(error))));
}

fn is_text(media_type: &str) -> bool {
    media_type.starts_with("text/") || media_type.ends_with("json") || media_type.ends_with("xml")
}

/// A limit comes back as it was, whatever it passed through.
fn failure(error: io::Error) -> Error {
    let inner = error.get_ref();
    if let Some(own) = inner.and_then(|inner| inner.downcast_ref::<Error>()) {
        return own.clone();
    }
    match inner.and_then(|inner| inner.downcast_ref::<StopReason>()) {
        Some(reason) => (*reason).into(),
        None => Error::new(ErrorKind::File, error.to_string()),
    }
}

/// Sends what is written to it in chunks.
struct Chunks<'p> {
    name: &'p str,
    media_type: Option<&'static str>,
    is_text: bool,
    bytes: Vec<u8>,
    job: &'p Job,
    out: &'p dyn Fn(Part),
}

impl Chunks<'_> {
    /// Sends the first bytes, as many as make whole characters.
    fn send(&mut self, length: usize, last: bool, error: Option<Box<Error>>) {
        let block = &self.bytes[..length];
        let (chunk, sent) = match self.is_text {
            false => (base64(block), length),
            true => {
                let whole = block.utf8_chunks().last();
                // A character that is cut off at the end is sent with the next chunk.
                let cut = whole.map_or(0, |chunk| chunk.invalid().len());
                let sent = if last { length } else { length - cut };
                (String::from_utf8_lossy(&block[..sent]).into_owned(), sent)
            }
        };
        (self.out)(Part {
            name: self.name.to_owned(),
            media_type: self.media_type,
            chunk,
            last,
            error,
        });
        self.bytes.drain(..sent);
    }

    fn finish(mut self, error: Option<Box<Error>>) {
        self.send(self.bytes.len(), true, error);
    }
}

impl Write for Chunks<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = CHUNK - self.bytes.len();
        let taken = bytes.len().min(room);
        self.bytes.extend_from_slice(&bytes[..taken]);
        if self.bytes.len() == CHUNK {
            // A short part is sent also after a stop.
            self.job.meter().check().map_err(io::Error::other)?;
            self.send(CHUNK, false, None);
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for block in bytes.chunks(3) {
        let number = (0..3).fold(0, |n, at| n << 8 | u32::from(*block.get(at).unwrap_or(&0)));
        for at in 0..4 {
            text.push(match at <= block.len() {
                true => char::from(DIGITS[(number >> (18 - 6 * at) & 63) as usize]),
                false => '=',
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[derive(Serialize)]
    struct Sample {
        text: String,
        #[serde(skip)]
        bytes: Vec<u8>,
    }

    impl Report for Sample {
        fn text(&self, _: Style) -> String {
            self.text.clone()
        }

        fn form(&self, name: &str) -> Option<Blob> {
            let bytes = self.bytes.clone();
            (name == "bytes")
                .then(|| Blob::new("application/octet-stream", move |out| out.write_all(&bytes)))
        }
    }

    fn parts(of: &Sample, name: &str, job: &Job) -> Vec<Part> {
        let parts = Mutex::new(Vec::new());
        send(of, name, job, &|part| {
            parts.lock().expect("no panic").push(part);
        });
        parts.into_inner().expect("no panic")
    }

    #[test]
    fn chunks_are_whole_characters_and_make_the_whole() {
        let sample = Sample {
            text: "a".to_owned() + &"±".repeat(60_000),
            bytes: (0..100_000).map(|n| n as u8).collect(),
        };
        let job = Job::unlimited();
        let found = parts(&sample, "text", &job);
        assert_eq!(found.len(), 3);
        let joined: String = found.iter().map(|part| &*part.chunk).collect();
        assert_eq!(joined, sample.text);
        assert_eq!(found.iter().filter(|part| part.last).count(), 1);
        assert!(found[2].last);
        let found = parts(&sample, "bytes", &job);
        let joined: String = found.iter().map(|part| &*part.chunk).collect();
        assert_eq!(joined, base64(&sample.bytes));
        let [missing] = &parts(&sample, "dot", &job)[..] else {
            panic!("one piece says that there is none");
        };
        assert!(missing.last && missing.media_type.is_none());
    }

    #[test]
    fn a_limit_ends_a_long_part_and_not_a_short_one() {
        let sample = Sample {
            text: "x".repeat(200_000),
            bytes: vec![1],
        };
        let source = crate::CancelSource::new();
        let job = Job::unlimited().with_cancel(source.token());
        source.cancel();
        let found = parts(&sample, "text", &job);
        let error = found[0].error.as_ref().expect("a stop");
        assert_eq!(error.stopped, Some(StopReason::Cancelled));
        assert!(parts(&sample, "bytes", &job)[0].error.is_none());
    }

    #[test]
    fn base64_is_padded() {
        let texts = [b"" as &[u8], b"f", b"fo", b"foo", b"foob"].map(base64);
        assert_eq!(texts, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }
}
