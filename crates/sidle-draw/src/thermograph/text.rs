//! Thermographs for the terminal.

use sidle_core::{
    Dyadic, Player,
    columns::{flush_right, width_of, wrapped},
};
use sidle_values::Thermograph;

use super::svg::{approximate, corners, lowest, magnitude, short};

const MOST_ROWS: f64 = 26.0;

/// As wide as a drawing may be where nobody says how much room there is.
pub const THERMOGRAPH_COLUMNS: usize = 80;
/// Narrower drawings show nothing.
const LEAST_COLUMNS: usize = 12;
/// A number beside a row has at most so many characters.
const LONGEST_LABEL: usize = 12;

/// A thermograph in characters: temperature upwards, values falling from left to right.
///
/// A row is a step of temperature, and two columns are a step of value, so that inclined walls lean
/// by about 45 degrees. Critical temperatures stand on the left, the stops and the mean below.
///
/// ```
/// use sidle_draw::thermograph_text;
/// use sidle_values::Store;
/// let store = Store::new();
/// let game = store.game(&[store.integer(1)], &[store.integer(-1)]);
/// let text = thermograph_text(&store.thermograph(game));
/// assert!(text.contains("mean 0, temperature 1"));
/// ```
#[must_use]
pub fn thermograph_text(thermograph: &Thermograph) -> String {
    scaled_thermograph_text(thermograph, 1)
}

/// The same for a thermograph whose values and temperatures are in units of `1/unit`.
#[must_use]
pub fn scaled_thermograph_text(thermograph: &Thermograph, unit: u64) -> String {
    thermograph_text_within(thermograph, unit, THERMOGRAPH_COLUMNS)
}

/// The same in at most so many columns, or a few more if there is nearly no room.
#[must_use]
pub fn thermograph_text_within(thermograph: &Thermograph, unit: u64, columns: usize) -> String {
    let frame = Frame::new(thermograph, unit);
    let mut room = columns.max(LEAST_COLUMNS);
    let (mut text, mut margin) = frame.drawn(room);
    // The labels take room, too, and which there are follows from the size.
    while text.lines().any(|line| width_of(line) > columns) && room > LEAST_COLUMNS {
        room = (columns.saturating_sub(margin + 1))
            .min(room - 1)
            .max(LEAST_COLUMNS);
        (text, margin) = frame.drawn(room);
    }
    let summary = frame.summary(margin);
    text.push_str(&wrapped(&summary, columns));
    text
}

/// The part of the plane that is drawn.
struct Frame<'t> {
    thermograph: &'t Thermograph,
    /// Values and temperatures are in units of `1/parts`.
    parts: u64,
    low: Dyadic,
    high: Dyadic,
    greatest: Dyadic,
    least: Dyadic,
}

impl Frame<'_> {
    fn new(thermograph: &Thermograph, parts: u64) -> Frame<'_> {
        let low = lowest(thermograph, parts);
        let rise = thermograph.temperature() - &low;
        let mast = if rise.signum() > 0 {
            rise.mul_pow2(-2)
        } else {
            Dyadic::new(1, 2)
        };
        let high = &(&low + &rise) + &mast;
        let walls = Player::BOTH.map(|player| corners(thermograph.wall(player), &low, &high));
        let values = || walls.iter().flatten().map(|corner| &corner.0);
        Frame {
            greatest: values().max().cloned().expect("walls have corners"),
            least: values().min().cloned().expect("walls have corners"),
            thermograph,
            parts,
            low,
            high,
        }
    }

    /// The rows with walls no wider than `room`, and how much the labels beside them take.
    fn drawn(&self, room: usize) -> (String, usize) {
        let (up, across) = (&self.high - &self.low, &self.greatest - &self.least);
        // In units that floating point can hold, whatever the size of the game.
        let unit = magnitude(&up).max(magnitude(&across));
        let scaled = |x: &Dyadic| approximate(&x.mul_pow2(-unit));
        let step = step(scaled(&up), scaled(&across), room);
        let step = Dyadic::from(1).mul_pow2(unit + step);
        let column = |value: &Dyadic| {
            let steps = scaled(&(&self.greatest - value)) / scaled(&step);
            (2.0 * steps).round() as usize
        };
        let temperatures = rows(&self.low, &self.high, &step);
        let labels: Vec<String> = temperatures
            .iter()
            .map(|t| self.row_label(t, &step))
            .collect();
        let margin = labels.iter().map(|label| width_of(label)).max();
        let margin = margin.unwrap_or(0);
        let mut text = String::new();
        for (t, label) in temperatures.iter().zip(&labels) {
            let line = self.row(t, &column);
            let label = flush_right(label, margin);
            text.push_str(&format!("{label} {}\n", line.trim_end()));
        }
        (text, margin)
    }

    /// The walls at a temperature.
    fn row(&self, t: &Dyadic, column: &impl Fn(&Dyadic) -> usize) -> String {
        let mut line = vec![' '; column(&self.least) + 1];
        for player in [Player::Right, Player::Left] {
            let wall = self.thermograph.wall(player);
            let inclined = wall.slope_below(t) != 0 && t > &self.low;
            line[column(&wall.value_at(t))] = match (inclined, player) {
                (false, _) => '|',
                (true, Player::Left) => '/',
                (true, Player::Right) => '\\',
            };
        }
        line.into_iter().collect()
    }

    /// The stops, the mean and the temperature in words.
    fn summary(&self, margin: usize) -> String {
        let wall = |player| self.thermograph.wall(player).value_at(&self.low);
        let name = |x: &Dyadic| short(x, self.parts);
        format!(
            "{} at {}: Left {}, Right {}; mean {}, temperature {}",
            " ".repeat(margin),
            name(&self.low),
            name(&wall(Player::Left)),
            name(&wall(Player::Right)),
            name(self.thermograph.mean()),
            name(self.thermograph.temperature())
        )
    }

    /// The critical temperatures that a row stands for: those from it up to the next row.
    fn row_label(&self, t: &Dyadic, step: &Dyadic) -> String {
        let above = t + step;
        let mut here: Vec<&Dyadic> = Player::BOTH
            .iter()
            .flat_map(|&player| self.thermograph.wall(player).critical_points())
            .filter(|point| *point >= t && **point < above)
            .collect();
        here.sort();
        here.dedup();
        if here.is_empty() && t == &self.low {
            here.push(&self.low);
        }
        let names: Vec<String> = here.iter().map(|point| self.label(point)).collect();
        match names.as_slice() {
            [first, .., last] if names.iter().map(String::len).sum::<usize>() > LONGEST_LABEL => {
                format!("{first} … {last}")
            }
            names => names.join(", "),
        }
    }

    /// A number beside a row: one of many digits by its size.
    fn label(&self, x: &Dyadic) -> String {
        let text = short(x, self.parts);
        if text.len() <= LONGEST_LABEL {
            return text;
        }
        let size = approximate(x) / self.parts as f64;
        match size.is_finite() {
            true => format!("{size:.2e}"),
            false => "…".to_owned(),
        }
    }
}

