"""Everybody and every place, as one vantage sees them: who could perceive something."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from npcserver.app.perceiving.happening import Happening, Movement
from npcserver.app.perceiving.presence import Presence, presences, sleepers
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.person import Person
from npcserver.model.senses import Channel, Perceiver, Percept, Range, has_sense, perceives
from npcserver.model.world import Place
from npcserver.ports.storage import Reader
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """Who is where, who is asleep, and how the places hang together."""

    present: Mapping[str, Presence]
    asleep: AbstractSet[str]
    places: Mapping[PlaceId, Place]

    def place_of(self, subject_id: str) -> PlaceId | None:
        """Return where somebody is."""
        known = self.present.get(subject_id)
        return None if known is None else known.place_id

    def after(self, movements: Iterable[Movement]) -> "Around":
        """Return the same after some movements."""
        present = dict(self.present)
        for move in movements:
            known = present.get(move.subject_id)
            if known is None:
                known = Presence(Person(id=move.subject_id, name=move.name), None)
            present[move.subject_id] = replace(known, place_id=move.place_id)
        return replace(self, present=present)

    def perceivers(
        self, what: Percept, apart_from: AbstractSet[str] = frozenset()
    ) -> tuple[CharacterId, ...]:
        """Return the characters whom something reaches, in order of id."""
        return tuple(
            CharacterId(subject)
            for subject, presence in sorted(self.present.items())
            if not presence.person.is_player
            and subject not in apart_from
            and perceives(_perceiver(presence, self.asleep), what, self.places)
        )

    def has_sense(self, subject_id: str, channel: Channel) -> bool:
        """Say whether somebody has the sense for a channel; who is unknown lacks none."""
        known = self.present.get(subject_id)
        return known is None or has_sense(channel, is_deaf=known.is_deaf, is_blind=known.is_blind)


async def look_around(reader: Reader, view: View, places: Mapping[PlaceId, Place]) -> Around:
    """Load who is where and who sleeps."""
    return Around(present=await presences(reader, view), asleep=await sleepers(view), places=places)


def overhearers(
    present: Mapping[str, Presence],
    asleep: AbstractSet[str],
    place_id: PlaceId | None,
    apart_from: AbstractSet[str],
) -> tuple[CharacterId, ...]:
    """Return the characters who hear what is said at a place, in order of id.

    They are in the very place, awake and not deaf. `apart_from` are those who talk, `asleep` those
    who sleep (see `presence.sleepers`). Nobody is at no place.
    """
    spoken = Percept(place_id=place_id, channel=Channel.SOUND)
    around = Around(present=present, asleep=asleep, places={})
    return () if place_id is None else around.perceivers(spoken, apart_from)


def witnesses(happening: Happening, around: Around | None) -> tuple[CharacterId, ...]:
    """Return who perceives something: those named who have the sense, else all it reaches.

    `around` may be missing where `needs_look` says no.
    """
    named = tuple(dict.fromkeys(happening.witness_ids))
    if around is None:
        return named
    if named:
        return tuple(mind for mind in named if around.has_sense(mind, happening.channel))
    what = Percept(
        place_id=happening.place_id,
        channel=happening.channel,
        range=happening.range,
        importance=happening.importance,
    )
    return around.perceivers(what)


def needs_look(happening: Happening) -> bool:
    """Say whether it takes a look around to know who perceives something."""
    if happening.witness_ids:
        return happening.channel is not Channel.ANY
    return happening.place_id is not None or happening.range is Range.WORLD


def _perceiver(presence: Presence, asleep: AbstractSet[str]) -> Perceiver:
    return Perceiver(
        place_id=presence.place_id,
        is_deaf=presence.is_deaf,
        is_blind=presence.is_blind,
        is_asleep=presence.person.id in asleep,
    )
