use sidle_core::Meter;

use super::*;
use crate::{Format, Session};

#[test]
fn every_example_in_the_tables_runs() {
    for (name, example) in examples() {
        let mut session = Session::new();
        let meter = Meter::unlimited();
        let answers = session
            .evaluate(example, &meter)
            .unwrap_or_else(|error| panic!("{name}: {}", error.render(example)));
        for answer in &answers {
            session
                .show(answer, Format::Plain, &meter)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn a_name_belongs_to_each_class_once() {
    let mut seen = std::collections::HashSet::new();
    for line in table() {
        assert!(
            seen.insert((line.name, format!("{:?}", line.on))),
            "{} twice",
            line.name
        );
        assert!(line.doc.ends_with(['.', '?', '…']), "{}", line.name);
    }
}

#[test]
fn near_names_are_found() {
    assert_eq!(near_methods("Tempature"), near("Tempature", names()));
    assert_eq!(near_methods("leftstop"), "`LeftStop`");
    assert_eq!(distance("kitten", "sitting", 9), 3);
    assert_eq!(near_methods("Qwertyuiop"), "");
}
