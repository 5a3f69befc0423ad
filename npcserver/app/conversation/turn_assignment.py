"""What was said in a circle as its members remember it, and who speaks next.

Words of a circle are stored only in the memories of those who heard them; merged, these are all
that was said. Rules (`mind.turn_taking`) choose the next speaker from what everyone heard; what the
speaker answers is looked up among what it heard itself.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import takewhile

from npcserver.app.authored import character_at
from npcserver.app.context.conversation_line import ConversationLine
from npcserver.app.context.mindset import speaking, strongest
from npcserver.app.conversation.audience import CircleState, lines_heard
from npcserver.app.perception.presence import load_sleepers
from npcserver.memory.embedding_texts import Nearness
from npcserver.mind.address_words import wanted
from npcserver.mind.addressees import addresses
from npcserver.mind.topic_interest import Interests, interests
from npcserver.mind.trades import roles_of
from npcserver.mind.turn_allocation import (
    RULE,
    CircleLine,
    CircleMember,
    CircleSnapshot,
    NextSpeaker,
    next_speaker,
    stake_words,
)
from npcserver.model.character import Character, Person
from npcserver.model.circle import CircleStandpoint, FloorReason
from npcserver.model.commitment import Commitment
from npcserver.model.ids import CharacterId, TurnId
from npcserver.model.record import RecordKind, TurnTaken, subject_key
from npcserver.ports.storage import Reader
from npcserver.ports.view import RecordQuery, View

LINES = 60
"""Lines of a circle from which the next speaker is chosen."""
_PROMISES = 30


@dataclass(slots=True, kw_only=True)
class CircleCall:
    """The state of one call of `SayInCircle`.

    `heard_by` maps ids of the call's words and turns to those who heard them. `among` are those in
    a whisper, None for words said aloud. `silent` had a turn and said nothing. `begins` is the seq
    of its first words; `earlier` are turns under way then and stored since: they count as said
    before. `waits` is how long, in game time, the answer of a player is awaited; None for until
    another member, or all, are asked something.
    """

    begins: int
    earlier: set[str] = field(default_factory=set)
    heard_by: dict[str, frozenset[str]] = field(default_factory=dict)
    among: frozenset[str] | None = None
    to_ids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    silent: set[str] = field(default_factory=set)
    goes_on: bool = False
    waits: timedelta | None = None

    async def is_overtaken(self, view: View, lines: Iterable[ConversationLine]) -> bool:
        """Return whether a speaker of another call has begun since."""
        known = self.heard_by.keys() | self.earlier
        for one in lines:
            if one.seq < self.begins or one.turn_id in known:
                continue
            turn = await view.turn(TurnId(one.turn_id))
            if turn is None or not isinstance(turn.body, TurnTaken):
                return True
            if turn.body.receipt.vantage_seq >= self.begins:
                return True
            self.earlier.add(one.turn_id)
        return False

    def members(self, context: "CircleContext") -> tuple[CircleMember, ...]:
        """Return the members of a circle who hear this call; who was silent stays so."""
        return tuple(
            replace(one, is_willing=one.is_willing and one.id not in self.silent)
            for one in context.members
            if self.among is None or one.id in self.among
        )

    def in_order(self, lines: Iterable[ConversationLine]) -> tuple[ConversationLine, ...]:
        """Return lines, given oldest first, in the order in which their turns were begun."""

        def begun(one: ConversationLine) -> int:
            """Return 0 before the call, 1 for what it came upon, 2 since."""
            if one.turn_id in self.earlier:
                return 1
            return 0 if one.seq < self.begins else 2

        return tuple(sorted(lines, key=begun))

    def may_be_before(self, line: ConversationLine, hearers: Collection[str]) -> bool:
        """Return whether a line may be answered before these hearers.

        Those who heard it know it; to others only what carries no secret may be said.
        """
        witnesses = self.heard_by.get(line.turn_id)
        if witnesses is not None and witnesses.issuperset({*hearers} - {line.speaker.id}):
            return True
        return not (line.is_whisper or line.secrets)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnAssignment:
    """The next speaker, the circle from its side, the partner it answers and the words answered."""

    mind: Person
    circle: CircleStandpoint
    partner: Person
    heard: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleContext:
    """All from which the next speaker of a circle is chosen, read at the position `seq`.

    `characters` are those in it, with the language of their world. `heard` are the lines that each
    of them heard and said there, newest first; `cares` are the topics each is interested in.
    """

    found: CircleState
    seq: int
    characters: tuple[Character, ...]
    heard: Mapping[str, tuple[ConversationLine, ...]]
    members: tuple[CircleMember, ...]
    cares: Mapping[str, Interests]
    now: datetime

    @property
    def lines(self) -> tuple[ConversationLine, ...]:
        """The last lines of the circle, oldest first."""
        return lines_of(self.heard)

    def with_line(self, line: ConversationLine, hearers: Collection[str]) -> "CircleContext":
        """Return the circle after a line that is not stored, for those who heard it."""
        seq = self.seq + 1
        heard = {
            mind: (replace(line, seq=seq, is_own=mind == line.speaker.id), *lines)
            if mind in hearers
            else lines
            for mind, lines in self.heard.items()
        }
        return replace(self, seq=seq, heard=heard)


async def heard_lines(view: View, found: CircleState) -> dict[str, tuple[ConversationLine, ...]]:
    """Return what each character of a circle heard and said there lately, newest first."""
    return {mind: await lines_heard(view, mind, found.circle.id, LINES) for mind in found.minds}


def lines_of(heard: Mapping[str, Iterable[ConversationLine]]) -> tuple[ConversationLine, ...]:
    """Return the last lines of a circle that any character in it heard, oldest first."""
    said: dict[tuple[str, str], ConversationLine] = {}
    for lines in heard.values():
        for line in lines:
            known = said.setdefault((line.turn_id, line.speaker.id), line)
            if line.seq < known.seq:
                said[line.turn_id, line.speaker.id] = line
    return tuple(sorted(said.values(), key=lambda one: one.seq))[-LINES:]


def addressed_by_game(line: ConversationLine) -> tuple[str, ...]:
    """Return the addressee that the game gave a player's line; for characters the words decide."""
    return (line.to_id,) if line.speaker.is_player and line.to_id else ()


