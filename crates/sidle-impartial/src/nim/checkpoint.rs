//! A nim-sequence in a file, so that a long run can be stopped, moved and resumed.
//!
//! The file is a line of JSON (format, version, code, number of heaps, bytes in a value, checksum) and the values,
//! little-endian. It is written beside the old one and then takes its place, so that it is whole or not there; a
//! file whose length or checksum does not fit, or that has a wrong value, is refused.

use std::{
    fs,
    io::{BufRead, Read, Write},
    path::Path,
};

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, StopReason};

use super::{
    Sequence,
    cell::Values,
    verify::{VerifyError, verify_values},
};
use crate::code::Code;

const FORMAT: &str = "sidle-nim-sequence";
const VERSION: u64 = 1;

/// Why a checkpoint could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file system.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Not a checkpoint.
    #[error("this is not a checkpoint of a nim-sequence: {0}")]
    Format(String),
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
    format: String,
    version: u64,
    code: String,
    heaps: u64,
    width: u8,
    checksum: String,
}

/// A 64-bit checksum (multiply and fold, word by word), the same on every machine.
pub(crate) fn checksum(code: &str, bytes: &[u8]) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut add = |word: u64| {
        let product = u128::from(state ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        state = (product as u64) ^ ((product >> 64) as u64).rotate_left(23) ^ 0x2545_f491_4f6c_dd1d;
    };
    for part in [code.as_bytes(), bytes] {
        add(part.len() as u64);
        for chunk in part.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            add(u64::from_le_bytes(word));
        }
    }
    state
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
    let code = code.to_string();
    let header = Header {
        format: FORMAT.to_owned(),
        version: VERSION,
        checksum: format!("{:016x}", checksum(&code, &bytes)),
        code,
        heaps: values.len() as u64,
        width,
    };
    let header = serde_json::to_string(&header).map_err(std::io::Error::from)?;
    sidle_graph::io::write_whole(path, |out: &mut dyn Write| {
        writeln!(out, "{header}")?;
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
    let file = std::io::BufReader::new(fs::File::open(path)?);
    parse_checkpoint(file, code, trust, meter)
}

/// Reads the values of a game, and computes them again.
///
/// The checksum finds accidents. A forger can make it fit, so that the values themselves are verified; stretches of
/// them side by side, which on several threads is sooner done than the run that found them.
pub fn parse_checkpoint(
    file: impl BufRead,
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

fn stored_values(
    mut file: impl BufRead,
    code: &Code,
    meter: &Meter,
) -> Result<Values, CheckpointError> {
    let mut line = Vec::new();
    file.by_ref().take(1 << 16).read_until(b'\n', &mut line)?;
    let header: Header = serde_json::from_slice(&line)
        .map_err(|error| CheckpointError::Format(error.to_string()))?;
    if header.format != FORMAT || header.version != VERSION {
        let found = format!("format \"{}\", version {}", header.format, header.version);
        return Err(CheckpointError::Format(found));
    }
    if header.code != code.to_string() {
        return Err(CheckpointError::Code(header.code));
    }
    let bytes = rest_of(file, meter)?;
    let width = u64::from(header.width);
    if header.heaps.checked_mul(width) != Some(bytes.len() as u64) || header.heaps == 0 {
        return Err(CheckpointError::Damaged(
            "its length does not fit".to_owned(),
        ));
    }
    if format!("{:016x}", checksum(&header.code, &bytes)) != header.checksum {
        return Err(CheckpointError::Damaged(
            "its checksum does not fit".to_owned(),
        ));
    }
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
