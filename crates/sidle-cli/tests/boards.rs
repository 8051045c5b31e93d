//! `sidle graph`, `sidle tokens`, `sidle annihilate` and `sidle play` on files.

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

const FIG8: &str =
    "1 2\n2 1\n4 3\n4 5\n5 4\n7 6\n8 7\n8 9\n9 8\n11 10\n12 10\n11 12\n12 11\n# a comment\n4 3\n";
const FIG14A: &str = "z0 z1\nz0 z2\nz1 z2\nz2 z3\nz3 z4\nz4 z0\nz1 z4\n";
const CYCLE: &str = "z1 z2\nz2 z3\nz3 z4\nz4 z1\n";

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sidle"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // A program that fails early does not read its input; that is no failure of the test.
    let _ = child.stdin.take().expect("it was piped").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

fn json_of(arguments: &[&str], input: &str) -> Value {
    let run = run_with(arguments, input.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert_eq!(run.out.lines().count(), 1, "one object on one line");
    serde_json::from_str(&run.out).expect("JSON")
}

fn scratch(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("boards");
    fs::create_dir_all(&directory).expect("a scratch directory");
    let path = directory.join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn labels_as_json() {
    let answer = json_of(&["graph", "label", "-", "--json"], FIG8);
    assert_eq!(
        answer,
        json!({"vertices": [
            {"id": "1", "label": "D", "distance": null},
            {"id": "2", "label": "D", "distance": null},
            {"id": "4", "label": "N", "distance": 1},
            {"id": "3", "label": "P", "distance": 0},
            {"id": "5", "label": "P", "distance": 2},
            {"id": "7", "label": "N", "distance": 1},
            {"id": "6", "label": "P", "distance": 0},
            {"id": "8", "label": "D", "distance": null},
            {"id": "9", "label": "D", "distance": null},
            {"id": "11", "label": "N", "distance": 1},
            {"id": "10", "label": "P", "distance": 0},
            {"id": "12", "label": "N", "distance": 1},
        ]})
    );
    let misere = json_of(
        &["graph", "label", "-", "--json", "--game", "misere"],
        "b a\n",
    );
    assert_eq!(
        misere,
        json!({"vertices": [
            {"id": "b", "label": "P", "distance": 1},
            {"id": "a", "label": "N", "distance": 0},
        ]})
    );
    let both = json_of(
        &["graph", "label", "-", "--json", "--game", "asymmetric"],
        "0 1\n1 0\n1 2\n",
    );
    assert_eq!(
        both,
        json!({"vertices": [
            {"id": "0", "l0": "L", "l1": "L"},
            {"id": "1", "l0": "W", "l1": "W"},
            {"id": "2", "l0": "D", "l1": "L"},
        ]})
    );
}

#[test]
fn the_play_can_end_elsewhere() {
    let path = scratch("ends.json");
    let proof = path.to_str().expect("UTF-8");
    // b would be lost without the draw at c, where the play ends although c has an option.
    let board = "b a\na c\nc d\n";
    let label = ["graph", "label", "-", "--json", "--certify", proof];
    let drawn = json_of(&[&label[..], &["--end", "c=D"]].concat(), board);
    let letters = |answer: &Value| -> Vec<String> {
        let all = answer["vertices"].as_array().expect("a list").iter();
        all.map(|vertex| vertex["label"].as_str().expect("a label").to_owned())
            .collect()
    };
    assert_eq!(letters(&drawn), ["D", "D", "D", "P"]);
    assert_eq!(run_with(&["check", proof], b"").code, Some(0));
    let won = json_of(&[&label[..], &["--end", "c=W"]].concat(), board);
    assert_eq!(letters(&won), ["N", "P", "N", "P"]);
    let both = ["--game", "asymmetric", "--end", "c=LW"];
    let both = json_of(&[&label[..], &both].concat(), board);
    assert_eq!(
        both["vertices"][1],
        json!({"id": "a", "l0": "L", "l1": "W"})
    );
    assert_eq!(run_with(&["check", proof], b"").code, Some(0));
    for bad in ["c", "x=W", "c=WL", "c=", "c=Q"] {
        let run = run_with(&["graph", "label", "-", "--end", bad], board.as_bytes());
        assert_eq!(run.code, Some(2), "{bad}");
        assert!(run.err.contains(bad), "{}", run.err);
    }
}

#[test]
fn gamma_as_json() {
    let answer = json_of(&["graph", "gamma", "-", "--json"], "8 7\n8 9\n9 8\n7 6\n");
    assert_eq!(
        answer,
        json!({"vertices": [
            {"id": "8", "gamma": "inf", "finite_options": [1]},
            {"id": "7", "gamma": 1, "counter": 1},
            {"id": "9", "gamma": "inf", "finite_options": []},
            {"id": "6", "gamma": 0, "counter": 0},
        ]})
    );
    assert_eq!(
        json_of(&["graph", "gamma", "-", "--json"], ""),
        json!({"vertices": []})
    );
}

#[test]
fn tokens_as_json() {
    let answer = json_of(&["tokens", "-", "--at", "4,8", "--json"], FIG8);
    assert_eq!(
        answer,
        json!({
            "value": "inf", "finite_options": [0], "outcome": "N",
            "winning_moves": [["8", "7"]],
            "drawing_moves": [["4", "3"], ["4", "5"], ["8", "9"]],
        })
    );
    let lost = json_of(&["tokens", "-", "--at", "4 7", "--json"], FIG8);
    assert_eq!(
        lost,
        json!({
            "value": 0, "finite_options": [], "outcome": "P",
            "winning_moves": [], "drawing_moves": [],
        })
    );
    let same = json_of(&["tokens", "-", "--at", "11", "--at", "11", "--json"], FIG8);
    assert_eq!(same["outcome"], "D");
    assert_eq!(same["drawing_moves"], json!([["11", "12"]]));
    let none = json_of(&["tokens", "-", "--at", "", "--json"], FIG8);
    assert_eq!(none["outcome"], "P");
}

/// The move that ends the game comes first: 4 → 3 and not 4 → 5, which only goes round.
#[test]
fn the_first_winning_move_ends_the_game() {
    let answer = json_of(&["tokens", "-", "--at", "4", "--json"], "4 5\n5 4\n4 3\n");
    assert_eq!(answer["winning_moves"], json!([["4", "3"], ["4", "5"]]));
}

#[test]
fn names_with_commas_can_be_written() {
    let graph = "a,b c\nc d\n";
    for at in ["a,b", "a,b c"] {
        let run = run_with(&["tokens", "-", "--at", at], graph.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
}

#[test]
fn several_boards() {
    let (one, two) = (scratch("one.txt"), scratch("two.txt"));
    fs::write(&one, "a b\n").expect("writable");
    fs::write(&two, "x y\ny x\n").expect("writable");
    let paths = [one.to_str().expect("UTF-8"), two.to_str().expect("UTF-8")];
    let answer = json_of(
        &[
            "tokens", paths[0], paths[1], "--at", "a", "--at", "x", "--json",
        ],
        "",
    );
    assert_eq!(answer["outcome"], "D");
    assert_eq!(
        answer["drawing_moves"],
        json!([["1:a", "1:b"], ["2:x", "2:y"]])
    );
    let run = run_with(&["tokens", paths[0], paths[1], "--at", "a"], b"");
    assert_eq!(run.code, Some(2));
}

#[test]
fn annihilation_as_json() {
    let answer = json_of(&["annihilate", "-", "--at", "z0,z2", "--json"], FIG14A);
    assert_eq!(
        answer,
        json!({
            "value": 2, "finite_options": [], "outcome": "N",
            "winning_moves": [["z0", "z2"]], "drawing_moves": [],
            "sigma": 2, "t": 2,
        })
    );
    let lost = json_of(&["annihilate", "-", "--at", "z1,z3", "--json"], CYCLE);
    assert_eq!(
        (&lost["outcome"], &lost["value"], &lost["t"]),
        (&json!("P"), &json!(0), &json!(1))
    );
    let twice = run_with(&["annihilate", "-", "--at", "z1,z1"], CYCLE.as_bytes());
    assert_eq!(twice.code, Some(2));
    assert!(twice.err.contains("z1"), "{}", twice.err);
}

#[test]
fn sigma_may_be_large() {
    // 70 disjoint loops make 70 independent infinite tokens.
    let graph: String = (0..70).map(|v| format!("v{v} v{v}\n")).collect();
    let run = run_with(
        &["annihilate", "-", "--at", "v69", "--json"],
        graph.as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(
        run.out.contains("\"sigma\":590295810358705651712,\"t\":0"),
        "{}",
        run.out
    );
}

#[test]
fn every_form_is_written() {
    for verb in [
        &["graph", "label"][..],
        &["graph", "label", "--game", "asymmetric"],
        &["graph", "gamma"],
        &["tokens", "--at", "4,8"],
        &["annihilate", "--at", "4,8"],
    ] {
        for (format, beginning) in [
            ("text", ""),
            ("csv", ""),
            ("json", "{\""),
            ("dot", "digraph sidle {"),
            ("svg", "<svg xmlns"),
        ] {
            let arguments = [verb, &["-", "--format", format]].concat();
            let run = run_with(&arguments, FIG8.as_bytes());
            assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.err);
            assert!(run.out.starts_with(beginning), "{arguments:?}: {}", run.out);
            assert!(run.out.ends_with('\n'), "{arguments:?}");
        }
    }
    let csv = run_with(&["graph", "label", "-", "--format", "csv"], b"a,b c\n");
    assert_eq!(
        csv.out,
        "vertex,label,distance,move\n\"a,b\",N,1,c\nc,P,0,-\n"
    );
}

#[test]
fn an_empty_board_can_be_drawn() {
    let run = run_with(&["graph", "gamma", "-", "--format", "svg"], b"");
    assert_eq!(run.code, Some(0), "{}", run.err);
}

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

#[test]
fn forms_of_files_convert() {
    let (text, binary, json) = (scratch("g.txt"), scratch("g.csr"), scratch("g.json"));
    fs::write(&text, FIG8).expect("writable");
    let path = |path: &PathBuf| path.to_str().expect("UTF-8").to_owned();
    for (from, to) in [(&text, &binary), (&binary, &json)] {
        let run = run_with(&["graph", "convert", &path(from), &path(to)], b"");
        assert_eq!(run.code, Some(0), "{}", run.err);
    }
    let expected = json_of(&["graph", "gamma", &path(&text), "--json"], "");
    for other in [&binary, &json] {
        assert_eq!(
            json_of(&["graph", "gamma", &path(other), "--json"], ""),
            expected
        );
    }
}

/// Every answer about a board, in every form, with the certificate.
fn answers(file: &str, extra: &[&str]) -> Vec<String> {
    let mut answers = Vec::new();
    for game in ["symmetric", "asymmetric", "misere"] {
        for form in ["text", "json", "csv", "dot", "svg"] {
            // Other tests run at the same time.
            let proof = PathBuf::from(format!("{file}.proof"));
            let proof = proof.to_str().expect("UTF-8");
            let label = ["graph", "label", file, "--game", game, "--format", form];
            let run = run_with(&[&label, &["--certify", proof][..], extra].concat(), b"");
            assert_eq!(run.code, Some(0), "{}", run.err);
            let certificate = fs::read_to_string(proof).expect("a certificate");
            fs::remove_file(proof).expect("removed");
            // The comment in a certificate is the name of the file.
            answers.push(run.out + &certificate.replace(file, "FILE"));
        }
    }
    answers
}

/// Many bisimilar vertices, draws, and a detour.
const TWINS: &str = "a b\na c\nb d\nc e\nc d\nf f\ng f\ng a\nh g\nh f\ni a\nj i\nd k\ne k\n";

#[test]
fn labels_by_way_of_the_quotient_are_the_same() {
    let path = scratch("twins.txt");
    for board in [TWINS, FIG8, FIG14A, CYCLE, ""] {
        fs::write(&path, board).expect("writable");
        let file = path.to_str().expect("UTF-8");
        assert_eq!(answers(file, &["--quotient"]), answers(file, &[]));
    }
    fs::write(&path, TWINS).expect("writable");
    let file = path.to_str().expect("UTF-8");
    for ends in [["--end", "d=W"], ["--end", "f=D"]] {
        let label = |extra: &[&str]| {
            run_with(
                &[
                    &["graph", "label", file, "--format", "csv"],
                    &ends[..],
                    extra,
                ]
                .concat(),
                b"",
            )
        };
        let (plain, by_quotient) = (label(&[]), label(&["--quotient"]));
        assert_eq!(by_quotient.code, Some(0), "{}", by_quotient.err);
        assert_eq!(by_quotient.out, plain.out);
    }
    let stopped = run_with(
        &["graph", "label", file, "--quotient", "--timeout", "0"],
        b"",
    );
    assert_eq!(stopped.code, Some(3), "{}", stopped.err);
}

#[test]
fn the_quotient_is_a_graph_with_its_map() {
    let run = run_with(&["graph", "quotient", "-"], b"a b\nc d\nc b\nx x\ny x\n");
    assert_eq!(
        run.out,
        "# 6 vertices in 3 classes\n# c is in the class of a\n# d is in the class of b\n\
         # y is in the class of x\na\nb\nx\na b\nx x\n",
        "{}",
        run.err
    );
    let json = json_of(
        &["graph", "quotient", "-", "--json"],
        "a b\nc d\nc b\nx x\ny x\n",
    );
    assert_eq!(
        json,
        json!({
            "vertices": ["a", "b", "x"], "edges": [["a", "b"], ["x", "x"]],
            "map": [["a","a"],["b","b"],["c","a"],["d","b"],["x","x"],["y","x"]],
        })
    );
    let csv = run_with(
        &["graph", "quotient", "-", "--format", "csv"],
        b"a b\nc d\n",
    );
    assert_eq!(csv.out, "vertex,class\na,a\nb,b\nc,a\nd,b\n");
    let dot = run_with(
        &["graph", "quotient", "-", "--format", "dot"],
        b"a b\nc d\n",
    );
    assert!(dot.out.contains("2 vertices"), "{}", dot.out);
    // What is printed is a graph file: its quotient is itself.
    let again = json_of(&["graph", "quotient", "-", "--json"], &json.to_string());
    assert_eq!(again["edges"], json["edges"]);
    let labels = json_of(&["graph", "label", "-", "--json"], &run.out);
    assert_eq!(
        labels["vertices"][2],
        json!({"id": "x", "label": "D", "distance": null})
    );
}

#[test]
fn files_with_wide_ids_are_written_and_read() {
    let path = |name: &str| scratch(name).to_str().expect("UTF-8").to_owned();
    let (text, narrow, wide) = (path("w.txt"), path("narrow.csr"), path("wide.csr"));
    let (back, json) = (path("back.csr"), path("w.json"));
    fs::write(&text, FIG8).expect("writable");
    let convert = |arguments: &[&str]| {
        let run = run_with(&[&["graph", "convert"], arguments].concat(), b"");
        assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.err);
    };
    convert(&[&text, &narrow]);
    convert(&["--wide", &text, &wide]);
    let bytes = |path: &str| fs::read(path).expect("a file");
    assert_eq!(bytes(&narrow)[12], 32);
    assert_eq!(bytes(&wide)[12], 64);
    // Narrow and wide and back, in any way, give the same files.
    convert(&["--wide", &narrow, &back]);
    assert_eq!(bytes(&back), bytes(&wide));
    convert(&[&wide, &back]);
    assert_eq!(bytes(&back), bytes(&narrow));
    convert(&[&wide, &json]);
    convert(&["--wide", &json, &back]);
    assert_eq!(bytes(&back), bytes(&wide));
    // All commands give the same answers.
    assert_eq!(answers(&wide, &[]), answers(&narrow, &[]));
    assert_eq!(answers(&wide, &["--quotient"]), answers(&narrow, &[]));
    for verb in [
        &["graph", "gamma"][..],
        &["graph", "quotient"],
        &["tokens", "--at", "4"],
    ] {
        let answer = |file: &str| json_of(&[verb, &[file, "--json"]].concat(), "");
        assert_eq!(answer(&wide), answer(&narrow));
        let piped = run_with(&[verb, &["-", "--json"]].concat(), &bytes(&wide));
        assert_eq!(piped.code, Some(0), "{}", piped.err);
    }
    let refused = run_with(&["graph", "convert", "--wide", &text, "x.txt"], b"");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains(".csr"), "{}", refused.err);
}

#[test]
fn graphs_too_large_for_narrow_ids_say_what_to_do() {
    let moon = br#"{"vertices": 1073741825, "edges": []}"#;
    for verb in ["label", "gamma", "quotient"] {
        let run = run_with(&["graph", verb, "-"], moon);
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(
            run.err.contains("sidle graph convert --wide"),
            "{}",
            run.err
        );
    }
    let limited = [
        "graph",
        "convert",
        "--wide",
        "--max-nodes",
        "1M",
        "-",
        "moon.csr",
    ];
    assert_eq!(run_with(&limited, moon).code, Some(3));
    // A wide file of that size, cut off behind the header.
    let mut header = b"SIDLECSR".to_vec();
    header.extend([1u32, 64].map(u32::to_le_bytes).concat());
    header.extend([1u64 << 40, 0, 0, 0, 0, 0].map(u64::to_le_bytes).concat());
    let run = run_with(&["graph", "gamma", "-"], &header);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("cut off"), "{}", run.err);
}

/// Output to something that is no ordinary file, such as `/dev/null`, must not replace it by a file.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_written_to_and_stay() {
    use std::os::unix::fs::FileTypeExt;
    let (pipe, csr) = (scratch("pipe"), scratch("pipe.csr"));
    let path = |path: &PathBuf| path.to_str().expect("UTF-8").to_owned();
    let label = ["graph", "label", "-"].map(str::to_owned).to_vec();
    let runs = [
        (
            &pipe,
            [&label[..], &["-o".to_owned(), path(&pipe)]].concat(),
        ),
        (
            &csr,
            ["graph", "convert", "-", &path(&csr)]
                .map(str::to_owned)
                .to_vec(),
        ),
    ];
    for (pipe, arguments) in runs {
        let made = Command::new("mkfifo").arg(pipe).status().expect("mkfifo");
        assert!(made.success());
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::read(pipe).expect("readable"))
        };
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = run_with(&arguments, FIG8.as_bytes());
        assert_eq!(run.code, Some(0), "{}", run.err);
        assert!(
            fs::metadata(pipe)
                .expect("still there")
                .file_type()
                .is_fifo()
        );
        assert!(!reader.join().expect("read").is_empty());
    }
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let output = scratch("never.json");
    let target = output.to_str().expect("UTF-8");
    let bad: [(&[u8], &str); 4] = [
        (b"a b\nb c d\n", "line 2"),
        (b"a b\n\xff\xfe\n", "line 2"),
        (b"{\"edges\": [[1]]}", "line 1"),
        (b"SIDLECSRxxxx", "byte"),
    ];
    for (content, place) in bad {
        for verb in [
            &["graph", "label"][..],
            &["graph", "gamma"],
            &["tokens", "--at", "a"],
            &["annihilate", "--at", "a"],
        ] {
            let arguments = [verb, &["-", "--json", "-o", target]].concat();
            let run = run_with(&arguments, content);
            assert_eq!(run.code, Some(2), "{arguments:?}");
            assert!(run.err.contains(place), "{arguments:?}: {}", run.err);
            assert!(run.out.is_empty());
            assert!(!output.exists(), "no partial output file");
        }
    }
    let missing = run_with(&["graph", "label", "/no/such/file"], b"");
    assert_eq!(missing.code, Some(2));
    assert!(missing.err.contains("/no/such/file"), "{}", missing.err);
    let unknown = run_with(&["tokens", "-", "--at", "a,q"], b"a b\n");
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("`q`"), "{}", unknown.err);
}

