//! Clobber and its relatives: a piece moves onto a piece.

use std::{borrow::Cow, fmt, ops::ControlFlow};

use sidle_core::{Decompose, Flow, Normal, Normalize, Player, Rules, Shortcuts, Visit};

use crate::card::{Boards, BoardKind, Card, Choose, Fallback, Family, Misfit, Parameter, ParameterKind, Parts, game};
use crate::argument::Argument;
use crate::sample;

use crate::{
    notation::NotationError,
    packed::{COMPASS, EIGHT_WAY, KNIGHT, ORTHOGONAL, PackedBoard, Step, Symmetry},
    ruleset::{Ruleset, hand_out, least},
};

/// The family of Clobber (Albert, Grossman, Nowakowski and Wolfe 2005). An own piece goes along a
/// direction over empty cells to the first piece, or to the cell `max_distance` steps away if all
/// before it are empty. It clobbers that cell if the value is among those the player may clobber;
/// the edge of the board is nothing to clobber. The cell left behind gets a value of its own.
///
/// Cells: `.` empty, `x` Left's piece, `o` Right's.
///
/// ```
/// use sidle_core::{Player, Rules};
/// use sidle_rules::{packed::PackedBoard, grid::ClobberFamily};
/// let clobber = ClobberFamily::clobber();
/// let start = PackedBoard::parse("xo", ".xo").unwrap();
/// assert_eq!(clobber.collect_options(&start, Player::Left)[0].write(".xo"), ".x");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClobberFamily {
    directions: Vec<Step>,
    clobbered: [u8; 2],
    left_behind: [u8; 2],
    max_distance: u32,
    symmetries: Vec<Symmetry>,
}

const EMPTY: u8 = 0;

fn set_of_bits(bits: u8) -> String {
    let all: Vec<String> = (0..8)
        .filter(|i| bits >> i & 1 == 1)
        .map(|i: u32| i.to_string())
        .collect();
    format!("{{{}}}", all.join(","))
}

fn index(player: Player) -> usize {
    match player {
        Player::Left => 0,
        Player::Right => 1,
    }
}

/// The value of a player's own pieces, on all boards of this crate: 1 for Left and 2 for Right.
pub(crate) fn own(player: Player) -> u8 {
    match player {
        Player::Left => 1,
        Player::Right => 2,
    }
}

impl ClobberFamily {
    /// The letters of the board.
    pub const LETTERS: &'static str = ".xo";

    /// A game of the family. `clobbered` holds for each player, Left first, the set of cell values
    /// as bits; `left_behind` the value of the vacated cell; no `max_distance` means none.
    pub fn new(
        directions: Vec<Step>,
        clobbered: [u8; 2],
        left_behind: [u8; 2],
        max_distance: Option<u32>,
    ) -> ClobberFamily {
        let symmetries = EIGHT_WAY
            .into_iter()
            .filter(|by| directions.iter().all(|&d| directions.contains(&by.turn(d))))
            .collect();
        ClobberFamily {
            directions,
            clobbered,
            left_behind,
            max_distance: max_distance.unwrap_or(u32::MAX),
            symmetries,
        }
    }

    fn plain(directions: &[Step], max_distance: Option<u32>) -> ClobberFamily {
        ClobberFamily::new(
            directions.to_vec(),
            [0b100, 0b010],
            [EMPTY; 2],
            max_distance,
        )
    }

    /// Clobber: one step up, down, left or right, onto an enemy.
    pub fn clobber() -> ClobberFamily {
        ClobberFamily::plain(&ORTHOGONAL, Some(1))
    }

    /// Clobber with the steps of a chess king.
    pub fn kings() -> ClobberFamily {
        ClobberFamily::plain(&COMPASS, Some(1))
    }

    /// Clobber with the steps of a chess knight.
    pub fn knights() -> ClobberFamily {
        ClobberFamily::plain(&KNIGHT, Some(1))
    }

    /// Clobber with the moves of a chess rook.
    pub fn rooks() -> ClobberFamily {
        ClobberFamily::plain(&ORTHOGONAL, None)
    }

    /// Clobber with the moves of a chess queen.
    pub fn queens() -> ClobberFamily {
        ClobberFamily::plain(&COMPASS, None)
    }

