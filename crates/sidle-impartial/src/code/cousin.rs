//! First cousins and standard forms of octal games (*Winning Ways*, chapter 4).

use super::{Code, Digit, Sizes};

impl Code {
    /// The octal digits for 1, 2, … tokens taken, if the code is an octal game with finitely many digits.
    #[must_use]
    pub fn octal_digits(&self) -> Option<Vec<u8>> {
        let few = self.most_heaps().is_some_and(|most| most <= 2);
        let plain = self.is_plain() && self.added().is_empty() && self.repeated().is_empty();
        let zero_is_quiet = self.digit(0).is_none_or(Digit::is_zero);
        if !few || !plain || !zero_is_quiet {
            return None;
        }
        let digit = |digit: &Digit| -> u8 {
            (0..3)
                .map(|count| u8::from(digit.leaves(count).is_some()) << count)
                .sum()
        };
        Some(self.taken().iter().map(digit).collect())
    }

    /// The first cousin: the game in which a heap of n tokens is what n + 1 tokens are here. There is one if a single
    /// token cannot be taken, so that a heap of one token is as good as none.
    ///
    /// A move that takes k tokens of n + 1 and leaves two heaps a + 1 and b + 1 takes k + 1 of n and leaves a and b, of
    /// which any may be empty; one that leaves a heap a + 1 takes k; one that leaves nothing takes k − 1.
    ///
    /// ```
    /// use sidle_impartial::code::Code;
    /// let dawsons_kayles: Code = "0.07".parse()?;
    /// assert_eq!(dawsons_kayles.first_cousin().map(|code| code.to_string()).as_deref(), Some("0.137"));
    /// # Ok::<(), sidle_impartial::code::CodeError>(())
    /// ```
    #[must_use]
    pub fn first_cousin(&self) -> Option<Code> {
        let digits = self.octal_digits()?;
        if digits.is_empty() || digits[0] & 1 == 1 {
            return None;
        }
        let at = |k: usize| {
            k.checked_sub(1)
                .and_then(|k| digits.get(k))
                .copied()
                .unwrap_or(0)
        };
        let cousin = (1..=digits.len() + 1).map(|k| {
            let nothing = at(k + 1) & 1;
            let one = if at(k) & 2 != 0 { 3 } else { 0 };
            let two = if at(k - 1) & 4 != 0 { 7 } else { 0 };
            Digit::from_mask(u64::from(nothing | one | two), Sizes::Any)
        });
        Some(Code::new(
            Vec::new(),
            Digit::zero(),
            cousin.collect(),
            Vec::new(),
        ))
    }

    /// The first cousins one after the other, down to the standard form, in which a single token can be taken.
    #[must_use]
    pub fn first_cousins(&self) -> Vec<Code> {
        let mut cousins = Vec::new();
        let mut next = self.first_cousin();
        // Each step brings the first odd digit one place nearer; a code without one never gets there.
        while let Some(cousin) = next.filter(|_| cousins.len() <= 2 * self.length() + 2) {
            next = cousin.first_cousin();
            cousins.push(cousin);
        }
        cousins
    }
}
