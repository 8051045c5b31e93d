//! Explanations of a simplest form, kind `explanation`: the steps that lead from a game to its simplest form, each with
//! the move that justifies it.
//!
//! The game is a vertex of a bigraph. A step deletes a dominated option, bypasses reversible options or leads the edges of
//! one vertex to an equal one. The checker makes each step itself:
//!
//! * the moves that the step names are there, and the comparison that the step rests on holds;
//! * on one side of a game with alternating cycles, the side conditions of Siegel (Definition 14, and Lemma 16 as
//!   corrected in `docs/errata.md`) hold;
//! * the vertex has the same value after the step as before.
//!
//! In the end the game that is left is compared with the game of the beginning. The comparisons are decided by
//! `order`, by definition, over all pairs of vertices that play leads to.

mod order;
mod reach;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, Player, StopReason};

use crate::{Failure, Verdict, certificate::certificate, digraph::misfit};

use self::order::le;
use self::reach::{AlternatingWalks, is_stopper};

/// Which values the steps keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reading {
    /// The value of a stopper: the player who makes the last move wins, and infinite play survives.
    Stopper,
    /// The onside: infinite play is won by Left.
    Onside,
    /// The offside: infinite play is won by Right.
    Offside,
    /// The value of a stopper up to infinitesimals.
    Infinitesimal,
}

/// The options of each vertex, Left's and Right's.
pub type Rows = Vec<[Vec<u32>; 2]>;

/// One step. Players are 0 (Left) and 1 (Right).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Step {
    /// An option is deleted, because another option of the same player is at least as good for that player.
    Dominated {
        /// Where.
        vertex: u32,
        /// Whose option.
        player: u8,
        /// The option that is deleted.
        option: u32,
        /// The option that is at least as good.
        by: u32,
    },
    /// Options are replaced by the options of the same player from a reply of the opponent that is at least as good for
    /// the opponent as the vertex. An option that takes the place of another may be replaced in turn; one that was
    /// replaced does not return.
    Reversible {
        /// Where.
        vertex: u32,
        /// Whose options.
        player: u8,
        /// Each option that is replaced, with the reply through which it reverses.
        through: Vec<[u32; 2]>,
    },
    /// Every edge to a vertex is led to an equal vertex.
    Fused {
        /// The vertex that nothing leads to any more.
        vertex: u32,
        /// The vertex that takes its place.
        into: u32,
    },
}

certificate! {
    "explanation" version 1:
    /// A whole `explanation` certificate.
    pub struct Certificate {
        /// The names of the vertices, `null` where there is none; empty if no vertex has one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub names: Vec<Option<String>>,
        /// For each vertex its Left options and its Right options.
        pub graph: Rows,
        /// The vertex that is explained.
        pub start: u32,
        /// Which values the steps keep.
        pub reading: Reading,
        /// The steps, each on the graph that the steps before have left.
        pub steps: Vec<Step>,
        /// The vertex that stands for the start after the last step.
        pub end: u32,
        /// The graph after the last step.
        pub result: Rows,
    }

    /// Checks a certificate that has been read. Cost: for each step a game on pairs of vertices.
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let value = match certificate.reading {
        Reading::Stopper => "as a stopper",
        Reading::Onside => "on the onside",
        Reading::Offside => "on the offside",
        Reading::Infinitesimal => "up to infinitesimals",
    };
    let claim = format!(
        "vertex {} keeps its value {value} in {} steps",
        certificate.start,
        certificate.steps.len()
    );
    Verdict::new(KIND.name, claim, verify(certificate, meter))
}

fn verify(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let Certificate { graph, result, .. } = certificate;
    shapes(certificate)?;
    let mut state = State {
        rows: graph.clone(),
        start: certificate.start,
        reading: certificate.reading,
        meter,
    };
    state.rows.iter_mut().flatten().for_each(tidy);
    state.stoppers().map_err(misfit)?;
    for (number, step) in certificate.steps.iter().enumerate() {
        let claim = format!("{step:?}");
        state
            .make(step)
            .map_err(|wrong| wrong.at(format!("step {}", number + 1), &claim))?;
    }
    if state.start != certificate.end {
        return Err(misfit(format!("the steps end at vertex {}", state.start)));
    }
    let mut result = result.clone();
    result.iter_mut().flatten().for_each(tidy);
    if state.rows != result {
        return Err(misfit("the steps lead to another graph than the result"));
    }
    let whole = state.equal((graph, certificate.start), (&state.rows, state.start))?;
    if !whole {
        let reason = "the game that is left has another value";
        return Err(Failure::new("the end", "the value is kept", reason));
    }
    Ok(certificate.steps.len())
}

