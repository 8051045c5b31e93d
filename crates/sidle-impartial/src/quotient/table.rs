//! The quotients of many games, as far as a bounded effort goes.

use rayon::prelude::*;
use serde::Serialize;
use sidle_core::{Meter, StopReason};

use super::{Growth, HeapGame, QuotientError, QuotientOptions, QuotientSearch};
use crate::{code::Code, in_order::InOrder};

/// What is known about the quotient of one game.
#[derive(Clone, Debug, Serialize)]
pub struct QuotientRow {
    /// The code.
    pub code: String,
    /// |Q| of the last verified quotient.
    pub order: usize,
    /// |P|.
    pub p_order: usize,
    /// Is this the quotient of the whole game?
    pub complete: bool,
    /// The largest heap that was looked at.
    pub heaps: usize,
    /// The period of Φ, if it is proved.
    pub period: Option<usize>,
    /// The least heap from which on it holds.
    pub preperiod: Option<usize>,
    /// Heap, |Q| and |P| at each growth.
    pub growth: Vec<Growth>,
    /// Why the search ended before a proof.
    pub stopped: Option<String>,
}

/// The quotients of a family of codes.
#[derive(Debug)]
pub struct QuotientTable {
    /// The rows that were found, in the order of the codes.
    pub rows: Vec<QuotientRow>,
    /// What stopped the search, if rows are missing.
    pub stopped: Option<StopReason>,
}

/// The quotients of all codes in order, in parallel. Each search makes at most `nodes` nodes, so that the rows do not depend
/// on the speed of the machine. Rows are passed to `out` in the order of the codes.
pub fn quotient_table(
    codes: &[Code],
    options: QuotientOptions,
    nodes: u64,
    threads: usize,
    out: &mut (dyn FnMut(&QuotientRow) + Send),
    meter: &Meter,
) -> QuotientTable {
    meter.announce(codes.len() as u64);
    let rows = InOrder::new(out);
    let row = |(place, code): (usize, &Code)| -> Result<(), StopReason> {
        meter.check()?;
        let own = meter.part(nodes);
        let mut search = QuotientSearch::new(HeapGame::Code(code.clone()), options);
        let ended = search.run(&own);
        meter.take_over(&own);
        match &ended {
            // The nodes of a row are up, those of the table are not.
            Err(QuotientError::Stopped(StopReason::Nodes)) => {}
            Err(QuotientError::Stopped(reason)) => return Err(*reason),
            _ => {}
        }
        let answer = search.answer(&code.to_string());
        let found = QuotientRow {
            code: answer.code,
            order: answer.order,
            p_order: answer.p_order,
            complete: answer.complete,
            heaps: answer.heaps,
            period: answer.period,
            preperiod: answer.preperiod,
            growth: answer.growth,
            stopped: ended.err().map(|error| error.to_string()),
        };
        rows.put(place, found);
        meter.advance(1);
        Ok(())
    };
    let ended: Vec<Result<(), StopReason>> =
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| codes.par_iter().enumerate().map(row).collect()),
            Err(_) => codes.iter().enumerate().map(row).collect(),
        };
    QuotientTable {
        rows: rows.into_rows(),
        stopped: ended.into_iter().filter_map(Result::err).next_back(),
    }
}
