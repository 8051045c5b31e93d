"""Every question of the engine as a function, with typed answers.

Generated from `docs/schema/wire.schema.json` by `generate.py`; do not edit.

>>> from sidle_cgt import questions
>>> questions.nim_value(("Nim", "3,5")).to_text()
'6'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ._wire import AnyPosition, AskOptions, Reply, Unpack, ask, position


@dataclass(frozen=True, kw_only=True)
class AdvisedMove:
    """A move that the engine would make."""

    number: int
    """Its number among the legal moves."""

    reason: AdvisedReason
    """Why it is chosen."""


@dataclass(frozen=True, kw_only=True)
class AdvisedReasonFewestWinningReplies:
    """Every move loses; after this one the fewest replies win. This is a rule of thumb, nothing is proved by it."""

    fewest_winning_replies: AdvisedReasonFewestWinningReplies = field(metadata={'key': 'fewest-winning-replies'})


@dataclass(frozen=True, kw_only=True)
class BestMove:
    """A move with what speaks for it."""

    to: str
    """The position after the move."""

    value: str | None
    """Its value."""

    reasons: tuple[MoveReason, ...]
    """What is proved about the move."""


@dataclass(frozen=True, kw_only=True)
class BlocksHintMove:
    """A piece, its steps, and the number of moves to the goal, this one included."""

    move: tuple[str, str, int]


@dataclass(frozen=True, kw_only=True)
class BoardCell:
    """One board of a table."""

    row: int
    """The row, from 1."""

    column: int
    """The column, from 1."""

    position: str
    """The board."""

    value: str
    """The answer."""


@dataclass(frozen=True, kw_only=True)
class CanonicalGraph:
    """A canonical form as a graph: its vertices are called v0, v1, …, and short games below it are exits.
    
    `Display` writes a text bigraph, and serialising it gives a JSON bigraph."""

    side: str
    """`onside`, `offside`, or `both` for a stopper."""

    stopper: bool
    """Is the form known to be a stopper?"""

    edges: tuple[tuple[str, str, CanonicalTarget], ...]
    """Source, colour, target."""

    start: str
    """The vertex that has the value."""


@dataclass(frozen=True, kw_only=True)
class CanonicalTargetValue:
    """To a short game."""

    value: str | None
    """The game."""


@dataclass(frozen=True, kw_only=True)
class ChapterAnswer:
    """A published source, or a theme of it."""

    chapter: str
    """The name."""

    title: str
    """What it derives."""

    source: str
    """Where it was published."""

    rows: tuple[Row, ...] | None = None
    """The results, unless the chapters are only named."""


@dataclass(frozen=True, kw_only=True)
class CheckedCertificate:
    """The verdict on a certificate. A certificate that cannot be read has an `error`, and no other field but `file`."""

    file: str
    """The file that holds it."""

    claim: str | None = None
    """What it claims, read off the games in it."""

    error: str | None = None
    """Why the certificate cannot be read."""

    kind: str | None = None
    """Its kind."""

    reason: str | None = None
    """Why it does not follow."""

    step: str | None = None
    """The first step that does not follow."""

    step_claim: str | None = None
    """What that step asserts."""

    steps: int | None = None
    """How many steps were verified."""

    valid: bool | None = None
    """True if its steps show the claim."""


@dataclass(frozen=True, kw_only=True)
class ComparedPosition:
    """One of two positions, with its value."""

    position: str
    """The position."""

    value: str | None
    """Its value."""


@dataclass(frozen=True, kw_only=True)
class CycleRow:
    """A cycle."""

    pattern: str
    """The players who move, as letters: `LLRR`."""

    vertices: tuple[str, ...]
    """The vertices in order, the first one again at the end."""


@dataclass(frozen=True, kw_only=True)
class EpimorphismFlawRowEdge:
    """An edge is not mapped to an edge."""

    condition: Literal['edge']

    edge: tuple[str, ...]
    """The edge of the first graph."""

    images: tuple[str, ...]
    """The images of its ends."""


@dataclass(frozen=True, kw_only=True)
class EpimorphismFlawRowLift:
    """An edge at an image does not lift."""

    condition: Literal['lift']

    vertex: str
    """The vertex of the first graph."""

    edge: tuple[str, ...]
    """The edge of the second graph that leaves its image."""


@dataclass(frozen=True, kw_only=True)
class EpimorphismFlawRowOnto:
    """The map is not onto."""

    condition: Literal['onto']

    vertex: str
    """A vertex of the second graph that is no image."""


@dataclass(frozen=True, kw_only=True)
class EpimorphismFlawRowStart:
    """The start is not mapped to the start."""

    condition: Literal['start']

    image: str
    """The image of the start."""


@dataclass(frozen=True, kw_only=True)
class ExceptionTable:
    """The table of exceptions: the values of one period, and the heaps whose values differ from it."""

    period: int
    """The period."""

    saltus: int
    """What each period adds."""

    values: tuple[int, ...]
    """The values of heaps n ≡ 0, 1, … mod the period, in the round that begins at heap 0, if there were no exceptions."""

    exceptions: tuple[tuple[int, int], ...]
    """Heap and value of each exception."""


@dataclass(frozen=True, kw_only=True)
class Explanation:
    """The way from a game to its simplest form. Every step has been verified by the checker of certificates."""

    reading: ExplanationReading
    """Which value the steps keep."""

    form: str
    """The game with its options before the first step."""

    steps: tuple[ExplanationStep, ...]
    """The steps."""

    result: str
    """The game with its options after the last step."""

    is_stopper: bool
    """Has the game that is left no alternating cycle?"""

    pictures: tuple[str, ...] | None = None
    """The graph before the first step and after each step, as SVG."""


@dataclass(frozen=True, kw_only=True)
class ExplanationStep:
    """One step: what, where, why."""

    step: ExplanationStepKind
    """The kind of the step."""

    at: str
    """The game whose options change."""

    options: tuple[str, ...]
    """The options that disappear."""

    witnesses: tuple[str, ...]
    """What justifies it, for each of the options: the better option, the reply, the equal game."""

    text: str
    """The step in a sentence."""

    form: str
    """That game with its options after the step; after a fusion the game that is explained."""

    player: str | None = None
    """The player whose options change."""

    replaced_by: tuple[str, ...] | None = None
    """The options that take the place of reversible ones."""


@dataclass(frozen=True, kw_only=True)
class Fraction:
    """A fraction in lowest terms; integers of any size as digits."""

    numerator: str

    denominator: str


@dataclass(frozen=True, kw_only=True)
class GammaRow:
    """γ of a vertex."""

    id: str
    """The name of the vertex."""

    gamma: NimValue
    """The value."""

    counter: int | None = None
    """For a finite value: the vertices of one value can be told apart by it, and from any vertex, an option of a larger value has an option of the first value with a smaller counter."""

    finite_options: tuple[int, ...] | None = None
    """For an infinite value: the finite values of the options."""


@dataclass(frozen=True, kw_only=True)
class GoBestMove:
    """A best move of a region."""

    point: str
    """The point."""

    score: str | None
    """The score for Black that it leads to, if that is a number."""


@dataclass(frozen=True, kw_only=True)
class GoIncentives:
    """The chilled value of a region and its moves."""

    chilled: str | None
    """The value chilled by one point; none unless it is a short game."""

    warmed: Warming | None
    """Does warming the chilled value give the value back? None if it does not."""

    moves: tuple[GoMoveValue, ...]
    """All moves of both players."""


@dataclass(frozen=True, kw_only=True)
class GoMoveValue:
    """A move of a region."""

    player: Literal['B', 'W']
    """The player; Left is Black."""

    point: str
    """The point."""

    value: str | None
    """The value after the move, prisoners included."""

    incentive: str | None
    """What the mover gains: `G^L - G` or `G - G^R`; none unless both values are short games."""

    chilled: str | None
    """What the mover gains in the chilled game."""


@dataclass(frozen=True, kw_only=True)
class GoRegionValue:
    """A region of a board."""

    points: tuple[str, ...]
    """Its points."""

    value: str | None
    """Its value in φ; none if it was not found."""

    bounds: tuple[str | None, ...] | None = None
    """Its values in φ_R and φ_L, where kos make them differ."""

    temperature: str | None = None
    """Its temperature; that of a ko beside coupons."""

    territory: GoTerritory | None = None
    """Why its value is that of territory, if it was not played out."""

    trouble: str | None = None
    """Why there is no value."""


@dataclass(frozen=True, kw_only=True)
class GoTrace:
    """The approximations of one side."""

    side: Literal['onside', 'offside']
    """The side."""

    positions: tuple[str, ...]
    """The names of the positions."""

    rows: tuple[GoTraceRow, ...]
    """The approximations."""

    value: str | None
    """The value of the start; none if the approximations did not settle."""

    letters: tuple[str, ...] | None = None
    """Letters for the positions, if they were asked for."""


@dataclass(frozen=True, kw_only=True)
class GoTraceRow:
    """One approximation."""

    name: str
    """`K_11`, or `K_1` where one set of moves is enough."""

    values: tuple[str | None, ...]
    """The values of the positions."""


@dataclass(frozen=True, kw_only=True)
class Graph:
    """Nodes, and which of them is the game."""

    root: int
    """The place of the game in `nodes`."""

    nodes: tuple[Node, ...]
    """The game and its followers."""


@dataclass(frozen=True, kw_only=True)
class GraphExample:
    """An example of a digraph."""

    name: str
    """Its name."""

    title: str
    """What it is."""

    tokens: tuple[str, ...]
    """The vertices of the tokens in the literature."""


@dataclass(frozen=True, kw_only=True)
class HeapMove:
    """A move: a heap is replaced by others."""

    heap: int
    """The heap that is moved in."""

    left: tuple[int, ...]
    """What is left of it."""


@dataclass(frozen=True, kw_only=True)
class InfiniteOrder:
    """Why heap `heap` has infinite order: the outcomes of `beside` + (N + δ) heaps `heap` + N heaps `other` differ for `difference` and for `difference` + the period."""

    heap: int
    """No two sums of copies of this heap are equal."""

    other: int
    """The other counter."""

    beside: tuple[int, ...]
    """The sum of heaps beside both."""

    difference: int
    """δ."""


@dataclass(frozen=True, kw_only=True)
class InfiniteQuotient:
    """What is known about a quotient that is infinite from one heap on."""

    heap: int
    """The heap that makes it infinite."""

    infinite_order: InfiniteOrder | None
    """No two sums of copies of this heap are equal."""

    counters: tuple[int, ...]
    """The heaps whose copies are counted."""

    gap: int
    """Gaps between the numbers of counters that are at least so large count modulo the period."""

    period: int
    """That period."""

    order: int
    """The order of the monoid of the other heaps."""


@dataclass(frozen=True, kw_only=True)
class JudgedSide:
    """What is known of a side."""

    value: str | None
    """Its simplest form."""

    equals_stopper: bool | None
    """Does it equal a stopper? None if that is not known."""

    equals_plumtree: bool | None
    """Does it equal a plumtree? None if that is not known."""

    patterns: tuple[str, ...]
    """The cycles of the canonical form of a stopper, as patterns."""

    forced: tuple[str, ...] | None = None
    """Moves that every stopper that equals the side must have, up to a cycle: the proof that there is none."""

    side: str | None = None
    """The side; none for both sides of a stopper."""


@dataclass(frozen=True, kw_only=True)
class LabelEventRow:
    """A label that is given."""

    vertex: str
    """The vertex."""

    label: str
    """`P` or `N` in the symmetric game, otherwise `W`, `D` or `L` for the player to move."""

    stage: int
    """The stage in the symmetric game: the number of moves until the end. In the asymmetric game the number of the event that caused this one, counted from 1, and 0 at a vertex without options."""

    because: tuple[str, ...]
    """The options that justify the label."""

    text: str
    """The event in a sentence."""

    player: int | None = None
    """The player to move, 0 or 1, in the asymmetric game."""


@dataclass(frozen=True, kw_only=True)
class LabelRowId:
    """In the symmetric game and in misère play."""

    id: str
    """The name of the vertex."""

    label: str
    """The outcome."""

    distance: int | None
    """The number of moves to the end when the winner hurries and the loser delays; none for a draw."""


@dataclass(frozen=True, kw_only=True)
class LabelledThermograph:
    """The thermograph of a game."""

    game: str
    """The game in plain notation, after `onside` or `offside` if it is one side of a game."""

    mean: str
    """The mean (mast value)."""

    temperature: str
    """The temperature."""

    left: WallReport
    """The wall of Left."""

    right: WallReport
    """The wall of Right."""


@dataclass(frozen=True, kw_only=True)
class LineResult:
    """The result of a statement, in the forms that were asked for."""

    type: str
    """What sort of value it is: `number`, `game`, `list`, `nothing`."""

    json: Any = None
    """What the value is made of."""

    kept: int | None = None
    """Its number, if the session keeps it."""

    latex: str | None = None
    """The notation for a formula."""

    mathml: str | None = None
    """The notation for a page."""

    text: str | None = None
    """The plain notation."""

    unicode: str | None = None
    """The notation with arrows and other signs."""


@dataclass(frozen=True, kw_only=True)
class LoopyExampleRow:
    """A loopy game of the literature."""

    name: str
    """Its name."""

    title: str
    """What it is."""


@dataclass(frozen=True, kw_only=True)
class LoopySideExplanation:
    """The explanation of one side."""

    value: str | None
    """The value of the side."""

    reading: ExplanationReading
    """Which value the steps keep."""

    form: str
    """The game with its options before the first step."""

    steps: tuple[ExplanationStep, ...]
    """The steps."""

    result: str
    """The game with its options after the last step."""

    is_stopper: bool
    """Has the game that is left no alternating cycle?"""

    is_simplest: bool
    """Do the steps lead to the simplest form that the engine knows? If not, the engine goes on with single edges and unravelling, and the form below the last step still equals the side."""

    forced_cycle: tuple[str, ...] | None = None
    """Moves that every stopper that equals the side must have, and that lead into an alternating cycle: so no stopper equals it."""

    pictures: tuple[str, ...] | None = None
    """The graph before the first step and after each step, as SVG."""


@dataclass(frozen=True, kw_only=True)
class LoopyValueAnswerPart:
    """The value of a loopy game."""

    kind: str
    """`short`, `stopper`, `stopper-sided`, or `sided` for sides that are not known to be stoppers."""

    value: str | None
    """The value."""

    onside: str | None
    """Its onside: infinite play is a win for Left."""

    offside: str | None
    """Its offside: infinite play is a win for Right."""

    outcome: str
    """Who wins."""

    verified: bool | None = None
    """Whether the value agrees with the graph, if that was verified."""

    vertex: str | None = None
    """The vertex, if the value is that of one of several."""


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """A mistake, with its place in the file."""

    message: str
    """What is wrong."""

    help: str | None
    """What to do about it."""

    start: int
    """The first byte."""

    end: int
    """One past the last byte."""

    line: int
    """The line, from 1."""


@dataclass(frozen=True, kw_only=True)
class MoveAnswer:
    """A move."""

    player: str
    """The player who makes it."""

    to: str
    """The position after the move."""

    value: str
    """Its value."""

    incentive: str | None
    """What the player gains: G^L − G for Left, G − G^R for Right; none with cycles."""

    mean: str | None
    """The mean of the position after the move; none with cycles."""

    temperature: str | None
    """Its temperature; none with cycles."""

    wins: bool
    """Does the player win with this move?"""

    moves: tuple[MoveAnswer, ...] | None = None
    """The moves after this one, in a tree that is deeper."""


@dataclass(frozen=True, kw_only=True)
class NamedValue:
    """A name with its value."""

    name: str
    """The name."""

    type: str
    """What sort of value it is: `number`, `game`, `list`, `nothing`."""

    json: Any = None
    """What the value is made of."""

    kept: int | None = None
    """Its number, if the session keeps it."""

    latex: str | None = None
    """The notation for a formula."""

    mathml: str | None = None
    """The notation for a page."""

    text: str | None = None
    """The plain notation."""

    unicode: str | None = None
    """The notation with arrows and other signs."""


@dataclass(frozen=True, kw_only=True)
class NodeLeft:
    """Any other, by the places of its options."""

    left: tuple[int, ...]

    right: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class OptionAnswer:
    """An option."""

    player: str
    """The player who moves there."""

    to: str
    """The position after the move."""

    value: str | None
    """Its value."""

    standing: OptionStanding | None
    """What becomes of it in the canonical form; none with cycles."""


@dataclass(frozen=True, kw_only=True)
class OptionStandingDominated:
    """Another option of the player is better in every sum."""

    dominated: OptionStandingDominated


@dataclass(frozen=True, kw_only=True)
class OptionStandingReversible:
    """The opponent has a reply that is at least as good for them as the position before the move."""

    reversible: OptionStandingReversible


@dataclass(frozen=True, kw_only=True)
class OptionStandingSameAs:
    """It has the value of an earlier option."""

    same_as: OptionStandingSameAs = field(metadata={'key': 'same-as'})


@dataclass(frozen=True, kw_only=True)
class PeriodRow:
    """A row of a table of periods."""

    code: str
    """The code in its normal form."""

    period: int | None
    """The least period, if one was proved."""

    preperiod: int | None
    """The least heap from which on it holds, heap 0 included."""

    saltus: int | None
    """What each period adds."""

    searched: int
    """How many values were looked at, heap 0 included."""

    proof: str
    """Why it holds for ever, or why nothing is claimed."""

    regularity: Regularity | None = None
    """A regularity that is not a period, if one was proved."""


@dataclass(frozen=True, kw_only=True)
class QuotientRow:
    """What is known about the quotient of one game."""

    code: str
    """The code."""

    order: int
    """|Q| of the last verified quotient."""

    p_order: int
    """|P|."""

    complete: bool
    """Is this the quotient of the whole game?"""

    heaps: int
    """The largest heap that was looked at."""

    period: int | None
    """The period of Φ, if it is proved."""

    preperiod: int | None
    """The least heap from which on it holds."""

    growth: tuple[Growth, ...]
    """Heap, |Q| and |P| at each growth."""

    stopped: str | None
    """Why the search ended before a proof."""


@dataclass(frozen=True, kw_only=True)
class Regularity:
    """A regularity that is not a period: a machine gives the values."""

    kind: RegularityKind
    """Which one."""

    period: int
    """p: most values satisfy G(n + p) = G(n) + s."""

    saltus: int
    """s."""

    from_: int | None = field(metadata={'key': 'from'})
    """The least heap from which on this and the rulers give all values; none if some are known by the machine only."""

    rulers: tuple[Ruler, ...]
    """The residues mod p at which it does not hold, and what does."""

    unknown: tuple[int, ...]
    """The residues mod p whose values are known by the machine only."""

    states: int
    """How many states the machine has."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One claim of a source beside what we computed."""

    chapter: str
    """The chapter it belongs to."""

    claim: str
    """What is claimed."""

    citation: str
    """The source and the place in it."""

    place: str
    """The place alone."""

    command: str
    """What a person types to compute it again."""

    computed: str
    """What was computed."""

    expected: str
    """What the source says."""

    agrees: bool
    """Whether the two agree."""

    seconds: float
    """How long it took."""


