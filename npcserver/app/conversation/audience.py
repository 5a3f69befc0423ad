"""Circles at a vantage, and who hears a turn: people around, or the members of a circle.

A member that goes to another place leaves its circle. Nothing is stored at that moment: the next
read of the circle leaves the member out, and the next line said in it stores the change. So a
member that came back before the circle was read has not left.

In a circle an answer is for those whom its words address (`mind.turn_taking`), and a whisper for
the whisperers; the others overhear it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice

from npcserver.app.authored import character_at
from npcserver.app.context.conversation_line import (
    ConversationLine,
    Listener,
    TalkSoFar,
    TalkWindow,
    lines_in,
    open_lines,
    under_present_names,
)
from npcserver.app.context.discretion import Discretion
from npcserver.app.context.mindset import bodies_of, body_of, places_of, seed_of, standing_from
from npcserver.app.perception.presence import (
    PerceptionMap,
    Presence,
    load_presences,
    load_sleepers,
    load_talkers,
)
from npcserver.language.alarm import is_cry
from npcserver.mind.topic_interest import concerns
from npcserver.mind.turn_allocation import (
    AddressingRule,
    CircleLine,
    CircleMember,
    CircleSnapshot,
    addressees,
)
from npcserver.model.character import Character, Person
from npcserver.model.circle import Circle, CircleStandpoint
from npcserver.model.errors import NotFound
from npcserver.model.feelings import Standing
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import SPEECH_KINDS, RecordKind, Remembered, subject_key
from npcserver.model.secret import joined
from npcserver.model.senses import Hearing, Loudness
from npcserver.model.world import Place
from npcserver.ports.storage import Reader
from npcserver.ports.view import RecordQuery, View

CIRCLES = 500
"""How many circles, last changed first, are searched for those of a new member."""
_MOST_SEED = 1 << 31
_LOOKED_AT = 200  # lines of a character searched for those of one circle


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleState:
    """A circle as it is now, without members that went away, and as it was `recorded` at `seq`."""

    circle: Circle
    recorded: Circle
    seq: int
    present: Mapping[str, Presence]

    @property
    def has_changed(self) -> bool:
        """Whether a member went away since it was stored."""
        return self.circle != self.recorded

    @property
    def minds(self) -> tuple[CharacterId, ...]:
        """The characters in it."""
        return tuple(CharacterId(one.id) for one in self.circle.members if not one.is_player)


async def circle_state(reader: Reader, view: View, circle_id: str) -> CircleState:
    """Return a circle; it has no members once it has broken up. Raises `NotFound`."""
    record = await view.latest(RecordKind.CIRCLE, circle_id)
    recorded = body_of(record, Circle)
    if record is None or recorded is None:
        raise missing(circle_id)
    present = await load_presences(reader, view)
    return CircleState(
        circle=still_there(recorded, present), recorded=recorded, seq=record.seq, present=present
    )


async def require_circle(reader: Reader, view: View, circle_id: str) -> CircleState:
    """Return a circle; raises `NotFound` for one that has broken up as well."""
    found = await circle_state(reader, view, circle_id)
    if not found.circle.members:
        raise missing(circle_id)
    return found


def missing(circle_id: str) -> NotFound:
    """Return the error for a circle that does not exist."""
    return NotFound("circle", circle_id, "it may have broken up; open another with OpenCircle")


async def circles_of(view: View, members: Iterable[str]) -> tuple[Circle, ...]:
    """Return the recorded circles that have any of some people as members, by id."""
    wanted = RecordQuery(RecordKind.CIRCLE, is_prefix=True, most=CIRCLES)
    (found,) = await view.newest((wanted,))
    wanted_ids = frozenset(members)
    return tuple(
        one
        for _, one in sorted(bodies_of(found, Circle).items())
        if any(person.id in wanted_ids for person in one.members)
    )


def still_there(circle: Circle, present: Mapping[str, Presence]) -> Circle:
    """Return a circle without those who are elsewhere by now, absent, dead or deleted.

    A player whose place was never reported counts as there.
    """
    there = [
        one
        for one in circle.members
        # a character without a presence was deleted
        if (one.is_player if one.id not in present else present[one.id].is_at(circle.place_id))
    ]
    return of_members(circle, there)


def of_members(circle: Circle, members: Sequence[Person]) -> Circle:
    """Return a circle with other members; with none, where it cannot go on with these."""
    goes_on = len(members) > 1 and any(not one.is_player for one in members)
    return replace(circle, members=tuple(members) if goes_on else ())


async def lines_heard(
    view: View, mind: str, circle_id: str, most: int
) -> tuple[ConversationLine, ...]:
    """Return the last lines that a character has heard or said in a circle, newest first."""
    tail = await view.tail(mind, SPEECH_KINDS, _LOOKED_AT)
    of_circle = (
        record
        for record in tail
        if isinstance(record.body, Remembered) and record.body.circle_id == circle_id
    )
    return tuple(islice(lines_in(of_circle), most))


async def talk_in(
    view: View,
    mind: Person,
    circle: CircleStandpoint,
    partner: Person,
    heard: str,
    window: TalkWindow,
    discretion: Discretion,
) -> TalkSoFar:
    """Return what a character heard and said in a circle before the words that it answers.

    Those words are left out, but their secrets are included. Lines that may not be revealed to all
    who will hear the answer are left out.
    """
    found = await lines_heard(view, mind.id, circle.circle_id, window.most + 1)
    answered = [
        one
        for one in found
        if not one.is_own and one.speaker.id == partner.id and one.text == heard
    ][:1]
    before = window.newest(one for one in found if one not in answered)
    named = under_present_names(before, (*circle.others, partner))
    told = open_lines([*named], partner.id, discretion)
    names = {one.id: one.name for one in (*circle.others, partner, mind)}
    return TalkSoFar(
        tuple(one.as_spoken(names) for one in reversed(told)),
        joined(*(one.secrets for one in (*told, *answered))),
        frozenset(one.seq for one in answered),
    )


HEARERS = 3
"""At most so many overhear a talk among characters: in a crowd only those who listen do."""
HALF_HEARERS = 8
"""At most so many catch a word of what is said further off: each memory costs later thoughts."""
_CONCERNED = 0.5
"""How much a talk about one's own concerns counts, against 1 for knowing its people well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Audience:
    """The characters who hear a turn, apart from the one who answers.

    `partner` is the character that is answered, None for a player; `listeners` are all others.
    `of_words` are those of the words that are answered, None where these are the same.
    """

    partner: Listener | None = None
    listeners: tuple[Listener, ...] = ()
    of_words: tuple[Listener, ...] | None = None

    @property
    def heard_words(self) -> tuple[Listener, ...]:
        """All others who hear the words that are answered."""
        return self.listeners if self.of_words is None else self.of_words

    @property
    def answered(self) -> tuple[Listener, ...]:
        """All who hear the answer, the partner first."""
        return self.listeners if self.partner is None else (self.partner, *self.listeners)


