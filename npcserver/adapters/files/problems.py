"""Collection of all problems of a file, so that an author can fix them at once."""

import difflib
from collections.abc import Iterable

from npcserver.model import limits
from npcserver.model.errors import BrokenFile


class Problems:
    """The problems of one file so far; `line` 0 means that the line is unknown."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._found: list[tuple[int, str, str]] = []

    def add(self, line: int, path: str, problem: str) -> None:
        """Note a problem of the field at `path`."""
        self._found.append((line, path, problem))

    @property
    def count(self) -> int:
        """Number of problems so far."""
        return len(self._found)

    def raise_if_any(self) -> None:
        """Raise `BrokenFile` if there are problems, ordered by line."""
        if not self._found:
            return
        told = sorted(dict.fromkeys(self._found), key=lambda found: found[0])
        shown = [(self._where(line, path), problem) for line, path, problem in told]
        most = limits.FILE_PROBLEMS
        raise BrokenFile(shown[:most], more=max(0, len(shown) - most))

    def broken(self, line: int, path: str, problem: str) -> BrokenFile:
        """Return the error for a problem after which reading cannot continue."""
        return BrokenFile([(self._where(line, path), problem)])

    def _where(self, line: int, path: str) -> str:
        place = f"{self._file}:{line}" if line else self._file
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
