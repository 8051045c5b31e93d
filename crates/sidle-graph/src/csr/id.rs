//! Vertex ids of either width.

use std::{fmt, hash::Hash};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// The id of a vertex: `u32` or `u64`. Row offsets have the same width, so a graph with `u32` ids
/// holds fewer than 2³² edges. The two highest bits of an id are always free (at most 2³⁰ or 2⁶²
/// vertices), which is what lets a labelling keep label, counter and distance in one word.
pub trait VertexId:
    sealed::Sealed
    + Copy
    + Ord
    + Hash
    + fmt::Debug
    + fmt::Display
    + Default
    + Send
    + Sync
    + bytemuck::Pod
{
    /// Width in bits.
    const BITS: u32;
    /// The most vertices a graph with these ids can have.
    const MAX_VERTICES: u64;
    /// The most edges a graph with these ids can have.
    const MAX_EDGES: u64;

    /// The id of the vertex at `index`. The index must be within the graph; it is cut to the width
    /// of the id otherwise.
    fn from_index(index: usize) -> Self;

    /// The place of this vertex in per-vertex arrays.
    fn index(self) -> usize;

    /// The id as a number of full width.
    fn as_u64(self) -> u64;

    /// The id from exactly its width of little-endian bytes.
    ///
    /// # Panics
    /// If there are more or fewer bytes.
    fn from_le_bytes(bytes: &[u8]) -> Self;
}

impl VertexId for u32 {
    fn from_le_bytes(bytes: &[u8]) -> u32 {
        u32::from_le_bytes(bytes.try_into().expect("as many bytes as the id is wide"))
    }

    const BITS: u32 = 32;
    const MAX_VERTICES: u64 = 1 << 30;
    const MAX_EDGES: u64 = u32::MAX as u64;

    #[inline]
    fn from_index(index: usize) -> u32 {
        index as u32
    }

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn as_u64(self) -> u64 {
        u64::from(self)
    }
}

impl VertexId for u64 {
    fn from_le_bytes(bytes: &[u8]) -> u64 {
        u64::from_le_bytes(bytes.try_into().expect("as many bytes as the id is wide"))
    }

    const BITS: u32 = 64;
    const MAX_VERTICES: u64 = 1 << 62;
    const MAX_EDGES: u64 = 1 << 62;

    #[inline]
    fn from_index(index: usize) -> u64 {
        index as u64
    }

    #[inline]
    fn index(self) -> usize {
        self as usize
    }

    #[inline]
    fn as_u64(self) -> u64 {
        self
    }
}
