//! All functions with all counters on all small digraphs.

use super::*;

fn certificate(
    options: Vec<Vec<u32>>,
    gamma: Vec<Value>,
    counters: Vec<Option<u64>>,
) -> Certificate {
    let vertices = (0..options.len()).map(|v| format!("v{v}")).collect();
    Certificate::new("", vertices, options, gamma, counters)
}

/// 0 and 1 go round, 1 can leave for the leaf 2; 3 has a loop beside an edge to 1.
fn sample() -> Certificate {
    let gamma = [0, 1, 0].map(Value::Finite).into_iter();
    certificate(
        vec![vec![1], vec![0, 2], vec![], vec![3, 1]],
        gamma.chain([Value::Infinite]).collect(),
        vec![Some(1), Some(2), Some(0), None],
    )
}

#[test]
fn an_option_that_is_listed_twice_is_one_edge() {
    let mut twice = sample();
    let claim = check(&twice).claim().to_owned();
    assert!(claim.contains("4 vertices and 5 edges"), "{claim}");
    twice.options[1].push(0);
    assert_eq!(check(&twice).claim(), claim);
}

type Change<'c> = &'c dyn Fn(&mut Certificate);

fn reason(certificate: &Certificate) -> String {
    let verdict = check(certificate);
    verdict.result().expect_err("not valid").to_string()
}

#[test]
fn a_good_certificate_is_valid() {
    let verdict = check(&sample());
    assert_eq!(verdict.result(), Ok(4), "{verdict}");
    let claim = "γ on 4 vertices and 5 edges: 3 finite, the largest 1, 1 infinite";
    assert_eq!(verdict.claim(), claim);
    let bytes = serde_json::to_vec(&sample()).expect("JSON");
    assert!(crate::check_bytes(&bytes).expect("readable").is_valid());
    assert!(check(&certificate(vec![], vec![], vec![])).is_valid());
}

#[test]
fn everything_a_certificate_can_get_wrong_is_named() {
    let changed = |change: Change<'_>| {
        let mut certificate = sample();
        change(&mut certificate);
        reason(&certificate)
    };
    let finite = Value::Finite;
    let cases: [(Change<'_>, &str); 12] = [
        (
            &|c| c.gamma[1] = finite(0),
            "vertex 0 (v0): γ = 0, counter 1: A: 1 is the least",
        ),
        (
            &|c| c.counters[0] = Some(0),
            "vertex 0 (v0): γ = 0, counter 0: B: its option 1",
        ),
        (
            &|c| c.options[3] = vec![1],
            "vertex 3 (v3): γ = inf: C: there is no infinite option",
        ),
        (
            &|c| c.gamma[0] = finite(2),
            "larger than the number of options",
        ),
        (&|c| c.counters[2] = None, "needs a counter"),
        (&|c| c.counters[3] = Some(9), "has no counter"),
        (
            &|c| c.options[2].push(4),
            "option 4 of vertex 2 does not exist",
        ),
        (&|c| c.options.truncate(3), "options: 3 entries, 4 expected"),
        (&|c| c.gamma.truncate(3), "gamma: 3 entries, 4 expected"),
        (
            &|c| c.counters.truncate(3),
            "counters: 3 entries, 4 expected",
        ),
        (
            &|c| c.vertices[1] = "v0".to_owned(),
            "two vertices are named \"v0\"",
        ),
        (&|c| c.gamma[0] = finite(u32::MAX), "larger than the number"),
    ];
    for (change, part) in cases {
        let reason = changed(change);
        assert!(reason.contains(part), "{reason}");
    }
}

#[test]
fn values_are_numbers_or_inf() {
    for (text, value) in [("0", Value::Finite(0)), ("\"inf\"", Value::Infinite)] {
        assert_eq!(serde_json::from_str::<Value>(text).expect("a value"), value);
        assert_eq!(serde_json::to_string(&value).expect("JSON"), text);
    }
    for bad in ["-1", "1.0", "4294967296", "\"Inf\"", "null", "[0]", "true"] {
        assert!(serde_json::from_str::<Value>(bad).is_err(), "{bad}");
    }
}

fn digraph(n: usize, bits: u64) -> Vec<Vec<u32>> {
    let row = |u: usize| {
        let targets = (0..n).filter(move |v| bits >> (n * u + v) & 1 == 1);
        targets.map(|v| v as u32).collect()
    };
    (0..n).map(row).collect()
}

/// On every digraph of at most three vertices, exactly one function passes for some counter, whatever
/// function and counter is tried: the certificate cannot lie.
#[test]
fn only_one_function_is_accepted() {
    // Values 0 to 3 with counters 0 to 2, and ∞.
    let cells: Vec<(Value, Option<u64>)> = (0..4)
        .flat_map(|value| (0..3).map(move |counter| (Value::Finite(value), Some(counter))))
        .chain([(Value::Infinite, None)])
        .collect();
    for n in 0..=3usize {
        for bits in 0..1u64 << (n * n) {
            let options = digraph(n, bits);
            let names: Vec<String> = (0..n).map(|v| v.to_string()).collect();
            let mut accepted: Vec<Vec<Value>> = Vec::new();
            for mut number in 0..cells.len().pow(n as u32) {
                let (mut gamma, mut counters) = (Vec::new(), Vec::new());
                for _ in 0..n {
                    let (value, counter) = cells[number % cells.len()];
                    number /= cells.len();
                    gamma.push(value);
                    counters.push(counter);
                }
                if verify(&names, &options, &gamma, &counters, "").is_ok()
                    && !accepted.contains(&gamma)
                {
                    accepted.push(gamma);
                }
            }
            assert_eq!(accepted.len(), 1, "{options:?}: {accepted:?}");
        }
    }
}
