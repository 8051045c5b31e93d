//! Thermographs as SVG, in the convention of the field: temperature upwards, and values falling from
//! left to right, so that Left's wall stands on the left.

use std::fmt::Write;

use sidle_core::{Dyadic, Player};
use sidle_values::{Thermograph, Trajectory};

use super::labels::{Anchor, Label, Labels, SIZE, TITLE_SIZE};
use crate::markup::shortened;

/// One thermograph of a drawing with the text above it.
#[derive(Clone, Debug)]
pub struct ThermographPanel {
    /// The name of the game.
    pub label: String,
    /// Its thermograph.
    pub thermograph: Thermograph,
    /// Values and temperatures of the thermograph are in units of `1/unit`: 1 for short games, 3 for a ko.
    pub unit: u64,
}

/// Size of the area that a plot fills in one direction at least.
const HEIGHT: f64 = 240.0;
const WIDTH: f64 = 300.0;
const TOP: f64 = 62.0;
const BOTTOM: f64 = 58.0;
/// The least room beside a plot; there is more where labels need it.
const LEFT: f64 = 58.0;
const RIGHT: f64 = 26.0;
const LEFT_COLOUR: &str = "#1f5fa8";
const RIGHT_COLOUR: &str = "#b3312c";
/// Longer numbers are shortened in labels.
const LONGEST_NUMBER: usize = 24;
/// The room for a title.
const TITLE_ROOM: f64 = 520.0;
const INK: &str = "#222222";
const FAINT: &str = "#9a9a9a";

