//! Heap games and misère play: section 6 of the survey, and the octal games that it rests on.

use crate::impartial::{
    code::Code,
    misere::{Form, Forms, HeapForms, parse_form},
    nim::{Pace, Sequence, until_periodic},
    quotient::{HeapGame, QuotientOptions, QuotientSearch},
};

use super::Page;

pub(super) fn run(page: &mut Page<'_>) -> anyhow::Result<()> {
    bouton(page)?;
    genus(page)?;
    quotients(page)?;
    periods(page)
}

/// Misère Nim: a position with a heap of at least two is P exactly if the heaps have nim sum 0, one without if
/// the number of its heaps is odd.
fn bouton(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    page.equal(
        "misère Nim: P-positions among all sums of up to four heaps of at most 6 tokens are as stated",
        "Section 6 (Bouton 1901)",
        "210 of 210",
        || {
            let mut forms = Forms::new();
            let heaps = (0..=6).map(|n| forms.nim_heap(n, meter)).collect::<Result<Vec<Form>, _>>()?;
            let (mut right, mut all) = (0, 0);
            for a in 0..=6_usize {
                for b in a..=6 {
                    for c in b..=6 {
                        for d in c..=6 {
                            let mut sum = heaps[a];
                            for heap in [b, c, d] {
                                sum = forms.add(sum, heaps[heap], meter)?;
                            }
                            let ones = [a, b, c, d].iter().filter(|&&heap| heap == 1).count();
                            let expected = if d >= 2 { a ^ b ^ c ^ d == 0 } else { ones % 2 == 1 };
                            all += 1;
                            right += usize::from(forms.is_p(sum) == expected);
                        }
                    }
                }
            }
            Ok(format!("{right} of {all}"))
        },
    )?;
    page.equal(
        "games with the same nim value that misère play tells apart: *2+*2 and 0; *2+X and *2+*2+*2+X for X = {0,*2+*3}",
        "Section 6",
        "P N; N P",
        || {
            let mut forms = Forms::new();
            let mut outcome = |text: &str| -> anyhow::Result<&'static str> {
                let form = parse_form(&mut forms, text, meter)?;
                Ok(if forms.is_p(form) { "P" } else { "N" })
            };
            let x = "*[0,*2+*3]";
            Ok(format!(
                "{} {}; {} {}",
                outcome("*2+*2")?,
                outcome("*0")?,
                outcome(&format!("*2+{x}"))?,
                outcome(&format!("*2+*2+*2+{x}"))?
            ))
        },
    )
}

fn genus(page: &mut Page<'_>) -> anyhow::Result<()> {
    let meter = page.meter();
    for (text, expected) in [
        ("*", "1^0"),
        ("*+*2", "3^3"),
        ("*2+*2", "0^0"),
        ("*2+*2+*2", "2^2"),
        ("*[0,*2+*3]", "2^0"),
    ] {
        page.by_command(format!("sidle misere genus '{text}'"));
        page.equal(
            format!("nim value and misère nim value of {text}"),
            "Section 6",
            expected,
            || {
                let mut forms = Forms::new();
                let form = parse_form(&mut forms, text, meter)?;
                Ok(format!(
                    "{}^{}",
                    forms.nim_value(form),
                    forms.misere_nim_value(form)
                ))
            },
        )?;
    }
    page.by_command("sidle misere genus 0.77 --heaps 12");
    page.equal(
        "the genus of Kayles heaps 0 to 12",
        "Winning Ways, chapter 13",
        "0 1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046",
        || {
            let mut kayles = HeapForms::new(HeapGame::Code("0.77".parse::<Code>()?));
            let symbols = (0..=12).map(|heap| Ok(kayles.genus(heap, meter)?.to_string()));
            Ok(symbols.collect::<anyhow::Result<Vec<_>>>()?.join(" "))
        },
    )?;
    page.equal(
        "misère canonical forms born by day 1, 2, 3, 4",
        "Siegel, Combinatorial Game Theory, V",
        "2 3 5 22",
        || {
            let mut forms = Forms::new();
            let counts = (1..=4).map(|day| {
                let games = forms.born_by(day, 1000, 1000, meter)?;
                Ok(games.len().to_string())
            });
            Ok(counts.collect::<anyhow::Result<Vec<_>>>()?.join(" "))
        },
    )
}

