//! Digraphs as certificates write them, laid out in rows for linear-time checks.

use std::{collections::HashSet, fmt::Display};

use serde::{Deserialize, Deserializer};

use crate::Failure;

/// The failure of a certificate whose parts do not fit together.
pub(crate) fn misfit(reason: impl Into<String>) -> Failure {
    Failure::new("reading", "all lists fit together", reason)
}

/// How many entries of a list a claim shows.
const SHOWN: usize = 12;

/// The beginning of a list that may be long.
pub(crate) fn listed(
    items: impl ExactSizeIterator<Item = impl Display>,
    none: &str,
    between: &str,
) -> String {
    let all = items.len();
    let mut texts: Vec<String> = items.take(SHOWN).map(|item| item.to_string()).collect();
    if all > SHOWN {
        texts.push(format!("{} more", all - SHOWN));
    }
    if texts.is_empty() {
        none.to_owned()
    } else {
        texts.join(between)
    }
}

/// How many edges there are; an option that is listed twice is one edge.
pub(crate) fn edge_count(options: &[Vec<u32>]) -> usize {
    let mut sorted = Vec::new();
    let count = |row: &Vec<u32>| {
        sorted.clear();
        sorted.extend_from_slice(row);
        sorted.sort_unstable();
        sorted.dedup();
        sorted.len()
    };
    options.iter().map(count).sum()
}

/// Reads a field that may be `null` but not missing.
pub(crate) fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// The options of each vertex, one row behind the other.
#[derive(Debug)]
pub(crate) struct Rows {
    offsets: Vec<usize>,
    targets: Vec<u32>,
}

impl Rows {
    /// The rows of a certificate with these names and options. Every option must exist, and no two
    /// vertices may have one name.
    ///
    /// Cost: O(vertices + edges), expected.
    pub(crate) fn read(names: &[String], options: &[Vec<u32>]) -> Result<Rows, Failure> {
        let n = names.len();
        if options.len() != n {
            let found = options.len();
            return Err(misfit(format!("options: {found} entries, {n} expected")));
        }
        let mut known = HashSet::with_capacity(n);
        if let Some(name) = names.iter().find(|name| !known.insert(name.as_str())) {
            return Err(misfit(format!("two vertices are named {name:?}")));
        }
        for (v, row) in options.iter().enumerate() {
            if let Some(bad) = row.iter().find(|&&w| w as usize >= n) {
                return Err(misfit(format!("option {bad} of vertex {v} does not exist")));
            }
        }
        let mut rows = Rows::new();
        options.iter().for_each(|row| rows.push(row));
        Ok(rows)
    }

    /// No rows yet.
    pub(crate) fn new() -> Rows {
        Rows {
            offsets: vec![0],
            targets: Vec::new(),
        }
    }

    /// Adds the options of the next vertex.
    pub(crate) fn push(&mut self, options: &[u32]) {
        self.targets.extend_from_slice(options);
        self.offsets.push(self.targets.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    pub(crate) fn of(&self, v: usize) -> &[u32] {
        &self.targets[self.offsets[v]..self.offsets[v + 1]]
    }

    pub(crate) fn most_options(&self) -> usize {
        let lengths = self.offsets.windows(2).map(|pair| pair[1] - pair[0]);
        lengths.max().unwrap_or(0)
    }

    /// For each vertex the vertices that have it as an option, by a counting sort.
    pub(crate) fn reversed(&self) -> Rows {
        let mut offsets = vec![0; self.offsets.len()];
        for &w in &self.targets {
            offsets[w as usize + 1] += 1;
        }
        for v in 1..offsets.len() {
            offsets[v] += offsets[v - 1];
        }
        let mut next = offsets.clone();
        let mut targets = vec![0; self.targets.len()];
        for v in 0..self.len() {
            for &w in self.of(v) {
                targets[next[w as usize]] = v as u32;
                next[w as usize] += 1;
            }
        }
        Rows { offsets, targets }
    }
}
