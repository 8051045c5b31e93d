//! Thermographs for the terminal.

use sidle_core::{Dyadic, Player};
use sidle_values::Thermograph;

use super::svg::{approximate, corners, lowest, magnitude, short};

const MOST_ROWS: f64 = 26.0;
const MOST_COLUMNS: f64 = 90.0;

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
    let parts = unit;
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
    let greatest = values().max().cloned().expect("walls have corners");
    let least = values().min().cloned().expect("walls have corners");
    let (up, across) = (&high - &low, &greatest - &least);
    // In units that floating point can hold, whatever the size of the game.
    let unit = magnitude(&up).max(magnitude(&across));
    let scaled = |x: &Dyadic| approximate(&x.mul_pow2(-unit));
    let step = Dyadic::from(1).mul_pow2(unit + step(scaled(&up), scaled(&across)));
    let column = |value: &Dyadic| {
        let steps = scaled(&(&greatest - value)) / scaled(&step);
        (2.0 * steps).round() as usize
    };
    let temperatures = rows(&low, &high, &step);
    let labels: Vec<String> = temperatures
        .iter()
        .map(|t| row_label(thermograph, &low, t, &step, parts))
        .collect();
    let margin = labels.iter().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for (t, label) in temperatures.iter().zip(&labels) {
        let mut line = vec![' '; column(&least) + 1];
        for player in [Player::Right, Player::Left] {
            let wall = thermograph.wall(player);
            let inclined = wall.slope_below(t) != 0 && t > &low;
            line[column(&wall.value_at(t))] = match (inclined, player) {
                (false, _) => '|',
                (true, Player::Left) => '/',
                (true, Player::Right) => '\\',
            };
        }
        let line: String = line.into_iter().collect();
        text.push_str(&format!("{label:>margin$} {}", line.trim_end()));
        text.push('\n');
    }
    let stops = Player::BOTH.map(|player| thermograph.wall(player).value_at(&low));
    text.push_str(&format!(
        "{:>margin$} at {}: Left {}, Right {}; mean {}, temperature {}",
        "",
        short(&low, parts),
        short(&stops[0], parts),
        short(&stops[1], parts),
        short(thermograph.mean(), parts),
        short(thermograph.temperature(), parts)
    ));
    text
}

/// The exponent of the power of two that is the step of a drawing that fits, for lengths of about 1.
fn step(up: f64, across: f64) -> i32 {
    let least = (up / MOST_ROWS).max(2.0 * across / MOST_COLUMNS);
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

/// The critical temperatures that a row stands for: those from it up to the next row.
fn row_label(
    thermograph: &Thermograph,
    low: &Dyadic,
    t: &Dyadic,
    step: &Dyadic,
    parts: u64,
) -> String {
    let above = t + step;
    let mut here: Vec<&Dyadic> = Player::BOTH
        .iter()
        .flat_map(|&player| thermograph.wall(player).critical_points())
        .filter(|point| *point >= t && **point < above)
        .collect();
    here.sort();
    here.dedup();
    if here.is_empty() && t == low {
        here.push(low);
    }
    let names: Vec<String> = here.iter().map(|point| short(point, parts)).collect();
    names.join(", ")
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
            assert!(text.lines().all(|line| line.len() < 300), "{text}");
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
            assert!(text.lines().all(|line| line.len() < 160), "{text}");
        }
    }
}
