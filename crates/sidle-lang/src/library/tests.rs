use sidle_core::Meter;

use super::{
    help::examples,
    lookup::{names, of_kinds},
    suggest::{distance, near, near_methods},
    values::FUNCTIONS,
};
use crate::{Format, Session};

#[test]
fn every_example_in_the_tables_runs() {
    let mut failures = Vec::new();
    for (name, example) in examples() {
        let mut session = Session::new();
        let meter = Meter::unlimited();
        let answers = session
            .evaluate(example, &meter)
            .map_err(|error| error.render(example));
        let shown = answers.and_then(|answers| {
            for answer in &answers {
                let shown = session.show(answer, Format::Plain, &meter);
                shown.map_err(|error| error.to_string())?;
            }
            Ok(())
        });
        if let Err(error) = shown {
            failures.push(format!("{name}: {error}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_kind_has_each_member_once() {
    let mut seen = std::collections::HashSet::new();
    for (kind, member) in of_kinds() {
        let (name, called) = (member.name, member.parameters.is_some());
        assert!(seen.insert((name, called, format!("{kind:?}"))), "{name}");
        assert!(member.doc.ends_with(['.', '?', '…']), "{name}");
    }
    assert!(FUNCTIONS.iter().all(|function| function.doc.ends_with('.')));
}

#[test]
fn near_names_are_found() {
    assert_eq!(near_methods("Tempature"), near("Tempature", names()));
    assert_eq!(near_methods("leftstop"), "`LeftStop`");
    assert_eq!(distance("kitten", "sitting", 9), 3);
    assert_eq!(near_methods("Qwertyuiop"), "");
}
