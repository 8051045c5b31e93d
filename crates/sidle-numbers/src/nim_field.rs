//! The nimbers below ω^ω^ω, the algebraic closure of the field of two elements (Conway, *On Numbers and
//! Games*, ch. 6).
//!
//! With κ_(2^n) = 2^(2^(n-1)) and, for the k-th odd prime p (from 0), κ_(p^n) = ω^(ω^k·p^(n-1)), every ordinal
//! below ω^ω^ω is a nim sum of nim products of powers of κ's, written in the digits of its exponents. The
//! rules are κ_(p^(n+1))^p = κ_(p^n) and κ_p^p = α_p, the least element of the field of all ordinals below
//! κ_p that has no p-th root there. Lenstra (*On the algebraic closure of two*, 1977; *Nim multiplication*,
//! 1978) showed that α_p is a sum of κ's over a set of prime powers that is easily found, plus a finite
//! number, the excess, that is found by trying; DiMuro (*On On_p*, 2011) tries in the finite field that the
//! candidates generate. Here that field is a tower of radicals, in which norms are cheap.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError},
};

use dashu_int::{
    IBig, UBig,
    ops::{BitTest, UnsignedAbs},
};
use sidle_core::{Meter, Ticker};

use crate::{
    NumberError, Ordinal,
    finite_nimber::{nim_product, nim_square},
    nim_tower::{Level, Sparse, Tower},
    ordinal::Term,
    primes::{OddPrimes, factors, order_of_two},
};

/// Exponents ω^k with a larger k are refused.
const MAX_PRIME_INDEX: u32 = 1 << 16;
/// Fields of a larger degree are not searched.
const MAX_DEGREE: u64 = 1 << 21;

type Result<T> = std::result::Result<T, NumberError>;

/// Lenstra's constants for a prime p: α_p is the sum of the κ_q for all q in the set, plus the excess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lenstra {
    /// The prime.
    pub prime: u32,
    /// The order of 2 modulo the prime.
    pub order: u32,
    /// The set of prime powers, by increasing primes, as prime and exponent.
    pub powers: Vec<(u32, u32)>,
    /// What is added to the sum of the κ's.
    pub excess: u64,
    /// The degree of α_p over the field of two elements.
    pub degree: u64,
}

impl Lenstra {
    /// The set of prime powers, by increasing primes.
    #[must_use]
    pub fn q_set(&self) -> Vec<u64> {
        let powers = self.powers.iter();
        powers.map(|&(r, n)| u64::from(r).pow(n)).collect()
    }

    /// The finite part of α_p: κ_(2^n), if it is in the sum, plus the excess.
    fn finite_part(&self) -> u64 {
        finite_part(&self.powers).saturating_add(self.excess)
    }
}

/// κ_(2^n) if 2^n is in the set.
fn finite_part(powers: &[(u32, u32)]) -> u64 {
    match powers.first() {
        Some(&(2, n)) if n <= 6 => 1 << (1_u64 << (n - 1)),
        _ => 0,
    }
}

/// The field of nimbers below ω^ω^ω, with the constants that were needed so far.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_numbers::NimField;
/// let field = NimField::new();
/// let constants = field.lenstra(19, &Meter::unlimited())?;
/// assert_eq!((constants.q_set(), constants.excess), (vec![9], 4));
/// assert_eq!(field.alpha(19, &Meter::unlimited())?.to_string(), "ω^3+4");
/// # Ok::<(), sidle_numbers::NumberError>(())
/// ```
#[derive(Debug, Default)]
pub struct NimField {
    known: Mutex<HashMap<u32, Arc<Lenstra>>>,
    primes: Mutex<OddPrimes>,
}

/// A product of powers of κ's: for each odd prime, by decreasing index, the exponents of κ_p, κ_(p^2), …
type Monomial = Vec<(usize, Vec<u32>)>;

/// Powers of κ_p^p = α_p that have not been multiplied out yet, by decreasing index.
type Pending = Vec<(usize, u32)>;

/// A sum of monomials with finite coefficients.
type Sum = BTreeMap<(Pending, Monomial), UBig>;

impl NimField {
    /// A field that knows no constants yet.
    #[must_use]
    pub fn new() -> NimField {
        NimField::default()
    }

    fn prime(&self, index: usize) -> u32 {
        let mut primes = self.primes.lock().unwrap_or_else(PoisonError::into_inner);
        primes.nth(index)
    }

