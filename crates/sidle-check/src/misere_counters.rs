//! Certificates of infinite misère quotients, kind `misere-counters`.
//!
//! Copies of some heaps, the counters, are counted; all other heaps have elements in a finite commutative monoid U. For every
//! vector n of numbers of counters a set P(n) ⊆ U is to tell which sums are P-positions. Between the numbers 0, n_1, …, n_d in
//! order there are d gaps; one of at least `gap` + `period` may be made smaller by `period` without changing the set. The certificate has the sets of the
//! vectors whose gaps are all smaller. The checker makes the options of the heaps itself and verifies that
//!
//! - the generators commute and reach every element of U from the identity, so that there is one monoid;
//! - a move changes no difference of two of the numbers 0, n_1, …, n_d by more than some reach, and for all vectors
//!   without a gap of `gap` + `period` + reach, every sum is in P(n) exactly if there are options and none of them is
//!   in the set of its vector: the transition algebra over U (Plambeck and Siegel 2008) with the options in the counters. If there is
//!   such a gap, all vectors that matter have the same sets as those of the vector where it is smaller by `period`; by induction
//!   the sets tell the misère outcome of every sum of the heaps;
//! - two vectors with many copies of two counters, whose difference is δ in one and δ + `period` in the other, have different
//!   sets. If k and k + t copies of the first counter were equal, then the sets would have period t in the difference, and, as their ends have period `period`,
//!   that period everywhere. So no two sums of copies of this heap are equal, and the quotient is infinite.

use std::collections::{HashMap, HashSet};

use sidle_core::Meter;

use crate::{
    Failure, Verdict,
    certificate::certificate,
    misere_quotient::{commute, octal_options},
};

certificate! {
    "misere-counters" version 1:
    /// A whole `misere-counters` certificate.
    pub struct Certificate {
        /// The octal digits for 0, 1, 2, … tokens taken.
        pub digits: Vec<u8>,
        /// The heaps that are counted, increasing.
        pub counters: Vec<u32>,
        /// Gaps of this size and more count modulo the period.
        pub gap: u32,
        /// The period of large gaps.
        pub period: u32,
        /// The element of every heap, number 0 first; 0 for counters.
        pub phi: Vec<u32>,
        /// The heaps that are the generators of the monoid.
        pub generators: Vec<u32>,
        /// For every element its products with the generators; element 0 is the identity.
        pub steps: Vec<Vec<u32>>,
        /// For each vector with gaps below `gap` + `period` the elements that are P-positions there.
        pub p_portions: Vec<(Vec<u32>, Vec<u32>)>,
        /// The places of two counters and δ: the first counter has infinite order.
        pub infinite: (u32, u32, i64),
    }

    /// Checks a certificate that has been read. Cost: the number of vectors times the size of the transition algebra times |U|.
    pub fn check;
}

fn metered(certificate: &Certificate, meter: &Meter) -> Verdict {
    let c = certificate;
    let mut code = String::new();
    for (place, digit) in c.digits.iter().enumerate() {
        code.push_str(&digit.to_string());
        if place == 0 {
            code.push('.');
        }
    }
    let heaps = c.phi.len().saturating_sub(1);
    let heap = c.counters.get(c.infinite.0 as usize).copied();
    let claim = format!(
        "the misère quotient of {code} to heap {heaps} is infinite: no two sums of heaps {} are equal",
        heap.unwrap_or(0)
    );
    Verdict::new(KIND.name, claim, verify(c, meter))
}

fn fail<T>(step: &str, claim: &str, reason: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::new(step, claim, reason))
}

/// An option: its element of U, and how many counters of each kind it has.
type Left = (u32, Vec<u32>);

/// What the certificate says, ready to be looked up.
struct Claim<'c> {
    c: &'c Certificate,
    product: Vec<Vec<u32>>,
    /// The options of every heap.
    left: Vec<Vec<Left>>,
    portions: HashMap<Vec<u32>, Vec<bool>>,
}

/// The vector with all large gaps made smaller.
fn smaller(vector: &[u32], gap: u32, period: u32) -> Vec<u32> {
    let mut places: Vec<usize> = (0..vector.len()).collect();
    places.sort_by_key(|&place| vector[place]);
    let mut answer = vec![0; vector.len()];
    let (mut last, mut height) = (0, 0);
    for place in places {
        let mut between = vector[place] - last;
        last = vector[place];
        if between >= gap + period {
            between = gap + (between - gap) % period;
        }
        height += between;
        answer[place] = height;
    }
    answer
}

