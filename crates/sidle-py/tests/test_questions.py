"""Every question as a function, and the section files of the engine."""

import inspect
import json
import typing
from pathlib import Path

import pytest

import sidle_cgt as sd
from sidle_cgt import _wire, questions

HERE = Path(__file__).resolve().parent
SECTIONS = sorted((HERE.parent.parent / "sidle" / "tests" / "questions").glob("*.txt"))


def sections(path: Path) -> list[tuple[str, list[tuple[str, list[str]]]]]:
    """The sections of a file: their names, and questions with the events that answer them."""
    found: list[tuple[str, list[tuple[str, list[str]]]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("--- ") and line.endswith(" ---"):
            found.append((line[4:-4], []))
        elif found and line.startswith(('{"ask"', '{"question"')):
            found[-1][1].append((line, []))
        elif found and line:
            found[-1][1][-1][1].append(line)
    return found


def events(workspace: sd.Workspace, question: str) -> list[str]:
    """The events of a question as sections have them: without ids and progress."""
    if question.startswith('{"ask"'):
        request = f'{{"id":0,"question":{question}}}'
    else:
        request = f'{{"id":0,{question[1:]}'
    answered = ("{" + line.split(",", 1)[1] for line in workspace.serve(request))
    return [line for line in answered if not line.startswith('{"event":"progress"')]


@pytest.mark.parametrize("path", SECTIONS, ids=lambda path: path.stem)
def test_sections_have_the_same_bytes(path: Path) -> None:
    workspace = sd.Workspace()
    assert sections(path)
    for name, steps in sections(path):
        for question, expected in steps:
            assert events(workspace, question) == expected, name


@pytest.mark.parametrize("path", SECTIONS, ids=lambda path: path.stem)
def test_answers_are_read_whole(path: Path) -> None:
    """Every answer of the sections has the types of its class, and nothing of it is lost."""
    for name, steps in sections(path):
        for _, expected in steps:
            last = json.loads(expected[-1])
            if last["event"] != "done":
                continue
            answer = last["answer"]
            cls = getattr(questions, camel(answer.pop("answers")) + "Answer")
            read = _wire._record(cls, answer, _answer=None)
            for field, hint in _wire._hints(cls).items():
                if field != "_answer":
                    assert_type(hint, getattr(read, field), f"{name}: {field}")
            known = {own.metadata.get("key", own.name) for own in _wire.dataclasses.fields(cls)}
            assert set(answer) <= known, name


def assert_type(hint: object, value: object, where: str) -> None:
    """Is the value an object of the type, all the way down?"""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is typing.Any:
        return
    if origin in (typing.Union, _wire.types.UnionType):
        failures = 0
        for member in arguments:
            try:
                assert_type(member, value, where)
                return
            except AssertionError:
                failures += 1
        raise AssertionError(f"{where}: {value!r} is not {hint}")
    if origin is typing.Literal:
        assert value in arguments, f"{where}: {value!r} is not {hint}"
    elif origin is tuple:
        assert isinstance(value, tuple), f"{where}: {value!r} is not {hint}"
        items = [arguments[0]] * len(value) if arguments[-1] is Ellipsis else list(arguments)
        assert len(items) == len(value), where
        for item, part in zip(items, value):
            assert_type(item, part, where)
    elif origin is dict:
        assert isinstance(value, dict), where
        for part in value.values():
            assert_type(arguments[1], part, where)
    elif hint is float:
        assert isinstance(value, (int, float)), where
    elif isinstance(hint, type):
        assert isinstance(value, hint), f"{where}: {value!r} is not {hint}"
        if _wire.dataclasses.is_dataclass(hint):
            for field, inner in _wire._hints(hint).items():
                assert_type(inner, getattr(value, field), f"{where}.{field}")


def camel(kind: str) -> str:
    return "".join(part.capitalize() for part in kind.split("-"))


def test_every_question_of_the_schema_is_a_function() -> None:
    schema = json.loads((HERE.parent.parent.parent / "docs/schema/wire.schema.json").read_text())
    for question in schema["$defs"]["Question"]["anyOf"]:
        kind = question["properties"]["ask"]["const"]
        function = getattr(questions, kind.replace("-", "_"))
        assert question["description"].split(".")[0] in (inspect.getdoc(function) or "")


def test_typed_answers() -> None:
    value = questions.value(("Clobber", "xo"))
    assert value.value == "*" and str(value) == "*" and sd.Game(value.value) == sd.star
    moves = questions.moves(sd.Domineering("..|.."))
    assert [move.wins for move in moves.moves] == [True, True, True, True]
    assert all(isinstance(move, questions.MoveAnswer) for move in moves.moves)
    best = questions.best_moves("{1|0}+{3|-3}", "Left")
    assert best.standing == "wins" and any("wins" in move.reasons for move in best.moves)
    nim = questions.nim_sequence(code="0.77", values=8)
    assert nim.values[:8] == (0, 1, 2, 3, 1, 4, 3, 2)
    table = questions.table("Domineering", 2, 3).to_table()
    assert table is not None and table[1]
    assert questions.compare_positions(("Clobber", "xo"), ("Clobber", "xox")).relation == "=="


def test_options_of_questions() -> None:
    rows: list[sd.Event] = []
    questions.table("Domineering", 2, 2, progress=rows.append)
    assert any(isinstance(row, sd.Row) for row in rows)
    workspace = sd.Workspace()
    assert questions.evaluate("x := 3", workspace=workspace).to_json()
    assert questions.value("x + 1", workspace=workspace).value == "4"
    with pytest.raises(sd.SidleError):
        questions.value("x + 1", workspace=sd.Workspace())
    with pytest.raises(TypeError, match="heaps"):
        questions.nim_sequence(code="0.77", heaps=3)  # type: ignore[call-arg]
    with pytest.raises(sd.RequestError):
        questions.best_moves(("Clobber", "xo"), "Up")
    stopped = questions.value(("Clobber", "|".join(["xoxoxoxo", "xooxxoxx"] * 4)), limits=sd.Limits(nodes=50))
    assert stopped.value is None and stopped.stopped == "nodes"


def test_certificates() -> None:
    answer = questions.outcome(("Clobber", "xoxo"), certify=True)
    proof = answer.to_certificate()
    assert proof is not None and json.loads(proof)
    assert questions.value(("Clobber", "xo")).to_certificate() is None


def test_cancelling_from_another_thread() -> None:
    import threading

    cancel = sd.Cancel()
    threading.Timer(0.3, cancel.cancel).start()
    answer = questions.value(("Clobber", "|".join(["xoxoxoxo", "xooxxoxx"] * 5)), cancel=cancel)
    assert answer.stopped == "cancelled"


def test_generated_files_are_those_of_the_schema() -> None:
    import importlib.util

    spec = importlib.util.spec_from_file_location("generate", HERE.parent / "generate.py")
    assert spec is not None and spec.loader is not None
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    for path, text in generate.files().items():
        assert path.read_text(encoding="utf-8") == text, f"run `cargo xtask wire --bless` for {path.name}"
