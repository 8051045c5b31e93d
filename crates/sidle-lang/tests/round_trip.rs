//! Printing then reading gives the same value.

use proptest::prelude::*;
use sidle_core::Meter;
use sidle_lang::{Answer, Format, Session};

fn one(session: &mut Session, source: &str) -> Answer {
    let meter = Meter::unlimited();
    let answers = session
        .evaluate(source, &meter)
        .unwrap_or_else(|error| panic!("{source}\n{}", error.render(source)));
    answers
        .last()
        .cloned()
        .unwrap_or_else(|| panic!("{source}: no answer"))
}

fn text(session: &Session, answer: &Answer, format: Format) -> String {
    session
        .show(answer, format, &Meter::unlimited())
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Evaluates, prints, reads again and compares as values.
fn check(session: &mut Session, source: &str) {
    let answer = one(session, source);
    for format in [Format::Plain, Format::Unicode] {
        let printed = text(session, &answer, format);
        let again = one(session, &printed);
        assert_eq!(
            text(session, &answer, Format::Plain),
            text(session, &again, Format::Plain),
            "{source} is printed as {printed}"
        );
        let same = one(session, &format!("({source}) == ({printed})"));
        assert_eq!(
            same.as_bool(),
            Some(true),
            "{source} is printed as {printed}"
        );
    }
}

#[test]
fn every_value_born_by_day_three() {
    let mut session = Session::new();
    let meter = Meter::unlimited();
    one(&mut session, "all := BornBy(3)");
    let size = one(&mut session, "all.Size");
    assert_eq!(text(&session, &size, Format::Plain), "1474");
    for format in [Format::Plain, Format::Unicode] {
        let all = one(&mut session, "all");
        let printed = text(&session, &all, format);
        let answers = session
            .evaluate(&format!("{printed} == all"), &meter)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(answers[0].as_bool(), Some(true));
    }
}

#[test]
fn the_field_s_abbreviations() {
    let mut session = Session::new();
    for source in [
        "0",
        "-1/2",
        "1.5",
        "10^30/2^200 + ^",
        "*8",
        "9/8+*",
        "9/8+*2",
        "-1+^^",
        "-1+^3*2",
        "5+v",
        "5+v9*8",
        "^<3>",
        "v<3>*",
        "^[4]*",
        "7/2+^[4]",
        "-3+v<2>",
        "Tiny(2)",
        "3+Miny({3|1})",
        "Tiny(Tiny(1)+1)",
        "+-1",
        "+-(1+*)",
        "+-{1,1+*}",
        "+-{3|1}",
        "+-(+-1+5)",
        "3+-1",
        "+-1+-2+-3+-4",
        "{3|||2||1|0,*||||-1/2}",
        "*+{1|0}",
        "inf",
        "-inf",
        "1/3",
        "-7/3",
        "{5||||4|||3||2|1}",
        "{{5||||4|||3||2|1}|0}",
        "[]",
        "{}",
        "{1 => 2, 3 => {4}}",
        "true",
        "(1,2)",
        "Nothing",
        "Left",
        "'{*|*}'",
        "'{0|}' + 1",
        "-2 * '{|-1}'",
        "'{'{*|*}' : 1|-1}'",
        "2 * ('{*|*}' : 1)",
        "-(1 ConjunctiveSum '{1|0}')",
        "-(1 OrdinalProduct '{1|0}')",
    ] {
        check(&mut session, source);
    }
}

#[test]
fn games_with_loops() {
    let mut session = Session::new();
    for source in [
        "on",
        "off",
        "over",
        "under",
        "upon",
        "dud",
        "tis",
        "tisn",
        "5+over",
        "-3/4+under",
        "upon+*",
        "v[on]",
        "^<on>",
        "5+^<on>+*",
        "-1/4+v[on]",
        "Tiny(on)",
        "Miny(over)",
        "+-over",
        "+-(5+over)",
        "{0|Tiny(on)}",
        "a{0||||0|||a|*||*}",
        "over & v",
        "{2&-2|1&-2}",
        "a{1||a|0}",
        "{1|pass}",
        "a{0|{0||||0,*2|||a|0||0}||0}",
        "{0|{dud|},*}",
        "+-{{0|^<on>},{0|^<on>+*}}",
        "10*upon",
        "upon+^",
        "{on|0||0}+2",
        "{^2|pass}",
        "{0,pass|1}",
        "(1 & 0) & *",
    ] {
        check(&mut session, source);
    }
}

/// Games that go round in fours like Bach's Carousel, with all kinds of exits: some have sides that are
/// not known to be stoppers, and those are printed and read like any others.
#[test]
fn sides_that_are_no_stoppers() {
    let mut session = Session::new();
    let exits = ["0", "1", "*", "1*", "^", "-1", "1/2", "^*"];
    let mut random_bits = fastrand::Rng::with_seed(1);
    let mut pick = || exits[random_bits.usize(..exits.len())];
    let mut sided = 0;
    for round in 0..150 {
        let [a, b, c, d] = match round {
            0 => ["0", "1", "*", "1*"],
            _ => [(); 4].map(|()| pick()),
        };
        let source = format!("a{{{a},{{{b}|{b},{{{c},{{{d}|{d},a}}|{c}}}}}|{a}}}");
        check(&mut session, &source);
        check(&mut session, &format!("-({source})"));
        let value = one(&mut session, &format!("({source}).IsStopperSided"));
        sided += u32::from(value.as_bool() == Some(false));
    }
    assert!(sided > 3, "{sided} games with sides that are not stoppers");
}

fn game() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (-4i32..5, 0u32..4).prop_map(|(n, k)| format!("{n}/{}", 1 << k)),
        (-3i32..4, 0u32..4).prop_map(|(ups, star)| format!("({ups}*^+*{star})")),
        (-3i32..4, -3i32..4, 0u32..4).prop_map(|(n, ups, star)| format!("({n}+{ups}*^+*{star})")),
        (1u32..5).prop_map(|n| format!("^<{n}>")),
        (1u32..5).prop_map(|n| format!("v[{n}]*")),
        (1u32..5).prop_map(|n| format!("Tiny({n})")),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let side = proptest::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            4 => (side.clone(), side.clone()).prop_map(|(left, right)| format!("{{{}|{}}}", left.join(","), right.join(","))),
            1 => inner.clone().prop_map(|game| format!("+-({game})")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}+{b})")),
            1 => inner.prop_map(|game| format!("Miny({game})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn random_games(source in game()) {
        check(&mut Session::new(), &source);
    }
}

