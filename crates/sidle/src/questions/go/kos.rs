//! Kos without a board.

use serde::{Deserialize, Serialize};

use super::{GoValueAnswer, region::phi};
use crate::Ask;
use crate::{
    Error, ErrorKind, Job, Workspace,
    check::ko_value::Position,
    core::{Meter, Player},
    go::{GraphExtent, KoRequest, table_position, valued},
    solve::go::{KoBeside, KoGame, KoRules, KoTable, Kos, Threatened, TripleKo, TriplePosition},
};

/// Asks for the value of several kos, or of the triple ko.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoKosQuestion {
    /// The kos.
    pub fight: KoFight,
    /// The game that is made of them.
    #[serde(default = "phi", with = "crate::wire::name")]
    pub game: KoGame,
    /// A game beside the kos, in the notation of the calculator; braces are taken as they are written. A move in it lifts the ban.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<String>,
    /// The ko threats of Left and of Right: each lets a player make one banned move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threats: Option<[u32; 2]>,
    /// Value the kos again by sidling, and compare.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trace: bool,
    /// Name the columns of the approximations by letters: of two kos those of Moews's Table 1.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub letters: bool,
    /// Add the thermograph of φ beside a stack of coupons.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thermograph: bool,
    /// Prove the value by a certificate.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub certify: bool,
    /// Make the graph of the first fight, with its banned and its live moves.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub graph: bool,
}

/// Kos without a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum KoFight {
    /// Several kos.
    Kos {
        /// The points of each ko.
        points: Vec<i64>,
        /// A letter A or B for each ko; all B if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
        /// The ko that the last move captured, from 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        last: Option<usize>,
    },
    /// The triple ko ABC = {DEF|W}, DEF = {V|ABC}.
    Triple {
        /// V, the score when Left wins.
        left: i64,
        /// W, the score when Right wins.
        right: i64,
        /// `ABC` or `DEF`, or one of these letters; `ABC` if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
    },
    /// The triple ko with games instead of scores.
    TripleGames {
        /// V, what Left wins, in the notation of the calculator.
        left: String,
        /// W, what Right wins.
        right: String,
        /// `ABC` or `DEF`, or one of these letters; `ABC` if missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<String>,
    },
}

impl From<KoFight> for GoKosQuestion {
    fn from(fight: KoFight) -> GoKosQuestion {
        GoKosQuestion {
            fight,
            game: KoGame::Phi,
            plus: None,
            threats: None,
            trace: false,
            letters: false,
            thermograph: false,
            certify: false,
            graph: false,
        }
    }
}

/// The position of the triple ko that has this name.
fn triple_position(state: Option<&str>) -> Result<TriplePosition, Error> {
    match state.unwrap_or("ABC") {
        "ABC" | "A" | "B" | "C" => Ok(TriplePosition::Abc),
        "DEF" | "D" | "E" | "F" => Ok(TriplePosition::Def),
        other => {
            let message = format!("`{other}` is not a position of the triple ko: write ABC or DEF");
            Err(Error::new(ErrorKind::Notation, message))
        }
    }
}

/// Adds a game as it is written to a table.
fn graft(
    table: &mut KoTable,
    text: &str,
    field: &'static str,
    meter: &Meter,
) -> Result<u32, Error> {
    #[cfg(feature = "lang")]
    return crate::go::graft_written(table, text, field, meter);
    #[cfg(not(feature = "lang"))]
    {
        let _ = (table, text, field, meter);
        let message = "this program reads no games in the notation of the calculator";
        Err(Error::new(ErrorKind::NotApplicable, message))
    }
}

impl Ask for GoKosQuestion {
    fn ask(&self, _: &Workspace, job: &Job) -> Result<GoValueAnswer, Error> {
        self.check()?;
        let meter = job.meter();
        match &self.fight {
            KoFight::Kos {
                points,
                state,
                last,
            } => {
                if points.is_empty() {
                    return Err(Error::new(ErrorKind::Request, "there are no kos"));
                }
                let state = state.clone().unwrap_or_else(|| "B".repeat(points.len()));
                let kos = Kos::new(points.clone());
                let start = kos.position(&state, *last)?;
                let position = Position::Kos {
                    points: points.clone(),
                    state: state.to_ascii_uppercase(),
                    last: *last,
                };
                let mut answer = self.answer(&kos, start, position, meter)?;
                if self.letters {
                    answer.name_columns(points.len());
                }
                Ok(answer)
            }
            KoFight::Triple { left, right, state } => {
                let (left, right) = (*left, *right);
                let rules = TripleKo {
                    left_wins: left,
                    right_wins: right,
                };
                let start = triple_position(state.as_deref())?;
                if start == TriplePosition::Abc {
                    let position = Position::Triple { left, right };
                    return self.answer(&rules, start, position, meter);
                }
                self.triple([&left.to_string(), &right.to_string()], start, meter)
            }
            KoFight::TripleGames { left, right, state } => {
                self.triple([left, right], triple_position(state.as_deref())?, meter)
            }
        }
    }
}

impl GoKosQuestion {
    fn check(&self) -> Result<(), Error> {
        let refused = |message: &str| Err(Error::new(ErrorKind::Request, message));
        let beside = self.plus.is_some() || self.threats.is_some();
        match self {
            _ if self.threats.is_some() && self.game != KoGame::Phi => refused(
                "ko threats are counted in phi: phi-left and phi-right have one whenever it is needed",
            ),
            _ if beside && self.certify => {
                refused("there are no certificates of kos beside a game or beside threats")
            }
            _ if self.letters && (!self.trace || beside) => {
                refused("letters name the columns of the approximations of kos alone")
            }
            _ => Ok(()),
        }
    }

    /// The triple ko whose ends are games.
    fn triple(
        &self,
        ends: [&str; 2],
        start: TriplePosition,
        meter: &Meter,
    ) -> Result<GoValueAnswer, Error> {
        let mut table = KoTable::default();
        let [abc, def] = ["ABC", "DEF"].map(|name| table.vertex(name));
        let left = graft(&mut table, ends[0], "left", meter)?;
        let right = graft(&mut table, ends[1], "right", meter)?;
        table.edge(abc, Player::Left, def, false);
        table.edge(abc, Player::Right, right, false);
        table.edge(def, Player::Left, left, false);
        table.edge(def, Player::Right, abc, false);
        let start = match start {
            TriplePosition::Def => def,
            _ => abc,
        };
        let position = table_position(&table, start);
        self.answer(&table, table.start(start), position, meter)
    }

    /// The answer for a fight, with what lies beside it.
    fn answer<R: KoRules>(
        &self,
        rules: &R,
        start: R::Position,
        position: Position,
        meter: &Meter,
    ) -> Result<GoValueAnswer, Error> {
        let request = KoRequest {
            game: self.game,
            trace: self.trace,
            thermograph: self.thermograph,
            certify: self.certify,
            graph: self.graph.then_some(GraphExtent::Fight),
        };
        let Some(plus) = &self.plus else {
            return match self.threats {
                None => valued(rules, &start, Some(position), request, meter),
                Some(threats) => {
                    let rules = Threatened::new(rules);
                    valued(&rules, &(start, threats), None, request, meter)
                }
            };
        };
        let mut table = KoTable::default();
        let first = graft(&mut table, plus, "plus", meter)?;
        let sum = KoBeside::new(rules, table);
        let start = (start, first);
        match self.threats {
            None => valued(&sum, &start, None, request, meter),
            Some(threats) => {
                let rules = Threatened::new(&sum);
                valued(&rules, &(start, threats), None, request, meter)
            }
        }
    }
}
