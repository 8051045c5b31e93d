"""Measures the package beside cgt-py and pycgt in one process, and prints the rows of a table.

    pip install cgt-py pycgt anywidget
    python crates/sidle-py/compare.py

`cgt-py` needs `anywidget` to be imported. Each figure is the least of seven runs; each result is compared first.
"""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable
from typing import Any

import cgt_py
import pycgt

import sidle_cgt as sd

TEXTS = ["{{2|1}|0}", "{3|-1}", "{1|*}", "{{5|1}|{-2|-7}}"]


def nanoseconds(run: Callable[[], Any], least: float = 0.05) -> float:
    """The time of a call, the least of seven runs."""
    timer = timeit.Timer(run)
    number = 1
    while timer.timeit(number) < least / 7:
        number *= 4
    return min(timer.repeat(7, number)) / number * 1e9


def row(name: str, *runs: Callable[[], Any] | None) -> None:
    """A row of the table: times, and their ratios to that of Sidle."""
    times = [None if run is None else nanoseconds(run) for run in runs]
    own = times[0]
    assert own is not None
    cells = [f"{own:,.0f}"]
    cells += ["—" if time is None else f"{time:,.0f} ({time / own:.1f}×)" for time in times[1:]]
    print(f"| {name} | {' | '.join(cells)} |")


def cgt_of(text: str) -> Any:
    return cgt_py.CanonicalForm(text)


def plain(of: Any) -> str:
    """The notation of a value of cgt-py, whose text is `CanonicalForm('…')`."""
    return str(of).removeprefix("CanonicalForm('").removesuffix("')")


def main() -> None:
    own = [sd.Game(text) for text in TEXTS]
    cgt = [cgt_of(text) for text in TEXTS]
    py = [pycgt.parse(text) for text in TEXTS]
    a, b, c, d = own
    e, f, g, h = cgt
    i, j, k, m = py
    assert sd.Game(plain(e + f)) == a + b and sd.Game(str(i + j)) == a + b
    print("| nanoseconds | Sidle | cgt-py | pycgt |")
    print("|---|---|---|---|")
    row("`a == b`, different", lambda: a == b, lambda: e == f, lambda: i == j)
    row("`a == a`", lambda: a == a, lambda: e == e, lambda: i == i)
    row("`hash(a)`", lambda: hash(a), None, lambda: hash(i))
    row("`a <= b`", lambda: a <= b, lambda: e <= f, lambda: i <= j)
    row("`a + b`, again", lambda: a + b, lambda: e + f, lambda: i + j)
    row("`a + b + c + d`, again", lambda: a + b + c + d, lambda: e + f + g + h, lambda: i + j + k + m)
    one, two = (sd.star, sd.up), (cgt_of("*"), cgt_of("^"))
    row("`* + ^`", lambda: one[0] + one[1], lambda: two[0] + two[1], lambda: pycgt.STAR + pycgt.UP)
    row("read `{{5|1}|{-2|-7}}`", lambda: sd.Game(TEXTS[3]), lambda: cgt_of(TEXTS[3]), lambda: pycgt.parse(TEXTS[3]))
    # Both remember boards, so that only the first time counts.
    board = "|".join(["....."] * 4)
    begun = time.perf_counter_ns()
    mine = sd.Domineering(board).value()
    between = time.perf_counter_ns()
    theirs = cgt_py.Domineering(board).canonical_form
    ended = time.perf_counter_ns()
    assert sd.Game(plain(theirs)) == mine
    first, second = between - begun, ended - between
    print(f"| Domineering 4×5, first time | {first:,} | {second:,} ({second / first:.1f}×) | — |")


if __name__ == "__main__":
    main()
