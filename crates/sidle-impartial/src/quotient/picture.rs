//! The Cayley graph of a quotient as a picture.

use std::{f64::consts::TAU, fmt::Write};

use super::{Monomial, Quotient, QuotientSearch};

const COLOURS: [&str; 8] = [
    "#3b6ea5", "#c8452d", "#3f8f4f", "#8a5aa8", "#c98a1b", "#2f9aa0", "#8c6239", "#666666",
];
/// The size of letters, and a generous width of one.
const FONT: f64 = 10.0;
const LETTER: f64 = 6.6;
/// Room between circles, and between an arrow and the circles that it passes.
const GAP: f64 = 14.0;
const CLEARANCE: f64 = 4.0;
/// Farther than this, distances are only bounded from below.
const FAR: f64 = 60.0;
const MARGIN: f64 = 12.0;
/// Beyond this many elements nobody can follow an arrow, and all are drawn straight.
const MOST_BENT: usize = 150;

type Point = (f64, f64);

impl QuotientSearch {
    /// The Cayley graph as SVG: elements in rings by the degree of their normal forms, an arrow for each element and
    /// generator, P-positions filled. Arrows are bent around the circles of other elements.
    #[must_use]
    pub fn svg(&self) -> String {
        let quotient = &self.partial().quotient;
        let layout = Layout::of(quotient);
        let lines = 1 + quotient.generators();
        let left = 130.0;
        let ((low_x, low_y), (high_x, high_y)) = layout.extent();
        let width = left + high_x - low_x + 2.0 * MARGIN;
        let height = (high_y - low_y + 2.0 * MARGIN).max(18.0 + 14.0 * lines as f64);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             font-family=\"sans-serif\" font-size=\"{FONT}\">\n\
             <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"white\"/>\n"
        );
        legend(quotient, &mut svg);
        let shift = (left + MARGIN - low_x, MARGIN - low_y);
        let _ = writeln!(
            svg,
            "<g transform=\"translate({:.1} {:.1})\">",
            shift.0, shift.1
        );
        for arrow in &layout.arrows {
            draw_arrow(arrow, layout.radius, &mut svg);
        }
        elements(quotient, &layout, &mut svg);
        svg.push_str("</g>\n</svg>\n");
        svg
    }
}

/// The circles of the elements with their names.
fn elements(quotient: &Quotient, layout: &Layout, svg: &mut String) {
    let radius = layout.radius;
    for (x, &(cx, cy)) in layout.places.iter().enumerate() {
        let fill = if quotient.is_p(x as u32) {
            "#f2c14e"
        } else {
            "white"
        };
        let _ = writeln!(
            svg,
            "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"{radius:.1}\" fill=\"{fill}\" stroke=\"black\"/>\
             <text x=\"{cx:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            cy + 3.5,
            raised(&quotient.normal_forms()[x].text())
        );
    }
}

/// An arrow as a quadratic curve. Where a generator leads back as well, one line without a head stands for both.
struct Arrow {
    ends: [usize; 2],
    generator: usize,
    headed: bool,
    curve: [Point; 3],
}

/// Where everything is drawn; the first element is at (0, 0).
struct Layout {
    radius: f64,
    places: Vec<Point>,
    arrows: Vec<Arrow>,
}

impl Layout {
    /// The narrowest of some layouts in which no arrow passes a circle, or else the widest.
    fn of(quotient: &Quotient) -> Layout {
        let letters = |form: &Monomial| raised(&form.text()).chars().count();
        let longest = quotient.normal_forms().iter().map(letters).max();
        let radius = (longest.unwrap_or(1) as f64 * LETTER / 2.0 + 3.0).max(11.0);
        let room = 2.0 * radius + GAP;
        let mut layout = Layout::with_room(quotient, radius, room);
        for widening in [1.25, 1.6, 2.0] {
            if layout.is_clear() || layout.places.len() > MOST_BENT {
                break;
            }
            layout = Layout::with_room(quotient, radius, widening * room);
        }
        layout
    }

    fn with_room(quotient: &Quotient, radius: f64, room: f64) -> Layout {
        let mut layout = Layout {
            radius,
            places: places(quotient, room),
            arrows: Vec::new(),
        };
        for generator in 0..quotient.generators() {
            layout.add_arrows(quotient, generator);
        }
        layout
    }

    /// Do all arrows keep away from the circles of other elements?
    fn is_clear(&self) -> bool {
        let mut arrows = self.arrows.iter();
        arrows.all(|arrow| self.distance(&arrow.curve, arrow.ends) > self.radius)
    }

