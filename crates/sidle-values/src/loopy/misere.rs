//! Misère play of stoppers: whoever cannot move wins.

use hashbrown::HashMap;
use sidle_core::{Meter, Outcome, Player, StopReason};

use super::{Loopy, Stopper};

/// A follower and who is to move, by number: two for each follower.
fn state(follower: usize, mover: Player) -> usize {
    2 * follower + mover.index()
}

impl Loopy<'_> {
    /// Who wins misère play of the canonical form. Alternating play in a stopper ends, so nobody can draw: the states are
    /// judged backwards from those in which the player to move cannot.
    pub fn try_misere_outcome(
        self,
        stopper: Stopper,
        meter: &Meter,
    ) -> Result<Outcome, StopReason> {
        let followers = self.try_followers(stopper, meter)?;
        let number: HashMap<Stopper, usize> = followers
            .iter()
            .enumerate()
            .map(|(at, &follower)| (follower, at))
            .collect();
        let mut before = vec![Vec::new(); 2 * followers.len()];
        let mut unjudged = vec![0_usize; 2 * followers.len()];
        let mut wins = vec![None; 2 * followers.len()];
        let mut judged = Vec::new();
        let mut ticker = meter.ticker();
        for (at, &follower) in followers.iter().enumerate() {
            for player in Player::BOTH {
                let mover = state(at, player);
                for option in self.try_options(follower, player, meter)? {
                    ticker.step()?;
                    before[state(number[&option], -player)].push(mover);
                    unjudged[mover] += 1;
                }
                if unjudged[mover] == 0 {
                    wins[mover] = Some(true);
                    judged.push(mover);
                }
            }
        }
        while let Some(at) = judged.pop() {
            ticker.step()?;
            for &mover in &before[at] {
                unjudged[mover] -= 1;
                let loses = wins[at] == Some(false);
                if wins[mover].is_none() && (loses || unjudged[mover] == 0) {
                    wins[mover] = Some(loses);
                    judged.push(mover);
                }
            }
        }
        let won = |player: Player| wins[state(0, player)] == Some(true);
        Ok(match (won(Player::Left), won(Player::Right)) {
            (true, true) => Outcome::Next,
            (true, false) => Outcome::Left,
            (false, true) => Outcome::Right,
            (false, false) => Outcome::Previous,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Store;

    use super::*;

    #[test]
    fn short_games_have_the_outcome_of_their_canonical_form() {
        let store = Store::new();
        let mut games = vec![store.zero()];
        for _ in 0..2 {
            let born = games.clone();
            for &left in &born {
                for &right in &born {
                    for (lefts, rights) in [
                        (vec![left], vec![right]),
                        (vec![left, right], vec![]),
                        (vec![], vec![right]),
                    ] {
                        games.push(store.game(&lefts, &rights));
                    }
                }
            }
            let mut seen = hashbrown::HashSet::new();
            games.retain(|game| seen.insert(*game));
        }
        assert!(games.len() > 15, "{}", games.len());
        for game in games {
            let short = store
                .try_misere_outcome(game, Meter::none())
                .expect("no limit");
            let loopy = store
                .loopy()
                .try_misere_outcome(Stopper::Short(game), Meter::none());
            assert_eq!(loopy, Ok(short), "{game:?}");
        }
    }
}
