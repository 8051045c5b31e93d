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
        .rfind(board)
        .unwrap_or_else(|| panic!("the board is shown: {stderr}"));
    let marks = lines[place + 1];
    assert_eq!(marks.find('^'), Some(begin + cell), "{stderr}");
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
    let ran = sidle(&["eval", "1 + game.grid.Clobber(\"xo|oz\").CanonicalForm"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_points_at(&ran.stderr, "xo|oz", 4);
}

#[test]
fn errors_point_through_escapes_and_into_variables() {
    for (input, board, cell) in [
        ("game.grid.Clobber(\"xo|\\u006fz\")", "xo|\\u006fz", 9),
        ("b := \"xo|oz\"; game.grid.Clobber(b)", "xo|oz", 4),
        ("b := \"xo|oz\"; Grid.Parse(b, \".xo\")", "xo|oz", 4),
        ("Grid.Parse(\"xo|o\", \".xo\")", "xo|o", 3),
        ("Strip.Parse(\"xz\", \".xo\")", "xz", 1),
    ] {
        let ran = sidle(&["eval", input]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert_points_at(&ran.stderr, board, cell);
    }
    // A board that is put together is nowhere in the program: the row with the cell is shown.
    let (first, second) = (
        ".".repeat(70),
        format!("{}q{}", ".".repeat(50), ".".repeat(19)),
    );
    let input = format!("game.grid.Domineering(\"{first}\" + \"|{second}\")");
    let ran = sidle(&["eval", &input]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("row 2, column 51"), "{ran:?}");
    let shown = format!("in \"…{}q{}\"", ".".repeat(30), ".".repeat(19));
    assert!(ran.stderr.contains(&shown), "{ran:?}");
}

#[test]
fn errors_of_a_stream_have_the_span_of_the_cell() {
    let ran = sidle_reading(&["outcome", "Clobber", "--stdin", "--json"], b"xo\nxoq\n");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{ran:?}");
    let place = r#""place":{"field":"position","start":2,"end":3}"#;
    assert!(lines[1].contains(place), "{ran:?}");
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

#[test]
fn a_stop_for_memory_tells_how_far_it_came() {
    for arguments in [
        [
            "value",
            "BackslidingToadsAndFrogs",
            "ttttt....fffff",
            "--max-memory",
            "30M",
        ],
        ["octal", "0.07", "--values=2G", "--max-memory", "100M"],
    ] {
        let ran = sidle(&arguments);
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.stderr.contains("it had come to "), "{ran:?}");
        assert!(ran.stderr.contains(" nodes"), "{ran:?}");
    }
}

#[test]
fn every_stop_tells_how_far_it_came() {
    let board = vec!["..........".to_owned(); 10].join("|");
    let line = format!("game.grid.Domineering(\"{board}\").CanonicalForm\n");
    let limit = ["--max-nodes", "3000"];
    let ran = sidle_reading(&["eval", "--stdin", limit[0], limit[1]], line.as_bytes());
    assert!(ran.stdout.contains("(it had come to 3,0"), "{ran:?}");
    let ran = sidle_reading(&limit, line.as_bytes());
    assert!(ran.stderr.contains("it had come to 3,0"), "{ran:?}");
    for arguments in [
        ["misere", "play", "0.77", "--at=500000000,12"],
        ["table", "Domineering", "12", "12"],
    ] {
        let ran = sidle(&[&arguments[..], &limit[..]].concat());
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(
            ran.stderr.contains("\n  = help: it had come to 3,0"),
            "{ran:?}"
        );
    }
}

#[test]
fn memory_that_is_not_that_of_nodes_is_not_told() {
    let coins = "h".repeat(20_000);
    let ran = sidle(&["value", "Ruler", &coins, "--max-memory", "60M"]);
    assert_eq!(ran.code, Some(3), "{}", ran.stderr.len());
    let told = ran.stderr.lines().last().unwrap_or_default();
    assert!(told.starts_with("  = help: it had come to "), "{told}");
    assert!(told.ends_with(" steps, 1 node"), "{told}");
}

#[test]
fn a_stopped_table_of_quotients_has_the_rows_that_were_found() {
    for limit in [["--max-nodes", "100k"], ["--max-memory", "30M"]] {
        let table = ["misere", "quotient", "--all-digits", "3", "--threads", "1"];
        let ran = sidle(&[&table[..], &limit[..]].concat());
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let rows = ran.stdout.lines().count() - 2;
        assert!(rows > 1, "{ran:?}");
        let told = format!("; {rows} of 511 rows\n");
        assert!(ran.stderr.ends_with(&told), "{:?}", ran.stderr);
    }
}

#[test]
fn heaps_are_counts_and_have_a_largest() {
    let ran = sidle(&["misere", "play", "0.77", "--at", "5, 99999999999999999999"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    let told = "this heap is too large: the largest allowed is 4294967295\n  5, 99999999999999999999\n     ^";
    assert!(ran.stderr.contains(told), "{ran:?}");
    let long = ["--heaps", "2G", "--max-nodes", "100"];
    for verb in ["genus", "canonical", "quotient"] {
        let ran = sidle(&[&["misere", verb, "0.77"], &long[..]].concat());
        assert_eq!(ran.code, Some(3), "{ran:?}");
        let ran = sidle(&["misere", verb, "0.77", "--heaps", "5G"]);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.stderr.contains("the largest allowed is"), "{ran:?}");
    }
}

#[test]
fn empty_entries_of_lists_are_pointed_at() {
    for (arguments, list, place) in [
        (vec!["misere", "quotient", "*2,,*3"], "*2,,*3", 3),
        (vec!["misere", "quotient", "*2,"], "*2,", 3),
        (vec!["misere", "quotient", "*2,\n*3,,\n*4"], "*3,,", 3),
        (vec!["misere", "quotient", "*2,x"], "*2,x", 3),
        (vec!["play", "misere", "0.77", "--at", "5,,9"], "5,,9", 2),
        (vec!["misere", "play", "0.77", "--at", ",9"], ",9", 0),
    ] {
        let ran = sidle(&arguments);
        assert_eq!(ran.code, Some(2), "{ran:?}");
        let lines: Vec<&str> = ran.stderr.lines().collect();
        let is_pointed_at = |pair: &[&str]| {
            let margin = pair[0].strip_suffix(list).map(str::len);
            margin.is_some_and(|margin| pair[1].find('^') == Some(margin + place))
        };
        assert!(lines.windows(2).any(is_pointed_at), "{ran:?}");
    }
    let ran = sidle(&["misere", "play", "0.77", "--at", "5, 9", "--at", "12"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}

#[test]
fn a_stopped_table_has_the_rows_before() {
    let ran = sidle(&[
        "table",
        "Domineering",
        "9",
        "4",
        "--max-nodes",
        "20000",
        "--csv",
    ]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(
        lines[..3],
        ["row,column,position,value", "1,1,.,0", "1,2,..,-1"]
    );
    assert_eq!(lines.len() % 4, 1, "whole rows: {ran:?}");
    assert!(lines.len() >= 13, "{ran:?}");
}

/// Positions whose options take long to make: a stream goes on after the limit has stopped one of them.
#[test]
fn a_stream_outlives_a_limit() {
    for (ruleset, letter, length) in [
        ("Push", "l", 1000),
        ("TopplingDominoes", "l", 3000),
        ("Col", "-", 1500),
        ("MockTurtles", "h", 2000),
    ] {
        let lines = format!("{}\n{letter}\n", letter.repeat(length));
        let arguments = ["outcome", ruleset, "--stdin", "--timeout", "300ms"];
        let begin = std::time::Instant::now();
        let ran = sidle_reading(&arguments, lines.as_bytes());
        assert_eq!(ran.code, Some(0), "{ruleset}: {ran:?}");
        let answers: Vec<&str> = ran.stdout.lines().collect();
        assert_eq!(answers.len(), 2, "{ruleset}: {ran:?}");
        assert!(answers[0].contains("the time limit"), "{ruleset}: {ran:?}");
        assert!(!answers[1].contains("error"), "{ruleset}: {ran:?}");
        assert!(
            begin.elapsed().as_secs() < 5,
            "{ruleset}: {:?}",
            begin.elapsed()
        );
    }
}

#[test]
fn rulesets_of_a_folder_are_asked_like_built_in_ones() {
    let folder = std::env::temp_dir().join(format!("sidle-own-{}", std::process::id()));
    let package = folder.join("own");
    std::fs::create_dir_all(&package).expect("a folder");
    let class = "singleton class Halving extends game.heap.HeapRuleset\n  override def HeapOptions(n as Integer) := \
                 if n == 0 then [] else [[n Div 2]] end;\nend\n";
    std::fs::write(package.join("Halving.cgs"), class).expect("written");
    let path = folder.to_str().expect("a name");
    for arguments in [
        ["value", "own.Halving", "5", "--path", path],
        ["--path", path, "value", "own.Halving", "5"],
    ] {
        // 5, 2, 1, 0: three moves.
        assert_eq!(sidle(&arguments).good(), "*\n", "{arguments:?}");
    }
    let ran = sidle(&["outcome", "own.Halving", "4", "--path", path]);
    assert_eq!(ran.good(), "N\n");
    let ran = sidle(&["value", "own.Halved", "5", "--path", path]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.stderr.contains("there is no `Halved`"), "{ran:?}");
    std::fs::remove_dir_all(&folder).expect("removed");
}

/// Boards of users' classes on strips, grids and graphs, with letters of their own, parameters and variants.
#[test]
fn boards_of_users_classes_are_shown() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let scripts = format!("{root}/crates/sidle-lang/tests/scripts");
    let examples = format!("{root}/examples/cgscript");
    let in_folder = |folder: &str, arguments: &[&str]| {
        let all = [&["--path", folder], arguments].concat();
        sidle(&all).good()
    };
    for (folder, ruleset, position, option, drawn) in [
        (
            &scripts,
            "strips.Hop(3)",
            "l..r",
            ".l.r",
            "  1 2 3 4\n1 ● · · ○\n",
        ),
        (
            &scripts,
            "strips.Hop().TwistedVariant",
            "l.r",
            "~.lr",
            "  1 2 3\n1 ● · ○\n",
        ),
        (
            &scripts,
            "walks.Hop()",
            "ab|-a",
            "-b|-a",
            "  1 2\n1 a b\n2 - a\n",
        ),
        (
            &examples,
            "grid.Konane",
            "xo.|o.x",
            "..x|o.x",
            "  1 2 3\n1 ● ○ ·\n2 ○ · ●\n",
        ),
        (&examples, "graph.Col", "L--R", "L-L", "L--R\n"),
    ] {
        let moves = in_folder(folder, &["moves", ruleset, position]);
        assert!(moves.starts_with(&format!("{position}: value ")), "{moves}");
        let json = in_folder(folder, &["moves", "--json", ruleset, position]);
        if !ruleset.starts_with("walks") {
            assert!(json.contains(&format!("\"to\":\"{option}\"")), "{json}");
        }
        assert!(!json.contains("Position"), "{json}");
        assert_eq!(in_folder(folder, &["draw", ruleset, position]), drawn);
    }
    for ruleset in ["nim", "game.heap.Kayles", "game.heap.Kayles.TwistedVariant"] {
        let moves = sidle(&["moves", ruleset, "3,4"]).good();
        assert!(
            moves.starts_with("3,4: value ") && moves.contains(" 1,4 "),
            "{moves}"
        );
        assert!(
            !moves.contains("Sum(") && !moves.contains("Position"),
            "{moves}"
        );
    }
}

#[test]
fn an_expression_needs_no_verb() {
    assert_eq!(sidle(&["{2||1|0}"]).good(), "{2||1|0}\n");
    assert_eq!(sidle(&["value", "toads-and-frogs", "t.f"]).good(), "*\n");
    let printed = sidle(&["eval", "Clobber(\"xo\")"]).good();
    assert_eq!(printed, "Clobber.Position(\"xo\")\n");
    let ran = sidle(&["eval", "clobber(\"xo\")"]);
    assert!(ran.stderr.contains("write `game.grid.Clobber`"), "{ran:?}");
}

#[test]
fn a_part_of_a_name_leads_to_the_ruleset() {
    let error = sidle(&["value", "Toads", "tt..ff"]).stderr;
    assert!(error.contains("did you mean ToadsAndFrogs"), "{error}");
}

#[test]
fn positions_in_latex_are_text() {
    let shown = sidle(&["eval", "--latex", "game.grid.Clobber(\"xo\")"]).good();
    assert_eq!(shown, "\\text{Clobber.Position(\"xo\")}\n");
}

#[test]
fn positions_may_begin_with_a_dash() {
    assert_eq!(sidle(&["value", "ArcKayles", "---"]).good(), "*2\n");
    assert_eq!(sidle(&["value", "ArcKayles", "--", "---"]).good(), "*2\n");
    sidle(&["draw", "ArcKayles", "---", "-o", "-"]).good();
    assert_eq!(sidle(&["value", "ArcKayles", "--jsn"]).code, Some(2));
}
