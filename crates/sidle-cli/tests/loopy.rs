//! `sidle loopy`: values, sides, matrices, comparisons, certificates, drawings, errors.

use std::{
    env, fs,
    path::PathBuf,
    process::{self, Output},
};

use assert_cmd::Command;
use serde_json::{Value, json};

/// Runs the binary with a graph on its standard input.
fn sidle(graph: &str, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sidle"))
        .arg("loopy")
        .args(arguments)
        .write_stdin(graph)
        .output()
        .expect("the binary runs")
}

fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", errors(output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn object(output: &Output) -> Value {
    serde_json::from_str(&text(output)).expect("one object")
}

const GRAPH: &str = "\
# over, upon, dud and Bach's Carousel
start carousel
carousel L \"0\"
carousel L b
carousel R \"0\"
b L \"1\"
b R \"1\"
b R c
c L \"*\"
c L d
c R \"*\"
d L \"1*\"
d R \"1*\"
d R carousel
over L \"0\"
over R over
upon L upon
upon R \"*\"
dud L dud
dud R dud
exit L \"over & v\"
";

#[test]
fn values_in_text_and_json() {
    let output = sidle(GRAPH, &["value", "-", "--at", "over"]);
    assert_eq!(text(&output), "over\nstopper, outcome L\n");
    let output = sidle(GRAPH, &["value", "-", "--at", "upon", "--json", "--verify"]);
    assert_eq!(
        object(&output),
        json!({"kind": "stopper", "value": "^[on]", "onside": "^[on]", "offside": "^[on]",
               "outcome": "L", "verified": true})
    );
    let output = sidle(GRAPH, &["value", "-", "--at", "dud", "--json"]);
    assert_eq!(
        object(&output),
        json!({"kind": "stopper-sided", "value": "dud", "onside": "on", "offside": "off",
               "outcome": "D"})
    );
    let carousel = object(&sidle(GRAPH, &["value", "-", "--json", "--verify"]));
    assert_eq!(carousel["kind"], "sided");
    assert_eq!(carousel["onside"], "a{1|1,{1*|a||*}||0}");
    assert_eq!(carousel["offside"], "a{0,{1|||1*|a||*}|0}");
    assert_eq!(carousel["verified"], true);
    let exit = object(&sidle(GRAPH, &["value", "-", "--at", "exit", "--json"]));
    assert_eq!(exit["kind"], "stopper-sided");
}

#[test]
fn json_graphs_and_sums() {
    let graph = r#"{"edges": [["a", "L", {"value": "0"}], ["a", "R", "a"], ["b", "L", "b"]]}"#;
    assert_eq!(
        object(&sidle(graph, &["value", "-", "--json"]))["value"],
        "over"
    );
    let sum = object(&sidle(graph, &["sum", "-", "a", "--minus", "a", "--json"]));
    assert_eq!(sum["value"], "over & under");
    let sum = object(&sidle(graph, &["sum", "-", "b", "--json", "--minus", "b"]));
    assert_eq!(sum["value"], "dud");
}

#[test]
fn the_matrix_lists_named_vertices_only() {
    let graph = "z\nover L z\nover R over\ndud L dud\ndud R dud\nover R \"5\"\n";
    let matrix = object(&sidle(graph, &["matrix", "-", "--json"]));
    assert_eq!(
        matrix,
        json!({
            "vertices": ["z", "over", "dud"],
            "onside": [[true, true, true], [false, true, true], [false, false, true]],
            "offside": [[true, true, false], [false, true, false], [true, true, true]],
        })
    );
    let plain = text(&sidle(graph, &["matrix", "-"]));
    assert!(plain.starts_with("onside:\n"), "{plain}");
}

#[test]
fn comparisons_are_certified() {
    let file: PathBuf = env::temp_dir().join(format!("sidle-loopy-{}.json", process::id()));
    let path = file.to_str().expect("a plain name");
    for (g, h, relation) in [
        ("over", "upon", ">"),
        ("dud", "upon", "<>"),
        ("b", "b", "=="),
    ] {
        let output = sidle(GRAPH, &["compare", "-", g, h, "--json", "--certify", path]);
        let answer = object(&output);
        assert_eq!(answer["relation"], relation, "{answer}");
        for certificate in answer["certificates"].as_array().expect("a list") {
            let certificate = certificate.as_str().expect("a name");
            let checked = Command::new(env!("CARGO_BIN_EXE_sidle"))
                .args(["check", certificate])
                .output()
                .expect("the binary runs");
            assert_eq!(checked.status.code(), Some(0));
            fs::remove_file(certificate).expect("it was written");
        }
    }
}

#[test]
fn certificates_go_through_a_pipe() {
    let written = sidle(GRAPH, &["compare", "-", "over", "upon", "--certify", "-"]);
    let told = errors(&written);
    assert!(told.starts_with("over > upon"), "{told}");
    let proofs = text(&written);
    let proofs: Vec<&str> = proofs.lines().collect();
    assert!(proofs.len() > 1);
    let check = |input: &[u8]| {
        Command::new(env!("CARGO_BIN_EXE_sidle"))
            .args(["check", "-", "--json"])
            .write_stdin(input.to_vec())
            .output()
            .expect("the binary runs")
    };
    let lines = |checked: &Output| checked.stdout.iter().filter(|&&byte| byte == b'\n').count();
    let checked = check(&written.stdout);
    assert_eq!(checked.status.code(), Some(0));
    assert_eq!(lines(&checked), proofs.len());
    // The others are checked beside a bad one.
    let forged = [proofs[0], "{\"kind\":\"}{\"}", proofs[1]].concat();
    let checked = check(forged.as_bytes());
    assert_eq!(checked.status.code(), Some(2));
    assert_eq!(lines(&checked), 3);
    let open = [&written.stdout[..], b"{\"a\":\"}{"].concat();
    let checked = check(&open);
    assert_eq!(checked.status.code(), Some(2));
    assert_eq!(lines(&checked), proofs.len() + 1);
    let behind = [&written.stdout[..], b"x"].concat();
    assert_eq!(check(&behind).status.code(), Some(2));
}