#[test]
fn latex_and_json_are_written() {
    let mut session = Session::new();
    for (source, latex, json) in [
        (
            "{1/2|^^*}",
            r"\{\frac{1}{2}\,|\,\Uparrow\ast\}",
            r#"{"type":"game","text":"{1/2|^^*}","game":{"kind":"short","root":2,"nodes":[{"number":{"numerator":"0","denominator":"1"},"ups":2,"star":1},{"number":{"numerator":"1","denominator":"2"},"ups":0,"star":0},{"left":[1],"right":[0]}],"stops":{"left":"1/2","right":"0"}}}"#,
        ),
        (
            "[1/2,true]",
            r"[\frac{1}{2},\text{true}]",
            r#"{"type":"list","text":"[1/2,true]","items":[{"type":"number","text":"1/2","numerator":"1","denominator":"2","game":{"kind":"number","root":0,"nodes":[{"number":{"numerator":"1","denominator":"2"},"ups":0,"star":0}],"stops":{"left":"1/2","right":"1/2"}}},{"type":"boolean","text":"true","value":true}]}"#,
        ),
        (
            "Tiny(2)",
            r"\mathord{+}_{2}",
            r#"{"type":"game","text":"Tiny(2)","game":{"kind":"short","root":3,"nodes":[{"number":{"numerator":"-2","denominator":"1"},"ups":0,"star":0},{"number":{"numerator":"0","denominator":"1"},"ups":0,"star":0},{"left":[1],"right":[0]},{"left":[1],"right":[2]}],"stops":{"left":"0","right":"0"}}}"#,
        ),
        (
            "+-1",
            r"\pm1",
            r#"{"type":"game","text":"+-1","game":{"kind":"short","root":2,"nodes":[{"number":{"numerator":"-1","denominator":"1"},"ups":0,"star":0},{"number":{"numerator":"1","denominator":"1"},"ups":0,"star":0},{"left":[1],"right":[0]}],"stops":{"left":"1","right":"-1"}}}"#,
        ),
        (
            "over",
            r"\mathbf{over}",
            r#"{"type":"loopy","text":"over","game":{"kind":"stopper","root":0,"nodes":[{"left":[1],"right":[0]},{"number":{"numerator":"0","denominator":"1"},"ups":0,"star":0}]}}"#,
        ),
    ] {
        let answer = one(&mut session, source);
        assert_eq!(text(&session, &answer, Format::Latex), latex, "{source}");
        let object = json.strip_suffix('}').expect("an object");
        let json = format!("{object},\"latex\":{}}}", serde_json::json!(latex));
        assert_eq!(text(&session, &answer, Format::Json), json, "{source}");
    }
}