/// The exponent of the power of two that is the step of a drawing that fits into `room` columns, for lengths of about 1.
fn step(up: f64, across: f64, room: usize) -> i32 {
    let least = (up / MOST_ROWS).max(2.0 * across / (room - 1) as f64);
    least.log2().ceil() as i32
}

/// The temperatures of the rows, highest first.
fn rows(low: &Dyadic, high: &Dyadic, step: &Dyadic) -> Vec<Dyadic> {
    let mut temperatures = vec![low.clone()];
    while let Some(last) = temperatures.last()
        && last < high
    {
        temperatures.push(last + step);
    }
    temperatures.reverse();
    temperatures
}

#[cfg(test)]
mod tests {
    use sidle_values::Store;

    use super::*;

    #[test]
    fn a_switch_is_a_roof() {
        let store = Store::new();
        let game = store.game(&[store.integer(1)], &[store.integer(-1)]);
        let text = thermograph_text(&store.thermograph(game));
        let lines: Vec<&str> = text.lines().collect();
        let middle = lines[0].find('|').expect("mast");
        let foot = lines
            .iter()
            .find(|line| line.starts_with('1'))
            .expect("foot");
        assert_eq!(foot.find('/'), Some(middle));
        let bottom = lines[lines.len() - 2];
        let walls: Vec<usize> = bottom.match_indices('|').map(|(at, _)| at).collect();
        assert_eq!(walls.len(), 2);
        assert_eq!(middle - walls[0], walls[1] - middle);
    }

    #[test]
    fn huge_and_tiny_games_fill_the_picture() {
        let store = Store::new();
        let huge = store.number(&Dyadic::from(1).mul_pow2(20_000));
        let tiny = store.number(&Dyadic::from(1).mul_pow2(-300));
        for game in [huge, tiny] {
            let text = thermograph_text(&store.thermograph(store.game(&[game], &[store.zero()])));
            let rows = text.lines().count();
            assert!((15..60).contains(&rows), "{rows}");
            assert!(text.lines().all(|line| width_of(line) <= 80), "{text}");
        }
    }

    #[test]
    fn anything_fits() {
        let store = Store::new();
        let big = store.integer(1 << 40);
        let games = [
            store.zero(),
            store.number(&Dyadic::new(5, 8)),
            store.nimber(3),
            store.game(&[big], &[store.negative(big)]),
        ];
        for game in games {
            let text = thermograph_text(&store.thermograph(game));
            assert!(text.lines().count() < 60);
            assert!(text.lines().all(|line| width_of(line) <= 80), "{text}");
        }
    }

    #[test]
    fn a_narrow_terminal_is_enough() {
        let store = Store::new();
        let roof = store.game(&[store.integer(3)], &[store.integer(1)]);
        let power = store.number(&Dyadic::from(1).mul_pow2(100));
        let huge = store.game(&[power], &[store.zero()]);
        for (game, columns) in [(roof, 40), (roof, 66), (huge, 40), (huge, 30)] {
            let text = thermograph_text_within(&store.thermograph(game), 1, columns);
            let widest = text.lines().map(width_of).max();
            assert!(widest <= Some(columns), "{columns}\n{text}");
        }
    }
}
