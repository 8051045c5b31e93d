//! Graph files: every format reads back what it wrote, and every bad file gets a clear error.

mod rewrite;

use std::{fs, io::Read, path::PathBuf};

use sidle_core::{Meter, StopReason};
use sidle_graph::{
    Csr, GraphError, NamedGraph, Names,
    bigraph::read_bigraph,
    io::{
        FileFormat, LoadError, open, read_binary, read_json, read_text, write_binary, write_file,
        write_json, write_text,
    },
};

fn text(file: &[u8]) -> Result<NamedGraph, LoadError> {
    read_text(file, &Meter::unlimited())
}

fn json(file: &str) -> Result<NamedGraph, LoadError> {
    read_json(file.as_bytes(), &Meter::unlimited())
}

fn sample() -> NamedGraph {
    text(b"a b\nb a\nb b\nz\nlong-name a\nlong-name z\n").expect("a good file")
}

fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("sidle-graph-{}-{name}", std::process::id()))
}

#[test]
fn the_text_digraph_is_what_the_format_says() {
    let file = "\u{feff}# a comment\n\n  7 8 # another\r\n8\t7\n8 7\nöl 7\nonly\n8 8";
    let read = text(file.as_bytes()).expect("a good file");
    let names: Vec<_> = read.names.iter().collect();
    assert_eq!(names, ["7", "8", "öl", "only"]);
    let edges: Vec<_> = read.graph.edges().collect();
    assert_eq!(edges, [(0, 1), (1, 0), (1, 1), (2, 0)]);
    assert_eq!(text(b"").expect("an empty graph").graph.vertex_count(), 0);
    assert_eq!(
        text(b"-1 a#b\n").expect("any token is a name").name(1),
        "a#b"
    );
}

#[test]
fn every_format_reads_back_what_it_wrote() {
    let graph = sample();
    let mut bytes = Vec::new();
    write_text(&graph, &mut bytes).expect("memory");
    assert_eq!(text(&bytes).expect("own text"), graph);
    bytes.clear();
    write_json(&graph, &mut bytes).expect("memory");
    assert_eq!(
        json(std::str::from_utf8(&bytes).expect("UTF-8")).expect("own JSON"),
        graph
    );
    bytes.clear();
    write_binary(&graph, &mut bytes).expect("memory");
    assert_eq!(read_binary::<u32>(&bytes).expect("own binary"), graph);
}

#[test]
fn both_widths_are_written_and_mapped() {
    let edges = [(0u64, 5), (5, 0), (3, 3)];
    let graph = NamedGraph::unnamed(Csr::from_edges(7, &edges).expect("good edges"));
    let path = temporary("wide.csr");
    write_file(&graph, &path, FileFormat::Binary).expect("written");
    assert_eq!(
        open::<u64>(&path, &Meter::unlimited()).expect("mapped"),
        graph
    );
    let error = open::<u32>(&path, &Meter::unlimited()).expect_err("too wide");
    assert!(
        error.to_string().contains("32-bit ids were asked for"),
        "{error}"
    );
    fs::remove_file(path).expect("removed");
}

#[test]
fn open_tells_the_formats_apart_and_mapped_rows_are_the_same() {
    let graph = sample();
    for (name, format) in [
        ("g.txt", FileFormat::Text),
        ("g.json", FileFormat::Json),
        ("g.csr", FileFormat::Binary),
    ] {
        let path = temporary(name);
        assert_eq!(FileFormat::from_name(&path), format);
        write_file(&graph, &path, format).expect("written");
        assert_eq!(
            open::<u32>(&path, &Meter::unlimited()).expect("read"),
            graph
        );
        fs::remove_file(path).expect("removed");
    }
}

#[test]
fn a_truncated_or_damaged_binary_is_refused_at_every_byte() {
    let mut bytes = Vec::new();
    write_binary(&sample(), &mut bytes).expect("memory");
    for length in 0..bytes.len() {
        assert!(
            read_binary::<u32>(&bytes[..length]).is_err(),
            "cut at {length}"
        );
    }
    for place in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(
            read_binary::<u32>(&damaged).is_err(),
            "bit flipped in byte {place}"
        );
    }
    bytes.push(0);
    assert!(read_binary::<u32>(&bytes).is_err());
}