@dataclass(frozen=True, kw_only=True)
class Ruler:
    """A residue whose values fall back as the ruler function says. With heap n = z + py, y ≥ 1, and 2^ν the largest power of two that divides y: G(n) = sy + u if y is a power of two, else G(n) = s(y − 2·2^ν) + v."""

    zero: int
    """z, the heap at which the ruler begins."""

    from_: int = field(metadata={'key': 'from'})
    """The least heap, beyond z, from which on it holds."""

    power: int
    """u."""

    other: int
    """v."""


@dataclass(frozen=True, kw_only=True)
class RulesetLine:
    """A ruleset in a few lines."""

    name: str
    """The name, with its package."""

    rules: str
    """The rules in a sentence."""

    notation: str
    """What positions look like."""

    example: str
    """A position."""


@dataclass(frozen=True, kw_only=True)
class RulesetParameter:
    """A parameter of a family of rulesets."""

    name: str
    """The name."""

    optional: bool
    """Can it be left out?"""


@dataclass(frozen=True, kw_only=True)
class ShapeBoard:
    """A board or a strip of cells."""

    kind: Literal['board']

    rows: str
    """The rows, separated by `|`, one letter a cell."""

    letters: str
    """The letters that a cell may have; the first one stands for an empty cell."""


@dataclass(frozen=True, kw_only=True)
class ShapeEdge:
    """An edge of a drawing."""

    from_: int = field(metadata={'key': 'from'})
    """The vertex where it begins, from 0."""

    to: int
    """The vertex where it ends."""

    owner: ShapeOwner
    """Its owner."""


@dataclass(frozen=True, kw_only=True)
class ShapeGraph:
    """A graph."""

    kind: Literal['graph']

    vertices: tuple[ShapeVertex, ...]
    """The vertices."""

    edges: tuple[ShapeEdge, ...]
    """The edges."""

    ground: bool
    """Is the first vertex the ground?"""

    arrows: bool
    """Do edges have a direction?"""


@dataclass(frozen=True, kw_only=True)
class ShapeLines:
    """Lines between dots."""

    kind: Literal['lines']

    rows: str
    """Rows of horizontal and of vertical lines in turn, separated by `|`: `.` open, `x` drawn."""


@dataclass(frozen=True, kw_only=True)
class ShapeRow:
    """Heaps in a row."""

    kind: Literal['row']

    heaps: tuple[int, ...]
    """Their sizes."""


@dataclass(frozen=True, kw_only=True)
class ShapeVertex:
    """A vertex of a drawing."""

    name: str
    """Its name."""

    owner: ShapeOwner
    """Its owner."""


@dataclass(frozen=True, kw_only=True)
class SparseSpace:
    """The sparse space: the values with an even number of ones under the mask are rare; with a twist, this number plus the size of the heap plus that parity is even."""

    mask: str
    """The mask, in binary."""

    twist: int | None
    """The parity of the tokens taken, if the sizes of heaps count."""

    rare: int
    """How many heaps are rare, heap 0 among them."""

    last_rare: int
    """The last rare heap."""


@dataclass(frozen=True, kw_only=True)
class Statistics:
    """Counts over a nim-sequence."""

    heaps: int
    """How many heaps were looked at, heap 0 included."""

    largest: int
    """The largest value."""

    champions: tuple[tuple[int, int], ...]
    """Heaps whose value is larger than all before: heap and value."""

    last_zero: int | None
    """The last heap of value 0."""

    sparse_space: SparseSpace | None
    """The mask under which the fewest heaps are rare."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One forced cell."""

    cell: tuple[int, int]
    """The cell."""

    painted: bool
    """Must it be painted?"""

    rule: Rule
    """Why."""

    because: tuple[tuple[int, int], ...]
    """The cells that force it."""

    text: str
    """The same for a person."""


@dataclass(frozen=True, kw_only=True)
class Stops:
    """The Left and the Right stop, as text."""

    left: str

    right: str


@dataclass(frozen=True, kw_only=True)
class Strategy:
    """Why `g <= h` holds or not: a strategy on `h − g` for the player who wins, played against the moves of the reader."""

    g: str
    """The first game."""

    h: str
    """The second game."""

    holds: bool
    """Does `g <= h` hold?"""

    winner: str
    """The player who follows the strategy: Left, moving second, if it holds; Right, moving first, if not."""

    line: tuple[StrategyMove, ...]
    """The moves so far, those of the reader and the answers."""

    now: tuple[str, ...]
    """What the two components are now: of `h` and of `g`."""

    replies: tuple[StrategyReply, ...]
    """The moves of the reader from here, each with its answer. Without any the reader has lost."""

    side: str | None = None
    """On which side; none for games without alternating cycles."""


@dataclass(frozen=True, kw_only=True)
class StrategyMove:
    """A move in a comparison of `g` with `h`, which is played as `h − g`."""

    player: str
    """The player who moves."""

    in_negative: bool
    """Is the move made in `−g`?"""

    from_: str = field(metadata={'key': 'from'})
    """The component before the move. In `−g` this is the game whose negative is played."""

    to: str
    """The component after the move."""


@dataclass(frozen=True, kw_only=True)
class StrategyReply:
    """A move that the reader may make, with the answer of the strategy."""

    move: StrategyMove
    """The move."""

    answer: StrategyMove
    """The answer; none if the reader has lost already."""


@dataclass(frozen=True, kw_only=True)
class StructureNumber:
    """A number."""

    kind: Literal['number']

    root: int
    """The place of the game in `nodes`."""

    nodes: tuple[Node, ...]
    """The game and its followers."""

    stops: Stops
    """The stops."""

    mean: str | None = None

    temperature: str | None = None


@dataclass(frozen=True, kw_only=True)
class StructureNumberUpStar:
    """A number, ups and a star."""

    kind: Literal['number-up-star']

    root: int
    """The place of the game in `nodes`."""

    nodes: tuple[Node, ...]
    """The game and its followers."""

    stops: Stops
    """The stops."""

    mean: str | None = None

    temperature: str | None = None


@dataclass(frozen=True, kw_only=True)
class StructureShort:
    """Any other short game."""

    kind: Literal['short']

    root: int
    """The place of the game in `nodes`."""

    nodes: tuple[Node, ...]
    """The game and its followers."""

    stops: Stops
    """The stops."""

    mean: str | None = None

    temperature: str | None = None


@dataclass(frozen=True, kw_only=True)
class StructureSided:
    """Any other game with cycles, by its two sides."""

    kind: Literal['sided']

    onside: Graph
    """The onside."""

    offside: Graph
    """The offside."""


@dataclass(frozen=True, kw_only=True)
class StructureStopper:
    """A stopper with cycles."""

    kind: Literal['stopper']

    root: int
    """The place of the game in `nodes`."""

    nodes: tuple[Node, ...]
    """The game and its followers."""


@dataclass(frozen=True, kw_only=True)
class Sum:
    """`number + ups·↑ + *star`."""

    number: Fraction

    ups: int

    star: int


@dataclass(frozen=True, kw_only=True)
class ThermographReport:
    """A thermograph with its numbers as text."""

    mean: str
    """The mean (mast value)."""

    temperature: str
    """The temperature."""

    left: WallReport
    """The wall of Left."""

    right: WallReport
    """The wall of Right."""


@dataclass(frozen=True, kw_only=True)
class WallReport:
    """One wall: critical temperatures from the top down, and the slopes between them."""

    mast: str
    """The mast value."""

    critical_points: tuple[str, ...]
    """The temperatures at which the slope changes, highest first."""

    slopes: tuple[int, ...]
    """The slopes, that of the mast first."""


AdvisedReason = Literal['wins', 'draws'] | AdvisedReasonFewestWinningReplies

BlocksHint = Literal['unreachable', 'too-far'] | BlocksHintMove

CanonicalTarget = str | CanonicalTargetValue

CertificateForm = Literal['json', 'container']

EpimorphismFlawRow = EpimorphismFlawRowStart | EpimorphismFlawRowOnto | EpimorphismFlawRowEdge | EpimorphismFlawRowLift

ExitSets = str | tuple[str, ...]

ExplanationReading = Literal['stopper', 'onside', 'offside', 'infinitesimal']

ExplanationStepKind = Literal['dominated', 'reversible', 'fused']

GoTerritory = Literal['proved', 'assumed']

Grade = Literal['easy', 'medium', 'hard', 'expert']

GraphGame = Literal['symmetric', 'asymmetric', 'misere']

Growth = tuple[int, int, int]

Infinity = Literal['inf']

LabelRow = LabelRowId

LogicAnswer = Literal['yes', 'no', 'white', 'black', 'draw', 'stopped']

MoveReason = Literal['wins', 'draws', 'best-in-every-sum', 'undominated', 'orthodox']

NimValue = int | Infinity

Node = Sum | NodeLeft

OptionStanding = Literal['canonical'] | OptionStandingSameAs | OptionStandingDominated | OptionStandingReversible

Outcome = Literal['L', 'N', 'P', 'R']

RegularityKind = Literal['ruler', 'automatic']

Relation = Literal['=', '>', '<', '||']

Rule = Literal['triple', 'sandwich', 'pair', 'beside', 'repeated', 'cut', 'trial', 'search']

Shape = ShapeBoard | ShapeRow | ShapeLines | ShapeGraph

ShapeOwner = Literal['neither', 'left', 'right', 'both']

SideName = Literal['onside', 'offside']

Standing = Literal['wins', 'draws', 'loses']

Structure = StructureNumber | StructureNumberUpStar | StructureShort | StructureStopper | StructureSided

TokenMoveReason = Literal['wins', 'draws', 'loses']

Universe = Literal['dicot', 'dead-ending']

VertexKind = Literal['and', 'fanout', 'or', 'choice', 'variable', 'wire', 'other']

Warming = Literal['G', 'G*']


