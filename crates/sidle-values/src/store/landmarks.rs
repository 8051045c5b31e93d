//! Landmarks: 64 simple games that every value is compared with once.
//!
//! Each record keeps two 64-bit sets, its [`Signature`]: the landmarks below it and those above it. Two
//! signatures decide most comparisons with a few machine instructions:
//!
//! * G ≤ H implies below(G) ⊆ below(H) and above(H) ⊆ above(G): a violation refutes G ≤ H.
//! * a landmark b with G ≤ b ≤ H proves G ≤ H.
//! * if every Left option of G and every Right option of H is a landmark, the first test is exact: were
//!   G ≰ H, some G^L ≥ H (then G^L is in above(H) but never in above(G)), or dually some H^R ≤ G.
//!
//! The landmarks are closed under options, so the signature of `{L|R}` follows from the signatures of its
//! options alone: G ≤ b iff no G^L ≥ b and no b^R ≤ G.

use std::cmp::Ordering;

use sidle_core::Player;

use super::inline::inline_options;
use crate::{game::Id, number_up_star::compare_infinitesimal};

/// Which landmarks lie below (or equal) and above (or equal) a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Signature {
    /// Landmarks b with b ≤ G.
    pub(crate) below: u64,
    /// Landmarks b with b ≥ G.
    pub(crate) above: u64,
}

impl Signature {
    /// Can G ≤ H hold, as far as the landmarks tell?
    #[inline]
    pub(crate) fn allows_le(self, other: Signature) -> bool {
        (self.below & !other.below) | (other.above & !self.above) == 0
    }

    /// Does some landmark stand between G and H?
    #[inline]
    pub(crate) fn proves_le(self, other: Signature) -> bool {
        self.above & other.below != 0
    }
}

/// One landmark, known by its options among the landmarks before it.
#[derive(Debug)]
struct Landmark {
    /// Left and Right stop, scaled by 2^15 like [`Id::key`].
    stops: [i32; 2],
    /// Is the landmark ≤ its Left stop, ≥ its Right stop?
    meets_stop: [bool; 2],
}

/// An option of a hot landmark: a number plus a nimber, or an earlier hot landmark.
#[derive(Clone, Copy)]
enum Part {
    /// `numerator/2^exponent + *star`.
    X(i64, u32, u64),
    /// The hot landmark with this index in [`HOT`].
    H(usize),
}
use Part::{H, X};

/// Landmarks that are number-up-stars: (numerator, exponent, ups, star), options first.
const NUMBER_UP_STARS: [(i64, u32, i64, u64); 39] = [
    (0, 0, 0, 0),
    (1, 0, 0, 0),
    (-1, 0, 0, 0),
    (2, 0, 0, 0),
    (-2, 0, 0, 0),
    (3, 0, 0, 0),
    (-3, 0, 0, 0),
    (4, 0, 0, 0),
    (-4, 0, 0, 0),
    (1, 1, 0, 0),
    (-1, 1, 0, 0),
    (3, 1, 0, 0),
    (-3, 1, 0, 0),
    (5, 1, 0, 0),
    (-5, 1, 0, 0),
    (0, 0, 0, 1),
    (1, 0, 0, 1),
    (-1, 0, 0, 1),
    (2, 0, 0, 1),
    (-2, 0, 0, 1),
    (3, 0, 0, 1),
    (-3, 0, 0, 1),
    (0, 0, 0, 2),
    (0, 0, 1, 0),
    (0, 0, -1, 0),
    (0, 0, 1, 1),
    (0, 0, -1, 1),
    (0, 0, 2, 0),
    (0, 0, -2, 0),
    (0, 0, 2, 1),
    (0, 0, -2, 1),
    (1, 0, 1, 0),
    (1, 0, -1, 0),
    (-1, 0, 1, 0),
    (-1, 0, -1, 0),
    (2, 0, 1, 0),
    (2, 0, -1, 0),
    (-2, 0, 1, 0),
    (-2, 0, -1, 0),
];

