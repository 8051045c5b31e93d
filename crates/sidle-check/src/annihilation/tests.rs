use super::*;
use crate::gamma::Value;

/// The directed 4-cycle.
fn on_a_cycle(claim: &str) -> Certificate {
    let text = format!(
        r#"{{"format":"sidle-certificate","version":1,"kind":"annihilation","text":"",
        "vertices":["a","b","c","d"],"options":[[1],[2],[3],[0]],{claim}}}"#
    );
    serde_json::from_str(&text).expect("a good certificate")
}

fn lost() -> Certificate {
    on_a_cycle(
        r#""tokens":[0,2],"outcome":"P","move":null,"proof":{"strategy":{"parts":[
        {"tokens":[0,2],"value":0,"answers":[[1,2],[3,0]]}],"sum":[0]}}"#,
    )
}

/// Two parts of value 1 beside each other, on two 4-cycles.
fn two_parts() -> Certificate {
    let mut certificate = lost();
    certificate.vertices = (0..8).map(|v| v.to_string()).collect();
    certificate.options = [1, 2, 3, 0, 5, 6, 7, 4].map(|v| vec![v]).to_vec();
    certificate.tokens = vec![0, 1, 4, 5];
    // From {0, 1}: 0 -> 1 leaves nothing, 1 -> 2 leaves {0, 2}, both of value 0.
    let part = |tokens: &[u32], value, answers| Part {
        tokens: tokens.to_vec(),
        value,
        answers,
    };
    let parts = vec![
        part(&[0, 2], 0, vec![Some((1, 2)), Some((3, 0))]),
        part(&[4, 6], 0, vec![Some((5, 6)), Some((7, 4))]),
        part(&[0, 1], 1, vec![None, None]),
        part(&[4, 5], 1, vec![None, None]),
    ];
    let sum = vec![2, 3];
    certificate.proof = Proof::Strategy(Strategy { parts, sum });
    certificate
}

fn drawn() -> Certificate {
    on_a_cycle(
        r#""tokens":[0],"outcome":"D","move":[0,1],"proof":{"values":{"components":[
        {"members":[0,1,2,3],"weight":4,
        "gamma":[0,"inf","inf","inf","inf",1,0,1,1,0,1,"inf","inf","inf","inf",0],
        "counters":[0,null,null,null,null,4,1,5,6,2,7,null,null,null,null,3]}]}}"#,
    )
}

fn reason(mut certificate: Certificate, change: impl Fn(&mut Certificate)) -> String {
    change(&mut certificate);
    let verdict = check(&certificate);
    verdict.result().expect_err("not valid").to_string()
}

fn strategy(certificate: &mut Certificate) -> &mut Strategy {
    match &mut certificate.proof {
        Proof::Strategy(strategy) => strategy,
        Proof::Values(_) => unreachable!("the samples are strategies"),
    }
}

fn component(certificate: &mut Certificate) -> &mut Component {
    match &mut certificate.proof {
        Proof::Values(values) => &mut values.components[0],
        Proof::Strategy(_) => unreachable!("the samples are values"),
    }
}

#[test]
fn good_certificates_are_valid() {
    for (certificate, steps, claim) in [
        (lost(), 2, "tokens on a, c: outcome P"),
        (two_parts(), 5, "tokens on 0, 1, 4, 5: outcome P"),
        (drawn(), 18, "tokens on a: outcome D, a -> b"),
    ] {
        let verdict = check(&certificate);
        assert_eq!(verdict.result(), Ok(steps), "{verdict}");
        assert_eq!(verdict.claim(), format!("annihilation, {claim}"));
        let bytes = serde_json::to_vec(&certificate).expect("JSON");
        assert!(crate::check_bytes(&bytes).expect("readable").is_valid());
    }
}

#[test]
fn a_win_is_a_move_to_a_lost_position() {
    let mut won = lost();
    won.tokens = vec![1, 2];
    won.outcome = Outcome::N;
    won.chosen = Some((1, 2));
    strategy(&mut won).sum.clear();
    assert!(check(&won).is_valid(), "both tokens vanish");
    // 2 -> 3 leads to {1, 3}, which is lost as well but not listed.
    won.chosen = Some((2, 3));
    assert!(!check(&won).is_valid());
    for (chosen, part) in [((0, 1), "no token"), ((1, 3), "not an option")] {
        won.chosen = Some(chosen);
        let verdict = check(&won);
        assert!(verdict.to_string().contains(part), "{verdict}");
    }
}

