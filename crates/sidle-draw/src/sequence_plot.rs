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
    // The last number of the lower axis ends at the edge if it is too wide to stand in the middle.
    let edge = if width(&count.to_string(), 12.0) > 24.0 {
        "end"
    } else {
        "middle"
    };
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
    for tick in 0..=4 {
        // Numbers stand where their points do, also if the axis does not part evenly.
        let last = count.saturating_sub(1);
        let (index, value) = (tick * last / 4, tick * most / 4);
        let (x, y) = (
            left + index * wide / last.max(1),
            base - value * high / most,
        );
        let anchor = if tick == 4 { edge } else { "middle" };
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"{anchor}\">{index}</text>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}</text>",
            base + 18,
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
            .split("text-anchor=\"end\">4294967295")
            .next()
            .expect("before");
        let x = end
            .rsplit("<text x=\"")
            .next()
            .and_then(|x| x.split('"').next());
        let x: f64 = x.and_then(|x| x.parse().ok()).expect("a number");
        assert!(x >= width("4294967295", 12.0));
    }

    #[test]
    fn few_points_are_large_and_numbers_stand_at_them() {
        let few = plot_sequence("", [0, 1, 2].into_iter(), |_, _| false);
        assert!(few.contains("stroke-width=\"5\""));
        let many = plot_sequence("", (0..5000).map(|_| 1), |_, _| false);
        assert!(many.contains("stroke-width=\"1.6\""));
        // The 0 that comes again as a quarter of 2 stands where the first one does.
        assert_eq!(few.matches("y=\"444\" text-anchor=\"end\">0<").count(), 2);
    }
}