/// Thermographs side by side as an SVG document.
///
/// Each has its own scale, the same for values and temperatures, so that inclined walls lean by 45
/// degrees; critical temperatures and the values there are labelled. Walls are drawn from temperature 0
/// on for hot games, and from -1 on for others.
///
/// ```
/// use sidle_draw::{ThermographPanel, thermographs_svg};
/// use sidle_values::Store;
/// let store = Store::new();
/// let game = store.game(&[store.integer(2)], &[store.integer(-1)]);
/// let thermograph = store.thermograph(game);
/// let svg = thermographs_svg(&[ThermographPanel { label: "{2|-1}".into(), thermograph, unit: 1 }]);
/// assert!(svg.starts_with("<svg") && svg.contains(">3/2</text>"));
/// ```
#[must_use]
pub fn thermographs_svg(panels: &[ThermographPanel]) -> String {
    let mut plots: Vec<Plot> = panels.iter().map(Plot::new).collect();
    let height = plots.iter().map(|plot| plot.height).fold(0.0, f64::max);
    let mut x = 0.0;
    for plot in &mut plots {
        let (left, right) = plot.labels.extent();
        let (left, right) = (left.min(-LEFT), right.max(plot.width + RIGHT));
        plot.origin = (x - left, TOP + height);
        plot.labels.all[0].y = 20.0 - plot.origin.1;
        x += right - left;
    }
    let (x, total) = (x.ceil(), TOP + height + BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{x:.0}\" height=\"{total:.0}\" \
         viewBox=\"0 0 {x:.0} {total:.0}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for (plot, panel) in plots.iter().zip(panels) {
        plot.draw(&panel.thermograph, &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

/// A place on a wall: value and temperature.
type Point = (Dyadic, Dyadic);

/// The corners of a wall from `low` up to `high`, lowest first.
pub(super) fn corners(wall: &Trajectory, low: &Dyadic, high: &Dyadic) -> Vec<Point> {
    let inside = |t: &&Dyadic| *t > low && *t < high;
    let critical = wall.critical_points().iter().rev().filter(inside);
    let temperatures = std::iter::once(low).chain(critical).chain([high]);
    temperatures
        .map(|t| (wall.value_at(t), t.clone()))
        .collect()
}

/// Where drawing begins: at 0 for hot games, else at -1.
pub(super) fn lowest(thermograph: &Thermograph, unit: u64) -> Dyadic {
    match thermograph.temperature().signum() > 0 {
        true => Dyadic::ZERO,
        false => -&Dyadic::from(i64::try_from(unit).unwrap_or(i64::MAX)),
    }
}

/// A number of labels: one of many digits is shortened to its beginning and its length.
pub(super) fn short(x: &Dyadic, unit: u64) -> String {
    brief(&in_units(x, unit))
}

/// A number in short.
fn brief(number: &str) -> String {
    if number.len() <= LONGEST_NUMBER {
        return number.to_owned();
    }
    let digits = number.chars().filter(char::is_ascii_digit).count();
    format!("{}… ({digits} digits)", &number[..8])
}

/// A number of so many units as a fraction.
fn in_units(x: &Dyadic, unit: u64) -> String {
    if unit == 1 {
        return x.to_string();
    }
    let Some((numerator, exponent)) = x.to_small().filter(|&(_, exponent)| exponent < 63) else {
        return format!("({x})/{unit}");
    };
    let (mut a, mut b) = (numerator.unsigned_abs(), unit);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let numerator = i128::from(numerator) / i128::from(a.max(1));
    let denominator = (u128::from(unit / a.max(1))) << exponent;
    match denominator {
        1 => numerator.to_string(),
        _ => format!("{numerator}/{denominator}"),
    }
}

/// The exponent of the power of two that a positive number is about as large as.
pub(super) fn magnitude(x: &Dyadic) -> i32 {
    x.magnitude()
        .clamp(i64::from(i32::MIN / 4), i64::from(i32::MAX / 4)) as i32
}

/// An approximation for placing things.
pub(super) fn approximate(x: &Dyadic) -> f64 {
    match x.to_small() {
        Some((numerator, exponent)) => numerator as f64 / (exponent as f64).exp2(),
        None => {
            let whole = x.floor().to_f64().value();
            let rest = (x - &Dyadic::from(x.floor())).mul_pow2(60).floor();
            whole + rest.to_f64().value() / 60f64.exp2()
        }
    }
}

/// The geometry of one panel.
struct Plot {
    /// Where the greatest value meets the lowest temperature.
    origin: (f64, f64),
    width: f64,
    height: f64,
    /// Pixels for `2^unit` degrees, and as many units of value.
    scale: f64,
    unit: i32,
    greatest: Dyadic,
    least: Dyadic,
    low: Dyadic,
    high: Dyadic,
    /// Labels are in units of `1/parts`.
    parts: u64,
    /// The corners of both walls up to the foot of the mast.
    walls: [Vec<Point>; 2],
    /// What is written around the walls.
    labels: Labels,
}

impl Plot {
    fn new(panel: &ThermographPanel) -> Plot {
        let thermograph = &panel.thermograph;
        let low = lowest(thermograph, panel.unit);
        let foot = thermograph.temperature();
        let rise = foot - &low;
        // The mast reaches a third above the foot.
        let mast = if rise.signum() > 0 {
            rise.mul_pow2(-1)
        } else {
            Dyadic::new(1, 1)
        };
        let high = &(&low + &rise) + &mast;
        let walls = Player::BOTH.map(|player| corners(thermograph.wall(player), &low, foot));
        let values = || walls.iter().flatten().map(|point| &point.0);
        let greatest = values().max().cloned().expect("walls have corners");
        let least = values().min().cloned().expect("walls have corners");
        // In units that floating point can hold, whatever the size of the game.
        let (across, up) = (&greatest - &least, &high - &low);
        let unit = magnitude(&across).max(magnitude(&up));
        let [across, up] = [across, up].map(|x| approximate(&x.mul_pow2(-unit)));
        let scale = (HEIGHT / up).min(WIDTH / across.max(1e-9));
        let mut plot = Plot {
            origin: (0.0, 0.0),
            // Labels need room even under a bare mast.
            width: (across * scale).max(110.0),
            height: up * scale,
            scale,
            unit,
            greatest,
            least,
            low,
            high,
            parts: panel.unit,
            walls,
            labels: Labels::default(),
        };
        plot.labels = plot.written(panel);
        plot
    }

    fn pixels(&self, length: &Dyadic) -> f64 {
        approximate(&length.mul_pow2(-self.unit)) * self.scale
    }

    /// How far the walls stand from the left edge so that they are centred.
    fn margin(&self) -> f64 {
        (self.width - self.pixels(&(&self.greatest - &self.least))) / 2.0
    }

    fn x(&self, value: &Dyadic) -> f64 {
        let from_left = self.pixels(&(&self.greatest - value));
        self.origin.0 + self.margin() + from_left
    }

    fn y(&self, t: &Dyadic) -> f64 {
        self.origin.1 - self.pixels(&(t - &self.low))
    }

    fn draw(&self, thermograph: &Thermograph, svg: &mut String) {
        self.axes(svg);
        for (value, t) in self.walls.iter().flatten() {
            self.guides(self.x(value), self.y(t), svg);
        }
        for (wall, colour) in self.walls.iter().zip([LEFT_COLOUR, RIGHT_COLOUR]) {
            self.polyline(wall, colour, svg);
        }
        self.mast(thermograph, svg);
        for &(x, y) in &self.labels.ticks {
            let (x, base) = (self.origin.0 + x, self.origin.1);
            let _ = writeln!(
                svg,
                "<path d=\"M{x:.1} {base:.1}V{:.1}\" stroke=\"{FAINT}\" stroke-width=\"0.7\"/>",
                base + y
            );
        }
        for label in &self.labels.all {
            label.draw(self.origin, INK, svg);
        }
    }

    fn axes(&self, svg: &mut String) {
        let (x, y) = self.origin;
        let (right, top) = (x + self.width, y - self.height);
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {top:.1}V{y:.1}H{:.1}\" fill=\"none\" stroke=\"{INK}\" stroke-width=\"1\"/>",
            x - 12.0,
            right + 12.0
        );
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"{FAINT}\" font-style=\"italic\">t</text>",
            x - 18.0,
            top + 8.0
        );
    }

    fn polyline(&self, points: &[Point], colour: &str, svg: &mut String) {
        svg.push_str("<polyline points=\"");
        for (value, t) in points {
            let _ = write!(svg, "{:.1},{:.1} ", self.x(value), self.y(t));
        }
        let _ = writeln!(
            svg,
            "\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.2\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
        );
    }

    /// The mast with its arrow.
    fn mast(&self, thermograph: &Thermograph, svg: &mut String) {
        let x = self.x(thermograph.mean());
        let (foot, top) = (self.y(thermograph.temperature()), self.y(&self.high));
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {foot:.1}V{top:.1}\" stroke=\"{INK}\" stroke-width=\"2.2\"/>\n\
             <path d=\"M{:.1} {:.1}L{x:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{INK}\"/>",
            x - 4.5,
            top + 2.0,
            top - 9.0,
            x + 4.5,
            top + 2.0
        );
    }

    /// The title, the mean above the mast, critical temperatures at the axis and values below it. The walls must be
    /// in place already, in a plot whose origin is 0.
    fn written(&self, panel: &ThermographPanel) -> Labels {
        let mut labels = Labels::default();
        let thermograph = &panel.thermograph;
        labels.all.push(self.title(&panel.label));
        let mean = in_units(thermograph.mean(), self.parts);
        labels.all.push(Label {
            x: self.x(thermograph.mean()),
            y: self.y(&self.high) - 14.0,
            anchor: Anchor::Middle,
            size: SIZE,
            shown: brief(&mean),
            whole: mean,
        });
        for (value, t) in self.corners_by_weight(thermograph.temperature()) {
            let whole = in_units(t, self.parts);
            labels.temperature((-18.0, self.y(t) + 4.0), brief(&whole), whole);
            let whole = in_units(value, self.parts);
            labels.value(self.x(value), brief(&whole), whole);
        }
        labels
    }

    /// The name of the game; it moves up when panels beside this one are taller.
    fn title(&self, name: &str) -> Label {
        Label {
            x: self.width / 2.0,
            y: 20.0 - TOP - self.height,
            anchor: Anchor::Middle,
            size: TITLE_SIZE,
            shown: shortened(name, TITLE_SIZE, TITLE_ROOM),
            whole: name.to_owned(),
        }
    }

    /// The freezing point and the stops first: they keep their labels if others have no room.
    fn corners_by_weight(&self, temperature: &Dyadic) -> Vec<&Point> {
        let mut corners: Vec<&Point> = self.walls.iter().flatten().collect();
        let rank =
            |point: &Point| (point.1 != *temperature) as u8 * (1 + (point.1 != self.low) as u8);
        corners.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| b.cmp(a)));
        corners
    }

    fn guides(&self, x: f64, y: f64, svg: &mut String) {
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {y:.1}H{x:.1}V{:.1}\" fill=\"none\" stroke=\"{FAINT}\" stroke-width=\"0.7\" stroke-dasharray=\"2 3\"/>",
            self.origin.0 - 12.0,
            self.origin.1
        );
    }
}

