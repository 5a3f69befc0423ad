"""Reading of typed fields from a tree; problems are noted, and reading continues.

Every method returns a value of the right type even if the file is wrong, so that one pass finds all
problems; `Problems.raise_if_any` decides at the end.
"""

import math
import re
from collections.abc import Collection, Iterator

from npcserver.adapters.files.problems import Problems, did_you_mean, nearest
from npcserver.adapters.files.synonyms import meant
from npcserver.adapters.files.tree import Mapping, Node, Scalar, Sequence
from npcserver.model import limits
from npcserver.model.people import People

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

    def wrong(self, problem: str) -> None:
        """Note a problem of this field."""
        self._problems.add(self.line, self.path, problem)

    @property
    def is_scalar(self) -> bool:
        """Whether this is a single value."""
        return isinstance(self.node, Scalar)

    @property
    def is_group(self) -> bool:
        """Whether this is a mapping, written as `key: value` lines."""
        return isinstance(self.node, Mapping)

    @property
    def is_list(self) -> bool:
        """Whether this is a list."""
        return isinstance(self.node, Sequence)

    @property
    def is_null(self) -> bool:
        """Whether nothing is written here."""
        return isinstance(self.node, Scalar) and self.node.is_null

    @property
    def plain(self) -> str:
        """The single value; empty, without a problem, for anything else."""
        return self.node.text.strip() if isinstance(self.node, Scalar) else ""

    def scalar(self, wanted: str) -> str | None:
        """Return the text of a single value; None, and a problem, for anything else."""
        if isinstance(self.node, Scalar) and not self.node.is_null:
            return self.node.text.strip()
        self.wrong(f"must be {wanted}, not {_kind(self.node)}")
        return None

    def text(self, longest: int, *, may_be_empty: bool = False, is_one_line: bool = False) -> str:
        """Return stripped text; empty, and a problem, if it is invalid."""
        text = self.scalar("text")
        if text is None:
            return ""
        problem = limits.text_problem(
            text, longest, may_be_empty=may_be_empty, is_one_line=is_one_line
        )
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

    def somebody(self, people: People) -> str:
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
        if not isinstance(self.node, Sequence):
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
        if isinstance(self.node, Mapping):
            return Table(self.node, self.path, self.line, self._problems)
        self.wrong(f"must hold `key: value` lines, not {_kind(self.node)}")
        return None


class Table:
    """A mapping read key by key; it records which keys were read."""

    def __init__(self, node: Mapping, path: str, line: int, problems: Problems) -> None:
        self.path = path
        self.line = line
        self.problems = problems
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

    def claim(self, key: str) -> bool:
        """Return the boolean of a key; False if there is none."""
        field = self.get(key)
        return field is not None and bool(field.claim())

    def items(self, key: str, most: int) -> Iterator[Field]:
        """Yield the fields of the list of a key; none if there is no list."""
        field = self.get(key)
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


def _kind(node: Node) -> str:
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a group of `key: value` lines"
    return "nothing" if node.is_null else _shown(node.text)


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
