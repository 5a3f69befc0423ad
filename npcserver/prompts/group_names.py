"""Members and candidates by name, both ways: how a prompt calls them, and whom an answer means.

A model is shown names and answers with names, ids, or something near them. What fits one of those
in question and no other is that one; what fits two is nobody, so that two members with similar
names are never taken for each other.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from npcserver.language import listed
from npcserver.language.scripts import FULL_STOPS
from npcserver.model.group.script import Candidate, Member
from npcserver.prompts.runs import words_in
from npcserver.prompts.spoken import name_of

NOBODY = "nobody"
"""What an answer says for none."""

_NONE = frozenset(("", NOBODY, *listed("answers", "nobody")))
_KEYS = ("id", "member", "candidate", "partner", "name")


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """One of a list: its label in the prompt, and everything else it may be called."""

    id: str
    label: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """A closed list of those whom an answer may name."""

    all: tuple[Called, ...]

    @classmethod
    def of_members(cls, members: Sequence[Member], within: Sequence[Member] = ()) -> Self:
        """Return how members are called; two of one name among `within` go by their ids as well."""
        labels = _labels([(one.id, one.name) for one in within or members])
        return cls(
            all=tuple(
                Called(id=one.id, label=labels[one.id], aliases=(name_of(one.name),))
                for one in members
            )
        )

    @classmethod
    def of_candidates(cls, candidates: Sequence[Candidate], members: Iterable[Member]) -> Self:
        """Return how candidates are called; one that is a member also goes by that one's name."""
        labels = _labels([(one.id, one.name) for one in candidates])
        named = {one.id: name_of(one.name) for one in members}
        return cls(
            all=tuple(
                Called(
                    id=one.id,
                    label=labels[one.id],
                    aliases=(name_of(one.name), one.member, named.get(one.member, "")),
                )
                for one in candidates
            )
        )

    @property
    def labels(self) -> tuple[str, ...]:
        """How they are called in a prompt, in order."""
        return tuple(one.label for one in self.all)

    def label(self, called_id: str) -> str:
        """Return how one is called; empty for nobody."""
        return next((one.label for one in self.all if one.id == called_id), "")

    def found(self, value: object) -> str | None:
        """Return the id of whom an answer names; None where that is nobody of the list, or two."""
        text = _text(value)
        if text is None or not text:
            return None
        for exact in (_by_label, _by_id, _by_alias, _within_name, _name_within):
            ids = exact(self.all, text)
            if ids:
                return ids[0] if len(ids) == 1 else None
        return None

    def is_nobody(self, value: object) -> bool:
        """Say whether an answer means nobody; somebody who is called so comes first."""
        text = "" if value is None else _text(value)
        return (
            text is not None and text.strip(f" {FULL_STOPS}") in _NONE and self.found(value) is None
        )


def _labels(named: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return a label by id: the name, with the id where the name is not enough."""
    names = [_folded(name_of(name)) for _, name in named]
    return {
        one: name_of(name)
        if names.count(_folded(name_of(name))) == 1
        else f"{name_of(name)} ({one})"
        for one, name in named
    }


def _text(value: object) -> str | None:
    """Return what somebody is called by an answer, folded; None where it names no single one."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict):
        value = next((value[key] for key in _KEYS if key in value), None)
    return _folded(value) if isinstance(value, str) else None


def _folded(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode())
    return " ".join(text.split()).strip("\"'").casefold()


def _by_label(called: Sequence[Called], text: str) -> list[str]:
    return [one.id for one in called if _folded(one.label) == text]


def _by_id(called: Sequence[Called], text: str) -> list[str]:
    return [one.id for one in called if _folded(one.id) == text]


def _by_alias(called: Sequence[Called], text: str) -> list[str]:
    words = words_in(text)
    return [
        one.id
        for one in called
        if any(words and words_in(_folded(alias)) == words for alias in (one.label, *one.aliases))
    ]


def _within_name(called: Sequence[Called], text: str) -> list[str]:
    """Return who has the text as a part of the name, such as the first name alone."""
    words = words_in(text)
    if len("".join(words)) < 2:
        return []
    return [one.id for one in called if _has_run(words_in(_folded(one.label)), words)]


def _name_within(called: Sequence[Called], text: str) -> list[str]:
    """Return whose whole name stands in the text, without those whose name is part of another."""
    words = words_in(text)
    standing = [
        (one.id, name)
        for one in called
        if (name := words_in(_folded(one.aliases[0] if one.aliases else one.label)))
        and _has_run(words, name)
    ]
    return [
        one
        for one, name in standing
        if not any(len(other) > len(name) and _has_run(other, name) for _, other in standing)
    ]


def _has_run(words: Sequence[str], run: Sequence[str]) -> bool:
    length = len(run)
    return any(words[at : at + length] == run for at in range(len(words) - length + 1))