@dataclass(frozen=True, kw_only=True)
class ValueAnswer(Reply):
    """The canonical value of a position, or why it is not determined."""

    position: str
    """The position."""

    value: str | None
    """The value; none if a limit was reached first."""

    game: Structure | None = None
    """The value as data, on request."""

    latex: str | None = None
    """The value as a formula in LaTeX, on request; none if it is too long."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""


@dataclass(frozen=True, kw_only=True)
class ReducedValueAnswer(Reply):
    """The reduced canonical form of a position."""

    position: str
    """The position."""

    value: str | None
    """Its reduced canonical form."""

    is_number: bool
    """Is it a number, also before it is reduced?"""

    positions: int
    """How many different positions were met."""


@dataclass(frozen=True, kw_only=True)
class OutcomeAnswer(Reply):
    """Who wins a position. The sides differ only where play can go on for ever and the draw counts."""

    position: str
    """The position."""

    outcome: str | None
    """The outcome: `N`, `P`, `L`, `R`, or that of both sides; none if a limit was reached first."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""


@dataclass(frozen=True, kw_only=True)
class MovesAnswer(Reply):
    """A position, what it is worth, and its moves."""

    position: str
    """The position."""

    value: str
    """Its value."""

    outcome: str
    """Who wins."""

    mean: str | None
    """Its mean; none with cycles."""

    temperature: str | None
    """Its temperature; none with cycles."""

    moves: tuple[MoveAnswer, ...]
    """Left's moves, then Right's, in the order of the rules."""


@dataclass(frozen=True, kw_only=True)
class BestMovesAnswer(Reply):
    """The best moves of a player. A move that has no reason is left out."""

    position: str
    """The position."""

    player: str
    """The player to move."""

    standing: Standing
    """What the player to move can reach when the position is played alone."""

    moves: tuple[BestMove, ...]
    """The moves, in the order of the rules."""


@dataclass(frozen=True, kw_only=True)
class OptionsAnswer(Reply):
    """A position with its options, Left's first, in the order of the rules."""

    position: str
    """The position."""

    value: str | None
    """Its value."""

    options: tuple[OptionAnswer, ...]
    """The options."""


@dataclass(frozen=True, kw_only=True)
class TableAnswer(Reply):
    """A table, row by row; only whole rows."""

    ruleset: str
    """The ruleset."""

    rows: int
    """How many rows there are."""

    columns: int
    """How many columns."""

    cells: tuple[BoardCell, ...]
    """The cells."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""


@dataclass(frozen=True, kw_only=True)
class DrawAnswer(Reply):
    """A position as it is drawn."""

    ruleset: str
    """The ruleset."""

    position: str
    """The position."""

    text: str
    """The drawing for a terminal."""

    svg: str
    """The drawing as SVG."""

    shape: Shape
    """What the drawing shows, for a program that draws it itself."""


@dataclass(frozen=True, kw_only=True)
class PlayAnswer(Reply):
    """How a match stands."""

    position: str
    """The present position."""

    mover: str
    """The player to move."""

    legal: tuple[str, ...]
    """The positions that the mover can move to, each once."""

    winner: str | None
    """The player who has won, if the mover cannot move."""

    best: AdvisedMove | None = None
    """A move for the mover, on request."""

    standing: Standing | None = None
    """What the mover can reach, on request."""


@dataclass(frozen=True, kw_only=True)
class RulesetsAnswer(Reply):
    """The rulesets, in the order of the registry."""

    rulesets: tuple[RulesetLine, ...]
    """Each with its rules and its notation."""


@dataclass(frozen=True, kw_only=True)
class RulesetAnswer(Reply):
    """The card of a ruleset."""

    name: str
    """The name, with its package."""

    rules: str
    """The rules in a sentence."""

    notation: str
    """What positions look like."""

    example: str
    """A position."""

    family: str
    """The class of its family: `game.strip.GenToadsAndFrogs`."""

    parameters: tuple[RulesetParameter, ...]
    """The parameters of the family."""

    svg: str | None
    """The picture of the example as SVG, if it has one."""


@dataclass(frozen=True, kw_only=True)
class NewClassAnswer(Reply):
    """A file of CGScript."""

    file: str
    """The name that the file must have."""

    source: str
    """Its text."""


@dataclass(frozen=True, kw_only=True)
class NimValueAnswer(Reply):
    """The nim value of a position: `3`, or with cycles `inf{0,2}`, the values of the options that are finite."""

    position: str
    """The position."""

    nim_value: str | None
    """The nim value; none if a limit was reached first."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""


@dataclass(frozen=True, kw_only=True)
class ComparePositionsAnswer(Reply):
    """How two positions compare."""

    positions: tuple[ComparedPosition, ...]
    """The positions."""

    relation: str
    """`<`, `=`, `>` or `<>` between the first and the second."""

    difference: str | None
    """The first minus the second; none with cycles."""


@dataclass(frozen=True, kw_only=True)
class ScoreAnswer(Reply):
    """A board of Dots and Boxes."""

    position: str
    """The position."""

    boxes: int
    """How many boxes are not taken."""

    score: int
    """How many boxes more the player to move gets than the opponent."""

    chains: tuple[int, ...]
    """The lengths of the chains."""

    loops: tuple[int, ...]
    """The lengths of the loops."""

    joints: int
    """How many boxes have three or four lines left."""

    controlled_value: int | None
    """What the player who is not to move wins by keeping control, where there are long chains and loops only."""


@dataclass(frozen=True, kw_only=True)
class UseTableAnswer(Reply):
    """The table that is used or was kept."""

    bytes: int
    """The length of the file; 0 if there is none."""


@dataclass(frozen=True, kw_only=True)
class KeepTableAnswer(Reply):
    """The table that is used or was kept."""

    bytes: int
    """The length of the file; 0 if there is none."""


@dataclass(frozen=True, kw_only=True)
class EvaluateAnswer(Reply):
    """The results of a line, one for each statement."""

    results: tuple[LineResult, ...]
    """The results, those of statements without a value (`nothing`) included."""


@dataclass(frozen=True, kw_only=True)
class NotationAnswer(Reply):
    """A value in the notations that were asked for."""

    type: str
    """What sort of value it is: `number`, `game`, `list`, `nothing`."""

    json: Any = None
    """What the value is made of."""

    kept: int | None = None
    """Its number, if the session keeps it."""

    latex: str | None = None
    """The notation for a formula."""

    mathml: str | None = None
    """The notation for a page."""

    text: str | None = None
    """The plain notation."""

    unicode: str | None = None
    """The notation with arrows and other signs."""


@dataclass(frozen=True, kw_only=True)
class NamesAnswer(Reply):
    """The names of a session, sorted."""

    names: tuple[NamedValue, ...]
    """The names."""


@dataclass(frozen=True, kw_only=True)
class ForgetAnswer(Reply):
    """What was forgotten."""

    names: tuple[str, ...]
    """The names that had a value; none if the whole session was forgotten."""


@dataclass(frozen=True, kw_only=True)
class CompleteAnswer(Reply):
    """What may stand in place of the word before the cursor."""

    start: int
    """The first byte of the word."""

    completions: tuple[str, ...]
    """What it may become, sorted."""

    incomplete: bool
    """Does the text end in the middle of a sentence, so that another line is wanted?"""


@dataclass(frozen=True, kw_only=True)
class HelpAnswer(Reply):
    """The help on a topic."""

    page: str
    """What it means, with examples."""


@dataclass(frozen=True, kw_only=True)
class CertifyAnswer(Reply):
    """A proof of a claim, or the truth about it."""

    holds: bool
    """Is the claim true?"""

    certificate: str | None = None
    """The proof of a true claim."""

    relation: str | None = None
    """How the two games compare, if the claim is false."""


@dataclass(frozen=True, kw_only=True)
class CheckScriptAnswer(Reply):
    """The mistakes in a class or script."""

    file: str
    """The name of the file."""

    ok: bool
    """Are there none?"""

    mistakes: tuple[Mistake, ...]
    """The mistakes, in the order in which they were found."""


@dataclass(frozen=True, kw_only=True)
class ThermographAnswer(Reply):
    """The thermographs of games; those of both sides where they differ."""

    thermographs: tuple[LabelledThermograph, ...]
    """The thermographs, in the order of the games."""


@dataclass(frozen=True, kw_only=True)
class NimSequenceAnswer(Reply):
    """Nim values, and what is proved about those that follow."""

    code: str
    """The code in its normal form."""

    believed: int | None = None
    """How many values were read from a checkpoint and only sampled."""

    exceptions: ExceptionTable | None = None
    """The values of one period and those that differ from it."""

    first_cousins: tuple[str, ...] | None = None
    """The codes of the first cousins."""

    period: int | None = None
    """The least period, if one was proved."""

    preperiod: int | None = None
    """The least heap from which on it holds, heap 0 included."""

    proof: str | None = None
    """Why it holds for ever, or why nothing is claimed."""

    regularity: Regularity | None = None
    """A regularity that is not a period, if one was proved."""

    saltus: int | None = None
    """What each period adds."""

    searched: int | None = None
    """How many values were computed before the stop; where a period was searched for, this is among its fields."""

    statistics: Statistics | None = None
    """The largest values and the sparse space."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""

    values: tuple[int, ...] | None = None
    """The values, heap 0 first: as many as were asked for. After a stop at most `NimValues::MOST_AFTER_STOP`."""


@dataclass(frozen=True, kw_only=True)
class OctalTableAnswer(Reply):
    """The periods of a family of games."""

    rows: tuple[PeriodRow, ...]
    """The rows that were found, in the order of the codes."""

    games: int
    """How many games there are."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""


@dataclass(frozen=True, kw_only=True)
class HeapMovesAnswer(Reply):
    """A sum of heaps, who wins it, and how."""

    code: str
    """The code in its normal form."""

    heaps: tuple[int, ...]
    """The heaps, increasing."""

    outcome: str
    """`P` (the previous player wins) or `N` (the next)."""

    winning_moves: tuple[HeapMove, ...]
    """All moves to P-positions."""

    element: str | None = None
    """The element of the misère quotient, in misère play."""

    moves: tuple[HeapMove, ...] | None = None
    """All moves, if they were asked for."""

    value: int | None = None
    """The nim value, in normal play."""


@dataclass(frozen=True, kw_only=True)
class MisereFormsAnswer(Reply):
    """Genus symbols or canonical forms."""

    code: str
    """The code in its normal form, or the games as they were typed."""

    canonical: str | tuple[str, ...] | None = None

    genus: str | tuple[str, ...] | None = None

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""


@dataclass(frozen=True, kw_only=True)
class MisereQuotientAnswer(Reply):
    """A misère quotient."""

    code: str
    """The code or the games."""

    order: int
    """|Q|."""

    p_order: int
    """|P|."""

    complete: bool
    """Is this the quotient of the whole game?"""

    heaps: int
    """The largest heap that was looked at."""

    period: int | None
    """The period of Φ, if it is proved."""

    preperiod: int | None
    """The least heap from which on it holds, heap 0 included."""

    generators: tuple[str, ...]
    """The names of the generators."""

    relations: tuple[str, ...]
    """Relations that present the monoid."""

    phi: tuple[str, ...]
    """Φ of each heap, heap 0 first."""

    p_portion: tuple[str, ...]
    """The elements of P."""

    growth: tuple[Growth, ...]
    """Heap, |Q| and |P| at each growth."""

    generator_heaps: tuple[int, ...]
    """The heaps that are generators."""

    tame: bool
    """Is it a quotient of Nim heaps?"""

    idempotents: tuple[str, ...]
    """The elements x with x² = x."""

    kernel: tuple[str, ...]
    """The least ideal."""

    mutual_divisibility_classes: tuple[tuple[str, ...], ...]
    """Elements that divide each other."""

    transition_algebra: int
    """The size of the algebra that verified it."""

    infinite: InfiniteQuotient | None = None
    """The proof that the next quotient is infinite."""

    stopped: str | None = None
    """Why the search ended before a proof."""


@dataclass(frozen=True, kw_only=True)
class MisereTableAnswer(Reply):
    """The misère quotients of a family of games."""

    rows: tuple[QuotientRow, ...]
    """The rows that were found, in the order of the codes."""

    games: int
    """How many games there are."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""


@dataclass(frozen=True, kw_only=True)
class MisereCompareAnswer(Reply):
    """How two games compare."""

    games: tuple[str, ...]
    """The games as they were written."""

    universe: Universe
    """The universe."""

    relation: Relation
    """How they compare modulo it."""

    outcomes: tuple[Outcome, ...]
    """Their misère outcomes."""


@dataclass(frozen=True, kw_only=True)
class GraphLabelAnswer(Reply):
    """Who wins from each vertex."""

    vertices: tuple[LabelRow, ...]
    """The labels, vertex by vertex."""


@dataclass(frozen=True, kw_only=True)
class GraphGammaAnswer(Reply):
    """γ, vertex by vertex."""

    vertices: tuple[GammaRow, ...]
    """The values."""


@dataclass(frozen=True, kw_only=True)
class GraphQuotientAnswer(Reply):
    """The quotient, and the map onto it. A class is named by its first member."""

    vertices: tuple[str, ...]
    """The classes."""

    edges: tuple[tuple[str, ...], ...]
    """The edges between classes."""

    map: tuple[tuple[str, ...], ...]
    """Each vertex of the graph with its class."""


@dataclass(frozen=True, kw_only=True)
class GraphConvertAnswer(Reply):
    """A graph in the form that was asked for."""

    vertices: int
    """How many vertices it has."""

    edges: int
    """How many edges it has."""


@dataclass(frozen=True, kw_only=True)
class GraphEpimorphismAnswer(Reply):
    """Whether the map is a bounded epimorphism."""

    is_epimorphism: bool
    """Does it satisfy every condition?"""

    flaw: EpimorphismFlawRow | None = None
    """The first condition that fails."""


@dataclass(frozen=True, kw_only=True)
class GraphExampleAnswer(Reply):
    """Examples, and the graph of the one that was asked for."""

    examples: tuple[GraphExample, ...]
    """The examples of the list, or the one that was asked for."""

    graph: str | None = None
    """A text digraph."""


@dataclass(frozen=True, kw_only=True)
class TokensAnswer(Reply):
    """The value of a position of tokens, who wins, and by which moves."""

    value: NimValue
    """The value."""

    finite_options: tuple[int, ...]
    """The finite values of the options, if the value is infinite."""

    outcome: str
    """Who wins."""

    winning_moves: tuple[tuple[str, ...], ...]
    """The moves to a P-position. The first one, chosen every time, provably ends the game."""

    drawing_moves: tuple[tuple[str, ...], ...]
    """The moves to a D-position."""

    sigma: int | None = None
    """Linear over the tokens, and equal to the value where that is finite."""

    t: int | None = None
    """The finite values are those below 2^t."""


@dataclass(frozen=True, kw_only=True)
class AnnihilationAnswer(Reply):
    """The value of a position of tokens, who wins, and by which moves."""

    value: NimValue
    """The value."""

    finite_options: tuple[int, ...]
    """The finite values of the options, if the value is infinite."""

    outcome: str
    """Who wins."""

    winning_moves: tuple[tuple[str, ...], ...]
    """The moves to a P-position. The first one, chosen every time, provably ends the game."""

    drawing_moves: tuple[tuple[str, ...], ...]
    """The moves to a D-position."""

    sigma: int | None = None
    """Linear over the tokens, and equal to the value where that is finite."""

    t: int | None = None
    """The finite values are those below 2^t."""


@dataclass(frozen=True, kw_only=True)
class MatterAnswer(Reply):
    """The value of a position of tokens, who wins, and by which moves."""

    value: NimValue
    """The value."""

    finite_options: tuple[int, ...]
    """The finite values of the options, if the value is infinite."""

    outcome: str
    """Who wins."""

    winning_moves: tuple[tuple[str, ...], ...]
    """The moves to a P-position. The first one, chosen every time, provably ends the game."""

    drawing_moves: tuple[tuple[str, ...], ...]
    """The moves to a D-position."""

    sigma: int | None = None
    """Linear over the tokens, and equal to the value where that is finite."""

    t: int | None = None
    """The finite values are those below 2^t."""


@dataclass(frozen=True, kw_only=True)
class TokenPlayAnswer(Reply):
    """Where a game of tokens stands. A program plays on with `after`, which solves nothing again."""

    tokens: tuple[str, ...]
    """The vertices of the tokens."""

    moves: tuple[tuple[str, ...], ...]
    """All moves of the player to move."""

    outcome: str
    """Who wins."""

    best: tuple[str, ...] | None
    """The move that the engine makes: it wins if that is possible, and keeps a draw. None without moves."""

    reason: TokenMoveReason | None
    """What the engine's move does; none without moves."""


