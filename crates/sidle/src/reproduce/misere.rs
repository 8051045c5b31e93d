//! Heap games and misère play: section 6 of the survey, and the octal games that it rests on.

use crate::impartial::{
    code::Code,
    misere::{Form, Forms, HeapForms, parse_form},
    nim::{Pace, Sequence, until_periodic},
    quotient::{HeapGame, Monomial, QuotientOptions, QuotientSearch},
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
    // Nim heaps are shown by their nim value alone, other tame and restive games with one superscript.
    for (text, expected) in [
        ("*", "1"),
        ("*+*2", "3"),
        ("*2+*2", "0^0"),
        ("*2+*2+*2", "2^2"),
        ("*[0,*2+*3]", "2^0420"),
    ] {
        page.by_command(format!("sidle misere genus '{text}'"));
        page.equal(
            format!("the genus of {text}"),
            "Section 6",
            expected,
            || {
                let mut forms = Forms::new();
                let form = parse_form(&mut forms, text, meter)?;
                Ok(forms.genus(form, meter)?)
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
    let quotient = &kayles.partial().quotient;
    let element = |product: &str| quotient.element(&monomial(product));
    page.by_command("sidle misere quotient 0.77");
    page.equal(
        "misère Kayles: relations of the presentation that hold in Q, and elements that they leave",
        "Figure 24",
        "20 of 20, 40",
        || {
            let relations = KAYLES_RELATIONS.iter();
            let holds = |[left, right]: &&[&str; 2]| element(left) == element(right);
            Ok(format!(
                "{} of {}, {}",
                relations.filter(holds).count(),
                KAYLES_RELATIONS.len(),
                presented_order(&KAYLES_RELATIONS)
            ))
        },
    )?;
    page.by_command("sidle misere quotient 0.77");
    page.equal(
        "misère Kayles: P",
        "Figure 24",
        "a b^2 ac ac^2 d ad^2 e ade adf, no other",
        || {
            let printed = ["a", "b^2", "ac", "ac^2", "d", "ad^2", "e", "ade", "adf"];
            let mut elements = printed.map(element).to_vec();
            elements.retain(|&x| quotient.is_p(x));
            elements.sort_unstable();
            elements.dedup();
            let rest = match elements.len() == quotient.p_order() {
                true => "no other",
                false => "and others",
            };
            let shown = printed.iter().filter(|x| quotient.is_p(element(x)));
            Ok(format!(
                "{}, {rest}",
                shown.copied().collect::<Vec<_>>().join(" ")
            ))
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

/// The relations of misère Kayles as they are printed.
const KAYLES_RELATIONS: [[&str; 2]; 20] = [
    ["a^2", "1"],
    ["b^3", "b"],
    ["bc^2", "b"],
    ["c^3", "c"],
    ["bd", "bc"],
    ["cd", "b^2"],
    ["d^3", "d"],
    ["be", "bc"],
    ["ce", "b^2"],
    ["e^2", "de"],
    ["bf", "ab"],
    ["cf", "ab^2c"],
    ["d^2f", "f"],
    ["f^2", "b^2"],
    ["b^2g", "g"],
    ["c^2g", "g"],
    ["dg", "cg"],
    ["eg", "cg"],
    ["fg", "ag"],
    ["g^2", "b^2"],
];

/// The exponents of a to g in a product such as `ab^2c`.
fn exponents(product: &str) -> [usize; 7] {
    let mut powers = [0; 7];
    let letters = product
        .char_indices()
        .filter(|(_, c)| c.is_ascii_lowercase());
    for (at, letter) in letters {
        let power = product[at + 1..].strip_prefix('^');
        let digit = power.and_then(|rest| rest.chars().next()?.to_digit(10));
        powers[letter as usize - 'a' as usize] += digit.unwrap_or(1) as usize;
    }
    powers
}

fn monomial(product: &str) -> Monomial {
    Monomial::of_powers(&exponents(product))
}

/// How many elements a commutative monoid with generators a to g has in which nothing holds but what follows from the
/// relations: products with exponents up to 3 are put together by every relation times every product, and those
/// with exponents up to 2 counted. Each relation has exponents up to 3, and each product becomes one of these.
fn presented_order(relations: &[[&str; 2]]) -> usize {
    const POWERS: usize = 4;
    let place = |powers: &[usize; 7]| powers.iter().fold(0, |place, power| POWERS * place + power);
    let powers_at = |mut place: usize| {
        let mut powers = [0; 7];
        for power in powers.iter_mut().rev() {
            (*power, place) = (place % POWERS, place / POWERS);
        }
        powers
    };
    let mut class: Vec<usize> = (0..POWERS.pow(7)).collect();
    fn root(class: &mut [usize], mut x: usize) -> usize {
        while class[x] != x {
            class[x] = class[class[x]];
            x = class[x];
        }
        x
    }
    for sides in relations {
        let [left, right] = sides.map(exponents);
        for beside in 0..class.len() {
            let powers = powers_at(beside);
            let fits = |side: &[usize; 7]| powers.iter().zip(side).all(|(a, b)| a + b < POWERS);
            if fits(&left) && fits(&right) {
                let x = root(&mut class, beside + place(&left));
                let y = root(&mut class, beside + place(&right));
                class[x] = y;
            }
        }
    }
    let mut classes = Vec::new();
    for x in (0..class.len()).filter(|&x| powers_at(x).iter().all(|&power| power < 3)) {
        classes.push(root(&mut class, x));
    }
    classes.sort_unstable();
    classes.dedup();
    classes.len()
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
    let meter = page.meter();
    page.equal(
        "0.2048 has a ruler regularity, proved",
        "Grossman and Nowakowski, A ruler regularity in hexadecimal games",
        "Ruler",
        || {
            let mut sequence = Sequence::new("0.2048".parse::<Code>()?)?;
            let answer = until_periodic(&mut sequence, 1 << 12, meter, |_: &Sequence| {
                Ok::<Pace, crate::core::StopReason>(Pace::Longer)
            })?;
            let found = answer.regularity.map(|found| format!("{:?}", found.kind));
            Ok(found.unwrap_or_else(|| "none".to_owned()))
        },
    )?;
    Ok(())
}
