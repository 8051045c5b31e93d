//! Licences: the SPDX expression of every package in the dependency graph against the list in
//! `deny.toml`, the same list that cargo-deny reads. Needs no network and no installed program.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context, ensure};
use serde::Deserialize;
use spdx::{Expression, ParseMode};

use crate::metadata::Metadata;

const LIST: &str = "deny.toml";

/// The part of the list that matters here.
#[derive(Deserialize)]
struct Deny {
    licenses: Licences,
}

#[derive(Deserialize)]
struct Licences {
    allow: BTreeSet<String>,
}

/// Packages whose licence the list does not allow.
pub(crate) fn check(root: &Path, metadata: &Metadata) -> anyhow::Result<Vec<String>> {
    let text = fs::read_to_string(root.join(LIST)).context(LIST)?;
    let Deny { licenses } = toml::from_str(&text).context(LIST)?;
    ensure!(
        !licenses.allow.is_empty(),
        "{LIST} allows no licence at all"
    );
    let complaint = |package: &&cargo_metadata::Package| {
        let what = format!("{} {}", package.name, package.version);
        let Some(expression) = package.license.as_deref() else {
            return Some(format!("{what} names no licence"));
        };
        match satisfied(expression, &licenses.allow) {
            Ok(true) => None,
            Ok(false) => Some(format!("{what}: {expression} is not allowed by {LIST}")),
            Err(error) => Some(format!("{what}: `{expression}`: {}", error.reason)),
        }
    };
    Ok(metadata.foreign().iter().filter_map(complaint).collect())
}

/// Whether the allowed licences satisfy an SPDX expression; the old `/` for `OR` is accepted.
fn satisfied(expression: &str, allowed: &BTreeSet<String>) -> Result<bool, spdx::ParseError> {
    let expression = Expression::parse_mode(expression, ParseMode::LAX)?;
    Ok(expression.evaluate(|licence| allowed.contains(&licence.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(expression: &str) -> Option<bool> {
        let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"];
        satisfied(expression, &allowed.map(str::to_owned).into()).ok()
    }

    #[test]
    fn expressions_are_evaluated() {
        for good in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "(GPL-3.0-only OR MIT) AND Zlib",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0",
        ] {
            assert_eq!(ask(good), Some(true), "{good}");
        }
        for bad in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0"] {
            assert_eq!(ask(bad), Some(false), "{bad}");
        }
        assert_eq!(ask("MIT OR"), None);
    }
}
