//! Loopy games in graph files, and unicycles.

use std::{
    fs,
    num::NonZeroUsize,
    sync::{Arc, Mutex},
    thread,
};

use serde_json::json;
use sidle::{
    CancelSource, ErrorKind, Event, Job, Limits, Report, Style, Workspace, check,
    core::{Relation, StopReason},
    questions::{
        ExitSets, LoopyCanonicalQuestion, LoopyCompareQuestion, LoopyDrawQuestion,
        LoopyOrderQuestion, LoopySidesQuestion, LoopySumQuestion, LoopyValueQuestion, SideName,
        SidlingQuestion, SidlingSet, SidlingStart, UnicycleQuestion, UnicycleRow,
        UnicycleTestQuestion, UnicyclesQuestion,
    },
};

const OVER_AND_DUD: &str = "over L \"0\"\nover R over\ndud L dud\ndud R dud\n";
const FIGURE_1: &str = "a L \"0\"\na L b @M\nb L \"0\"\nb R a @M\n";

fn job() -> Job {
    Job::unlimited()
}

/// A job that keeps its rows.
fn recording() -> (Job, Arc<Mutex<Vec<serde_json::Value>>>) {
    let rows = Arc::new(Mutex::new(Vec::new()));
    let seen = rows.clone();
    let job = job().with_sink(move |event| {
        if let Event::Row { row } = event {
            seen.lock().expect("no panic").push(row);
        }
    });
    (job, rows)
}

#[test]
fn values_sides_and_sums() {
    let workspace = Workspace::new();
    let over = workspace.ask(&LoopyValueQuestion::new(OVER_AND_DUD), &job());
    let over = over.expect("a value");
    assert_eq!(
        (over.kind, over.value.to_string()),
        ("stopper", "over".to_owned())
    );
    assert_eq!(over.outcome.to_string(), "L");
    let question = LoopyValueQuestion {
        vertex: Some("dud".to_owned()),
        verify: true,
        ..LoopyValueQuestion::new(OVER_AND_DUD)
    };
    let dud = workspace.ask(&question, &job()).expect("a value");
    assert_eq!(
        dud.json(),
        json!({"kind": "stopper-sided", "value": "dud", "onside": "on", "offside": "off",
               "outcome": "D", "verified": true})
    );
    // Equal in whatever store they lie.
    let again = workspace.ask(&question, &job()).expect("a value");
    assert_eq!(dud.value, again.value);
    let (listening, rows) = recording();
    let sides = LoopySidesQuestion {
        graph: OVER_AND_DUD.into(),
        vertex: None,
        unravel: None,
        verify: true,
    };
    let sides = workspace.ask(&sides, &listening).expect("values");
    assert_eq!(sides.verified(), Some(true));
    assert_eq!(
        json!(sides.vertices),
        json!(*rows.lock().expect("no panic"))
    );
    let sum = LoopySumQuestion {
        graph: OVER_AND_DUD.into(),
        plus: vec!["over".to_owned()],
        minus: vec!["over".to_owned()],
        unravel: None,
        verify: false,
    };
    let sum = workspace.ask(&sum, &job()).expect("a value");
    assert_eq!(sum.value.to_string(), "over & under");
    let missing = LoopyValueQuestion {
        vertex: Some("q".to_owned()),
        ..question
    };
    let error = workspace.ask(&missing, &job()).expect_err("no vertex");
    assert_eq!(error.kind, ErrorKind::UnknownName);
    let bad = LoopyValueQuestion::new("a L b\n\na L \"{0|\"\n");
    let error = workspace.ask(&bad, &job()).expect_err("no value");
    assert!(error.message.contains("line 3"), "{error}");
}

#[test]
fn comparisons_orders_forms_and_drawings() {
    let workspace = Workspace::new();
    let question = LoopyCompareQuestion {
        graph: OVER_AND_DUD.into(),
        g: "over".to_owned(),
        h: "dud".to_owned(),
        certify: true,
    };
    let answer = workspace.ask(&question, &job()).expect("a relation");
    assert_eq!(answer.relation, Relation::Fuzzy);
    assert_eq!(
        (answer.onside, answer.offside),
        (Relation::Less, Relation::Greater)
    );
    let certificates = answer.certificates();
    assert_eq!(certificates.len(), 4);
    for certificate in certificates {
        let bytes = certificate.to_bytes().expect("memory");
        assert!(
            check::check_bytes(&bytes)
                .expect("a certificate")
                .is_valid()
        );
    }
    let order = LoopyOrderQuestion {
        graph: OVER_AND_DUD.into(),
    };
    let order = workspace.ask(&order, &job()).expect("an order");
    assert!(order.onside.le(0, 1) && !order.onside.le(1, 0) && order.offside.le(1, 0));
    assert_eq!(order.json()["onside"], json!([[true, true], [false, true]]));
    let form = LoopyCanonicalQuestion {
        graph: OVER_AND_DUD.into(),
        vertex: Some("over".to_owned()),
        side: Some(SideName::Onside),
        unravel: None,
        verify: false,
    };
    let form = workspace
        .ask(&form, &job())
        .expect("a form")
        .text(Style::Plain);
    let again = workspace.ask(&LoopyValueQuestion::new(form), &job());
    assert_eq!(again.expect("a value").value.to_string(), "over");
    let drawing = LoopyDrawQuestion {
        graph: OVER_AND_DUD.into(),
        values: true,
    };
    let drawing = workspace.ask(&drawing, &job()).expect("a drawing");
    assert!(drawing.form("dot").is_some() && drawing.form("csv").is_none());
    assert!(
        drawing
            .picture()
            .expect("a picture")
            .svg
            .contains("headleft")
    );
}

