//! Where the lines typed before are kept.

use std::{env, fs, path::PathBuf};

/// The history file: `$SIDLE_HISTORY`, else `sidle/history` in the user's state folder. `None` if
/// there is no home, or the variable is set and empty.
pub(super) fn file() -> Option<PathBuf> {
    if let Some(path) = env::var_os("SIDLE_HISTORY") {
        return (!path.is_empty()).then(|| path.into());
    }
    let set = |name: &str| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let folder = set("XDG_STATE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| Some(set("HOME")?.join(".local/state")))?
        .join("sidle");
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
