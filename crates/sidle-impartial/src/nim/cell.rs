//! How one nim value is kept: a byte while all of them fit, two or four bytes afterwards.

use std::io;

/// An unsigned integer that holds nim values.
pub(crate) trait Cell: Copy + Ord + Send + Sync + 'static {
    /// The largest value it holds.
    const MOST: u32;
    /// The value.
    fn get(self) -> u32;
    /// The cell with this value; the caller has checked that it fits.
    fn of(value: u32) -> Self;
    /// The nim sum.
    fn xor(self, other: Self) -> Self;
    /// All bits of both.
    fn or(self, other: Self) -> Self;
    /// All ones if the cells are equal, else zero.
    fn equals(self, other: Self) -> Self;
}

macro_rules! cell {
    ($($kind:ty),*) => {$(
        impl Cell for $kind {
            const MOST: u32 = <$kind>::MAX as u32;

            #[inline(always)]
            fn get(self) -> u32 {
                u32::from(self)
            }

            #[inline(always)]
            fn of(value: u32) -> $kind {
                value as $kind
            }

            #[inline(always)]
            fn xor(self, other: $kind) -> $kind {
                self ^ other
            }

            #[inline(always)]
            fn or(self, other: $kind) -> $kind {
                self | other
            }

            #[inline(always)]
            fn equals(self, other: $kind) -> $kind {
                if self == other { <$kind>::MAX } else { 0 }
            }
        }
    )*};
}
cell!(u8, u16, u32);

/// The nim values of heaps 0, 1, 2, …, kept as narrow as they allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All below 2⁸.
    Narrow(Vec<u8>),
    /// All below 2¹⁶.
    Middle(Vec<u16>),
    /// Anything.
    Wide(Vec<u32>),
}

/// There are few different values, so their words are kept; the text goes out in blocks.
fn write<V: Copy + Into<u32>>(
    values: &[V],
    between: char,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    const KEPT: usize = 1 << 12;
    const BLOCK: usize = 1 << 14;
    let mut words: Vec<String> = Vec::new();
    let mut text = String::with_capacity(2 * BLOCK);
    for (place, &value) in values.iter().enumerate() {
        let value: u32 = value.into();
        while words.len() <= value as usize && words.len() < KEPT {
            words.push(format!("{between}{}", words.len()));
        }
        match words.get(value as usize) {
            Some(word) => text.push_str(if place == 0 { &word[1..] } else { word }),
            None if place == 0 => text.push_str(&value.to_string()),
            None => text.push_str(&format!("{between}{value}")),
        }
        if text.len() >= BLOCK {
            out.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    out.write_all(text.as_bytes())
}

impl Values {
    /// How many heaps there are, heap 0 included.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Values::Narrow(values) => values.len(),
            Values::Middle(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// Is there no heap at all?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nim value of a heap.
    #[must_use]
    pub fn get(&self, heap: usize) -> Option<u32> {
        match self {
            Values::Narrow(values) => values.get(heap).map(|&value| value.into()),
            Values::Middle(values) => values.get(heap).map(|&value| value.into()),
            Values::Wide(values) => values.get(heap).copied(),
        }
    }

    /// All values in order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Values::Narrow(values) => Box::new(values.iter().map(|&value| value.into())),
            Values::Middle(values) => Box::new(values.iter().map(|&value| value.into())),
            Values::Wide(values) => Box::new(values.iter().copied()),
        }
    }

    /// Writes the first `count` values in words, with an ASCII sign between them.
    ///
    /// ```
    /// use sidle_impartial::nim::Values;
    /// let mut text = Vec::new();
    /// Values::Narrow(vec![0, 1, 12, 3]).write(3, ',', &mut text)?;
    /// assert_eq!(text, b"0,1,12");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write(&self, count: usize, between: char, out: &mut dyn io::Write) -> io::Result<()> {
        let count = count.min(self.len());
        match self {
            Values::Narrow(values) => write(&values[..count], between, out),
            Values::Middle(values) => write(&values[..count], between, out),
            Values::Wide(values) => write(&values[..count], between, out),
        }
    }

    /// For how many heaps there is room, and what one more takes.
    pub(crate) fn capacity(&self) -> (usize, usize) {
        match self {
            Values::Narrow(values) => (values.capacity(), 1),
            Values::Middle(values) => (values.capacity(), 2),
            Values::Wide(values) => (values.capacity(), 4),
        }
    }

    /// Makes room for the heaps below `heaps`.
    pub(crate) fn reserve(&mut self, heaps: usize) {
        let more = heaps.saturating_sub(self.len());
        match self {
            Values::Narrow(values) => values.reserve_exact(more),
            Values::Middle(values) => values.reserve_exact(more),
            Values::Wide(values) => values.reserve_exact(more),
        }
    }

    /// Forgets the heaps from `len` on.
    pub fn truncate(&mut self, len: usize) {
        match self {
            Values::Narrow(values) => values.truncate(len),
            Values::Middle(values) => values.truncate(len),
            Values::Wide(values) => values.truncate(len),
        }
    }

    /// Adds what another list has beyond these, up to `heaps` values in all.
    pub(crate) fn extend_from(&mut self, other: &Values, heaps: usize) {
        let from = self.len()..heaps.min(other.len()).max(self.len());
        match (&mut *self, other) {
            (Values::Narrow(values), Values::Narrow(more)) => {
                values.extend_from_slice(&more[from]);
            }
            (Values::Middle(values), Values::Middle(more)) => {
                values.extend_from_slice(&more[from]);
            }
            (Values::Wide(values), Values::Wide(more)) => values.extend_from_slice(&more[from]),
            _ => {
                let more = other.iter().skip(from.start).take(from.len());
                more.for_each(|value| self.push(value));
            }
        }
    }

    /// Adds the value of the next heap, in a wider form if need be.
    pub fn push(&mut self, value: u32) {
        if let Values::Narrow(values) = self
            && value > u8::MOST
        {
            *self = Values::Middle(values.iter().map(|&value| value.into()).collect());
        }
        if let Values::Middle(values) = self
            && value > u16::MOST
        {
            *self = Values::Wide(values.iter().map(|&value| value.into()).collect());
        }
        match self {
            Values::Narrow(values) => values.push(value as u8),
            Values::Middle(values) => values.push(value as u16),
            Values::Wide(values) => values.push(value),
        }
    }
}

impl Default for Values {
    fn default() -> Values {
        Values::Narrow(Vec::new())
    }
}

impl FromIterator<u32> for Values {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Values {
        let mut all = Values::default();
        values.into_iter().for_each(|value| all.push(value));
        all
    }
}
