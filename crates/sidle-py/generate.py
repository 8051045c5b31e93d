"""Writes the generated modules of the package.

Run by `cargo xtask wire --bless`; a test compares the files with what this writes.

- `questions.py`: a function for each question and a class for each answer, from `docs/schema/wire.schema.json`.
- `rulesets.py`: an object for each built-in ruleset, from the answer in `crates/sidle/tests/questions/positions.txt`.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SCHEMA = HERE.parent.parent / "docs" / "schema" / "wire.schema.json"
SECTIONS = HERE.parent / "sidle" / "tests" / "questions" / "positions.txt"
PACKAGE = HERE / "python" / "sidle_cgt"

HEAD = '''"""Every question of the engine as a function, with typed answers.

Generated from `docs/schema/wire.schema.json` by `generate.py`; do not edit.

>>> from sidle_cgt import questions
>>> questions.nim_value(("Nim", "3,5")).to_text()
'6'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ._wire import AnyPosition, AskOptions, Reply, Unpack, ask, position
'''


def camel(name: str) -> str:
    """`misere-table` and `OptionStanding.same-as` as the name of a class."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[-._ ]", name))


def field_name(name: str) -> str:
    """A name that Python accepts."""
    name = name.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def sentence(text: str, indent: str) -> str:
    """A docstring."""
    text = text.replace("\\", "\\\\").replace('"""', "'''").replace("\n", f"\n{indent}")
    if text.endswith('"'):
        text += " "
    return f'{indent}"""{text}"""\n'


