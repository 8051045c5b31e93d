//! Coin-turning games.

use std::{
    borrow::Cow,
    fmt,
    ops::{ControlFlow, Range},
    sync::{Arc, Mutex},
};

use sidle_core::{
    Flow, KnownValue, KnownValues, Meter, Player, Rules, Shortcuts, StopReason, Ticker, Visit,
};

use crate::card::{BoardKind, Card, Choose, Family, Misfit, Parameter, ParameterKind, game};
use crate::argument::Argument;
use crate::sample;
use thiserror::Error;

use crate::{notation::NotationError, packed::PackedBoard, ruleset::Ruleset};

/// Which coins may be turned in one move, as a code: `1-3` is "up to three coins" (Mock Turtles),
/// `2` "two coins" (Twins), `1+C` "any number of neighbours" (Ruler).
///
/// Elements are separated by commas: a number of coins `n`, `a-b` or `a+`, followed by modifiers:
/// `C` neighbours, `E` equally spaced, `S` a symmetric pattern, `F` the first coin among them,
/// `C(w)` all within `w` neighbouring places. The coin furthest to the right always goes from heads
/// to tails.
///
/// ```
/// use sidle_rules::strip::TurningCode;
/// let twins: TurningCode = "2".parse().unwrap();
/// assert_eq!(twins.companions(3), [vec![1], vec![2]]);
/// assert!("C(3)".parse::<TurningCode>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningCode {
    text: String,
    elements: Vec<Element>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Element {
    least: usize,
    most: usize,
    neighbours: bool,
    spaced: bool,
    symmetric: bool,
    first: bool,
    within: Option<usize>,
}

/// A code that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not the code of a coin-turning game: {fault}")]
pub struct TurningCodeError {
    text: String,
    fault: &'static str,
    span: Range<usize>,
}

impl TurningCodeError {
    /// The bytes of the code that cannot be read.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }
}

impl std::str::FromStr for TurningCode {
    type Err = TurningCodeError;

    fn from_str(text: &str) -> Result<TurningCode, TurningCodeError> {
        let mut elements = Vec::new();
        let mut start = 0;
        for part in text.split(',') {
            let end = start + part.len();
            elements.push(element(part).map_err(|fault| TurningCodeError {
                text: text.to_owned(),
                fault,
                span: start..end,
            })?);
            start = end + 1;
        }
        Ok(TurningCode {
            text: text.to_owned(),
            elements,
        })
    }
}

fn element(text: &str) -> Result<Element, &'static str> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let digits = |s: &str| s.chars().take_while(char::is_ascii_digit).count();
    let number = |s: &str| {
        s.parse::<usize>()
            .map_err(|_| "a number of coins is missing")
    };
    let (first, rest) = text.split_at(digits(&text));
    let least = number(first)?;
    let (most, mut rest) = if let Some(rest) = rest.strip_prefix('+') {
        (usize::MAX, rest)
    } else if let Some(rest) = rest.strip_prefix('-') {
        let (last, rest) = rest.split_at(digits(rest));
        (number(last)?, rest)
    } else {
        (least, rest)
    };
    if least == 0 || most < least {
        return Err("at least one coin is turned, and a range goes up");
    }
    let mut element = Element {
        least,
        most,
        neighbours: false,
        spaced: false,
        symmetric: false,
        first: false,
        within: None,
    };
    while let Some(modifier) = rest.chars().next() {
        rest = &rest[modifier.len_utf8()..];
        match modifier {
            'C' if rest.starts_with('(') => {
                let close = rest.find(')').ok_or("`C(` without `)`")?;
                element.within = Some(number(&rest[1..close])?);
                rest = &rest[close + 1..];
            }
            'C' => element.neighbours = true,
            'E' => element.spaced = true,
            'S' => element.symmetric = true,
            'F' => element.first = true,
            _ => return Err("the modifiers are C, E, S, F and C(w)"),
        }
    }
    Ok(element)
}

impl Element {
    /// Whether a set of coins, in ascending order, may be turned.
    fn admits(&self, coins: &[usize]) -> bool {
        let (first, last) = (coins[0], coins[coins.len() - 1]);
        let steps = || coins.windows(2).map(|pair| pair[1] - pair[0]);
        let spacing = steps().next().unwrap_or(1);
        (self.least..=self.most).contains(&coins.len())
            && (!self.neighbours || last - first + 1 == coins.len())
            && (!self.spaced || steps().all(|step| step == spacing))
            && (!self.symmetric || coins.iter().all(|c| coins.contains(&(first + last - c))))
            && (!self.first || first == 1)
            && self.within.is_none_or(|w| last - first < w)
    }
}

