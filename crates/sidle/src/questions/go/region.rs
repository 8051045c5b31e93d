//! Regions of boards of Go.

use serde::{Deserialize, Serialize};

use super::{GoValueAnswer, suicide};
use crate::Ask;
use crate::{
    Error, ErrorKind, Job, Source, Workspace,
    check::ko_value::Position,
    go::{KoRequest, incentives, under_superko, valued},
    rules::go::{Diagram, MAX_POINTS, Sgf},
    solve::go::{GoRegion, KoGame},
};

/// Asks for the value of a region under the ko ban, or under situational superko.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoValueQuestion {
    /// A text diagram, or an SGF record with a marked region.
    pub region: Source,
    /// The game that is made of the region.
    #[serde(default = "phi", with = "crate::wire::name")]
    pub game: KoGame,
    /// Allow the suicide of two stones or more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub suicide: bool,
    /// Situational superko instead of the ko ban.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub superko: bool,
    /// Add the chilled value and what each move gains.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
    /// Value the region again by sidling, and compare.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trace: bool,
    /// Add the thermograph of φ beside a stack of coupons.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thermograph: bool,
    /// Prove the value by a certificate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certify: bool,
}

pub(super) fn phi() -> KoGame {
    KoGame::Phi
}

impl GoValueQuestion {
    /// The question about the value of a region in φ.
    pub fn new(region: impl Into<Source>) -> GoValueQuestion {
        GoValueQuestion {
            region: region.into(),
            game: KoGame::Phi,
            suicide: false,
            superko: false,
            moves: false,
            trace: false,
            thermograph: false,
            certify: false,
        }
    }

    /// Refuses parts that exclude each other.
    fn check(&self) -> Result<(), Error> {
        let refused = |message: &str| Err(Error::new(ErrorKind::Request, message));
        let more = self.moves || self.trace || self.thermograph || self.certify;
        match self {
            _ if self.superko && (more || self.game != KoGame::Phi) => {
                refused("under superko a region has a value and nothing else")
            }
            _ if self.certify && self.suicide => {
                refused("certificates are for regions in which suicide is forbidden")
            }
            _ => Ok(()),
        }
    }
}

impl Ask for GoValueQuestion {
    fn ask(&self, workspace: &Workspace, job: &Job) -> Result<GoValueAnswer, Error> {
        self.check()?;
        let diagram = region(&self.region, workspace, job)?;
        let rules = GoRegion {
            region: &diagram.region,
            suicide: suicide(self.suicide),
        };
        if self.superko {
            return under_superko(&rules, &diagram.stones, job.meter());
        }
        let request = KoRequest {
            game: self.game,
            trace: self.trace,
            thermograph: self.thermograph,
            certify: self.certify,
        };
        let position = described(&diagram);
        let mut answer = valued(&rules, &diagram.stones, position, request, job.meter())?;
        if self.moves {
            answer.incentives = Some(incentives(&diagram, &rules, self.game, job.meter())?);
        }
        Ok(answer)
    }
}

/// A region as certificates describe it.
fn described(diagram: &Diagram) -> Position {
    let text = diagram.to_string();
    let is_row = |line: &&str| !line.contains(' ');
    let width = diagram.region.width();
    let ko = diagram.stones.ban.map(|point| {
        let at = diagram.place_of(point);
        [at / width, at % width]
    });
    Position::Region {
        rows: text.lines().filter(is_row).map(str::to_owned).collect(),
        ko,
    }
}

/// A diagram, or the marked region of a record.
pub(super) fn region(of: &Source, workspace: &Workspace, job: &Job) -> Result<Diagram, Error> {
    let text = of.text(workspace, job)?;
    let wrong = |message: String| of.explain(Error::new(ErrorKind::Notation, message));
    if !text.trim_start().starts_with('(') {
        return Diagram::parse(&text).map_err(|error| {
            let before = &text[..error.span.start.min(text.len())];
            let line = before.matches('\n').count() + 1;
            Error {
                help: error.help,
                ..wrong(format!("line {line}: {}", error.message))
            }
        });
    }
    let record = Sgf::parse(&text).map_err(|error| wrong(error.to_string()))?;
    if record.marked.is_empty() {
        let error = wrong("the record marks no region".to_owned());
        return Err(error.with_help("mark its points with TR or SQ"));
    }
    let count = record.marked.len();
    record.board.marked_region(&record.marked).ok_or_else(|| {
        wrong(format!(
            "a region has at most {MAX_POINTS} points, the record marks {count}"
        ))
    })
}