/// Landmarks that are not number-up-stars, with their Left and Right options.
const HOT: [(&[Part], &[Part]); 25] = [
    (&[X(1, 0, 0)], &[X(-1, 0, 0)]),
    (&[X(1, 0, 0)], &[X(0, 0, 0)]),
    (&[X(0, 0, 0)], &[X(-1, 0, 0)]),
    (&[X(1, 0, 0)], &[X(0, 0, 1)]),
    (&[X(0, 0, 1)], &[X(-1, 0, 0)]),
    (&[X(1, 0, 0)], &[X(0, 0, 0), X(0, 0, 1)]),
    (&[X(0, 0, 0), X(0, 0, 1)], &[X(-1, 0, 0)]),
    (&[X(2, 0, 0)], &[X(-2, 0, 0)]),
    (&[X(2, 0, 0)], &[X(0, 0, 0)]),
    (&[X(0, 0, 0)], &[X(-2, 0, 0)]),
    (&[X(2, 0, 0)], &[X(1, 0, 0)]),
    (&[X(-1, 0, 0)], &[X(-2, 0, 0)]),
    (&[X(2, 0, 0)], &[X(-1, 0, 0)]),
    (&[X(1, 0, 0)], &[X(-2, 0, 0)]),
    (&[X(3, 0, 0)], &[X(-3, 0, 0)]),
    (&[X(3, 0, 0)], &[X(2, 0, 0)]),
    (&[X(-2, 0, 0)], &[X(-3, 0, 0)]),
    (&[X(3, 0, 0)], &[X(1, 0, 0)]),
    (&[X(-1, 0, 0)], &[X(-3, 0, 0)]),
    (&[X(3, 0, 0)], &[X(-2, 0, 0)]),
    (&[X(2, 0, 0)], &[X(-3, 0, 0)]),
    (&[X(0, 0, 0)], &[H(2)]),
    (&[H(1)], &[X(0, 0, 0)]),
    (&[X(1, 0, 0)], &[H(0)]),
    (&[H(0)], &[X(-1, 0, 0)]),
];

/// The table of landmarks of a store.
#[derive(Debug)]
pub(super) struct Landmarks {
    table: Vec<Landmark>,
    /// Options of each landmark as sets of landmarks.
    options: [[u64; 64]; 2],
    /// The landmarks that have this one as their Left option, as their Right option.
    parents: [[u64; 2]; 64],
    /// The landmarks that are options of others.
    with_parents: u64,
    /// Handles of the number-up-stars, in order; landmark i has `inline[i]`.
    inline: Vec<Id>,
    /// Signatures of all landmarks.
    signatures: Vec<Signature>,
    /// The different stops of all landmarks, scaled, ascending.
    stops: Vec<i32>,
    /// Their positions, by the stop in halves plus [`STOP_RANGE`].
    stop_indices: [u8; 2 * STOP_RANGE as usize + 1],
}

/// The stops of the landmarks lie between minus this and this, in halves.
const STOP_RANGE: i32 = 16;
const NO_STOP: u8 = u8::MAX;

impl Landmarks {
    pub(super) fn new() -> Landmarks {
        let mut landmarks = Landmarks {
            table: Vec::new(),
            options: [[0; 64]; 2],
            parents: [[0; 2]; 64],
            with_parents: 0,
            inline: Vec::new(),
            signatures: Vec::new(),
            stops: Vec::new(),
            stop_indices: [NO_STOP; 2 * STOP_RANGE as usize + 1],
        };
        for (numerator, exponent, ups, star) in NUMBER_UP_STARS {
            let id = Id::pack_small(numerator, exponent, ups, star).unwrap_or(Id::ZERO);
            let options = Player::BOTH.map(|player| landmarks.options_of_inline(id, player));
            let meets = compare_infinitesimal(i128::from(ups), star);
            let meets_stop = [meets.is_le(), meets.is_ge()];
            landmarks.inline.push(id);
            landmarks.push(options, [id.key(); 2], meets_stop);
        }
        for (left, right) in HOT {
            let options = [left, right].map(|parts| {
                parts
                    .iter()
                    .fold(0, |set, &part| set | 1 << landmarks.index_of_part(part))
            });
            landmarks.push_hot(options);
        }
        landmarks.sign();
        landmarks.stops = landmarks
            .table
            .iter()
            .flat_map(|landmark| landmark.stops)
            .collect();
        landmarks.stops.sort_unstable();
        landmarks.stops.dedup();
        for (index, stop) in landmarks.stops.iter().enumerate() {
            let place = usize::try_from((stop >> 14) + STOP_RANGE).unwrap_or(usize::MAX);
            landmarks.stop_indices[place] = index as u8;
        }
        landmarks
    }

    /// Fills in the signatures, options first.
    fn sign(&mut self) {
        for i in 0..self.table.len() {
            let union = |set: u64, of: fn(Signature) -> u64| {
                (0..i)
                    .filter(|j| set >> j & 1 == 1)
                    .fold(0, |all, j| all | of(self.signatures[j]))
            };
            let below_left = union(self.options[0][i], |signature| signature.below);
            let above_right = union(self.options[1][i], |signature| signature.above);
            self.signatures[i] = self.signature(below_left, above_right);
        }
    }

    /// How many landmarks there are.
    pub(super) fn len(&self) -> usize {
        self.table.len()
    }

    /// Position of a number (scaled by 2^15) among the stops of the landmarks, if it is one.
    #[inline]
    pub(super) fn stop_index(&self, key: i32) -> Option<usize> {
        // Stops of landmarks are multiples of 1/2 of small size.
        let halves = key >> 14;
        if halves << 14 != key {
            return None;
        }
        let index = usize::try_from(halves + STOP_RANGE).ok()?;
        let index = *self.stop_indices.get(index)?;
        (index != NO_STOP).then_some(usize::from(index))
    }

