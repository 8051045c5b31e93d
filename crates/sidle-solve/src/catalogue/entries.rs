//! One line for each ruleset.

use std::sync::Arc;

use sidle_rules::{
    Clobber, Domineering, ToadsAndFrogs,
    graph::{ArcKayles, ColFamily, DigraphPlacement, Hackenbush, NodeKayles, PartizanArcKayles},
    grid::{
        Amazons, ClobberFamily, Fission, FoxAndGeese, HareAndHounds, Konane, Nimstring, NoGo,
        SkiJumps,
    },
    heap::{Chomp, Cutcake, HeapGame, Memory, PartizanEuclid, Wythoff},
    strip::{EndNim, PushAndShove, TopplingDominoes, Turning, TurningCode},
};

use super::{AnyRuleset, first_that_fits, ruleset, small_ruleset, toads_and_frogs};
use crate::Variant;

/// A named ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name, with its package.
    pub name: &'static str,
    /// The rules in a sentence.
    pub rules: &'static str,
    /// What positions look like.
    pub notation: &'static str,
    /// A position.
    pub example: &'static str,
    make: fn() -> Arc<dyn AnyRuleset>,
}

impl Entry {
    /// The ruleset.
    pub fn ruleset(&self) -> Arc<dyn AnyRuleset> {
        (self.make)()
    }
}

const GRAPH: &str = "a graph: `-` an edge, `.` a vertex, `(..;..)` branches, `:A` a name";
const COLOURS: &str = "a graph, ground first: `l` blue, `r` red, `e` green edges";
const STONES: &str = "rows: `x` Left's, `o` Right's, `.` empty";
const WALLS: &str = "rows: `x` Left's, `o` Right's, `.` empty, `#` blocked";
const PAIR: &str = "two numbers";

const fn entry(
    name: &'static str,
    rules: &'static str,
    notation: &'static str,
    example: &'static str,
    make: fn() -> Arc<dyn AnyRuleset>,
) -> Entry {
    Entry {
        name,
        rules,
        notation,
        example,
        make,
    }
}

fn domineering() -> Arc<dyn AnyRuleset> {
    first_that_fits(vec![
        ruleset(Domineering::<1>),
        small_ruleset(Domineering::<16>),
    ])
}

fn clobber() -> Arc<dyn AnyRuleset> {
    first_that_fits(vec![
        ruleset(Clobber::<1>),
        ruleset(ClobberFamily::clobber()),
    ])
}

fn fox(range: u32) -> Arc<dyn AnyRuleset> {
    ruleset(FoxAndGeese::new(8, range).expect("a fox moves at least one step"))
}

fn turning(code: &str) -> Arc<dyn AnyRuleset> {
    let code: TurningCode = code.parse().expect("the code of a named game");
    ruleset(Turning::new(code))
}

