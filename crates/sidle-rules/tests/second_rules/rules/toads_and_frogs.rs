//! Toads and Frogs.

use sidle_core::Player;

use super::Options;

/// A game of the family.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    pub(crate) slides: (i32, i32),
    pub(crate) most_jumped: u32,
    pub(crate) over_friends: bool,
}

pub(crate) const USUAL: Family = Family {
    slides: (1, 1),
    most_jumped: 1,
    over_friends: false,
};

pub(crate) const WITHOUT_JUMPS: Family = Family {
    most_jumped: 0,
    ..USUAL
};

pub(crate) const BACKSLIDING: Family = Family {
    slides: (-1, 1),
    ..USUAL
};

impl Family {
    /// A move takes an animal to an empty cell. Seen from the animal, what it passes decides: empty cells,
    /// for a slide whose length is allowed, forward or back; or other animals and nothing else, for a jump
    /// forward.
    pub(crate) fn options(&self, text: &str, player: Player) -> Options {
        // Right's moves are Left's on the strip turned around.
        let turned = |text: &str| -> String {
            let swap = |sign| match sign {
                't' => 'f',
                'f' => 't',
                other => other,
            };
            text.chars().rev().map(swap).collect()
        };
        if player == Player::Right {
            let options = self.options(&turned(text), Player::Left);
            return options.iter().map(|option| turned(option)).collect();
        }
        let mut options = Options::new();
        for (from, _) in text.match_indices('t') {
            for (to, _) in text.match_indices('.') {
                let passed = &text[from.min(to) + 1..from.max(to)];
                let length = to as i32 - from as i32;
                let slides = (self.slides.0..=self.slides.1).contains(&length)
                    && passed.chars().all(|c| c == '.');
                let jumps = length > 1
                    && passed.len() <= self.most_jumped as usize
                    && passed
                        .chars()
                        .all(|c| c == 'f' || c == 't' && self.over_friends);
                if slides || jumps {
                    let mut next = text.to_owned();
                    next.replace_range(from..=from, ".");
                    next.replace_range(to..=to, "t");
                    options.insert(next);
                }
            }
        }
        options
    }
}
