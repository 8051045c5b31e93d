//! A total order of positions for printing.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use sidle_values::Game;

use crate::{Form, Position};

/// How two canonical values are put in order; for loopy ones two positions are handed over.
pub trait LeafOrder {
    /// The order of two short games.
    fn games(&mut self, a: Game, b: Game) -> Ordering;
    /// The order of two loopy values.
    fn loopy(
        &mut self,
        a: sidle_values::loopy::LoopyValue,
        b: sidle_values::loopy::LoopyValue,
    ) -> Ordering;
}

impl Position {
    /// A total order of positions, equal exactly for equal positions, if that of the leaves is. It
    /// depends on nothing but what the positions are.
    #[must_use]
    pub fn structural_cmp(&self, other: &Position, leaves: &mut dyn LeafOrder) -> Ordering {
        let mut equal: FxHashSet<(Position, Position)> = FxHashSet::default();
        let mut stack = vec![(self, other)];
        while let Some((a, b)) = stack.pop() {
            if a == b || !equal.insert((a.clone(), b.clone())) {
                continue;
            }
            let found = match (a.form(), b.form()) {
                (Form::Value(a), Form::Value(b)) => leaves.games(a, b),
                (Form::Loopy(a), Form::Loopy(b)) => leaves.loopy(a, b),
                (Form::Atom(a), Form::Atom(b)) => a
                    .class_name()
                    .cmp(&b.class_name())
                    .then_with(|| a.order(&**b)),
                (Form::Explicit(a, b), Form::Explicit(c, d)) => {
                    stack.extend(b.iter().zip(d).rev());
                    stack.extend(a.iter().zip(c).rev());
                    (a.len(), b.len()).cmp(&(c.len(), d.len()))
                }
                (Form::Compound(p, a, b), Form::Compound(q, c, d)) => {
                    stack.extend([(b, d), (a, c)]);
                    p.cmp(&q)
                }
                (Form::Negative(a), Form::Negative(b)) => {
                    stack.push((a, b));
                    Ordering::Equal
                }
                (Form::Variant(p, a), Form::Variant(q, b)) => {
                    stack.push((a, b));
                    p.cmp(&q)
                }
                (a, b) => rank(&a).cmp(&rank(&b)),
            };
            if found.is_ne() {
                return found;
            }
        }
        Ordering::Equal
    }
}

fn rank(form: &Form<'_>) -> u8 {
    match form {
        Form::Value(_) => 0,
        Form::Loopy(_) => 1,
        Form::Explicit(..) => 2,
        Form::Compound(..) => 3,
        Form::Negative(_) => 4,
        Form::Variant(..) => 5,
        Form::Atom(_) => 6,
    }
}
