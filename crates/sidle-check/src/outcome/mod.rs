//! Certificates of outcomes, kind `outcome`: who wins a position, shown by a strategy that is replayed.
//!
//! The certificate holds positions and two lists. A *win* names a position, the player to move and a
//! move; after it the opponent, to move, must be in the list of losses. A *loss* names a position and the
//! player to move; after each of that player's moves the opponent must be in the list of wins. A player
//! who cannot move loses, so a loss without moves needs nothing. Positions are listed so that a move
//! always leads to a later one: the place in the list is the rank that makes the strategy end.
//!
//! For Domineering, Clobber, Amazons and Hackenbush the moves are worked out here, by the rules as they
//! are told to a child ([`rules`]). For every other game the certificate spells out the options.

pub mod rules;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, Outcome, Player};

use crate::{Failure, Verdict, certificate::certificate};
use rules::Naive;

/// A player, `"L"` or `"R"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mover {
    /// Left.
    L,
    /// Right.
    R,
}

impl Mover {
    fn player(self) -> Player {
        match self {
            Mover::L => Player::Left,
            Mover::R => Player::Right,
        }
    }

    fn opponent(self) -> Mover {
        match self {
            Mover::L => Mover::R,
            Mover::R => Mover::L,
        }
    }
}

impl From<Player> for Mover {
    fn from(player: Player) -> Mover {
        match player {
            Player::Left => Mover::L,
            Player::Right => Mover::R,
        }
    }
}

/// Who wins, by the usual letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Letter {
    /// Left, whoever starts.
    L,
    /// Right, whoever starts.
    R,
    /// Who starts.
    N,
    /// Who does not start.
    P,
}

impl From<Outcome> for Letter {
    fn from(outcome: Outcome) -> Letter {
        match outcome {
            Outcome::Left => Letter::L,
            Outcome::Right => Letter::R,
            Outcome::Next => Letter::N,
            Outcome::Previous => Letter::P,
        }
    }
}

certificate! {
    "outcome" version 1:
    /// A whole `outcome` certificate.
    pub struct Certificate {
        /// `Domineering`, `Clobber`, `Amazons`, `Hackenbush`; any other name needs `options`.
        pub ruleset: String,
        /// The positions, as [`rules`] reads them; the first is the one whose outcome is claimed.
        pub positions: Vec<String>,
        /// Who wins.
        pub outcome: Letter,
        /// A position, who is to move, and the position after a winning move.
        pub wins: Vec<(u32, Mover, u32)>,
        /// A position, and who is to move and loses.
        pub losses: Vec<(u32, Mover)>,
        /// For games whose rules are not known here: of each position Left's options and Right's.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub options: Vec<[Vec<u32>; 2]>,
    }

    /// Checks a certificate that has been read. Cost: the moves of the positions in `losses` are listed once.
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let given = match Naive::named(&certificate.ruleset) {
        Some(_) => "",
        None => ", if the moves listed in the certificate are those of the game",
    };
    let claim = format!(
        "{} {}: {:?}{given}",
        certificate.ruleset,
        certificate.positions.first().map_or("?", String::as_str),
        certificate.outcome,
    );
    let result = Replay::of(certificate).and_then(|replay| replay.verify(meter));
    Verdict::new(KIND.name, claim, result)
}

struct Replay<'a> {
    certificate: &'a Certificate,
    rules: Option<Naive>,
    places: HashMap<&'a str, u32>,
    wins: HashMap<(u32, Mover), u32>,
    losses: HashMap<(u32, Mover), ()>,
}

