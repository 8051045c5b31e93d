//! Quotients as LaTeX and as a table of products.

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
}
