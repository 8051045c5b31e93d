//! The class `Workspace`, and questions in the form of the wire.

use std::{
    num::NonZeroUsize,
    path::PathBuf,
    sync::{
        Arc, LazyLock, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use pyo3::prelude::*;
use sidle::{
    Incoming, Job, Outgoing,
    questions::{Question, ValueQuestion},
};

use crate::{
    answer::Answer,
    enter::{Cancel, Limits, Outer, Settings, enter, within},
    error,
    game::Game,
    position::{self, settings},
};

/// What the engine keeps between questions. Answers never depend on it, except through a session of CGScript.
///
/// Args:
///     budget: about how many bytes are kept between questions.
#[pyclass(module = "sidle_cgt", frozen)]
#[derive(Debug)]
pub(crate) struct Workspace(sidle::Workspace);

static DEFAULT: LazyLock<sidle::Workspace> = LazyLock::new(sidle::Workspace::new);

impl Workspace {
    /// The workspace that is given, or that of all who give none.
    pub(crate) fn engine_or_default(given: Option<&Bound<'_, Workspace>>) -> sidle::Workspace {
        given.map_or_else(|| DEFAULT.clone(), |own| own.get().0.clone())
    }
}

#[pymethods]
impl Workspace {
    #[new]
    #[pyo3(signature = (*, budget=None))]
    fn new(budget: Option<u64>) -> Workspace {
        let workspace = sidle::Workspace::new();
        Workspace(match budget {
            Some(budget) => workspace.with_budget(budget),
            None => workspace,
        })
    }

    /// The workspace of everything that names none.
    #[staticmethod]
    fn default() -> Workspace {
        Workspace(DEFAULT.clone())
    }

    /// Adds a folder of CGScript classes.
    fn add_folder(&self, folder: PathBuf) {
        self.0.add_folder(&folder);
    }

    /// Answers a question in the form of the wire.
    #[pyo3(signature = (question, /, *, limits=None, threads=None, progress=None, cancel=None))]
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        limits: Option<Limits>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
        cancel: Option<Py<Cancel>>,
    ) -> PyResult<Answer> {
        let question: Question = read(py, question)?;
        let settings = Settings {
            cancel,
            ..settings(limits, threads, progress)?
        };
        let workspace = self.0.clone();
        enter(py, &settings, move |job| question.ask(&workspace, job)).map(Answer::from)
    }

    /// Answers a request as `sidle batch` does: the lines that it writes.
    fn serve(&self, py: Python<'_>, request: String) -> PyResult<Vec<String>> {
        let workspace = self.0.clone();
        enter(py, &Settings::default(), move |_| {
            let lines = Arc::new(Mutex::new(Vec::new()));
            let sink = lines.clone();
            let out = move |message: Outgoing| {
                let line = serde_json::to_string(&message).unwrap_or_default();
                sink.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(line);
            };
            match Incoming::read(&request) {
                Ok(Incoming::Ask(asked)) => workspace.serve(&asked, &Job::unlimited(), out),
                Ok(Incoming::Cancel(_)) => {}
                Err(error) => out(Outgoing::unreadable(&request, error)),
            }
            let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(std::mem::take(&mut *lines))
        })
    }
}

fn read(py: Python<'_>, question: &str) -> PyResult<Question> {
    let request = format!("{{\"question\":{question}}}");
    match Incoming::read(&request) {
        Ok(Incoming::Ask(request)) => Ok(request.question),
        Ok(Incoming::Cancel(_)) => Err(pyo3::exceptions::PyValueError::new_err(
            "a question was expected",
        )),
        Err(failure) => Err(error::exception(py, &failure)),
    }
}

/// The values of many positions, on several threads.
#[pyfunction]
#[pyo3(signature = (positions, /, *, threads=None, workspace=None, limits=None, progress=None))]
pub(crate) fn values(
    py: Python<'_>,
    positions: &Bound<'_, PyAny>,
    threads: Option<usize>,
    workspace: Option<&Bound<'_, Workspace>>,
    limits: Option<Limits>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Game>> {
    let positions = position::list(positions)?;
    let workspace = Workspace::engine_or_default(workspace);
    let mut settings = settings(limits, threads, progress)?;
    let threads = settings.threads.take().unwrap_or(NonZeroUsize::MIN);
    let found = enter(py, &settings, move |job| {
        all_values(&workspace, &positions, threads, job)
    });
    Ok(found?.into_iter().map(Game::from).collect())
}

fn all_values(
    workspace: &sidle::Workspace,
    positions: &[sidle::Position],
    threads: NonZeroUsize,
    job: &Arc<Job>,
) -> Result<Vec<sidle::Value>, sidle::Error> {
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<(usize, sidle::Value)>, sidle::Error> {
        let mut found = Vec::new();
        loop {
            let index = next.fetch_add(1, Relaxed);
            let Some(at) = positions.get(index) else {
                return Ok(found);
            };
            let question = ValueQuestion::new(at.clone());
            match position::value(workspace, &question, job) {
                Ok(value) => found.push((index, value)),
                Err(error) => {
                    // The other threads take nothing more.
                    next.store(positions.len(), Relaxed);
                    return Err(error);
                }
            }
        }
    };
    let found = std::thread::scope(|scope| {
        let outer = Outer::current();
        let helper = move || match outer.clone() {
            Some(outer) => within(outer, |_| work()),
            None => work(),
        };
        let helpers: Vec<_> = (1..threads.get())
            .map(|_| scope.spawn(helper.clone()))
            .collect();
        let own = work();
        let joined = helpers
            .into_iter()
            .map(|helper| helper.join().expect("errors are returned"));
        std::iter::once(own)
            .chain(joined)
            .collect::<Result<Vec<_>, _>>()
    });
    let mut found = found?.concat();
    found.sort_by_key(|(index, _)| *index);
    Ok(found.into_iter().map(|(_, value)| value).collect())
}
