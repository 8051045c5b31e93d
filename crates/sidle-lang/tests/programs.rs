//! Random programs under limits: a value, an error or a stop, never a panic, and never long after the limit.

#[path = "programs/generator.rs"]
mod generator;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

use generator::Generator;
use sidle_core::Meter;
use sidle_lang::{Format, Session};

fn meter() -> Meter {
    let start = Instant::now();
    Meter::new()
        .with_max_nodes(20_000)
        .with_deadline(move || start.elapsed(), Duration::from_millis(5))
}

fn bytes(state: &mut u64) -> Vec<u8> {
    (0..160)
        .map(|_| {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            (*state >> 32) as u8
        })
        .collect()
}

#[test]
fn random_programs_end_in_time_and_never_panic() {
    let mut state = 0x1234_5678_9ABC_DEF1;
    let mut session = Session::new();
    let (mut answered, mut failures) = (0, Vec::new());
    for round in 0..4000 {
        if round % 200 == 0 {
            session = Session::new();
        }
        let bytes = bytes(&mut state);
        let program = Generator::new(&bytes).program();
        let start = Instant::now();
        let run = catch_unwind(AssertUnwindSafe(|| {
            let answers = session.evaluate(&program, &meter()).ok()?;
            for answer in &answers {
                session.show(answer, Format::Plain, &meter()).ok()?;
            }
            Some(())
        }));
        match run {
            Err(_) => {
                failures.push(format!("a panic: {program}"));
                session = Session::new();
            }
            Ok(done) => answered += usize::from(done.is_some()),
        }
        let time = start.elapsed();
        if time > Duration::from_secs(5) {
            failures.push(format!("{time:?}: {program}"));
        }
    }
    assert!(answered > 200, "{answered}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
