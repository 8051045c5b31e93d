//! Strips with toads and frogs.

use std::ops::ControlFlow;

use sidle_core::{Flow, Player, Visit};

use crate::Bits;

/// The animals on a strip of up to `64 * N` cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strip<const N: usize> {
    /// Toads, frogs.
    pub(super) animals: [Bits<N>; 2],
    pub(super) length: u16,
}

impl<const N: usize> Strip<N> {
    /// The strip with the given cells: 0 empty, 1 a toad, 2 a frog.
    pub(super) fn new(cells: &[u8]) -> Strip<N> {
        let mut animals = [Bits::EMPTY; 2];
        for (cell, &kind) in cells.iter().enumerate().filter(|(_, kind)| **kind > 0) {
            let own = &mut animals[usize::from(kind) - 1];
            *own = own.with(cell);
        }
        Strip {
            animals,
            length: cells.len() as u16,
        }
    }

    /// The cells with animals.
    #[inline]
    pub(super) fn taken(&self) -> Bits<N> {
        self.animals[0] | self.animals[1]
    }

    /// The cells without animals.
    #[inline]
    fn empty(&self) -> Bits<N> {
        Bits::first(usize::from(self.length)) & !self.taken()
    }

    /// The strip seen from the other end, with the animals exchanged.
    pub(super) fn turned(self) -> Strip<N> {
        let turn = |set: Bits<N>| set.reversed(usize::from(self.length));
        let [toads, frogs] = self.animals.map(turn);
        Strip {
            animals: [frogs, toads],
            length: self.length,
        }
    }

    /// Has some toad a frog before it?
    #[inline]
    pub(super) fn has_meetings(&self) -> bool {
        let [toads, frogs] = self.animals;
        matches!((toads.lowest(), frogs.highest()), (Some(toad), Some(frog)) if toad < frog)
    }

    /// How many empty cells these toads and these frogs have before them.
    pub(super) fn walks(&self, [toads, frogs]: [Bits<N>; 2]) -> [i64; 2] {
        let empty = self.empty();
        let ahead = |toad: usize| (empty >> toad).len() as i64;
        let behind = |frog: usize| (empty & Bits::first(frog)).len() as i64;
        [
            toads.iter().map(ahead).sum(),
            frogs.iter().map(behind).sum(),
        ]
    }

    /// The animals on the cells `from..to`, as a strip of their own.
    fn cut(&self, from: usize, to: usize) -> Strip<N> {
        let mask = Bits::first(to - from);
        Strip {
            animals: self.animals.map(|set| (set >> from) & mask),
            length: (to - from) as u16,
        }
    }

    /// Is every move a jump to an empty cell that has no empty neighbour? Then the position is 0: the animal that was
    /// jumped over steps into the cell that became free, and nothing has changed (Erickson's death leap principle).
    pub(super) fn only_death_leaps(&self) -> bool {
        let [toads, frogs] = self.animals;
        let empty = self.empty();
        let steps = (toads << 1) | (frogs >> 1);
        let jumps = ((toads << 1 & frogs) << 1) | ((frogs >> 1 & toads) >> 1);
        let neighbours = (empty << 1) | (empty >> 1);
        (steps & empty).is_empty() && (jumps & empty & neighbours).is_empty()
    }

    /// A quick look: may there be dead animals, or some that are numbers?
    pub(super) fn may_split(&self, crowd: usize, usual: bool) -> bool {
        let [toads, frogs] = self.animals;
        let taken = self.taken();
        let length = usize::from(self.length);
        if taken.is_empty() {
            return false;
        }
        if usual && self.has_terminal() {
            return true;
        }
        let empty = Bits::first(length) & !taken;
        let (Some(gap), Some(last_gap)) = (empty.lowest(), empty.highest()) else {
            return true;
        };
        let [toad_crowds, frog_crowds] = self.animals.map(|kind| crowds(kind, crowd));
        let wall = matches!(
            (toad_crowds.lowest(), frog_crowds.highest()),
            (Some(toads), Some(frogs)) if toads < frogs
        );
        wall || frogs.contains(0)
            || toads.contains(length - 1)
            || frog_crowds.lowest().is_some_and(|frog| frog < gap)
            || toad_crowds.highest().is_some_and(|toad| toad > last_gap)
    }

    /// Are there toads behind the last frog, or frogs before the first toad?
    fn has_terminal(&self) -> bool {
        let [toads, frogs] = self.animals;
        let before = frogs
            .lowest()
            .is_some_and(|frog| toads.lowest().is_none_or(|toad| frog < toad));
        before
            || toads
                .highest()
                .is_some_and(|toad| frogs.highest().is_none_or(|frog| frog < toad))
    }

