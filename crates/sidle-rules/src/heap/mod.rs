//! Games on heaps and on pairs of numbers.

/// What impartial games on two numbers share: a name of their own, and positions written `m,n`.
macro_rules! impartial_pair {
    () => {
        fn name(&self) -> Cow<'static, str> {
            self.name.clone()
        }

        fn write(&self, at: &(u32, u32), f: &mut dyn fmt::Write) -> fmt::Result {
            write!(f, "{},{}", at.0, at.1)
        }

        fn write_argument(&self, at: &(u32, u32), f: &mut dyn fmt::Write) -> fmt::Result {
            write!(f, "({},{})", at.0, at.1)
        }
    };
}

mod heap_rule;

rulesets! {
    heap_game: [HeapGame],
    cutcake: [Cutcake],
    euclid: [PartizanEuclid],
    wythoff: [Wythoff],
    mem: [Memory],
    chomp: [Chomp],
}

pub use chomp::{Bar, Chomp};
pub use cutcake::{Cakes, Cutcake};
pub use euclid::PartizanEuclid;
pub use heap_game::{HeapGame, HeapPosition};
pub use heap_rule::{HeapRule, Heaps, Numbers};
pub use mem::{Memory, MemoryRule};
pub use wythoff::Wythoff;

use crate::{notation::NotationError, ruleset::Ruleset};

impl Ruleset for Memory {
    fn parse(&self, text: &str) -> Result<(u32, u32), NotationError> {
        pair(text)
    }
}

impl Ruleset for Wythoff {
    fn parse(&self, text: &str) -> Result<(u32, u32), NotationError> {
        pair(text)
    }
}

/// Reads numbers separated by commas, perhaps between parentheses.
fn numbers(text: &str, count: Option<usize>) -> Result<Vec<u32>, NotationError> {
    let trimmed = text.trim();
    let inner = trimmed
        .strip_prefix('(')
        .and_then(|t| t.strip_suffix(')'))
        .unwrap_or(trimmed);
    let mut at = inner.as_ptr() as usize - text.as_ptr() as usize;
    let mut all = Vec::new();
    for piece in inner.split(',') {
        let span = at..at + piece.len();
        at += piece.len() + 1;
        let number = piece.trim().parse::<u32>().map_err(|_| {
            NotationError::new(format!("`{}` is not a whole number", piece.trim()), span)
                .with_help("write whole numbers separated by commas")
        })?;
        all.push(number);
    }
    match count {
        Some(count) if count != all.len() => Err(NotationError::whole(
            format!("{count} numbers are needed, not {}", all.len()),
            text,
        )),
        _ => Ok(all),
    }
}

/// Reads a pair of numbers.
fn pair(text: &str) -> Result<(u32, u32), NotationError> {
    let all = numbers(text, Some(2))?;
    Ok((all[0], all[1]))
}
