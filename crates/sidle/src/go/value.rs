//! Values of positions with a ko ban, by the loopy engine and by sidling.

use std::sync::Arc;

use super::certificate::certificate;
use crate::{
    Blob, Error, ErrorKind, SideValue, Value,
    check::ko_value::Position,
    core::{Meter, Relation},
    questions::{GoTrace, GoTraceRow, GoValueAnswer},
    rules::go::Stones,
    solve::go::{
        GoRegion, KoGame, KoRules, TraceTable, sidle_ko, value_of_ko, value_under_superko,
        walls_of_ko,
    },
    thermographs::ThermographReport,
    values::{ScaledThermograph, Store, loopy::SideForm},
};

/// The game that is made of a position, and what is asked besides its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KoRequest {
    /// The game.
    pub(crate) game: KoGame,
    /// A second valuation, by sidling, with every approximation.
    pub(crate) trace: bool,
    /// The thermograph of φ beside a stack of coupons.
    pub(crate) thermograph: bool,
    /// A certificate.
    pub(crate) certify: bool,
}

/// Sidling stops after this number of approximations.
const ROUNDS: usize = 2_000;

/// The value of a position, which a certificate describes as `position`.
pub(crate) fn valued<R: KoRules>(
    rules: &R,
    start: &R::Position,
    position: Position,
    request: KoRequest,
    meter: &Meter,
) -> Result<GoValueAnswer, Error> {
    let store = Arc::new(Store::new());
    let game = request.game;
    let found = value_of_ko(rules, start, game, &store, meter)?;
    let mut trace = Vec::new();
    if request.trace {
        let forms = [found.value.onside(), found.value.offside()];
        let tables = sidle_ko(rules, start, game, ROUNDS, &store, meter)?;
        for (table, engine) in tables.into_iter().zip(forms) {
            refuse_disagreement(&store, &table, engine, meter)?;
            trace.push(traced(&store, table));
        }
    }
    let walls = match request.thermograph {
        true => Some(coupon_walls(rules, start, &store, meter)?),
        false => None,
    };
    if request.certify && found.cut > 0 {
        let message = "there is no certificate of a value that rests on bounds: a cycle of moves changes the number of prisoners";
        return Err(Error::new(ErrorKind::NotApplicable, message));
    }
    let certificate = match request.certify {
        true => Some(certificate(&store, found.value, position, game, meter)?),
        false => None,
    };
    Ok(GoValueAnswer {
        onside: SideValue::new(&store, found.value.onside()),
        offside: SideValue::new(&store, found.value.offside()),
        value: Value::new(&store, found.value),
        states: found.states,
        trace,
        thermograph: walls.as_ref().map(ThermographReport::from),
        incentives: None,
        walls,
        certificate: certificate.map(Blob::json),
    })
}

/// A region under superko has at most this number of positions with their histories.
const MOST_HISTORIES: usize = 2_000_000;

/// The value of a region under situational superko, which is a short game.
pub(crate) fn under_superko(
    rules: &GoRegion<'_>,
    start: &Stones,
    meter: &Meter,
) -> Result<GoValueAnswer, Error> {
    let store = Arc::new(Store::new());
    let found = value_under_superko(rules, start, MOST_HISTORIES, &store, meter)?;
    let value = Value::new(&store, found.value);
    Ok(GoValueAnswer {
        onside: SideValue::new(&store, value.handle().onside()),
        offside: SideValue::new(&store, value.handle().offside()),
        value,
        states: found.states,
        trace: Vec::new(),
        thermograph: None,
        incentives: None,
        walls: None,
        certificate: None,
    })
}

/// The thermograph of φ, played beside a stack of coupons.
fn coupon_walls<R: KoRules>(
    rules: &R,
    start: &R::Position,
    store: &Store,
    meter: &Meter,
) -> Result<ScaledThermograph, Error> {
    let missing = |message| Error::new(ErrorKind::NotApplicable, message);
    let found = walls_of_ko(rules, start, store, meter)?;
    let walls = found.determined().ok_or_else(|| {
        missing("there is no thermograph: both players can go on for ever beside the coupons")
    })?;
    let thermograph = walls.thermograph();
    thermograph.ok_or_else(|| missing("there is no thermograph: the walls do not come to a mast"))
}

/// The loopy engine and sidling must agree.
fn refuse_disagreement(
    store: &Store,
    table: &TraceTable,
    engine: SideForm,
    meter: &Meter,
) -> Result<(), Error> {
    let Some(sidling) = table.value else {
        return Ok(());
    };
    let relation = store
        .loopy()
        .compare_sides(engine, sidling, table.side, meter)?;
    if relation == Relation::Equal {
        return Ok(());
    }
    let [engine, sidling] = [engine, sidling].map(|form| store.display(form).to_string());
    let message =
        format!("the engine says {engine}, sidling says {sidling}: please report this position");
    Err(Error::new(ErrorKind::Internal, message))
}

fn traced(store: &Arc<Store>, table: TraceTable) -> GoTrace {
    let side = |form| SideValue::new(store, form);
    let rows = table.rows.into_iter().map(|row| {
        let numbers: Vec<String> = row.place.iter().map(ToString::to_string).collect();
        let wide = numbers.iter().any(|number| number.len() > 1);
        GoTraceRow {
            name: format!("K_{}", numbers.join(if wide { "," } else { "" })),
            values: row.values.into_iter().map(side).collect(),
        }
    });
    GoTrace {
        side: table.side,
        positions: table.positions,
        rows: rows.collect(),
        value: table.value.map(side),
    }
}