@dataclass(frozen=True, kw_only=True)
class GoValueAnswer(Reply):
    """The value of a position with a ko ban."""

    states: int
    """The number of positions, each with its ban."""

    bounds: tuple[str | None, ...] | None = None
    """The value is at least the first of these and at most the second, if it is not determined."""

    incentives: GoIncentives | None = None
    """The chilled value and what each move gains."""

    offside: str | None = None
    """The value when infinite play counts as a win for Right."""

    onside: str | None = None
    """The value when infinite play counts as a win for Left; none if the value is not determined."""

    prisoners: int | None = None
    """How many net prisoners were played out, where a cycle of moves changes their number."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached before the value was determined."""

    superko: str | None = None
    """The value under situational superko, where that of the ko ban is not determined."""

    thermograph: ThermographReport | None = None
    """The thermograph of φ beside a stack of coupons."""

    trace: tuple[GoTrace, ...] | None = None
    """Both sides by sidling."""

    value: str | None = None
    """The value: both sides, which are often one."""


@dataclass(frozen=True, kw_only=True)
class GoKosAnswer(Reply):
    """The value of a position with a ko ban."""

    states: int
    """The number of positions, each with its ban."""

    bounds: tuple[str | None, ...] | None = None
    """The value is at least the first of these and at most the second, if it is not determined."""

    incentives: GoIncentives | None = None
    """The chilled value and what each move gains."""

    offside: str | None = None
    """The value when infinite play counts as a win for Right."""

    onside: str | None = None
    """The value when infinite play counts as a win for Left; none if the value is not determined."""

    prisoners: int | None = None
    """How many net prisoners were played out, where a cycle of moves changes their number."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached before the value was determined."""

    superko: str | None = None
    """The value under situational superko, where that of the ko ban is not determined."""

    thermograph: ThermographReport | None = None
    """The thermograph of φ beside a stack of coupons."""

    trace: tuple[GoTrace, ...] | None = None
    """Both sides by sidling."""

    value: str | None = None
    """The value: both sides, which are often one."""


@dataclass(frozen=True, kw_only=True)
class LoopyPhiAnswer(Reply):
    """The value of a position with a ko ban."""

    states: int
    """The number of positions, each with its ban."""

    bounds: tuple[str | None, ...] | None = None
    """The value is at least the first of these and at most the second, if it is not determined."""

    incentives: GoIncentives | None = None
    """The chilled value and what each move gains."""

    offside: str | None = None
    """The value when infinite play counts as a win for Right."""

    onside: str | None = None
    """The value when infinite play counts as a win for Left; none if the value is not determined."""

    prisoners: int | None = None
    """How many net prisoners were played out, where a cycle of moves changes their number."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached before the value was determined."""

    superko: str | None = None
    """The value under situational superko, where that of the ko ban is not determined."""

    thermograph: ThermographReport | None = None
    """The thermograph of φ beside a stack of coupons."""

    trace: tuple[GoTrace, ...] | None = None
    """Both sides by sidling."""

    value: str | None = None
    """The value: both sides, which are often one."""


@dataclass(frozen=True, kw_only=True)
class GoEndgameAnswer(Reply):
    """The regions of a board, and best play of their sum."""

    immortal: int
    """The number of stones that live unconditionally, or by assumption."""

    regions: tuple[GoRegionValue, ...]
    """The regions between them, the hottest first; those without a value last."""

    total: str | None
    """The value of the whole board: the sum of all regions or, where that depends on ko threats, φ of all regions together; none if it was not found."""

    to_move: Literal['B', 'W']
    """The player to move."""

    score: str | None
    """The score for Black with the best play of both, territory and prisoners of the record counted; none if it is not known."""

    best: tuple[str, ...]
    """All best moves."""

    line: tuple[str, ...]
    """Best play of both until nothing is left but numbers."""

    alive: tuple[str, ...] | None = None
    """The stones whose chains were assumed to live."""

    bounds: tuple[str | None, ...] | None = None
    """What the board is worth if White, and if Black, always has a ko threat, where kos make a difference."""

    missing: int | None = None
    """How many regions have no value. They are left out of the sum, of the score and of best play."""

    score_bounds: tuple[str | None, ...] | None = None
    """The score is at least the first of these and at most the second, if it is not known."""

    threats: tuple[int, ...] | None = None
    """The ko threats that were counted."""

    trouble: str | None = None
    """Why the board has no score although its regions have values."""


@dataclass(frozen=True, kw_only=True)
class GoPlayAnswer(Reply):
    """A region in play."""

    board: str
    """The region as it stands."""

    to_move: Literal['B', 'W']
    """The player to move."""

    value: str | None
    """The value of the region, without the prisoners."""

    prisoners: int
    """Prisoners of Black minus prisoners of White since the beginning."""

    passes: int
    """The number of passes since the last stone."""

    score: str | None
    """The score for Black, if the region is a number: nothing is left to play for."""

    moves: tuple[str, ...]
    """The legal moves."""

    best: GoBestMove | None
    """A best move; none if there is nothing to gain."""


@dataclass(frozen=True, kw_only=True)
class LogicSolveAnswer(Reply):
    """Who wins, and how."""

    answer: LogicAnswer
    """What was found."""

    moves: tuple[int | None, ...] | None
    """The edges reversed one after the other, `null` for a pass; for games that are won by moves."""

    length: int | None
    """The least number of moves, or the step at which a deterministic target is reversed."""

    states: int
    """How many states were looked at."""

    believed: int | None = None
    """Of a search that went on in a folder: how many levels were tested at some of their states only."""

    horizon: int | None = None
    """For unbounded team games: the answer holds for plays of so many turns only."""

    reversed: tuple[int, ...] | None = None
    """For satisfiability: the edges that differ from the file in a legal configuration."""

    stopped: str | None = None
    """Why the work stopped, and how far it came."""


@dataclass(frozen=True, kw_only=True)
class LogicCheckAnswer(Reply):
    """Properties of a constraint graph."""

    vertices: int
    """The number of vertices."""

    edges: int
    """The number of edges."""

    legal: bool
    """Is the start legal?"""

    illegal: str | None
    """Why it is not."""

    and_or: bool
    """Are all vertices AND or OR vertices?"""

    planar: bool | None
    """Is the graph planar? None above 2000 edges."""

    kinds: tuple[tuple[str, VertexKind], ...]
    """The name and the kind of each vertex."""

    embedding: tuple[tuple[int, ...], ...] | None
    """The edges around each vertex, clockwise."""


@dataclass(frozen=True, kw_only=True)
class LogicCompileAnswer(Reply):
    """A puzzle in its text format."""

    puzzle: str
    """The file of the puzzle."""


@dataclass(frozen=True, kw_only=True)
class LogicDrawAnswer(Reply):
    """A picture of a constraint graph. Its forms are `dot`, `text` and `json`."""

    text: str
    """For a terminal."""

    svg: str
    """As SVG."""


@dataclass(frozen=True, kw_only=True)
class GadgetCheckAnswer(Reply):
    """The behaviour of a gadget, and where it differs."""

    implements: bool
    """Does the gadget do what it should?"""

    port_states: tuple[str, ...]
    """The states of the ports that occur, one digit a port, `1` for away."""

    states: int
    """How many inner states there are."""

    discrepancy: str | None
    """What is wrong first."""

    line: tuple[str, ...] | None
    """How to play there."""


@dataclass(frozen=True, kw_only=True)
class GadgetFindAnswer(Reply):
    """The gadgets in a box."""

    task: str
    """The box, the blocks and the behaviour."""

    found: tuple[tuple[str, ...], ...]
    """The rows of each gadget found."""

    looked_at: int
    """How many fillings, whole ones and begun ones, were looked at."""

    complete: bool
    """Was every filling looked at or cut off?"""

    at: tuple[int, ...]
    """The choices for the open cells where the search goes on."""

    believed: int | None = None
    """How many of them an earlier run looked at, as a checkpoint says."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""


@dataclass(frozen=True, kw_only=True)
class HitoriSolveAnswer(Reply):
    """The number of solutions, and the solution if there is exactly one."""

    solutions: int | Literal['many'] | None
    """The number of solutions; none if a limit was reached."""

    painted: tuple[tuple[int, int], ...] | None
    """The painted cells of the only solution: row and column from 0, sorted."""

    stopped: str | None = None
    """The limit that was reached."""


@dataclass(frozen=True, kw_only=True)
class HitoriNewAnswer(Reply):
    """A board with exactly one solution."""

    board: tuple[tuple[str, ...], ...]
    """The labels, row by row."""

    grade: Grade
    """The difficulty."""

    seed: int
    """The seed of the board."""


@dataclass(frozen=True, kw_only=True)
class HitoriExplainAnswer(Reply):
    """The forced cells in an order in which a person can find them."""

    steps: tuple[Step, ...]
    """The steps."""

    grade: Grade
    """How hard the hardest step is."""

    complete: bool
    """Is every cell forced?"""

    possible: bool
    """Is there a solution at all?"""


@dataclass(frozen=True, kw_only=True)
class HitoriPlayAnswer(Reply):
    """A board in play."""

    size: tuple[int, int]
    """The number of rows and of columns."""

    painted: tuple[tuple[int, int], ...]
    """The painted cells, sorted."""

    solved: bool
    """Is it a solution?"""

    hint: Step | None = None
    """A forced cell that is not as it must be; none if there is none, or if it was not asked for."""


@dataclass(frozen=True, kw_only=True)
class BlocksSolveAnswer(Reply):
    """A shortest solution, or the result of an exhaustive search."""

    length: int | None
    """The least number of moves; `null` if there is no solution."""

    moves: tuple[tuple[str, str], ...]
    """The moves: a piece and its steps."""

    states: int
    """How many states were found: all within `length` moves (from both ends, if the goal is one state), or, without a solution, all that can be reached."""

    believed: int | None = None
    """Of a search that went on in a folder: how many levels were tested at some of their states only."""

    stopped: str | None = None
    """Why the search stopped, and how far it came."""


@dataclass(frozen=True, kw_only=True)
class BlocksHardestAnswer(Reply):
    """The positions that can be reached, and the farthest of them."""

    length: int | None
    """The distance of the positions farthest from the goal; `null` if no goal can be reached."""

    board: tuple[str, ...] | None
    """The rows of one such position, the first in the order of the packed states."""

    farthest: int
    """How many positions are so far away."""

    states: int
    """How many states can be reached."""

    goals: int
    """How many of them are goals."""

    start: int | None
    """The distance of the start from the goal."""

    eccentricity: int
    """The distance of the state farthest from the start."""

    from_start: tuple[int, ...]
    """How many states have each distance from the start."""

    from_goal: tuple[int, ...]
    """How many states have each distance from the goal."""

    stopped: str | None = None
    """Why the work stopped, and how far it came."""


@dataclass(frozen=True, kw_only=True)
class BlocksPlayAnswer(Reply):
    """A puzzle in play."""

    rows: tuple[str, ...]
    """The rows of the board."""

    moves: int
    """The number of moves so far."""

    solved: bool
    """Do the pieces of the goal stand as they should?"""

    steps: tuple[tuple[str, str], ...]
    """The single steps that are legal: a piece and U, D, L or R."""

    hint: BlocksHint | None = None
    """The hint, if it was asked for."""


@dataclass(frozen=True, kw_only=True)
class CheckAnswer(Reply):
    """The verdicts on the certificates of a file."""

    certificates: tuple[CheckedCertificate, ...]
    """One for each certificate."""


@dataclass(frozen=True, kw_only=True)
class ConvertCertificateAnswer(Reply):
    """A certificate in its other form, which `certificate` writes."""

    to: CertificateForm
    """The form that it is converted to."""


@dataclass(frozen=True, kw_only=True)
class ReproduceAnswer(Reply):
    """Chapters of published results."""

    chapters: tuple[ChapterAnswer, ...]
    """The chapters in their order."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached; rows are missing."""


@dataclass(frozen=True, kw_only=True)
class LoopyValueAnswer(Reply):
    """The value of a loopy game."""

    kind: str
    """`short`, `stopper`, `stopper-sided`, or `sided` for sides that are not known to be stoppers."""

    value: str | None
    """The value."""

    onside: str | None
    """Its onside: infinite play is a win for Left."""

    offside: str | None
    """Its offside: infinite play is a win for Right."""

    outcome: str
    """Who wins."""

    verified: bool | None = None
    """Whether the value agrees with the graph, if that was verified."""

    vertex: str | None = None
    """The vertex, if the value is that of one of several."""


