//! Toads and Frogs (Richard Guy; *Winning Ways*, ch. 1) and its relatives.
//!
//! Left's toads `t` move to the right along a strip, Right's frogs `f` to the left. A player slides an
//! animal over empty cells, or lets it jump over animals in its way onto the empty cell behind them.
//! In Backsliding Toads and Frogs animals may also slide back, so that play can go on for ever.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Flow, KnownValue, Normal, Player, Rules, Visit};

use crate::{BoardError, NotationError, Ruleset, read_cells};

/// How many cells a strip may have.
const CAPACITY: usize = 128;

/// The rules of a game of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToadsAndFrogs {
    /// The shortest slide; negative slides go backward, a slide of length 0 is none.
    pub min_slide: i32,
    /// The longest slide.
    pub max_slide: i32,
    /// How many animals an animal may jump over.
    pub max_jump: u32,
    /// May an animal jump over its own kind (over animals of one kind in each jump)?
    pub allow_friendly_jump: bool,
}

impl ToadsAndFrogs {
    /// Slides of one cell, jumps over one enemy.
    pub const STANDARD: ToadsAndFrogs = ToadsAndFrogs {
        min_slide: 1,
        max_slide: 1,
        max_jump: 1,
        allow_friendly_jump: false,
    };

    /// Slides of one cell forward and backward, jumps over one enemy. The game is loopy.
    pub const BACKSLIDING: ToadsAndFrogs = ToadsAndFrogs {
        min_slide: -1,
        ..ToadsAndFrogs::STANDARD
    };

    /// Slides of one cell, no jumps.
    pub const ELEPHANTS_AND_RHINOS: ToadsAndFrogs = ToadsAndFrogs {
        max_jump: 0,
        ..ToadsAndFrogs::STANDARD
    };

    /// Does nobody ever go back, nor over a friend? Then animals that cannot pass each other are a wall.
    fn goes_on(&self) -> bool {
        self.min_slide > 0 && !self.allow_friendly_jump
    }

    /// Reads a strip, such as `tt..ff`.
    pub fn parse(text: &str) -> Result<Strip, BoardError> {
        let mut rows = read_cells(text, ".tf")?;
        if rows.len() > 1 {
            let offset = text.find('|').unwrap_or(0);
            return Err(BoardError::Rule {
                offset,
                row: 1,
                column: rows[0].len() + 1,
                message: "a strip has one row".to_owned(),
            });
        }
        let cells = rows.remove(0);
        if cells.len() > CAPACITY {
            return Err(BoardError::TooLarge {
                rows: 1,
                columns: cells.len(),
                capacity: CAPACITY,
            });
        }
        let mut animals = [0; 2];
        for (cell, &kind) in cells.iter().enumerate().filter(|(_, kind)| **kind > 0) {
            animals[kind as usize - 1] |= 1 << cell;
        }
        Ok(Strip {
            animals,
            length: cells.len() as u8,
        })
    }
}

/// The animals on a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strip {
    /// Toads, frogs, a bit a cell.
    animals: [u128; 2],
    length: u8,
}

/// The cells `0..n`.
fn first(n: usize) -> u128 {
    match n {
        CAPACITY.. => u128::MAX,
        _ => (1 << n) - 1,
    }
}

/// The cells of a set, from the left.
fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

impl Strip {
    /// The strip seen from the other end, with the animals exchanged.
    fn turned(self) -> Strip {
        let unused = CAPACITY as u32 - u32::from(self.length);
        let turn = |set: u128| set.reverse_bits().checked_shr(unused).unwrap_or(0);
        let [toads, frogs] = self.animals.map(turn);
        Strip {
            animals: [frogs, toads],
            length: self.length,
        }
    }

    fn has(&self, kind: usize, cell: usize) -> bool {
        self.animals[kind] >> cell & 1 == 1
    }

