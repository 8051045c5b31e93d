//! The files that a verb writes, and what they must never do to those it reads.

use std::{
    fs::File,
    io::{self, BufWriter, Read, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

use anyhow::{Context, bail};
use clap::builder::{PathBufValueParser, TypedValueParser};
use sidle::{
    core::Meter,
    graph::io::{FileLock, followed, same_file},
};

use crate::{folders, process::metered::Metered, standard_input};

/// The name of the standard input among inputs, of the standard output among outputs.
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Is it the standard output, under this name or one of the system's?
pub(crate) fn is_standard_output(path: &Path) -> bool {
    const NAMES: [&str; 3] = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    is_standard(path) || NAMES.iter().any(|name| path == Path::new(name))
}

/// Reads the name of something that is read and written again, or of a folder: `-` is neither, and a file of
/// that name would surprise whoever meant the standard output.
pub(crate) fn lasting() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match is_standard(&path) {
        true => Err("a file or folder that stays is wanted here, and `-` is a stream; give it a name (`./-` is one)"),
        false => Ok(path),
    })
}

/// A certificate, a picture or a table has the standard output for itself.
static GIVEN_AWAY: AtomicBool = AtomicBool::new(false);

/// Where answers go: the standard output, or the standard error if something else was sent to `-`.
pub(crate) fn answers() -> Box<dyn Write> {
    if GIVEN_AWAY.load(Relaxed) {
        Box::new(Metered::new(io::stderr().lock()))
    } else {
        Box::new(standard_output())
    }
}

/// The standard output, under the limits.
pub(crate) fn standard_output() -> Metered<io::StdoutLock<'static>> {
    Metered::new(io::stdout().lock())
}

/// Reads a file as text; the limits hold meanwhile.
pub(crate) fn read_text(path: &Path, meter: &Meter) -> anyhow::Result<String> {
    /// How much is read between two looks at the limits.
    const BLOCK: usize = 1 << 20;
    let name = || path.display().to_string();
    let mut file = File::open(path).with_context(name)?;
    let mut bytes = Vec::new();
    loop {
        meter.check()?;
        if bytes.capacity() - bytes.len() < BLOCK {
            meter.room(bytes.capacity() as u64)?;
        }
        let read = (&mut file).take(BLOCK as u64).read_to_end(&mut bytes);
        if read.with_context(name)? == 0 {
            break;
        }
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{}: not text from byte {place} on", path.display())
    })
}

/// Every verb that writes files states here, before its work begins, what it reads and what it writes; see [`apart`].
/// What goes to `-` has the standard output for itself from now on: whether the answer comes before it or after it,
/// whoever reads the pipe gets one thing.
pub(crate) fn claim<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: impl IntoIterator<Item = Option<&'a Path>>,
) -> anyhow::Result<()> {
    let outputs: Vec<Option<&Path>> = outputs.into_iter().collect();
    apart(inputs, outputs.iter().copied())?;
    if outputs.into_iter().flatten().any(is_standard_output) {
        GIVEN_AWAY.store(true, Relaxed);
    }
    Ok(())
}

/// Locks a file that a verb reads and writes again: a second process that names it is refused until the value is dropped.
pub(crate) fn lock(path: Option<&Path>) -> anyhow::Result<Option<FileLock>> {
    let lock = path.map(|path| FileLock::acquire(path).with_context(|| path.display().to_string()));
    lock.transpose()
}

/// Refuses outputs that would replace an input, a class that is read through a folder, or each other. The standard input
/// is an input whether it is named or not: nobody wants the file that was redirected from to be replaced.
pub(crate) fn apart<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: impl IntoIterator<Item = Option<&'a Path>>,
) -> anyhow::Result<()> {
    let outputs: Vec<&Path> = outputs.into_iter().flatten().collect();
    let inputs: Vec<&Path> = inputs.into_iter().collect();
    for output in outputs.iter().filter(|output| is_ordinary(output)) {
        let replaced = inputs.iter().find(|input| same_place(input, output));
        if let Some(input) = replaced {
            bail!(
                "{} would replace the input {}; give the output another name",
                output.display(),
                input.display()
            );
        }
        if standard_input::comes_from(output) {
            bail!(
                "{} would replace the input, because the standard input is read from it; give the output another name",
                output.display()
            );
        }
        if folders::is_class(output) {
            bail!(
                "{} would replace a class of the folders that are searched; give the output another name",
                output.display()
            );
        }
    }
    for (index, one) in outputs.iter().enumerate() {
        if outputs[..index].iter().any(|other| same_place(one, other)) {
            bail!(
                "two outputs would go to the same file {}; give one of them another name",
                one.display()
            );
        }
    }
    Ok(())
}

/// Would both paths be written to the same place, whether there is a file or not? A device may be written to twice, the
/// standard output may not.
fn same_place(one: &Path, other: &Path) -> bool {
    if is_standard_output(one) || is_standard_output(other) {
        return is_standard_output(one) && is_standard_output(other);
    }
    if one.exists() || other.exists() {
        return is_ordinary(one) && same_file(one, other);
    }
    let place = |path: &Path| {
        let path = &followed(path).unwrap_or_else(|_| path.to_owned());
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        folder.join(path.file_name().unwrap_or_default())
    };
    place(one) == place(other)
}

/// A device may be read and written; the standard output is none of the files.
fn is_ordinary(path: &Path) -> bool {
    !is_standard(path) && path.is_file()
}

/// Writes a file that is whole or not there, `-` being the standard output; an error names it.
pub(crate) fn write_whole(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if is_standard_output(path) {
        let mut out = BufWriter::with_capacity(1 << 16, standard_output());
        content(&mut out)?;
        return Ok(out.flush()?);
    }
    sidle::graph::io::write_whole(path, |out| content(&mut Metered::new(out)))
        .with_context(|| format!("cannot write {}", path.display()))
}
