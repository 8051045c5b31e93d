//! Names of vertices, kept apart from the rows.

use std::{borrow::Cow, fmt::Debug};

use hashbrown::{DefaultHashBuilder, HashTable};

use super::{id::VertexId, rows::Csr};

/// The names of the vertices of a graph: one text with cut marks and an index, 12 bytes a vertex
/// beside the letters. A graph without given names uses the numbers themselves.
///
/// ```
/// use sidle_graph::Names;
/// let mut names = Names::new();
/// assert_eq!(names.intern("z0"), 0);
/// assert_eq!(names.intern("z1"), 1);
/// assert_eq!(names.intern("z0"), 0);
/// assert_eq!(names.find("z1"), Some(1));
/// assert_eq!(names.name(1), "z1");
/// assert_eq!(Names::numbers(5).find("4"), Some(4));
/// ```
#[derive(Clone)]
pub struct Names(Kind);

#[derive(Clone)]
enum Kind {
    Numbers(usize),
    Given(Interned),
}

#[derive(Clone, Default)]
struct Interned {
    text: String,
    ends: Vec<usize>,
    index: HashTable<usize>,
    hasher: DefaultHashBuilder,
}

impl Names {
    /// No names yet.
    #[must_use]
    pub fn new() -> Names {
        Names(Kind::Given(Interned::default()))
    }

    /// The numbers `0..count` as names.
    #[must_use]
    pub fn numbers(count: usize) -> Names {
        Names(Kind::Numbers(count))
    }

    /// How many vertices have a name.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Kind::Numbers(count) => *count,
            Kind::Given(given) => given.ends.len(),
        }
    }

    /// Are the names just the numbers of the vertices, so that none is stored?
    #[must_use]
    pub fn are_numbers(&self) -> bool {
        matches!(self.0, Kind::Numbers(_))
    }

    /// Is there no name?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of the vertex at `index`.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    #[track_caller]
    pub fn name(&self, index: usize) -> Cow<'_, str> {
        match &self.0 {
            Kind::Numbers(count) => {
                assert!(index < *count, "no vertex {index} among {count}");
                Cow::Owned(index.to_string())
            }
            Kind::Given(given) => Cow::Borrowed(given.name(index)),
        }
    }

    /// The vertex of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        match &self.0 {
            Kind::Numbers(count) => canonical_number(name).filter(|index| index < count),
            Kind::Given(given) => given.find(name),
        }
    }

    /// The vertex of that name, added behind the others if it is new.
    pub fn intern(&mut self, name: &str) -> usize {
        if let Kind::Numbers(count) = self.0 {
            let mut given = Interned::default();
            for index in 0..count {
                given.intern(&index.to_string());
            }
            self.0 = Kind::Given(given);
        }
        match &mut self.0 {
            Kind::Numbers(_) => unreachable!("turned into given names above"),
            Kind::Given(given) => given.intern(name),
        }
    }

    /// All names in the order of the vertices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Cow<'_, str>> + '_ {
        (0..self.len()).map(|index| self.name(index))
    }
}

impl Default for Names {
    fn default() -> Names {
        Names::new()
    }
}

/// # Equality
/// Equal exactly when the vertices have the same names in the same order.
impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Names {}

impl Debug for Names {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// `name` as a number if it is written the usual way: no sign, no leading zero.
fn canonical_number(name: &str) -> Option<usize> {
    let usual = name.bytes().all(|b| b.is_ascii_digit()) && (name == "0" || !name.starts_with('0'));
    usual.then(|| name.parse().ok()).flatten()
}

impl Interned {
    fn name(&self, index: usize) -> &str {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.text[begin..self.ends[index]]
    }

    fn hash(&self, name: &str) -> u64 {
        use std::hash::BuildHasher;
        self.hasher.hash_one(name)
    }

    fn find(&self, name: &str) -> Option<usize> {
        let hash = self.hash(name);
        self.index.find(hash, |&i| self.name(i) == name).copied()
    }

    fn intern(&mut self, name: &str) -> usize {
        if let Some(index) = self.find(name) {
            return index;
        }
        let index = self.ends.len();
        self.text.push_str(name);
        self.ends.push(self.text.len());
        let hash = self.hash(name);
        let mut table = std::mem::take(&mut self.index);
        table.insert_unique(hash, index, |&i| self.hash(self.name(i)));
        self.index = table;
        index
    }
}

/// A graph together with the names of its vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph<V: VertexId = u32> {
    /// The rows of successors.
    pub graph: Csr<V>,
    /// One name for each vertex.
    pub names: Names,
}

impl<V: VertexId> NamedGraph<V> {
    /// A graph whose vertices are called by their numbers.
    #[must_use]
    pub fn unnamed(graph: Csr<V>) -> NamedGraph<V> {
        let names = Names::numbers(graph.vertex_count());
        NamedGraph { graph, names }
    }

    /// The vertex of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<V> {
        self.names.find(name).map(V::from_index)
    }

    /// The name of a vertex.
    ///
    /// # Panics
    /// If `v` is not a vertex of this graph.
    #[must_use]
    #[track_caller]
    pub fn name(&self, v: V) -> Cow<'_, str> {
        self.names.name(v.index())
    }
}
