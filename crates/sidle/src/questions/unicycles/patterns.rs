//! All admissible patterns of a length.

use std::{
    collections::BTreeSet,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{ExitSets, checkpoint::Checkpoint, exits, pattern::line};
use crate::{
    lang::Session,
    questions::prelude::*,
    unicycles::{Stage, Task},
    values::{
        Store,
        unicycle::{self, Finder, Pattern, SearchError, Settled},
    },
};

/// Asks which admissible patterns of a length are those of unicycles: two edges of each colour, not alternating. Each
/// pattern is a row, in dictionary order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnicyclesQuestion {
    /// The number of edges.
    pub length: usize,
    /// The sets that exits are taken from; see [`UnicycleQuestion`](super::UnicycleQuestion).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exits: Vec<String>,
    /// Keep the state of the search in this file, and resume it from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<PathBuf>,
}

/// How many patterns are those of unicycles.
#[derive(Clone, Debug, Serialize)]
pub struct UnicyclesAnswer {
    /// The number of edges.
    pub length: usize,
    /// How many patterns are admissible.
    pub patterns: usize,
    /// The sets of exits.
    pub from: Vec<String>,
    /// How many patterns have exits from each set, and from none before.
    pub realized: Vec<u64>,
    /// The patterns without exits.
    pub exhausted: Vec<String>,
    /// Those among them of which only the checkpoint says so.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub believed: BTreeSet<String>,
    /// The limit that was reached before all patterns were settled.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
    #[serde(skip)]
    checkpoint: Option<PathBuf>,
}

/// A pattern, in the shape of [`UnicycleAnswer`](super::UnicycleAnswer): a row of [`UnicyclesQuestion`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnicycleRow {
    /// The pattern.
    pub pattern: String,
    /// The exits in notation; none if the sets hold no solution.
    pub exits: Option<Vec<String>>,
    /// Were all sets searched without a solution?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exhausted: bool,
    /// The set that the exits come from, or all sets that were searched.
    pub from: ExitSets,
    /// Does only the checkpoint say so?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub believed: bool,
}

impl UnicycleRow {
    fn of(
        pattern: &Pattern,
        settled: &Settled,
        stages: &[Stage],
        store: &Store,
        believed: &BTreeSet<String>,
    ) -> UnicycleRow {
        let name = pattern.to_string();
        let believed = believed.contains(&name);
        let (exits, from) = match settled {
            Settled::Realized { stage, exits } => {
                let stage = &stages[*stage];
                let games = exits.iter().map(|&exit| stage.exits.game(exit));
                let texts = games.map(|game| store.display(game).to_string());
                (Some(texts.collect()), ExitSets::One(stage.name.clone()))
            }
            Settled::Exhausted => (None, ExitSets::all(stages)),
        };
        UnicycleRow {
            pattern: name,
            exhausted: exits.is_none(),
            exits,
            from,
            believed,
        }
    }

    /// The row on a line; `checkpoint` is the name of the file.
    #[must_use]
    pub fn text(&self, checkpoint: &str) -> String {
        let line = line(&self.pattern, self.exits.clone(), &self.from);
        match self.believed {
            true => format!("{line}, as {checkpoint} says"),
            false => line,
        }
    }
}

impl Ask for UnicyclesQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<UnicyclesAnswer, Error> {
        let (mut session, meter) = (Session::new(), job.meter());
        let stages = exits::stages(&mut session, &self.exits, meter)?;
        // Whether the length can be handled is said before the work begins.
        Finder::accepts_length(self.length)?;
        let patterns = self.patterns(job)?;
        let task = Task::all(self.length, &stages);
        let path = self.checkpoint.as_deref();
        let checkpoint = Checkpoint::open(path, task, workspace, job, |saved| {
            saved.verify_settled(self.length, &stages, meter)
        })?;
        let is_exhausted =
            |pattern: &&Pattern| checkpoint.search.settled(pattern) == Some(Settled::Exhausted);
        let believed = patterns.iter().filter(is_exhausted);
        let believed: BTreeSet<String> = believed.map(Pattern::to_string).collect();
        let search = Search {
            patterns: &patterns,
            stages: &stages,
            store: session.store(),
            believed: &believed,
            state: Mutex::new(State {
                checkpoint,
                reported: 0,
                trouble: None,
            }),
            job,
        };
        let stopped = search.run()?;
        let state = search.state.into_inner();
        let checkpoint = state.unwrap_or_else(PoisonError::into_inner).checkpoint;
        let mut realized = vec![0; stages.len()];
        let mut exhausted = Vec::new();
        for pattern in &patterns {
            match checkpoint.search.settled(pattern) {
                Some(Settled::Realized { stage, .. }) => realized[stage] += 1,
                Some(Settled::Exhausted) => exhausted.push(pattern.to_string()),
                None => {}
            }
        }
        Ok(UnicyclesAnswer {
            length: self.length,
            patterns: patterns.len(),
            from: stages.iter().map(|stage| stage.name.clone()).collect(),
            realized,
            exhausted,
            believed,
            stopped,
            checkpoint: self.checkpoint.clone(),
        })
    }
}

