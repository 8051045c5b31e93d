//! Reading a container.

use std::{
    fmt,
    io::{Read, Seek, SeekFrom},
};

use super::{
    BLOCK_HEAD, CONTAINER_MAGIC, END, FOOTER, INDEX_ENTRY, LONGEST, MOST_SECTIONS, PREFIX, VERSION,
    checksum,
};
use crate::{Error, ErrorKind};

/// A file that can be read at any place.
pub trait Seekable: Read + Seek {}

impl<T: Read + Seek> Seekable for T {}

/// So many blocks are kept in memory.
const KEPT: usize = 64;

/// A container that is read record by record. Every block is compared with its checksum when it is read.
pub struct Container<'f> {
    file: Box<dyn Seekable + 'f>,
    header: Vec<u8>,
    sections: Vec<Section>,
    blocks: Vec<Entry>,
    /// Where the blocks end.
    end: u64,
    kept: Vec<Option<Block>>,
}

#[derive(Debug)]
struct Section {
    name: String,
    /// Its first block, and the one behind its last.
    blocks: (usize, usize),
}

/// What the index says of a block.
#[derive(Clone, Copy, Debug)]
struct Entry {
    offset: u64,
    first: u64,
    checksum: u64,
}

/// A block in memory.
struct Block {
    number: usize,
    bytes: Vec<u8>,
    /// Where its records begin and end.
    records: Vec<(u32, u32)>,
}

/// A container that is damaged at a place.
pub(super) fn damaged(place: impl fmt::Display, reason: impl Into<String>) -> Error {
    Error::new(ErrorKind::Container {
        place: place.to_string(),
        reason: reason.into(),
    })
}

/// Numbers from the front of some bytes.
struct Numbers<'b>(&'b [u8]);

impl<'b> Numbers<'b> {
    fn bytes(&mut self, length: usize) -> Option<&'b [u8]> {
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    fn u64(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes(8)?.try_into().ok()?))
    }
}

