//! Which common heaps help to reach rare values.
//!
//! Nearly all rare values below the value of a heap are reached by pairs of common heaps, but each of them has to be.
//! A helper of value v reaches the rare value w if its partner has the value w ⊕ v. How often that happens follows
//! from how many heaps have each value: helpers are chosen, a few at a time, so that as few rare values as possible
//! are left to be looked for.

use super::kernel::Space;

/// In how many steps the helpers are chosen.
const STEPS: usize = 24;

/// How many helpers of each value there should be, `helpers` in all, of at most `most_values` different values, if so
/// many common heaps have each value.
pub(super) fn quotas(
    counts: &[usize],
    space: Space,
    helpers: usize,
    most_values: usize,
) -> Vec<usize> {
    let mut quotas = vec![0; counts.len()];
    let total: usize = counts.iter().sum();
    if total == 0 {
        return quotas;
    }
    let step = helpers.div_ceil(STEPS).max(1);
    // The chance that one of a step's helpers has a partner of a value.
    let chance = |value: usize| {
        let part = counts.get(value).copied().unwrap_or(0) as f32 / total as f32;
        1.0 - (1.0 - part).powi(step as i32)
    };
    let chances: Vec<f32> = (0..counts.len().next_power_of_two()).map(chance).collect();
    // Rare values, and how often each matters and is not reached.
    let mut smaller = 0;
    let mut open: Vec<(usize, f32)> = Vec::new();
    for (value, count) in counts.iter().enumerate() {
        if (0..2).any(|heap| space.is_rare(value as u32, heap)) {
            open.push((value, (total - smaller) as f32));
        }
        smaller += count;
    }
    let (mut left, mut different) = (helpers, 0);
    while left > 0 {
        let free = (0..counts.len()).filter(|&value| {
            quotas[value] < counts[value] && (quotas[value] > 0 || different < most_values)
        });
        let gain = |value: usize| -> f32 {
            let gains = open
                .iter()
                .map(|&(rare, often)| often * chances[rare ^ value]);
            gains.sum()
        };
        let best = free
            .map(|value| (gain(value), value))
            .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
        let Some((_, value)) = best else {
            break;
        };
        different += usize::from(quotas[value] == 0);
        let more = step.min(left).min(counts[value] - quotas[value]);
        quotas[value] += more;
        left -= more;
        for (rare, often) in &mut open {
            *often *= 1.0 - chances[*rare ^ value];
        }
    }
    quotas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn helpers_have_values_whose_partners_are_frequent() {
        // Values with an odd number of ones are common; 1 and 2 are frequent, 4 and 7 are not.
        let space = Space {
            mask: 7,
            twist: None,
        };
        let quotas = quotas(&[0, 500, 400, 0, 30, 0, 0, 30], space, 48, 4);
        assert_eq!(quotas.iter().sum::<usize>(), 48);
        assert!(quotas[1] > 0 && quotas[2] > 0, "{quotas:?}");
        assert!((0..8).all(|value| quotas[value] == 0 || !space.is_rare(value as u32, 0)));
    }

    #[test]
    fn there_are_never_more_helpers_than_heaps() {
        let space = Space {
            mask: 1,
            twist: None,
        };
        assert_eq!(quotas(&[0, 3, 0, 2], space, 100, 9), [0, 3, 0, 2]);
        assert_eq!(quotas(&[0, 0], space, 100, 9), [0, 0]);
    }
}
