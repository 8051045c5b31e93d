"""Positions, rulesets in Python, limits, interrupts, batches."""

import pickle
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Hashable, Iterable

import pytest

import sidle_cgt as sd


def test_a_position() -> None:
    at = sd.Position("Domineering", "..|.#")
    assert at.value() == sd.star and at.outcome() == "N"
    assert sd.Domineering("..|.#") == at
    assert [str(after) for after in at.moves("Left")] == [str(after) for after in at.moves(sd.Left)]
    assert all(after.ruleset == at.ruleset for after in at.moves(sd.Right))
    assert set(at.best_moves("Left")) <= set(at.moves("Left"))
    assert str(at) in at.drawing() or "1 2" in at.drawing()
    svg = at._repr_svg_()
    assert svg is not None and svg.startswith("<svg")
    with pytest.raises(ValueError, match="not a player"):
        at.moves("Up")


def test_positions_are_values_of_python() -> None:
    at, same = sd.Clobber("xo|ox"), sd.Clobber("xo|ox")
    assert at == same and hash(at) == hash(same) and at != sd.Clobber("xo|xo")
    assert eval(repr(at), {"Position": sd.Position}) == at
    assert pickle.loads(pickle.dumps(at)) == at
    total = at + sd.Domineering("..")
    assert eval(repr(total), {"Position": sd.Position}) == total
    assert pickle.loads(pickle.dumps(total)) == total
    assert total.value() == at.value() + sd.Domineering("..").value()


def test_play() -> None:
    at = sd.Clobber("xox")
    after = at.play(at.moves("Left")[0])
    assert after in at.moves("Left") and at.play(str(after), player="Left") == after
    with pytest.raises(sd.IllegalMoveError):
        at.play("xxxx")


def test_every_ruleset_of_the_registry_has_a_name() -> None:
    answer = sd.questions.rulesets()
    for line in answer.rulesets:
        ruleset = getattr(sd.rulesets, line.name.rsplit(".", 1)[-1])
        at = ruleset(line.example)
        assert eval(repr(at), {"Position": sd.Position}) == at, line.name
        assert pickle.loads(pickle.dumps(at)) == at


def test_errors() -> None:
    with pytest.raises(sd.UnknownNameError) as caught:
        sd.Position("Clober", "xo")
    assert caught.value.help == "did you mean Clobber, HotClobber?"
    with pytest.raises(sd.NotationError) as notation:
        sd.Clobber("xu")
    assert (notation.value.field, notation.value.span) == ("position", (1, 2))


class Domineering(sd.Ruleset):
    """The built-in game again: sets of empty cells."""

    def options(self, position: frozenset[tuple[int, int]], player: sd.Player, /) -> Iterable[Hashable]:
        step = (1, 0) if player == sd.Left else (0, 1)
        for row, column in sorted(position):
            other = (row + step[0], column + step[1])
            if other in position:
                yield position - {(row, column), other}


def board(rows: int, columns: int) -> frozenset[tuple[int, int]]:
    return frozenset((row, column) for row in range(rows) for column in range(columns))


def test_a_ruleset_in_python_agrees_with_the_built_in_one() -> None:
    mine = Domineering()
    for rows in range(1, 4):
        for columns in range(1, 5):
            text = "|".join("." * columns for _ in range(rows))
            assert mine(board(rows, columns)).value() == sd.Domineering(text).value()
    total = mine(board(2, 3)) + sd.Clobber("xox")
    assert total.value() == sd.Domineering("...|...").value() + sd.Clobber("xox").value()
    assert mine(board(1, 2)) == mine(board(1, 2)) != mine(board(2, 1))
    assert mine(board(2, 2)).moves("Left")[0].state in map(frozenset, ([(0, 1), (1, 1)], [(0, 0), (1, 0)]))


class Around(sd.Ruleset):
    """Walks around a circle of five; at 0 Left may leave."""

    def options(self, position: int, player: sd.Player, /) -> Iterable[Hashable]:
        if position == 0 and player == sd.Left:
            return [-1]
        return [(position + 1) % 5] if position >= 0 else []


class Passing(sd.Ruleset):
    """Both players may pass for ever."""

    def options(self, position: str, player: sd.Player, /) -> Iterable[Hashable]:
        return [position]


def test_a_ruleset_with_cycles() -> None:
    assert Passing()("here").value() == sd.dud
    value = Around()(0).value()
    assert not value.is_short and value.outcome() in ("L", "N", "NHat", "PHat", "D")


class Subtract(sd.Ruleset):
    impartial = True

    def options(self, position: int, player: sd.Player, /) -> Iterable[Hashable]:
        return [position - k for k in (1, 2, 3) if k <= position]


class Mixed(sd.Ruleset):
    """Leads to other games, and asks the engine about them meanwhile."""

    def options(self, position: int, player: sd.Player, /) -> Iterable[Hashable]:
        if position == 0:
            return []
        assert Subtract()(position).value() == sd.Game(f"*{position % 4}" if position % 4 else "0")
        return [Subtract()(position), sd.Domineering(".." if player == sd.Left else ".|."), position - 1]


def test_a_ruleset_that_asks_the_engine() -> None:
    assert Subtract()(7).value() == sd.Game("*3")
    assert Subtract()(5).outcome() == "N" and Subtract()(4).outcome() == "P"
    first = Mixed()(1).value()
    assert first == sd.Game(left=[sd.star, -1, 0], right=[sd.star, 1, 0])
    assert Mixed()(9).value() == Mixed()(9).value()


