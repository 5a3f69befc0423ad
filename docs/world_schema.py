"""The JSON schema of world files, for completion and help in editors.

The parser of world files is the only definition of their keys: it is run with fields that have no
values and record what is asked of them, once for each way in which a value may be written. What the
keys mean is read from the tables of docs/world-files.md.
"""

import json
import pathlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from npcserver.adapters.files import world_file
from npcserver.adapters.files.document import Problems
from npcserver.adapters.files.fields import Field, Table
from npcserver.adapters.files.includes import include
from npcserver.model import affordance, limits
from npcserver.model.affordance import Affordance, Parameter, ParameterType
from npcserver.model.calendar import DAYS, MONTHS
from npcserver.model.ids import AUTHORED_ID
from npcserver.model.worldfile import KnownWorld

_ANY: Final = "en"
"""The value that the parser reads everywhere: a text, an id, a name, and a language."""
_FORMS: Final[Mapping[str, Mapping[str, Any]]] = {
    "an id": {"type": ["string", "integer"], "pattern": f"^{AUTHORED_ID.pattern}$"},
    "the id of a character": {"type": "string"},
    "a word": {"type": "string"},
    "a date and time": {"type": "string"},
    'opening hours such as "08:00-20:00"': {
        "type": "string",
        "pattern": f"^{world_file.OPENING_HOURS.pattern}$",
    },
}
"""The schema of a single value by what the parser calls it."""
_TEXT: Final = ["string", "number", "boolean"]  # YAML reads `name: 1912` as a number
_CLAIM: Final = [True, False, "yes", "no", "on", "off"]
_LANGUAGE: Final = {"pattern": f"^{limits.LANGUAGE_TAG.pattern}$"}
_FLAG: Final = {"pattern": f"^{limits.FLAG_NAME.pattern}$"}
_NAMED: Final = {"pattern": f"^{affordance.NAME.pattern}$"}
_NARROWER: Final[Mapping[str, Mapping[str, Any]]] = {
    "world.language": _LANGUAGE,
    "characters.language": _LANGUAGE,
    "characters.beats.flag": _FLAG,
    "characters.memories.secret.flag": _FLAG,
    "books.chapters.secret.flag": _FLAG,
    "affordances.name": _NAMED,
    "affordances.parameters.name": _NAMED,
    "world.calendar.months": {"minItems": MONTHS},
    "world.calendar.weekdays": {"minItems": DAYS},
    "books.chapters": {"minItems": 1},
}
"""What the parser checks after it has read a value."""


@dataclass(slots=True)
class Shape:
    """What the parser asks of the value at a path, over all runs."""

    scalars: list[dict[str, Any]] = field(default_factory=list)
    keys: "dict[str, Shape]" = field(default_factory=dict)
    items: "Shape | None" = None
    most: int = 0
    required: set[str] | None = None
    is_closed: bool = False
    refuses_null: bool = False
    same_as: str = ""

    def scalar(self, schema: Mapping[str, Any]) -> None:
        """Add a form in which a single value may be written."""
        if dict(schema) not in self.scalars:
            self.scalars.append(dict(schema))

    def key(self, name: str) -> "Shape":
        """Return the shape of a key of this mapping."""
        return self.keys.setdefault(name, Shape())


@dataclass(slots=True)
class Run:
    """One run of the parser; `choices` are the questions that are answered otherwise than usual."""

    choices: frozenset[str]
    asked: dict[str, None] = field(default_factory=dict)
    required: dict[int, tuple[Shape, set[str]]] = field(default_factory=dict)

    def decide(self, question: str) -> bool:
        """Return whether a question is answered otherwise than usual, and note it."""
        self.asked[question] = None
        return question in self.choices


