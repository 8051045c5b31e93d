//! What quotients are taken of: components with options that are sums of earlier components.

use sidle_core::{Meter, StopReason};

use crate::{
    code::Code,
    misere::{Form, Forms},
};

/// A component: its options, each a sum of earlier components (by their numbers).
pub type Component = Vec<Vec<u32>>;

/// A sequence of components, such as the heaps of a game; number 0 is the game without moves.
#[derive(Clone, Debug)]
pub enum HeapGame {
    /// The heaps of a take-and-break game.
    Code(Code),
    /// Finitely many components.
    Table(Vec<Component>),
}

impl HeapGame {
    /// The closure of some games: a component for each of their followers, 0 first, and the components of the games
    /// themselves.
    pub fn closure(
        forms: &Forms,
        games: &[Form],
        meter: &Meter,
    ) -> Result<(HeapGame, Vec<u32>), StopReason> {
        let mut ticker = meter.ticker();
        let mut followers = vec![forms.zero()];
        let mut seen: rustc_hash::FxHashSet<Form> = followers.iter().copied().collect();
        let mut stack = games.to_vec();
        while let Some(game) = stack.pop() {
            if seen.insert(game) {
                ticker.step()?;
                followers.push(game);
                stack.extend(forms.options(game));
            }
        }
        // Options come before the games that have them.
        followers.sort_by(|&a, &b| {
            forms
                .birthday(a)
                .cmp(&forms.birthday(b))
                .then_with(|| forms.compare(a, b))
        });
        let number: rustc_hash::FxHashMap<Form, u32> = followers.iter().copied().zip(0..).collect();
        let options = |&game: &Form| {
            let options = forms.options(game).iter();
            options.map(|option| match number[option] {
                0 => Vec::new(),
                option => vec![option],
            })
        };
        let table = followers
            .iter()
            .map(|game| options(game).collect())
            .collect();
        let places = games.iter().map(|game| number[game]).collect();
        Ok((HeapGame::Table(table), places))
    }

    /// The options of a component.
    pub fn options(&self, number: u32, meter: &Meter) -> Result<Component, StopReason> {
        let mut ticker = meter.ticker();
        match self {
            HeapGame::Code(code) => {
                let mut options = Vec::new();
                for option in code.options(number) {
                    ticker.step()?;
                    options.push(option);
                }
                Ok(options)
            }
            HeapGame::Table(table) => Ok(table.get(number as usize).cloned().unwrap_or_default()),
        }
    }

    /// How many components there are after number 0; `None` for any number of heaps.
    #[must_use]
    pub fn components(&self) -> Option<u32> {
        match self {
            HeapGame::Code(_) => None,
            HeapGame::Table(table) => Some(table.len().saturating_sub(1) as u32),
        }
    }
}
