//! Small primes and the order of 2 modulo them.

/// The odd primes in their order, as far as they were asked for.
#[derive(Debug, Default)]
pub(crate) struct OddPrimes {
    known: Vec<u32>,
}

impl OddPrimes {
    /// The odd prime with the given index: 3, 5, 7, …
    pub(crate) fn nth(&mut self, index: usize) -> u32 {
        while self.known.len() <= index {
            let mut candidate = self.known.last().map_or(3, |last| last + 2);
            while self
                .known
                .iter()
                .take_while(|&&prime| prime * prime <= candidate)
                .any(|&prime| candidate.is_multiple_of(prime))
            {
                candidate += 2;
            }
            self.known.push(candidate);
        }
        self.known[index]
    }

    /// The index of an odd prime; `None` if the number is not one.
    pub(crate) fn index(&mut self, prime: u32) -> Option<usize> {
        let mut index = 0;
        while self.nth(index) < prime {
            index += 1;
        }
        (self.nth(index) == prime).then_some(index)
    }
}

/// The prime powers that divide `n` exactly, as (prime, exponent), primes increasing.
pub(crate) fn factors(mut n: u32) -> Vec<(u32, u32)> {
    let mut factors = Vec::new();
    let mut divisor = 2;
    while n > 1 {
        if divisor * divisor > n {
            divisor = n;
        }
        let mut exponent = 0;
        while n.is_multiple_of(divisor) {
            n /= divisor;
            exponent += 1;
        }
        if exponent > 0 {
            factors.push((divisor, exponent));
        }
        divisor += 1;
    }
    factors
}

/// The least `f > 0` such that the odd number `p > 1` divides 2^f - 1.
pub(crate) fn order_of_two(p: u32) -> u32 {
    let mut power = 2 % u64::from(p);
    let mut order = 1;
    while power != 1 {
        power = power * 2 % u64::from(p);
        order += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_factors_and_orders() {
        let mut primes = OddPrimes::default();
        assert_eq!(primes.nth(41), 191);
        assert_eq!(primes.index(191), Some(41));
        assert_eq!(primes.index(91), None);
        assert_eq!(factors(360), [(2, 3), (3, 2), (5, 1)]);
        assert_eq!(factors(97), [(97, 1)]);
        assert_eq!(order_of_two(7), 3);
        assert_eq!(order_of_two(61), 60);
    }
}
