//! `sidle check` on certificates written by hand.

use std::{
    env, fs,
    process::{self, Output},
};

use assert_cmd::Command;

const STAR_CONFUSED_WITH_0: &str = r#"{
    "format": "sidle-certificate", "version": 1, "kind": "short-game", "text": "* <> 0",
    "positions": [[[], []], [[0], [0]]],
    "claim": {"type": "relation", "left": 1, "relation": "<>", "right": 0},
    "steps": [{"le": [0, 0]}, {"nle-left": [1, 0, 0]}, {"nle-right": [0, 1, 0]}]
}"#;

fn check(arguments: &[&str], input: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sidle"))
        .arg("check")
        .args(arguments)
        .write_stdin(input)
        .output()
        .expect("the binary runs")
}

#[test]
fn a_valid_certificate_is_code_0() {
    let output = check(&["-"], STAR_CONFUSED_WITH_0);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text, "-: valid: * <> 0 (3 steps)\n");
}

#[test]
fn an_invalid_certificate_is_code_1_and_names_the_step() {
    let damaged = STAR_CONFUSED_WITH_0.replace("[1, 0, 0]", "[1, 0, 1]");
    let output = check(&["-"], &damaged);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("invalid: * <> 0: step 1: "), "{text}");

    let output = check(&["--json", "-"], &damaged);
    assert_eq!(output.status.code(), Some(1));
    let object: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("one object on a line");
    assert_eq!(object["valid"], false);
    assert_eq!(object["step"], "step 1");
    assert_eq!(object["reason"], "1 is not a Left option of 1");
}

#[test]
fn what_cannot_be_read_is_code_2() {
    for broken in ["", "{", "[]", "{\"format\": \"x\"}"] {
        let output = check(&["-"], broken);
        assert_eq!(output.status.code(), Some(2), "{broken}");
        assert!(!output.stderr.is_empty());
    }
    let output = check(&["no/such/file", "-"], STAR_CONFUSED_WITH_0);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.starts_with("-: valid"),
        "the other file is checked: {text}"
    );
}

/// A loop beside an edge to a leaf; a token there; and two tokens opposite each other on a 4-cycle.
#[test]
fn certificates_about_digraphs() {
    let head =
        |kind| format!(r#"{{"format":"sidle-certificate","version":1,"kind":"{kind}","text":"","#);
    let board =
        r#""vertices":["a","b"],"options":[[0,1],[]],"gamma":["inf",0],"counters":[null,0]"#;
    let gamma = format!("{}{board}}}", head("gamma"));
    let tokens = format!(
        r#"{}"boards":[{{{board}}}],"tokens":[[0,0]],"value":"inf","finite_options":[0],"outcome":"N","move":[0,0,1]}}"#,
        head("tokens")
    );
    let annihilation = format!(
        r#"{}"vertices":["a","b","c","d"],"options":[[1],[2],[3],[0]],"tokens":[0,2],"outcome":"P","move":null,
        "proof":{{"strategy":{{"parts":[{{"tokens":[0,2],"value":0,"answers":[[1,2],[3,0]]}}],"sum":[0]}}}}}}"#,
        head("annihilation")
    );
    let cases = [
        (
            &gamma,
            "γ on 2 vertices and 2 edges: 1 finite, the largest 0, 1 infinite",
            "\"inf\",0",
            "0,0",
        ),
        (
            &tokens,
            "tokens on a: value inf{0}, outcome N, a -> b",
            "[0,0,1]",
            "[0,0,0]",
        ),
        (
            &annihilation,
            "annihilation, tokens on a, c: outcome P",
            "[3,0]",
            "[0,1]",
        ),
    ];
    for (certificate, claim, part, damage) in cases {
        let output = check(&["-"], certificate);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(text.starts_with(&format!("-: valid: {claim} (")), "{text}");
        let damaged = certificate.replace(part, damage);
        assert_ne!(&damaged, certificate);
        let output = check(&["-"], &damaged);
        assert_eq!(output.status.code(), Some(1), "{damaged}");
        let unreadable = certificate.replace("\"version\":1", "\"version\":2");
        assert_eq!(check(&["-"], &unreadable).status.code(), Some(2));
    }
}

/// `eval --certify` and `check` together, on claims of every sort.
#[test]
fn what_eval_certifies_check_verifies() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let claims = [
        ("{0,-1|*} <= 1", "true\n", "{0,-1|*} <= 1"),
        ("{0,-1|*} > 0", "true\n", "{0,-1|*} > 0"),
        ("{1|*} <> 1/2", "true\n", "{1|*} <> 1/2"),
        ("{*|*} == 0", "true\n", "{*|*} == 0"),
        ("{0,-1|*}", "^\n", "{0|*} is the canonical form of {0,-1|*}"),
    ];
    for (index, (claim, answer, shown)) in claims.into_iter().enumerate() {
        let file = format!("{folder}/certificate-{index}.json");
        let output = Command::new(env!("CARGO_BIN_EXE_sidle"))
            .args(["eval", "--certify", &file, claim])
            .output()
            .expect("the binary runs");
        assert_eq!(output.status.code(), Some(0), "{claim}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), answer, "{claim}");
        let output = check(&[&file], "");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(text.contains(&format!("valid: {shown} (")), "{text}");
    }
}

#[test]
fn a_false_claim_is_code_1_and_no_file() {
    let file = format!("{}/false.json", env!("CARGO_TARGET_TMPDIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(["eval", "--certify", &file, "* <= 0"])
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "false\n");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("the truth is `<>`"), "{text}");
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn an_answer_and_its_certificate_go_to_different_files() {
    let board = env::temp_dir().join(format!("sidle-same-{}.txt", process::id()));
    let both = board.with_extension("json");
    fs::write(&board, "a b\n").expect("a writable temporary directory");
    for verb in ["label", "gamma"] {
        let output = Command::new(env!("CARGO_BIN_EXE_sidle"))
            .args(["graph", verb])
            .arg(&board)
            .arg("-o")
            .arg(&both)
            .arg("--certify")
            .arg(&both)
            .output()
            .expect("the binary runs");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains("same file"), "{errors}");
        assert!(!both.exists());
    }
    fs::remove_file(board).expect("our own file");
}

/// A certificate is converted to a container and back, and checked in both forms; a container that is cut is refused.
#[test]
fn certificates_are_converted() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let name = |end: &str| format!("{folder}/convert-{}.{end}", process::id());
    let (json, container, back) = (name("json"), name("cert"), name("back.json"));
    fs::write(&json, STAR_CONFUSED_WITH_0).expect("written");
    for (from, to) in [(&json, &container), (&container, &back)] {
        let output = check(&[from, "--convert", to], "");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let output = check(&[&back, &container], "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.matches("valid: * <> 0 (3 steps)").count(), 2, "{text}");
    let itself = check(&[&json, "--convert", &json], "");
    assert_eq!(itself.status.code(), Some(2), "an input is not an output");
    let bytes = fs::read(&container).expect("it was written");
    let output = check(&["-"], "");
    assert_eq!(
        output.status.code(),
        Some(2),
        "nothing is not a certificate"
    );
    fs::write(&container, &bytes[..bytes.len() - 9]).expect("written");
    let output = check(&[&container], "");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("the end: the file is cut off"), "{told}");
    for path in [json, container, back] {
        fs::remove_file(path).expect("removed");
    }
}
