//! Endgames of Go.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use super::{colour, suicide, write_colour, write_points};
use crate::Ask;
use crate::{
    Drawing, Error, ErrorKind, Job, Report, Source, Value, Workspace,
    core::{Dyadic, Player},
    draw::{ShadedRegion, go_board_svg, go_board_text},
    go::endgame,
    rules::go::{Board, BoardPoint, Sgf},
    values::notation::Style,
};

/// Asks for the regions of a board, their values, the score and a best move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoEndgameQuestion {
    /// An SGF record.
    pub record: Source,
    /// Allow the suicide of two stones or more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suicide: bool,
}

/// The regions of a board, and best play of their sum.
#[derive(Clone, Debug, Serialize)]
pub struct GoEndgameAnswer {
    /// The number of stones that live unconditionally.
    pub immortal: usize,
    /// The regions between them.
    pub regions: Vec<GoRegionValue>,
    /// The value of the whole board: the sum of all regions or, where that depends on ko threats, φ of all
    /// regions together; none if it was not found.
    pub total: Option<Value>,
    /// The sums of all φ_R and of all φ_L, between which the board lies, where kos make them differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Value; 2]>,
    /// Why the whole board has no value although its regions have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// The player to move.
    #[serde(serialize_with = "write_colour")]
    pub to_move: Player,
    /// The score for Black with the best play of both, territory and prisoners of the record counted; none if it is
    /// not known.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub score: Option<Dyadic>,
    /// A best move.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub best: Option<BoardPoint>,
    /// Best play of both until nothing is left but numbers.
    pub line: Vec<GoPlayed>,
    #[serde(skip)]
    pub(crate) board: Board,
    /// The points of each region, by their numbers.
    #[serde(skip)]
    pub(crate) areas: Vec<Vec<usize>>,
}

/// A region of a board.
#[derive(Clone, Debug, Serialize)]
pub struct GoRegionValue {
    /// Its points.
    #[serde(serialize_with = "write_points")]
    pub points: Vec<BoardPoint>,
    /// Its value in φ; none if it was not found.
    pub value: Option<Value>,
    /// Its values in φ_R and φ_L, where kos make them differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Value; 2]>,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// A stone that was played, such as `B c3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoPlayed {
    /// The player.
    pub player: Player,
    /// The point.
    pub point: BoardPoint,
}

impl fmt::Display for GoPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", colour(self.player), self.point)
    }
}

impl Serialize for GoPlayed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl Ask for GoEndgameQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GoEndgameAnswer, Error> {
        let text = self.record.text(workspace, job)?;
        let record = Sgf::parse(&text).map_err(|error| {
            let error = Error::new(ErrorKind::Notation, error.to_string());
            self.record.explain(error)
        })?;
        endgame(record, suicide(self.suicide), job.meter())
    }
}

impl GoEndgameAnswer {
    /// The regions with their values, as they are drawn.
    fn shaded(&self) -> Vec<ShadedRegion> {
        let regions = self.areas.iter().zip(&self.regions);
        let shaded = regions.map(|(points, region)| ShadedRegion {
            points: points.clone(),
            label: region
                .value
                .as_ref()
                .map_or("?".to_owned(), Value::to_string),
        });
        shaded.collect()
    }
}

impl Report for GoEndgameAnswer {
    fn text(&self, _: Style) -> String {
        let mut lines = vec![
            go_board_text(&self.board, &self.shaded()),
            format!("{} stones live unconditionally", self.immortal),
        ];
        for region in &self.regions {
            let value = region.value.as_ref().map(Value::to_string);
            let value = value.or_else(|| region.trouble.clone()).unwrap_or_default();
            let bounds = region.bounds.as_ref();
            let bounds = bounds.map(|[low, high]| format!(" (with ko threats: {low} to {high})"));
            let points: Vec<String> = region.points.iter().map(BoardPoint::to_string).collect();
            let bounds = bounds.unwrap_or_default();
            lines.push(format!("{}: {value}{bounds}", points.join(" ")));
        }
        if let Some([low, high]) = &self.bounds {
            lines.push(format!("sum: at least {low}, at most {high}"));
        }
        lines.extend(self.trouble.clone());
        lines.extend(self.total.as_ref().map(|total| match self.bounds {
            None => format!("sum: {total}"),
            Some(_) => format!("the whole board in phi: {total}"),
        }));
        if let Some(score) = &self.score {
            lines.push(format!("{} to move: score {score}", colour(self.to_move)));
        }
        lines.extend(self.best.map(|best| format!("best move: {best}")));
        if self.line.len() > 1 {
            let line: Vec<String> = self.line.iter().map(GoPlayed::to_string).collect();
            lines.push(format!("best play: {}", line.join(", ")));
        }
        lines.join("\n")
    }

    /// The board with its regions shaded and their values written in.
    fn picture(&self) -> Option<Drawing> {
        let regions = self.shaded();
        Some(Drawing {
            text: go_board_text(&self.board, &regions),
            svg: go_board_svg(&self.board, &regions),
        })
    }
}
