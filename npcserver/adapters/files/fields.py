"""Typed fields of a tree, and the ids of what they describe.

What does not fit is noted, and reading goes on.
"""

import math
import re
import tomllib
from collections.abc import Collection, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from npcserver.adapters.files.document import (
    MappingNode,
    Node,
    Problems,
    ScalarNode,
    SequenceNode,
    did_you_mean,
    nearest,
    read_yaml,
)
from npcserver.model import limits
from npcserver.model.character import People
from npcserver.model.foreign_marks import mark_problem
from npcserver.model.ids import is_authored_id, slug

E = TypeVar("E", bound=StrEnum)

_MEANT = tomllib.loads(Path(__file__).with_name("synonyms.toml").read_text(encoding="utf-8"))


def meant(word: str, known: tuple[str, ...]) -> str:
    """Return which of the known words a synonym means; empty if none."""
    plain = word.strip().lower().replace("-", "_").replace(" ", "_")
    return next((key for key in known if plain in _MEANT.get(key, "").split()), "")


_INTEGER = re.compile(r"[-+]?[0-9]{1,18}")
_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
_ENOUGH = 10 * limits.FILE_PROBLEMS
_CLAIMS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Field:
    """A value of the file and its path."""

    def __init__(self, node: Node, path: str, line: int, problems: Problems) -> None:
        self.node = node
        self.path = path
        self.line = line
        self._problems = problems

    def wrong(self, problem: str, *, is_cause: bool = False) -> None:
        """Note a problem of this field; one that causes others is reported first."""
        self._problems.add(self.line, self.path, problem, is_cause=is_cause)

    def doubt(self, advice: str) -> None:
        """Note that an author should look at this field."""
        self._problems.doubt(self.line, self.path, advice)

    @property
    def is_scalar(self) -> bool:
        """Whether this is a single value."""
        return isinstance(self.node, ScalarNode)

    @property
    def is_quoted(self) -> bool:
        """Whether this is a single value in quotes."""
        return isinstance(self.node, ScalarNode) and self.node.is_quoted

    @property
    def is_group(self) -> bool:
        """Whether this is a mapping, written as `key: value` lines."""
        return isinstance(self.node, MappingNode)

    @property
    def is_list(self) -> bool:
        """Whether this is a list."""
        return isinstance(self.node, SequenceNode)

    @property
    def is_null(self) -> bool:
        """Whether nothing is written here."""
        return isinstance(self.node, ScalarNode) and self.node.is_null

    @property
    def plain(self) -> str:
        """The single value; empty, without a problem, for anything else."""
        return self.node.text.strip() if isinstance(self.node, ScalarNode) else ""

    def scalar(self, wanted: str) -> str | None:
        """Return the text of a single value; None, and a problem, for anything else."""
        if isinstance(self.node, ScalarNode) and not self.node.is_null:
            return self.node.text.strip()
        self.wrong(f"must be {wanted}, not {_kind(self.node)}")
        return None

    def text(self, longest: int, *, may_be_empty: bool = False, is_one_line: bool = False) -> str:
        """Return stripped text; empty, and a problem, if it is invalid."""
        text = self.scalar("text")
        if text is None:
            return ""
        text = limits.cleaned(text)
        problem = limits.text_problem(
            text, longest, may_be_empty=may_be_empty, is_one_line=is_one_line
        )
        problem = problem or mark_problem(text)
        if problem is not None:
            self.wrong(problem)
            return ""
        return text

    def integer(self, low: int, high: int) -> int | None:
        """Return a whole number from `low` to `high`; None, and a problem, for anything else."""
        wanted = f"a whole number from {low:,} to {high:,}"
        text = self.scalar(wanted)
        if text is None:
            return None
        if _INTEGER.fullmatch(text) is None or not low <= int(text) <= high:
            self.wrong(f"must be {wanted}, not {_shown(text)}")
            return None
        return int(text)

    def number(self) -> float | None:
        """Return a finite number; None, and a problem, for anything else."""
        text = self.scalar("a number")
        if text is None:
            return None
        if _NUMBER.fullmatch(text) is None or not math.isfinite(float(text)):
            self.wrong(f"must be a number, not {_shown(text)}")
            return None
        return float(text)

    def claim(self) -> bool | None:
        """Return a boolean; None, and a problem, for anything else."""
        text = self.scalar("true or false")
        if text is not None and text.lower() not in _CLAIMS:
            self.wrong(f"must be true or false, not {_shown(text)}")
        return None if text is None else _CLAIMS.get(text.lower())

    def one_of(self, known: Collection[str]) -> str | None:
        """Return one of the known words; None, and a problem, for anything else."""
        text = self.scalar("a word")
        if text is not None and text not in known:
            self.wrong(f"{_shown(text)} is unknown; {did_you_mean(text, known)}")
            return None
        return text

    def choice(self, known: Collection[str]) -> str | None:
        """Return one of the known words; None, and a problem that lists them all, otherwise."""
        text = self.scalar("a word")
        if text is not None and text not in known:
            instead = meant(text, tuple(known)) or nearest(text, known)
            advice = f"did you mean {instead!r}? " if instead else ""
            self.wrong(f"{_shown(text)} is unknown; {advice}choose one of: {', '.join(known)}")
            return None
        return text

    def known_person(self, people: People) -> str:
        """Return the id of the one character with this id or name; empty if there is none."""
        text = self.scalar("the id of a character") or ""
        found = people.named(text)
        if len(found) == 1:
            return found[0]
        if text:
            near = people.nearest(text)
            advice = f"did you mean {near!r}?" if near else did_you_mean(text, people.names)
            self.wrong(people.ambiguous(text) or f"{_shown(text)} is unknown; {advice}")
        return ""

    def items(self, most: int) -> "Iterator[Field]":
        """Yield the fields of a list of at most `most` items."""
        if not isinstance(self.node, SequenceNode):
            self.wrong(f"must be a list, not {_kind(self.node)}; begin each item with `- `")
            return
        if len(self.node.items) > most:
            self.wrong(f"has {len(self.node.items):,} items; keep at most {most:,}")
            return
        for position, node in enumerate(self.node.items):
            line = node.line or self.line
            yield Field(node, f"{self.path}[{position}]", line, self._problems)

    def table(self) -> "Table | None":
        """Return the mapping; None, and a problem, for anything else."""
        if isinstance(self.node, MappingNode):
            return Table(self.node, self.path, self.line, self._problems)
        self.wrong(f"must hold `key: value` lines, not {_kind(self.node)}")
        return None


