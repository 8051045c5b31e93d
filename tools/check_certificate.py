#!/usr/bin/env python3
"""A second checker for certificates, written from docs/formats.md alone.

It knows the kinds short-game, gamma, tokens and annihilation, shares no code with Sidle and needs
nothing but Python 3.8. Its use is to show that the formats stand by themselves, and to give a second
opinion:

    sidle eval --certify up.json '^ > 0'
    sidle graph gamma --certify gamma.json board.txt
    python3 tools/check_certificate.py up.json gamma.json

Exit code 0: every certificate is valid; 1: one is not; 2: one cannot be read.
"""

import itertools
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
    """This is not a certificate that this program knows."""


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
    """The certificate with its header looked at."""
    try:
        data = json.loads(text, object_pairs_hook=no_repeated_keys)
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error)) from error
    expect(isinstance(data, dict), "not an object")
    expect(data.get("format") == "sidle-certificate", "`format` is not sidle-certificate")
    expect(isinstance(data.get("kind"), str) and data["kind"] in KINDS,
           f"this program knows the kinds {', '.join(KINDS)} only")
    expect(type(data.get("version")) is int and data["version"] == 1, "unknown version")
    expect(isinstance(data.get("text"), str), "`text` is not a string")
    return data


def fields(data, *names):
    """The object has these fields and no others."""
    expect(isinstance(data, dict) and set(data) == set(names), "a field is missing or unknown")


def lists(data, test, *names):
    """These fields are lists whose entries pass a test."""
    for name in names:
        expect(isinstance(data[name], list) and all(map(test, data[name])), f"`{name}`: wrong type")


def read_short(data):
    fields(data, *FIELDS)
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


def check_short(data):
    read_short(data)
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


# ---- digraphs

INF = "inf"
GRAPH = ("vertices", "options")
GAMMA = ("gamma", "counters")
HEADER = ("format", "version", "kind", "text")


def is_value(x):
    return x == INF or is_index(x)


def is_counter(x):
    return x is None or type(x) is int and 0 <= x < 2**64


def require(condition, message):
    if not condition:
        raise Invalid(message)


def read_graph(data):
    lists(data, lambda name: isinstance(name, str), "vertices")
    lists(data, indices, "options")


def check_graph(data):
    n = len(data["vertices"])
    require(len(data["options"]) == n, "not as many rows of options as vertices")
    require(len(set(data["vertices"])) == n, "two vertices have the same name")
    require(all(w < n for row in data["options"] for w in row), "an option does not exist")


def mex(values):
    return next(k for k in itertools.count() if k not in values)


def check_gamma_function(options, gamma, counters, name):
    """Conditions A, B and C."""
    require(len(options) == len(gamma) == len(counters), "the lists differ in length")
    for u, value in enumerate(gamma):
        require((value == INF) == (counters[u] is None), f"{name(u)}: counter and value")
    # For each vertex the finite values of its options with their least counters.
    below = []
    for row in options:
        least = {}
        for v in row:
            if gamma[v] != INF:
                least[gamma[v]] = min(counters[v], least.get(gamma[v], counters[v]))
        below.append(least)
    for u, value in enumerate(gamma):
        free = mex(below[u])
        if value == INF:
            require(any(gamma[v] == INF and free not in below[v] for v in options[u]), f"{name(u)}: C")
            continue
        require(value == free, f"{name(u)}: A")
        for v in options[u]:
            if gamma[v] == INF or gamma[v] > value:
                require(value in below[v] and below[v][value] < counters[u], f"{name(u)}: B")


def check_board(board):
    check_graph(board)
    name = lambda v: f"vertex {board['vertices'][v]}"
    check_gamma_function(board["options"], board["gamma"], board["counters"], name)


def read_board(board):
    read_graph(board)
    lists(board, is_value, "gamma")
    lists(board, is_counter, "counters")


def check_gamma(data):
    fields(data, *HEADER, *GRAPH, *GAMMA)
    read_board(data)
    check_board(data)
    return len(data["vertices"])


# ---- sums of tokens


def nim_sum(boards, tokens):
    """The generalized nim-sum: a number, or the set K of an infinite one."""
    total, loose = 0, []
    for b, v in tokens:
        value = boards[b]["gamma"][v]
        if value == INF:
            loose.append((b, v))
        else:
            total ^= value
    if not loose:
        return total
    if len(loose) > 1:
        return set()
    (b, u), = loose
    values = (boards[b]["gamma"][v] for v in boards[b]["options"][u])
    return {total ^ value for value in values if value != INF}


