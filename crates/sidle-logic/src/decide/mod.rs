//! The decision problems of constraint logic (survey, Table 1), each with its decider.

mod bounded;
mod certificate;
mod deterministic;
mod goals;
mod ncl;
mod packed;
mod satisfy;
mod team;
mod two_player;

use std::{fmt, str::FromStr};

pub use certificate::{NoCertificate, certificate};
pub use deterministic::{Step, run as deterministic_run};
pub use ncl::{legal_configurations, ncl_on_disk};
use serde::Serialize;
use sidle_core::{Meter, StopReason};
use sidle_graph::Threads;

use crate::{
    Error,
    graph::{ConstraintGraph, EdgeId, Owner},
};

/// A problem of Table 1, and satisfiability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// Is there a legal configuration at all?
    Satisfy,
    /// Can one player reverse the target, each edge at most once?
    BoundedNcl,
    /// Can one player reverse the target?
    Ncl,
    /// Two players, each edge at most once.
    BoundedTwo,
    /// Two players.
    Two,
    /// No player, each edge at most once.
    BoundedDeterministic,
    /// No player.
    Deterministic,
    /// Two teams with private information, each edge at most once.
    BoundedTeam,
    /// Two teams with private information, to a horizon.
    Team,
}

const NAMES: [(Game, &str); 9] = [
    (Game::Satisfy, "satisfy"),
    (Game::BoundedNcl, "bounded-ncl"),
    (Game::Ncl, "ncl"),
    (Game::BoundedTwo, "bounded-2cl"),
    (Game::Two, "2cl"),
    (Game::BoundedDeterministic, "bounded-dcl"),
    (Game::Deterministic, "dcl"),
    (Game::BoundedTeam, "bounded-tpcl"),
    (Game::Team, "tpcl"),
];

impl Game {
    /// All games, satisfiability first.
    pub fn all() -> impl Iterator<Item = Game> {
        NAMES.iter().map(|&(game, _)| game)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(game, _)| game == self);
        f.write_str(name.map_or("", |&(_, name)| name))
    }
}

impl FromStr for Game {
    type Err = Error;

    fn from_str(word: &str) -> Result<Game, Error> {
        let game = NAMES.iter().find(|&&(_, name)| name == word);
        game.map(|&(game, _)| game).ok_or_else(|| {
            let names: Vec<&str> = NAMES.iter().map(|&(_, name)| name).collect();
            Error::whole(format!("`{word}` is not a game"))
                .help(format!("the games are {}", names.join(", ")))
        })
    }
}

/// What a decider found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// It can be done.
    Yes,
    /// It cannot.
    No,
    /// White wins.
    White,
    /// Black wins.
    Black,
    /// Neither player can force a win.
    Draw,
    /// A limit stopped the work.
    Stopped,
}

impl From<Owner> for Answer {
    fn from(winner: Owner) -> Answer {
        match winner {
            Owner::White => Answer::White,
            Owner::Black => Answer::Black,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Yes => "yes",
            Answer::No => "no",
            Answer::White => "white",
            Answer::Black => "black",
            Answer::Draw => "draw",
            Answer::Stopped => "stopped",
        })
    }
}

/// The answer with its witness.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Solution {
    /// What was found.
    pub answer: Answer,
    /// The edges reversed one after the other, `null` for a pass; for games that are won by moves.
    pub moves: Option<Vec<Option<EdgeId>>>,
    /// The least number of moves, or the step at which a deterministic target is reversed.
    pub length: Option<u64>,
    /// How many states were looked at.
    pub states: u64,
    /// Of a search that went on in a folder: how many levels were tested at some of their states only.
    #[serde(skip_serializing_if = "crate::is_zero")]
    pub believed: u64,
    /// For satisfiability: the edges that differ from the file in a legal configuration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reversed: Option<Vec<EdgeId>>,
    /// For unbounded team games: the answer holds for plays of so many turns only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<u64>,
    /// Why the work stopped, and how far it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// The reason as the meter knows it.
    #[serde(skip)]
    pub stop: Option<StopReason>,
}

impl Solution {
    fn new(answer: Answer, states: u64) -> Solution {
        Solution {
            answer,
            moves: None,
            length: None,
            states,
            believed: 0,
            reversed: None,
            horizon: None,
            stopped: None,
            stop: None,
        }
    }

    fn with_moves(self, moves: Vec<Option<EdgeId>>) -> Solution {
        Solution {
            length: Some(moves.len() as u64),
            moves: Some(moves),
            ..self
        }
    }

    fn stopped(stop: StopReason, states: u64, how_far: impl Into<String>) -> Solution {
        Solution {
            stopped: Some(format!("{stop}; {}", how_far.into())),
            stop: Some(stop),
            ..Solution::new(Answer::Stopped, states)
        }
    }
}

/// How the deciders work.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many threads may be used.
    pub threads: Threads,
    /// How many turns of an unbounded team game are looked at.
    pub horizon: u64,
    /// How many edges a player of an unbounded team game may reverse on his turn.
    pub reversals: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            threads: Threads::ONE,
            horizon: 8,
            reversals: 1,
        }
    }
}

/// Decides a game on a graph.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_logic::{decide::{decide, Answer, Game, Options}, graph::ConstraintGraph};
/// let graph = ConstraintGraph::parse("0 1 2\n0 1 2\n1 0 2\ntarget 2\n")?;
/// let solution = decide(&graph, Game::Ncl, Options::default(), &Meter::unlimited())?;
/// assert_eq!((solution.answer, solution.length), (Answer::Yes, Some(2)));
/// # Ok::<(), sidle_logic::Error>(())
/// ```
pub fn decide(
    graph: &ConstraintGraph,
    game: Game,
    options: Options,
    meter: &Meter,
) -> Result<Solution, Error> {
    if game != Game::Satisfy {
        graph.require_legal_start()?;
    }
    match game {
        Game::Satisfy => Ok(satisfy::solve(graph, meter).0),
        Game::BoundedNcl => bounded::solve(graph, target(graph)?, meter),
        Game::Ncl => ncl::solve(graph, target(graph)?, options, meter),
        Game::BoundedTwo => two_player::bounded(graph, targets(graph)?, meter),
        Game::Two => two_player::unbounded(graph, targets(graph)?, meter),
        Game::BoundedDeterministic => Ok(deterministic::solve(graph, target(graph)?, true, meter)),
        Game::Deterministic => Ok(deterministic::solve(graph, target(graph)?, false, meter)),
        Game::BoundedTeam => Ok(team::solve(graph, true, options, meter)?.0),
        Game::Team => Ok(team::solve(graph, false, options, meter)?.0),
    }
}

fn target(graph: &ConstraintGraph) -> Result<EdgeId, Error> {
    graph
        .target()
        .ok_or_else(|| Error::whole("there is no target").help("add a line `target EDGE`"))
}

fn targets(graph: &ConstraintGraph) -> Result<[EdgeId; 2], Error> {
    let of = |owner: Owner| {
        graph.target_of(owner).ok_or_else(|| {
            let letter = owner.letter();
            Error::whole(format!("there is no target of {letter}")).help(format!(
                "add a line `target {letter} EDGE`, with an edge of that player"
            ))
        })
    };
    Ok([of(Owner::White)?, of(Owner::Black)?])
}
