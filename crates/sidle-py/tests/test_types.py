"""Annotations: the package is checked by mypy as strictly as mypy can."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")
PACKAGE = Path(__file__).resolve().parent.parent / "python" / "sidle_cgt"


def run(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stdout + done.stderr


def test_strict() -> None:
    run("mypy", "--strict", "--no-incremental", str(PACKAGE))


def test_stubs_are_those_of_the_module() -> None:
    run("mypy.stubtest", "sidle_cgt._sidle")
