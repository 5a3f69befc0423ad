"""Who is where, by the latest movement or the author, and who perceives what happens there."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from typing import Self

from npcserver.app.authored import roster_at
from npcserver.app.perception.tiers import load_crowd
from npcserver.model.affordance import Entity
from npcserver.model.character import Availability, Person
from npcserver.model.crowd import Crowd
from npcserver.model.day import Act, Cause
from npcserver.model.errors import InvalidInput, NotFound, NotPossibleNow, Reason
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.record import Moved, Record, RecordKind
from npcserver.model.senses import (
    Channel,
    Hearing,
    Loudness,
    Perceiver,
    Percept,
    Range,
    has_sense,
    hearing_at,
    hearing_of_shout,
    perceives,
)
from npcserver.model.world import Place
from npcserver.ports.storage import Reader
from npcserver.ports.view import RecordQuery, Resident, View


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence(Perceiver):
    """Where one person is, and which senses it lacks.

    One that is absent or dead is nowhere; `returns_to` is where it would be. `spot` is where in the
    place; empty where no game says. `act` is what an extra does; a record has it for whole minds.
    """

    person: Person
    act: Act | None = None
    availability: Availability = Availability.PRESENT
    returns_to: PlaceId | None = None
    spot: str = ""

    @property
    def is_gone(self) -> bool:
        """Whether it is absent or dead."""
        return self.availability is not Availability.PRESENT

    @property
    def moved(self) -> Moved:
        """The body of the record that says so."""
        return Moved(
            place_id=self.place_id,
            availability=self.availability,
            returns_to=self.returns_to,
            spot=self.spot,
        )

    def is_at(self, place_id: PlaceId | None) -> bool:
        """Return whether it is present, and at a place; None is nowhere."""
        return not self.is_gone and self.place_id == place_id

    def at(self, place_id: PlaceId | None, spot: str = "") -> Self:
        """Return the presence after a movement; of one that is gone, where it would be."""
        if self.is_gone:
            return replace(self, returns_to=place_id)
        return replace(self, place_id=place_id, spot=spot)

    def become(self, availability: Availability) -> Self:
        """Return the presence of one that goes, dies or comes back to where it would be."""
        would_be = self.returns_to if self.is_gone else self.place_id
        is_here = availability is Availability.PRESENT
        return replace(
            self,
            availability=availability,
            place_id=would_be if is_here else None,
            returns_to=None if is_here else would_be,
            spot="",
        )


async def load_presences(reader: Reader, view: View) -> dict[str, Presence]:
    """Return the presence of all people known in the world, by id."""
    moved = await view.latest_by_subject(RecordKind.PRESENCE)
    crowd = await load_crowd(view, moved)
    return locate_people(await roster_at(reader, view), moved, crowd)


def locate_people(
    residents: tuple[Resident, ...], moved: Mapping[str, Record], crowd: Crowd | None = None
) -> dict[str, Presence]:
    """Return presences by id, from the characters and the newest movement of each who moved.

    Those of the crowd are where their plans take them.
    """
    extras = crowd.habits if crowd is not None else {}
    found: dict[str, Presence] = {}
    for resident in residents:
        here, last = moved.get(resident.id), Moved(place_id=resident.place_id)
        if here is not None and isinstance(here.body, Moved):
            last = here.body
        one = found[resident.id] = _presence(resident, last)
        if crowd is not None and resident.id in extras and not one.is_gone:
            act = crowd.act(resident.id)
            spot = one.spot if act.step.place_id == one.place_id else ""
            found[resident.id] = replace(
                one, place_id=act.step.place_id, spot=spot, is_extra=True, act=act
            )
    for subject_id, record in moved.items():
        if subject_id in found or not isinstance(record.body, Moved) or not record.text:
            continue  # a deleted character; players' records have a name
        person = Person(id=subject_id, name=record.text)
        found[subject_id] = Presence(
            person=person, place_id=record.body.place_id, spot=record.body.spot
        )
    return found


@lru_cache(maxsize=16_384)
def _presence(resident: Resident, last: Moved) -> Presence:
    """Return the presence of a character; kept, since with each request few of a town move."""
    return Presence(
        person=Person(id=resident.id, name=resident.name, is_player=False),
        place_id=last.place_id,
        is_deaf=resident.is_deaf,
        is_blind=resident.is_blind,
        availability=last.availability,
        returns_to=last.returns_to,
        spot=last.spot,
    )


def extras_among(present: Mapping[str, Presence], *who: str) -> tuple[str, ...]:
    """Return which of some people live by a shared plan."""
    return tuple(one for one in who if one in present and present[one].is_extra)


def check_speaker(
    speaker: Person, character_id: CharacterId, present: Mapping[str, Presence]
) -> None:
    """Raise for a speaker of the wrong kind, and for one of the two that is absent or dead.

    Memories of characters go to the id that is named.
    """
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
    for one in (character_id, speaker.id):
        if one in present:
            check_available(present[one])


def check_available(presence: Presence) -> None:
    """Raise `NotPossibleNow` (CHARACTER_UNAVAILABLE) for a character that is absent or dead."""
    if presence.is_gone:
        who, state = presence.person.id, presence.availability.value
        raise NotPossibleNow(
            f"{who!r} is {state} in this timeline; leave the character out, or bring it back first "
            "with TimelineService.SetAvailability",
            Reason.CHARACTER_UNAVAILABLE,
            characterId=who,
            availability=state,
        )


async def load_gone(view: View, character_ids: Iterable[str]) -> frozenset[str]:
    """Return which of some characters are absent or dead at the vantage."""
    wanted = [RecordQuery(RecordKind.PRESENCE, one) for one in dict.fromkeys(character_ids)]
    return frozenset(
        record.subject_id
        for found in (await view.newest(wanted) if wanted else ())
        for record in found.values()
        if isinstance(record.body, Moved) and record.body.availability is not Availability.PRESENT
    )


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
    _characters_at: Mapping[PlaceId, Sequence[str]] = field(init=False)

    def __post_init__(self) -> None:
        at: defaultdict[PlaceId, list[str]] = defaultdict(list)
        for subject, presence in self.present.items():
            if presence.place_id is not None and not presence.person.is_player:
                at[presence.place_id].append(subject)
        object.__setattr__(self, "_characters_at", at)

    def place_of(self, subject_id: str) -> PlaceId | None:
        """Return the place of a character or player; None for one that is unknown or nowhere."""
        known = self.present.get(subject_id)
        return None if known is None else known.place_id

    def perceivers(
        self, what: Percept, apart_from: AbstractSet[str] = frozenset()
    ) -> tuple[CharacterId, ...]:
        """Return the characters whom a percept reaches, in order of id."""
        at = self._characters_at
        here = at.get(what.place_id, ()) if what.place_id is not None else ()
        near = [here] if what.range is Range.PLACE else at.values()
        return tuple(
            CharacterId(subject)
            for subject in sorted(chain.from_iterable(near))
            if subject not in apart_from
            and perceives(
                one := self.present[subject],
                what,
                self.places,
                is_asleep=subject in self.asleep if one.act is None else one.act.is_asleep,
            )
        )

    def hearers(
        self,
        loudness: Loudness,
        place_id: PlaceId,
        spots: Collection[str],
        apart_from: AbstractSet[str] = frozenset(),
    ) -> dict[CharacterId, Hearing]:
        """Return how much of a voice at a place each character hears, in order of id.

        They are whole minds, awake and not deaf; `spots` are those of the people who talk, who are
        `apart_from` the others.
        """
        found: dict[CharacterId, Hearing] = {}
        for where, subjects in self._characters_at.items():
            is_here, far = where == place_id, None
            if not is_here and loudness is Loudness.SHOUT:
                far = hearing_of_shout(place_id, where, self.places)
            for subject in subjects if is_here or far else ():
                one = self.present[subject]
                heard = hearing_at(loudness, spots, one.spot) if is_here else far
                deaf = one.is_deaf or one.is_extra or subject in self.asleep
                if heard and not deaf and subject not in apart_from:
                    found[CharacterId(subject)] = heard
        return dict(sorted(found.items()))

    def can_perceive(self, subject_id: str, channel: Channel) -> bool:
        """Return whether one who is named perceives it: it lives, and has the sense.

        News may reach the absent; one that is unknown perceives everything.
        """
        known = self.present.get(subject_id)
        return known is None or (
            known.availability is not Availability.DEAD
            and has_sense(channel, is_deaf=known.is_deaf, is_blind=known.is_blind)
        )


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
