//! Values numbered within their class.
//!
//! In a sparse space the class of a value is the parity of its ones under a mask. The other bits tell the value if
//! the class is known: the lowest bit of the mask is left out, which halves every set of values. Leaving it out
//! respects nim sums, and the order within a class: the highest bit in which two values of one class differ is never
//! this one, for below it there is no bit of the mask to make up for it.

use super::kernel::Space;

/// How many bits the number and the class of a value take.
pub(super) const LABEL_BITS: u32 = 12;

/// How values are numbered: within their class in a space, as they are without one or where they are few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coding {
    space: Option<Space>,
    /// The bits below the one left out; all bits without a space.
    low: u32,
    /// The bit left out; zero if none is.
    bit: u32,
    /// The values below 64 with an odd number of ones under the mask, if no bit is left out.
    odd_word: u64,
}

impl Coding {
    /// The numbering for a space, whose mask is not zero. If values are few, and one word holds all of them, then no
    /// bit is left out.
    pub(super) fn of(space: Option<Space>, few: bool) -> Coding {
        let mask = space.map_or(0, |space| space.mask);
        if mask == 0 || few {
            let bits = (0..6).filter(|bit| mask >> bit & 1 == 1);
            return Coding {
                space,
                low: u32::MAX,
                bit: 0,
                odd_word: bits.fold(0, |set, bit| set ^ ODD[bit]),
            };
        }
        let bit = mask & mask.wrapping_neg();
        Coding {
            space,
            low: bit.wrapping_sub(1),
            bit,
            odd_word: 0,
        }
    }

    /// Is a bit left out, so that common and rare values have numbers of their own?
    #[inline(always)]
    pub(super) fn is_split(&self) -> bool {
        self.bit != 0
    }

    /// One word of the set of values that are rare at a heap, if their numbers are not their own.
    #[inline(always)]
    pub(super) fn rare_word(&self, word: usize, heap: usize) -> u64 {
        match self.space {
            Some(space) if self.bit == 0 => {
                if space.is_rare(64 * word as u32, heap) {
                    !self.odd_word
                } else {
                    self.odd_word
                }
            }
            _ => 0,
        }
    }

    /// The number of a value in its class.
    #[inline(always)]
    pub(super) fn encode(&self, value: u32) -> u32 {
        (value & self.low) | (value >> 1 & !self.low)
    }

    /// The value of a class that has this number.
    #[inline(always)]
    pub(super) fn decode(&self, code: u32, rare: bool, heap: usize) -> u32 {
        let value = (code & self.low) | ((code & !self.low) << 1);
        match self.space {
            Some(space) if self.bit != 0 && space.is_rare(value, heap) != rare => value | self.bit,
            _ => value,
        }
    }

    /// The number of a value and, if a bit is left out, its class at this heap: labels of pairs are nim sums, too.
    #[inline(always)]
    pub(super) fn label(&self, value: u32, heap: usize) -> u32 {
        let common = self.is_split() && !self.is_rare(value, heap);
        self.encode(value) | u32::from(common) << (LABEL_BITS - 1)
    }

    /// Is this value rare at this heap? Without a space none is.
    #[inline(always)]
    pub(super) fn is_rare(&self, value: u32, heap: usize) -> bool {
        self.space.is_some_and(|space| space.is_rare(value, heap))
    }

    /// The values of the other class that are smaller than this one are those with numbers below this.
    #[inline(always)]
    pub(super) fn below(&self, value: u32) -> u32 {
        if self.bit == 0 {
            return value;
        }
        // Values that agree above the bit left out differ in it.
        let above = self.encode(value) & !self.low;
        if value & self.bit != 0 {
            above + self.low + 1
        } else {
            above
        }
    }

    /// Is there a space?
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        self.space.is_none()
    }
}

/// The numbers below 64 in which a bit is set.
const ODD: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_told_apart_by_words() {
        for mask in 1..300 {
            for twist in [None, Some(0), Some(1)] {
                let space = Space { mask, twist };
                let coding = Coding::of(Some(space), true);
                for (heap, word) in [(6, 0), (7, 0), (6, 5), (7, 4)] {
                    let rare = coding.rare_word(word, heap);
                    for bit in 0..64 {
                        let value = 64 * word as u32 + bit;
                        assert_eq!(rare >> bit & 1 == 1, space.is_rare(value, heap));
                        assert_eq!(coding.encode(value), value);
                    }
                }
            }
        }
    }

    #[test]
    fn numbers_within_a_class_keep_the_order_and_nim_sums() {
        for mask in 1..64 {
            for twist in [None, Some(0), Some(1)] {
                let space = Space { mask, twist };
                let coding = Coding::of(Some(space), false);
                for heap in [6, 7] {
                    for rare in [false, true] {
                        let class: Vec<u32> = (0..256)
                            .filter(|&value| space.is_rare(value, heap) == rare)
                            .collect();
                        let numbers: Vec<u32> = class.iter().map(|&v| coding.encode(v)).collect();
                        assert_eq!(numbers, (0..128).collect::<Vec<_>>());
                        for (&value, &number) in class.iter().zip(&numbers) {
                            assert_eq!(coding.decode(number, rare, heap), value);
                            let others = (0..256).filter(|&v| space.is_rare(v, heap) != rare);
                            let smaller = others.filter(|&v| v < value).count();
                            assert_eq!(coding.below(value) as usize, smaller);
                            let sum = coding.encode(value ^ 77);
                            assert_eq!(sum, number ^ coding.encode(77));
                            // Another heap of value 77, and what both make together.
                            let taken = twist.unwrap_or(0) as usize;
                            for other in [10, 11] {
                                let pair = coding.label(value, heap) ^ coding.label(77, other);
                                assert_eq!(pair, coding.label(value ^ 77, heap + other + taken));
                            }
                        }
                    }
                }
            }
        }
    }
}
