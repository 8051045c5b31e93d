"""Built-in rulesets as objects."""

from __future__ import annotations

from ._sidle import Position


class BuiltIn:
    """A built-in ruleset. Call it with a position in its notation.

    >>> from sidle_cgt import Clobber
    >>> Clobber("xo").value()
    Game('*')
    """

    __slots__ = ("name", "rules", "notation", "example")

    name: str
    """The name, with its package."""
    rules: str
    """The rules in a sentence."""
    notation: str
    """What positions look like."""
    example: str
    """A position."""

    def __init__(self, name: str, rules: str, notation: str, example: str) -> None:
        self.name, self.rules, self.notation, self.example = name, rules, notation, example

    def __call__(self, position: str, /) -> Position:
        """A position in the notation of the ruleset."""
        return Position(self.name, position)

    def __repr__(self) -> str:
        return self.name.rsplit(".", 1)[-1]
