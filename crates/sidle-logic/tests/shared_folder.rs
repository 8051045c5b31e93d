//! A search on disk reads what it wrote itself, or ends with an error: files that others change never make it deny a way.

use std::{
    fs,
    path::{Path, PathBuf},
};

use sidle_core::Meter;
use sidle_graph::{Threads, io::FileLock};
use sidle_logic::search::{DiskError, Folder, Found, Space, search_on_disk};

/// A start with 3000 neighbours, each of which leads to a state of its own. The only goal follows from the first of them.
struct Star<'a> {
    /// Called when the last neighbour of the start is expanded; runs of its level are written by then.
    late: &'a (dyn Fn() + Sync),
}

const RAYS: u64 = 3000;

impl Space for Star<'_> {
    type Key = u64;
    type Scratch = ();

    fn neighbours(&self, key: u64, (): &mut (), out: &mut Vec<u64>) {
        match key {
            0 => out.extend(1..=RAYS),
            _ if key <= RAYS => out.extend([0, key + RAYS]),
            _ => out.push(key - RAYS),
        }
        if key == RAYS {
            (self.late)();
        }
    }

    fn is_goal(&self, key: u64) -> bool {
        key == RAYS + 1
    }

    fn is_state(&self, key: u64) -> bool {
        key <= 2 * RAYS
    }
}

fn search(
    folder: &Path,
    threads: usize,
    late: &(dyn Fn() + Sync),
) -> Result<Found<u64>, DiskError> {
    let folder = Folder {
        path: folder.to_owned(),
        task: "star".to_owned(),
        buffer: 0,
    };
    let meter = Meter::unlimited();
    search_on_disk(&Star { late }, 0, &folder, Threads::new(threads), &meter)
}

/// An empty folder, or the files in it whose names begin so.
fn empty(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sidle-shared-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn files(folder: &Path, beginning: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(beginning));
    named.map(|entry| entry.path()).collect()
}

const WAY: [u64; 3] = [0, 1, RAYS + 1];

#[test]
fn runs_that_others_replace_are_read_as_they_were_written() {
    let folder = empty("replaced");
    let replace = || {
        let runs = files(&folder, "run-");
        assert!(!runs.is_empty(), "no run is written yet");
        for run in runs {
            fs::remove_file(&run).expect("a run");
            fs::write(&run, [0; 8]).expect("a run");
        }
    };
    let found = search(&folder, 1, &replace).expect("the folder is good");
    assert_eq!(found.way.as_deref(), Some(&WAY[..]));
    fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn runs_and_levels_that_others_change_are_errors() {
    for (name, threads) in [
        ("run-", 1),
        ("run-", 2),
        ("level-00000", 1),
        ("level-00001", 1),
    ] {
        let changes: [(&str, &(dyn Fn(&Path) + Sync)); 2] = [
            ("cut", &|file| {
                let open = fs::File::options().write(true).open(file);
                open.and_then(|file| file.set_len(0)).expect("cut");
            }),
            ("changed", &|file| {
                let length = fs::metadata(file).expect("a file").len();
                let other = vec![0; usize::try_from(length).expect("short")];
                // In place: it stays the same file.
                fs::write(file, other).expect("changed");
            }),
        ];
        for (change, apply) in changes {
            if (name, change) == ("level-00000", "changed") {
                // The start is all zeros.
                continue;
            }
            let folder = empty(&format!("{name}{change}-{threads}"));
            let late = || {
                let changed = files(&folder, name);
                assert!(!changed.is_empty(), "no {name} is written yet");
                changed.iter().for_each(|file| apply(file));
            };
            let refused = search(&folder, threads, &late);
            assert!(
                matches!(refused, Err(DiskError::Damaged(..))),
                "{name} {change}: {refused:?}"
            );
            fs::remove_dir_all(folder).expect("removed");
        }
    }
}

#[test]
fn levels_that_others_remove_are_errors() {
    for name in ["level-00000", "level-00001"] {
        let folder = empty(&format!("removed-{name}"));
        let late = || fs::remove_file(folder.join(name)).expect("a level");
        let refused = search(&folder, 1, &late).expect_err("a level is missing");
        assert!(matches!(refused, DiskError::Damaged(..)), "{refused}");
        assert!(refused.to_string().contains("is not there"), "{refused}");
        fs::remove_dir_all(folder).expect("removed");
    }
}

#[test]
fn a_folder_in_use_is_refused() {
    let folder = empty("locked");
    let second = || {
        let refused = search(&folder, 1, &|| ()).expect_err("in use").to_string();
        assert!(
            refused.starts_with(&folder.display().to_string()),
            "{refused}"
        );
        assert!(refused.contains("another process is using it"), "{refused}");
    };
    let found = search(&folder, 1, &second).expect("a folder");
    assert_eq!(found.way.as_deref(), Some(&WAY[..]));
    let lock = FileLock::acquire(&folder.join("search.json")).expect("the search is over");
    second();
    drop(lock);
    let again = search(&folder, 1, &|| ()).expect("a folder");
    assert_eq!((again.way, again.levels), (found.way, found.levels));
    assert!(
        files(&folder, "search.json.").is_empty(),
        "the lock is removed"
    );
    fs::remove_dir_all(folder).expect("removed");
}
