//! Cutcake and its relatives.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Decompose, Flow, Normal, Normalize, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Family, Input, Opener, game};
use crate::sample;
use smallvec::SmallVec;

use super::{HeapRule, pair};
use crate::{notation::NotationError, ruleset::Ruleset};

/// The family of Cutcake (Winning Ways, chapters 2 and 8). A cake has `m` rows and `n` columns; Left
/// treats the number of columns as a heap and moves on it by a rule, which leaves several cakes with
/// `m` rows each; Right does the same with the rows. In a twisted game a cake is turned by a quarter
/// before the move.
///
/// A position is written `3,4`; several cakes `3,4;1,2`.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, heap::Cutcake};
/// let game = Cutcake::standard();
/// let cake = game.parse("(3,4)").unwrap();
/// assert_eq!(game.collect_options(&cake, Player::Left).len(), 2);
/// assert_eq!(game.collect_options(&cake, Player::Right).len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cutcake {
    left: HeapRule,
    right: HeapRule,
    twisted: bool,
    /// The name of a game that is not one of the named games.
    name: Option<Cow<'static, str>>,
}

/// A cut into equal pieces leaves up to as many cakes as there were rows, so that there must not be too many.
const MOST_PIECES: u32 = 100_000;

/// Cakes, rows first, in order.
pub type Cakes = SmallVec<[(u32, u32); 2]>;

impl Cutcake {
    /// A game of the family.
    pub fn new(left: HeapRule, right: HeapRule, twisted: bool) -> Cutcake {
        Cutcake {
            left,
            right,
            twisted,
            name: None,
        }
    }

    /// The same game with a name of its own.
    #[must_use]
    pub fn named(mut self, name: impl Into<Cow<'static, str>>) -> Cutcake {
        self.name = Some(name.into());
        self
    }

    fn plain(rule: HeapRule, twisted: bool) -> Cutcake {
        Cutcake::new(rule.clone(), rule, twisted)
    }

    /// Cutcake: split in two.
    pub fn standard() -> Cutcake {
        Cutcake::plain(HeapRule::SplitInTwo, false)
    }

    /// Maundy Cake: split into equal parts.
    pub fn maundy_cake() -> Cutcake {
        Cutcake::plain(HeapRule::SplitEqually, false)
    }

    /// Eatcake: eat one row or column.
    pub fn eatcake() -> Cutcake {
        Cutcake::plain(HeapRule::eatcake(), false)
    }

    /// Turn-and-Eatcake: Eatcake, twisted.
    pub fn turn_and_eatcake() -> Cutcake {
        Cutcake::plain(HeapRule::eatcake(), true)
    }
}

impl Cutcake {
    /// A cake as it lies before a move.
    fn turned(&self, (m, n): (u32, u32)) -> (u32, u32) {
        if self.twisted { (n, m) } else { (m, n) }
    }
}

impl Rules for Cutcake {
    type Position = Cakes;