#[cfg(test)]
mod tests {
    use sidle_values::Store;

    use super::*;

    fn panel(store: &Store, label: &str, game: sidle_values::Game) -> ThermographPanel {
        ThermographPanel {
            label: label.into(),
            thermograph: store.thermograph(game),
            unit: 1,
        }
    }

    #[test]
    fn left_stands_on_the_left() {
        let store = Store::new();
        let game = store.game(&[store.integer(4)], &[store.integer(-4)]);
        let plot = Plot::new(&panel(&store, "+-4", game));
        assert!(plot.x(&Dyadic::from(4)) < plot.x(&Dyadic::from(-4)));
        assert!(plot.y(&Dyadic::from(4)) < plot.y(&Dyadic::ZERO));
        // 45 degrees.
        let across = plot.x(&Dyadic::ZERO) - plot.x(&Dyadic::from(4));
        let up = plot.y(&Dyadic::ZERO) - plot.y(&Dyadic::from(4));
        assert!((across - up).abs() < 1e-9);
    }

    #[test]
    fn every_corner_of_a_wall_is_drawn() {
        let store = Store::new();
        let [three, one, minus] = [3, 1, -2].map(|n| store.integer(n));
        let game = store.game(&[three], &[store.game(&[one], &[minus])]);
        let svg = thermographs_svg(&[panel(&store, "{3||1|-2} <&>", game)]);
        for label in ["5/4", "7/4", "3/2", ">3<", ">1<", "&lt;&amp;&gt;"] {
            assert!(svg.contains(label), "{label}");
        }
        assert_eq!(svg.matches("<polyline").count(), 2);
    }

