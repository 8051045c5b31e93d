//! Limits, stops and progress.

use std::{
    num::NonZeroUsize,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use sidle::{
    CancelSource, Error, Event, Host, Job, Limits, Position, State, Workspace,
    core::{Player, StopReason},
    questions::{NimSequenceQuestion, ValueQuestion},
};

const HARD: (&str, &str) = ("Domineering", "......|......|......|......|......|......");

/// A game whose moves depend on a hard value, which its host asks the door for.
struct Nested(Workspace);

impl Host for Nested {
    fn name(&self) -> &str {
        "my.Nested"
    }

    fn options(&self, _: &dyn State, _: Player, job: &Job) -> Result<Vec<Position>, Error> {
        let answer = self.0.ask(&ValueQuestion::of(HARD.0, HARD.1), job)?;
        match answer.stopped {
            Some(reason) => Err(reason.into()),
            None => Ok(Vec::new()),
        }
    }
}

#[test]
fn four_threads_with_different_limits() {
    let question = ValueQuestion::of(HARD.0, HARD.1);
    each_stops_by_its_own(&Workspace::new(), &question);
    each_stops_by_its_own(&Workspace::new().with_budget(100_000), &question);
}

#[test]
fn limits_hold_for_what_hosts_ask() {
    let workspace = Workspace::new().with_budget(100_000);
    let host: Arc<dyn Host> = Arc::new(Nested(workspace.clone()));
    let question = ValueQuestion::new(Position::of_host(&host, 0_u32));
    each_stops_by_its_own(&workspace, &question);
}

/// Four threads with different limits in one process.
fn each_stops_by_its_own(workspace: &Workspace, question: &ValueQuestion) {
    let cancel = CancelSource::new();
    let limits = [
        Limits {
            nodes: Some(1000),
            ..Limits::default()
        },
        Limits {
            bytes: Some(100_000),
            ..Limits::default()
        },
        Limits::time(Duration::from_millis(40)),
        Limits::default(),
    ];
    let expected = [
        StopReason::Nodes,
        StopReason::Memory,
        StopReason::Time,
        StopReason::Cancelled,
    ];
    thread::scope(|scope| {
        let stopped = limits.map(|limits| {
            let (workspace, token) = (workspace.clone(), cancel.token());
            scope.spawn(move || {
                let job = Job::unlimited().with_limits(limits).with_cancel(token);
                let answer = workspace.ask(question, &job);
                answer.expect("an answer").stopped
            })
        });
        let [nodes, bytes, time, cancelled] = stopped;
        let first = [nodes, bytes, time].map(|thread| thread.join().expect("no panic"));
        cancel.cancel();
        let last = cancelled.join().expect("no panic");
        assert_eq!([first[0], first[1], first[2], last], expected.map(Some));
    });
}

/// Without an operating system the host passes a clock and is polled for a stop.
#[test]
fn the_clock_and_the_stop_of_a_host() {
    let ticks = Arc::new(AtomicU64::new(0));
    let clock = {
        let ticks = ticks.clone();
        move || Duration::from_millis(ticks.fetch_add(1, Relaxed))
    };
    let job = Job::unlimited().with_clock(clock).with_limits(Limits {
        time_ms: Some(20),
        ..Limits::default()
    });
    let answer = Workspace::new()
        .ask(&ValueQuestion::of(HARD.0, HARD.1), &job)
        .expect("an answer");
    assert_eq!(answer.stopped, Some(StopReason::Time));
    let polls = AtomicU64::new(0);
    let job = Job::unlimited().with_poll(move || polls.fetch_add(1, Relaxed) > 30);
    let answer = Workspace::new()
        .ask(&ValueQuestion::of(HARD.0, HARD.1), &job)
        .expect("an answer");
    assert_eq!(answer.stopped, Some(StopReason::Cancelled));
}

#[test]
fn what_was_found_before_a_limit_is_the_answer() {
    let job = Job::unlimited().with_limits(Limits {
        nodes: Some(500),
        ..Limits::default()
    });
    let answer = Workspace::new()
        .ask(&NimSequenceQuestion::new("0.07", 100_000), &job)
        .expect("an answer");
    assert_eq!(answer.stopped, Some(StopReason::Nodes));
    let values: Vec<u64> = answer
        .values
        .iter()
        .flat_map(|values| values.iter())
        .collect();
    assert!(values.len() > 100 && values.len() < 1000);
    assert_eq!(values[..8], [0, 0, 1, 1, 2, 0, 3, 1]);
}

#[test]
fn progress_is_reported() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let sink = {
        let seen = seen.clone();
        move |event| seen.lock().expect("no panic").push(event)
    };
    let job = Job::unlimited()
        .with_limits(Limits::time(Duration::from_millis(450)))
        .with_sink(sink);
    let answer = Workspace::new()
        .ask(&ValueQuestion::of(HARD.0, HARD.1), &job)
        .expect("an answer");
    let seen = seen.lock().expect("no panic");
    let nodes: Vec<u64> = seen
        .iter()
        .map(|event| match event {
            Event::Progress(progress) => progress.nodes,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(answer.value.is_some() || !nodes.is_empty());
    assert!(nodes.is_sorted());
}

#[test]
fn two_threads_agree_with_one() {
    let ask = |threads| {
        let job = Job::unlimited().with_threads(NonZeroUsize::new(threads).expect("not 0"));
        let answer = Workspace::new().ask(
            &ValueQuestion::of("Domineering", "....|....|....|...."),
            &job,
        );
        answer.expect("an answer").value.expect("no limits")
    };
    assert_eq!(ask(1), ask(2));
}
