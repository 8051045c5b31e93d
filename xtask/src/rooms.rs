//! Dependency directions: what the manifests say against the table of rooms in
//! `docs/architecture.md`, which is the only place where the rule is written. And no file may be too long to be read
//! at one sitting.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context, bail, ensure};
use cargo_metadata::{DependencyKind, Package};

use crate::metadata::Metadata;

const TABLE: &str = "docs/architecture.md";
/// The room whose naive code is the reference of everybody's tests.
const REFERENCE: &str = "sidle-check";

/// The most lines of a file.
const MOST_LINES: usize = 600;

/// What each crate may use, and the order of the rows.
struct Rooms {
    allowed: BTreeMap<String, BTreeSet<String>>,
    order: Vec<String>,
}

/// Everything in the manifests that the table does not allow.
pub(crate) fn check(root: &Path, metadata: &Metadata) -> anyhow::Result<Vec<String>> {
    let text = fs::read_to_string(root.join(TABLE)).context(TABLE)?;
    let rooms = parse(&text)?;
    let members: Vec<&Package> = metadata
        .members()
        .into_iter()
        .filter(|package| package.name.as_str() != "xtask")
        .collect();
    let names: BTreeSet<&str> = members.iter().map(|p| p.name.as_str()).collect();
    let mut complaints: Vec<String> = rooms
        .order
        .iter()
        .filter(|room| !names.contains(room.as_str()))
        .map(|room| format!("{room} has a row in {TABLE} but is not a crate"))
        .collect();
    for package in members {
        let uses: Vec<Use<'_>> = package.dependencies.iter().map(Use::from).collect();
        complaints.extend(rooms.complaints(&package.name, &uses, &names));
    }
    too_long(&root.join("crates"), &mut complaints)?;
    Ok(complaints)
}

/// Adds the source files in a folder that have too many lines.
fn too_long(folder: &Path, complaints: &mut Vec<String>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            too_long(&path, complaints)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            let lines = fs::read_to_string(&path)?.lines().count();
            if lines > MOST_LINES {
                let name = path.display();
                complaints.push(format!(
                    "{name} has {lines} lines, more than {MOST_LINES}; split it by what its parts are about"
                ));
            }
        }
    }
    Ok(())
}

/// One line of a dependency section.
#[derive(Clone, Copy)]
struct Use<'p> {
    name: &'p str,
    /// Do only tests, examples and benchmarks use it?
    in_tests: bool,
}

impl<'p> From<&'p cargo_metadata::Dependency> for Use<'p> {
    fn from(dependency: &'p cargo_metadata::Dependency) -> Use<'p> {
        Use {
            name: &dependency.name,
            in_tests: dependency.kind == DependencyKind::Development,
        }
    }
}

