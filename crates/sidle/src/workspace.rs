//! Workspaces: what the engine keeps between questions.

use std::{
    collections::BTreeMap,
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak},
};

use crate::{
    Ask, Error, ErrorKind, FileAccess, Host, Job, Position, PositionSource,
    core::Player,
    host::Bridge,
    rulesets,
    solve::{self, AnySolver, Asking, SolveError},
    values::Store,
};
use rustc_hash::FxHashSet;

#[cfg(feature = "lang")]
use crate::{language, session::Sessions};

/// What the engine keeps between questions: values, solved positions, rules from outside, sessions of the language.
///
/// A workspace is cheap to clone, and any number of threads may ask one workspace at the same time. It is a cache:
/// an answer never depends on what was asked before, except that a line of CGScript names its session.
///
/// ```
/// use sidle::{Job, Workspace, questions::ValueQuestion};
/// let workspace = Workspace::new();
/// let answer = workspace.ask(&ValueQuestion::of("Domineering", "...|...|.#."), &Job::unlimited())?;
/// println!("{}", answer.value.unwrap());
/// # Ok::<(), sidle::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Workspace(Arc<Inner>);

#[derive(Default)]
struct Inner {
    engine: Mutex<Engine>,
    hosts: RwLock<BTreeMap<String, Arc<dyn Host>>>,
    #[cfg(feature = "lang")]
    sessions: Sessions,
    files: FileAccess,
    #[cfg(feature = "impartial")]
    last_quotient: crate::questions::LastQuotient,
    budget: Option<u64>,
    #[cfg(feature = "draw")]
    last_region: crate::go::LastRegion,
}

/// The store of new values, and the solvers that are not at work. All of them work with this store.
#[derive(Default)]
struct Engine {
    store: Arc<Store>,
    idle: Vec<AnySolver>,
    /// Bytes that jobs have counted for this store and its solvers.
    counted: u64,
    /// Earlier stores that values may still hold, with their sizes.
    earlier: Vec<(Weak<Store>, u64)>,
}

impl Engine {
    /// Begins a new store with fresh solvers when this one has its share of the budget. What values hold of earlier
    /// stores counts, but leaves the new store an eighth of the budget.
    fn keep_within(&mut self, budget: u64) {
        if self.counted <= budget / 8 {
            return;
        }
        self.earlier.retain(|(store, _)| store.strong_count() > 0);
        let held: u64 = self.earlier.iter().map(|(_, bytes)| bytes).sum();
        if self.counted <= budget.saturating_sub(held).max(budget / 8) {
            return;
        }
        let fresh = Engine::default();
        let full = std::mem::replace(&mut self.store, fresh.store);
        self.earlier.push((Arc::downgrade(&full), self.counted));
        self.idle.clear();
        self.counted = 0;
    }
}

