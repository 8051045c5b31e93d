"""Rulesets written in Python."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from ._sidle import HostRef, Player, Position


class Ruleset:
    """A ruleset of your own: a subclass with a method `options`.

    The states of a ruleset are any hashable objects. Call an object of the class with a state to get a position, which
    the engine values like positions of its own rulesets, alone and in sums.

    >>> class Subtract(Ruleset):
    ...     def options(self, position, player):
    ...         return [position - k for k in (1, 2) if k <= position]
    >>> Subtract()(5).value()
    Game('*2')

    The engine calls the methods from a thread of its own. They may ask the engine in turn, and what they raise comes
    back from the question as it was. The options of a state must depend on the state alone.
    """

    __slots__ = ("_host", "__dict__", "__weakref__")
    _host: HostRef

    impartial: bool = False
    """Do both players have the same moves in every state?"""

    def __new__(cls, *args: Any, **kwargs: Any) -> Ruleset:
        made = super().__new__(cls)
        made._host = HostRef()
        return made

    def __call__(self, state: Hashable, /) -> Position:
        """The position of a state."""
        return self._host.position(self, state)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"

    def options(self, position: Any, player: Player, /) -> Iterable[Hashable]:
        """The states that a player can move to; positions of other rulesets may be among them."""
        raise NotImplementedError(f"{type(self).__name__} has no method `options`")

    def decompose(self, position: Any, /) -> Iterable[Hashable] | None:
        """The states whose sum this state is; `None` for a state in one piece."""
        return None

    def write(self, position: Any, /) -> str:
        """The notation of a state."""
        return repr(position)


def sum_of(*parts: Position) -> Position:
    """The sum of positions."""
    first, *rest = parts
    for part in rest:
        first = first + part
    return first
