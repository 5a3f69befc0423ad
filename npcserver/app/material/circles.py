"""Circles as a vantage sees them: who stands together, and what each of them has heard there.

Who goes to another place leaves a circle. Nothing is written down at that moment: whoever looks at
the circle next finds the place empty, and whoever says something in it then writes it down. So one
who came back before anybody looked has not left.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from npcserver.app.material.discretion import Discretion, carried
from npcserver.app.material.mindset import body_of, standing_from
from npcserver.app.material.talking import TalkSoFar, sifted
from npcserver.app.material.words import Listener
from npcserver.app.perceiving.presence import Presence, presences
from npcserver.model.circle import Circle, InCircle
from npcserver.model.errors import NotFound
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId
from npcserver.model.person import Person
from npcserver.model.record import SPEECH_KINDS, Record, RecordKind, Remembered, facet
from npcserver.model.scene import Spoken
from npcserver.ports.storage import Reader
from npcserver.ports.view import View, Wanted

CIRCLES = 500
"""Circles in which somebody who joins another is looked for: those that were changed last."""
_LOOKED_AT = 200  # words of a mind among which those of one circle are looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """A circle: as it is, without whoever went away, and as it was `recorded` at `seq`."""

    circle: Circle
    recorded: Circle
    seq: int
    present: Mapping[str, Presence]

    @property
    def has_changed(self) -> bool:
        """Whether somebody went away since it was written down."""
        return self.circle != self.recorded

    @property
    def minds(self) -> tuple[CharacterId, ...]:
        """The characters in it."""
        return tuple(CharacterId(one.id) for one in self.circle.members if not one.is_player)


async def gathered(reader: Reader, view: View, circle_id: str) -> Gathered:
    """Return a circle; it has no members once it has broken up. Raises `NotFound`."""
    record = await view.latest(RecordKind.CIRCLE, circle_id)
    recorded = body_of(record, Circle)
    if record is None or recorded is None:
        raise missing(circle_id)
    present = await presences(reader, view)
    return Gathered(
        circle=still_there(recorded, present), recorded=recorded, seq=record.seq, present=present
    )


async def standing_in(reader: Reader, view: View, circle_id: str) -> Gathered:
    """Return a circle; raises `NotFound` for one that has broken up as well."""
    found = await gathered(reader, view, circle_id)
    if not found.circle.members:
        raise missing(circle_id)
    return found


def missing(circle_id: str) -> NotFound:
    """Return what is raised for a circle that is not there."""
    return NotFound("circle", circle_id, "it may have broken up; open another with OpenCircle")


async def circles_of(view: View, members: Iterable[str]) -> tuple[Circle, ...]:
    """Return the circles, as they were written down, in which some people stand, by id."""
    wanted = Wanted(RecordKind.CIRCLE, is_prefix=True, most=CIRCLES)
    (found,) = await view.newest((wanted,))
    wanted_ids = frozenset(members)
    bodies = (record.body for _, record in sorted(found.items()))
    return tuple(
        one
        for one in bodies
        if isinstance(one, Circle) and any(person.id in wanted_ids for person in one.members)
    )


def still_there(circle: Circle, present: Mapping[str, Presence]) -> Circle:
    """Return a circle without those who are elsewhere by now, or in no world any more.

    A player of whom nobody said where they are stands where they say they stand.
    """
    return of_members(circle, [one for one in circle.members if _is_there(one, circle, present)])


def of_members(circle: Circle, members: Sequence[Person]) -> Circle:
    """Return a circle with other members: nobody, where it cannot go on with these."""
    goes_on = len(members) > 1 and any(not one.is_player for one in members)
    return replace(circle, members=tuple(members) if goes_on else ())


def _is_there(one: Person, circle: Circle, present: Mapping[str, Presence]) -> bool:
    known = present.get(one.id)
    if known is None:
        return one.is_player  # a character that is not known was deleted
    return known.place_id == circle.place_id


async def hearers_in(
    reader: Reader, view: View, gathered: Gathered, speaker: Person, among: Iterable[str] | None
) -> tuple[Listener, ...]:
    """Return the characters of a circle who hear somebody, and how far they trust them.

    `among` are those who can hear a whisper, None for what is said aloud.
    """
    heard = None if among is None else frozenset(among)
    minds = [
        mind for mind in gathered.minds if mind != speaker.id and (heard is None or mind in heard)
    ]
    subjects = [facet(mind, speaker.id) for mind in minds]
    looked_up = await view.newest([Wanted(RecordKind.RELATION, one) for one in subjects])
    found: list[Listener] = []
    for mind, subject, records in zip(minds, subjects, looked_up, strict=True):
        standing = body_of(records.get(subject), Standing)
        if standing is None or standing.is_first:
            character = await reader.character(view.timeline.world_id, mind)
            standing = standing_from(standing, character, speaker)
        found.append(Listener(id=mind, trust={speaker.id: standing.trust}))
    return tuple(found)


async def words_in(view: View, mind: str, circle_id: str, most: int) -> tuple[Record, ...]:
    """Return the last words that a mind has heard or said in a circle, newest first."""
    tail = await view.tail(mind, SPEECH_KINDS, _LOOKED_AT)
    found = (one for one in tail if _circle_of(one) == circle_id)
    return tuple(record for _, record in zip(range(most), found, strict=False))


async def talk_in(
    view: View,
    mind: Person,
    circle: InCircle,
    partner: Person,
    heard: str,
    lines: int,
    discretion: Discretion,
) -> TalkSoFar:
    """Return what a mind heard and said in a circle before the words that it answers.

    Those words are not among it, and yet their secrets are. What may not be told to somebody who
    will hear the answer is left out.
    """
    found = await words_in(view, mind.id, circle.circle_id, lines + 1)
    answered = [one for one in found if _is_answered(one, partner, heard)][:1]
    before = [one for one in found if one not in answered][:lines]
    told = sifted(before, partner.id, discretion)
    names = {one.id: one.name for one in (*circle.others, partner, mind)}
    spoken = tuple(_spoken(one, names) for one in reversed(told))
    seqs = frozenset(one.seq for one in answered)
    return TalkSoFar(spoken, carried((*told, *answered)), seqs)


def _is_answered(record: Record, partner: Person, heard: str) -> bool:
    body = record.body
    is_theirs = isinstance(body, Remembered) and body.told_by == partner.id
    return is_theirs and record.kind is RecordKind.UTTERANCE and record.text == heard


def _circle_of(record: Record) -> str:
    return record.body.circle_id if isinstance(record.body, Remembered) else ""


def _spoken(record: Record, names: Mapping[str, str]) -> Spoken:
    body = record.body
    is_own = record.kind is RecordKind.LINE
    if not isinstance(body, Remembered):
        return Spoken(speaker="", text=record.text, is_own=is_own)
    return Spoken(
        speaker=body.speaker,
        text=record.text,
        is_own=is_own,
        to=names.get(body.told_to, ""),
        is_whisper=body.is_whisper,
        seq=record.seq,
        feeling=body.feeling,
        intents=body.intents,
    )