#[test]
fn canonical_forms_can_be_read_again() {
    let form = text(&sidle(GRAPH, &["canonical", "-", "--side", "onside"]));
    let again = object(&sidle(&form, &["value", "-", "--json"]));
    assert_eq!(again["onside"], "a{1|1,{1*|a||*}||0}");
    let json = text(&sidle(GRAPH, &["canonical", "-", "--at", "upon", "--json"]));
    assert_eq!(
        object(&sidle(&json, &["value", "-", "--json"]))["value"],
        "^[on]"
    );
}

#[test]
fn drawings_have_both_colours() {
    let svg = text(&sidle(GRAPH, &["draw", "-"]));
    assert!(svg.starts_with("<svg") && svg.contains("headleft") && svg.contains("headright"));
    let dot = text(&sidle(GRAPH, &["draw", "-", "--format", "dot", "--values"]));
    assert!(dot.contains("#1d4ed8") && dot.contains("#dc2626") && dot.contains("^[on]"));
}

#[test]
fn bad_input_is_refused_with_its_place() {
    for (graph, arguments, message) in [
        ("", &["value", "-"][..], "no vertex"),
        ("a L b\na X b\n", &["value", "-"], "line 2"),
        ("a L b\n\na L \"1/3\"\n", &["matrix", "-"], "line 3"),
        ("a L \"{0|\"\n", &["value", "-"], "line 1"),
        ("a L a\n", &["value", "-", "--at", "b"], "no vertex `b`"),
        ("a L a\n", &["sum", "-", "a", "c"], "no vertex `c`"),
        ("a L a\nstart q\n", &["value", "-"], "line 2"),
    ] {
        let output = sidle(graph, arguments);
        assert_eq!(output.status.code(), Some(2), "{graph:?}");
        assert!(errors(&output).contains(message), "{}", errors(&output));
    }
    let missing = sidle("", &["value", "/no/such/file"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn a_limit_ends_with_code_three() {
    let mut graph = String::new();
    for i in 0..60 {
        graph.push_str(&format!(
            "a{i} L a{}\na{i} R a{}\n",
            (i * 7 + 3) % 60,
            (i * 11 + 5) % 60
        ));
        graph.push_str(&format!("a{i} R \"{i}\"\n"));
    }
    let output = sidle(&graph, &["value", "-", "--max-nodes", "20"]);
    assert_eq!(output.status.code(), Some(3), "{}", errors(&output));
}

/// Its onside is a stopper, which shows only when a cycle is unravelled.
const TO_UNRAVEL: &str =
    "a L b\na R a\na R b\nb L \"0\"\nb R d\nc L a\nc R \"0\"\nd L e\ne L d\ne R c\n";
const CAROUSEL: &str = "a L b\na L \"0\"\na R \"0\"\nb R c\nb L \"1\"\nb R \"1\"\n\
    c L d\nc L \"*\"\nc R \"*\"\nd R a\nd L \"1*\"\nd R \"1*\"\n";

#[test]
fn unravelling_has_no_bound_but_the_one_that_is_asked_for() {
    let value = |unravel: &str| {
        let output = sidle(TO_UNRAVEL, &["value", "-", "--json", "--unravel", unravel]);
        object(&output)["kind"].clone()
    };
    assert_eq!(value("0"), "sided");
    assert_eq!(value("20k"), "stopper-sided");
    assert_eq!(value("unlimited"), "stopper-sided");
    let answer = object(&sidle(CAROUSEL, &["value", "-", "--json"]));
    assert_eq!(answer["kind"], "sided");
    let limits = ["--unravel", "unlimited", "--timeout", "200ms"];
    let stopped = sidle(CAROUSEL, &[&["value", "-"], &limits[..]].concat());
    assert_eq!(stopped.status.code(), Some(3), "{}", errors(&stopped));
    let bad = sidle(CAROUSEL, &["value", "-", "--unravel", "often"]);
    assert_eq!(bad.status.code(), Some(2));
}

#[test]
fn json_behind_a_byte_order_mark_is_json() {
    let output = sidle(
        "\u{feff}{\"edges\":[[\"a\",\"L\",\"a\"]]}",
        &["value", "-", "--json"],
    );
    assert_eq!(object(&output)["value"], "on");
}

#[test]
fn a_comparison_stops_in_time() {
    let mut graph = String::new();
    let mut random_bits = fastrand::Rng::with_seed(1);
    let mut next = || random_bits.u64(..1500);
    for v in 0..1500 {
        for colour in ["L", "R"] {
            graph += &format!("{v} {colour} {}\n{v} {colour} {}\n", next(), next());
        }
    }
    let certificate = env::temp_dir().join(format!("sidle-stop-{}.json", process::id()));
    let path = certificate.to_str().expect("a path in UTF-8");
    let limits = ["--timeout", "300ms", "--certify", path];
    let start = std::time::Instant::now();
    let output = sidle(&graph, &[&["compare", "-", "0", "1"], &limits[..]].concat());
    assert_eq!(output.status.code(), Some(3), "{}", errors(&output));
    assert!(!certificate.exists());
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
