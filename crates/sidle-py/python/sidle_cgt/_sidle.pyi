"""
The extension module; `sidle_cgt` exports what is public.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from os import PathLike
from typing import Any, Final, SupportsFloat, SupportsIndex, final, NoReturn

__all__ = ["Answer", "Cancel", "Game", "HostRef", "Limits", "Player", "Position", "Relation", "Thermograph", "Wall", "Workspace", "values"]

@final
class Answer:
    """
    An answer of the engine. Answers of questions hold one and show it.
    """
    def certificate(self, /) -> bytes | None:
        """
        The certificate of the answer, if there is one.
        """
    def form(self, /, name: str) -> bytes | None:
        """
        The answer in another format, by its name: `dot`, `gap`, `sgf`.
        """
    def json(self, /) -> str:
        """
        The answer as the wire carries it.
        """
    def svg(self, /) -> str | None:
        """
        The picture of the answer as SVG, if there is one.
        """
    def table(self, /) -> tuple[list[str], list[list[str]]] | None:
        """
        The header and the rows of the answer as texts, if it is a table.
        """
    def text(self, /, style: str = "plain") -> str:
        """
        The answer in words and notation. Styles: `plain`, `unicode`, `latex`, `mathml`.
        """

@final
class Cancel:
    """
    The owner's end of a computation that runs in another thread.
    """
    def __new__(cls, /) -> Cancel: ...
    def cancel(self, /) -> None:
        """
        Stops every computation that was given this object.
        """

@final
class Game:
    """
    The value of a combinatorial game.

    Games are immutable. Two games are equal when they have the same value; `<` and `<=` are the order of games, which
    is partial.

    >>> import sidle_cgt as sd
    >>> sd.Game("{2||1|0}") + sd.star
    Game('{2*||1*|*}')
    >>> sd.Game(left=[0], right=[sd.star]) == sd.up
    True
    >>> sd.up < 1, sd.up <= sd.star, sd.up != sd.star
    (True, False, True)
    """
    def __add__(self, other: Game | int | float | Fraction, /) -> Game: ...
    def __bool__(self, /) -> NoReturn: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ge__(self, other: Game | int | float | Fraction, /) -> bool: ...
    def __gt__(self, other: Game | int | float | Fraction, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __le__(self, other: Game | int | float | Fraction, /) -> bool: ...
    def __lt__(self, other: Game | int | float | Fraction, /) -> bool: ...
    def __mul__(self, times: int, /) -> Game: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __neg__(self, /) -> Game: ...
    def __new__(cls, value: Game | int | float | Fraction | str | None = None, /, *, left: Iterable[Game | int | float | Fraction | str] | None = None, right: Iterable[Game | int | float | Fraction | str] | None = None) -> Game: ...
    def __pos__(self, /) -> Game: ...
    def __radd__(self, other: Game | int | float | Fraction, /) -> Game: ...
    def __reduce__(self, /) -> tuple[Any, tuple[str]]: ...
    def __repr__(self, /) -> str: ...
    def __rmul__(self, times: int, /) -> Game: ...
    def __rsub__(self, other: Game | int | float | Fraction, /) -> Game: ...
    def __str__(self, /) -> str: ...
    def __sub__(self, other: Game | int | float | Fraction, /) -> Game: ...
    def _repr_latex_(self, /) -> str: ...
    def _repr_svg_(self, /) -> str | None: ...
    def atomic_weight(self, /) -> Game | None:
        """
        The atomic weight; `None` for a game that has none.
        """
    @property
    def birthday(self, /) -> int:
        """
        The day on which the game is born.
        """
    def compare(self, /, other: Game | int | float | Fraction | str) -> Relation:
        """
        How the game compares with another.
        """
    def cool(self, /, by: int | float | Fraction | Game | str) -> Game:
        """
        The game cooled by a number.
        """
    def freeze(self, /) -> Game:
        """
        The game cooled by its temperature.
        """
    def is_confused_with(self, /, other: Game | int | float | Fraction | str) -> bool:
        """
        Does the first player win the difference?
        """
    @property
    def is_infinitesimal(self, /) -> bool:
        """
        Is the game an infinitesimal?
        """
    @property
    def is_number(self, /) -> bool:
        """
        Is the game a number?
        """
    @property
    def is_short(self, /) -> bool:
        """
        Has the value no cycles?
        """
    def latex(self, /) -> str:
        """
        The game as a formula in LaTeX.
        """
    @property
    def left_options(self, /) -> tuple[Game, ...]:
        """
        The canonical options of Left.
        """
    @property
    def left_stop(self, /) -> Fraction:
        """
        Where play stops when Left begins; a `Fraction`.
        """
    @property
    def mean(self, /) -> Fraction:
        """
        The mean value; a `Fraction`.
        """
    @property
    def nimber(self, /) -> int | None:
        """
        The `n` of the nimber `*n` that the game is, or `None`.
        """
    @property
    def number(self, /) -> Fraction | None:
        """
        The number that the game is, as a `Fraction`, or `None`.
        """
    @property
    def offside(self, /) -> Game | None:
        """
        The game in which infinite play counts for Right; `None` if it is not known to be a stopper.
        """
    @property
    def onside(self, /) -> Game | None:
        """
        The game in which infinite play counts for Left; `None` if it is not known to be a stopper.
        """
    def options(self, /, player: Player | str) -> tuple[Game, ...]:
        """
        The canonical options of a player.
        """
    def ordinal_sum(self, /, other: Game | int | float | Fraction | str) -> Game:
        """
        The ordinal sum: a move in this game forgets the other.
        """
    def outcome(self, /) -> str:
        """
        Who wins: `L`, `R`, `N` (the next player), `P` (the previous player), or for games with cycles both sides.
        """
    def reduced(self, /) -> Game:
        """
        The reduced canonical form: the simplest game infinitesimally close to this one.
        """
    @property
    def right_options(self, /) -> tuple[Game, ...]:
        """
        The canonical options of Right.
        """
    @property
    def right_stop(self, /) -> Fraction:
        """
        Where play stops when Right begins; a `Fraction`.
        """
    @property
    def temperature(self, /) -> Fraction:
        """
        The temperature; a `Fraction`, for numbers negative.
        """
    def thermograph(self, /) -> Thermograph:
        """
        The thermograph.
        """
    def unicode(self, /) -> str:
        """
        The game in Unicode.
        """

@final
class HostRef:
    """
    What a ruleset in Python remembers of its host: positions hold the host, and the host holds the ruleset.
    """
    def __new__(cls, /) -> HostRef: ...
    def position(self, /, ruleset: Any, state: Any) -> Position:
        """
        A position of the ruleset.
        """

@final
class Limits:
    """
    Limits of a computation. `None` is no limit.

    Args:
        time: seconds.
        nodes: new games, positions and vertices.
        bytes: memory of those nodes.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, *, time: SupportsFloat | SupportsIndex | None = None, nodes: SupportsIndex | None = None, bytes: SupportsIndex | None = None) -> Limits: ...
    def __repr__(self, /) -> str: ...
    @property
    def bytes(self, /) -> int | None: ...
    @property
    def nodes(self, /) -> int | None: ...
    @property
    def time(self, /) -> float | None:
        """
        Seconds.
        """

