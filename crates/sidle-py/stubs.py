"""Writes `python/sidle_cgt/_sidle.pyi` from the extension module.

    pip install maturin
    python crates/sidle-py/stubs.py

`maturin` describes the module; the table below says which types the descriptions leave open. Tests compare the stubs with
the module (stubtest) and check the package (mypy, strict).
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
STUB = HERE / "python" / "sidle_cgt" / "_sidle.pyi"

NUMBER = "Game | int | float | Fraction"
LIKE = f"{NUMBER} | str"
# A member of a class, and what its signature is replaced by.
SIGNATURES = {
    "Game": {
        **{f"__{name}__": f"(self, other: {NUMBER}, /) -> Game" for name in ("add", "radd", "sub", "rsub")},
        **{f"__{name}__": "(self, times: int, /) -> Game" for name in ("mul", "rmul")},
        **{f"__{name}__": f"(self, other: {NUMBER}, /) -> bool" for name in ("lt", "le", "gt", "ge")},
        **{f"__{name}__": "(self, other: object, /) -> bool" for name in ("eq", "ne")},
        "__bool__": "(self, /) -> NoReturn",
        "__new__": f"(cls, value: {LIKE} | None = None, /, *, "
        f"left: Iterable[{LIKE}] | None = None, right: Iterable[{LIKE}] | None = None) -> Game",
        "compare": f"(self, /, other: {LIKE}) -> Relation",
        "is_confused_with": f"(self, /, other: {LIKE}) -> bool",
        "ordinal_sum": f"(self, /, other: {LIKE}) -> Game",
        "cool": "(self, /, by: int | float | Fraction | Game | str) -> Game",
        **{name: "(self, /) -> Fraction" for name in ("mean", "temperature", "left_stop", "right_stop")},
        "birthday": "(self, /) -> int",
        "number": "(self, /) -> Fraction | None",
        **{name: "(self, /) -> tuple[Game, ...]" for name in ("left_options", "right_options")},
        "options": "(self, /, player: Player | str) -> tuple[Game, ...]",
    },
    "Thermograph": {name: "(self, /) -> Fraction" for name in ("mean", "temperature")},
    "Wall": {
        "mast": "(self, /) -> Fraction",
        "critical_points": "(self, /) -> tuple[Fraction, ...]",
        "slopes": "(self, /) -> tuple[int, ...]",
        "value_at": "(self, /, temperature: int | float | Fraction | Game) -> Fraction",
    },
    "Position": {
        "__add__": "(self, other: Position, /) -> Position",
        "__reduce__": "(self, /) -> tuple[Any, ...]",
        "play": "(self, to: object, /, *, player: Player | str | None = None) -> Position",
    },
}
# Members that the interpreter adds.
ADDED = {"Position": ["def __radd__(self, value: Any, /) -> Any: ..."]}
IMPORTS = "from collections.abc import Callable, Iterable\nfrom fractions import Fraction\n"


def described() -> str:
    """The stub that maturin writes."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["maturin", "generate-stubs", "--out", folder, "--features", "stubs", "--profile", "dev", "--quiet"]
        subprocess.run(command, check=True, cwd=HERE)
        return next(Path(folder).rglob("_sidle.pyi")).read_text(encoding="utf-8")


def completed(text: str) -> str:
    """The stub with the signatures of the table."""
    text = text.replace("from os import", IMPORTS + "from os import", 1)
    text = re.sub(r"^(from typing import .*)$", r"\1, NoReturn", text, count=1, flags=re.M)
    text = text.replace("progress: Any | None", "progress: Callable[[Any], object] | None")
    lines, current = [], ""
    for line in text.splitlines():
        if found := re.match(r"class (\w+)", line):
            current = found[1]
        if found := re.match(r"    def (\w+)\(.*\) -> .*?(: \.\.\.|:)$", line):
            signature = SIGNATURES.get(current, {}).get(found[1])
            if signature is not None:
                line = f"    def {found[1]}{signature}{found[2]}"
        lines.append(line)
        if found := re.match(r"    def __add__\(", line):
            lines.extend(f"    {added}" for added in ADDED.get(current, []))
    return "\n".join(lines) + "\n"


def main() -> int:
    STUB.write_text(completed(described()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
