//! Answers about Go and kos: values of regions and of several kos, by the loopy engine and by sidling.
//!
//! ```
//! use sidle::{core::Meter, go, solve::go::KoGame};
//! let wishes = go::Wishes::default();
//! let report = go::kos(&[1, 7], "BB", None, KoGame::PhiLeft, wishes, &Meter::unlimited())?;
//! assert_eq!(report.answer.value, "{7||2|0}");
//! # Ok::<(), go::GoError>(())
//! ```

mod certificate;
mod endgame;
mod moves;
mod play;

use serde::Serialize;
use thiserror::Error;

pub use certificate::{certify_kos, certify_region, certify_triple};
pub use endgame::{EndgameReport, RegionReport, endgame};
pub use moves::{Incentives, MoveReport};
pub use play::RegionPlay;

use crate::{
    core::{Meter, StopReason},
    graph::bigraph::Side,
    rules::go::{Diagram, Suicide},
    solve::go::{
        GoRegion, KoError, KoFailure, KoGame, KoRules, Kos, TraceTable, TripleKo, TriplePosition,
        sidle_ko, value_of_ko, value_under_superko, walls_of_ko,
    },
    thermographs::ThermographReport,
    values::{
        CouponError, ScaledThermograph, Store,
        loopy::SideForm,
        notation::{Style, TextError},
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
    /// The chilled value and what each move gains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incentives: Option<Incentives>,
}

/// What is asked about a position besides its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wishes {
    /// A second valuation, by sidling, with every approximation.
    pub trace: bool,
    /// The thermograph of φ beside a stack of coupons.
    pub thermograph: bool,
    /// The chilled value and the incentive of each move of a region.
    pub moves: bool,
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
    #[error("{0}")]
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

impl From<TextError> for GoError {
    fn from(error: TextError) -> GoError {
        match error {
            TextError::Stopped(reason) => reason.into(),
            error => GoError::Text(error.to_string()),
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
    let mut found = report(&rules, &diagram.stones, game, wishes, meter)?;
    if wishes.moves {
        found.incentives = Some(moves::incentives(diagram, suicide, game, meter)?);
    }
    Ok(found)
}

/// So many positions with their histories are looked at under superko.
const MOST_HISTORIES: usize = 2_000_000;

/// A region under situational superko: its value is a short game.
pub fn region_under_superko(
    diagram: &Diagram,
    suicide: Suicide,
    meter: &Meter,
) -> Result<Report, GoError> {
    let rules = GoRegion {
        region: &diagram.region,
        suicide,
    };
    let store = &Store::new();
    let found = value_under_superko(&rules, &diagram.stones, MOST_HISTORIES, store, meter)?;
    let value = store.text(found.value, Style::Plain, meter)?;
    let latex = store.text(found.value, Style::Latex, meter)?;
    Ok(Report {
        answer: Answer {
            onside: value.clone(),
            offside: value.clone(),
            value,
            states: found.states,
        },
        latex,
        trace: Vec::new(),
        thermograph: None,
        walls: None,
        incentives: None,
    })
}

fn report<R: KoRules>(
    rules: &R,
    start: &R::Position,
    game: KoGame,
    wishes: Wishes,
    meter: &Meter,
) -> Result<Report, GoError> {
    let store = &Store::new();
    let found = value_of_ko(rules, start, game, store, meter)?;
    let side = |form: SideForm| store.text(form, Style::Plain, meter);
    let answer = Answer {
        onside: side(found.value.onside())?,
        offside: side(found.value.offside())?,
        value: store.text(found.value, Style::Plain, meter)?,
        states: found.states,
    };
    let latex = store.text(found.value, Style::Latex, meter)?;
    let mut traces = Vec::new();
    if wishes.trace {
        let forms = [found.value.onside(), found.value.offside()];
        for (table, engine) in sidle_ko(rules, start, game, ROUNDS, store, meter)?
            .iter()
            .zip(forms)
        {
            refuse_disagreement(store, table, engine, meter)?;
            traces.push(told(store, table, meter)?);
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
        incentives: None,
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
    store: &Store,
    table: &TraceTable,
    engine: SideForm,
    meter: &Meter,
) -> Result<(), GoError> {
    let Some(sidling) = table.value else {
        return Ok(());
    };
    let loopy = store.loopy();
    let relation = loopy.compare_sides(engine, sidling, table.side, meter)?;
    if relation == crate::core::Relation::Equal {
        return Ok(());
    }
    Err(GoError::Disagreement {
        engine: store.text(engine, Style::Plain, meter)?,
        sidling: store.text(sidling, Style::Plain, meter)?,
    })
}

fn told(store: &Store, table: &TraceTable, meter: &Meter) -> Result<Trace, GoError> {
    let text = |form: SideForm| store.text(form, Style::Plain, meter);
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
