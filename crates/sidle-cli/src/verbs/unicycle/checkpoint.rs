//! The state of a search in a file.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, anyhow, bail};
use serde::{Deserialize, Serialize};
use sidle::{
    core::Meter,
    values::unicycle::{Exhausted, Pattern, Settled, test},
};

use super::stages::Stage;
use crate::files;

const FORMAT: &str = "sidle-unicycle-checkpoint";
const VERSION: u64 = 1;

/// A run over many patterns writes its file this often.
const INTERVAL: Duration = Duration::from_secs(2);

/// What is being searched; a file belongs to one task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Task {
    /// A pattern, or the length of all patterns.
    search: String,
    /// The sets of exits as typed.
    exits: Vec<String>,
}

impl Task {
    pub(super) fn pattern(pattern: &Pattern, stages: &[Stage]) -> Task {
        Task::new(pattern.to_string(), stages)
    }

    pub(super) fn all(length: usize, stages: &[Stage]) -> Task {
        Task::new(length.to_string(), stages)
    }

    fn new(search: String, stages: &[Stage]) -> Task {
        let exits = stages.iter().map(|stage| stage.name.clone()).collect();
        Task { search, exits }
    }
}

/// The file, field by field.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    format: String,
    version: u64,
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

/// The state of a search, kept in a file if one was named.
#[derive(Debug)]
pub(super) struct Checkpoint {
    path: Option<PathBuf>,
    contents: Contents,
    saved: Instant,
    /// The number of sets of exits.
    stages: usize,
}

impl Checkpoint {
    /// The state in the file, if there is one; otherwise a fresh start.
    pub(super) fn open(path: Option<&Path>, task: Task) -> anyhow::Result<Checkpoint> {
        let stages = task.exits.len();
        let fresh = Contents {
            format: FORMAT.to_owned(),
            version: VERSION,
            task,
            stage: 0,
            depth: 0,
            subtrees: String::new(),
            settled: BTreeMap::new(),
        };
        let contents = match path {
            Some(path) if path.exists() => read(path, &fresh.task)?,
            _ => fresh,
        };
        Ok(Checkpoint {
            path: path.map(Path::to_path_buf),
            contents,
            saved: Instant::now(),
            stages,
        })
    }

    /// One pattern: refuses a state that no search over these sets can have.
    pub(super) fn verify_stage(&self, pattern: &Pattern, stages: &[Stage]) -> anyhow::Result<()> {
        let Contents {
            stage,
            depth,
            subtrees,
            settled,
            ..
        } = &self.contents;
        let fits = match stages.get(*stage) {
            None => *stage == stages.len() && *depth == 0 && subtrees.is_empty(),
            Some(_) if *depth == 0 => subtrees.is_empty() || subtrees.len() == 1,
            Some(stage) => {
                *depth <= pattern.len() && stage.finder.subtrees(*depth) == Some(subtrees.len())
            }
        };
        if !fits || !settled.is_empty() || !subtrees.bytes().all(|digit| b"01".contains(&digit)) {
            return Err(self.damaged("its state does not fit the search"));
        }
        Ok(())
    }

    /// Many patterns: tests every unicycle that the file claims, and refuses the file if one is not what it
    /// says. That a set is exhausted cannot be tested short of searching it again.
    pub(super) fn verify_settled(
        &mut self,
        length: usize,
        stages: &[Stage],
        meter: &Meter,
    ) -> anyhow::Result<()> {
        if self.contents.stage != 0
            || self.contents.depth != 0
            || !self.contents.subtrees.is_empty()
        {
            return Err(self.damaged("it holds the state of a single pattern"));
        }
        for (text, answer) in &self.contents.settled {
            meter.check()?;
            let pattern = text.parse::<Pattern>().ok().filter(|pattern| {
                pattern.len() == length
                    && pattern.to_string() == *text
                    && pattern.is_admissible()
                    && pattern.necklace() == *pattern
            });
            let Some(pattern) = pattern else {
                return Err(self.damaged(&format!(
                    "`{text}` is not an admissible pattern of length {length}"
                )));
            };
            let Some((stage, exits)) = answer else {
                continue;
            };
            let Some(stage) = stages.get(*stage) else {
                return Err(self.damaged(&format!("{text} has no set number {stage}")));
            };
            let table = stage.exits.table();
            if !exits.iter().all(|exit| table.candidates().contains(exit)) {
                return Err(self.damaged(&format!("{text} has an exit that is not in its set")));
            }
            if let Err(flaw) = test(table, &pattern, exits) {
                return Err(self.damaged(&format!(
                    "{text} with the exits {exits:?} is not a unicycle: {flaw}"
                )));
            }
        }
        Ok(())
    }

