//! Process-wide state: every `static` of a library crate stands in the table of `docs/architecture.md` with its reason.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::Context;

const PAGE: &str = "docs/architecture.md";
/// Programs own their process.
const PROGRAMS: [&str; 2] = ["sidle-cli", "sidle-web"];

/// A file below `crates/` with the name of a static in it.
type Found = BTreeSet<(String, String)>;

/// Statics that the table does not name, and names of the table that are gone.
pub(crate) fn check(root: &Path) -> anyhow::Result<Vec<String>> {
    let page = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    let crates = root.join("crates");
    let mut found = Found::new();
    for entry in fs::read_dir(&crates)? {
        let folder = entry?.path();
        let name = folder.file_name().unwrap_or_default();
        if PROGRAMS.iter().all(|program| name != *program) {
            search(&folder.join("src"), &crates, &mut found)?;
        }
    }
    let listed = listed(&page);
    let missing = found.difference(&listed).map(|(file, name)| {
        format!("crates/{file} has the static `{name}`, which {PAGE} does not explain")
    });
    let stale = listed.difference(&found).map(|(file, name)| {
        format!("{PAGE} explains a static `{name}` of crates/{file}, which is not there")
    });
    Ok(missing.chain(stale).collect())
}

fn search(folder: &Path, crates: &Path, found: &mut Found) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            search(&path, crates, found)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = fs::read_to_string(&path)?;
            let file = path.strip_prefix(crates)?.display().to_string();
            found.extend(statics(&text).map(|name| (file.clone(), name.to_owned())));
        }
    }
    Ok(())
}

/// The names of the statics of a file, those of its tests left out.
fn statics(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    code.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = match line.strip_prefix("pub") {
            Some(rest) => rest.split_once(' ')?.1,
            None => line,
        };
        let name = line.strip_prefix("static ")?.split(':').next()?;
        let name = name.trim_start_matches("mut ");
        let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        name.chars().all(is_name).then_some(name)
    })
}

/// The rows `| file | static | why |` of the page.
fn listed(page: &str) -> Found {
    let rows = page
        .lines()
        .skip_while(|line| !line.replace(' ', "").starts_with("|file|static|why|"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let mut found = Found::new();
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        if let [_, file, names, ..] = cells[..] {
            let file = file.trim_matches('`');
            let names = names.split('`').skip(1).step_by(2);
            found.extend(names.map(|name| (file.to_owned(), name.to_owned())));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statics_are_found_and_read_from_the_table() {
        let code = "static A: u8 = 0;\npub(crate) static B_2: u8 = 1;\n    static C: u8 = 2;\nlet s = \"static var\";\n\
                    #[cfg(test)]\nmod tests {\nstatic D: u8 = 3;\n}\n";
        assert_eq!(statics(code).collect::<Vec<_>>(), ["A", "B_2", "C"]);
        let page = "| file | static | why |\n|---|---|---|\n| `x/src/a.rs` | `A`, `B` | because |\n\n| `y` | `C` | |\n";
        let names = ["A", "B"].map(|name| ("x/src/a.rs".to_owned(), name.to_owned()));
        assert_eq!(listed(page), names.into());
    }
}