/// A lock whose holder panicked is as good as any: what it guards is only ever replaced whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Workspace {
    /// An empty workspace.
    #[must_use]
    pub fn new() -> Workspace {
        Workspace::default()
    }

    /// The same workspace, whose questions may name these files only. Call it before the workspace is cloned.
    ///
    /// # Panics
    /// If the workspace has been cloned.
    #[must_use]
    pub fn with_files(mut self, files: FileAccess) -> Workspace {
        let inner = Arc::get_mut(&mut self.0).expect("the workspace has not been cloned");
        inner.files = files;
        self
    }

    /// The same workspace, which keeps about so many bytes between questions. When its store is full, the next question
    /// begins with an empty one; values that you hold keep theirs. The memory of a single question is not bounded by this
    /// but by the limits of its job. Call it before the workspace is cloned.
    ///
    /// # Panics
    /// If the workspace has been cloned.
    #[must_use]
    pub fn with_budget(mut self, bytes: u64) -> Workspace {
        let inner = Arc::get_mut(&mut self.0).expect("the workspace has not been cloned");
        inner.budget = Some(bytes);
        self
    }

    /// A path of a question as it may be opened.
    ///
    /// # Errors
    /// If the workspace does not allow it.
    pub(crate) fn file(&self, path: &Path) -> Result<PathBuf, Error> {
        self.0.files.allowed(path)
    }

    /// The values of the region of Go that was played last.
    #[cfg(feature = "draw")]
    pub(crate) fn last_region(&self) -> &crate::go::LastRegion {
        &self.0.last_region
    }

    /// Answers a question.
    ///
    /// # Errors
    /// If the question is malformed or has no answer. A limit that is reached is an answer with what is known, where
    /// anything is, and otherwise an error with [`stopped`](Error::stopped).
    pub fn ask<Q: Ask>(&self, question: &Q, job: &Job) -> Result<Q::Answer, Error> {
        job.check()?;
        let answer = catch_unwind(AssertUnwindSafe(|| question.ask(self, job)));
        answer.unwrap_or_else(|panic| {
            // What the solvers held may be half-done: the next question begins with an empty store.
            *lock(&self.0.engine) = Engine::default();
            Err(internal(Q::KIND, &*panic))
        })
    }

    /// Adds rules from outside, so that written questions can name them.
    ///
    /// # Errors
    /// If there is a ruleset of that name.
    pub fn add_host(&self, host: Arc<dyn Host>) -> Result<(), Error> {
        let name = host.name().to_owned();
        let mut hosts = self.0.hosts.write().unwrap_or_else(PoisonError::into_inner);
        if hosts.contains_key(&name) || rulesets::is_built_in(&name) {
            let message = format!("there is a ruleset `{name}` already");
            return Err(Error::new(ErrorKind::Request, message));
        }
        hosts.insert(name, host);
        Ok(())
    }

    /// The rules from outside of that name.
    fn host(&self, name: &str) -> Option<Arc<dyn Host>> {
        let hosts = self.0.hosts.read().unwrap_or_else(PoisonError::into_inner);
        hosts.get(name).cloned()
    }

    /// A position of a ruleset, read from its notation. Heaps are separated by commas: `3,4`.
    ///
    /// # Errors
    /// If there is no such ruleset, or the text is not a position of it.
    pub fn position(&self, rules: &str, position: &str) -> Result<Position, Error> {
        match self.host(rules) {
            Some(host) => Ok(Position::from_engine(crate::host::position(
                &host,
                host.parse(position)?,
            ))),
            None => rulesets::position(rules, position).map(Position::from_engine),
        }
    }

    /// The positions that a player can move to, each once, in the order of the rules.
    ///
    /// # Errors
    /// If a host raises an error, or a limit is reached.
    pub fn moves(&self, of: &Position, player: Player, job: &Job) -> Result<Vec<Position>, Error> {
        let found = self.solve(of, job, |_, asking| asking.options(of.engine(), player));
        let mut seen = FxHashSet::default();
        let options = found?.1.into_iter();
        let distinct = options.filter(|option| seen.insert(option.clone()));
        self.followers(of, distinct.collect(), job)
    }

    /// Adds a folder of CGScript classes: sessions that are begun from now on see them.
    #[cfg(feature = "lang")]
    pub fn add_folder(&self, folder: &Path) {
        self.0.sessions.add_folder(folder);
    }

    /// Is memory so short that the sessions are to be [tidied](Workspace::tidy), when `taken` of `limit` bytes are in use?
    #[cfg(feature = "lang")]
    #[must_use]
    pub fn is_crowded(&self, taken: u64, limit: u64) -> bool {
        self.sessions().is_crowded(taken, limit)
    }

    /// Moves what the names of the sessions lead to into new stores and forgets the rest, where memory is short. Sessions
    /// whose names alone hold more than `limit` bytes are forgotten; true if there was one.
    ///
    /// The job tells by its [gauge](Job::with_gauge) how many bytes are in use; without one nothing is done. Call this
    /// between questions: it may take two seconds, whatever the limits of the job are.
    #[cfg(feature = "lang")]
    pub fn tidy(&self, job: &Job, limit: u64) -> bool {
        let taken = || job.memory().map_or(0, |(taken, _)| taken);
        self.sessions().tidy(&taken, limit, &job.for_tidying(limit))
    }

    /// The position that a question is about. Rulesets that are neither built in nor a host's are looked for among
    /// the classes of the session.
    #[cfg_attr(not(feature = "lang"), allow(unused_variables))]
    pub(crate) fn resolve(&self, source: &PositionSource, job: &Job) -> Result<Position, Error> {
        let written = match source {
            PositionSource::Given(position) => return Ok(position.clone()),
            PositionSource::Written(written) => written,
            #[cfg(feature = "lang")]
            PositionSource::Expressed(expression) => {
                return language::expressed(self, expression, job);
            }
            #[cfg(not(feature = "lang"))]
            PositionSource::Expressed(_) => {
                let message =
                    "expressions need the feature `lang`, which is left out of this build";
                return Err(Error::new(ErrorKind::NotApplicable, message));
            }
        };
        match self.position(&written.rules, &written.position) {
            #[cfg(feature = "lang")]
            Err(unknown) if unknown.concerns("rules") => {
                language::position(self, written, unknown, job)
            }
            found => found,
        }
    }

    /// The positions that play leads to from a position.
    #[cfg_attr(not(feature = "lang"), allow(unused_variables))]
    pub(crate) fn followers(
        &self,
        of: &Position,
        found: Vec<solve::Position>,
        job: &Job,
    ) -> Result<Vec<Position>, Error> {
        #[cfg(feature = "lang")]
        if let Some(session) = of.session() {
            return language::followers(self, session, found, job);
        }
        Ok(found.into_iter().map(Position::from_engine).collect())
    }

    /// Runs a solver on a position. Each call has a solver of its own, so that hosts may ask in turn; positions of
    /// classes are solved by their session.
    #[cfg_attr(not(feature = "lang"), allow(unused_variables))]
    pub(crate) fn solve<T>(
        &self,
        of: &Position,
        job: &Job,
        question: impl FnOnce(&mut AnySolver, &mut Asking<'_>) -> Result<T, SolveError>,
    ) -> Result<(Arc<Store>, T), Error> {
        #[cfg(feature = "lang")]
        if let Some(session) = of.session() {
            return self.0.sessions.solve(session, job, question);
        }
        let (store, solver) = {
            let mut engine = lock(&self.0.engine);
            if let Some(budget) = self.0.budget {
                engine.keep_within(budget);
            }
            (engine.store.clone(), engine.idle.pop())
        };
        let before = job.progress().bytes;
        let mut solver = solver.unwrap_or_default();
        solver.set_threads(job.threads().get());
        let mut asking = Asking {
            store: &store,
            host: &mut Bridge(job),
            meter: job.meter(),
        };
        let answer = question(&mut solver, &mut asking);
        let mut engine = lock(&self.0.engine);
        if Arc::ptr_eq(&engine.store, &store) {
            engine.counted += job.progress().bytes.saturating_sub(before);
            engine.idle.push(solver);
        }
        drop(engine);
        Ok((store, answer?))
    }

    #[cfg(feature = "impartial")]
    pub(crate) fn last_quotient(&self) -> &crate::questions::LastQuotient {
        &self.0.last_quotient
    }

    #[cfg(feature = "lang")]
    pub(crate) fn sessions(&self) -> &Sessions {
        &self.0.sessions
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Workspace").finish_non_exhaustive()
    }
}

/// The error of a broken invariant.
pub(crate) fn internal(question: &str, panic: &(dyn std::any::Any + Send)) -> Error {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let message = format!(
        "sidle {} failed in `{question}`: {}",
        env!("CARGO_PKG_VERSION"),
        text.unwrap_or("no message")
    );
    Error::new(ErrorKind::Internal, message).with_help("this is a fault of Sidle; please report it")
}
