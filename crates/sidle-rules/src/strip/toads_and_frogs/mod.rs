//! Toads and Frogs (Richard Guy; *Winning Ways*, ch. 1) and its relatives.
//!
//! Left's toads `t` move to the right along a strip, Right's frogs `f` to the left. A player slides an
//! animal over empty cells, or lets it jump over animals in its way onto the empty cell behind them.
//! In Backsliding Toads and Frogs animals may also slide back, so that play can go on for ever.

mod strip;

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{
    Decompose, Flow, KnownValue, KnownValues, Normal, Normalize, Player, Rules, Shortcuts, Visit,
};

use crate::card::{Boards, BoardKind, Card, Choose, Fallback, Family, Misfit, Opener, Parameter, ParameterKind, game};
use crate::argument::Argument;
use crate::sample;

pub use strip::Strip;

use crate::{Bits, BoardError, NotationError, Ruleset, read_cells};

/// The rules of a game of the family, on strips of up to `64 * N` cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToadsAndFrogs<const N: usize> {
    /// The shortest slide; negative slides go backward, a slide of length 0 is none.
    pub min_slide: i32,
    /// The longest slide.
    pub max_slide: i32,
    /// How many animals an animal may jump over.
    pub max_jump: u32,
    /// May an animal jump over its own kind too? A jump may then pass over both kinds at once.
    pub allow_friendly_jump: bool,
}

impl<const N: usize> ToadsAndFrogs<N> {
    /// Slides of one cell, jumps over one enemy.
    pub const STANDARD: Self = ToadsAndFrogs {
        min_slide: 1,
        max_slide: 1,
        max_jump: 1,
        allow_friendly_jump: false,
    };

    /// Slides of one cell forward and backward, jumps over one enemy. The game is loopy.
    pub const BACKSLIDING: Self = ToadsAndFrogs {
        min_slide: -1,
        ..Self::STANDARD
    };

    /// Slides of one cell, no jumps.
    pub const ELEPHANTS_AND_RHINOS: Self = ToadsAndFrogs {
        max_jump: 0,
        ..Self::STANDARD
    };

    /// The same rules for strips of another size.
    pub fn resized<const M: usize>(&self) -> ToadsAndFrogs<M> {
        ToadsAndFrogs {
            min_slide: self.min_slide,
            max_slide: self.max_slide,
            max_jump: self.max_jump,
            allow_friendly_jump: self.allow_friendly_jump,
        }
    }

    /// Does nobody ever go back, nor over a friend? Then animals that cannot pass each other are a wall.
    fn goes_on(&self) -> bool {
        self.min_slide > 0 && !self.allow_friendly_jump
    }

    /// Reads a strip, such as `tt..ff`.
    pub fn parse(text: &str) -> Result<Strip<N>, BoardError> {
        let mut rows = read_cells(text, ".tf")?;
        if rows.len() > 1 {
            let offset = text.find('|').unwrap_or(0);
            return Err(BoardError::Rule {
                offset,
                row: 1,
                column: rows[0].len() + 1,
                message: "a strip has one row".to_owned(),
            });
        }
        let cells = rows.remove(0);
        if cells.len() > Bits::<N>::CAPACITY {
            return Err(BoardError::TooLarge {
                rows: 1,
                columns: cells.len(),
                capacity: Bits::<N>::CAPACITY,
            });
        }
        Ok(Strip::new(&cells))
    }
}

impl<const N: usize> Rules for ToadsAndFrogs<N> {
    type Position = Strip<N>;

