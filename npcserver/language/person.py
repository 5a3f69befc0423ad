"""Grammatical person: texts that name or address a character, said by it or told to it.

Each language may have a module `person` with functions of the names here.
"""

import re
from functools import lru_cache

from npcserver.language import DEFAULT, code_by_script, functions

_QUOTED = re.compile('("[^"]*"|\u201c[^\u201d]*\u201d|\u300c[^\u300d]*\u300d)')


@lru_cache(maxsize=4096)
def first_person(text: str) -> str:
    """Return a text in the second person in the first: "You owed" becomes "I owed".

    What stands in quotation marks stays. The rules of all languages are applied, one after the
    other.
    """
    parts = _QUOTED.split(text)
    for change in functions("person", "first_person").values():
        parts[::2] = map(change, parts[::2])
    return "".join(parts)


def second_person(text: str, name: str) -> str:
    """Return a sentence about a person as it is told to that person; any other unchanged.

    The language is that of the name, English where its script tells no other.
    """
    if not name.strip():
        return text
    changes = functions("person", "second_person")
    return str(changes.get(code_by_script(name), changes[DEFAULT])(text, name))