NOBODY = Audience()


def voice_of_words(text: str) -> Loudness:
    """Return how loud a character says something: it shouts only of what is dangerous."""
    return Loudness.SHOUT if is_cry(text) else Loudness.TALK


@dataclass(frozen=True, slots=True, kw_only=True)
class Attentiveness:
    """Who listens to a talk among characters, where more could hear it than `most`.

    Those who can hear it whole come first, and among them those in the `foreground`; then those who
    know its people, whom it concerns what it is `about`, and whom chance chooses, which is the same
    for all lines of a `talk`. Who talks to another hears nothing of it.
    """

    most: int = HEARERS
    foreground: Collection[str] = ()
    talk: str = ""
    about: str = ""


async def bystanders(
    reader: Reader,
    view: View,
    present: Mapping[str, Presence],
    place_id: PlaceId | None,
    talkers: Sequence[Person],
    *,
    loudness: Loudness = Loudness.TALK,
    attentive: Attentiveness | None = None,
) -> tuple[Listener, ...]:
    """Return the characters who overhear some talkers at a place, whole or half, in order of id.

    Those at exactly this place do, and those whom a shout reaches. All who can hear whole listen,
    unless `attentive` has a limit; a shout is heard by all.
    """
    apart_from = {one.id for one in talkers}
    is_shout = loudness is Loudness.SHOUT
    is_alone = not is_shout and not any(
        one.place_id == place_id and not one.person.is_player and who not in apart_from
        for who, one in present.items()
    )
    if is_alone or place_id is None:
        return ()
    deaf, places = await load_sleepers(view), dict[PlaceId, Place]()
    if is_shout:
        places = await places_of(reader, await reader.world(view.timeline.world_id))
    elif attentive is not None:
        deaf |= await load_talkers(view) - set(attentive.foreground)
    around = PerceptionMap(present=present, asleep=deaf, places=places)
    there = [present[one.id] for one in talkers if one.id in present]
    spots = {one.spot for one in there if one.is_at(place_id)} or {""}
    heard = around.hearers(loudness, place_id, spots, apart_from)
    whole = [one for one, how in heard.items() if how is Hearing.WHOLE]
    half = [one for one, how in heard.items() if how is Hearing.HALF]
    who = attentive or Attentiveness()
    if attentive is not None and not is_shout and len(heard) > who.most:
        whole = (await _by_attention(reader, view, whole, talkers, who))[: who.most]
        half = (await _by_attention(reader, view, half, talkers, who))[: who.most - len(whole)]
    elif len(half) > HALF_HEARERS:
        half = (await _by_attention(reader, view, half, talkers, who))[:HALF_HEARERS]
    minds = sorted((*whole, *half))
    return tuple(
        replace(one, is_half=one.id in half)
        for one in await as_listeners(reader, view, minds, talkers)
    )


