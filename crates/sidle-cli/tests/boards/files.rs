//! Forms of graph files, and what is refused.

use super::*;

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
        let made = std::process::Command::new("mkfifo")
            .arg(pipe)
            .status()
            .expect("mkfifo");
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
