//! The heaps that are paired with all others: rare ones, and some common ones that reach the rare values.

use super::{helpers::quotas, kernel::Space};

/// Heaps of one value, increasing.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) value: u32,
    pub(super) heaps: Vec<u32>,
}

/// Rare heaps beyond this number, the larger ones, are tried only against candidates.
pub(super) const FRONT: usize = 4096;

/// The same where no space divides the heaps.
const PLAIN_FRONT: usize = 1000;

/// Common heaps that help have one of so many values: the fewer values, the less work to unite their sets.
const HELPING_VALUES: usize = 4;

/// The same where helpers are kept apart from the front.
const HELPING_VALUES_APART: usize = 24;

/// The heaps that are paired with all others, by their values.
#[derive(Clone, Debug, Default)]
pub(super) struct Chosen {
    /// Heaps whose pairs with common heaps are all looked at, for every value that could be reached.
    pub(super) front: Vec<Group>,
    /// Common heaps whose pairs with other ones are looked at: they reach rare values.
    pub(super) helpers: Vec<Group>,
    /// Heaps whose pairs are looked at only to see whether they reach the least value that the others do not.
    pub(super) rest: Vec<Group>,
    /// Chosen heaps so small that they meet heaps of the block itself, with their values. Where helpers are kept apart from
    /// the front, these belong to it, too, for their pairs with heaps before the block.
    pub(super) near: Vec<(u32, u32)>,
    /// Chosen heaps of the block itself.
    pub(super) fresh: Vec<(u32, u32)>,
}

impl Chosen {
    /// Chooses from the values so far: without a space all heaps, with one the rare heaps and `helpers` common ones.
    /// Helpers are kept `apart`, or belong to the front. Heaps below `near_bound` meet the block itself. With a space the heaps from `bound` on always belong to the
    /// front, without one those below it: there the heaps that they are paired with may be 0.
    pub(super) fn of(
        values: impl Iterator<Item = u32> + Clone,
        space: Option<Space>,
        helpers: usize,
        apart: bool,
        near_bound: usize,
        bound: usize,
    ) -> Chosen {
        let mut chosen = Chosen::default();
        let mut common: Vec<usize> = Vec::new();
        let is_rare =
            |value: u32, heap: usize| space.is_none_or(|space| space.is_rare(value, heap));
        let all = values.zip(0_usize..).skip(1);
        for (value, _) in all.clone().filter(|&(value, heap)| !is_rare(value, heap)) {
            if common.len() <= value as usize {
                common.resize(value as usize + 1, 0);
            }
            common[value as usize] += 1;
        }
        let mut quotas = match space {
            Some(space) if apart => quotas(&common, space, helpers, HELPING_VALUES_APART),
            _ => most_frequent(&common, HELPING_VALUES),
        };
        let mut helpers = helpers;
        let mut in_front = 0;
        for (value, heap) in all {
            if !is_rare(value, heap) {
                if helpers > 0 && heap >= near_bound && quotas[value as usize] > 0 {
                    helpers -= 1;
                    quotas[value as usize] -= 1;
                    let groups = if apart {
                        &mut chosen.helpers
                    } else {
                        &mut chosen.front
                    };
                    add_to(groups, heap, value);
                }
            } else if heap < near_bound {
                chosen.add_near(heap, value);
                if apart {
                    in_front += 1;
                    add_to(&mut chosen.front, heap, value);
                }
            } else if space.is_none() {
                chosen.add_plain(heap, value, bound);
            } else if heap >= bound || in_front < FRONT {
                in_front += 1;
                add_to(&mut chosen.front, heap, value);
            } else {
                add_to(&mut chosen.rest, heap, value);
            }
        }
        chosen
    }

    fn add_near(&mut self, heap: usize, value: u32) {
        self.near.push((heap as u32, value));
    }

    fn add_plain(&mut self, heap: usize, value: u32, bound: usize) {
        let front = heap < bound.max(PLAIN_FRONT);
        let groups = if front {
            &mut self.front
        } else {
            &mut self.rest
        };
        add_to(groups, heap, value);
    }

    /// A heap of the block being done. If helpers are kept `apart`, then near heaps belong to the front, too.
    #[inline(always)]
    pub(super) fn add(&mut self, heap: usize, value: u32, near_bound: usize, apart: bool) {
        if heap < near_bound {
            self.add_near(heap, value);
        }
        if heap >= near_bound || apart {
            self.fresh.push((heap as u32, value));
        }
    }

    /// The block is done: what was found in it is paired with all others from now on.
    #[inline(always)]
    pub(super) fn end_block(&mut self, plain: bool, bound: usize) {
        for place in 0..self.fresh.len() {
            let (heap, value) = self.fresh[place];
            self.settle(heap as usize, value, plain, bound);
        }
        self.fresh.clear();
    }

    fn settle(&mut self, heap: usize, value: u32, plain: bool, bound: usize) {
        if plain {
            self.add_plain(heap, value, bound);
        } else {
            add_to(&mut self.front, heap, value);
        }
    }

    /// The largest heap whose partners' sets are asked for.
    pub(super) fn last(&self) -> usize {
        let groups = self.front.iter().chain(&self.helpers);
        let last = groups.filter_map(|group| group.heaps.last());
        last.max().map_or(0, |&heap| heap as usize)
    }

    /// How many heaps there are in the front.
    pub(super) fn in_front(&self) -> usize {
        self.front.iter().map(|group| group.heaps.len()).sum()
    }

    /// The least and the largest heap of the rest.
    pub(super) fn span_of_rest(&self) -> Option<(usize, usize)> {
        let ends = self
            .rest
            .iter()
            .map(|group| (group.heaps[0], group.heaps[group.heaps.len() - 1]));
        ends.fold(None, |span, (low, high)| {
            let (least, most) = span.unwrap_or((low as usize, 0));
            Some((least.min(low as usize), most.max(high as usize)))
        })
    }
}

#[inline(always)]
fn add_to(groups: &mut Vec<Group>, heap: usize, value: u32) {
    let at = groups.partition_point(|group| group.value < value);
    match groups.get_mut(at) {
        Some(group) if group.value == value => group.heaps.push(heap as u32),
        _ => groups.insert(
            at,
            Group {
                value,
                heaps: vec![heap as u32],
            },
        ),
    }
}

/// All heaps with the most frequent values, so many of these.
fn most_frequent(counts: &[usize], number: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..counts.len()).filter(|&v| counts[v] > 0).collect();
    order.sort_by_key(|&value| std::cmp::Reverse(counts[value]));
    let mut chosen = vec![0; counts.len()];
    for value in order.into_iter().take(number) {
        chosen[value] = counts[value];
    }
    chosen
}