#[test]
fn limits_end_with_code_3() {
    let cycle: String = (0..40).map(|v| format!("{v} {}\n", (v + 1) % 40)).collect();
    let run = run_with(
        &["annihilate", "-", "--at", "0", "--max-nodes", "1000"],
        cycle.as_bytes(),
    );
    assert_eq!(run.code, Some(3), "{}", run.err);
}

#[test]
fn too_large_for_a_drawing_is_said() {
    let path: String = (0..500).map(|v| format!("{v} {}\n", v + 1)).collect();
    let run = run_with(&["graph", "label", "-", "--format", "svg"], path.as_bytes());
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("too many for a drawing"), "{}", run.err);
}

#[test]
fn examples_are_printed() {
    let run = run_with(&["graph", "example"], b"");
    assert!(run.out.contains("craig") && run.out.contains("scoring"));
    let craig = run_with(&["graph", "example", "craig"], b"");
    let answer = json_of(&["tokens", "-", "--at", "2,1,3,0", "--json"], &craig.out);
    assert_eq!(answer["winning_moves"], json!([["0", "4"]]));
    let scoring = run_with(
        &["graph", "example", "scoring", "--size", "8", "--step", "3"],
        b"",
    );
    let answer = json_of(&["tokens", "-", "--at", "5,6,7,8", "--json"], &scoring.out);
    assert_eq!(answer["outcome"], "P");
    assert_eq!(run_with(&["graph", "example", "nobody"], b"").code, Some(2));
    let huge = run_with(&["graph", "example", "nim", "--size", "99999999999"], b"");
    assert_eq!(huge.code, Some(2), "{}", huge.err);
}

