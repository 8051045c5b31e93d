//! Values of positions with a ko ban, as answers.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{colour, write_colour};
use crate::{
    Blob, Drawing, Report, SideValue, Table, Value,
    core::{Meter, Player, StopReason},
    draw::scaled_thermograph_text,
    go::fight_picture,
    graph::bigraph::{BigraphFile, Side, write_bigraph_text},
    questions::graphs::{drawing, picture_form},
    rules::go::BoardPoint,
    solve::go::KoBounds,
    thermographs::ThermographReport,
    values::{Game, ScaledThermograph, Store, loopy::LoopyValue, notation::Style},
};

/// The value of a position with a ko ban.
#[derive(Clone, Debug, Serialize)]
pub struct GoValueAnswer {
    /// The value when infinite play counts as a win for Left; none if the value is not determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub onside: Option<SideValue>,
    /// The value when infinite play counts as a win for Right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offside: Option<SideValue>,
    /// The value: both sides, which are often one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The value is at least the first of these and at most the second, if it is not determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Value; 2]>,
    /// How many net prisoners were played out, where a cycle of moves changes their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prisoners: Option<u32>,
    /// The value under situational superko, where that of the ko ban is not determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub superko: Option<Value>,
    /// The limit that was reached before the value was determined.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::stop_reason"
    )]
    pub stopped: Option<StopReason>,
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
    pub(crate) graph: Option<BigraphFile>,
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
    /// Letters for the positions, if they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub letters: Vec<String>,
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

/// The positions A to H of two kos in Moews's Table 1: how each stands, and the one that was captured last.
const MOEWS: [&str; 8] = [
    "BA[2]", "AA[1]", "AB[2]", "BB[1]", "BA[1]", "AA[2]", "AB[1]", "BB[2]",
];

impl GoValueAnswer {
    /// The answer to a search for a value.
    pub(crate) fn new(store: &Arc<Store>, found: &KoBounds) -> GoValueAnswer {
        let mut answer = GoValueAnswer {
            onside: None,
            offside: None,
            value: None,
            bounds: None,
            prisoners: Some(found.cut).filter(|&cut| cut > 0),
            superko: None,
            stopped: found.stopped,
            states: found.states,
            trace: Vec::new(),
            thermograph: None,
            incentives: None,
            walls: None,
            graph: None,
            certificate: None,
        };
        match found.value() {
            Some(value) => answer.set(store, value),
            None => answer.bounds = Some([found.low, found.high].map(|of| Value::new(store, of))),
        }
        answer
    }

    /// The answer that a short value is.
    pub(crate) fn of_value(store: &Arc<Store>, value: Game, states: usize) -> GoValueAnswer {
        let found = KoBounds {
            low: value.into(),
            high: value.into(),
            states,
            has_ban: false,
            cut: 0,
            stopped: None,
        };
        GoValueAnswer::new(store, &found)
    }

    fn set(&mut self, store: &Arc<Store>, value: LoopyValue) {
        self.onside = Some(SideValue::new(store, value.onside()));
        self.offside = Some(SideValue::new(store, value.offside()));
        self.value = Some(Value::new(store, value));
    }

    /// The value, its sides where they differ, or the bounds.
    fn lines(&self, style: Style) -> Vec<String> {
        let meter = Meter::none();
        let Some(value) = &self.value else {
            return self.bound_lines(style);
        };
        let mut lines = vec![spelled(value.text(style, meter))];
        if value.handle().onside() != value.handle().offside() {
            for (name, side) in [("onside: ", &self.onside), ("offside:", &self.offside)] {
                let side = side.as_ref().map(|side| spelled(side.text(style, meter)));
                lines.push(format!("{name} {}", side.unwrap_or_default()));
            }
        }
        lines
    }

    /// Gives the columns of the approximations letters: those of Moews's Table 1 if there are two kos, else in order.
    pub(crate) fn name_columns(&mut self, kos: usize) {
        for trace in &mut self.trace {
            let letter = |number: usize| match number {
                0..26 => char::from(b'A' + number as u8).to_string(),
                _ => format!("P{}", number + 1),
            };
            let number = |name: &String| MOEWS.iter().position(|known| known == name);
            let numbers: Option<Vec<usize>> = trace.positions.iter().map(number).collect();
            let numbers = numbers.filter(|_| kos == 2);
            let numbers = numbers.unwrap_or_else(|| (0..trace.positions.len()).collect());
            let mut order: Vec<usize> = (0..numbers.len()).collect();
            order.sort_by_key(|&column| numbers[column]);
            trace.letters = order
                .iter()
                .map(|&column| letter(numbers[column]))
                .collect();
            trace.positions = order
                .iter()
                .map(|&column| trace.positions[column].clone())
                .collect();
            for row in &mut trace.rows {
                row.values = order
                    .iter()
                    .map(|&column| row.values[column].clone())
                    .collect();
            }
        }
    }

    fn bound_lines(&self, style: Style) -> Vec<String> {
        let text = |value: &Value| spelled(value.text(style, Meter::none()));
        let mut lines = vec!["not determined".to_owned()];
        if let Some([low, high]) = &self.bounds {
            lines.push(format!("at least: {}", text(low)));
            lines.push(format!("at most:  {}", text(high)));
        }
        lines.extend(self.prisoners.map(|prisoners| {
            format!(
                "a cycle of moves changes the number of prisoners; played out up to {prisoners}"
            )
        }));
        lines.extend(
            self.superko
                .as_ref()
                .map(|value| format!("under situational superko: {}", text(value))),
        );
        lines
    }
}

fn spelled<E: std::fmt::Display>(text: Result<String, E>) -> String {
    text.unwrap_or_else(|error| error.to_string())
}

impl Report for GoValueAnswer {
    /// The value; in LaTeX the value alone.
    fn text(&self, style: Style) -> String {
        let mut lines = self.lines(style);
        if style == Style::Latex {
            return match self.value {
                Some(_) => lines.swap_remove(0),
                None => lines.join("\n"),
            };
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

    /// The graph as a bigraph file, `graph`, and its picture, `svg` and `dot`.
    fn form(&self, name: &str) -> Option<Blob> {
        let file = self.graph.as_ref()?;
        if name != "graph" {
            let picture = fight_picture(file).ok()?;
            return picture_form(name, move || Ok(picture.clone()));
        }
        let mut text = Vec::new();
        write_bigraph_text(file, &mut text).ok()?;
        let text = String::from_utf8(text).ok()?;
        Some(Blob::text("text/plain", text))
    }

    /// The graph.
    fn picture(&self) -> Option<Drawing> {
        let text = self.form("graph")?.to_bytes().ok()?;
        let text = String::from_utf8_lossy(&text).trim_end().to_owned();
        drawing(text, &fight_picture(self.graph.as_ref()?).ok()?)
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
        let heads = match &self.letters[..] {
            [] => &self.positions[..],
            letters => letters,
        };
        let mut table = Table::new([&[String::new()], heads].concat());
        for row in &self.rows {
            let values = row.values.iter().map(SideValue::to_string);
            table.push([row.name.clone()].into_iter().chain(values));
        }
        let side = self.side.name();
        let head = match &self.value {
            Some(value) => format!("\n{side} by sidling: {value}"),
            None => format!("\n{side} by sidling: did not settle"),
        };
        let named = self.letters.iter().zip(&self.positions);
        let named: Vec<String> = named
            .map(|(letter, name)| format!("{letter} = {name}"))
            .collect();
        let legend = match &named[..] {
            [] => String::new(),
            named => format!("{}\n", named.join(", ")),
        };
        format!("{head}\n{legend}{}", table.text())
    }
}
