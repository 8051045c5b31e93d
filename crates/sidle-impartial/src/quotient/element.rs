//! Monomials in the generators of a quotient.

use std::cmp::Ordering;

/// The most generators that a quotient can have here.
pub(crate) const MOST_GENERATORS: usize = 56;

/// A product of powers of generators.
#[derive(Clone, Copy, Eq)]
pub struct Monomial {
    powers: [u8; MOST_GENERATORS],
}

impl Monomial {
    /// The empty product.
    pub(crate) const ONE: Monomial = Monomial {
        powers: [0; MOST_GENERATORS],
    };

    /// A generator.
    pub(crate) fn generator(index: usize) -> Monomial {
        Monomial::ONE.times(index)
    }

    /// The product of the first generators with these exponents.
    ///
    /// # Panics
    /// If there are more exponents than a quotient can have generators, or one is larger than 255.
    #[must_use]
    pub fn of_powers(powers: &[usize]) -> Monomial {
        let mut monomial = Monomial::ONE;
        for (index, &power) in powers.iter().enumerate() {
            monomial.powers[index] = u8::try_from(power).expect("a small exponent");
        }
        monomial
    }

    /// This times a generator.
    #[must_use]
    pub(crate) fn times(mut self, index: usize) -> Monomial {
        self.powers[index] = self.powers[index].saturating_add(1);
        self
    }

    /// This divided by a generator that it has.
    #[must_use]
    pub(crate) fn without(mut self, index: usize) -> Monomial {
        self.powers[index] -= 1;
        self
    }

    /// The product of two.
    #[must_use]
    pub(crate) fn product(mut self, other: &Monomial) -> Monomial {
        for (a, b) in self.powers.iter_mut().zip(&other.powers) {
            *a = a.saturating_add(*b);
        }
        self
    }

    /// Is every exponent at most that of the other?
    #[inline]
    pub(crate) fn divides(&self, other: &Monomial) -> bool {
        let pairs = self.powers.iter().zip(&other.powers);
        !pairs.fold(false, |more, (a, b)| more | (a > b))
    }

    /// This divided by a monomial that divides it.
    #[must_use]
    pub(crate) fn quotient(mut self, other: &Monomial) -> Monomial {
        for (a, b) in self.powers.iter_mut().zip(&other.powers) {
            *a -= b;
        }
        self
    }

    /// The exponent of a generator.
    #[must_use]
    pub fn power(&self, index: usize) -> u8 {
        self.powers[index]
    }

    /// The same product of the generators `kept`, numbered anew.
    pub(crate) fn renamed(&self, kept: &[usize]) -> Monomial {
        let mut renamed = Monomial::ONE;
        for (new, &old) in kept.iter().enumerate() {
            renamed.powers[new] = self.powers[old];
        }
        renamed
    }

    /// The same product with generator i called `names[i]`.
    pub(crate) fn spread(&self, names: &[usize]) -> Monomial {
        let mut spread = Monomial::ONE;
        for (index, power) in self.factors() {
            spread.powers[names[index]] = power;
        }
        spread
    }

    pub(crate) fn set_power(&mut self, index: usize, power: u8) {
        self.powers[index] = power;
    }

    /// The sum of the exponents.
    #[must_use]
    pub fn degree(&self) -> u32 {
        self.powers.iter().map(|&power| u32::from(power)).sum()
    }

    /// The exponents of eight generators each, the last ones in the highest bits.
    #[inline]
    fn words(&self) -> [u64; MOST_GENERATORS / 8] {
        let mut words = [0; MOST_GENERATORS / 8];
        for (word, chunk) in words.iter_mut().zip(self.powers.chunks_exact(8)) {
            *word = u64::from_le_bytes([
                chunk[0], chunk[1], chunk[2], chunk[3], chunk[4], chunk[5], chunk[6], chunk[7],
            ]);
        }
        words
    }

    /// A number that hardly any other monomial has.
    #[inline]
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
        for (word, odd) in self.words().into_iter().zip(MIXERS) {
            if word != 0 {
                let product = u128::from(word ^ odd) * u128::from(hash | 1);
                hash = (product as u64) ^ ((product >> 64) as u64) ^ odd.rotate_left(17);
            }
        }
        hash
    }

    /// The generators it has, with their exponents.
    pub fn factors(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let powers = self.powers.iter().copied().enumerate();
        powers.filter(|entry| entry.1 > 0)
    }

    /// The names of generators: a to z, then a1, b1, …
    #[must_use]
    pub fn name(index: usize) -> String {
        let letter = char::from(b'a' + (index % 26) as u8);
        match index / 26 {
            0 => letter.to_string(),
            round => format!("{letter}{round}"),
        }
    }

    /// As text: `1`, `ab^2`.
    #[must_use]
    pub fn text(&self) -> String {
        let factor = |(index, power): (usize, u8)| match power {
            1 => Monomial::name(index),
            power => format!("{}^{power}", Monomial::name(index)),
        };
        let text: String = self.factors().map(factor).collect();
        if text.is_empty() {
            "1".to_owned()
        } else {
            text
        }
    }

    /// As LaTeX.
    #[must_use]
    pub fn latex(&self) -> String {
        let factor = |(index, power): (usize, u8)| {
            let name = Monomial::name(index);
            let (letter, round) = name.split_at(1);
            let name = if round.is_empty() {
                letter.to_owned()
            } else {
                format!("{letter}_{{{round}}}")
            };
            match power {
                1 => name,
                power => format!("{name}^{{{power}}}"),
            }
        };
        let text: String = self.factors().map(factor).collect();
        if text.is_empty() {
            "1".to_owned()
        } else {
            text
        }
    }
}

/// Exponents are small numbers in few places: a hash that mixes well pays.
impl std::hash::Hash for Monomial {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.fingerprint());
    }
}

/// One odd number for each eight generators.
const MIXERS: [u64; MOST_GENERATORS / 8] = [
    0xd6e8_feb8_6659_fd93,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
    0x8ebc_6af0_9c88_c6e3,
    0x5899_65cc_7537_4cc3,
    0x1d8e_4e27_c47d_124f,
    0xeb44_acca_b455_d165,
];

impl std::fmt::Debug for Monomial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text())
    }
}

/// Eight exponents are compared at a time.
impl PartialEq for Monomial {
    #[inline]
    fn eq(&self, other: &Monomial) -> bool {
        let words = self.words().into_iter().zip(other.words());
        words.fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

/// By degree, then so that later generators are larger.
impl Ord for Monomial {
    fn cmp(&self, other: &Monomial) -> Ordering {
        let degrees = self.degree().cmp(&other.degree());
        degrees.then_with(|| {
            let (one, two) = (self.words(), other.words());
            one.iter().rev().cmp(two.iter().rev())
        })
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Monomial) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