@final
class Player:
    """
    A player.
    """
    Left: Final[Player]
    """
    The player who likes positive games.
    """
    Right: Final[Player]
    """
    The player who likes negative games.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __int__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __neg__(self, /) -> Player:
        """
        The opponent.
        """
    def __reduce__(self, /) -> Any: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...

@final
class Position:
    """
    A position of a ruleset, or a sum of positions.

    Positions are immutable and can be hashed. They are equal when they are the same position of the same rules; positions
    of equal value may be different.

    >>> import sidle_cgt as sd
    >>> at = sd.Position("Domineering", "..|.#")
    >>> at.value()
    Game('*')
    >>> [str(after) for after in at.moves("Left")]
    ['#.|##']
    """
    def __add__(self, other: Position, /) -> Position: ...
    def __radd__(self, value: Any, /) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __new__(cls, ruleset: str, position: str, /) -> Position: ...
    def __reduce__(self, /) -> tuple[Any, ...]: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str | None: ...
    def best_moves(self, player: Player | str, /, *, workspace: Workspace | None = None, limits: Limits | None = None) -> list[Position]:
        """
        The best moves of a player: the positions after them.
        """
    def drawing(self, /) -> str | None:
        """
        The position drawn in characters; `None` if there is no picture of it.
        """
    def moves(self, player: Player | str, /, *, workspace: Workspace | None = None, limits: Limits | None = None) -> list[Position]:
        """
        The positions that a player can move to, in the order of the rules.
        """
    def outcome(self, /, *, misere: bool = False, workspace: Workspace | None = None, limits: Limits | None = None, threads: SupportsIndex | None = None, progress: Callable[[Any], object] | None = None) -> str:
        """
        Who wins: `L`, `R`, `N` (the next player), `P` (the previous player), or for positions with cycles both sides.
        """
    def play(self, to: object, /, *, player: Player | str | None = None) -> Position:
        """
        The position after a move: a position, or a position in the notation of the ruleset.

        A move that neither player can make raises `IllegalMoveError`, and so does a text that is a move of both to
        different positions.
        """
    @property
    def ruleset(self, /) -> str | None:
        """
        The name of the ruleset; `None` for a sum.
        """
    @property
    def state(self, /) -> Any | None:
        """
        The object that a ruleset in Python knows the position by; `None` for positions of other rulesets.
        """
    def value(self, /, *, workspace: Workspace | None = None, limits: Limits | None = None, threads: SupportsIndex | None = None, progress: Callable[[Any], object] | None = None) -> Game:
        """
        The canonical value.
        """

@final
class Relation:
    """
    How one game compares with another.
    """
    Confused: Final[Relation]
    """
    The first player wins the difference.
    """
    Equal: Final[Relation]
    """
    The second player wins the difference.
    """
    Greater: Final[Relation]
    """
    Left wins the difference, whoever starts.
    """
    Less: Final[Relation]
    """
    Right wins the difference, whoever starts.
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __int__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> Any: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...

