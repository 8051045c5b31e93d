//! Tables over families of codes, in parallel, with a state that a later run goes on from.

use std::{
    collections::HashMap,
    io::{self, Read, Write},
    sync::{Mutex, PoisonError},
};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sidle_core::{Envelope, EnvelopeError, Meter, StopReason};

use super::{
    Sequence,
    answer::{Pace, PeriodAnswer, until_periodic},
};
use crate::{
    code::{Code, Digit, Sizes},
    in_order::InOrder,
};

/// All octal codes with at most `digits` digits after the point, in order.
pub fn all_octal_codes(digits: u32) -> impl Iterator<Item = Code> {
    let count = 8_u64.checked_pow(digits).unwrap_or(u64::MAX);
    (1..count).map(move |number| {
        let digit = |place: u32| number / 8_u64.pow(digits - 1 - place) % 8;
        let taken: Vec<Digit> = (0..digits)
            .map(|place| Digit::from_mask(digit(place), Sizes::Any))
            .collect();
        Code::new(Vec::new(), Digit::zero(), taken, Vec::new())
    })
}

/// A row of a table of periods.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodRow {
    /// The code in its normal form.
    pub code: String,
    /// What is known about its period.
    #[serde(flatten)]
    pub answer: PeriodAnswer,
}

/// The periods of a family of codes.
#[derive(Debug)]
pub struct PeriodTable {
    /// The rows that were found, in the order of the codes.
    pub rows: Vec<PeriodRow>,
    /// What stopped the search, if rows are missing.
    pub stopped: Option<StopReason>,
}

/// The period of each code, searched up to `limit` values, in parallel. Those in `known` are verified, not searched; each
/// new one is written to `state` as soon as it is found, for [`read_table_state`]. Rows are passed to `out` in the order
/// of the codes.
///
/// A known answer that claims a proof is taken only if the search finds the same proof again, which takes no more values
/// than the proof needs. That nothing was found in a long search cannot be verified but by another one: it is
/// believed if nothing is found in the first [`LOOK`] values.
pub fn period_table(
    codes: &[Code],
    limit: usize,
    known: &[PeriodRow],
    threads: usize,
    state: Option<&mut (dyn Write + Send)>,
    out: &mut (dyn FnMut(&PeriodRow) + Send),
    meter: &Meter,
) -> io::Result<PeriodTable> {
    let known: HashMap<&str, &PeriodRow> =
        known.iter().map(|row| (row.code.as_str(), row)).collect();
    meter.announce(codes.len() as u64);
    let state = Mutex::new(state);
    let rows = InOrder::new(out);
    let row = |(place, code): (usize, &Code)| -> io::Result<Option<StopReason>> {
        let known = known.get(code.to_string().as_str());
        let answer = match known {
            Some(row) => verified(code, &row.answer, meter),
            None => searched(code, limit, meter),
        };
        let answer = match answer {
            Err(RowError::Stopped(reason)) => return Ok(Some(reason)),
            Err(RowError::Wrong) => {
                let text = format!("the row of {code} in the state is wrong; remove the line");
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
            Ok(answer) => answer,
        };
        let row = PeriodRow {
            code: code.to_string(),
            answer,
        };
        if known.is_none() {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(out) = state.as_deref_mut() {
                out.write_all(&state_row(&row)?)?;
                out.flush()?;
            }
        }
        rows.put(place, row);
        meter.advance(1);
        Ok(None)
    };
    let ended: Vec<Option<StopReason>> =
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| {
                let codes = codes.par_iter().enumerate();
                codes.map(row).collect::<io::Result<_>>()
            })?,
            Err(_) => codes
                .iter()
                .enumerate()
                .map(row)
                .collect::<io::Result<_>>()?,
        };
    Ok(PeriodTable {
        rows: rows.into_rows(),
        stopped: ended.into_iter().flatten().next_back(),
    })
}

/// So many values are searched again of a game of which a state says that nothing was found.
pub const LOOK: usize = 1 << 12;

/// Why there is no row for a code.
#[derive(Debug)]
enum RowError {
    Stopped(StopReason),
    /// What a state says is not so.
    Wrong,
}

impl From<StopReason> for RowError {
    fn from(reason: StopReason) -> RowError {
        RowError::Stopped(reason)
    }
}

fn searched(code: &Code, limit: usize, meter: &Meter) -> Result<PeriodAnswer, RowError> {
    meter.check()?;
    let mut sequence = Sequence::new(code.clone()).map_err(|_| RowError::Wrong)?;
    until_periodic(&mut sequence, limit, meter, |_: &Sequence| Ok(Pace::Longer))
}

/// What a state says of a code, if that is so.
fn verified(code: &Code, known: &PeriodAnswer, meter: &Meter) -> Result<PeriodAnswer, RowError> {
    let most = match known.is_proved() {
        // The search looks at stretches, so that it may see more than the proof needs.
        true => known.searched.saturating_add(known.searched / 4 + 64),
        false => known.searched.min(LOOK),
    };
    let found = searched(code, most, meter)?;
    let same = match known.is_proved() {
        true => found == *known,
        // The search found nothing, so it says nothing but how far it went.
        false => {
            let searched = known.searched;
            PeriodAnswer { searched, ..found } == *known
        }
    };
    same.then(|| known.clone()).ok_or(RowError::Wrong)
}

