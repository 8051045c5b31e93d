//! Files that are whole or not there.
//!
//! A file is written beside its place under another name and renamed when it is whole, so that neither
//! an error nor a crash leaves half of one. What is unfinished is kept in a list of the process, for a
//! program that is told to end ([`remove_unfinished`]); apart from the count of what is mapped, that list is the only
//! state of this crate that outlives a call, because files outlive the process.

use std::{
    fs::{self, File, Metadata},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what this process has begun to write and not finished. For a program that ends now: from here on
/// [`write_whole`] neither begins a file nor finishes one, but waits for that end.
pub fn remove_unfinished() {
    // Whoever holds the list holds it for a moment, unless it is the caller itself in an allocation.
    let list = (0..20).find_map(|_| {
        let list = UNFINISHED.try_lock().ok();
        if list.is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        list
    });
    let Some(mut list) = list else {
        return;
    };
    for part in list.drain(..) {
        // Nothing more can be done if this fails.
        let _ = fs::remove_file(part);
    }
    // The process ends: nobody begins another file, nor finishes one.
    std::mem::forget(list);
}

/// Writes a file that appears under its name only when it is whole: it is written beside it and renamed.
///
/// A file that is replaced keeps its permissions, owner and group. A symbolic link is followed and stays a link; a
/// file with several names, of an owner whom nothing can be given to, or in a directory where nothing can be created, is
/// written in place once its content is known. What is there and is not an ordinary file (a device, a pipe) is written to
/// and stays what it is. The name of an open descriptor (`/dev/fd/3`) stands for what is open there, whatever its name: a
/// file is written to behind what it holds.
pub fn write_whole<E: From<io::Error>>(
    path: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    // Asked before links are followed by hand: those of pipes lead to no name.
    let there = match fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            return filled(File::options().write(true).open(path)?, content);
        }
        there => there.ok(),
    };
    let path = &followed(path)?;
    if is_descriptor(path) {
        return filled(File::options().append(true).open(path)?, content);
    }
    let (part, file) = match Unfinished::beside(path) {
        Ok(made) => made,
        Err(error) if there.is_some() && error.kind() == io::ErrorKind::PermissionDenied => {
            let mut whole = Vec::new();
            content(&mut whole)?;
            return Ok(fs::write(path, whole)?);
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(there) = &there {
        // What only some may read is not shown to others while it is written.
        fs::set_permissions(&part.path, there.permissions())?;
    }
    filled(file, content)?;
    match there {
        Some(there) => Ok(replace(part, path, &there)?),
        None => Ok(part.finish(path)?),
    }
}

/// Puts what is whole into the place of a file that is there.
fn replace(part: Unfinished, path: &Path, there: &Metadata) -> io::Result<()> {
    if has_other_names(there) {
        return part.copy_into(path);
    }
    // A file of somebody else that may not be written to is replaced rather than the content lost.
    if !keep_owner(&part.path, there)
        && let Ok(()) = part.copy_into(path)
    {
        return Ok(());
    }
    fs::set_permissions(&part.path, there.permissions())?;
    part.finish(path)
}

fn filled<E: From<io::Error>>(
    file: File,
    content: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    content(&mut out)?;
    Ok(out.flush()?)
}

/// Follows symbolic links as far as they go: the last of them may name a file that is not there yet. Those of open
/// descriptors are not followed, since the name they lead to may be that of another file by now.
pub fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..40 {
        if is_descriptor(&path) {
            return Ok(path);
        }
        match fs::read_link(&path) {
            // A link is read from the directory it lies in; an absolute one replaces it.
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    let problem = format!("{} is a link that leads nowhere", path.display());
    Err(io::Error::other(problem))
}

/// Does the name stand for an open descriptor of a process: `/dev/fd/3`, `/proc/self/fd/3`?
pub(super) fn is_descriptor(path: &Path) -> bool {
    let folder = path.parent().unwrap_or(Path::new(""));
    folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.ends_with("fd")
}

/// Gives a new file the owner and the group of the one that was there, or tells that this is not allowed.
#[cfg(unix)]
fn keep_owner(part: &Path, there: &Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt, chown};
    let Ok(made) = fs::metadata(part) else {
        return false;
    };
    let user = (made.uid() != there.uid()).then(|| there.uid());
    let group = (made.gid() != there.gid()).then(|| there.gid());
    (user.is_none() && group.is_none()) || chown(part, user, group).is_ok()
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &Metadata) -> bool {
    true
}

#[cfg(unix)]
fn has_other_names(there: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(there) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}

/// Whether both paths name one file that exists.
#[must_use]
pub fn same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |path| fs::metadata(path).map(|there| (there.dev(), there.ino()));
        matches!((identity(one), identity(other)), (Ok(one), Ok(other)) if one == other)
    }
    #[cfg(not(unix))]
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