/// All vertices that are named exist.
fn shapes(certificate: &Certificate) -> Result<(), Failure> {
    let count = certificate.graph.len();
    let names = certificate.names.len();
    if names != 0 && names != count {
        return Err(misfit(format!("names: {names} entries, {count} expected")));
    }
    if certificate.result.len() != count {
        return Err(misfit("the two graphs have different numbers of vertices"));
    }
    let rows = certificate.graph.iter().chain(&certificate.result);
    let steps = certificate.steps.iter().flat_map(named);
    let starts = [certificate.start, certificate.end];
    let mut all = rows.flatten().flatten().copied().chain(steps).chain(starts);
    match all.find(|&v| v as usize >= count) {
        Some(v) => Err(misfit(format!("there is no vertex {v}"))),
        None => Ok(()),
    }
}

/// The vertices that a step names.
fn named(step: &Step) -> Vec<u32> {
    match step {
        Step::Dominated {
            vertex, option, by, ..
        } => vec![*vertex, *option, *by],
        Step::Reversible {
            vertex, through, ..
        } => {
            let pairs = through.iter().flatten().copied();
            std::iter::once(*vertex).chain(pairs).collect()
        }
        Step::Fused { vertex, into } => vec![*vertex, *into],
    }
}

fn tidy(list: &mut Vec<u32>) {
    list.sort_unstable();
    list.dedup();
}

/// Why a step is refused.
enum Wrong {
    Step(String),
    Stopped(StopReason),
}

impl Wrong {
    fn at(self, place: String, claim: &str) -> Failure {
        match self {
            Wrong::Step(reason) => Failure::new(place, claim, reason),
            Wrong::Stopped(reason) => reason.into(),
        }
    }
}

impl From<StopReason> for Wrong {
    fn from(reason: StopReason) -> Wrong {
        Wrong::Stopped(reason)
    }
}

fn wrong<T>(reason: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong::Step(reason.into()))
}

/// The graph between two steps.
struct State<'m> {
    rows: Rows,
    start: u32,
    reading: Reading,
    meter: &'m Meter,
}

