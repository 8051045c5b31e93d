//! The rulesets by name, as a front end needs them: a text becomes a position.

mod book;
mod named;
mod registry;

use std::{borrow::Cow, fmt, sync::Arc};

use sidle_core::Rules;
use sidle_rules::{
    NotationError, Ruleset,
    variant::{Dicotic, EXCHANGED},
};

pub use named::{NameError, named};
pub use registry::{
    Entry, FamilyEntry, UNWRITTEN, card_of, class_of, entries, families, full_name, printed_name,
};

use book::Book;

use crate::{Position, RulesetPosition, Variant, moves::Key};

/// A ruleset whose type is forgotten.
///
/// ```
/// use sidle_solve::{catalogue, Variant};
/// let clobber = catalogue::find("Clobber").unwrap().ruleset();
/// assert!(clobber.parse("xo|ox").is_ok());
/// assert!(clobber.parse("xo|o").is_err());
/// assert!(clobber.variant(Variant::Impartial).parse("xo").is_ok());
/// ```
pub trait AnyRuleset: fmt::Debug + Send + Sync {
    /// The name, with its package and its parameters.
    fn name(&self) -> Cow<'static, str>;

    /// Reads a position.
    ///
    /// # Errors
    /// For a text that is not a position, with the place of the fault.
    fn parse(&self, text: &str) -> Result<Position, NotationError>;

    /// The letters of a board, in the order of the values of cells.
    fn letters(&self) -> Option<&'static str>;

    /// For a ruleset that is called with squares: which columns of a row, both counted from 1, are squares.
    fn squares_of_row(&self, row: u32) -> Vec<bool>;

    /// The same game with other rules for who may move.
    fn variant(&self, variant: Variant) -> Arc<dyn AnyRuleset>;
}

/// A ruleset whose positions are solved with their own type.
pub fn ruleset<R: Ruleset + Clone + fmt::Debug + 'static>(rules: R) -> Arc<dyn AnyRuleset> {
    Arc::new(Plain {
        rules: Arc::new(rules),
        make: |rules, at| Position::of(rules, at),
        dicotic: |rules, at| Position::of(rules, at),
    })
}

/// The position of a text, as its own text is read: the vertices of a graph have the order in which they are written.
fn read<R: Ruleset + ?Sized>(rules: &R, text: &str) -> Result<R::Position, NotationError> {
    let at = rules.parse(text)?;
    let mut written = String::new();
    let is_other = rules.write(&at, &mut written).is_ok() && written != text;
    Ok(match is_other {
        true => rules.parse(&written).unwrap_or(at),
        false => at,
    })
}

/// A ruleset whose positions are solved among positions of all kinds; for games that are small.
pub fn small_ruleset<R: Ruleset + Clone + fmt::Debug + 'static>(rules: R) -> Arc<dyn AnyRuleset> {
    Arc::new(Plain {
        rules: Arc::new(rules),
        make: loose,
        dicotic: loose,
    })
}

fn loose<R: Ruleset + 'static>(rules: &Arc<R>, at: R::Position) -> Position {
    Position::atom(Arc::new(RulesetPosition::loose(rules.clone(), at)))
}

type Make<R> = fn(&Arc<R>, <R as Rules>::Position) -> Position;
type MakeDicotic<P> = fn(&Arc<Dicotic<Book<P>>>, P) -> Position;

/// A game whose rules come in several sizes of boards: the first that can read the text is taken.
pub fn first_that_fits(sizes: Vec<Arc<dyn AnyRuleset>>) -> Arc<dyn AnyRuleset> {
    assert!(!sizes.is_empty(), "a ruleset of at least one size");
    Arc::new(Sizes(sizes))
}

struct Plain<R: Ruleset + 'static> {
    rules: Arc<R>,
    make: Make<R>,
    dicotic: MakeDicotic<R::Position>,
}

impl<R: Ruleset + 'static> fmt::Debug for Plain<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.name())
    }
}

impl<R: Ruleset + Clone + fmt::Debug + 'static> AnyRuleset for Plain<R> {
    fn name(&self) -> Cow<'static, str> {
        self.rules.name()
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        Ok((self.make)(&self.rules, read(&*self.rules, text)?))
    }

    fn letters(&self) -> Option<&'static str> {
        self.rules.letters()
    }

    fn squares_of_row(&self, row: u32) -> Vec<bool> {
        self.rules.squares_of_row(row)
    }

    fn variant(&self, variant: Variant) -> Arc<dyn AnyRuleset> {
        match variant {
            Variant::Dicotic => Arc::new(Varied {
                rules: Arc::new(Dicotic(Book(self.rules.clone()))),
                make: self.dicotic,
            }),
            // The engine knows these variants of a position of any type.
            Variant::Impartial | Variant::Twisted => Arc::new(Formal {
                base: Arc::new(Plain {
                    rules: self.rules.clone(),
                    make: self.make,
                    dicotic: self.dicotic,
                }),
                variant,
            }),
        }
    }
}