    /// Hands out the parts of a strip on which nobody goes back: crowds that cannot pass each other are a wall
    /// between what lies to their left and to their right. In the usual game toads that have no frog before them, and
    /// frogs that have no toad before them, are numbers. False, with nothing handed out, if there is one part only.
    pub(super) fn split(&self, crowd: usize, usual: bool, part: &mut dyn FnMut(Strip<N>)) -> bool {
        let taken = self.taken();
        let length = usize::from(self.length);
        let mut number = 0;
        let mut hand_out = |from: usize, to: usize| {
            let mut piece = self.cut(from, to);
            if usual {
                number += piece.take_terminal();
            }
            if piece.length == self.length {
                return false;
            }
            if !piece.taken().is_empty() && piece.length > 1 {
                part(piece);
            }
            true
        };
        let (mut begin, mut split) = (0, false);
        let mut rest = taken;
        while let Some(from) = rest.lowest() {
            let to = from + (!(taken >> from)).lowest().unwrap_or(length - from);
            rest = rest & !Bits::first(to);
            let (dead, alive) = self.dead(from, to, crowd);
            if dead < alive {
                split = true;
                if begin < dead {
                    hand_out(begin, dead);
                }
                begin = alive;
            }
        }
        if begin < length {
            split = hand_out(begin, length) || split;
        }
        let most = Bits::<N>::CAPACITY as i64 - 1;
        while number != 0 {
            let some = number.clamp(-most, most);
            number -= some;
            part(Strip::number(some));
        }
        split
    }

    /// The part of a run of animals `from..to`, with nothing empty between them, that stands there for ever:
    /// from the first `crowd` toads, or the end of the strip, to the last `crowd` frogs, or the other end. What is
    /// between them has nowhere to go, and nobody jumps over so many. At the ends of the strip, frogs that have
    /// arrived at the left and toads that have arrived at the right are dead too.
    fn dead(&self, from: usize, to: usize, crowd: usize) -> (usize, usize) {
        // A row of animals of one kind lies in one run.
        let run = Bits::first(to) & !Bits::first(from);
        let [toads, frogs] = self.animals.map(|kind| crowds(kind, crowd) & run);
        let (at_left, at_right) = (from == 0, to == usize::from(self.length));
        let begin = if at_left { Some(0) } else { toads.lowest() };
        let end = if at_right {
            Some(to)
        } else {
            frogs.highest().map(|frog| frog + crowd)
        };
        let [toads, frogs] = self.animals;
        match (begin, end) {
            (Some(begin), Some(end)) if begin < end => (begin, end),
            _ if at_left => (0, (!frogs).lowest().unwrap_or(to)),
            _ if at_right => {
                let arrived = (Bits::first(to) & !toads).highest();
                (arrived.map_or(0, |other| other + 1), to)
            }
            _ => (to, to),
        }
    }

    /// Takes the toads behind the last frog and the frogs before the first toad away, and closes the gaps; how many
    /// moves Left had more with them. Only if there are animals of both kinds.
    ///
    /// X T □ⁿ = X □ⁿ + n, the terminal toads theorem (J. Erickson, "New Toads and Frogs results", 1996).
    fn take_terminal(&mut self) -> i64 {
        let [toads, frogs] = self.animals;
        let (Some(toad), Some(frog)) = (toads.lowest(), frogs.highest()) else {
            return 0;
        };
        let ends = [toads & !Bits::first(frog), frogs & Bits::first(toad)];
        if (ends[0] | ends[1]).is_empty() {
            return 0;
        }
        let [ahead, behind] = self.walks(ends);
        // Toads go first: what lies before them keeps its place.
        let gone = ends[1].len();
        self.animals = [toads & !ends[0], frogs & !ends[1]].map(|set| set >> gone);
        self.length -= (ends[0].len() + gone) as u16;
        ahead - behind
    }

    /// One animal that has so many moves.
    fn number(moves: i64) -> Strip<N> {
        let length = moves.unsigned_abs() as usize + 1;
        let animals = match moves {
            0.. => [Bits::single(0), Bits::EMPTY],
            _ => [Bits::EMPTY, Bits::single(length - 1)],
        };
        Strip {
            animals,
            length: length as u16,
        }
    }

    /// The moves of the usual game, in which slides and jumps are those to the next cell and over it.
    pub(super) fn steps_and_jumps(
        &self,
        player: Player,
        back: bool,
        visit: Visit<'_, Strip<N>>,
    ) -> Flow {
        let free = self.empty();
        let [own, enemies] = [player, -player].map(|of| self.animals[of.index()]);
        let (ahead, behind) = match player {
            Player::Left => (free >> 1, free << 1),
            Player::Right => (free << 1, free >> 1),
        };
        let beyond = match player {
            Player::Left => (enemies & ahead) >> 1,
            Player::Right => (enemies & ahead) << 1,
        };
        let slides = if back { behind } else { Bits::EMPTY };
        let forward = match player {
            Player::Left => 1,
            Player::Right => -1,
        };
        // The sets say that the cell is on the strip.
        let to = |from: usize, steps: isize| from.wrapping_add_signed(steps * forward);
        for from in (own & (ahead | slides | beyond)).iter() {
            if ahead.contains(from) {
                self.go(player, from, to(from, 1), visit)?;
            }
            if slides.contains(from) {
                self.go(player, from, to(from, -1), visit)?;
            }
            if beyond.contains(from) {
                self.go(player, from, to(from, 2), visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the strip on which `player` has moved the animal on one cell to another.
    #[inline]
    pub(super) fn go(
        &self,
        player: Player,
        from: usize,
        to: usize,
        visit: Visit<'_, Strip<N>>,
    ) -> Flow {
        let mut next = *self;
        let own = &mut next.animals[player.index()];
        *own = own.without(from).with(to);
        visit(next)
    }
}

/// Where `crowd` animals of a kind in a row begin.
fn crowds<const N: usize>(kind: Bits<N>, crowd: usize) -> Bits<N> {
    (1..crowd).fold(kind, |crowds, _| crowds & (crowds >> 1))
}
