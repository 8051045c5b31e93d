//! An experiment on the open problem of section 7: reduction modulo infinitesimals of order 2.
//!
//! A game is infinitesimal of order 2 if it lies between -k·↑² and k·↑² for some k, where ↑² = {0|↓*}.
//! Nothing here is a theorem: k is only tried up to the birthday of the game plus two, and the classes
//! are compared within the games that are given.

use sidle_core::{Meter, StopReason, UBig};

use crate::{Game, NumberUpStar, Store, recursion::evaluate};

/// Games of a list that differ by infinitesimals of order 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecondOrderClass {
    /// The members, in the order of the list.
    pub members: Vec<Game>,
    /// The members with the least birthday.
    pub earliest: Vec<Game>,
    /// Among all members, those with the fewest edges in the complete game tree.
    pub smallest: Vec<Game>,
}

impl Store {
    /// The least k up to `most` with `-k·↑² ≤ G ≤ k·↑²`.
    pub fn try_second_order_bound(
        &self,
        game: Game,
        most: u32,
        meter: &Meter,
    ) -> Result<Option<u32>, StopReason> {
        let up = |ups| {
            self.number_up_star(&NumberUpStar {
                ups,
                ..NumberUpStar::ZERO
            })
        };
        // Every multiple of ↑² lies below ↑.
        if !(self.try_le(game, up(1), meter)? && self.try_le(up(-1), game, meter)?) {
            return Ok(None);
        }
        let down_star = self.number_up_star(&NumberUpStar {
            ups: -1,
            star: 1,
            ..NumberUpStar::ZERO
        });
        let up_second = self.try_game(&[self.zero()], &[down_star], meter)?;
        let mut bound = self.zero();
        for k in 0..=most {
            let minus = self.try_negative(bound, meter)?;
            if self.try_le(game, bound, meter)? && self.try_le(minus, game, meter)? {
                return Ok(Some(k));
            }
            bound = self.try_add(bound, up_second, meter)?;
        }
        Ok(None)
    }

    /// Do two games differ by an infinitesimal of order 2, with k up to the birthday of the difference
    /// plus two?
    pub fn try_second_order_close(
        &self,
        g: Game,
        h: Game,
        meter: &Meter,
    ) -> Result<bool, StopReason> {
        let difference = self.try_sub(g, h, meter)?;
        let birthday = u32::try_from(self.birthday(difference)).unwrap_or(u32::MAX - 2);
        let bound = self.try_second_order_bound(difference, birthday + 2, meter)?;
        Ok(bound.is_some())
    }

    /// Splits a list of games into classes modulo infinitesimals of order 2.
    /// Cost: one test for each game and class.
    pub fn try_second_order_classes(
        &self,
        games: &[Game],
        meter: &Meter,
    ) -> Result<Vec<SecondOrderClass>, StopReason> {
        let mut classes: Vec<Vec<Game>> = Vec::new();
        'next: for &game in games {
            for class in &mut classes {
                if self.try_second_order_close(game, class[0], meter)? {
                    class.push(game);
                    continue 'next;
                }
            }
            classes.push(vec![game]);
        }
        classes
            .into_iter()
            .map(|members| {
                let earliest = least(&members, |game| Ok(self.birthday(game)))?;
                let smallest = least(&members, |game| self.try_tree_edges(game, meter))?;
                Ok(SecondOrderClass {
                    members,
                    earliest,
                    smallest,
                })
            })
            .collect()
    }

    /// The number of edges of the complete game tree of the canonical form: Calistrate's measure of
    /// simplicity.
    pub fn try_tree_edges(&self, game: Game, meter: &Meter) -> Result<UBig, StopReason> {
        let none = |_: Game| Ok(None);
        let count = |_: Game, sides: &[Vec<UBig>; 2]| {
            let below = sides.iter().flatten();
            Ok(below.fold(UBig::ZERO, |sum, edges| sum + edges + UBig::ONE))
        };
        evaluate(self, game, &mut Default::default(), meter, none, count)
    }
}

/// The games with the least measure.
fn least(
    games: &[Game],
    measure: impl Fn(Game) -> Result<UBig, StopReason>,
) -> Result<Vec<Game>, StopReason> {
    let mut best = Vec::new();
    let mut least: Option<UBig> = None;
    for &game in games {
        let size = measure(game)?;
        if least.as_ref().is_none_or(|least| size < *least) {
            best.clear();
            least = Some(size.clone());
        }
        if least.as_ref() == Some(&size) {
            best.push(game);
        }
    }
    Ok(best)
}
