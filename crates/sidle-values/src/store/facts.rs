//! What is known of a value without looking at its options: stops, signature, flags.

use std::{cmp::Ordering, sync::OnceLock};

use sidle_core::{Dyadic, Player};

use super::{
    inline::inline_options,
    landmarks::{Landmarks, Signature},
};
use crate::{game::Id, number_up_star::compare_infinitesimal};

/// Flags of a record; the birthday sits above them.
pub(super) mod flag {
    /// A number-up-star too large for a handle.
    pub(crate) const BIG: u16 = 1;
    /// Every Left option is a landmark.
    pub(crate) const LEFT_IN_LANDMARKS: u16 = 1 << 1;
    /// Every Right option is a landmark.
    pub(crate) const RIGHT_IN_LANDMARKS: u16 = 1 << 2;
    /// G ≤ its Left stop.
    pub(crate) const MEETS_LEFT_STOP: u16 = 1 << 3;
    /// G ≥ its Right stop.
    pub(crate) const MEETS_RIGHT_STOP: u16 = 1 << 4;
    /// In every follower both players can move or neither can.
    pub(crate) const ALL_SMALL: u16 = 1 << 5;
    /// Even-tempered.
    pub(crate) const EVEN: u16 = 1 << 6;
    /// Odd-tempered.
    pub(crate) const ODD: u16 = 1 << 7;
    /// A number.
    pub(crate) const NUMBER: u16 = 1 << 8;
    /// A landmark itself.
    pub(crate) const LANDMARK: u16 = 1 << 9;
    /// Where the birthday starts; it saturates at [`BIRTHDAY_MAX`].
    pub(crate) const BIRTHDAY_SHIFT: u16 = 10;
    /// A birthday of this or more is computed on demand.
    pub(crate) const BIRTHDAY_MAX: u16 = (1 << 6) - 1;
}

/// The cheap invariants of one value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) signature: Signature,
    pub(super) flags: u16,
    /// Left stop and Right stop: handles of numbers.
    pub(super) stops: [Id; 2],
}

impl Facts {
    #[inline]
    pub(super) fn has(&self, flags: u16) -> bool {
        self.flags & flags == flags
    }
}

/// Ups and stars beyond these do not change how a value compares with a landmark: the landmarks have
/// birthdays below [`FAR_UPS`], and no nimber from [`FAR_STAR`] on among the followers of their
/// differences with ups (the "far star" of *Winning Ways*, ch. 8).
const FAR_UPS: i32 = 12;
const FAR_STAR: u32 = 8;
/// Numbers with signatures kept: multiples of 1/8 up to this absolute value.
const NEAR: i32 = 8;

/// log2 of the number of cells where inline values are looked for first.
const FIRST_BITS: u32 = 11;

#[inline(always)]
fn first_look(id: Id) -> usize {
    (id.0.wrapping_mul(0x9E37_79B1) >> (32 - FIRST_BITS)) as usize
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    signature: Signature,
    flags: u16,
}

/// Facts of the values that live in handles; the table fills as they are asked for.
#[derive(Debug)]
pub(super) struct InlineFacts {
    /// Where a value is looked for first.
    first: Box<[OnceLock<(Id, Entry)>]>,
    numbers: Box<[OnceLock<Entry>]>,
    infinitesimals: Box<[OnceLock<Entry>]>,
}

const UPS: usize = 2 * FAR_UPS as usize + 1;
const STARS: usize = FAR_STAR as usize + 1;

impl InlineFacts {
    pub(super) fn new(landmarks: &Landmarks) -> InlineFacts {
        let empty = |count: usize| (0..count).map(|_| OnceLock::new()).collect();
        InlineFacts {
            first: (0..1usize << FIRST_BITS).map(|_| OnceLock::new()).collect(),
            numbers: empty(16 * NEAR as usize + 1),
            infinitesimals: empty(landmarks.stop_count() * UPS * STARS),
        }
    }

    /// Facts of an inline value.
    #[inline]
    pub(super) fn get(&self, id: Id, landmarks: &Landmarks) -> Facts {
        let entry = self.entry(id, landmarks);
        let number = id.number_part();
        Facts {
            signature: entry.signature,
            flags: entry.flags,
            stops: [number; 2],
        }
    }

    /// The signature of an inline value.
    #[inline(always)]
    pub(super) fn signature(&self, id: Id, landmarks: &Landmarks) -> Signature {
        self.entry(id, landmarks).signature
    }

    #[inline(always)]
    fn entry(&self, id: Id, landmarks: &Landmarks) -> Entry {
        let cell = &self.first[first_look(id)];
        match cell.get() {
            Some((key, entry)) if *key == id => *entry,
            _ => self.entry_at_first(id, cell, landmarks),
        }
    }

    /// The value that comes to a cell first stays there.
    #[cold]
    fn entry_at_first(&self, id: Id, cell: &OnceLock<(Id, Entry)>, landmarks: &Landmarks) -> Entry {
        let entry = self.entry_of(id, landmarks);
        cell.get_or_init(|| (id, entry));
        entry
    }

    fn entry_of(&self, id: Id, landmarks: &Landmarks) -> Entry {
        if id.is_inline_number() {
            return self.number(id, landmarks);
        }
        let Some(stop) = landmarks.stop_index(id.key()) else {
            // No landmark stops here, so the number part alone decides against all of them.
            let signature = self.number(id.number_part(), landmarks).signature;
            return Entry {
                signature,
                flags: own_flags(id),
            };
        };
        let ups = id.ups().clamp(-FAR_UPS, FAR_UPS);
        let star = id.star().min(FAR_STAR);
        let index = (stop * UPS + (ups + FAR_UPS) as usize) * STARS + star as usize;
        let near = Id::pack_small(
            i64::from(id.numerator()),
            id.exponent(),
            i64::from(ups),
            u64::from(star),
        );
        let near = near.unwrap_or(id);
        let entry =
            *self.infinitesimals[index].get_or_init(|| self.entry_from_options(near, landmarks));
        if near == id {
            entry
        } else {
            Entry {
                signature: entry.signature,
                flags: own_flags(id),
            }
        }
    }

