"""What was said in a circle as its members remember it, and who has the floor next.

Words of a circle are kept in the minds of those who heard them and nowhere else: put together they
are all that was said. Who speaks next is told by rules (`mind.turn_taking`) from what everybody
heard; what it answers is looked up among what it heard itself.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from npcserver.app.material.circles import Gathered, words_in
from npcserver.app.material.mindset import strongest
from npcserver.app.perceiving.presence import sleepers
from npcserver.mind.addressing import addresses
from npcserver.mind.turn_taking import (
    Moment,
    NextSpeaker,
    Uttered,
    Voice,
    next_speaker,
    stake_words,
)
from npcserver.model.circle import FloorReason, InCircle
from npcserver.model.commitment import Commitment
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.person import Person
from npcserver.model.record import Record, RecordKind, Remembered, TurnTaken, facet
from npcserver.ports.storage import Reader
from npcserver.ports.view import View, Wanted

LINES = 60
"""Words of a circle that tell who speaks next."""
_PROMISES = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidLine:
    """Words said in a circle: `id` is that of the turn or of the words of a player."""

    id: str
    seq: int
    speaker_id: str
    text: str
    to_ids: tuple[str, ...] = ()
    is_whisper: bool = False


_O = TypeVar("_O", SaidLine, Record)


@dataclass(slots=True, kw_only=True)
class Course:
    """What has come of one call so far.

    `heard_by` tells, by id, who heard the words of the call and the turns since. `among` are those
    in a whisper, None where it is aloud. `silent` had the floor and said nothing. `begins` is the
    seq of its first words; `earlier` are turns that were being taken then, and were stored since:
    they count as said before.
    """

    begins: int
    earlier: set[str] = field(default_factory=set)
    heard_by: dict[str, frozenset[str]] = field(default_factory=dict)
    among: frozenset[str] | None = None
    to_ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    goes_on: bool = False

    async def is_overtaken(self, view: View, lines: Iterable[SaidLine]) -> bool:
        """Say whether somebody has begun to speak since who does not belong to this call."""
        known = self.heard_by.keys() | self.earlier
        for one in lines:
            if one.seq < self.begins or one.id in known:
                continue
            turn = await view.turn(TurnId(one.id))
            if turn is None or not isinstance(turn.body, TurnTaken):
                return True
            if turn.body.receipt.vantage_seq >= self.begins:
                return True
            self.earlier.add(one.id)
        return False

    def in_order(self, words: Sequence[_O], ids: Callable[[_O], str]) -> tuple[_O, ...]:
        """Return what was said, oldest first, in the order in which it was begun.

        `words` are oldest first, `ids` tells by which turn each was left.
        """

        def begun(one: _O) -> int:
            """Return 0 before the call, 1 for what it came upon, 2 since."""
            if ids(one) in self.earlier:
                return 1
            return 0 if one.seq < self.begins else 2

        return tuple(sorted(words, key=begun))

    def may_be_before(self, record: Record, hearers: Collection[str]) -> bool:
        """Say whether words may be answered before these hearers.

        Those who heard them know them; before others only what is no secret is spoken of.
        """
        body = record.body
        if not isinstance(body, Remembered):
            return False
        witnesses = self.heard_by.get(body.turn_id or "")
        if witnesses is not None and witnesses.issuperset({*hearers} - {body.told_by}):
            return True
        return not (body.is_whisper or body.secrets)


@dataclass(frozen=True, slots=True, kw_only=True)
class Floored:
    """Who has the floor, with the circle as it looks to it, and what it answers to whom."""

    mind: Person
    circle: InCircle
    partner: Person
    heard: str


async def lines_in(view: View, found: Gathered) -> tuple[SaidLine, ...]:
    """Return what was said in a circle lately, as far as a character in it heard it; in order."""
    said: dict[tuple[str, str], SaidLine] = {}
    for mind in found.minds:
        for record in await words_in(view, mind, found.circle.id, LINES):
            body = record.body
            if not isinstance(body, Remembered):
                continue
            line = said.get((body.turn_id or "", body.told_by))
            if line is None or record.seq < line.seq:
                said[body.turn_id or "", body.told_by] = _line(record, body)
    return tuple(sorted(said.values(), key=lambda one: one.seq))[-LINES:]


async def next_in(
    reader: Reader, view: View, found: Gathered, lines: Sequence[SaidLine], course: Course
) -> tuple[NextSpeaker, Floored | None]:
    """Return who speaks next, and what is before it; nobody where all is said."""
    voices = await voices_in(reader, view, found, course)
    in_order = course.in_order(lines, lambda one: one.id)
    heard = [one for one in in_order if not one.is_whisper or one.id in course.heard_by]
    moment = Moment(voices=voices, lines=tuple(_uttered(one, course) for one in heard))
    chosen = next_speaker(moment)
    if course.goes_on and not chosen.speaker_id:
        chosen = _whoever_is_left(moment, chosen)
    if not chosen.speaker_id:
        return chosen, None
    people = {one.id: one for one in found.circle.members}
    mind = people[chosen.speaker_id]
    meant = addresses(moment)
    meant_for = {
        one.id: address.to_ids
        for one, address in zip(heard[len(heard) - len(meant) :], meant, strict=True)
    }
    others = tuple(one for one in found.circle.members if one.id != mind.id)
    hearers = tuple(one for one in others if course.among is None or one.id in course.among)
    words = await words_in(view, mind.id, found.circle.id, LINES)
    words = tuple(reversed(course.in_order(words[::-1], _id_of)))
    is_asked = chosen.reason is FloorReason.ADDRESSED
    answered = _answered(words, mind, hearers, course, meant_for if is_asked else {})
    partner = _partner(answered, heard, others, people)
    to_ids = meant_for.get(_id_of(answered), ()) if answered is not None else ()
    circle = InCircle(
        circle_id=found.circle.id,
        others=others,
        spoken_to=tuple(people[one] for one in to_ids if one in people),
        is_addressed=answered is not None and (mind.id in to_ids or len(hearers) == 1),
        is_whisper=course.among is not None,
        hearers=hearers,
        why=chosen.reason,
    )
    heard_text = "" if answered is None else answered.text
    return chosen, Floored(mind=mind, circle=circle, partner=partner, heard=heard_text)


async def voices_in(
    reader: Reader, view: View, found: Gathered, course: Course
) -> tuple[Voice, ...]:
    """Return the members with what each cares for; those who sleep speak only to be awake."""
    asleep = await sleepers(view)
    cares = await _cares(reader, view, found.minds)
    return tuple(
        Voice(
            id=one.id,
            name=one.name,
            is_player=one.is_player,
            stake_words=cares.get(one.id, frozenset()),
            is_willing=one.id not in asleep and one.id not in course.silent,
        )
        for one in found.circle.members
        if course.among is None or one.id in course.among
    )


async def _cares(
    reader: Reader, view: View, minds: Sequence[CharacterId]
) -> dict[str, frozenset[str]]:
    wanted: list[Wanted] = []
    for mind in minds:
        wanted.append(Wanted(RecordKind.BELIEF, facet(mind, ""), is_prefix=True))
        wanted.append(
            Wanted(RecordKind.COMMITMENT, facet(mind, ""), is_prefix=True, most=_PROMISES)
        )
    looked_up = await view.newest(wanted)
    found: dict[str, frozenset[str]] = {}
    for at, mind in enumerate(minds):
        character = await reader.character(view.timeline.world_id, mind)
        promised = (record.body for record in looked_up[2 * at + 1].values())
        found[mind] = stake_words(
            character,
            strongest(looked_up[2 * at]),
            [one for one in promised if isinstance(one, Commitment)],
        )
    return found


def _whoever_is_left(moment: Moment, chosen: NextSpeaker) -> NextSpeaker:
    """Give the floor to the longest silent: the game lets the characters go on."""
    last = moment.lines[-1].speaker_id if moment.lines else ""
    spoken = [line.speaker_id for line in moment.lines]
    able = [
        voice
        for voice in moment.voices
        if voice.is_willing and not voice.is_player and voice.id != last
    ]
    if not able:
        return chosen
    longest = max(able, key=lambda voice: _silent_for(voice.id, spoken))
    return NextSpeaker(speaker_id=longest.id, reason=FloorReason.SILENCE)


def _silent_for(member_id: str, spoken: Sequence[str]) -> int:
    back = (at for at, who in enumerate(reversed(spoken)) if who == member_id)
    return next(back, len(spoken))


def _answered(
    words: Sequence[Record],
    mind: Person,
    hearers: Sequence[Person],
    course: Course,
    meant_for: Mapping[str, tuple[str, ...]],
) -> Record | None:
    """Return the words that a member answers; None where it only goes on.

    Those for it, where it was asked, else the last it heard. `words` are its own and what it
    heard, newest first.
    """
    ids = [one.id for one in hearers]
    usable = [one for one in words if course.may_be_before(one, ids)]
    since: list[Record] = []
    for one in usable:
        if one.kind is RecordKind.LINE:
            break
        since.append(one)
    asked = (one for one in since if mind.id in meant_for.get(_id_of(one), ()))
    return next(asked, since[0] if since else None)


def _partner(
    answered: Record | None,
    lines: Sequence[SaidLine],
    others: Sequence[Person],
    people: Mapping[str, Person],
) -> Person:
    """Return who said what is answered; where nothing is, who spoke last, or the first there."""
    body = None if answered is None else answered.body
    if isinstance(body, Remembered):
        gone = Person(id=body.told_by, name=body.speaker, is_player=body.told_by in body.players)
        return people.get(body.told_by, gone)
    ids = {one.id for one in others}
    spoke = (people[one.speaker_id] for one in reversed(lines) if one.speaker_id in ids)
    return next(spoke, others[0])


def _line(record: Record, body: Remembered) -> SaidLine:
    is_players = body.told_by in body.players
    return SaidLine(
        id=body.turn_id or "",
        seq=record.seq,
        speaker_id=body.told_by,
        text=record.text,
        to_ids=(body.told_to,) if is_players and body.told_to else (),
        is_whisper=body.is_whisper,
    )


def _uttered(line: SaidLine, course: Course) -> Uttered:
    to_ids = course.to_ids.get(line.id, line.to_ids)
    if line.is_whisper:
        to_ids = tuple(sorted((course.among or frozenset()) - {line.speaker_id}))
    return Uttered(
        speaker_id=line.speaker_id, text=line.text, to_ids=to_ids, is_whisper=line.is_whisper
    )


def _id_of(record: Record | None) -> str:
    body = None if record is None else record.body
    return (body.turn_id or "") if isinstance(body, Remembered) else ""
