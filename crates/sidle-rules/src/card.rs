//! Cards: everything about a family of rulesets that other rooms read, beside the rules themselves.

use std::fmt;

use sidle_core::Player;

use crate::{
    argument::Argument,
    packed::{COMPASS, KNIGHT},
    ruleset::Ruleset,
};

/// The card of a family of rulesets.
#[derive(Clone, Copy, Debug)]
pub struct Card {
    /// The class of the rulesets in the language, with its package: `game.grid.GenHareAndHounds`.
    pub class: &'static str,
    /// The family in a sentence.
    pub about: &'static str,
    /// What a member of the family is made of; empty for families that are no more than their named games.
    pub parameters: &'static [Parameter],
    /// A member with parameters and one of its positions, as a line of the language.
    pub example: &'static str,
    /// What positions look like.
    pub notation: &'static str,
    /// The board.
    pub board: BoardKind,
    /// What a ruleset is called with.
    pub input: Input,
    /// The family declares the class of its positions itself; otherwise the class of its board does.
    pub declares_positions: bool,
    /// The parts that the property `Decomposition` lists.
    pub parts: Parts,
    /// The members with a name of their own.
    pub games: &'static [Game],
}

impl Card {
    /// A card to start from: a family without parameters on a board without parts.
    pub const fn new(class: &'static str, board: BoardKind, notation: &'static str) -> Card {
        Card {
            class,
            about: "",
            parameters: &[],
            example: "",
            notation,
            board,
            input: Input::Text,
            declares_positions: false,
            parts: Parts::Unlisted,
            games: &[],
        }
    }

    /// The package of the family: `grid`.
    #[must_use]
    pub fn package(&self) -> &'static str {
        self.class.split('.').nth(1).unwrap_or_default()
    }
}

/// A member of a family with a name of its own.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The name, with its package: `game.grid.HareAndHounds`.
    pub name: &'static str,
    /// The rules in a sentence.
    pub rules: &'static str,
    /// A position.
    pub example: &'static str,
    /// The property of the example that the help shows.
    pub question: &'static str,
    /// It is the impartial variant of the member.
    pub impartial_variant: bool,
    /// Its class in the language, if that is not the class of the family.
    pub class: Option<&'static str>,
    /// Its board, if that is not the board of the family.
    pub board: Option<BoardKind>,
    /// The boards of a table by rows and columns, if the game has usual ones.
    pub table: Option<Boards>,
}

/// The board at row m and column n of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// The board of m rows and n columns, filled with letters that alternate like the squares of a chessboard:
    /// `.` is empty everywhere, `xo` a checkerboard.
    Filled(&'static str),
    /// A text in which `c*m`, `c*n` and `c*3` stand for so many letters `c`: `t*m . f*n`. Blanks are left out.
    Pattern(&'static str),
    /// The pair `m,n`.
    Pair,
    /// m × n boxes without a line: rows of horizontal and of vertical lines in turn.
    Lines,
}

/// A named game whose example shows a canonical form.
pub const fn game(name: &'static str, rules: &'static str, example: &'static str) -> Game {
    Game {
        name,
        rules,
        example,
        question: "CanonicalForm",
        impartial_variant: false,
        class: None,
        board: None,
        table: None,
    }
}

impl Game {
    /// The same game with another question about the example.
    #[must_use]
    pub const fn asked(mut self, question: &'static str) -> Game {
        self.question = question;
        self
    }

    /// The same game with a class of its own.
    #[must_use]
    pub const fn of_class(mut self, class: &'static str) -> Game {
        self.class = Some(class);
        self
    }

    /// The same game on another board than that of the family.
    #[must_use]
    pub const fn on(mut self, board: BoardKind) -> Game {
        self.board = Some(board);
        self
    }

    /// The same game with usual boards for tables.
    #[must_use]
    pub const fn tabled(mut self, boards: Boards) -> Game {
        self.table = Some(boards);
        self
    }

    /// The impartial variant of the member.
    #[must_use]
    pub const fn impartial_variant(mut self) -> Game {
        self.impartial_variant = true;
        self
    }
}

/// What the positions of a family stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardKind {
    /// A grid of cells.
    Grid,
    /// A strip of cells.
    Strip,
    /// A graph; vertices have owners.
    Graph,
    /// A graph whose vertices are weights.
    WeightedGraph,
    /// Heaps, pairs of numbers.
    Heaps,
    /// Something else.
    Other,
}

/// What a ruleset is called with to make a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A text or a board.
    Text,
    /// Two numbers, or coordinates.
    Pair,
    /// A heap; several heaps are a sum.
    Heaps,
    /// The lengths of rows.
    Rows,
    /// The squares of some pieces and the square of one.
    Squares,
}

/// The parts of a position that the property `Decomposition` lists. An engine may find more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parts {
    /// None but the position itself.
    Unlisted,
    /// The regions between cells of a value, each in a canonical place among its reflections.
    FlippedRegions(u8),
    /// The regions between empty cells, where these separate; connected along the `directions` of the ruleset.
    Regions,
    /// The components of a graph.
    Components,
    /// The parts that the engine uses.
    AsSolved,
}

/// A parameter of a family.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The argument if none is given; `None` if one must be given.
    pub default: Option<Fallback>,
    /// The values it takes.
    pub kind: ParameterKind,
}

