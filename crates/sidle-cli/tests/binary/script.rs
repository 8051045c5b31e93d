//! `sidle run FILE`, `sidle run -`, and `sidle` on a pipe.

use std::{fs, path::PathBuf, process::id};

use crate::program::{sidle, sidle_reading};

const SCRIPT: &str =
    "// sums of ups\ndef Double(g) := g + g\nup := {0|\n  *}\n\nDouble(up);\nDouble(Double(up))\n";

fn file(name: &str, content: &[u8]) -> PathBuf {
    let path = std::env::temp_dir().join(format!("sidle-test-{}-{name}", id()));
    fs::write(&path, content).expect("a temporary file");
    path
}

#[test]
fn a_file_a_dash_and_a_pipe_do_the_same() {
    let path = file("script", SCRIPT.as_bytes());
    let from_file = sidle(&["run", path.to_str().expect("a plain name")]).good();
    assert!(from_file.ends_with("^\n^4\n"), "{from_file}");
    assert_eq!(
        sidle_reading(&["run", "-"], SCRIPT.as_bytes()).good(),
        from_file
    );
    assert_eq!(sidle_reading(&[], SCRIPT.as_bytes()).good(), from_file);
    fs::remove_file(path).expect("the temporary file");
}

#[test]
fn an_error_names_file_and_line_and_stops_the_script() {
    let path = file("error", b"1\n\n2 +\n  nothing\n3\n");
    let name = path.to_str().expect("a plain name");
    let ran = sidle(&["run", name]);
    assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", Some(2)), "{ran:?}");
    assert!(ran.stderr.contains(&format!("{name}:4:3")), "{ran:?}");
    assert!(ran.stderr.contains("4 |   nothing"), "{ran:?}");
    fs::remove_file(path).expect("the temporary file");
}

#[test]
fn what_is_never_finished_is_an_error_at_the_end() {
    let ran = sidle_reading(&[], b"1\n{1|\n2\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", Some(2)), "{ran:?}");
}

#[test]
fn a_missing_file_and_one_that_is_no_text_are_bad_input() {
    let ran = sidle(&["run", "/no/such/file"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("/no/such/file"), "{ran:?}");
    let ran = sidle_reading(&["run", "-"], b"1\n\xff\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("1\n", Some(2)), "{ran:?}");
    assert!(ran.stderr.contains("line 2"), "{ran:?}");
}

#[test]
fn nothing_in_nothing_out() {
    assert_eq!(sidle(&[]).good(), "");
    assert_eq!(
        sidle_reading(&["run", "-"], b"\n\n  \n// nothing\n").good(),
        ""
    );
}