async def circle_context(reader: Reader, view: View, found: CircleState) -> CircleContext:
    """Read what the next speaker is chosen from; those who sleep only speak when they are woken."""
    asleep = await load_sleepers(view)
    world = await reader.world(view.timeline.world_id)
    held = await _interested_members(reader, view, found.minds)
    members = tuple(
        replace(
            held[one.id].voice if one.id in held else CircleMember(id=one.id, name=""),
            name=one.name,
            is_player=one.is_player,
            is_willing=one.id not in asleep,
        )
        for one in found.circle.members
    )
    return CircleContext(
        found=found,
        seq=view.vantage.seq,
        characters=tuple(speaking(one.character, world) for one in held.values()),
        heard=await heard_lines(view, found),
        members=members,
        cares={mind: one.cares for mind, one in held.items()},
        now=await view.game_time(),
    )


async def topics_of(
    nearness: Nearness, text: str, held: Mapping[str, Interests]
) -> dict[str, float]:
    """Return how far a line is on the topics of members; empty without an embedder."""
    cosines = await nearness.nearest(wanted(text), _groups(held))
    if cosines is None:
        return {}
    pairs = zip(cosines[::2], cosines[1::2], strict=True)
    return {
        mind: one.topic(own, asked)
        for (mind, one), (own, asked) in zip(held.items(), pairs, strict=True)
    }


async def prepare(
    nearness: Nearness, reader: Reader, view: View, minds: Sequence[CharacterId]
) -> None:
    """Embed the interests of characters, so that the first line of their talk need not wait."""
    if nearness.is_known:
        held = await _interested_members(reader, view, minds)
        await nearness.prepare(_groups({mind: one.cares for mind, one in held.items()}))


def _groups(held: Mapping[str, Interests]) -> list[tuple[str, ...]]:
    return [part for one in held.values() for part in (one.own, one.asked)]