async def _by_attention(
    reader: Reader,
    view: View,
    minds: Sequence[CharacterId],
    talkers: Sequence[Person],
    who: Attentiveness,
) -> list[CharacterId]:
    """Return characters by how far a talk draws them, those who listen first."""
    known = await standings_of(reader, view, [(mind, one) for mind in minds for one in talkers])
    draws: dict[CharacterId, float] = {}
    for mind in minds:
        draws[mind] = max(known[mind, one.id].familiarity for one in talkers) / 100
        draws[mind] += seed_of(f"{who.talk}.{mind}") / _MOST_SEED
        if who.about:
            character = await character_at(reader, view, mind)
            draws[mind] += _CONCERNED * concerns(character, who.about)
    return sorted(minds, key=lambda one: (one not in who.foreground, -draws[one], one))


def jobs_after(
    timeline_id: TimelineId, hearers: Iterable[str], talkers: Iterable[str], settles_at: datetime
) -> tuple[JobDraft, ...]:
    """Return the jobs that follow a line: all who heard it digest it.

    Those who talk think about the talk from `settles_at` on, unless more is said.
    """
    digests = (JobDraft(JobKind.DIGEST, timeline_id, mind) for mind in hearers)
    later = (
        JobDraft(kind, timeline_id, mind, settles_at)
        for mind in talkers
        for kind in (JobKind.SUMMARISE, JobKind.RELATE)
    )
    return (*digests, *later)


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
    """Return how far characters trust others, 0..100, by the ids of both."""
    found = await standings_of(reader, view, pairs)
    return {pair: standing.trust for pair, standing in found.items()}


async def standings_of(
    reader: Reader, view: View, pairs: Iterable[tuple[CharacterId, Person]]
) -> dict[tuple[str, str], Standing]:
    """Return how characters stand to others, by the ids of both.

    One query for their relations; the authored one is read where play has not changed it yet.
    """
    wanted = {(mind, other.id): other for mind, other in pairs}
    subjects = [subject_key(mind, other_id) for mind, other_id in wanted]
    looked_up = await view.newest(
        [RecordQuery(RecordKind.RELATION, subject) for subject in subjects]
    )
    characters: dict[CharacterId, Character] = {}
    found: dict[tuple[str, str], Standing] = {}
    for ((mind, other_id), other), subject, records in zip(
        wanted.items(), subjects, looked_up, strict=True
    ):
        standing = body_of(records.get(subject), Standing)  # trust does not fade
        if standing is None or standing.is_first:
            if mind not in characters:
                characters[mind] = await character_at(reader, view, mind)
            standing = standing_from(standing, characters[mind], other)
        found[mind, other_id] = standing
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
