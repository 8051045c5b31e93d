//! Misère games as text.
//!
//! `2#` is the game with the only option *2, `2[3]` is *2 + *3, digits and brackets side by side are options, largest
//! first, heaps from 10 on are written `&12;`. Read are nested lists: `[2]`, `*2` or `&2;` a Nim heap, `[[2],0]` the
//! game with options {*2} and 0, and sums.

use std::ops::Range;

use sidle_core::{Meter, StopReason};

use super::{Form, Forms};

/// Why a game could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NotationError {
    message: String,
    start: usize,
    end: usize,
    stopped: Option<StopReason>,
}

impl NotationError {
    /// The character at a place is wrong.
    pub(super) fn at(text: &str, at: usize, message: &str) -> NotationError {
        let width = text.get(at..).and_then(|rest| rest.chars().next());
        NotationError {
            message: message.to_owned(),
            start: at,
            end: at + width.map_or(0, char::len_utf8),
            stopped: None,
        }
    }

    /// A limit stopped the work on the text.
    pub(super) fn stopped_by(text: &str, reason: StopReason) -> NotationError {
        NotationError {
            message: reason.to_string(),
            start: 0,
            end: text.len(),
            stopped: Some(reason),
        }
    }

    /// The bytes that are wrong.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The limit that was met while the game was built.
    #[must_use]
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }
}

/// Heaps larger than this are not built.
pub(super) const LARGEST_HEAP: u32 = 4096;

/// Reads a sum of games: `*2`, `*[2]`, `*[[2],0] + *3`; `*2 + *3` inside a list stands for one option.
pub fn parse_form(forms: &mut Forms, text: &str, meter: &Meter) -> Result<Form, NotationError> {
    let mut reader = Reader { text, at: 0, meter };
    let form = reader.sum(forms)?;
    reader.blanks();
    if reader.at < text.len() {
        return Err(reader.fail("`+` or the end is expected here"));
    }
    Ok(form)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    meter: &'t Meter,
}

/// A list being read: the options so far, the sum so far of the one being read, and whether the list is written
/// with a star.
struct Open {
    options: Vec<Form>,
    sum: Option<Form>,
    start: usize,
    starred: bool,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn fail(&self, message: &str) -> NotationError {
        NotationError::at(self.text, self.at, message)
    }

    fn stopped(&self, reason: StopReason) -> NotationError {
        NotationError::stopped_by(self.text, reason)
    }

    fn number(&mut self, forms: &mut Forms) -> Result<Form, NotationError> {
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let Some(value) = rest[..length].parse().ok().filter(|&n| n <= LARGEST_HEAP) else {
            return Err(self.fail("a heap has at most 4096 tokens here"));
        };
        self.at += length;
        forms
            .nim_heap(value, self.meter)
            .map_err(|reason| self.stopped(reason))
    }

    /// `&12;`, as heaps from 10 on are printed.
    fn long_digit(&mut self, forms: &mut Forms) -> Result<Form, NotationError> {
        self.at += 1;
        if !self.text[self.at..].starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.fail("a number is expected after `&`, such as &12;"));
        }
        let heap = self.number(forms)?;
        if !self.text[self.at..].starts_with(';') {
            return Err(self.fail("`;` is expected here, as in &12;"));
        }
        self.at += 1;
        Ok(heap)
    }

    /// A sum of games and lists, without recursion: open lists are on a stack.
    fn sum(&mut self, forms: &mut Forms) -> Result<Form, NotationError> {
        let mut open = vec![Open {
            options: Vec::new(),
            sum: None,
            start: 0,
            starred: true,
        }];
        loop {
            // A summand.
            self.blanks();
            let starred = self.text[self.at..].starts_with('*');
            if starred {
                self.at += 1;
                self.blanks();
            }
            let form = match self.text[self.at..].chars().next() {
                Some('[') => {
                    open.push(Open {
                        options: Vec::new(),
                        sum: None,
                        start: self.at,
                        starred,
                    });
                    self.at += 1;
                    self.blanks();
                    if self.text[self.at..].starts_with(']') {
                        None
                    } else {
                        continue;
                    }
                }
                Some(c) if c.is_ascii_digit() => Some(self.number(forms)?),
                Some('&') => Some(self.long_digit(forms)?),
                _ if starred => Some(forms.star()),
                _ => return Err(self.fail("a game is expected here, such as *2 or *[[2],0]")),
            };
            if let Some(form) = form {
                self.summand(&mut open, form, forms)?;
            }
            // What follows a summand.
            loop {
                self.blanks();
                let last = open.len() - 1;
                match self.text[self.at..].chars().next() {
                    Some('+') => {
                        self.at += 1;
                        break;
                    }
                    Some(',') if last > 0 => {
                        self.at += 1;
                        let top = &mut open[last];
                        top.options.extend(top.sum.take());
                        break;
                    }
                    Some(']') if last > 0 => {
                        self.at += 1;
                        let Some(mut top) = open.pop() else { break };
                        top.options.extend(top.sum.take());
                        // A star in front of a list with one member is that member: `*[2]` is the heap, `*[[2]]` the game
                        // with the option *2. Other lists are games with these options.
                        let form = match (top.starred, top.options.as_slice()) {
                            (true, [only]) => *only,
                            _ => {
                                let game = forms.game(&top.options, self.meter);
                                game.map_err(|reason| self.stopped(reason))?
                            }
                        };
                        self.summand(&mut open, form, forms)?;
                    }
                    None if last > 0 => {
                        let start = open[last].start;
                        return Err(NotationError {
                            message: "this `[` is never closed".to_owned(),
                            start,
                            end: start + 1,
                            stopped: None,
                        });
                    }
                    _ => return Ok(open[0].sum.unwrap_or(forms.zero())),
                }
            }
        }
    }

    fn summand(
        &self,
        open: &mut [Open],
        form: Form,
        forms: &mut Forms,
    ) -> Result<(), NotationError> {
        let Some(top) = open.last_mut() else {
            return Ok(());
        };
        let sum = match top.sum {
            None => form,
            Some(before) => forms
                .add(before, form, self.meter)
                .map_err(|reason| self.stopped(reason))?,
        };
        top.sum = Some(sum);
        Ok(())
    }
}

