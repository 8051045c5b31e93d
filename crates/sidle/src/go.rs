//! Answers about Go and kos: values of regions and of several kos, by the loopy engine and by sidling.
//!
//! ```
//! use sidle::{core::Meter, go, solve::go::KoGame};
//! let wishes = go::Wishes::default();
//! let report = go::kos(&[1, 7], "BB", None, KoGame::PhiLeft, wishes, &Meter::unlimited())?;
//! assert_eq!(report.answer.value, "{7||2|0}");
//! # Ok::<(), go::GoError>(())
//! ```

use serde::Serialize;
use thiserror::Error;

use crate::{
    core::{Dyadic, Meter, Player, StopReason},
    graph::bigraph::Side,
    lang::{Diagnostic, DiagnosticKind, Format, Session},
    rules::go::{Board, Diagram, Endgame, Sgf, Suicide},
    solve::go::{
        GoRegion, KoError, KoFailure, KoGame, KoRules, Kos, TraceTable, TripleKo, TriplePosition,
        sidle_ko, value_of_ko, value_of_ko_within, walls_of_ko,
    },
    thermographs::ThermographReport,
    values::{
        CouponError, ScaledThermograph, Store,
        loopy::{Effort, LoopyValue, SideForm},
    },
};

/// The value of a position with a ko ban, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The value when infinite play counts as a win for Left.
    pub onside: String,
    /// The value when infinite play counts as a win for Right.
    pub offside: String,
    /// The value: one of the two if they are equal, else both.
    pub value: String,
    /// How many positions there are, each with its ban.
    pub states: usize,
}

/// The approximations of one side as a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// `onside` or `offside`.
    pub side: &'static str,
    /// The names of the positions.
    pub positions: Vec<String>,
    /// The approximations.
    pub rows: Vec<TraceLine>,
    /// The value of the start; `null` if the approximations did not settle.
    pub value: Option<String>,
}

/// One approximation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TraceLine {
    /// `K_11`, or `K_1` where one set of moves is enough.
    pub name: String,
    /// The values of the positions.
    pub values: Vec<String>,
}

/// An answer, its value in LaTeX, and the traces if they were asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
    /// The value in LaTeX.
    #[serde(skip)]
    pub latex: String,
    /// Both sides by sidling.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<Trace>,
    /// The thermograph of φ beside a stack of coupons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<ThermographReport>,
    /// The same for drawing.
    #[serde(skip)]
    pub walls: Option<ScaledThermograph>,
}

/// What is asked about a position besides its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wishes {
    /// A second valuation, by sidling, with every approximation.
    pub trace: bool,
    /// The thermograph of φ beside a stack of coupons.
    pub thermograph: bool,
}

