//! Wythoff's game and its generalisations.

use std::{borrow::Cow, fmt, ops::ControlFlow, sync::Arc};

use sidle_core::{Flow, Normal, Normalize, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Family, Input, Opener, game};
use crate::sample;

/// Wythoff's game (Wythoff 1907) and generalisations of it (Fraenkel 1982): take any number of tokens
/// from one of two heaps, or `k` from one and `l` from the other with `0 < k ≤ l < bound(k)`.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::heap::Wythoff;
/// let game = Wythoff::standard();
/// assert_eq!(game.collect_options(&(10, 10), Player::Left).len(), 30);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wythoff {
    bound: Bound,
    name: Cow<'static, str>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Bound {
    /// `k + c`.
    Plus(u32),
    /// Entry `k - 1` for `k`; nothing beyond the list.
    Listed(Arc<[u32]>),
}

impl Wythoff {
    /// Wythoff's game: the same number from both.
    pub fn standard() -> Wythoff {
        Wythoff {
            bound: Bound::Plus(1),
            name: "game.heap.Wythoff".into(),
        }
    }

    /// The game with the bound `k + c`.
    pub fn plus(c: u32) -> Wythoff {
        Wythoff {
            bound: Bound::Plus(c),
            name: format!("game.heap.GenWythoff(k -> k + {c})").into(),
        }
    }

    /// The game with listed bounds, for `k` = 1, 2, …; `k` beyond the list are not allowed.
    pub fn listed(bounds: Vec<u32>, name: impl Into<Cow<'static, str>>) -> Wythoff {
        Wythoff {
            bound: Bound::Listed(bounds.into()),
            name: name.into(),
        }
    }

    fn bound(&self, k: u32) -> u32 {
        match &self.bound {
            Bound::Plus(c) => k.saturating_add(*c),
            Bound::Listed(list) => list.get(k as usize - 1).copied().unwrap_or(0),
        }
    }
}

impl Rules for Wythoff {
    type Position = (u32, u32);

    fn options(&self, &(m, n): &(u32, u32), _: Player, visit: Visit<'_, (u32, u32)>) -> Flow {
        for k in 1..=m {
            visit((m - k, n))?;
        }
        for k in 1..=n {
            visit((m, n - k))?;
        }
        for k in 1..=m.min(n) {
            for l in k..self.bound(k) {
                let mut any = false;
                if l <= n {
                    visit((m - k, n - l))?;
                    any = true;
                }
                if l <= m && l != k {
                    visit((m - l, n - k))?;
                    any = true;
                }
                if !any {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, (u32, u32)> {
        Shortcuts {
            normalize: Some(self),
            impartial: true,
            ..Shortcuts::NONE
        }
    }

    impartial_pair!();
}

impl Normalize<(u32, u32)> for Wythoff {
    fn normalize(&self, (m, n): (u32, u32)) -> Normal<(u32, u32)> {
        Normal::same((m.min(n), m.max(n)))
    }
}

impl Family for Wythoff {
    const CARD: &'static Card = &Card {
        input: Input::Pair,
        games: &[
            game(
                "game.heap.Wythoff",
                "Take from one heap, or the same number from both.",
                "3,5",
            ).asked("NimValue"),
        ],
        ..Card::new("game.heap.GenWythoff", BoardKind::Heaps, "two numbers")
    };

    fn games() -> Vec<Wythoff> {
        vec![Wythoff::standard()]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.small(self)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::pair(0, size, choose)
    }
}
