//! Certificates of values under a ko ban, kind `ko-value`: φ, φ_L or φ_R of several kos, of the triple ko or of a
//! region of a board of Go (D. Moews, "Loopy games and Go", 1996).
//!
//! The certificate holds the position and one graph for each side. The checker plays the position out by the
//! rules, with the points as an integer beside it, and solves four infinite games: the position against the
//! graph of its onside, either way round, and likewise the offside. Where play is infinite, a player wins the sum
//! iff he wins every part in which it is: a play of φ_L with infinitely many banned moves is lost for Left, any
//! other infinite play counts for Left on the onside and for Right on the offside, and so does infinite play in
//! the graph. These are parity conditions with at most three priorities on the moves, and their solution is a
//! nested fixed point.
//!
//! Where a cycle of moves changes the number of prisoners there are infinitely many positions. Then the certificate names a
//! number of net prisoners, and a comparison in which more of them arise counts as failed there: a strategy that succeeds
//! without going beyond the bound is a strategy of the whole game.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, Player};

use crate::{
    Failure, Verdict,
    certificate::certificate,
    naive::{KoPlay, chain, go_move, go_play_until},
};

/// More positions than this are not played out.
const MOST: usize = 1 << 20;
/// More states of a comparison than this are not looked at: a cycle may change the score for ever.
const MOST_STATES: usize = 1 << 23;

/// The position that is valued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Position {
    /// Several kos: the points and the letter of each, and the one that was captured last, from 1.
    Kos {
        /// The points.
        points: Vec<i64>,
        /// `A` or `B` for each ko.
        state: String,
        /// The ko that may not be taken back at once.
        #[serde(deserialize_with = "crate::digraph::nullable")]
        last: Option<usize>,
    },
    /// The triple ko.
    Triple {
        /// The score when Left wins.
        left: i64,
        /// The score when Right wins.
        right: i64,
    },
    /// A region: rows of `X`, `O`, `B`, `W`, `.` and `#`, and the banned point as row and column from 0.
    Region {
        /// The rows from the top.
        rows: Vec<String>,
        /// Where the ban forbids to take back.
        #[serde(deserialize_with = "crate::digraph::nullable")]
        ko: Option<[usize; 2]>,
        /// Points of chains whose capture ends the play: every empty point is then a point of the capturer, and every stone of
        /// the opponent two.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        settle: Vec<[usize; 2]>,
    },
    /// A game by the moves of Left and of Right from each position: where they lead, and whether the ban holds for them. A move
    /// for which it holds may not lead back to the position before the last move.
    Graph {
        /// The moves.
        moves: Vec<[Vec<(usize, bool)>; 2]>,
        /// The position at the beginning.
        start: usize,
    },
}

/// Which game is made of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Game {
    /// The ban binds both players.
    Phi,
    /// Left may make the banned moves.
    PhiLeft,
    /// Right may.
    PhiRight,
}

/// For each vertex its Left options and its Right options; the value is that of vertex 0.
pub type Graph = Vec<[Vec<u32>; 2]>;

certificate! {
    "ko-value" version 1:
    /// A whole `ko-value` certificate.
    pub struct Certificate {
        /// The position.
        pub position: Position,
        /// The game.
        pub game: Game,
        /// The onside.
        pub onside: Graph,
        /// The offside.
        pub offside: Graph,
        /// The net prisoners beyond which no comparison goes, where a cycle of moves changes their number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub prisoners: Option<u32>,
    }

    /// Checks a certificate that has been read. Cost: the product of the position with each graph, times the rounds
    /// of the fixed points.
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let game = match certificate.game {
        Game::Phi => "phi",
        Game::PhiLeft => "phi-left",
        Game::PhiRight => "phi-right",
    };
    let position = described(&certificate.position);
    let sizes = (certificate.onside.len(), certificate.offside.len());
    let claim = format!(
        "{game} of {position} has the sides given, of {} and {} vertices",
        sizes.0, sizes.1
    );
    Verdict::new(KIND.name, claim, verify(certificate, meter))
}

