//! The vendored files of the page: those that are there are those of the table, with its checksums.

use std::{fs, path::Path};

use anyhow::Context;
use sha2::{Digest, Sha256};

use crate::site::{PAGE, files_below};

/// Where files of others may lie.
const FOLDERS: [&str; 2] = ["vendor", "test"];
/// Files in these folders that are ours.
const OURS: [&str; 3] = [
    "vendor/TABLE.md",
    "vendor/LICENSES.txt",
    "vendor/codemirror-entry.js",
];
/// The licences of files; those of `deny.toml` in the words of the table.
const LICENCES: [&str; 4] = ["MIT", "Apache-2.0", "MPL-2.0", "ISC"];

/// A row of the table.
struct Row<'t> {
    file: &'t str,
    licences: Vec<&'t str>,
    checksum: &'t str,
}

/// What is wrong with the vendored files.
pub(crate) fn check(root: &Path) -> anyhow::Result<Vec<String>> {
    let page = root.join(PAGE);
    let table = page.join("vendor/TABLE.md");
    let text = fs::read_to_string(&table).with_context(|| table.display().to_string())?;
    let rows: Vec<Row<'_>> = text.lines().filter_map(row).collect();
    let mut complaints = Vec::new();
    if rows.is_empty() {
        complaints.push(format!("{}: the table has no rows", table.display()));
    }
    for Row {
        file,
        licences,
        checksum,
    } in &rows
    {
        let found = fs::read(page.join(file)).map(|bytes| hexadecimal(&Sha256::digest(bytes)));
        match found {
            Ok(found) if found == *checksum => {}
            Ok(found) => complaints.push(format!(
                "{file} has the checksum {found}, the table {checksum}"
            )),
            Err(error) => complaints.push(format!("{file}: {error}")),
        }
        for licence in licences {
            if !LICENCES.contains(licence) {
                complaints.push(format!("{file}: the licence {licence} is not accepted"));
            }
        }
    }
    for folder in FOLDERS {
        for path in files_below(&page.join(folder))? {
            let name = path
                .strip_prefix(&page)?
                .to_string_lossy()
                .replace('\\', "/");
            let named = rows.iter().any(|row| row.file == name);
            // Declarations of types are written here.
            let types = name.ends_with(".d.ts");
            if !named && !types && !OURS.contains(&name.as_str()) {
                complaints.push(format!("{name} is not in vendor/TABLE.md"));
            }
        }
    }
    Ok(complaints)
}

/// A line of the table with a file and a checksum.
fn row(line: &str) -> Option<Row<'_>> {
    let cells: Vec<&str> = line.strip_prefix('|')?.split('|').map(str::trim).collect();
    let &[file, _, licences, _, checksum, _] = cells.as_slice() else {
        return None;
    };
    Some(Row {
        file: file.strip_prefix('`')?.strip_suffix('`')?,
        licences: licences.split(", ").collect(),
        checksum: checksum.strip_prefix('`')?.strip_suffix('`')?,
    })
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read() {
        let read = row("| `vendor/a.js` | 1.0 | MIT, Apache-2.0 | npm | `00ff` |").unwrap();
        assert_eq!((read.file, read.checksum), ("vendor/a.js", "00ff"));
        assert_eq!(read.licences, ["MIT", "Apache-2.0"]);
        assert!(row("| file | version | licence | from | SHA-256 |").is_none());
        assert_eq!(hexadecimal(&Sha256::digest(b""))[..8], *"e3b0c442");
    }
}