/// A state is a log: each row in an envelope. [`period_table`] finds what a checksum does not.
const ENVELOPE: Envelope = Envelope::new("octal-table", 2);

fn state_row(row: &PeriodRow) -> serde_json::Result<Vec<u8>> {
    Ok(ENVELOPE.seal(&[&serde_json::to_vec(row)?[..], b"\n"].concat()))
}

/// Why a state could not be read. Rows count from 1.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The file could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A row is something else, or has been changed.
    #[error("row {0}: {1}")]
    Damaged(usize, EnvelopeError),
    /// A row does not say what it should.
    #[error("row {0}: this is not a row of a table: {1}")]
    NotARow(usize, serde_json::Error),
}

/// The rows of a state, and how many of its bytes they are: a last row that was cut off in the middle is left out.
pub fn read_table_state(mut state: impl Read) -> Result<(Vec<PeriodRow>, u64), StateError> {
    let mut bytes = Vec::new();
    state.read_to_end(&mut bytes)?;
    let (mut rows, mut rest) = (Vec::new(), bytes.as_slice());
    loop {
        let number = rows.len() + 1;
        let first = ENVELOPE.split(rest);
        let Some((row, behind)) = first.map_err(|error| StateError::Damaged(number, error))? else {
            return Ok((rows, (bytes.len() - rest.len()) as u64));
        };
        let row = serde_json::from_slice(row);
        rows.push(row.map_err(|error| StateError::NotARow(number, error))?);
        rest = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_again_and_damage_is_found() {
        let meter = Meter::unlimited();
        let codes: Vec<Code> = all_octal_codes(2).collect();
        let mut state: Vec<u8> = Vec::new();
        let table = period_table(&codes, 200, &[], 2, Some(&mut state), &mut |_| {}, &meter)
            .expect("a table");
        assert_eq!((table.rows.len(), table.stopped), (63, None));
        let (mut rows, bytes) = read_table_state(&state[..]).expect("a state");
        assert_eq!(bytes, state.len() as u64);
        // Rows are written as they are found.
        rows.sort_by(|a, b| a.code.cmp(&b.code));
        let mut found = table.rows.clone();
        found.sort_by(|a, b| a.code.cmp(&b.code));
        assert_eq!(rows, found);
        // A last line that is cut off does not count.
        let cut = read_table_state(&state[..state.len() - 3]).expect("a state");
        assert_eq!(cut.0.len(), 62);
        // What is known is not written again.
        let mut more: Vec<u8> = Vec::new();
        let again = period_table(&codes, 200, &cut.0, 1, Some(&mut more), &mut |_| {}, &meter)
            .expect("a table");
        assert_eq!(again.rows, table.rows);
        assert_eq!(read_table_state(&more[..]).expect("a state").0.len(), 1);
        let text = String::from_utf8(state).expect("JSON");
        let forged = text.replacen("\"searched\":2", "\"searched\":3", 1);
        assert_ne!(forged, text);
        let error = read_table_state(forged.as_bytes());
        assert!(matches!(error, Err(StateError::Damaged(..))), "{error:?}");
    }

    /// A forger can make checksums fit.
    #[test]
    fn forged_rows_are_refused() {
        let meter = Meter::unlimited();
        let codes: Vec<Code> = all_octal_codes(2).collect();
        let table = period_table(&codes, 500, &[], 2, None, &mut |_| {}, &meter).expect("a table");
        let known =
            |rows: &[PeriodRow]| period_table(&codes, 500, rows, 2, None, &mut |_| {}, &meter);
        assert_eq!(known(&table.rows).expect("a table").rows, table.rows);
        let periodic = table
            .rows
            .iter()
            .position(|row| row.answer.period > Some(1));
        let open = table.rows.iter().position(|row| !row.answer.is_proved());
        let (periodic, open) = (periodic.expect("a period"), open.expect("an open one"));
        let forgeries: [(usize, fn(&mut PeriodAnswer)); 7] = [
            (open, |row| row.preperiod = Some(1)),
            (periodic, |row| row.period = row.period.map(|p| 2 * p)),
            (periodic, |row| row.preperiod = row.preperiod.map(|n| n + 1)),
            (periodic, |row| {
                (row.period, row.preperiod, row.saltus) = (None, None, None);
                row.searched = 500;
            }),
            (periodic, |row| row.proof.push('!')),
            (open, |row| {
                (row.period, row.preperiod, row.saltus) = (Some(5), Some(1), Some(0));
            }),
            (open, |row| row.proof = "a theorem".to_owned()),
        ];
        for (number, (place, forge)) in forgeries.into_iter().enumerate() {
            let mut rows = table.rows.clone();
            forge(&mut rows[place].answer);
            assert!(known(&rows).is_err(), "forgery {number}");
        }
    }

    #[test]
    fn rows_that_were_found_are_told_when_a_limit_stops_the_table() {
        let meter = Meter::new().with_max_nodes(2000);
        let codes: Vec<Code> = all_octal_codes(2).collect();
        let mut passed = Vec::new();
        let mut out = |row: &PeriodRow| passed.push(row.clone());
        let table = period_table(&codes, 100_000, &[], 2, None, &mut out, &meter).expect("a table");
        assert_eq!(table.stopped, Some(StopReason::Nodes));
        assert!(!passed.is_empty() && table.rows.starts_with(&passed));
        assert!((1..63).contains(&table.rows.len()), "{}", table.rows.len());
    }
}
