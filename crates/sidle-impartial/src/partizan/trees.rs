//! Games as trees, equal trees kept once.

use rustc_hash::FxHashMap;
use serde::Serialize;
use sidle_core::{Meter, StopReason};

use crate::walk::{Known, Step, settle, unknown};

/// A game in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tree(u32);

/// A store of games: options are sets, nothing is simplified.
///
/// ```
/// use sidle_core::Meter;
/// use sidle_impartial::partizan::{Outcome, Trees};
/// let mut trees = Trees::new();
/// let zero = trees.zero();
/// let one = trees.game(&[zero], &[]);
/// assert_eq!(trees.outcome(one, &Meter::unlimited())?, Outcome::R);
/// # Ok::<(), sidle_core::StopReason>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trees {
    options: Vec<[Box<[Tree]>; 2]>,
    index: FxHashMap<[Box<[Tree]>; 2], Tree>,
}

/// Who wins under misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Outcome {
    /// Left, whoever begins.
    L,
    /// The next player.
    N,
    /// The previous player.
    P,
    /// Right, whoever begins.
    R,
}

impl Default for Trees {
    fn default() -> Trees {
        Trees::new()
    }
}

impl Trees {
    /// A store with 0.
    #[must_use]
    pub fn new() -> Trees {
        let zero = [Box::default(), Box::default()];
        Trees {
            options: vec![zero.clone()],
            index: FxHashMap::from_iter([(zero, Tree(0))]),
        }
    }

    /// 0, the game without moves.
    #[must_use]
    pub fn zero(&self) -> Tree {
        Tree(0)
    }

    /// The game with these Left and Right options.
    pub fn game(&mut self, left: &[Tree], right: &[Tree]) -> Tree {
        let sorted = |options: &[Tree]| {
            let mut options = options.to_vec();
            options.sort_unstable();
            options.dedup();
            options.into_boxed_slice()
        };
        let sides = [sorted(left), sorted(right)];
        if let Some(&known) = self.index.get(&sides) {
            return known;
        }
        let tree = Tree(self.options.len() as u32);
        self.options.push(sides.clone());
        self.index.insert(sides, tree);
        tree
    }

    /// Left's options (side 0) or Right's (side 1).
    #[must_use]
    pub fn options(&self, tree: Tree, side: usize) -> &[Tree] {
        &self.options[tree.0 as usize][side]
    }

    /// All options.
    pub(super) fn all_options(&self, tree: Tree) -> impl Iterator<Item = Tree> + '_ {
        let sides = self.options[tree.0 as usize].iter();
        sides.flat_map(|side| side.iter().copied())
    }

    /// The sum.
    pub fn add(&mut self, a: Tree, b: Tree, meter: &Meter) -> Result<Tree, StopReason> {
        let mut sums: Known<(Tree, Tree), Tree> = Known::default();
        settle((a, b), &mut sums, meter, |(a, b), sums| {
            if a == self.zero() || b == self.zero() {
                return Ok(Step::Is(if a == self.zero() { b } else { a }));
            }
            let pairs = [0, 1].map(|side| {
                let of_a = self.options(a, side).iter().map(|&option| (option, b));
                let of_b = self.options(b, side).iter().map(|&option| (a, option));
                of_a.chain(of_b).collect::<Vec<_>>()
            });
            if let Some(first) = unknown(sums, pairs.iter().flatten().copied()) {
                return Ok(first);
            }
            let [left, right] =
                pairs.map(|pairs| pairs.iter().map(|pair| sums[pair]).collect::<Vec<_>>());
            Ok(Step::Is(self.game(&left, &right)))
        })?;
        Ok(sums[&(a, b)])
    }

    /// Does Left win if Left (0) or Right (1) begins? Who cannot move wins.
    pub(super) fn left_wins(&self, tree: Tree, meter: &Meter) -> Result<[bool; 2], StopReason> {
        let mut known = Known::default();
        settle(tree, &mut known, meter, |tree, known| {
            if let Some(first) = unknown(known, self.all_options(tree)) {
                return Ok(first);
            }
            let wins = |option: &Tree, begins: usize| {
                let both: [bool; 2] = known[option];
                both[begins]
            };
            let (left, right) = (self.options(tree, 0), self.options(tree, 1));
            Ok(Step::Is([
                left.is_empty() || left.iter().any(|option| wins(option, 1)),
                !right.is_empty() && right.iter().all(|option| wins(option, 0)),
            ]))
        })?;
        Ok(known[&tree])
    }

    /// The misère outcome.
    pub fn outcome(&self, tree: Tree, meter: &Meter) -> Result<Outcome, StopReason> {
        Ok(match self.left_wins(tree, meter)? {
            [true, true] => Outcome::L,
            [true, false] => Outcome::N,
            [false, true] => Outcome::P,
            [false, false] => Outcome::R,
        })
    }
}