/// The position in words, with the ban, which is a part of it.
fn described(position: &Position) -> String {
    match position {
        Position::Kos {
            points,
            state,
            last,
        } => {
            let ban = last.map_or("no ban".to_owned(), |ko| format!("ko {ko} taken last"));
            format!("kos {state} with points {points:?}, {ban},")
        }
        Position::Triple { left, right } => format!("the triple ko {left}, {right}"),
        Position::Region { rows, ko, settle } => {
            let ban = ko.map_or("no ban".to_owned(), |[row, column]| {
                format!("a ban at row {row}, column {column}")
            });
            let end = match &settle[..] {
                [] => String::new(),
                chains => format!(" until a chain of {chains:?} is captured,"),
            };
            format!("the region {}, {ban},{end}", rows.join("/"))
        }
        Position::Graph { moves, start } => {
            format!("position {start} of a graph of {} positions", moves.len())
        }
    }
}

fn verify(certificate: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let play = play_out(&certificate.position)?;
    let free = match certificate.game {
        Game::Phi => None,
        Game::PhiLeft => Some(Player::Left),
        Game::PhiRight => Some(Player::Right),
    };
    let mut steps = 0;
    let sides = [
        ("onside", &certificate.onside),
        ("offside", &certificate.offside),
    ];
    for (name, graph) in sides {
        let size = graph.len() as u32;
        if size == 0 || graph.iter().flatten().flatten().any(|&to| to >= size) {
            let claim = "its options are vertices of it";
            return Err(Failure::new(name, claim, "there is no such vertex"));
        }
        for at_least in [true, false] {
            let question = Question {
                play: &play,
                graph,
                free,
                onside: name == "onside",
                at_least,
                most: certificate.prisoners.map(i64::from),
            };
            let (survives, states) = question.solve(meter)?;
            steps += states;
            if !survives {
                let relation = if at_least { ">=" } else { "<=" };
                return Err(Failure::new(
                    name,
                    format!("the position {relation} the graph"),
                    "Left, moving second, does not survive the difference",
                ));
            }
        }
    }
    Ok(steps)
}

fn play_out(position: &Position) -> Result<KoPlay, Failure> {
    let fault = |reason: &str| Failure::new("position", "it can be played out", reason);
    let play = match position {
        Position::Kos {
            points,
            state,
            last,
        } => {
            let letters: Vec<char> = state.chars().collect();
            let known = letters.iter().all(|letter| matches!(letter, 'A' | 'B'));
            let last_is_one = last.is_none_or(|last| (1..=points.len()).contains(&last));
            if letters.len() != points.len() || !known || !last_is_one {
                return Err(fault("each ko has a letter, A or B"));
            }
            let start = (letters, last.map(|last| last - 1));
            KoPlay::explore(start, MOST, |(letters, last), player| {
                let mut moves = Vec::new();
                for (k, &letter) in letters.iter().enumerate() {
                    let (next, gain) = match (letter, player) {
                        ('A', Player::Left) => ('-', points[k]),
                        ('A', Player::Right) => ('B', 0),
                        ('B', Player::Left) => ('A', 0),
                        ('B', Player::Right) => ('-', 0),
                        _ => continue,
                    };
                    let mut after = letters.clone();
                    after[k] = next;
                    let captures = next != '-';
                    let banned = captures && *last == Some(k);
                    moves.push(((after, captures.then_some(k)), gain, banned));
                }
                moves
            })
        }
        Position::Triple { left, right } => {
            KoPlay::explore("ABC", MOST, |at, player| match (*at, player) {
                ("ABC", Player::Left) => vec![("DEF", 0, false)],
                ("ABC", Player::Right) => vec![("over", *right, false)],
                ("DEF", Player::Left) => vec![("over", *left, false)],
                ("DEF", Player::Right) => vec![("ABC", 0, false)],
                _ => Vec::new(),
            })
        }
        Position::Region { rows, ko, settle } => region(rows, *ko, settle)?,
        Position::Graph { moves, start } => graph(moves, *start)?,
    };
    play.ok_or_else(|| fault("there are too many positions"))
}

