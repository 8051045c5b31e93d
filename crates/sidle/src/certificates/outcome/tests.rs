use super::*;
use crate::{check, positions::written};

/// The certificate of a position, which has to be valid, or why there is none.
fn certified(session: &mut Session, source: &str) -> Result<Certificate, String> {
    let made = outcome(session, source, &Meter::unlimited());
    let certificate = made.map_err(|error| error.to_string())?;
    let verdict = check::outcome::check(&certificate);
    assert!(verdict.is_valid(), "{source}: {verdict:?}");
    Ok(certificate)
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
        let source = written(entry.name, entry.example).expect("an example has no quotes");
        match certified(&mut Session::new(), &source) {
            Ok(certificate) => assert!(!certificate.positions.is_empty()),
            Err(reason) => assert!(loopy.contains(&entry.name), "{source}: {reason}"),
        }
    }
}

#[test]
fn positions_that_are_written_alike_are_told_apart() {
    let session = &mut Session::new();
    for heaps in ["1,1", "3,4,5", "2,2"] {
        let source = written("game.heap.Nim", heaps).expect("numbers have no quotes");
        let certificate = certified(session, &source).expect("Nim ends");
        let is_plain = |name: &String| name.bytes().all(|byte| b"0123456789 +[]".contains(&byte));
        assert!(
            certificate.positions.iter().all(is_plain),
            "{certificate:?}"
        );
    }
    for source in [
        r#"game.grid.Clobber("xo") + game.grid.Clobber("xo")"#,
        r#"game.grid.Domineering("..|..") + game.grid.Clobber("xo")"#,
        r#"-game.grid.Clobber("xxo")"#,
        r#"game.grid.Clobber.ImpartialVariant("xxo")"#,
        "'{0,'{*|*}'|0}'",
    ] {
        certified(session, source).unwrap_or_else(|reason| panic!("{source}: {reason}"));
    }
}

#[test]
fn a_strategy_that_comes_back_has_no_certificate() {
    let source = r#"game.strip.BackslidingToadsAndFrogs("t.f")"#;
    let reason = certified(&mut Session::new(), source).expect_err("a toad may step back");
    assert!(reason.contains("no certificate is written"), "{reason}");
}

#[test]
fn names_differ_also_where_a_text_looks_like_a_number_of_another() {
    let names = distinct(&["a", "a", "a [2]", "a", "b"].map(str::to_owned));
    assert_eq!(names, ["a", "a [3]", "a [2]", "a [4]", "b"]);
}