    #[test]
    fn vertical_walls_reach_the_mast() {
        let store = Store::new();
        let [four, two, one, minus] = [4, 2, 1, -3].map(|n| store.integer(n));
        let game = store.game(
            &[store.game(&[four], &[two])],
            &[store.game(&[one], &[minus])],
        );
        let plot = Plot::new(&panel(&store, "{4|2||1|-3}", game));
        let right: Vec<String> = plot.walls[1]
            .iter()
            .map(|(x, t)| format!("{x},{t}"))
            .collect();
        assert_eq!(right, ["1,0", "1,2"]);
    }

    #[test]
    fn numbers_and_huge_values_have_finite_coordinates() {
        let store = Store::new();
        let huge: Dyadic = "123456789012345678901234567890/1024"
            .parse()
            .expect("dyadic");
        let numbers = [Dyadic::ZERO, Dyadic::new(25, 4), huge];
        let mut panels: Vec<_> = numbers
            .iter()
            .map(|x| panel(&store, "number", store.number(x)))
            .collect();
        let big = store.integer(i64::MAX);
        let hot = store.game(&[big], &[store.negative(big)]);
        panels.push(panel(&store, "hot", hot));
        let svg = thermographs_svg(&panels);
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        assert!(!thermographs_svg(&[]).is_empty());
    }

    #[test]
    fn labels_stay_in_the_picture_and_apart() {
        let store = Store::new();
        let integer = |text: &str| store.number(&text.parse().expect("dyadic"));
        let ten = format!("1{}", "0".repeat(30));
        let name = "{1000||0|-1} ".repeat(30);
        let games = [
            store.game(
                &[integer("1000")],
                &[store.game(&[integer("0")], &[integer("-1")])],
            ),
            store.game(&[integer("1000000")], &[integer("-1000000")]),
            store.game(&[integer(&ten)], &[integer(&format!("-{ten}"))]),
            store.game(&[integer("1/1152921504606846976")], &[integer("0")]),
            integer("1/1152921504606846976"),
        ];
        for (game, label) in games.into_iter().zip([&*name, "a", "b", "漢字", "d"]) {
            let panel = panel(&store, label, game);
            let plot = Plot::new(&panel);
            let (left, right) = plot.labels.extent();
            for (i, one) in plot.labels.all.iter().enumerate() {
                let span = one.span();
                assert!(left < span.0 && span.1 < right, "{}", one.shown);
                for other in &plot.labels.all[i + 1..] {
                    let rows = (one.y - other.y).abs() >= 12.0;
                    let (a, b) = (one.span(), other.span());
                    assert!(rows || a.1 < b.0 || b.1 < a.0, "{one:?} {other:?}");
                }
            }
            let svg = thermographs_svg(std::slice::from_ref(&panel));
            let wide: f64 = svg
                .split('"')
                .nth(3)
                .and_then(|w| w.parse().ok())
                .expect("a width");
            assert!(wide + 1.0 >= right - left, "{wide}");
        }
    }

    #[test]
    fn both_stops_of_a_huge_switch_are_written_and_can_be_read_whole() {
        let store = Store::new();
        let ten = format!("1{}", "0".repeat(30));
        let [left, right] = [ten.clone(), format!("-{ten}")]
            .map(|text| store.number(&text.parse().expect("dyadic")));
        let svg = thermographs_svg(&[panel(&store, "hot", store.game(&[left], &[right]))]);
        for whole in [&*ten, &*format!("-{ten}")] {
            assert!(svg.contains(&format!("<title>{whole}</title>")), "{svg}");
        }
    }
}