/// A file that goes away when this is dropped or the process is told to end ([`remove_unfinished`]), unless it is
/// given another name before.
#[derive(Debug)]
pub struct Unfinished {
    path: PathBuf,
}

impl Unfinished {
    /// Makes a file that was not there.
    pub fn create(path: PathBuf) -> io::Result<(Unfinished, File)> {
        // The file is made while the list is held: whoever removes what is unfinished finds it.
        let mut list = unfinished();
        let file = File::create_new(&path)?;
        list.push(path.clone());
        Ok((Unfinished { path }, file))
    }

    /// Takes over a file that is there.
    pub(super) fn adopt(path: PathBuf) -> Unfinished {
        unfinished().push(path.clone());
        Unfinished { path }
    }

    /// Makes a file beside another one, under a name of its own.
    fn beside(path: &Path) -> io::Result<(Unfinished, File)> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Relaxed);
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}-{number}.part", std::process::id()));
        Unfinished::create(path.with_file_name(name))
    }

    /// The file is whole: its content goes into one that is there and stays the same file.
    fn copy_into(&self, path: &Path) -> io::Result<()> {
        let mut from = File::open(&self.path)?;
        let mut to = File::options().write(true).truncate(true).open(path)?;
        io::copy(&mut from, &mut to).map(drop)
    }

    /// The file is whole: it gets its name and stays.
    pub fn finish(self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.path);
        // After the renaming there is nothing to remove.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn room(name: &str) -> PathBuf {
        let room = std::env::temp_dir().join(format!("sidle-whole-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&room);
        fs::create_dir_all(&room).expect("a directory");
        room
    }

    fn put(path: &Path, text: &str) {
        write_whole::<io::Error>(path, |out| out.write_all(text.as_bytes())).expect("written");
    }

    #[test]
    fn permissions_and_links_stay() {
        let room = room("links");
        let file = room.join("file");
        put(&file, "one");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
        put(&file, "two");
        assert_eq!(fs::metadata(&file).expect("there").mode() & 0o777, 0o640);

        let (link, dangling) = (room.join("link"), room.join("dangling"));
        symlink("file", &link).expect("a link");
        put(&link, "three");
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("text"), "three");
        symlink("later", &dangling).expect("a link");
        put(&dangling, "four");
        assert_eq!(
            fs::read_to_string(room.join("later")).expect("text"),
            "four"
        );

        let second = room.join("second");
        fs::hard_link(&file, &second).expect("a link");
        put(&file, "five");
        assert_eq!(fs::read_to_string(&second).expect("text"), "five");
        assert!(same_file(&file, &second) && same_file(&file, &link));
        assert!(!same_file(&file, &dangling) && !same_file(&file, &room.join("none")));

        symlink("round", room.join("round")).expect("a link");
        assert!(write_whole::<io::Error>(&room.join("round"), |_| Ok(())).is_err());
        let names = fs::read_dir(&room).expect("a directory").flatten();
        assert!(
            !names
                .into_iter()
                .any(|entry| { entry.file_name().to_string_lossy().ends_with(".part") })
        );
        fs::remove_dir_all(&room).expect("removed");
    }

    /// Root gives a file away, others give it to another one of their groups.
    #[test]
    fn the_owner_stays() {
        let room = room("owner");
        let file = room.join("file");
        put(&file, "one");
        let made = fs::metadata(&file).expect("there");
        let given = match made.uid() {
            0 => Some((12345, 54321)),
            user => other_group(made.gid()).map(|group| (user, group)),
        };
        match given {
            Some((user, group)) => {
                std::os::unix::fs::chown(&file, Some(user), Some(group)).expect("given away");
                fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("permissions");
                put(&file, "two");
                let there = fs::metadata(&file).expect("there");
                assert_eq!((there.uid(), there.gid()), (user, group));
                assert_eq!(there.mode() & 0o777, 0o640);
                assert_eq!(fs::read_to_string(&file).expect("text"), "two");
            }
            // Not `eprintln!`, which is shown of failed tests only.
            None => writeln!(
                io::stderr(),
                "skipped: the_owner_stays, as a user of one group"
            )
            .expect("written"),
        }
        fs::remove_dir_all(&room).expect("removed");
    }

    /// A group of this process that is not `own`, where the system lists them.
    fn other_group(own: u32) -> Option<u32> {
        let status = fs::read_to_string("/proc/self/status").ok()?;
        let groups = status
            .lines()
            .find_map(|line| line.strip_prefix("Groups:"))?;
        let groups = groups
            .split_whitespace()
            .filter_map(|group| group.parse().ok());
        groups.into_iter().find(|&group| group != own)
    }

    #[test]
    fn open_descriptors_have_names() {
        use std::{io::Read, os::fd::AsRawFd};
        let (mut reader, writer) = io::pipe().expect("a pipe");
        put(
            &PathBuf::from(format!("/dev/fd/{}", writer.as_raw_fd())),
            "text",
        );
        drop(writer);
        let mut read = String::new();
        reader.read_to_string(&mut read).expect("text");
        assert_eq!(read, "text");
    }

    #[test]
    fn a_file_behind_a_descriptor_keeps_what_it_holds() {
        use std::os::fd::AsRawFd;
        let room = room("descriptor");
        let (file, linked) = (room.join("file"), room.join("link"));
        fs::write(&file, "kept ").expect("written");
        let open = File::options().append(true).open(&file).expect("open");
        let name = PathBuf::from(format!("/dev/fd/{}", open.as_raw_fd()));
        put(&name, "added ");
        symlink(&name, &linked).expect("a link");
        put(&linked, "again");
        assert_eq!(fs::read_to_string(&file).expect("text"), "kept added again");
        fs::remove_file(&file).expect("removed");
        put(&name, "gone");
        let left: Vec<_> = fs::read_dir(&room)
            .expect("a directory")
            .flatten()
            .collect();
        assert_eq!(left.len(), 1, "only the link: {left:?}");
        fs::remove_dir_all(&room).expect("removed");
    }

    #[test]
    fn what_is_private_is_never_shown() {
        let room = room("private");
        let file = room.join("file");
        put(&file, "one");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("permissions");
        write_whole::<io::Error>(&file, |out| {
            for entry in fs::read_dir(&room)?.flatten() {
                assert_eq!(entry.metadata()?.mode() & 0o777, 0o600);
            }
            out.write_all(b"two")
        })
        .expect("written");
        fs::remove_dir_all(&room).expect("removed");
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let room = room("failure");
        let file = room.join("file");
        put(&file, "old");
        let failed = write_whole(&file, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("no more"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&file).expect("text"), "old");
        assert_eq!(fs::read_dir(&room).expect("a directory").count(), 1);
        fs::remove_dir_all(&room).expect("removed");
    }
}