impl<'f> Container<'f> {
    /// Reads the header and the index.
    ///
    /// # Errors
    /// If the file is not a whole container, with the place that is wrong.
    pub fn open(file: impl Seekable + 'f) -> Result<Container<'f>, Error> {
        let mut container = Container {
            file: Box::new(file),
            header: Vec::new(),
            sections: Vec::new(),
            blocks: Vec::new(),
            end: 0,
            kept: (0..KEPT).map(|_| None).collect(),
        };
        let length = container.file.seek(SeekFrom::End(0));
        let length = length.map_err(|error| damaged("the file", error.to_string()))?;
        let start = container.bytes("the beginning", 0, PREFIX)?;
        if start[..8] != CONTAINER_MAGIC {
            return Err(damaged(
                "the beginning",
                "this is not a container of a certificate",
            ));
        }
        let mut numbers = Numbers(&start[8..]);
        let version = numbers.u32().unwrap_or(0);
        if version != VERSION {
            let reason =
                format!("version {version} is unknown; this checker reads version {VERSION}");
            return Err(damaged("the beginning", reason));
        }
        let header = numbers.u32().unwrap_or(0) as usize;
        if header > LONGEST {
            return Err(damaged("the header", "it is too long"));
        }
        let footer_at = length.saturating_sub(FOOTER as u64);
        if footer_at < (PREFIX + header) as u64 {
            return Err(damaged("the end", "the file is cut off"));
        }
        let footer = container.bytes("the end", footer_at, FOOTER)?;
        let mut numbers = Numbers(&footer);
        let [offset, index, sum] = [(); 3].map(|()| numbers.u64().unwrap_or(0));
        if numbers.0 != END || offset.checked_add(index) != Some(footer_at) {
            return Err(damaged("the end", "the file is cut off"));
        }
        if offset < (PREFIX + header) as u64 {
            return Err(damaged(
                "the end",
                "the index does not lie behind the header",
            ));
        }
        let index = usize::try_from(index).map_err(|_| damaged("the index", "it is too long"))?;
        let index = container.bytes("the index", offset, index)?;
        let header = container.bytes("the header", 0, PREFIX + header)?;
        if checksum(&[&header, &index]) != sum {
            return Err(damaged("header and index", "the checksum does not fit"));
        }
        container.end = offset;
        container.header = header[PREFIX..].to_vec();
        container.read_index(&index, header.len() as u64)?;
        Ok(container)
    }

    fn read_index(&mut self, index: &[u8], begin: u64) -> Result<(), Error> {
        let cut = || damaged("the index", "it is cut off");
        let mut numbers = Numbers(index);
        let count = numbers.u32().ok_or_else(cut)? as usize;
        if count > MOST_SECTIONS {
            return Err(damaged("the index", "there are too many sections"));
        }
        for _ in 0..count {
            let length = numbers.u32().ok_or_else(cut)? as usize;
            let name = numbers.bytes(length).ok_or_else(cut)?;
            let name = String::from_utf8(name.to_vec());
            let name = name.map_err(|_| damaged("the index", "a name is not UTF-8"))?;
            if self.sections.iter().any(|section| section.name == name) {
                return Err(damaged(
                    "the index",
                    format!("two sections are named {name:?}"),
                ));
            }
            let blocks = (0, 0);
            self.sections.push(Section { name, blocks });
        }
        if !numbers.0.len().is_multiple_of(INDEX_ENTRY) {
            return Err(cut());
        }
        let (mut last, mut place) = (None, begin);
        for number in 0..numbers.0.len() / INDEX_ENTRY {
            let entry = |reason: &str| damaged(format!("entry {number} of the index"), reason);
            let offset = numbers.u64().ok_or_else(cut)?;
            let section = numbers.u32().ok_or_else(cut)? as usize;
            let first = numbers.u64().ok_or_else(cut)?;
            let checksum = numbers.u64().ok_or_else(cut)?;
            let is_next = match number {
                0 => offset == begin,
                _ => offset > place && offset < self.end,
            };
            if !is_next || offset >= self.end {
                return Err(entry("the block does not lie behind the one before"));
            }
            if section >= self.sections.len() || last.is_some_and(|last| section < last) {
                return Err(entry("the section is out of order"));
            }
            let starts = last != Some(section);
            let before = self.blocks.last().map(|entry| entry.first);
            if starts && first != 0 || !starts && before.is_none_or(|before| first <= before) {
                return Err(entry("the first record is out of order"));
            }
            if starts {
                self.sections[section].blocks.0 = number;
            }
            self.sections[section].blocks.1 = number + 1;
            self.blocks.push(Entry {
                offset,
                first,
                checksum,
            });
            (last, place) = (Some(section), offset);
        }
        match self.blocks.is_empty() && self.end != begin {
            true => Err(damaged("the index", "it has no entries for the blocks")),
            false => Ok(()),
        }
    }

    /// Where the blocks begin.
    #[cfg(test)]
    pub(super) fn block_offsets(&self) -> Vec<u64> {
        self.blocks.iter().map(|entry| entry.offset).collect()
    }

    fn bytes(&mut self, place: &str, offset: u64, length: usize) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let read = self.file.seek(SeekFrom::Start(offset)).and_then(|_| {
            let file = &mut self.file;
            file.take(length as u64).read_to_end(&mut bytes)
        });
        match read {
            Ok(read) if read == length => Ok(bytes),
            Ok(_) => Err(damaged(place, "the file is cut off")),
            Err(error) => Err(damaged(place, error.to_string())),
        }
    }

    /// The header, a JSON object.
    #[must_use]
    pub fn header(&self) -> &[u8] {
        &self.header
    }