impl Rooms {
    fn complaints(&self, package: &str, uses: &[Use<'_>], names: &BTreeSet<&str>) -> Vec<String> {
        let Some(allowed) = self.allowed.get(package) else {
            return vec![format!("{package} has no row in {TABLE}")];
        };
        uses.iter()
            .filter(|used| names.contains(used.name) && !allowed.contains(used.name))
            .filter(|used| !(used.in_tests && self.tests_may(package, used.name)))
            .map(|used| format!("{package} uses {}, which {TABLE} does not allow", used.name))
            .collect()
    }

    /// Tests may compare with the reference code and with rooms further up; only the reference
    /// itself stays alone, because its independence is the point of it.
    fn tests_may(&self, package: &str, used: &str) -> bool {
        let place = |name: &str| self.order.iter().position(|room| room == name);
        package != REFERENCE && (used == REFERENCE || place(used) < place(package))
    }
}

/// Reads the rows `| crate | holds | may use |` of the first table with such a head.
fn parse(text: &str) -> anyhow::Result<Rooms> {
    let mut rooms = Rooms {
        allowed: BTreeMap::new(),
        order: Vec::new(),
    };
    let rows = text
        .lines()
        .skip_while(|line| !line.replace(' ', "").starts_with("|crate|holds|mayuse|"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        ensure!(
            cells.len() == 3,
            "{TABLE}: this row has not three cells: {row}"
        );
        let name = cells[0].trim_matches('`').to_owned();
        let allowed = allowed(cells[2], &rooms.order)?;
        rooms.order.push(name.clone());
        rooms.allowed.insert(name, allowed);
    }
    ensure!(!rooms.order.is_empty(), "{TABLE} has no table of rooms");
    Ok(rooms)
}

/// The cell "may use": `—`, `all above`, `sidle`, or short names such as `core, graph`. Only what
/// has a row above can be used, so that the table itself cannot hold a cycle.
fn allowed(cell: &str, above: &[String]) -> anyhow::Result<BTreeSet<String>> {
    match cell {
        "—" => return Ok(BTreeSet::new()),
        "all above" => return Ok(above.iter().cloned().collect()),
        _ => {}
    }
    let mut names = BTreeSet::new();
    for word in cell.split(',').map(str::trim) {
        let name = match word {
            "sidle" => "sidle".to_owned(),
            short => format!("sidle-{short}"),
        };
        if !above.contains(&name) {
            bail!("{TABLE}: `{word}` in a cell \"may use\" has no row above");
        }
        names.insert(name);
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "\
text
| crate | holds | may use |
|---|---|---|
| `sidle-core` | words | — |
| `sidle-check` | reference | core |
| `sidle-graph` | graphs | core |
| `sidle` | all | all above |
| `sidle-cli` | binary | sidle |

| crate | other |
";

    fn complaints(name: &str, uses: &[(&str, bool)]) -> usize {
        let rooms = parse(SMALL).expect("a table");
        let names = rooms.order.iter().map(String::as_str).collect();
        let uses: Vec<Use<'_>> = uses
            .iter()
            .map(|&(name, in_tests)| Use { name, in_tests })
            .collect();
        rooms.complaints(name, &uses, &names).len()
    }

    #[test]
    fn the_table_is_read() {
        let rooms = parse(SMALL).expect("a table");
        assert_eq!(rooms.order.len(), 5);
        assert!(rooms.allowed["sidle-core"].is_empty());
        assert_eq!(rooms.allowed["sidle"].len(), 3);
        assert!(rooms.allowed["sidle-cli"].contains("sidle"));
        assert!(parse("nothing").is_err());
        assert!(parse(&SMALL.replace("| core |", "| values |")).is_err());
    }

    #[test]
    fn a_long_file_is_seen() {
        let folder = std::env::temp_dir().join(format!("sidle-rooms-{}", std::process::id()));
        let inner = folder.join("src");
        fs::create_dir_all(&inner).expect("a folder");
        fs::write(inner.join("short.rs"), "\n".repeat(MOST_LINES)).expect("a file");
        fs::write(inner.join("long.txt"), "\n".repeat(2 * MOST_LINES)).expect("a file");
        let mut complaints = Vec::new();
        too_long(&folder, &mut complaints).expect("a folder");
        assert_eq!(complaints, Vec::<String>::new());
        fs::write(inner.join("long.rs"), "\n".repeat(MOST_LINES + 1)).expect("a file");
        too_long(&folder, &mut complaints).expect("a folder");
        assert!(
            complaints[0].contains("long.rs has 601 lines"),
            "{complaints:?}"
        );
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn a_use_against_the_direction_is_seen() {
        assert_eq!(complaints("sidle-graph", &[("sidle-core", false)]), 0);
        assert_eq!(complaints("sidle-graph", &[("serde", false)]), 0);
        assert_eq!(complaints("sidle-core", &[("sidle-graph", false)]), 1);
        assert_eq!(complaints("sidle-check", &[("sidle-graph", false)]), 1);
        assert_eq!(complaints("sidle-cli", &[("sidle-core", false)]), 1);
        assert_eq!(complaints("sidle-new", &[]), 1);
    }

    #[test]
    fn tests_may_use_the_reference_but_the_reference_stays_alone() {
        assert_eq!(complaints("sidle-graph", &[("sidle-check", true)]), 0);
        assert_eq!(complaints("sidle-cli", &[("sidle-core", true)]), 0);
        assert_eq!(complaints("sidle-core", &[("sidle-graph", true)]), 1);
        assert_eq!(complaints("sidle-check", &[("sidle-graph", true)]), 1);
    }
}
