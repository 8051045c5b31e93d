//! A nim-sequence in a file, so that a long run can be stopped, moved and resumed.
//!
//! In its envelope the file is a line of JSON (code, number of heaps, bytes in a value) and the values, little-endian. It
//! is written beside the old one and then takes its place, so that it is whole or not there; a file that is damaged, or
//! that has a wrong value, is refused.

use std::{
    fs,
    io::{Read, Write},
    path::Path,
};

use serde::{Deserialize, Serialize};
use sidle_core::{Envelope, EnvelopeError, Meter, StopReason};

use super::{
    Sequence,
    cell::Values,
    verify::{VerifyError, verify_values},
};
use crate::code::Code;

const ENVELOPE: Envelope = Envelope::new("nim-sequence", 2);

/// Why a checkpoint could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file system.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Not a checkpoint of this version as it was written.
    #[error("{0}")]
    Envelope(#[from] EnvelopeError),
    /// Another game.
    #[error("the checkpoint belongs to the code {0}; name another file or remove it")]
    Code(String),
    /// The contents are not those of a checkpoint that was written.
    #[error("the checkpoint is damaged: {0}; remove it and start again")]
    Damaged(String),
    /// A limit or a person stopped the reading.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

/// What is believed of a checkpoint whose checksum fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Nothing: every value is computed again, by so many threads (0: one for each processor).
    Nothing {
        /// How many.
        threads: usize,
    },
    /// What a sample speaks for: the first values are computed again, and others, spread over the rest with the last
    /// among them, from those before them. A forger who changes one value gets through.
    Sample,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    code: String,
    heaps: u64,
    width: u8,
}

fn encode(values: &Values) -> (u8, Vec<u8>) {
    match values {
        Values::Narrow(cells) => (1, cells.clone()),
        Values::Middle(cells) => (
            2,
            cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
        ),
        Values::Wide(cells) => (
            4,
            cells.iter().flat_map(|cell| cell.to_le_bytes()).collect(),
        ),
    }
}

/// Writes the values of a game to a file, whole or not at all.
pub fn write_checkpoint(path: &Path, code: &Code, values: &Values) -> Result<(), CheckpointError> {
    let (width, bytes) = encode(values);
    let header = Header {
        code: code.to_string(),
        heaps: values.len() as u64,
        width,
    };
    let header = serde_json::to_string(&header).map_err(std::io::Error::from)? + "\n";
    let head = ENVELOPE.head(&[header.as_bytes(), &bytes]);
    sidle_graph::io::write_whole(path, |out: &mut dyn Write| {
        out.write_all(head.as_bytes())?;
        out.write_all(header.as_bytes())?;
        out.write_all(&bytes)
    })?;
    Ok(())
}

/// Reads the values of a game from a file.
pub fn read_checkpoint(
    path: &Path,
    code: &Code,
    trust: Trust,
    meter: &Meter,
) -> Result<Values, CheckpointError> {
    parse_checkpoint(fs::File::open(path)?, code, trust, meter)
}

/// Reads the values of a game, and computes them again.
///
/// The checksum finds accidents. A forger can make it fit, so that the values themselves are verified; stretches of
/// them side by side, which on several threads is sooner done than the run that found them.
pub fn parse_checkpoint(
    file: impl Read,
    code: &Code,
    trust: Trust,
    meter: &Meter,
) -> Result<Values, CheckpointError> {
    // As narrow as they can be, however wide the file has them.
    let values = match stored_values(file, code, meter)? {
        narrow @ Values::Narrow(_) => narrow,
        wider => wider.iter().collect(),
    };
    let verified = match trust {
        Trust::Nothing { threads } => verify_values(code, &values, threads, meter),
        Trust::Sample => Sequence::new(code.clone())
            .map_err(VerifyError::from)
            .and_then(|sequence| sequence.agrees(&values, meter)),
    };
    match verified {
        Ok(()) => Ok(values),
        Err(VerifyError::Stopped(reason)) => Err(reason.into()),
        Err(error) => Err(CheckpointError::Damaged(error.to_string())),
    }
}

