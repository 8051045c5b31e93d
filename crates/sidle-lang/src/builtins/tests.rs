use sidle_core::Meter;

use super::{
    suggest::{distance, near},
    *,
};
use crate::{Format, Session};

#[test]
fn every_example_in_the_tables_runs() {
    let tables = examples().map(|(name, example)| (name.to_owned(), example));
    let mut failures = Vec::new();
    for (name, example) in tables.chain(crate::library::examples()) {
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