/// A variant with rules of its own. A variant of a variant is a form, or types would never end.
struct Varied<P: Key + 'static> {
    rules: Arc<Dicotic<Book<P>>>,
    make: MakeDicotic<P>,
}

impl<P: Key> fmt::Debug for Varied<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rules.name())
    }
}

impl<P: Key> AnyRuleset for Varied<P> {
    fn name(&self) -> Cow<'static, str> {
        self.rules.name()
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        Ok((self.make)(&self.rules, read(&*self.rules, text)?))
    }

    fn letters(&self) -> Option<&'static str> {
        self.rules.letters()
    }

    fn squares_of_row(&self, row: u32) -> Vec<bool> {
        self.rules.squares_of_row(row)
    }

    fn variant(&self, variant: Variant) -> Arc<dyn AnyRuleset> {
        Arc::new(Formal {
            base: Arc::new(Varied {
                rules: self.rules.clone(),
                make: self.make,
            }),
            variant,
        })
    }
}

/// A variant whose positions are forms.
#[derive(Debug)]
struct Formal {
    base: Arc<dyn AnyRuleset>,
    variant: Variant,
}

impl AnyRuleset for Formal {
    fn name(&self) -> Cow<'static, str> {
        format!("{}{}", self.base.name(), suffix(self.variant)).into()
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let exchanged = text
            .strip_prefix(EXCHANGED)
            .filter(|_| self.variant == Variant::Twisted);
        let read = |text| Ok(Position::variant(self.variant, &self.base.parse(text)?));
        match exchanged {
            None => read(text),
            Some(text) => match read(text) {
                Ok(at) => Ok(Position::negative_form(&at)),
                Err(error) => Err(NotationError::shifted(error, EXCHANGED.len_utf8())),
            },
        }
    }

    fn letters(&self) -> Option<&'static str> {
        self.base.letters()
    }

    fn squares_of_row(&self, row: u32) -> Vec<bool> {
        self.base.squares_of_row(row)
    }

    fn variant(&self, variant: Variant) -> Arc<dyn AnyRuleset> {
        let base = Formal {
            base: self.base.clone(),
            variant: self.variant,
        };
        Arc::new(Formal {
            base: Arc::new(base),
            variant,
        })
    }
}

#[derive(Debug)]
struct Sizes(Vec<Arc<dyn AnyRuleset>>);

impl AnyRuleset for Sizes {
    fn name(&self) -> Cow<'static, str> {
        self.0[0].name()
    }

    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let mut result = self.0[0].parse(text);
        for wider in &self.0[1..] {
            if result.is_ok() {
                break;
            }
            result = wider.parse(text);
        }
        result
    }

    fn letters(&self) -> Option<&'static str> {
        self.0[0].letters()
    }

    fn squares_of_row(&self, row: u32) -> Vec<bool> {
        self.0[0].squares_of_row(row)
    }

    fn variant(&self, variant: Variant) -> Arc<dyn AnyRuleset> {
        Arc::new(Sizes(
            self.0.iter().map(|size| size.variant(variant)).collect(),
        ))
    }
}

/// What the names of dicotic variants end in.
pub const DICOTIC: &str = ".DicoticVariant";

/// What the names of a variant end in.
pub(crate) fn suffix(variant: Variant) -> &'static str {
    match variant {
        Variant::Dicotic => DICOTIC,
        Variant::Impartial => ".ImpartialVariant",
        Variant::Twisted => ".TwistedVariant",
    }
}

/// The entry of a name: `Domineering`, `grid.Domineering` or `game.grid.Domineering`, whatever the
/// case of its letters; words may be separated, as in `toads-and-frogs`.
pub fn find(name: &str) -> Option<&'static Entry> {
    let joined = name.replace(['-', '_', ' '], "");
    let short = joined.strip_prefix("game.").unwrap_or(&joined);
    entries().iter().find(|entry| {
        let full = &entry.name["game.".len()..];
        let last = full.rsplit('.').next().unwrap_or(full);
        full.eq_ignore_ascii_case(short) || last.eq_ignore_ascii_case(short)
    })
}

/// The names nearest to a name that is not in the catalogue, best first: those that contain it, or else those that differ least.
pub fn suggestions(name: &str) -> Vec<&'static str> {
    let wanted = name.rsplit('.').next().unwrap_or(name).to_lowercase();
    let last = |entry: &Entry| entry.name.rsplit('.').next().unwrap_or(entry.name);
    let containing = entries().iter().map(last);
    let mut containing: Vec<&'static str> = containing
        .filter(|last| wanted.len() > 2 && last.to_lowercase().contains(&wanted))
        .collect();
    if !containing.is_empty() {
        containing.sort_unstable_by_key(|last| (last.len(), *last));
        containing.truncate(3);
        return containing;
    }
    let mut scored: Vec<(usize, &'static str)> = entries()
        .iter()
        .map(|entry| {
            let last = last(entry);
            (distance(&wanted, &last.to_lowercase()), last)
        })
        .filter(|(d, last)| *d <= 1 + last.len() / 3)
        .collect();
    scored.sort_unstable();
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for j in 0..b.len() {
            let replaced = diagonal + usize::from(c != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}
