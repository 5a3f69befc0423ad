"""Grammatical person: texts that name or address a character, said by it or told to it.

Each language may have a module `person` with the functions in `PersonChanger`; either may be left
out.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Protocol, cast

from npcserver.language import DEFAULT, code_by_script, modules

_QUOTED = re.compile('("[^"]*"|\u201c[^\u201d]*\u201d|\u300c[^\u300d]*\u300d)')


class PersonChanger(Protocol):
    """What the module `person` of a language gives."""

    def first_person(self, text: str) -> str:
        """Return a text with the second person of the language in the first."""
        ...

    def second_person(self, text: str, name: str) -> str:
        """Return a sentence about a person as it is told to that person."""
        ...


@lru_cache(maxsize=4096)
def first_person(text: str) -> str:
    """Return a text in the second person in the first: "You owed" becomes "I owed".

    What stands in quotation marks stays. The rules of all languages are applied, one after the
    other.
    """
    parts = _QUOTED.split(text)
    parts[::2] = map(_changed, parts[::2])
    return "".join(parts)


def second_person(text: str, name: str) -> str:
    """Return a sentence about a person as it is told to that person; any other unchanged.

    The language is that of the name, English where its script tells no other.
    """
    if not name.strip():
        return text
    changers = _changers("second_person")
    code = code_by_script(name)
    return changers.get(code, changers[DEFAULT]).second_person(text, name)


def _changed(text: str) -> str:
    for changer in _changers("first_person").values():
        text = changer.first_person(text)
    return text


@cache
def _changers(function: str) -> Mapping[str, PersonChanger]:
    """Return the modules that have a function, by code."""
    return {
        code: cast("PersonChanger", module)
        for code, module in modules("person").items()
        if hasattr(module, function)
    }
