//! Reading take-and-break codes.

use std::{ops::Range, str::FromStr};

use super::{Code, Digit, MOST_HEAPS, Sizes};

/// What is wrong with a code, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct CodeError {
    kind: CodeErrorKind,
    start: usize,
    end: usize,
}

impl CodeError {
    /// The rule that the code breaks.
    #[must_use]
    pub fn kind(&self) -> &CodeErrorKind {
        &self.kind
    }

    /// The bytes that break it.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// The rules of codes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodeErrorKind {
    /// Nothing stands there.
    #[error("a code has digits before and after a point, such as `0.77`; nothing stands here")]
    Empty,
    /// No point.
    #[error("a code has one point, such as `0.77`; there is none")]
    NoPoint,
    /// A second point.
    #[error("a code has one point only; this is another one")]
    SecondPoint,
    /// Not a digit.
    #[error("`{0}` cannot begin a digit: write 0-9, A-V, *, &N; or {{counts}}")]
    NotADigit(char),
    /// A modifier without a digit.
    #[error("the modifier `{0}` must follow a digit or a count")]
    LoneModifier(char),
    /// Two modifiers.
    #[error("a digit takes one modifier; this is the second")]
    SecondModifier,
    /// Modifier inside and outside of the braces.
    #[error("modifiers stand inside the braces or behind them, not both")]
    ModifierTwice,
    /// Not a number.
    #[error("a number is expected here")]
    NotANumber,
    /// The number is too large.
    #[error("the number of heaps is at most 63")]
    ManyHeaps,
    /// The mask is too large.
    #[error("a mask has at most 64 bits")]
    LargeMask,
    /// A mask without its end.
    #[error("`;` is expected here, behind the mask")]
    MaskEnd,
    /// An open bracket.
    #[error("this `{0}` is never closed")]
    Open(char),
    /// A closing bracket too many.
    #[error("this `{0}` closes nothing")]
    Closes(char),
    /// Separator missing.
    #[error("`,` or `}}` is expected here")]
    Separator,
    /// `+` must come last.
    #[error("`+` (and more) stands with the last and largest count only")]
    PlusNotLast,
    /// The same count twice.
    #[error("this number of heaps has been named already")]
    CountTwice,
    /// Repetition left of the point.
    #[error("the repeated part `[…]` stands after the point, at the end")]
    RepeatedPlace,
    /// An empty repetition.
    #[error("the repeated part has at least one digit")]
    RepeatedEmpty,
    /// Something after the repetition.
    #[error("nothing can follow the repeated part")]
    AfterRepeated,
}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Code, CodeError> {
        Reader { text, at: 0 }.code()
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

type Answer<T> = Result<T, CodeError>;

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip(&mut self, c: char) {
        self.at += c.len_utf8();
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.skip(wanted);
        }
        found
    }

    /// The error at the character to come.
    fn here<T>(&self, kind: CodeErrorKind) -> Answer<T> {
        let width = self.peek().map_or(0, char::len_utf8);
        self.at(self.at, self.at + width, kind)
    }

    #[allow(clippy::unused_self)]
    fn at<T>(&self, start: usize, end: usize, kind: CodeErrorKind) -> Answer<T> {
        Err(CodeError { kind, start, end })
    }

    fn code(&mut self) -> Answer<Code> {
        if self.text.is_empty() {
            return self.here(CodeErrorKind::Empty);
        }
        let mut before = Vec::new();
        loop {
            match self.peek() {
                Some('.') => break,
                Some('[') => return self.here(CodeErrorKind::RepeatedPlace),
                Some(_) => before.push(self.digit()?),
                None => return self.here(CodeErrorKind::NoPoint),
            }
        }
        self.skip('.');
        let (mut taken, mut repeated) = (Vec::new(), Vec::new());
        while let Some(c) = self.peek() {
            match c {
                '.' => return self.here(CodeErrorKind::SecondPoint),
                '[' => {
                    repeated = self.repeated()?;
                    if self.peek().is_some() {
                        return self.here(CodeErrorKind::AfterRepeated);
                    }
                }
                _ => taken.push(self.digit()?),
            }
        }
        if before.is_empty() && taken.is_empty() && repeated.is_empty() {
            return self.here(CodeErrorKind::Empty);
        }
        let zero = before.pop().unwrap_or_default();
        before.reverse();
        Ok(Code::new(before, zero, taken, repeated))
    }

    fn repeated(&mut self) -> Answer<Vec<Digit>> {
        let start = self.at;
        self.skip('[');
        let mut digits = Vec::new();
        loop {
            match self.peek() {
                Some(']') if digits.is_empty() => return self.here(CodeErrorKind::RepeatedEmpty),
                Some(']') => break,
                Some('.') => return self.here(CodeErrorKind::SecondPoint),
                Some('[') => return self.here(CodeErrorKind::NotADigit('[')),
                Some(_) => digits.push(self.digit()?),
                None => return self.at(start, start + 1, CodeErrorKind::Open('[')),
            }
        }
        self.skip(']');
        Ok(digits)
    }

    fn digit(&mut self) -> Answer<Digit> {
        let Some(c) = self.peek() else {
            return self.here(CodeErrorKind::NotANumber);
        };
        let start = self.at;
        let mut digit = match c {
            '*' => {
                self.skip(c);
                let mut digit = Digit::zero();
                digit.allow_from(0, Sizes::Any);
                digit
            }
            '&' => Digit::from_mask(self.mask()?, Sizes::Any),
            '{' => self.counts()?,
            ']' | '}' => return self.here(CodeErrorKind::Closes(c)),
            '!' | '?' | '=' => return self.here(CodeErrorKind::LoneModifier(c)),
            _ => match c.to_digit(32).filter(|_| c.is_ascii()) {
                Some(value) => {
                    self.skip(c);
                    Digit::from_mask(u64::from(value), Sizes::Any)
                }
                None => return self.here(CodeErrorKind::NotADigit(c)),
            },
        };
        let modifier_at = self.at;
        if let Some(sizes) = self.modifier() {
            if !digit.is_plain() {
                return self.at(modifier_at, self.at, CodeErrorKind::ModifierTwice);
            }
            digit = digit.with_sizes(sizes);
            if self.modifier_ahead().is_some() {
                return self.here(CodeErrorKind::SecondModifier);
            }
        }
        debug_assert!(self.at > start);
        Ok(digit)
    }

    fn modifier_ahead(&self) -> Option<Sizes> {
        match self.peek() {
            Some('!') => Some(Sizes::Distinct),
            Some('?') => Some(Sizes::Mixed),
            Some('=') => Some(Sizes::Equal),
            _ => None,
        }
    }

    fn modifier(&mut self) -> Option<Sizes> {
        let sizes = self.modifier_ahead();
        if sizes.is_some() {
            self.at += 1;
        }
        sizes
    }

    /// Decimal digits as a number.
    /// A number; `large` is what is wrong with one that does not fit into 64 bits.
    fn number(&mut self, large: CodeErrorKind) -> Answer<(u64, Range<usize>)> {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        if length == 0 {
            return self.here(CodeErrorKind::NotANumber);
        }
        self.at += length;
        match rest[..length].parse() {
            Ok(value) => Ok((value, start..self.at)),
            Err(_) => self.at(start, self.at, large),
        }
    }

    fn mask(&mut self) -> Answer<u64> {
        let start = self.at;
        self.skip('&');
        let (value, _) = self.number(CodeErrorKind::LargeMask)?;
        if self.take(';') {
            Ok(value)
        } else if self.peek().is_none() {
            self.at(start, start + 1, CodeErrorKind::Open('&'))
        } else {
            self.here(CodeErrorKind::MaskEnd)
        }
    }

    fn counts(&mut self) -> Answer<Digit> {
        let open = self.at;
        self.skip('{');
        let mut digit = Digit::zero();
        loop {
            if self.peek().is_none() {
                return self.at(open, open + 1, CodeErrorKind::Open('{'));
            }
            let (count, place) = self.number(CodeErrorKind::ManyHeaps)?;
            let Some(count) = u32::try_from(count).ok().filter(|&c| c <= MOST_HEAPS) else {
                return self.at(place.start, place.end, CodeErrorKind::ManyHeaps);
            };
            let sizes = self.modifier().unwrap_or_default();
            if self.modifier_ahead().is_some() {
                return self.here(CodeErrorKind::SecondModifier);
            }
            if digit.leaves(count).is_some() {
                return self.at(place.start, place.end, CodeErrorKind::CountTwice);
            }
            let plus_at = self.at;
            if self.take('+') {
                let largest = digit
                    .most()
                    .is_some_and(|most| most < count || digit.is_zero());
                if !largest || self.peek() == Some(',') {
                    return self.at(plus_at, plus_at + 1, CodeErrorKind::PlusNotLast);
                }
                digit.allow_from(count, sizes);
            } else {
                digit.allow(count, sizes);
            }
            match self.peek() {
                Some(',') => self.skip(','),
                Some('}') => break,
                None => return self.at(open, open + 1, CodeErrorKind::Open('{')),
                Some(_) => return self.here(CodeErrorKind::Separator),
            }
        }
        self.skip('}');
        Ok(digit)
    }
}

impl Digit {
    /// The same counts under one condition.
    fn with_sizes(&self, sizes: Sizes) -> Digit {
        let mut digit = Digit::zero();
        let most = self.most().unwrap_or(1);
        for (count, _) in self.up_to(most.max(1)) {
            digit.allow(count, sizes);
        }
        if self.most().is_none() {
            let start = (2..=MOST_HEAPS + 1)
                .find(|&c| (c..=MOST_HEAPS + 1).all(|c| self.leaves(c).is_some()));
            let start = start.unwrap_or(2);
            for (count, _) in self.up_to(start - 1) {
                digit.allow(count, sizes);
            }
            digit.allow_from(start, sizes);
        }
        digit
    }
}
