//! Endgames of Go.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

use super::{colour, suicide, write_colour, write_points};
use crate::Ask;
use crate::{
    Blob, Drawing, Error, ErrorKind, Job, Report, Source, Value, Workspace,
    core::{Dyadic, Player},
    draw::{ShadedRegion, go_board_svg, go_board_text},
    go::endgame,
    numbers::Rational,
    rules::go::{BoardPoint, Sgf, SgfMove},
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
    /// Stones whose chains are assumed to live.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alive: Vec<String>,
    /// Count regions that are too large as territory where only one player's living stones lie beside them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub territory: bool,
    /// The ko threats of Black and of White. If they are missing, every move elsewhere on the board lifts a ban.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threats: Option<[u32; 2]>,
}

impl GoEndgameQuestion {
    /// The question about a record, in which moves on the board are the only ko threats.
    pub fn new(record: impl Into<Source>) -> GoEndgameQuestion {
        GoEndgameQuestion {
            record: record.into(),
            suicide: false,
            alive: Vec::new(),
            territory: false,
            threats: None,
        }
    }
}

/// The regions of a board, and best play of their sum.
#[derive(Clone, Debug, Serialize)]
pub struct GoEndgameAnswer {
    /// The number of stones that live unconditionally, or by assumption.
    pub immortal: usize,
    /// The stones whose chains were assumed to live.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "write_points")]
    pub alive: Vec<BoardPoint>,
    /// The regions between them, the hottest first; those without a value last.
    pub regions: Vec<GoRegionValue>,
    /// How many regions have no value. They are left out of the sum, of the score and of best play.
    #[serde(skip_serializing_if = "is_zero")]
    pub missing: usize,
    /// The value of the whole board: the sum of all regions or, where that depends on ko threats, φ of all
    /// regions together; none if it was not found.
    pub total: Option<Value>,
    /// What the board is worth if White, and if Black, always has a ko threat, where kos make a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Value; 2]>,
    /// Why the board has no score although its regions have values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
    /// The player to move.
    #[serde(serialize_with = "write_colour")]
    pub to_move: Player,
    /// The ko threats that were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<[u32; 2]>,
    /// The score for Black with the best play of both, territory and prisoners of the record counted; none if it is
    /// not known.
    #[serde(serialize_with = "crate::wire::optional_text")]
    pub score: Option<Dyadic>,
    /// The score is at least the first of these and at most the second, if it is not known.
    #[serde(skip_serializing_if = "is_unbounded", serialize_with = "write_bounds")]
    pub score_bounds: [Option<Dyadic>; 2],
    /// All best moves.
    #[serde(serialize_with = "write_points")]
    pub best: Vec<BoardPoint>,
    /// Best play of both until nothing is left but numbers.
    pub line: Vec<GoPlayed>,
    /// The points of each region, by their numbers.
    #[serde(skip)]
    pub(crate) areas: Vec<Vec<usize>>,
    #[serde(skip)]
    pub(crate) record: Sgf,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_unbounded(bounds: &[Option<Dyadic>; 2]) -> bool {
    bounds.iter().all(Option::is_none)
}

fn write_bounds<S: Serializer>(bounds: &[Option<Dyadic>; 2], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(
        bounds
            .iter()
            .map(|bound| bound.as_ref().map(Dyadic::to_string)),
    )
}

/// Why a region counts as territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GoTerritory {
    /// All its points lie beside living stones of one player.
    Proved,
    /// It is too large, and only one player's living stones lie beside it.
    Assumed,
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
    /// Its temperature; that of a ko beside coupons.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "crate::wire::optional_text"
    )]
    pub temperature: Option<Rational>,
    /// Why its value is that of territory, if it was not played out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub territory: Option<GoTerritory>,
    /// Why there is no value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<String>,
}

/// A stone that was played, such as `B c3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoPlayed {
    /// The player.
    pub player: Player,
    /// The point.
    pub point: BoardPoint,
    /// Is it a banned move, paid for with a ko threat?
    pub uses_threat: bool,
    /// What it makes of its region.
    pub comment: String,
}