    fn options(&self, at: &Strip<N>, player: Player, visit: Visit<'_, Strip<N>>) -> Flow {
        if *self == Self::STANDARD || *self == Self::BACKSLIDING {
            return at.steps_and_jumps(player, self.min_slide < 0, visit);
        }
        let forward: i32 = match player {
            Player::Left => 1,
            Player::Right => -1,
        };
        let taken = at.taken();
        // The cell `steps` steps ahead, if it is on the strip.
        let ahead = |from: usize, steps: i64| {
            let cell = from as i64 + i64::from(forward) * steps;
            (0..i64::from(at.length))
                .contains(&cell)
                .then_some(cell as usize)
        };
        let is_free = |cell: usize| !taken.contains(cell);
        let in_the_way = match self.allow_friendly_jump {
            true => taken,
            false => at.animals[(-player).index()],
        };
        for from in at.animals[player.index()].iter() {
            for direction in [1, -1i64] {
                let mut steps = 0i64;
                while let Some(to) = ahead(from, steps + direction).filter(|&to| is_free(to)) {
                    steps += direction;
                    if (i64::from(self.min_slide)..=i64::from(self.max_slide)).contains(&steps) {
                        at.go(player, from, to, visit)?;
                    }
                }
            }
            let mut jumped = 0;
            while let Some(cell) = ahead(from, i64::from(jumped) + 1) {
                if jumped > 0 && is_free(cell) {
                    at.go(player, from, cell, visit)?;
                }
                if jumped == self.max_jump || !in_the_way.contains(cell) {
                    break;
                }
                jumped += 1;
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, Strip<N>> {
        Shortcuts {
            ends: {
                // Nobody goes back.
                self.min_slide > 0
            },
            decompose: Some(self),
            known_value: Some(self),
            normalize: Some(self),
            ..Shortcuts::NONE
        }
    }

    /// How many toads have a frog before them, counted once for each such frog: jumps lower it,
    /// slides leave it.
    fn depth_hint(&self, at: &Strip<N>) -> u64 {
        let [toads, frogs] = at.animals;
        toads.iter().map(|toad| (frogs >> toad).len() as u64).sum()
    }

    fn letters(&self) -> Option<&'static str> {
        Some(".tf")
    }

    fn name(&self) -> Cow<'static, str> {
        if *self == Self::STANDARD {
            return "game.strip.ToadsAndFrogs".into();
        }
        if *self == Self::BACKSLIDING {
            return "game.strip.BackslidingToadsAndFrogs".into();
        }
        if *self == Self::ELEPHANTS_AND_RHINOS {
            return "game.strip.ElephantsAndRhinos".into();
        }
        format!(
            "game.strip.GenToadsAndFrogs({}, {}, {}, {})",
            self.min_slide, self.max_slide, self.max_jump, self.allow_friendly_jump
        )
        .into()
    }

    fn write(&self, at: &Strip<N>, f: &mut dyn fmt::Write) -> fmt::Result {
        for cell in 0..usize::from(at.length) {
            let [toad, frog] = at.animals.map(|kind| kind.contains(cell));
            f.write_char(match (toad, frog) {
                (true, _) => 't',
                (_, true) => 'f',
                _ => '.',
            })?;
        }
        Ok(())
    }
}

impl<const N: usize> Decompose<Strip<N>> for ToadsAndFrogs<N> {
    /// Where nobody goes back, crowds that cannot pass each other stand there for ever: a wall between what
    /// lies to their left and to their right. In the usual game the toads that have no frog before them, and the
    /// frogs that have no toad before them, are numbers.
    fn decompose(&self, at: &Strip<N>, part: &mut dyn FnMut(Strip<N>)) -> bool {
        if !self.goes_on() {
            return false;
        }
        let usual = *self == Self::STANDARD;
        let crowd = (self.max_jump as usize).min(Bits::<N>::CAPACITY) + 1;
        if !at.may_split(crowd, usual) {
            return false;
        }
        at.split(crowd, usual, part)
    }
}

impl<const N: usize> KnownValues<Strip<N>> for ToadsAndFrogs<N> {
    /// Where no toad has a frog before it, each animal walks to its end, a move for each empty cell on
    /// its way. In the usual game, 0 where all moves are death leaps.
    fn known_value(&self, at: &Strip<N>) -> Option<KnownValue> {
        if self.min_slide != 1 || self.max_slide < 1 || self.allow_friendly_jump {
            return None;
        }
        if at.has_meetings() {
            let zero = *self == Self::STANDARD && at.only_death_leaps();
            return zero.then(|| KnownValue::from(0));
        }
        let [left, right] = at.walks(at.animals);
        Some(KnownValue::from(left - right))
    }
}

impl<const N: usize> Normalize<Strip<N>> for ToadsAndFrogs<N> {
    fn normalize(&self, at: Strip<N>) -> Normal<Strip<N>> {
        let turned = at.turned();
        Normal {
            position: at.min(turned),
            negated: turned < at,
        }
    }
}

impl<const N: usize> Ruleset for ToadsAndFrogs<N> {
    fn parse(&self, text: &str) -> Result<Strip<N>, NotationError> {
        Ok(Self::parse(text)?)
    }

    fn negative(&self, at: &Strip<N>) -> Option<Strip<N>> {
        Some(at.turned())
    }
}

impl Family for ToadsAndFrogs<1> {
    const CARD: &'static Card = &Card {
        about: "The family of Toads and Frogs.",
        parameters: &[Parameter { name: "minSlide", default: Some(Fallback::Integer(1)), kind: ParameterKind::Integer(-1, 2) }, Parameter { name: "maxSlide", default: Some(Fallback::Integer(1)), kind: ParameterKind::Integer(0, 3) }, Parameter { name: "maxJump", default: Some(Fallback::Integer(1)), kind: ParameterKind::Integer(0, 3) }, Parameter { name: "allowFriendlyJump", default: Some(Fallback::Bool(false)), kind: ParameterKind::Bool }],
        example: "game.strip.GenToadsAndFrogs(maxJump => 2)(\"tt..ff\").CanonicalForm",
        games: &[
            game(
                "game.strip.ToadsAndFrogs",
                "Toads go right, frogs left, by a step or a jump over one enemy.",
                "tt..ff",
            ).tabled(Boards::Pattern("t*m . f*n")),
            game(
                "game.strip.ElephantsAndRhinos",
                "Toads and Frogs without jumps.",
                "tt..ff",
            ).tabled(Boards::Pattern("t*m . f*n")),
            game(
                "game.strip.BackslidingToadsAndFrogs",
                "Toads and Frogs in which a step back is allowed.",
                "tt..ff",
            ).tabled(Boards::Pattern("t*m . f*n")).asked("GameValue"),
        ],
        ..Card::new("game.strip.GenToadsAndFrogs", BoardKind::Strip, "a strip: `t` toads, `f` frogs, `.` empty")
    };