    fn damaged(&self, what: &str) -> anyhow::Error {
        let name = self.path.as_deref().unwrap_or(Path::new("")).display();
        anyhow!("the checkpoint {name} is damaged or forged: {what}; remove it to begin again")
    }

    /// One pattern: the set to go on with.
    pub(super) fn stage(&self) -> usize {
        self.contents.stage
    }

    /// One pattern: what is exhausted already of that set's search.
    pub(super) fn exhausted(&self, stage: usize) -> Exhausted {
        if stage != self.contents.stage {
            return Exhausted::default();
        }
        let subtrees = self.contents.subtrees.chars().map(|c| c == '1').collect();
        Exhausted::from_parts(self.contents.depth, subtrees)
    }

    /// One pattern: where the search stands. Writes the file now and then.
    pub(super) fn keep_stage(&mut self, stage: usize, exhausted: &Exhausted) -> anyhow::Result<()> {
        if self.saved.elapsed() >= INTERVAL {
            self.save_stage(stage, exhausted)?;
        }
        Ok(())
    }

    /// One pattern: where the search stands, written at once.
    pub(super) fn save_stage(&mut self, stage: usize, exhausted: &Exhausted) -> anyhow::Result<()> {
        let digit = |&done: &bool| if done { '1' } else { '0' };
        self.contents.stage = stage;
        self.contents.depth = exhausted.depth();
        self.contents.subtrees = exhausted.subtrees().iter().map(digit).collect();
        self.save()
    }

    /// Many patterns: the answer for one of them.
    pub(super) fn settled(&self, pattern: &Pattern) -> Option<Settled> {
        let answer = self.contents.settled.get(&pattern.to_string())?;
        Some(match answer {
            Some((stage, exits)) if *stage < self.stages => Settled::Realized {
                stage: *stage,
                exits: exits.clone(),
            },
            Some(_) => return None,
            None => Settled::Exhausted,
        })
    }

    /// Many patterns: keeps an answer, and writes the file now and then.
    pub(super) fn settle(&mut self, pattern: &Pattern, settled: Settled) -> anyhow::Result<()> {
        let answer = match settled {
            Settled::Realized { stage, exits } => Some((stage, exits)),
            Settled::Exhausted => None,
        };
        self.contents.settled.insert(pattern.to_string(), answer);
        if self.saved.elapsed() >= INTERVAL {
            self.save()?;
        }
        Ok(())
    }

    /// Writes the file; a crash leaves the old state or the new one.
    pub(super) fn save(&mut self) -> anyhow::Result<()> {
        self.saved = Instant::now();
        let Some(path) = &self.path else {
            return Ok(());
        };
        let text = serde_json::to_string(&self.contents)?;
        files::write_whole(path, |out| Ok(writeln!(out, "{text}")?))
            .with_context(|| format!("cannot write the checkpoint {}", path.display()))
    }
}

fn read(path: &Path, task: &Task) -> anyhow::Result<Contents> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("cannot read the checkpoint {name}"))?;
    let contents: Contents = serde_json::from_slice(&bytes)
        .with_context(|| format!("{name} is not a checkpoint of this command"))?;
    if contents.format != FORMAT || contents.version != VERSION {
        bail!("{name} is not a checkpoint that this version can read");
    }
    if contents.task != *task {
        bail!("the checkpoint {name} belongs to another search; name another file or remove it");
    }
    Ok(contents)
}