fn search(code: &str, heaps: Option<u32>, page: &Page<'_>) -> anyhow::Result<QuotientSearch> {
    let game = HeapGame::Code(code.parse::<Code>()?);
    let options = QuotientOptions {
        heaps,
        ..QuotientOptions::default()
    };
    let mut search = QuotientSearch::new(game, options);
    search.run(page.meter())?;
    Ok(search)
}

fn quotients(page: &mut Page<'_>) -> anyhow::Result<()> {
    let kayles = search("0.77", None, page)?;
    let answer = kayles.answer("0.77");
    page.by_command("sidle misere quotient 0.77");
    page.equal(
        "misère Kayles: |Q|, |P|, period and preperiod of Φ",
        "Figure 24",
        "40, 9, 12 from 71",
        || {
            let (period, preperiod) = (answer.period.unwrap_or(0), answer.preperiod.unwrap_or(0));
            Ok(format!(
                "{}, {}, {period} from {preperiod}",
                answer.order, answer.p_order
            ))
        },
    )?;
    page.by_command("sidle misere quotient 0.77");
    page.equal(
        "misère Kayles: the heaps that are the generators a to g",
        "Figure 24",
        "1 2 5 9 12 25 27",
        || {
            Ok(answer
                .generator_heaps
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(" "))
        },
    )?;
    page.by_command("sidle misere quotient 0.77");
    page.equal(
        "misère Kayles: Φ of heaps 1 to 9",
        "Figure 24",
        "a b ab a c ab b ab^2 d",
        || {
            // Heaps 1 to 9 as products of the generators, by multiplying there.
            let quotient = &kayles.partial().quotient;
            let phi = &kayles.partial().phi;
            let (a, b) = (phi[1], phi[2]);
            let ab = quotient.product(a, b);
            let named = [
                (a, "a"),
                (b, "b"),
                (ab, "ab"),
                (phi[5], "c"),
                (quotient.product(ab, b), "ab^2"),
                (phi[9], "d"),
            ];
            let name = |x: &u32| {
                named
                    .iter()
                    .find(|entry| entry.0 == *x)
                    .map_or("?", |entry| entry.1)
            };
            Ok(phi[1..=9].iter().map(name).collect::<Vec<_>>().join(" "))
        },
    )?;
    let other = search("0.123", None, page)?;
    page.equal(
        "the misère quotient of 0.123: |Q|, |P|",
        "Plambeck 2005",
        "20, 5",
        || {
            let answer = other.answer("0.123");
            Ok(format!("{}, {}", answer.order, answer.p_order))
        },
    )
}

fn periods(page: &mut Page<'_>) -> anyhow::Result<()> {
    for (code, expected) in [
        ("0.77", "12 from 71"),
        ("0.07", "34 from 53"),
        ("0.45", "20 from 498"),
        ("0.156", "349 from 3479"),
        ("0.356", "142 from 7315"),
        ("0.644", "442 from 3256"),
    ] {
        let meter = page.meter();
        page.equal(
            format!("the period of {code}, proved"),
            "Winning Ways, chapter 4; Guy and Nowakowski",
            expected,
            || {
                let mut sequence = Sequence::new(code.parse::<Code>()?)?;
                let answer = until_periodic(&mut sequence, 1 << 20, meter, |_: &Sequence| {
                    Ok::<Pace, crate::core::StopReason>(Pace::Longer)
                })?;
                let (period, preperiod) =
                    (answer.period.unwrap_or(0), answer.preperiod.unwrap_or(0));
                Ok(format!("{period} from {preperiod}"))
            },
        )?;
    }
    Ok(())
}
