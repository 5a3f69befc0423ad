"""Which places the words of a question mean: by their names, and by what is said of them first."""

import re
from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from npcserver import language
from npcserver.language import stems
from npcserver.language.scripts import WIDE_PAUSES

_OF = language.pattern("actions", "of")
_PAUSE = re.compile(f"[,;:.!?{WIDE_PAUSES}]")
_LAST_SIGNS = 2  # of a name without spaces, which ends in what the place is


def named(asked: AbstractSet[str], names: Iterable[str]) -> frozenset[str]:
    """Return the names that stems name: all their words, or what the place is where one is such.

    `Gate` does not name the North Gate where there is another gate, and `north` never does.
    """
    heads = {one: _head(one) for one in names}
    count = Counter(heads.values())
    return frozenset(
        one
        for one, head in heads.items()
        if stems.content(one) <= asked or (head in asked and count[head] == 1)
    )


def topic(description: str) -> str:
    """Return what a description begins with, up to the first pause, such as `The bakery`."""
    return _PAUSE.split(description.strip(), maxsplit=1)[0]


def _head(name: str) -> str:
    if not stems.words(name)[-1:]:
        return name
    last = stems.words(_OF.split(name)[0] or name)[-1]
    return stems.stem(last) if len(last) > 1 else name[-_LAST_SIGNS:]