def next_turn(
    context: CircleContext, call: CircleCall, topics: Mapping[str, float]
) -> tuple[NextSpeaker, TurnAssignment | None]:
    """Return the next speaker and its assignment, None when no one speaks.

    `topics` are of the last line that `heard_in` returns.
    """
    found, heard = context.found, heard_in(context.lines, call)
    uttered = [_uttered(one, call, context.now) for one in heard]
    if uttered:
        uttered[-1] = replace(uttered[-1], topics=topics)
    snapshot = CircleSnapshot(members=call.members(context), lines=tuple(uttered))
    chosen = next_speaker(snapshot)
    if call.goes_on and not chosen.speaker_id:
        chosen = _longest_silent(snapshot, chosen)
    if not chosen.speaker_id:
        return chosen, None
    people = {one.id: one for one in found.circle.members}
    mind = people[chosen.speaker_id]
    # `addresses` returns those of the last lines only, fewer than `heard` may be.
    meant = addresses(snapshot)
    meant_for = {
        one.turn_id: address.to_ids
        for one, address in zip(heard[len(heard) - len(meant) :], meant, strict=True)
    }
    others = tuple(one for one in found.circle.members if one.id != mind.id)
    hearers = tuple(one for one in others if call.among is None or one.id in call.among)
    # It answers the line that asked it, else the last it heard; none where it only goes on.
    lines = call.in_order(reversed(context.heard[mind.id]))[::-1]
    ids = [one.id for one in hearers]
    usable = (one for one in lines if call.may_be_before(one, ids))
    since = list(takewhile(lambda one: not one.is_own, usable))
    is_asked = chosen.reason is FloorReason.ADDRESSED
    asked = (one for one in since if is_asked and mind.id in meant_for.get(one.turn_id, ()))
    answered = next(asked, since[0] if since else None)
    if answered is not None:
        partner = people.get(answered.speaker.id, answered.speaker)  # who left is in the line
    else:
        said_by = (people.get(one.speaker.id) for one in reversed(heard))
        partner = next((one for one in said_by if one in others and one), others[0])
    to_ids = () if answered is None else meant_for.get(answered.turn_id, ())
    circle = CircleStandpoint(
        circle_id=found.circle.id,
        others=others,
        spoken_to=tuple(people[one] for one in to_ids if one in people),
        is_addressed=answered is not None and (mind.id in to_ids or len(hearers) == 1),
        is_whisper=call.among is not None,
        hearers=hearers,
        why=chosen.reason,
        rule=RULE,
    )
    heard_text = "" if answered is None else answered.text
    return chosen, TurnAssignment(mind=mind, circle=circle, partner=partner, heard=heard_text)


def heard_in(lines: Sequence[ConversationLine], call: CircleCall) -> list[ConversationLine]:
    """Return what all participants of a call hear, in the order in which their turns began."""
    return [
        one for one in call.in_order(lines) if not one.is_whisper or one.turn_id in call.heard_by
    ]


@dataclass(frozen=True, slots=True)
class _InterestedMember:
    """A character for the rules of turn taking, with its interests."""

    character: Character
    voice: CircleMember
    cares: Interests


async def _interested_members(
    reader: Reader, view: View, minds: Sequence[CharacterId]
) -> dict[str, _InterestedMember]:
    wanted: list[RecordQuery] = []
    for mind in minds:
        wanted.append(RecordQuery(RecordKind.BELIEF, subject_key(mind, ""), is_prefix=True))
        wanted.append(
            RecordQuery(
                RecordKind.COMMITMENT, subject_key(mind, ""), is_prefix=True, most=_PROMISES
            )
        )
    looked_up = await view.newest(wanted)
    found: dict[str, _InterestedMember] = {}
    for at, mind in enumerate(minds):
        character = await character_at(reader, view, mind)
        bodies = (record.body for record in looked_up[2 * at + 1].values())
        promised = [one for one in bodies if isinstance(one, Commitment)]
        believed = strongest(looked_up[2 * at])
        voice = CircleMember(
            id=mind,
            name=character.name,
            stake_words=stake_words(character, believed, promised),
            roles=roles_of(character.persona),
        )
        found[mind] = _InterestedMember(character, voice, interests(character, believed, promised))
    return found


def _longest_silent(snapshot: CircleSnapshot, chosen: NextSpeaker) -> NextSpeaker:
    last = snapshot.lines[-1].speaker_id if snapshot.lines else ""
    spoken = [line.speaker_id for line in snapshot.lines]
    able = [
        voice
        for voice in snapshot.members
        if voice.is_willing and not voice.is_player and voice.id != last
    ]
    if not able:
        return chosen
    back = spoken[::-1]
    silent_for = {one.id: back.index(one.id) if one.id in back else len(back) for one in able}
    longest = max(able, key=lambda voice: silent_for[voice.id])
    return NextSpeaker(speaker_id=longest.id, reason=FloorReason.SILENCE)


def _uttered(line: ConversationLine, call: CircleCall, now: datetime) -> CircleLine:
    # Addressees of this call's words are computed again: records do not keep who was named.
    kept = () if line.turn_id in call.heard_by else addressed_by_game(line)
    to_ids = call.to_ids.get(line.turn_id, kept)
    if line.is_whisper:
        to_ids = tuple(sorted((call.among or frozenset()) - {line.speaker.id}))
    waits, said_at = call.waits, line.said_at or now
    return CircleLine(
        speaker_id=line.speaker.id,
        text=line.text,
        to_ids=to_ids,
        is_whisper=line.is_whisper,
        is_past=waits is not None and now - said_at >= waits,
    )
