//! Searches for unicycles that can be stopped and gone on with.
//!
//! ```
//! use sidle::{core::Meter, unicycles::{SavedSearch, Stage, Task}};
//! use sidle::values::{Store, unicycle::{Exits, Pattern}};
//! let (store, meter) = (Store::new(), Meter::unlimited());
//! let stages = [Stage::new("nimbers:2", Exits::nimbers(&store, 2, &meter)?, &meter)?];
//! let pattern: Pattern = "LLRR".parse()?;
//! let task = Task::pattern(&pattern, &stages);
//! let bytes = SavedSearch::new(task.clone()).to_bytes();
//! let saved = SavedSearch::parse(&bytes, &task)?;
//! saved.verify_stage(&pattern, &stages)?;
//! assert_eq!(saved.stage(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    core::{Envelope, EnvelopeError, Meter, StopReason},
    values::unicycle::{Exhausted, Exits, Finder, Pattern, Settled, test},
};

const ENVELOPE: Envelope = Envelope::new("unicycles", 3);

/// One set of exits with the search over it.
#[derive(Debug)]
pub struct Stage {
    /// As typed.
    pub name: String,
    /// The exits.
    pub exits: Exits,
    /// The search.
    pub finder: Finder,
}

impl Stage {
    /// The search over a set of exits.
    pub fn new(name: &str, exits: Exits, meter: &Meter) -> Result<Stage, StopReason> {
        Ok(Stage {
            name: name.to_owned(),
            finder: Finder::new(exits.table().clone(), meter)?,
            exits,
        })
    }
}

/// What is being searched; a file belongs to one task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// A pattern, or the length of all patterns.
    search: String,
    /// The sets of exits as typed.
    exits: Vec<String>,
}

impl Task {
    /// One pattern.
    #[must_use]
    pub fn pattern(pattern: &Pattern, stages: &[Stage]) -> Task {
        Task::new(pattern.to_string(), stages)
    }

    /// All patterns of a length.
    #[must_use]
    pub fn all(length: usize, stages: &[Stage]) -> Task {
        Task::new(length.to_string(), stages)
    }

    fn new(search: String, stages: &[Stage]) -> Task {
        let exits = stages.iter().map(|stage| stage.name.clone()).collect();
        Task { search, exits }
    }
}

/// Why the state of a search cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedSearchError {
    /// Not a saved search of this version as it was written.
    #[error("{0}")]
    Envelope(#[from] EnvelopeError),
    /// Another task.
    #[error("the checkpoint belongs to another search; name another file or remove it")]
    Task,
    /// A state that no search has.
    #[error("the checkpoint is damaged or forged: {0}; remove it to begin again")]
    Damaged(String),
    /// A limit or a person stopped the verification.
    #[error("{0}")]
    Stopped(#[from] StopReason),
}

fn damaged(what: impl Into<String>) -> SavedSearchError {
    SavedSearchError::Damaged(what.into())
}

/// The state of a search, field by field as it stands in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSearch {
    task: Task,
    /// One pattern: the number of the set being searched.
    stage: usize,
    /// One pattern: how many exits are fixed in each subtree of that set's search.
    depth: usize,
    /// One pattern: a digit for each subtree, 1 for an exhausted one.
    subtrees: String,
    /// Many patterns: each settled one with its set and exits, or null.
    settled: BTreeMap<String, Option<(usize, Vec<u32>)>>,
}

impl SavedSearch {
    /// A search that has not begun.
    #[must_use]
    pub fn new(task: Task) -> SavedSearch {
        SavedSearch {
            task,
            stage: 0,
            depth: 0,
            subtrees: String::new(),
            settled: BTreeMap::new(),
        }
    }

    /// Reads the state of a task. It is believed only after [`verify_stage`](Self::verify_stage) or
    /// [`verify_settled`](Self::verify_settled).
    pub fn parse(bytes: &[u8], task: &Task) -> Result<SavedSearch, SavedSearchError> {
        let saved: SavedSearch = serde_json::from_slice(ENVELOPE.open(bytes)?)
            .map_err(|error| damaged(error.to_string()))?;
        if saved.task != *task {
            return Err(SavedSearchError::Task);
        }
        Ok(saved)
    }