    /// How many different stops the landmarks have.
    pub(super) fn stop_count(&self) -> usize {
        self.stops.len()
    }

    /// Index of an inline value among the landmarks.
    #[inline]
    pub(super) fn index_of(&self, id: Id) -> Option<usize> {
        self.inline.iter().position(|&landmark| landmark == id)
    }

    /// The handles of the landmarks that are number-up-stars.
    pub(super) fn inline(&self) -> &[Id] {
        &self.inline
    }

    /// The landmarks that are not number-up-stars: index and option sets.
    pub(super) fn hot(&self) -> impl Iterator<Item = (usize, [u64; 2])> + '_ {
        let first = self.inline.len();
        (first..self.table.len()).map(|i| (i, [self.options[0][i], self.options[1][i]]))
    }

    fn index_of_part(&self, part: Part) -> usize {
        match part {
            X(numerator, exponent, star) => {
                let id = Id::pack_small(numerator, exponent, 0, star).unwrap_or(Id::ZERO);
                self.index_of(id)
                    .expect("the landmarks are closed under options")
            }
            H(hot) => self.inline.len() + hot,
        }
    }

    fn options_of_inline(&self, id: Id, player: Player) -> u64 {
        inline_options(id, player).fold(0, |set, option| {
            set | 1
                << self
                    .index_of(option)
                    .expect("the landmarks are closed under options")
        })
    }

    fn push_hot(&mut self, options: [u64; 2]) {
        let members = |set: u64| (0..64).filter(move |i| set >> i & 1 == 1);
        let left = members(options[0])
            .map(|i| self.table[i].stops[1])
            .max()
            .unwrap_or(i32::MIN);
        let right = members(options[1])
            .map(|i| self.table[i].stops[0])
            .min()
            .unwrap_or(i32::MAX);
        let left_misses = members(options[0])
            .any(|i| self.table[i].stops[1] == left && self.table[i].meets_stop[1]);
        let right_misses = members(options[1])
            .any(|i| self.table[i].stops[0] == right && self.table[i].meets_stop[0]);
        self.push(options, [left, right], [!left_misses, !right_misses]);
    }

    fn push(&mut self, options: [u64; 2], stops: [i32; 2], meets_stop: [bool; 2]) {
        let index = self.table.len();
        assert!(index < 64, "a signature has 64 bits");
        for (i, set) in options.into_iter().enumerate() {
            self.options[i][index] = set;
            self.with_parents |= set;
            for option in (0..index).filter(|option| set >> option & 1 == 1) {
                self.parents[option][i] |= 1 << index;
            }
        }
        self.table.push(Landmark { stops, meets_stop });
        // A signature speaks of all landmarks, so it is known once they are all in the table.
        self.signatures.push(Signature::default());
    }

    /// Signature of a landmark.
    #[inline]
    pub(super) fn signature_of(&self, index: usize) -> Signature {
        self.signatures[index]
    }

    /// Signature of `{left|right}` from the unions of what lies below its Left options and above its
    /// Right options.
    ///
    /// G ≤ b unless some G^L ≥ b or some b^R ≤ G, and options come before their parents: a landmark that is found
    /// to lie below G strikes those out that have it as a Right option, and dually.
    #[inline]
    pub(super) fn signature(&self, below_left: u64, above_right: u64) -> Signature {
        let all = u64::MAX >> (64 - self.table.len());
        let mut above = !below_left & all;
        let mut below = !above_right & all;
        let mut rest = (above | below) & self.with_parents;
        while rest != 0 {
            let i = rest.trailing_zeros();
            rest &= rest - 1;
            let [left, right] = self.parents[i as usize];
            let (is_above, is_below) = (above >> i & 1, below >> i & 1);
            // All ones if it is there.
            below &= !(left & is_above.wrapping_neg());
            above &= !(right & is_below.wrapping_neg());
        }
        Signature { below, above }
    }

    /// Signature of a number, given how it compares with a number scaled by 2^15.
    pub(super) fn signature_of_number(&self, compare: impl Fn(i32) -> Ordering) -> Signature {
        let mut signature = Signature::default();
        for (i, landmark) in self.table.iter().enumerate() {
            let at_least = match compare(landmark.stops[0]) {
                Ordering::Greater => true,
                Ordering::Equal => landmark.meets_stop[0],
                Ordering::Less => false,
            };
            let at_most = match compare(landmark.stops[1]) {
                Ordering::Less => true,
                Ordering::Equal => landmark.meets_stop[1],
                Ordering::Greater => false,
            };
            signature.below |= u64::from(at_least) << i;
            signature.above |= u64::from(at_most) << i;
        }
        signature
    }
}