    fn index(&self, prime: u32) -> Option<usize> {
        let mut primes = self.primes.lock().unwrap_or_else(PoisonError::into_inner);
        primes.index(prime)
    }

    /// Lenstra's constants of a prime, computed when they are first asked for.
    pub fn lenstra(&self, prime: u32, meter: &Meter) -> Result<Arc<Lenstra>> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known().get(&prime) {
            return Ok(found.clone());
        }
        let found = Arc::new(self.compute(prime, meter)?);
        known().insert(prime, found.clone());
        Ok(found)
    }

    /// The recursion goes to prime factors of p - 1, so its depth is logarithmic.
    fn compute(&self, prime: u32, meter: &Meter) -> Result<Lenstra> {
        if prime == 2 {
            return Ok(Lenstra {
                prime,
                order: 1,
                powers: Vec::new(),
                excess: 0,
                degree: 1,
            });
        }
        let too_large = NumberError::NimPrime(prime.into());
        if !(2..1 << 20).contains(&prime) || self.index(prime).is_none() {
            return Err(too_large);
        }
        let order = order_of_two(prime);
        // From the largest prime down: a prime power that divides the degree already is not needed.
        let mut powers = Vec::new();
        let mut degree = 1_u64;
        for (r, n) in factors(order).into_iter().rev() {
            if r == prime {
                return Err(too_large);
            }
            let power = u64::from(r).pow(n);
            if !degree.is_multiple_of(power) {
                let below = self.lenstra(r, meter)?.degree;
                let this = power.checked_mul(if r == 2 { 1 } else { below });
                degree = this.and_then(|this| lcm(degree, this)).ok_or(too_large)?;
                powers.push((r, n));
            }
        }
        powers.reverse();
        let mut ticker = meter.ticker();
        let start = finite_part(&powers);
        for excess in 0.. {
            let finite = start + excess;
            let (tower, x) = self.tower(&powers, finite, too_large, meter)?;
            let x = tower.element(&x);
            if tower.is_not_a_power(&x, prime, order, &mut ticker)? {
                let degree = lcm(degree, u64::from(width_of(finite)));
                return Ok(Lenstra {
                    prime,
                    order,
                    powers,
                    excess,
                    degree: degree.ok_or(too_large)?,
                });
            }
        }
        Err(too_large)
    }

    /// A tower that holds the sum of the given κ's and a finite number, and that sum.
    fn tower(
        &self,
        powers: &[(u32, u32)],
        finite: u64,
        too_large: NumberError,
        meter: &Meter,
    ) -> Result<(Tower, Sparse)> {
        // All primes that are met on the way down, with the largest exponent of each.
        let mut heights: BTreeMap<u32, u32> = BTreeMap::new();
        let mut constants: HashMap<u32, Arc<Lenstra>> = HashMap::new();
        let mut width = width_of(finite);
        let mut stack = powers.to_vec();
        while let Some((r, n)) = stack.pop() {
            if r == 2 {
                if n > 6 {
                    return Err(too_large);
                }
                width = width.max(1 << n);
                continue;
            }
            let height = heights.entry(r).or_insert(0);
            if *height == 0 {
                let lenstra = self.lenstra(r, meter)?;
                width = width.max(width_of(lenstra.finite_part()));
                stack.extend(&lenstra.powers);
                constants.insert(r, lenstra);
            }
            *height = n.max(*height);
        }
        let mut strides: BTreeMap<u32, usize> = BTreeMap::new();
        let mut stride = 1_u64;
        for (&r, &n) in &heights {
            strides.insert(r, stride as usize);
            stride = stride.saturating_mul(u64::from(r).saturating_pow(n));
            if stride.saturating_mul(width.into()) > MAX_DEGREE {
                return Err(too_large);
            }
        }
        let place = |&(r, n): &(u32, u32)| {
            let power = r.pow(heights[&r] - n) as usize;
            (power * strides[&r], 1)
        };
        let sum = |powers: &[(u32, u32)], finite: u64| -> Sparse {
            let odd = powers.iter().filter(|power| power.0 != 2).map(place);
            let finite = (finite > 0).then_some((0, finite));
            odd.chain(finite).collect()
        };
        let levels = heights.iter().map(|(r, &n)| Level {
            degree: r.pow(n) as usize,
            stride: strides[r],
            alpha: sum(&constants[r].powers, constants[r].finite_part()),
        });
        let tower = Tower {
            width,
            levels: levels.collect(),
        };
        Ok((tower, sum(powers, finite)))
    }

    /// α_p, the p-th nim power of κ_p, as an ordinal.
    pub fn alpha(&self, prime: u32, meter: &Meter) -> Result<Ordinal> {
        let constants = self.lenstra(prime, meter)?;
        let mut sum = Sum::new();
        for (monomial, coefficient) in self.alpha_terms(&constants)? {
            sum.insert((Pending::new(), monomial), coefficient);
        }
        self.ordinal(sum)
    }

    fn alpha_terms(&self, constants: &Lenstra) -> Result<Vec<(Monomial, UBig)>> {
        let mut terms = Vec::new();
        for &(r, n) in constants.powers.iter().filter(|power| power.0 != 2) {
            let index = self.index(r).ok_or(NumberError::NimPrime(r.into()))?;
            let mut digits = vec![0; n as usize];
            digits[n as usize - 1] = 1;
            terms.push((vec![(index, digits)], UBig::ONE));
        }
        let finite = constants.finite_part();
        if finite > 0 {
            terms.push((Monomial::new(), UBig::from(finite)));
        }
        Ok(terms)
    }

    /// The digits of an ordinal below ω^ω^ω.
    fn sum_of(&self, number: &Ordinal, ticker: &mut Ticker<'_>) -> Result<Vec<(Monomial, UBig)>> {
        if !number.is_ordinal() {
            return Err(NumberError::NotAnOrdinal);
        }
        let mut sum = Vec::with_capacity(number.terms().len());
        for term in number.terms() {
            let mut monomial = Monomial::new();
            for part in term.exponent.terms() {
                let index = part.exponent.to_integer().ok_or(NumberError::NimRange)?;
                let index = u32::try_from(index).map_err(|_| NumberError::Overflow)?;
                if index > MAX_PRIME_INDEX {
                    return Err(NumberError::Overflow);
                }
                let prime = self.prime(index as usize);
                let mut rest = (&part.coefficient).unsigned_abs();
                let mut digits = Vec::new();
                while !rest.is_zero() {
                    ticker.steps(1 + rest.bit_len() / 64)?;
                    digits.push(u32::try_from(&rest % UBig::from(prime)).unwrap_or(0));
                    rest /= UBig::from(prime);
                }
                monomial.push((index as usize, digits));
            }
            sum.push((monomial, (&term.coefficient).unsigned_abs()));
        }
        Ok(sum)
    }

    fn ordinal(&self, sum: Sum) -> Result<Ordinal> {
        let mut terms = BTreeMap::new();
        for ((_, monomial), coefficient) in sum {
            let mut exponent = Vec::with_capacity(monomial.len());
            for (index, digits) in monomial {
                let prime = UBig::from(self.prime(index));
                let value = digits.iter().rev().fold(UBig::ZERO, |value, &digit| {
                    value * &prime + UBig::from(digit)
                });
                exponent.push(Term {
                    exponent: Ordinal::from(index as i64),
                    coefficient: IBig::from(value),
                });
            }
            terms.insert(Ordinal::of_sorted(exponent)?, IBig::from(coefficient));
        }
        Ordinal::of_map(terms)
    }

    /// The product of two monomials, and which powers of α's it still has to be multiplied by.
    fn monomial_product(&self, x: &Monomial, y: &Monomial) -> (Pending, Monomial) {
        let (mut pending, mut product) = (Pending::new(), Monomial::new());
        let (mut i, mut j) = (0, 0);
        while i < x.len() || j < y.len() {
            let left = x.get(i).map(|part| part.0);
            let right = y.get(j).map(|part| part.0);
            if left > right {
                product.push(x[i].clone());
                i += 1;
            } else if right > left {
                product.push(y[j].clone());
                j += 1;
            } else {
                let index = x[i].0;
                let prime = self.prime(index);
                let (a, b) = (&x[i].1, &y[j].1);
                let mut digits = vec![0; a.len().max(b.len())];
                let mut carry = 0;
                // A full κ_(q·p) is a κ_q: carries go down.
                for (k, digit) in digits.iter_mut().enumerate().rev() {
                    let at = |digits: &[u32]| digits.get(k).copied().unwrap_or(0);
                    let total = at(a) + at(b) + carry;
                    (*digit, carry) = (total % prime, total / prime);
                }
                while digits.last() == Some(&0) {
                    digits.pop();
                }
                if !digits.is_empty() {
                    product.push((index, digits));
                }
                if carry > 0 {
                    pending.push((index, carry));
                }
                i += 1;
                j += 1;
            }
        }
        (pending, product)
    }

    /// Multiplies out all powers of α's, those of the largest prime first.
    fn settle(&self, mut sum: Sum, meter: &Meter) -> Result<Ordinal> {
        let mut ticker = meter.ticker();
        while let Some(entry) = sum.last_entry() {
            if entry.key().0.is_empty() {
                break;
            }
            let ((mut pending, monomial), coefficient) = entry.remove_entry();
            let (index, count) = &mut pending[0];
            let constants = self.lenstra(self.prime(*index), meter)?;
            *count -= 1;
            if *count == 0 {
                pending.remove(0);
            }
            for (term, factor) in self.alpha_terms(&constants)? {
                let (more, product) = self.monomial_product(&monomial, &term);
                let mut pending = pending.clone();
                for (index, count) in more {
                    match pending.iter_mut().find(|entry| entry.0 == index) {
                        Some(entry) => entry.1 += count,
                        None => {
                            pending.push((index, count));
                            pending.sort_by_key(|entry| std::cmp::Reverse(entry.0));
                        }
                    }
                }
                let factor = nim_product(&coefficient, &factor, meter)?;
                add(&mut sum, (pending, product), factor, &mut ticker)?;
            }
        }
        self.ordinal(sum)
    }

    /// The nim product of two ordinals below ω^ω^ω.
    pub fn product(&self, x: &Ordinal, y: &Ordinal, meter: &Meter) -> Result<Ordinal> {
        let mut ticker = meter.ticker();
        let (x, y) = (self.sum_of(x, &mut ticker)?, self.sum_of(y, &mut ticker)?);
        let mut sum = Sum::new();
        for (left, a) in &x {
            for (right, b) in &y {
                let key = self.monomial_product(left, right);
                add(&mut sum, key, nim_product(a, b, meter)?, &mut ticker)?;
            }
        }
        self.settle(sum, meter)
    }

    /// The nim square: in characteristic 2 the sum of the squares of the terms.
    pub fn square(&self, x: &Ordinal, meter: &Meter) -> Result<Ordinal> {
        let mut ticker = meter.ticker();
        let mut sum = Sum::new();
        for (monomial, coefficient) in self.sum_of(x, &mut ticker)? {
            let key = self.monomial_product(&monomial, &monomial);
            add(&mut sum, key, nim_square(&coefficient, meter)?, &mut ticker)?;
        }
        self.settle(sum, meter)
    }

    /// The nim product of `exponent` copies of an ordinal below ω^ω^ω.
    ///
    /// ```
    /// use sidle_core::{Meter, UBig};
    /// use sidle_numbers::{NimField, Ordinal};
    /// let cube = NimField::new().power(&Ordinal::omega(), &UBig::from(3_u8), &Meter::unlimited());
    /// assert_eq!(cube, Ok(Ordinal::from(2)));
    /// ```
    pub fn power(&self, x: &Ordinal, exponent: &UBig, meter: &Meter) -> Result<Ordinal> {
        let mut result = Ordinal::from(1);
        for bit in (0..exponent.bit_len()).rev() {
            result = self.square(&result, meter)?;
            if exponent.bit(bit) {
                result = self.product(&result, x, meter)?;
            }
        }
        Ok(result)
    }
}

fn add(
    sum: &mut Sum,
    key: (Pending, Monomial),
    coefficient: UBig,
    ticker: &mut Ticker<'_>,
) -> Result<()> {
    use std::collections::btree_map::Entry;

    ticker.steps(1 + key.1.len())?;
    match sum.entry(key) {
        Entry::Vacant(entry) => {
            ticker.node(128 + coefficient.bit_len() / 8)?;
            if !coefficient.is_zero() {
                entry.insert(coefficient);
            }
        }
        Entry::Occupied(mut entry) => {
            *entry.get_mut() ^= coefficient;
            if entry.get().is_zero() {
                entry.remove();
            }
        }
    }
    Ok(())
}

/// The number of bits of the smallest field of finite nimbers that holds `n`.
fn width_of(n: u64) -> u32 {
    (u64::BITS - n.leading_zeros()).max(1).next_power_of_two()
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    (a / x).checked_mul(b)
}
