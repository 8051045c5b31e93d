use super::{distinct, outcome};
use crate::{
    Job, Position, Workspace,
    check::{self, outcome::Certificate},
    solve::{self, Variant, catalogue},
};

/// The certificate of a position, which has to be valid, or why there is none.
fn certified(of: &Position) -> Result<Certificate, String> {
    let made = Workspace::new().solve(of, &Job::unlimited(), |solver, asking| {
        outcome(of, solver, asking)
    });
    let (_, certificate) = made.map_err(|error| error.to_string())?;
    let verdict = check::outcome::check(&certificate);
    assert!(verdict.is_valid(), "{of}: {verdict:?}");
    Ok(certificate)
}

fn position(rules: &str, text: &str) -> Position {
    let read = Workspace::new().position(rules, text);
    read.unwrap_or_else(|error| panic!("{rules} {text}: {error}"))
}

#[test]
fn the_example_of_every_ruleset_has_a_certificate_that_checks_or_a_reason_why_not() {
    let loopy = [
        "game.grid.FoxAndGeese",
        "game.grid.CeyloneseFoxAndGeese",
        "game.grid.HareAndHounds",
        "game.strip.BackslidingToadsAndFrogs",
    ];
    for entry in catalogue::entries() {
        match certified(&position(entry.name, entry.example)) {
            Ok(certificate) => assert!(!certificate.positions.is_empty()),
            Err(reason) => assert!(loopy.contains(&entry.name), "{}: {reason}", entry.name),
        }
    }
}

#[test]
fn positions_that_are_written_alike_are_told_apart() {
    for heaps in ["1,1", "3,4,5", "2,2"] {
        let certificate = certified(&position("Nim", heaps)).expect("Nim ends");
        let is_plain = |name: &String| name.bytes().all(|byte| b"0123456789, +[]".contains(&byte));
        assert!(
            certificate.positions.iter().all(is_plain),
            "{certificate:?}"
        );
    }
    let clobber = position("Clobber", "xo");
    let explicit = |left: &[solve::Position], right: &[solve::Position]| {
        solve::Position::explicit(left.to_vec(), right.to_vec())
    };
    let star = explicit(&[explicit(&[], &[])], &[explicit(&[], &[])]);
    for of in [
        clobber.plus(&clobber),
        position("Domineering", "..|..").plus(&clobber),
        Position::from_engine(solve::Position::negative_form(clobber.engine())),
        Position::from_engine(solve::Position::variant(
            Variant::Impartial,
            position("Clobber", "xxo").engine(),
        )),
        Position::from_engine(explicit(&[star.clone(), explicit(&[], &[])], &[star])),
    ] {
        certified(&of).unwrap_or_else(|reason| panic!("{of:?}: {reason}"));
    }
}

#[test]
fn a_strategy_that_comes_back_has_no_certificate() {
    let reason = certified(&position("BackslidingToadsAndFrogs", "t.f"));
    let reason = reason.expect_err("a toad may step back");
    assert!(reason.contains("no certificate is written"), "{reason}");
}

#[test]
fn names_differ_also_where_a_text_looks_like_a_number_of_another() {
    let names = distinct(&["a", "a", "a [2]", "a", "b"].map(str::to_owned));
    assert_eq!(names, ["a", "a [3]", "a [2]", "a [4]", "b"]);
}