@final
class Thermograph:
    """
    The thermograph of a game: how its stops change while it is cooled.

    >>> import sidle_cgt as sd
    >>> sd.Game("{2|-1}").thermograph().temperature
    Fraction(3, 2)
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    @property
    def left(self, /) -> Wall:
        """
        The wall of Left.
        """
    @property
    def mean(self, /) -> Fraction:
        """
        The mean value, on which the mast stands.
        """
    @property
    def right(self, /) -> Wall:
        """
        The wall of Right.
        """
    @property
    def temperature(self, /) -> Fraction:
        """
        The temperature, at which the mast begins.
        """
    def wall(self, /, player: Player | str) -> Wall:
        """
        The wall of a player.
        """

@final
class Wall:
    """
    One wall of a thermograph.
    """
    @property
    def critical_points(self, /) -> tuple[Fraction, ...]:
        """
        The temperatures at which the slope changes, highest first.
        """
    @property
    def mast(self, /) -> Fraction:
        """
        The value of the mast.
        """
    @property
    def slopes(self, /) -> tuple[int, ...]:
        """
        The slopes between the critical points, that of the mast first.
        """
    def value_at(self, /, temperature: int | float | Fraction | Game) -> Fraction:
        """
        The value of the wall at a temperature.
        """

@final
class Workspace:
    """
    What the engine keeps between questions. Answers never depend on it, except through a session of CGScript.

    Args:
        budget: about how many bytes are kept between questions.
    """
    def __new__(cls, /, *, budget: SupportsIndex | None = None) -> Workspace: ...
    def add_folder(self, /, folder: str | PathLike[str]) -> None:
        """
        Adds a folder of CGScript classes.
        """
    def ask(self, question: str, /, *, limits: Limits | None = None, threads: SupportsIndex | None = None, progress: Callable[[Any], object] | None = None, cancel: Cancel | None = None) -> Answer:
        """
        Answers a question in the form of the wire.
        """
    @staticmethod
    def default() -> Workspace:
        """
        The workspace of everything that names none.
        """
    def serve(self, /, request: str) -> list[str]:
        """
        Answers a request as `sidle batch` does: the lines that it writes.
        """

def values(positions: Any, /, *, threads: SupportsIndex | None = None, workspace: Workspace | None = None, limits: Limits | None = None, progress: Callable[[Any], object] | None = None) -> list[Game]:
    """
    The values of many positions, on several threads.
    """