#[test]
fn everything_a_strategy_can_get_wrong_is_named() {
    let cases = [
        (reason(lost(), |c| c.tokens = vec![2, 0]), "increasing"),
        (reason(lost(), |c| c.tokens = vec![0, 4]), "increasing"),
        (
            reason(lost(), |c| c.tokens = vec![1, 3]),
            "another position",
        ),
        (
            reason(lost(), |c| c.outcome = Outcome::D),
            "D by a move and values",
        ),
        (
            reason(lost(), |c| c.chosen = Some((0, 1))),
            "P is shown by a strategy",
        ),
        (
            reason(lost(), |c| strategy(c).sum = vec![]),
            "another position",
        ),
        (
            reason(lost(), |c| strategy(c).sum = vec![1]),
            "no such part",
        ),
        (
            reason(lost(), |c| strategy(c).parts[0].answers[0] = None),
            "0 -> 1 has no answer",
        ),
        (
            reason(lost(), |c| strategy(c).parts[0].answers[0] = Some((0, 1))),
            "is not a move",
        ),
        (
            reason(lost(), |c| strategy(c).parts[0].answers[0] = Some((2, 3))),
            "no earlier part",
        ),
        (
            reason(lost(), |c| strategy(c).parts[0].answers.truncate(1)),
            "2 moves but 1 answers",
        ),
        (
            reason(lost(), |c| strategy(c).parts[0].value = 3),
            "larger than the number",
        ),
        (
            reason(lost(), |c| strategy(c).parts[0].tokens = vec![]),
            "one to four tokens",
        ),
        (
            reason(lost(), |c| strategy(c).parts[0].tokens = vec![2, 9]),
            "one to four tokens",
        ),
        (
            reason(lost(), |c| {
                let part = strategy(c).parts[0].clone();
                strategy(c).parts.push(part);
            }),
            "no other part is the same",
        ),
        // The parts themselves are good, but their nim-sum is 1.
        (
            reason(two_parts(), |c| {
                c.tokens = vec![0, 1];
                strategy(c).sum = vec![2];
            }),
            "nim-sum",
        ),
        (
            reason(two_parts(), |c| strategy(c).parts[2].value = 2),
            "no move leads to a part of value 1",
        ),
        (
            reason(two_parts(), |c| drop(strategy(c).parts.remove(0))),
            "1 -> 2 has no answer",
        ),
    ];
    for (reason, part) in cases {
        assert!(reason.contains(part), "{reason}");
    }
}

/// A part may not be answered by itself or by later parts: with a pass for every move nobody loses.
#[test]
fn ranks_must_fall() {
    let mut pass = lost();
    pass.vertices = vec!["a".to_owned()];
    pass.options = vec![vec![0]];
    pass.tokens = vec![0];
    strategy(&mut pass).parts = vec![Part {
        tokens: vec![0],
        value: 0,
        answers: vec![Some((0, 0))],
    }];
    let verdict = check(&pass);
    assert!(verdict.to_string().contains("no earlier part"), "{verdict}");
}

#[test]
fn everything_values_can_get_wrong_is_named() {
    let cases = [
        (
            reason(drawn(), |c| c.chosen = None),
            "D by a move and values",
        ),
        (
            reason(drawn(), |c| c.outcome = Outcome::N),
            "N by a move and a strategy",
        ),
        (reason(drawn(), |c| c.tokens = vec![0, 2]), "it has value 0"),
        (
            reason(drawn(), |c| c.tokens = vec![0, 1]),
            "leads to value 0",
        ),
        (
            reason(drawn(), |c| component(c).members.truncate(3)),
            "leaves component 0",
        ),
        (
            reason(drawn(), |c| component(c).members.swap(0, 1)),
            "not increasing",
        ),
        (
            reason(drawn(), |c| component(c).members.clear()),
            "1 positions of at most 4 tokens, 16",
        ),
        (
            reason(drawn(), |c| component(c).weight = 5),
            "the most is 4",
        ),
        (
            reason(drawn(), |c| component(c).weight = 3),
            "15 positions of at most 3 tokens, 16",
        ),
        (
            reason(drawn(), |c| component(c).gamma[5] = Value::Finite(0)),
            "tokens on [0, 1]",
        ),
        (
            reason(drawn(), |c| component(c).counters[6] = Some(0)),
            "component 0, tokens on [0, 2]",
        ),
        (
            reason(drawn(), |c| component(c).counters.truncate(3)),
            "other counters than values",
        ),
        (
            reason(drawn(), |c| {
                component(c).weight = 2;
                component(c).gamma.truncate(11);
                component(c).counters.truncate(11);
            }),
            "not all positions of at most four tokens",
        ),
        (
            reason(drawn(), |c| {
                let Proof::Values(values) = &mut c.proof else {
                    return;
                };
                values.components.push(values.components[0].clone());
            }),
            "in two components",
        ),
        (
            reason(drawn(), |c| {
                c.proof = Proof::Values(Values { components: vec![] });
            }),
            "in no component",
        ),
    ];
    for (reason, part) in cases {
        assert!(reason.contains(part), "{reason} / {part}");
    }
}

/// Three tokens are drawn on the cycle, and the options that matter are those in the whole position.
#[test]
fn draws_are_judged_across_components() {
    let mut certificate = drawn();
    certificate.vertices.extend(["e", "f"].map(str::to_owned));
    certificate.options.extend([vec![5], vec![]]);
    certificate.tokens = vec![0, 4];
    assert!(!check(&certificate).is_valid(), "e is in no component");
    let Proof::Values(values) = &mut certificate.proof else {
        unreachable!("the samples are values");
    };
    values.components.push(Component {
        members: vec![4, 5],
        weight: 1,
        gamma: [0, 1, 0].map(Value::Finite).to_vec(),
        counters: vec![Some(0), Some(2), Some(1)],
    });
    assert!(check(&certificate).is_valid());
    // {a, b} has value 1 and so has e: together they are lost.
    certificate.tokens = vec![0, 1, 4];
    let verdict = check(&certificate);
    assert!(verdict.to_string().contains("it has value 0"), "{verdict}");
}
