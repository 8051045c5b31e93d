//! Regularities that are not periods, in words.

use sidle::impartial::nim::{PeriodAnswer, Regularity, RegularityKind};

/// The answer: which regularity, its formulas, and the proof.
pub(super) fn text(answer: &PeriodAnswer, found: &Regularity) -> String {
    let (code, p, s) = (&answer.code, found.period, found.saltus);
    let from = found
        .from
        .map_or(String::new(), |from| format!(" from heap {from} on"));
    let mut text = match found.kind {
        RegularityKind::Ruler => {
            format!("{code}: ruler regularity, period {p} and saltus {s}{from}")
        }
        RegularityKind::Automatic => {
            format!("{code}: automatic, most values with period {p} and saltus {s}")
        }
    };
    for ruler in &found.rulers {
        let zero = ruler.zero;
        let [power, other] = [ruler.power, ruler.other].map(|number| match number {
            0 => String::new(),
            number => format!("{number:+}"),
        });
        text.push_str(&format!(
            "\nG({zero}+{p}y) = {s}y{power} if y is a power of two, else {s}(y-2r){other} with r the largest power of two that divides y"
        ));
    }
    if !found.unknown.is_empty() {
        let unknown: Vec<String> = found.unknown.iter().map(usize::to_string).collect();
        text.push_str(&format!(
            "\nheaps that are {} mod {p} have exceptional values, which the machine reads",
            unknown.join(", ")
        ));
    }
    format!("{text}\n{}", answer.proof)
}
