//! Plots of sequences of numbers: a point for each, as SVG.

use std::fmt::Write;

use crate::markup::escaped;

const WIDTH: usize = 1000;
const HEIGHT: usize = 480;
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
    let (wide, high) = (WIDTH - LEFT - 12, HEIGHT - TOP - BOTTOM);
    let mut pixels = vec![0_u8; (wide + 1) * (high + 1)];
    for (index, value) in values.enumerate() {
        let x = index * wide / count.max(2).saturating_sub(1);
        let y = value as usize * high / most;
        let tone = if set_off(index, value) { 2 } else { 1 };
        let pixel = &mut pixels[x * (high + 1) + y];
        *pixel = (*pixel).max(tone);
    }
    let title = escaped(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"18\">{title}</text>\n"
    );
    let base = HEIGHT - BOTTOM;
    let right = LEFT + wide;
    let _ = writeln!(
        svg,
        "<path d=\"M{LEFT} {TOP}V{base}H{right}\" fill=\"none\" stroke=\"black\"/>"
    );
    for tick in 0..=4 {
        let (x, y) = (LEFT + tick * wide / 4, base - tick * high / 4);
        let (index, value) = (tick * count.saturating_sub(1) / 4, tick * most / 4);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{index}</text>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{value}</text>",
            base + 18,
            LEFT - 6,
            y + 4
        );
    }
    for (tone, colour) in [(1, "#3b6ea5"), (2, "#c8452d")] {
        let _ = write!(
            svg,
            "<path stroke=\"{colour}\" stroke-width=\"1.6\" stroke-linecap=\"round\" d=\""
        );
        for (place, _) in pixels.iter().enumerate().filter(|entry| *entry.1 == tone) {
            let (x, y) = (LEFT + place / (high + 1), base - place % (high + 1));
            let _ = write!(svg, "M{x} {y}h.01");
        }
        svg.push_str("\"/>\n");
    }
    svg.push_str("</svg>\n");
    svg
}
