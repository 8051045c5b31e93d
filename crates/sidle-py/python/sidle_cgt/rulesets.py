"""The built-in rulesets.

Generated from the registry by `generate.py`; do not edit.
"""

from __future__ import annotations

from ._builtin import BuiltIn

Domineering = BuiltIn(
    'game.grid.Domineering',
    'Left places dominoes upright, Right lying down.',
    'rows: `.` free, `#` taken',
    '...|...|..#',
)
"""Left places dominoes upright, Right lying down."""

Cram = BuiltIn(
    'game.grid.Cram',
    'Either player places dominoes either way.',
    'rows: `.` free, `#` taken',
    '...|..#',
)
"""Either player places dominoes either way."""

Clobber = BuiltIn(
    'game.grid.Clobber',
    'A stone moves onto an enemy next to it and removes it.',
    "rows: `x` Left's, `o` Right's, `.` empty",
    'xoxo|oxox',
)
"""A stone moves onto an enemy next to it and removes it."""

AntiClobber = BuiltIn(
    'game.grid.AntiClobber',
    'A stone steps onto an empty cell next to it and leaves an enemy behind.',
    "rows: `x` Left's, `o` Right's, `.` empty",
    'xo.|..x',
)
"""A stone steps onto an empty cell next to it and leaves an enemy behind."""

HotClobber = BuiltIn(
    'game.grid.HotClobber',
    'A stone moves onto any stone next to it and removes it.',
    "rows: `x` Left's, `o` Right's, `.` empty",
    'xox|oxo',
)
"""A stone moves onto any stone next to it and removes it."""

Kings = BuiltIn(
    'game.grid.Kings',
    'Clobber with the steps of a chess king.',
    "rows: `x` Left's, `o` Right's, `.` empty",
    'xox|ox.',
)
"""Clobber with the steps of a chess king."""

Knights = BuiltIn(
    'game.grid.Knights',
    'Clobber with the steps of a chess knight.',
    "rows: `x` Left's, `o` Right's, `.` empty",
    'xox|oxo|xox',
)
"""Clobber with the steps of a chess knight."""

Rooks = BuiltIn(
    'game.grid.Rooks',
    'Clobber with the moves of a chess rook.',
    "rows: `x` Left's, `o` Right's, `.` empty",
    'x.o|o.x',
)
"""Clobber with the moves of a chess rook."""

Queens = BuiltIn(
    'game.grid.Queens',
    'Clobber with the moves of a chess queen.',
    "rows: `x` Left's, `o` Right's, `.` empty",
    'x.o|o.x',
)
"""Clobber with the moves of a chess queen."""

Amazons = BuiltIn(
    'game.grid.Amazons',
    'An amazon moves like a chess queen and shoots an arrow that blocks a cell.',
    "rows: `x` Left's, `o` Right's, `.` empty, `#` blocked",
    'x...|...o',
)
"""An amazon moves like a chess queen and shoots an arrow that blocks a cell."""

Fission = BuiltIn(
    'game.grid.Fission',
    'Left splits a stone up and down, Right to the left and right, onto empty cells.',
    'rows: `x` stone, `.` empty, `#` blocked',
    '...|.x.|...',
)
"""Left splits a stone up and down, Right to the left and right, onto empty cells."""

Konane = BuiltIn(
    'game.grid.Konane',
    'A stone jumps over an enemy onto an empty cell, several times in one direction if it can.',
    "rows: `x` Left's, `o` Right's, `.` empty, `#` blocked",
    'xoxo|ox.x|xoxo',
)
"""A stone jumps over an enemy onto an empty cell, several times in one direction if it can."""

NoGo = BuiltIn(
    'game.grid.NoGo',
    'A player puts down a stone; every chain must keep an empty cell next to it.',
    "rows: `x` Left's, `o` Right's, `.` empty, `#` blocked",
    '...|...',
)
"""A player puts down a stone; every chain must keep an empty cell next to it."""

Nimstring = BuiltIn(
    'game.grid.Nimstring',
    'Cut a string; whoever frees a coin has to cut again. The game behind Dots and Boxes.',
    'rows of n horizontal and of n + 1 vertical lines in turn: `.` open, `x` drawn',
    '..|...|..|...|..',
)
"""Cut a string; whoever frees a coin has to cut again. The game behind Dots and Boxes."""

FoxAndGeese = BuiltIn(
    'game.grid.FoxAndGeese',
    'Geese go down the dark squares, the fox in all directions and tries to break through.',
    'rows of 8 dark and light squares: `x` geese, `o` the fox',
    '.x.x.x.x|........|........|o.......',
)
"""Geese go down the dark squares, the fox in all directions and tries to break through."""

CeyloneseFoxAndGeese = BuiltIn(
    'game.grid.CeyloneseFoxAndGeese',
    'Fox and Geese with a fox that goes up to two steps.',
    'rows of 8 dark and light squares: `x` geese, `o` the fox',
    '.x.x.x.x|........|........|o.......',
)
"""Fox and Geese with a fox that goes up to two steps."""

