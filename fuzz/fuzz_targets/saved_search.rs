//! The files that long searches go on from: any bytes are the state of a search, verified, or an error, within limits.
//! The first byte chooses the kind of file.
//!
//! `cargo +nightly fuzz run saved_search corpus/saved_search seeds/saved_search -- -max_len=1500 -max_total_time=180`

#![no_main]

use std::{fs, io, time::Duration};

use cpu_time::ProcessTime;
use libfuzzer_sys::fuzz_target;
use sidle_core::Meter;
use sidle_impartial::{
    nim::{Trust, parse_checkpoint, read_table_state},
    quotient::{HeapGame, QuotientOptions, QuotientSearch},
};
use sidle_lang::Session;
use sidle_logic::{
    decide::{Options, ncl_on_disk},
    gadget::{Behaviour, Chamber, find},
    graph::ConstraintGraph,
};
use sidle_solve::catalogue;
use sidle_values::{
    Store,
    unicycle::{Exits, Pattern},
};
use sidle::unicycles::{SavedSearch, Stage, Task};

const LIMIT: Duration = Duration::from_millis(50);
/// From the limit to the answer, with room for a sanitized build.
const LATE: Duration = Duration::from_millis(1500);

fn meter() -> Meter {
    let start = ProcessTime::now();
    Meter::new()
        .with_max_nodes(20_000)
        .with_max_bytes(64 << 20)
        .with_deadline(move || start.elapsed(), LIMIT)
}

fn nim_values(bytes: &[u8]) {
    let kayles = "0.77".parse().expect("a code");
    let _ = parse_checkpoint(
        io::BufReader::new(bytes),
        &kayles,
        Trust::Nothing { threads: 1 },
        &meter(),
    );
}

fn table_of_periods(bytes: &[u8]) {
    let _ = read_table_state(bytes);
}

fn misere_quotient(bytes: &[u8]) {
    let game = HeapGame::Code("0.77".parse().expect("a code"));
    if let Ok(search) =
        QuotientSearch::parse(bytes, "0.77", game, QuotientOptions::default(), &meter())
    {
        let _ = search.latex();
    }
}

fn stages() -> [Stage; 1] {
    let (store, meter) = (Store::new(), Meter::unlimited());
    let exits = Exits::nimbers(&store, 2, &meter).expect("no limit");
    [Stage::new("nimbers:2", exits, &meter).expect("no limit")]
}

fn unicycle(bytes: &[u8]) {
    let stages = stages();
    let pattern: Pattern = "LLRR".parse().expect("a pattern");
    if let Ok(saved) = SavedSearch::parse(bytes, &Task::pattern(&pattern, &stages))
        && saved.verify_stage(&pattern, &stages).is_ok()
    {
        let _ = saved.exhausted(saved.stage());
    }
}

fn unicycles(bytes: &[u8]) {
    let stages = stages();
    if let Ok(saved) = SavedSearch::parse(bytes, &Task::all(4, &stages)) {
        let _ = saved.verify_settled(4, &stages, &meter());
    }
}

fn gadgets(bytes: &[u8]) {
    const BOX: &str =
        "blocks\n%%T%%\n%%T%%\n%??%%\n%??%%\n%LR%%\n%LR%%\nport L L U\nport R R U\nport T T D\n";
    let Ok(findings) = serde_json::from_slice(bytes) else {
        return;
    };
    let chamber = Chamber::parse(BOX, &[(1, 1), (1, 2), (2, 1)]).expect("a box");
    let behaviour = Behaviour::named("and").expect("a behaviour");
    let _ = find(&chamber, &behaviour, Some(findings), &meter());
}

fn solved_positions(bytes: &[u8]) {
    let entry = catalogue::find("Clobber").expect("a ruleset");
    let sample = entry.ruleset().parse(entry.example).expect("a position");
    let _ = Session::new().solve(&meter(), |solver, asking| {
        Ok(solver.restore(&sample, bytes, asking))
    });
}

/// The first two lines, the envelope and its body, are the list of levels, the others the last level.
fn levels_on_disk(bytes: &[u8]) {
    let graph = ConstraintGraph::parse("a b 2\na b 2\nb a 2\ntarget 2\n").expect("a graph");
    let folder = std::env::temp_dir().join(format!("sidle-fuzz-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let mut ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    let end = ends.nth(1).map_or(bytes.len(), |(at, _)| at + 1);
    let (list, level) = bytes.split_at(end);
    fs::write(folder.join("search.json"), list).expect("a file");
    fs::write(folder.join("level-00000"), level).expect("a file");
    let _ = ncl_on_disk(&graph, Options::default(), &folder, 1 << 20, &meter());
    let _ = fs::remove_dir_all(&folder);
}

const READERS: [fn(&[u8]); 8] = [
    nim_values,
    table_of_periods,
    misere_quotient,
    unicycle,
    unicycles,
    gadgets,
    solved_positions,
    levels_on_disk,
];

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, bytes)) = bytes.split_first() else {
        return;
    };
    let start = ProcessTime::now();
    READERS[usize::from(kind) % READERS.len()](bytes);
    assert!(start.elapsed() < LIMIT + LATE, "{:?}", start.elapsed());
});
