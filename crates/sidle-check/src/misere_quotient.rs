//! Certificates of misère quotients, kind `misere-quotient`.
//!
//! The certificate holds an octal game or a list of components, the value Φ of every heap in a finite commutative
//! monoid, the products of elements with generators, and the elements of P. The checker makes the options of the heaps
//! itself and verifies that
//!
//! - the generators commute and reach every element from the identity, so that there is one monoid;
//! - every generator is Φ of some heap, and no two elements are told apart by nothing (reducedness);
//! - in the transition algebra x ∈ P exactly if there are options and none of them is in P, for all sums of heaps
//!   (Plambeck and Siegel 2008): then P tells the misère outcome of every sum;
//! - a period is claimed only if Φ repeats so long that it does for ever.

use std::collections::{HashMap, HashSet};

use sidle_core::{Meter, Ticker};

use crate::{Failure, Verdict, certificate::certificate, digraph::nullable};

certificate! {
    "misere-quotient" version 1:
    /// A whole `misere-quotient` certificate.
    pub struct Certificate {
        /// The octal digits for 0, 1, 2, … tokens taken; or null, if the components are listed.
        #[serde(deserialize_with = "nullable")]
        pub digits: Option<Vec<u8>>,
        /// Components with their options, each a sum of earlier components; the first has none.
        pub components: Vec<Vec<Vec<u32>>>,
        /// Φ of every heap or component, number 0 first.
        pub phi: Vec<u32>,
        /// The heaps that are the generators.
        pub generators: Vec<u32>,
        /// For every element its products with the generators; element 0 is the identity.
        pub steps: Vec<Vec<u32>>,
        /// The elements of P, increasing.
        pub p_portion: Vec<u32>,
        /// Period and preperiod of Φ; null: no claim.
        #[serde(deserialize_with = "nullable")]
        pub period: Option<(u64, u64)>,
    }

    /// Checks a certificate that has been read. Cost: the size of the transition algebra times |Q| and the number of
    /// different heaps.
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let c = certificate;
    let (order, p) = (c.steps.len(), c.p_portion.len());
    let what = match &c.digits {
        Some(digits) => {
            let mut code = String::new();
            for (place, digit) in digits.iter().enumerate() {
                code.push_str(&digit.to_string());
                if place == 0 {
                    code.push('.');
                }
            }
            let heaps = c.phi.len().saturating_sub(1);
            format!("{code} to heap {heaps}")
        }
        None => format!("{} components", c.phi.len().saturating_sub(1)),
    };
    let period = match c.period {
        Some((period, preperiod)) => format!(", with period {period} from heap {preperiod} on"),
        None => String::new(),
    };
    let claim = format!("the misère quotient of {what} has order {order}, {p} of them P{period}");
    Verdict::new(KIND.name, claim, verify(c, meter))
}

fn fail<T>(step: &str, claim: &str, reason: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::new(step, claim, reason))
}

/// All options of a heap: lists of heaps.
fn options(certificate: &Certificate, heap: usize) -> Vec<Vec<u32>> {
    let Some(digits) = &certificate.digits else {
        return certificate.components[heap].clone();
    };
    octal_options(digits, heap)
}

/// All options of a heap in an octal game: lists of heaps.
pub(crate) fn octal_options(digits: &[u8], heap: usize) -> Vec<Vec<u32>> {
    let mut options = Vec::new();
    for (taken, digit) in digits
        .iter()
        .enumerate()
        .take_while(|entry| entry.0 <= heap)
    {
        let rest = heap - taken;
        if digit & 1 != 0 && rest == 0 && taken > 0 {
            options.push(Vec::new());
        }
        if digit & 2 != 0 && rest > 0 && taken > 0 {
            options.push(vec![rest as u32]);
        }
        if digit & 4 != 0 {
            options.extend((1..=rest / 2).map(|a| vec![a as u32, (rest - a) as u32]));
        }
    }
    options
}

