//! Games with a memory: Mem, Fibonacci Nim and other take-away games.

use std::{
    borrow::Cow,
    fmt,
    ops::{ControlFlow, RangeInclusive},
    sync::Arc,
};

use sidle_core::{Dyadic, Flow, Player, Rules, Shortcuts, Visit};

use crate::card::{BoardKind, Card, Choose, Family, Input, Opener, game};
use crate::sample;

/// What may be taken after `memory` tokens were taken before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryRule {
    /// At least as many: Mem.
    AtLeast,
    /// At most that many times a factor: take-away games; Fibonacci Nim for 2 (Schwenk 1970).
    AtMostTimes(Dyadic),
    /// As listed: for the memory of the start, and for the memories 1, 2, …, which amounts 1, 2, … may
    /// be taken.
    Listed {
        /// The memory of the start and what it allows.
        start: (u32, Arc<[bool]>),
        /// Entry `memory - 1` for each other memory.
        rest: Arc<[Vec<bool>]>,
    },
}

/// A heap and a memory: from `(n, memory)` to `(n - a, a)` for every `a` from 1 to `n` that the rule
/// allows.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::heap::Memory;
/// assert_eq!(Memory::mem().collect_options(&(10, 10), Player::Left), [(0, 10)]);
/// assert_eq!(Memory::fibonacci_nim().collect_options(&(10, 1), Player::Left).len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    rule: MemoryRule,
    name: Cow<'static, str>,
}

impl Memory {
    /// A game with a memory.
    pub fn new(rule: MemoryRule, name: impl Into<Cow<'static, str>>) -> Memory {
        Memory {
            rule,
            name: name.into(),
        }
    }

    /// Mem (Conway; Winning Ways, chapter 15): never take less than before.
    pub fn mem() -> Memory {
        Memory::new(MemoryRule::AtLeast, "game.heap.Mem")
    }

    /// Take at most `factor` times as many as before.
    pub fn take_away(factor: Dyadic) -> Memory {
        let name = format!("game.heap.TakeAway({factor})");
        Memory::new(MemoryRule::AtMostTimes(factor), name)
    }

    /// Fibonacci Nim: take at most twice as many as before.
    pub fn fibonacci_nim() -> Memory {
        Memory::take_away(Dyadic::from(2))
    }

    /// The least and the most that can be taken of `n` tokens; in between a list may say no.
    fn range(&self, n: u32, memory: u32) -> RangeInclusive<u32> {
        match &self.rule {
            MemoryRule::AtLeast => memory.max(1)..=n,
            MemoryRule::AtMostTimes(factor) => {
                let most = (Dyadic::from(i64::from(memory)) * factor.clone()).floor();
                let most = i64::try_from(most).unwrap_or(i64::MAX).clamp(0, n.into());
                1..=most as u32
            }
            MemoryRule::Listed { .. } => 1..=n,
        }
    }

    fn allows(&self, memory: u32, a: u32) -> bool {
        let MemoryRule::Listed { start, rest } = &self.rule else {
            return true;
        };
        let row = match memory.checked_sub(1).and_then(|m| rest.get(m as usize)) {
            _ if memory == start.0 => &start.1[..],
            Some(row) => &row[..],
            None => &[],
        };
        row.get(a as usize - 1).copied().unwrap_or(false)
    }
}

impl Rules for Memory {
    type Position = (u32, u32);

    fn options(&self, &(n, memory): &(u32, u32), _: Player, visit: Visit<'_, (u32, u32)>) -> Flow {
        let range = self.range(n, memory);
        for a in range.filter(|&a| self.allows(memory, a)) {
            visit((n - a, a))?;
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, (u32, u32)> {
        Shortcuts {
            impartial: true,
            ..Shortcuts::NONE
        }
    }

    impartial_pair!();
}

impl Family for Memory {
    const CARD: &'static Card = &Card {
        input: Input::Pair,
        games: &[
            game(
                "game.heap.Mem",
                "Never take fewer tokens than were taken before.",
                "12,3",
            ).asked("NimValue"),
            game(
                "game.heap.FibonacciNim",
                "Take at most twice as many tokens as were taken before.",
                "12,3",
            ).of_class("game.heap.TakeAway").asked("NimValue"),
        ],
        ..Card::new("game.heap.GenMem", BoardKind::Heaps, "two numbers: the heap and the memory")
    };

    fn games() -> Vec<Memory> {
        vec![Memory::mem(), Memory::fibonacci_nim()]
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.small(self)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::pair(0, 2 * size, choose)
    }
}
