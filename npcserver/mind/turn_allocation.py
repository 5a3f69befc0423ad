"""Who speaks next in a circle, by rules and without a model.

The one addressed; else the one whom the words concern most; else, where something is asked of all,
the one who has been silent longest; else none. The order is that of AgentGroupChat's free talk with
a player in it. A member with something to say waits at most `bound` turns.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from npcserver.mind import address_words as words
from npcserver.mind.addressees import (
    RULE,
    Address,
    AddressingRule,
    CircleLine,
    CircleMember,
    CircleSnapshot,
    addresses,
    length,
    owed,
)
from npcserver.mind.topic_interest import LineRelevance, stake_words
from npcserver.model.circle import FloorReason

__all__ = [
    "LOOKS_BACK",
    "RULE",
    "AddressingRule",
    "CircleLine",
    "CircleMember",
    "CircleSnapshot",
    "NextSpeaker",
    "addressees",
    "bound",
    "next_speaker",
    "stake_words",
]

LOOKS_BACK = 60
"""Lines of a moment that are considered; older ones concern no member any more."""

CONCERNED = 0.5
"""From here on words concern a member enough to speak unasked."""

_CONCERN, _TOPIC, _HOST, _BEFORE = 2.0, 6.0, 0.25, 1.0
_MOST_CONCERN = 1.5
"""Weights of a score: shared words, meaning, the host, the one who spoke before.

Round numbers that hold for each of the five hands of `tests.benchmarks.floor`.
"""
_LEAST, _ANY = 1.0, 0.01
"""The least score for a member to speak: after a remark, and after what is answered anyway."""

_LONG_EXCHANGE = 6
"""After so many lines of characters without a question, a talk of two runs out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextSpeaker:
    """The character that speaks next, or None. `awaited_id` is a player whose answer is awaited."""

    speaker_id: str | None = None
    reason: FloorReason = FloorReason.NOBODY
    awaited_id: str = ""


@dataclass(frozen=True, slots=True)
class FloorState:
    """A moment with the addressees of its last lines, and the concern of all members."""

    circle: CircleSnapshot
    found: tuple[Address, ...]
    concern: LineRelevance
    players: frozenset[str]

    @classmethod
    def of(cls, circle: CircleSnapshot) -> "FloorState":
        """Analyse a moment that has lines."""
        circle = replace(circle, lines=circle.lines[-LOOKS_BACK:])
        players = frozenset(voice.id for voice in circle.members if voice.is_player)
        return cls(circle, addresses(circle), LineRelevance(circle), players)

    @property
    def last(self) -> CircleLine:
        return self.circle.lines[-1]

    @property
    def recent(self) -> tuple[CircleLine, ...]:
        return self.circle.lines[-len(self.found) :]

    @property
    def were_for_all(self) -> list[bool]:
        return [not address.to_ids for address in self.found]

    def silent_for(self, voice: CircleMember) -> int:
        """Return the number of lines since a member spoke; more than all for one that has not."""
        for back, line in enumerate(reversed(self.circle.lines)):
            if line.speaker_id == voice.id:
                return back
        return len(self.circle.lines) + 1


def addressees(circle: CircleSnapshot) -> tuple[str, ...]:
    """Return the addressees of the last line of a moment, in order; empty for all."""
    return addresses(circle)[-1].to_ids if circle.lines else ()


def bound(size: int) -> int:
    """Return after how many turns of others, at most, a member with something to say speaks.

    A willing character has something to say from the line on that concerns it (`CONCERNED`), until
    it speaks, or until that line is further back than `LOOKS_BACK`. Turns are those of characters
    that it hears; players are never made to wait. `size` is that of the circle.
    """
    return _patience(size) + 2 * size


def next_speaker(circle: CircleSnapshot) -> NextSpeaker:
    """Return who speaks after the last line of a moment."""
    if not circle.lines:
        return NextSpeaker()
    floor = FloorState.of(circle)
    if floor.last.is_whisper:
        return _addressed(floor) or NextSpeaker()
    due = _overdue(floor) or _addressed(floor) or _owing(floor)
    if due and not (due.awaited_id and _has_turned_from(floor, due.awaited_id)):
        return due
    if due:
        return _by_words(floor) or due
    if words.assents(floor.last.text):
        return NextSpeaker()
    return _expected(floor) or _by_concern(floor) or _longest_silent(floor)


def _addressed(floor: FloorState) -> NextSpeaker | None:
    """Assign the turn to an addressee of the last words; None where none has to answer."""
    address = floor.found[-1]
    chosen = _first_willing(floor, address.asked_ids)
    if chosen:
        return chosen
    if not address.is_called or (address.is_closing and not _wants_return(floor)):
        return None
    told = tuple(one for one in address.to_ids if one not in floor.players)
    if _has_run_out(floor):
        return None
    return _first_willing(floor, told)