impl Element {
    /// The same for the last `size` coins up to `last`: neighbours are equally spaced and symmetric.
    fn admits_run(&self, last: usize, size: usize) -> bool {
        (self.least..=self.most).contains(&size)
            && (!self.first || size == last)
            && self.within.is_none_or(|w| size <= w)
    }
}

impl TurningCode {
    /// The code as it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// For a coin that shows heads: the sets of other coins, each in ascending order, that may be
    /// turned with it. Sets are ordered by size, then lexicographically.
    pub fn companions(&self, coin: usize) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        let _ = self.each_companions(coin, &mut |set| {
            all.push(set.to_vec());
            ControlFlow::Continue(())
        });
        all
    }

    /// The same, one after the other.
    fn each_companions(&self, coin: usize, visit: &mut dyn FnMut(&[usize]) -> Flow) -> Flow {
        let most = self
            .elements
            .iter()
            .map(|e| e.most)
            .max()
            .unwrap_or(0)
            .min(coin);
        let window = self
            .elements
            .iter()
            .map(|e| match (e.neighbours, e.within) {
                (true, _) => e.most,
                (false, Some(w)) => w,
                (false, None) => usize::MAX,
            });
        let first = (coin + 1).saturating_sub(window.max().unwrap_or(0)).max(1);
        let mut set: Vec<usize> = Vec::new();
        for size in 1..=most {
            if !self
                .elements
                .iter()
                .any(|e| (e.least..=e.most).contains(&size))
            {
                continue;
            }
            if self.elements.iter().all(|e| e.neighbours) {
                // The whole row at first; each run is the end of it.
                if set.is_empty() {
                    set.extend(1..=coin);
                }
                if self.elements.iter().any(|e| e.admits_run(coin, size)) {
                    visit(&set[coin - size..coin - 1])?;
                }
                continue;
            }
            let others = size - 1;
            if coin - first < others {
                continue;
            }
            if self.elements.iter().all(|e| e.spaced || e.neighbours) {
                // Wide steps begin further to the left.
                let widest = (coin - first).checked_div(others).unwrap_or(1);
                for step in (1..=widest).rev() {
                    set.clear();
                    set.extend((0..size).rev().map(|place| coin - place * step));
                    if self.elements.iter().any(|e| e.admits(&set)) {
                        visit(&set[..others])?;
                    }
                }
                continue;
            }
            // Subsets of size - 1 of first..coin, in lexicographic order.
            set.clear();
            set.extend(first..first + others);
            set.push(coin);
            loop {
                if self.elements.iter().any(|e| e.admits(&set)) {
                    visit(&set[..others])?;
                }
                let Some(i) = (0..others).rev().find(|&i| set[i] + (others - i) < coin) else {
                    break;
                };
                set[i] += 1;
                for j in i + 1..others {
                    set[j] = set[j - 1] + 1;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A coin-turning game (Winning Ways, chapter 14). A row of coins, heads or tails; a move turns
/// some of them, as the code allows, and the one furthest to the right must go from heads to tails.
/// Each head is a game of its own: the nim value is the nim sum over the heads.
///
/// Cells: `t` tails, `h` heads.
#[derive(Clone, Debug)]
pub struct Turning {
    code: TurningCode,
    /// Nim values of a single head on coin 1, 2, …
    values: Arc<Mutex<Vec<u64>>>,
}

const TAILS: u8 = 0;
const HEADS: u8 = 1;
/// Beyond this many coins the sets of an unrestricted code are too many to list.
const LISTED: usize = 26;

/// So many sets of coins are looked at for values that nobody can wait for otherwise.
const MOST_WORK: usize = 100_000_000;
/// So many where no meter watches.
const LITTLE_WORK: usize = 1_000_000;

/// The nim sums of the values of the first coins: those of a run are the sum of two of them.
struct RunningSums(Vec<u64>);

impl RunningSums {
    fn of_all(values: &[u64]) -> RunningSums {
        let mut sums = RunningSums(vec![0]);
        values.iter().for_each(|&value| sums.push(value));
        sums
    }

    fn push(&mut self, value: u64) {
        let last = self.0.last().copied().unwrap_or(0);
        self.0.push(last ^ value);
    }

    /// The nim sum over some coins, which are in ascending order.
    fn of(&self, coins: &[usize]) -> u64 {
        match coins {
            [] => 0,
            [first, .., last] if last - first + 1 == coins.len() => {
                self.0[*last] ^ self.0[first - 1]
            }
            _ => coins
                .iter()
                .fold(0, |sum, &c| sum ^ self.0[c] ^ self.0[c - 1]),
        }
    }
}

impl Turning {
    /// The letters of the strip.
    pub const LETTERS: &'static str = "th";

    /// The game with a given code.
    pub fn new(code: TurningCode) -> Turning {
        Turning {
            code,
            values: Arc::default(),
        }
    }

    /// The code of the game.
    pub fn code(&self) -> &TurningCode {
        &self.code
    }

    /// The nim value of a single head on a coin, which is the mex of the nim sums of its options; nothing if that is
    /// more work than this.
    fn coin_value(
        &self,
        coin: usize,
        most_work: usize,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<u64>, StopReason> {
        let mut values = match self.values.lock() {
            Ok(values) => values,
            Err(poisoned) => poisoned.into_inner(),
        };
        if values.len() >= coin {
            return Ok(Some(values[coin - 1]));
        }
        let mut sums = RunningSums::of_all(&values);
        let mut work = 0;
        while values.len() < coin {
            let next = values.len() + 1;
            let narrow = self.code.elements.iter().all(|e| {
                e.neighbours || e.spaced || e.most <= 3 || e.within.is_some_and(|w| w <= LISTED)
            });
            if next > LISTED && !narrow {
                return Ok(None);
            }
            let mut stopped = Ok(());
            let mut seen = vec![false; 64];
            let all = self.code.each_companions(next, &mut |set| {
                let value = sums.of(set) as usize;
                if value >= seen.len() {
                    seen.resize(2 * value, false);
                }
                seen[value] = true;
                work += set.len().min(4);
                stopped = ticker.step();
                match work > most_work || stopped.is_err() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            stopped?;
            if all.is_break() {
                return Ok(None);
            }
            let mex = seen.iter().position(|&s| !s).unwrap_or(seen.len());
            values.push(mex as u64);
            sums.push(mex as u64);
        }
        Ok(Some(values[coin - 1]))
    }
}

impl Rules for Turning {
    type Position = PackedBoard<2>;

    fn options(&self, at: &PackedBoard<2>, _: Player, visit: Visit<'_, PackedBoard<2>>) -> Flow {
        for head in at.find(HEADS) {
            self.code.each_companions(head + 1, &mut |set| {
                let mut next = at.with(&[(head, TAILS)]);
                for &coin in set {
                    next.set_at(coin - 1, HEADS - at.at(coin - 1));
                }
                visit(next)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, PackedBoard<2>> {
        Shortcuts {
            impartial: true,
            known_value: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn letters(&self) -> Option<&'static str> {
        Some(Turning::LETTERS)
    }

    fn name(&self) -> Cow<'static, str> {
        format!("game.strip.Turning(\"{}\")", self.code.text).into()
    }

    fn write(&self, at: &PackedBoard<2>, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&at.write(Turning::LETTERS))
    }
}

impl KnownValues<PackedBoard<2>> for Turning {
    fn prepare(&self, at: &PackedBoard<2>, meter: &Meter) -> Result<(), StopReason> {
        // The values of all coins before the furthest one are found on the way.
        if let Some(last) = at.find(HEADS).last() {
            self.coin_value(last + 1, MOST_WORK, &mut meter.ticker())?;
        }
        Ok(())
    }

    fn known_value(&self, at: &PackedBoard<2>) -> Option<KnownValue> {
        let mut ticker = Meter::none().ticker();
        let mut value = |coin| {
            self.coin_value(coin, LITTLE_WORK, &mut ticker)
                .ok()
                .flatten()
        };
        // The furthest one first: the values of all before it are found within one measure of work.
        if let Some(last) = at.find(HEADS).last() {
            value(last + 1)?;
        }
        let mut sum = 0;
        for head in at.find(HEADS) {
            sum ^= value(head + 1)?;
        }
        Some(KnownValue::Nimber(sum))
    }
}

impl Ruleset for Turning {
    fn parse(&self, text: &str) -> Result<PackedBoard<2>, NotationError> {
        PackedBoard::parse_strip(text, Turning::LETTERS)
    }
}

impl Family for Turning {
    const CARD: &'static Card = &Card {
        declares_positions: true,
        about: "Coin-turning games.",
        parameters: &[Parameter { name: "code", default: None, kind: ParameterKind::Code(&["1-2", "1-3", "2", "1+C", "1+CF", "3E", "2-4S", "1-3C(5)", "2E,3S", "4FS"]) }],
        example: "game.strip.Turning(\"1-3\")(\"thht\").NimValue",
        games: &[
            game(
                "game.strip.TurningTurtles",
                "Turn one or two coins, the one furthest to the right from heads to tails.",
                "thht",
            ).asked("NimValue"),
            game(
                "game.strip.MockTurtles",
                "Turn up to three coins, the one furthest to the right from heads to tails.",
                "thht",
            ).asked("NimValue"),
            game(
                "game.strip.Twins",
                "Turn two coins, the one further to the right from heads to tails.",
                "thht",
            ).asked("NimValue"),
            game(
                "game.strip.Ruler",
                "Turn any number of neighbouring coins, the last from heads to tails.",
                "thht",
            ).asked("NimValue"),
        ],
        ..Card::new("game.strip.Turning", BoardKind::Strip, "a strip: `h` heads, `t` tails")
    };

    fn games() -> Vec<Turning> {
        ["1-2", "1-3", "2", "1+C"]
            .into_iter()
            .filter_map(|code| code.parse().ok().map(Turning::new))
            .collect()
    }

    fn member(arguments: &[Argument]) -> Result<Turning, Misfit> {
        let [code] = arguments else {
            return Err("one argument is needed".into());
        };
        let code: TurningCode = code.text()?.parse().map_err(|error: TurningCodeError| Misfit {
            message: error.to_string(),
            inside: Some((0, error.span())),
        })?;
        Ok(Turning::new(code))
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::strip(Turning::LETTERS, size, choose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sets that a code allows are all those that it admits.
    #[test]
    fn companions_are_the_sets_that_are_admitted() {
        for text in [
            "1+C", "2-3C", "1+CF", "3C,5C", "1+CC(4)", "1-3", "2E,3S", "1+C(4)", "1+E", "2-4E",
            "1+EF", "3E,4C", "4EC(7)",
        ] {
            let code: TurningCode = text.parse().expect("a code");
            for coin in 1..=9usize {
                let mut admitted: Vec<Vec<usize>> = (0..1u32 << (coin - 1))
                    .map(|set| (1..coin).filter(|c| set >> (c - 1) & 1 == 1).collect())
                    .filter(|others: &Vec<usize>| {
                        let set: Vec<usize> = others.iter().copied().chain([coin]).collect();
                        code.elements.iter().any(|element| element.admits(&set))
                    })
                    .collect();
                admitted.sort_by_key(|set| (set.len(), set.clone()));
                assert_eq!(code.companions(coin), admitted, "{text} {coin}");
            }
        }
    }

    /// Long strips are valued only while the meter allows it.
    #[test]
    fn a_meter_stops_the_values_of_long_strips() {
        let turtles = Turning::new("1-2".parse().expect("a code"));
        let strip = turtles.parse(&"h".repeat(20_000)).expect("a strip");
        let late = || std::time::Duration::from_secs(2);
        let meter = Meter::new().with_deadline(late, std::time::Duration::from_secs(1));
        assert_eq!(
            turtles.shortcuts().prepare(&strip, &meter),
            Err(StopReason::Time)
        );
        assert_eq!(turtles.shortcuts().known_value(&strip), None);
        let short = turtles.parse(&"h".repeat(200)).expect("a strip");
        assert_eq!(turtles.shortcuts().prepare(&short, Meter::none()), Ok(()));
        assert_eq!(
            turtles.shortcuts().known_value(&short),
            Some(KnownValue::Nimber(200))
        );
    }

    /// A head on coin n of Ruler is worth the greatest power of 2 that divides n (Winning Ways, chapter 14).
    #[test]
    fn ruler_measures_powers_of_two() {
        let ruler = Turning::new("1+C".parse().expect("a code"));
        for coin in [3000, 1, 2, 12, 2048, 2999] {
            let value = ruler.coin_value(coin, MOST_WORK, &mut Meter::none().ticker());
            assert_eq!(value, Ok(Some(1 << coin.trailing_zeros())));
        }
    }
}
