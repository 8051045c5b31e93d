"""Questions that are computed while the program goes on."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Generator, Iterator
from types import TracebackType
from typing import Any, Generic, TypeVar

from ._events import Event
from ._sidle import Cancel

T = TypeVar("T")


class Job(Generic[T]):
    """A question that is being computed; `start` makes one.

    Iteration yields the events: progress, and rows of the answer. `result` waits for the answer, and so does `await`.
    Leaving a `with` block cancels the question.
    """

    def __init__(self, ask: Callable[..., T], arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        self._cancel = Cancel()
        self._events: queue.SimpleQueue[Event | None] = queue.SimpleQueue()
        self._answer: T | None = None
        self._error: BaseException | None = None
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ask, arguments, named), daemon=True)
        self._thread.start()

    def _run(self, ask: Callable[..., T], arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        try:
            self._answer = ask(*arguments, **named, progress=self._events.put, cancel=self._cancel)
        except BaseException as error:
            self._error = error
        self._done.set()
        self._events.put(None)

    def __iter__(self) -> Iterator[Event]:
        while (event := self._events.get()) is not None:
            yield event
        # Whoever iterates again gets an end, too.
        self._events.put(None)

    def cancel(self) -> None:
        """Stops the question. Its answer has what is known, or `result` raises `StoppedError`."""
        self._cancel.cancel()

    @property
    def done(self) -> bool:
        """Has the question ended?"""
        return self._done.is_set()

    def result(self, timeout: float | None = None) -> T:
        """Waits for the answer, for so many seconds at most; then `TimeoutError` is raised."""
        if not self._done.wait(timeout):
            raise TimeoutError("the question is still being computed")
        if self._error is not None:
            raise self._error
        return self._answer  # type: ignore[return-value]

    def __await__(self) -> Generator[Any, None, T]:
        return self._wait().__await__()

    async def _wait(self) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(None, self.result)
        except asyncio.CancelledError:
            self.cancel()
            raise

    def __enter__(self) -> Job[T]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.cancel()
        self._thread.join()


def start(ask: Callable[..., T], /, *arguments: Any, **named: Any) -> Job[T]:
    """Begins a question and returns at once: `start(questions.table, "Domineering", 3, 3)`."""
    return Job(ask, arguments, named)