fn sidling(from: SidlingStart, steps: Option<usize>) -> SidlingQuestion {
    SidlingQuestion {
        graph: FIGURE_1.into(),
        sets: vec![SidlingSet {
            moves: "@M".to_owned(),
            from,
        }],
        vertex: None,
        steps,
        trace: true,
        verify: true,
    }
}

#[test]
fn sidling_to_a_fixed_point_and_to_bounds() {
    let workspace = Workspace::new();
    let (listening, rows) = recording();
    let answer = workspace.ask(&sidling(SidlingStart::On, None), &listening);
    let answer = answer.expect("a fixed point");
    assert_eq!(
        answer.json(),
        json!({"fixed": true, "steps": 3, "side": "onside", "start": "a",
               "values": {"a": "2", "b": "1"}, "verified": true})
    );
    assert_eq!(json!(answer.trace), json!(*rows.lock().expect("no panic")));
    assert_eq!(answer.table().expect("a trace").rows[0], ["K_1", "on", "1"]);
    let bounds = workspace.ask(&sidling(SidlingStart::Off, Some(1)), &job());
    let bounds = bounds.expect("bounds");
    assert!(!bounds.fixed && bounds.verified.is_none());
    assert!(bounds.text(Style::Plain).contains("a >= "));
    // A limit that is reached leaves the bounds of the steps before.
    let cancel = CancelSource::new();
    let source = cancel.clone();
    let stopping = job().with_cancel(cancel.token()).with_sink(move |event| {
        if matches!(event, Event::Row { .. }) {
            source.cancel();
        }
    });
    let stopped = workspace.ask(&sidling(SidlingStart::On, None), &stopping);
    let stopped = stopped.expect("bounds");
    assert_eq!(stopped.stopped, Some(StopReason::Cancelled));
    assert_eq!((stopped.fixed, stopped.steps), (false, 1));
}

#[test]
fn two_threads_ask_about_one_file() {
    let workspace = Workspace::new();
    let answer = || {
        let answer = workspace.ask(&LoopyValueQuestion::new(OVER_AND_DUD), &job());
        answer.expect("a value").value
    };
    let alone = answer();
    thread::scope(|scope| {
        let threads = [scope.spawn(answer), scope.spawn(answer)];
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), alone);
        }
    });
}

fn unicycles(length: usize) -> UnicyclesQuestion {
    UnicyclesQuestion {
        length,
        exits: Vec::new(),
        checkpoint: None,
    }
}

#[test]
fn unicycles_found_tested_and_certified() {
    let workspace = Workspace::new();
    let question = UnicycleQuestion {
        pattern: "LLRR".to_owned(),
        exits: Vec::new(),
        checkpoint: None,
    };
    let answer = workspace.ask(&question, &job()).expect("exits");
    assert_eq!(answer.text(Style::Plain), "LLRR: *, *, 0, 0");
    assert_eq!(answer.from, ExitSets::One("nimbers:4".to_owned()));
    let certificate = answer.certificate().expect("a proof").to_bytes();
    let verdict = check::check_bytes(&certificate.expect("memory")).expect("a certificate");
    assert!(verdict.is_valid());
    let test = UnicycleTestQuestion {
        pattern: "LLRR".to_owned(),
        exits: "0,0,0,*".to_owned(),
    };
    let answer = workspace.ask(&test, &job()).expect("a verdict");
    assert!(!answer.unicycle && answer.reason.is_some() && answer.certificate().is_none());
    let bad = UnicycleQuestion {
        exits: vec!["day:9".to_owned()],
        ..question
    };
    let error = workspace.ask(&bad, &job()).expect_err("too many");
    assert_eq!(error.kind, ErrorKind::Request);
}

/// Rows come in order, whatever the threads; a search that a limit stopped goes on from its file.
#[test]
fn searches_report_rows_and_resume() {
    let workspace = Workspace::new();
    let ask = |question: &UnicyclesQuestion, threads| {
        let (job, rows) = recording();
        let job = job.with_threads(NonZeroUsize::new(threads).expect("not 0"));
        let answer = workspace.ask(question, &job).expect("counts");
        let rows = rows.lock().expect("no panic").clone();
        let rows = rows.into_iter().map(serde_json::from_value::<UnicycleRow>);
        let rows = rows.collect::<Result<Vec<_>, _>>().expect("rows");
        (answer.json(), rows)
    };
    let (counts, rows) = ask(&unicycles(9), 1);
    assert_eq!(rows.len(), 56);
    assert!(rows.is_sorted_by_key(|row| row.pattern.clone()));
    assert_eq!(ask(&unicycles(9), 2), (counts.clone(), rows));
    let path = std::env::temp_dir().join(format!("sidle-door-{}-unicycles", std::process::id()));
    let kept = UnicyclesQuestion {
        checkpoint: Some(path.clone()),
        ..unicycles(9)
    };
    let limited = job().with_limits(Limits {
        nodes: Some(100),
        ..Limits::default()
    });
    // The patterns alone are 56 nodes, and a search takes some more.
    if let Ok(answer) = workspace.ask(&kept, &limited) {
        assert!(answer.stopped == Some(StopReason::Nodes) || answer.json() == counts);
    }
    let (resumed, _) = ask(&kept, 2);
    assert_eq!(resumed["realized"], counts["realized"]);
    let foreign = UnicyclesQuestion {
        checkpoint: Some(path.clone()),
        ..unicycles(8)
    };
    let error = workspace.ask(&foreign, &job()).expect_err("another search");
    assert_eq!(error.kind, ErrorKind::File);
    fs::remove_file(path).expect("removed");
}
