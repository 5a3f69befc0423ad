"""Streaming words, wrapped at the edge of the terminal."""

import re
import unicodedata
from collections.abc import Callable

from rich.cells import cell_len

# A word with the blanks before it; in scripts without blanks every character may begin a line.
PIECE = re.compile(r"\n|[^\S\n]*(?:[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+|\S)")
CLOSING = frozenset("，。！？、；：”’）》」』…—～")


class Flow:
    """Writes a growing text; breaks lines between words and indents what follows.

    A word is written once it is complete, so that it can still go to the next line.
    """

    def __init__(self, write: Callable[[str], None], width: int, indent: int, column: int) -> None:
        self._write = write
        self._width = max(20, width)
        self._indent = indent
        self._column = column
        self._pending = ""

    def add(self, text: str) -> None:
        """Write complete words; keep the last, which may grow."""
        self._pending += printable(text)
        pieces = PIECE.findall(self._pending)
        if not pieces:
            return
        last = pieces[-1]
        ends_whole = self._pending[-1].isspace() or is_wide(last)
        for piece in pieces if ends_whole else pieces[:-1]:
            self._put(piece)
        rest = self._pending[self._pending.rfind(last) + len(last) :]
        self._pending = rest if ends_whole else last

    def flush(self) -> None:
        """Write the last word; blanks at the end are dropped."""
        if self._pending.strip():
            self._put(self._pending.rstrip())
        self._pending = ""

    def _put(self, piece: str) -> None:
        if piece == "\n":
            self._break()
            return
        is_tied = piece in CLOSING  # a line must not begin with a closing mark
        if self._column + cell_len(piece) > self._width and not is_tied:
            self._break()
            piece = piece.lstrip()
        self._write(piece)
        self._column += cell_len(piece)

    def _break(self) -> None:
        self._write("\n" + " " * self._indent)
        self._column = self._indent


def printable(text: str) -> str:
    """Return the text without terminal control characters: models and games write anything."""
    return "".join(
        mark for mark in text if mark in "\n\t" or unicodedata.category(mark) not in ("Cc", "Cs")
    )


def is_wide(piece: str) -> bool:
    """Return whether a piece is a character of a script without blanks between words."""
    return len(piece.strip()) == 1 and cell_len(piece.strip()) == 2