HareAndHounds = BuiltIn(
    'game.grid.HareAndHounds',
    'Three hounds chase a hare, never going back.',
    'three rows with `#` at the corners: `x` hounds, `o` the hare',
    '#x..#|x...o|#x..#',
)
"""Three hounds chase a hare, never going back."""

SkiJumps = BuiltIn(
    'game.grid.SkiJumps',
    "Skiers slide along their rows, Left's to the right; jumpers jump down over enemies.",
    'rows: `L`, `R` jumpers, `l`, `r` slippers, `.` empty',
    'L..|..R|...',
)
"""Skiers slide along their rows, Left's to the right; jumpers jump down over enemies."""

ToadsAndFrogs = BuiltIn(
    'game.strip.ToadsAndFrogs',
    'Toads go right, frogs left, by a step or a jump over one enemy.',
    'a strip: `t` toads, `f` frogs, `.` empty',
    'tt..ff',
)
"""Toads go right, frogs left, by a step or a jump over one enemy."""

ElephantsAndRhinos = BuiltIn(
    'game.strip.ElephantsAndRhinos',
    'Toads and Frogs without jumps.',
    'a strip: `t` toads, `f` frogs, `.` empty',
    'tt..ff',
)
"""Toads and Frogs without jumps."""

BackslidingToadsAndFrogs = BuiltIn(
    'game.strip.BackslidingToadsAndFrogs',
    'Toads and Frogs in which a step back is allowed.',
    'a strip: `t` toads, `f` frogs, `.` empty',
    'tt..ff',
)
"""Toads and Frogs in which a step back is allowed."""

TopplingDominoes = BuiltIn(
    'game.strip.TopplingDominoes',
    'Topple a domino to either side; all dominoes there fall with it.',
    'a strip: `l` blue, `r` red, `e` green',
    'lrel',
)
"""Topple a domino to either side; all dominoes there fall with it."""

Push = BuiltIn(
    'game.strip.Push',
    'Move a piece one cell to the left; it pushes the block before it.',
    'a strip: `l`, `r` pieces, `.` empty',
    '.l.rl',
)
"""Move a piece one cell to the left; it pushes the block before it."""

Shove = BuiltIn(
    'game.strip.Shove',
    'Move a piece one cell to the left, and everything to its left with it.',
    'a strip: `l`, `r` pieces, `.` empty',
    '.l.rl',
)
"""Move a piece one cell to the left, and everything to its left with it."""

EndNim = BuiltIn(
    'game.strip.EndNim',
    'Left takes from the first heap of a row, Right from the last.',
    'digits, or numbers separated by commas',
    '314',
)
"""Left takes from the first heap of a row, Right from the last."""

TurningTurtles = BuiltIn(
    'game.strip.TurningTurtles',
    'Turn one or two coins, the one furthest to the right from heads to tails.',
    'a strip: `h` heads, `t` tails',
    'thht',
)
"""Turn one or two coins, the one furthest to the right from heads to tails."""

MockTurtles = BuiltIn(
    'game.strip.MockTurtles',
    'Turn up to three coins, the one furthest to the right from heads to tails.',
    'a strip: `h` heads, `t` tails',
    'thht',
)
"""Turn up to three coins, the one furthest to the right from heads to tails."""

Twins = BuiltIn(
    'game.strip.Twins',
    'Turn two coins, the one further to the right from heads to tails.',
    'a strip: `h` heads, `t` tails',
    'thht',
)
"""Turn two coins, the one further to the right from heads to tails."""

Ruler = BuiltIn(
    'game.strip.Ruler',
    'Turn any number of neighbouring coins, the last from heads to tails.',
    'a strip: `h` heads, `t` tails',
    'thht',
)
"""Turn any number of neighbouring coins, the last from heads to tails."""

Hackenbush = BuiltIn(
    'game.graph.Hackenbush',
    'Cut an edge; what is no longer joined to the ground falls.',
    'a graph, ground first: `l` blue, `r` red, `e` green edges',
    'l(r;ee)',
)
"""Cut an edge; what is no longer joined to the ground falls."""

ChildishHackenbush = BuiltIn(
    'game.graph.ChildishHackenbush',
    'Cut an edge; blue and red ones only if nothing else falls.',
    'a graph, ground first: `l` blue, `r` red, `e` green edges',
    'l(r;ee)',
)
"""Cut an edge; blue and red ones only if nothing else falls."""

Col = BuiltIn(
    'game.graph.Col',
    'Colour a vertex; neighbours never get the same colour.',
    'a graph: `-` an edge, `L`, `R` vertices next to a colour',
    '.-.-.',
)
"""Colour a vertex; neighbours never get the same colour."""

Snort = BuiltIn(
    'game.graph.Snort',
    'Colour a vertex; neighbours never get different colours.',
    'a graph: `-` an edge, `L`, `R` vertices next to a colour',
    '.-.-.',
)
"""Colour a vertex; neighbours never get different colours."""

Fjords = BuiltIn(
    'game.graph.Fjords',
    "Take a vertex of one's own colour and claim its neighbours.",
    'a graph: `-` an edge, `L`, `R` vertices next to a colour',
    'L-.-.-R',
)
"""Take a vertex of one's own colour and claim its neighbours."""

