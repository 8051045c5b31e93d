//! Certificates that the commands write.

use super::*;

#[test]
fn certificates_are_checked() {
    for game in ["symmetric", "misere", "asymmetric"] {
        let path = scratch(&format!("{game}.json"));
        let path = path.to_str().expect("UTF-8");
        let run = run_with(
            &["graph", "label", "-", "--game", game, "--certify", path],
            FIG8.as_bytes(),
        );
        assert_eq!(run.code, Some(0), "{}", run.err);
        let checked = run_with(&["check", path], b"");
        assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    }
}

/// Runs a command with `--certify` and gives back the certificate and what `sidle check` says of it.
fn certified(arguments: &[&str], input: &str, name: &str) -> (String, String) {
    let proof = scratch(name);
    let path = proof.to_str().expect("UTF-8");
    let run = run_with(
        &[arguments, &["--certify", path]].concat(),
        input.as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    let without = run_with(arguments, input.as_bytes());
    assert_eq!(run.out, without.out, "the answer is the same");
    let check = run_with(&["check", path], b"");
    assert_eq!(check.code, Some(0), "{}{}", check.out, check.err);
    let text = fs::read_to_string(&proof).expect("the certificate");
    let verdict = check.out.replace(&format!("{path}: "), "");
    (text, verdict)
}

#[test]
fn gamma_with_a_certificate() {
    let (text, verdict) = certified(&["graph", "gamma", "-"], FIG8, "gamma.json");
    let claim = "γ on 12 vertices and 13 edges: 6 finite, the largest 1, 6 infinite";
    assert_eq!(verdict, format!("valid: {claim} (12 steps)\n"));
    // 4 has value 1: its options have 0.
    let place = text.find("\"gamma\":[\"inf\",\"inf\",1").expect("γ of 4");
    let mut damaged = text.clone();
    damaged.replace_range(place + 21..place + 22, "0");
    let run = run_with(&["check", "-", "--json"], damaged.as_bytes());
    assert_eq!(run.code, Some(1));
    let object: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(object["step"], "vertex 2 (4)");
    assert_eq!(
        object["reason"],
        "A: 1 is the least value that no option has"
    );
}

#[test]
fn tokens_with_a_certificate() {
    for (at, claim) in [
        ("4,8", "tokens on 4, 8: value inf{0}, outcome N, 8 -> 7"),
        ("4 7", "tokens on 4, 7: value 0, outcome P"),
        ("8,12", "tokens on 8, 12: value inf{}, outcome D, 8 -> 7"),
        ("", "tokens on no vertex: value 0, outcome P"),
    ] {
        let arguments = ["tokens", "-", "--at", at];
        let (text, verdict) = certified(&arguments, FIG8, "tokens.json");
        assert_eq!(verdict, format!("valid: {claim} (15 steps)\n"));
        for (claimed, other) in [("\"P\"", "\"N\""), ("\"N\"", "\"D\""), ("\"D\"", "\"P\"")] {
            let outcome = format!("\"outcome\":{claimed}");
            let damaged = text.replace(&outcome, &format!("\"outcome\":{other}"));
            let run = run_with(&["check", "-"], damaged.as_bytes());
            assert_eq!(run.code, Some(i32::from(damaged != text)), "{}", run.out);
        }
    }
    let paths = ["one", "two"].map(|name| {
        let path = scratch(&format!("certified-{name}.txt"));
        fs::write(&path, "a b\nb c\n").expect("a file");
        path
    });
    let paths: Vec<&str> = paths.iter().filter_map(|path| path.to_str()).collect();
    let arguments = ["tokens", paths[0], paths[1], "--at", "a", "--at", "b"];
    let (_, verdict) = certified(&arguments, "", "two-boards.json");
    let claim = "tokens on 1:a, 2:b: value 1, outcome N, 2:b -> 2:c";
    assert_eq!(verdict, format!("valid: {claim} (9 steps)\n"));
}

#[test]
fn annihilation_with_a_certificate() {
    let name = "annihilation.json";
    for (board, at, claim) in [
        (CYCLE, "z1,z3", "tokens on z1, z3: outcome P (2 steps)"),
        (
            CYCLE,
            "z1,z2",
            "tokens on z1, z2: outcome N, z1 -> z2 (1 steps)",
        ),
        (CYCLE, "z1", "tokens on z1: outcome D, z1 -> z2 (18 steps)"),
        (
            FIG14A,
            "z0,z2",
            "tokens on z0, z2: outcome N, z0 -> z2 (1 steps)",
        ),
    ] {
        let (_, verdict) = certified(&["annihilate", "-", "--at", at], board, name);
        assert_eq!(verdict, format!("valid: annihilation, {claim}\n"));
    }
    let fig15 = [
        "z0a,z1a,z1b,z2b,z3b,z4b,z0c,z2c,y0a,y1a,y2b,y4b",
        "z1a,z3a,z1b,z2b,z3b,z4b,y1a,y3a",
    ];
    let anne = run_with(&["graph", "example", "anne"], b"").out;
    for (at, outcome) in fig15.into_iter().zip(["N, y0a -> y2a", "P"]) {
        let (_, verdict) = certified(&["annihilate", "-", "--at", at], &anne, name);
        assert!(
            verdict.contains(&format!("outcome {outcome} (")),
            "{verdict}"
        );
    }
}

#[test]
fn certificates_are_whole_or_not_there() {
    let proof = scratch("stopped.json");
    let path = proof.to_str().expect("UTF-8");
    let annihilate = ["annihilate", "-", "--at", "z1", "--certify", path];
    let run = run_with(
        &[&annihilate[..], &["--max-nodes", "20"]].concat(),
        CYCLE.as_bytes(),
    );
    assert_eq!(run.code, Some(3), "{}", run.err);
    let run = run_with(&[&annihilate[..], &["--play"]].concat(), CYCLE.as_bytes());
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(!proof.exists());
    let nowhere = "no/such/folder/proof.json";
    let run = run_with(&["graph", "gamma", "-", "--certify", nowhere], b"a b\n");
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(run.err.contains(nowhere), "{}", run.err);
}