class Table:
    """A mapping read key by key; it records which keys were read.

    Lists go on in those of the same key in `included`, the mappings of included files.
    """

    def __init__(self, node: MappingNode, path: str, line: int, problems: Problems) -> None:
        self.path = path
        self.line = line
        self.problems = problems
        self.included: tuple[Table, ...] = ()
        self._entries = {
            key: Field(value, f"{path}.{key}" if path else key, key_line, problems)
            for key, key_line, value in node.entries
        }
        self._asked: list[str] = []
        lines = [key_line for _, key_line, _ in node.entries]
        self._is_inline = any(lines) and len(set(lines)) < len(lines)  # written in braces

    def get(self, key: str, *, is_required: bool = False) -> Field | None:
        """Return the field of a key; None if it is absent or empty."""
        self._asked.append(key)
        field = self._entries.get(key)
        if field is not None and not field.is_null:
            return field
        if is_required:
            line = self.line if field is None else field.line
            where = f"{self.path}.{key}" if self.path else key
            self.problems.add(line, where, "is missing; add it")
        return None

    def wrong(self, problem: str, key: str = "") -> None:
        """Note a problem of a key of this mapping, or of the whole mapping."""
        field = self._entries.get(key)
        path = ".".join(part for part in (self.path, key) if part)
        self.problems.add(self.line if field is None else field.line, path, problem)

    @property
    def where(self) -> str:
        """The line in words, and the file if another includes it."""
        return self.problems.where(self.line)

    @property
    def written(self) -> tuple[str, ...]:
        """The keys in the order written."""
        return tuple(self._entries)

    def text(
        self, key: str, longest: int, *, is_required: bool = False, is_one_line: bool = False
    ) -> str:
        """Return the text of a key, or an empty text."""
        field = self.get(key, is_required=is_required)
        if field is None:
            return ""
        return field.text(longest, may_be_empty=not is_required, is_one_line=is_one_line)

    def texts(
        self, key: str, longest: int, most: int, *, is_one_line: bool = False
    ) -> tuple[str, ...]:
        """Return the list of texts of a key; empty if there is none."""
        return tuple(item.text(longest, is_one_line=is_one_line) for item in self.items(key, most))

    def integer(self, key: str, low: int, high: int) -> int | None:
        """Return the whole number of a key, from `low` to `high`, or None."""
        field = self.get(key)
        return None if field is None else field.integer(low, high)

    def number(self, key: str) -> float | None:
        """Return the number of a key, or None."""
        field = self.get(key)
        return None if field is None else field.number()

    def claim(self, key: str, *, default: bool = False) -> bool:
        """Return the boolean of a key; the default if there is none."""
        field = self.get(key)
        claim = None if field is None else field.claim()
        return default if claim is None else claim

    def one_of(self, key: str, known: Collection[str], *, is_required: bool = False) -> str | None:
        """Return the known word of a key, or None."""
        field = self.get(key, is_required=is_required)
        return None if field is None else field.one_of(known)

    def choice(self, key: str, known: type[E], *, is_required: bool = False) -> E | None:
        """Return the member that a key names, or None."""
        field = self.get(key, is_required=is_required)
        word = None if field is None else field.choice([one.value for one in known])
        return None if word is None else known(word)

    def table(self, key: str, *, is_required: bool = False) -> "Table | None":
        """Return the mapping of a key, or None."""
        field = self.get(key, is_required=is_required)
        return None if field is None else field.table()

    def items(self, key: str, most: int) -> Iterator[Field]:
        """Yield the fields of the list of a key; none if there is no list."""
        for table in (self, *self.included):
            field = table.get(key)
            if field is not None:
                yield from field.items(most)

    def tables(self, key: str, most: int) -> "Iterator[Table]":
        """Yield the mappings in the list of a key."""
        for item in self.items(key, most):
            table = item.table()
            if table is not None:
                yield table

    def finish(self) -> None:
        """Note a problem for every key that was not read."""
        for key, field in self._entries.items():
            if key in self._asked:
                continue
            if self.problems.count >= _ENOUGH:
                return  # the search for similar keys is slow, and no one reads so many problems
            known = tuple(dict.fromkeys(self._asked))
            instead = meant(key, tuple(one for one in known if one not in self._entries))
            advice = f"did you mean {instead!r}?" if instead else did_you_mean(key, known)
            if field.is_null and self._is_inline:  # `{text: Well, well}` looks like two keys
                advice += '; a text that holds a comma needs "double quotes" here'
            field.wrong(f"is no key here; {advice}")
        for table in self.included:
            table.finish()


