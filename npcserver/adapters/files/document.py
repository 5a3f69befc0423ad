"""A file as a tree of nodes that know their lines, and the problems found in it."""

import difflib
import json
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

import yaml

from npcserver.model import limits
from npcserver.model.errors import BrokenFile

Plain = str | int | float | bool | list["Plain"] | dict[str, "Plain"] | None


def written(value: object, names: str) -> dict[str, Plain]:
    """Return attributes of a value as they stand in a file; `key=name` is one of another name."""
    pairs = (pair.partition("=") for pair in names.split())
    return {key: plain_value(getattr(value, name or key)) for key, _, name in pairs}


def plain_value(value: Any) -> Plain:
    """Return a value of a field as it stands in a file, None where the key is left out."""
    if value is False:  # which is what a key means that is not there
        return None
    if isinstance(value, float) and value == int(value) and abs(value) < 1e15:
        return int(value)
    if isinstance(value, tuple):
        return list(value)
    return str(value) if isinstance(value, StrEnum) else cast("Plain", value)


@dataclass(slots=True)
class _Noted:
    """What was found in a file and those that it includes, each with the place of its file."""

    files: list[str]
    problems: list[tuple[int, int, str, str]] = field(default_factory=list)
    causes: set[tuple[int, int, str, str]] = field(default_factory=set)
    doubts: list[tuple[int, int, str, str]] = field(default_factory=list)


class Problems:
    """The problems of one file so far; `line` 0 means that the line is unknown."""

    def __init__(self, file: str, noted: _Noted | None = None) -> None:
        self._noted = noted or _Noted([])
        self._place = len(self._noted.files)
        self._noted.files.append(file)

    def included(self, file: str) -> "Problems":
        """Return the problems of a file that this one includes, which are reported with its own."""
        return Problems(file, self._noted)

    def where(self, line: int) -> str:
        """Return a line in words, with its file if another file includes that."""
        return f"line {line}" + (f" of {self._noted.files[self._place]}" if self._place else "")

    def add(self, line: int, path: str, problem: str, *, is_cause: bool = False) -> None:
        """Note a problem of the field at `path`; one that causes others is reported first."""
        self._noted.problems.append((self._place, line, path, problem))
        if is_cause:
            self._noted.causes.add((self._place, line, path, problem))

    def doubt(self, line: int, path: str, advice: str) -> None:
        """Note something that an author should look at, though the file can be read."""
        self._noted.doubts.append((self._place, line, path, advice))

    @property
    def doubts(self) -> tuple[str, ...]:
        """What an author should look at, ordered by line, each as `file:line: path: advice`."""
        told = sorted(dict.fromkeys(self._noted.doubts), key=lambda doubt: doubt[:2])
        return tuple(f"{self._at(*each[:3])}: {each[3]}" for each in told)

    @property
    def count(self) -> int:
        """Number of problems so far."""
        return len(self._noted.problems)

    def raise_if_any(self) -> None:
        """Raise `BrokenFile` if there are problems: causes of others, then the rest, by line."""
        if not self._noted.problems:
            return
        told = sorted(
            dict.fromkeys(self._noted.problems),
            key=lambda found: (found not in self._noted.causes, *found[:2]),
        )
        shown = [(self._at(*each[:3]), each[3]) for each in told]
        most = limits.FILE_PROBLEMS
        raise BrokenFile(shown[:most], more=max(0, len(shown) - most))

    def broken(self, line: int, path: str, problem: str) -> BrokenFile:
        """Return the error for a problem after which reading cannot continue."""
        return BrokenFile([(self._at(self._place, line, path), problem)])

    def _at(self, file: int, line: int, path: str) -> str:
        name = self._noted.files[file]
        place = f"{name}:{line}" if line else name
        return f"{place}: {path}" if path else place


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word most similar to `word`; empty if none is similar."""
    return next(iter(difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)), "")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return advice on an unknown word: the most similar known word, or some of them."""
    words = list(known)
    near = nearest(word, words)
    if near:
        return f"did you mean {near!r}?"
    if not words:
        return "there are none in this file"
    few = ", ".join(words[:12])
    return f"choose one of: {few}" if len(words) <= 12 else f"choose one, such as: {few}"


