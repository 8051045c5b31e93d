"""The examples of the documentation."""

import doctest
import importlib
from pathlib import Path

import pytest

import sidle_cgt as sd
from sidle_cgt import _sidle

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent.parent
PAGES = [HERE.parent / "README.md", ROOT / "docs" / "python.md", ROOT / "README.md"]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("```", "")
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert examples.examples
    results = doctest.DocTestRunner(optionflags=FLAGS).run(examples)
    assert results.failed == 0


@pytest.mark.parametrize("name", ["__init__", "_builtin", "_ruleset", "questions"])
def test_modules(name: str) -> None:
    module = importlib.import_module("sidle_cgt" if name == "__init__" else f"sidle_cgt.{name}")
    names = {"Game": sd.Game, "Ruleset": sd.Ruleset}
    assert doctest.testmod(module, extraglobs=names, optionflags=FLAGS).failed == 0


@pytest.mark.parametrize("cls", [sd.Game, sd.Position, sd.Thermograph], ids=lambda cls: cls.__name__)
def test_classes(cls: type) -> None:
    finder = doctest.DocTestFinder()
    found = [test for test in finder.find(cls, cls.__name__, globs={}) if test.examples]
    assert found
    assert all(doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0 for test in found)


def test_everything_public_has_a_docstring() -> None:
    for name in sd.__all__:
        thing = getattr(sd, name)
        if isinstance(thing, type):
            assert thing.__doc__, name
            for member in vars(thing):
                if not member.startswith("_") and callable(getattr(thing, member)):
                    assert getattr(thing, member).__doc__, f"{name}.{member}"


def test_all_names_what_there_is() -> None:
    assert len(set(sd.__all__)) == len(sd.__all__)
    assert all(hasattr(sd, name) for name in sd.__all__)
    classes = {name for name, thing in vars(_sidle).items() if isinstance(thing, type)}
    assert classes - {"HostRef"} <= set(sd.__all__)