/// All positions of a region; `None` if there are too many.
fn region(
    rows: &[String],
    ko: Option<[usize; 2]>,
    settle: &[[usize; 2]],
) -> Result<Option<KoPlay>, Failure> {
    let fault = |reason: &str| Failure::new("position", "it can be played out", reason);
    let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let known = rows
        .iter()
        .flatten()
        .all(|letter| "XOBW.#".contains(*letter));
    if rows.iter().any(|row| row.len() != width) || !known {
        return Err(fault("the rows are as long as each other, of XOBW.#"));
    }
    let mut before = Vec::new();
    if let Some([row, column]) = ko {
        if row >= rows.len() || column >= width {
            return Err(fault("the banned point is on the board"));
        }
        // What the position was before the last move: one move at the banned point leads back.
        for player in Player::BOTH {
            if let Some((back, 1)) = go_move(&rows, (row, column), player) {
                before.push(back);
            }
        }
    }
    let mut marked = Vec::new();
    for &[row, column] in settle {
        let stone = rows.get(row).and_then(|letters| letters.get(column));
        if !matches!(stone, Some('X' | 'O')) {
            return Err(fault("a marked chain is a stone that can be captured"));
        }
        marked.extend(chain(&rows, (row, column)));
    }
    Ok(go_play_until(&rows, before, &marked, MOST))
}

/// A game that is given by its moves, with the position before the last move.
fn graph(moves: &[[Vec<(usize, bool)>; 2]], start: usize) -> Result<Option<KoPlay>, Failure> {
    let ends = moves.iter().flatten().flatten().map(|&(to, _)| to);
    if ends.chain([start]).any(|at| at >= moves.len()) {
        let claim = "it can be played out";
        return Err(Failure::new("position", claim, "there is no such position"));
    }
    Ok(KoPlay::explore(
        (start, None),
        MOST,
        |&(at, before), player| {
            let steps = moves[at][player.index()].iter();
            let steps = steps.map(|&(to, is_ko)| ((to, Some(at)), 0, is_ko && before == Some(to)));
            steps.collect()
        },
    ))
}

/// One of the four comparisons.
struct Question<'c> {
    play: &'c KoPlay,
    graph: &'c Graph,
    free: Option<Player>,
    onside: bool,
    /// Position minus graph, or graph minus position.
    at_least: bool,
    /// More net prisoners are a failure.
    most: Option<i64>,
}

/// The position, the integer beside it, the vertex of the graph, the mover.
type State = (usize, i64, u32, Player);

