//! Heap games, impartial and partizan.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{
    Decompose, Flow, KnownValue, KnownValues, Normal, Normalize, Player, Rules, Shortcuts, Visit,
};

use crate::card::{BoardKind, Card, Choose, Family, Input, Opener, game};
use smallvec::SmallVec;

use super::{HeapRule, numbers};
use crate::{notation::NotationError, ruleset::Ruleset};

/// A game on heaps of tokens in which each player has a rule for what a move does to one heap:
/// Nim, partizan subtraction games (Fraenkel and Kotzig 1987), partizan Splittles (Mesdal 2009).
///
/// A position is a list of heaps: `5` or `3,4`.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, heap::HeapGame};
/// let nim = HeapGame::nim();
/// let heaps = nim.parse("3,4").unwrap();
/// assert_eq!(nim.collect_options(&heaps, Player::Left).len(), 7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapGame {
    left: HeapRule,
    right: HeapRule,
    name: Cow<'static, str>,
}

/// Heaps in descending order, empty ones left out.
pub type HeapPosition = SmallVec<[u32; 4]>;

impl HeapGame {
    /// A game with a rule for each player.
    pub fn new(left: HeapRule, right: HeapRule, name: impl Into<Cow<'static, str>>) -> HeapGame {
        HeapGame {
            left,
            right,
            name: name.into(),
        }
    }

    /// Nim.
    pub fn nim() -> HeapGame {
        HeapGame::new(HeapRule::Any, HeapRule::Any, "game.heap.Nim")
    }
}

impl Rules for HeapGame {
    type Position = HeapPosition;

    fn options(&self, at: &HeapPosition, player: Player, visit: Visit<'_, HeapPosition>) -> Flow {
        let rule = match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        };
        for (i, &heap) in at.iter().enumerate() {
            rule.visit_options(heap, &mut |left| {
                let mut next = at.clone();
                next.remove(i);
                next.extend(left.into_iter().filter(|&n| n > 0));
                visit(next)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, HeapPosition> {
        Shortcuts {
            impartial: self.left == self.right,
            decompose: Some(self),
            normalize: Some(self),
            known_value: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn name(&self) -> Cow<'static, str> {
        self.name.clone()
    }

    fn write(&self, at: &HeapPosition, f: &mut dyn fmt::Write) -> fmt::Result {
        let all: Vec<String> = at.iter().map(u32::to_string).collect();
        match all.is_empty() {
            true => f.write_str("0"),
            false => f.write_str(&all.join(",")),
        }
    }

    fn write_argument(&self, at: &HeapPosition, f: &mut dyn fmt::Write) -> fmt::Result {
        if at.len() < 2 {
            return self.write(at, f);
        }
        f.write_char('[')?;
        self.write(at, f)?;
        f.write_char(']')
    }
}

impl Decompose<HeapPosition> for HeapGame {
    fn decompose(&self, at: &HeapPosition, part: &mut dyn FnMut(HeapPosition)) -> bool {
        if at.len() == 1 {
            return false;
        }
        for &heap in at {
            part(SmallVec::from_slice(&[heap]));
        }
        true
    }
}

impl Normalize<HeapPosition> for HeapGame {
    fn normalize(&self, mut at: HeapPosition) -> Normal<HeapPosition> {
        at.retain(|&mut n| n > 0);
        at.sort_unstable_by_key(|&n| std::cmp::Reverse(n));
        Normal::same(at)
    }
}

impl KnownValues<HeapPosition> for HeapGame {
    fn known_value(&self, at: &HeapPosition) -> Option<KnownValue> {
        let nim = self.left == HeapRule::Any && self.right == HeapRule::Any;
        nim.then(|| KnownValue::Nimber(at.iter().fold(0, |sum, &n| sum ^ u64::from(n))))
    }
}

impl Ruleset for HeapGame {
    fn parse(&self, text: &str) -> Result<HeapPosition, NotationError> {
        let heaps = numbers(text, None)?;
        Ok(heaps.into_iter().filter(|&n| n > 0).collect())
    }
}

impl Family for HeapGame {
    const CARD: &'static Card = &Card {
        input: Input::Heaps,
        games: &[
            game(
                "game.heap.Nim",
                "Take any number of tokens from a heap.",
                "3,4,5",
            ).asked("NimValue"),
        ],
        ..Card::new("game.heap.Nim", BoardKind::Heaps, "heaps")
    };

    fn games() -> Vec<HeapGame> {
        vec![HeapGame::nim()]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.small(self)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        let heaps: Vec<String> = (0..1 + choose(3))
            .map(|_| choose(size.max(1)).to_string())
            .collect();
        heaps.join(",")
    }
}
