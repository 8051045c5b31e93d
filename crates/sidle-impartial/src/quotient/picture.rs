//! The Cayley graph of a quotient as a picture.

use std::{f64::consts::TAU, fmt::Write};

use super::{Monomial, Quotient, QuotientSearch};

const COLOURS: [&str; 8] = [
    "#3b6ea5", "#c8452d", "#3f8f4f", "#8a5aa8", "#c98a1b", "#2f9aa0", "#8c6239", "#666666",
];
/// Of the circle of an element.
const RADIUS: f64 = 11.0;

type Point = (f64, f64);

impl QuotientSearch {
    /// The Cayley graph as SVG: elements in rings by the degree of their normal forms, an arrow for each element and
    /// generator, P-positions filled.
    #[must_use]
    pub fn svg(&self) -> String {
        let quotient = &self.partial().quotient;
        let (places, size) = places(quotient);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size:.0} {size:.0}\" font-family=\"sans-serif\" \
             font-size=\"10\">\n<rect width=\"{size:.0}\" height=\"{size:.0}\" fill=\"white\"/>\n"
        );
        for generator in 0..quotient.generators() {
            arrows(quotient, generator, &places, &mut svg);
        }
        legend(quotient, &mut svg);
        for (x, &(cx, cy)) in places.iter().enumerate() {
            let fill = if quotient.is_p(x as u32) {
                "#f2c14e"
            } else {
                "white"
            };
            let _ = writeln!(
                svg,
                "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"{RADIUS}\" fill=\"{fill}\" stroke=\"black\"/>\
                 <text x=\"{cx:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                cy + 3.5,
                raised(&quotient.normal_forms()[x].text())
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// Where the elements are drawn, and how wide the picture is. The elements of a ring come in the order of what they
/// are multiples of in the ring inside it, so that few arrows cross.
fn places(quotient: &Quotient) -> (Vec<Point>, f64) {
    let order = quotient.order();
    let degree = |x: usize| quotient.normal_forms()[x].degree() as usize;
    let deepest = (0..order).map(degree).max().unwrap_or(0);
    let mut rings = vec![Vec::new(); deepest + 1];
    for x in 0..order {
        rings[degree(x)].push(x);
    }
    let widest = rings.iter().map(Vec::len).max().unwrap_or(1);
    let step = (26.0 * widest as f64 / TAU / deepest.max(1) as f64).max(70.0);
    let middle = step * deepest as f64 + 60.0;
    let mut places = vec![(0.0, 0.0); order];
    let mut towards = vec![(0.0, 0.0); order];
    for (d, ring) in rings.iter_mut().enumerate() {
        let angle = |x: usize| f64::atan2(towards[x].1, towards[x].0);
        ring.sort_by(|&x, &y| angle(x).total_cmp(&angle(y)));
        let first = ring.first().map_or(0.0, |&x| angle(x));
        for (i, &x) in ring.iter().enumerate() {
            let angle = first + TAU * i as f64 / ring.len() as f64;
            let radius = step * d as f64;
            places[x] = (radius * angle.cos(), radius * angle.sin());
        }
        for &x in ring.iter() {
            for generator in 0..quotient.generators() {
                let y = quotient.step(x as u32, generator) as usize;
                if degree(y) > d {
                    towards[y].0 += places[x].0 + 1e-3 * (generator as f64).cos();
                    towards[y].1 += places[x].1 + 1e-3 * (generator as f64).sin();
                }
            }
        }
    }
    for place in &mut places {
        *place = (middle + place.0, middle + place.1);
    }
    (places, 2.0 * middle)
}

/// The arrows of one generator. Where it leads back as well, one line without a head stands for both; where it leads
/// nowhere else, there is none.
fn arrows(quotient: &Quotient, generator: usize, places: &[Point], svg: &mut String) {
    let colour = COLOURS[generator % COLOURS.len()];
    for x in 0..quotient.order() {
        let y = quotient.step(x as u32, generator) as usize;
        let returns = quotient.step(y as u32, generator) as usize == x;
        if x == y || returns && y < x {
            continue;
        }
        let (from, to) = (places[x], places[y]);
        let _ = writeln!(
            svg,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{colour}\" stroke-opacity=\"0.55\"/>",
            from.0, from.1, to.0, to.1
        );
        if !returns {
            head(from, to, colour, svg);
        }
    }
}

/// A head where an arrow meets the circle it leads to.
fn head(from: Point, to: Point, colour: &str, svg: &mut String) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let point = |back: f64, aside: f64| {
        format!(
            "{:.1},{:.1}",
            to.0 - back * dx - aside * dy,
            to.1 - back * dy + aside * dx
        )
    };
    let _ = writeln!(
        svg,
        "<polygon points=\"{} {} {}\" fill=\"{colour}\"/>",
        point(RADIUS, 0.0),
        point(RADIUS + 7.0, 2.8),
        point(RADIUS + 7.0, -2.8)
    );
}

/// `ab^2` as it is printed: ab².
fn raised(name: &str) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let mut parts = name.split('^');
    let mut label = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let power = part[..part.len() - rest.len()].chars();
        label.extend(power.filter_map(|digit| Some(DIGITS[digit.to_digit(10)? as usize])));
        label.push_str(rest);
    }
    label
}

fn legend(quotient: &Quotient, svg: &mut String) {
    let mut y = 18;
    for generator in 0..quotient.generators() {
        let colour = COLOURS[generator % COLOURS.len()];
        let name = Monomial::name(generator);
        let _ = writeln!(
            svg,
            "<text x=\"10\" y=\"{y}\" fill=\"{colour}\">times {name}</text>"
        );
        y += 14;
    }
    let _ = writeln!(svg, "<text x=\"10\" y=\"{y}\">filled: P-positions</text>");
}
