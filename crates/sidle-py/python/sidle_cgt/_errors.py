"""The exceptions of the package: one family."""

from __future__ import annotations

from typing import Any


class SidleError(Exception):
    """An error of the engine.

    Attributes:
        kind: the sort of error, as the wire names it.
        field: the field of the question in which the error lies, or `None`.
        span: the bytes of that field, as `(start, end)`, or `None`.
        help: what to do about it, or `None`.
    """

    kind: str | None
    field: str | None
    span: tuple[int, int] | None
    help: str | None

    def __init__(
        self,
        message: str,
        *,
        kind: str | None = None,
        field: str | None = None,
        span: tuple[int, int] | None = None,
        help: str | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.field = field
        self.span = span
        self.help = help

    def __str__(self) -> str:
        message = super().__str__()
        return f"{message}; {self.help}" if self.help else message

    def __reduce__(self) -> Any:
        return (_again, (type(self), self.args, self.__dict__))


class RequestError(SidleError, ValueError):
    """A question is not in the form that its schema describes."""


class NotationError(SidleError, ValueError):
    """A text is not in the notation it should be in."""


class UnknownNameError(SidleError, ValueError):
    """No ruleset, value or method has this name."""


class IllegalMoveError(SidleError, ValueError):
    """A move that the rules do not allow."""


class NotApplicableError(SidleError, ValueError):
    """The question does not apply: a nim value of a partizan game."""


class NotDeterminedError(SidleError):
    """The engine cannot determine the answer. This says nothing about the game."""


class EvaluationError(SidleError):
    """A program of the language cannot be carried out."""


class FileError(SidleError, OSError):
    """A file cannot be read or written."""


class BusyError(SidleError):
    """The session is in use by a question that waits for this one."""


class InternalError(SidleError):
    """A fault of Sidle."""


class StoppedError(SidleError):
    """A limit was reached, or the computation was cancelled.

    Attributes:
        reason: `time`, `nodes`, `memory`, `cancelled` or `store-full`.
        partial: what was found before, or `None`.
    """

    reason: str | None = None
    partial: Any = None


_KINDS: dict[str, type[SidleError]] = {
    "request": RequestError,
    "notation": NotationError,
    "incomplete": NotationError,
    "evaluation": EvaluationError,
    "unknown-name": UnknownNameError,
    "file": FileError,
    "not-applicable": NotApplicableError,
    "not-determined": NotDeterminedError,
    "stopped": StoppedError,
    "busy": BusyError,
    "internal": InternalError,
}


def _again(cls: type[SidleError], args: tuple[str], state: dict[str, Any]) -> SidleError:
    error = cls(*args)
    error.__dict__.update(state)
    return error


def from_engine(
    kind: str,
    message: str,
    *,
    field: str | None = None,
    span: tuple[int, int] | None = None,
    help: str | None = None,
    reason: str | None = None,
) -> SidleError:
    """The exception for an error of the engine."""
    cls = _KINDS.get(kind, SidleError)
    error = cls(message, kind=kind, field=field, span=span, help=help)
    if isinstance(error, StoppedError):
        error.reason = reason
    return error
