//! Licences: the SPDX expression of every package in the dependency graph against the list in
//! `deny.toml`, the same list that cargo-deny reads. Needs no network and no installed program.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context, ensure};

use crate::metadata::Metadata;

const LIST: &str = "deny.toml";

/// Packages whose licence the list does not allow.
pub(crate) fn check(root: &Path, metadata: &Metadata) -> anyhow::Result<Vec<String>> {
    let text = fs::read_to_string(root.join(LIST)).context(LIST)?;
    let allowed = allow_list(&text)?;
    Ok(metadata
        .foreign()
        .into_iter()
        .filter_map(|package| {
            let what = format!("{} {}", package.name, package.version);
            match package.license.as_deref() {
                None => Some(format!("{what} names no licence")),
                Some(expression) => match satisfied(expression, &allowed) {
                    Some(true) => None,
                    Some(false) => Some(format!("{what}: {expression} is not allowed by {LIST}")),
                    None => Some(format!("{what}: `{expression}` is no licence expression")),
                },
            }
        })
        .collect())
}

/// The strings of `allow = [ … ]` in the section `[licenses]`.
fn allow_list(text: &str) -> anyhow::Result<BTreeSet<String>> {
    let lines: Vec<&str> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default().trim())
        .skip_while(|line| *line != "[licenses]")
        .skip(1)
        .take_while(|line| !line.starts_with("[") || line.starts_with("[\""))
        .collect();
    let section = lines.join(" ");
    let list = section
        .split_once("allow = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .map(|(list, _)| list)
        .with_context(|| format!("{LIST} has no `allow = [` in [licenses]"))?;
    let names: BTreeSet<String> = list
        .split(',')
        .map(|name| name.trim().trim_matches('"').to_owned())
        .filter(|name| !name.is_empty())
        .collect();
    ensure!(!names.is_empty(), "{LIST} allows no licence at all");
    Ok(names)
}

/// Whether the allowed licences satisfy an SPDX expression (`OR`, `AND`, `WITH`, parentheses, and
/// the old `/` for `OR`); `None` if it cannot be read.
fn satisfied(expression: &str, allowed: &BTreeSet<String>) -> Option<bool> {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let mut words = spaced.split_whitespace().peekable();
    let mut stack: Vec<Level> = vec![Level::default()];
    while let Some(word) = words.next() {
        match word {
            "(" => stack.push(Level::default()),
            ")" => {
                let value = stack.pop()?.value()?;
                stack.last_mut()?.operand(value)?;
            }
            "OR" => stack.last_mut()?.or()?,
            "AND" => stack.last_mut()?.and()?,
            name => {
                let mut licence = name.to_owned();
                if words.next_if_eq(&"WITH").is_some() {
                    licence = format!("{licence} WITH {}", words.next()?);
                }
                stack.last_mut()?.operand(allowed.contains(&licence))?;
            }
        }
    }
    match stack.as_slice() {
        [level] => level.value(),
        _ => None,
    }
}

/// One level of parentheses: finished alternatives, and the conjunction being read.
#[derive(Default)]
struct Level {
    finished: bool,
    conjunction: Option<bool>,
    /// Whether an operator is the last word read, so that an operand must follow.
    open: bool,
}

impl Level {
    fn operand(&mut self, value: bool) -> Option<()> {
        match self.conjunction {
            Some(_) if !self.open => return None,
            Some(so_far) => self.conjunction = Some(so_far && value),
            None => self.conjunction = Some(value),
        }
        self.open = false;
        Some(())
    }

    fn and(&mut self) -> Option<()> {
        if self.open || self.conjunction.is_none() {
            return None;
        }
        self.open = true;
        Some(())
    }

    fn or(&mut self) -> Option<()> {
        if self.open {
            return None;
        }
        self.finished |= self.conjunction.take()?;
        self.open = true;
        Some(())
    }

    fn value(&self) -> Option<bool> {
        match self.conjunction {
            Some(last) if !self.open => Some(self.finished || last),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(expression: &str) -> Option<bool> {
        let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"];
        satisfied(expression, &allowed.map(str::to_owned).into())
    }

    #[test]
    fn expressions_are_evaluated() {
        for good in [
            "MIT",
            "MIT OR GPL-3.0",
            "GPL-3.0 OR MIT",
            "MIT/Apache-2.0",
            "(GPL-3.0 OR MIT) AND Zlib",
            "GPL-3.0 AND BSD-3-Clause OR MIT",
            "MIT OR GPL-3.0 AND BSD-3-Clause",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0",
        ] {
            assert_eq!(ask(good), Some(true), "{good}");
        }
        for bad in [
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "Apache-2.0",
            "MIT AND (GPL-3.0 OR AGPL-3.0)",
            "(MIT OR Zlib) AND GPL-3.0",
        ] {
            assert_eq!(ask(bad), Some(false), "{bad}");
        }
        for nonsense in [
            "", "OR", "MIT OR", "MIT MIT", "(MIT", "MIT)", "MIT WITH", "AND MIT",
        ] {
            assert_eq!(ask(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn the_list_is_read_from_its_section() {
        let text = "[bans]\nallow = [\"x\"]\n[licenses]\n# allow = [\"GPL-3.0\"]\nallow = [\n  \"MIT\", # short\n  \"Zlib\",\n]\n[sources]\n";
        assert_eq!(
            allow_list(text).expect("a list"),
            ["MIT", "Zlib"].map(str::to_owned).into()
        );
        assert!(allow_list("[licenses]\n").is_err());
    }
}