def outcome_of(total):
    if isinstance(total, set):
        return "N" if 0 in total else "D"
    return "N" if total else "P"


def check_tokens(data):
    fields(data, *HEADER, "boards", "tokens", "value", "finite_options", "outcome", "move")
    expect(isinstance(data["boards"], list), "`boards` is not a list")
    for board in data["boards"]:
        fields(board, *GRAPH, *GAMMA)
        read_board(board)
    lists(data, lambda token: indices(token, 2), "tokens")
    expect(is_value(data["value"]) and indices(data["finite_options"]), "`value` is no value")
    expect(data["outcome"] in ("P", "N", "D"), "`outcome` is no outcome")
    move = data["move"]
    expect(move is None or indices(move, 3), "`move` is not a move")

    boards, tokens = data["boards"], [tuple(token) for token in data["tokens"]]
    for board in boards:
        check_board(board)
    for b, v in tokens:
        require(b < len(boards) and v < len(boards[b]["vertices"]), "a token is nowhere")
    total = nim_sum(boards, tokens)
    claimed = (data["value"], data["finite_options"])
    require(claimed == ((INF, sorted(total)) if isinstance(total, set) else (total, [])), f"the value is {total}")
    outcome = outcome_of(total)
    require(data["outcome"] == outcome, f"the outcome is {outcome}")
    require((move is None) == (outcome == "P"), "a move is there from N and D only")
    if move:
        b, u, v = move
        require((b, u) in tokens, "no token at the source of the move")
        require(v in boards[b]["options"][u], "the move is no edge")
        tokens.remove((b, u))
        after = outcome_of(nim_sum(boards, tokens + [(b, v)]))
        require(after == {"N": "P", "D": "D"}[outcome], "the move changes the outcome")
    return sum(len(board["vertices"]) for board in boards) + 3


# ---- annihilation


def moved(position, i, j):
    return position ^ frozenset([i]) ^ frozenset([j])


def is_position(vertices, n):
    return all(v < n for v in vertices) and all(v < w for v, w in zip(vertices, vertices[1:]))


def check_strategy(options, proof, lost):
    parts, values, ranks = proof["parts"], {frozenset(): 0}, {frozenset(): 0}
    for place, part in enumerate(parts, 1):
        tokens = frozenset(part["tokens"])
        require(1 <= len(tokens) <= 4 and is_position(part["tokens"], len(options)), "a part is no position")
        require(tokens not in values, "a position is listed twice")
        values[tokens], ranks[tokens] = part["value"], place
    edges = {(i, j) for i, row in enumerate(options) for j in row}
    for part in parts:
        tokens, value = frozenset(part["tokens"]), part["value"]
        moves = [(i, j) for i in part["tokens"] for j in options[i]]
        require(len(moves) == len(part["answers"]), f"{part['tokens']}: not one answer for each move")
        reached = set()
        for (i, j), answer in zip(moves, part["answers"]):
            position = moved(tokens, i, j)
            if values.get(position, value) < value:
                reached.add(values[position])
            if answer is None:
                require(values.get(position, value) < value, f"{part['tokens']}: {i} -> {j} has no answer")
                continue
            k, l = answer
            require(k in position and (k, l) in edges, f"{part['tokens']}: {k} -> {l} is not a move")
            position = moved(position, k, l)
            require(values.get(position) == value and ranks[position] < ranks[tokens],
                    f"{part['tokens']}: {k} -> {l} does not answer {i} -> {j}")
        require(len(reached) == value, f"{part['tokens']}: a smaller value is not reached")
    position, total = frozenset(), 0
    for place in proof["sum"]:
        require(place < len(parts), "a part of the sum does not exist")
        position ^= frozenset(parts[place]["tokens"])
        total ^= parts[place]["value"]
    require(position == lost and total == 0, "the parts do not make up the lost position")
    return len(parts) + 1


