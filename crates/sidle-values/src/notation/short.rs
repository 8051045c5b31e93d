//! The layout of short games.
//!
//! How a game is written depends on its options only through the lengths of their runs of slashes, so a
//! game is laid out after its options, once for each follower.

use sidle_core::{Dyadic, Meter, Player, StopReason};

use super::{Item, ItemId, Notation, Power};
use crate::{Game, NumberUpStar};

/// A layout whose parts are still games.
enum Draft {
    NumberUpStar(NumberUpStar),
    Power(Power),
    Tiny {
        number: Dyadic,
        player: Player,
        argument: Game,
    },
    Switch(Vec<Game>),
    Braces([Vec<Game>; 2]),
}

impl Draft {
    /// The part with this number, if there are so many.
    fn part(&self, number: usize) -> Option<Game> {
        match self {
            Draft::NumberUpStar(_) | Draft::Power(_) => None,
            Draft::Tiny { argument, .. } => (number == 0).then_some(*argument),
            Draft::Switch(left) => left.get(number).copied(),
            Draft::Braces([left, right]) => left.iter().chain(right).nth(number).copied(),
        }
    }
}

impl Notation<'_> {
    /// Lays a short game out.
    ///
    /// # Errors
    /// If a limit of `meter` is met; what was laid out before is kept.
    pub fn game(&mut self, game: Game, meter: &Meter) -> Result<ItemId, StopReason> {
        if let Some(&item) = self.games.get(&game) {
            return Ok(item);
        }
        let mut ticker = meter.ticker();
        let mut drafts = vec![(game, self.draft(game, meter)?, 0)];
        while let Some((top, draft, next)) = drafts.last_mut() {
            ticker.step()?;
            if let Some(part) = draft.part(*next) {
                *next += 1;
                if !self.games.contains_key(&part) {
                    drafts.push((part, self.draft(part, meter)?, 0));
                }
                continue;
            }
            let top = *top;
            if let Some((_, draft, _)) = drafts.pop() {
                let item = self.complete(draft);
                ticker.node(size_of::<Item>() + size_of::<(Game, ItemId)>())?;
                let id = self.push(item);
                self.games.insert(top, id);
            }
        }
        Ok(self.games[&game])
    }

    /// The item of a draft whose parts are laid out.
    fn complete(&self, draft: Draft) -> Item {
        let items = |games: Vec<Game>| games.iter().map(|game| self.games[game]).collect();
        match draft {
            Draft::NumberUpStar(nus) => Item::NumberUpStar(nus),
            Draft::Power(power) => Item::Power(power),
            Draft::Tiny {
                number,
                player,
                argument,
            } => Item::Tiny {
                number,
                player,
                argument: self.games[&argument],
            },
            Draft::Switch(left) => Item::Switch(items(left)),
            Draft::Braces(sides) => {
                let sides = sides.map(items);
                Item::Braces {
                    label: None,
                    slashes: self.slashes_between(&sides),
                    sides,
                }
            }
        }
    }

    fn draft(&mut self, game: Game, meter: &Meter) -> Result<Draft, StopReason> {
        let store = self.store;
        if let Some(nus) = store.as_number_up_star(game) {
            return Ok(Draft::NumberUpStar(nus));
        }
        if store.is_numberish(game) {
            let number = store.stop(game, Player::Left);
            let rest = store.try_sub(game, store.number(&number), meter)?;
            for player in Player::BOTH {
                let Some(prize) = store.prize(rest, player) else {
                    continue;
                };
                let argument = match player {
                    Player::Left => store.try_negative(prize, meter)?,
                    Player::Right => prize,
                };
                return Ok(Draft::Tiny {
                    number,
                    player,
                    argument,
                });
            }
            if let Some(power) = self.power(&number, rest, meter)? {
                return Ok(Draft::Power(power));
            }
        }
        let left = self.sorted_options(game, Player::Left, meter)?;
        if store.try_negative(game, meter)? == game {
            return Ok(Draft::Switch(left));
        }
        let right = self.sorted_options(game, Player::Right, meter)?;
        Ok(Draft::Braces([left, right]))
    }

    fn sorted_options(
        &mut self,
        game: Game,
        player: Player,
        meter: &Meter,
    ) -> Result<Vec<Game>, StopReason> {
        let mut options: Vec<Game> = self.store.options(game, player).collect();
        if options.len() > 1 {
            for &option in &options {
                self.order.prepare(option, meter)?;
            }
            options.sort_by(|&a, &b| self.order.compare(a, b));
        }
        Ok(options)
    }

    fn power(
        &mut self,
        number: &Dyadic,
        rest: Game,
        meter: &Meter,
    ) -> Result<Option<Power>, StopReason> {
        if !self.store.is_all_small(rest) {
            return Ok(None);
        }
        for player in Player::BOTH {
            let game = match player {
                Player::Left => rest,
                Player::Right => self.store.try_negative(rest, meter)?,
            };
            let (sum, found) = match self.power_sum(game, meter)? {
                Some(found) => (true, Some(found)),
                None => (false, self.single_power(game, meter)?),
            };
            if let Some((exponent, star)) = found {
                return Ok(Some(Power {
                    number: number.clone(),
                    player,
                    sum,
                    exponent: Some(exponent),
                    star,
                }));
            }
        }
        Ok(None)
    }

    /// `^[n] = {^[n-1] | *}` and `^[n]* = {0, ^[n-1]* | 0}`.
    fn power_sum(&mut self, game: Game, meter: &Meter) -> Result<Option<(u64, bool)>, StopReason> {
        let mut chain = Vec::new();
        let mut ticker = meter.ticker();
        let mut at = game;
        let mut found = loop {
            ticker.step()?;
            if let Some(known) = self.sums.get(&at) {
                break *known;
            }
            if let Some(nus) = self.store.as_number_up_star(at) {
                let up = nus.number.is_zero() && nus.ups == 1 && nus.star <= 1;
                break up.then_some((1, nus.star == 1));
            }
            chain.push(at);
            match self.power_sum_below(at) {
                Some(below) => at = below,
                None => break None,
            }
        };
        for game in chain.into_iter().rev() {
            let starred = self.store.only_option(game, Player::Right) == Some(self.store.zero());
            found = found
                .filter(|(_, star)| *star == starred)
                .map(|(exponent, star)| (exponent + 1, star));
            ticker.node(32)?;
            self.sums.insert(game, found);
        }
        Ok(found)
    }

    /// The only Left option that can be the previous sum of powers.
    fn power_sum_below(&self, game: Game) -> Option<Game> {
        let right = self.store.only_option(game, Player::Right)?;
        if right == self.store.nimber(1) {
            return self.store.only_option(game, Player::Left);
        }
        let left: Vec<Game> = self.store.options(game, Player::Left).take(3).collect();
        match left[..] {
            [a, b] if right == self.store.zero() && a == right => Some(b),
            [a, b] if right == self.store.zero() && b == right => Some(a),
            _ => None,
        }
    }

    /// `^<n> = {0 | -^[n-1]*}` and `^<n>* = {0, * | -^[n-1]}`.
    fn single_power(
        &mut self,
        game: Game,
        meter: &Meter,
    ) -> Result<Option<(u64, bool)>, StopReason> {
        let store = self.store;
        let left: Vec<Game> = store.options(game, Player::Left).take(3).collect();
        let star = match left.len() {
            1 => false,
            2 if left.contains(&store.nimber(1)) => true,
            _ => return Ok(None),
        };
        let Some(right) = store.only_option(game, Player::Right) else {
            return Ok(None);
        };
        if !left.contains(&store.zero()) {
            return Ok(None);
        }
        let below = store.try_negative(right, meter)?;
        let found = self.power_sum(below, meter)?;
        Ok(found
            .filter(|(_, below)| *below != star)
            .map(|(exponent, _)| (exponent + 1, star)))
    }
}
