//! `sidle unicycle PATTERN`: test and search of unicycles.

mod checkpoint;
mod stages;

use std::{
    collections::BTreeSet,
    num::NonZeroUsize,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use anyhow::bail;
use clap::Args;
use serde_json::{Value, json};
use sidle::{
    certificates,
    core::Meter,
    lang::Session,
    unicycles::{SavedSearch, SavedSearchError, Stage, Task},
    values::{
        Game,
        unicycle::{self, Exhausted, Exits, Finder, Pattern, Settled},
    },
};

use self::checkpoint::Checkpoint;
use super::{
    limits::{self, Terms},
    output::{self, Output},
};
use crate::{files, progress::run_with_progress};

const EXAMPLES: &str = "\
Examples:
  sidle unicycle LLRR
  sidle unicycle LLLRLRRRLR --certify answer.json && sidle check answer.json
  sidle unicycle LLRLLRLLR --exits nimbers:3
  sidle unicycle LLLRLRRRLR --exits '0,*,1,-1,^' --json
  sidle unicycle LLRR --test '0,0,*,*'
  sidle unicycle --all 12 --summary
  sidle unicycle --all 18 --checkpoint lengths-18.json

Vertex i of the cycle has an edge to vertex i+1 of the colour that letter i of the pattern names,
and an exit for the other player. Exits are tried from the last vertex of the cycle back to the
first, in the order in which the set lists them; the first solution in this order is printed,
whatever the number of threads. The search is exhaustive: `none` is a proof for the given exits.";

/// Find exits that make a unicycle with a given pattern of edges
///
/// A unicycle is a stopper in canonical form with one cycle, each vertex of which has one more move,
/// an exit to a loop-free game for the other player. Without `--exits`, the nimbers 0, *, *2, *3 are
/// tried first, then the values born by day 1.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The colours of the cycle's edges, such as LLRR
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pattern: Option<String>,

    /// Settle every admissible pattern of this length (two edges of each colour, not alternating)
    #[arg(long, value_name = "LENGTH")]
    all: Option<usize>,

    /// Where exits come from: `nimbers:K` (0 to *(K-1)), `day:N` (born by day N, at most 3), or values
    /// separated by commas; given several times, the sets are tried in turn
    #[arg(long, value_name = "SET", allow_hyphen_values = true)]
    exits: Vec<String>,

    /// Test these exits, in cycle order and separated by commas, instead of searching
    #[arg(long, value_name = "EXITS", conflicts_with_all = ["all", "exits", "checkpoint"], allow_hyphen_values = true)]
    test: Option<String>,

    /// Write a certificate of the unicycle to this file
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    certify: Option<PathBuf>,

    /// Keep the state of the search in this file, and go on from it if it exists
    #[arg(long, value_name = "FILE", value_parser = files::lasting())]
    checkpoint: Option<PathBuf>,

    /// With --all: print the counts only
    #[arg(long, requires = "all")]
    summary: bool,

    /// How many threads to use (default: one for each processor)
    #[arg(long, value_name = "COUNT", value_parser = limits::threads)]
    threads: Option<NonZeroUsize>,

    #[command(flatten)]
    terms: Terms<Output>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let outputs = [&arguments.checkpoint, &arguments.certify];
    let meter = arguments.terms.begin([], outputs.map(Option::as_deref))?;
    let _lock = files::lock(arguments.checkpoint.as_deref())?;
    let mut run = Run {
        arguments,
        session: Session::new(),
        meter: &meter,
    };
    match (&arguments.pattern, arguments.all) {
        (Some(text), _) => {
            let pattern: Pattern = text.parse()?;
            match &arguments.test {
                Some(exits) => run.test(&pattern, exits),
                None => run.search(&pattern),
            }
        }
        (None, Some(length)) => run.all(length),
        (None, None) => bail!("name a pattern, such as LLRR, or use --all LENGTH"),
    }
}

struct Run<'a> {
    arguments: &'a Arguments,
    session: Session,
    meter: &'a Meter,
}

