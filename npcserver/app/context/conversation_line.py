"""A line of a talk, the memories it leaves, and which lines may be shown.

One type for all kinds of talk: with a player, between two characters, in a circle and in a scene. A
line is stored only as the memories of those who said and heard it, and is read from them again.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from typing import NamedTuple
from zlib import crc32

from npcserver.app.context.discretion import Discretion
from npcserver.language.caught_words import half_heard
from npcserver.mind.distortion import LineCast, is_distorted
from npcserver.mind.provenance import passed_on
from npcserver.model.affordance import ActionIntent
from npcserver.model.character import Person
from npcserver.model.feelings import NEUTRAL_TRUST
from npcserver.model.ids import PlaceId, TurnId
from npcserver.model.inputs import ReplyInput, Spoken
from npcserver.model.memory import Memory
from npcserver.model.record import SPEECH_KINDS, Draft, Record, RecordKind, Remembered, Source
from npcserver.model.secret import Secret, joined
from npcserver.ports.view import View

OVERHEARD_TRUST = 10
"""How much less a listener believes words that were said to others."""
HALF_HEARD_IMPORTANCE = 2
"""That of seeing what others do: it happens all day, so no model rates it."""
_OTHERS_TALK = 4  # factor to read, since some of it was with others


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where the content of a line comes from.

    `evidence` are the seqs of the speaker's memories that it passes on, ascending, `distorted`
    those that it tells otherwise. `players` are the ids of the players from whom its content stems,
    and of those who say or hear it.
    """

    evidence: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    distorted: tuple[int, ...] = ()

    @classmethod
    def of_memories(cls, memories: Iterable[Memory], players: Sequence[str] = ()) -> "Provenance":
        """Return the provenance of a line that passes on these memories."""
        in_order = sorted(memories, key=lambda memory: memory.seq)
        stems_from = (*players, *(who for one in in_order for who in one.body.players))
        return cls(
            evidence=tuple(dict.fromkeys(one.seq for one in in_order)),
            players=tuple(dict.fromkeys(stems_from)),
        )

    @classmethod
    def of_words(
        cls,
        text: str,
        known: Sequence[Memory],
        names: Sequence[str],
        players: Sequence[str] = (),
        *,
        cast: LineCast | None = None,
        named: Sequence[Memory] = (),
    ) -> "Provenance":
        """Return the provenance of words whose speaker had these memories in its context.

        `names` are those of the people present, which do not count as words in common. `named` are
        those that the speaker says it passes on; without any, the words tell. With a `cast`, those
        that the words tell otherwise are marked.
        """
        told = named or passed_on(text, known, names)
        distorted = (
            one.seq
            for one in told
            if cast is not None and is_distorted(text, one.text, cast.told_by(one.body.speaker))
        )
        return replace(cls.of_memories(told, players), distorted=tuple(sorted({*distorted})))


