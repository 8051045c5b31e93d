//! `sidle value`, `sidle outcome` and `sidle moves` about boards that cannot be read or are too large.

use crate::program::{sidle, sidle_reading};

/// The line with the board, and below it the marks under the cell.
fn assert_points_at(stderr: &str, board: &str, cell: usize) {
    let lines: Vec<&str> = stderr.lines().collect();
    let place = lines
        .iter()
        .position(|line| line.starts_with("1 | "))
        .unwrap_or_else(|| panic!("the source is shown: {stderr}"));
    let begin = lines[place]
        .find(&format!("\"{board}\""))
        .unwrap_or_else(|| panic!("the board is shown: {stderr}"));
    let marks = lines[place + 1];
    assert_eq!(marks.find('^'), Some(begin + 1 + cell), "{stderr}");
    assert_eq!(marks.matches('^').count(), 1, "{stderr}");
}

#[test]
fn errors_point_at_the_cell() {
    for question in ["value", "outcome", "moves"] {
        let ran = sidle(&[question, "Clobber", "xo|oz"]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("row 2, column 2"), "{ran:?}");
        assert_points_at(&ran.stderr, "xo|oz", 4);
    }
    let ran = sidle(&["value", "FoxAndGeese", "o.o....."]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_points_at(&ran.stderr, "o.o.....", 2);
}

#[test]
fn errors_of_a_stream_have_the_span_of_the_cell() {
    let ran = sidle_reading(&["outcome", "Clobber", "--stdin", "--json"], b"xo\nxoq\n");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{ran:?}");
    // game.grid.Clobber("xoq")
    assert!(lines[1].contains("\"span\":[21,22]"), "{ran:?}");
}

#[test]
fn a_stop_tells_how_far_it_came() {
    let board = vec!["..........".to_owned(); 10].join("|");
    for question in ["value", "outcome", "moves"] {
        let ran = sidle(&[question, "Domineering", &board, "--max-nodes", "20000"]);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.stderr.contains("it had come to 2"), "{ran:?}");
        assert!(ran.stderr.contains(" nodes"), "{ran:?}");
    }
}