@dataclass(frozen=True, kw_only=True)
class LoopySidesAnswer(Reply):
    """The values of the vertices. Each is also reported as a row as soon as it is known."""

    vertices: tuple[LoopyValueAnswerPart, ...]
    """The values, in the order of the file."""


@dataclass(frozen=True, kw_only=True)
class LoopyCanonicalAnswer(Reply):
    """The canonical forms of a vertex."""

    graphs: tuple[CanonicalGraph, ...]
    """One form, or that of each side."""

    verified: bool | None = None
    """Whether the value agrees with the graph, if that was verified."""


@dataclass(frozen=True, kw_only=True)
class LoopySumAnswer(Reply):
    """The value of a loopy game."""

    kind: str
    """`short`, `stopper`, `stopper-sided`, or `sided` for sides that are not known to be stoppers."""

    value: str | None
    """The value."""

    onside: str | None
    """Its onside: infinite play is a win for Left."""

    offside: str | None
    """Its offside: infinite play is a win for Right."""

    outcome: str
    """Who wins."""

    verified: bool | None = None
    """Whether the value agrees with the graph, if that was verified."""

    vertex: str | None = None
    """The vertex, if the value is that of one of several."""


@dataclass(frozen=True, kw_only=True)
class LoopyCompareAnswer(Reply):
    """How two vertices compare."""

    g: str
    """The name of the first."""

    h: str
    """The name of the second."""

    relation: str
    """The relation of the games: `<=` where it is on both sides."""

    onside: str
    """The relation of the onsides."""

    offside: str
    """The relation of the offsides."""


@dataclass(frozen=True, kw_only=True)
class ExplainAnswer(Reply):
    """How a value comes about."""

    of: str
    """What is explained."""

    explanations: tuple[Explanation, ...]
    """The steps to the simplest form: one list, or one for each side."""

    strategies: tuple[Strategy, ...]
    """The strategies of a comparison, or those of a sum against 0."""

    holds: bool | None = None
    """Does the comparison hold? None for a game."""

    value: str | None = None
    """The value of a game, or its reduced canonical form; none for a comparison."""


@dataclass(frozen=True, kw_only=True)
class LoopyExplainAnswer(Reply):
    """How the sides of a vertex are simplified."""

    vertex: str
    """The vertex."""

    explanations: tuple[LoopySideExplanation, ...]
    """One explanation of a stopper, two of a game with sides."""

    strategies: tuple[Strategy, ...]
    """The strategies of a comparison."""


@dataclass(frozen=True, kw_only=True)
class LoopyJudgeAnswer(Reply):
    """What kind of game it is."""

    vertex: str
    """The vertex."""

    is_stopper: bool
    """Is the graph that of a stopper: has it no alternating cycle?"""

    is_plumtree: bool
    """Is the graph a plumtree: has it no cycle of two moves or more through different vertices?"""

    cycles: tuple[CycleRow, ...]
    """The cycles that meet each vertex once at most."""

    alternating: tuple[CycleRow, ...]
    """The closed walks of moves that alternate."""

    is_complete: bool
    """Are these all cycles?"""

    sides: tuple[JudgedSide, ...]
    """The sides: one for a stopper, otherwise the onside and the offside."""


@dataclass(frozen=True, kw_only=True)
class LoopyExampleAnswer(Reply):
    """Loopy games, and the graph of the one that was asked for."""

    examples: tuple[LoopyExampleRow, ...]
    """The games of the list, or the one that was asked for."""

    graph: str | None = None
    """A text bigraph."""


@dataclass(frozen=True, kw_only=True)
class GraphExplainAnswer(Reply):
    """The run of the labelling algorithm. The run has been verified by the checker of certificates."""

    game: GraphGame
    """The game."""

    events: tuple[LabelEventRow, ...]
    """The labels in order."""

    draws: tuple[str, ...] | None = None
    """The vertices that get no label in the symmetric game: they are draws."""


@dataclass(frozen=True, kw_only=True)
class LoopyOrderAnswer(Reply):
    """The order of the vertices on each side, a bit a pair: entry `[i][j]` is true if vertex i is less than or equal to vertex j."""

    vertices: tuple[str, ...]
    """The names of the vertices."""

    onside: tuple[tuple[bool, ...], ...]
    """Infinite play is won by Left."""

    offside: tuple[tuple[bool, ...], ...]
    """Infinite play is won by Right."""


@dataclass(frozen=True, kw_only=True)
class LoopyDrawAnswer(Reply):
    """A drawing of a loopy game, in the formats `svg` and `dot`."""

    svg: str
    """As SVG."""


@dataclass(frozen=True, kw_only=True)
class SidlingAnswer(Reply):
    """The fixed point, or the bounds that were reached."""

    fixed: bool
    """Are the values those of the game?"""

    steps: int
    """How many steps were taken."""

    side: SideName
    """The side that infinite play without moves of the sets is judged by."""

    start: str
    """Where the game starts."""

    values: dict[str, str | None]
    """The values of the vertices; without a fixed point bounds from above (from `on`) or from below (from `off`)."""

    otherwise: dict[str, str | None] | None = None
    """The values found without sidling of the vertices that differ."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached."""

    verified: bool | None = None
    """Whether the fixed point equals the side of the game, if that was verified."""


@dataclass(frozen=True, kw_only=True)
class UnicycleAnswer(Reply):
    """Exits that make a unicycle, or that there are none."""

    pattern: str
    """The pattern."""

    exits: tuple[str | None, ...] | None
    """The exits, in cycle order; none if the sets hold no solution."""

    from_: ExitSets = field(metadata={'key': 'from'})
    """The set that the exits come from, or all sets that were searched."""

    believed: bool | None = None
    """Does the answer rest on what the checkpoint says is exhausted?"""

    exhausted: bool | None = None
    """Were all sets searched without a solution?"""


@dataclass(frozen=True, kw_only=True)
class UnicycleTestAnswer(Reply):
    """Whether it is a unicycle."""

    pattern: str
    """The pattern."""

    exits: tuple[str | None, ...]
    """The exits."""

    unicycle: bool
    """Is it a unicycle?"""

    reason: str | None = None
    """Why not."""


@dataclass(frozen=True, kw_only=True)
class UnicyclesAnswer(Reply):
    """How many patterns are those of unicycles."""

    length: int
    """The number of edges."""

    patterns: int
    """How many patterns are admissible."""

    from_: tuple[str, ...] = field(metadata={'key': 'from'})
    """The sets of exits."""

    realized: tuple[int, ...]
    """How many patterns have exits from each set, and from none before."""

    exhausted: tuple[str, ...]
    """The patterns without exits."""

    believed: tuple[str, ...] | None = None
    """Those among them of which only the checkpoint says so."""

    stopped: Literal['nodes', 'memory', 'time', 'cancelled', 'store-full', 'other'] | None = None
    """The limit that was reached before all patterns were settled."""


def value(
    of: AnyPosition,
    *,
    data: bool | None = None,
    temperature: bool | None = None,
    **options: Unpack[AskOptions],
) -> ValueAnswer:
    """Asks for the canonical value of a position.

    Args:
        of: The position.
        data: Also answer with the value as data and as a formula.
        temperature: The data has the mean and the temperature.
    """
    return ask(ValueAnswer, 'value', {
        'of': position(of),
        'data': data,
        'temperature': temperature,
    }, options)


def reduced_value(
    of: AnyPosition,
    **options: Unpack[AskOptions],
) -> ReducedValueAnswer:
    """Asks for the reduced canonical form of a position: its value up to infinitesimals. It is found from the reduced forms and the stops of the options; canonical forms are not computed.

    Args:
        of: The position. Play from it must end.
    """
    return ask(ReducedValueAnswer, 'reduced-value', {
        'of': position(of),
    }, options)


def outcome(
    of: AnyPosition,
    *,
    certify: bool | None = None,
    misere: bool | None = None,
    **options: Unpack[AskOptions],
) -> OutcomeAnswer:
    """Asks who wins a position.

    Args:
        of: The position.
        certify: Also write the strategy down that proves the outcome.
        misere: The player who makes the last move loses.
    """
    return ask(OutcomeAnswer, 'outcome', {
        'of': position(of),
        'certify': certify,
        'misere': misere,
    }, options)


def moves(
    of: AnyPosition,
    *,
    depth: int | None = None,
    **options: Unpack[AskOptions],
) -> MovesAnswer:
    """Asks for the moves of both players.

    Args:
        of: The position.
        depth: How many moves deep the tree is; one if nothing is said.
    """
    return ask(MovesAnswer, 'moves', {
        'of': position(of),
        'depth': depth,
    }, options)


def best_moves(
    of: AnyPosition,
    player: str,
    **options: Unpack[AskOptions],
) -> BestMovesAnswer:
    """Asks for the best moves of a player.

    Args:
        of: The position.
        player: The player to move.
    """
    return ask(BestMovesAnswer, 'best-moves', {
        'of': position(of),
        'player': player,
    }, options)


def options(
    of: AnyPosition,
    **options: Unpack[AskOptions],
) -> OptionsAnswer:
    """Asks for the options of a position, each with its value and its part in the canonical form.

    Args:
        of: The position.
    """
    return ask(OptionsAnswer, 'options', {
        'of': position(of),
    }, options)


def table(
    rules: str,
    rows: int,
    columns: int,
    *,
    boards: Literal['pair', 'lines'] | Mapping[str, Any] | None = None,
    property: Literal['value', 'outcome', 'temperature', 'mean', 'nim-value'] | None = None,
    **options: Unpack[AskOptions],
) -> TableAnswer:
    """Asks about all boards of a family up to a number of rows and columns. Each cell is a row of the job.

    Args:
        rules: The ruleset.
        rows: How many rows.
        columns: How many columns.
        boards: The boards; those that the ruleset usually has if nothing is said.
        property: What is asked about each board.
    """
    return ask(TableAnswer, 'table', {
        'rules': rules,
        'rows': rows,
        'columns': columns,
        'boards': boards,
        'property': property,
    }, options)


def draw(
    of: AnyPosition,
    **options: Unpack[AskOptions],
) -> DrawAnswer:
    """Asks for a drawing of a board, a strip or a graph.

    Args:
        of: The position.
    """
    return ask(DrawAnswer, 'draw', {
        'of': position(of),
    }, options)


def play(
    start: AnyPosition,
    first: str,
    *,
    advise: bool | None = None,
    moves: Sequence[int | str] | None = None,
    **options: Unpack[AskOptions],
) -> PlayAnswer:
    """Asks how a match stands. The question carries the whole match: where it began, who began, and the moves so far.

    Args:
        start: The position in which the match began.
        first: The player who began.
        advise: Also answer who wins, and with a move for the player who is to move.
        moves: The moves so far.
    """
    return ask(PlayAnswer, 'play', {
        'start': position(start),
        'first': first,
        'advise': advise,
        'moves': moves,
    }, options)


def rulesets(
    **options: Unpack[AskOptions],
) -> RulesetsAnswer:
    """Asks for the rulesets that are built in.
    """
    return ask(RulesetsAnswer, 'rulesets', {
    }, options)


def ruleset(
    rules: str,
    **options: Unpack[AskOptions],
) -> RulesetAnswer:
    """Asks for the card of a ruleset that is built in.

    Args:
        rules: The name.
    """
    return ask(RulesetAnswer, 'ruleset', {
        'rules': rules,
    }, options)


def new_class(
    name: str,
    **options: Unpack[AskOptions],
) -> NewClassAnswer:
    """Asks for a commented class of a ruleset on strips, to be changed.

    Args:
        name: The name of the class.
    """
    return ask(NewClassAnswer, 'new-class', {
        'name': name,
    }, options)


def nim_value(
    of: AnyPosition,
    **options: Unpack[AskOptions],
) -> NimValueAnswer:
    """Asks for the nim value of a position in which both players have the same moves.

    Args:
        of: The position.
    """
    return ask(NimValueAnswer, 'nim-value', {
        'of': position(of),
    }, options)


def compare_positions(
    left: AnyPosition,
    right: AnyPosition,
    **options: Unpack[AskOptions],
) -> ComparePositionsAnswer:
    """Asks which of two positions is better for Left, or whether they are equal or confused.

    Args:
        left: The first position.
        right: The second position.
    """
    return ask(ComparePositionsAnswer, 'compare-positions', {
        'left': position(left),
        'right': position(right),
    }, options)


def score(
    of: AnyPosition,
    **options: Unpack[AskOptions],
) -> ScoreAnswer:
    """Asks for the score of a board of Nimstring that is played as Dots and Boxes.

    Args:
        of: The position.
    """
    return ask(ScoreAnswer, 'score', {
        'of': position(of),
    }, options)


def use_table(
    rules: str,
    file: str,
    *,
    verify: bool | None = None,
    **options: Unpack[AskOptions],
) -> UseTableAnswer:
    """Asks the workspace to use a table of solved positions that was kept before. Without a file nothing happens.

    The owner of the file locks it (`FileLock`) from this question to the one that keeps the table again.

    Args:
        rules: The ruleset.
        file: The file.
        verify: Solve every entry again first; without this the table is believed.
    """
    return ask(UseTableAnswer, 'use-table', {
        'rules': rules,
        'file': file,
        'verify': verify,
    }, options)


def keep_table(
    rules: str,
    file: str,
    **options: Unpack[AskOptions],
) -> KeepTableAnswer:
    """Asks for what the workspace knows of the positions of a ruleset to be kept in a file, which is replaced as a whole.

    Args:
        rules: The ruleset.
        file: The file.
    """
    return ask(KeepTableAnswer, 'keep-table', {
        'rules': rules,
        'file': file,
    }, options)


def evaluate(
    line: str,
    *,
    columns: int | None = None,
    file: str | None = None,
    forms: Sequence[Literal['text', 'unicode', 'latex', 'mathml', 'json', 'json-with-temperatures']] | None = None,
    keep: bool | None = None,
    session: str | None = None,
    **options: Unpack[AskOptions],
) -> EvaluateAnswer:
    """Asks for the answers of a line of CGScript. The session keeps the names that the line gives. What programs print goes to the sink of the job at once.

    Args:
        line: The line, or several.
        columns: How many columns pictures in characters may have; without it 80.
        file: The text is a whole file of this name, whose result is that of its last statement; a class in it is checked.
        forms: The forms of each result; none for the plain notation alone.
        keep: The session keeps the results: `$1` is the first one that it keeps, for later lines and for questions about positions.
        session: The name of the session; it is made when it is first named.
    """
    return ask(EvaluateAnswer, 'evaluate', {
        'line': line,
        'columns': columns,
        'file': file,
        'forms': forms,
        'keep': keep,
        'session': session,
    }, options)