/// All vectors with gaps of at most `most`.
fn vectors(numbers: usize, most: u32) -> Vec<Vec<u32>> {
    let bound = (numbers as u32) * most;
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..numbers {
        let longer = all.iter().flat_map(|vector| {
            (0..=bound).map(move |number| {
                let mut next = vector.clone();
                next.push(number);
                next
            })
        });
        all = longer.collect();
    }
    let small = |vector: &Vec<u32>| {
        let mut sorted = vector.clone();
        sorted.push(0);
        sorted.sort_unstable();
        sorted.windows(2).all(|pair| pair[1] - pair[0] <= most)
    };
    all.retain(small);
    all
}

fn verify(c: &Certificate, meter: &Meter) -> Result<usize, Failure> {
    let claim = read(c, meter)?;
    let d = c.counters.len();
    // The most that a move changes a difference.
    let mut reach = 1;
    for (heap, left) in claim.left.iter().enumerate() {
        let own = c.counters.iter().position(|&x| x as usize == heap);
        for (_, made) in left {
            let mut change: Vec<i64> = made.iter().map(|&m| i64::from(m)).collect();
            if let Some(place) = own {
                change[place] -= 1;
            }
            change.push(0);
            for a in &change {
                for b in &change {
                    reach = reach.max(a - b);
                }
            }
        }
    }
    let most = c.gap + c.period + reach as u32 - 1;
    let mut steps = 0;
    for vector in vectors(d, most) {
        meter.check()?;
        steps += at_vector(&claim, &vector, meter)?;
    }
    check_infinite(&claim)?;
    Ok(steps)
}

/// Reads the monoid and the sets.
fn read<'c>(c: &'c Certificate, meter: &Meter) -> Result<Claim<'c>, Failure> {
    let (order, gens, heaps, d) = (
        c.steps.len(),
        c.generators.len(),
        c.phi.len(),
        c.counters.len(),
    );
    let octal =
        c.digits.first().is_some_and(|&x| x == 0 || x == 4) && c.digits.iter().all(|&x| x < 8);
    if !octal {
        return fail(
            "digits",
            "they are those of an octal game",
            "the first is 0 or 4, and all are below 8",
        );
    }
    let counted = (2..=3).contains(&d)
        && c.counters.is_sorted_by(|a, b| a < b)
        && c.counters.iter().all(|&x| x > 0 && (x as usize) < heaps)
        && (1..=16).contains(&c.period)
        && c.gap <= 16;
    if !counted {
        return fail(
            "counters",
            "two or three heaps in order are counted, with a gap and a period of at most 16",
            "it is not so",
        );
    }
    let elements = 0..order as u32;
    let in_range = order > 0
        && c.phi.iter().all(|x| elements.contains(x))
        && c.steps
            .iter()
            .all(|row| row.len() == gens && row.iter().all(|y| elements.contains(y)));
    if !in_range || c.phi.first() != Some(&0) {
        return fail(
            "steps",
            "all elements are there, and heap 0 is the identity",
            "it is not so",
        );
    }
    let product = table(c, meter)?;
    for (g, &heap) in c.generators.iter().enumerate() {
        if c.counters.contains(&heap) || c.phi.get(heap as usize) != Some(&c.steps[0][g]) {
            return fail(
                "generators",
                &format!("generator {g} is heap {heap}"),
                "phi says otherwise",
            );
        }
    }
    let mut portions = HashMap::new();
    for (vector, elements) in &c.p_portions {
        if vector.len() != d || elements.iter().any(|&x| x as usize >= order) {
            return fail(
                "p_portions",
                "vectors and elements",
                "some are out of range",
            );
        }
        let mut is_p = vec![false; order];
        elements.iter().for_each(|&x| is_p[x as usize] = true);
        if portions.insert(vector.clone(), is_p).is_some() {
            return fail("p_portions", "each vector once", "one is repeated");
        }
    }
    for vector in vectors(d, c.gap + c.period - 1) {
        if !portions.contains_key(&vector) {
            return fail(
                "p_portions",
                "all vectors with small gaps are there",
                format!("{vector:?} is missing"),
            );
        }
    }
    let mut left = Vec::new();
    let mut ticker = meter.ticker();
    for heap in 0..heaps {
        ticker.steps(heap)?;
        let mut all: Vec<Left> = octal_options(&c.digits, heap)
            .iter()
            .map(|option| {
                let mut answer = (0, vec![0; d]);
                for &part in option {
                    match c.counters.iter().position(|&x| x == part) {
                        Some(place) => answer.1[place] += 1,
                        None => {
                            answer.0 = product[answer.0 as usize][c.phi[part as usize] as usize];
                        }
                    }
                }
                answer
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        // Where nothing can be moved the position is N, however many such heaps there are.
        if all.is_empty() && c.counters.iter().any(|&counter| counter as usize == heap) {
            return fail(
                "counters",
                &format!("heap {heap} is a counter"),
                "it has no moves",
            );
        }
        left.push(all);
    }
    Ok(Claim {
        c,
        product,
        left,
        portions,
    })
}

/// The multiplication table of U.
fn table(c: &Certificate, meter: &Meter) -> Result<Vec<Vec<u32>>, Failure> {
    let mut ticker = meter.ticker();
    let (order, gens) = (c.steps.len(), c.generators.len());
    let step = |x: u32, g: usize| c.steps[x as usize][g];
    commute(&c.steps, gens, &mut ticker)?;
    let table = (order as u64).saturating_mul(order as u64);
    meter.room(table.saturating_mul(5))?;
    // Every element is an earlier one times a generator.
    let mut product: Vec<Option<Vec<u32>>> = vec![None; order];
    product[0] = Some((0..order as u32).collect());
    let mut queue = vec![0_u32];
    let mut next = 0;
    while next < queue.len() {
        let x = queue[next];
        next += 1;
        for g in 0..gens {
            ticker.step()?;
            let y = step(x, g) as usize;
            if product[y].is_none() {
                let row = product[x as usize].as_ref();
                product[y] = row.map(|row| row.iter().map(|&z| step(z, g)).collect());
                queue.push(y as u32);
            }
        }
    }
    match product.into_iter().collect::<Option<Vec<Vec<u32>>>>() {
        Some(product) => Ok(product),
        None => fail(
            "steps",
            "every element is a product of generators",
            "some are not",
        ),
    }
}

impl Claim<'_> {
    /// The set of a vector.
    fn portion(&self, vector: &[u32]) -> &[bool] {
        &self.portions[&smaller(vector, self.c.gap, self.c.period)]
    }

    /// The elements beside which some option of a heap is P; `vector` counts what is beside.
    fn winning(&self, heap: usize, vector: &[u32]) -> Vec<bool> {
        let mut winning = vec![false; self.product.len()];
        for (element, made) in &self.left[heap] {
            let there: Vec<u32> = vector.iter().zip(made).map(|(a, b)| a + b).collect();
            let portion = self.portion(&there);
            let row = &self.product[*element as usize];
            for (z, winning) in winning.iter_mut().enumerate() {
                *winning |= portion[row[z] as usize];
            }
        }
        winning
    }
}

