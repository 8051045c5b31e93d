//! Plots of sequences of numbers: a point for each, as SVG.

use std::fmt::Write;

use crate::markup::{hinted, shortened, width};

const WIDTH: usize = 1000;
const HEIGHT: usize = 480;
/// The least room for the numbers of the axis.
const LEFT: usize = 56;
const BOTTOM: usize = 40;
const TOP: usize = 28;

/// A sequence plotted against its index; points where `set_off` holds have another colour. However long the
/// sequence, there is at most one point a pixel.
///
/// ```
/// let svg = sidle_draw::plot_sequence("0.77", [0, 1, 2, 3, 1].into_iter(), |_, value| value == 0);
/// assert!(svg.starts_with("<svg") && svg.contains("0.77"));
/// ```
#[must_use]
pub fn plot_sequence(
    title: &str,
    values: impl Iterator<Item = u32> + Clone,
    set_off: impl Fn(usize, u32) -> bool,
) -> String {
    let count = values.clone().count();
    let most = values.clone().max().unwrap_or(0).max(1) as usize;
    let left = LEFT.max(width(&most.to_string(), 12.0) as usize + 12);
    let (wide, high) = (WIDTH - left - 12, HEIGHT - TOP - BOTTOM);
    let mut pixels = vec![0_u8; (wide + 1) * (high + 1)];
    for (index, value) in values.enumerate() {
        let x = index * wide / count.max(2).saturating_sub(1);
        let y = value as usize * high / most;
        let tone = if set_off(index, value) { 2 } else { 1 };
        let pixel = &mut pixels[x * (high + 1) + y];
        *pixel = (*pixel).max(tone);
    }
    let title = hinted(&shortened(title, 12.0, wide as f64), title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{left}\" y=\"18\">{title}</text>\n"
    );
    let base = HEIGHT - BOTTOM;
    let right = left + wide;
    let _ = writeln!(
        svg,
        "<path d=\"M{left} {TOP}V{base}H{right}\" fill=\"none\" stroke=\"black\"/>"
    );
    // Numbers stand where their points do.
    let last = count.saturating_sub(1);
    for index in ticks(last) {
        let x = left + index * wide / last.max(1);
        // A number that is too wide to stand in the middle ends at the edge.
        let half = width(&index.to_string(), 12.0) / 2.0;
        let (x, anchor) = if x as f64 + half > WIDTH as f64 {
            (WIDTH - 2, "end")
        } else {
            (x, "middle")
        };
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"{anchor}\">{index}</text>",
            base + 18
        );
    }
    for value in ticks(most) {
        let y = base - value * high / most;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}</text>",
            left - 6,
            y + 4
        );
    }
    // Few points are drawn large enough to be seen.
    let dot = match count {
        0..=100 => 5.0,
        101..=1000 => 3.0,
        _ => 1.6,
    };
    for (tone, colour) in [(1, "#3b6ea5"), (2, "#c8452d")] {
        let _ = write!(
            svg,
            "<path stroke=\"{colour}\" stroke-width=\"{dot}\" stroke-linecap=\"round\" d=\""
        );
        for (place, _) in pixels.iter().enumerate().filter(|entry| *entry.1 == tone) {
            let (x, y) = (left + place / (high + 1), base - place % (high + 1));
            let _ = write!(svg, "M{x} {y}h.01");
        }
        svg.push_str("\"/>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

/// The numbers at an axis from 0 to `last`: at most six, multiples of a round one, which is 1, 2 or 5 times a power of
/// ten.
fn ticks(last: usize) -> impl Iterator<Item = usize> {
    let mut step = 1_usize;
    for factor in [2, 5, 10].into_iter().cycle() {
        if last / step <= 5 {
            break;
        }
        let power = match factor {
            2 => step,
            5 => step / 2,
            _ => step / 5,
        };
        step = power.saturating_mul(factor);
    }
    (0..=last / step).map(move |tick| tick * step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_numbers_are_not_cut_off() {
        let title = "4.37".repeat(80);
        let svg = plot_sequence(&title, [0, u32::MAX].into_iter(), |_, _| false);
        assert!(svg.contains(&format!("<title>{title}</title>")) && svg.contains("…</text>"));
        // The numbers of the axis end 6 before it.
        let end = svg
            .split("text-anchor=\"end\">4000000000")
            .next()
            .expect("before");
        let x = end
            .rsplit("<text x=\"")
            .next()
            .and_then(|x| x.split('"').next());
        let x: f64 = x.and_then(|x| x.parse().ok()).expect("a number");
        assert!(x >= width("4000000000", 12.0));
    }

    #[test]
    fn ticks_are_round() {
        let at = |last: usize| ticks(last).collect::<Vec<_>>();
        assert_eq!(at(0), [0]);
        assert_eq!(at(5), [0, 1, 2, 3, 4, 5]);
        assert_eq!(at(6), [0, 2, 4, 6]);
        assert_eq!(at(230), [0, 50, 100, 150, 200]);
        assert_eq!(at(99_999), [0, 20_000, 40_000, 60_000, 80_000]);
        for last in (0..70).map(|k| 3_usize.pow(k / 2).saturating_mul(7)) {
            let ticks = at(last);
            assert!(ticks.len() <= 6 && ticks.len() >= last.min(3), "{last}");
            let step = ticks.get(1).copied().unwrap_or(1).to_string();
            let (first, rest) = step.split_at(1);
            assert!(["1", "2", "5"].contains(&first) && rest.bytes().all(|digit| digit == b'0'));
        }
    }

    #[test]
    fn few_points_are_large_and_numbers_stand_at_them() {
        let few = plot_sequence("", [0, 1, 2].into_iter(), |_, _| false);
        assert!(few.contains("stroke-width=\"5\""));
        let many = plot_sequence("", (0..5000).map(|_| 1), |_, _| false);
        assert!(many.contains("stroke-width=\"1.6\""));
        assert_eq!(few.matches("y=\"444\" text-anchor=\"end\">0<").count(), 1);
        assert_eq!(few.matches("text-anchor=\"end\">").count(), 3);
    }
}