    /// The animals on the cells `from..to`, as a strip of their own.
    fn cut(&self, from: usize, to: usize) -> Strip {
        let shifted = |set: u128| set.checked_shr(from as u32).unwrap_or(0) & first(to - from);
        Strip {
            animals: self.animals.map(shifted),
            length: (to - from) as u8,
        }
    }

    /// The end of the run of cells from `from` on that are in a set.
    fn run_end(set: u128, from: usize) -> usize {
        from + set.checked_shr(from as u32).unwrap_or(0).trailing_ones() as usize
    }

    /// The part of a run of animals `from..to`, with nothing empty between them, that stands there for ever:
    /// from the first `crowd` toads, or the end of the strip, to the last `crowd` frogs, or the other end. What is
    /// between them has nowhere to go, and nobody jumps over so many. At the ends of the strip, frogs that have
    /// arrived at the left and toads that have arrived at the right are dead too.
    fn dead(&self, from: usize, to: usize, crowd: usize) -> (usize, usize) {
        // A row of animals of one kind lies in one run.
        let run = first(to) & !first(from);
        let [toads, frogs] = [0, 1].map(|kind| self.crowds(kind, crowd) & run);
        let (at_left, at_right) = (from == 0, to == usize::from(self.length));
        let begin = match toads {
            _ if at_left => Some(0),
            0 => None,
            _ => Some(toads.trailing_zeros() as usize),
        };
        let end = match frogs {
            _ if at_right => Some(to),
            0 => None,
            _ => Some(CAPACITY - frogs.leading_zeros() as usize + crowd - 1),
        };
        match (begin, end) {
            (Some(begin), Some(end)) if begin < end => (begin, end),
            _ if at_left => (0, Strip::run_end(self.animals[1], 0)),
            _ if at_right => {
                let toads = self.animals[0] << (CAPACITY - to);
                (to - toads.leading_ones() as usize, to)
            }
            _ => (to, to),
        }
    }

    /// Where `crowd` animals of a kind in a row begin.
    fn crowds(&self, kind: usize, crowd: usize) -> u128 {
        let mut crowds = self.animals[kind];
        for _ in 1..crowd {
            crowds &= crowds >> 1;
        }
        crowds
    }

    /// A quick look: may there be dead animals, or some that are numbers?
    fn may_split(&self, crowd: usize, usual: bool) -> bool {
        let [toads, frogs] = self.animals;
        let taken = toads | frogs;
        let length = usize::from(self.length);
        if taken == 0 {
            return false;
        }
        let [toads_before, frogs_before] = [toads, frogs].map(u128::trailing_zeros);
        let [toads_after, frogs_after] = [toads, frogs].map(u128::leading_zeros);
        if usual && (frogs_before < toads_before || toads_after < frogs_after) {
            return true;
        }
        let [toad_crowds, frog_crowds] = [0, 1].map(|kind| self.crowds(kind, crowd));
        let at_left = first(taken.trailing_ones() as usize);
        let from_right = taken << (CAPACITY - length);
        let at_right = !first(length - from_right.leading_ones() as usize);
        at_left & (frog_crowds | frogs & 1) != 0
            || at_right & (toad_crowds | toads & 1 << (length - 1)) != 0
            || taken == first(length)
            || toad_crowds.trailing_zeros() < 127u32.saturating_sub(frog_crowds.leading_zeros())
    }

