//! The files that a verb writes, and what they must never do to those it reads.

use std::{
    io::{self, BufWriter, Write},
    path::Path,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use anyhow::{Context, bail};
use sidle::graph::io::same_file;

/// The name of the standard input among inputs, of the standard output among outputs.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A certificate has the standard output for itself.
static GIVEN_AWAY: AtomicBool = AtomicBool::new(false);

/// Where answers go: the standard output, or the standard error if a certificate was sent to `-`.
pub(crate) fn answers() -> Box<dyn Write> {
    if GIVEN_AWAY.load(Relaxed) {
        Box::new(io::stderr().lock())
    } else {
        Box::new(io::stdout().lock())
    }
}

/// Refuses outputs that would replace an input, or each other. To be asked before the work begins.
pub(crate) fn apart<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: impl IntoIterator<Item = Option<&'a Path>>,
) -> anyhow::Result<()> {
    let outputs: Vec<&Path> = outputs.into_iter().flatten().collect();
    for input in inputs.into_iter().filter(|input| !is_standard(input)) {
        for output in &outputs {
            if !is_standard(output) && is_ordinary(output) && same_file(input, output) {
                bail!(
                    "{} would replace the input {}; give the output another name",
                    output.display(),
                    input.display()
                );
            }
        }
    }
    for (index, one) in outputs.iter().enumerate() {
        for other in &outputs[..index] {
            if one == other || (is_ordinary(one) && same_file(one, other)) {
                bail!(
                    "the answer and the certificate would go to the same file {}; give one of them another name",
                    one.display()
                );
            }
        }
    }
    Ok(())
}

/// Writes a certificate: a file that is whole or not there. With `-` it takes the standard output for
/// itself, and the answer goes to the standard error.
pub(crate) fn write_certificate(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if is_standard(path) {
        GIVEN_AWAY.store(true, Relaxed);
    }
    write_whole(path, content)
}

/// A device may be written to twice, and read and written.
fn is_ordinary(path: &Path) -> bool {
    path.is_file()
}

/// Writes a file that is whole or not there, `-` being the standard output; an error names it.
pub(crate) fn write_whole(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if is_standard(path) {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        content(&mut out)?;
        return Ok(out.flush()?);
    }
    sidle::graph::io::write_whole(path, content)
        .with_context(|| format!("cannot write {}", path.display()))
}
