//! Claims as people type them, certified and verified by the independent checker.

use sidle_check::check_bytes;
use sidle_core::{Meter, Relation};
use sidle_lang::{Certified, Session};

/// What the checker says is claimed.
fn proved(source: &str) -> String {
    let mut session = Session::new();
    let result = session.certify(source, &Meter::unlimited());
    let certificate = match result {
        Ok(Certified::Proved(certificate)) => certificate,
        other => panic!("{source}: {other:?}"),
    };
    let verdict = check_bytes(certificate.to_string().as_bytes()).expect("readable");
    assert!(verdict.is_valid(), "{source}: {verdict}");
    verdict.claim().to_owned()
}

#[test]
fn braces_are_certified_as_typed() {
    assert_eq!(proved("{0,-1|*} <= 1"), "{0,-1|*} <= 1");
    assert_eq!(proved("{*|*} == 0"), "{*|*} == 0");
    assert_eq!(proved("{{1|*},0|0} <> 0"), "{0,{1|*}|0} <> 0");
    assert_eq!(proved("{2||1,1|0} > {0|0}"), "{2|{1|0}} > *");
    assert_eq!(proved("*2 != *3"), "*2 != *3");
    assert_eq!(proved("^ |> *"), "{0|*} |> *");
    assert_eq!(proved("0 <| ^"), "0 <| {0|*}");
}

#[test]
fn other_expressions_stand_for_their_canonical_form() {
    assert_eq!(proved("{1|0} + {1|0} == 1"), "1 == 1");
    assert_eq!(proved("{* + *|*} > 0"), "{0|*} > 0");
    assert_eq!(proved("g := {2|1}; h := g - 1; h + h == {0|}"), "1 == 1");
}

#[test]
fn a_game_alone_is_certified_to_have_its_canonical_form() {
    assert_eq!(
        proved("{0,-1|*,1}"),
        "{0|*} is the canonical form of {0,-1|1,*}"
    );
    assert_eq!(proved("1/2"), "1/2 is the canonical form of 1/2");
}

#[test]
fn quoted_compounds_are_certified_as_forms() {
    let claim = proved("'{*|*}' + * == *");
    assert!(claim.ends_with(" == *"), "{claim}");
    assert_ne!(claim, "* == *");
}

#[test]
fn the_comment_says_what_the_sides_are_worth() {
    let mut session = Session::new();
    let result = session.certify("{* + *|*} > 0", &Meter::unlimited());
    let Ok(Certified::Proved(certificate)) = result else {
        panic!("it is true");
    };
    let text = certificate.to_string();
    let comment = "\"text\":\"{* + *|*} > 0; left side: ^; right side: 0\"";
    assert!(text.contains(comment), "{text}");
}

#[test]
fn a_false_claim_has_no_certificate() {
    let mut session = Session::new();
    for (source, truth) in [
        ("* <= 0", Relation::Fuzzy),
        ("^ <= 0", Relation::Greater),
        ("{1|1} != 1 + *", Relation::Equal),
    ] {
        let result = session.certify(source, &Meter::unlimited());
        assert_eq!(result, Ok(Certified::False(truth)), "{source}");
    }
}

#[test]
fn what_cannot_be_certified_is_a_diagnostic() {
    let mut session = Session::new();
    for (source, part) in [
        ("", "there is nothing to certify"),
        ("1/3 <= 1/2", "is not a dyadic rational"),
        ("\"x\" == \"y\"", "expected a game, found a string"),
        ("[1,2]", "expected a game, found a list"),
        ("{1|", "the text ends"),
    ] {
        let error = session
            .certify(source, &Meter::unlimited())
            .expect_err(source);
        assert!(error.message.contains(part), "{source}: {error:?}");
    }
    // A claim about numbers is not played out.
    let meter = Meter::new().with_max_nodes(1000);
    let result = session.certify("10^9 > 0", &meter);
    assert!(matches!(result, Ok(Certified::Proved(_))), "{result:?}");
}

#[test]
fn the_session_stays_as_it_was() {
    let mut session = Session::new();
    let meter = Meter::unlimited();
    session.evaluate("x := 1", &meter).expect("a number");
    session
        .certify("x := x + 1; y := x; x > 1", &meter)
        .expect("it is true");
    let answers = session.evaluate("x", &meter).expect("x is a name");
    let shown = session.show(&answers[0], sidle_lang::Format::Plain, &meter);
    assert_eq!(shown.as_deref(), Ok("1"));
    assert_eq!(session.names(), ["x"]);
}
