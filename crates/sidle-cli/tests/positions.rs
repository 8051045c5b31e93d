//! `sidle moves`, `table`, `draw`, `play RULESET`, `outcome --certify` and `--table`.

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Stdio},
};

/// Runs the binary in a folder: its exit code, standard output and standard error.
fn sidle(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("the binary reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the binary ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

#[test]
fn strategies_are_replayed_for_every_kind_of_rules() {
    let folder = folder("strategies");
    for (ruleset, position) in [
        ("Domineering", "....|....|...."),
        ("Clobber", "xoxo|oxox"),
        ("Amazons", "x..|..o"),
        ("Hackenbush", "l(r;ee)"),
        ("Konane", "xoxo|ox.x|xoxo"),
        ("ToadsAndFrogs", "ttt..fff"),
        ("Snort", ".-.-.-."),
        ("Nim", "1,1"),
        ("Nim", "3,4,5"),
    ] {
        let (code, outcome, error) = sidle(
            &folder,
            &["outcome", ruleset, position, "--certify", "win.json"],
            "",
        );
        assert_eq!(code, 0, "{ruleset}: {error}");
        let (code, checked, _) = sidle(&folder, &["check", "win.json"], "");
        assert_eq!(code, 0, "{ruleset}: {checked}");
        let known = ["Domineering", "Clobber", "Amazons", "Hackenbush"].contains(&ruleset);
        let claim = match known {
            true => format!(": {} (", outcome.trim()),
            false => format!(": {}, if the moves listed", outcome.trim()),
        };
        assert!(checked.contains(&claim), "{ruleset}: {checked}");
        // A strategy for another outcome is not believed.
        let forged = fs::read_to_string(folder.join("win.json")).expect("a certificate");
        let letter = if outcome.trim() == "N" { "P" } else { "N" };
        let claim = format!("\"outcome\":\"{}\"", outcome.trim());
        assert!(forged.contains(&claim), "{forged}");
        let forged = forged.replace(&claim, &format!("\"outcome\":\"{letter}\""));
        fs::write(folder.join("forged.json"), forged).expect("a file");
        assert_eq!(sidle(&folder, &["check", "forged.json"], "").0, 1);
    }
    // Play without end has no strategy that ends.
    let loopy = [
        "outcome",
        "BackslidingToadsAndFrogs",
        "t..f",
        "--certify",
        "no.json",
    ];
    assert_ne!(sidle(&folder, &loopy, "").0, 0);
    assert!(!folder.join("no.json").exists());
}

#[test]
fn strategies_of_a_class_are_replayed() {
    let folder = folder("class-strategies");
    assert_eq!(sidle(&folder, &["new", "ruleset", "Nibble"], "").0, 0);
    let asked = [
        "--path",
        ".",
        "outcome",
        "Nibble",
        "lr.rl",
        "--certify",
        "n.json",
    ];
    let (code, outcome, error) = sidle(&folder, &asked, "");
    assert_eq!((code, outcome.as_str()), (0, "P\n"), "{error}");
    let (code, checked, _) = sidle(&folder, &["check", "n.json"], "");
    assert_eq!(code, 0, "{checked}");
    // Its rules are its own, also under a name that the checker knows.
    let class = fs::read_to_string(folder.join("Nibble.cgs")).expect("there");
    fs::create_dir(folder.join("other")).expect("a folder");
    let class = class.replace("Nibble", "Amazons");
    fs::write(folder.join("other/Amazons.cgs"), class).expect("written");
    let asked = [
        "--path",
        ".",
        "outcome",
        "other.Amazons",
        "lr.rl",
        "--certify",
        "o.json",
    ];
    let (code, _, error) = sidle(&folder, &asked, "");
    assert_eq!(code, 0, "{error}");
    let (code, checked, _) = sidle(&folder, &["check", "o.json"], "");
    assert_eq!(code, 0, "{checked}");
    assert!(checked.contains("if the moves listed"), "{checked}");
}

#[test]
fn tables_are_kept_and_foreign_ones_refused() {
    let folder = folder("kept");
    let board = "xoxox|oxoxo|xoxox";
    let outcome = |arguments: &[&str]| sidle(&folder, arguments, "");
    let asked = ["outcome", "Clobber", board, "--table", "t"];
    let first = outcome(&asked);
    assert_eq!(first.0, 0, "{}", first.2);
    assert_eq!(outcome(&asked).1, first.1);
    let bytes = fs::read(folder.join("t")).expect("the table is written");
    // Another ruleset, damage, something else.
    let (code, _, error) = outcome(&["outcome", "Domineering", "..|..", "--table", "t"]);
    assert_eq!(code, 2);
    assert!(error.contains("belongs to game.grid.Clobber"), "{error}");
    for (name, content) in [
        ("damaged", {
            let mut damaged = bytes.clone();
            let middle = damaged.len() / 2;
            damaged[middle] ^= 1;
            damaged
        }),
        ("short", bytes[..bytes.len() - 1].to_vec()),
        ("foreign", b"hello".to_vec()),
    ] {
        fs::write(folder.join("bad"), &content).expect("a file");
        let (code, answer, error) = outcome(&["outcome", "Clobber", board, "--table", "bad"]);
        assert_eq!((code, answer.as_str()), (2, ""), "{name}: {error}");
        assert_eq!(fs::read(folder.join("bad")).expect("it stays"), content);
    }
    // A run that is stopped leaves the old table.
    let large = "xoxoxoxo|oxoxoxox|xoxoxoxo|oxoxoxox";
    let stopped = [
        "outcome",
        "Clobber",
        large,
        "--table",
        "t",
        "--max-nodes",
        "1000",
    ];
    assert_eq!(outcome(&stopped).0, 3);
    assert_eq!(fs::read(folder.join("t")).expect("it stays"), bytes);
}

#[test]
fn moves_tables_and_pictures() {
    let folder = folder("shown");
    let run = |arguments: &[&str]| sidle(&folder, arguments, "");
    let (code, text, _) = run(&["moves", "Clobber", "xox"]);
    assert_eq!(code, 0);
    assert_eq!(text.matches("Left +").count(), 2, "{text}");
    let (_, json, _) = run(&["moves", "Domineering", "..|..", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("one object");
    assert_eq!(report["value"], "+-1");
    assert_eq!(report["moves"][0]["incentive"], "{2|0}");
    assert_eq!(report["moves"][0]["wins"], true);
    let (_, lines, _) = sidle(&folder, &["moves", "Clobber", "--stdin"], "xo\nxz\nxox\n");
    assert_eq!(lines.lines().count(), 3);

    let (_, csv, _) = run(&["table", "Domineering", "2", "2", "--csv"]);
    assert_eq!(csv.lines().last(), Some("2,2,..|..,+-1"));
    let (_, latex, _) = run(&["table", "Cutcake", "2", "3", "--latex"]);
    assert!(latex.contains("\\begin{tabular}{r|lll}"), "{latex}");
    assert_eq!(run(&["table", "Snort", "2", "2"]).0, 2);
    assert_eq!(run(&["table", "Clobber", "0", "2"]).0, 2);
    assert_eq!(
        run(&["table", "ToadsAndFrogs", "2", "2", "--pattern", "t*q"]).0,
        2
    );

    let (_, drawn, _) = run(&["draw", "Amazons", "x.|#o"]);
    assert_eq!(drawn, "  1 2\n1 ● ·\n2 ▒ ○\n");
    for (ruleset, position) in [("Clobber", "xo|ox"), ("Hackenbush", "l(r;e)")] {
        assert_eq!(run(&["draw", ruleset, position, "-o", "a.svg"]).0, 0);
        let svg = fs::read_to_string(folder.join("a.svg")).expect("a picture");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
    assert_eq!(run(&["draw", "Nim", "3"]).0, 2);
    assert_eq!(run(&["value", "Nim", "3,4,5"]).1, "*2\n");
}

#[test]
fn a_match() {
    let folder = folder("match");
    // The engine wins what it can win.
    let play = ["play", "Clobber", "xoxo", "--as", "second"];
    let (code, text, error) = sidle(&folder, &play, "1\n1\n1\n");
    assert_eq!(code, 0, "{error}");
    assert!(text.ends_with("You cannot move: you lose.\n"), "{text}");
    let words = "hint\nmoves\n1\nundo\nswap\nnonsense\nquit\n";
    let (code, text, _) = sidle(&folder, &["play", "Clobber", "xoxo"], words);
    assert_eq!(code, 0);
    for expected in [
        "You can win. Try",
        "  1  ",
        "You are Right now.",
        "is not a move here",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    assert_eq!(sidle(&folder, &["play", "Clobber", "xz"], "").0, 2);
    assert_eq!(sidle(&folder, &["play"], "").0, 2);
}
