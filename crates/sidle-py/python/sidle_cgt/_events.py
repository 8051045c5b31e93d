"""Events of running computations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Progress:
    """The counters of a computation."""

    steps: int = 0
    """Elementary steps."""
    nodes: int = 0
    """New games, positions and vertices."""
    bytes: int = 0
    """Memory of those nodes."""
    done: int = 0
    """Finished units of work."""
    total: int = 0
    """Announced units of work; 0 if unknown."""
    depth: int = 0
    """The depth of a search."""


@dataclass(frozen=True)
class Row:
    """A part of the answer that is known already."""

    row: Any


@dataclass(frozen=True)
class Printed:
    """A line that a program printed, or a notice."""

    text: str


Event = Progress | Row | Printed


def read(text: str) -> Event:
    """The event that the wire writes so."""
    fields = json.loads(text)
    kind = fields.pop("event")
    if kind == "progress":
        return Progress(**fields)
    if kind == "row":
        return Row(fields["row"])
    return Printed(fields.get("text", ""))
