"""What a character may reveal to its audience, and which secrets words touch.

Everything that goes into a prompt is filtered here. A thought has no audience, but its results may
be shown or said later to anyone, so thoughts see no secrets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from npcserver.app.context.mindset import bodies_of, standing_from, standings
from npcserver.mind.provenance import whole
from npcserver.model.character import Character, Person
from npcserver.model.feelings import Standing
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import Flagged, Record, RecordKind, Remembered
from npcserver.model.secret import Secret, UnmetCondition, joined
from npcserver.ports.view import View

_M = TypeVar("_M", Memory, Recollection, Record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Discretion:
    """The audience, how the character stands to each listener, and the story flags that are set.

    A secret is open to a character that said it itself; a player has no such right to its own
    words.
    """

    audience: tuple[tuple[Person, Standing], ...] = ()
    flags: frozenset[str] = frozenset()

    def may_tell(self, secrets: Sequence[Secret], said_by: str = "") -> bool:
        """Return whether all of the audience may be told all of these secrets.

        `said_by` is the id of the character whose words carry them, empty for none.
        """
        return all(self._is_open(secret, said_by) for secret in secrets)

    def sift(self, found: Sequence[_M]) -> tuple[tuple[_M, ...], tuple[_M, ...]]:
        """Return what may be revealed, and what is withheld, both in the order given."""
        told: list[_M] = []
        kept: list[_M] = []
        for one in found:
            secrets = secrets_of(one)
            (kept if secrets and not self.may_tell(secrets, teller_of(one)) else told).append(one)
        return tuple(told), tuple(kept)

    def unmet(self, what: Memory | Recollection | Record) -> tuple[UnmetCondition, ...]:
        """Return the conditions that keep a memory from the audience, each once; none if open."""
        said_by, unmet = teller_of(what), dict[UnmetCondition, None]()
        for secret in secrets_of(what):
            if self._is_open(secret, said_by):
                continue
            for person, standing in self.audience:
                if not _knows(person, said_by):
                    unmet.update(
                        dict.fromkeys(secret.unmet(person.id, person.name, standing, self.flags))
                    )
        return tuple(unmet)

    def _is_open(self, secret: Secret, said_by: str) -> bool:
        if secret.is_public(self.flags):
            return True
        return bool(self.audience) and all(
            _knows(person, said_by) or secret.may_be_told(person.id, standing, self.flags)
            for person, standing in self.audience
        )


def _knows(person: Person, said_by: str) -> bool:
    return not person.is_player and bool(said_by) and person.id == said_by


def secrets_of(what: Memory | Recollection | Record) -> tuple[Secret, ...]:
    """Return the secrets that a memory carries."""
    body = what.memory.body if isinstance(what, Recollection) else what.body
    return body.secrets if isinstance(body, Remembered) else ()


def teller_of(what: Memory | Recollection | Record) -> str:
    """Return the id of the speaker a memory was heard from; empty where there is none."""
    kind = what.memory.kind if isinstance(what, Recollection) else what.kind
    body = what.memory.body if isinstance(what, Recollection) else what.body
    if kind is not RecordKind.UTTERANCE or not isinstance(body, Remembered):
        return ""
    return body.told_by


def carried(found: Sequence[Memory | Recollection | Record]) -> tuple[Secret, ...]:
    """Return the secrets that any of these carries."""
    return joined(*(secrets_of(one) for one in found))


async def flags_of(view: View) -> frozenset[str]:
    """Return the story flags that are set."""
    return set_flags(await view.latest_by_subject(RecordKind.FLAG))


def set_flags(found: Mapping[str, Record]) -> frozenset[str]:
    """Return the flags that are set, from records by flag."""
    return frozenset(name for name, flag in bodies_of(found, Flagged).items() if flag.is_set)


async def before(view: View, character: Character, audience: Sequence[Person]) -> Discretion:
    """Return the discretion of a character before an audience; an empty one is for thoughts."""
    moved = await standings(view, character.id) if audience else {}
    return discretion_of(character, audience, moved, await flags_of(view))


def discretion_of(
    character: Character,
    audience: Sequence[Person],
    moved: Mapping[str, Standing],
    flags: frozenset[str],
) -> Discretion:
    """Return the discretion of a character with these recorded standings, by id of the other."""
    stood = (
        (person, standing_from(moved.get(person.id), character, person)) for person in audience
    )
    return Discretion(audience=tuple(stood), flags=flags)


def confided(
    heard: str, found: Sequence[Recollection], discretion: Discretion, names: Sequence[str] = ()
) -> tuple[Secret, ...]:
    """Return the secrets that a partner's words touch, of those it may have been told.

    `found` is what its words recalled, `discretion` that before all who hear, the partner first,
    and `names` are those of the people present. One content word in common is enough, since to
    repeat a secret is to repeat part of it. The words of a partner who may not be told are a guess,
    and no secret.
    """
    before_it = replace(discretion, audience=discretion.audience[:1])
    told, _ = before_it.sift([one for one in found if secrets_of(one)])
    if not told:
        return ()
    said = whole(heard, names).words.keys()
    return carried([one for one in told if not said.isdisjoint(whole(one.memory.text).words)])
