//! Toads and Frogs (Richard Guy; *Winning Ways*, ch. 1) and its relatives.
//!
//! Left's toads `t` move to the right along a strip, Right's frogs `f` to the left. A player slides an
//! animal over empty cells, or lets it jump over animals in its way onto the empty cell behind them.
//! In Backsliding Toads and Frogs animals may also slide back, so that play can go on for ever.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Normal, Player, Rules};

use crate::{Bits, BoardError, NotationError, Ruleset, read_cells};

/// The rules of a game of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToadsAndFrogs {
    /// The shortest slide; negative slides go backward, a slide of length 0 is none.
    pub min_slide: i32,
    /// The longest slide.
    pub max_slide: i32,
    /// How many animals an animal may jump over.
    pub max_jump: u32,
    /// May an animal jump over its own kind (over animals of one kind in each jump)?
    pub allow_friendly_jump: bool,
}

impl ToadsAndFrogs {
    /// Slides of one cell, jumps over one enemy.
    pub const STANDARD: ToadsAndFrogs = ToadsAndFrogs {
        min_slide: 1,
        max_slide: 1,
        max_jump: 1,
        allow_friendly_jump: false,
    };

    /// Slides of one cell forward and backward, jumps over one enemy. The game is loopy.
    pub const BACKSLIDING: ToadsAndFrogs = ToadsAndFrogs {
        min_slide: -1,
        ..ToadsAndFrogs::STANDARD
    };

    /// Slides of one cell, no jumps.
    pub const ELEPHANTS_AND_RHINOS: ToadsAndFrogs = ToadsAndFrogs {
        max_jump: 0,
        ..ToadsAndFrogs::STANDARD
    };

    /// Reads a strip, such as `tt..ff`.
    pub fn parse(text: &str) -> Result<Strip, BoardError> {
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
        if cells.len() > Bits::<4>::CAPACITY {
            return Err(BoardError::TooLarge {
                rows: 1,
                columns: cells.len(),
                capacity: Bits::<4>::CAPACITY,
            });
        }
        let mut animals = [Bits::EMPTY; 2];
        for (cell, &kind) in cells.iter().enumerate().filter(|(_, kind)| **kind > 0) {
            let kind = &mut animals[kind as usize - 1];
            *kind = kind.with(cell);
        }
        Ok(Strip {
            animals,
            length: cells.len() as u16,
        })
    }
}

/// The animals on a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strip {
    /// Toads, frogs.
    animals: [Bits<4>; 2],
    length: u16,
}

impl Strip {
    /// The strip seen from the other end, with the animals exchanged.
    fn turned(self) -> Strip {
        let [toads, frogs] = self.animals.map(|set| set.reversed(self.length as usize));
        Strip {
            animals: [frogs, toads],
            length: self.length,
        }
    }

    /// Visits the strips that arise when `player` moves the animal on `from` to one of the cells.
    fn go(
        &self,
        player: Player,
        from: usize,
        to: usize,
        visit: &mut dyn FnMut(Strip) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut next = *self;
        let own = &mut next.animals[player.index()];
        *own = own.without(from).with(to);
        visit(next)
    }
}

impl Rules for ToadsAndFrogs {
    type Position = Strip;

    fn options(
        &self,
        at: &Strip,
        player: Player,
        visit: &mut dyn FnMut(Strip) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let forward: i32 = match player {
            Player::Left => 1,
            Player::Right => -1,
        };
        let taken = at.animals[0] | at.animals[1];
        // The cell `steps` steps ahead, if it is on the strip.
        let ahead = |from: usize, steps: i64| {
            let cell = from as i64 + i64::from(forward) * steps;
            (0..i64::from(at.length))
                .contains(&cell)
                .then_some(cell as usize)
        };
        let is_free = |cell: usize| !taken.contains(cell);
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
            for over in Player::BOTH {
                if over == player && !self.allow_friendly_jump {
                    continue;
                }
                let mut jumped = 0;
                while let Some(cell) = ahead(from, i64::from(jumped) + 1) {
                    if jumped > 0 && is_free(cell) {
                        at.go(player, from, cell, visit)?;
                    }
                    if jumped == self.max_jump || !at.animals[over.index()].contains(cell) {
                        break;
                    }
                    jumped += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn normalize(&self, at: Strip) -> Normal<Strip> {
        let turned = at.turned();
        Normal {
            position: at.min(turned),
            negated: turned < at,
        }
    }

    /// How many toads have a frog before them, counted once for each such frog: jumps lower it,
    /// slides leave it.
    fn depth_hint(&self, at: &Strip) -> u64 {
        let [toads, frogs] = at.animals;
        toads.iter().map(|toad| (frogs >> toad).len() as u64).sum()
    }

    fn always_ends(&self) -> bool {
        // Nobody goes back.
        self.min_slide > 0
    }

    fn name(&self) -> Cow<'static, str> {
        if *self == ToadsAndFrogs::STANDARD {
            return "game.strip.ToadsAndFrogs".into();
        }
        if *self == ToadsAndFrogs::BACKSLIDING {
            return "game.strip.BackslidingToadsAndFrogs".into();
        }
        if *self == ToadsAndFrogs::ELEPHANTS_AND_RHINOS {
            return "game.strip.ElephantsAndRhinos".into();
        }
        format!(
            "game.strip.GenToadsAndFrogs({}, {}, {}, {})",
            self.min_slide, self.max_slide, self.max_jump, self.allow_friendly_jump
        )
        .into()
    }

    fn write(&self, at: &Strip, f: &mut dyn fmt::Write) -> fmt::Result {
        for cell in 0..at.length as usize {
            let [toad, frog] = at.animals.map(|set| set.contains(cell));
            f.write_char(match (toad, frog) {
                (true, _) => 't',
                (_, true) => 'f',
                _ => '.',
            })?;
        }
        Ok(())
    }
}

impl Ruleset for ToadsAndFrogs {
    fn letters(&self) -> Option<&'static str> {
        Some(".tf")
    }

    fn parse(&self, text: &str) -> Result<Strip, NotationError> {
        Ok(ToadsAndFrogs::parse(text)?)
    }

    fn negative(&self, at: &Strip) -> Option<Strip> {
        Some(at.turned())
    }
}
