"""Parsing of YAML and JSON into a tree of nodes with line numbers.

Scalars stay text: the code that reads a field decides what it means, so `language: no` is Norwegian
and `hours: 10:30-12:00` is not a sexagesimal number. The tree is built from parser events and not
composed by the library, since only so can aliases, deep nesting and duplicate keys be refused
before they cost anything.
"""

import json
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass

import yaml

from npcserver.adapters.files.problems import Problems
from npcserver.model import limits

_Loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


@dataclass(frozen=True, slots=True)
class Scalar:
    """A single value as it was written; `is_quoted` distinguishes "null" from null."""

    line: int
    text: str
    is_quoted: bool = True

    @property
    def is_null(self) -> bool:
        """Whether this is a YAML null."""
        return not self.is_quoted and self.text in _NULLS


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list."""

    line: int
    items: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and values in the order written, with the line of each key; keys are unique."""

    line: int
    entries: "tuple[tuple[str, int, Node], ...]"


Node = Scalar | Sequence | Mapping


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read yet."""

    line: int
    is_mapping: bool
    nodes: list[Node]


def read_yaml(text: str, problems: Problems) -> Node:
    """Return the only document of a YAML text. Raises `BrokenFile`."""
    text = text.replace("\r\n", "\n")
    at = limits.control_character(text)
    if at is not None:
        raise problems.broken(
            text.count("\n", 0, at) + 1,
            "",
            f"holds the control character U+{ord(text[at]):04X}; remove it",
        )
    try:
        with closing(_events(text)) as events:
            return _build(events, problems)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise problems.broken(mark.line + 1 if mark else 0, "", _advice(error, text)) from error
    except yaml.YAMLError as error:
        raise problems.broken(0, "", f"cannot be read as YAML: {error}") from error


def _events(text: str) -> Generator[yaml.Event, None, None]:
    yield from yaml.parse(text, Loader=_Loader)


def _build(events: Generator[yaml.Event, None, None], problems: Problems) -> Node:
    root = _Open(0, is_mapping=False, nodes=[])
    stack = [root]
    for event in events:
        line = event.start_mark.line + 1 if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent):
            raise problems.broken(line, "", "refers to an anchor with `*`; write the value out")
        if isinstance(event, yaml.NodeEvent):
            _refuse_tag(event, line, problems)
        if isinstance(event, yaml.ScalarEvent):
            is_quoted = bool(event.style)  # the style of a plain scalar is None, or '' from libyaml
            stack[-1].nodes.append(Scalar(line, event.value, is_quoted))
        elif isinstance(event, yaml.CollectionStartEvent):
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            stack.append(_Open(line, is_mapping, []))
            if len(stack) > limits.FILE_DEPTH + 1:
                raise problems.broken(line, "", f"nests deeper than {limits.FILE_DEPTH} levels")
        elif isinstance(event, yaml.CollectionEndEvent):
            done = stack.pop()
            stack[-1].nodes.append(_close(done, problems))
        elif isinstance(event, yaml.DocumentStartEvent) and root.nodes:
            raise problems.broken(line, "", "a second document begins; keep one world to a file")
    return root.nodes[0] if root.nodes else Scalar(1, "", is_quoted=False)


def _refuse_tag(event: yaml.NodeEvent, line: int, problems: Problems) -> None:
    tag = getattr(event, "tag", None)
    if tag not in {None, "!"}:
        raise problems.broken(line, "", f"carries the tag {tag!r}; write the plain value instead")


def _close(done: _Open, problems: Problems) -> Node:
    if not done.is_mapping:
        return Sequence(done.line, tuple(done.nodes))
    entries: dict[str, tuple[str, int, Node]] = {}
    for key, value in zip(done.nodes[::2], done.nodes[1::2], strict=True):
        if not isinstance(key, Scalar):
            raise problems.broken(key.line, "", "a key must be a plain word, not a list or mapping")
        if key.text in entries:
            first = entries[key.text][1]
            problems.add(key.line, key.text, f"stands here and in line {first}; remove one")
            continue
        entries[key.text] = (key.text, key.line, value)
    return Mapping(done.line, tuple(entries.values()))


def _advice(error: yaml.MarkedYAMLError, text: str) -> str:
    """Return a parser error in an author's words."""
    what = error.problem or error.context or "cannot be read"
    if "mapping values are not allowed" in what:
        return 'a colon here confuses YAML; put the whole text in "double quotes"'
    mark = error.problem_mark
    lines = text.split("\n")
    if mark is not None and mark.line < len(lines) and "\t" in lines[mark.line][: mark.column + 1]:
        return "indented with a tab; YAML wants spaces"
    if "cannot start any token" in what:
        return f'{what}; put the text in "double quotes"'
    context = f" {error.context}" if error.context and error.context != what else ""
    return f"is no valid YAML{context}: {what}; check indentation, quotes and brackets around here"


def read_json(text: str, problems: Problems) -> Node:
    """Return a JSON text as a tree whose lines are unknown (0). Raises `BrokenFile`."""

    def pairs(found: list[tuple[str, object]]) -> dict[str, object]:
        values = dict(found)
        if len(values) < len(found):
            names = [name for name, _ in found]
            twice = next(name for name in names if names.count(name) > 1)
            problems.add(0, twice, "stands twice in the same object; remove one")
        return values

    try:
        return _from_json(json.loads(text, object_pairs_hook=pairs), 0, problems)
    except json.JSONDecodeError as error:
        raise problems.broken(error.lineno, "", f"is no valid JSON: {error.msg}") from error
    except RecursionError as error:
        raise problems.broken(0, "", f"nests deeper than {limits.FILE_DEPTH} levels") from error
    except ValueError as error:
        raise problems.broken(0, "", f"is no valid JSON: {error}") from error


def _from_json(value: object, depth: int, problems: Problems) -> Node:
    if depth > limits.FILE_DEPTH:
        raise problems.broken(0, "", f"nests deeper than {limits.FILE_DEPTH} levels")
    if isinstance(value, dict):
        entries = ((str(k), 0, _from_json(v, depth + 1, problems)) for k, v in value.items())
        return Mapping(0, tuple(entries))
    if isinstance(value, list):
        return Sequence(0, tuple(_from_json(item, depth + 1, problems) for item in value))
    if isinstance(value, str):
        return Scalar(0, value)
    return Scalar(0, json.dumps(value), is_quoted=False)
