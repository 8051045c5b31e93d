//! Random bytes and damaged good files, given to every reader: each gives a graph or an error, and a graph
//! that was read can be written in every form and read again.

mod rewrite;
mod soundness;

use proptest::{collection::vec, prelude::*, sample::Index};
use sidle_core::Meter;
use sidle_graph::{
    Digraph, NamedGraph, VertexId,
    bigraph::{read_bigraph, read_bigraph_json, read_bigraph_text},
    io::{read_binary, read_json, read_text, write_binary},
    label::{Ends, try_label_symmetric, write_certificate},
};

const TEXT: &str = "# a board\na b # an edge\nb a\nb b\r\n\n{z\nSIDLECSR -1\n\u{f6}l \u{2191}\n";
const JSON: &str =
    r##"{"vertices":["a","b","#c","7"],"edges":[["a","b"],[7,"a"],["#c","#c"]],"note":[{}]}"##;
const NUMBERED: &str = r#"{"edges":[[0,1],["1",2]],"vertices":4}"#;
const BITEXT: &str =
    "start b # here\nb L \"0\" # exit\nb R b @ko\nc\nc L b @ko @x\nc R \"{1 | -1}\"\n";
const BIJSON: &str = r#"{"vertices":["u","v"],"edges":[["u","L","v"],["v","R",{"value":"1/2"}],
    ["v","L","u"]],"start":"v","sets":{"ko":[["u","L","v"]]}}"#;

macro_rules! seeds {
    ($($name:literal),*) => {
        &[$(include_bytes!(concat!("../../../fuzz/seeds/certificate/", $name))),*]
    };
}

/// The seeds of the fuzz target, one or two of each kind.
const CERTIFICATES: &[&[u8]] = seeds![
    "annihilation.json",
    "arithmetic-period.json",
    "asymmetric.json",
    "automatic.json",
    "canonical.json",
    "constraint.json",
    "draw.json",
    "gamma.json",
    "hitori.json",
    "ko.json",
    "label.json",
    "misere-counters.json",
    "misere-quotient.json",
    "nim-period.json",
    "order.json",
    "outcome.json",
    "side-2.json",
    "side.json",
    "sliding.json",
    "star.json",
    "subtraction-period.json",
    "tau.json",
    "tokens.json",
    "unicycle.json"
];

/// A certificate may ask for more work than a test has time for.
fn a_second() -> Meter {
    let start = std::time::Instant::now();
    Meter::new().with_deadline(move || start.elapsed(), std::time::Duration::from_secs(1))
}

/// One damage to a file.
#[derive(Clone, Debug)]
enum Damage {
    Byte(Index, u8),
    Cut(Index),
    Remove(Index, u8),
    Insert(Index, String),
    /// Copies a piece to another place.
    Copy(Index, u8, Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let word = prop_oneof![
        Just("\u{feff}".to_owned()),
        Just("\u{85}".to_owned()),
        Just("\u{9f}".to_owned()),
        Just("\0".to_owned()),
        Just("\"".to_owned()),
        Just("#".to_owned()),
        Just("{".to_owned()),
        Just("[".to_owned()),
        Just("\n".to_owned()),
        Just(" ".to_owned()),
        Just("@".to_owned()),
        Just("start".to_owned()),
        Just("\\u0000".to_owned()),
        Just("-1".to_owned()),
        Just("18446744073709551615".to_owned()),
        any::<char>().prop_map(String::from),
    ];
    prop_oneof![
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        any::<Index>().prop_map(Damage::Cut),
        (any::<Index>(), any::<u8>()).prop_map(|(at, size)| Damage::Remove(at, size)),
        (any::<Index>(), word).prop_map(|(at, word)| Damage::Insert(at, word)),
        (any::<Index>(), any::<u8>(), any::<Index>())
            .prop_map(|(at, size, to)| Damage::Copy(at, size, to)),
    ]
}

fn damaged(file: &[u8], damages: &[Damage]) -> Vec<u8> {
    let mut bytes = file.to_vec();
    let end = |at: usize, size: u8, length: usize| (at + usize::from(size % 16)).min(length);
    for damage in damages {
        let length = bytes.len();
        match damage {
            Damage::Byte(at, byte) if length > 0 => bytes[at.index(length)] = *byte,
            Damage::Byte(_, byte) => bytes.push(*byte),
            Damage::Cut(at) => bytes.truncate(at.index(length + 1)),
            Damage::Remove(at, size) => {
                let at = at.index(length + 1);
                bytes.drain(at..end(at, *size, length));
            }
            Damage::Insert(at, word) => {
                let at = at.index(length + 1);
                bytes.splice(at..at, word.bytes());
            }
            Damage::Copy(at, size, to) => {
                let at = at.index(length + 1);
                let piece = bytes[at..end(at, *size, length)].to_vec();
                let to = to.index(length + 1);
                bytes.splice(to..to, piece);
            }
        }
    }
    bytes
}

/// A good file with up to four damages, or bytes without any sense.
fn nearly(files: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        8 => (prop::sample::select(files), vec(damage(), 0..5))
            .prop_map(|(file, damages)| damaged(file.as_bytes(), &damages)),
        1 => vec(any::<u8>(), 0..200),
        1 => any::<String>().prop_map(String::into_bytes),
    ]
}