class RecordedField(Field):
    """A value of any kind, which records how it is read."""

    def __init__(self, shape: Shape, path: str, run: Run) -> None:
        self.shape, self.path, self.run, self.line = shape, path, run, 1

    def wrong(self, problem: str, *, is_cause: bool = False) -> None:
        """Ignore what is wrong with the value that stands for all values."""

    def doubt(self, advice: str) -> None:
        """Ignore what an author should look at."""

    @property
    def is_scalar(self) -> bool:
        """Whether this is read as a single value in this run."""
        return self.run.decide(f"{self.path} is a single value")

    @property
    def is_group(self) -> bool:
        """Whether this is read as a mapping in this run."""
        return not self.is_scalar

    @property
    def is_null(self) -> bool:
        """Whether nothing is written here."""
        return False

    @property
    def plain(self) -> str:
        """The value that stands for all."""
        return _ANY

    def scalar(self, wanted: str) -> str | None:
        """Record a single value by what the parser calls it."""
        self.shape.scalar(_FORMS[wanted])
        return _ANY

    def text(self, longest: int, *, may_be_empty: bool = False, is_one_line: bool = False) -> str:
        """Record a text."""
        least = {} if may_be_empty else {"minLength": 1}
        line = {"pattern": r"^[^\n\t]*$"} if is_one_line else {}
        self.shape.scalar({"type": _TEXT, **least, "maxLength": longest, **line})
        return _ANY

    def integer(self, low: int, high: int) -> int | None:
        """Record a whole number."""
        self.shape.scalar({"type": "integer", "minimum": low, "maximum": high})
        return low

    def number(self) -> float | None:
        """Record a number."""
        self.shape.scalar({"type": "number"})
        return 1.0

    def claim(self) -> bool | None:
        """Record a boolean."""
        self.shape.scalar({"enum": _CLAIM})
        return True

    def one_of(self, known: Any) -> str | None:
        """Record one of some words; those that a file decides itself are any text."""
        self.shape.scalar({"type": "string"} if not known or _ANY in known else {"enum": [*known]})
        return _ANY

    def choice(self, known: Any) -> str | None:
        """Record one of some words."""
        self.shape.scalar({"enum": [*known]})
        return str(next(iter(known)))

    def items(self, most: int) -> "Iterator[Field]":
        """Record a list, and yield the item that stands for all."""
        self.shape.most = most
        self.shape.items = self.shape.items or Shape()
        yield RecordedField(self.shape.items, self.path, self.run)

    def table(self) -> Table:
        """Record a mapping."""
        return RecordedTable(self.shape, self.path, self.run)


class RecordedTable(Table):
    """A mapping with every key, which records which are read."""

    def __init__(self, shape: Shape, path: str, run: Run) -> None:
        self.shape, self.path, self.run, self.line = shape, path, run, 1
        self.problems, self.included = Problems("schema"), ()
        _, self.needed = run.required.setdefault(id(shape), (shape, set()))

    @property
    def where(self) -> str:
        """The line in words."""
        return ""

    @property
    def written(self) -> tuple[str, ...]:
        """A key that stands for all, and those that are left empty in this run."""
        empty = (one for one in self.shape.keys if self._is_left_out(one))
        return (_ANY, *empty)

    def _is_left_out(self, key: str) -> bool:
        return f"{self._at(key)} is left out" in self.run.choices

    def _at(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def get(self, key: str, *, is_required: bool = False) -> Field | None:
        """Record a key, and return its value unless it is left out in this run."""
        if is_required:
            self.needed.add(key)
        shape = self.shape.key(key)
        if self.run.decide(f"{self._at(key)} is left out"):
            return None
        return RecordedField(shape, self._at(key), self.run)

    def wrong(self, problem: str, key: str = "") -> None:
        """Note that a key must not be empty, where that is what is wrong."""
        if key and self._is_left_out(key) and problem.startswith("is empty"):
            self.shape.key(key).refuses_null = True

    def items(self, key: str, most: int) -> Iterator[Field]:
        """Record a list; one within a list of the same key is like it."""
        if self.path.split(".")[-1] == key:
            self.shape.key(key).same_as = key
            return
        yield from super().items(key, most)

    def finish(self) -> None:
        """Record that no other key may be written."""
        self.shape.is_closed = True


def record() -> Shape:
    """Run the parser, and return what it asks of a world file."""
    root, pending, tried = Shape(), [Run(frozenset())], {""}
    while pending:
        run = pending.pop()
        table = RecordedTable(root, "", run)
        table.get("format", is_required=True)
        include(table, pathlib.Path("schema"), None)
        world_file.read_table(table, None, KnownWorld())
        table.finish()
        for shape, needed in run.required.values():
            shape.required = needed if shape.required is None else shape.required & needed
        for question in run.asked.keys() - tried:
            tried.add(question)
            pending.append(Run(run.choices | {question}))
    root.key("format").scalar({"const": world_file.FORMAT})
    return root


def schema(meanings: Mapping[str, str]) -> dict[str, Any]:
    """Return the schema, with what each key means by its path."""
    root = record()
    found = _schema(root, "", meanings, is_required=True)
    places = found["properties"]["places"]
    found["properties"]["places"] = {"$ref": "#/definitions/places"}
    parameters = found["properties"]["affordances"]["items"]["properties"]["parameters"]
    parameters["items"]["allOf"] = [*_rules_of_types()]
    chapters = found["properties"]["books"]["items"]["properties"]["chapters"]
    chapters["items"]["oneOf"] = [{"required": ["text"]}, {"required": ["file"]}]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "World file of npcserver",
        **found,
        "definitions": {"places": places},
    }


