//! A long proof is written and checked in constant memory.

#![allow(clippy::print_stdout, reason = "a measurement")]

use std::{env, fs, io::BufWriter, path::PathBuf, time::Instant};

use sidle_check::{
    check_container,
    container::{Container, ContainerWriter},
    outcome::Letter,
    strategy::{Claim, Header, RECORDS, Record},
};
use sidle_core::Meter;

/// The most memory that the process has had so far, in bytes; Linux only.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let number = line.split_whitespace().nth(1)?;
    Some(number.parse::<u64>().ok()? << 10)
}

/// A heap of `count` - 1 tokens from which one or two are taken. The player to move loses the multiples of three.
fn write(path: &PathBuf, count: u64) {
    let outcome = match count % 3 {
        1 => Letter::P,
        _ => Letter::N,
    };
    let header = serde_json::to_string(&Header::new("", "TakeOneOrTwo", outcome)).expect("JSON");
    let file = BufWriter::new(fs::File::create(path).expect("a file"));
    let mut out = ContainerWriter::new(file, &header).expect("written");
    out.section(RECORDS).expect("written");
    for heap in 0..count {
        let claim = match (heap, heap % 3) {
            (0, _) => Claim::Loss(Vec::new()),
            (_, 0) => Claim::Loss(vec![heap - 1, heap - 2]),
            (_, over) => Claim::Win(heap - over),
        };
        let record = Record(heap.to_string(), Some(claim.clone()), Some(claim));
        out.record(&serde_json::to_vec(&record).expect("JSON"))
            .expect("written");
    }
    out.finish().expect("written");
}

fn written_and_checked(count: u64) {
    let path = env::temp_dir().join(format!("sidle-streaming-{}-{count}", std::process::id()));
    let (before, begun) = (peak(), Instant::now());
    write(&path, count);
    let written = begun.elapsed();
    let mut container = Container::open(fs::File::open(&path).expect("a file")).expect("whole");
    let verdict = check_container(&mut container, Meter::none()).expect("a certificate");
    let size = fs::metadata(&path).expect("a file").len();
    let _ = fs::remove_file(&path);
    assert_eq!(verdict.result(), Ok(count as usize), "{verdict}");
    let grown = before.zip(peak()).map(|(before, after)| after - before);
    println!(
        "{count} records, {size} bytes: written in {written:?}, in all {:?}; memory grew by {grown:?} bytes",
        begun.elapsed()
    );
    assert!(grown.is_none_or(|grown| grown < 24 << 20), "{grown:?}");
}

#[test]
fn a_proof_of_a_hundred_thousand_records() {
    written_and_checked(100_000);
}

#[test]
#[ignore = "long"]
fn a_proof_of_ten_million_records() {
    written_and_checked(10_000_000);
}
