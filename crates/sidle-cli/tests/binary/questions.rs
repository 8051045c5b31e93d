//! The section files of the door, through `sidle batch`, and against the schema of the wire.

use std::collections::HashMap;

use serde_json::Value;

use crate::{
    program::sidle_reading,
    schema,
    sections::{Step, read_all, without_id},
};

/// One child process gets all questions and answers them as the sections say.
#[test]
fn sections_through_batch() {
    let files = read_all();
    let steps: Vec<&Step> = (files.iter())
        .flat_map(|file| &file.sections)
        .flat_map(|section| &section.steps)
        .collect();
    let messages = steps.iter().enumerate().map(|(id, step)| step.message(id));
    let input: String = messages.map(|message| message + "\n").collect();
    let ran = sidle_reading(&["batch"], input.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let mut events: HashMap<usize, Vec<String>> = HashMap::new();
    for line in ran.stdout.lines() {
        let message: Value = serde_json::from_str(line).expect("JSON");
        let id = message["id"].as_u64().expect("an id") as usize;
        events.entry(id).or_default().extend(without_id(line));
    }
    for (id, step) in steps.iter().enumerate() {
        assert_eq!(
            events.remove(&id).unwrap_or_default(),
            step.events,
            "{}",
            step.message(id)
        );
    }
    assert!(events.is_empty(), "{events:?}");
}

/// Questions that are answered fit the schema, and so do all events.
#[test]
fn sections_fit_the_schema() {
    let wire = schema::schema("wire.schema.json");
    let fits = |part: &str, text: &str| {
        let value: Value = serde_json::from_str(text).expect("JSON");
        let root = &wire["$defs"][part];
        schema::check(&value, root, &wire)
    };
    for file in read_all() {
        for section in &file.sections {
            for step in &section.steps {
                let message = step.message(1);
                let is_refused = step
                    .events
                    .iter()
                    .any(|event| event.contains(r#""kind":"request""#));
                if let (Err(reason), false) = (fits("Request", &message), is_refused) {
                    panic!("{}: {message}: {reason}", section.name);
                }
                for event in &step.events {
                    let message = format!(r#"{{"id":1,{}"#, &event[1..]);
                    let fit = fits("Outgoing", &message);
                    fit.unwrap_or_else(|reason| panic!("{}: {reason}", section.name));
                }
            }
        }
    }
}