/// Sets by number, with what is made of them. They are kept as bits, 64 a word.
#[derive(Default)]
struct Sets {
    sets: Vec<Vec<u64>>,
    numbers: HashMap<Vec<u64>, u32>,
    pulled: HashMap<(u32, u32), u32>,
    united: HashMap<(u32, u32), u32>,
}

impl Sets {
    fn number(&mut self, set: Vec<u64>) -> u32 {
        if let Some(&known) = self.numbers.get(&set) {
            return known;
        }
        let next = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, next);
        next
    }

    fn of(&mut self, set: &[bool]) -> u32 {
        let bits = |chunk: &[bool]| {
            let bits = chunk.iter().enumerate();
            bits.fold(0, |word, (bit, &is)| word | u64::from(is) << bit)
        };
        let words = set.chunks(64).map(bits).collect();
        self.number(words)
    }

    /// {z : yz ∈ D}.
    fn pull(&mut self, set: u32, y: u32, product: &[Vec<u32>]) -> u32 {
        if y == 0 {
            return set;
        }
        if let Some(&known) = self.pulled.get(&(set, y)) {
            return known;
        }
        let old = &self.sets[set as usize];
        let bits = |chunk: &[u32]| {
            let bits = chunk.iter().enumerate();
            bits.fold(0, |word, (bit, &z)| {
                word | (old[z as usize / 64] >> (z % 64) & 1) << bit
            })
        };
        let pulled = product[y as usize].chunks(64).map(bits).collect();
        let number = self.number(pulled);
        self.pulled.insert((set, y), number);
        number
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let (a, b) = (a.min(b), a.max(b));
        if let Some(&known) = self.united.get(&(a, b)) {
            return known;
        }
        let pairs = self.sets[a as usize].iter().zip(&self.sets[b as usize]);
        let union = pairs.map(|(x, y)| x | y).collect();
        let number = self.number(union);
        self.united.insert((a, b), number);
        number
    }
}