    fn games() -> Vec<ToadsAndFrogs<1>> {
        vec![Self::STANDARD, Self::ELEPHANTS_AND_RHINOS, Self::BACKSLIDING]
    }

    fn member(arguments: &[Argument]) -> Result<ToadsAndFrogs<1>, Misfit> {
        let [min_slide, max_slide, max_jump, allow_friendly_jump] = arguments else {
            return Err("four arguments are needed".into());
        };
        Ok(ToadsAndFrogs {
            min_slide: min_slide.integer()?,
            max_slide: max_slide.integer()?,
            max_jump: max_jump.integer()?,
            allow_friendly_jump: allow_friendly_jump.boolean()?,
        })
    }

    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        let wide = self.resized::<16>();
        let sizes = vec![opener.typed(self), opener.small(wide)];
        opener.first_that_fits(sizes)
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::strip(".tf", size, choose)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip in one word and in three words has the same moves and the same parts.
    #[test]
    fn the_size_of_the_words_does_not_matter() {
        fn texts<const N: usize>(game: &ToadsAndFrogs<N>, text: &str) -> Vec<String> {
            let shown = |at: &Strip<N>| {
                let mut text = String::new();
                game.write(at, &mut text).expect("a text");
                text
            };
            let at = ToadsAndFrogs::<N>::parse(text).expect("a strip");
            let moves = Player::BOTH.map(|player| game.collect_options(&at, player));
            let mut texts: Vec<String> = moves.iter().flatten().map(shown).collect();
            let split = game
                .shortcuts()
                .decompose(&at, &mut |part| texts.push(shown(&part)));
            texts.push(split.to_string());
            texts.push(shown(&at.turned()));
            texts.push(format!("{:?}", game.shortcuts().known_value(&at)));
            texts
        }
        for number in 0..3usize.pow(7) {
            let cell = |i: u32| [".", "t", "f"][number / 3usize.pow(i) % 3];
            let text: String = (0..7).map(cell).collect();
            for game in [ToadsAndFrogs::<1>::STANDARD, ToadsAndFrogs::BACKSLIDING] {
                let wide = game.resized::<3>();
                assert_eq!(texts(&game, &text), texts(&wide, &text), "{text}");
            }
        }
    }

    /// The moves of the usual game are those of the family with the same parameters.
    #[test]
    fn usual_moves_are_those_of_the_family() {
        for game in [ToadsAndFrogs::<1>::STANDARD, ToadsAndFrogs::BACKSLIDING] {
            for length in 0..8u32 {
                for number in 0..3usize.pow(length) {
                    let cell = |i: u32| [".", "t", "f"][number / 3usize.pow(i) % 3];
                    let text: String = (0..length).map(cell).collect();
                    let strip = ToadsAndFrogs::<1>::parse(&text).expect("a strip");
                    // A longest slide of 1 cell and a longest jump over 1 animal, said in another way.
                    let general = |player: Player| {
                        let mut found = Vec::new();
                        for from in strip.animals[player.index()].iter() {
                            let step = if player == Player::Left { 1 } else { -1i64 };
                            let at = |steps: i64| {
                                let cell = from as i64 + step * steps;
                                (0..i64::from(strip.length))
                                    .contains(&cell)
                                    .then_some(cell as usize)
                            };
                            let free = |cell: usize| !strip.taken().contains(cell);
                            let mut go = |to: usize| {
                                let _ = strip.go(player, from, to, &mut |next| {
                                    found.push(next);
                                    ControlFlow::Continue(())
                                });
                            };
                            if let Some(to) = at(1).filter(|&to| free(to)) {
                                go(to);
                            }
                            if let Some(to) = at(-1).filter(|&to| free(to) && game.min_slide < 0) {
                                go(to);
                            }
                            if let (Some(over), Some(to)) = (at(1), at(2))
                                && strip.animals[(-player).index()].contains(over)
                                && free(to)
                            {
                                go(to);
                            }
                        }
                        found
                    };
                    for player in Player::BOTH {
                        assert_eq!(
                            game.collect_options(&strip, player),
                            general(player),
                            "{text}"
                        );
                    }
                }
            }
        }
    }
}
