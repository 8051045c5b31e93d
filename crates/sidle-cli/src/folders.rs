//! Folders of classes: `--path DIR`, before or after the verb, and a folder in the user's home.

use std::{
    collections::BTreeSet,
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use clap::Args;
use sidle::graph::io::same_file;

static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Where classes come from.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Folders {
    /// A folder of classes (FILE.cgs), its subfolders are packages; may stand before the verb, and
    /// more than once. `CGScript` in your home is searched as well
    #[arg(help_heading = "Classes", long, value_name = "DIR")]
    pub(crate) path: Vec<PathBuf>,
}

/// The verbs that see classes.
const EVALUATING: [&str; 12] = [
    "eval",
    "run",
    "thermograph",
    "check-script",
    "new",
    "loopy",
    "value",
    "outcome",
    "moves",
    "table",
    "draw",
    "play",
];

/// Takes `--path DIR` out of the arguments, wherever it stands before `--`, and remembers the folders:
/// a session of any verb sees their classes.
pub(crate) fn take(arguments: Vec<OsString>) -> Vec<OsString> {
    let evaluates = arguments.iter().skip(1).find_map(|argument| {
        let text = argument.to_str()?;
        EVALUATING.contains(&text).then_some(())
    });
    let no_verb = arguments
        .get(1)
        .is_none_or(|first| first.to_string_lossy().starts_with('-'));
    if evaluates.is_none() && !no_verb {
        return arguments;
    }
    let mut kept = Vec::with_capacity(arguments.len());
    let mut folders = Vec::new();
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        if argument == "--" {
            kept.push(argument);
            kept.extend(arguments);
            break;
        }
        if argument == "--path" {
            match arguments.next() {
                Some(folder) => folders.push(PathBuf::from(folder)),
                None => kept.push(argument),
            }
            continue;
        }
        match argument
            .to_str()
            .and_then(|text| text.strip_prefix("--path="))
        {
            Some(folder) => folders.push(PathBuf::from(folder)),
            None => kept.push(argument),
        }
    }
    remember(folders);
    kept
}

fn remember(folders: Vec<PathBuf>) {
    FOLDERS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .extend(folders);
}

/// The folders that were asked for.
pub(crate) fn asked() -> Vec<PathBuf> {
    FOLDERS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// All folders that classes come from: those in the user's home, and those that were asked for.
pub(crate) fn all() -> Vec<PathBuf> {
    let home = env::var_os("HOME").map(PathBuf::from);
    let usual = home.iter().flat_map(|home| {
        let names = ["CGScript", "Documents/CGScript"];
        names.map(|name| home.join(name))
    });
    let mut folders: Vec<PathBuf> = usual.filter(|folder| folder.is_dir()).collect();
    folders.extend(asked());
    folders
}

fn is_name(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Is this the file of a class in one of the folders, under whatever name: a hard link and a symbolic one lead to
/// it as well?
pub(crate) fn is_class(path: &Path) -> bool {
    let folders = all();
    is_script(path) && folders.iter().any(|folder| lies_in(path, folder))
        || folders.iter().any(|folder| holds_class(folder, path))
}

fn is_script(path: &Path) -> bool {
    path.extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("cgs"))
}

/// Does it lie in the folder, where it stands or where a link leads?
fn lies_in(path: &Path, folder: &Path) -> bool {
    let beside = path.parent().map(|folder| folder.join("."));
    let mut places = [Some(path.to_owned()), beside].into_iter().flatten();
    let folder = folder.canonicalize();
    folder.is_ok_and(|folder| {
        places.any(|place| place.canonicalize().is_ok_and(|it| it.starts_with(&folder)))
    })
}

/// Is it a folder whose name can be written in front of a class?
fn is_package(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(is_name) && path.is_dir()
}

/// Is one of the classes in the folder and its packages this very file?
fn holds_class(folder: &Path, path: &Path) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        // Links may lead in a circle.
        let Ok(place) = folder.canonicalize() else {
            continue;
        };
        if !seen.insert(place) {
            continue;
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let inner = entry.path();
            if is_script(&inner) {
                if same_file(&inner, path) {
                    return true;
                }
            } else if is_package(&inner) {
                open.push(inner);
            }
        }
    }
    false
}

/// A folder that is not there is told before anything is evaluated.
pub(crate) fn check() -> anyhow::Result<()> {
    for folder in asked() {
        anyhow::ensure!(
            folder.is_dir(),
            "--path {}: no such folder",
            folder.display()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_taken_from_any_place_before_two_dashes() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        assert_eq!(
            take(words("sidle --path a eval --path=b x -- --path")),
            words("sidle eval x -- --path")
        );
        assert_eq!(
            take(words("sidle graph --path a")),
            words("sidle graph --path a")
        );
        assert!(asked().len() >= 2);
    }
}