impl<'a> Replay<'a> {
    fn of(certificate: &'a Certificate) -> Result<Replay<'a>, Failure> {
        let refuse = |reason: String| Failure::new("the lists", "a strategy", reason);
        let rules = Naive::named(&certificate.ruleset);
        let count = certificate.positions.len();
        if count == 0 {
            return Err(refuse("there is no position".to_owned()));
        }
        if rules.is_none() && certificate.options.len() != count {
            return Err(refuse(format!(
                "the rules of `{}` are not known here, and there are option lists of {} of {count} positions",
                certificate.ruleset,
                certificate.options.len(),
            )));
        }
        if rules.is_some() && !certificate.options.is_empty() {
            return Err(refuse(
                "the rules are known here, so options are not listed".to_owned(),
            ));
        }
        let mut places = HashMap::new();
        for (place, text) in certificate.positions.iter().enumerate() {
            if places.insert(text.as_str(), place as u32).is_some() {
                return Err(refuse(format!("`{text}` is listed twice")));
            }
        }
        let inside = |at: u32| (at as usize) < count;
        for (from, lists) in certificate.options.iter().enumerate() {
            for &to in lists.iter().flatten() {
                if !inside(to) || to as usize <= from {
                    return Err(refuse(format!(
                        "an option of position {from} is not a later position"
                    )));
                }
            }
        }
        let mut replay = Replay {
            certificate,
            rules,
            places,
            wins: HashMap::new(),
            losses: HashMap::new(),
        };
        for &(at, mover, to) in &certificate.wins {
            if !inside(at) || !inside(to) || to <= at {
                return Err(refuse(format!(
                    "the move from position {at} does not lead to a later position"
                )));
            }
            replay.wins.insert((at, mover), to);
        }
        for &(at, mover) in &certificate.losses {
            if !inside(at) {
                return Err(refuse(format!("there is no position {at}")));
            }
            replay.losses.insert((at, mover), ());
        }
        Ok(replay)
    }

    fn name(&self, at: u32) -> &'a str {
        &self.certificate.positions[at as usize]
    }

    /// The options of a position; those that are not in the list of positions are `Err` with their text.
    fn options(&self, at: u32, mover: Mover) -> Result<Vec<Result<u32, String>>, String> {
        match &self.rules {
            None => {
                let lists = &self.certificate.options[at as usize];
                let list = &lists[mover.player().index()];
                Ok(list.iter().copied().map(Ok).collect())
            }
            Some(rules) => Ok(rules
                .options(self.name(at), mover.player())?
                .into_iter()
                .map(|text| self.places.get(text.as_str()).copied().ok_or(text))
                .collect()),
        }
    }

    fn verify(&self, meter: &Meter) -> Result<usize, Failure> {
        let mut steps = 0;
        for &(at, mover, to) in &self.certificate.wins {
            steps += 1;
            meter.check()?;
            self.verify_win(at, mover, to)
                .map_err(|reason| self.failure("win", steps, at, mover, reason))?;
        }
        let wins = steps;
        for &(at, mover) in &self.certificate.losses {
            steps += 1;
            meter.check()?;
            self.verify_loss(at, mover)
                .map_err(|reason| self.failure("loss", steps - wins, at, mover, reason))?;
        }
        let (left, right) = match self.certificate.outcome {
            Letter::L => (true, false),
            Letter::R => (false, true),
            Letter::N => (true, true),
            Letter::P => (false, false),
        };
        for (mover, wins) in [(Mover::L, left), (Mover::R, right)] {
            steps += 1;
            let shown = match wins {
                true => self.wins.contains_key(&(0, mover)),
                false => self.losses.contains_key(&(0, mover)),
            };
            if !shown {
                let lists = if wins { "wins" } else { "losses" };
                let reason = format!("the first position is not among the {lists} of this player");
                return Err(self.failure("outcome", 1, 0, mover, reason));
            }
        }
        Ok(steps)
    }

    fn verify_win(&self, at: u32, mover: Mover, to: u32) -> Result<(), String> {
        let legal = self.options(at, mover)?.contains(&Ok(to));
        if !legal {
            return Err(format!("`{}` is not an option", self.name(to)));
        }
        if !self.losses.contains_key(&(to, mover.opponent())) {
            return Err(format!(
                "the opponent is not shown to lose `{}`",
                self.name(to)
            ));
        }
        Ok(())
    }

    fn verify_loss(&self, at: u32, mover: Mover) -> Result<(), String> {
        for option in self.options(at, mover)? {
            let to = option.map_err(|text| format!("the option `{text}` is not listed"))?;
            if to <= at {
                return Err(format!("`{}` is not a later position", self.name(to)));
            }
            if !self.wins.contains_key(&(to, mover.opponent())) {
                return Err(format!(
                    "the opponent is not shown to win `{}`",
                    self.name(to)
                ));
            }
        }
        Ok(())
    }

    fn failure(&self, list: &str, number: usize, at: u32, mover: Mover, reason: String) -> Failure {
        let claim = format!("{mover:?} to move in `{}`", self.name(at));
        Failure::new(format!("{list} {number}"), claim, reason)
    }
}

#[cfg(test)]
mod tests;
