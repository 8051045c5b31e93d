//! Label, counter and distance of a vertex in one word.
//!
//! The two highest bits are the tag. An *open* vertex keeps its counter in the others, a labelled
//! one its distance. One word means one cache miss for each edge, where three arrays would mean up
//! to three.

use crate::csr::VertexId;

/// The tags. What `FIRST` and `SECOND` mean is up to the labelling; `CLOSED` is an ended vertex that
/// keeps the value which open vertices have at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    Open = 0,
    First = 1,
    Second = 2,
    Closed = 3,
}

#[inline]
fn payload_bits<V: VertexId>() -> u32 {
    V::BITS - 2
}

/// A tag and a counter or distance. `number` is below 2³⁰ or 2⁶², since it counts vertices.
#[inline]
pub(crate) fn pack<V: VertexId>(tag: Tag, number: usize) -> V {
    V::from_index((tag as usize) << payload_bits::<V>() | number)
}

#[inline]
pub(crate) fn tag<V: VertexId>(word: V) -> Tag {
    match word.index() >> payload_bits::<V>() {
        0 => Tag::Open,
        1 => Tag::First,
        2 => Tag::Second,
        _ => Tag::Closed,
    }
}

#[inline]
pub(crate) fn is_open<V: VertexId>(word: V) -> bool {
    word.index() >> payload_bits::<V>() == 0
}

#[inline]
pub(crate) fn number<V: VertexId>(word: V) -> usize {
    word.index() & ((1 << payload_bits::<V>()) - 1)
}
