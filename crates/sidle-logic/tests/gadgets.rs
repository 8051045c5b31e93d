//! The gadgets of the literature do what they should, and broken ones are found out.

use sidle_core::Meter;
use sidle_logic::gadget::{Behaviour, GadgetFile, GadgetReport};

fn checked(text: &str, behaviour: &str) -> GadgetReport {
    let gadget = GadgetFile::parse(text).expect("a gadget");
    let behaviour = Behaviour::named(behaviour).expect("a behaviour");
    gadget
        .check(&behaviour, &Meter::unlimited())
        .expect("no limit")
}

const AND: &str =
    "blocks\n%%T%%\n%%T%%\n%HH%%\n%..%%\n%LR%%\n%LR%%\nport L L U\nport R R U\nport T T D\n";
const OR: &str = "blocks\n%A%C%%\n%A%C%%\n%.u.%%\n%%vBB%\nport A A D\nport B B L\nport C C D\n";

#[test]
fn sliding_gadgets() {
    let and = checked(AND, "and");
    assert!(and.implements, "{and:?}");
    assert_eq!(and.port_states, ["000", "100", "010", "110", "001"]);
    assert!(checked(OR, "or").implements);
    let wrong = checked(AND, "or");
    assert!(!wrong.implements);
    let broken = checked(&AND.replace("%..%%", "%.x%%"), "and");
    assert!(!broken.implements, "{broken:?}");
}

#[test]
fn hitori_gadgets() {
    let wire = "hitori\n1 2 3 4 5 6\na a b b c c\n7 8 9 10 11 12\nport l 1 0\nport r 1 5\n";
    assert!(checked(wire, "wire").implements);
    let rows = |rows: &[&str]| {
        let mut fresh = 100;
        let filled = rows.iter().map(|row| {
            row.split(' ')
                .map(|word| {
                    fresh += 1;
                    if word == "." {
                        fresh.to_string()
                    } else {
                        word.to_owned()
                    }
                })
                .collect::<Vec<_>>()
                .join(" ")
        });
        format!("hitori\n{}\n", filled.collect::<Vec<_>>().join("\n"))
    };
    let turn = rows(&[
        ". . . . . . . .",
        ". b b c c d d .",
        ". a . . . . . .",
        ". a . . . . . .",
        ". . . . . . . .",
    ]);
    assert!(checked(&(turn + "port a 3 1\nport d 1 6\n"), "turn").implements);
    let or = rows(&[
        ". . c . .",
        ". . c . .",
        "a a e b b",
        ". . d . .",
        ". . d . .",
        ". . d . .",
    ]);
    assert!(checked(&(or + "port a 2 0\nport b 2 4\nport c 0 2\n"), "or").implements);
    let and = rows(&[
        ". . . . .",
        ". . c . .",
        ". a c b .",
        ". a . b .",
        ". . . . .",
    ]);
    assert!(
        checked(
            &(and.clone() + "port a 3 1\nport b 3 3\nport c 1 2\n"),
            "and"
        )
        .implements
    );
    assert!(!checked(&(and + "port a 3 1\nport b 3 3\nport c 1 2\n"), "or").implements);
    let parity = rows(&[
        ". . c . . .",
        ". . c . . .",
        "a a e b b b",
        ". . d . . .",
        ". . d . . .",
        ". . d . . .",
    ]);
    assert!(checked(&(parity + "port a 2 0\nport c 0 2\n"), "parity").implements);
}

#[test]
fn graph_gadgets() {
    let and = "graph\na v 1\nb v 1\nv c 2\nmin a 0\nmin b 0\nmin c 0\nport a 0 a\nport b 1 b\nport c 2 c\n";
    assert!(checked(and, "and").implements);
    assert!(checked(and, "fanout").implements);
    assert!(!checked(and, "or").implements);
    assert!(checked(&and.replace(" 1\n", " 2\n"), "or").implements);
}

#[test]
fn bad_gadgets_are_refused() {
    for (text, part) in [
        ("", "there is no gadget in this file"),
        ("blocks\nab\n", "the gadget has no ports"),
        ("what\nab\nport a a U\n", "`what` is not a kind of gadget"),
        ("blocks\na.\nport p z R\n", "there is no piece z"),
        ("hitori\n1 2\nport p 0 9\n", "this cell is not on the board"),
    ] {
        let error = GadgetFile::parse(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    for (name, part) in [
        ("xor", "`xor` is not a behaviour"),
        ("01,1", "as many digits as there are ports"),
    ] {
        let error = Behaviour::named(name).expect_err(name).to_string();
        assert!(error.contains(part), "{name}: {error}");
    }
}