    /// The names of the sections, in their order.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().map(|section| section.name.as_str())
    }

    /// The number of a section.
    #[must_use]
    pub fn section(&self, name: &str) -> Option<usize> {
        self.sections().position(|section| section == name)
    }

    /// How many records a section has.
    ///
    /// # Errors
    /// If its last block is damaged.
    pub fn count(&mut self, section: usize) -> Result<u64, Error> {
        let (first, end) = self.sections[section].blocks;
        match first == end {
            true => Ok(0),
            false => {
                let before = self.blocks[end - 1].first;
                Ok(before + self.block(end - 1)?.records.len() as u64)
            }
        }
    }

    /// A record of a section.
    ///
    /// # Errors
    /// If there is none of this number, or its block is damaged.
    pub fn record(&mut self, section: usize, number: u64) -> Result<&[u8], Error> {
        let (first, end) = self.sections[section].blocks;
        let behind = self.blocks[first..end].partition_point(|entry| entry.first <= number);
        let missing = format!("record {number} of `{}`", self.sections[section].name);
        let Some(place) = behind.checked_sub(1).map(|before| first + before) else {
            return Err(damaged(missing, "there is no such record"));
        };
        let within = number - self.blocks[place].first;
        let block = self.block(place)?;
        match block
            .records
            .get(usize::try_from(within).unwrap_or(usize::MAX))
        {
            Some(&(start, end)) => Ok(&block.bytes[start as usize..end as usize]),
            None => Err(damaged(missing, "there is no such record")),
        }
    }

    /// A block, from memory or from the file.
    fn block(&mut self, number: usize) -> Result<&Block, Error> {
        let slot = number % KEPT;
        if self.kept[slot]
            .as_ref()
            .is_none_or(|block| block.number != number)
        {
            self.kept[slot] = Some(self.read_block(number)?);
        }
        let block = self.kept[slot].as_ref();
        block.ok_or_else(|| damaged(format!("block {number}"), "it cannot be read"))
    }

    fn read_block(&mut self, number: usize) -> Result<Block, Error> {
        let Entry {
            offset,
            first,
            checksum: sum,
        } = self.blocks[number];
        let place = format!("block {number} at byte {offset}");
        let next = self.blocks.get(number + 1).copied();
        let length = next.map_or(self.end, |next| next.offset) - offset;
        if length > (BLOCK_HEAD + 4 + 2 * LONGEST) as u64 {
            return Err(damaged(place, "it is too long"));
        }
        let bytes = self.bytes(&place, offset, length as usize)?;
        if checksum(&[&bytes]) != sum {
            return Err(damaged(place, "the checksum does not fit"));
        }
        let mut numbers = Numbers(&bytes);
        let (own, count, length) = (numbers.u64(), numbers.u32(), numbers.u32());
        if own != Some(number as u64)
            || length.map(|length| length as usize) != Some(numbers.0.len())
        {
            return Err(damaged(place, "its number or its length does not fit"));
        }
        let mut records = Vec::new();
        while !numbers.0.is_empty() {
            let length = numbers.u32().map(|length| length as usize);
            let start = bytes.len() - numbers.0.len();
            let Some(record) = length.and_then(|length| numbers.bytes(length)) else {
                return Err(damaged(place, "a record is cut off"));
            };
            records.push((start as u32, (start + record.len()) as u32));
        }
        // The next block of the section begins where this one ends.
        let is_last = self
            .sections
            .iter()
            .any(|section| section.blocks.1 == number + 1);
        let end = first + records.len() as u64;
        let fits = is_last || next.is_some_and(|next| next.first == end);
        if count.map(|count| count as usize) != Some(records.len()) || records.is_empty() || !fits {
            return Err(damaged(place, "its number of records does not fit"));
        }
        Ok(Block {
            number,
            bytes,
            records,
        })
    }
}

impl fmt::Debug for Container<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Container")
            .field("sections", &self.sections)
            .field("blocks", &self.blocks.len())
            .finish_non_exhaustive()
    }
}
