//! Locks on files that several processes read and replace.
//!
//! A file that is written beside its place and renamed is another file afterwards, so the lock of `FILE` is on `FILE.sidle-lock`
//! beside it. It is an advisory lock of the operating system and ends with its process, however that ends. The holder removes the
//! lock file; a process that is killed leaves it behind, empty and unlocked, and the next holder takes it over.

use std::{
    ffi::OsString,
    fs::{self, File, TryLockError},
    io::{
        self,
        ErrorKind::{PermissionDenied, ReadOnlyFilesystem, Unsupported},
    },
    path::Path,
};

use super::whole::{Unfinished, followed, is_descriptor};

/// What the name of a lock file ends with.
pub const LOCK_SUFFIX: &str = ".sidle-lock";

/// So often a lock file may be replaced while it is being locked.
const ATTEMPTS: usize = 100;

/// A lock on a file, which ends when this is dropped or the process ends.
#[derive(Debug)]
pub struct FileLock {
    /// Removed before the lock ends: a process that opens the name later makes a new file, and one that has opened it before finds
    /// that its file has no name any more.
    _name: Option<Unfinished>,
    _file: Option<File>,
}

impl FileLock {
    /// Locks a file, which need not exist, against other processes and other calls of this function. While another lock holds,
    /// returns an error of the kind [`io::ErrorKind::ResourceBusy`].
    ///
    /// In a directory where nothing can be created the file itself is locked, since it is written in place there
    /// ([`write_whole`](super::write_whole)). Devices, pipes and names of descriptors are not locked, and a file system without
    /// locks (`wasm32`) gives none.
    pub fn acquire(path: &Path) -> io::Result<FileLock> {
        let path = followed(path)?;
        let is_special = fs::metadata(&path).is_ok_and(|there| !there.is_file());
        if is_special || is_descriptor(&path) {
            return Ok(FileLock::none());
        }
        let mut name = OsString::from(path.file_name().unwrap_or_default());
        name.push(LOCK_SUFFIX);
        let beside = path.with_file_name(name);
        for _ in 0..ATTEMPTS {
            let Some((file, name)) = open(&beside, &path)? else {
                return Ok(FileLock::none());
            };
            match file.try_lock() {
                // Where files have no identity, two could lock a lock file that one of them removes.
                Ok(()) if is_at(&file, name) => {
                    let is_removed = cfg!(unix) && name == beside;
                    return Ok(FileLock {
                        _name: is_removed.then(|| Unfinished::adopt(beside)),
                        _file: Some(file),
                    });
                }
                // The holder before has just removed it.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => break,
                Err(TryLockError::Error(error)) if error.kind() == Unsupported => {
                    return Ok(FileLock::none());
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        let problem =
            "another process is using it; wait until that process ends, or use another name";
        Err(io::Error::new(io::ErrorKind::ResourceBusy, problem))
    }

    fn none() -> FileLock {
        FileLock {
            _name: None,
            _file: None,
        }
    }
}

/// The lock file, or the file itself where no file can be created; nothing where that cannot be read either.
fn open<'p>(beside: &'p Path, path: &'p Path) -> io::Result<Option<(File, &'p Path)>> {
    match File::options().create(true).append(true).open(beside) {
        Ok(file) => Ok(Some((file, beside))),
        // A lock file of another user can be read.
        Err(error)
            if matches!(
                error.kind(),
                PermissionDenied | ReadOnlyFilesystem | Unsupported
            ) =>
        {
            let mut names = [beside, path].into_iter();
            Ok(names.find_map(|name| Some((File::open(name).ok()?, name))))
        }
        Err(error) => Err(error),
    }
}

/// Does the name still stand for the open file?
#[cfg(unix)]
fn is_at(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |there: fs::Metadata| (there.dev(), there.ino());
    let [open, named] = [file.metadata(), fs::metadata(name)].map(|there| there.map(identity));
    matches!((open, named), (Ok(one), Ok(other)) if one == other)
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(all(test, unix))]
mod tests {
    use std::{io::ErrorKind, path::PathBuf};

    use super::*;

    fn room(name: &str) -> PathBuf {
        let room = std::env::temp_dir().join(format!("sidle-lock-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&room);
        fs::create_dir_all(&room).expect("a directory");
        room
    }

    fn count(room: &Path) -> usize {
        fs::read_dir(room).expect("a directory").count()
    }

    #[track_caller]
    fn is_refused(path: &Path) {
        let error = FileLock::acquire(path).expect_err("locked");
        assert_eq!(error.kind(), ErrorKind::ResourceBusy, "{error}");
    }

    #[test]
    fn a_file_is_locked_once_under_all_its_links_and_versions() {
        let room = room("once");
        let (file, other) = (room.join("file"), room.join("other"));
        std::os::unix::fs::symlink("file", room.join("link")).expect("a link");
        let lock = FileLock::acquire(&file).expect("free");
        let _other = FileLock::acquire(&other).expect("another file");
        is_refused(&file);
        is_refused(&room.join("link"));
        super::super::write_whole::<io::Error>(&file, |out| out.write_all(b"new"))
            .expect("written");
        is_refused(&file);
        drop(lock);
        let lock = FileLock::acquire(&room.join("link")).expect("free again");
        is_refused(&file);
        drop(lock);
        drop(_other);
        assert_eq!(count(&room), 2, "the file and its link");
        fs::remove_dir_all(&room).expect("removed");
    }

    #[test]
    fn a_lock_file_that_was_left_behind_locks_nothing() {
        let room = room("left");
        let left = room.join(format!("file{LOCK_SUFFIX}"));
        fs::write(&left, "").expect("written");
        let lock = FileLock::acquire(&room.join("file")).expect("free");
        is_refused(&room.join("file"));
        drop(lock);
        assert!(!left.exists());
        fs::remove_dir_all(&room).expect("removed");
    }

    /// Many holders come and go, and no two of them at a time.
    #[test]
    fn holders_take_turns() {
        use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
        let room = room("turns");
        let file = room.join("file");
        let (inside, turns) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..2000 {
                        match FileLock::acquire(&file) {
                            Ok(_lock) => {
                                assert_eq!(inside.fetch_add(1, SeqCst), 0);
                                turns.fetch_add(1, SeqCst);
                                assert_eq!(inside.fetch_sub(1, SeqCst), 1);
                            }
                            Err(error) => assert_eq!(error.kind(), ErrorKind::ResourceBusy),
                        }
                    }
                });
            }
        });
        assert!(turns.load(SeqCst) > 0);
        assert_eq!(count(&room), 0);
        fs::remove_dir_all(&room).expect("removed");
    }

    #[test]
    fn devices_and_descriptors_are_not_locked() {
        use std::os::fd::AsRawFd;
        let room = room("devices");
        let file = File::create(room.join("file")).expect("a file");
        let open = PathBuf::from(format!("/dev/fd/{}", file.as_raw_fd()));
        for name in [Path::new("/dev/null"), &open, &room] {
            let _one = FileLock::acquire(name).expect("not locked");
            let _two = FileLock::acquire(name).expect("not locked");
        }
        assert!(FileLock::acquire(&room.join("none").join("file")).is_err());
        assert_eq!(count(&room), 1);
        fs::remove_dir_all(&room).expect("removed");
    }
}
