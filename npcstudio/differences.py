"""What differs between two texts, word by word; in scripts without spaces by characters."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from npcserver.language.scripts import UNSPACED

_WORD: Final = re.compile(rf"[{UNSPACED}]|\s+|[^\W_{UNSPACED}]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of both texts, or of the one `before` or `after` alone."""

    kind: str
    text: str


def compare(before: str, after: str) -> tuple[TextPiece, ...]:
    """Return the pieces of two texts in order: of a change first what was, then what is."""
    return tuple(_pieces(_WORD.findall(before), _WORD.findall(after)))


def _pieces(before: list[str], after: list[str]) -> Iterator[TextPiece]:
    gone, new = "", ""
    # Frequent words are compared as well: a text of 4,000 characters takes some milliseconds.
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        old, fresh = "".join(before[a:b]), "".join(after[c:d])
        if kind != "equal" or (old.isspace() and (gone or new)):  # blanks alone part no change
            gone, new = gone + old, new + fresh
            continue
        yield from _change(gone, new)
        yield TextPiece("both", old)
        gone, new = "", ""
    yield from _change(gone, new)


def _change(gone: str, new: str) -> Iterator[TextPiece]:
    if gone:
        yield TextPiece("before", gone)
    if new:
        yield TextPiece("after", new)
