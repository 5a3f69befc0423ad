"""The promises of the docs, and the tests that show them, as their tables have them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from tests.architecture import sources

PAGES = ("docs/reliability.md", "docs/security.md", "docs/budgets.md")
_SHOWN_BY = ("shown by", "tested by", "test")
"""Heads of the last column of a table of promises."""
_LINK = re.compile(r"\[([^\]]+)\]\(\.\./(tests/[^)#\s]+)\)")
_PATH = re.compile(r"(?<!\()`?(tests/[\w/]+\.py)(?:::(\w+))?`?")
_AS_ABOVE = "the same"


@dataclass(frozen=True, slots=True, order=True)
class NamedTest:
    """A file of tests, or one function in it."""

    path: str
    function: str = ""

    @property
    def node_id(self) -> str:
        """What pytest calls it."""
        return f"{self.path}::{self.function}" if self.function else self.path

    @property
    def exists(self) -> bool:
        if self.path not in sources.files():
            return False
        names = {each.name for each in sources.functions(self.path)}
        return self.function in names or (not self.function and _has_tests(names))


def _has_tests(names: set[str]) -> bool:
    return any(name.startswith("test_") for name in names)


@dataclass(frozen=True, slots=True)
class Promise:
    """A row: where it stands, what it says, and the tests that it names."""

    page: str
    line: int
    text: str
    tests: tuple[NamedTest, ...]


def promises(pages: tuple[str, ...] = PAGES) -> tuple[Promise, ...]:
    """Return the rows of all tables of promises."""
    return tuple(found for page in pages for found in read_promises(page, sources.text(page)))


def read_promises(page: str, text: str) -> Iterator[Promise]:
    """Yield the rows of a page's tables whose last column names what shows them."""
    is_inside, before = False, ""
    tests: tuple[NamedTest, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        is_row = line.startswith("|")
        if not is_row:
            is_inside = False
        elif not before.startswith("|"):
            is_inside = cells[-1].strip(" |") in _SHOWN_BY
        elif is_inside and not line.startswith("| ---"):
            if cells[-1].strip(" |") != _AS_ABOVE:
                tests = named_tests(cells[-1])
            yield Promise(page, number, ": ".join(_plain(cell) for cell in cells[:-1][:2]), tests)
        before = line


def named_tests(cell: str) -> tuple[NamedTest, ...]:
    """Return the tests that a cell links to, or names by their paths."""
    linked = [
        NamedTest(path, "" if name.strip("`") == PurePosixPath(path).stem else name.strip("`"))
        for name, path in _LINK.findall(cell)
    ]
    return (*linked, *(NamedTest(*found) for found in _PATH.findall(_LINK.sub("", cell))))


def _plain(cell: str) -> str:
    return re.sub(r"`|\[([^\]]*)\]\([^)]*\)", r"\1", cell)
