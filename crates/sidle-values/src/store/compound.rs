//! Compounds of two games other than the disjunctive sum: ordinal sum, conjunctive and selective sums,
//! Conway's product, ordinal product.
//!
//! Each is defined by its options in terms of compounds of simpler pairs; one driver with an explicit
//! stack evaluates any of them. All but the sums of numbers depend on the forms of the games: here the
//! canonical forms are meant.

use rustc_hash::FxHashMap;
use sidle_core::{Meter, Player, StopReason};
use smallvec::{SmallVec, smallvec};

use super::{Store, work::Work};
use crate::{Game, game::Id, recursion::evaluate};

/// A way to put two games together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compound {
    /// `G:H = {G^L, G:H^L | G^R, G:H^R}`: a move in G annihilates H.
    OrdinalSum,
    /// `G ∧ H = {G^L ∧ H^L | G^R ∧ H^R}`: move in both; the first to end decides.
    ConjunctiveSum,
    /// `G ∨ H = {G^L ∨ H, G ∨ H^L, G^L ∨ H^L | …}`: move in one or both.
    SelectiveSum,
    /// `G × H = {G^L H + G H^L − G^L H^L, G^R H + G H^R − G^R H^R | …}` (*On Numbers and Games*).
    ConwayProduct,
    /// Every move of H replaced by a copy of G or −G: Left options `(G×H^L):G^L` and `(G×H^R):−G^R`.
    OrdinalProduct,
}

type Pair = (Id, Id);

/// One option of a compound, as a formula in compounds of simpler pairs.
enum Term {
    /// A game that is no compound.
    Plain(Id),
    /// A signed sum of compounds.
    Sum(SmallVec<[(bool, Pair); 3]>),
    /// The ordinal sum of a compound and a game.
    Over(Pair, Id),
}

impl Store {
    /// The compound of two games, on their canonical forms.
    ///
    /// ```
    /// # use sidle_values::{Compound, Store};
    /// let store = Store::new();
    /// let (half, quarter) = ("1/2", "1/4");
    /// let game = |x: &str| store.number(&x.parse().expect("dyadic"));
    /// let product = store.compound(Compound::ConwayProduct, game(half), game(quarter));
    /// assert_eq!(product, game("1/8"));
    /// ```
    #[must_use]
    pub fn compound(&self, kind: Compound, a: Game, b: Game) -> Game {
        let pair = (self.unwrap(a), self.unwrap(b));
        self.wrap(self.unlimited(|work| self.compound_in(kind, pair, work)))
    }

    /// [`Store::compound`] under a meter.
    pub fn try_compound(
        &self,
        kind: Compound,
        a: Game,
        b: Game,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let pair = (self.unwrap(a), self.unwrap(b));
        self.compound_in(kind, pair, &mut Work::new(meter))
            .map(|id| self.wrap(id))
    }

    /// The ordinal sum `a:b` on the canonical form of `a`.
    #[must_use]
    pub fn ordinal_sum(&self, a: Game, b: Game) -> Game {
        self.compound(Compound::OrdinalSum, a, b)
    }

    /// The ordinal sum `{left|right}:game` on a base that is given by its options, which need not be
    /// canonical: the base matters as a form.
    ///
    /// ```
    /// # use sidle_core::Meter;
    /// # use sidle_values::Store;
    /// let store = Store::new();
    /// let (star, one) = (store.nimber(1), store.integer(1));
    /// let up = store.try_ordinal_sum_on_form(&[star], &[star], one, &Meter::unlimited())?;
    /// assert_eq!(store.as_number_up_star(up).map(|nus| nus.ups), Some(1));
    /// # Ok::<(), sidle_core::StopReason>(())
    /// ```
    pub fn try_ordinal_sum_on_form(
        &self,
        left: &[Game],
        right: &[Game],
        game: Game,
        meter: &Meter,
    ) -> Result<Game, StopReason> {
        let step = |_: Game, sides: &[Vec<Game>; 2]| {
            let [left, right] = [[left, &sides[0]].concat(), [right, &sides[1]].concat()];
            self.try_game(&left, &right, meter)
        };
        evaluate(
            self,
            game,
            &mut FxHashMap::default(),
            meter,
            |_| Ok(None),
            step,
        )
    }

