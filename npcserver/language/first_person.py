"""Second person to first person: "You owed the bank" becomes "I owed the bank"."""

import re
from functools import lru_cache
from typing import Protocol, cast

from npcserver.language import modules

_QUOTED = re.compile('("[^"]*"|\u201c[^\u201d]*\u201d|\u300c[^\u300d]*\u300d)')


class PersonChanger(Protocol):
    """What the module `first_person` of a language gives."""

    def first_person(self, text: str) -> str:
        """Return a text with the second person of the language in the first."""
        ...


@lru_cache(maxsize=4096)
def first_person(text: str) -> str:
    """Return a text in the second person in the first; what stands in quotation marks stays.

    The rules of all languages are applied, one after the other.
    """
    parts = _QUOTED.split(text)
    parts[::2] = map(_changed, parts[::2])
    return "".join(parts)


def _changed(text: str) -> str:
    for module in modules("first_person").values():
        text = cast("PersonChanger", module).first_person(text)
    return text