/// Do the generators commute at every element? `steps` has the products of each element with each generator.
pub(crate) fn commute(
    steps: &[Vec<u32>],
    gens: usize,
    ticker: &mut Ticker<'_>,
) -> Result<(), Failure> {
    let step = |x: u32, g: usize| steps[x as usize][g];
    for x in 0..steps.len() as u32 {
        for g in 0..gens {
            ticker.steps(1 + g)?;
            if let Some(h) = (0..g).find(|&h| step(step(x, g), h) != step(step(x, h), g)) {
                return fail(
                    "steps",
                    "generators commute",
                    format!("{g} and {h} do not at element {x}"),
                );
            }
        }
    }
    Ok(())
}

fn verify(c: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let order = c.steps.len();
    let gens = c.generators.len();
    let (heaps, elements) = (c.phi.len(), 0..order as u32);
    if order == 0 || heaps == 0 || c.phi.first() != Some(&0) {
        return fail(
            "phi",
            "heap 0 is the identity",
            "it is not there or something else",
        );
    }
    match &c.digits {
        Some(digits) => {
            let octal =
                digits.first().is_some_and(|&d| d == 0 || d == 4) && digits.iter().all(|&d| d < 8);
            if !octal || !c.components.is_empty() {
                return fail(
                    "digits",
                    "they are those of an octal game",
                    "the first is 0 or 4, all are below 8, and no components are listed beside them",
                );
            }
        }
        None => {
            let earlier = |(number, component): (usize, &Vec<Vec<u32>>)| {
                component
                    .iter()
                    .flatten()
                    .all(|&part| part > 0 && (part as usize) < number)
            };
            let fits = c.components.len() == heaps
                && c.components.first().is_some_and(Vec::is_empty)
                && c.components.iter().enumerate().all(earlier);
            if !fits {
                return fail(
                    "components",
                    "options are sums of earlier components",
                    "some are not",
                );
            }
        }
    }
    let in_range = c
        .steps
        .iter()
        .all(|row| row.len() == gens && row.iter().all(|&y| elements.contains(&y)))
        && c.phi
            .iter()
            .chain(&c.p_portion)
            .all(|x| elements.contains(x));
    if !in_range {
        return fail(
            "steps",
            "all elements are there",
            "some number is out of range",
        );
    }
    if !c.p_portion.is_sorted_by(|a, b| a < b) {
        return fail(
            "p_portion",
            "each element once, in order",
            "an element is repeated or out of order",
        );
    }
    let step = |x: u32, g: usize| c.steps[x as usize][g];
    commute(&c.steps, gens, &mut ticker)?;
    // A word for each element, and with these the whole table.
    let mut words: Vec<Option<Vec<usize>>> = vec![None; order];
    words[0] = Some(Vec::new());
    let mut queue = vec![0_u32];
    let mut next = 0;
    while next < queue.len() {
        let x = queue[next];
        next += 1;
        for g in 0..gens {
            let y = step(x, g) as usize;
            if words[y].is_none() {
                let mut word = words[x as usize].clone().unwrap_or_default();
                word.push(g);
                words[y] = Some(word);
                queue.push(y as u32);
            }
        }
    }
    let Some(words) = words.into_iter().collect::<Option<Vec<Vec<usize>>>>() else {
        return fail(
            "steps",
            "every element is a product of generators",
            "some are not",
        );
    };
    let table = (order as u64).saturating_mul(order as u64);
    meter.room(table.saturating_mul(5))?;
    let product: Vec<Vec<u32>> = elements
        .clone()
        .map(|x| {
            words
                .iter()
                .map(|word| word.iter().fold(x, |x, &g| step(x, g)))
                .collect()
        })
        .collect();
    for (g, &heap) in c.generators.iter().enumerate() {
        if c.phi.get(heap as usize) != Some(&step(0, g)) {
            return fail(
                "generators",
                &format!("generator {g} is heap {heap}"),
                "phi says otherwise",
            );
        }
    }
    let mut is_p = vec![false; order];
    c.p_portion.iter().for_each(|&x| is_p[x as usize] = true);
    if is_p[0] {
        return fail("P", "the identity is not in P", "it is");
    }
    let rows: HashSet<Vec<bool>> = product
        .iter()
        .map(|row| row.iter().map(|&y| is_p[y as usize]).collect())
        .collect();
    if rows.len() != order {
        return fail(
            "P",
            "any two elements are told apart",
            "two have the same outcomes with all others",
        );
    }
    let steps = close(c, &product, &is_p, meter)?;
    if let Some((period, preperiod)) = c.period {
        check_period(c, period, preperiod)?;
    }
    Ok(steps)
}