def notation(
    text: str,
    *,
    forms: Sequence[Literal['text', 'unicode', 'latex', 'mathml', 'json', 'json-with-temperatures']] | None = None,
    session: str | None = None,
    **options: Unpack[AskOptions],
) -> NotationAnswer:
    """Asks for a value in other notations. Names that the text gives are forgotten.

    Args:
        text: The value, in any notation that can be read.
        forms: The notations; none for all but the JSON form.
        session: The session whose names the text may use.
    """
    return ask(NotationAnswer, 'notation', {
        'text': text,
        'forms': forms,
        'session': session,
    }, options)


def names(
    *,
    forms: Sequence[Literal['text', 'unicode', 'latex', 'mathml', 'json', 'json-with-temperatures']] | None = None,
    session: str | None = None,
    **options: Unpack[AskOptions],
) -> NamesAnswer:
    """Asks for the names that a session has given, with the values that they stand for.

    Args:
        forms: The forms of each value; none for the plain notation alone.
        session: The session.
    """
    return ask(NamesAnswer, 'names', {
        'forms': forms,
        'session': session,
    }, options)


def forget(
    *,
    names: Sequence[str] | None = None,
    session: str | None = None,
    **options: Unpack[AskOptions],
) -> ForgetAnswer:
    """Forgets names of a session and answers that it keeps, or all of it.

    Args:
        names: The names, and kept answers such as `$1`; none for the whole session, which begins anew when it is named again.
        session: The session.
    """
    return ask(ForgetAnswer, 'forget', {
        'names': names,
        'session': session,
    }, options)


def complete(
    text: str,
    *,
    cursor: int | None = None,
    session: str | None = None,
    **options: Unpack[AskOptions],
) -> CompleteAnswer:
    """Asks what the word before the cursor may become.

    Args:
        text: What has been typed.
        cursor: The place of the cursor, in bytes; without it the end.
        session: The session, whose names are offered.
    """
    return ask(CompleteAnswer, 'complete', {
        'text': text,
        'cursor': cursor,
        'session': session,
    }, options)


def help(
    topic: str,
    **options: Unpack[AskOptions],
) -> HelpAnswer:
    """Asks what a word or a sign of the language means.

    Args:
        topic: A method, a function, a class, a word, a sign; `methods` and `outcomes` are pages.
    """
    return ask(HelpAnswer, 'help', {
        'topic': topic,
    }, options)


def certify(
    claim: str,
    *,
    session: str | None = None,
    **options: Unpack[AskOptions],
) -> CertifyAnswer:
    """Asks for a proof of a claim: of a comparison of two short games, or that a game has its canonical form. Braces are certified as they are typed; any other expression stands for the canonical form of its value.

    Args:
        claim: The claim: `{1|*} > 0`, or a game. Of several statements the last is certified; names that they give are forgotten.
        session: The session, whose names the claim may use.
    """
    return ask(CertifyAnswer, 'certify', {
        'claim': claim,
        'session': session,
    }, options)


def check_script(
    script: Mapping[str, Any],
    *,
    session: str | None = None,
    **options: Unpack[AskOptions],
) -> CheckScriptAnswer:
    """Asks for the mistakes in a class or script: unknown names, missing or idle `override`, wrong numbers of arguments, clashes of members. Nothing is run.

    Args:
        script: The file. Its name is the name of its class, with the packages between it and its folder of classes; a class in a text may have any name.
        session: The session, whose folders of classes are meant.
    """
    return ask(CheckScriptAnswer, 'check-script', {
        'script': script,
        'session': session,
    }, options)


def thermograph(
    games: Sequence[str],
    *,
    columns: int | None = None,
    session: str | None = None,
    **options: Unpack[AskOptions],
) -> ThermographAnswer:
    """Asks for the thermographs of games, with cycles or without.

    Args:
        games: The games, as expressions.
        columns: How many columns a picture in characters may have; without it 80.
        session: The session, whose names the games may use.
    """
    return ask(ThermographAnswer, 'thermograph', {
        'games': games,
        'columns': columns,
        'session': session,
    }, options)


def nim_sequence(
    *,
    certify: bool | None = None,
    checkpoint: str | None = None,
    code: str | None = None,
    cousins: bool | None = None,
    exceptions: bool | None = None,
    interval_ms: int | None = None,
    limit: int | None = None,
    method: Literal['automatic', 'definition', 'pairs', 'sparse', 'subtraction', 'partitions'] | None = None,
    statistics: bool | None = None,
    trust: bool | None = None,
    until_periodic: bool | None = None,
    values: int | None = None,
    **options: Unpack[AskOptions],
) -> NimSequenceAnswer:
    """Asks for the nim values of a take-and-break game, and for a proof of their period. The code may also be that of a coin-turning game; then only its values are known.

    Args:
        certify: Refuse an answer without a certificate, and say why there is none; implies `until_periodic`.
        checkpoint: Save the values in this file, and resume from it if it exists. Its values are computed again.
        code: The code, such as `0.77`, or a name, such as `kayles`.
        cousins: Also name the first cousins, in which a heap has one token less each.
        exceptions: Also list the heaps whose values differ from the period; implies `until_periodic`.
        interval_ms: How often the checkpoint is written: 10,000 if not given.
        limit: The search stops after so many heaps; the default depends on the number of heaps that a move may leave.
        method: How values are computed.
        statistics: Also count the largest and the rare values.
        trust: Compute only a sample of the values in the checkpoint again.
        until_periodic: Search for a period or another regularity with a proof.
        values: The values of so many heaps, heap 0 first.
    """
    return ask(NimSequenceAnswer, 'nim-sequence', {
        'certify': certify,
        'checkpoint': checkpoint,
        'code': code,
        'cousins': cousins,
        'exceptions': exceptions,
        'interval_ms': interval_ms,
        'limit': limit,
        'method': method,
        'statistics': statistics,
        'trust': trust,
        'until_periodic': until_periodic,
        'values': values,
    }, options)


def octal_table(
    *,
    digits: int | None = None,
    limit: int | None = None,
    state: str | None = None,
    **options: Unpack[AskOptions],
) -> OctalTableAnswer:
    """Asks for the periods of all octal games with at most so many digits. Rows are reported as they are found.

    Args:
        digits: The number of digits: 1 to 5.
        limit: The search for a period stops after so many heaps: 10,000 if not given.
        state: Save finished rows in this file, and resume from it if it exists.
    """
    return ask(OctalTableAnswer, 'octal-table', {
        'digits': digits,
        'limit': limit,
        'state': state,
    }, options)


def heap_moves(
    *,
    all: bool | None = None,
    at: Sequence[int] | None = None,
    code: str | None = None,
    made: Sequence[Mapping[str, Any]] | None = None,
    misere: bool | None = None,
    **options: Unpack[AskOptions],
) -> HeapMovesAnswer:
    """Asks who wins a sum of heaps, and by which moves. To play a game, ask with the moves made so far: nothing is kept between questions.

    Args:
        all: Also list all moves, not only those that win.
        at: The heaps at the beginning.
        code: The code, such as `0.77`, or a name, such as `kayles`.
        made: The moves made from there.
        misere: The player who cannot move wins.
    """
    return ask(HeapMovesAnswer, 'heap-moves', {
        'all': all,
        'at': at,
        'code': code,
        'made': made,
        'misere': misere,
    }, options)


def misere_forms(
    game: str,
    what: Literal['genus', 'canonical'],
    *,
    heaps: int | None = None,
    **options: Unpack[AskOptions],
) -> MisereFormsAnswer:
    """Asks for the genus symbols or the misère canonical forms of heaps or games.

    Args:
        game: A code such as `0.77`, or games separated by commas.
        what: What is asked for.
        heaps: Heaps 0 to this one of a code: 20 if not given.
    """
    return ask(MisereFormsAnswer, 'misere-forms', {
        'game': game,
        'what': what,
        'heaps': heaps,
    }, options)


def misere_quotient(
    *,
    certify: bool | None = None,
    checkpoint: str | None = None,
    game: str | None = None,
    heaps: int | None = None,
    interval_ms: int | None = None,
    max_order: int | None = None,
    **options: Unpack[AskOptions],
) -> MisereQuotientAnswer:
    """Asks for the misère quotient of a heap game or of some games, with its period.

    Args:
        certify: Refuse an answer without a certificate, and say why there is none.
        checkpoint: Save the partial quotient in this file, and resume from it if it exists.
        game: A code such as `0.77`, or games separated by commas.
        heaps: The quotient of heaps 0 to this one; without it, until the period is proved.
        interval_ms: How often the file is written, besides whenever the quotient has grown: 10,000 if not given.
        max_order: The search stops at quotients with more elements: 20,000 if not given.
    """
    return ask(MisereQuotientAnswer, 'misere-quotient', {
        'certify': certify,
        'checkpoint': checkpoint,
        'game': game,
        'heaps': heaps,
        'interval_ms': interval_ms,
        'max_order': max_order,
    }, options)


def misere_table(
    *,
    digits: int | None = None,
    each: int | None = None,
    heaps: int | None = None,
    max_order: int | None = None,
    **options: Unpack[AskOptions],
) -> MisereTableAnswer:
    """Asks for the misère quotients of all octal games with at most so many digits. Rows are reported as they are found.

    Args:
        digits: The number of digits: 1 to 5.
        each: The search for one quotient stops after so many nodes: 50,000 if not given.
        heaps: The quotients of heaps 0 to this one; without it, until the period is proved.
        max_order: The search stops at quotients with more elements: 20,000 if not given.
    """
    return ask(MisereTableAnswer, 'misere-table', {
        'digits': digits,
        'each': each,
        'heaps': heaps,
        'max_order': max_order,
    }, options)


def misere_compare(
    first: str,
    second: str,
    *,
    universe: Literal['dicot', 'dead-ending'] | None = None,
    **options: Unpack[AskOptions],
) -> MisereCompareAnswer:
    """Asks how two games compare under misère play, modulo all games of a universe. Forms are taken as they are written.

    Args:
        first: A game: `0`, an integer, a nim heap such as `*2`, a form such as `{0,*|{|0}}`, or a sum of these.
        second: Another game.
        universe: The universe.
    """
    return ask(MisereCompareAnswer, 'misere-compare', {
        'first': first,
        'second': second,
        'universe': universe,
    }, options)


def graph_label(
    graph: Mapping[str, Any],
    *,
    ends: Sequence[str] | None = None,
    game: Literal['symmetric', 'asymmetric', 'misere'] | None = None,
    quotient: bool | None = None,
    **options: Unpack[AskOptions],
) -> GraphLabelAnswer:
    """Asks who wins from each vertex of a digraph, and how soon.

    Args:
        graph: The graph.
        ends: Vertices at which the play ends, whatever options they have.
        game: The game that is played on it.
        quotient: Label the quotient by bisimulation and carry the labels back: the same answer, faster where many vertices are alike.
    """
    return ask(GraphLabelAnswer, 'graph-label', {
        'graph': graph,
        'ends': ends,
        'game': game,
        'quotient': quotient,
    }, options)


def graph_gamma(
    graph: Mapping[str, Any],
    **options: Unpack[AskOptions],
) -> GraphGammaAnswer:
    """Asks for the loopy nim values of the vertices of a digraph: γ with its counter.

    Args:
        graph: The graph.
    """
    return ask(GraphGammaAnswer, 'graph-gamma', {
        'graph': graph,
    }, options)


def graph_quotient(
    graph: Mapping[str, Any],
    **options: Unpack[AskOptions],
) -> GraphQuotientAnswer:
    """Asks for the quotient of a digraph by bisimulation: labels, distances and γ of bisimilar vertices are the same.

    Args:
        graph: The graph.
    """
    return ask(GraphQuotientAnswer, 'graph-quotient', {
        'graph': graph,
    }, options)


def graph_convert(
    graph: Mapping[str, Any],
    to: Literal['text', 'json', 'binary'],
    *,
    alternating: bool | None = None,
    from_: str | None = None,
    wide: bool | None = None,
    **options: Unpack[AskOptions],
) -> GraphConvertAnswer:
    """Asks for a graph file in another form.

    Args:
        graph: The graph.
        to: The form.
        alternating: The alternating graph instead: `0:v` and `1:v` for each vertex `v`, where the number is the player who moves. `from` is a vertex of the file, whose player is 0.
        from_: Only the vertices that can be reached from this one.
        wide: Write 64-bit ids; only in the binary form.
    """
    return ask(GraphConvertAnswer, 'graph-convert', {
        'graph': graph,
        'to': to,
        'alternating': alternating,
        'from': from_,
        'wide': wide,
    }, options)


def graph_epimorphism(
    graph: Mapping[str, Any],
    onto: Mapping[str, Any],
    map: Mapping[str, Any],
    *,
    starts: Sequence[str] | None = None,
    **options: Unpack[AskOptions],
) -> GraphEpimorphismAnswer:
    """Asks whether a map between digraphs is a bounded epimorphism (Löwe, section 2.1). Such a map preserves labels, distances and γ.

    Args:
        graph: The graph that is mapped.
        onto: The graph onto which it is mapped.
        map: The map: a vertex and its image on each line, separated by a comma or white space, or JSON with the key `map`. A vertex that is not listed is mapped to the vertex of the same name.
        starts: A vertex of the first graph and the vertex of the second to which it must be mapped.
    """
    return ask(GraphEpimorphismAnswer, 'graph-epimorphism', {
        'graph': graph,
        'onto': onto,
        'map': map,
        'starts': starts,
    }, options)


def graph_example(
    *,
    name: str | None = None,
    size: int | None = None,
    step: int | None = None,
    **options: Unpack[AskOptions],
) -> GraphExampleAnswer:
    """Asks for an example of a digraph, or for the list of all.

    Args:
        name: The name of the example; none for the list.
        size: The largest heap of `nim`, the largest score of `scoring`; 8 if it is missing.
        step: The most that a move of `scoring` subtracts; 3 if it is missing.
    """
    return ask(GraphExampleAnswer, 'graph-example', {
        'name': name,
        'size': size,
        'step': step,
    }, options)


def tokens(
    graphs: Sequence[Mapping[str, Any]],
    at: Sequence[str],
    **options: Unpack[AskOptions],
) -> TokensAnswer:
    """Asks who wins with tokens on digraphs, and by which moves. A move takes one token along an edge; tokens may share a vertex; a player who cannot move loses, and an endless play is a draw.

    Args:
        graphs: The graphs.
        at: The vertices of the tokens: `5,6 7`. With several graphs one text for each, else as many as wanted.
    """
    return ask(TokensAnswer, 'tokens', {
        'graphs': graphs,
        'at': at,
    }, options)