#[test]
fn a_truncated_file_is_refused_when_mapped() {
    let mut bytes = Vec::new();
    write_binary(&sample(), &mut bytes).expect("memory");
    let path = temporary("cut.csr");
    fs::write(&path, &bytes[..bytes.len() - 5]).expect("written");
    let error = open::<u32>(&path, &Meter::unlimited()).expect_err("cut off");
    assert!(error.to_string().contains("cut off"), "{error}");
    fs::remove_file(path).expect("removed");
}

#[test]
fn a_header_that_promises_the_moon_is_refused_without_memory() {
    let mut bytes = Vec::new();
    write_binary(&sample(), &mut bytes).expect("memory");
    for place in [16, 24, 40] {
        for size in [u64::MAX, 1 << 47, 1 << 31] {
            let mut damaged = bytes.clone();
            damaged[place..place + 8].copy_from_slice(&size.to_le_bytes());
            assert!(read_binary::<u32>(&damaged).is_err());
        }
    }
}

#[test]
fn errors_of_text_name_the_line_and_the_byte() {
    for (file, line, column) in [
        (&b"a b\nc d e\n"[..], 2, 5),
        (b"a b\n\n\xFF\xFE\n", 3, 1),
        (b"ab\0c d\n", 1, 3),
    ] {
        match text(file) {
            Err(LoadError::Place {
                line: l, column: c, ..
            }) => assert_eq!((l, c), (line, column)),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_gigabyte_without_a_line_end_is_refused_early() {
    let mut endless = std::io::repeat(b'x').take(1 << 30);
    let reader = std::io::BufReader::new(&mut endless);
    let error = read_text::<u32>(reader, &Meter::unlimited()).expect_err("too long a line");
    assert!(error.to_string().contains("longer than"), "{error}");
    assert!(
        endless.limit() > (1 << 30) - (1 << 21),
        "most of it was never read"
    );
}

#[test]
fn json_graphs_and_their_errors() {
    let graph = json(r#"{"edges":[["a","b"],[7,"a"]],"note":{"x":[1,2]}}"#).expect("good");
    assert_eq!(graph.names.iter().collect::<Vec<_>>(), ["a", "b", "7"]);
    let graph = json(r#"{"edges":[[1,0]],"vertices":3}"#).expect("edges may come first");
    assert_eq!((graph.graph.vertex_count(), graph.find("2")), (3, Some(2)));
    for (file, word) in [
        (r#"{"vertices":["a"],"edges":[["a","b"]]}"#, "`b`"),
        (r#"{"edges":[["a","b"]],"vertices":["a"]}"#, "`b`"),
        (r#"{"edges":[[1,5]],"vertices":5}"#, "`5`"),
        (r#"{"vertices":2,"edges":[[0,-1]]}"#, "-1"),
        (r#"{"vertices":-2,"edges":[]}"#, "-2"),
        (r#"{"edges":[["a b","c"]]}"#, "white space"),
        (r#"{"edges":[["a"]]}"#, "length"),
        (r#"{"edges":[["a","b","c"]]}"#, "line 1"),
        (r#"{"vertices":[]}"#, "edges"),
        (r#"{"edges":[],"edges":[]}"#, "duplicate"),
        (
            r#"{"vertices":["a","b","a"],"edges":[]}"#,
            "line 1, column 25: not a graph in JSON: vertices[2]: the vertex `a` is listed twice",
        ),
        (
            r#"{"edges":[[7,7]],"vertices":[7,"7"]}"#,
            "vertices[1]: the vertex `7` is listed twice",
        ),
        (r#"{"edges":[]} x"#, "trailing"),
        (r#"{"edges":[["a","b"]"#, "EOF"),
        (r#"[1,2]"#, "object"),
    ] {
        let error = json(file).expect_err(file).to_string();
        assert!(error.contains(word), "{file}: {error}");
    }
}

#[test]
fn edge_lists_with_missing_vertices_are_refused() {
    assert_eq!(
        Csr::<u32>::from_edges(2, &[(0, 1), (1, 2)]),
        Err(GraphError::MissingVertex {
            edge: 1,
            from: 1,
            to: 2,
            vertices: 2
        })
    );
    assert_eq!(
        Csr::<u32>::from_parts(vec![0, 2, 1], vec![0]),
        Err(GraphError::BadOffset { row: 1 })
    );
    assert_eq!(
        Csr::<u32>::from_parts(vec![0, 2, 2], vec![1, 1]),
        Err(GraphError::UnsortedRow { row: 0 })
    );
    assert!(matches!(
        Csr::<u32>::from_parts(vec![0, 1], vec![1]),
        Err(GraphError::MissingVertex { .. })
    ));
    assert_eq!(
        Csr::<u32>::from_parts(vec![], vec![]),
        Err(GraphError::BadOffset { row: 0 })
    );
}

#[test]
fn nothing_half_written_is_left_behind() {
    let mut graph = sample();
    let path = temporary("refused.txt");
    graph.names.intern("with space");
    let error = write_file(&graph, &path, FileFormat::Text).expect_err("a bad name");
    assert!(error.to_string().contains("with space"));
    let stem = path
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let left = fs::read_dir(std::env::temp_dir())
        .expect("readable")
        .flatten();
    let mut left = left.filter(|entry| entry.file_name().to_string_lossy().starts_with(&stem));
    assert!(left.next().is_none());
}

/// A text file may begin with a name that looks like another form of file.
#[test]
fn first_names_that_look_like_another_form_are_kept_apart() {
    for name in ["{", "{\"edges\":[]}", "SIDLECSR", "\u{feff}a", "\u{feff}{"] {
        let mut graph = NamedGraph::<u32>::unnamed(Csr::from_edges(1, &[(0, 0)]).expect("good"));
        graph.names = Names::new();
        graph.names.intern(name);
        let path = temporary("odd.txt");
        write_file(&graph, &path, FileFormat::Text).expect("written");
        let read = open::<u32>(&path, &Meter::unlimited());
        assert_eq!(read.expect("read"), graph, "{name:?}");
        fs::remove_file(path).expect("removed");
    }
}

/// A name that one form holds can be written in every other, but for `#` in text.
#[test]
fn all_forms_agree_on_what_a_name_is() {
    for name in [
        "", "a b", "a\u{a0}b", "a\u{85}b", "a\u{9f}", "a\0", "\u{7f}",
    ] {
        let mut graph = sample();
        graph.names = Names::new();
        for other in ["v", "w", "x", name] {
            graph.names.intern(other);
        }
        let mut bytes = Vec::new();
        for written in [
            write_text(&graph, &mut bytes),
            write_json(&graph, &mut bytes),
            write_binary(&graph, &mut bytes),
        ] {
            let error = written.expect_err("no name").to_string();
            assert!(error.contains("has no white space or control"), "{error}");
        }
    }
    let error = text("a\u{9f} b\n".as_bytes()).expect_err("no name");
    assert!(error.to_string().contains("control character 0x9F"));
    let error = json(r#"{"edges":[["a\u009f","b"]]}"#).expect_err("no name");
    assert!(error.to_string().contains("expected a vertex name"));
    let comment = json(r##"{"edges":[["#","b"]]}"##).expect("a name");
    let error = write_text(&comment, Vec::new()).expect_err("a comment");
    assert!(error.to_string().contains("it would be a comment"));
    assert!(write_binary(&comment, Vec::new()).is_ok());
}

/// A file of fifty bytes can ask for any number of vertices.
#[test]
fn a_promised_number_of_vertices_is_limited() {
    let meter = || Meter::new().with_max_nodes(1000);
    for file in [
        r#"{"vertices":1000000000,"edges":[]}"#,
        r#"{"edges":[["a","b"]],"vertices":1000000000}"#,
    ] {
        let read = read_json::<u32>(file.as_bytes(), &meter());
        assert!(matches!(read, Err(LoadError::Stopped(_))), "{read:?}");
    }
    let moon = format!(r#"{{"vertices":{},"edges":[]}}"#, 1u64 << 61);
    let error = read_json::<u64>(moon.as_bytes(), &Meter::unlimited()).expect_err("no room");
    assert!(error.to_string().contains("no memory"), "{error}");
}

/// A limit on vertices stops the reading where it is met, not behind the last of a million lines.
#[test]
fn vertices_are_counted_while_they_are_read() {
    let numbers = || 0..50_000;
    let text: String = numbers().map(|v| format!("v{v} w{v}\n")).collect();
    let list = |entry: &dyn Fn(u32) -> String| numbers().map(entry).collect::<Vec<_>>().join(",");
    let edges = list(&|v| format!("[\"v{v}\",\"w{v}\"]"));
    let names = list(&|v| format!("\"v{v}\""));
    let files = [
        text,
        format!("{{\"edges\":[{edges}]}}"),
        format!("{{\"vertices\":[{names}],\"edges\":[]}}"),
    ];
    for file in &files {
        let meter = Meter::new().with_max_nodes(1000);
        let read = match file.starts_with('{') {
            true => read_json::<u32>(file.as_bytes(), &meter),
            false => read_text::<u32>(file.as_bytes(), &meter),
        };
        assert!(
            matches!(read, Err(LoadError::Stopped(StopReason::Nodes))),
            "{:.60}",
            file
        );
        let (done, all) = (meter.snapshot().done, file.len() as u64);
        assert!(done < all / 5, "{done} of {all}: {file:.60}");
        // Each vertex counts once.
        let meter = Meter::new().with_max_nodes(100_000);
        let read = match file.starts_with('{') {
            true => read_json::<u32>(file.as_bytes(), &meter),
            false => read_text::<u32>(file.as_bytes(), &meter),
        };
        let vertices = read.expect("within the limit").graph.vertex_count();
        assert_eq!(meter.snapshot().nodes, vertices as u64);
    }
    let text: String = numbers().map(|v| format!("v{v} L w{v}\n")).collect();
    let edges = list(&|v| format!("[\"v{v}\",\"L\",\"w{v}\"]"));
    for file in [text, format!("{{\"edges\":[{edges}]}}")] {
        let meter = Meter::new().with_max_nodes(1000);
        let read = read_bigraph(file.as_bytes(), &meter);
        assert!(
            matches!(read, Err(LoadError::Stopped(StopReason::Nodes))),
            "{file:.60}"
        );
        let (done, all) = (meter.snapshot().done, file.len() as u64);
        assert!(done < all / 5, "{done} of {all}: {file:.60}");
    }
}

#[test]
fn json_behind_much_white_space_is_json() {
    let path = temporary("late.json");
    let file = format!("{}{{\"edges\":[[1,2]]}}", " \n".repeat(5000));
    fs::write(&path, file).expect("written");
    let read = open::<u32>(&path, &Meter::unlimited()).expect("JSON");
    assert_eq!(read.graph.edge_count(), 1);
    fs::remove_file(path).expect("removed");
}

#[test]
fn a_binary_graph_has_zeros_in_its_gaps_and_names_that_fill_the_text() {
    let mut good = Vec::new();
    write_binary(&sample(), &mut good).expect("memory");
    // The reserved word, the gap behind the offsets, a name with a space, the end of the last name.
    let text = good.len() - "abzlong-name".len();
    let ends = text - 64;
    for (place, byte) in [(60, 1), (64 + 20, 1), (text, b' '), (ends + 24, 11)] {
        let mut bytes = good.clone();
        bytes[place] = byte;
        rewrite::mend_checksum(&mut bytes);
        let error = read_binary::<u32>(&bytes).expect_err("not as written");
        assert!(!error.to_string().contains("checksum"), "{place}: {error}");
    }
}

/// Names that are the numbers of the vertices need not be stored, but may be.
#[test]
fn a_binary_graph_may_store_the_numbers_as_names() {
    let mut bytes = Vec::new();
    let edges = "a b\nb a\nb b\nc\nd a\nd c\n";
    write_binary(&text(edges.as_bytes()).expect("good"), &mut bytes).expect("memory");
    let place = bytes.len() - 4;
    bytes[place..].copy_from_slice(b"0123");
    rewrite::mend_checksum(&mut bytes);
    let read = read_binary::<u32>(&bytes).expect("names are names");
    assert_eq!(read, NamedGraph::unnamed(read.graph.clone()));
    rewrite::binary::<u32>(&bytes);
}

#[test]
fn limits_stop_a_reader() {
    let cancelled = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let meter = Meter::new().with_cancel(cancelled);
    let file = "a b\n".repeat(5000);
    assert!(matches!(
        read_text::<u32>(file.as_bytes(), &meter),
        Err(LoadError::Stopped(_))
    ));
}
