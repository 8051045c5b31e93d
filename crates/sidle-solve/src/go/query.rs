//! What the search for the score of a board asks, and how far it is.

use sidle_core::{Dyadic, Player};

use super::board::{BoardState, Key};

/// Is the score of a position with a player to move at least a threshold?
#[derive(Clone, Debug)]
pub(super) struct Query {
    pub(super) at: BoardState,
    pub(super) mover: Player,
    pub(super) threshold: Dyadic,
}

pub(super) type Signature = (Key, Player, Dyadic);

pub(super) enum Opened {
    Known(bool),
    Search(Open),
}

/// A question on the path.
pub(super) struct Open {
    pub(super) question: Query,
    /// What remains to be asked about the moves of the mover, and of his opponent.
    pub(super) own: Vec<Query>,
    pub(super) others: Vec<Query>,
    /// Whose move was asked about last?
    pub(super) asked_own: bool,
    pub(super) answer: Option<bool>,
    /// Has a move of the mover an unknown answer?
    pub(super) is_unclear: bool,
}

pub(super) enum Next {
    Answer(Option<bool>),
    Ask(Query),
}

impl Open {
    /// The answer that the mover hopes for.
    pub(super) fn good(&self) -> bool {
        self.question.mover == Player::Left
    }

    /// Takes the answer about the move that was asked about last.
    pub(super) fn take(&mut self, answer: Option<bool>) {
        let good = self.good();
        match (self.asked_own, answer) {
            (true, Some(found)) if found == good => self.answer = Some(good),
            (true, None) => self.is_unclear = true,
            (false, Some(found)) if found != good => self.answer = Some(!good),
            _ => {}
        }
    }

    pub(super) fn next(&mut self) -> Next {
        if self.answer.is_some() {
            return Next::Answer(self.answer);
        }
        if let Some(question) = self.own.pop() {
            self.asked_own = true;
            return Next::Ask(question);
        }
        self.asked_own = false;
        match self.others.pop() {
            Some(question) if !self.is_unclear => Next::Ask(question),
            _ => Next::Answer(None),
        }
    }
}
