"""Secrets: what a character keeps to itself, and from whom.

A secret is attached to all words that may carry it: whatever is said or inferred with a secret in
the prompt carries that secret too. So one memory alone tells to whom it may be told.
"""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from npcserver.model import limits
from npcserver.model.bounds import Affinity, Flag, Id, Items, Name, NumberRange
from npcserver.model.feelings import Standing


class ConditionKind(StrEnum):
    """What a secret asks for before it may be told."""

    NEVER = "never"  # nobody may be told
    PERSON = "person"  # only named people may be told
    AFFINITY = "affinity"
    TRUST = "trust"
    FLAG = "flag"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmetCondition:
    """Why a person may not be told.

    `needed` and `present` are the least and the present affinity (-100..100) or trust (0..100) of
    the holder towards that person, 0 for other kinds; `flag` is the story flag that is not set.
    """

    kind: ConditionKind
    person_id: str
    person_name: str
    needed: int = 0
    present: int = 0
    flag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """To whom a fact may be told, and from when on; all given conditions must hold.

    `to` are the ids of the characters and players who may be told; empty means anyone who meets the
    other conditions. Ids, since players choose their own names. `affinity` and `trust` are the
    least that the holder must feel for them; `flag` is a story flag that must be set. A secret
    without any condition is never told. `key` names it in reports.
    """

    key: Name
    to: Annotated[tuple[Id, ...], Items(limits.SECRET_TO)] = ()
    affinity: Affinity | None = None
    trust: Annotated[int, NumberRange(0, 100)] | None = None
    flag: Flag = ""

    def may_be_told(self, other_id: str, standing: Standing, flags: Collection[str]) -> bool:
        """Return whether a person may hear it, given the holder's standing to that person."""
        return next(self._unmet(other_id, standing, flags), None) is None

    def unmet(
        self, other_id: str, other_name: str, standing: Standing, flags: Collection[str]
    ) -> tuple[UnmetCondition, ...]:
        """Return the conditions that keep it from a person; empty if the person may hear it."""
        return tuple(
            UnmetCondition(
                kind=kind,
                person_id=other_id,
                person_name=other_name,
                needed=needed,
                present=present,
                flag=self.flag if kind is ConditionKind.FLAG else "",
            )
            for kind, needed, present in self._unmet(other_id, standing, flags)
        )

    def _unmet(
        self, other_id: str, standing: Standing, flags: Collection[str]
    ) -> Iterator[tuple[ConditionKind, int, int]]:
        """Yield each condition that does not hold, with what it needs and what there is."""
        if self.is_absolute:
            yield ConditionKind.NEVER, 0, 0
        if self.to and other_id not in self.to:
            yield ConditionKind.PERSON, 0, 0
        if self.affinity is not None and standing.affinity < self.affinity:
            yield ConditionKind.AFFINITY, self.affinity, standing.affinity
        if self.trust is not None and standing.trust < self.trust:
            yield ConditionKind.TRUST, self.trust, standing.trust
        if self.flag and self.flag not in flags:
            yield ConditionKind.FLAG, 0, 0

    def is_public(self, flags: Collection[str]) -> bool:
        """Return whether anyone may hear it, since its only condition is a flag that is set."""
        is_open = not self.to and self.affinity is None and self.trust is None
        return is_open and bool(self.flag) and self.flag in flags

    @property
    def is_absolute(self) -> bool:
        """Whether it has no condition and so is never told."""
        return not self.to and self.affinity is None and self.trust is None and not self.flag


def key_for(text: str) -> str:
    """Return the key of a secret without an authored one, derived from the memory's text."""
    return f"secret-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def joined(*groups: tuple[Secret, ...]) -> tuple[Secret, ...]:
    """Return all of these secrets, each once, in order of first appearance."""
    return tuple(dict.fromkeys(secret for group in groups for secret in group))


def whispered(among: Collection[str]) -> Secret:
    """Return the secret of a whisper: only `among`, the people in it, may be told."""
    return Secret(key="whisper", to=tuple(sorted(among)))
