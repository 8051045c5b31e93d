//! Values as a small number-up-star plus a base.
//!
//! Short games can be added to both sides of a comparison and taken away again: `x + s <= y + t` iff
//! `s <= (y - x) + t` for stoppers `s`, `t` and short games `x`, `y`, and likewise with Left to move. So one
//! comparison of two bases answers all comparisons of values that differ from them by the same game. This is
//! done for number-up-stars that live in the handle, whose arithmetic costs nothing.

use super::{
    Kind, Loopy,
    region::{Ref, Region},
    tables::{Named, Node},
};
use crate::game::Id;

/// `by + base`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shifted {
    pub(super) by: Id,
    pub(super) base: Node,
}

/// Two bases and what separates them: the key of `g <= h`, with `g = base`, `h = by + base`.
pub(super) type OrderKey = (Node, Node, Id);

impl Shifted {
    /// The key of the comparison of two values; `None` if the difference is not small.
    pub(super) fn key(g: Shifted, h: Shifted) -> Option<OrderKey> {
        let by = match g.by == h.by {
            true => Id::ZERO,
            false => h.by.add_inline(g.by.neg_inline()?)?,
        };
        Some((g.base, h.base, by))
    }
}

impl Loopy<'_> {
    fn zero_node(self) -> Node {
        let zero = self.store.zero();
        self.tables()
            .named(Named::Zero, || self.tables().short(zero))
    }

    /// A short game or a canonical stopper as a base with a shift.
    pub(super) fn shifted(self, node: Node) -> Shifted {
        let plain = Shifted {
            by: Id::ZERO,
            base: node,
        };
        match self.kind(node) {
            Kind::Short(game) => match self.store.unwrap(game) {
                by if by.is_inline() => Shifted {
                    by,
                    base: self.zero_node(),
                },
                _ => plain,
            },
            _ => self.tables().known_shift(node).unwrap_or(plain),
        }
    }

    /// The sum of a small number-up-star and a stopper.
    pub(super) fn shift_of_sum(self, a: Node, b: Node) -> Option<Shifted> {
        let one = |short: Node, other: Node| {
            let Kind::Short(game) = self.kind(short) else {
                return None;
            };
            let by = self.store.unwrap(game);
            if !by.is_inline() || !self.kind(other).is_stopper() {
                return None;
            }
            let other = self.shifted(other);
            Some(Shifted {
                by: by.add_inline(other.by)?,
                base: other.base,
            })
        };
        one(a, b).or_else(|| one(b, a))
    }

    /// Remembers that a canonical stopper is a shifted base.
    pub(super) fn remember_shift(self, node: Node, shift: Shifted) {
        if shift.base != node && self.kind(node) == Kind::Stopper {
            self.tables().remember_shift(node, shift);
        }
    }

    /// What is known about a position of a region as a base with a shift.
    pub(super) fn shift_of_ref(self, region: &Region, at: Ref) -> Option<Shifted> {
        match at {
            Ref::Local(v) => region.shift(v),
            Ref::Node(node) => self.kind(node).is_stopper().then(|| self.shifted(node)),
        }
    }
}

#[cfg(test)]
mod tests {
    use sidle_core::Player;
    use sidle_graph::bigraph::BigraphBuilder;

    use crate::{
        Game, NumberUpStar, Store,
        loopy::{LoopyGraph, LoopyValue, Stopper},
    };

    fn nus(store: &Store, number: i64, ups: i64, star: u64) -> Game {
        let number = number.into();
        store.number_up_star(&NumberUpStar { number, ups, star })
    }

    /// The values `x + s` for small `x` and some bases.
    fn shifted(store: &Store) -> Vec<Stopper> {
        let loopy = store.loopy();
        let tiny_on = loopy.game(
            &[store.zero().into()],
            &[loopy.game(&[store.zero().into()], &[loopy.off().into()])],
        );
        let bases: [LoopyValue; 5] = [
            loopy.over().into(),
            loopy.under().into(),
            loopy.upon().into(),
            loopy.negative(loopy.upon()).into(),
            tiny_on,
        ];
        let mut all = Vec::new();
        for base in bases {
            for (number, ups, star) in [(0, 0, 0), (0, 1, 0), (0, 2, 1), (0, 0, 1), (1, -1, 0)] {
                let by = nus(store, number, ups, star);
                all.extend(loopy.add(by.into(), base).stopper());
            }
        }
        all
    }

    /// Comparisons that were answered by others, against stores that know nothing.
    #[test]
    fn remembered_comparisons_equal_fresh_ones() {
        let warm = Store::new();
        let values = shifted(&warm);
        for (i, &g) in values.iter().enumerate() {
            for (j, &h) in values.iter().enumerate() {
                let relation = warm.loopy().compare(g, h);
                if (i + 3 * j) % 5 != 0 {
                    continue;
                }
                let fresh = Store::new();
                let again = shifted(&fresh);
                let expected = fresh.loopy().compare(again[i], again[j]);
                assert_eq!(relation, expected, "{i} {j}");
            }
        }
    }

    /// `over` plus a short infinitesimal, from its graph.
    #[test]
    fn over_absorbs_infinitesimals() {
        let store = Store::new();
        let loopy = store.loopy();
        let over: LoopyValue = loopy.over().into();
        for game in crate::test_worlds::born_by(&store, 2) {
            let zero = store.as_number(store.zero());
            let stops = Player::BOTH.map(|player| Some(store.stop(game, player)));
            let infinitesimal = stops.iter().all(|stop| *stop == zero);
            let mut followers = vec![game];
            let mut next = 0;
            while let Some(&at) = followers.get(next) {
                next += 1;
                for player in Player::BOTH {
                    for option in store.options(at, player) {
                        if !followers.contains(&option) {
                            followers.push(option);
                        }
                    }
                }
            }
            let count = followers.len() as u32;
            let place = |game: Game| followers.iter().position(|&f| f == game);
            let mut builder = BigraphBuilder::new(2 * followers.len());
            for (v, &at) in (0u32..).zip(&followers) {
                builder.edge(v, Player::Left, count + v);
                builder.edge(v, Player::Right, v);
                for player in Player::BOTH {
                    for option in store.options(at, player) {
                        let to = place(option).expect("a follower");
                        builder.edge(v, player, to as u32);
                    }
                }
            }
            let mut graph = LoopyGraph::new(builder.build());
            for (v, &at) in (count..).zip(&followers) {
                graph = graph.with_exit(v, at.into());
            }
            let from_graph = loopy.graph_value(&graph, 0);
            assert_eq!(from_graph, loopy.add(over, game.into()), "{game:?}");
            assert_eq!(from_graph == over, infinitesimal, "{game:?}");
        }
    }
}
