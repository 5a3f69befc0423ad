"""Who hears a turn: all people around, or the members of a circle when the turn is stored.

In a circle an answer is for those whom its words address (`mind.turn_taking`), and a whisper for
the whisperers; the others overhear it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from npcserver.app.context.conversation_line import Listener
from npcserver.app.context.mindset import body_of, seed_of, standing_from
from npcserver.app.conversation.circle_state import CircleState, circle_state
from npcserver.app.perception.presence import (
    Presence,
    find_overhearers,
    load_sleepers,
    load_talkers,
)
from npcserver.mind.turn_allocation import (
    AddressingRule,
    CircleLine,
    CircleMember,
    CircleSnapshot,
    addressees,
)
from npcserver.model.character import Character, Person
from npcserver.model.circle import CircleStandpoint
from npcserver.model.errors import NotFound
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.record import RecordKind, subject_key
from npcserver.ports.storage import Reader
from npcserver.ports.view import RecordQuery, View

HEARERS = 3
"""At most so many overhear a talk among characters: in a crowd only those who are near do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """The characters who hear a turn, apart from the one who answers.

    `partner` is the character that is answered, None for a player; `listeners` are all others.
    """

    partner: Listener | None = None
    listeners: tuple[Listener, ...] = ()

    @property
    def answered(self) -> tuple[Listener, ...]:
        """All who hear the answer, the partner first."""
        return self.listeners if self.partner is None else (self.partner, *self.listeners)


NOBODY = Audience()


async def bystanders(  # noqa: PLR0913 - whom of whom, and who is near
    reader: Reader,
    view: View,
    present: Mapping[str, Presence],
    place_id: PlaceId | None,
    talkers: Sequence[Person],
    *,
    foreground: Collection[str] = (),
    most: int | None = None,
    talk: str = "",
) -> tuple[Listener, ...]:
    """Return the characters who overhear some talkers at a place.

    Only those at exactly this place hear it. Of more than `most`, those in the `foreground` come
    first, then chance decides, which is the same for all lines of a `talk`; None is no limit.
    """
    apart_from = {one.id for one in talkers}
    is_alone = not any(
        one.place_id == place_id and not one.person.is_player and who not in apart_from
        for who, one in present.items()
    )
    if is_alone:
        return ()
    deaf = await load_sleepers(view)
    if most is not None:
        deaf |= await load_talkers(view) - set(foreground)
    minds = find_overhearers(present, deaf, place_id, apart_from)
    if most is not None and len(minds) > most:
        near = sorted(minds, key=lambda one: (one not in foreground, seed_of(f"{talk}.{one}")))
        minds = tuple(sorted(near[:most]))
    return await as_listeners(reader, view, minds, talkers)


async def circle_listeners(
    reader: Reader, view: View, gathered: CircleState, speaker: Person, among: Iterable[str] | None
) -> tuple[Listener, ...]:
    """Return the characters of a circle who hear a speaker of it.

    `among` are those who can hear a whisper, None for what is said aloud.
    """
    heard = None if among is None else frozenset(among)
    minds = [
        mind for mind in gathered.minds if mind != speaker.id and (heard is None or mind in heard)
    ]
    return await as_listeners(reader, view, minds, (speaker,))


async def as_listeners(
    reader: Reader, view: View, minds: Sequence[CharacterId], speakers: Sequence[Person]
) -> tuple[Listener, ...]:
    """Return characters as listeners, with how far they trust each of some speakers."""
    trusts = await trusts_of(reader, view, [(mind, who) for mind in minds for who in speakers])
    return tuple(
        Listener(id=mind, trust={who.id: trusts[mind, who.id] for who in speakers})
        for mind in minds
    )


async def trusts_of(
    reader: Reader, view: View, pairs: Iterable[tuple[CharacterId, Person]]
) -> dict[tuple[str, str], int]:
    """Return how far characters trust others, 0..100, by the ids of both.

    One query for their relations; the authored one is read where play has not changed it yet.
    """
    wanted = {(mind, other.id): other for mind, other in pairs}
    subjects = [subject_key(mind, other_id) for mind, other_id in wanted]
    looked_up = await view.newest(
        [RecordQuery(RecordKind.RELATION, subject) for subject in subjects]
    )
    characters: dict[CharacterId, Character] = {}
    found: dict[tuple[str, str], int] = {}
    for ((mind, other_id), other), subject, records in zip(
        wanted.items(), subjects, looked_up, strict=True
    ):
        standing = body_of(records.get(subject), Standing)
        if standing is None or standing.is_first:
            if mind not in characters:
                characters[mind] = await reader.character(view.timeline.world_id, mind)
            standing = standing_from(standing, characters[mind], other)
        found[mind, other_id] = standing.trust
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleAnswer:
    """What a character said in a circle, in answer to a member or unprompted.

    The rules of the turn (`CircleStandpoint.rule`) decide its addressees; a replay finds the same.
    """

    circle: CircleStandpoint
    speaker: Person
    partner: Person
    heard: str
    said: str

    @property
    def to_ids(self) -> tuple[str, ...]:
        """The ids of the addressees; empty for all."""
        if self.circle.is_whisper:
            return tuple(one.id for one in self.circle.hearers)
        members = (self.speaker, *self.circle.others)
        before = (CircleLine(speaker_id=self.partner.id, text=self.heard, to_ids=self._heard_by),)
        circle = CircleSnapshot(
            members=tuple(map(voice_of, members)),
            lines=(
                *(before if self.heard else ()),
                CircleLine(speaker_id=self.speaker.id, text=self.said),
            ),
            rule=AddressingRule(self.circle.rule),
        )
        return addressees(circle)

    @property
    def to(self) -> Person | None:
        """The only addressee, None where there are several or all are addressed."""
        to_ids = self.to_ids
        found = [one for one in self.circle.others if one.id in to_ids]
        return found[0] if len(found) == 1 else None

    @property
    def _heard_by(self) -> tuple[str, ...]:
        return (self.speaker.id,) if self.circle.is_addressed else ()


def voice_of(person: Person) -> CircleMember:
    """Return a person for the rules of turn taking, without any topic of interest."""
    return CircleMember(id=person.id, name=person.name, is_player=person.is_player)


async def listeners_of(
    reader: Reader, view: View, circle: CircleStandpoint, speaker: Person
) -> tuple[Listener, ...]:
    """Return the characters who hear an answer that is stored at a vantage.

    Those for whom it was made, as far as they are still there: a member who joined since then has
    missed it.
    """
    try:
        found = await circle_state(reader, view, circle.circle_id)
    except NotFound:  # a save from before the circle was loaded: it has no members
        return ()
    among = tuple(one.id for one in circle.hearers)
    return await circle_listeners(reader, view, found, speaker, among)