def _schema(
    shape: Shape, path: str, meanings: Mapping[str, str], *, is_required: bool
) -> dict[str, Any]:
    if shape.same_as:
        return {"$ref": f"#/definitions/{shape.same_as}"}
    forms: list[dict[str, Any]] = [one | _narrower(one, path) for one in shape.scalars]
    if shape.items is not None:
        item = _schema(shape.items, path, {**meanings, path: ""}, is_required=True)
        array: dict[str, Any] = {"type": "array", "items": item, "maxItems": shape.most}
        forms.append(array | _narrower(array, path))
    if shape.keys:
        forms.append(_object(shape, path, meanings))
    if not is_required and not shape.refuses_null:
        forms[-1] = _or_nothing(forms[-1])
    described = {"description": meanings[path]} if meanings.get(path) else {}
    return described | (forms[0] if len(forms) == 1 else {"anyOf": forms})


def _or_nothing(form: dict[str, Any]) -> dict[str, Any]:
    """Return a form that may be left empty, too."""
    if "enum" in form:
        return form | {"enum": [*form["enum"], None]}
    kinds = form["type"]
    return form | {"type": [*([kinds] if isinstance(kinds, str) else kinds), "null"]}


def _object(shape: Shape, path: str, meanings: Mapping[str, str]) -> dict[str, Any]:
    needed = shape.required or set()
    keys = {
        key: _schema(one, f"{path}.{key}" if path else key, meanings, is_required=key in needed)
        for key, one in shape.keys.items()
    }
    others = keys.pop(_ANY, None)
    found: dict[str, Any] = {"type": "object"}
    if keys:
        found["properties"] = keys
    if needed - {_ANY}:
        found["required"] = sorted(needed - {_ANY})
    return found | {"additionalProperties": False if shape.is_closed else others or True}


def _narrower(form: Mapping[str, Any], path: str) -> dict[str, Any]:
    more = dict(_NARROWER.get(path, {}))
    is_list = form.get("type") == "array"
    return more if ("minItems" in more) is is_list else {}


def _rules_of_types() -> Iterator[dict[str, Any]]:
    """Yield what each type of parameter needs and refuses, as `affordance.check` says."""
    for kind in ParameterType:
        needs = ["options"] if _problems(Parameter(name="a", type=kind)) else []
        options = ("a",) if needs else ()
        refused = [
            key
            for key, written in (
                ("options", Parameter(name="a", type=kind, options=("a",))),
                ("kinds", Parameter(name="a", type=kind, options=options, entity_kinds=("a",))),
                ("min", Parameter(name="a", type=kind, options=options, minimum=0)),
                ("max", Parameter(name="a", type=kind, options=options, maximum=1)),
            )
            if _problems(written)
        ]
        yield {
            "if": {"properties": {"type": {"const": kind.value}}, "required": ["type"]},
            "then": {
                "required": needs,
                "properties": {one: {"enum": [None, []]} for one in refused},
            },
        }


def _problems(parameter: Parameter) -> bool:
    return bool(affordance.check(Affordance(name="a", description="", parameters=(parameter,))))


_SECTIONS: Final = {
    "world": ("world",),
    "calendar": ("world.calendar",),
    "axes": ("world.axes",),
    "places": ("places",),
    "affordances": ("affordances",),
    "characters": ("characters",),
    "Secrets": ("characters.memories.secret", "books.chapters.secret"),
    "books": ("books",),
    "Parts in brief": ("",),
}
"""The paths that the table below each heading is of."""


def meanings(page: str) -> dict[str, str]:
    """Return what each key means, by its path, from the tables of docs/world-files.md."""
    found: dict[str, str] = {}
    heading, is_of_keys = "", False
    for line in page.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ")
        if not line.startswith("|"):
            is_of_keys = False
        is_of_keys = is_of_keys or line.startswith("| key |")
        if not is_of_keys or not line.startswith("| `") or heading not in _SECTIONS:
            continue
        keys, what, *default = (one.strip() for one in line.strip("|").split(" | "))
        text = _plain(what) + (f" (default: {_plain(default[0])})" if any(default) else "")
        for path in _SECTIONS[heading]:
            for key in re.findall(r"`([^`]+)`", keys):
                found[f"{path}.{key}" if path else key] = text[:1].upper() + text[1:]
    return found


def _plain(text: str) -> str:
    return (
        re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", text.strip(" |")).replace("(see below)", "").strip()
    )


def text(page: str) -> str:
    """Return the schema as it is shipped."""
    return json.dumps(schema(meanings(page)), indent=1, ensure_ascii=False) + "\n"