fn digraph_readers<V: VertexId>(bytes: &[u8]) {
    let meter = rewrite::small_meter();
    if let Ok(graph) = read_text::<V>(bytes, &meter) {
        rewrite::digraph(&graph);
    }
    if let Ok(graph) = read_json::<V>(bytes, &meter) {
        rewrite::digraph(&graph);
    }
    if let Ok(graph) = read_binary::<V>(bytes) {
        rewrite::digraph(&graph);
    }
}

fn binary_sample<V: VertexId>(named: bool) -> Vec<u8> {
    let mut graph: NamedGraph<V> =
        read_text(TEXT.as_bytes(), &Meter::unlimited()).expect("a good file");
    if !named {
        graph = NamedGraph::unnamed(graph.graph);
    }
    let mut bytes = Vec::new();
    write_binary(&graph, &mut bytes).expect("memory");
    bytes
}

fn damaged_binary<V: VertexId>(named: bool, damages: &[Damage], words: &[(Index, u8)]) {
    let mut bytes = damaged(&binary_sample::<V>(named), damages);
    for (at, byte) in words {
        // Changes that keep the sections in place get further than the header.
        if !bytes.is_empty() {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
    }
    rewrite::mend_checksum(&mut bytes);
    rewrite::binary::<V>(&bytes);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn text_and_json_digraphs(bytes in nearly(&[TEXT, JSON, NUMBERED])) {
        digraph_readers::<u32>(&bytes);
        digraph_readers::<u64>(&bytes);
    }

    #[test]
    fn binary_digraphs(
        named: bool,
        damages in vec(damage(), 0..2),
        words in vec((any::<Index>(), 0..8u8), 0..4),
    ) {
        damaged_binary::<u32>(named, &damages, &words);
        damaged_binary::<u64>(named, &damages, &words);
    }

    #[test]
    fn bigraphs(bytes in nearly(&[BITEXT, BIJSON])) {
        let reads = [
            read_bigraph(&bytes[..], &Meter::unlimited()),
            read_bigraph_text(&bytes[..], &Meter::unlimited()),
            read_bigraph_json(&bytes[..], &Meter::unlimited()),
        ];
        for file in reads.into_iter().flatten() {
            rewrite::bigraph(&file);
        }
    }

    /// A labelling certificate that is changed and still accepted claims nothing wrong.
    #[test]
    fn changed_certificates_are_refused_or_right(
        bits in 0..1u64 << 16,
        changes in vec((any::<Index>(), any::<Index>()), 0..3),
    ) {
        let edges: Vec<(u32, u32)> = (0..16)
            .filter(|bit| bits >> bit & 1 == 1)
            .map(|bit| (bit / 4, bit % 4))
            .collect();
        let graph = Digraph::from_edges(4, &edges).expect("both ends are below 4");
        let mut bytes = labelling_certificate(&graph);
        // A character is replaced by another one of the file, so that most changes stay readable.
        for (at, from) in changes {
            let (at, from) = (at.index(bytes.len()), from.index(bytes.len()));
            bytes[at] = bytes[from];
        }
        soundness::certificate(&bytes, &a_second());
    }

    /// The same for certificates of all kinds.
    #[test]
    fn changed_certificates_of_all_kinds(
        seed in prop::sample::select(CERTIFICATES),
        changes in vec((any::<Index>(), any::<Index>()), 0..4),
    ) {
        let mut bytes = seed.to_vec();
        if changes.is_empty() {
            prop_assert!(sidle_check::check_bytes(seed).is_ok_and(|verdict| verdict.is_valid()));
        }
        for (at, from) in changes {
            let (at, from) = (at.index(bytes.len()), from.index(bytes.len()));
            bytes[at] = bytes[from];
        }
        soundness::certificate(&bytes, &a_second());
    }
}

fn labelling_certificate(graph: &Digraph) -> Vec<u8> {
    let ends = Ends::normal();
    let meter = Meter::unlimited();
    let threads = sidle_graph::Threads::ONE;
    let labels = try_label_symmetric(graph, &ends, threads, &meter).expect("no limit");
    let named = NamedGraph::unnamed(graph.forward().clone());
    let mut bytes = Vec::new();
    write_certificate(&named, &ends, &labels, "", &mut bytes).expect("memory");
    bytes
}