class Module:
    """The classes and functions of `questions.py`."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.defs: dict[str, Any] = schema["$defs"]
        self.questions = self.defs["Question"]["anyOf"]
        self.answers: dict[str, Any] = {}
        for answer in self.defs["Answer"]["anyOf"]:
            kind = answer["properties"]["answers"]["const"]
            self.answers[kind] = merged(self.answers[kind], answer) if kind in self.answers else answer
        self.top = {f"{camel(kind)}Answer" for kind in self.answers}
        self.classes: dict[str, str] = {}
        self.aliases: dict[str, str] = {}
        self.taken: set[str] = set()

    def name_of(self, definition: str) -> str:
        name = camel(definition)
        return f"{name}Part" if name in self.top else name

    def type_of(self, schema: dict[str, Any], near: str, *, asks: bool) -> str:
        """The annotation of a schema; `near` names what has no name of its own."""
        if "$ref" in schema:
            return self.reference(schema["$ref"].split("/")[-1], asks=asks)
        if "const" in schema:
            return f"Literal[{schema['const']!r}]"
        if "enum" in schema:
            return "Literal[" + ", ".join(repr(value) for value in schema["enum"]) + "]"
        for many in ("anyOf", "oneOf"):
            if many in schema:
                return self.union(schema[many], near, asks=asks)
        kinds = schema.get("type")
        if isinstance(kinds, list):
            parts = [self.type_of({**schema, "type": kind}, near, asks=asks) for kind in kinds]
            return " | ".join(parts)
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
        if kinds in simple:
            return simple[kinds]
        if kinds == "array":
            return self.array(schema, near, asks=asks)
        if kinds == "object" and "properties" in schema:
            return self.record(near, schema, asks=asks)
        if kinds == "object" and isinstance(schema.get("additionalProperties"), dict):
            value = self.type_of(schema["additionalProperties"], near, asks=asks)
            return f"Mapping[str, {value}]" if asks else f"dict[str, {value}]"
        return "Any"

    def array(self, schema: dict[str, Any], near: str, *, asks: bool) -> str:
        if "prefixItems" in schema:
            parts = [
                self.type_of(item, f"{near}{index}", asks=asks)
                for index, item in enumerate(schema["prefixItems"])
            ]
            return f"tuple[{', '.join(parts)}]"
        item = self.type_of(schema.get("items", {}), f"{near}Item", asks=asks)
        return f"Sequence[{item}]" if asks else f"tuple[{item}, ...]"

    def union(self, members: list[dict[str, Any]], near: str, *, asks: bool) -> str:
        constants = [repr(member["const"]) for member in members if "const" in member]
        parts = [f"Literal[{', '.join(constants)}]"] if constants else []
        others = [member for member in members if "const" not in member]
        for index, member in enumerate(others):
            parts.append(self.type_of(member, f"{near}{self.distinction(member, index)}", asks=asks))
        distinct = dict.fromkeys(parts)
        return " | ".join(sorted(distinct, key=lambda part: part == "None"))

    def distinction(self, member: dict[str, Any], index: int) -> str:
        """What tells a member of a union from the others."""
        properties = member.get("properties", {})
        constants = [value["const"] for value in properties.values() if "const" in value]
        if constants:
            return camel(str(constants[0]))
        return camel(next(iter(member.get("required", [])), str(index)))

    def reference(self, definition: str, *, asks: bool) -> str:
        if definition == "AnySource":
            return "AnyPosition"
        schema = self.defs[definition]
        if asks:
            # What is asked is written as the wire has it: texts, numbers, lists and mappings.
            return "Mapping[str, Any]" if schema.get("type") == "object" else self.type_of(schema, definition, asks=True)
        name = self.name_of(definition)
        if schema.get("type") == "object" and "properties" in schema:
            return self.record(name, schema, asks=False)
        if name not in self.aliases:
            self.aliases[name] = "Any"
            self.aliases[name] = self.type_of(schema, name, asks=False)
        return name

    def record(self, name: str, schema: dict[str, Any], *, asks: bool) -> str:
        if asks:
            return "Mapping[str, Any]"
        name = camel(name)
        if name not in self.classes:
            self.classes[name] = ""
            self.classes[name] = self.dataclass(name, schema, "")
        return name

    def dataclass(self, name: str, schema: dict[str, Any], base: str) -> str:
        text = f"@dataclass(frozen=True, kw_only=True)\nclass {name}{base}:\n"
        text += sentence(schema.get("description", f"A part of an answer: `{name}`."), "    ")
        required = schema.get("required", [])
        for key in sorted(schema["properties"], key=lambda key: (key not in required, order(required, key))):
            if key == "answers":
                continue
            property = schema["properties"][key]
            annotation = self.type_of(property, f"{name}{camel(key)}", asks=False)
            if key not in required:
                if "None" not in annotation.split(" | ") and annotation != "Any":
                    annotation += " | None"
                annotation += " = None"
            if field_name(key) != key:
                default = ", default=None" if key not in required else ""
                annotation = annotation.removesuffix(" = None")
                annotation += f" = field(metadata={{'key': {key!r}}}{default})"
            text += f"\n    {field_name(key)}: {annotation}\n"
            if "description" in property:
                text += sentence(property["description"], "    ")
        return text

    def function(self, question: dict[str, Any]) -> tuple[str, str]:
        properties = question["properties"]
        kind = properties["ask"]["const"]
        name, answer = field_name(kind), f"{camel(kind)}Answer"
        required = [key for key in question.get("required", []) if key != "ask"]
        rest = sorted(key for key in properties if key not in required and key != "ask")
        parameters, fields = [], []
        for key in required + rest:
            annotation = self.type_of(properties[key], f"{camel(kind)}{camel(key)}", asks=True)
            own = field_name(key)
            default = "" if key in required else " | None = None"
            parameters.append(f"{own}: {annotation}{default}")
            value = f"position({own})" if annotation == "AnyPosition" else own
            fields.append(f"        {key!r}: {value},\n")
        if required and rest:
            parameters.insert(len(required), "*")
        elif rest:
            parameters.insert(0, "*")
        parameters.append("**options: Unpack[AskOptions]")
        text = f"def {name}(\n" + "".join(f"    {parameter},\n" for parameter in parameters)
        text += f") -> {answer}:\n"
        about = question["description"] + "\n"
        described = [key for key in required + rest if "description" in properties[key]]
        if described:
            about += "\nArgs:\n" + "".join(
                f"    {field_name(key)}: {properties[key]['description'].splitlines()[0]}\n" for key in described
            )
        text += sentence(about, "    ").replace('    \n', "\n")
        text += f"    return ask({answer}, {kind!r}, {{\n" + "".join(fields) + "    }, options)\n"
        return name, text

    def write(self) -> str:
        answers = {
            kind: self.dataclass(f"{camel(kind)}Answer", answer, "(Reply)") for kind, answer in self.answers.items()
        }
        functions = [self.function(question) for question in self.questions]
        names = sorted([name for name, _ in functions])
        aliases = "".join(f"\n{name} = {target}\n" for name, target in self.ordered_aliases())
        parts = [HEAD]
        parts.extend(f"\n\n{text}" for _, text in self.ordered_classes())
        parts.append(f"\n{aliases}" if aliases else "")
        parts.extend(f"\n\n{text}" for text in answers.values())
        parts.extend(f"\n\n{text}" for _, text in functions)
        exported = "".join(f'    "{name}",\n' for name in names)
        parts.append(f"\n\n__all__ = [\n{exported}]\n")
        return "".join(parts)

    def ordered_classes(self) -> list[tuple[str, str]]:
        return sorted(self.classes.items())

    def ordered_aliases(self) -> list[tuple[str, str]]:
        """Aliases after those that they name."""
        done: list[tuple[str, str]] = []
        left = dict(sorted(self.aliases.items()))
        while left:
            for name, target in left.items():
                words = set(re.findall(r"\w+", target)) - {name}
                if not words & set(left):
                    done.append((name, target))
                    del left[name]
                    break
            else:
                raise ValueError(f"aliases in a circle: {sorted(left)}")
        return done

def merged(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """An answer that has several forms: what only some of them have is optional."""
    return {
        **one,
        "properties": {**one["properties"], **other["properties"]},
        "required": [key for key in one["required"] if key in other["required"]],
    }


def order(required: list[str], key: str) -> tuple[int, str]:
    return (required.index(key) if key in required else len(required), key)


RULESETS = '''"""The built-in rulesets.

Generated from the registry by `generate.py`; do not edit.
"""

from __future__ import annotations

from ._builtin import BuiltIn
'''


def rulesets() -> str:
    """The module of the built-in rulesets."""
    start = '{"event":"done","answer":{"answers":"rulesets"'
    lines = SECTIONS.read_text(encoding="utf-8").splitlines()
    answer = json.loads(next(line for line in lines if line.startswith(start)))["answer"]
    parts, names = [RULESETS], []
    for line in answer["rulesets"]:
        name = line["name"].rsplit(".", 1)[-1]
        names.append(name)
        fields = "".join(f"    {line[key]!r},\n" for key in ("name", "rules", "notation", "example"))
        parts.append(f"\n{name} = BuiltIn(\n{fields})\n{sentence(line['rules'], '')}")
    exported = "".join(f'    "{name}",\n' for name in sorted(names))
    parts.append(f"\n__all__ = [\n{exported}]\n")
    return "".join(parts)


def files() -> dict[Path, str]:
    """The generated files with their texts."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return {
        PACKAGE / "questions.py": Module(schema).write(),
        PACKAGE / "rulesets.py": rulesets(),
    }


def main() -> int:
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
