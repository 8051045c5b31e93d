//! Diagrams and records of Go: read, written, and damaged.

use proptest::prelude::*;
use sidle_core::Player;
use sidle_rules::go::{Colour, Diagram, Sgf};

#[test]
fn diagrams_are_written_as_they_are_read() {
    for text in [
        "#BW#\nBO.W\n#BW#\n",
        "to move O\n#BW#\nBO.W\n#BW#\n",
        "to move X\nko b2\n#BW#\nB.XW\n#BW#\n",
    ] {
        assert_eq!(Diagram::parse(text).expect(text).to_string(), text);
    }
}

#[test]
fn faults_of_diagrams_point_at_the_cell() {
    for (text, at, says) in [
        ("BB\nB?\n", 4, "not a letter"),
        ("BB\nB.B\n", 5, "does not have 2 places"),
        ("BB.\nB.\n", 6, "does not have 3 places"),
        ("ko b9\nB.\n", 0, "not a place"),
        ("ko a1\nB.\n", 0, "not a point"),
        ("ko b1\nB.\n", 0, "nobody can take"),
        ("to move Z\nB.\n", 0, "not a player"),
        ("BB\nto move X\n", 3, "must stand before"),
        ("WWW\nWXW\nWWW\n", 5, "no liberty"),
        ("", 0, "no board"),
    ] {
        let error = Diagram::parse(text).expect_err(text);
        assert!(error.message.contains(says), "{text:?}: {error}");
        assert_eq!(error.span.start, at, "{text:?}: {error}");
    }
}

#[test]
fn records_are_played() {
    let record = "(;FF[4]SZ[5]AB[aa][bb:cb]AW[ba];B[ca](;W[ee])(;W[dd]))";
    let sgf = Sgf::parse(record).expect("a record");
    assert_eq!(sgf.board.at(1), Colour::Empty, "captured");
    assert_eq!(sgf.board.at(24), Colour::White);
    assert_eq!((sgf.prisoners, sgf.to_move), (1, Player::Left));
    let again = Sgf::parse(&sgf.write()).expect("written");
    assert_eq!(again.board, sgf.board);
}

#[test]
fn faults_of_records_name_byte_and_property() {
    for (text, says) in [
        ("", "byte 0"),
        ("(;SZ[77])", "property SZ"),
        ("(;SZ[9]AB[zz])", "property AB"),
        ("(;SZ[9]B[aa];W[aa])", "property W"),
        ("(;SZ[9]AB[aa", "does not end"),
        ("(;SZ[9]", "ends too early"),
        ("(;SZ[9]AB)", "must follow"),
    ] {
        let error = Sgf::parse(text).expect_err(text).to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

proptest! {
    #[test]
    fn damaged_records_are_errors(
        mut bytes in proptest::collection::vec(any::<u8>(), 0..80),
        cut in 0usize..60,
    ) {
        let good = b"(;FF[4]GM[1]SZ[9]AB[aa][bb]AW[cc:dd]TR[ee];B[ff];W[gg](;B[hh])(;B[ii]))";
        let mut text = good[..cut.min(good.len())].to_vec();
        text.append(&mut bytes);
        let _ = Sgf::parse(&String::from_utf8_lossy(&text));
    }

    #[test]
    fn damaged_diagrams_are_errors(text in "[XOBW.#\n tomvekc0-9]{0,60}") {
        if let Ok(diagram) = Diagram::parse(&text) {
            prop_assert_eq!(Diagram::parse(&diagram.to_string()).expect("written"), diagram);
        }
    }
}