    /// Hot Clobber: friends may be clobbered too.
    pub fn hot_clobber() -> ClobberFamily {
        ClobberFamily::new(ORTHOGONAL.to_vec(), [0b110; 2], [EMPTY; 2], Some(1))
    }

    /// Anti-Clobber: a piece steps onto an empty cell and leaves an enemy behind.
    pub fn anti_clobber() -> ClobberFamily {
        ClobberFamily::new(ORTHOGONAL.to_vec(), [0b001; 2], [2, 1], Some(1))
    }

    /// The name in the calculator, with the parameters unless it is one of the named games.
    fn full_name(&self) -> Cow<'static, str> {
        let named = [
            ("Clobber", ClobberFamily::clobber()),
            ("Kings", ClobberFamily::kings()),
            ("Knights", ClobberFamily::knights()),
            ("Rooks", ClobberFamily::rooks()),
            ("Queens", ClobberFamily::queens()),
            ("HotClobber", ClobberFamily::hot_clobber()),
            ("AntiClobber", ClobberFamily::anti_clobber()),
        ];
        match named.iter().find(|(_, game)| game == self) {
            Some((name, _)) => format!("game.grid.{name}").into(),
            None => format!(
                "game.grid.GenClobber(directions => {:?}, clobbered => {}, leftBehind => {}, \
                 maxDistance => {})",
                self.directions,
                format_args!(
                    "{{Left => {}, Right => {}}}",
                    set_of_bits(self.clobbered[0]),
                    set_of_bits(self.clobbered[1])
                ),
                format_args!(
                    "{{Left => {}, Right => {}}}",
                    self.left_behind[0], self.left_behind[1]
                ),
                match self.max_distance {
                    u32::MAX => "inf".into(),
                    n => n.to_string(),
                }
            )
            .into(),
        }
    }

    /// Whether a piece can never come to a cell that is empty, so that empty cells separate.
    fn separates(&self) -> bool {
        self.max_distance == 1 && (self.clobbered[0] | self.clobbered[1]) & 1 == 0
    }
}

impl Rules for ClobberFamily {
    type Position = PackedBoard<2>;

    fn options(
        &self,
        at: &PackedBoard<2>,
        player: Player,
        visit: Visit<'_, PackedBoard<2>>,
    ) -> Flow {
        let (mine, targets) = (own(player), self.clobbered[index(player)]);
        let behind = self.left_behind[index(player)];
        for from in at.find(mine) {
            for &direction in &self.directions {
                let mut target = at.step(from, direction);
                for _ in 1..self.max_distance {
                    match target {
                        Some(cell) if at.at(cell) == EMPTY => target = at.step(cell, direction),
                        _ => break,
                    }
                }
                if let Some(to) = target
                    && targets >> at.at(to) & 1 == 1
                {
                    visit(at.with(&[(from, behind), (to, mine)]))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn shortcuts(&self) -> Shortcuts<'_, PackedBoard<2>> {
        Shortcuts {
            ends: {
                // Either every move takes a piece off the board, or every move fills an empty cell.
                let takes = |i: usize| self.clobbered[i] & 1 == 0 && self.left_behind[i] == EMPTY;
                let fills = |i: usize| self.clobbered[i] == 1 && self.left_behind[i] != EMPTY;
                (0..2).all(takes) || (0..2).all(fills)
            },
            decompose: Some(self),
            normalize: Some(self),
            ..Shortcuts::NONE
        }
    }

    fn letters(&self) -> Option<&'static str> {
        Some(ClobberFamily::LETTERS)
    }

    fn name(&self) -> Cow<'static, str> {
        self.full_name()
    }

    fn write(&self, at: &PackedBoard<2>, f: &mut dyn fmt::Write) -> fmt::Result {
        f.write_str(&at.write(ClobberFamily::LETTERS))
    }
}

impl Decompose<PackedBoard<2>> for ClobberFamily {
    fn decompose(&self, at: &PackedBoard<2>, part: &mut dyn FnMut(PackedBoard<2>)) -> bool {
        self.separates() && hand_out(self, at, at.regions(EMPTY, &self.directions), part)
    }
}

impl Normalize<PackedBoard<2>> for ClobberFamily {
    fn normalize(&self, at: PackedBoard<2>) -> Normal<PackedBoard<2>> {
        least(self, at, &self.symmetries)
    }
}

impl Ruleset for ClobberFamily {
    fn parse(&self, text: &str) -> Result<PackedBoard<2>, NotationError> {
        PackedBoard::parse(text, ClobberFamily::LETTERS)
    }

