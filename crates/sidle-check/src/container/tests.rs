use std::io::Cursor;

use proptest::prelude::*;
use sidle_core::Meter;

use super::*;
use crate::{
    ErrorKind, check_bytes, check_container,
    outcome::Letter,
    strategy::{Claim, Header, RECORDS, Record},
};

const SHORT: &str = r#"{"format":"sidle-certificate","version":1,"kind":"short-game","text":"* <> 0",
    "positions":[[[],[]],[[0],[0]]],
    "claim":{"type":"relation","left":1,"relation":"<>","right":0},
    "steps":[{"le":[0,0]},{"nle-left":[1,0,0]},{"nle-right":[0,1,0]}]}"#;

fn contained(json: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    from_json(|| Ok(json.as_bytes()), &mut bytes, Meter::none()).expect("a certificate");
    bytes
}

fn exported(bytes: &[u8]) -> Vec<u8> {
    let mut json = Vec::new();
    let mut container = Container::open(Cursor::new(bytes)).expect("a container");
    to_json(&mut container, &mut json, Meter::none()).expect("memory");
    json
}

/// A chain: the player who moves to position 0 wins.
fn chain(length: u64) -> Vec<u8> {
    let header = Header::new("", "Chain", Letter::P);
    let header = serde_json::to_string(&header).expect("JSON");
    let mut out = ContainerWriter::new(Vec::new(), &header).expect("memory");
    out.section(RECORDS).expect("memory");
    for number in 0..length {
        let claim = match number.checked_sub(1) {
            None => Claim::Loss(Vec::new()),
            Some(before) if number % 2 == 1 => Claim::Win(before),
            Some(before) => Claim::Loss(vec![before]),
        };
        let record = Record(format!("heap {number}"), Some(claim.clone()), Some(claim));
        let record = serde_json::to_vec(&record).expect("JSON");
        out.record(&record).expect("memory");
    }
    out.finish().expect("memory")
}

fn checked(bytes: &[u8]) -> Result<crate::Verdict, crate::Error> {
    let mut container = Container::open(Cursor::new(bytes))?;
    check_container(&mut container, Meter::none())
}

#[test]
fn json_and_containers_are_converted_both_ways() {
    let bytes = contained(SHORT);
    let verdict = checked(&bytes).expect("a certificate");
    assert_eq!(
        verdict,
        check_bytes(SHORT.as_bytes()).expect("a certificate")
    );
    let json: serde_json::Value = serde_json::from_str(SHORT).expect("JSON");
    let back: serde_json::Value = serde_json::from_slice(&exported(&bytes)).expect("JSON");
    assert_eq!(back, json);
    // A kind that is checked record by record is read from JSON, too.
    let chain = chain(5);
    let verdict = check_bytes(&exported(&chain)).expect("a certificate");
    assert!(verdict.is_valid(), "{verdict}");
    assert_eq!(verdict, checked(&chain).expect("a certificate"));
    let twice = r#"{"format":"sidle-certificate","kind":"x","kind":"y"}"#;
    assert!(from_json(|| Ok(twice.as_bytes()), Vec::new(), Meter::none()).is_err());
}

/// Every changed byte and every cut is found, and the error names a place.
#[test]
fn damage_is_refused() {
    let whole = contained(SHORT);
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        let error = checked(&bytes).expect_err("a changed byte");
        assert!(
            matches!(error.kind(), ErrorKind::Container { .. }),
            "byte {at}: {error}"
        );
        let error = checked(&whole[..at]).expect_err("cut off");
        assert!(
            matches!(error.kind(), ErrorKind::Container { .. }),
            "{at} bytes: {error}"
        );
    }
    let longer = [&whole[..], b"x"].concat();
    assert!(checked(&longer).is_err());
}

#[test]
fn blocks_in_another_order_are_refused() {
    let whole = chain(20_001);
    assert!(checked(&whole).expect("a certificate").is_valid());
    let container = Container::open(Cursor::new(&whole[..])).expect("a container");
    let starts = container.block_offsets();
    drop(container);
    assert!(starts.len() > 4, "{starts:?}");
    // The second and the third block change places: both sum up to the same file length.
    let [a, b, c] = [1, 2, 3].map(|block| starts[block] as usize);
    let swapped = [&whole[..a], &whole[b..c], &whole[a..b], &whole[c..]].concat();
    let error = checked(&swapped).expect_err("another order");
    assert!(error.to_string().starts_with("block 1 at byte"), "{error}");
    // A block is missing.
    let without = [&whole[..a], &whole[b..]].concat();
    assert!(checked(&without).is_err());
}

/// Lengths that are not those of the file ask for no memory.
#[test]
fn oversized_lengths_are_refused() {
    for (at, place) in [(12, "the header"), (24, "")] {
        let mut bytes = contained(SHORT);
        let from = if place.is_empty() {
            bytes.len() - at
        } else {
            at
        };
        bytes[from..from + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        let error = checked(&bytes).expect_err("too long");
        assert!(error.to_string().starts_with(place), "{error}");
    }
    let mut writer = ContainerWriter::new(Vec::new(), "{}").expect("memory");
    assert!(writer.record(b"1").is_err(), "before the first section");
}

/// A forger mends the checksums: the proof itself is checked.
#[test]
fn forged_strategies_are_refused() {
    let header = |outcome| {
        let header = Header::new("", "Domineering", outcome);
        serde_json::to_string(&header).expect("JSON")
    };
    let check = |outcome, records: &[&str]| {
        let mut out = ContainerWriter::new(Vec::new(), &header(outcome)).expect("memory");
        out.section(RECORDS).expect("memory");
        for record in records {
            out.record(record.as_bytes()).expect("memory");
        }
        let bytes = out.finish().expect("memory");
        checked(&bytes).expect("a certificate")
    };
    let full = r###"["##",{"loss":[]},{"loss":[]}]"###;
    let row = r#"["..",{"loss":[]},{"win":0}]"#;
    let verdict = check(Letter::R, &[full, row]);
    assert_eq!(verdict.to_string(), "valid: Domineering ..: R (2 steps)");
    let forgeries: [(&[&str], &str); 5] = [
        (&[row], "record 0 does not stand before"),
        (
            &[full, r#"["..",{"loss":[]},{"loss":[]}]"#],
            "is not listed",
        ),
        (&[full, r#"["..",{"win":0},{"win":0}]"#], "is not an option"),
        (
            &[r###"["##",null,null]"###, row],
            "does not claim that the opponent loses",
        ),
        (
            &[full, r#"["..",null,{"win":0}]"#],
            "the last record does not claim it",
        ),
    ];
    for (records, reason) in forgeries {
        let verdict = check(Letter::R, records);
        let text = verdict.to_string();
        assert!(!verdict.is_valid() && text.contains(reason), "{text}");
    }
}

proptest! {
    /// A container with any change is refused or keeps its verdict.
    #[test]
    fn changed_containers(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        let whole = chain(9);
        let mut bytes = whole.clone();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        prop_assert!(bytes == whole || checked(&bytes).is_err());
    }
}
