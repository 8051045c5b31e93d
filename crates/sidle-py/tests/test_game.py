"""Values: equality, order, hash, arithmetic, notation."""

import pickle
from fractions import Fraction
from itertools import product

import pytest

import sidle_cgt as sd


def day_2() -> list[sd.Game]:
    """The 22 games born by day 2, from all sets of options born by day 1."""
    day_1 = [sd.zero, sd.Game(1), sd.Game(-1), sd.star]
    sets = [[g for bit, g in enumerate(day_1) if code >> bit & 1] for code in range(16)]
    return list(dict.fromkeys(sd.Game(left=left, right=right) for left, right in product(sets, sets)))


def test_day_2_has_22_values_in_the_order_of_the_engine() -> None:
    games = day_2()
    assert len(games) == 22
    outcomes = {"L": ">", "R": "<", "P": "=", "N": "<>"}
    for g, h in product(games, games):
        relation = outcomes[(g - h).outcome()]
        assert str(g.compare(h)) == relation
        assert (g == h) is (relation == "=") is not (g != h)
        assert (g < h, g > h) == (relation == "<", relation == ">")
        assert (g <= h, g >= h) == (relation in "<=", relation in ">=" and relation != "<>")
        assert g.is_confused_with(h) is (relation == "<>")
        if g == h:
            assert hash(g) == hash(h)


def naive_le(g: sd.Game, h: sd.Game) -> bool:
    """The definition of the order."""
    return not any(naive_le(h, left) for left in g.left_options) and not any(
        naive_le(right, g) for right in h.right_options
    )


def test_order_is_that_of_the_definition() -> None:
    games = day_2()
    assert all((g <= h) is naive_le(g, h) for g, h in product(games, games))


@pytest.mark.parametrize(
    "number",
    [0, 1, -1, 7, -12, 10**30, -(10**40), 2**61 - 1, 2**61, Fraction(1, 2), Fraction(-3, 8), Fraction(5, 2**70)]
    + [Fraction(-(10**30) - 1, 4), 0.375, True],
)
def test_numbers_are_equal_to_those_of_python(number: object) -> None:
    game = sd.Game(number)
    assert game == number and number == game and not game != number
    assert hash(game) == hash(number)
    assert {number: "found"}[game] == "found"
    assert sd.Game(str(Fraction(str(number)) if isinstance(number, float) else Fraction(int(number)) if number is True else number)) == game


def test_what_is_not_a_game_is_unequal() -> None:
    assert sd.up != "up" and not sd.up == None and sd.star != [] and sd.zero != Fraction(1, 3)  # noqa: E711
    assert sd.zero != float("nan") and sd.Game(1) != float("inf")
    with pytest.raises(TypeError):
        sd.up < "1"  # type: ignore[operator]
    with pytest.raises(ValueError, match="dyadic"):
        sd.Game(Fraction(1, 3))
    with pytest.raises(ValueError, match="dyadic"):
        sd.up < Fraction(1, 3)
    with pytest.raises(TypeError, match="cannot make a game"):
        sd.Game([])


def test_a_game_has_no_truth_value() -> None:
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(sd.up)


def test_arithmetic() -> None:
    assert sd.star + sd.star == 0 and sd.up - sd.up == 0 and 3 * sd.up == sd.up + sd.up + sd.up
    assert sd.up * -2 == -(sd.up + sd.up) and +sd.up == sd.up
    assert 1 + sd.star == sd.star + 1 == sd.Game("1*") and 1 - sd.star == sd.Game("1*")
    switch = sd.Game(left=[2], right=[-1])
    assert switch + switch == 1 and switch - 1 == sd.Game("{1|-2}")
    with pytest.raises(TypeError):
        sd.up + "1"  # type: ignore[operator]
    with pytest.raises(TypeError):
        sd.up * sd.up  # type: ignore[operator]
    # Sums against the definition.
    for g, h in product(day_2()[:9], day_2()):
        left = [a + h for a in g.left_options] + [g + a for a in h.left_options]
        right = [a + h for a in g.right_options] + [g + a for a in h.right_options]
        assert g + h == sd.Game(left=left, right=right)


def test_a_sum_that_is_long_is_computed_outside_the_interpreter() -> None:
    parts = [sd.Game(left=[n], right=[sd.Game(left=[-n], right=[-2 * n - 1])]) for n in range(1, 7)]
    total = sum(parts, sd.zero)
    backwards = sum(reversed(parts), sd.zero)
    assert total == backwards and total - backwards == 0


def test_repr_evaluates_back() -> None:
    games = day_2() + [sd.up * 5 + sd.star2, sd.on, sd.over, sd.dud, sd.Game("{3||2|1}")]
    for game in games:
        assert eval(repr(game), {"Game": sd.Game}) == game
        assert sd.game(str(game)) == game


def test_pickles() -> None:
    for game in day_2() + [sd.on, sd.dud]:
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(game, protocol)) == game
    assert pickle.loads(pickle.dumps(sd.Left)) is sd.Left or pickle.loads(pickle.dumps(sd.Left)) == sd.Left


def test_theory() -> None:
    switch = sd.Game("{2|-1}")
    assert (switch.mean, switch.temperature) == (Fraction(1, 2), Fraction(3, 2))
    assert (switch.left_stop, switch.right_stop) == (2, -1)
    assert isinstance(switch.mean, Fraction)
    graph = switch.thermograph()
    assert graph.left.value_at(0) == 2 and graph.right.value_at(Fraction(1, 2)) == Fraction(-1, 2)
    assert graph.left.mast == graph.mean == Fraction(1, 2)
    assert graph.svg if hasattr(graph, "svg") else graph._repr_svg_().startswith("<svg")
    assert sd.up.atomic_weight() == 1 and sd.Game(1).atomic_weight() is None
    assert sd.up.birthday == 2 and sd.star2.nimber == 2 and sd.up.nimber is None
    assert switch.cool(1) == sd.Game("{1|0}") and switch.freeze() == sd.Game("1/2*")
    assert sd.Game("{1*|*}").reduced() == sd.Game("{1|0}")
    assert sd.Game(1).ordinal_sum(-1) == Fraction(1, 2)
    assert sd.up.is_infinitesimal and not switch.is_infinitesimal
    assert (sd.Game("3/4").number, sd.up.number) == (Fraction(3, 4), None)


def test_display() -> None:
    assert sd.up._repr_latex_().startswith("$") and "uparrow" in sd.up._repr_latex_()
    svg = sd.Game("{2|-1}")._repr_svg_()
    assert svg is not None and svg.startswith("<svg")
    assert sd.up.unicode() == "↑"


def test_loopy_games() -> None:
    assert sd.on + sd.off == sd.dud and not sd.dud.is_short and sd.on.is_short is False
    assert sd.dud.onside == sd.on and sd.dud.offside == sd.off and sd.up.onside == sd.up
    assert sd.over > 0 and sd.over < Fraction(1, 2**40) and sd.on > 10**9
    assert sd.dud.is_confused_with(0) and sd.dud._repr_svg_() is None
    assert hash(sd.on - sd.on) == hash(sd.dud)
    with pytest.raises(ValueError, match="cycles"):
        sd.on.mean


def test_errors_of_notation() -> None:
    with pytest.raises(sd.NotationError) as caught:
        sd.Game("{1|")
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, sd.SidleError)
    assert caught.value.kind in ("notation", "incomplete")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.span == caught.value.span


def test_names_that_a_text_gives_are_forgotten() -> None:
    assert sd.Game("mine := 3") == 3
    with pytest.raises(sd.SidleError):
        sd.Game("mine")
