//! Quotients as LaTeX, as a table of products, and as a picture.

use std::fmt::Write;

use super::{Monomial, QuotientSearch};

impl QuotientSearch {
    /// The presentation, P and Φ in LaTeX.
    #[must_use]
    pub fn latex(&self) -> String {
        let quotient = &self.partial().quotient;
        let name = |x: u32| quotient.normal_form(x).latex();
        let generators: Vec<String> = (0..quotient.generators())
            .map(|g| Monomial::generator(g).latex())
            .collect();
        let relations: Vec<String> = quotient
            .rules()
            .iter()
            .map(|(leading, form)| format!("{}={}", leading.latex(), name(*form)))
            .collect();
        let elements = 0..quotient.order() as u32;
        let p: Vec<String> = elements.filter(|&x| quotient.is_p(x)).map(name).collect();
        let phi: Vec<String> = self
            .partial()
            .phi
            .iter()
            .enumerate()
            .map(|(heap, &x)| format!("\\Phi({heap})={}", name(x)))
            .collect();
        format!(
            "\\[\\mathcal{{Q}} \\cong \\langle {} \\mid {} \\rangle\\]\n\\[\\mathcal{{P}} = \\{{{}\\}}\\]\n\\[{}\\]\n",
            generators.join(","),
            relations.join(",\\ "),
            p.join(",\\ "),
            phi.join(",\\ ")
        )
    }

    /// The multiplication table as comma-separated values, with a head and a column that says which elements are P.
    #[must_use]
    pub fn csv(&self) -> String {
        let quotient = &self.partial().quotient;
        let elements = 0..quotient.order() as u32;
        let name = |x: u32| quotient.normal_form(x).text();
        let mut text = String::from("element,outcome");
        for x in elements.clone() {
            let _ = write!(text, ",{}", name(x));
        }
        text.push('\n');
        for x in elements.clone() {
            let outcome = if quotient.is_p(x) { 'P' } else { 'N' };
            let _ = write!(text, "{},{outcome}", name(x));
            for y in elements.clone() {
                let _ = write!(text, ",{}", name(quotient.product(x, y)));
            }
            text.push('\n');
        }
        text
    }

    /// The Cayley graph as SVG: elements in rings by the degree of their normal forms, an edge for each element and
    /// generator, P-positions filled.
    #[must_use]
    pub fn svg(&self) -> String {
        const COLOURS: [&str; 8] = [
            "#3b6ea5", "#c8452d", "#3f8f4f", "#8a5aa8", "#c98a1b", "#2f9aa0", "#8c6239", "#666666",
        ];
        let quotient = &self.partial().quotient;
        let order = quotient.order();
        let degree = |x: usize| quotient.normal_forms()[x].degree() as usize;
        let deepest = (0..order).map(degree).max().unwrap_or(0);
        let widest = (0..=deepest)
            .map(|d| (0..order).filter(|&x| degree(x) == d).count())
            .max()
            .unwrap_or(1);
        let ring = (26.0 * widest as f64 / std::f64::consts::TAU / deepest.max(1) as f64).max(70.0);
        let half = ring * deepest as f64 + 60.0;
        let mut places = vec![(half, half); order];
        for d in 1..=deepest {
            let members: Vec<usize> = (0..order).filter(|&x| degree(x) == d).collect();
            for (i, &x) in members.iter().enumerate() {
                let angle =
                    std::f64::consts::TAU * (i as f64 + 0.37 * d as f64) / members.len() as f64;
                let radius = ring * d as f64;
                places[x] = (half + radius * angle.cos(), half + radius * angle.sin());
            }
        }
        let size = 2.0 * half;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size:.0} {size:.0}\" font-family=\"sans-serif\" \
             font-size=\"10\">\n<rect width=\"{size:.0}\" height=\"{size:.0}\" fill=\"white\"/>\n"
        );
        for generator in 0..quotient.generators() {
            let colour = COLOURS[generator % COLOURS.len()];
            for x in 0..order {
                let y = quotient.step(x as u32, generator) as usize;
                let ((x1, y1), (x2, y2)) = (places[x], places[y]);
                let _ = writeln!(
                    svg,
                    "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" stroke-opacity=\"0.45\"/>"
                );
            }
            let _ = writeln!(
                svg,
                "<text x=\"10\" y=\"{}\" fill=\"{colour}\">{}</text>",
                18 + 14 * generator,
                Monomial::name(generator)
            );
        }
        for (x, &(cx, cy)) in places.iter().enumerate() {
            let fill = if quotient.is_p(x as u32) {
                "#f2c14e"
            } else {
                "white"
            };
            let _ = writeln!(
                svg,
                "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"11\" fill=\"{fill}\" stroke=\"black\"/>\
                 <text x=\"{cx:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                cy + 3.5,
                quotient.normal_forms()[x].text()
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}
