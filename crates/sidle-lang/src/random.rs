//! The calculator's source of random numbers: the 48-bit linear congruential generator that worksheets
//! of the Java world assume, so that a seed gives the same sequence here.

/// A seeded generator.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    state: u64,
}

const MULTIPLIER: u64 = 0x5DEE_CE66D;
const MASK: u64 = (1 << 48) - 1;

impl Default for Random {
    fn default() -> Random {
        Random::new(0)
    }
}

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random {
            state: (seed ^ MULTIPLIER) & MASK,
        }
    }

    fn bits(&mut self, bits: u32) -> u32 {
        self.state = (self.state.wrapping_mul(MULTIPLIER).wrapping_add(11)) & MASK;
        (self.state >> (48 - bits)) as u32
    }

    /// The next 32 random bits.
    pub(crate) fn next_word(&mut self) -> u32 {
        self.bits(32)
    }

    /// A number from 0 up to, not including, `bound`, which is at least 1 and below 2^31.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        if bound.is_power_of_two() {
            return ((u64::from(bound) * u64::from(self.bits(31))) >> 31) as u32;
        }
        loop {
            let bits = self.bits(31);
            let value = bits % bound;
            // Reject the incomplete last block, so that every value is equally likely.
            if bits - value <= (1 << 31) - bound {
                return value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_zero_gives_the_sequence_everybody_knows() {
        let mut random = Random::new(0);
        let drawn: Vec<u32> = (0..5).map(|_| random.below(100)).collect();
        assert_eq!(drawn, [60, 48, 29, 47, 15]);
    }
}