    /// Takes the toads behind the last frog and the frogs before the first toad away, and closes the gaps; how many
    /// moves Left had more with them. Only if there are animals of both kinds.
    ///
    /// X T □ⁿ = X □ⁿ + n, the terminal toads theorem (J. Erickson, "New Toads and Frogs results", 1996).
    fn without_terminal(mut self) -> (Strip, i64) {
        let [toads, frogs] = self.animals;
        if toads == 0 || frogs == 0 {
            return (self, 0);
        }
        let last = CAPACITY - frogs.leading_zeros() as usize;
        let before = toads.trailing_zeros() as usize;
        let empty = first(usize::from(self.length)) & !(toads | frogs);
        let ends = [toads & !first(last), frogs & first(before)];
        if ends == [0, 0] {
            return (self, 0);
        }
        let ahead: u32 = cells(ends[0])
            .map(|toad| (empty >> toad).count_ones())
            .sum();
        let behind: u32 = cells(ends[1])
            .map(|frog| (empty & first(frog)).count_ones())
            .sum();
        // Toads go first: what lies before them keeps its place.
        self.animals[0] &= !ends[0];
        let gone = ends[1].count_ones();
        self.animals[1] &= !ends[1];
        self.animals = self.animals.map(|set| set >> gone);
        self.length -= (ends[0].count_ones() + gone) as u8;
        (self, i64::from(ahead) - i64::from(behind))
    }

    /// One animal that has so many moves.
    fn number(moves: i64) -> Strip {
        let length = moves.unsigned_abs() as usize + 1;
        let mut animals = [0; 2];
        match moves {
            0.. => animals[0] = 1,
            _ => animals[1] = 1 << (length - 1),
        }
        Strip {
            animals,
            length: length as u8,
        }
    }

    /// Is every move a jump to an empty cell that has no empty neighbour? Then the position is 0: the animal that was
    /// jumped over steps into the cell that became free, and nothing has changed (Erickson's death leap principle).
    fn only_death_leaps(&self) -> bool {
        let [toads, frogs] = self.animals;
        let empty = first(usize::from(self.length)) & !(toads | frogs);
        let jumps = (toads << 1 & frogs) << 1 | (frogs >> 1 & toads) >> 1;
        let lonely = empty & !(empty << 1 | empty >> 1);
        (toads << 1 | frogs >> 1) & empty == 0 && jumps & empty & !lonely == 0
    }

