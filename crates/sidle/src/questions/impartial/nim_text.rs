//! Answers about nim-sequences in words.

use std::io::{self, Write};

use super::NimSequenceAnswer;
use crate::impartial::nim::{ExceptionTable, PeriodAnswer, Regularity, RegularityKind, Statistics};

/// The period, the values, and then everything else.
pub(super) fn write(answer: &NimSequenceAnswer, out: &mut dyn Write) -> io::Result<()> {
    let mut parts = Vec::new();
    if let Some(table) = &answer.exceptions {
        parts.push(exceptions(table));
    }
    if let Some(cousins) = &answer.first_cousins {
        parts.push(match cousins.as_slice() {
            [] => "first cousins: none".to_owned(),
            cousins => format!("first cousins: {}", cousins.join(", ")),
        });
    }
    if let Some(found) = &answer.statistics {
        parts.push(statistics(found));
    }
    if let Some(count) = answer.believed {
        parts.push(format!(
            "the first {count} values were read from the checkpoint and only sampled (--trust)"
        ));
    }
    let mut between = "";
    if let Some(period) = &answer.period {
        write!(out, "{}", period_text(&answer.code, period))?;
        between = "\n";
    }
    if let Some(values) = &answer.values {
        out.write_all(between.as_bytes())?;
        values.write(' ', out)?;
        between = "\n";
    }
    parts.iter().try_for_each(|part| {
        write!(out, "{between}{part}")?;
        between = "\n";
        Ok(())
    })
}

fn period_text(code: &str, answer: &PeriodAnswer) -> String {
    match (answer.period, answer.preperiod, &answer.regularity) {
        (Some(period), Some(preperiod), _) => {
            let saltus = match answer.saltus {
                Some(saltus) if saltus > 0 => format!(", saltus {saltus}"),
                _ => String::new(),
            };
            let proof = &answer.proof;
            format!("{code}: period {period} from heap {preperiod} on{saltus}\n{proof}")
        }
        (_, _, Some(found)) => format!("{}\n{}", regularity(code, found), answer.proof),
        _ => format!("{code}: {} ({} heaps)", answer.proof, answer.searched),
    }
}

/// A regularity that is not a period, with its formulas.
fn regularity(code: &str, found: &Regularity) -> String {
    let (p, s) = (found.period, found.saltus);
    let from = found.from;
    let from = from.map_or(String::new(), |from| format!(" from heap {from} on"));
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
        text.push_str(&format!(
            "\nheaps that are {} mod {p} have exceptional values, which the machine reads",
            list(&found.unknown, ", ")
        ));
    }
    text
}

fn exceptions(table: &ExceptionTable) -> String {
    let exceptions = table.exceptions.iter();
    let exceptions: Vec<String> = exceptions
        .map(|(heap, value)| format!("{heap}:{value}"))
        .collect();
    format!(
        "period: {}\nexceptions: {}",
        list(&table.values, " "),
        exceptions.join(" ")
    )
}

fn statistics(found: &Statistics) -> String {
    let champions = found.champions.iter();
    let champions: Vec<String> = champions
        .map(|(heap, value)| format!("{value} at {heap}"))
        .collect();
    let mut text = format!("largest values: {}", champions.join(", "));
    if let Some(space) = &found.sparse_space {
        text.push_str(&format!(
            "\nsparse space: mask {}, {} rare heaps of {}, the last is {}",
            space.mask, space.rare, found.heaps, space.last_rare
        ));
    }
    text
}

fn list<T: ToString>(numbers: &[T], between: &str) -> String {
    let texts: Vec<String> = numbers.iter().map(T::to_string).collect();
    texts.join(between)
}
