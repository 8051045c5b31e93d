//! Names of vertices, kept apart from the rows.

use std::{borrow::Cow, fmt::Debug, num::NonZeroUsize};

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
    /// Vertices whose name is a number, found by the number; as long as the numbers are not much larger
    /// than there are names. Most graphs have such names, and no hash table is as fast.
    by_number: Vec<Option<NonZeroUsize>>,
    /// All other vertices.
    index: HashTable<usize>,
    hasher: DefaultHashBuilder,
}

/// The numbers of `by_number` are below this times the number of names, and a little more.
const SPARSE: usize = 4;

impl Names {
    /// No names yet.
    #[must_use]
    pub fn new() -> Names {
        Names::numbers(0)
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
        if let Kind::Numbers(count) = &mut self.0 {
            match canonical_number(name) {
                Some(number) if number < *count => return number,
                Some(number) if number == *count => {
                    *count += 1;
                    return number;
                }
                _ => {}
            }
            let count = *count;
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
    let bytes = name.as_bytes();
    // The longest number that certainly fits.
    if bytes.is_empty() || bytes.len() > 18 || (bytes[0] == b'0' && bytes.len() > 1) {
        return None;
    }
    let mut number = 0u64;
    for byte in bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = 10 * number + u64::from(digit);
    }
    usize::try_from(number).ok()
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
        let number = canonical_number(name);
        self.find_number(number).or_else(|| self.find_hashed(name))
    }

    #[inline]
    fn find_number(&self, number: Option<usize>) -> Option<usize> {
        let place = self.by_number.get(number?)?;
        place.map(|above| above.get() - 1)
    }

    fn find_hashed(&self, name: &str) -> Option<usize> {
        if self.index.is_empty() {
            return None;
        }
        let hash = self.hash(name);
        self.index.find(hash, |&i| self.name(i) == name).copied()
    }

    fn intern(&mut self, name: &str) -> usize {
        let number = canonical_number(name);
        let known = self.find_number(number).or_else(|| self.find_hashed(name));
        if let Some(index) = known {
            return index;
        }
        let index = self.ends.len();
        self.text.push_str(name);
        self.ends.push(self.text.len());
        match number.filter(|&number| number < SPARSE * (index + 256)) {
            Some(number) => self.insert_number(number, index),
            None => self.insert_hashed(name, index),
        }
        index
    }

    fn insert_number(&mut self, number: usize, index: usize) {
        if self.by_number.len() <= number {
            self.by_number.resize(number + 1, None);
        }
        self.by_number[number] = NonZeroUsize::new(index + 1);
    }

    fn insert_hashed(&mut self, name: &str, index: usize) {
        let hash = self.hash(name);
        let mut table = std::mem::take(&mut self.index);
        table.insert_unique(hash, index, |&i| self.hash(self.name(i)));
        self.index = table;
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Interns all names and compares with a plain map.
    fn check(list: &[String]) {
        let mut names = Names::new();
        let mut map: HashMap<&str, usize> = HashMap::new();
        for name in list {
            let next = map.len();
            assert_eq!(names.find(name), map.get(name.as_str()).copied(), "{name}");
            let index = *map.entry(name).or_insert(next);
            assert_eq!(names.intern(name), index, "{name}");
            assert_eq!(names.name(index), *name);
        }
        assert_eq!(names.len(), map.len());
        for (name, &index) in &map {
            assert_eq!(names.find(name), Some(index));
        }
    }

    #[test]
    fn numbers_and_other_names_live_together() {
        let mut random_bits = fastrand::Rng::with_seed(3);
        let mut below = |n: u64| random_bits.u64(..n);
        for largest in [3, 50, 5_000, 5_000_000] {
            let list: Vec<String> = (0..3000)
                .map(|_| match below(12) {
                    0 => format!("v{}", below(largest)),
                    1 => format!("0{}", below(largest)),
                    2 => format!("-{}", below(largest)),
                    3 => format!("{}", u64::MAX - below(3)),
                    4 => format!("99999999999999999{}", below(30)),
                    _ => below(largest).to_string(),
                })
                .collect();
            check(&list);
            // Numbers in order at first, which are not stored at all.
            let counted = (0..100).map(|number: u64| number.to_string());
            check(&counted.chain(list).collect::<Vec<_>>());
        }
        check(&["0", "00", "1", "+1", "", "١"].map(str::to_owned));
    }
}