/// Closes the pairs (x, D) at one vector, where D are the elements beside which some option is P.
fn at_vector(claim: &Claim<'_>, vector: &[u32], meter: &Meter) -> Result<usize, Failure> {
    let mut ticker = meter.ticker();
    let (c, order) = (claim.c, claim.product.len());
    let step = format!("vector {vector:?}");
    let is_p = claim.portion(vector);
    // The elements beside which a move in a counter wins.
    let mut answered = vec![false; order];
    for (place, &counter) in c.counters.iter().enumerate() {
        if vector[place] > 0 {
            let mut fewer = vector.to_vec();
            fewer[place] -= 1;
            let winning = claim.winning(counter as usize, &fewer);
            let pairs = answered.iter_mut().zip(winning);
            pairs.for_each(|(answered, winning)| *answered |= winning);
        }
    }
    let nothing = vector.iter().all(|&number| number == 0);
    if is_p[0] == (nothing || answered[0]) {
        return fail(&step, "the counters alone are told right", "they are not");
    }
    let mut sets = Sets::default();
    let empty = sets.of(&vec![false; order]);
    let mut generators: Vec<(u32, u32)> = Vec::new();
    for heap in 1..c.phi.len() {
        if c.counters.contains(&(heap as u32)) {
            continue;
        }
        if claim.left[heap].is_empty() {
            if c.phi[heap] != 0 {
                return fail(
                    &format!("heap {heap}"),
                    "a heap without moves is the identity",
                    "phi says otherwise",
                );
            }
            continue;
        }
        let pair = (c.phi[heap], sets.of(&claim.winning(heap, vector)));
        if !generators.contains(&pair) {
            generators.push(pair);
        }
    }
    let mut queue: Vec<(u32, u32)> = vec![(0, empty)];
    let mut seen: HashSet<(u32, u32)> = queue.iter().copied().collect();
    let mut next = 0;
    while next < queue.len() {
        let (x, e) = queue[next];
        next += 1;
        for &(y, f) in &generators {
            ticker.steps(1 + order / 16)?;
            let value = claim.product[x as usize][y as usize];
            let a = sets.pull(e, y, &claim.product);
            let b = sets.pull(f, x, &claim.product);
            let set = sets.union(a, b);
            let wins = sets.sets[set as usize][0] & 1 == 1 || answered[value as usize];
            if is_p[value as usize] == wins {
                let reason = if wins {
                    "some option is P"
                } else {
                    "no option is"
                };
                let claim = format!(
                    "a sum of value {value} is {}P",
                    if wins { "" } else { "not " }
                );
                return fail(&step, &claim, reason);
            }
            if seen.insert((value, set)) {
                queue.push((value, set));
            }
        }
    }
    Ok(queue.len())
}

/// The sets do not have the period in the difference of two counters.
fn check_infinite(claim: &Claim<'_>) -> Result<(), Failure> {
    let c = claim.c;
    let (i, j, difference) = (c.infinite.0 as usize, c.infinite.1 as usize, c.infinite.2);
    let what = "outcomes beside many copies of two counters do not have the period";
    let bound = i64::from(c.gap + c.period);
    if i >= c.counters.len()
        || j >= c.counters.len()
        || i == j
        || difference.unsigned_abs() > bound as u64
    {
        return fail("infinite", what, "counters or difference are out of range");
    }
    let far = 4 * bound * i64::from(c.period);
    let at = |difference: i64| {
        let mut vector = vec![0; c.counters.len()];
        vector[i] = (far + difference) as u32;
        vector[j] = far as u32;
        claim.portion(&vector)
    };
    if at(difference) == at(difference + i64::from(c.period)) {
        return fail("infinite", what, "they do at this difference");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    /// Heaps without moves would turn the misère rule into the normal one, were they counters.
    #[test]
    fn counters_have_moves() {
        let small = |a: i64, b: i64| {
            let mut gaps = [0, a, b];
            gaps.sort_unstable();
            gaps[1] - gaps[0] <= 2 && gaps[2] - gaps[1] <= 2
        };
        let vectors = (0..5).flat_map(|a| (0..5).map(move |b| (a, b)));
        let portions: Vec<_> = vectors
            .filter(|&(a, b)| small(a, b))
            .map(|(a, b)| {
                let is_p = (b % 2 == 1) == (a == 0);
                json!([[a, b], if is_p { vec![0] } else { vec![] }])
            })
            .collect();
        let certificate = json!({
            "format": "sidle-certificate", "version": 1, "kind": "misere-counters", "text": "0.03",
            "digits": [0, 0, 3], "counters": [1, 2], "gap": 1, "period": 2, "phi": [0, 0, 0],
            "generators": [], "steps": [[]], "p_portions": portions, "infinite": [0, 1, 0],
        });
        let certificate = serde_json::from_value(certificate).expect("a certificate");
        let verdict = format!("{:?}", super::check(&certificate));
        assert!(verdict.contains("no moves"), "{verdict}");
    }
}
