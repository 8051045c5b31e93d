"""Questions that are computed while the program goes on."""

import asyncio
import time

import pytest

import sidle_cgt as sd
from sidle_cgt import questions

HARD = ("Clobber", "|".join(["xoxoxoxo", "xooxxoxx"] * 5))


def test_rows_come_before_the_answer() -> None:
    with sd.start(questions.table, "Domineering", 3, 3) as job:
        rows = [event for event in job if isinstance(event, sd.Row)]
        answer = job.result()
    assert len(rows) == len(answer.cells) == 9
    assert job.done and list(job) == []


def test_leaving_cancels() -> None:
    begun = time.monotonic()
    with sd.start(questions.value, HARD) as job:
        with pytest.raises(TimeoutError):
            job.result(timeout=0.2)
    assert time.monotonic() - begun < 3
    assert job.result().stopped == "cancelled"


def test_errors_come_from_the_result() -> None:
    with sd.start(questions.value, ("Clober", "xo")) as job:
        with pytest.raises(sd.UnknownNameError):
            job.result()


def test_jobs_can_be_awaited() -> None:
    async def both() -> list[str | None]:
        first = sd.start(questions.value, ("Clobber", "xo"))
        second = sd.start(questions.value, ("Domineering", "..|.."))
        return [(await first).value, (await second).value]

    assert asyncio.run(both()) == ["*", "+-1"]