/// Closes the pairs (x, D), where D are the elements beside which some option is in P.
fn close(
    c: &Certificate,
    product: &[Vec<u32>],
    is_p: &[bool],
    meter: &Meter,
) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    type Pair = (u32, Vec<bool>);
    let order = product.len();
    let mut generators: Vec<Pair> = Vec::new();
    for heap in 1..c.phi.len() {
        let mut values: HashSet<u32> = HashSet::new();
        for option in options(c, heap) {
            ticker.step()?;
            let value = option.iter().fold(0, |x, &part| {
                product[x as usize][c.phi[part as usize] as usize]
            });
            values.insert(value);
        }
        let d: Vec<bool> = (0..order)
            .map(|z| {
                values
                    .iter()
                    .any(|&x| is_p[product[z][x as usize] as usize])
            })
            .collect();
        if values.is_empty() && c.phi[heap] != 0 {
            return fail(
                &format!("heap {heap}"),
                "a heap without moves is the identity",
                "phi says otherwise",
            );
        }
        let pair = (c.phi[heap], d);
        if !values.is_empty() && !generators.contains(&pair) {
            generators.push(pair);
        }
    }
    let mut seen: HashMap<Pair, ()> = HashMap::new();
    let mut queue: Vec<Pair> = vec![(0, vec![false; order])];
    seen.insert(queue[0].clone(), ());
    let mut next = 0;
    while next < queue.len() {
        for (y, f) in &generators {
            let (x, e) = &queue[next];
            ticker.steps(order)?;
            let value = product[*x as usize][*y as usize];
            let d: Vec<bool> = (0..order)
                .map(|z| e[product[z][*y as usize] as usize] || f[product[z][*x as usize] as usize])
                .collect();
            if is_p[value as usize] == d[0] {
                let reason = if d[0] {
                    "some option is in P"
                } else {
                    "no option is"
                };
                let claim = format!(
                    "a sum of value {value} is {}in P",
                    if d[0] { "" } else { "not " }
                );
                return fail(&format!("transition {}", queue.len()), &claim, reason);
            }
            let pair = (value, d);
            if seen.insert(pair.clone(), ()).is_none() {
                queue.push(pair);
            }
        }
        next += 1;
    }
    Ok(queue.len())
}

fn check_period(c: &Certificate, period: u64, preperiod: u64) -> Result<(), Failure> {
    let claim = format!("phi has period {period} from heap {preperiod} on");
    let Some(digits) = &c.digits else {
        return fail("period", &claim, "finitely many components have no period");
    };
    let most = if digits.iter().any(|&d| d & 4 != 0) {
        2
    } else {
        1
    };
    let bound =
        most * (u128::from(preperiod.max(1)) + u128::from(period) - 1) + digits.len() as u128;
    let bound = bound.max(u128::from(preperiod) + u128::from(period) + 1);
    if period == 0 || (c.phi.len() as u128) < bound {
        return fail("period", &claim, format!("that needs {bound} heaps"));
    }
    let (p, n0) = (period as usize, preperiod as usize);
    match (n0..c.phi.len() - p).find(|&n| c.phi[n] != c.phi[n + p]) {
        Some(n) => fail("period", &claim, format!("heaps {n} and {} differ", n + p)),
        None => Ok(()),
    }
}
