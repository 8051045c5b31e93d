//! Subtraction games whose digits repeat: arithmetic periodicity.
//!
//! Let a move take k tokens, where k is one of finitely many numbers or has one of some residues mod t beyond
//! them, and leave one heap at most. The values reached through the repeated digits depend on n mod t and only
//! grow. Let b be the least value that one of these t sets misses. Every later value is at least b, and what
//! it is depends only on the sets above b and on the last values, all relative to b. If this state comes back
//! after p heaps (t divides p) with b larger by s, then G(n + p) = G(n) + s from there on.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, StopReason};

use super::{Periodicity, Proof};
use crate::{
    code::Code,
    nim::{Subtraction, Values},
};

/// States larger than this are not remembered: such a game has no period that is seen here.
const LARGEST_STATE: usize = 4096;

/// The period that the values prove, if the game is a subtraction game.
pub(super) fn prove(
    code: &Code,
    values: &Values,
    meter: &Meter,
) -> Result<Option<Periodicity>, StopReason> {
    let Some(mut rules) = Subtraction::of(code) else {
        return Ok(None);
    };
    let t = code.repeated().len();
    let mut seen: FxHashMap<Vec<Vec<u32>>, (usize, u32)> = FxHashMap::default();
    let mut so_far: Values = [0].into_iter().collect();
    // The last values of a state are those of heaps that a move can leave: heap 0 is none of them.
    let first = code.taken().len() + 2;
    let most = values.len().min(1 << 16);
    let mut next = first.div_ceil(t).max(1) * t;
    while next < most {
        meter.check()?;
        rules.extend(&mut so_far, next, meter)?;
        let (base, state) = rules.state(&so_far);
        if state.iter().map(Vec::len).sum::<usize>() > LARGEST_STATE {
            return Ok(None);
        }
        if let Some(&(before, lower)) = seen.get(&state) {
            return Ok(Some(least(values, before, next, base - lower)));
        }
        seen.insert(state, (next, base));
        next += t;
    }
    Ok(None)
}

/// The least period and preperiod, given that a state came back from `before` to `now`.
fn least(values: &Values, before: usize, now: usize, rise: u32) -> Periodicity {
    let long = now - before;
    let at = |n: usize| values.get(n).unwrap_or(0);
    // Divisors of the long period that hold over it: the whole future is this stretch again and again.
    let holds = |p: usize, s: u32| {
        (before..now).all(|n| {
            let later = n + p;
            let folded = if later < now {
                at(later)
            } else {
                at(later - long) + rise
            };
            folded == at(n) + s
        })
    };
    let divisors = (1..=long).filter(|p| long.is_multiple_of(*p));
    let mut fits = divisors.filter_map(|p| {
        let parts = (long / p) as u32;
        (rise.is_multiple_of(parts) && holds(p, rise / parts)).then_some((p, rise / parts))
    });
    let (period, saltus) = fits.next().unwrap_or((long, rise));
    let mut preperiod = before;
    let value_at = |n: usize| {
        if n < now {
            at(n)
        } else {
            let rounds = (n - now) / long + 1;
            at(n - rounds * long) + rise * rounds as u32
        }
    };
    while preperiod > 0 && value_at(preperiod - 1 + period) == at(preperiod - 1) + saltus {
        preperiod -= 1;
    }
    Periodicity {
        period,
        preperiod,
        saltus,
        needs: now,
        proof: Proof::StateRepeats,
    }
}
