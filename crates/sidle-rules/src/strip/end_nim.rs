//! End Nim.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Flow, Normal, Normalize, Picture, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Family, Opener, game};
use crate::sample;
use smallvec::SmallVec;

use crate::{notation::NotationError, ruleset::Ruleset};

/// Partizan End Nim (Albert and Nowakowski 2001; Duffy, Kolpin and Wolfe 2009). Heaps stand in a
/// row; Left takes any number of tokens from the first nonempty heap, Right from the last one.
///
/// A position is a row of digits, or of numbers separated by commas: `314` or `3,1,12`.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{Ruleset, strip::EndNim};
/// let start = EndNim.parse("31").unwrap();
/// assert_eq!(EndNim.collect_options(&start, Player::Left).len(), 3);
/// assert_eq!(EndNim.collect_options(&start, Player::Right).len(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct EndNim;

/// The heaps from left to right.
type Row = SmallVec<[u32; 6]>;

impl Rules for EndNim {
    type Position = Row;

    fn options(&self, at: &Row, player: Player, visit: Visit<'_, Row>) -> Flow {
        let found = match player {
            Player::Left => at.iter().position(|&heap| heap > 0),
            Player::Right => at.iter().rposition(|&heap| heap > 0),
        };
        let Some(end) = found else {
            return ControlFlow::Continue(());
        };
        for rest in 0..at[end] {
            let mut next = at.clone();
            next[end] = rest;
            visit(next)?;
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, Row> {
        Shortcuts {
            normalize: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn name(&self) -> Cow<'static, str> {
        "game.strip.EndNim".into()
    }

    fn picture(&self, at: &Row) -> Option<Picture> {
        Some(Picture::Row(at.iter().map(|&heap| heap.into()).collect()))
    }

    fn write(&self, at: &Self::Position, f: &mut dyn fmt::Write) -> fmt::Result {
        let digits = at.iter().all(|&heap| heap < 10);
        let texts: Vec<String> = at.iter().map(u32::to_string).collect();
        match (digits, &texts[..]) {
            (false, [only]) => f.write_str(&format!("{only},")),
            (digits, _) => f.write_str(&texts.join(if digits { "" } else { "," })),
        }
    }
}

impl Normalize<Row> for EndNim {
    /// Empty heaps do not matter; a row read backwards is the negative.
    fn normalize(&self, at: Row) -> Normal<Row> {
        let packed: Row = at.into_iter().filter(|&heap| heap > 0).collect();
        let mut reversed = packed.clone();
        reversed.reverse();
        match reversed < packed {
            true => Normal {
                position: reversed,
                negated: true,
            },
            false => Normal::same(packed),
        }
    }
}

impl Ruleset for EndNim {
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError> {
        let mut heaps = SmallVec::new();
        let mut at = 0;
        let pieces: Vec<&str> = match text.contains(',') {
            true => text.strip_suffix(',').unwrap_or(text).split(',').collect(),
            false => text
                .char_indices()
                .map(|(i, c)| &text[i..i + c.len_utf8()])
                .collect(),
        };
        for piece in pieces {
            let heap = piece.trim().parse().map_err(|_| {
                NotationError::new(
                    format!(
                        "heap {} is not a number: `{}`",
                        heaps.len() + 1,
                        piece.trim()
                    ),
                    at..at + piece.len(),
                )
                .with_help("write digits, or numbers separated by commas")
            })?;
            heaps.push(heap);
            at += piece.len() + usize::from(text.contains(','));
        }
        Ok(heaps)
    }

    fn negative(&self, at: &Self::Position) -> Option<Self::Position> {
        Some(at.iter().rev().copied().collect())
    }
}

impl Family for EndNim {
    const CARD: &'static Card = &Card {
        games: &[
            game(
                "game.strip.EndNim",
                "Left takes from the first heap of a row, Right from the last.",
                "314",
            ),
        ],
        ..Card::new("game.strip.EndNim", BoardKind::Other, "digits, or numbers separated by commas")
    };

    fn games() -> Vec<EndNim> {
        vec![EndNim]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.small(self)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::strip("01234", size, choose)
    }
}