NO_PROVENANCE = Provenance()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """A character who hears a turn, and how far it trusts each speaker of it, 0..100, by id.

    `importance` is that of the memory of words addressed to it; None where it is yet to be rated.
    One with `is_half` catches a word or two.
    """

    id: str
    trust: Mapping[str, int] = field(default_factory=dict)
    importance: int | None = None
    is_half: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationLine:
    """A line of a talk.

    `to_id` is empty for a line addressed to several people, or to all who hear it. `secrets` are
    those it may carry. A line of a circle or a scene has its `circle_id`. Only the speaker knows
    `feeling` and `intents`. `seq` and `said_at` (game time) are set where the line was read from a
    memory; `is_own` is true for the speaker's memory, `is_overheard` for that of a listener to whom
    the line was not addressed. `language` is that in which a listener who hears half remembers it;
    one that `is_merely_whispered` has no secret but that of the whisper.
    """

    text: str
    speaker: Person
    to_id: str = ""
    turn_id: str = ""
    place_id: PlaceId | None = None
    provenance: Provenance = NO_PROVENANCE
    secrets: tuple[Secret, ...] = ()
    circle_id: str = ""
    is_whisper: bool = False
    feeling: str = ""
    intents: tuple[ActionIntent, ...] = ()
    seq: int = 0
    said_at: datetime | None = None
    is_own: bool = False
    is_overheard: bool = False
    language: str = ""
    is_merely_whispered: bool = False

    @classmethod
    def of(cls, record: Record) -> "ConversationLine | None":
        """Return the line that a memory holds, None for a memory of another kind."""
        body = record.body
        if record.kind not in SPEECH_KINDS or not isinstance(body, Remembered):
            return None
        is_player = body.told_by in body.players
        return cls(
            text=record.text,
            speaker=Person(id=body.told_by, name=body.speaker, is_player=is_player),
            to_id=body.told_to,
            turn_id=body.turn_id or "",
            place_id=body.place_id,
            provenance=Provenance(
                evidence=body.evidence, players=body.players, distorted=body.distorted
            ),
            secrets=body.secrets,
            circle_id=body.circle_id,
            is_whisper=body.is_whisper,
            feeling=body.feeling,
            intents=body.intents,
            seq=record.seq,
            said_at=record.game_time,
            is_own=record.kind is RecordKind.LINE,
            is_overheard=body.source is Source.OVERHEARD,
        )

    def as_spoken(self, names: Mapping[str, str] | None = None) -> Spoken:
        """Return the line as prompts show it.

        `names` are those of a circle's people, by id; only with them the addressee and whispering
        are shown.
        """
        return Spoken(
            speaker=self.speaker.name,
            text=self.text,
            is_own=self.is_own,
            to=(names or {}).get(self.to_id, ""),
            is_whisper=names is not None and self.is_whisper,
            seq=self.seq,
            feeling=self.feeling,
            intents=self.intents,
        )

    def memories(
        self, listeners: Iterable[Listener], addressed: Collection[str] = ()
    ) -> Iterator[Draft]:
        """Yield the memories of a speaker that is a character, and of its listeners.

        `addressed` are the ids of the listeners to whom it is said, empty for all of them; the
        others overhear it.
        """
        if not self.speaker.is_player:
            yield self.own_memory()
        for one in listeners:
            if not one.is_half:
                yield self.memory_of(one, is_addressed=not addressed or one.id in addressed)
            elif self.half_heard:
                yield self._half_heard_by(one)

    def own_memory(self, importance: int | None = None) -> Draft:
        """Return the memory of the speaker."""
        body = replace(
            self._body(Source.OWN, 100),
            evidence=self.provenance.evidence,
            feeling=self.feeling,
            intents=self.intents,
        )
        return self._draft(RecordKind.LINE, self.speaker.id, body, importance)

    def memory_of(self, listener: Listener, *, is_addressed: bool = True) -> Draft:
        """Return the memory of a listener. Overheard words get `OVERHEARD_TRUST` less trust."""
        trust = listener.trust.get(self.speaker.id, NEUTRAL_TRUST)
        if is_addressed:
            body, importance = self._body(Source.TOLD, trust), listener.importance
        else:
            body, importance = self._body(Source.OVERHEARD, max(0, trust - OVERHEARD_TRUST)), None
        return self._draft(RecordKind.UTTERANCE, listener.id, body, importance)

    @property
    def half_heard(self) -> str:
        """What a listener who hears half catches; empty for nothing, as of a secret."""
        is_secret = bool(self.secrets) and not self.is_merely_whispered
        return "" if is_secret else half_heard(self.text, self.language)

    def _half_heard_by(self, listener: Listener) -> Draft:
        """Return the memory of one who heard half: an observation, since it has no words."""
        trust = listener.trust.get(self.speaker.id, NEUTRAL_TRUST)
        return Draft(
            RecordKind.OBSERVATION,
            replace(
                self._body(Source.OVERHEARD, max(0, trust - OVERHEARD_TRUST)), is_half_heard=True
            ),
            listener.id,
            text=self.half_heard,
            importance=HALF_HEARD_IMPORTANCE,
        )

    def _draft(
        self, kind: RecordKind, holder: str, body: Remembered, importance: int | None
    ) -> Draft:
        return Draft(kind, body, holder, text=self.text, importance=importance)

    def _body(self, source: Source, trust: int) -> Remembered:
        return Remembered(
            source=source,
            told_by=self.speaker.id,
            told_to=self.to_id,
            speaker=self.speaker.name,
            turn_id=TurnId(self.turn_id),
            place_id=self.place_id,
            trust=trust,
            players=self.provenance.players,
            secrets=self.secrets,
            circle_id=self.circle_id,
            is_whisper=self.is_whisper,
            distorted=self.provenance.distorted,
        )


def lines_in(records: Iterable[Record]) -> Iterator[ConversationLine]:
    """Yield the lines that memories hold, in the order given."""
    return (line for line in map(ConversationLine.of, records) if line is not None)


def open_lines(
    lines: Sequence[ConversationLine], partner_id: str, discretion: Discretion
) -> tuple[ConversationLine, ...]:
    """Return the lines that may be shown before an audience, in the order given.

    The partner knows the secrets of its own words, so an answer that only passes them back is
    shown.
    """
    own = {one for line in lines if line.speaker.id == partner_id for one in line.secrets}
    return tuple(
        line
        for line in lines
        if discretion.may_tell(
            line.secrets, partner_id if own.issuperset(line.secrets) else line.speaker.id
        )
    )


