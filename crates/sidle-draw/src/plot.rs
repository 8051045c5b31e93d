//! Plots of numbers and tables of texts, as SVG.

use std::fmt::Write;

use crate::markup::escaped;

/// A plot with a dot at each point.
///
/// ```
/// let svg = sidle_draw::scatter_svg(&[(1, 1), (2, 3), (3, 2)]);
/// assert!(svg.starts_with("<svg") && svg.matches("<circle").count() == 3);
/// ```
#[must_use]
pub fn scatter_svg(points: &[(i64, i64)]) -> String {
    const WIDTH: f64 = 640.0;
    const HEIGHT: f64 = 400.0;
    const MARGIN: f64 = 40.0;
    let least = |values: &mut dyn Iterator<Item = i64>| values.min().unwrap_or(0).min(0);
    let (left, bottom) = (
        least(&mut points.iter().map(|point| point.0)),
        least(&mut points.iter().map(|point| point.1)),
    );
    let right = points.iter().map(|point| point.0).max();
    let top = points.iter().map(|point| point.1).max();
    let (right, top) = (right.unwrap_or(1).max(1), top.unwrap_or(1).max(1));
    let along = |value: i64, low: i64, high: i64, length: f64| {
        (value as f64 - low as f64) / (high as f64 - low as f64) * length
    };
    let x = |value| MARGIN + along(value, left, right, WIDTH - 2.0 * MARGIN);
    let y = |value| HEIGHT - MARGIN - along(value, bottom, top, HEIGHT - 2.0 * MARGIN);
    let mut svg = open(WIDTH, HEIGHT);
    let axis = "stroke=\"#888\" stroke-width=\"1\"";
    let lines = [
        (x(left), y(0), x(right), y(0)),
        (x(0), y(bottom), x(0), y(top)),
    ];
    for (x1, y1, x2, y2) in lines {
        let _ = writeln!(
            svg,
            "<line x1=\"{x1:.2}\" y1=\"{y1:.2}\" x2=\"{x2:.2}\" y2=\"{y2:.2}\" {axis}/>"
        );
    }
    let label = |svg: &mut String, x: f64, y: f64, anchor: &str, value: i64| {
        let _ = writeln!(
            svg,
            "<text x=\"{x:.2}\" y=\"{y:.2}\" font-size=\"12\" text-anchor=\"{anchor}\">{value}</text>"
        );
    };
    label(&mut svg, x(right), y(0) + 16.0, "middle", right);
    label(&mut svg, x(0) - 6.0, y(top) + 4.0, "end", top);
    for &(column, value) in points {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.2}\" cy=\"{:.2}\" r=\"2\" fill=\"#1f4e8c\"/>",
            x(column),
            y(value)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// A picture with a square for each number, dark for the small ones; `None` leaves a square out. The
/// numbers lie between 0 and 1.
///
/// ```
/// let svg = sidle_draw::intensity_svg(&[vec![Some(0.0), Some(1.0)], vec![None, Some(0.5)]], 8);
/// assert_eq!(svg.matches("fill=\"rgb").count(), 3);
/// ```
#[must_use]
pub fn intensity_svg(rows: &[Vec<Option<f64>>], scale: u32) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let side = f64::from(scale);
    let mut svg = open(columns as f64 * side, rows.len() as f64 * side);
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let Some(value) = cell else { continue };
            let shade = (value.clamp(0.0, 1.0) * 255.0).round() as u8;
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"rgb({shade},{shade},{shade})\"/>",
                column as f64 * side,
                row as f64 * side,
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// A table of texts, each aligned to the right of its column.
///
/// ```
/// let svg = sidle_draw::table_svg(&[vec!["1".to_owned(), "<2>".to_owned()]]);
/// assert!(svg.contains("&lt;2&gt;"));
/// ```
#[must_use]
pub fn table_svg(rows: &[Vec<String>]) -> String {
    const CHARACTER: f64 = 8.0;
    const HEIGHT: f64 = 22.0;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut ends = Vec::with_capacity(columns);
    let mut right = 0.0;
    for column in 0..columns {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let widest = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
        right += (widest + 2) as f64 * CHARACTER;
        ends.push(right);
    }
    let bottom = rows.len() as f64 * HEIGHT;
    let mut svg = open(right + 1.0, bottom + 1.0);
    let line = |svg: &mut String, x1: f64, y1: f64, x2: f64, y2: f64| {
        let _ = writeln!(
            svg,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#888\"/>"
        );
    };
    for row in 0..=rows.len() {
        line(
            &mut svg,
            0.0,
            row as f64 * HEIGHT,
            right,
            row as f64 * HEIGHT,
        );
    }
    line(&mut svg, 0.0, 0.0, 0.0, bottom);
    for &end in &ends {
        line(&mut svg, end, 0.0, end, bottom);
    }
    for (row, cells) in rows.iter().enumerate() {
        for (cell, end) in cells.iter().zip(&ends) {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-family=\"monospace\" font-size=\"13\" text-anchor=\"end\">{}</text>",
                end - CHARACTER,
                row as f64 * HEIGHT + 15.0,
                escaped(cell)
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn open(width: f64, height: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    )
}
