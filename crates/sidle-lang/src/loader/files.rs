//! Folders of class files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{Classes, Written};

/// Folders inside folders: more than this is not looked into.
const MAX_DEPTH: usize = 20;
/// No more files than this are looked at.
const MAX_FILES: usize = 20_000;

impl Classes {
    /// Adds a folder of classes; its subfolders are packages.
    pub(crate) fn add_folder(&mut self, folder: &Path) {
        self.prepare();
        self.folders.push(folder.to_owned());
        self.scan(folder);
    }

    fn scan(&mut self, folder: &Path) {
        let mut waiting: Vec<(PathBuf, String, usize)> =
            vec![(folder.to_owned(), String::new(), 0)];
        let mut files = 0;
        while let Some((folder, package, depth)) = waiting.pop() {
            let Ok(entries) = fs::read_dir(&folder) else {
                continue;
            };
            let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
            paths.sort();
            for path in paths {
                files += 1;
                if files > MAX_FILES {
                    return;
                }
                let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else {
                    continue;
                };
                let qualified = if package.is_empty() {
                    stem.to_owned()
                } else {
                    format!("{package}.{stem}")
                };
                if path.is_dir() {
                    if depth < MAX_DEPTH && is_name(stem) {
                        waiting.push((path, qualified, depth + 1));
                    }
                } else if path.extension().is_some_and(|end| end == "cgs") && is_name(stem) {
                    let stamp = fs::metadata(&path).and_then(|data| data.modified()).ok();
                    self.stamps.insert(path.clone(), stamp);
                    self.know(&qualified, Written::File(path));
                }
            }
        }
    }

    /// Looks at the folders again. If a file has changed, come or gone, all users' classes are read
    /// anew when they are next used. True if so.
    pub(crate) fn refresh(&mut self) -> bool {
        let before = std::mem::take(&mut self.stamps);
        self.written
            .retain(|_, written| matches!(written, Written::Prelude(_)));
        self.short_names.clear();
        for folder in self.folders.clone() {
            self.scan(&folder);
        }
        let changed = self.stamps != before;
        if changed {
            self.forget();
            self.constants.clear();
        }
        changed
    }
}

/// Can this be the name of a class or package?
fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic())
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}