def annihilation(
    graph: Mapping[str, Any],
    at: Sequence[str],
    **options: Unpack[AskOptions],
) -> AnnihilationAnswer:
    """Asks who wins an annihilation game, and by which moves. A move takes one token along an edge; if it meets another one, both vanish. A player who cannot move loses, and an endless play is a draw.

    Args:
        graph: The graph.
        at: The vertices of the tokens: `z0,z2`. Each is named once.
    """
    return ask(AnnihilationAnswer, 'annihilation', {
        'graph': graph,
        'at': at,
    }, options)


def matter(
    graph: Mapping[str, Any],
    *,
    electrons: str | None = None,
    positrons: str | None = None,
    **options: Unpack[AskOptions],
) -> MatterAnswer:
    """Asks who wins matter and antimatter on a small digraph, and by which moves. A move takes a particle along an edge to a vertex without another of its kind; it annihilates one of the other kind there. A loop is a pass. A player who cannot move loses, and an endless play is a draw. Every position that can be reached is explored: up to 3^n of them on n vertices.

    Args:
        graph: The graph.
        electrons: The vertices of the electrons: `a,b`.
        positrons: The vertices of the positrons.
    """
    return ask(MatterAnswer, 'matter', {
        'graph': graph,
        'electrons': electrons,
        'positrons': positrons,
    }, options)


def token_play(
    graphs: Sequence[Mapping[str, Any]],
    at: Sequence[str],
    *,
    annihilating: bool | None = None,
    moves: Sequence[Sequence[str]] | None = None,
    **options: Unpack[AskOptions],
) -> TokenPlayAnswer:
    """Asks for the moves of a game of tokens, and for the one that the engine makes.

    Args:
        graphs: The graphs; one in an annihilation game.
        at: The vertices of the tokens at the start: see `TokensQuestion`.
        annihilating: Do tokens that meet vanish?
        moves: The moves that were made, by both players in turn.
    """
    return ask(TokenPlayAnswer, 'token-play', {
        'graphs': graphs,
        'at': at,
        'annihilating': annihilating,
        'moves': moves,
    }, options)


def go_value(
    region: Mapping[str, Any],
    *,
    certify: bool | None = None,
    game: str | None = None,
    graph: bool | None = None,
    moves: bool | None = None,
    settle: Sequence[str] | None = None,
    suicide: bool | None = None,
    superko: bool | None = None,
    thermograph: bool | None = None,
    threats: Sequence[int] | None = None,
    trace: bool | None = None,
    **options: Unpack[AskOptions],
) -> GoValueAnswer:
    """Asks for the value of a region under the ko ban, or under situational superko.

    Args:
        region: A text diagram, or an SGF record with a marked region.
        certify: Prove the value by a certificate.
        game: The game that is made of the region.
        graph: Make the graph of the first fight, with its banned and its live moves.
        moves: Add the chilled value and what each move gains.
        settle: Points of chains whose capture ends the play: the capturer then has the region.
        suicide: Allow the suicide of two stones or more.
        superko: Situational superko instead of the ko ban.
        thermograph: Add the thermograph of φ beside a stack of coupons.
        threats: The ko threats of Black and of White: each lets a player make one banned move.
        trace: Value the region again by sidling, and compare.
    """
    return ask(GoValueAnswer, 'go-value', {
        'region': region,
        'certify': certify,
        'game': game,
        'graph': graph,
        'moves': moves,
        'settle': settle,
        'suicide': suicide,
        'superko': superko,
        'thermograph': thermograph,
        'threats': threats,
        'trace': trace,
    }, options)


def go_kos(
    fight: Mapping[str, Any],
    *,
    certify: bool | None = None,
    game: str | None = None,
    graph: bool | None = None,
    letters: bool | None = None,
    plus: str | None = None,
    thermograph: bool | None = None,
    threats: Sequence[int] | None = None,
    trace: bool | None = None,
    **options: Unpack[AskOptions],
) -> GoKosAnswer:
    """Asks for the value of several kos, or of the triple ko.

    Args:
        fight: The kos.
        certify: Prove the value by a certificate.
        game: The game that is made of them.
        graph: Make the graph of the first fight, with its banned and its live moves.
        letters: Name the columns of the approximations by letters: of two kos those of Moews's Table 1.
        plus: A game beside the kos, in the notation of the calculator; braces are taken as they are written. A move in it lifts the ban.
        thermograph: Add the thermograph of φ beside a stack of coupons.
        threats: The ko threats of Left and of Right: each lets a player make one banned move.
        trace: Value the kos again by sidling, and compare.
    """
    return ask(GoKosAnswer, 'go-kos', {
        'fight': fight,
        'certify': certify,
        'game': game,
        'graph': graph,
        'letters': letters,
        'plus': plus,
        'thermograph': thermograph,
        'threats': threats,
        'trace': trace,
    }, options)


def loopy_phi(
    graph: Mapping[str, Any],
    *,
    certify: bool | None = None,
    game: str | None = None,
    phi_graph: bool | None = None,
    threats: Sequence[int] | None = None,
    trace: bool | None = None,
    vertex: str | None = None,
    **options: Unpack[AskOptions],
) -> LoopyPhiAnswer:
    """Asks for φ, φ_L or φ_R of a loopy game: nobody may move back to the position before the last move.

    Args:
        graph: The graph file. The ban holds for the moves that it marks with `@ko`, or for all if it marks none.
        certify: Prove the value by a certificate.
        game: The game.
        phi_graph: Make the graph of the game with its banned and its live moves.
        threats: The ko threats of Left and of Right, in φ: each lets a player make one banned move.
        trace: Value the game again by sidling, and compare.
        vertex: The vertex; where the game starts if it is missing.
    """
    return ask(LoopyPhiAnswer, 'loopy-phi', {
        'graph': graph,
        'certify': certify,
        'game': game,
        'phi_graph': phi_graph,
        'threats': threats,
        'trace': trace,
        'vertex': vertex,
    }, options)


def go_endgame(
    record: Mapping[str, Any],
    *,
    alive: Sequence[str] | None = None,
    suicide: bool | None = None,
    territory: bool | None = None,
    threats: Sequence[int] | None = None,
    **options: Unpack[AskOptions],
) -> GoEndgameAnswer:
    """Asks for the regions of a board, their values, the score and a best move.

    Args:
        record: An SGF record.
        alive: Stones whose chains are assumed to live.
        suicide: Allow the suicide of two stones or more.
        territory: Count regions that are too large as territory where only one player's living stones lie beside them.
        threats: The ko threats of Black and of White. If they are missing, every move elsewhere on the board lifts a ban.
    """
    return ask(GoEndgameAnswer, 'go-endgame', {
        'record': record,
        'alive': alive,
        'suicide': suicide,
        'territory': territory,
        'threats': threats,
    }, options)


def go_play(
    region: Mapping[str, Any],
    *,
    moves: Sequence[str] | None = None,
    suicide: bool | None = None,
    **options: Unpack[AskOptions],
) -> GoPlayAnswer:
    """Asks how a region stands after some moves, for the legal moves and for a best one.

    Args:
        region: A text diagram, or an SGF record with a marked region. Black begins unless the diagram says `to move O`.
        moves: The moves so far, in turn.
        suicide: Allow the suicide of two stones or more.
    """
    return ask(GoPlayAnswer, 'go-play', {
        'region': region,
        'moves': moves,
        'suicide': suicide,
    }, options)


def logic_solve(
    graph: Mapping[str, Any],
    game: str,
    *,
    certify: bool | None = None,
    disk: Mapping[str, Any] | None = None,
    horizon: int | None = None,
    reversals: int | None = None,
    **options: Unpack[AskOptions],
) -> LogicSolveAnswer:
    """Asks who wins a game on a constraint graph, with a shortest solution.

    Args:
        graph: The graph, as text or JSON.
        game: The game.
        certify: Prove the answer by a certificate.
        disk: Search NCL in a folder instead of in memory.
        horizon: The number of turns of an unbounded team game.
        reversals: The number of edges that a player of an unbounded team game may reverse in a turn.
    """
    return ask(LogicSolveAnswer, 'logic-solve', {
        'graph': graph,
        'game': game,
        'certify': certify,
        'disk': disk,
        'horizon': horizon,
        'reversals': reversals,
    }, options)


def logic_check(
    graph: Mapping[str, Any],
    **options: Unpack[AskOptions],
) -> LogicCheckAnswer:
    """Asks whether a graph has a legal start, has AND and OR vertices only, and is planar.

    Args:
        graph: The graph, as text or JSON.
    """
    return ask(LogicCheckAnswer, 'logic-check', {
        'graph': graph,
    }, options)


def logic_compile(
    graph: Mapping[str, Any],
    to: Literal['blocks', 'hitori'],
    **options: Unpack[AskOptions],
) -> LogicCompileAnswer:
    """Asks for a puzzle with the same answer as a planar graph of AND and OR vertices.

    Args:
        graph: The graph, as text or JSON.
        to: The puzzle to make.
    """
    return ask(LogicCompileAnswer, 'logic-compile', {
        'graph': graph,
        'to': to,
    }, options)


def logic_draw(
    graph: Mapping[str, Any],
    *,
    game: str | None = None,
    **options: Unpack[AskOptions],
) -> LogicDrawAnswer:
    """Asks for a picture of a constraint graph, or for a film of the solution of a game on it.

    Args:
        graph: The graph, as text or JSON.
        game: The game whose solution is shown.
    """
    return ask(LogicDrawAnswer, 'logic-draw', {
        'graph': graph,
        'game': game,
    }, options)


def gadget_check(
    gadget: Mapping[str, Any],
    behaviour: str,
    **options: Unpack[AskOptions],
) -> GadgetCheckAnswer:
    """Asks whether a gadget behaves at its ports as it should.

    Args:
        gadget: The gadget: sliding blocks, Hitori or a graph.
        behaviour: `and`, `or`, `fanout`, `wire`, `turn`, `parity`, or the states of the ports.
    """
    return ask(GadgetCheckAnswer, 'gadget-check', {
        'gadget': gadget,
        'behaviour': behaviour,
    }, options)


def gadget_find(
    box: Mapping[str, Any],
    behaviour: str,
    *,
    blocks: Sequence[tuple[int, int]] | None = None,
    checkpoint: str | None = None,
    **options: Unpack[AskOptions],
) -> GadgetFindAnswer:
    """Asks for all fillings of a box of sliding blocks that behave at the ports as they should.

    Args:
        box: The box: a gadget of sliding blocks in which `?` marks the open cells.
        behaviour: `and`, `or`, `fanout`, `wire`, `turn`, `parity`, or the states of the ports.
        blocks: The blocks that may be put in: rows and columns.
        checkpoint: The file where the search is saved and resumed.
    """
    return ask(GadgetFindAnswer, 'gadget-find', {
        'box': box,
        'behaviour': behaviour,
        'blocks': blocks,
        'checkpoint': checkpoint,
    }, options)


def hitori_solve(
    board: Mapping[str, Any],
    *,
    certify: bool | None = None,
    **options: Unpack[AskOptions],
) -> HitoriSolveAnswer:
    """Asks how many solutions a board has: none, one or several.

    Args:
        board: The board.
        certify: Prove the answer by a certificate.
    """
    return ask(HitoriSolveAnswer, 'hitori-solve', {
        'board': board,
        'certify': certify,
    }, options)


def hitori_new(
    height: int,
    width: int,
    *,
    grade: str | None = None,
    seed: int | None = None,
    **options: Unpack[AskOptions],
) -> HitoriNewAnswer:
    """Asks for a board with exactly one solution.

    Args:
        height: The number of rows, up to 200.
        width: The number of columns, up to 200.
        grade: The difficulty.
        seed: The same seed gives the same board.
    """
    return ask(HitoriNewAnswer, 'hitori-new', {
        'height': height,
        'width': width,
        'grade': grade,
        'seed': seed,
    }, options)


def hitori_explain(
    board: Mapping[str, Any],
    **options: Unpack[AskOptions],
) -> HitoriExplainAnswer:
    """Asks why each forced cell is as it is, and for the grade of a board.

    Args:
        board: The board.
    """
    return ask(HitoriExplainAnswer, 'hitori-explain', {
        'board': board,
    }, options)


def hitori_play(
    board: Mapping[str, Any],
    *,
    hint: bool | None = None,
    moves: Sequence[tuple[int, int]] | None = None,
    **options: Unpack[AskOptions],
) -> HitoriPlayAnswer:
    """Asks how a board stands after some cells were painted or cleared.

    Args:
        board: The board.
        hint: Find a cell that is forced and not as it must be.
        moves: The cells, row and column from 0: each is painted, or cleared if it is painted.
    """
    return ask(HitoriPlayAnswer, 'hitori-play', {
        'board': board,
        'hint': hint,
        'moves': moves,
    }, options)


def blocks_solve(
    puzzle: Mapping[str, Any],
    *,
    by_shape: bool | None = None,
    certify: bool | None = None,
    disk: Mapping[str, Any] | None = None,
    index: bool | None = None,
    metric: str | None = None,
    **options: Unpack[AskOptions],
) -> BlocksSolveAnswer:
    """Asks for a shortest solution of a puzzle.

    Args:
        puzzle: The puzzle.
        by_shape: Pieces that the goal names are interchangeable with others of their shape.
        certify: Prove the answer by a certificate.
        disk: Search in a folder instead of in memory.
        index: Keep two bits for every placement of the pieces instead of a list of states.
        metric: What counts as one move.
    """
    return ask(BlocksSolveAnswer, 'blocks-solve', {
        'puzzle': puzzle,
        'by_shape': by_shape,
        'certify': certify,
        'disk': disk,
        'index': index,
        'metric': metric,
    }, options)


def blocks_hardest(
    puzzle: Mapping[str, Any],
    *,
    by_shape: bool | None = None,
    metric: str | None = None,
    **options: Unpack[AskOptions],
) -> BlocksHardestAnswer:
    """Asks for the distances of all positions that can be reached.

    Args:
        puzzle: The puzzle.
        by_shape: Pieces that the goal names are interchangeable with others of their shape.
        metric: What counts as one move.
    """
    return ask(BlocksHardestAnswer, 'blocks-hardest', {
        'puzzle': puzzle,
        'by_shape': by_shape,
        'metric': metric,
    }, options)