    /// The bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = serde_json::to_string(self).unwrap_or_default() + "\n";
        ENVELOPE.seal(text.as_bytes())
    }

    /// One pattern: refuses a state that no search over these sets can have.
    pub fn verify_stage(
        &self,
        pattern: &Pattern,
        stages: &[Stage],
    ) -> Result<(), SavedSearchError> {
        let (depth, subtrees) = (self.depth, &self.subtrees);
        let fits = match stages.get(self.stage) {
            None => self.stage == stages.len() && depth == 0 && subtrees.is_empty(),
            Some(_) if depth == 0 => subtrees.len() <= 1,
            Some(stage) => {
                depth <= pattern.len() && stage.finder.subtrees(depth) == Some(subtrees.len())
            }
        };
        let digits = subtrees.bytes().all(|digit| b"01".contains(&digit));
        if !fits || !digits || !self.settled.is_empty() {
            return Err(damaged("its state does not fit the search"));
        }
        Ok(())
    }

    /// Many patterns: tests every unicycle that the file claims, and refuses the file if one is not what it
    /// says. That a set is exhausted cannot be tested short of searching it again.
    pub fn verify_settled(
        &self,
        length: usize,
        stages: &[Stage],
        meter: &Meter,
    ) -> Result<(), SavedSearchError> {
        if self.stage != 0 || self.depth != 0 || !self.subtrees.is_empty() {
            return Err(damaged("it holds the state of a single pattern"));
        }
        for (text, answer) in &self.settled {
            meter.check()?;
            let pattern = text.parse::<Pattern>().ok().filter(|pattern| {
                pattern.len() == length
                    && pattern.to_string() == *text
                    && pattern.is_admissible()
                    && pattern.necklace() == *pattern
            });
            let Some(pattern) = pattern else {
                let what = format!("`{text}` is not an admissible pattern of length {length}");
                return Err(damaged(what));
            };
            if let Some((stage, exits)) = answer {
                verify_unicycle(&pattern, *stage, exits, stages)?;
            }
        }
        Ok(())
    }

    /// One pattern: the set to go on with.
    #[must_use]
    pub fn stage(&self) -> usize {
        self.stage
    }

    /// One pattern: what is exhausted already of that set's search.
    #[must_use]
    pub fn exhausted(&self, stage: usize) -> Exhausted {
        if stage != self.stage {
            return Exhausted::default();
        }
        let subtrees = self.subtrees.chars().map(|c| c == '1').collect();
        Exhausted::from_parts(self.depth, subtrees)
    }

    /// One pattern: is anything recorded as exhausted? That is believed.
    #[must_use]
    pub fn has_exhausted(&self) -> bool {
        self.stage > 0 || self.subtrees.contains('1')
    }

    /// One pattern: where the search stands.
    pub fn set_stage(&mut self, stage: usize, exhausted: &Exhausted) {
        let digit = |&done: &bool| if done { '1' } else { '0' };
        self.stage = stage;
        self.depth = exhausted.depth();
        self.subtrees = exhausted.subtrees().iter().map(digit).collect();
    }

    /// Many patterns: the answer for one of them.
    #[must_use]
    pub fn settled(&self, pattern: &Pattern) -> Option<Settled> {
        Some(match self.settled.get(&pattern.to_string())? {
            Some((stage, exits)) => Settled::Realized {
                stage: *stage,
                exits: exits.clone(),
            },
            None => Settled::Exhausted,
        })
    }

    /// Many patterns: keeps an answer.
    pub fn settle(&mut self, pattern: &Pattern, settled: Settled) {
        let answer = match settled {
            Settled::Realized { stage, exits } => Some((stage, exits)),
            Settled::Exhausted => None,
        };
        self.settled.insert(pattern.to_string(), answer);
    }
}

fn verify_unicycle(
    pattern: &Pattern,
    stage: usize,
    exits: &[u32],
    stages: &[Stage],
) -> Result<(), SavedSearchError> {
    let Some(stage) = stages.get(stage) else {
        return Err(damaged(format!("{pattern} has no set number {stage}")));
    };
    let table = stage.exits.table();
    if !exits.iter().all(|exit| table.candidates().contains(exit)) {
        let what = format!("{pattern} has an exit that is not in its set");
        return Err(damaged(what));
    }
    test(table, pattern, exits).map_err(|flaw| {
        damaged(format!(
            "{pattern} with the exits {exits:?} is not a unicycle: {flaw}"
        ))
    })
}
