"""Who is where, by the latest movement or the author, and who perceives what happens there."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from npcserver.model.affordance import Entity
from npcserver.model.character import Person
from npcserver.model.day import Act, Cause
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.record import Moved, Record, RecordKind
from npcserver.model.senses import Channel, Perceiver, Percept, has_sense, perceives
from npcserver.model.world import Place
from npcserver.ports.storage import Reader
from npcserver.ports.view import Resident, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence(Perceiver):
    """Where one person is, and which senses it lacks."""

    person: Person


async def load_presences(reader: Reader, view: View) -> dict[str, Presence]:
    """Return the presence of all people known in the world, by id."""
    moved = await view.latest_by_subject(RecordKind.PRESENCE)
    return locate_people(await reader.roster(view.timeline.world_id), moved)


def locate_people(
    residents: tuple[Resident, ...], moved: Mapping[str, Record]
) -> dict[str, Presence]:
    """Return presences by id, from the characters and the newest movement of each who moved."""
    found: dict[str, Presence] = {}
    for resident in residents:
        person = Person(id=resident.id, name=resident.name, is_player=False)
        place_id, here = resident.place_id, moved.get(resident.id)
        if here is not None and isinstance(here.body, Moved):
            place_id = here.body.place_id
        found[resident.id] = Presence(
            person=person,
            place_id=place_id,
            is_deaf=resident.is_deaf,
            is_blind=resident.is_blind,
        )
    for subject_id, record in moved.items():
        if subject_id in found or not isinstance(record.body, Moved) or not record.text:
            continue  # a deleted character; players' records have a name
        person = Person(id=subject_id, name=record.text)
        found[subject_id] = Presence(person=person, place_id=record.body.place_id)
    return found


def check_speaker(
    speaker: Person, character_id: CharacterId, present: Mapping[str, Presence]
) -> None:
    """Raise for a speaker of the wrong kind: memories of characters go to the id that is named."""
    known = present.get(speaker.id)
    is_character = known is not None and not known.person.is_player
    if speaker.id == character_id:
        raise InvalidInput("speaker.id", "is the character who is spoken to; name somebody else")
    if is_character and speaker.is_player:
        raise InvalidInput(
            "speaker.id",
            f"{speaker.id!r} is a character; set `speaker.is_character`, or give players other ids",
        )
    if not is_character and not speaker.is_player:
        raise NotFound("character", speaker.id, "create it, or unset `speaker.is_character`")


async def load_sleepers(view: View) -> frozenset[str]:
    """Return the ids of characters that are asleep at the vantage."""
    return await _occupied(view, lambda act: act.is_asleep)


async def load_talkers(view: View) -> frozenset[str]:
    """Return the ids of characters that are talking with another at the vantage."""
    return await _occupied(view, lambda act: act.cause is Cause.TALK)


async def _occupied(view: View, matches: Callable[[Act], bool]) -> frozenset[str]:
    now = await view.game_time()
    acts = await view.latest_by_subject(RecordKind.ACT)
    return frozenset(
        subject
        for subject, record in acts.items()
        if isinstance(record.body, Act) and matches(record.body) and now < record.body.ends_at
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PerceptionMap:
    """Who is where, who is asleep, and the tree of places."""

    present: Mapping[str, Presence]
    asleep: AbstractSet[str]
    places: Mapping[PlaceId, Place]

    def place_of(self, subject_id: str) -> PlaceId | None:
        """Return the place of a character or player; None for one that is unknown or nowhere."""
        known = self.present.get(subject_id)
        return None if known is None else known.place_id

    def perceivers(
        self, what: Percept, apart_from: AbstractSet[str] = frozenset()
    ) -> tuple[CharacterId, ...]:
        """Return the characters whom a percept reaches, in order of id."""
        return tuple(
            CharacterId(subject)
            for subject, presence in sorted(self.present.items())
            if not presence.person.is_player
            and subject not in apart_from
            and perceives(presence, what, self.places, is_asleep=subject in self.asleep)
        )

    def has_sense(self, subject_id: str, channel: Channel) -> bool:
        """Return whether a character has the sense for a channel; an unknown one has all."""
        known = self.present.get(subject_id)
        return known is None or has_sense(channel, is_deaf=known.is_deaf, is_blind=known.is_blind)


def find_overhearers(
    present: Mapping[str, Presence],
    asleep: AbstractSet[str],
    place_id: PlaceId | None,
    apart_from: AbstractSet[str],
) -> tuple[CharacterId, ...]:
    """Return the characters who hear what is said at a place, in order of id.

    They are at exactly this place, awake and not deaf. `apart_from` are those who talk, `asleep`
    those who sleep. Empty for no place.
    """
    spoken = Percept(place_id=place_id, channel=Channel.SOUND)
    around = PerceptionMap(present=present, asleep=asleep, places={})
    return () if place_id is None else around.perceivers(spoken, apart_from)


def out_of_reach(
    entities: Sequence[Entity],
    character_id: CharacterId,
    present: Mapping[str, Presence],
    place_id: PlaceId | None,
) -> frozenset[str]:
    """Return the ids of entities that are people elsewhere, or the character itself."""
    elsewhere = {
        who for who, one in present.items() if place_id is not None and one.place_id != place_id
    }
    return frozenset(one.id for one in entities if one.id in elsewhere or one.id == character_id)
