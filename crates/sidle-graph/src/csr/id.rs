//! Vertex ids of either width.

use std::{
    fmt,
    hash::Hash,
    sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed},
};

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

    /// A word of this width that several threads may change.
    #[doc(hidden)]
    type Atomic: AtomicWord<Self>;

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

/// What the kernels need of an atomic word; every access is relaxed, since the only order they
/// rely on is that of threads being joined.
#[doc(hidden)]
pub trait AtomicWord<V>: Send + Sync + fmt::Debug {
    fn new(value: V) -> Self;
    fn load(&self) -> V;
    fn store(&self, value: V);
    fn into_inner(self) -> V;
}

macro_rules! vertex_id {
    ($id:ty, $atomic:ty, $max_vertices:expr, $max_edges:expr) => {
        impl VertexId for $id {
            const BITS: u32 = <$id>::BITS;
            const MAX_VERTICES: u64 = $max_vertices;
            const MAX_EDGES: u64 = $max_edges;

            type Atomic = $atomic;

            #[inline]
            fn from_index(index: usize) -> $id {
                index as $id
            }

            #[inline]
            fn index(self) -> usize {
                self as usize
            }

            #[inline]
            fn as_u64(self) -> u64 {
                u64::from(self)
            }

            #[inline]
            fn from_le_bytes(bytes: &[u8]) -> $id {
                <$id>::from_le_bytes(bytes.try_into().expect("as many bytes as the id is wide"))
            }
        }

        impl AtomicWord<$id> for $atomic {
            #[inline]
            fn new(value: $id) -> $atomic {
                <$atomic>::new(value)
            }

            #[inline]
            fn load(&self) -> $id {
                self.load(Relaxed)
            }

            #[inline]
            fn store(&self, value: $id) {
                self.store(value, Relaxed);
            }

            #[inline]
            fn into_inner(self) -> $id {
                self.into_inner()
            }
        }
    };
}

vertex_id!(u32, AtomicU32, 1 << 30, u32::MAX as u64);
vertex_id!(u64, AtomicU64, 1 << 62, 1 << 62);
