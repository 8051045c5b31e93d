//! Pseudonumbers and stops.

use std::{cmp::Ordering, collections::HashMap};

use sidle_core::{Dyadic, Player};

use super::{Kind, Loopy, Stopper, tables::Node};

/// The stoppers that behave like numbers: where play stops.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Pseudonumber {
    /// `off`.
    Off,
    /// `x + under`.
    Under(Dyadic),
    /// A number.
    Number(Dyadic),
    /// `x + over`.
    Over(Dyadic),
    /// `on`.
    On,
}

impl Pseudonumber {
    fn key(&self) -> (i32, Option<&Dyadic>, i32) {
        match self {
            Pseudonumber::Off => (-1, None, 0),
            Pseudonumber::Under(x) => (0, Some(x), -1),
            Pseudonumber::Number(x) => (0, Some(x), 0),
            Pseudonumber::Over(x) => (0, Some(x), 1),
            Pseudonumber::On => (1, None, 0),
        }
    }

    /// The number that this one is, or is infinitely close to; `None` for `on` and `off`.
    #[must_use]
    pub fn number(&self) -> Option<&Dyadic> {
        self.key().1
    }
}

/// Pseudonumbers are totally ordered.
impl Ord for Pseudonumber {
    fn cmp(&self, other: &Pseudonumber) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Pseudonumber {
    fn partial_cmp(&self, other: &Pseudonumber) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'s> Loopy<'s> {
    /// The pseudonumber that a stopper is: a number, `x over`, `x under`, `on` or `off`.
    #[must_use]
    pub fn as_pseudonumber(self, stopper: Stopper) -> Option<Pseudonumber> {
        self.pseudonumber(self.node(stopper))
    }

    pub(super) fn pseudonumber(self, node: Node) -> Option<Pseudonumber> {
        if let Kind::Short(game) = self.kind(node) {
            return self.store.as_number(game).map(Pseudonumber::Number);
        }
        let left = self.node_options(node, Player::Left);
        let right = self.node_options(node, Player::Right);
        let number = |list: &[Node]| match list {
            [option] => match self.kind(*option) {
                Kind::Short(game) => self.store.as_number(game),
                _ => None,
            },
            _ => None,
        };
        match (&left[..], &right[..]) {
            ([pass], []) if *pass == node => Some(Pseudonumber::On),
            ([], [pass]) if *pass == node => Some(Pseudonumber::Off),
            ([pass], list) if *pass == node => number(list).map(Pseudonumber::Under),
            (list, [pass]) if *pass == node => number(list).map(Pseudonumber::Over),
            _ => None,
        }
    }

    /// The stopper of a pseudonumber.
    #[must_use]
    pub fn pseudonumber_value(self, stop: &Pseudonumber) -> Stopper {
        match stop {
            Pseudonumber::Off => self.off(),
            Pseudonumber::Under(x) => self.number_under(x),
            Pseudonumber::Number(x) => Stopper::Short(self.store.number(x)),
            Pseudonumber::Over(x) => self.number_over(x),
            Pseudonumber::On => self.on(),
        }
    }

    /// The Left or Right stop: where alternating play ends when `player` starts and both play for the
    /// best pseudonumber. Play of a stopper ends, so this is a search of an acyclic graph.
    #[must_use]
    pub fn stop(self, stopper: Stopper, player: Player) -> Pseudonumber {
        let mut stops = Stops::new(self);
        stops.of(self.node(stopper), player)
    }

    /// Are both stops the same number, up to infinitesimals?
    #[must_use]
    pub fn is_numberish(self, stopper: Stopper) -> bool {
        self.numberish(self.node(stopper), &mut Stops::new(self))
            .is_some()
    }

    /// Are both stops 0, up to infinitesimals?
    #[must_use]
    pub fn is_infinitesimal(self, stopper: Stopper) -> bool {
        self.numberish(self.node(stopper), &mut Stops::new(self))
            .is_some_and(|x| x.is_zero())
    }

    pub(super) fn numberish(self, node: Node, stops: &mut Stops<'_>) -> Option<Dyadic> {
        let (left, right) = (stops.of(node, Player::Left), stops.of(node, Player::Right));
        let number = left.number()?;
        (right.number() == Some(number)).then(|| number.clone())
    }

    /// Is every cycle of the canonical form a pass move?
    #[must_use]
    pub fn is_plumtree(self, stopper: Stopper) -> bool {
        self.followers_of(self.node(stopper))
            .into_iter()
            .all(|node| self.tables().component(node).count() <= 1)
    }
}

/// Stops that have been found.
pub(super) struct Stops<'s> {
    loopy: Loopy<'s>,
    found: HashMap<(Node, Player), Pseudonumber>,
}

impl<'s> Stops<'s> {
    pub(super) fn new(loopy: Loopy<'s>) -> Stops<'s> {
        Stops {
            loopy,
            found: HashMap::new(),
        }
    }

    pub(super) fn of(&mut self, node: Node, player: Player) -> Pseudonumber {
        let mut path = vec![(node, player)];
        while let Some(&state) = path.last() {
            if self.found.contains_key(&state) {
                path.pop();
                continue;
            }
            if let Some(stop) = self.loopy.pseudonumber(state.0) {
                self.found.insert(state, stop);
                continue;
            }
            let options = self.loopy.node_options(state.0, state.1);
            let waiting: Vec<(Node, Player)> = options
                .iter()
                .map(|&option| (option, -state.1))
                .filter(|next| !self.found.contains_key(next))
                .collect();
            if waiting.is_empty() {
                let stops = options
                    .iter()
                    .map(|&option| &self.found[&(option, -state.1)]);
                let best = match state.1 {
                    Player::Left => stops.max().cloned().unwrap_or(Pseudonumber::Off),
                    Player::Right => stops.min().cloned().unwrap_or(Pseudonumber::On),
                };
                self.found.insert(state, best);
            } else {
                path.extend(waiting);
            }
        }
        self.found[&(node, player)].clone()
    }
}
