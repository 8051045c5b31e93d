//! Reference code that follows the definitions word for word.
//!
//! Game forms are explicit trees with shared branches in an arena, [`Forms`]; every operation is the
//! definition of the literature and nothing else: no invariants, no short cuts, no theorems beyond the
//! ones that a definition names. It is the oracle that the tests of the fast engine ask.
//!
//! The only departure from the printed recursions is that none of them recurses on the machine's
//! stack: `unfold` evaluates any recursive definition with a stack of its own and a memo.

mod algebra;
mod canonical;
mod coupons;
mod expanded;
mod go;
mod ko;
mod nim;
mod order;
#[cfg(test)]
mod tests;

use std::{collections::HashMap, hash::Hash};

use sidle_core::{Dyadic, Player};

pub use coupons::coupon_scores;
pub use go::{Rows, chain, go_move, go_play, go_play_after, go_play_until};
pub use ko::{KoPlay, KoQuestion, KoStep};
pub use nim::nim_product;

/// A game form: a handle into one [`Forms`].
///
/// # Equality
/// Of forms, not of values: two handles are equal exactly when the forms are identical as sets of
/// identical options. Equality of values is [`Forms::equal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// An arena of game forms.
///
/// ```
/// use sidle_check::naive::Forms;
/// let mut forms = Forms::new();
/// let zero = forms.zero();
/// let star = forms.form(&[zero], &[zero]);
/// let two_stars = forms.sum(star, star);
/// assert!(forms.equal(two_stars, zero));
/// assert!(!forms.le(star, zero));
/// ```
#[derive(Debug, Default)]
pub struct Forms {
    /// Left and Right options, sorted, each once.
    nodes: Vec<[Vec<Form>; 2]>,
    /// The handle of each form.
    handles: HashMap<[Vec<Form>; 2], Form>,
    le: HashMap<(Form, Form), bool>,
    sums: HashMap<(Form, Form), Form>,
    negatives: HashMap<Form, Form>,
    ordinal_sums: HashMap<(Form, Form), Form>,
    conway_products: HashMap<(Form, Form), Form>,
    conjunctive_sums: HashMap<(Form, Form), Form>,
    selective_sums: HashMap<(Form, Form), Form>,
    canonical: HashMap<Form, Form>,
    numbers: HashMap<Form, Option<Dyadic>>,
    stops: HashMap<(Form, Player), Dyadic>,
    heights: HashMap<Form, u64>,
}

impl Forms {
    /// An empty arena.
    #[must_use]
    pub fn new() -> Forms {
        Forms::default()
    }

    /// The form `{left|right}`, exactly as given (options are sets: order and repetition are lost).
    pub fn form(&mut self, left: &[Form], right: &[Form]) -> Form {
        let set = |options: &[Form]| {
            let mut set = options.to_vec();
            set.sort_unstable();
            set.dedup();
            set
        };
        let node = [set(left), set(right)];
        if let Some(&form) = self.handles.get(&node) {
            return form;
        }
        let form = Form(u32::try_from(self.nodes.len()).expect("fewer than 2^32 forms"));
        self.nodes.push(node.clone());
        self.handles.insert(node, form);
        form
    }

    /// The options of a form.
    #[must_use]
    pub fn options(&self, form: Form, player: Player) -> &[Form] {
        &self.nodes[form.0 as usize][player.index()]
    }

    /// How many forms the arena holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is the arena empty?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// `0 = {|}`.
    pub fn zero(&mut self) -> Form {
        self.form(&[], &[])
    }

    /// `n = {n-1|}`, `-n = {|-(n-1)}`.
    pub fn integer(&mut self, n: i64) -> Form {
        let mut form = self.zero();
        for _ in 0..n.unsigned_abs() {
            form = if n > 0 {
                self.form(&[form], &[])
            } else {
                self.form(&[], &[form])
            };
        }
        form
    }

    /// The canonical form of a number.
    pub fn number(&mut self, number: &Dyadic) -> Form {
        let mut memo = HashMap::new();
        // A number is named by itself; its options come first.
        unfold(number.clone(), &mut memo, |number, memo| {
            let (left, right) = number.canonical_options();
            let left = left.map(|x| known(memo, x)).transpose()?;
            let right = right.map(|x| known(memo, x)).transpose()?;
            Ok(self.form(left.as_slice(), right.as_slice()))
        })
    }

    /// `*n`, with the options `0, *, …, *(n-1)` for both players.
    pub fn nimber(&mut self, n: u64) -> Form {
        let mut smaller = Vec::new();
        for _ in 0..n {
            let next = self.form(&smaller, &smaller);
            smaller.push(next);
        }
        self.form(&smaller, &smaller)
    }

    /// The form itself and everything that can be reached from it, options before the forms that have
    /// them.
    #[must_use]
    pub fn followers(&self, form: Form) -> Vec<Form> {
        let mut seen = std::collections::BTreeSet::from([form]);
        let mut waiting = vec![form];
        while let Some(form) = waiting.pop() {
            for option in self.nodes[form.0 as usize].iter().flatten() {
                if seen.insert(*option) {
                    waiting.push(*option);
                }
            }
        }
        // A form is made after its options, so the order of handles will do.
        seen.into_iter().collect()
    }

    /// Forgets all remembered results (but no form), to free memory.
    pub fn forget(&mut self) {
        let nodes = std::mem::take(&mut self.nodes);
        let handles = std::mem::take(&mut self.handles);
        *self = Forms {
            nodes,
            handles,
            ..Forms::default()
        };
    }
}

impl Forms {
    /// [`unfold`] with one of the memos that the forms keep.
    fn unfold<K: Clone + Eq + Hash, V: Clone>(
        &mut self,
        kept: fn(&mut Forms) -> &mut HashMap<K, V>,
        root: K,
        mut rule: impl FnMut(&mut Forms, &K, &HashMap<K, V>) -> Result<V, K>,
    ) -> V {
        let mut memo = std::mem::take(kept(self));
        let value = unfold(root, &mut memo, |key, memo| rule(self, key, memo));
        *kept(self) = memo;
        value
    }
}

/// Evaluates a recursive definition without recursion.
///
/// `rule` computes one value from the values in the memo; when it meets one that is not there yet it
/// returns its key as an error, and is asked again once that value is known.
pub(crate) fn unfold<K: Clone + Eq + Hash, V: Clone>(
    root: K,
    memo: &mut HashMap<K, V>,
    mut rule: impl FnMut(&K, &HashMap<K, V>) -> Result<V, K>,
) -> V {
    let mut stack = vec![root.clone()];
    while let Some(key) = stack.last() {
        if memo.contains_key(key) {
            stack.pop();
            continue;
        }
        match rule(key, memo) {
            Ok(value) => {
                let key = stack.pop().expect("the stack was not empty");
                memo.insert(key, value);
            }
            Err(missing) => stack.push(missing),
        }
    }
    memo[&root].clone()
}

/// Looks a value up for a rule of `unfold`.
pub(crate) fn known<K: Eq + Hash, V: Clone>(memo: &HashMap<K, V>, key: K) -> Result<V, K> {
    memo.get(&key).cloned().ok_or(key)
}

/// Looks many values up for a rule of `unfold`.
pub(crate) fn all_known<K: Eq + Hash, V: Clone>(
    memo: &HashMap<K, V>,
    keys: impl IntoIterator<Item = K>,
) -> Result<Vec<V>, K> {
    keys.into_iter().map(|key| known(memo, key)).collect()
}
