//! The files of the page, which the binary holds.

/// The first page.
pub(crate) const INDEX: &[u8] = include_bytes!("../../page/index.html");

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// Names and contents, sorted.
        const FILES: &[(&str, &[u8])] = &[$(($name, include_bytes!(concat!("../../page/", $name)))),+];
    };
}

files! {
    "app.js",
    "board/board.js",
    "board/graph.js",
    "board/heaps.js",
    "board/rows.js",
    "board/speak.js",
    "document/document.js",
    "document/export.js",
    "document/file.js",
    "document/history.js",
    "document/lessons.js",
    "document/link.js",
    "document/run.js",
    "document/served.js",
    "document/storage.js",
    "engine/engine.js",
    "engine/pending.js",
    "engine/socket-engine.js",
    "engine/worker-engine.js",
    "engine/worker.js",
    "icon.svg",
    "style.css",
    "vendor/LICENSES.txt",
    "vendor/codemirror-6.43.15.js",
    "vendor/htm-preact-3.1.1.js",
    "views/answer.js",
    "views/boardcell.js",
    "views/cell.js",
    "views/editor.js",
    "views/explorer.js",
    "views/markdown.js",
    "views/math.js",
    "views/play.js",
    "views/results.js",
    "views/sheet.js",
    "views/value.js",
}

/// A file by its name; no other name leads anywhere.
pub(crate) fn find(name: &str) -> Option<(&'static str, &'static [u8])> {
    let at = FILES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(FILES[at])
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// What only a static site or a reader of the source needs.
    const LEFT_OUT: [&str; 4] = [
        "index.html",
        "offline.js",
        "vendor/TABLE.md",
        "vendor/codemirror-entry.js",
    ];

    #[test]
    fn every_file_of_the_page_is_in_the_binary() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut found = Vec::new();
        let mut folders = vec![page.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(&page).unwrap();
                let name = name.to_str().unwrap().replace('\\', "/");
                let types = name.ends_with(".d.ts");
                if !types && !name.starts_with("test/") && !LEFT_OUT.contains(&name.as_str()) {
                    found.push(name);
                }
            }
        }
        found.sort();
        let held: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(held, found);
        assert!(find("app.js").is_some());
        assert!(find("../Cargo.toml").is_none());
    }
}
