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