    fn negative(&self, at: &PackedBoard<2>) -> Option<PackedBoard<2>> {
        let swapped = |set: u8| set & 1 | (set >> 1 & 1) << 2 | (set >> 2 & 1) << 1;
        let other = |value: u8| [0, 2, 1][usize::from(value)];
        let mirrored = self.clobbered[0] == swapped(self.clobbered[1])
            && self.left_behind[0] == other(self.left_behind[1]);
        mirrored.then(|| at.swap_colours())
    }
}

impl Family for ClobberFamily {
    const CARD: &'static Card = &Card {
        about: "The family of Clobber.",
        parameters: &[Parameter { name: "directions", default: Some(Fallback::Nothing), kind: ParameterKind::Directions }, Parameter { name: "clobbered", default: Some(Fallback::Nothing), kind: ParameterKind::CellSets }, Parameter { name: "leftBehind", default: Some(Fallback::Nothing), kind: ParameterKind::Cells }, Parameter { name: "maxDistance", default: Some(Fallback::Integer(1)), kind: ParameterKind::Distance(1, 3) }],
        example: "game.grid.GenClobber(directions => Coordinates.Diagonal)(\"xo|ox\").CanonicalForm",
        parts: Parts::Regions,
        games: &[
            game(
                "game.grid.AntiClobber",
                "A stone steps onto an empty cell next to it and leaves an enemy behind.",
                "xo.|..x",
            ),
            game(
                "game.grid.HotClobber",
                "A stone moves onto any stone next to it and removes it.",
                "xox|oxo",
            ).tabled(Boards::Filled("xo")),
            game(
                "game.grid.Kings",
                "Clobber with the steps of a chess king.",
                "xox|ox.",
            ).tabled(Boards::Filled("xo")),
            game(
                "game.grid.Knights",
                "Clobber with the steps of a chess knight.",
                "xox|oxo|xox",
            ).tabled(Boards::Filled("xo")),
            game(
                "game.grid.Rooks",
                "Clobber with the moves of a chess rook.",
                "x.o|o.x",
            ).tabled(Boards::Filled("xo")),
            game(
                "game.grid.Queens",
                "Clobber with the moves of a chess queen.",
                "x.o|o.x",
            ).tabled(Boards::Filled("xo")),
        ],
        ..Card::new("game.grid.GenClobber", BoardKind::Grid, "rows: `x` Left's, `o` Right's, `.` empty")
    };

    fn games() -> Vec<ClobberFamily> {
        vec![
            ClobberFamily::anti_clobber(),
            ClobberFamily::hot_clobber(),
            ClobberFamily::kings(),
            ClobberFamily::knights(),
            ClobberFamily::rooks(),
            ClobberFamily::queens(),
        ]
    }

    fn member(arguments: &[Argument]) -> Result<ClobberFamily, Misfit> {
        let [directions, clobbered, left_behind, max_distance] = arguments else {
            return Err("four arguments are needed".into());
        };
        let directions = match directions {
            Argument::Nothing => ORTHOGONAL.to_vec(),
            list => list.items()?.iter().map(Argument::step).collect::<Result<_, _>>()?,
        };
        let cell = |argument: &Argument| match argument.integer::<u8>()? {
            n @ 0..=2 => Ok(n),
            n => Err(Misfit::from(format!("a cell is 0, 1 or 2, not {n}"))),
        };
        let clobbered = clobbered.for_players([0b100, 0b010], |set| {
            let mut cells = set.items()?.iter().map(cell);
            cells.try_fold(0, |set, c| c.map(|c| set | 1 << c))
        })?;
        let left_behind = left_behind.for_players([EMPTY; 2], cell)?;
        let max_distance = match max_distance {
            Argument::Infinity => None,
            n => Some(n.integer()?),
        };
        Ok(ClobberFamily::new(directions, clobbered, left_behind, max_distance))
    }

    fn sample(&self, size: usize, choose: Choose<'_>) -> String {
        sample::grid(ClobberFamily::LETTERS, size, choose)
    }
}
