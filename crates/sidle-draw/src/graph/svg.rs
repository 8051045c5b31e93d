//! SVG drawings.

use std::io::{self, Write};

use super::{
    Picture, Stroke, Tone,
    dot::colour,
    labels::{half_width, place_labels, shown_beside},
    layout::{Point, place},
    picture::Node,
    route::{Route, route},
};
use crate::markup::{hinted, shortened, shortened_inside, width as measured};

const STYLE: &str = "\
    text { font-family: 'DejaVu Sans', Verdana, sans-serif; text-anchor: middle; fill: #1f2937; }
    .name { font-size: 13px; font-weight: bold; }
    .caption { font-size: 12px; }
    .legend { font-size: 12px; text-anchor: start; }
    .vertex { stroke: #475569; stroke-width: 1.3; }
    .occupied { stroke: #111827; stroke-width: 3; }
    .edge { fill: none; stroke: #64748b; stroke-width: 1.3; }
    .head { fill: #64748b; }
    .off { stroke: #c2410c; stroke-width: 2.6; }
    .headoff { fill: #c2410c; }
    .left { stroke: #1d4ed8; stroke-width: 1.8; }
    .headleft { fill: #1d4ed8; }
    .right { stroke: #dc2626; stroke-width: 1.8; }
    .headright { fill: #dc2626; }
    .token { fill: #111827; }
    .start { fill: none; stroke: #475569; stroke-width: 1.3; }
    .set { font-size: 11px; fill: #475569; paint-order: stroke; stroke: white; stroke-width: 3; }";

/// Draws the picture as an SVG document, laid out here.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn graph_svg(picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    let radius = radius(picture);
    let points = place(picture, 3.8 * radius);
    let routes = route(picture, &points, radius);
    let mut frame = Frame::around(&points, &routes, radius);
    let labels = place_labels(picture, &points, &routes, radius);
    for (number, &at) in &labels {
        frame.hold_label(at, half_width(&picture.labels[number]) + 1.0);
    }
    frame.make_room_for(&legend(picture));
    let (width, height) = (frame.width, frame.height);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">"
    )?;
    writeln!(out, "  <style>\n{STYLE}\n  </style>")?;
    writeln!(
        out,
        "  <rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    )?;
    for (&(_, _, stroke), route) in picture.edges.iter().zip(&routes) {
        edge(out, &frame.shifted(route), radius, stroke)?;
    }
    for (node, &point) in picture.nodes.iter().zip(&points) {
        vertex(out, node, frame.shift(point), radius)?;
    }
    for (number, &at) in &labels {
        beside(out, frame.shift(at), &picture.labels[number])?;
    }
    for (line, (tone, text)) in legend(picture).into_iter().enumerate() {
        let y = height - 16.0 - 20.0 * line as f64;
        let fill = colour(tone);
        writeln!(
            out,
            "  <circle class=\"vertex\" cx=\"18\" cy=\"{y:.1}\" r=\"7\" fill=\"{fill}\"/>"
        )?;
        writeln!(
            out,
            "  <text class=\"legend\" x=\"32\" y=\"{:.1}\">{text}</text>",
            y + 4.5
        )?;
    }
    writeln!(out, "</svg>")?;
    Ok(())
}

/// The sizes of fonts, as in the style; bold letters are wider.
const NAME_SIZE: f64 = 13.0 * 1.1;
const CAPTION_SIZE: f64 = 12.0;
/// Room between a text and the rim of its vertex.
const INSET: f64 = 6.0;

/// One radius for all vertices, wide enough for what is written on them if that is not long.
fn radius(picture: &Picture) -> f64 {
    let width =
        |node: &Node| measured(&node.name, NAME_SIZE).max(measured(&node.caption, CAPTION_SIZE));
    let widest = picture.nodes.iter().map(width).fold(0.0, f64::max);
    (widest / 2.0 + INSET).clamp(20.0, 90.0)
}

/// What the colours mean, for those that occur, from the bottom upwards.
fn legend(picture: &Picture) -> Vec<(Tone, &'static str)> {
    let [lost, won, drawn] = picture.legend;
    let mut entries = vec![(Tone::Drawn, drawn), (Tone::Won, won), (Tone::Lost, lost)];
    entries.retain(|(tone, _)| picture.nodes.iter().any(|node| node.tone == *tone));
    entries
}

/// The part of the plane that is shown.
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Frame {
    fn around(points: &[Point], routes: &[Route], radius: f64) -> Frame {
        let mut corners = Vec::new();
        for &(x, y) in points {
            corners.extend([(x - radius, y - radius), (x + radius, y + radius)]);
        }
        for route in routes {
            match *route {
                Route::Curve(a, c, b) => {
                    corners
                        .extend((0..=8).map(|i| super::route::at(&(a, c, b), f64::from(i) / 8.0)));
                }
                Route::Loop { at, direction } => {
                    let far = 2.4 * radius;
                    corners.push((at.0 + far * direction.0, at.1 + far * direction.1));
                }
            }
        }
        let margin = 14.0;
        let low = |f: fn(&Point) -> f64| corners.iter().map(f).fold(f64::INFINITY, f64::min);
        let high = |f: fn(&Point) -> f64| corners.iter().map(f).fold(f64::NEG_INFINITY, f64::max);
        if corners.is_empty() {
            return Frame {
                left: 0.0,
                top: 0.0,
                width: 40.0,
                height: 40.0,
            };
        }
        let (left, top) = (low(|p| p.0) - margin, low(|p| p.1) - margin);
        Frame {
            left,
            top,
            width: (high(|p| p.0) + margin - left).max(40.0),
            height: high(|p| p.1) + margin - top,
        }
    }

    /// Widens the frame to the sides where what is written beside an edge would be cut off.
    fn hold_label(&mut self, (x, y): Point, half: f64) {
        let (right, bottom) = (self.left + self.width, self.top + self.height);
        self.left = self.left.min(x - half);
        self.top = self.top.min(y - 12.0);
        self.width = right.max(x + half) - self.left;
        self.height = bottom.max(y + 12.0) - self.top;
    }

    /// Adds what the legend needs.
    fn make_room_for(&mut self, legend: &[(Tone, &str)]) {
        let widest = |(_, text): &(Tone, &str)| 32.0 + measured(text, CAPTION_SIZE) + 8.0;
        self.width = legend.iter().map(widest).fold(self.width, f64::max);
        if !legend.is_empty() {
            self.height += 12.0 + 20.0 * legend.len() as f64;
        }
    }

    fn shift(&self, (x, y): Point) -> Point {
        (x - self.left, y - self.top)
    }

    fn shifted(&self, route: &Route) -> Route {
        match *route {
            Route::Curve(a, c, b) => Route::Curve(self.shift(a), self.shift(c), self.shift(b)),
            Route::Loop { at, direction } => Route::Loop {
                at: self.shift(at),
                direction,
            },
        }
    }
}

fn edge(out: &mut dyn Write, route: &Route, radius: f64, stroke: Stroke) -> io::Result<()> {
    let class = match stroke {
        Stroke::Plain => "edge",
        Stroke::SetOff => "edge off",
        Stroke::Left => "edge left",
        Stroke::Right => "edge right",
    };
    let (path, from, tip) = match *route {
        Route::Curve(a, c, b) => {
            let path = format!(
                "M{:.1},{:.1} Q{:.1},{:.1} {:.1},{:.1}",
                a.0, a.1, c.0, c.1, b.0, b.1
            );
            (path, c, b)
        }
        Route::Loop { at, direction } => looped(at, direction, radius),
    };
    writeln!(out, "  <path class=\"{class}\" d=\"{path}\"/>")?;
    head(out, from, tip, stroke)
}

/// A loop as a cubic curve: its path, a point before its tip, and its tip.
fn looped(at: Point, direction: Point, radius: f64) -> (String, Point, Point) {
    let turned = |angle: f64, length: f64| {
        let (sin, cos) = angle.sin_cos();
        let (x, y) = direction;
        (
            at.0 + length * (x * cos - y * sin),
            at.1 + length * (x * sin + y * cos),
        )
    };
    let (start, tip) = (turned(-0.42, radius), turned(0.42, radius + 2.0));
    let (first, second) = (turned(-0.75, 2.9 * radius), turned(0.75, 2.9 * radius));
    let path = format!(
        "M{:.1},{:.1} C{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}",
        start.0, start.1, first.0, first.1, second.0, second.1, tip.0, tip.1
    );
    (path, second, tip)
}

fn head(out: &mut dyn Write, from: Point, tip: Point, stroke: Stroke) -> io::Result<()> {
    let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
    let length = dx.hypot(dy).max(1e-9);
    let (dx, dy) = (dx / length, dy / length);
    let (long, wide) = if stroke == Stroke::SetOff {
        (12.0, 5.0)
    } else {
        (9.5, 3.8)
    };
    let back = (tip.0 - long * dx, tip.1 - long * dy);
    let class = match stroke {
        Stroke::Plain => "head",
        Stroke::SetOff => "headoff",
        Stroke::Left => "headleft",
        Stroke::Right => "headright",
    };
    writeln!(
        out,
        "  <polygon class=\"{class}\" points=\"{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}\"/>",
        tip.0,
        tip.1,
        back.0 - wide * dy,
        back.1 + wide * dx,
        back.0 + wide * dy,
        back.1 - wide * dx
    )?;
    Ok(())
}

/// What is written beside an edge.
fn beside(out: &mut dyn Write, (x, y): Point, label: &str) -> io::Result<()> {
    let label = hinted(&shown_beside(label), label);
    writeln!(
        out,
        "  <text class=\"set\" x=\"{x:.1}\" y=\"{:.1}\">{label}</text>",
        y + 4.0
    )
}

fn vertex(out: &mut dyn Write, node: &Node, (x, y): Point, radius: f64) -> io::Result<()> {
    let occupied = if node.tokens > 0 { " occupied" } else { "" };
    let fill = colour(node.tone);
    writeln!(
        out,
        "  <circle class=\"vertex{occupied}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\"/>"
    )?;
    if node.start {
        let ring = radius + 4.0;
        writeln!(
            out,
            "  <circle class=\"start\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{ring:.1}\"/>"
        )?;
    }
    let shown = node.tokens.min(5);
    for token in 0..shown {
        let angle =
            0.45 * (token as f64 - (shown as f64 - 1.0) / 2.0) - std::f64::consts::FRAC_PI_2;
        let (cx, cy) = (x + radius * angle.cos(), y + radius * angle.sin());
        writeln!(
            out,
            "  <circle class=\"token\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"6\"/>"
        )?;
    }
    written_on(out, node, (x, y), radius)
}

/// The name of a vertex and what stands below it, each shortened to the room between the rims, the whole as a hint.
fn written_on(out: &mut dyn Write, node: &Node, (x, y): Point, radius: f64) -> io::Result<()> {
    let both = !node.name.is_empty() && !node.caption.is_empty();
    // Lines off the middle of a circle have less room than its diameter.
    let off: f64 = if both { 12.0 } else { 5.0 };
    let room = 2.0 * ((radius * radius - off * off).sqrt() - 2.0).max(14.0);
    let mut text = |class: &str, y: f64, inner: String| {
        writeln!(
            out,
            "  <text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{inner}</text>"
        )
    };
    if !node.name.is_empty() || node.caption.is_empty() {
        let shown = shortened_inside(&node.name, NAME_SIZE, room);
        let y = if both { y - 2.0 } else { y + 4.5 };
        text("name", y, hinted(&shown, &node.name))?;
    }
    if !node.caption.is_empty() {
        let shown = shortened(&node.caption, CAPTION_SIZE, room);
        let y = if both { y + 13.0 } else { y + 4.0 };
        text("caption", y, hinted(&shown, &node.caption))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup::escaped;

    fn drawn(picture: &Picture) -> String {
        let mut svg = Vec::new();
        graph_svg(picture, &mut svg).expect("memory takes everything");
        String::from_utf8(svg).expect("pictures are text")
    }

    #[test]
    fn long_names_stay_in_their_circles() {
        let mut picture = Picture::sized(2, 1).expect("small");
        let long = "a<very>long&name_of_a_vertex".repeat(5);
        picture.add(&*long, "{1|2||3|4|||5|6}".repeat(4));
        picture.add("b", "");
        picture.connect(0, 1, Stroke::Left);
        let svg = drawn(&picture);
        let whole = format!("<title>{}</title>", escaped(&long));
        assert!(svg.contains(&whole) && svg.contains(">b</text>"), "{svg}");
        for node in &picture.nodes {
            let shown = shortened_inside(&node.name, NAME_SIZE, 180.0);
            assert!(measured(&shown, NAME_SIZE) <= 180.0);
        }
        let shown = svg.split("</title>").nth(1).expect("a hint");
        let shown = shown.split("</text>").next().expect("a text");
        assert!(shown.chars().count() < 40 && shown.contains('…'), "{shown}");
    }

    #[test]
    fn short_names_have_no_hint() {
        let mut picture = Picture::sized(2, 1).expect("small");
        picture.add("position_12", "{1|2}");
        picture.add("*", "0123456789");
        assert!(!drawn(&picture).contains("<title>"));
    }

    #[test]
    fn labels_of_loops_are_in_the_picture() {
        let mut picture = Picture::sized(1, 1).expect("small");
        picture.add("a", "");
        picture.connect(0, 0, Stroke::Left);
        let name = "@a_set_with_a_long_name_that_reaches_far";
        picture.label(0, 0, Stroke::Left, name);
        let svg = drawn(&picture);
        let width = svg.split("width=\"").nth(1).expect("a width");
        let width: f64 = width
            .split('"')
            .next()
            .expect("a number")
            .parse()
            .expect("a number");
        assert!(width >= 2.0 * half_width(name), "{width}");
        assert!(svg.contains(&format!("<title>{name}</title>")));
    }
}