ArcKayles = BuiltIn(
    'game.graph.ArcKayles',
    'Remove an edge with both its ends.',
    'a graph: `-` an edge, `.` a vertex, `(..;..)` branches, `:A` a name',
    '---',
)
"""Remove an edge with both its ends."""

WeightedArcKayles = BuiltIn(
    'game.graph.WeightedArcKayles',
    'Lower the weights of both ends of an edge.',
    'a graph: `-` an edge, `.` a vertex, `(..;..)` branches, `:A` a name',
    '2-3-1',
)
"""Lower the weights of both ends of an edge."""

PartizanArcKayles = BuiltIn(
    'game.graph.PartizanArcKayles',
    "Remove an edge of one's own colour, or a green one, with both its ends.",
    'a graph: `l` blue, `r` red, `e` green edges',
    'lrle',
)
"""Remove an edge of one's own colour, or a green one, with both its ends."""

NodeKayles = BuiltIn(
    'game.graph.NodeKayles',
    'Remove a vertex and its neighbours.',
    'a graph: `-` an edge, `.` a vertex, `(..;..)` branches, `:A` a name',
    '---',
)
"""Remove a vertex and its neighbours."""

DigraphPlacement = BuiltIn(
    'game.graph.DigraphPlacement',
    "Take a vertex of one's own; those it points to vanish too.",
    'a graph: `L`, `R` vertices, `>`, `<` arcs, `-` both ways',
    'L>R-L',
)
"""Take a vertex of one's own; those it points to vanish too."""

Nim = BuiltIn(
    'game.heap.Nim',
    'Take any number of tokens from a heap.',
    'heaps',
    '3,4,5',
)
"""Take any number of tokens from a heap."""

Cutcake = BuiltIn(
    'game.heap.Cutcake',
    'Left cuts a cake along its rows, Right along its columns.',
    'two numbers: rows and columns',
    '3,4',
)
"""Left cuts a cake along its rows, Right along its columns."""

MaundyCake = BuiltIn(
    'game.heap.MaundyCake',
    'Cutcake with cuts into any number of equal pieces.',
    'two numbers: rows and columns',
    '6,4',
)
"""Cutcake with cuts into any number of equal pieces."""

Eatcake = BuiltIn(
    'game.heap.Eatcake',
    'Left eats a column, Right a row; the rest may fall into two cakes.',
    'two numbers: rows and columns',
    '3,4',
)
"""Left eats a column, Right a row; the rest may fall into two cakes."""

TurnAndEatcake = BuiltIn(
    'game.heap.TurnAndEatcake',
    'Eatcake in which the cake is turned before each move.',
    'two numbers: rows and columns',
    '3,4',
)
"""Eatcake in which the cake is turned before each move."""

PartizanEuclid = BuiltIn(
    'game.heap.PartizanEuclid',
    'Left goes on with the remainder, Right with what is missing to the divisor.',
    'two numbers',
    '8,3',
)
"""Left goes on with the remainder, Right with what is missing to the divisor."""

Wythoff = BuiltIn(
    'game.heap.Wythoff',
    'Take from one heap, or the same number from both.',
    'two numbers',
    '3,5',
)
"""Take from one heap, or the same number from both."""

Mem = BuiltIn(
    'game.heap.Mem',
    'Never take fewer tokens than were taken before.',
    'two numbers: the heap and the memory',
    '12,3',
)
"""Never take fewer tokens than were taken before."""

FibonacciNim = BuiltIn(
    'game.heap.FibonacciNim',
    'Take at most twice as many tokens as were taken before.',
    'two numbers: the heap and the memory',
    '12,3',
)
"""Take at most twice as many tokens as were taken before."""

Chomp = BuiltIn(
    'game.heap.Chomp',
    'Take a square with everything below it and to its right, but not the poisoned corner.',
    'the lengths of the rows',
    '4,4,2',
)
"""Take a square with everything below it and to its right, but not the poisoned corner."""

__all__ = [
    "Amazons",
    "AntiClobber",
    "ArcKayles",
    "BackslidingToadsAndFrogs",
    "CeyloneseFoxAndGeese",
    "ChildishHackenbush",
    "Chomp",
    "Clobber",
    "Col",
    "Cram",
    "Cutcake",
    "DigraphPlacement",
    "Domineering",
    "Eatcake",
    "ElephantsAndRhinos",
    "EndNim",
    "FibonacciNim",
    "Fission",
    "Fjords",
    "FoxAndGeese",
    "Hackenbush",
    "HareAndHounds",
    "HotClobber",
    "Kings",
    "Knights",
    "Konane",
    "MaundyCake",
    "Mem",
    "MockTurtles",
    "Nim",
    "Nimstring",
    "NoGo",
    "NodeKayles",
    "PartizanArcKayles",
    "PartizanEuclid",
    "Push",
    "Queens",
    "Rooks",
    "Ruler",
    "Shove",
    "SkiJumps",
    "Snort",
    "ToadsAndFrogs",
    "TopplingDominoes",
    "TurnAndEatcake",
    "TurningTurtles",
    "Twins",
    "WeightedArcKayles",
    "Wythoff",
]