/// A person who is lost against the engine loses, and one who can win may.
#[test]
fn people_can_play() {
    let file = scratch("play.txt");
    fs::write(&file, "4 3\n4 5\n5 4\n").expect("writable");
    let path = file.to_str().expect("UTF-8");
    let lost = run_with(
        &["play", "tokens", path, "--at", "5"],
        b"moves\nhint\nnonsense\n5 9\n5 4\n",
    );
    assert_eq!(lost.code, Some(0), "{}", lost.err);
    assert!(lost.out.contains("I move 4 -> 3"), "{}", lost.out);
    assert!(
        lost.out.contains("You cannot move: you lose."),
        "{}",
        lost.out
    );
    let won = run_with(&["play", "tokens", path, "--at", "4"], b"4 -> 3\n");
    assert!(won.out.contains("you win"), "{}", won.out);
    let second = run_with(
        &["play", "tokens", path, "--at", "4", "--as", "second"],
        b"",
    );
    assert!(second.out.contains("I move 4 -> 3"), "{}", second.out);
}

#[test]
fn people_can_annihilate() {
    let file = scratch("cycle.txt");
    fs::write(&file, CYCLE).expect("writable");
    let path = file.to_str().expect("UTF-8");
    let run = run_with(&["annihilate", path, "--at", "z1,z3", "--play"], b"z1 z2\n");
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("I move z2 -> z3"), "{}", run.out);
    assert!(run.out.contains("you lose"), "{}", run.out);
    let drawn = run_with(
        &["play", "annihilate", path, "--at", "z1"],
        b"draw\nz1 z2\nquit\n",
    );
    assert!(drawn.out.contains("A draw, then."), "{}", drawn.out);
}

