//! Chomp.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Flow, Normal, Normalize, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Family, Input, Opener, game};
use smallvec::SmallVec;

use super::numbers;
use crate::{notation::NotationError, ruleset::Ruleset};

/// Chomp (Schuh 1952; Gale 1974). A bar of chocolate, rows one above the other and none longer than
/// the one above it; a move takes a square with everything below it and to its right. The square in
/// the upper left corner is poisoned: it is never taken.
///
/// A position is the list of row lengths: `4,4,2`.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, heap::Chomp};
/// let bar = Chomp.parse("2,1").unwrap();
/// assert_eq!(Chomp.collect_options(&bar, Player::Left).len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Chomp;

/// The lengths of the rows, none empty, none longer than the one before.
pub type Bar = SmallVec<[u32; 6]>;

impl Chomp {
    /// The bar turned over: columns as rows.
    fn turned(at: &Bar) -> Bar {
        let columns = at.first().copied().unwrap_or(0);
        (0..columns)
            .map(|c| at.iter().filter(|&&row| row > c).count() as u32)
            .collect()
    }
}

impl Rules for Chomp {
    type Position = Bar;

    fn options(&self, at: &Bar, _: Player, visit: Visit<'_, Bar>) -> Flow {
        for row in 0..at.len() {
            for length in 0..at[row] {
                if row == 0 && length == 0 {
                    continue;
                }
                let next = at.iter().enumerate().map(|(r, &old)| match r < row {
                    true => old,
                    false => old.min(length),
                });
                visit(next.filter(|&n| n > 0).collect())?;
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, Bar> {
        Shortcuts {
            impartial: true,
            normalize: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn name(&self) -> Cow<'static, str> {
        "game.heap.Chomp".into()
    }

    fn write(&self, at: &Bar, f: &mut dyn fmt::Write) -> fmt::Result {
        let all: Vec<String> = at.iter().map(u32::to_string).collect();
        match all.is_empty() {
            true => f.write_str("0"),
            false => f.write_str(&all.join(",")),
        }
    }

    fn write_argument(&self, at: &Bar, f: &mut dyn fmt::Write) -> fmt::Result {
        if at.len() < 2 {
            return self.write(at, f);
        }
        f.write_char('[')?;
        self.write(at, f)?;
        f.write_char(']')
    }
}

impl Normalize<Bar> for Chomp {
    fn normalize(&self, at: Bar) -> Normal<Bar> {
        let turned = Chomp::turned(&at);
        Normal::same(at.min(turned))
    }
}

impl Ruleset for Chomp {
    fn parse(&self, text: &str) -> Result<Bar, NotationError> {
        let rows = numbers(text, None)?;
        if let Some(i) = (1..rows.len()).find(|&i| rows[i] > rows[i - 1]) {
            let message = format!("row {} is longer than row {i}", i + 1);
            return Err(NotationError::whole(message, text).with_help("rows get shorter: 4,4,2"));
        }
        Ok(rows.into_iter().filter(|&n| n > 0).collect())
    }
}

impl Family for Chomp {
    const CARD: &'static Card = &Card {
        input: Input::Rows,
        games: &[
            game(
                "game.heap.Chomp",
                "Take a square with everything below it and to its right, but not the poisoned corner.",
                "4,4,2",
            ).asked("NimValue"),
        ],
        ..Card::new("game.heap.Chomp", BoardKind::Heaps, "the lengths of the rows")
    };

    fn games() -> Vec<Chomp> {
        vec![Chomp]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.small(self)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        let mut length = 1 + choose(size.clamp(1, 5));
        let mut rows = vec![length.to_string()];
        while rows.len() < size.min(4) {
            length = choose(length + 1);
            if length == 0 {
                break;
            }
            rows.push(length.to_string());
        }
        rows.join(",")
    }
}
