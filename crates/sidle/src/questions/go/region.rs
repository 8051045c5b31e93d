//! Regions of boards of Go.

use serde::{Deserialize, Serialize};

use super::{GoValueAnswer, suicide};
use crate::Ask;
use crate::{
    Error, ErrorKind, Job, Source, Value, Workspace,
    check::ko_value::Position,
    core::Meter,
    go::{GraphExtent, KoRequest, incentives, superko_incentives, under_superko, valued},
    rules::go::{BoardPoint, Diagram, MAX_POINTS, Sgf},
    solve::go::{GoRegion, KoFailure, KoGame, PointRules, SettledRegion, Threatened},
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
    /// Points of chains whose capture ends the play: the capturer then has the region.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settle: Vec<String>,
    /// The ko threats of Black and of White: each lets a player make one banned move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threats: Option<[u32; 2]>,
    /// Make the graph of the first fight, with its banned and its live moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub graph: bool,
}

pub(in crate::questions) fn phi() -> KoGame {
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
            settle: Vec::new(),
            threats: None,
            graph: false,
        }
    }

    /// Refuses parts that exclude each other.
    fn check(&self) -> Result<(), Error> {
        let refused = |message: &str| Err(Error::new(ErrorKind::Request, message));
        let more = self.trace || self.thermograph || self.certify || self.graph;
        match self {
            _ if self.superko && (more || self.game != KoGame::Phi || self.threats.is_some()) => {
                refused("under superko a region has a value and moves, and nothing else")
            }
            _ if self.certify && self.suicide => {
                refused("certificates are for regions in which suicide is forbidden")
            }
            _ if self.threats.is_some() && self.game != KoGame::Phi => refused(
                "ko threats are counted in phi: phi-left and phi-right have one whenever it is needed",
            ),
            _ if self.threats.is_some() && (self.moves || self.certify || self.thermograph) => {
                refused("beside ko threats a region has a value, a trace and a graph")
            }
            _ => Ok(()),
        }
    }

    fn request(&self) -> KoRequest {
        KoRequest {
            game: self.game,
            trace: self.trace,
            thermograph: self.thermograph,
            certify: self.certify,
            graph: self.graph.then_some(GraphExtent::Fight),
        }
    }

    /// The answer for a region, whose play may end with a capture.
    fn answer<R: PointRules>(
        &self,
        rules: &R,
        diagram: &Diagram,
        position: Position,
        meter: &Meter,
    ) -> Result<GoValueAnswer, Error> {
        let start = rules.position(&diagram.stones);
        if self.superko {
            let found = under_superko(rules, &start, meter)?;
            let (store, value) = &found;
            let mut answer = GoValueAnswer::of_value(store, value.value, value.states);
            if self.moves {
                answer.incentives = Some(superko_incentives(diagram, rules, &found, meter)?);
            }
            return Ok(answer);
        }
        if let Some(threats) = self.threats {
            let fight = Threatened::new(rules);
            return valued(&fight, &(start, threats), None, self.request(), meter);
        }
        let mut answer = valued(rules, &start, Some(position), self.request(), meter)?;
        if answer.value.is_some() && self.moves {
            answer.incentives = Some(incentives(diagram, rules, self.game, meter)?);
        }
        if answer.value.is_none() && answer.stopped.is_none() {
            self.fall_back(&mut answer, rules, diagram, meter)?;
        }
        Ok(answer)
    }

    /// Adds what situational superko says about a region whose value is not determined, if there are not too many histories.
    fn fall_back<R: PointRules>(
        &self,
        answer: &mut GoValueAnswer,
        rules: &R,
        diagram: &Diagram,
        meter: &Meter,
    ) -> Result<(), Error> {
        let start = rules.position(&diagram.stones);
        let found = match under_superko(rules, &start, meter) {
            Ok(found) => found,
            Err(KoFailure::Stopped(reason)) => {
                answer.stopped = Some(reason);
                return Ok(());
            }
            Err(_) => return Ok(()),
        };
        answer.superko = Some(Value::new(&found.0, found.1.value));
        if self.moves {
            answer.incentives = Some(superko_incentives(diagram, rules, &found, meter)?);
        }
        Ok(())
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
        let chains = chains(&self.settle, &diagram)?;
        let position = described(&diagram, &chains);
        if chains.is_empty() {
            return self.answer(&rules, &diagram, position, job.meter());
        }
        let fight = SettledRegion::new(rules, &diagram.stones, &chains);
        let fight = fight.expect("each of the points has a stone");
        self.answer(&fight, &diagram, position, job.meter())
    }
}

/// The points of the region with these names, each of which has a stone.
fn chains(names: &[String], diagram: &Diagram) -> Result<Vec<u8>, Error> {
    let point = |name: &String| {
        let wrong = |message: String| Error::new(ErrorKind::Notation, message);
        let at: BoardPoint = name.parse().map_err(wrong)?;
        let point = diagram.point_named(at);
        let stone = point.filter(|point| diagram.stones.all() >> point & 1 != 0);
        stone.ok_or_else(|| wrong(format!("there is no stone of the region on {name}")))
    };
    names.iter().map(point).collect()
}

/// A region as certificates describe it.
fn described(diagram: &Diagram, chains: &[u8]) -> Position {
    let text = diagram.to_string();
    let is_row = |line: &&str| !line.contains(' ');
    let width = diagram.region.width();
    let place = |point: u8| {
        let at = diagram.place_of(point);
        [at / width, at % width]
    };
    Position::Region {
        rows: text.lines().filter(is_row).map(str::to_owned).collect(),
        ko: diagram.stones.ban.map(place),
        settle: chains.iter().map(|&point| place(point)).collect(),
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