def _first_willing(floor: FloorState, member_ids: Sequence[str]) -> NextSpeaker | None:
    for member_id in member_ids:
        voice = floor.circle.voice(member_id)
        if voice is None or not voice.is_willing or voice.id == floor.last.speaker_id:
            continue
        if voice.is_player and floor.last.is_past:
            continue
        if voice.is_player:
            return NextSpeaker(awaited_id=voice.id)
        return NextSpeaker(speaker_id=voice.id, reason=FloorReason.ADDRESSED)
    return None


def _wants_return(floor: FloorState) -> bool:
    """Return whether thanks or a goodbye is the first of the two, and names its addressee.

    Of several people's thanks to one the first is.
    """
    address = floor.found[-1]
    if not address.is_named or any(one.is_closing for one in floor.found[-2:-1]):
        return False
    before = zip(floor.recent[:-1], floor.found[:-1], strict=True)
    return not any(
        earlier.is_closing and line.speaker_id in address.to_ids
        for line, earlier in list(before)[-2:]
    )


def _has_run_out(floor: FloorState) -> bool:
    lines = floor.recent[-_LONG_EXCHANGE:]
    return (
        len(lines) == _LONG_EXCHANGE
        and len({line.speaker_id for line in lines}) <= 2
        and not any(line.speaker_id in floor.players for line in lines)
        and not any(one.asked_ids or one.is_open for one in floor.found[-_LONG_EXCHANGE:])
    )


def _owing(floor: FloorState) -> NextSpeaker | None:
    heard = [
        member
        for member, at in owed(floor.recent, floor.found, floor.players)
        if at < len(floor.recent) - 1 and not floor.recent[at].is_whisper
    ]
    return _first_willing(floor, heard)


def _candidates(floor: FloorState) -> list[CircleMember]:
    """Return who may speak unasked; not the one whom an alarm is about: "Tom fell in!"."""
    victims = floor.concern.mentioned if words.cries(floor.last.text) else frozenset()
    return [
        voice
        for voice in floor.circle.members
        if voice.is_willing
        and not voice.is_player
        and voice.id != floor.last.speaker_id
        and voice.id not in victims
    ]


def _has_turned_from(floor: FloorState, player_id: str) -> bool:
    address = floor.found[-1]
    if address.is_named and player_id in address.to_ids:
        return False
    before = owed(floor.recent[:-1], floor.found[:-1], floor.players)
    return any(
        member == player_id and floor.recent[at].speaker_id == floor.last.speaker_id
        for member, at in before
    )


def _by_concern(floor: FloorState) -> NextSpeaker | None:
    address, text = floor.found[-1], floor.last.text
    if address.is_closing or (words.parts(text) and not address.is_open):
        return None
    if address.is_greeting or (words.presses(text) and not words.is_pain(text)):
        return _by_words(floor)
    hosts = _HOST if address.is_open or words.orders(text) else 0.0
    least = _ANY if hosts or _reports(floor) else _LEAST
    return _highest(floor, lambda voice: _score(floor, voice) + hosts * voice.roles.hosts, least)


def _score(floor: FloorState, voice: CircleMember) -> float:
    concern = min(_MOST_CONCERN, floor.concern.now(voice, floor.were_for_all))
    is_for_all = floor.found[-1].is_open or _puts_in(floor)
    is_of_another = floor.concern.mentioned - {voice.id}
    topic = floor.last.topics.get(voice.id, 0.0) if is_for_all and not is_of_another else 0.0
    is_taken_up = _puts_in(floor) and not (
        floor.found[-1].is_open or floor.concern.has_had_say(voice)
    )
    is_next = is_taken_up and voice.id in {line.speaker_id for line in floor.circle.lines[-2:-1]}
    return _CONCERN * concern + _TOPIC * topic + _BEFORE * is_next


def _puts_in(floor: FloorState) -> bool:
    """Return whether a player says something to all: no sound, and no comment on an answer."""
    speaker = floor.last.speaker_id
    answered = floor.found[-2].to_ids if len(floor.found) > 1 else ()
    is_comment = floor.found[-1].to_ids or speaker in answered
    return speaker in floor.players and not is_comment and length(floor.last.text) > 1


def _reports(floor: FloorState) -> bool:
    """Return whether a player tells all of something here and now; never without an embedder."""
    text, topics = floor.last.text, floor.last.topics
    return bool(topics) and _puts_in(floor) and words.happens(text)