def _kind(node: Node) -> str:
    if isinstance(node, SequenceNode):
        return "a list"
    if isinstance(node, MappingNode):
        return "a group of `key: value` lines"
    return "nothing" if node.is_null else _shown(node.text)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")


def root_table(text: str, problems: Problems, expected: str) -> Table:
    """Return the root mapping of a file in the `expected` format. Raises `BrokenFile`."""
    root = read_yaml(text, problems)
    table = Field(root, "", root.line, problems).table()
    if table is None:
        raise problems.broken(root.line, "", f"must begin with `format: {expected}`")
    field = table.get("format")
    if field is None:
        raise problems.broken(1, "format", f"is missing; begin the file with `format: {expected}`")
    written = field.scalar("text") or ""
    if written != expected:
        raise problems.broken(
            field.line, "format", f"{written[:40]!r} cannot be read; write `format: {expected}`"
        )
    return table


class IdRegistry:
    """The ids of one kind of thing that a file has used so far; `key` is the key that has them."""

    def __init__(self, kind: str, key: str = "id") -> None:
        self._kind = kind
        self._key = key
        self._lines: dict[str, str] = {}

    def authored_id(self, table: Table, name: str) -> str:
        """Return the id of the thing in `table`; notes one that is malformed or taken."""
        field = table.get(self._key)
        if field is None:
            return self._from_name(table, name)
        written = field.scalar("an id") or ""
        if not is_authored_id(written):
            if field.is_scalar:
                proposed = slug(written) if _has_latin(written) else f"{self._kind}-1"
                field.wrong(
                    f"{written[:40]!r} is no id (a-z, 0-9, - and _, at most 63); "
                    f"write {proposed!r}, for instance"
                )
            return ""
        if written in self._lines:
            field.wrong(
                f"{written!r} is the id of another {self._kind}, in "
                f"{self._lines[written]}; choose a different one",
                is_cause=True,
            )
        self._lines.setdefault(written, table.problems.where(field.line))
        return written

    def _from_name(self, table: Table, name: str) -> str:
        if not name:
            return ""
        if not _has_latin(name):
            # slug() would give a random id, so every import would create a new thing.
            table.wrong(
                f"no id can be made from the name {name[:40]!r}; add one in Latin letters",
                self._key,
            )
            return ""
        made = slug(name)
        if made in self._lines:
            article = "an" if self._key == "id" else "a"
            table.wrong(
                f"{name[:40]!r} would get the id {made!r} of the {self._kind} in "
                f"{self._lines[made]}; add {article} `{self._key}` of its own",
                self._key,
            )
        self._lines.setdefault(made, table.where)
        return made


def _has_latin(text: str) -> bool:
    made = slug(text)
    return made == slug(text)  # a random id differs every time