/// Why there is no answer.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum GoError {
    /// The kos or their state are wrong.
    #[error(transparent)]
    Kos(#[from] KoError),
    /// There is no value.
    #[error(transparent)]
    Ko(#[from] KoFailure),
    /// A value cannot be written.
    #[error("{0}")]
    Text(String),
    /// The meter stopped the computation.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// There are no walls.
    #[error(transparent)]
    Walls(#[from] CouponError),
    /// The walls depend on what endless play counts.
    #[error("there is no thermograph: both players can go on for ever beside the coupons")]
    Endless,
    /// The walls never meet.
    #[error("there is no thermograph: the walls do not come to a mast")]
    NoMast,
    /// The loopy engine and sidling disagree: one of them is wrong.
    #[error("the engine says {engine}, sidling says {sidling}: please report this position")]
    Disagreement {
        /// What the engine found.
        engine: String,
        /// What sidling found.
        sidling: String,
    },
}

impl From<Diagnostic> for GoError {
    fn from(error: Diagnostic) -> GoError {
        match error.kind {
            DiagnosticKind::Stopped(reason) => reason.into(),
            _ => GoError::Text(error.message),
        }
    }
}

/// How many approximations a trace may have.
const ROUNDS: usize = 2_000;

/// Several kos without a board.
pub fn kos(
    points: &[i64],
    state: &str,
    last: Option<usize>,
    game: KoGame,
    wishes: Wishes,
    meter: &Meter,
) -> Result<Report, GoError> {
    let kos = Kos::new(points.to_vec());
    let start = kos.position(state, last)?;
    report(&kos, &start, game, wishes, meter)
}

/// The triple ko in which Left wins `left_wins` or Right keeps Left at `right_wins`.
pub fn triple_ko(
    left_wins: i64,
    right_wins: i64,
    game: KoGame,
    wishes: Wishes,
    meter: &Meter,
) -> Result<Report, GoError> {
    let rules = TripleKo {
        left_wins,
        right_wins,
    };
    report(&rules, &TriplePosition::Abc, game, wishes, meter)
}

/// A region of a board.
pub fn region(
    diagram: &Diagram,
    suicide: Suicide,
    game: KoGame,
    wishes: Wishes,
    meter: &Meter,
) -> Result<Report, GoError> {
    let rules = GoRegion {
        region: &diagram.region,
        suicide,
    };
    report(&rules, &diagram.stones, game, wishes, meter)
}

fn report<R: KoRules>(
    rules: &R,
    start: &R::Position,
    game: KoGame,
    wishes: Wishes,
    meter: &Meter,
) -> Result<Report, GoError> {
    let session = Session::new();
    let store = session.store();
    let found = value_of_ko(rules, start, game, store, meter)?;
    let side = |form| session.show_side(form, Format::Plain, meter);
    let answer = Answer {
        onside: side(found.value.onside())?,
        offside: side(found.value.offside())?,
        value: session.show_loopy(found.value, Format::Plain, meter)?,
        states: found.states,
    };
    let latex = session.show_loopy(found.value, Format::Latex, meter)?;
    let mut traces = Vec::new();
    if wishes.trace {
        let forms = [found.value.onside(), found.value.offside()];
        for (table, engine) in sidle_ko(rules, start, game, ROUNDS, store, meter)?
            .iter()
            .zip(forms)
        {
            refuse_disagreement(&session, table, engine, meter)?;
            traces.push(told(&session, table, meter)?);
        }
    }
    let walls = match wishes.thermograph {
        true => Some(coupon_walls(rules, start, store, meter)?),
        false => None,
    };
    Ok(Report {
        answer,
        latex,
        trace: traces,
        thermograph: walls.as_ref().map(ThermographReport::from),
        walls,
    })
}

/// The thermograph of φ, played beside a stack of coupons.
fn coupon_walls<R: KoRules>(
    rules: &R,
    start: &R::Position,
    store: &Store,
    meter: &Meter,
) -> Result<ScaledThermograph, GoError> {
    let walls = match walls_of_ko(rules, start, store, meter) {
        Err(CouponError::Stopped(reason)) => return Err(reason.into()),
        walls => walls?,
    };
    let walls = walls.determined().ok_or(GoError::Endless)?;
    walls.thermograph().ok_or(GoError::NoMast)
}

fn refuse_disagreement(
    session: &Session,
    table: &TraceTable,
    engine: SideForm,
    meter: &Meter,
) -> Result<(), GoError> {
    let Some(sidling) = table.value else {
        return Ok(());
    };
    let loopy = session.store().loopy();
    let relation = loopy.compare_sides(engine, sidling, table.side, meter)?;
    if relation == crate::core::Relation::Equal {
        return Ok(());
    }
    Err(GoError::Disagreement {
        engine: session.show_side(engine, Format::Plain, meter)?,
        sidling: session.show_side(sidling, Format::Plain, meter)?,
    })
}

fn told(session: &Session, table: &TraceTable, meter: &Meter) -> Result<Trace, GoError> {
    let text = |form: SideForm| session.show_side(form, Format::Plain, meter);
    let rows = table.rows.iter().map(|row| {
        let numbers: Vec<String> = row.place.iter().map(ToString::to_string).collect();
        let wide = numbers.iter().any(|number| number.len() > 1);
        Ok(TraceLine {
            name: format!("K_{}", numbers.join(if wide { "," } else { "" })),
            values: row
                .values
                .iter()
                .map(|&form| text(form))
                .collect::<Result<_, _>>()?,
        })
    });
    Ok(Trace {
        side: match table.side {
            Side::Onside => "onside",
            Side::Offside => "offside",
        },
        positions: table.positions.clone(),
        rows: rows.collect::<Result<_, GoError>>()?,
        value: table.value.map(text).transpose()?,
    })
}

/// One region of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RegionReport {
    /// Its points, as in `c3`: columns from a without i, rows from 1 at the bottom.
    pub points: Vec<String>,
    /// Its value in φ; `null` if it has none that was found.
    pub value: Option<String>,
    /// Its values in φ_R and φ_L, where kos make them differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[String; 2]>,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// An endgame: the regions of a board and how to play their sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndgameReport {
    /// The points of the stones that live unconditionally.
    pub immortal: usize,
    /// The regions between them.
    pub regions: Vec<RegionReport>,
    /// The sum of all regions; `null` unless all of them have a value that does not depend on ko threats.
    pub total: Option<String>,
    /// The sums of all φ_R and of all φ_L, between which the board lies, where kos make them differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[String; 2]>,
    /// `B` or `W`.
    pub to_move: char,
    /// The score for Black with the best play of both, territory and prisoners of the record counted;
    /// `null` unless the sum is a short game.
    pub score: Option<String>,
    /// A best move; `null` if there is none to be found.
    pub best: Option<String>,
}

/// Cuts a board along the stones that live unconditionally, values the regions, and plays their sum.
/// The ko ban binds both players; where the value of a region depends on ko threats, bounds are given: what it
/// is worth if Right, or Left, always has one. Regions with very many positions are called too large.
pub fn endgame(record: &Sgf, suicide: Suicide, meter: &Meter) -> Result<EndgameReport, GoError> {
    let session = Session::new();
    let cut = record.board.endgame();
    let mut report = EndgameReport {
        immortal: cut.immortal.len(),
        regions: Vec::new(),
        total: None,
        bounds: None,
        to_move: match record.to_move {
            Player::Left => 'B',
            Player::Right => 'W',
        },
        score: None,
        best: None,
    };
    let store = session.store();
    let mut values = Vec::new();
    for region in &cut.regions {
        let found = match &region.diagram {
            None => Err(format!(
                "{} points are too many: at most {}",
                region.points.len(),
                crate::rules::go::MAX_POINTS
            )),
            Some(diagram) => match region_values(diagram, suicide, store, meter) {
                Ok(values) => Ok(values),
                Err(KoFailure::Stopped(reason)) => return Err(reason.into()),
                Err(other) => Err(other.to_string()),
            },
        };
        let show = |value| session.show_loopy(value, Format::Plain, meter);
        report.regions.push(RegionReport {
            points: region
                .points
                .iter()
                .map(|&at| name(&record.board, at))
                .collect(),
            value: match &found {
                Ok(values) => Some(show(values.phi)?),
                Err(_) => None,
            },
            bounds: match &found {
                Ok(values) if values.low != values.high => {
                    Some([show(values.low)?, show(values.high)?])
                }
                _ => None,
            },
            trouble: found.as_ref().err().cloned(),
        });
        values.push(found.ok());
    }
    let Some(values) = values.into_iter().collect::<Option<Vec<RegionValues>>>() else {
        return Ok(report);
    };
    let sum = |of: fn(&RegionValues) -> LoopyValue| {
        let mut total: LoopyValue = store.integer(record.prisoners).into();
        for region in &values {
            let loopy = store.loopy();
            total = loopy.try_add(total, of(region), Effort::default(), meter)?;
        }
        Ok::<LoopyValue, StopReason>(total)
    };
    if values.iter().any(|region| region.low != region.high) {
        let (low, high) = (sum(|region| region.low)?, sum(|region| region.high)?);
        let show = |value| session.show_loopy(value, Format::Plain, meter);
        report.bounds = Some([show(low)?, show(high)?]);
        return Ok(report);
    }
    let total = sum(|region| region.phi)?;
    report.total = Some(session.show_loopy(total, Format::Plain, meter)?);
    if let Some(sum) = total.short() {
        let values: Vec<LoopyValue> = values.iter().map(|region| region.phi).collect();
        report.score = Some(store.stop(sum, record.to_move).to_string());
        report.best = best_move(record, &cut, &values, total, suicide, store, meter)?;
    }
    Ok(report)
}

/// The values of a region: φ, and the bounds φ_R and φ_L.
struct RegionValues {
    phi: LoopyValue,
    low: LoopyValue,
    high: LoopyValue,
}

/// A region of an endgame may have so many positions; larger ones are called too large.
const MOST_STATES: usize = 60_000;

fn region_values(
    diagram: &Diagram,
    suicide: Suicide,
    store: &Store,
    meter: &Meter,
) -> Result<RegionValues, KoFailure> {
    let rules = GoRegion {
        region: &diagram.region,
        suicide,
    };
    let start = &diagram.stones;
    let of = |game| value_of_ko_within(&rules, start, game, MOST_STATES, store, meter);
    let answer = of(KoGame::Phi)?;
    let phi = answer.value;
    let (low, high) = match answer.has_ban {
        true => (of(KoGame::PhiRight)?.value, of(KoGame::PhiLeft)?.value),
        false => (phi, phi),
    };
    Ok(RegionValues { phi, low, high })
}

fn region_value(
    diagram: &Diagram,
    suicide: Suicide,
    store: &Store,
    meter: &Meter,
) -> Result<LoopyValue, KoFailure> {
    let rules = GoRegion {
        region: &diagram.region,
        suicide,
    };
    let answer = value_of_ko_within(
        &rules,
        &diagram.stones,
        KoGame::Phi,
        MOST_STATES,
        store,
        meter,
    )?;
    Ok(answer.value)
}

/// The first move after which the opponent's stop is best for the mover.
fn best_move(
    record: &Sgf,
    cut: &Endgame,
    values: &[LoopyValue],
    total: LoopyValue,
    suicide: Suicide,
    store: &Store,
    meter: &Meter,
) -> Result<Option<String>, GoError> {
    let (loopy, player) = (store.loopy(), record.to_move);
    let mut best: Option<(Dyadic, String)> = None;
    for (region, &value) in cut.regions.iter().zip(values) {
        let Some(diagram) = &region.diagram else {
            continue;
        };
        let others = loopy.try_sub(total, value, Effort::default(), meter)?;
        for point in 0..diagram.region.points() as u8 {
            let Some(played) = diagram.region.play(&diagram.stones, player, point, suicide) else {
                continue;
            };
            let after = Diagram {
                stones: played.stones,
                ..diagram.clone()
            };
            let here = region_value(&after, suicide, store, meter)?;
            let gain: LoopyValue = store.integer(played.gain(player)).into();
            let sum = loopy.try_add(others, here, Effort::default(), meter)?;
            let sum = loopy.try_add(sum, gain, Effort::default(), meter)?;
            let Some(sum) = sum.short() else {
                continue;
            };
            let stop = store.stop(sum, -player);
            let better = best.as_ref().is_none_or(|(known, _)| match player {
                Player::Left => stop > *known,
                Player::Right => stop < *known,
            });
            if better {
                best = Some((stop, name(&record.board, region.points[point as usize])));
            }
        }
    }
    Ok(best.map(|(_, name)| name))
}

/// The name of a point of a board.
fn name(board: &Board, at: usize) -> String {
    let column = (b'a'..=b'z').filter(|&c| c != b'i').nth(at % board.width());
    let column = column.map_or('?', char::from);
    format!("{column}{}", board.height() - at / board.width())
}