    /// The arrows of one generator; where it leads nowhere else, there is none.
    fn add_arrows(&mut self, quotient: &Quotient, generator: usize) {
        for x in 0..quotient.order() {
            let y = quotient.step(x as u32, generator) as usize;
            let returns = quotient.step(y as u32, generator) as usize == x;
            if x == y || returns && y < x {
                continue;
            }
            self.arrows.push(Arrow {
                ends: [x, y],
                generator,
                headed: !returns,
                curve: self.curve(x, y),
            });
        }
    }

    /// The least bent curve between two elements that passes no circle and differs from the other arrows; if every curve passes
    /// one, that which keeps the largest distance from the middles of circles.
    fn curve(&self, x: usize, y: usize) -> [Point; 3] {
        let bend_by = |bend: f64| bent(self.places[x], self.places[y], bend);
        if self.places.len() > MOST_BENT {
            return bend_by(0.0);
        }
        let mut best = (f64::NEG_INFINITY, bend_by(0.0));
        for step in 0..32 {
            for side in [1.0, -1.0] {
                let curve = bend_by(side * 10.0 * f64::from(step));
                if self.is_taken(&curve) {
                    continue;
                }
                let distance = self.distance(&curve, [x, y]);
                if distance >= self.radius + CLEARANCE {
                    return curve;
                }
                if distance > best.0 {
                    best = (distance, curve);
                }
            }
        }
        best.1
    }

    /// Does an arrow of another generator run there already?
    fn is_taken(&self, [from, middle, to]: &[Point; 3]) -> bool {
        let near = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1) < 8.0;
        self.arrows.iter().any(|arrow| {
            let [a, c, b] = arrow.curve;
            let same = near(a, *from) && near(b, *to) || near(b, *from) && near(a, *to);
            same && near(c, *middle)
        })
    }

    /// How near a curve comes to the middle of the circle of an element that is not one of its ends.
    fn distance(&self, curve: &[Point; 3], ends: [usize; 2]) -> f64 {
        let others = self.places.iter().enumerate();
        let others = others.filter(|(z, _)| !ends.contains(z));
        let distance = |(_, &place): (usize, &Point)| distance(curve, place);
        others.map(distance).fold(f64::INFINITY, f64::min)
    }

    /// The corners of the least box around everything.
    fn extent(&self) -> (Point, Point) {
        let radius = self.radius;
        let circles = self
            .places
            .iter()
            .flat_map(|&(x, y)| [(x - radius, y - radius), (x + radius, y + radius)]);
        let curves = self.arrows.iter();
        let curves = curves.flat_map(|arrow| samples(&arrow.curve));
        let (mut low, mut high) = ((0.0_f64, 0.0_f64), (0.0_f64, 0.0_f64));
        for (x, y) in circles.chain(curves) {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        (low, high)
    }
}

/// The quadratic curve whose control point is this far to the side of the middle.
fn bent(from: Point, to: Point, bend: f64) -> [Point; 3] {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
    let control = (middle.0 - bend * dy / length, middle.1 + bend * dx / length);
    [from, control, to]
}

