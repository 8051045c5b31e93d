//! Values of positions with a ko ban, by the loopy engine and by sidling.

use std::sync::Arc;

use super::certificate::certificate;
use crate::{
    Blob, Error, ErrorKind, SideValue,
    check::ko_value::Position,
    core::{Meter, Relation},
    go::graph::fight_file,
    questions::{GoTrace, GoTraceRow, GoValueAnswer},
    solve::go::{
        KoFailure, KoGame, KoRules, PointRules, SuperkoAnswer, TraceTable, bounds_of_ko,
        fight_graph, sidle_ko, value_under_superko, walls_of_ko,
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
    /// The graph with its banned and its live moves; with all positions, or of the first fight alone.
    pub(crate) graph: Option<GraphExtent>,
}

/// How much of a game its graph shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphExtent {
    /// All positions.
    Whole,
    /// The first fight, with the values of everything below.
    Fight,
}

/// Sidling stops after this number of approximations.
const ROUNDS: usize = 2_000;
/// A graph that is written has at most this number of positions.
const MOST_VERTICES: usize = 100_000;

/// The value of a position, which a certificate describes as `position`; bounds if the value is not determined.
pub(crate) fn valued<R: KoRules>(
    rules: &R,
    start: &R::Position,
    position: Option<Position>,
    request: KoRequest,
    meter: &Meter,
) -> Result<GoValueAnswer, Error> {
    let store = Arc::new(Store::new());
    let game = request.game;
    let found = bounds_of_ko(rules, start, game, usize::MAX, &store, meter)?;
    let mut answer = GoValueAnswer::new(&store, &found);
    let Some(value) = found.value() else {
        return Ok(answer);
    };
    if request.trace {
        let forms = [value.onside(), value.offside()];
        let tables = sidle_ko(rules, start, game, ROUNDS, &store, meter)?;
        for (table, engine) in tables.into_iter().zip(forms) {
            refuse_disagreement(&store, &table, engine, meter)?;
            answer.trace.push(traced(&store, table));
        }
    }
    if request.thermograph {
        let walls = coupon_walls(rules, start, &store, meter)?;
        answer.thermograph = Some(ThermographReport::from(&walls));
        answer.walls = Some(walls);
    }
    if request.certify {
        let position = position.ok_or_else(|| {
            let message = "there are no certificates of games of this kind";
            Error::new(ErrorKind::NotApplicable, message)
        })?;
        let proof = certificate(&store, value, position, (game, found.cut), meter)?;
        answer.certificate = Some(Blob::json(proof));
    }
    if let Some(extent) = request.graph {
        let whole = extent == GraphExtent::Whole;
        let graph = fight_graph(rules, start, game, (whole, MOST_VERTICES), &store, meter)?;
        answer.graph = Some(fight_file(&store, graph, meter)?);
    }
    Ok(answer)
}

/// A region under superko has at most this number of positions with their histories.
const MOST_HISTORIES: usize = 2_000_000;

/// The value under situational superko, which is a short game, and what each move leads to.
pub(crate) fn under_superko<R: PointRules>(
    rules: &R,
    start: &R::Position,
    meter: &Meter,
) -> Result<(Arc<Store>, SuperkoAnswer), KoFailure> {
    let store = Arc::new(Store::new());
    let found = value_under_superko(rules, start, MOST_HISTORIES, &store, meter)?;
    Ok((store, found))
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
        letters: Vec::new(),
        rows: rows.collect(),
        value: table.value.map(side),
    }
}