    fn options(&self, at: &Cakes, player: Player, visit: Visit<'_, Cakes>) -> Flow {
        for (i, &cake) in at.iter().enumerate() {
            let (m, n) = self.turned(cake);
            let (rule, heap) = match player {
                Player::Left => (&self.left, n),
                Player::Right => (&self.right, m),
            };
            rule.visit_options(heap, &mut |pieces| {
                let mut next = at.clone();
                next.remove(i);
                next.extend(pieces.into_iter().map(|piece| match player {
                    Player::Left => (m, piece),
                    Player::Right => (piece, n),
                }));
                visit(next)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, Cakes> {
        Shortcuts {
            decompose: Some(self),
            normalize: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn name(&self) -> Cow<'static, str> {
        if let Some(name) = &self.name {
            return name.clone();
        }
        let named = [
            ("Cutcake", Cutcake::standard()),
            ("MaundyCake", Cutcake::maundy_cake()),
            ("Eatcake", Cutcake::eatcake()),
            ("TurnAndEatcake", Cutcake::turn_and_eatcake()),
        ];
        match named.iter().find(|(_, game)| game == self) {
            Some((name, _)) => format!("game.heap.{name}").into(),
            None => format!(
                "game.heap.GenCutcake({:?}, {:?}, twisted => {})",
                self.left, self.right, self.twisted
            )
            .into(),
        }
    }

    fn write(&self, at: &Cakes, f: &mut dyn fmt::Write) -> fmt::Result {
        let all: Vec<String> = at.iter().map(|(m, n)| format!("{m},{n}")).collect();
        f.write_str(&all.join(";"))
    }

    fn write_argument(&self, at: &Cakes, f: &mut dyn fmt::Write) -> fmt::Result {
        let [open, close] = match at.len() {
            1 => ['(', ')'],
            _ => ['"', '"'],
        };
        f.write_char(open)?;
        self.write(at, f)?;
        f.write_char(close)
    }
}

impl Decompose<Cakes> for Cutcake {
    fn decompose(&self, at: &Cakes, part: &mut dyn FnMut(Cakes)) -> bool {
        if at.len() == 1 {
            return false;
        }
        for &cake in at {
            part(SmallVec::from_slice(&[cake]));
        }
        true
    }
}

impl Normalize<Cakes> for Cutcake {
    /// Cakes in order, without those that nobody can cut.
    fn normalize(&self, mut at: Cakes) -> Normal<Cakes> {
        at.retain(|&mut cake| {
            let (m, n) = self.turned(cake);
            self.left.has_options(n) || self.right.has_options(m)
        });
        at.sort_unstable();
        Normal::same(at)
    }
}

impl Ruleset for Cutcake {
    fn parse(&self, text: &str) -> Result<Cakes, NotationError> {
        let mut cakes = Cakes::new();
        let mut at = 0;
        for piece in text.split(';').filter(|_| !text.trim().is_empty()) {
            let (m, n) = pair(piece).map_err(|error| error.shifted(at))?;
            let splits = [
                (&self.right, m),
                (&self.left, n),
                (&self.left, m),
                (&self.right, n),
            ];
            let many = |&(rule, size): &(&HeapRule, u32)| {
                *rule == HeapRule::SplitEqually && size > MOST_PIECES
            };
            if splits.iter().any(many) {
                return Err(NotationError::new(
                    format!(
                        "a cake that is cut into equal pieces has at most {MOST_PIECES} rows and columns"
                    ),
                    at..at + piece.len(),
                ));
            }
            cakes.push((m, n));
            at += piece.len() + 1;
        }
        Ok(cakes)
    }

    fn negative(&self, at: &Cakes) -> Option<Cakes> {
        (self.left == self.right).then(|| at.iter().map(|&(m, n)| (n, m)).collect())
    }
}

impl Family for Cutcake {
    const CARD: &'static Card = &Card {
        declares_positions: true,
        input: Input::Pair,
        games: &[
            game(
                "game.heap.Cutcake",
                "Left cuts a cake along its rows, Right along its columns.",
                "3,4",
            ),
            game(
                "game.heap.MaundyCake",
                "Cutcake with cuts into any number of equal pieces.",
                "6,4",
            ),
            game(
                "game.heap.Eatcake",
                "Left eats a column, Right a row; the rest may fall into two cakes.",
                "3,4",
            ),
            game(
                "game.heap.TurnAndEatcake",
                "Eatcake in which the cake is turned before each move.",
                "3,4",
            ),
        ],
        ..Card::new("game.heap.GenCutcake", BoardKind::Heaps, "two numbers: rows and columns")
    };

    fn games() -> Vec<Cutcake> {
        vec![
            Cutcake::standard(),
            Cutcake::maundy_cake(),
            Cutcake::eatcake(),
            Cutcake::turn_and_eatcake(),
        ]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.small(self)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        // The options alone do not show that cakes are independent: small ones only.
        sample::pair(0, size.min(4), choose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cake_has_not_too_many_equal_pieces() {
        let maundy = Cutcake::maundy_cake();
        assert!(maundy.parse("100000,3").is_ok());
        let error = maundy.parse("2,3;100001,3").expect_err("too large");
        assert_eq!(error.span, 4..12);
        assert!(Cutcake::standard().parse("100001,3").is_ok());
    }
}
