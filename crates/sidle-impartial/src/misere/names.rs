//! Reads misère games as they are printed: `2#`, `2[3]`, `(2#1)[1]`.

use sidle_core::Meter;

use super::{Form, Forms, NotationError, notation::LARGEST_HEAP};

/// Reads a game that [`Forms::text`] wrote: a digit or `&12;` is a Nim heap, several games side by side are options,
/// `#` makes a game the only option, and brackets add heaps or take them away.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_impartial::misere::{Forms, parse_name};
/// let meter = Meter::unlimited();
/// let mut forms = Forms::new();
/// let two = forms.nim_heap(2, &meter)?;
/// let sum = forms.add(two, two, &meter)?;
/// let text = forms.text(sum, &meter)?;
/// assert_eq!(text, "2[2]");
/// assert_eq!(parse_name(&mut forms, &text, &meter)?, sum);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// For other texts, and when the meter stops it.
pub fn parse_name(forms: &mut Forms, text: &str, meter: &Meter) -> Result<Form, NotationError> {
    let mut reader = Reader { text, at: 0, meter };
    let mut open: Vec<Vec<Form>> = vec![Vec::new()];
    while let Some(sign) = reader.peek() {
        let last = open.len() - 1;
        match sign {
            b'(' => {
                reader.at += 1;
                open.push(Vec::new());
            }
            b')' if last > 0 => {
                let options = open.pop().unwrap_or_default();
                let game = reader.options(forms, &options)?;
                reader.at += 1;
                open[last - 1].push(game);
            }
            b'#' => {
                let only = reader.last(&mut open[last])?;
                reader.at += 1;
                let game = forms.game(&[only], meter);
                open[last].push(game.map_err(|stop| reader.stopped(stop))?);
            }
            b'[' => {
                let game = reader.last(&mut open[last])?;
                reader.at += 1;
                open[last].push(reader.steps(forms, game)?);
            }
            _ => {
                let heap = reader.heap(forms)?;
                open[last].push(heap);
            }
        }
    }
    match &open[..] {
        [options] => reader.options(forms, options),
        _ => Err(reader.fail("a parenthesis is never closed")),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    meter: &'t Meter,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fail(&self, message: &str) -> NotationError {
        NotationError::at(self.text, self.at, message)
    }

    fn stopped(&self, reason: sidle_core::StopReason) -> NotationError {
        NotationError::stopped_by(self.text, reason)
    }

    /// The game that a step changes.
    fn last(&self, games: &mut Vec<Form>) -> Result<Form, NotationError> {
        games
            .pop()
            .ok_or_else(|| self.fail("a game is expected before this"))
    }

    /// The game with these options; one game in parentheses is that game.
    fn options(&self, forms: &mut Forms, options: &[Form]) -> Result<Form, NotationError> {
        match options {
            [] => Err(self.fail("a game is expected here, such as 2# or 2[1]")),
            [only] => Ok(*only),
            several => forms
                .game(several, self.meter)
                .map_err(|stop| self.stopped(stop)),
        }
    }

    /// What stands in brackets behind a game, up to the closing one.
    fn steps(&mut self, forms: &mut Forms, start: Form) -> Result<Form, NotationError> {
        let mut game = start;
        loop {
            let step = match self.peek() {
                Some(b']') => {
                    self.at += 1;
                    return Ok(game);
                }
                Some(b'#') => {
                    self.at += 1;
                    forms.game(&[game], self.meter)
                }
                Some(b'-') => {
                    self.at += 1;
                    let heap = self.heap(forms)?;
                    let rest = forms.minus(game, heap, self.meter);
                    match rest.map_err(|stop| self.stopped(stop))? {
                        Some(rest) => Ok(rest),
                        None => return Err(self.fail("there is no such difference")),
                    }
                }
                _ => {
                    let heap = self.heap(forms)?;
                    forms.add(game, heap, self.meter)
                }
            };
            game = step.map_err(|stop| self.stopped(stop))?;
        }
    }

    /// `2`, or `&12;`.
    fn heap(&mut self, forms: &mut Forms) -> Result<Form, NotationError> {
        let rest = &self.text[self.at..];
        let (digits, length) = match rest.strip_prefix('&') {
            Some(long) => {
                let digits = long.find(';').map(|end| &long[..end]);
                let digits = digits.ok_or_else(|| self.fail("a heap is written like &12;"))?;
                (digits, digits.len() + 2)
            }
            None => (rest.get(..1).unwrap_or(""), 1),
        };
        let whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        let heap = digits
            .parse()
            .ok()
            .filter(|&n: &u32| whole && n <= LARGEST_HEAP);
        let heap = heap.ok_or_else(|| self.fail("a digit, or a heap such as &12;, is expected"))?;
        self.at += length;
        forms
            .nim_heap(heap, self.meter)
            .map_err(|stop| self.stopped(stop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All games of the first days, and sums of them with heaps, are read as they are written.
    #[test]
    fn names_read_back() {
        let meter = Meter::unlimited();
        let mut forms = Forms::new();
        let mut games = vec![forms.zero()];
        for _ in 0..4 {
            let mut next = games.clone();
            for subset in 0_u32..1 << games.len().min(9) {
                let options: Vec<Form> = (0..games.len().min(9))
                    .filter(|place| subset >> place & 1 == 1)
                    .map(|place| games[games.len() - 1 - place])
                    .collect();
                next.push(forms.game(&options, &meter).unwrap());
            }
            next.sort_by(|&a, &b| forms.compare(a, b));
            next.dedup();
            games = next;
        }
        for heap in [1, 2, 5, 12] {
            let heap = forms.nim_heap(heap, &meter).unwrap();
            for game in games.clone().into_iter().take(40) {
                games.push(forms.add(game, heap, &meter).unwrap());
            }
        }
        assert!(games.len() > 150, "{}", games.len());
        for game in games {
            let text = forms.text(game, &meter).unwrap();
            assert_eq!(parse_name(&mut forms, &text, &meter), Ok(game), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let mut forms = Forms::new();
        for text in [
            "", "(", ")", "2[", "#", "[1]", "2[x]", "2]", "&12", "2()", "1[-2]", "é",
        ] {
            let read = parse_name(&mut forms, text, &Meter::unlimited());
            assert!(read.is_err(), "{text}");
        }
    }
}