fn stored_values(file: impl Read, code: &Code, meter: &Meter) -> Result<Values, CheckpointError> {
    let damaged = |reason: &str| CheckpointError::Damaged(reason.to_owned());
    let mut bytes = rest_of(file, meter)?;
    let body = ENVELOPE.open(&bytes)?;
    let line = body.iter().position(|&byte| byte == b'\n');
    let line = line.ok_or_else(|| damaged("it has no header"))?;
    let header: Header = serde_json::from_slice(&body[..line])
        .map_err(|error| CheckpointError::Damaged(error.to_string()))?;
    if header.code != code.to_string() {
        return Err(CheckpointError::Code(header.code));
    }
    let cells = body.len() - line - 1;
    let width = u64::from(header.width);
    if header.heaps.checked_mul(width) != Some(cells as u64) || header.heaps == 0 {
        return Err(damaged("its length does not fit"));
    }
    bytes.drain(..bytes.len() - cells);
    match header.width {
        1 => Ok(Values::Narrow(bytes)),
        2 => {
            let cells = bytes
                .chunks_exact(2)
                .map(|b| u16::from_le_bytes([b[0], b[1]]));
            Ok(Values::Middle(cells.collect()))
        }
        4 => {
            let cells = bytes.chunks_exact(4);
            let cells = cells.map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
            Ok(Values::Wide(cells.collect()))
        }
        _ => Err(CheckpointError::Damaged(
            "its width is not 1, 2 or 4".to_owned(),
        )),
    }
}

/// All that follows, piece by piece, as far as the limits allow.
fn rest_of(mut file: impl Read, meter: &Meter) -> Result<Vec<u8>, CheckpointError> {
    const PIECE: u64 = 1 << 22;
    let mut bytes = Vec::new();
    loop {
        meter.check()?;
        if bytes.capacity() - bytes.len() < PIECE as usize {
            let more = (bytes.len() / 2).max(PIECE as usize);
            meter.room((bytes.len() + more) as u64)?;
            bytes.reserve_exact(more);
        }
        if file.by_ref().take(PIECE).read_to_end(&mut bytes)? == 0 {
            return Ok(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files whose length and checksum fit.
    #[test]
    fn forged_values_are_refused() {
        let folder = std::env::temp_dir().join(format!("sidle-forged-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("values");
        let meter = Meter::unlimited();
        let trusts = [Trust::Nothing { threads: 2 }, Trust::Sample];
        for (text, count) in [
            ("0.77", 3000),
            ("0.3", 3000),
            ("0.137", 2000),
            ("0.1[03]", 500),
            ("0.8", 100),
        ] {
            let code: Code = text.parse().expect("a code");
            let mut sequence = Sequence::new(code.clone()).expect("a sequence");
            sequence.extend(count, &meter).expect("no limit");
            let good: Vec<u32> = sequence.values().iter().collect();
            let accepted = |values: &[u32]| {
                let values: Values = values.iter().copied().collect();
                write_checkpoint(&path, &code, &values).expect("written");
                trusts.map(|trust| read_checkpoint(&path, &code, trust, &meter).is_ok())
            };
            assert_eq!(accepted(&good), [true; 2], "{text}");
            for heap in [0, 1, 40] {
                let mut forged = good.clone();
                forged[heap] ^= 1;
                assert_eq!(accepted(&forged), [false; 2], "{text}, heap {heap}");
            }
            assert_eq!(accepted(&vec![0; good.len()]), [false; 2], "{text}, zeros");
        }
        let kayles: Code = "0.77".parse().expect("a code");
        let mut sequence = Sequence::new(kayles.clone()).expect("a sequence");
        sequence.extend(3000, &meter).expect("no limit");
        // Wider cells than are needed make no difference.
        let wide = Values::Wide(sequence.values().iter().collect());
        write_checkpoint(&path, &kayles, &wide).expect("written");
        let read = read_checkpoint(&path, &kayles, Trust::Nothing { threads: 1 }, &meter);
        assert_eq!(read.ok().as_ref(), Some(sequence.values()));
        let mut resumed =
            Sequence::resume(kayles.clone(), Default::default(), wide).expect("a sequence");
        resumed = resumed.without_shortcut();
        resumed.extend(3100, &meter).expect("no limit");
        assert_eq!(resumed.values().len(), 3100);
        let mut forged: Vec<u32> = sequence.values().iter().collect();
        forged[2999] = u32::MAX;
        write_checkpoint(&path, &kayles, &forged.into_iter().collect()).expect("written");
        let refused = read_checkpoint(&path, &kayles, Trust::Sample, &meter);
        assert!(
            matches!(refused, Err(CheckpointError::Damaged(_))),
            "{refused:?}"
        );
        let _ = fs::remove_dir_all(&folder);
    }
}
