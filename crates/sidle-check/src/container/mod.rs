//! The container of certificates: a file that is written and checked record by record.
//!
//! A container holds one certificate: its short fields in a header, and each of its lists as a *section* of records.
//! Writing takes the memory of one block, checking that of a few blocks and the index, 24 bytes for each block of 64 KiB.
//! The format is specified in `docs/formats.md`; in short:
//!
//! ```text
//! "SIDLCERT", version, length of the header, header as JSON
//! blocks:  number, count of records, length; for each record its length and its bytes
//! index:   the names of the sections; for each block its offset, section, first record and checksum
//! offset and length of the index, checksum of header and index, "CERT.END"
//! ```

mod convert;
mod reader;
mod writer;

#[cfg(test)]
mod tests;

pub use convert::{from_json, to_json};
pub use reader::{Container, Seekable};
pub use writer::ContainerWriter;

/// The first bytes of a container.
pub const CONTAINER_MAGIC: [u8; 8] = *b"SIDLCERT";

/// The last bytes of a container.
const END: [u8; 8] = *b"CERT.END";

/// The version of the container; each kind of certificate has a version of its own.
const VERSION: u32 = 1;

/// Magic, version and length of the header.
const PREFIX: usize = 16;
/// Number, count of records and length in front of the records of a block.
const BLOCK_HEAD: usize = 16;
/// Offset, section, first record and checksum of a block.
const INDEX_ENTRY: usize = 28;
/// Offset and length of the index, checksum and [`END`].
const FOOTER: usize = 32;

/// A block is written when its records have so many bytes.
const BLOCK: usize = 1 << 16;
/// A header, a record and a section name are at most so long.
const LONGEST: usize = 1 << 26;
/// A certificate has at most so many lists.
const MOST_SECTIONS: usize = 256;

/// FNV-1a, 64 bits, over several parts.
fn checksum(parts: &[&[u8]]) -> u64 {
    parts
        .iter()
        .flat_map(|part| part.iter())
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
}
