//! Every ruleset of the catalogue against a second implementation of its rules, under its name and as the
//! catalogue makes its positions. `sidle-rules/tests/second_rules` holds them and compares the rules
//! themselves on many more positions.

#[path = "../../sidle-rules/tests/second_rules/rules/mod.rs"]
mod rules;

use fastrand::Rng;
use sidle_core::{Meter, Player};
use sidle_solve::{
    Asking, Form, NoHost, Position,
    catalogue::{Entry, entries},
};
use sidle_values::Store;

use rules::{NAMED, Options, Second};

/// A position of a ruleset, or of a variant, in the notation of the ruleset.
fn text(position: &Position) -> String {
    match position.form() {
        Form::Variant(_, inner) => text(inner),
        Form::Atom(atom) => atom.notation().expect("a notation"),
        form => panic!("{form:?} is not a position of a ruleset"),
    }
}

/// Compares the options of the example and of some hundred other positions; the first difference is an error.
fn compare(entry: &Entry, second: &Second) -> Result<(), String> {
    let (store, meter, ruleset) = (Store::new(), Meter::unlimited(), entry.ruleset());
    let mut positions = (second.positions)(&mut Rng::with_seed(7));
    let step = 1 + positions.len() / 500;
    positions = positions.into_iter().step_by(step).collect();
    positions.push(entry.example.to_owned());
    for position in positions {
        let at = ruleset.parse(&position);
        let at = at.map_err(|error| format!("{} {position}: {error:?}", entry.name))?;
        let mut asking = Asking {
            store: &store,
            host: &mut NoHost,
            meter: &meter,
        };
        for player in Player::BOTH {
            let options = asking.options(&at, player).expect("no limit");
            let found: Options = options
                .iter()
                .map(|option| (second.normal)(&text(option)))
                .collect();
            let wanted = (second.options)(&position, player);
            if found != wanted {
                return Err(format!(
                    "{} {position}: {player:?} has {found:?}, wanted {wanted:?}",
                    entry.name
                ));
            }
        }
    }
    Ok(())
}

/// A ruleset that is added to the catalogue needs a second implementation: one function, and an entry in
/// `NAMED`.
#[test]
fn every_ruleset_has_a_second_implementation() {
    let failure = |entry: &Entry| match NAMED.iter().find(|second| second.name == entry.name) {
        Some(second) => compare(entry, second).err(),
        None => Some(format!(
            "{} has no second implementation in crates/sidle-rules/tests/second_rules/rules",
            entry.name
        )),
    };
    let failures: Vec<String> = entries().iter().filter_map(failure).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(
        NAMED.len(),
        entries().len(),
        "names that are not in the catalogue"
    );
}
