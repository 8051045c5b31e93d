//! Kos in all their states, for several tests.

use sidle_solve::go::{KoPosition, Kos};

/// Calls `check` with every position of some kos, and with words that name it.
pub(crate) fn every_position(points: &[i64], mut check: impl FnMut(&Kos, &KoPosition, &str)) {
    let kos = Kos::new(points.to_vec());
    for bits in 0..1 << points.len() {
        let letter = |k: usize| if bits >> k & 1 == 0 { 'A' } else { 'B' };
        let state: String = (0..points.len()).map(letter).collect();
        for last in std::iter::once(None).chain((1..=points.len()).map(Some)) {
            let start = kos.position(&state, last).expect("a position");
            check(&kos, &start, &format!("{points:?} {state} {last:?}"));
        }
    }
}
