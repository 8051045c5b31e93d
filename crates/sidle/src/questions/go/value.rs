//! Values of positions with a ko ban, as answers.

use serde::{Serialize, Serializer};

use super::{colour, write_colour};
use crate::{
    Blob, Report, SideValue, Table, Value,
    core::{Meter, Player},
    draw::scaled_thermograph_text,
    graph::bigraph::Side,
    rules::go::BoardPoint,
    thermographs::ThermographReport,
    values::{ScaledThermograph, notation::Style},
};

/// The value of a position with a ko ban.
#[derive(Clone, Debug, Serialize)]
pub struct GoValueAnswer {
    /// The value when infinite play counts as a win for Left.
    pub onside: SideValue,
    /// The value when infinite play counts as a win for Right.
    pub offside: SideValue,
    /// The value: both sides, which are often one.
    pub value: Value,
    /// The number of positions, each with its ban.
    pub states: usize,
    /// Both sides by sidling.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<GoTrace>,
    /// The thermograph of φ beside a stack of coupons.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thermograph: Option<ThermographReport>,
    /// The chilled value and what each move gains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub incentives: Option<GoIncentives>,
    #[serde(skip)]
    pub(crate) walls: Option<ScaledThermograph>,
    #[serde(skip)]
    pub(crate) certificate: Option<Blob>,
}

/// The approximations of one side.
#[derive(Clone, Debug, Serialize)]
pub struct GoTrace {
    /// The side.
    #[serde(serialize_with = "write_side")]
    pub side: Side,
    /// The names of the positions.
    pub positions: Vec<String>,
    /// The approximations.
    pub rows: Vec<GoTraceRow>,
    /// The value of the start; none if the approximations did not settle.
    pub value: Option<SideValue>,
}

/// One approximation.
#[derive(Clone, Debug, Serialize)]
pub struct GoTraceRow {
    /// `K_11`, or `K_1` where one set of moves is enough.
    pub name: String,
    /// The values of the positions.
    pub values: Vec<SideValue>,
}

fn write_side<S: Serializer>(side: &Side, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(side.name())
}

/// The chilled value of a region and its moves.
#[derive(Clone, Debug, Serialize)]
pub struct GoIncentives {
    /// The value chilled by one point; none unless it is a short game.
    pub chilled: Option<Value>,
    /// Does warming the chilled value give the value back? None if it does not.
    pub warmed: Option<Warming>,
    /// All moves of both players.
    pub moves: Vec<GoMoveValue>,
}

/// The relation of the warmed chilled value to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Warming {
    /// They are equal.
    #[serde(rename = "G")]
    Exact,
    /// They differ by a star.
    #[serde(rename = "G*")]
    UpToStar,
}

/// A move of a region.
#[derive(Clone, Debug, Serialize)]
pub struct GoMoveValue {
    /// The player; Left is Black.
    #[serde(serialize_with = "write_colour")]
    pub player: Player,
    /// The point.
    #[serde(serialize_with = "crate::wire::text")]
    pub point: BoardPoint,
    /// The value after the move, prisoners included.
    pub value: Value,
    /// What the mover gains: `G^L - G` or `G - G^R`; none unless both values are short games.
    pub incentive: Option<Value>,
    /// What the mover gains in the chilled game.
    pub chilled: Option<Value>,
}

impl Report for GoValueAnswer {
    /// The value; in LaTeX the value alone.
    fn text(&self, style: Style) -> String {
        let meter = Meter::none();
        let value = self.value.text(style, meter);
        let value = value.unwrap_or_else(|error| error.to_string());
        if style == Style::Latex {
            return value;
        }
        let mut lines = vec![value];
        if self.value.handle().onside() != self.value.handle().offside() {
            let side = |side: &SideValue| {
                side.text(style, meter)
                    .unwrap_or_else(|error| error.to_string())
            };
            lines.push(format!("onside:  {}", side(&self.onside)));
            lines.push(format!("offside: {}", side(&self.offside)));
        }
        lines.push(format!("states: {}", self.states));
        lines.extend(self.incentives.iter().flat_map(GoIncentives::lines));
        lines.extend(self.trace.iter().map(GoTrace::text));
        lines.extend(self.walls.as_ref().map(|walls| {
            let drawing = scaled_thermograph_text(&walls.thermograph, walls.unit);
            format!("\nphi beside coupons\n{drawing}")
        }));
        lines.join("\n")
    }

    /// The moves, or else the approximations.
    fn table(&self) -> Option<Table> {
        if let Some(incentives) = &self.incentives {
            let mut table = Table::new(["player", "point", "value", "incentive", "chilled"]);
            for found in &incentives.moves {
                let shown = |value: &Option<Value>| value.as_ref().map(Value::to_string);
                table.push([
                    colour(found.player).to_string(),
                    found.point.to_string(),
                    found.value.to_string(),
                    shown(&found.incentive).unwrap_or_default(),
                    shown(&found.chilled).unwrap_or_default(),
                ]);
            }
            return Some(table);
        }
        let mut table = Table::new(["side", "approximation", "position", "value"]);
        for trace in &self.trace {
            for row in &trace.rows {
                for (position, value) in trace.positions.iter().zip(&row.values) {
                    let value = value.to_string();
                    table.push([trace.side.name(), &*row.name, &**position, &*value]);
                }
            }
        }
        (!table.rows.is_empty()).then_some(table)
    }

    fn certificate(&self) -> Option<Blob> {
        self.certificate.clone()
    }
}

impl GoIncentives {
    /// The chilled value and the moves, a line each.
    fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        lines.extend(self.chilled.as_ref().map(|cold| {
            let back = match self.warmed {
                Some(Warming::Exact) => " (warming gives the value back)",
                Some(Warming::UpToStar) => " (warming gives the value back, but for a star)",
                None => "",
            };
            format!("chilled: {cold}{back}")
        }));
        for chosen in &self.moves {
            let gain = |name: &str, gain: &Option<Value>| match gain {
                Some(gain) => format!(", {name} {gain}"),
                None => String::new(),
            };
            lines.push(format!(
                "{} {}: {}{}{}",
                colour(chosen.player),
                chosen.point,
                chosen.value,
                gain("incentive", &chosen.incentive),
                gain("chilled", &chosen.chilled)
            ));
        }
        lines
    }
}

impl GoTrace {
    /// The approximations in columns.
    fn text(&self) -> String {
        let mut table = Table::new([&[String::new()], &self.positions[..]].concat());
        for row in &self.rows {
            let values = row.values.iter().map(SideValue::to_string);
            table.push([row.name.clone()].into_iter().chain(values));
        }
        let side = self.side.name();
        let head = match &self.value {
            Some(value) => format!("\n{side} by sidling: {value}"),
            None => format!("\n{side} by sidling: did not settle"),
        };
        format!("{head}\n{}", table.text())
    }
}