impl Question<'_> {
    /// What a move counts if it is made for ever: the largest priority decides, even is good for Left.
    /// Moves of the position, banned moves of it, moves of the graph.
    fn priorities(&self) -> [usize; 3] {
        // An infinite play of the position counts for its Left on the onside, and one with infinitely many
        // banned moves against the player who may make them.
        let by_side = self.onside;
        let flagged = match self.free {
            None => by_side,
            Some(free) => free == Player::Right,
        };
        // Left survives the sum iff Right does not win all parts in which play is infinite.
        let (position, flagged, graph) = match self.at_least {
            true => (by_side, flagged, !by_side),
            false => (!by_side, !flagged, by_side),
        };
        let rank = |good: bool, bad: usize| if good { 2 } else { bad };
        match (position, flagged) {
            // Good moves of the position do not help if banned ones come back for ever.
            (true, false) => [2, 3, rank(graph, 1)],
            // Bad ones do not harm if banned ones do.
            (position, flagged) => [rank(position, 1), rank(flagged, 1), rank(graph, 1)],
        }
    }

    /// Are there more prisoners than the certificate goes into?
    fn is_beyond(&self, &(_, integer, ..): &State) -> bool {
        self.most.is_some_and(|most| integer.abs() > most)
    }

    fn moves(&self, state: &State) -> Vec<(State, usize)> {
        if self.is_beyond(state) {
            return Vec::new();
        }
        let &(at, integer, vertex, mover) = state;
        let [position, flagged, graph] = self.priorities();
        // In graph minus position the roles in the position are exchanged.
        let (inside, outside) = match self.at_least {
            true => (mover, -mover),
            false => (-mover, mover),
        };
        let mut moves = Vec::new();
        for step in &self.play.moves[at][inside.index()] {
            if step.banned && self.free != Some(inside) {
                continue;
            }
            let priority = if step.banned { flagged } else { position };
            let to = (step.to, integer.saturating_add(step.points), vertex, -mover);
            moves.push((to, priority));
        }
        let smaller = match inside {
            Player::Left if integer > 0 => Some(integer - 1),
            Player::Right if integer < 0 => Some(integer + 1),
            _ => None,
        };
        moves.extend(smaller.map(|integer| ((at, integer, vertex, -mover), position)));
        for &option in &self.graph[vertex as usize][outside.index()] {
            moves.push(((at, integer, option, -mover), graph));
        }
        moves
    }

    /// Does Left survive when Right starts, and how many states were there?
    fn solve(&self, meter: &Meter) -> Result<(bool, usize), Failure> {
        let start: State = (0, 0, 0, Player::Right);
        let mut states = vec![start];
        let mut number: HashMap<State, usize> = HashMap::from([(start, 0)]);
        let mut moves: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut ticker = meter.ticker();
        while let Some(state) = states.get(moves.len()).copied() {
            ticker.node(2 * size_of::<State>() + 64)?;
            if states.len() > MOST_STATES {
                let reason = "there are too many states";
                return Err(Failure::new("comparison", "it can be played out", reason));
            }
            let next = self.moves(&state).into_iter().map(|(to, priority)| {
                let to = *number.entry(to).or_insert_with(|| {
                    states.push(to);
                    states.len() - 1
                });
                (to, priority)
            });
            moves.push(next.collect());
        }
        let movers: Vec<Player> = states.iter().map(|state| state.3).collect();
        let failed: Vec<bool> = states.iter().map(|state| self.is_beyond(state)).collect();
        // Priority 3 from below, inside that 2 from above, inside that 1 from below.
        let mut highest = vec![false; states.len()];
        loop {
            let mut middle = vec![true; states.len()];
            loop {
                let mut lowest = vec![false; states.len()];
                loop {
                    let mut changed = false;
                    for at in 0..states.len() {
                        ticker.steps(moves[at].len() + 1)?;
                        let mut ends = moves[at].iter().map(|&(to, priority)| match priority {
                            3 => highest[to],
                            2 => middle[to],
                            _ => lowest[to],
                        });
                        let good = match movers[at] {
                            Player::Left => ends.any(|good| good),
                            Player::Right => ends.all(|good| good),
                        };
                        let good = good && !failed[at];
                        if good && !lowest[at] {
                            lowest[at] = true;
                            changed = true;
                        }
                    }
                    if !changed {
                        break;
                    }
                }
                if lowest == middle {
                    break;
                }
                middle = lowest;
            }
            if middle == highest {
                return Ok((middle[0], states.len()));
            }
            highest = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The one-point ko of Moews's Figure 3 in φ_L: `B` is {2|0}.
    fn one_point_ko() -> Certificate {
        let switch: Graph = vec![
            [vec![2], vec![1]],
            [vec![], vec![]],
            [vec![3], vec![]],
            [vec![1], vec![]],
        ];
        let position = Position::Kos {
            points: vec![1],
            state: "B".to_owned(),
            last: None,
        };
        Certificate::new("", position, Game::PhiLeft, switch.clone(), switch, None)
    }

    #[test]
    fn the_claim_names_the_ban() {
        let claim = |position: Position| {
            let mut certificate = one_point_ko();
            certificate.position = position;
            check(&certificate).claim().to_owned()
        };
        let kos = |last| Position::Kos {
            points: vec![1],
            state: "B".to_owned(),
            last,
        };
        let region = |ko| Position::Region {
            rows: vec!["B.W".to_owned()],
            ko,
            settle: Vec::new(),
        };
        assert!(claim(kos(None)).contains("kos B with points [1], no ban, has"));
        assert!(claim(kos(Some(1))).contains("ko 1 taken last"));
        assert!(claim(region(None)).contains("no ban"));
        assert!(claim(region(Some([0, 1]))).contains("a ban at row 0, column 1"));
    }

    #[test]
    fn a_ko_and_forgeries_of_it() {
        let good = one_point_ko();
        assert!(check(&good).is_valid(), "{}", check(&good));
        let mut forged = good.clone();
        forged.game = Game::Phi;
        // φ of B is {2|0} as well.
        assert!(check(&forged).is_valid());
        forged.game = Game::PhiRight;
        assert!(!check(&forged).is_valid());
        let mut forged = good.clone();
        forged.onside = vec![[vec![], vec![]]];
        assert!(!check(&forged).is_valid());
        let mut forged = good.clone();
        forged.offside[0] = [vec![2], vec![9]];
        assert!(!check(&forged).is_valid());
        let board = Position::Region {
            rows: ["#BW#", "BO.W", "#BW#"].map(str::to_owned).to_vec(),
            ko: None,
            settle: Vec::new(),
        };
        let mut region = good;
        region.position = board;
        assert!(check(&region).is_valid(), "{}", check(&region));
    }
}
