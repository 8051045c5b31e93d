"""Exact values of combinatorial games.

>>> import sidle_cgt as sd
>>> sd.Position("Domineering", "..|.#").value()
Game('*')
>>> sd.game("{2||1|0}").temperature
Fraction(3, 4)
"""

from __future__ import annotations

from . import questions, rulesets
from ._builtin import BuiltIn
from ._errors import (
    BusyError,
    EvaluationError,
    FileError,
    IllegalMoveError,
    InternalError,
    NotApplicableError,
    NotationError,
    NotDeterminedError,
    RequestError,
    SidleError,
    StoppedError,
    UnknownNameError,
)
from ._events import Event, Printed, Progress, Row
from ._job import Job, start
from ._ruleset import Ruleset
from ._sidle import (
    Answer,
    Cancel,
    Game,
    Limits,
    Player,
    Position,
    Relation,
    Thermograph,
    Wall,
    Workspace,
    values,
)

from .rulesets import *

Left = Player.Left
Right = Player.Right

game = Game

zero = Game(0)
star = Game("*")
star2 = Game("*2")
up = Game("^")
down = Game("v")
on = Game("on")
off = Game("off")
over = Game("over")
under = Game("under")
dud = Game("dud")

__all__ = [
    "Answer",
    "BuiltIn",
    "BusyError",
    "Cancel",
    "EvaluationError",
    "Event",
    "FileError",
    "Game",
    "IllegalMoveError",
    "InternalError",
    "Job",
    "Left",
    "Limits",
    "NotApplicableError",
    "NotDeterminedError",
    "NotationError",
    "Player",
    "Position",
    "Printed",
    "Progress",
    "Relation",
    "RequestError",
    "Right",
    "Row",
    "Ruleset",
    "SidleError",
    "StoppedError",
    "Thermograph",
    "UnknownNameError",
    "Wall",
    "Workspace",
    "down",
    "dud",
    "game",
    "off",
    "on",
    "over",
    "questions",
    "rulesets",
    "star",
    "star2",
    "start",
    "under",
    "up",
    "values",
    "zero",
]

__all__ += rulesets.__all__