    /// The moves of the usual game, in which slides and jumps are those to the next cell and over it.
    fn steps_and_jumps(&self, player: Player, back: bool, visit: Visit<'_, Strip>) -> Flow {
        let free = first(usize::from(self.length)) & !(self.animals[0] | self.animals[1]);
        let [own, enemies] = [player, -player].map(|of| self.animals[of.index()]);
        for from in cells(own) {
            let here = 1u128 << from;
            let (ahead, behind, beyond) = match player {
                Player::Left => (here << 1, here >> 1, here << 2),
                Player::Right => (here >> 1, here << 1, here >> 2),
            };
            let mut go = |to: u128| {
                let mut next = *self;
                next.animals[player.index()] = own & !here | to;
                visit(next)
            };
            if free & ahead != 0 {
                go(ahead)?;
            }
            if back && free & behind != 0 {
                go(behind)?;
            }
            if enemies & ahead != 0 && free & beyond != 0 {
                go(beyond)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the strips that arise when `player` moves the animal on `from` to one of the cells.
    fn go(&self, player: Player, from: usize, to: usize, visit: Visit<'_, Strip>) -> Flow {
        let mut next = *self;
        let own = &mut next.animals[player.index()];
        *own = *own & !(1 << from) | 1 << to;
        visit(next)
    }
}

impl Rules for ToadsAndFrogs {
    type Position = Strip;

    fn options(&self, at: &Strip, player: Player, visit: Visit<'_, Strip>) -> Flow {
        if *self == ToadsAndFrogs::STANDARD || *self == ToadsAndFrogs::BACKSLIDING {
            return at.steps_and_jumps(player, self.min_slide < 0, visit);
        }
        let forward: i32 = match player {
            Player::Left => 1,
            Player::Right => -1,
        };
        let taken = at.animals[0] | at.animals[1];
        // The cell `steps` steps ahead, if it is on the strip.
        let ahead = |from: usize, steps: i64| {
            let cell = from as i64 + i64::from(forward) * steps;
            (0..i64::from(at.length))
                .contains(&cell)
                .then_some(cell as usize)
        };
        let is_free = |cell: usize| taken >> cell & 1 == 0;
        for from in cells(at.animals[player.index()]) {
            for direction in [1, -1i64] {
                let mut steps = 0i64;
                while let Some(to) = ahead(from, steps + direction).filter(|&to| is_free(to)) {
                    steps += direction;
                    if (i64::from(self.min_slide)..=i64::from(self.max_slide)).contains(&steps) {
                        at.go(player, from, to, visit)?;
                    }
                }
            }
            for over in Player::BOTH {
                if over == player && !self.allow_friendly_jump {
                    continue;
                }
                let mut jumped = 0;
                while let Some(cell) = ahead(from, i64::from(jumped) + 1) {
                    if jumped > 0 && is_free(cell) {
                        at.go(player, from, cell, visit)?;
                    }
                    if jumped == self.max_jump || !at.has(over.index(), cell) {
                        break;
                    }
                    jumped += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Where nobody goes back, crowds that cannot pass each other stand there for ever: a wall between what
    /// lies to their left and to their right. In the usual game the toads that have no frog before them, and the
    /// frogs that have no toad before them, are numbers.
    fn decompose(&self, at: &Strip, part: &mut dyn FnMut(Strip)) -> bool {
        if !self.goes_on() {
            return false;
        }
        let crowd = (self.max_jump as usize).min(CAPACITY) + 1;
        let length = usize::from(at.length);
        let usual = *self == ToadsAndFrogs::STANDARD;
        if !at.may_split(crowd, usual) {
            return false;
        }
        let taken = at.animals[0] | at.animals[1];
        let mut number = 0;
        let mut hand_out = |from: usize, to: usize| {
            let mut piece = at.cut(from, to);
            let mut moves = 0;
            if usual {
                (piece, moves) = piece.without_terminal();
            }
            number += moves;
            if piece.length == at.length {
                return false;
            }
            if piece.animals != [0, 0] && piece.length > 1 {
                part(piece);
            }
            true
        };
        let mut begin = 0;
        let mut cell = 0;
        let mut split = false;
        while cell < length {
            let to = Strip::run_end(taken, cell);
            if to == cell {
                cell += taken
                    .checked_shr(cell as u32)
                    .map_or(CAPACITY as u32, u128::trailing_zeros) as usize;
                continue;
            }
            let (dead, alive) = at.dead(cell, to, crowd);
            if dead < alive {
                split = true;
                if begin < dead {
                    hand_out(begin, dead);
                }
                begin = alive;
            }
            cell = to;
        }
        if begin < length {
            split = hand_out(begin, length) || split;
        }
        while number != 0 {
            let some = number.clamp(1 - CAPACITY as i64, CAPACITY as i64 - 1);
            number -= some;
            part(Strip::number(some));
        }
        split
    }

    /// Where no toad has a frog before it, each animal walks to its end, a move for each empty cell on
    /// its way. In the usual game, 0 where all moves are death leaps.
    fn known_value(&self, at: &Strip) -> Option<KnownValue> {
        let [toads, frogs] = at.animals;
        if self.min_slide != 1 || self.max_slide < 1 || self.allow_friendly_jump {
            return None;
        }
        if toads != 0 && frogs != 0 && toads.trailing_zeros() < 127 - frogs.leading_zeros() {
            let zero = *self == ToadsAndFrogs::STANDARD && at.only_death_leaps();
            return zero.then(|| KnownValue::from(0));
        }
        let empty = first(usize::from(at.length)) & !(toads | frogs);
        let left: u32 = cells(toads).map(|toad| (empty >> toad).count_ones()).sum();
        let right: u32 = cells(frogs)
            .map(|frog| (empty & first(frog)).count_ones())
            .sum();
        Some(KnownValue::from(i64::from(left) - i64::from(right)))
    }

    fn normalize(&self, at: Strip) -> Normal<Strip> {
        let turned = at.turned();
        Normal {
            position: at.min(turned),
            negated: turned < at,
        }
    }

    /// How many toads have a frog before them, counted once for each such frog: jumps lower it,
    /// slides leave it.
    fn depth_hint(&self, at: &Strip) -> u64 {
        let [toads, frogs] = at.animals;
        cells(toads)
            .map(|toad| u64::from((frogs >> toad).count_ones()))
            .sum()
    }

    fn always_ends(&self) -> bool {
        // Nobody goes back.
        self.min_slide > 0
    }

    fn name(&self) -> Cow<'static, str> {
        if *self == ToadsAndFrogs::STANDARD {
            return "game.strip.ToadsAndFrogs".into();
        }
        if *self == ToadsAndFrogs::BACKSLIDING {
            return "game.strip.BackslidingToadsAndFrogs".into();
        }
        if *self == ToadsAndFrogs::ELEPHANTS_AND_RHINOS {
            return "game.strip.ElephantsAndRhinos".into();
        }
        format!(
            "game.strip.GenToadsAndFrogs({}, {}, {}, {})",
            self.min_slide, self.max_slide, self.max_jump, self.allow_friendly_jump
        )
        .into()
    }

    fn write(&self, at: &Strip, f: &mut dyn fmt::Write) -> fmt::Result {
        for cell in 0..at.length as usize {
            let [toad, frog] = [0, 1].map(|kind| at.has(kind, cell));
            f.write_char(match (toad, frog) {
                (true, _) => 't',
                (_, true) => 'f',
                _ => '.',
            })?;
        }
        Ok(())
    }
}

impl Ruleset for ToadsAndFrogs {
    fn letters(&self) -> Option<&'static str> {
        Some(".tf")
    }

    fn parse(&self, text: &str) -> Result<Strip, NotationError> {
        Ok(ToadsAndFrogs::parse(text)?)
    }

    fn negative(&self, at: &Strip) -> Option<Strip> {
        Some(at.turned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of the usual game are those of the family with the same parameters.
    #[test]
    fn usual_moves_are_those_of_the_family() {
        for game in [ToadsAndFrogs::STANDARD, ToadsAndFrogs::BACKSLIDING] {
            for length in 0..8u32 {
                for number in 0..3usize.pow(length) {
                    let cell = |i: u32| [".", "t", "f"][number / 3usize.pow(i) % 3];
                    let text: String = (0..length).map(cell).collect();
                    let strip = ToadsAndFrogs::parse(&text).expect("a strip");
                    // A longest slide of 1 cell and a longest jump over 1 animal, said in another way.
                    let general = |player: Player| {
                        let mut found = Vec::new();
                        for from in cells(strip.animals[player.index()]) {
                            let step = if player == Player::Left { 1 } else { -1i64 };
                            let at = |steps: i64| {
                                let cell = from as i64 + step * steps;
                                (0..i64::from(strip.length))
                                    .contains(&cell)
                                    .then_some(cell as usize)
                            };
                            let free = |cell: usize| !strip.has(0, cell) && !strip.has(1, cell);
                            let mut go = |to: usize| {
                                let _ = strip.go(player, from, to, &mut |next| {
                                    found.push(next);
                                    ControlFlow::Continue(())
                                });
                            };
                            if let Some(to) = at(1).filter(|&to| free(to)) {
                                go(to);
                            }
                            if let Some(to) = at(-1).filter(|&to| free(to) && game.min_slide < 0) {
                                go(to);
                            }
                            if let (Some(over), Some(to)) = (at(1), at(2))
                                && strip.has((-player).index(), over)
                                && free(to)
                            {
                                go(to);
                            }
                        }
                        found
                    };
                    for player in Player::BOTH {
                        assert_eq!(
                            game.collect_options(&strip, player),
                            general(player),
                            "{text}"
                        );
                    }
                }
            }
        }
    }
}
