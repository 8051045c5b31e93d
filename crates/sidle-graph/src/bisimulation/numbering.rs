//! Partition refinement: the coarsest bisimulation and a canonical numbering.

use sidle_core::{Meter, StopReason};

use crate::Csr;

/// The coarsest partition of the vertices that refines `colours` and in which two vertices of one class
/// have, in each of the relations, successors in the same classes. The answer is the class of each vertex,
/// numbered from 0.
///
/// Bisimilar vertices are the same game in play, loops or not, so a class can be fused into one vertex.
/// The numbering depends on nothing but the structure: an isomorphism that keeps the colours keeps the
/// class numbers. When all classes are single (a stopper in graph-canonical form with distinct colours
/// on its exits) the classes are therefore a canonical numbering.
///
/// Only vertices with an option in a class that has just been renamed are looked at again, and the
/// largest part of a class that splits keeps its name, so a vertex is renamed at most `log2 n` times.
/// Cost: O(m log n) rows read, each sorted.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_graph::{Csr, bisimulation::canonical_classes};
/// // A ring of three vertices, each with an edge to a fourth one.
/// let ring = Csr::from_edges(4, &[(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)])?;
/// let classes = canonical_classes([&ring], &[0; 4], &Meter::unlimited())?;
/// assert_eq!(classes[..3], [classes[0]; 3]);
/// assert_ne!(classes[0], classes[3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// If there are not as many colours as vertices, or the relations differ in their vertices.
pub fn canonical_classes<const K: usize>(
    relations: [&Csr; K],
    colours: &[u32],
    meter: &Meter,
) -> Result<Vec<u32>, StopReason> {
    for relation in relations {
        assert_eq!(
            colours.len(),
            relation.vertex_count(),
            "one colour for each vertex"
        );
    }
    let mut ticker = meter.ticker();
    let back = relations.map(Csr::reverse);
    let mut partition = Partition::by_colour(colours);
    let mut dirty: Vec<u32> = (0..colours.len() as u32).collect();
    while !dirty.is_empty() {
        ticker.steps(dirty.len())?;
        let renamed = partition.split(relations, &dirty);
        dirty = sources(&back, &renamed);
    }
    Ok(partition.class)
}

/// All vertices with an edge into `targets`, ascending.
fn sources(back: &[Csr], targets: &[u32]) -> Vec<u32> {
    let mut all: Vec<u32> = targets
        .iter()
        .flat_map(|&w| back.iter().flat_map(move |rows| rows.successors(w)))
        .copied()
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

struct Partition {
    class: Vec<u32>,
    size: Vec<u32>,
    /// The members of each class; vertices that have left it may still be listed.
    members: Vec<Vec<u32>>,
}

impl Partition {
    /// Classes of equal colours, numbered by colour.
    fn by_colour(colours: &[u32]) -> Partition {
        let mut names: Vec<u32> = colours.to_vec();
        names.sort_unstable();
        names.dedup();
        let class: Vec<u32> = colours
            .iter()
            .map(|c| names.partition_point(|name| name < c) as u32)
            .collect();
        let mut members = vec![Vec::new(); names.len()];
        for (v, &c) in (0u32..).zip(&class) {
            members[c as usize].push(v);
        }
        let size = members.iter().map(|list| list.len() as u32).collect();
        Partition {
            class,
            size,
            members,
        }
    }

    /// Splits the classes of the dirty vertices by what their options look like now; returns the
    /// vertices that got a new class.
    fn split<const K: usize>(&mut self, relations: [&Csr; K], dirty: &[u32]) -> Vec<u32> {
        // Vertices of one class with one signature, as ranges of `members`.
        let mut order: Vec<Marked<K>> = dirty
            .iter()
            .map(|&v| (self.class[v as usize], self.signature(relations, v), v))
            .collect();
        order.sort_unstable();
        let mut renamed = Vec::new();
        for group in order.chunk_by(|a, b| a.0 == b.0) {
            self.split_class(group, &mut renamed);
        }
        renamed
    }

    /// The group holds all dirty vertices of one class. The other members of the class, if any, agree
    /// among themselves and with no dirty one: a vertex is dirty exactly when it has an option in a
    /// class that was named in the last round.
    fn split_class<const K: usize>(&mut self, group: &[Marked<K>], renamed: &mut Vec<u32>) {
        let class = group[0].0;
        let clean = self.size[class as usize] as usize - group.len();
        let parts: Vec<Vec<u32>> = group
            .chunk_by(|a, b| a.1 == b.1)
            .map(|part| part.iter().map(|&(_, _, v)| v).collect())
            .collect();
        // The largest part keeps the name: the clean one, or the first among the dirty ones.
        let largest = (0..parts.len()).rev().max_by_key(|&i| parts[i].len());
        let kept = largest.filter(|&i| parts[i].len() > clean);
        let rest = match kept {
            Some(_) if clean > 0 => self.clean_members(class, group),
            _ => Vec::new(),
        };
        for (i, part) in parts.into_iter().enumerate() {
            if Some(i) != kept {
                self.rename(class, part, renamed);
            }
        }
        if !rest.is_empty() {
            self.rename(class, rest, renamed);
        }
    }

    fn clean_members<const K: usize>(&mut self, class: u32, group: &[Marked<K>]) -> Vec<u32> {
        let mut dirty: Vec<u32> = group.iter().map(|&(_, _, v)| v).collect();
        dirty.sort_unstable();
        let here = &self.class;
        self.members[class as usize].retain(|&v| here[v as usize] == class);
        self.members[class as usize]
            .iter()
            .copied()
            .filter(|v| dirty.binary_search(v).is_err())
            .collect()
    }

    fn rename(&mut self, class: u32, part: Vec<u32>, renamed: &mut Vec<u32>) {
        let name = self.size.len() as u32;
        self.size.push(part.len() as u32);
        self.size[class as usize] -= part.len() as u32;
        for &v in &part {
            self.class[v as usize] = name;
        }
        renamed.extend_from_slice(&part);
        self.members.push(part);
    }

    fn signature<const K: usize>(&self, relations: [&Csr; K], v: u32) -> [Vec<u32>; K] {
        relations.map(|rows| {
            let targets = rows.successors(v).iter();
            let mut seen: Vec<u32> = targets.map(|&w| self.class[w as usize]).collect();
            seen.sort_unstable();
            seen.dedup();
            seen
        })
    }
}

/// A vertex: its class, the classes of its successors in each relation, its number.
type Marked<const K: usize> = (u32, [Vec<u32>; K], u32);