impl Run<'_> {
    fn threads(&self) -> NonZeroUsize {
        self.arguments
            .threads
            .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    fn stages(&mut self) -> anyhow::Result<Vec<Stage>> {
        let default = ["nimbers:4".to_owned(), "day:1".to_owned()];
        let sets = match self.arguments.exits.as_slice() {
            [] => &default[..],
            sets => sets,
        };
        let (session, meter) = (&mut self.session, self.meter);
        let read = |set: &String| stages::read(session, set, meter);
        sets.iter().map(read).collect()
    }

    fn checkpoint(
        &self,
        task: Task,
        verify: impl FnOnce(&SavedSearch) -> Result<(), SavedSearchError>,
    ) -> anyhow::Result<Checkpoint> {
        Checkpoint::open(self.arguments.checkpoint.as_deref(), task, verify)
    }

    fn test(&mut self, pattern: &Pattern, text: &str) -> anyhow::Result<ExitCode> {
        let games = stages::values(&mut self.session, text, self.meter)?;
        if games.len() != pattern.len() {
            let (vertices, exits) = (pattern.len(), games.len());
            return Err(unicycle::Flaw::Count { vertices, exits }.into());
        }
        let exits = Exits::new(self.session.store(), &games, self.meter)?;
        let numbers: Vec<u32> = games.iter().filter_map(|&g| exits.number(g)).collect();
        let verdict = unicycle::test(exits.table(), pattern, &numbers);
        let mut object = self.object(pattern, &games)?;
        object["unicycle"] = json!(verdict.is_ok());
        let text = match &verdict {
            Ok(()) => format!("{pattern} with exits {text} is a unicycle"),
            Err(flaw) => {
                let reason = self.reason(flaw, &exits)?;
                object["reason"] = json!(reason);
                format!("{pattern} with exits {text} is not a unicycle: {reason}")
            }
        };
        self.arguments.terms.form.answer(&text, &object)?;
        if verdict.is_err() {
            return Ok(self.without_certificate(ExitCode::FAILURE));
        }
        self.certify(pattern, &exits, &numbers)?;
        Ok(ExitCode::SUCCESS)
    }

    /// A flaw with the name of the game in it.
    fn reason(&self, flaw: &unicycle::Flaw, exits: &Exits) -> anyhow::Result<String> {
        match *flaw {
            unicycle::Flaw::LoopFree { vertex, game } => {
                let name = stages::print(&self.session, exits.game(game))?;
                Ok(format!("vertex {vertex} is equal to {name}"))
            }
            ref other => Ok(other.to_string()),
        }
    }

    fn object(&self, pattern: &Pattern, exits: &[Game]) -> anyhow::Result<Value> {
        let names = self.print_all(exits)?;
        Ok(json!({"pattern": pattern.to_string(), "exits": names}))
    }

    fn print_all(&self, games: &[Game]) -> anyhow::Result<Vec<String>> {
        let print = |&game: &Game| stages::print(&self.session, game);
        games.iter().map(print).collect()
    }

    /// One pattern: stage after stage.
    fn search(&mut self, pattern: &Pattern) -> anyhow::Result<ExitCode> {
        let stages = self.stages()?;
        let task = Task::pattern(pattern, &stages);
        let mut checkpoint = self.checkpoint(task, |saved| saved.verify_stage(pattern, &stages))?;
        let believed = checkpoint.search().has_exhausted();
        for (number, stage) in stages.iter().enumerate() {
            if number < checkpoint.search().stage() {
                continue;
            }
            let mut exhausted = checkpoint.search().exhausted(number);
            let mut trouble = None;
            let mut keep = |exhausted: &Exhausted| {
                if let Err(error) = checkpoint.keep_stage(number, exhausted) {
                    trouble.get_or_insert(error);
                }
            };
            let found = run_with_progress(self.meter, &stage.name, || {
                let (threads, meter) = (self.threads(), self.meter);
                let finder = &stage.finder;
                finder.first_on_threads(pattern, threads, &mut exhausted, &mut keep, meter)
            });
            if let Some(error) = trouble {
                return Err(error);
            }
            match found {
                Ok(Some(exits)) => return self.found(pattern, stage, &exits),
                Ok(None) => checkpoint.save_stage(number + 1, &Exhausted::default())?,
                Err(error) => {
                    checkpoint.save_stage(number, &exhausted)?;
                    return Err(error.into());
                }
            }
        }
        let (mut text, mut object) = self.none(pattern, &stages);
        if believed {
            text += &format!(", in part {}", self.as_the_file_says());
            object["believed"] = json!(true);
        }
        self.arguments.terms.form.answer(&text, &object)?;
        Ok(self.without_certificate(ExitCode::SUCCESS))
    }

    fn found(&self, pattern: &Pattern, stage: &Stage, exits: &[u32]) -> anyhow::Result<ExitCode> {
        let (text, object) = self.realized(pattern, stage, exits)?;
        self.arguments.terms.form.answer(&text, &object)?;
        self.certify(pattern, &stage.exits, exits)?;
        Ok(ExitCode::SUCCESS)
    }

    fn realized(
        &self,
        pattern: &Pattern,
        stage: &Stage,
        exits: &[u32],
    ) -> anyhow::Result<(String, Value)> {
        let games: Vec<Game> = exits.iter().map(|&e| stage.exits.game(e)).collect();
        let mut object = self.object(pattern, &games)?;
        object["from"] = json!(stage.name);
        let names = self.print_all(&games)?.join(", ");
        Ok((format!("{pattern}: {names}"), object))
    }

    fn none(&self, pattern: &Pattern, stages: &[Stage]) -> (String, Value) {
        let from: Vec<&str> = stages.iter().map(|stage| stage.name.as_str()).collect();
        let object = json!({
            "pattern": pattern.to_string(), "exits": null, "exhausted": true, "from": from,
        });
        let text = format!("{pattern}: none with exits from {}", from.join(", then "));
        (text, object)
    }

    /// On what an answer rests that this run did not work out.
    fn as_the_file_says(&self) -> String {
        let path = self.arguments.checkpoint.as_deref();
        let name = path.map_or_else(String::new, |path| path.display().to_string());
        format!("as {name} says")
    }

    fn certify(&self, pattern: &Pattern, exits: &Exits, numbers: &[u32]) -> anyhow::Result<()> {
        let Some(path) = &self.arguments.certify else {
            return Ok(());
        };
        let certificate = certificates::unicycle(pattern, exits, numbers);
        files::write_whole(path, |out| {
            serde_json::to_writer(&mut *out, &certificate)?;
            Ok(writeln!(out)?)
        })
    }

    /// There is nothing to certify: if somebody asked for it, the answer is "no", so that nobody takes a
    /// file of an earlier run for the certificate.
    fn without_certificate(&self, otherwise: ExitCode) -> ExitCode {
        match &self.arguments.certify {
            None => otherwise,
            Some(path) => {
                let path = path.display();
                output::note(format_args!(
                    "no certificate is written to {path}: there is no unicycle to certify"
                ));
                ExitCode::FAILURE
            }
        }
    }

    /// All admissible patterns of a length.
    fn all(&mut self, length: usize) -> anyhow::Result<ExitCode> {
        let stages = self.stages()?;
        // Whether the length can be handled is said before the work begins.
        Finder::accepts_length(length)?;
        let patterns = self.patterns(length)?;
        let checkpoint = self.checkpoint(Task::all(length, &stages), |saved| {
            saved.verify_settled(length, &stages, self.meter)
        })?;
        let is_exhausted = |pattern: &&Pattern| {
            let settled = checkpoint.search().settled(pattern);
            matches!(settled, Some(Settled::Exhausted))
        };
        let believed = patterns.iter().filter(is_exhausted);
        let believed: BTreeSet<String> = believed.map(Pattern::to_string).collect();
        let open: Vec<usize> = (0..patterns.len())
            .filter(|&i| checkpoint.search().settled(&patterns[i]).is_none())
            .collect();
        let todo: Vec<Pattern> = open.iter().map(|&i| patterns[i].clone()).collect();
        let finders: Vec<_> = stages.iter().map(|stage| &stage.finder).collect();
        let checkpoint = Mutex::new(checkpoint);
        let trouble = Mutex::new(None);
        let printed = AtomicUsize::new(0);
        let print_ready = || -> anyhow::Result<()> {
            while let Some(pattern) = patterns.get(printed.load(Relaxed)) {
                let Some(settled) = lock(&checkpoint).search().settled(pattern) else {
                    break;
                };
                printed.fetch_add(1, Relaxed);
                self.print_settled(pattern, &settled, &stages, &believed)?;
            }
            Ok(())
        };
        print_ready()?;
        let mut report = |i: usize, settled: Settled| {
            let saved = lock(&checkpoint).settle(&todo[i], settled);
            if let Err(error) = saved.and_then(|()| print_ready()) {
                lock(&trouble).get_or_insert(error);
            }
        };
        let outcome = run_with_progress(self.meter, "unicycles", || {
            unicycle::settle(&finders, &todo, self.threads(), &mut report, self.meter)
        });
        lock(&checkpoint).save()?;
        if let Some(error) = lock(&trouble).take() {
            return Err(error);
        }
        outcome?;
        self.summarize(length, &patterns, &stages, &lock(&checkpoint), &believed)?;
        Ok(ExitCode::SUCCESS)
    }

    /// The admissible patterns of a length, under the limits: their number doubles with each edge.
    fn patterns(&self, length: usize) -> anyhow::Result<Vec<Pattern>> {
        let mut ticker = self.meter.ticker();
        let mut patterns = Vec::new();
        for pattern in Pattern::admissible(length) {
            ticker.node(length)?;
            patterns.push(pattern);
        }
        Ok(patterns)
    }

    fn print_settled(
        &self,
        pattern: &Pattern,
        settled: &Settled,
        stages: &[Stage],
        believed: &BTreeSet<String>,
    ) -> anyhow::Result<()> {
        if self.arguments.summary {
            return Ok(());
        }
        let (mut text, mut object) = match settled {
            Settled::Realized { stage, exits } => self.realized(pattern, &stages[*stage], exits)?,
            Settled::Exhausted => self.none(pattern, stages),
        };
        if believed.contains(&pattern.to_string()) {
            text += &format!(", {}", self.as_the_file_says());
            object["believed"] = json!(true);
        }
        self.arguments.terms.form.answer(&text, &object)
    }

    /// The counts: in text always, in JSON with `--summary`.
    fn summarize(
        &self,
        length: usize,
        patterns: &[Pattern],
        stages: &[Stage],
        checkpoint: &Checkpoint,
        believed: &BTreeSet<String>,
    ) -> anyhow::Result<()> {
        let mut realized = vec![0u64; stages.len()];
        let mut none = Vec::new();
        for pattern in patterns {
            match checkpoint.search().settled(pattern) {
                Some(Settled::Realized { stage, .. }) => realized[stage] += 1,
                _ => none.push(pattern.to_string()),
            }
        }
        if self.arguments.terms.form.json {
            if self.arguments.summary {
                let from: Vec<&str> = stages.iter().map(|stage| stage.name.as_str()).collect();
                let mut object = json!({
                    "length": length, "patterns": patterns.len(), "from": from,
                    "realized": realized, "exhausted": none,
                });
                if !believed.is_empty() {
                    object["believed"] = json!(believed);
                }
                output::json_line(&object)?;
            }
            return Ok(());
        }
        let mut text = format!("length {length}: {} admissible patterns", patterns.len());
        for (stage, count) in stages.iter().zip(&realized) {
            text += &format!(", {count} with {}", stage.name);
        }
        match none.as_slice() {
            [] => text += "; every pattern is realized",
            none => text += &format!("; none for {}", none.join(" ")),
        }
        if !believed.is_empty() {
            let (count, says) = (believed.len(), self.as_the_file_says());
            text += &format!(", {count} of them {says}");
        }
        output::line(&text)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