impl UnicyclesQuestion {
    /// The admissible patterns of the length, under the limits: their number doubles with each edge.
    fn patterns(&self, job: &Job) -> Result<Vec<Pattern>, Error> {
        let mut ticker = job.meter().ticker();
        let mut patterns = Vec::new();
        for pattern in Pattern::admissible(self.length) {
            ticker.node(self.length)?;
            patterns.push(pattern);
        }
        Ok(patterns)
    }
}

/// A search over many patterns, which are settled in any order and reported in theirs.
struct Search<'s> {
    patterns: &'s [Pattern],
    stages: &'s [Stage],
    store: &'s Store,
    believed: &'s BTreeSet<String>,
    state: Mutex<State>,
    job: &'s Job,
}

struct State {
    checkpoint: Checkpoint,
    /// How many patterns have been reported.
    reported: usize,
    /// The first file that could not be written.
    trouble: Option<Error>,
}

impl Search<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Settles what is open, and tells the limit that ended it.
    fn run(&self) -> Result<Option<StopReason>, Error> {
        let is_open = |pattern: &&Pattern| self.lock().checkpoint.search.settled(pattern).is_none();
        let todo: Vec<Pattern> = self.patterns.iter().filter(is_open).cloned().collect();
        let finders: Vec<_> = self.stages.iter().map(|stage| &stage.finder).collect();
        self.report_settled();
        let mut report = |i: usize, settled: Settled| {
            {
                let mut state = self.lock();
                if let Err(error) = state.checkpoint.settle(&todo[i], settled) {
                    state.trouble.get_or_insert(error);
                }
            }
            self.report_settled();
        };
        let (threads, meter) = (self.job.threads(), self.job.meter());
        let outcome = unicycle::settle(&finders, &todo, threads, &mut report, meter);
        let mut state = self.lock();
        state.checkpoint.save()?;
        if let Some(error) = state.trouble.take() {
            return Err(error);
        }
        match outcome {
            Ok(()) => Ok(None),
            Err(SearchError::Stopped(reason)) => Ok(Some(reason)),
            Err(error) => Err(error.into()),
        }
    }

    /// Reports the patterns up to the first that is open. No lock is held while a row is taken; rows come one call at
    /// a time, since patterns are settled so.
    fn report_settled(&self) {
        loop {
            let (pattern, settled) = {
                let mut state = self.lock();
                let Some(pattern) = self.patterns.get(state.reported) else {
                    return;
                };
                let Some(settled) = state.checkpoint.search.settled(pattern) else {
                    return;
                };
                state.reported += 1;
                (pattern, settled)
            };
            let (stages, store) = (self.stages, self.store);
            let row = UnicycleRow::of(pattern, &settled, stages, store, self.believed);
            self.job.row(&row);
        }
    }
}

impl Report for UnicyclesAnswer {
    fn text(&self, _: Style) -> String {
        let (length, patterns) = (self.length, self.patterns);
        let mut text = format!("length {length}: {patterns} admissible patterns");
        for (set, count) in self.from.iter().zip(&self.realized) {
            text += &format!(", {count} with {set}");
        }
        match (&self.exhausted[..], self.stopped) {
            ([], None) => text += "; every pattern is realized",
            ([], Some(_)) => {}
            (none, _) => text += &format!("; none for {}", none.join(" ")),
        }
        if let (false, Some(path)) = (self.believed.is_empty(), &self.checkpoint) {
            text += &format!(
                ", {} of them as {} says",
                self.believed.len(),
                path.display()
            );
        }
        if let Some(reason) = self.stopped {
            let settled = self.realized.iter().sum::<u64>() + self.exhausted.len() as u64;
            text += &format!("; {} not settled ({reason})", patterns as u64 - settled);
        }
        text
    }
}