def read_text(path: Path, problems: Problems) -> str:
    """Return the content of a file without its byte order mark. Raises `BrokenFile`."""
    try:
        with path.open("rb") as file:
            content = file.read(limits.FILE_BYTES + 1)
    except FileNotFoundError as error:
        raise problems.broken(0, "", "does not exist; check the path") from error
    except IsADirectoryError as error:
        raise problems.broken(0, "", "is a folder; name the file in it") from error
    except OSError as error:
        raise problems.broken(0, "", f"cannot be read: {error.strerror}") from error
    if len(content) > limits.FILE_BYTES:
        megabytes = limits.FILE_BYTES // (1024 * 1024)
        raise problems.broken(0, "", f"is larger than {megabytes} MB; split the world")
    try:
        return limits.decoded(content)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise problems.broken(line, "", "is not UTF-8; save the file in that encoding") from error


_Loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_NULLS = frozenset(("", "~", "null", "Null", "NULL"))


@dataclass(frozen=True, slots=True)
class ScalarNode:
    """A single value as it was written; `is_quoted` distinguishes "null" from null."""

    line: int
    text: str
    is_quoted: bool = True

    @property
    def is_null(self) -> bool:
        """Whether this is a YAML null."""
        return not self.is_quoted and self.text in _NULLS


@dataclass(frozen=True, slots=True)
class SequenceNode:
    """A list."""

    line: int
    items: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class MappingNode:
    """Keys and values in the order written, with the line of each key; keys are unique."""

    line: int
    entries: "tuple[tuple[str, int, Node], ...]"


Node = ScalarNode | SequenceNode | MappingNode


@dataclass(slots=True)
class _OpenNode:
    """A list or mapping whose end has not been read yet."""

    line: int
    is_mapping: bool
    nodes: list[Node]


def read_yaml(text: str, problems: Problems) -> Node:
    """Return the only document of a YAML text. Raises `BrokenFile`."""
    text = limits.cleaned(text)
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
    root = _OpenNode(0, is_mapping=False, nodes=[])
    stack = [root]
    for event in events:
        line = event.start_mark.line + 1 if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent):
            raise problems.broken(line, "", "refers to an anchor with `*`; write the value out")
        if isinstance(event, yaml.NodeEvent):
            tag = getattr(event, "tag", None)
            if tag not in {None, "!"}:
                told = f"carries the tag {tag!r}; write the plain value instead"
                raise problems.broken(line, "", told)
        if isinstance(event, yaml.ScalarEvent):
            is_quoted = bool(event.style)  # the style of a plain scalar is None, or '' from libyaml
            stack[-1].nodes.append(ScalarNode(line, event.value, is_quoted))
        elif isinstance(event, yaml.CollectionStartEvent):
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            stack.append(_OpenNode(line, is_mapping, []))
            if len(stack) > limits.FILE_DEPTH + 1:
                raise problems.broken(line, "", f"nests deeper than {limits.FILE_DEPTH} levels")
        elif isinstance(event, yaml.CollectionEndEvent):
            done = stack.pop()
            stack[-1].nodes.append(_close(done, problems))
        elif isinstance(event, yaml.DocumentStartEvent) and root.nodes:
            raise problems.broken(line, "", "a second document begins; keep one world to a file")
    return root.nodes[0] if root.nodes else ScalarNode(1, "", is_quoted=False)


def _close(done: _OpenNode, problems: Problems) -> Node:
    if not done.is_mapping:
        return SequenceNode(done.line, tuple(done.nodes))
    entries: dict[str, tuple[str, int, Node]] = {}
    for key, value in zip(done.nodes[::2], done.nodes[1::2], strict=True):
        if not isinstance(key, ScalarNode):
            raise problems.broken(key.line, "", "a key must be a plain word, not a list or mapping")
        if key.text in entries:
            first = entries[key.text][1]
            problems.add(key.line, key.text, f"stands here and in line {first}; remove one")
            continue
        entries[key.text] = (key.text, key.line, value)
    return MappingNode(done.line, tuple(entries.values()))


def _advice(error: yaml.MarkedYAMLError, text: str) -> str:
    """Return a parser error in an author's words."""
    what = error.problem or error.context or "cannot be read"
    if "mapping values are not allowed" in what:
        return (
            "a colon here confuses YAML; indent the line as those around it, or put the whole text "
            'in "double quotes"'
        )
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
        return MappingNode(0, tuple(entries))
    if isinstance(value, list):
        return SequenceNode(0, tuple(_from_json(item, depth + 1, problems) for item in value))
    if isinstance(value, str):
        return ScalarNode(0, value)
    return ScalarNode(0, json.dumps(value), is_quoted=False)