/// All rulesets that have a name of their own; families with parameters are in the calculator.
pub static ENTRIES: &[Entry] = &[
    entry(
        "game.grid.Domineering",
        "Left places dominoes upright, Right lying down.",
        "rows: `.` free, `#` taken",
        "...|...|..#",
        domineering,
    ),
    entry(
        "game.grid.Cram",
        "Either player places dominoes either way.",
        "rows: `.` free, `#` taken",
        "...|..#",
        || domineering().variant(Variant::Impartial),
    ),
    entry(
        "game.grid.Clobber",
        "A stone moves onto an enemy next to it and removes it.",
        STONES,
        "xoxo|oxox",
        clobber,
    ),
    entry(
        "game.grid.AntiClobber",
        "A stone steps onto an empty cell next to it and leaves an enemy behind.",
        STONES,
        "xo.|..x",
        || ruleset(ClobberFamily::anti_clobber()),
    ),
    entry(
        "game.grid.HotClobber",
        "A stone moves onto any stone next to it and removes it.",
        STONES,
        "xox|oxo",
        || ruleset(ClobberFamily::hot_clobber()),
    ),
    entry(
        "game.grid.Kings",
        "Clobber with the steps of a chess king.",
        STONES,
        "xox|ox.",
        || ruleset(ClobberFamily::kings()),
    ),
    entry(
        "game.grid.Knights",
        "Clobber with the steps of a chess knight.",
        STONES,
        "xox|oxo|xox",
        || ruleset(ClobberFamily::knights()),
    ),
    entry(
        "game.grid.Rooks",
        "Clobber with the moves of a chess rook.",
        STONES,
        "x.o|o.x",
        || ruleset(ClobberFamily::rooks()),
    ),
    entry(
        "game.grid.Queens",
        "Clobber with the moves of a chess queen.",
        STONES,
        "x.o|o.x",
        || ruleset(ClobberFamily::queens()),
    ),
    entry(
        "game.grid.Amazons",
        "An amazon moves like a chess queen and shoots an arrow that blocks a cell.",
        WALLS,
        "x...|...o",
        || ruleset(Amazons),
    ),
    entry(
        "game.grid.Fission",
        "Left splits a stone up and down, Right to the left and right, onto empty cells.",
        "rows: `x` stone, `.` empty, `#` blocked",
        "...|.x.|...",
        || ruleset(Fission),
    ),
    entry(
        "game.grid.Konane",
        "A stone jumps over an enemy onto an empty cell, several times in one direction if it can.",
        WALLS,
        "xoxo|ox.x|xoxo",
        || ruleset(Konane),
    ),
    entry(
        "game.grid.NoGo",
        "A player puts down a stone; every chain must keep an empty cell next to it.",
        WALLS,
        "...|...",
        || ruleset(NoGo),
    ),
    entry(
        "game.grid.Nimstring",
        "Cut a string; whoever frees a coin has to cut again. The game behind Dots and Boxes.",
        "rows of n horizontal and of n + 1 vertical lines in turn: `.` open, `x` drawn",
        "..|...|..|...|..",
        || ruleset(Nimstring),
    ),
    entry(
        "game.grid.FoxAndGeese",
        "Geese go down the dark squares, the fox in all directions and tries to break through.",
        "rows of 8 dark and light squares: `x` geese, `o` the fox",
        ".x.x.x.x|........|........|o.......",
        || fox(1),
    ),
    entry(
        "game.grid.CeyloneseFoxAndGeese",
        "Fox and Geese with a fox that goes up to two steps.",
        "rows of 8 dark and light squares: `x` geese, `o` the fox",
        ".x.x.x.x|........|........|o.......",
        || fox(2),
    ),
    entry(
        "game.grid.HareAndHounds",
        "Three hounds chase a hare, never going back.",
        "three rows with `#` at the corners: `x` hounds, `o` the hare",
        "#x..#|x...o|#x..#",
        || small_ruleset(HareAndHounds::new(5).expect("the usual board")),
    ),
    entry(
        "game.grid.SkiJumps",
        "Skiers slide along their rows, Left's to the right; jumpers jump down over enemies.",
        "rows: `L`, `R` jumpers, `l`, `r` slippers, `.` empty",
        "L..|..R|...",
        || small_ruleset(SkiJumps),
    ),
    entry(
        "game.strip.ToadsAndFrogs",
        "Toads go right, frogs left, by a step or a jump over one enemy.",
        "a strip: `t` toads, `f` frogs, `.` empty",
        "tt..ff",
        || toads_and_frogs(ToadsAndFrogs::STANDARD),
    ),
    entry(
        "game.strip.ElephantsAndRhinos",
        "Toads and Frogs without jumps.",
        "a strip: `t` toads, `f` frogs, `.` empty",
        "tt..ff",
        || toads_and_frogs(ToadsAndFrogs::ELEPHANTS_AND_RHINOS),
    ),
    entry(
        "game.strip.BackslidingToadsAndFrogs",
        "Toads and Frogs in which a step back is allowed.",
        "a strip: `t` toads, `f` frogs, `.` empty",
        "tt..ff",
        || toads_and_frogs(ToadsAndFrogs::BACKSLIDING),
    ),
    entry(
        "game.strip.TopplingDominoes",
        "Topple a domino to either side; all dominoes there fall with it.",
        "a strip: `l` blue, `r` red, `e` green",
        "lrel",
        || ruleset(TopplingDominoes),
    ),
    entry(
        "game.strip.Push",
        "Move a piece one cell to the left; it pushes the block before it.",
        "a strip: `l`, `r` pieces, `.` empty",
        ".l.rl",
        || ruleset(PushAndShove::Push),
    ),
    entry(
        "game.strip.Shove",
        "Move a piece one cell to the left, and everything to its left with it.",
        "a strip: `l`, `r` pieces, `.` empty",
        ".l.rl",
        || ruleset(PushAndShove::Shove),
    ),
    entry(
        "game.strip.EndNim",
        "Left takes from the first heap of a row, Right from the last.",
        "digits, or numbers separated by commas",
        "314",
        || small_ruleset(EndNim),
    ),
    entry(
        "game.strip.TurningTurtles",
        "Turn one or two coins, the one furthest to the right from heads to tails.",
        "a strip: `h` heads, `t` tails",
        "thht",
        || turning("1-2"),
    ),
    entry(
        "game.strip.MockTurtles",
        "Turn up to three coins, the one furthest to the right from heads to tails.",
        "a strip: `h` heads, `t` tails",
        "thht",
        || turning("1-3"),
    ),
    entry(
        "game.strip.Twins",
        "Turn two coins, the one further to the right from heads to tails.",
        "a strip: `h` heads, `t` tails",
        "thht",
        || turning("2"),
    ),
    entry(
        "game.strip.Ruler",
        "Turn any number of neighbouring coins, the last from heads to tails.",
        "a strip: `h` heads, `t` tails",
        "thht",
        || turning("1+C"),
    ),
    entry(
        "game.graph.Hackenbush",
        "Cut an edge; what is no longer joined to the ground falls.",
        COLOURS,
        "l(r;ee)",
        || ruleset(Hackenbush::default()),
    ),
    entry(
        "game.graph.ChildishHackenbush",
        "Cut an edge; blue and red ones only if nothing else falls.",
        COLOURS,
        "l(r;ee)",
        || ruleset(Hackenbush::childish()),
    ),
    entry(
        "game.graph.Col",
        "Colour a vertex; neighbours never get the same colour.",
        "a graph: `-` an edge, `L`, `R` vertices next to a colour",
        ".-.-.",
        || ruleset(ColFamily::col()),
    ),
    entry(
        "game.graph.Snort",
        "Colour a vertex; neighbours never get different colours.",
        "a graph: `-` an edge, `L`, `R` vertices next to a colour",
        ".-.-.",
        || ruleset(ColFamily::snort()),
    ),
    entry(
        "game.graph.Fjords",
        "Take a vertex of one's own colour and claim its neighbours.",
        "a graph: `-` an edge, `L`, `R` owned vertices",
        "L-.-.-R",
        || ruleset(ColFamily::fjords()),
    ),
    entry(
        "game.graph.ArcKayles",
        "Remove an edge with both its ends.",
        GRAPH,
        "---",
        || ruleset(ArcKayles { weighted: false }),
    ),
    entry(
        "game.graph.WeightedArcKayles",
        "Lower the weights of both ends of an edge.",
        "a graph whose vertices are weights, `{10}` from ten on",
        "2-3-1",
        || ruleset(ArcKayles { weighted: true }),
    ),
    entry(
        "game.graph.PartizanArcKayles",
        "Remove an edge of one's own colour, or a green one, with both its ends.",
        "a graph: `l` blue, `r` red, `e` green edges",
        "lrle",
        || ruleset(PartizanArcKayles),
    ),
    entry(
        "game.graph.NodeKayles",
        "Remove a vertex and its neighbours.",
        GRAPH,
        "---",
        || ruleset(NodeKayles),
    ),
    entry(
        "game.graph.DigraphPlacement",
        "Take a vertex of one's own; those it points to vanish too.",
        "a graph: `L`, `R` vertices, `>`, `<` arcs, `-` both ways",
        "L>R-L",
        || ruleset(DigraphPlacement),
    ),
    entry(
        "game.heap.Nim",
        "Take any number of tokens from a heap.",
        "heaps",
        "3,4,5",
        || small_ruleset(HeapGame::nim()),
    ),
    entry(
        "game.heap.Cutcake",
        "Left cuts a cake along its rows, Right along its columns.",
        "two numbers: rows and columns",
        "3,4",
        || small_ruleset(Cutcake::standard()),
    ),
    entry(
        "game.heap.MaundyCake",
        "Cutcake with cuts into any number of equal pieces.",
        "two numbers: rows and columns",
        "6,4",
        || small_ruleset(Cutcake::maundy_cake()),
    ),
    entry(
        "game.heap.Eatcake",
        "Left eats a column, Right a row; the rest may fall into two cakes.",
        "two numbers: rows and columns",
        "3,4",
        || small_ruleset(Cutcake::eatcake()),
    ),
    entry(
        "game.heap.TurnAndEatcake",
        "Eatcake in which the cake is turned before each move.",
        "two numbers: rows and columns",
        "3,4",
        || small_ruleset(Cutcake::turn_and_eatcake()),
    ),
    entry(
        "game.heap.PartizanEuclid",
        "Left goes on with the remainder, Right with what is missing to the divisor.",
        PAIR,
        "8,3",
        || small_ruleset(PartizanEuclid),
    ),
    entry(
        "game.heap.Wythoff",
        "Take from one heap, or the same number from both.",
        PAIR,
        "3,5",
        || small_ruleset(Wythoff::standard()),
    ),
    entry(
        "game.heap.Mem",
        "Never take fewer tokens than were taken before.",
        "two numbers: the heap and the memory",
        "12,3",
        || small_ruleset(Memory::mem()),
    ),
    entry(
        "game.heap.FibonacciNim",
        "Take at most twice as many tokens as were taken before.",
        "two numbers: the heap and the memory",
        "12,3",
        || small_ruleset(Memory::fibonacci_nim()),
    ),
    entry(
        "game.heap.Chomp",
        "Take a square with everything below it and to its right, but not the poisoned corner.",
        "the lengths of the rows",
        "4,4,2",
        || small_ruleset(Chomp),
    ),
];
