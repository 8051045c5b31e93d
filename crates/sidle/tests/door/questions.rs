//! The section files: in order and in any order on one workspace, and each in a workspace of its own.

use std::{
    collections::BTreeSet,
    env,
    sync::{Arc, Mutex},
};

use sidle::{Incoming, Job, Outgoing, Workspace, questions::INDEX};

use crate::sections::{Section, Step, read_all, without_id};

/// The events of a question, as sections have them.
fn ask(workspace: &Workspace, step: &Step) -> Vec<String> {
    let events = Arc::new(Mutex::new(Vec::new()));
    let out = events.clone();
    let take = move |message: Outgoing| {
        let message = serde_json::to_string(&message).expect("JSON");
        out.lock().expect("no panic").extend(without_id(&message));
    };
    match Incoming::read(&step.message(0)) {
        Ok(Incoming::Ask(request)) => workspace.serve(&request, &Job::unlimited(), take),
        Ok(Incoming::Cancel(_)) => panic!("a cancellation"),
        Err(error) => take(Outgoing {
            id: 0,
            event: sidle::Event::Failed { error },
        }),
    }
    std::mem::take(&mut *events.lock().expect("no panic"))
}

fn check(workspace: &Workspace, section: &Section) {
    for step in &section.steps {
        assert_eq!(ask(workspace, step), step.events, "{}", section.name);
    }
}

#[test]
fn sections_on_one_workspace() {
    let mut files = read_all();
    let workspace = Workspace::new();
    if env::var_os("SIDLE_BLESS").is_some() {
        for file in &mut files {
            for step in file
                .sections
                .iter_mut()
                .flat_map(|section| &mut section.steps)
            {
                step.events = ask(&workspace, step);
            }
            file.write();
        }
        return;
    }
    let mut sections: Vec<&Section> = files.iter().flat_map(|file| &file.sections).collect();
    sections
        .iter()
        .for_each(|section| check(&workspace, section));
    for seed in 0..3 {
        let workspace = Workspace::new();
        fastrand::Rng::with_seed(seed).shuffle(&mut sections);
        sections
            .iter()
            .for_each(|section| check(&workspace, section));
    }
}

#[test]
fn sections_each_on_a_workspace_of_its_own() {
    for file in read_all() {
        for section in &file.sections {
            check(&Workspace::new(), section);
        }
    }
}

#[test]
fn each_question_has_an_answer_and_a_failure() {
    let files = read_all();
    let steps = || {
        (files.iter())
            .flat_map(|file| &file.sections)
            .flat_map(|section| &section.steps)
    };
    let with = |event: &str| -> BTreeSet<&str> {
        let start = format!(r#"{{"event":"{event}""#);
        let ends = |step: &&Step| {
            step.events
                .last()
                .is_some_and(|last| last.starts_with(&start))
        };
        steps().filter(ends).map(Step::kind).collect()
    };
    // These read and write files, and sections have none; `use_and_keep_tables` tries them.
    let with_files = ["use-table", "keep-table"];
    for (event, kinds) in [("done", with("done")), ("failed", with("failed"))] {
        let missing: Vec<&str> = (INDEX.iter())
            .map(|(kind, _)| *kind)
            .filter(|kind| !kinds.contains(kind))
            .filter(|kind| event == "failed" || !with_files.contains(kind))
            .collect();
        assert!(
            missing.is_empty(),
            "without a section that ends with {event}: {missing:?}"
        );
    }
}
