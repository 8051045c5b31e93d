//! The names of the files that a search writes into its folder. No other file is touched.

use std::{fs, path::Path};

use sidle_graph::io::LOCK_SUFFIX;

use super::{DiskError, io_error};

/// What says which levels are whole.
pub(super) const MANIFEST: &str = "search.json";

/// What a name in the folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// `search.json`.
    Manifest,
    /// `level-00000`, `level-00001`, …
    Level,
    /// A level, a run or a manifest that was being written.
    Part,
    /// A file of somebody else.
    Foreign,
}

/// `level-00017`; more digits only where five are not enough.
fn is_level(name: &str) -> bool {
    let number = name.strip_prefix("level-");
    number.is_some_and(|digits| {
        is_number(digits) && format!("{:0>5}", digits.trim_start_matches('0')) == digits
    })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Two numbers with a dash between them.
fn is_pair(text: &str) -> bool {
    text.split_once('-')
        .is_some_and(|(first, second)| is_number(first) && is_number(second))
}

fn role(name: &str) -> Role {
    if name == MANIFEST {
        return Role::Manifest;
    }
    if is_level(name) {
        return Role::Level;
    }
    let Some(stem) = name.strip_suffix(".part") else {
        return Role::Foreign;
    };
    let is_run = stem.strip_prefix("run-").is_some_and(is_pair);
    let manifest = stem.strip_prefix(MANIFEST);
    let is_manifest = manifest.is_some_and(|rest| rest.strip_prefix('.').is_some_and(is_pair));
    match is_level(stem) || is_run || is_manifest {
        true => Role::Part,
        false => Role::Foreign,
    }
}

/// The names in a folder with their roles, without the lock; a part that is not an ordinary file is foreign.
fn entries(folder: &Path) -> Result<Vec<(String, Role)>, DiskError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(io_error(folder))? {
        let entry = entry.map_err(io_error(folder))?;
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let name = entry.file_name().to_string_lossy().into_owned();
        let role = match entry.file_name().to_str().map(role) {
            Some(Role::Part) if !is_file => Role::Foreign,
            Some(role) => role,
            None => Role::Foreign,
        };
        if name.strip_suffix(LOCK_SUFFIX) != Some(MANIFEST) {
            found.push((name, role));
        }
    }
    found.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    Ok(found)
}

/// Refuses a folder with a file that no search writes.
pub(super) fn refuse_foreign(folder: &Path) -> Result<(), DiskError> {
    match entries(folder)?
        .into_iter()
        .find(|(_, role)| *role == Role::Foreign)
    {
        Some((name, _)) => Err(DiskError::Foreign(folder.display().to_string(), name)),
        None => Ok(()),
    }
}

/// Removes what a killed search left half done.
pub(super) fn sweep(folder: &Path) -> Result<(), DiskError> {
    let parts = entries(folder)?;
    let parts = parts.iter().filter(|(_, role)| *role == Role::Part);
    parts.map(|(name, _)| name).try_for_each(|name| {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(io_error(&path))
    })
}

/// Makes room for a new search where one ended before it had a manifest: it left no more than parts and level 0,
/// which is one state of so many bytes. Any other folder that is not empty is refused.
pub(super) fn clear_beginning(folder: &Path, bytes: u64) -> Result<(), DiskError> {
    let found = entries(folder)?;
    let is_rest = |(name, role): &(String, Role)| match role {
        Role::Part => true,
        Role::Level => {
            let level = fs::symlink_metadata(folder.join(name));
            let is_one_state = level.is_ok_and(|file| file.is_file() && file.len() <= bytes);
            name == "level-00000" && is_one_state
        }
        Role::Manifest | Role::Foreign => false,
    };
    if !found.iter().all(is_rest) {
        return Err(DiskError::Other(folder.display().to_string()));
    }
    found.iter().try_for_each(|(name, _)| {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(io_error(&path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_a_search_makes_are_its_own() {
        for name in [
            "level-00000.part",
            "run-0-12.part",
            "search.json.812-3.part",
        ] {
            assert_eq!(role(name), Role::Part, "{name}");
        }
        for name in ["level-00000", "level-00042", "level-123456"] {
            assert_eq!(role(name), Role::Level, "{name}");
        }
        for name in [
            "run-notes.txt",
            "thesis.part",
            "run-0-0",
            "run-0-.part",
            "run-1.part",
            "level-0",
            "level-000001",
            "level-1.part",
            "search.json.part",
            ".part",
        ] {
            assert_eq!(role(name), Role::Foreign, "{name}");
        }
    }
}