/// The argument that stands in for one that is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// `Nothing`.
    Nothing,
    /// A truth value.
    Bool(bool),
    /// A number.
    Integer(i64),
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Whole numbers, with the range that tests draw from.
    Integer(i64, i64),
    /// Whole numbers or `inf`, with the range that tests draw from.
    Distance(i64, i64),
    /// `true` or `false`.
    Bool,
    /// A code; tests draw from these.
    Code(&'static [&'static str]),
    /// Directions on a board.
    Directions,
    /// For each player a set of values of cells.
    CellSets,
    /// For each player a value of a cell.
    Cells,
    /// A set of colours of edges.
    Colours,
    /// A set of labels of vertices.
    Labels,
}

impl ParameterKind {
    /// An argument of this kind.
    pub fn sample(&self, choose: Choose<'_>) -> Argument {
        let subset = |all: Vec<Argument>, choose: Choose<'_>| {
            Argument::List(all.into_iter().filter(|_| choose(2) == 1).collect())
        };
        let between = |low: i64, high: i64, choose: Choose<'_>| {
            Argument::from(low + choose((high - low) as usize + 1) as i64)
        };
        let cells = || (0..3).map(Argument::from).collect();
        match *self {
            ParameterKind::Distance(..) if choose(4) == 0 => Argument::Infinity,
            ParameterKind::Integer(low, high) | ParameterKind::Distance(low, high) => {
                between(low, high, choose)
            }
            ParameterKind::Bool => Argument::Bool(choose(2) == 1),
            ParameterKind::Code(codes) => Argument::Text(codes[choose(codes.len())].to_owned()),
            ParameterKind::Directions if choose(3) > 0 => {
                // Often steps to neighbours alone, and few of them: such boards are split by other code.
                let knights = if choose(2) == 1 { &KNIGHT[..] } else { &[] };
                let steps = COMPASS.iter().chain(knights).copied();
                let some = steps.filter(|_| choose(2) == 1).map(Argument::Step);
                let some = some.collect();
                subset(some, choose)
            }
            ParameterKind::CellSets if choose(3) > 0 => {
                let sides = [subset(cells(), choose), subset(cells(), choose)];
                Argument::PerPlayer(Box::new(sides))
            }
            ParameterKind::Cells if choose(3) > 0 => {
                Argument::PerPlayer(Box::new([between(0, 2, choose), between(0, 2, choose)]))
            }
            ParameterKind::Directions | ParameterKind::CellSets | ParameterKind::Cells => {
                Argument::Nothing
            }
            ParameterKind::Colours => subset((1..=3).map(Argument::Colour).collect(), choose),
            ParameterKind::Labels => {
                let owned = Player::BOTH.into_iter().map(Argument::Player);
                subset(owned.chain([Argument::Nothing]).collect(), choose)
            }
        }
    }
}

/// Arguments that make no member of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// What is wrong.
    pub message: String,
    /// The place in the text of an argument that is to blame: the number of the argument, and bytes.
    pub inside: Option<(usize, std::ops::Range<usize>)>,
}

impl<M: Into<String>> From<M> for Misfit {
    fn from(message: M) -> Misfit {
        Misfit {
            message: message.into(),
            inside: None,
        }
    }
}

/// A source of choices: `choose(n)` is a number below `n`. Random numbers give random positions, and counting
/// through all sequences of choices gives all positions.
pub type Choose<'c> = &'c mut dyn FnMut(usize) -> usize;

/// A family of rulesets as the registry holds it.
pub trait Family: Ruleset + Clone + fmt::Debug + Sized + 'static {
    /// The card.
    const CARD: &'static Card;

    /// The named games, in the order of the card.
    fn games() -> Vec<Self>;

    /// The member with given arguments, one for each parameter.
    ///
    /// # Errors
    /// If there is no such member.
    fn member(arguments: &[Argument]) -> Result<Self, Misfit> {
        let _ = arguments;
        Err("this game has no parameters".into())
    }

    /// Opens the ruleset for solving. A family with small positions, or with boards of several sizes, says so here.
    fn open<O: Opener>(self, opener: &O) -> O::Opened {
        opener.typed(self)
    }

    /// A position of at most `size` cells, vertices or tokens, as a text.
    fn sample(&self, size: usize, choose: Choose<'_>) -> String;
}

/// An engine that solves rulesets, as a [`Family`] opens itself for it.
pub trait Opener {
    /// A ruleset that is ready to be solved.
    type Opened;

    /// A ruleset whose positions are solved with a table of their own type.
    fn typed<R: Ruleset + Clone + fmt::Debug + 'static>(&self, rules: R) -> Self::Opened;

    /// A ruleset whose positions are solved among positions of all kinds; for games that are small.
    fn small<R: Ruleset + Clone + fmt::Debug + 'static>(&self, rules: R) -> Self::Opened;

    /// Rules for boards of several sizes: the first that can read a text is used.
    fn first_that_fits(&self, sizes: Vec<Self::Opened>) -> Self::Opened;
}

/// A collection of families: the registry calls `family` for each of them.
pub trait Visitor {
    /// Takes a family.
    fn family<F: Family>(&mut self);
}

/// Declares the modules of rulesets in a folder, and the function that shows them to a visitor.
macro_rules! rulesets {
    ($($module:ident: [$($family:ty),+ $(,)?]),+ $(,)?) => {
        $(mod $module;)+

        /// Calls `visitor` for every family of this folder.
        pub(crate) fn register(visitor: &mut impl $crate::card::Visitor) {
            $($(visitor.family::<$family>();)+)+
        }
    };
}