class Component:
    """The values on one component: checked, and extended to all its positions by linearity."""

    def __init__(self, options, component):
        members, weight = component["members"], component["weight"]
        self.number = {v: i for i, v in enumerate(members)}
        require(is_position(members, len(options)), "the members are not increasing vertices")
        require(all(w in self.number for v in members for w in options[v]), "an edge leaves a component")
        require(weight <= 4, "the weight is at most 4")
        n, sizes = len(members), 1
        for size in range(1, weight + 1):
            sizes += sum(1 for _ in itertools.combinations(range(n), size))
        require(len(component["gamma"]) == sizes, "not all positions have a value")
        lights = [s for size in range(weight + 1)
                  for s in sorted(itertools.combinations(members, size), key=lambda s: s[::-1])]
        number = {frozenset(s): place for place, s in enumerate(lights)}
        rows = [[number[moved(frozenset(s), i, j)] for i in s for j in options[i]] for s in lights]
        gamma = component["gamma"]
        check_gamma_function(rows, gamma, component["counters"], lambda v: f"tokens on {lights[v]}")
        self.rows = []
        for s, value in zip(lights, gamma):
            if value != INF:
                vector, value = self.reduce(s, value)
                if vector:
                    self.rows.append((vector & -vector, vector, value))
        require(len(self.rows) == n or weight >= min(4, n), "too few positions are listed")

    def reduce(self, position, value=0):
        vector = 0
        for v in position:
            vector ^= 1 << self.number[v]
        # A row is free of the first ones of the rows before it, so one pass is enough.
        for pivot, row, its_value in self.rows:
            if vector & pivot:
                vector, value = vector ^ row, value ^ its_value
        return vector, value


def check_values(options, proof, position, option):
    components = [Component(options, component) for component in proof["components"]]
    home = {}
    for component in components:
        for v in component.number:
            require(v not in home, "a vertex is in two components")
            home[v] = component
    require(all(v in home for v in position), "a token is in no component")

    def is_lost(at):
        total = 0
        for component in components:
            vector, value = component.reduce([v for v in at if home[v] is component])
            if vector:
                return False
            total ^= value
        return total == 0

    for at in (position, option):
        require(not is_lost(at), f"{sorted(at)} has value 0")
        for i in at:
            for j in options[i]:
                require(not is_lost(moved(at, i, j)), f"{sorted(at)}: {i} -> {j} leads to value 0")
    return sum(len(component["gamma"]) for component in proof["components"]) + 2


def read_proof(proof):
    expect(isinstance(proof, dict) and len(proof) == 1, "`proof` is no proof")
    (kind, content), = proof.items()
    if kind == "strategy":
        fields(content, "parts", "sum")
        expect(isinstance(content["parts"], list) and indices(content["sum"]), "`proof`: wrong type")
        for part in content["parts"]:
            fields(part, "tokens", "value", "answers")
            expect(indices(part["tokens"]) and is_index(part["value"]), "a part: wrong type")
            lists(part, lambda answer: answer is None or indices(answer, 2), "answers")
        return kind, content
    expect(kind == "values", "`proof` is no proof")
    fields(content, "components")
    expect(isinstance(content["components"], list), "`components` is not a list")
    for component in content["components"]:
        fields(component, "members", "weight", *GAMMA)
        expect(indices(component["members"]) and is_index(component["weight"]), "a component: wrong type")
        lists(component, is_value, "gamma")
        lists(component, is_counter, "counters")
    return kind, content


def check_annihilation(data):
    fields(data, *HEADER, *GRAPH, "tokens", "outcome", "move", "proof")
    read_graph(data)
    expect(indices(data["tokens"]), "`tokens` is no list of vertices")
    outcome, move = data["outcome"], data["move"]
    expect(outcome in ("P", "N", "D"), "`outcome` is no outcome")
    expect(move is None or indices(move, 2), "`move` is not a move")
    kind, proof = read_proof(data["proof"])

    check_graph(data)
    options, position = data["options"], frozenset(data["tokens"])
    require(is_position(data["tokens"], len(options)), "the tokens are no position")
    after = None
    if move is not None:
        i, j = move
        require(i in position and j in options[i], "the move is not a move")
        after = moved(position, i, j)
    require((outcome, kind, after is None) in (("P", "strategy", True), ("N", "strategy", False),
                                               ("D", "values", False)), "this proof does not show the outcome")
    if outcome == "D":
        return check_values(options, proof, position, after)
    return check_strategy(options, proof, position if outcome == "P" else after)


KINDS = {
    "short-game": check_short, "gamma": check_gamma, "tokens": check_tokens,
    "annihilation": check_annihilation,
}


def check(text):
    """The number of steps of a valid certificate; raises Invalid or Unreadable otherwise."""
    data = read(text)
    return KINDS[data["kind"]](data)


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
