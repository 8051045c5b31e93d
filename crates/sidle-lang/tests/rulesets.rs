//! Positions of rulesets in the calculator: every row of the table of known values.

mod support;
mod wanted;

use std::path::Path;

use sidle_lang::{Diagnostic, Session};

use wanted::is_wanted;

fn evaluate(session: &mut Session, input: &str) -> Result<String, Diagnostic> {
    support::evaluate(session, input)
}

fn agrees(session: &mut Session, input: &str, expected: &str) -> Result<(), String> {
    let got = evaluate(session, input);
    let same = match &got {
        got if is_wanted(got, input, expected) => true,
        Ok(text) if !expected.starts_with("!!") => {
            // `1*2` would read as a product: 1 + *2 is written with a plus.
            text.replace("+*", "*") == expected
                || evaluate(session, expected).as_ref() == Ok(text)
                || evaluate(session, &format!("({input}) == ({expected})")) == Ok("true".to_owned())
        }
        _ => false,
    };
    match same {
        true => Ok(()),
        false => Err(format!("{input}\n  wanted {expected}\n  got    {got:?}")),
    }
}

#[test]
fn known_values_agree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/golden/rulesets.tsv");
    let table = std::fs::read_to_string(&path).unwrap();
    let mut session = Session::new();
    let (mut count, mut failures) = (0, Vec::new());
    for line in table.lines() {
        let cells: Vec<String> = line
            .split('\t')
            .map(|cell| cell.replace("\\n", "\n"))
            .collect();
        let [_, input, expected] = &cells[..] else {
            panic!("a row of three cells: {line}");
        };
        count += 1;
        if let Err(failure) = agrees(&mut session, input, expected) {
            failures.push(failure);
        }
    }
    assert!(count >= 325, "only {count} rows");
    assert!(
        failures.is_empty(),
        "{} rows differ:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn positions_are_printed_and_misread_ones_are_explained() {
    let mut session = Session::new();
    for (input, expected) in [
        (
            "game.grid.Domineering(\"..|.#|..\")",
            "Domineering.Position(\"..|.#|..\")",
        ),
        (
            "game.grid.Clobber(\"xo|ox\").Options(Left)",
            "[Clobber.Position(\".x|ox\"),Clobber.Position(\".o|xx\"),Clobber.Position(\"xx|o.\"),Clobber.Position(\"xo|x.\")]",
        ),
        ("(game.grid.Clobber(\"xoxo|oxox\")).OutcomeClass", "N"),
        // One jump passes over a frog and a toad at once.
        (
            "game.strip.GenToadsAndFrogs(maxJump => 2, allowFriendlyJump => true)(\"tt.f\").OutcomeClass",
            "L",
        ),
        ("game.grid.Clobber(\"XOXO\").CanonicalForm", "+-{*,^}"),
        ("game.heap.Nim(3).Heat(1)", "+-{1,{2|0},{2,{3|1}|0,+-1}}"),
        (
            "game.strip.GenToadsAndFrogs(maxJump => 2).Class",
            "⟪game.strip.GenToadsAndFrogs⟫",
        ),
    ] {
        agrees(&mut session, input, expected).unwrap();
    }
    for (input, part) in [
        ("game.grid.Clobber(\"xo|o\")", "row 2"),
        ("game.grid.Amazons(\"x.|.q\")", "row 2, column 2"),
        ("game.grid.FoxAndGeese(\"o.o.....|........\")", "second fox"),
        ("game.graph.Hackenbush(\"lr;l\")", "not connected"),
        (
            "game.heap.HeapRuleset(n -> [[n]])(3).CanonicalForm",
            "ask for its `OutcomeClass`",
        ),
        (
            "game.strip.BackslidingToadsAndFrogs(\"t.\").CanonicalForm",
            "ask for its `GameValue`",
        ),
        ("game.strip.ToadsAndFrogs(\"tt|ff\")", "one row"),
    ] {
        let error = evaluate(&mut session, input).unwrap_err();
        assert!(error.to_string().contains(part), "{input}: {error}");
    }
}

#[test]
fn what_is_wrong_in_a_code_is_pointed_at() {
    let mut session = Session::new();
    for (input, wrong) in [
        ("game.heap.TakeAndBreak(\"0.7z\")", 27..28),
        ("c := \"0.7z\"; game.heap.TakeAndBreak(c)", 9..10),
        ("TBCode(\"0.7z\")", 11..12),
        ("game.heap.Spawning(\"1+Z\")", 22..23),
    ] {
        let error = support::evaluate(&mut session, input).unwrap_err();
        assert_eq!(error.span.start..error.span.end, wrong, "{input}: {error}");
    }
}