/// Welter's game on coins 3, 5 and 8 has the value 3 ^ 5 ^ 8 ^ 3 ^ 1 ^ 1 = 13.
#[test]
fn matter_and_antimatter() {
    let nim = run_with(&["graph", "example", "nim", "--size", "9"], b"");
    let welter = json_of(&["matter", "-", "--electrons", "3,5,8", "--json"], &nim.out);
    assert_eq!(
        (&welter["value"], &welter["outcome"]),
        (&json!(13), &json!("N"))
    );
    let meet = json_of(
        &[
            "matter",
            "-",
            "--electrons",
            "a",
            "--positrons",
            "b",
            "--json",
        ],
        "a b\nb a\n",
    );
    assert_eq!(
        meet,
        json!({
            "value": 1, "finite_options": [], "outcome": "N",
            "winning_moves": [["a", "b"], ["b", "a"]], "drawing_moves": [],
        })
    );
    let both = run_with(
        &["matter", "-", "--electrons", "a", "--positrons", "a"],
        b"a b\n",
    );
    assert_eq!(both.code, Some(2), "{}", both.err);
    let limited = run_with(
        &["matter", "-", "--electrons", "3,5,8", "--max-nodes", "10"],
        nim.out.as_bytes(),
    );
    assert_eq!(limited.code, Some(3), "{}", limited.err);
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