def _expected(floor: FloorState) -> NextSpeaker | None:
    """Assign the turn to the one whom people look at, whatever they care for.

    That is a healer after a wound, and the host after a greeting for all, unless one has just been
    returned. The one who spoke before answers a goodbye to all, and helps where no healer is there.
    """
    address, text = floor.found[-1], floor.last.text
    before = {line.speaker_id for line in floor.circle.lines[-2:-1]}
    host = _highest(floor, lambda voice: voice.roles.hosts, 1)
    if address.is_called:
        return None
    if address.is_greeting or (address.is_open and words.hails(text)):
        returned = floor.circle.lines[-2:-1]
        return None if returned and words.greets(returned[0].text) else host
    is_pain = words.is_pain(text)
    healer = _highest(floor, lambda voice: is_pain * voice.roles.heals, 1)
    if not (is_pain or words.parts(text)) or not _is_pressing(floor):
        return None
    return healer or _highest(floor, lambda voice: voice.id in before, 1) or host


def _by_words(floor: FloorState) -> NextSpeaker | None:
    if floor.found[-1].is_closing:
        return None
    return _highest(floor, lambda voice: floor.concern.now(voice, floor.were_for_all), CONCERNED)


def _highest(
    floor: FloorState, score: Callable[[CircleMember], float], bar: float = _ANY
) -> NextSpeaker | None:
    """Assign the turn to the highest score from the bar on; of equals to the longer silent."""
    scores = ((round(score(voice), 6), voice) for voice in _candidates(floor))
    concerned = [one for one in scores if one[0] >= bar]
    if not concerned:
        return None
    _, voice = max(concerned, key=lambda one: (one[0], floor.silent_for(one[1])))
    return NextSpeaker(speaker_id=voice.id, reason=FloorReason.STAKE)


def _longest_silent(floor: FloorState) -> NextSpeaker:
    """Assign the turn, where something is asked of all, to the member who was silent longest.

    Also after an alarm, news from a player, a word of pain, and a goodbye to all.
    """
    candidates = _candidates(floor)
    if _is_pressing(floor):
        told = [one for one in floor.found[-1].to_ids if one not in floor.players]
        chosen = None if words.cries(floor.last.text) else _first_willing(floor, told)
        if chosen:
            return chosen
    elif not (floor.found[-1].is_open or _reports(floor)):
        return NextSpeaker()
    if not candidates:
        return NextSpeaker()
    voice = max(candidates, key=floor.silent_for)
    return NextSpeaker(speaker_id=voice.id, reason=FloorReason.SILENCE)


def _is_pressing(floor: FloorState) -> bool:
    """Return whether something is said that nobody passes over, and that is not answered yet."""
    address, last = floor.found[-1], floor.last
    if address.is_called or not words.presses(last.text):
        return False
    if address.is_closing:
        return not any(one.is_closing for one in floor.found[-3:-1])
    is_players = last.speaker_id in floor.players
    return is_players or not any(words.presses(one.text) for one in floor.recent[-3:-1])


def _overdue(floor: FloorState) -> NextSpeaker | None:
    """Assign the turn to the member who has waited longest with something to say, if too long.

    Never while a player is asked, and never twice in a row if another is to answer: a member who
    was asked before the interruption answers then.
    """
    size = len(floor.circle.members)
    waits = [
        (_waited(floor, voice, len(floor.circle.lines)), voice) for voice in _candidates(floor)
    ]
    overdue = [one for one in waits if one[0] >= _patience(size)]
    if not overdue:
        return None
    due = _addressed(floor) or _owing(floor)
    last = floor.circle.voice(floor.last.speaker_id)
    has_cut_in = (
        last is not None
        and not last.is_player
        and _waited(floor, last, len(floor.circle.lines) - 1) >= _patience(size)
    )
    if due and (due.awaited_id or has_cut_in):
        return due
    _, voice = max(overdue, key=lambda one: one[0])
    return NextSpeaker(speaker_id=voice.id, reason=FloorReason.SILENCE)


def _waited(floor: FloorState, voice: CircleMember, end: int) -> int:
    """Return how many turns of characters a member heard since words concerned it, before `end`.

    0 where that is not too long.
    """
    lines = floor.circle.lines
    spoke = next((at for at in range(end - 1, -1, -1) if lines[at].speaker_id == voice.id), -1)
    is_turn = [
        lines[at].speaker_id not in floor.players and lines[at].was_heard_by(voice.id)
        for at in range(spoke + 1, end)
    ]
    turns = sum(is_turn)
    for at, counts in enumerate(is_turn, spoke + 1):
        if turns < _patience(len(floor.circle.members)):
            return 0
        turns -= counts
        if floor.concern.of_line(voice, at) >= CONCERNED:
            return turns
    return 0


def _patience(size: int) -> int:
    return 4 + size // 2
