"""The characters of a world by id and name, and which of them an author's word means.

Authors may write names; records store ids, and ids decide who may know what.
"""

import difflib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from npcserver.model.character import Persona, Relation

_ALIKE = 0.6  # similarity (0..1) from which a word counts as a misspelling of another


@lru_cache(maxsize=8192)
def folded(name: str) -> str:
    """Return a name without case, width, surplus spaces and invisible characters."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    shown = "".join(one for one in plain if unicodedata.category(one) not in ("Cf", "Cc"))
    return " ".join(shown.split())


@dataclass(frozen=True, slots=True)
class People:
    """The characters of a world: display names by id."""

    names: Mapping[str, str]

    def named(self, word: str) -> tuple[str, ...]:
        """Return the ids a word may mean: the word if it is an id, else all with that name."""
        if word in self.names:
            return (word,)
        wanted = folded(word)
        if wanted in self.names:
            return (wanted,)
        return tuple(one for one, name in self.names.items() if folded(name) == wanted)

    def name_of(self, identifier: str) -> str:
        """Return the name of a character, or the id if it is unknown."""
        return self.names.get(identifier, identifier)

    def nearest(self, word: str, alike: float = _ALIKE) -> str:
        """Return the id of the character whose id or name is most like a word; empty if none is."""
        known = {folded(called): one for one, name in self.names.items() for called in (one, name)}
        near = difflib.get_close_matches(folded(word), known, n=1, cutoff=alike)
        return known[near[0]] if near else ""

    def ambiguous(self, word: str) -> str:
        """Return the problem with a name that several characters have; empty otherwise."""
        found = self.named(word)
        if len(found) < 2:
            return ""
        ids = " and ".join(map(repr, found)) if len(found) == 2 else ", ".join(map(repr, found))
        return f"{word!r} is the name of {len(found)} characters, {ids}; write one of these ids"


def addressed(persona: Persona, people: People) -> Persona:
    """Return the persona with its relations' names resolved to character ids.

    A relation that has an id keeps it. One whose name is unknown or ambiguous stays without an id.
    """
    relations = tuple(_addressed(relation, people) for relation in persona.relations)
    return persona if relations == persona.relations else replace(persona, relations=relations)


def _addressed(relation: Relation, people: People) -> Relation:
    found = () if relation.to_id else people.named(relation.to)
    if len(found) != 1:
        return relation
    return replace(relation, to=people.name_of(found[0]), to_id=found[0])
