"""Questions on their way to the engine, and answers on their way back."""

from __future__ import annotations

import dataclasses
import json
import sys
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypedDict, TypeVar, Union

from ._events import Event
from ._sidle import Answer, Cancel, Limits, Position, Workspace

if sys.version_info >= (3, 11):
    from typing import Unpack as Unpack
elif typing.TYPE_CHECKING:
    from typing_extensions import Unpack as Unpack
else:

    class Unpack:
        """Stands for `typing.Unpack`, which is read by type checkers alone."""

        def __class_getitem__(cls, item: Any) -> Any:
            return item


AnyPosition = Union[Position, tuple[str, str], str]
"""A position, a ruleset and a position in its notation, or an expression of CGScript."""


class AskOptions(TypedDict, total=False):
    """What every question takes."""

    workspace: Workspace | None
    limits: Limits | None
    threads: int | None
    progress: Callable[[Event], None] | None
    cancel: Cancel | None


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What every answer can do."""

    _answer: Answer = field(repr=False, compare=False)

    def to_text(self, style: Literal["plain", "unicode", "latex", "mathml"] = "plain") -> str:
        """The answer in words and notation."""
        return self._answer.text(style)

    def to_table(self) -> tuple[list[str], list[list[str]]] | None:
        """The header and the rows of the answer, if it is a table."""
        return self._answer.table()

    def to_certificate(self) -> bytes | None:
        """A proof of the answer, if there is one."""
        return self._answer.certificate()

    def to_form(self, name: str) -> bytes | None:
        """The answer in another format, by its name: `dot`, `gap`, `sgf`."""
        return self._answer.form(name)

    def to_json(self) -> dict[str, Any]:
        """The answer as the wire carries it."""
        fields: dict[str, Any] = json.loads(self._answer.json())
        return fields

    def __str__(self) -> str:
        return self.to_text()

    def _repr_svg_(self) -> str | None:
        return self._answer.svg()


R = TypeVar("R", bound=Reply)


def position(of: AnyPosition) -> dict[str, str]:
    """A position as the wire writes it."""
    if isinstance(of, str):
        return {"line": of}
    if isinstance(of, Position):
        if of.ruleset is None or of.state is not None:
            raise TypeError(f"{of!r} cannot be written on the wire; use its methods")
        return {"rules": of.ruleset, "position": str(of)}
    rules, text = of
    return {"rules": rules, "position": text}


def ask(cls: type[R], kind: str, fields: Mapping[str, Any], options: AskOptions) -> R:
    """Asks a question of the wire and reads its answer."""
    unknown = options.keys() - AskOptions.__annotations__.keys()
    if unknown:
        raise TypeError(f"`{kind}` has no parameter {', '.join(sorted(unknown))}")
    given = {key: value for key, value in fields.items() if value is not None}
    workspace = options.get("workspace") or Workspace.default()
    answer = workspace.ask(
        json.dumps({"ask": kind, **given}, default=_plain),
        limits=options.get("limits"),
        threads=options.get("threads"),
        progress=options.get("progress"),
        cancel=options.get("cancel"),
    )
    data = json.loads(answer.json())
    return typing.cast(R, _record(cls, data, _answer=answer))


def _plain(value: Any) -> Any:
    """What the wire writes for an object that JSON does not have."""
    if isinstance(value, Mapping):
        return dict(value)
    try:
        return list(value)
    except TypeError:
        return str(value)


_KNOWN: dict[type[Any], dict[str, Any]] = {}


def _hints(cls: type[Any]) -> dict[str, Any]:
    """The types of the fields of a class."""
    if cls not in _KNOWN:
        _KNOWN[cls] = typing.get_type_hints(cls)
    return _KNOWN[cls]


def _record(cls: type[Any], data: Mapping[str, Any], **more: Any) -> Any:
    hints = _hints(cls)
    known = {}
    for own in dataclasses.fields(cls):
        key = own.metadata.get("key", own.name)
        if own.name not in more and key in data:
            known[own.name] = _read(hints[own.name], data[key])
    return cls(**known, **more)


def _read(hint: Any, data: Any) -> Any:
    """Data of the wire as an object of a type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        for member in arguments:
            if _fits(member, data):
                return _read(member, data)
        return data
    if origin is tuple and isinstance(data, list):
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(_read(arguments[0], item) for item in data)
        return tuple(_read(item, part) for item, part in zip(arguments, data))
    if origin is dict and isinstance(data, dict):
        return {key: _read(arguments[1], value) for key, value in data.items()}
    if dataclasses.is_dataclass(hint) and isinstance(hint, type) and isinstance(data, dict):
        return _record(hint, data)
    return data


_PLAIN: dict[Any, tuple[type, ...]] = {
    str: (str,),
    int: (int,),
    float: (int, float),
    bool: (bool,),
    type(None): (type(None),),
}


def _fits(hint: Any, data: Any) -> bool:
    """Can the data be an object of the type?"""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return True
    if hint in _PLAIN:
        return isinstance(data, _PLAIN[hint])
    if origin is Literal:
        return data in arguments
    if origin in (Union, types.UnionType):
        return any(_fits(member, data) for member in arguments)
    if origin is tuple:
        if not isinstance(data, list):
            return False
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return all(_fits(arguments[0], item) for item in data)
        return len(data) == len(arguments) and all(map(_fits, arguments, data))
    if origin is dict:
        return isinstance(data, dict)
    if dataclasses.is_dataclass(hint) and isinstance(data, dict):
        return _fits_record(typing.cast(type, hint), data)
    return False


def _fits_record(cls: type[Any], data: Mapping[str, Any]) -> bool:
    hints = _hints(cls)
    for own in dataclasses.fields(cls):
        key = own.metadata.get("key", own.name)
        if key not in data:
            if own.default is dataclasses.MISSING:
                return False
        elif not _fits(hints[own.name], data[key]):
            return False
    return True
