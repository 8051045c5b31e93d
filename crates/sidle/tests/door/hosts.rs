//! Rules that come from outside and ask the door themselves.

use std::{
    fmt,
    sync::{
        Arc, Barrier, OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use sidle::{
    Error, ErrorKind, Host, Job, Limits, Position, State, Workspace,
    core::{Player, StopReason},
    questions::ValueQuestion,
};

/// A heap from which 1 or 2 may be taken, but only where the value of another game, which the host asks the door for,
/// is not 0: so it plays like a subtraction game with every third heap lost.
struct Asking {
    workspace: Workspace,
    own: OnceLock<std::sync::Weak<Asking>>,
    meeting: Option<Barrier>,
    calls: AtomicUsize,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Heap(u32);

impl Asking {
    fn new(meeting: Option<Barrier>) -> Arc<Asking> {
        let host = Arc::new(Asking {
            workspace: Workspace::new(),
            own: OnceLock::new(),
            meeting,
            calls: AtomicUsize::new(0),
        });
        host.own.set(Arc::downgrade(&host)).expect("set once");
        host
    }

    fn at(&self, heap: u32) -> Position {
        let own: Arc<dyn Host> = self.own.get().and_then(|own| own.upgrade()).expect("alive");
        Position::of_host(&own, Heap(heap))
    }
}

impl Host for Asking {
    fn name(&self) -> &str {
        "my.Asking"
    }

    fn options(&self, at: &dyn State, _: Player, job: &Job) -> Result<Vec<Position>, Error> {
        let &Heap(heap) = at.downcast_ref().expect("a heap");
        if self.calls.fetch_add(1, Relaxed) < 2
            && let Some(meeting) = &self.meeting
        {
            // Both threads are inside a callback now: a lock that was held would never be given back.
            meeting.wait();
        }
        let taken = (1..=2).filter(|taken| *taken <= heap);
        let other = ValueQuestion::of("Nim", &format!("{heap},{heap}"));
        let zero = self.workspace.ask(&other, job)?.value.expect("no limits");
        assert_eq!(zero.to_string(), "0");
        Ok(taken.map(|taken| self.at(heap - taken)).collect())
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn parse(&self, text: &str) -> Result<Arc<dyn State>, Error> {
        match text.parse() {
            Ok(heap) => Ok(Arc::new(Heap(heap))),
            Err(_) => Err(Error::new(ErrorKind::Notation, "a heap is a number")),
        }
    }
}

#[test]
fn a_host_that_asks_from_two_threads() {
    let host = Asking::new(Some(Barrier::new(2)));
    let workspace = host.workspace.clone();
    thread::scope(|scope| {
        for heap in [7, 8] {
            let (host, workspace) = (host.clone(), workspace.clone());
            scope.spawn(move || {
                let answer = workspace.ask(&ValueQuestion::new(host.at(heap)), &Job::unlimited());
                let value = answer.expect("a value").value.expect("no limits");
                assert_eq!(value.to_string(), ["0", "*", "*2"][heap as usize % 3]);
            });
        }
    });
    assert!(host.calls.load(Relaxed) >= 10);
}

#[test]
fn a_host_is_a_ruleset_by_name() {
    let host = Asking::new(None);
    let workspace = host.workspace.clone();
    workspace.add_host(host.clone()).expect("a new name");
    let again = workspace.add_host(host).expect_err("the name is taken");
    assert_eq!(again.kind, ErrorKind::Request);
    let answer = workspace.ask(&ValueQuestion::of("my.Asking", "5"), &Job::unlimited());
    assert_eq!(
        answer
            .expect("a value")
            .value
            .expect("no limits")
            .to_string(),
        "*2"
    );
    // In a sum with a built-in game.
    let sum = workspace.position("my.Asking", "4").expect("a heap");
    let sum = sum.plus(&workspace.position("Nim", "1").expect("a heap"));
    let answer = workspace.ask(&ValueQuestion::new(sum), &Job::unlimited());
    assert_eq!(
        answer
            .expect("a value")
            .value
            .expect("no limits")
            .to_string(),
        "0"
    );
}

/// A game with a cycle, an error of its own, and one that never ends.
#[derive(Debug)]
struct Odd(&'static str);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Broken(u32);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken at {}", self.0)
    }
}

impl std::error::Error for Broken {}

/// Its own host again: an `Arc` of the same allocation.
static HOSTS: OnceLock<[Arc<dyn Host>; 3]> = OnceLock::new();

fn odd(index: usize) -> &'static Arc<dyn Host> {
    &HOSTS.get_or_init(|| {
        [
            Arc::new(Odd("circle")),
            Arc::new(Odd("broken")),
            Arc::new(Odd("endless")),
        ]
    })[index]
}

impl Host for Odd {
    fn name(&self) -> &str {
        self.0
    }

    fn options(&self, at: &dyn State, player: Player, _: &Job) -> Result<Vec<Position>, Error> {
        let &n: &u32 = at.downcast_ref().expect("a number");
        match (self.0, player) {
            // 0 is on = {on|}.
            ("circle", Player::Left) => Ok(vec![Position::of_host(odd(0), n)]),
            ("circle", Player::Right) => Ok(vec![]),
            ("broken", _) if n == 0 => Err(Error::host(Broken(17))),
            ("broken", _) => Ok(vec![Position::of_host(odd(1), n - 1)]),
            _ => Ok(vec![Position::of_host(odd(2), n + 1)]),
        }
    }
}

#[test]
fn a_cyclic_host() {
    let answer = Workspace::new().ask(
        &ValueQuestion::new(Position::of_host(odd(0), 0u32)),
        &Job::unlimited(),
    );
    assert_eq!(
        answer
            .expect("a value")
            .value
            .expect("no limits")
            .to_string(),
        "on"
    );
}

#[test]
fn an_error_of_the_host_comes_back_as_it_was() {
    let workspace = Workspace::new();
    let question = ValueQuestion::new(Position::of_host(odd(1), 3u32));
    let error = workspace
        .ask(&question, &Job::unlimited())
        .expect_err("it breaks");
    assert_eq!(
        (error.kind, &*error.message),
        (ErrorKind::Host, "broken at 17")
    );
    let source =
        std::error::Error::source(&error).and_then(|source| source.downcast_ref::<Broken>());
    assert_eq!(source, Some(&Broken(17)));
    assert!(
        workspace
            .ask(&ValueQuestion::of("Clobber", "xo"), &Job::unlimited())
            .is_ok()
    );
}

#[test]
fn an_endless_host_is_stopped() {
    let workspace = Workspace::new();
    let question = ValueQuestion::new(Position::of_host(odd(2), 0u32));
    let job = Job::unlimited().with_limits(Limits::time(Duration::from_millis(30)));
    let answer = workspace.ask(&question, &job).expect("a stop is an answer");
    assert_eq!(answer.stopped, Some(StopReason::Time));
    assert!(answer.value.is_none());
}

/// A panic of a host is an internal error, and the workspace goes on.
#[test]
fn a_host_that_panics() {
    struct Panics;
    impl Host for Panics {
        fn name(&self) -> &str {
            "panics"
        }
        fn options(&self, _: &dyn State, _: Player, _: &Job) -> Result<Vec<Position>, Error> {
            panic!("not today")
        }
    }
    let host: Arc<dyn Host> = Arc::new(Panics);
    let workspace = Workspace::new();
    let error = workspace.ask(
        &ValueQuestion::new(Position::of_host(&host, 0u32)),
        &Job::unlimited(),
    );
    let error = error.expect_err("it panics");
    assert_eq!(error.kind, ErrorKind::Internal);
    assert!(error.message.contains("not today") && error.message.contains("`value`"));
    assert!(
        workspace
            .ask(&ValueQuestion::of("Clobber", "xo"), &Job::unlimited())
            .is_ok()
    );
}
