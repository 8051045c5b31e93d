//! The standard input under a meter.
//!
//! Nothing interrupts a program that waits for somebody to type or for a pipe to speak. So a thread of its
//! own waits, and whoever reads looks at the meter in between.

use std::{
    io::{self, Read},
    ops::Deref,
    path::Path,
    sync::mpsc::{Receiver, RecvTimeoutError, sync_channel},
    thread,
    time::Duration,
};

#[cfg(unix)]
use std::fs::{File, Metadata};

use sidle::core::Meter;

/// How much is read at a time.
const BLOCK: usize = 1 << 16;
/// How often the meter is looked at while nothing comes.
const PATIENCE: Duration = Duration::from_millis(50);

/// Is this the ordinary file that the standard input was redirected from, under whatever name?
pub(crate) fn comes_from(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::{fd::AsFd, unix::fs::MetadataExt};
        let own = io::stdin().as_fd().try_clone_to_owned();
        let own = own.and_then(|own| File::from(own).metadata());
        let identity = |there: &Metadata| (there.dev(), there.ino());
        matches!(
            (own, path.metadata()),
            (Ok(own), Ok(there)) if own.is_file() && identity(&own) == identity(&there)
        )
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Reads until the end, or fails when the meter stops.
pub(crate) struct StandardInput<M> {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: io::Cursor<Vec<u8>>,
    meter: M,
}

impl<M: Deref<Target = Meter>> StandardInput<M> {
    /// Begins to read.
    pub(crate) fn new(meter: M) -> StandardInput<M> {
        let (sender, blocks) = sync_channel(4);
        thread::spawn(move || {
            loop {
                let mut block = vec![0; BLOCK];
                let read = io::stdin().lock().read(&mut block);
                let over = !matches!(read, Ok(1..));
                let read = read.map(|size| {
                    block.truncate(size);
                    block
                });
                if sender.send(read).is_err() || over {
                    return;
                }
            }
        });
        StandardInput {
            blocks,
            block: io::Cursor::default(),
            meter,
        }
    }
}

impl<M: Deref<Target = Meter>> Read for StandardInput<M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let size = self.block.read(buffer)?;
            if size > 0 || buffer.is_empty() {
                return Ok(size);
            }
            self.meter.check().map_err(io::Error::other)?;
            match self.blocks.recv_timeout(PATIENCE) {
                Ok(block) => self.block = io::Cursor::new(block?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}
