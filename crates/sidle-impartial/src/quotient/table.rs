//! The quotients of many games, as far as a bounded effort goes.

use rayon::prelude::*;
use serde::Serialize;
use sidle_core::{Meter, StopReason};

use super::{Growth, HeapGame, QuotientError, QuotientOptions, QuotientSearch};
use crate::code::Code;

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
/// on the speed of the machine.
pub fn quotient_table(
    codes: &[Code],
    options: QuotientOptions,
    nodes: u64,
    threads: usize,
    meter: &Meter,
) -> QuotientTable {
    meter.announce(codes.len() as u64);
    let row = |code: &Code| -> Result<QuotientRow, StopReason> {
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
        meter.advance(1);
        Ok(QuotientRow {
            code: answer.code,
            order: answer.order,
            p_order: answer.p_order,
            complete: answer.complete,
            heaps: answer.heaps,
            period: answer.period,
            preperiod: answer.preperiod,
            growth: answer.growth,
            stopped: ended.err().map(|error| error.to_string()),
        })
    };
    let found: Vec<Result<QuotientRow, StopReason>> =
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| codes.par_iter().map(row).collect()),
            Err(_) => codes.iter().map(row).collect(),
        };
    let mut table = QuotientTable {
        rows: Vec::new(),
        stopped: None,
    };
    for answer in found {
        match answer {
            Ok(answer) => table.rows.push(answer),
            Err(reason) => table.stopped = Some(reason),
        }
    }
    table
}
