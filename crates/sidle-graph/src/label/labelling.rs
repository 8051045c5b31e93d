//! The labels of a symmetric game and the moves that follow from them.

use std::fmt;

use super::Value;
use crate::{
    Csr,
    csr::VertexId,
    word::{Tag, number, tag},
};

/// The outcome class of a vertex of a symmetric game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Label {
    /// The previous player wins: the player to move loses.
    P,
    /// The next player wins: the player to move wins.
    N,
    /// A draw: both can play for ever (or into a drawn end).
    D,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Label::P => "P",
            Label::N => "N",
            Label::D => "D",
        })
    }
}

/// Labels and distances of all vertices of a symmetric game, one word a vertex.
///
/// # Equality
/// Equal exactly when all labels and distances are.
#[derive(Clone, Debug)]
pub struct Labelling<V: VertexId = u32> {
    words: Vec<V>,
}

/// What the player to move gets at a vertex with this word.
pub(super) fn value<V: VertexId>(word: V) -> Value {
    match tag(word) {
        Tag::First => Value::Loss,
        Tag::Second => Value::Win,
        Tag::Open | Tag::Closed => Value::Draw,
    }
}

impl<V: VertexId> Labelling<V> {
    pub(super) fn new(words: Vec<V>) -> Labelling<V> {
        Labelling { words }
    }

    /// The labels of a graph from those of its quotient: each vertex has the word of its class.
    pub(super) fn pull_back(&self, classes: &[V]) -> Labelling<V> {
        Labelling::new(
            classes
                .iter()
                .map(|class| self.words[class.index()])
                .collect(),
        )
    }

    /// How many vertices are labelled: all.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.words.len()
    }

    /// The label of `v`.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn label(&self, v: V) -> Label {
        match value(self.words[v.index()]) {
            Value::Loss => Label::P,
            Value::Win => Label::N,
            Value::Draw => Label::D,
        }
    }

    /// What the player who is to move at `v` gets.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[must_use]
    #[track_caller]
    pub fn value(&self, v: V) -> Value {
        value(self.words[v.index()])
    }

    /// The number of moves until the end when the winner hurries and the loser delays; none for a
    /// draw.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn distance(&self, v: V) -> Option<u64> {
        let word = self.words[v.index()];
        match tag(word) {
            Tag::First | Tag::Second => Some(number(word) as u64),
            Tag::Open | Tag::Closed => None,
        }
    }

    /// Does the play end at `v`? True for leaves and for the given ends.
    ///
    /// # Panics
    /// If `v` is not a vertex of the graph.
    #[must_use]
    #[track_caller]
    pub fn is_end(&self, v: V) -> bool {
        let word = self.words[v.index()];
        tag(word) == Tag::Closed || self.distance(v) == Some(0)
    }

    /// How many vertices are P, N and D.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for &word in &self.words {
            counts[match value(word) {
                Value::Loss => 0,
                Value::Win => 1,
                Value::Draw => 2,
            }] += 1;
        }
        counts
    }

    /// An optimal move from `v`: the shortest win, a safe draw, or the longest loss; the least
    /// vertex among equals. None where the play has ended.
    ///
    /// From N any P-option is a win but not progress, since a P-option may lie farther away than `v`;
    /// the nearest one makes the distance fall with every move.
    ///
    /// Cost: O(out-degree).
    ///
    /// # Panics
    /// If `graph` is not the graph that was labelled.
    #[must_use]
    #[track_caller]
    pub fn best_move(&self, graph: &Csr<V>, v: V) -> Option<V> {
        if self.is_end(v) {
            return None;
        }
        let successors = graph.successors(v).iter().copied();
        let to = |label: Label| successors.clone().filter(move |&w| self.label(w) == label);
        match self.label(v) {
            Label::N => to(Label::P).min_by_key(|&w| (self.distance(w), w)),
            Label::D => to(Label::D).next(),
            // `max_by_key` takes the last of equals; reversed, that is the least vertex.
            Label::P => successors.clone().rev().max_by_key(|&w| self.distance(w)),
        }
    }

    /// [`best_move`](Labelling::best_move) of every vertex.
    #[must_use]
    pub fn strategy(&self, graph: &Csr<V>) -> Vec<Option<V>> {
        graph.vertices().map(|v| self.best_move(graph, v)).collect()
    }
}

impl<V: VertexId> PartialEq for Labelling<V> {
    fn eq(&self, other: &Labelling<V>) -> bool {
        let same = |a: V, b: V| {
            value(a) == value(b) && (value(a) == Value::Draw || number(a) == number(b))
        };
        self.words.len() == other.words.len()
            && self
                .words
                .iter()
                .zip(&other.words)
                .all(|(&a, &b)| same(a, b))
    }
}

impl<V: VertexId> Eq for Labelling<V> {}
