#!/usr/bin/env python3
"""A second checker for certificates about short games, written from docs/formats.md alone.

It shares no code with Sidle and needs nothing but Python 3.8. Its use is to show that the format
stands by itself, and to give a second opinion:

    sidle eval --certify up.json '^ > 0'
    python3 tools/check_certificate.py up.json

Exit code 0: every certificate is valid; 1: one is not; 2: one cannot be read.
"""

import json
import sys

# For each relation, the facts about (G, H) that show it: (kind, swapped).
LE, GE, NLE, NGE = ("le", 0), ("le", 1), ("nle", 0), ("nle", 1)
RELATIONS = {
    "<=": [LE], ">=": [GE], "==": [LE, GE], "<": [LE, NGE], ">": [GE, NLE],
    "<>": [NLE, NGE], "<|": [NGE], "|>": [NLE], "!=": None,
}
FIELDS = {"format", "version", "kind", "text", "positions", "claim", "steps"}


class Unreadable(Exception):
    """This is no certificate that this program knows."""


class Invalid(Exception):
    """The certificate does not show its claim."""


def expect(condition, message):
    if not condition:
        raise Unreadable(message)


def is_index(x):
    return type(x) is int and 0 <= x < 2**32


def indices(xs, count=None):
    return isinstance(xs, list) and all(map(is_index, xs)) and count in (None, len(xs))


def no_repeated_keys(pairs):
    expect(len({key for key, _ in pairs}) == len(pairs), "a field is given twice")
    return dict(pairs)


def read(text):
    try:
        data = json.loads(text, object_pairs_hook=no_repeated_keys)
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    expect(isinstance(data, dict), "not an object")
    expect(data.get("format") == "sidle-certificate", "`format` is not sidle-certificate")
    expect(data.get("kind") == "short-game", "this program knows the kind short-game only")
    expect(type(data.get("version")) is int and data["version"] == 1, "unknown version")
    expect(set(data) == FIELDS, "a field is missing or unknown")
    expect(isinstance(data["text"], str), "`text` is not a string")
    expect(isinstance(data["positions"], list), "`positions` is not a list")
    for position in data["positions"]:
        expect(isinstance(position, list) and len(position) == 2 and all(map(indices, position)),
               f"{position!r} is not a pair of lists of indices")
    expect(isinstance(data["steps"], list), "`steps` is not a list")
    for step in data["steps"]:
        expect(isinstance(step, dict) and len(step) == 1, f"{step!r} is not a step")
        (name, entries), = step.items()
        count = {"le": 2, "nle-left": 3, "nle-right": 3}.get(name)
        expect(count and indices(entries, count), f"{step!r} is not a step")
    return data


def read_claim(claim):
    expect(isinstance(claim, dict), "`claim` is not an object")
    kind = claim.get("type")
    if kind == "relation":
        expect(set(claim) == {"type", "left", "relation", "right"}, "`claim`: wrong fields")
        expect(claim["relation"] in RELATIONS, "`claim`: unknown relation")
        expect(indices([claim["left"], claim["right"]]), "`claim`: not an index")
        return kind, claim["left"], claim["relation"], claim["right"]
    expect(kind == "canonical-form", "`claim`: unknown type")
    expect(set(claim) == {"type", "form", "of"}, "`claim`: wrong fields")
    expect(indices([claim["form"], claim["of"]]), "`claim`: not an index")
    return kind, claim["form"], "==", claim["of"]


class Checker:
    def __init__(self, positions):
        self.positions, self.shown = positions, set()
        for i, (left, right) in enumerate(positions):
            if any(option >= i for option in left + right):
                raise Invalid(f"position {i}: an option does not come before it")

    def options(self, position, side):
        if position >= len(self.positions):
            raise Invalid(f"there is no position {position}")
        return self.positions[position][side]

    def needs(self, kind, g, h):
        if (kind, g, h) not in self.shown:
            raise Invalid(f"no earlier step shows {kind} {g} {h}")

    def step(self, name, g, h, witness=None):
        left, right = self.options(g, 0), self.options(h, 1)
        if name == "le":
            for x in left:
                self.needs("nle", h, x)
            for y in right:
                self.needs("nle", y, g)
            self.shown.add(("le", g, h))
            return
        if witness not in (left if name == "nle-left" else right):
            raise Invalid(f"{witness} is no such option")
        self.needs("le", *((h, witness) if name == "nle-left" else (witness, g)))
        self.shown.add(("nle", g, h))

    def relation(self, g, symbol, h):
        self.options(g, 0), self.options(h, 0)
        if symbol == "!=":
            symbol = "|>" if ("nle", g, h) in self.shown else "<|"
        for kind, swapped in RELATIONS[symbol]:
            self.needs(kind, *((h, g) if swapped else (g, h)))

    def canonical(self, form):
        seen, waiting = {form}, [form]
        while waiting:
            p = waiting.pop()
            for side in (0, 1):
                options = self.options(p, side)
                for i, x in enumerate(options):
                    for y in options[i + 1:]:
                        self.relation(x, "<>", y)
                    for y in self.options(x, 1 - side):
                        self.needs("nle", *((y, p) if side == 0 else (p, y)))
                    if x not in seen:
                        seen.add(x)
                        waiting.append(x)


def check(text):
    """The number of steps of a valid certificate; raises Invalid or Unreadable otherwise."""
    data = read(text)
    kind, g, symbol, h = read_claim(data["claim"])
    checker = Checker(data["positions"])
    for i, step in enumerate(data["steps"]):
        (name, entries), = step.items()
        try:
            checker.step(name, *entries)
        except Invalid as failure:
            raise Invalid(f"step {i}, {name} {entries}: {failure}") from None
    checker.relation(g, symbol, h)
    if kind == "canonical-form":
        checker.canonical(g)
    return len(data["steps"])


def main(files):
    worst = 0
    for file in files:
        try:
            with open(file, encoding="utf-8") as stream:
                print(f"{file}: valid ({check(stream.read())} steps)")
        except Invalid as failure:
            print(f"{file}: invalid: {failure}")
            worst = max(worst, 1)
        except (OSError, UnicodeDecodeError, Unreadable) as error:
            print(f"error: {file}: {error}", file=sys.stderr)
            worst = 2
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else (print(__doc__) or 2))