    fn number(&self, id: Id, landmarks: &Landmarks) -> Entry {
        let compute = || {
            let key = id.key();
            let signature = landmarks.signature_of_number(|stop| key.cmp(&stop));
            Entry {
                signature,
                flags: own_flags(id) | landmark_flag(id, landmarks),
            }
        };
        if id.exponent() > 3 || id.key().abs() > NEAR << 15 {
            return compute();
        }
        *self.numbers[((id.key() >> 12) + 8 * NEAR) as usize].get_or_init(compute)
    }

    /// Depth of the recursion: at most [`FAR_UPS`] + [`FAR_STAR`] + 1.
    fn entry_from_options(&self, id: Id, landmarks: &Landmarks) -> Entry {
        let mut flags = own_flags(id) | landmark_flag(id, landmarks);
        let mut unions = [0u64; 2];
        for player in Player::BOTH {
            let mut all_landmarks = true;
            for option in inline_options(id, player) {
                let Entry { signature, flags } = self.entry(option, landmarks);
                unions[player.index()] |= if player == Player::Left {
                    signature.below
                } else {
                    signature.above
                };
                all_landmarks &= flags & flag::LANDMARK != 0;
            }
            if all_landmarks {
                flags |= [flag::LEFT_IN_LANDMARKS, flag::RIGHT_IN_LANDMARKS][player.index()];
            }
        }
        Entry {
            signature: landmarks.signature(unions[0], unions[1]),
            flags,
        }
    }

    /// Signature of a number-up-star that is too large for a handle.
    pub(super) fn big_signature(
        &self,
        number: &Dyadic,
        ups: i64,
        star: u64,
        landmarks: &Landmarks,
    ) -> Signature {
        let near = number.to_small().and_then(|(numerator, exponent)| {
            let ups = ups.clamp(-i64::from(FAR_UPS), i64::from(FAR_UPS));
            Id::pack_small(numerator, exponent, ups, star.min(u64::from(FAR_STAR)))
        });
        match near {
            Some(near) => self.entry(near, landmarks).signature,
            None => {
                landmarks.signature_of_number(|stop| number.cmp(&Dyadic::new(i64::from(stop), 15)))
            }
        }
    }
}

/// The flags that follow from the form number + ups + star alone.
pub(super) fn number_up_star_flags(zero: bool, ups: i128, star: u64) -> u16 {
    let to_number = compare_infinitesimal(ups, star);
    let mut flags = 0;
    if to_number.is_le() {
        flags |= flag::MEETS_LEFT_STOP;
    }
    if to_number.is_ge() {
        flags |= flag::MEETS_RIGHT_STOP;
    }
    if zero {
        flags |= flag::ALL_SMALL;
    }
    match (ups, star) {
        (0, 0) => flags |= flag::NUMBER | flag::EVEN,
        (0, 1) => flags |= flag::ODD,
        _ => {}
    }
    flags
}

fn own_flags(id: Id) -> u16 {
    number_up_star_flags(
        id.numerator() == 0,
        i128::from(id.ups()),
        u64::from(id.star()),
    )
}

fn landmark_flag(id: Id, landmarks: &Landmarks) -> u16 {
    if landmarks.index_of(id).is_some() {
        flag::LANDMARK
    } else {
        0
    }
}

/// Compares numbers given by handles when both are inline.
#[inline]
pub(super) fn compare_inline_numbers(a: Id, b: Id) -> Ordering {
    a.key().cmp(&b.key())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use sidle_core::{Dyadic, Player};

    use crate::{Game, NumberUpStar, Store};

    /// The definition of the order, with nothing but a memory.
    fn le(store: &Store, a: Game, b: Game, known: &mut HashMap<(Game, Game), bool>) -> bool {
        if let Some(&answer) = known.get(&(a, b)) {
            return answer;
        }
        let refuted = store
            .options(a, Player::Left)
            .any(|x| le(store, b, x, known))
            || store
                .options(b, Player::Right)
                .any(|y| le(store, y, a, known));
        known.insert((a, b), !refuted);
        !refuted
    }

    /// Signatures say what the definition says, also where ups and stars are cut off as "far".
    #[test]
    fn signatures_of_number_up_stars_follow_the_definition() {
        let store = Store::new();
        let landmarks = store.landmark_games();
        assert_eq!(landmarks.len(), store.landmarks.len());
        let mut known = HashMap::new();
        let stars = [0u64, 1, 2, 3, 4, 7, 8, 9, 15, 40];
        for numerator in -18..=18 {
            for ups in [
                -70i64, -14, -13, -12, -3, -2, -1, 0, 1, 2, 3, 11, 12, 13, 14, 70,
            ] {
                for star in stars {
                    let number = Dyadic::new(numerator, 2);
                    let value = store.number_up_star(&NumberUpStar { number, ups, star });
                    let signature = store.facts(value.id()).signature;
                    for (i, &landmark) in landmarks.iter().enumerate() {
                        let below = le(&store, landmark, value, &mut known);
                        let above = le(&store, value, landmark, &mut known);
                        assert_eq!(
                            signature.below >> i & 1 == 1,
                            below,
                            "{landmark:?} {value:?}"
                        );
                        assert_eq!(
                            signature.above >> i & 1 == 1,
                            above,
                            "{landmark:?} {value:?}"
                        );
                    }
                }
            }
        }
    }
}