    fn compound_in(
        &self,
        kind: Compound,
        pair: Pair,
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        let mut memo: FxHashMap<Pair, Id> = FxHashMap::default();
        let mut stack = vec![pair];
        while let Some(&top) = stack.last() {
            work.step()?;
            if memo.contains_key(&top) {
                stack.pop();
                continue;
            }
            let height = stack.len();
            let mut sides = work.take_sides();
            for player in Player::BOTH {
                for term in self.terms(kind, top, player, work)? {
                    work.step()?;
                    let missing = |pair: &Pair| !memo.contains_key(pair);
                    let before = stack.len();
                    match &term {
                        Term::Plain(_) => {}
                        Term::Sum(parts) => {
                            stack.extend(parts.iter().map(|part| part.1).filter(missing));
                        }
                        Term::Over(base, _) => stack.extend(Some(*base).filter(missing)),
                    }
                    if stack.len() == before {
                        let option = self.evaluate(&term, &memo, work)?;
                        sides[player.index()].push(option);
                    }
                }
            }
            if stack.len() == height {
                let value = self.canonicalise(&sides, work)?;
                work.ticker.node(24)?;
                memo.insert(top, value);
                stack.pop();
            }
            work.give_sides(sides);
        }
        Ok(memo.get(&pair).copied().unwrap_or(Id::ZERO))
    }

    fn evaluate(
        &self,
        term: &Term,
        memo: &FxHashMap<Pair, Id>,
        work: &mut Work<'_>,
    ) -> Result<Id, StopReason> {
        let value = |pair: &Pair| memo.get(pair).copied().unwrap_or(Id::ZERO);
        match term {
            Term::Plain(id) => Ok(*id),
            Term::Sum(parts) => {
                let mut sum = Id::ZERO;
                for (negative, pair) in parts {
                    let mut part = value(pair);
                    if *negative {
                        part = self.negative_in(part, work)?;
                    }
                    sum = self.add_in(sum, part, work)?;
                }
                Ok(sum)
            }
            Term::Over(base, top) => {
                self.compound_in(Compound::OrdinalSum, (value(base), *top), work)
            }
        }
    }

    /// The options of a compound for a player.
    fn terms(
        &self,
        kind: Compound,
        (a, b): Pair,
        player: Player,
        work: &mut Work<'_>,
    ) -> Result<Vec<Term>, StopReason> {
        let from_a = self.option_list(a, player);
        let from_b = self.option_list(b, player);
        let one = |pair: Pair| Term::Sum(smallvec![(false, pair)]);
        let mut terms = Vec::new();
        match kind {
            Compound::OrdinalSum => {
                // A nimber has as many options as it likes.
                let count = from_a.len().saturating_add(from_b.len()) as u64;
                work.ticker
                    .meter()
                    .room(count.saturating_mul(2 * size_of::<Term>() as u64))?;
                for x in from_a.iter() {
                    work.step()?;
                    terms.push(Term::Plain(x));
                }
                for y in from_b.iter() {
                    work.step()?;
                    terms.push(one((a, y)));
                }
            }
            Compound::ConjunctiveSum | Compound::SelectiveSum => {
                if kind == Compound::SelectiveSum {
                    terms.extend(from_a.iter().map(|x| one((x, b))));
                    terms.extend(from_b.iter().map(|y| one((a, y))));
                }
                for x in from_a.iter() {
                    work.ticker.steps(from_b.len())?;
                    terms.extend(from_b.iter().map(|y| one((x, y))));
                }
            }
            Compound::ConwayProduct => {
                for first in Player::BOTH {
                    // Left's options come from equal sides, Right's from different ones.
                    let second = if player == Player::Left {
                        first
                    } else {
                        -first
                    };
                    let ys = self.option_list(b, second);
                    for x in self.option_list(a, first).iter() {
                        work.ticker.steps(ys.len())?;
                        terms.extend(ys.iter().map(|y| {
                            Term::Sum(smallvec![(false, (x, b)), (false, (a, y)), (true, (x, y))])
                        }));
                    }
                }
            }
            Compound::OrdinalProduct => {
                for y in self.option_list(b, Player::Left).iter() {
                    work.ticker.steps(from_a.len())?;
                    terms.extend(from_a.iter().map(|x| Term::Over((a, y), x)));
                }
                let mirrored = self.option_list(a, -player);
                for y in self.option_list(b, Player::Right).iter() {
                    for x in mirrored.iter() {
                        let x = self.negative_in(x, work)?;
                        terms.push(Term::Over((a, y), x));
                    }
                }
            }
        }
        Ok(terms)
    }
}