@dataclass(frozen=True, slots=True)
class TalkSoFar:
    """The lines of a talk that a prompt shows, oldest first, and the secrets they carry.

    `answered` are the seqs of the memories of the words that are answered, where those are stored
    before the answer. They are not among the lines, but their secrets are among the secrets.
    """

    spoken: tuple[Spoken, ...] = ()
    secrets: tuple[Secret, ...] = ()
    answered: frozenset[int] = frozenset()


class TalkWindow(NamedTuple):
    """How many lines of a talk a prompt shows, at most `most`.

    In a longer talk the oldest of them stays the same for several turns, since endpoints need not
    read again what a prompt has in common with the one before. So it is the one with the least
    digest among `beginnings` (winnowing; Schleimer, Wilkerson and Aiken 2003, section 3). A window
    of less than twice as many lines begins with its oldest.
    """

    most: int
    beginnings: int = 16

    def newest(self, lines: Iterable[ConversationLine]) -> list[ConversationLine]:
        """Return the lines that are shown; `lines` and they are newest first."""
        found = list(islice(lines, self.most))
        if len(found) < self.most or self.most < 2 * self.beginnings:
            return found
        digests = [crc32(f"{line.seq} {line.text}".encode()) for line in found]
        last = range(self.most - self.beginnings, self.most)
        beginning = min(last, key=lambda at: (digests[at], -at))
        return found[: beginning + 1]


def under_present_names(
    lines: Iterable[ConversationLine], people: Iterable[Person]
) -> Iterator[ConversationLine]:
    """Yield lines with the names that their speakers have now: a renamed player is one person."""
    now = {one.id: one for one in people}
    for line in lines:
        speaker = now.get(line.speaker.id, line.speaker)
        yield line if speaker.name == line.speaker.name else replace(line, speaker=speaker)


async def talk_between(
    view: View, character_id: str, partner: Person, window: TalkWindow, discretion: Discretion
) -> TalkSoFar:
    """Return the last lines between a character and a partner that may be shown, none overheard."""
    tail = await view.tail(character_id, SPEECH_KINDS, window.most * _OTHERS_TALK)
    with_partner = (
        line
        for line in lines_in(tail)
        if not line.is_overheard and partner.id in (line.speaker.id, line.to_id)
    )
    named = under_present_names(window.newest(with_partner), (partner,))
    told = open_lines([*named], partner.id, discretion)
    return TalkSoFar(
        tuple(line.as_spoken() for line in reversed(told)), joined(*(line.secrets for line in told))
    )


RecentLines = Sequence[ConversationLine]
"""What was said with a character since it was loaded last, oldest first.

The `seq` of a line is that of its turn; 0 where the turn is not stored.
"""


def with_recent(
    scene: ReplyInput, recent: RecentLines, seq: int, discretion: Discretion
) -> ReplyInput:
    """Return a scene as of `seq` with the lines of its partner since that it may show."""
    partner_id = scene.partner.id
    since = [
        line
        for line in recent
        if (not line.seq or line.seq > seq) and partner_id in (line.speaker.id, line.to_id)
    ]
    named = under_present_names((line for line in since if line.text), (scene.partner,))
    told = open_lines([*named], partner_id, discretion)
    spoken = tuple(replace(line, seq=0).as_spoken() for line in told)
    secrets = joined(scene.secrets, *(line.secrets for line in told))
    return replace(scene, conversation=(*scene.conversation, *spoken), secrets=secrets)


def names_here(scene: ReplyInput) -> tuple[str, ...]:
    """Return the names of all people in a scene."""
    return names_of((scene.partner, *scene.company, Person(id="", name=scene.character.name)))


def cast_of(scene: ReplyInput, text: str) -> LineCast:
    """Return the cast of an answer: of whom the character may speak, as far as its scene tells."""
    memories = [one.memory for one in scene.recollections]
    names = (
        *names_here(scene),
        *(one.to for one in scene.character.persona.relations),
        *(one.name for one in scene.town if one.is_person),
        *(one.body.speaker for one in memories),
    )
    texts = (text, *(one.text for one in memories))
    return LineCast.of(scene.character.name, scene.partner.name, dict.fromkeys(names), texts)


def names_of(people: Iterable[Person]) -> tuple[str, ...]:
    """Return the names of people, each once."""
    return tuple(dict.fromkeys(person.name for person in people))
