//! Many threads on one workspace.

use std::{collections::HashSet, thread, time::Duration};

use sidle::{
    Job, Limits, Report, Style, Value, Workspace,
    questions::{EvaluateQuestion, NimSequenceQuestion, ValueQuestion},
};

const BOARDS: [(&str, &str); 8] = [
    ("Domineering", "....|....|...."),
    ("Clobber", "xoxo|oxox|xoxo"),
    ("ToadsAndFrogs", "tt..ff"),
    ("Hackenbush", "eee(ee;e)"),
    ("BackslidingToadsAndFrogs", "t.f"),
    ("Nim", "3,5,6"),
    ("Amazons", "x..|..o"),
    ("Konane", "xoxo|oxox|xo.o|oxox"),
];

#[test]
fn a_workspace_can_be_shared() {
    fn shared<T: Clone + Send + Sync + 'static>() {}
    fn sent<T: Send + Sync + 'static>() {}
    shared::<Workspace>();
    shared::<Value>();
    shared::<sidle::Position>();
    sent::<Job>();
    sent::<sidle::Error>();
}

/// Eight threads ask the same things in different orders, and get what one thread gets.
#[test]
fn eight_threads_on_one_workspace() {
    let alone = Workspace::new();
    let expected: Vec<Value> = BOARDS
        .iter()
        .map(|&(rules, board)| value(&alone, rules, board))
        .collect();
    let shared = Workspace::new();
    thread::scope(|scope| {
        for first in 0..8 {
            let (shared, expected) = (shared.clone(), &expected);
            scope.spawn(move || {
                for turn in 0..2 * BOARDS.len() {
                    let at = (first + turn) % BOARDS.len();
                    let (rules, board) = BOARDS[at];
                    // The stores are different, the values are equal.
                    assert_eq!(value(&shared, rules, board), expected[at]);
                    session(&shared, first, turn);
                    kayles(&shared);
                }
            });
        }
    });
    // Values hash as they compare.
    let texts: HashSet<String> = expected.iter().map(Value::to_string).collect();
    let distinct: HashSet<&Value> = expected.iter().collect();
    assert_eq!(distinct.len(), texts.len());
    assert!(distinct.len() >= 5);
}

fn value(workspace: &Workspace, rules: &str, board: &str) -> Value {
    let answer = workspace.ask(&ValueQuestion::of(rules, board), &Job::unlimited());
    let answer = answer.unwrap_or_else(|error| panic!("{rules} {board}: {error}"));
    answer.value.expect("there are no limits")
}

/// Each thread has a session of its own, in which it counts.
fn session(workspace: &Workspace, thread: usize, turn: usize) {
    let line = match turn {
        0 => "n := 0".to_owned(),
        _ => "n := n + 1".to_owned(),
    };
    let question = EvaluateQuestion {
        session: format!("thread {thread}"),
        ..EvaluateQuestion::line(line)
    };
    let answer = workspace
        .ask(&question, &Job::unlimited())
        .expect("a number");
    assert_eq!(answer.text(Style::Plain), turn.to_string());
}

fn kayles(workspace: &Workspace) {
    let answer = workspace.ask(&NimSequenceQuestion::new("kayles", 8), &Job::unlimited());
    let values = answer
        .expect("a sequence")
        .values
        .expect("they were asked for");
    assert!(values.iter().eq([0, 1, 2, 3, 1, 4, 3, 2]));
}

/// Lines of one session are answered one after the other, whoever sends them.
#[test]
fn one_session_from_eight_threads() {
    let workspace = Workspace::new();
    let ask = |line: &str| workspace.ask(&EvaluateQuestion::line(line), &Job::unlimited());
    ask("n := 0").expect("an assignment");
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..25 {
                    ask("n := n + 1").expect("an assignment");
                }
            });
        }
    });
    assert_eq!(ask("n").expect("a number").text(Style::Plain), "200");
}

/// A question that waits for a session in use keeps its limits.
#[test]
fn waiting_for_a_session_can_be_stopped() {
    let workspace = Workspace::new();
    let forever = sidle::CancelSource::new();
    let job = Job::unlimited().with_cancel(forever.token());
    thread::scope(|scope| {
        let runaway = scope.spawn(|| {
            workspace
                .ask(&EvaluateQuestion::line("while true do end"), &job)
                .map(|_| ())
        });
        while runaway_has_not_begun(&job) {
            thread::yield_now();
        }
        let short = Job::unlimited().with_limits(Limits::time(Duration::from_millis(50)));
        let error = workspace
            .ask(&EvaluateQuestion::line("1"), &short)
            .expect_err("the session is in use");
        assert_eq!(error.stopped, Some(sidle::core::StopReason::Time));
        forever.cancel();
        let error = runaway
            .join()
            .expect("no panic")
            .expect_err("it was cancelled");
        assert_eq!(error.stopped, Some(sidle::core::StopReason::Cancelled));
    });
    assert!(
        workspace
            .ask(&EvaluateQuestion::line("1"), &Job::unlimited())
            .is_ok()
    );
}

fn runaway_has_not_begun(job: &Job) -> bool {
    job.progress().steps < 10_000
}