class Split(sd.Ruleset):
    """Nim with heaps in a tuple, taken apart."""

    def options(self, position: tuple[int, ...], player: sd.Player, /) -> Iterable[Hashable]:
        for at, heap in enumerate(position):
            for left in range(heap):
                yield position[:at] + (left,) + position[at + 1 :]

    def decompose(self, position: tuple[int, ...], /) -> Iterable[Hashable] | None:
        return [(heap,) for heap in position] if len(position) > 1 else None

    def write(self, position: tuple[int, ...], /) -> str:
        return "+".join(map(str, position))


def test_parts_and_notation() -> None:
    at = Split()((9, 14, 7))
    assert at.value() == sd.Game("0") and str(at) == "9+14+7"
    assert Split()((9, 14)).value() == sd.Game("*7")
    again = pickle.loads(pickle.dumps(at))
    assert again.state == at.state and again.value() == at.value()


class Broken(sd.Ruleset):
    def options(self, position: int, player: sd.Player, /) -> Iterable[Hashable]:
        if position == 3:
            raise LookupError("three", position)
        return [position + 1]


def test_what_a_ruleset_raises_comes_back_as_it_was() -> None:
    with pytest.raises(LookupError) as caught:
        Broken()(0).value()
    assert caught.value.args == ("three", 3)
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert any(frame.name == "options" and "raise LookupError" in (frame.line or "") for frame in frames)
    with pytest.raises(TypeError, match="unhashable"):
        Subtract()([1])  # type: ignore[arg-type]
    # The workspace goes on.
    assert Subtract()(6).value() == sd.star2


def test_one_ruleset_from_eight_threads() -> None:
    mine, results = Domineering(), []

    def ask() -> None:
        results.append(mine(board(3, 4)).value())

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [sd.Domineering("....|....|....").value()] * 8


HARD = "|".join(["xo" * 6, "ox" * 6] * 5)


def test_limits() -> None:
    for limits, reason in [(sd.Limits(nodes=100), "nodes"), (sd.Limits(time=0.1), "time"), (sd.Limits(bytes=10_000), "memory")]:
        begun = time.monotonic()
        with pytest.raises(sd.StoppedError) as caught:
            sd.Clobber(HARD).value(limits=limits)
        assert caught.value.reason == reason and time.monotonic() - begun < 5
    assert eval(repr(sd.Limits(time=1.5, nodes=7)), {"Limits": sd.Limits}) == sd.Limits(time=1.5, nodes=7)
    assert sd.Clobber("xo").value(limits=sd.Limits()) == sd.star


def test_progress() -> None:
    seen: list[sd.Event] = []
    with pytest.raises(sd.StoppedError):
        sd.Clobber(HARD).value(limits=sd.Limits(time=0.6), progress=seen.append)
    assert seen and all(isinstance(event, sd.Progress) for event in seen)
    steps = [event.steps for event in seen if isinstance(event, sd.Progress)]
    assert steps == sorted(steps) and steps[-1] > 0

    def fails(event: sd.Event) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        sd.Clobber(HARD).value(progress=fails)


def test_the_interpreter_is_released() -> None:
    count, done = 0, threading.Event()

    def work() -> None:
        with pytest.raises(sd.StoppedError):
            sd.Clobber(HARD).value(limits=sd.Limits(time=0.5))
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        count += 1
        time.sleep(0.001)
    thread.join()
    assert count > 50


INTERRUPTED = """
import sys, time
import sidle_cgt as sd
HARD = {hard!r}

class Endless(sd.Ruleset):
    def options(self, position, player):
        while position:
            pass
        return []

class Infinite(sd.Ruleset):
    def options(self, position, player):
        return [position + 1, position + 2]

def ask():
    {ask}

try:
    print("begun", flush=True)
    ask()
except KeyboardInterrupt:
    print("interrupted", flush=True)
    assert sd.Clobber("xo").value() == sd.star
    print("answers", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "ask",
    [
        "sd.Clobber(HARD).value()",
        "sd.Clobber(HARD).outcome()",
        "Endless()(1).value()",
        "Infinite()(0).value()",
        "sum((sd.Game(left=[n], right=[sd.Game(left=[-n], right=[-3 * n - 1])]) for n in range(1, 60)), sd.zero)",
        "sd.values([sd.Clobber(HARD)] * 4, threads=2)",
        "sd.questions.evaluate('i := 0; while i < 10^12 do i := i + 1 end')",
    ],
)
def test_an_interrupt_ends_a_call_within_half_a_second(ask: str) -> None:
    code = INTERRUPTED.format(hard=HARD, ask=ask)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.7)
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        line = child.stdout.readline()
        waited = time.monotonic() - sent
        rest = child.stdout.read()
    assert (line, rest, child.returncode) == ("interrupted\n", "answers\n", 0)
    assert waited < 0.5 + SLACK


# A machine that is busy with other work delays the child, too.
SLACK = 1.0


def test_batches() -> None:
    positions = [sd.Clobber(text) for text in ("xo", "xox", "xo|ox", "xoxo")] * 5
    alone = [at.value() for at in positions]
    assert sd.values(positions) == alone == sd.values(positions, threads=3)
    assert sd.values([]) == []
    with pytest.raises(TypeError):
        sd.values(["xo"])  # type: ignore[list-item]
    with pytest.raises(LookupError):
        sd.values([Broken()(0), sd.Clobber("xo")], threads=2)
    with pytest.raises(sd.StoppedError):
        sd.values([sd.Clobber(HARD)] * 3, threads=2, limits=sd.Limits(nodes=500))


def test_temporary_games_do_not_stay() -> None:
    # Each is a new value with a record, and none is held.
    games = (sd.Game(left=[n, sd.star], right=[-n]) - n for n in range(20_000))
    assert all(game.left_stop == 0 for game in games)
