//! Folders of classes: `--path DIR`, before or after the verb, and a folder in the user's home.

use std::{
    env,
    ffi::OsString,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use clap::Args;
use sidle::lang::Session;

static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Where classes come from.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Classes")]
pub(crate) struct Folders {
    /// A folder of classes (FILE.cgs), its subfolders are packages; may stand before the verb, and
    /// more than once. `CGScript` in your home is searched as well
    #[arg(long, value_name = "DIR")]
    pub(crate) path: Vec<PathBuf>,
}

/// Takes `--path DIR` out of the arguments, wherever it stands before `--`, and remembers the folders:
/// a session of any verb sees their classes.
pub(crate) fn take(arguments: Vec<OsString>) -> Vec<OsString> {
    let evaluates = arguments.iter().skip(1).find_map(|argument| {
        let text = argument.to_str()?;
        ["eval", "run", "thermograph", "check-script", "new", "loopy"]
            .contains(&text)
            .then_some(())
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

/// A session that sees the classes of all folders.
pub(crate) fn session() -> Session {
    let mut session = Session::new();
    if let Some(home) = env::var_os("HOME").map(PathBuf::from) {
        for folder in [home.join("CGScript"), home.join("Documents/CGScript")] {
            if folder.is_dir() {
                session.add_folder(&folder);
            }
        }
    }
    for folder in asked() {
        session.add_folder(&folder);
    }
    session
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