def blocks_play(
    puzzle: Mapping[str, Any],
    *,
    hint: bool | None = None,
    metric: str | None = None,
    moves: Sequence[tuple[str, str]] | None = None,
    **options: Unpack[AskOptions],
) -> BlocksPlayAnswer:
    """Asks how a puzzle stands after some moves.

    Args:
        puzzle: The puzzle.
        hint: Find the next move of a shortest solution.
        metric: What counts as one move of a hint.
        moves: The moves: a piece and its steps, each U, D, L or R.
    """
    return ask(BlocksPlayAnswer, 'blocks-play', {
        'puzzle': puzzle,
        'hint': hint,
        'metric': metric,
        'moves': moves,
    }, options)


def check(
    of: Mapping[str, Any],
    *,
    name: str | None = None,
    **options: Unpack[AskOptions],
) -> CheckAnswer:
    """Asks whether certificates show their claims. The file holds certificates as JSON objects, one after another, or a container with one certificate. Verdicts are reported as they are found.

    Args:
        of: The file.
        name: What the answer calls the file; its path if not given.
    """
    return ask(CheckAnswer, 'check', {
        'of': of,
        'name': name,
    }, options)


def convert_certificate(
    of: Mapping[str, Any],
    **options: Unpack[AskOptions],
) -> ConvertCertificateAnswer:
    """Asks for a certificate in its other form: a JSON object as a container, a container as a JSON object.

    Args:
        of: The file; it holds one certificate.
    """
    return ask(ConvertCertificateAnswer, 'convert-certificate', {
        'of': of,
    }, options)


def reproduce(
    *,
    chapters: Sequence[str] | None = None,
    list: bool | None = None,
    row: int | None = None,
    **options: Unpack[AskOptions],
) -> ReproduceAnswer:
    """Asks for published results, computed again and compared. Rows are reported as they are found.

    Args:
        chapters: The names of chapters; all of them if none are given.
        list: Only name the chapters.
        row: Only this row of each chapter, counted from 1.
    """
    return ask(ReproduceAnswer, 'reproduce', {
        'chapters': chapters,
        'list': list,
        'row': row,
    }, options)


def loopy_value(
    graph: Mapping[str, Any],
    *,
    unravel: int | None = None,
    verify: bool | None = None,
    vertex: str | None = None,
    **options: Unpack[AskOptions],
) -> LoopyValueAnswer:
    """Asks for the value of a vertex of a loopy game.

    Args:
        graph: The graph file, with an edge `u L v` or `u R "1/2"` a line.
        unravel: How much is spent on unravelling the cycles of a side that does not become a stopper by itself, in pairs of vertices; 20,000 if it is missing.
        verify: Compare the value with the graph by an independent path.
        vertex: The vertex; where the game starts if it is missing.
    """
    return ask(LoopyValueAnswer, 'loopy-value', {
        'graph': graph,
        'unravel': unravel,
        'verify': verify,
        'vertex': vertex,
    }, options)


def loopy_sides(
    graph: Mapping[str, Any],
    *,
    unravel: int | None = None,
    verify: bool | None = None,
    vertex: str | None = None,
    **options: Unpack[AskOptions],
) -> LoopySidesAnswer:
    """Asks for the sides of every vertex of a loopy game, or of one.

    Args:
        graph: The graph file.
        unravel: See `LoopyValueQuestion`.
        verify: Compare the values with the graph by an independent path.
        vertex: One vertex instead of all.
    """
    return ask(LoopySidesAnswer, 'loopy-sides', {
        'graph': graph,
        'unravel': unravel,
        'verify': verify,
        'vertex': vertex,
    }, options)


def loopy_canonical(
    graph: Mapping[str, Any],
    *,
    side: Literal['onside', 'offside'] | None = None,
    unravel: int | None = None,
    verify: bool | None = None,
    vertex: str | None = None,
    **options: Unpack[AskOptions],
) -> LoopyCanonicalAnswer:
    """Asks for the canonical form of a vertex of a loopy game.

    Args:
        graph: The graph file.
        side: Which side; if it is missing, that of a stopper, or both of another game.
        unravel: See `LoopyValueQuestion`.
        verify: Compare the value with the graph by an independent path.
        vertex: The vertex; where the game starts if it is missing.
    """
    return ask(LoopyCanonicalAnswer, 'loopy-canonical', {
        'graph': graph,
        'side': side,
        'unravel': unravel,
        'verify': verify,
        'vertex': vertex,
    }, options)


def loopy_sum(
    graph: Mapping[str, Any],
    plus: Sequence[str],
    *,
    minus: Sequence[str] | None = None,
    unravel: int | None = None,
    verify: bool | None = None,
    **options: Unpack[AskOptions],
) -> LoopySumAnswer:
    """Asks for the value of a sum of vertices of a loopy game.

    Args:
        graph: The graph file.
        plus: The vertices to add.
        minus: The vertices to subtract.
        unravel: See `LoopyValueQuestion`.
        verify: Compare the value of each vertex with the graph by an independent path.
    """
    return ask(LoopySumAnswer, 'loopy-sum', {
        'graph': graph,
        'plus': plus,
        'minus': minus,
        'unravel': unravel,
        'verify': verify,
    }, options)


def loopy_compare(
    graph: Mapping[str, Any],
    g: str,
    h: str,
    *,
    certify: bool | None = None,
    **options: Unpack[AskOptions],
) -> LoopyCompareAnswer:
    """Asks how two vertices of a loopy game compare.

    Args:
        graph: The graph file.
        g: The first vertex.
        h: The second vertex.
        certify: Prove it, for `certificates`.
    """
    return ask(LoopyCompareAnswer, 'loopy-compare', {
        'graph': graph,
        'g': g,
        'h': h,
        'certify': certify,
    }, options)


def explain(
    of: AnyPosition,
    *,
    after: Sequence[int] | None = None,
    pictures: bool | None = None,
    reduced: bool | None = None,
    **options: Unpack[AskOptions],
) -> ExplainAnswer:
    """Asks how the value of a game comes about, or why two games compare as they do.

    A game in braces is simplified as it is typed. A position or a sum is the game of its options, and these have their canonical values. A comparison, and a sum as well, has a strategy that answers the moves of the reader.

    Args:
        of: What is explained: a position of a ruleset, or a line such as `{1,*|0}`, `^ + *` or `{1|*} >= 0`.
        after: The moves of the reader against the strategies, each a place in the list of replies.
        pictures: Draw the game before the first step and after each step.
        reduced: Explain the reduced canonical form, up to infinitesimals.
    """
    return ask(ExplainAnswer, 'explain', {
        'of': position(of),
        'after': after,
        'pictures': pictures,
        'reduced': reduced,
    }, options)


def loopy_explain(
    graph: Mapping[str, Any],
    *,
    after: Sequence[int] | None = None,
    pictures: bool | None = None,
    vertex: str | None = None,
    with_: str | None = None,
    **options: Unpack[AskOptions],
) -> LoopyExplainAnswer:
    """Asks how the sides of a vertex of a loopy game are simplified, or why two vertices compare as they do.

    Args:
        graph: The graph file.
        after: The moves of the reader against the strategies, each a place in the list of replies.
        pictures: Draw the game before the first step and after each step.
        vertex: The vertex; the start if none is named.
        with_: The vertex with which it is compared: the strategies of the comparison are shown instead.
    """
    return ask(LoopyExplainAnswer, 'loopy-explain', {
        'graph': graph,
        'after': after,
        'pictures': pictures,
        'vertex': vertex,
        'with': with_,
    }, options)


def loopy_judge(
    graph: Mapping[str, Any],
    *,
    most: int | None = None,
    vertex: str | None = None,
    **options: Unpack[AskOptions],
) -> LoopyJudgeAnswer:
    """Asks which cycles can be reached from a vertex of a loopy game, and whether it equals a stopper or a plumtree.

    Args:
        graph: The graph file.
        most: The most cycles of each kind that are listed; 100 if it is missing.
        vertex: The vertex; the start if none is named.
    """
    return ask(LoopyJudgeAnswer, 'loopy-judge', {
        'graph': graph,
        'most': most,
        'vertex': vertex,
    }, options)


def loopy_example(
    *,
    name: str | None = None,
    **options: Unpack[AskOptions],
) -> LoopyExampleAnswer:
    """Asks for a loopy game of the literature, or for the list of all.

    Args:
        name: The name of the game; none for the list.
    """
    return ask(LoopyExampleAnswer, 'loopy-example', {
        'name': name,
    }, options)


def graph_explain(
    graph: Mapping[str, Any],
    *,
    game: Literal['symmetric', 'asymmetric', 'misere'] | None = None,
    **options: Unpack[AskOptions],
) -> GraphExplainAnswer:
    """Asks how the vertices of a digraph get their labels, in the symmetric or in the asymmetric game.

    Args:
        graph: The graph.
        game: The game that is played on it.
    """
    return ask(GraphExplainAnswer, 'graph-explain', {
        'graph': graph,
        'game': game,
    }, options)


def loopy_order(
    graph: Mapping[str, Any],
    **options: Unpack[AskOptions],
) -> LoopyOrderAnswer:
    """Asks how all vertices of a loopy game compare, on each side. The matrix of ten thousand vertices has a hundred million entries; it is written row by row.

    Args:
        graph: The graph file.
    """
    return ask(LoopyOrderAnswer, 'loopy-order', {
        'graph': graph,
    }, options)


def loopy_draw(
    graph: Mapping[str, Any],
    *,
    values: bool | None = None,
    **options: Unpack[AskOptions],
) -> LoopyDrawAnswer:
    """Asks for a drawing of a loopy game: Left's moves blue, Right's red.

    Args:
        graph: The graph file.
        values: Write the value of each vertex below its name.
    """
    return ask(LoopyDrawAnswer, 'loopy-draw', {
        'graph': graph,
        'values': values,
    }, options)


def sidling(
    graph: Mapping[str, Any],
    *,
    sets: Sequence[Mapping[str, Any]] | None = None,
    steps: int | None = None,
    trace: bool | None = None,
    verify: bool | None = None,
    vertex: str | None = None,
    **options: Unpack[AskOptions],
) -> SidlingAnswer:
    """Asks for approximations of a loopy game from `on` or from `off`, until a fixed point.

    Each step is the game with every move of a set led to the value that its target had in the step before; the first step leads them to `on` or to `off`. If a step changes nothing, its values are those of the game.

    Args:
        graph: The graph file.
        sets: The sets of moves, the outermost first; all moves from `on` if there are none.
        steps: The most steps; 200 if it is missing.
        trace: Report every approximation, as a row and in the answer.
        verify: Compare the fixed point with the side of the game found without sidling. All sets start from the same end.
        vertex: Show this vertex only.
    """
    return ask(SidlingAnswer, 'sidling', {
        'graph': graph,
        'sets': sets,
        'steps': steps,
        'trace': trace,
        'verify': verify,
        'vertex': vertex,
    }, options)


def unicycle(
    pattern: str,
    *,
    checkpoint: str | None = None,
    exits: Sequence[str] | None = None,
    **options: Unpack[AskOptions],
) -> UnicycleAnswer:
    """Asks for exits that make a unicycle with a given pattern of edges: a stopper in canonical form with one cycle, each vertex of which has one more move, an exit to a loop-free game for the other player.

    Exits are compared from the last vertex of the cycle back to the first, in the order in which the set lists them; the first solution in this order is the answer, whatever the number of threads. The search is exhaustive.

    Args:
        pattern: The colours of the cycle's edges, such as `LLRR`.
        checkpoint: Keep the state of the search in this file, and resume it from there.
        exits: The sets that exits are taken from, tried in turn: `nimbers:K` (0 to *(K-1)), `day:N` (born by day N), or values separated by commas. If there are none, `nimbers:4` and `day:1`.
    """
    return ask(UnicycleAnswer, 'unicycle', {
        'pattern': pattern,
        'checkpoint': checkpoint,
        'exits': exits,
    }, options)


def unicycle_test(
    pattern: str,
    exits: str,
    **options: Unpack[AskOptions],
) -> UnicycleTestAnswer:
    """Asks whether a pattern of edges with given exits is a unicycle.

    Args:
        pattern: The colours of the cycle's edges, such as `LLRR`.
        exits: The exits in cycle order, separated by commas.
    """
    return ask(UnicycleTestAnswer, 'unicycle-test', {
        'pattern': pattern,
        'exits': exits,
    }, options)


def unicycles(
    length: int,
    *,
    checkpoint: str | None = None,
    exits: Sequence[str] | None = None,
    **options: Unpack[AskOptions],
) -> UnicyclesAnswer:
    """Asks which admissible patterns of a length are those of unicycles: two edges of each colour, not alternating. Each pattern is a row, in dictionary order.

    Args:
        length: The number of edges.
        checkpoint: Keep the state of the search in this file, and resume it from there.
        exits: The sets that exits are taken from; see `UnicycleQuestion`.
    """
    return ask(UnicyclesAnswer, 'unicycles', {
        'length': length,
        'checkpoint': checkpoint,
        'exits': exits,
    }, options)


__all__ = [
    "annihilation",
    "best_moves",
    "blocks_hardest",
    "blocks_play",
    "blocks_solve",
    "certify",
    "check",
    "check_script",
    "compare_positions",
    "complete",
    "convert_certificate",
    "draw",
    "evaluate",
    "explain",
    "forget",
    "gadget_check",
    "gadget_find",
    "go_endgame",
    "go_kos",
    "go_play",
    "go_value",
    "graph_convert",
    "graph_epimorphism",
    "graph_example",
    "graph_explain",
    "graph_gamma",
    "graph_label",
    "graph_quotient",
    "heap_moves",
    "help",
    "hitori_explain",
    "hitori_new",
    "hitori_play",
    "hitori_solve",
    "keep_table",
    "logic_check",
    "logic_compile",
    "logic_draw",
    "logic_solve",
    "loopy_canonical",
    "loopy_compare",
    "loopy_draw",
    "loopy_example",
    "loopy_explain",
    "loopy_judge",
    "loopy_order",
    "loopy_phi",
    "loopy_sides",
    "loopy_sum",
    "loopy_value",
    "matter",
    "misere_compare",
    "misere_forms",
    "misere_quotient",
    "misere_table",
    "moves",
    "names",
    "new_class",
    "nim_sequence",
    "nim_value",
    "notation",
    "octal_table",
    "options",
    "outcome",
    "play",
    "reduced_value",
    "reproduce",
    "ruleset",
    "rulesets",
    "score",
    "sidling",
    "table",
    "thermograph",
    "token_play",
    "tokens",
    "unicycle",
    "unicycle_test",
    "unicycles",
    "use_table",
    "value",
]
