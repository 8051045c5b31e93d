//! Comparison modulo a universe.

use serde::{Deserialize, Serialize};
use sidle_core::{Meter, StopReason};

use super::{Outcome, Tree, Trees};
use crate::walk::{Known, Step, settle, unknown};

/// A universe of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Universe {
    /// In every follower both players can move or neither can.
    #[default]
    Dicot,
    /// A player who cannot move in a follower never can again, within this game.
    DeadEnding,
}

/// How two games compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum Relation {
    /// Equal.
    #[serde(rename = "=")]
    Equal,
    /// The first is better for Left.
    #[serde(rename = ">")]
    Greater,
    /// The first is worse for Left.
    #[serde(rename = "<")]
    Less,
    /// Neither.
    #[serde(rename = "||")]
    Incomparable,
}

impl Relation {
    /// As text.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Less => "<",
            Relation::Incomparable => "||",
        }
    }
}

/// What a front end shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// The universe.
    pub universe: Universe,
    /// How the games compare modulo it; `None` if one of them is not in it.
    pub relation: Option<Relation>,
    /// Their misère outcomes.
    pub outcomes: [Outcome; 2],
    /// Does each of them belong to the universe?
    pub belongs: [bool; 2],
}

/// Compares two games modulo a universe to which both must belong.
pub fn compare(
    trees: &Trees,
    games: [Tree; 2],
    universe: Universe,
    meter: &Meter,
) -> Result<Comparison, StopReason> {
    let [g, h] = games;
    let belongs = [
        trees.belongs(g, universe, meter)?,
        trees.belongs(h, universe, meter)?,
    ];
    let relation = if belongs == [true, true] {
        let mut known = Known::default();
        let greater = trees.is_at_least(g, h, universe, &mut known, meter)?;
        let less = trees.is_at_least(h, g, universe, &mut known, meter)?;
        Some(match (greater, less) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::Greater,
            (false, true) => Relation::Less,
            (false, false) => Relation::Incomparable,
        })
    } else {
        None
    };
    Ok(Comparison {
        universe,
        relation,
        outcomes: [trees.outcome(g, meter)?, trees.outcome(h, meter)?],
        belongs,
    })
}

impl Trees {
    /// Does a game belong to a universe?
    pub fn belongs(
        &self,
        tree: Tree,
        universe: Universe,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        // Does it belong, and is it for Left, for Right, a game in which that player never can move?
        let mut known: Known<Tree, (bool, [bool; 2])> = Known::default();
        settle(tree, &mut known, meter, |tree, known| {
            if let Some(first) = unknown(known, self.all_options(tree)) {
                return Ok(first);
            }
            let ends = [0, 1].map(|side| self.options(tree, side).is_empty());
            let never =
                [0, 1].map(|side| ends[side] && self.all_options(tree).all(|o| known[&o].1[side]));
            let here = match universe {
                Universe::Dicot => ends[0] == ends[1],
                Universe::DeadEnding => (0..2).all(|side| !ends[side] || never[side]),
            };
            let belongs = here && self.all_options(tree).all(|option| known[&option].0);
            Ok(Step::Is((belongs, never)))
        })?;
        Ok(known[&tree].0)
    }

    /// Does G + X do at least as well for Left as H + X, for every X of the universe?
    ///
    /// That is so exactly if (the *proviso*) it holds for Left beginning beside every X without moves for Left, and for
    /// Right beginning beside every X without moves for Right; and (the *common normal part*) every Right option of G
    /// is at least some Right option of H or has a Left option at least H, and every Left option of H is at most some Left
    /// option of G or has a Right option at most G.
    pub(super) fn is_at_least(
        &self,
        g: Tree,
        h: Tree,
        universe: Universe,
        known: &mut Known<(Tree, Tree), bool>,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let mut beside: Known<Tree, [bool; 2]> = Known::default();
        settle((g, h), known, meter, |(g, h), known| {
            if g == h {
                return Ok(Step::Is(true));
            }
            let of_g = self.beside_ends(g, universe, &mut beside, meter)?;
            let of_h = self.beside_ends(h, universe, &mut beside, meter)?;
            if (0..2).any(|side| of_h[side] && !of_g[side]) {
                return Ok(Step::Is(false));
            }
            let right_of_g = self.options(g, 1);
            let left_of_h = self.options(h, 0);
            let mut needs = Vec::new();
            for &option in right_of_g {
                needs.extend(self.options(h, 1).iter().map(|&other| (option, other)));
                needs.extend(self.options(option, 0).iter().map(|&back| (back, h)));
            }
            for &option in left_of_h {
                needs.extend(self.options(g, 0).iter().map(|&other| (other, option)));
                needs.extend(self.options(option, 1).iter().map(|&back| (g, back)));
            }
            if let Some(first) = unknown(known, needs) {
                return Ok(first);
            }
            let answered = right_of_g.iter().all(|&option| {
                let mut others = self.options(h, 1).iter();
                let mut backs = self.options(option, 0).iter();
                others.any(|&other| known[&(option, other)]) || backs.any(|&back| known[&(back, h)])
            }) && left_of_h.iter().all(|&option| {
                let mut others = self.options(g, 0).iter();
                let mut backs = self.options(option, 1).iter();
                others.any(|&other| known[&(other, option)]) || backs.any(|&back| known[&(g, back)])
            });
            Ok(Step::Is(answered))
        })?;
        Ok(known[&(g, h)])
    }

    /// Does Left win, beginning (0), beside every game of the universe in which she cannot move, and, Right
    /// beginning (1), beside some game in which he cannot?
    ///
    /// In the universe of dicots only 0 is such a game. Among dead-ending games the worst ones are the perfect murders of
    /// sufficient length, in which their owner can wait as long as he likes or give up waiting for good.
    fn beside_ends(
        &self,
        tree: Tree,
        universe: Universe,
        known: &mut Known<Tree, [bool; 2]>,
        meter: &Meter,
    ) -> Result<[bool; 2], StopReason> {
        if universe == Universe::Dicot {
            return self.left_wins(tree, meter);
        }
        if let Some(&both) = known.get(&tree) {
            return Ok(both);
        }
        let by_right = self.waiting(tree, 1, meter)?;
        let by_left = self.waiting(tree, 0, meter)?;
        let both = [!by_right, by_left];
        known.insert(tree, both);
        Ok(both)
    }

    /// Does the player with the waiting moves, as many as he wants, win if the other one begins?
    fn waiting(&self, tree: Tree, waiter: usize, meter: &Meter) -> Result<bool, StopReason> {
        // For each follower: does the waiter win with the other to move, and with himself to move?
        let mut known: Known<Tree, [bool; 2]> = Known::default();
        settle(tree, &mut known, meter, |tree, known| {
            if let Some(first) = unknown(known, self.all_options(tree)) {
                return Ok(first);
            }
            let other = self.options(tree, 1 - waiter);
            let other_moves = !other.is_empty() && other.iter().all(|option| known[option][1]);
            // Without waiting moves left, the other to move.
            let plain = self.left_wins(tree, meter)?;
            let given_up = match waiter {
                0 => plain[1],
                _ => !plain[0],
            };
            let own = self.options(tree, waiter).iter();
            let moves = other_moves || given_up || own.copied().any(|option| known[&option][0]);
            Ok(Step::Is([other_moves, moves]))
        })?;
        // He may also have no waiting moves from the beginning.
        let plain = self.left_wins(tree, meter)?;
        let without = match waiter {
            0 => plain[1],
            _ => !plain[0],
        };
        Ok(known[&tree][0] || without)
    }
}