impl Forms {
    /// A game as text, without the `*[…]` around it.
    pub fn text(&mut self, form: Form, meter: &Meter) -> Result<String, StopReason> {
        let mut known: rustc_hash::FxHashMap<Form, Name> = rustc_hash::FxHashMap::default();
        let mut stack = vec![form];
        while let Some(&top) = stack.last() {
            meter.check()?;
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            if let Some(heap) = self.as_nim_heap(top) {
                let name = Name {
                    base: digit(heap),
                    steps: String::new(),
                    closed: true,
                };
                known.insert(top, name);
                stack.pop();
                continue;
            }
            // A sum with a Nim heap, a single option, or a list of options.
            let mut plan = self.plan(top, meter)?;
            if let Plan::Difference(sum, _) = plan
                && stack.contains(&sum)
            {
                plan = Plan::List;
            }
            let needs: Vec<Form> = match &plan {
                Plan::Sum(rest, _) | Plan::Difference(rest, _) | Plan::Single(rest) => vec![*rest],
                Plan::List => self.options(top).to_vec(),
            };
            let missing: Vec<Form> = needs
                .iter()
                .copied()
                .filter(|form| !known.contains_key(form))
                .collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let name = match plan {
                Plan::Sum(rest, heap) => known[&rest].then(&digit(heap)),
                Plan::Difference(sum, heap) => known[&sum].then(&format!("-{}", digit(heap))),
                Plan::Single(rest) => known[&rest].then("#"),
                Plan::List => {
                    let options = self.options(top).iter().rev();
                    let base: String = options.map(|option| known[option].inside()).collect();
                    Name {
                        base,
                        steps: String::new(),
                        closed: false,
                    }
                }
            };
            known.insert(top, name);
            stack.pop();
        }
        Ok(known[&form].outside())
    }

    fn plan(&mut self, form: Form, meter: &Meter) -> Result<Plan, StopReason> {
        if !self.is_even(form) {
            let even = self.add(form, self.star(), meter)?;
            if self.as_nim_heap(even).is_none() {
                // E + * where E = X + *n is X + *(n + 1).
                return Ok(match self.plan(even, meter)? {
                    Plan::Sum(rest, heap) => Plan::Sum(rest, heap + 1),
                    _ => Plan::Sum(even, 1),
                });
            }
        }
        if let [only] = self.options(form) {
            return Ok(Plan::Single(*only));
        }
        // X + *n for the least n that can be taken away.
        for heap in [2, 4, 8] {
            let star = self.nim_heap(heap, meter)?;
            if self.birthday(form) <= self.birthday(star) + 1 {
                break;
            }
            if let Some(rest) = self.minus(form, star, meter)?
                && rest != self.zero()
                && self.birthday(rest) < self.birthday(form)
            {
                return Ok(Plan::Sum(rest, heap));
            }
        }
        // X - *n if X has a single option.
        for heap in [2, 4, 8] {
            let star = self.nim_heap(heap, meter)?;
            if self.birthday(form) < self.birthday(star) {
                break;
            }
            let sum = self.add(form, star, meter)?;
            if let [only] = self.options(sum)
                && self.birthday(*only) <= self.birthday(form)
            {
                return Ok(Plan::Difference(sum, heap));
            }
        }
        Ok(Plan::List)
    }
}

/// A heap as one sign among others: `12` would be the heaps 1 and 2.
fn digit(heap: u32) -> String {
    if heap < 10 {
        heap.to_string()
    } else {
        format!("&{heap};")
    }
}

enum Plan {
    Sum(Form, u32),
    Difference(Form, u32),
    Single(Form),
    List,
}

#[derive(Clone)]
struct Name {
    base: String,
    /// What is done to it: `#` makes it the only option, a digit adds a heap.
    steps: String,
    /// Can the base stand beside others without parentheses?
    closed: bool,
}

impl Name {
    fn then(&self, step: &str) -> Name {
        let mut name = self.clone();
        name.steps.push_str(step);
        name
    }

    fn with_base(&self, base: String) -> String {
        let sums = self.steps.bytes().any(|byte| byte != b'#');
        match (self.steps.is_empty(), sums) {
            (true, _) => base,
            (false, false) => format!("{base}{}", self.steps),
            (false, true) => format!("{base}[{}]", self.steps),
        }
    }

    fn outside(&self) -> String {
        if self.steps.is_empty() || self.closed {
            self.with_base(self.base.clone())
        } else {
            self.with_base(format!("({})", self.base))
        }
    }

    fn inside(&self) -> String {
        if self.closed {
            self.with_base(self.base.clone())
        } else {
            self.with_base(format!("({})", self.base))
        }
    }
}
