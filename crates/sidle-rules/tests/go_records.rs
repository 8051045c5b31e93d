//! Records and diagrams of Go that were damaged: an error with a place, or a position that can be written
//! and read again.

use sidle_core::Player;
use sidle_rules::go::{Diagram, Sgf};

/// Changes, inserts, deletes or repeats some bytes.
fn damage(random: &mut fastrand::Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.usize(..6) {
        let at = random.usize(..bytes.len().max(1)).min(bytes.len());
        let new = b"()[];:\\ABWTRSZDPLabcsttz019 \n\xff\x00"[random.usize(..29)];
        match random.usize(..4) {
            0 if at < bytes.len() => bytes[at] = new,
            1 if at < bytes.len() => {
                bytes.remove(at);
            }
            2 => {
                let end = (at + random.usize(..20)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            _ => bytes.insert(at, new),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

const RECORDS: [&str; 4] = [
    "(;FF[4]GM[1]SZ[9]AB[aa:ci]AW[ea:ii]TR[da][db];B[dc];W[dd];B[])",
    "(;GM[1]FF[4]SZ[19]PB[a\\]b];B[pd];W[dp](;B[pq];W[dd])(;B[dd]))",
    "(;SZ[5:4]AddBlack[aa][bb]AW[cc]PL[W]DD[aa:ac];W[ab];B[tt])",
    "(;SZ[4]AB[ab][ba][cb]AW[bb][db][ca]SQ[bb][cb];B[bc])",
];

#[test]
fn ten_thousand_damaged_records() {
    let mut random = fastrand::Rng::with_seed(14);
    let mut read = 0;
    for round in 0..10_000 {
        let text = damage(&mut random, RECORDS[round % RECORDS.len()]);
        match Sgf::parse(&text) {
            Ok(record) => {
                read += 1;
                let endgame = record.board.endgame();
                assert!(endgame.regions.len() <= 19 * 19);
                let _ = record.board.marked_region(&record.marked);
                let again = Sgf::parse(&record.write()).expect("what was written can be read");
                for at in 0..record.board.width() * record.board.height() {
                    assert_eq!(again.board.at(at), record.board.at(at), "{text}");
                }
            }
            Err(error) => assert!(error.offset <= text.len(), "{text}: {error}"),
        }
    }
    assert!(read > 100, "{read}");
}

#[test]
fn ten_thousand_damaged_diagrams() {
    let mut random = fastrand::Rng::with_seed(41);
    let good = [
        "to move X\nko c2\n#BW#\nBX.W\n#BW#\n",
        "#BBB#\nB.X.W\nBO..W\n#WWW#\n",
    ];
    for round in 0..10_000 {
        let text = damage(&mut random, good[round % good.len()]);
        match Diagram::parse(&text) {
            Ok(diagram) => {
                let again = Diagram::parse(&diagram.to_string());
                assert_eq!(again.as_ref(), Ok(&diagram), "{text}");
            }
            Err(error) => assert!(
                error.span.end <= text.len() + 1,
                "{text}: {}",
                error.message
            ),
        }
    }
}

/// The ban of the last move of a record stays in its region.
#[test]
fn a_record_that_ends_with_a_ko() {
    let record = "(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb]TR[bb][cb];B[cb])";
    let record = Sgf::parse(record).expect("a record");
    assert_eq!(
        (record.board.ko(), record.to_move),
        (Some(5), Player::Right)
    );
    let region = record.board.marked_region(&record.marked);
    assert_eq!(region.and_then(|region| region.stones.ban), Some(0));
    let passed = Sgf::parse("(;SZ[4]AB[ba][ab][bc]AW[ca][db][cc][bb]TR[bb][cb];B[cb];W[])");
    assert_eq!(passed.expect("a record").board.ko(), None);
}
