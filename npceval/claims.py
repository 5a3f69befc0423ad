"""What an answer claims to know, by rules of English words.

The rules read a denial, the pattern by which the run's author says what a fact is about, a yes, or
the words that the fact has beyond the question. They miss irony and unusual wordings; a page shows
each answer beside what was read from it.
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

from npctown.run_files import RunFact

_WORDS: Final = tomllib.loads((Path(__file__).parent / "words_en.toml").read_text(encoding="utf-8"))
_WORD = re.compile(r"[^\W\d_]{4,}")
_COMMON = frozenset(_WORDS["common"].split())
_ENOUGH = 0.5
"""Share of a fact's words that an answer needs to speak of it, where no pattern is given."""
_COMMON_SHARE = 0.6
"""Share of an answer's words; the rest are those of speech, as in "keeper of the inn, they say"."""


def pattern(name: str) -> re.Pattern[str]:
    """Return one of the patterns of `words_en.toml`."""
    return re.compile(_WORDS[name], re.IGNORECASE | re.VERBOSE)


_DENIAL = pattern("denies")
_YES = pattern("affirms")


def denies(answer: str) -> bool:
    """Return whether an answer says that its speaker does not know."""
    return _DENIAL.search(answer.replace("\u2019", "'")) is not None


def speaks_of(text: str, fact: RunFact) -> bool:
    """Return whether a text speaks of a fact: by the author's pattern, or by its words."""
    if fact.about:
        return re.search(fact.about, text, re.IGNORECASE) is not None
    words = content_words(fact.text) - content_words(fact.question)
    words = words or content_words(fact.text)
    return bool(words) and len(words & content_words(text)) >= _ENOUGH * len(words)


def claims_fact(answer: str, fact: RunFact) -> bool:
    """Return whether an answer to the fact's question claims to know it."""
    return not denies(answer) and (speaks_of(answer, fact) or _YES.match(answer) is not None)


def claims_person(answer: str, name: str) -> bool:
    """Return whether an answer to "Do you know of NAME?" claims to know the person.

    Naming the person, or a yes, does; words that do not take up the question do not.
    """
    return not denies(answer) and (mentions(answer, name) or _YES.match(answer) is not None)


def is_common_knowledge(answer: str, name: str, description: str) -> bool:
    """Return whether an answer about a person says no more than its author's description has.

    Where people live together the server lets them know who lives there and what they do.
    """
    said = content_words(answer) - content_words(name) - set(_WORDS["of_neighbours"])
    return len(said & content_words(description)) >= _COMMON_SHARE * len(said)


def mentions(text: str, name: str) -> bool:
    """Return whether a text has a name, or its first part."""
    first = name.split(maxsplit=1)[0]
    return re.search(rf"\b(?:{re.escape(name)}|{re.escape(first)})\b", text) is not None


def content_words(text: str) -> set[str]:
    """Return the words of a text that say something, in lower case."""
    return {word.casefold() for word in _WORD.findall(text)} - _COMMON


def knows_by_memory(text: str, about: Collection[str], ids: Mapping[str, str]) -> set[str]:
    """Return the ids of those whom a memory is about, or whose whole or first name it has.

    `ids` are ids by name, whole names and those first names that one person alone has.
    """
    return {one for one in about if one in ids.values()} | {
        ids[name] for name in ids if name in text and re.search(rf"\b{re.escape(name)}\b", text)
    }


def ids_by_name(names: Mapping[str, str]) -> dict[str, str]:
    """Return ids by whole names, and by first names that are of one person alone."""
    found = {name: one for one, name in names.items()}
    firsts = [name.split()[0] for name in names.values()]
    found |= {
        name.split()[0]: one for one, name in names.items() if firsts.count(name.split()[0]) == 1
    }
    return found