/// Points of a curve, so many that the parts between them are nearly straight.
fn samples(&[a, c, b]: &[Point; 3]) -> impl Iterator<Item = Point> {
    (0..=24).map(move |i| {
        let t = f64::from(i) / 24.0;
        let mix = |a: f64, c: f64, b: f64| {
            (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * c + t * t * b
        };
        (mix(a.0, c.0, b.0), mix(a.1, c.1, b.1))
    })
}

/// The distance of a point from a curve; far from it, a lower bound.
fn distance(curve: &[Point; 3], (x, y): Point) -> f64 {
    let [a, c, b] = *curve;
    let outside =
        |x: f64, p: f64, q: f64, r: f64| (p.min(q).min(r) - x).max(x - p.max(q).max(r)).max(0.0);
    let bound = outside(x, a.0, b.0, c.0).max(outside(y, a.1, b.1, c.1));
    if bound > FAR {
        return bound;
    }
    let parts = samples(curve).zip(samples(curve).skip(1));
    let to_part = |(a, b): (Point, Point)| {
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let square = (dx * dx + dy * dy).max(1e-9);
        let along = (((x - a.0) * dx + (y - a.1) * dy) / square).clamp(0.0, 1.0);
        (a.0 + along * dx - x).hypot(a.1 + along * dy - y)
    };
    parts.map(to_part).fold(f64::INFINITY, f64::min)
}

/// Where the elements are drawn, at least `room` apart. The elements of a ring come in the order of what they are
/// multiples of in the ring inside it, so that few arrows cross; each ring is turned a little further than the one
/// inside it, so that few elements are in a line.
fn places(quotient: &Quotient, room: f64) -> Vec<Point> {
    const TWIST: f64 = 0.42;
    let order = quotient.order();
    let degree = |x: usize| quotient.normal_forms()[x].degree() as usize;
    let deepest = (0..order).map(degree).max().unwrap_or(0);
    let mut rings = vec![Vec::new(); deepest + 1];
    for x in 0..order {
        rings[degree(x)].push(x);
    }
    let step = ring_step(&rings, room);
    let mut places = vec![(0.0, 0.0); order];
    let mut towards = vec![(0.0, 0.0); order];
    for (d, ring) in rings.iter_mut().enumerate() {
        let angle = |x: usize| f64::atan2(towards[x].1, towards[x].0);
        ring.sort_by(|&x, &y| angle(x).total_cmp(&angle(y)));
        let first = TWIST + ring.first().map_or(0.0, |&x| angle(x));
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
    places
}

/// How far rings are apart so that neighbours on each of them have room.
fn ring_step(rings: &[Vec<usize>], room: f64) -> f64 {
    let enough = |(d, ring): (usize, &Vec<usize>)| match ring.len() {
        0 | 1 => 0.0,
        n => room / 2.0 / (TAU / 2.0 / n as f64).sin() / d.max(1) as f64,
    };
    let rings = rings.iter().enumerate();
    rings.map(enough).fold((1.4 * room).max(70.0), f64::max)
}

fn draw_arrow(arrow: &Arrow, radius: f64, svg: &mut String) {
    let colour = COLOURS[arrow.generator % COLOURS.len()];
    let [from, control, to] = arrow.curve;
    let _ = writeln!(
        svg,
        "<path d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.55\"/>",
        from.0, from.1, control.0, control.1, to.0, to.1
    );
    if arrow.headed {
        head(&arrow.curve, radius, colour, svg);
    }
}

/// A head where an arrow meets the circle it leads to.
fn head(curve: &[Point; 3], radius: f64, colour: &str, svg: &mut String) {
    let to = curve[2];
    let outside = |&(x, y): &Point| (x - to.0).hypot(y - to.1) > radius + 4.0;
    let from = samples(curve).filter(outside).last().unwrap_or(curve[0]);
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
        point(radius, 0.0),
        point(radius + 7.0, 2.8),
        point(radius + 7.0, -2.8)
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

#[cfg(test)]
mod tests {
    use sidle_core::Meter;

    use super::*;
    use crate::quotient::{HeapGame, QuotientOptions};

    fn layout(code: &str, heaps: u32) -> (QuotientSearch, Layout) {
        let game = HeapGame::Code(code.parse().expect("a code"));
        let options = QuotientOptions {
            heaps: Some(heaps),
            ..QuotientOptions::default()
        };
        let mut search = QuotientSearch::new(game, options);
        search.run(&Meter::unlimited()).expect("a finite quotient");
        let layout = Layout::of(&search.partial().quotient);
        (search, layout)
    }

    #[test]
    fn arrows_run_around_the_circles_of_others() {
        let kayles = [2, 5, 9, 12, 25, 27].map(|heaps| ("0.77", heaps));
        for (code, heaps) in kayles.into_iter().chain([("0.123", 12), ("0.75", 12)]) {
            let (search, layout) = layout(code, heaps);
            for arrow in &layout.arrows {
                let distance = layout.distance(&arrow.curve, arrow.ends);
                let names = arrow
                    .ends
                    .map(|x| search.partial().quotient.normal_forms()[x].text());
                assert!(
                    distance > layout.radius,
                    "{code}, {heaps}: {names:?} {distance}"
                );
            }
        }
    }

    #[test]
    fn circles_hold_their_names_and_stand_apart() {
        let (search, layout) = layout("0.77", 27);
        for form in search.partial().quotient.normal_forms() {
            let letters = raised(&form.text()).chars().count();
            assert!(letters as f64 * LETTER < 2.0 * layout.radius);
        }
        for (x, a) in layout.places.iter().enumerate() {
            for b in &layout.places[..x] {
                assert!((a.0 - b.0).hypot(a.1 - b.1) > 2.0 * layout.radius + 2.0);
            }
        }
    }

    #[test]
    fn the_canvas_fits_what_is_drawn() {
        let (_, layout) = layout("0.77", 27);
        let (low, high) = layout.extent();
        let touches = |edge: f64, f: fn(&Point) -> f64, reach: f64| {
            let near = |place: &Point| (f(place) + reach - edge).abs() < 60.0;
            layout.places.iter().any(near)
        };
        assert!(touches(low.0, |p| p.0, -layout.radius) && touches(high.0, |p| p.0, layout.radius));
        assert!(touches(low.1, |p| p.1, -layout.radius) && touches(high.1, |p| p.1, layout.radius));
    }
}
