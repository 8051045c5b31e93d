//! Every direct dependency on a foreign crate is explained in `docs/dependencies.md`.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::Context;

use crate::metadata::Metadata;

const PAGE: &str = "docs/dependencies.md";

/// Direct dependencies the page does not name, and names on the page that nothing uses.
pub(crate) fn check(root: &Path, metadata: &Metadata) -> anyhow::Result<Vec<String>> {
    let page = fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    let members = metadata.members();
    let own: BTreeSet<&str> = members
        .iter()
        .map(|package| package.name.as_str())
        .collect();
    let used: BTreeSet<&str> = members
        .iter()
        .flat_map(|package| &package.dependencies)
        .map(|dependency| dependency.name.as_str())
        .filter(|name| !own.contains(name))
        .collect();
    Ok(compare(&used, &named(&page)))
}

fn compare(used: &BTreeSet<&str>, named: &BTreeSet<&str>) -> Vec<String> {
    let missing = used
        .difference(named)
        .map(|name| format!("{name} is used but {PAGE} does not say what for"));
    let stale = named
        .difference(used)
        .map(|name| format!("{name} is explained in {PAGE} but nothing uses it"));
    missing.chain(stale).collect()
}

/// The names between backticks before the colon of each item `- … : …`.
fn named(page: &str) -> BTreeSet<&str> {
    page.lines()
        .filter_map(|line| line.strip_prefix("- ")?.split_once(": "))
        .flat_map(|(head, _)| {
            head.split('(')
                .next()
                .unwrap_or_default()
                .split('`')
                .skip(1)
                .step_by(2)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_before_the_colon() {
        let page = "# Page\ntext `no`\n- `a`, `b-c`: why `not-this`.\n- `d` (`Part`): because\n";
        assert_eq!(named(page), ["a", "b-c", "d"].into());
    }

    #[test]
    fn both_directions_are_compared() {
        let complaints = compare(&["a", "b"].into(), &["b", "c"].into());
        assert_eq!(complaints.len(), 2);
        assert!(complaints[0].starts_with("a is used"));
        assert!(complaints[1].starts_with("c is explained"));
    }
}