impl fmt::Display for GoPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threat = if self.uses_threat { " (threat)" } else { "" };
        write!(f, "{} {}{threat}", colour(self.player), self.point)
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
        endgame(self, record, suicide(self.suicide), job.meter())
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

    /// Best play as points of the board by their numbers.
    fn moves(&self) -> Vec<(Player, usize)> {
        let board = &self.record.board;
        let number = |at: BoardPoint| (board.height() - 1 - at.row) * board.width() + at.column;
        let moves = self.line.iter();
        moves
            .map(|played| (played.player, number(played.point)))
            .collect()
    }

    /// The regions, a line each.
    fn region_lines(&self) -> Vec<String> {
        let line = |region: &GoRegionValue| {
            let value = region.value.as_ref().map(Value::to_string);
            let value = value.or_else(|| region.trouble.clone()).unwrap_or_default();
            let bounds = region.bounds.as_ref();
            let bounds = bounds.map(|[low, high]| format!(" (with ko threats: {low} to {high})"));
            let temperature = region.temperature.as_ref();
            let temperature = temperature
                .filter(|temperature| temperature.signum() >= 0)
                .map(|temperature| format!(", temperature {temperature}"));
            let territory = match region.territory {
                Some(GoTerritory::Assumed) => " (territory, assumed)",
                _ => "",
            };
            format!(
                "{}: {value}{}{}{territory}",
                list(&region.points),
                bounds.unwrap_or_default(),
                temperature.unwrap_or_default()
            )
        };
        self.regions.iter().map(line).collect()
    }

    /// The sum, the score and best play, a line each.
    fn score_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.missing > 0 {
            let regions = match self.missing {
                1 => "one region has no value and is".to_owned(),
                missing => format!("{missing} regions have no value and are"),
            };
            lines.push(format!("{regions} left out of what follows"));
        }
        if let Some([low, high]) = &self.bounds {
            lines.push(format!("sum: at least {low}, at most {high}"));
        }
        lines.extend(self.trouble.clone());
        lines.extend(self.total.as_ref().map(|total| match self.bounds {
            None => format!("sum: {total}"),
            Some(_) => format!("the whole board in phi: {total}"),
        }));
        let mover = colour(self.to_move);
        if let Some([black, white]) = self.threats {
            lines.push(format!("ko threats: B {black}, W {white}"));
        }
        match (&self.score, &self.score_bounds) {
            (Some(score), _) => lines.push(format!("{mover} to move: score {score}")),
            (None, [Some(low), Some(high)]) => {
                lines.push(format!(
                    "{mover} to move: score at least {low}, at most {high}"
                ));
            }
            _ => {}
        }
        match &self.best[..] {
            [] => {}
            [best] => lines.push(format!("best move: {best}")),
            best => lines.push(format!("best moves: {}", list(best))),
        }
        if self.line.len() > 1 {
            let line: Vec<String> = self.line.iter().map(GoPlayed::to_string).collect();
            lines.push(format!("best play: {}", line.join(", ")));
        }
        lines
    }

    /// The record with best play, what each move makes of its region, and the regions in the first comment.
    fn sgf(&self) -> String {
        let comment = [self.region_lines(), self.score_lines()]
            .concat()
            .join("\n");
        let moves = self.moves().into_iter().zip(&self.line);
        let moves: Vec<SgfMove> = moves
            .map(|((player, point), played)| SgfMove {
                player,
                point,
                comment: played.comment.clone(),
            })
            .collect();
        self.record.write_with(&comment, &moves)
    }
}

/// Points with spaces between them.
fn list(points: &[BoardPoint]) -> String {
    let points: Vec<String> = points.iter().map(BoardPoint::to_string).collect();
    points.join(" ")
}

impl Report for GoEndgameAnswer {
    fn text(&self, _: Style) -> String {
        let mut lines = vec![go_board_text(&self.record.board, &self.shaded())];
        lines.push(match self.alive.len() {
            0 => format!("{} stones live unconditionally", self.immortal),
            _ => format!(
                "{} stones live if those on {} do",
                self.immortal,
                list(&self.alive)
            ),
        });
        lines.extend(self.region_lines());
        lines.extend(self.score_lines());
        lines.join("\n")
    }

    /// The board with its regions shaded, their values written in, and the moves of best play numbered.
    fn picture(&self) -> Option<Drawing> {
        let regions = self.shaded();
        Some(Drawing {
            text: go_board_text(&self.record.board, &regions),
            svg: go_board_svg(&self.record.board, &regions, &self.moves()),
        })
    }

    /// `sgf`: the record with best play and comments.
    fn form(&self, name: &str) -> Option<Blob> {
        (name == "sgf").then(|| Blob::text("text/plain", self.sgf()))
    }
}
