//! Certificates of unicycles.

use crate::{
    check::{short::Position, unicycle::Certificate},
    core::Player,
    values::unicycle::{Exits, Pattern},
};

/// The certificate of a unicycle: its exits and their followers, no other games.
#[must_use]
pub fn unicycle(pattern: &Pattern, exits: &Exits, numbers: &[u32]) -> Certificate {
    let table = exits.table();
    let mut used = vec![false; table.len()];
    let mut waiting = numbers.to_vec();
    while let Some(game) = waiting.pop() {
        if !std::mem::replace(&mut used[game as usize], true) {
            for player in Player::BOTH {
                waiting.extend(table.options(game, player));
            }
        }
    }
    let mut place = vec![0; table.len()];
    let mut positions = Vec::new();
    for game in (0..table.len() as u32).filter(|&g| used[g as usize]) {
        place[game as usize] = positions.len() as u32;
        let side = |player| {
            let options = table.options(game, player).iter();
            options.map(|&x| place[x as usize]).collect()
        };
        positions.push(Position(side(Player::Left), side(Player::Right)));
    }
    let exits = numbers.iter().map(|&e| place[e as usize]).collect();
    Certificate::of(pattern.to_string(), positions, exits)
}
