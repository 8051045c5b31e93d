//! SVG drawings.

use std::io::{self, Write};

use super::{
    Picture, Stroke, Tone,
    dot::colour,
    layout::{Point, place},
    picture::Node,
    route::{Route, route},
};
use crate::markup::escaped;

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
    let frame = Frame::around(&points, &routes, radius, legend(picture).len());
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
    for (&number, label) in &picture.labels {
        beside(out, &frame.shifted(&routes[number]), radius, label)?;
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

/// One radius for all vertices, wide enough for what is written on them.
fn radius(picture: &Picture) -> f64 {
    let width = |node: &Node| {
        let (name, caption) = (node.name.chars().count(), node.caption.chars().count());
        (4.6 * name as f64).max(3.9 * caption as f64)
    };
    let widest = picture.nodes.iter().map(width).fold(0.0, f64::max);
    (widest + 6.0).clamp(20.0, 90.0)
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
    fn around(points: &[Point], routes: &[Route], radius: f64, legend: usize) -> Frame {
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
        let below = if legend > 0 {
            12.0 + 20.0 * legend as f64
        } else {
            0.0
        };
        Frame {
            left,
            top,
            width: (high(|p| p.0) + margin - left).max(if legend > 0 { 220.0 } else { 40.0 }),
            height: high(|p| p.1) + margin - top + below,
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

/// What is written beside an edge, at its middle.
fn beside(out: &mut dyn Write, route: &Route, radius: f64, label: &str) -> io::Result<()> {
    let (x, y) = match *route {
        Route::Curve(a, c, b) => super::route::at(&(a, c, b), 0.5),
        Route::Loop { at, direction } => {
            let far = 2.0 * radius;
            (at.0 + far * direction.0, at.1 + far * direction.1)
        }
    };
    let label = escaped(label);
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
    let name = escaped(&node.name);
    if node.caption.is_empty() {
        writeln!(
            out,
            "  <text class=\"name\" x=\"{x:.1}\" y=\"{:.1}\">{name}</text>",
            y + 4.5
        )?;
    } else if node.name.is_empty() {
        let caption = escaped(&node.caption);
        writeln!(
            out,
            "  <text class=\"caption\" x=\"{x:.1}\" y=\"{:.1}\">{caption}</text>",
            y + 4.0
        )?;
    } else {
        writeln!(
            out,
            "  <text class=\"name\" x=\"{x:.1}\" y=\"{:.1}\">{name}</text>",
            y - 2.0
        )?;
        let caption = escaped(&node.caption);
        writeln!(
            out,
            "  <text class=\"caption\" x=\"{x:.1}\" y=\"{:.1}\">{caption}</text>",
            y + 13.0
        )?;
    }
    Ok(())
}
