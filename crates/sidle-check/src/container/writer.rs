//! Writing a container.

use std::io::{self, Write};

use super::{BLOCK, BLOCK_HEAD, CONTAINER_MAGIC, END, LONGEST, MOST_SECTIONS, VERSION, checksum};

/// Writes a container, record by record, in the memory of one block.
///
/// ```
/// use sidle_check::container::{Container, ContainerWriter};
/// let mut bytes = Vec::new();
/// let header = r#"{"format":"sidle-certificate","version":1,"kind":"short-game"}"#;
/// let mut out = ContainerWriter::new(&mut bytes, header)?;
/// out.section("steps")?;
/// out.record(br#"{"le":[0,0]}"#)?;
/// out.finish()?;
/// let mut read = Container::open(std::io::Cursor::new(bytes)).unwrap();
/// assert_eq!(read.record(0, 0).unwrap(), br#"{"le":[0,0]}"#);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ContainerWriter<W: Write> {
    out: W,
    offset: u64,
    header: Vec<u8>,
    /// The names of the sections.
    sections: Vec<String>,
    /// The entries of the blocks that were written.
    index: Vec<u8>,
    blocks: u64,
    /// How many records of the section are in blocks that were written.
    first: u64,
    count: u32,
    block: Vec<u8>,
}

fn too_large(what: &str) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        format!("{what} is too large for a container"),
    )
}

impl<W: Write> ContainerWriter<W> {
    /// Begins a container with its header, a JSON object.
    ///
    /// # Errors
    /// Those of the writer, and for a header of more than 64 MiB.
    pub fn new(mut out: W, header: &str) -> io::Result<ContainerWriter<W>> {
        if header.len() > LONGEST {
            return Err(too_large("the header"));
        }
        let mut start = CONTAINER_MAGIC.to_vec();
        start.extend(VERSION.to_le_bytes());
        start.extend((header.len() as u32).to_le_bytes());
        start.extend(header.as_bytes());
        out.write_all(&start)?;
        Ok(ContainerWriter {
            out,
            offset: start.len() as u64,
            header: start,
            sections: Vec::new(),
            index: Vec::new(),
            blocks: 0,
            first: 0,
            count: 0,
            block: Vec::new(),
        })
    }

    /// Begins the next section: the records that follow are the entries of this list.
    ///
    /// # Errors
    /// Those of the writer, and for more than 256 sections.
    pub fn section(&mut self, name: &str) -> io::Result<()> {
        self.end_block()?;
        if self.sections.len() >= MOST_SECTIONS || name.len() > BLOCK {
            return Err(too_large("the list of sections"));
        }
        self.sections.push(name.to_owned());
        self.first = 0;
        Ok(())
    }

    /// Adds a record, the JSON text of an entry.
    ///
    /// # Errors
    /// Those of the writer, and for a record of more than 64 MiB or before the first section.
    pub fn record(&mut self, record: &[u8]) -> io::Result<()> {
        if record.len() > LONGEST || self.sections.is_empty() {
            return Err(too_large("a record"));
        }
        if self.count > 0 && self.block.len() + record.len() > BLOCK {
            self.end_block()?;
        }
        self.block.extend((record.len() as u32).to_le_bytes());
        self.block.extend(record);
        self.count += 1;
        Ok(())
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        let mut head = Vec::with_capacity(BLOCK_HEAD);
        head.extend(self.blocks.to_le_bytes());
        head.extend(self.count.to_le_bytes());
        head.extend((self.block.len() as u32).to_le_bytes());
        self.out.write_all(&head)?;
        self.out.write_all(&self.block)?;
        self.index.extend(self.offset.to_le_bytes());
        self.index
            .extend((self.sections.len() as u32 - 1).to_le_bytes());
        self.index.extend(self.first.to_le_bytes());
        self.index
            .extend(checksum(&[&head, &self.block]).to_le_bytes());
        self.offset += (head.len() + self.block.len()) as u64;
        self.first += u64::from(self.count);
        self.blocks += 1;
        self.count = 0;
        self.block.clear();
        Ok(())
    }

    /// Writes the index and the end, and returns the writer.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(mut self) -> io::Result<W> {
        self.end_block()?;
        let mut names = Vec::new();
        names.extend((self.sections.len() as u32).to_le_bytes());
        for name in &self.sections {
            names.extend((name.len() as u32).to_le_bytes());
            names.extend(name.as_bytes());
        }
        let length = (names.len() + self.index.len()) as u64;
        let sum = checksum(&[&self.header, &names, &self.index]);
        self.out.write_all(&names)?;
        self.out.write_all(&self.index)?;
        self.out.write_all(&self.offset.to_le_bytes())?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(&sum.to_le_bytes())?;
        self.out.write_all(&END)?;
        self.out.flush()?;
        Ok(self.out)
    }
}