impl State<'_> {
    /// The orders of stoppers are about graphs without alternating cycles.
    fn stoppers(&self) -> Result<(), String> {
        let needed = matches!(self.reading, Reading::Stopper | Reading::Infinitesimal);
        if needed && !is_stopper(&self.rows) {
            return Err("there is an alternating cycle".to_owned());
        }
        Ok(())
    }

    /// Is `g <= h` between two vertices of the graph?
    fn le(&self, g: u32, h: u32) -> Result<bool, StopReason> {
        le((&self.rows, g), (&self.rows, h), self.reading, self.meter)
    }

    fn equal(&self, g: (&Rows, u32), h: (&Rows, u32)) -> Result<bool, StopReason> {
        Ok(le(g, h, self.reading, self.meter)? && le(h, g, self.reading, self.meter)?)
    }

    /// Makes a step if it may be made.
    fn make(&mut self, step: &Step) -> Result<(), Wrong> {
        let before = self.rows.clone();
        let vertex = match step {
            Step::Dominated {
                vertex,
                player,
                option,
                by,
            } => {
                self.dominated(*vertex, side(*player)?, *option, *by)?;
                *vertex
            }
            Step::Reversible {
                vertex,
                player,
                through,
            } => {
                self.reversible(*vertex, side(*player)?, through)?;
                *vertex
            }
            Step::Fused { vertex, into } => {
                self.fused(*vertex, *into)?;
                *into
            }
        };
        self.stoppers().map_err(Wrong::Step)?;
        if !self.equal((&before, vertex), (&self.rows, vertex))? {
            return wrong(format!("the value of vertex {vertex} changes"));
        }
        Ok(())
    }

    fn dominated(&mut self, v: u32, player: Player, x: u32, y: u32) -> Result<(), Wrong> {
        let options = &self.rows[v as usize][player.index()];
        if x == y || !options.contains(&x) || !options.contains(&y) {
            return wrong(format!("{x} and {y} are not two {player} options of {v}"));
        }
        let holds = match player {
            Player::Left => self.le(x, y)?,
            Player::Right => self.le(y, x)?,
        };
        if !holds {
            return wrong(format!("{y} is not at least as good for {player} as {x}"));
        }
        // Definition 14(b): the dominating edge of the player who loses infinite play lies on no alternating cycle.
        if self.loser_of_infinite_play() == Some(player) {
            let walks = AlternatingWalks::from(&self.rows, y, -player);
            if walks.reaches(v, player) {
                return wrong("the dominating move lies on an alternating cycle");
            }
        }
        self.rows[v as usize][player.index()].retain(|&option| option != x);
        Ok(())
    }

    fn reversible(&mut self, v: u32, player: Player, through: &[[u32; 2]]) -> Result<(), Wrong> {
        if through.is_empty() {
            return wrong("no option is bypassed");
        }
        let mut options = self.rows[v as usize][player.index()].clone();
        let mut gone = Vec::new();
        for &[x, y] in through {
            if !options.contains(&x) || gone.contains(&x) {
                return wrong(format!("{x} is not a {player} option of {v}"));
            }
            if !self.rows[x as usize][(-player).index()].contains(&y) {
                return wrong(format!("{y} is not a {} option of {x}", -player));
            }
            let holds = match player {
                Player::Left => self.le(y, v)?,
                Player::Right => self.le(v, y)?,
            };
            if !holds {
                return wrong(format!(
                    "{y} is not at least as good for {} as {v}",
                    -player
                ));
            }
            // Definition 14(d): the two moves of the player who wins infinite play lie on no alternating cycle.
            if self.loser_of_infinite_play() == Some(-player)
                && AlternatingWalks::from(&self.rows, y, player).reaches(v, player)
            {
                return wrong("the two moves lie on an alternating cycle");
            }
            gone.push(x);
            options.extend(&self.rows[y as usize][player.index()]);
        }
        options.retain(|option| !gone.contains(option));
        tidy(&mut options);
        self.rows[v as usize][player.index()] = options;
        Ok(())
    }

    fn fused(&mut self, v: u32, into: u32) -> Result<(), Wrong> {
        if v == into {
            return wrong("a vertex is not fused into itself");
        }
        if !self.equal((&self.rows, v), (&self.rows, into))? {
            return wrong(format!("{v} and {into} are not equal"));
        }
        if self.loser_of_infinite_play().is_some() {
            // Lemma 16 as corrected: `into` is u, `v` is v.
            let walks = Player::BOTH.map(|first| AlternatingWalks::from(&self.rows, into, first));
            let even = Player::BOTH.iter().any(|&first| {
                let walks = &walks[first.index()];
                walks.reaches(v, first)
            });
            let odd = Player::BOTH.iter().all(|&first| {
                let walks = &walks[first.index()];
                walks.reaches(v, -first)
            });
            if even || odd {
                return wrong("alternating walks connect the two vertices");
            }
        }
        for option in self.rows.iter_mut().flatten().flatten() {
            if *option == v {
                *option = into;
            }
        }
        self.rows.iter_mut().flatten().for_each(tidy);
        if self.start == v {
            self.start = into;
        }
        Ok(())
    }

    /// Infinite play counts on a side only.
    fn loser_of_infinite_play(&self) -> Option<Player> {
        match self.reading {
            Reading::Onside => Some(Player::Right),
            Reading::Offside => Some(Player::Left),
            Reading::Stopper | Reading::Infinitesimal => None,
        }
    }
}

fn side(player: u8) -> Result<Player, Wrong> {
    match Player::BOTH.get(usize::from(player)) {
        Some(&player) => Ok(player),
        None => wrong(format!("there is no player {player}")),
    }
}
