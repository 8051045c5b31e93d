//! The positions of at most a few tokens on 0..n, in the order in which certificates list them.

/// The most tokens of a light position.
pub(super) const MOST: usize = 4;

/// The most moves between the light positions of a component.
const MOST_MOVES: u128 = 1 << 28;

/// All sets of at most `weight` of the vertices 0..n: by size, and within a size by the largest element,
/// then by the second largest, and so on.
#[derive(Debug)]
pub(super) struct Light {
    n: u32,
    weight: usize,
    /// For each vertex v and i < weight: v over i + 1.
    below: Vec<u64>,
    /// How many sets are smaller than i.
    smaller: [u64; MOST + 1],
}

impl Light {
    /// The light positions, if there are exactly `entries` of them and not too many moves between them on a
    /// graph with `edges` edges.
    ///
    /// Cost: O(entries).
    pub(super) fn listed(
        n: u32,
        weight: u32,
        entries: usize,
        edges: usize,
    ) -> Result<Light, String> {
        let weight = weight as usize;
        if weight > MOST {
            return Err(format!("`weight` is {weight}, the most is {MOST}"));
        }
        let count: u128 = (0..=weight).map(|size| choose(n, size)).sum();
        if count != entries as u128 || entries > u32::MAX as usize {
            return Err(format!(
                "{count} positions of at most {weight} tokens, {entries} entries"
            ));
        }
        let with_a_vertex: u128 = (0..weight)
            .map(|size| choose(n.saturating_sub(1), size))
            .sum();
        if with_a_vertex.saturating_mul(edges as u128) > MOST_MOVES {
            let most = MOST_MOVES;
            return Err(format!("the most moves between light positions is {most}"));
        }
        // All these are at most `count`.
        let row = |v: u32| (0..weight).map(move |i| choose(v, i + 1) as u64);
        let mut smaller = [0; MOST + 1];
        for size in 0..weight {
            smaller[size + 1] = smaller[size] + choose(n, size) as u64;
        }
        Ok(Light {
            n,
            weight,
            below: (0..n).flat_map(row).collect(),
            smaller,
        })
    }

    /// All of them in order.
    pub(super) fn sets(&self) -> impl Iterator<Item = Vec<u32>> + use<> {
        let n = self.n;
        (0..=self.weight).flat_map(move |size| {
            let first = (size as u64 <= u64::from(n)).then(|| (0..size as u32).collect());
            std::iter::successors(first, move |set: &Vec<u32>| successor(set, n))
        })
    }

    /// The place of a light position in the order.
    pub(super) fn place(&self, set: &[u32]) -> u32 {
        let below = set.iter().enumerate();
        let below = below.map(|(i, &v)| self.below[v as usize * self.weight + i]);
        (self.smaller[set.len()] + below.sum::<u64>()) as u32
    }
}

/// The next set of the same size with elements below n.
fn successor(set: &[u32], n: u32) -> Option<Vec<u32>> {
    let bound = |i: usize| set.get(i + 1).copied().unwrap_or(n);
    let place = (0..set.len()).find(|&i| set[i] + 1 < bound(i))?;
    let mut next = set.to_vec();
    next[place] += 1;
    for (i, v) in next[..place].iter_mut().enumerate() {
        *v = i as u32;
    }
    Some(next)
}

/// n over k, for k ≤ 4.
fn choose(n: u32, k: usize) -> u128 {
    let mut result = 1u128;
    for i in 0..k as u128 {
        result = result * u128::from(n).saturating_sub(i) / (i + 1);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_the_sets() {
        for n in 0..8 {
            for weight in 0..=4 {
                let count: u128 = (0..=weight).map(|size| choose(n, size)).sum();
                let light = Light::listed(n, weight as u32, count as usize, 9).expect("few");
                let sets: Vec<Vec<u32>> = light.sets().collect();
                assert_eq!(count, sets.len() as u128);
                for (place, set) in sets.iter().enumerate() {
                    assert_eq!(light.place(set) as usize, place);
                    assert!(set.windows(2).all(|pair| pair[0] < pair[1]));
                }
            }
        }
    }

    #[test]
    fn the_order_is_that_of_the_specification() {
        let light = Light::listed(4, 2, 11, 0).expect("eleven sets");
        let sets: Vec<Vec<u32>> = light.sets().skip(5).collect();
        assert_eq!(sets, [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]);
    }

    #[test]
    fn too_many_are_refused() {
        assert!(Light::listed(u32::MAX, 4, usize::MAX, 0).is_err());
        assert!(Light::listed(10, 5, 638, 0).is_err());
        assert!(Light::listed(10, 2, 55, 0).is_err());
        assert!(Light::listed(10, 2, 56, 1 << 40).is_err());
    }
}
