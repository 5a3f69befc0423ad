"""The addressees of words in a circle, and who owes an answer."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

import regex

from npcserver import language
from npcserver.language.scripts import ENDS, FULL_STOPS, HAN, WIDE_CORNERS, WIDE_SEMICOLON
from npcserver.mind import address_words as words
from npcserver.mind.trades import Roles
from npcserver.mind.vocatives import Roster, called, marked, roster
from npcserver.model.canned_lines import is_goodbye


class AddressingRule(IntEnum):
    """Version of the address rules; a turn stores its own, for replays.

    Rule 1 knows names, titles and short forms. Rule 2 tolerates typos, knows trades and looks,
    takes orders and more greetings for words to all, and lets questions to a player lapse.
    """

    NAMES = 1
    ROLES = 2


RULE = AddressingRule.ROLES
"""The rule in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleMember:
    """A member of a circle.

    `stake_words` are its interests, as `stakes.stake_words` returns them, and `roles` the trades
    and looks by which it is addressed. One who is not willing never gets the turn; a player who is
    not is never awaited.
    """

    id: str
    name: str
    is_player: bool = False
    stake_words: frozenset[str] = frozenset()
    is_willing: bool = True
    roles: Roles = field(default_factory=Roles)


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleLine:
    """An utterance. `to_ids` are the addressees known to the game; a whisper has them.

    `topics` is how far it is on the topics of members, by id (`Interests.topic`), empty without an
    embedder; only that of the last line counts. `is_past`: the time in which a player's answer is
    awaited is over.
    """

    speaker_id: str
    text: str
    to_ids: tuple[str, ...] = ()
    is_whisper: bool = False
    topics: Mapping[str, float] = field(default_factory=dict)
    is_past: bool = False

    def was_heard_by(self, member_id: str) -> bool:
        """Return whether a member of the circle heard it."""
        return not self.is_whisper or member_id == self.speaker_id or member_id in self.to_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleSnapshot:
    """The members of a circle, and its lines: oldest first, the last just now.

    The newest `turn_taking.LOOKS_BACK` lines are used.
    """

    members: tuple[CircleMember, ...]
    lines: tuple[CircleLine, ...] = ()
    rule: AddressingRule = RULE

    def voice(self, member_id: str) -> CircleMember | None:
        """Return a member; None for an id that is not in the circle."""
        return next((voice for voice in self.members if voice.id == member_id), None)


_LONGEST_CLOSING = 10
_SHORT = 4
"""Words of a remark that adds nothing to thanks, and of a question about the last words."""

_ABBREVIATED = re.compile(
    rf"\b({language.expression('sentences', 'abbreviated_in_speech')})\.", re.IGNORECASE
)
_ENDS = f"{ENDS}\u2026;{WIDE_SEMICOLON}\\n"
_SENTENCE = re.compile(rf"[^{_ENDS}]+[{_ENDS}]*")
_PAIRS = (('"', '"'), ("\u201c", "\u201d"), *WIDE_CORNERS)
_QUOTES = "".join(one + other for one, other in _PAIRS) + " "
_QUOTED = re.compile("|".join(f"{one}[^{other}]*{other}" for one, other in _PAIRS))
_ENDS_ASKING = language.pattern("vocatives", "ends_asking")
_GOES_ON = language.pattern("vocatives", "goes_on")
_WORD = regex.compile(rf"[{HAN}]|[^\W{HAN}]+(?:['\u2019]\w+)*")
_IDEOGRAPH = re.compile(f"[{HAN}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class UtteranceReading:
    """The analysis of an utterance.

    `called` are in the order in which they are called, `asked` those of them whose answer or deed
    is wanted, questions first. `ends_asking`: its last sentence is a question, and `takes_up`: it
    is a question so short that it can only be about what was said just before. `orders` and `hails`
    are of rule 2: an order or a wish, and greetings that rule 1 does not know. `presses`: it
    raises an alarm or tells of pain, which is for all, though it bids or asks.
    """

    called: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    asks: bool = False
    bids: bool = False
    bids_speak: bool = False
    ends_asking: bool = False
    takes_up: bool = False
    is_to_you: bool = False
    is_to_two: bool = False
    is_plural: bool = False
    greets: bool = False
    hails: bool = False
    orders: bool = False
    presses: bool = False
    is_closing: bool = False


@lru_cache(maxsize=4096)
def read_utterance(
    text: str, people: Roster, speaker_id: str, *, is_name_asked_for: bool
) -> UtteranceReading:
    """Analyse an utterance. A bare name is no call where the question was for a name."""
    text = _unquoted(text)
    order: dict[str, None] = {}
    questioned: dict[str, None] = {}
    bidden: dict[str, None] = {}
    now: tuple[str, ...] = ()
    is_plural = unplaced = False
    sentences = [marked(one, people) for one in _SENTENCE.findall(text)]
    asking = [
        words.asks(one.text) and not (people.is_lenient and words.states(one.text))
        for one in sentences
    ]
    bidding = [words.bids(one.uncalled) for one in sentences]
    for sentence, asks, bids in zip(sentences, asking, bidding, strict=True):
        here = tuple(who for who in called(sentence) if who != speaker_id)
        if is_name_asked_for and len(sentences) == 1 and len(sentence.text.split()) <= 2:
            here = () if sentence.text.rstrip().endswith(tuple(FULL_STOPS)) else here
        order.update(dict.fromkeys(here))
        # A sentence without a name is for those named last.
        now = here or now
        is_for_all = words.is_plural(sentence.text)
        is_plural = is_plural or (is_for_all and not here)
        if (asks or bids) and (here or not is_for_all):
            (questioned if asks else bidden).update(dict.fromkeys(now))
            unplaced = unplaced or not now
    asked = tuple(dict.fromkeys((*questioned, *bidden)))
    bare = text.strip()
    goes_on = _GOES_ON.search(bare) is not None
    is_short = length(text) <= _SHORT or _ENDS_ASKING.search(bare) is not None or goes_on
    return UtteranceReading(
        called=tuple(order),
        asked=tuple(order) if unplaced and not asked else asked,
        asks=any(asking),
        bids=any(bidding),
        bids_speak=any(bidding) and words.bids_speak(text),
        ends_asking=bool(asking) and asking[-1],
        takes_up=len(sentences) == 1 and asking[0] and is_short,
        is_to_you=words.SECOND_PERSON.search(text) is not None,
        is_to_two=words.TWO.search(text) is not None,
        is_plural=is_plural and not goes_on,
        greets=words.greets(text),
        hails=words.hails(text),
        orders=any(words.orders(one.text) for one in sentences),
        presses=words.cries(text) or words.is_pain(text),
        is_closing=_closes([one.text for one in sentences], asking),
    )


def _closes(sentences: Sequence[str], asking: Sequence[bool]) -> bool:
    if any(asking):
        return False
    closing = [words.thanks(one) or is_goodbye(one, "zh") for one in sentences]
    return any(closing) and all(
        length(one) <= (_LONGEST_CLOSING if closes else _SHORT)
        for closes, one in zip(closing, sentences, strict=True)
    )


def length(text: str) -> int:
    """Return the number of words; two ideographs count as one."""
    found = _WORD.findall(text)
    wide = sum(1 for word in found if _IDEOGRAPH.match(word))
    return len(found) - wide + (wide + 1) // 2


def _unquoted(text: str) -> str:
    """Return a text without quotations, and without dots that end no sentence."""
    text = _ABBREVIATED.sub(r"\1", text)
    outside = _QUOTED.sub(" ", text)
    return outside if re.search(r"\w", outside) else text.strip(_QUOTES)


LAST = 12
"""Lines from which it is inferred who is talking with whom."""
_ASIDE = 3
"""Lines within which a remark for all does not come between two who talk."""
_OPEN_FOR = 4
"""Lines after which a question is no longer answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """The addressees of words, in order; empty for all.

    `asked_ids` are those of them whose answer is wanted. `is_called`: they are addressed by name,
    by "you" or by the game, and not only because the words follow theirs; `is_named`: by name or by
    the game. `is_open`: a question, greeting, order or wish for all, and `is_greeting`: only a
    greeting for all. `is_closing`: only thanks or a goodbye.
    """

    to_ids: tuple[str, ...] = ()
    asked_ids: tuple[str, ...] = ()
    is_called: bool = False
    is_named: bool = False
    is_open: bool = False
    is_greeting: bool = False
    is_closing: bool = False


@dataclass(frozen=True, slots=True)
class _Talk:
    """A line of a moment, the last of `lines`, and the addressees of the `earlier` ones."""

    lines: Sequence[CircleLine]
    earlier: Sequence[Address]
    others: tuple[str, ...]
    players: frozenset[str]
    rule: AddressingRule

    @property
    def speaker_id(self) -> str:
        return self.lines[-1].speaker_id


def roster_of(circle: CircleSnapshot) -> Roster:
    """Return the forms of address of a circle's members."""
    members = tuple((voice.id, voice.name) for voice in circle.members)
    if circle.rule < AddressingRule.ROLES:
        return roster(members)
    return roster(members, tuple(voice.roles for voice in circle.members))


def addresses(circle: CircleSnapshot) -> tuple[Address, ...]:
    """Return the addressees of each of the last lines, oldest first."""
    lines = circle.lines[-LAST:]
    people = roster_of(circle)
    players = frozenset(voice.id for voice in circle.members if voice.is_player)
    found: list[Address] = []
    for at, line in enumerate(lines):
        others = tuple(voice.id for voice in circle.members if voice.id != line.speaker_id)
        talk = _Talk(lines[: at + 1], found, others, players, circle.rule)
        is_asked = found and (found[-1].is_open or line.speaker_id in found[-1].asked_ids)
        reading = read_utterance(
            line.text,
            people,
            line.speaker_id,
            is_name_asked_for=bool(is_asked) and words.asks_for_person(lines[at - 1].text),
        )
        found.append(_certain(reading, talk) or _by_talk(reading, talk))
    return tuple(found)


def owed(
    lines: Sequence[CircleLine], found: Sequence[Address], players: Collection[str] = ()
) -> list[tuple[str, int]]:
    """Return the members with an open question, and its place among the lines; newest first.

    `found` are the addresses of these lines. A question to one of the `players` lapses with the
    next question to all or to another member, and with time (`CircleLine.is_past`).
    """
    newest = range(len(lines) - 1, max(-1, len(lines) - 1 - _OPEN_FOR), -1)
    return [
        (member, at)
        for at in newest
        for member in found[at].asked_ids
        if all(later.speaker_id != member for later in lines[at + 1 :])
        and not (member in players and _has_lapsed(member, lines[at], found[at + 1 :]))
    ]


def _has_lapsed(member: str, question: CircleLine, since: Sequence[Address]) -> bool:
    return question.is_past or any(
        one.is_open or (one.asked_ids and member not in one.asked_ids) for one in since
    )


def _certain(reading: UtteranceReading, talk: _Talk) -> Address | None:
    """Return the address that the words themselves give; None where only the talk tells."""
    wants = reading.asks or reading.bids or _orders(reading, talk)
    others = talk.others
    given = tuple(dict.fromkeys(one for one in talk.lines[-1].to_ids if one in others))
    if given or len(others) == 1:
        to = given or others
        return _called(to, to if wants else (), reading, talk, is_named=bool(given))
    if reading.called:
        asked = reading.called if _orders(reading, talk) else ()
        return _called(reading.called, reading.asked or asked, reading, talk, is_named=True)
    if reading.presses or reading.is_plural or (reading.is_to_two and len(others) == 2):
        return _for_all(reading, talk)
    return None


def _by_talk(reading: UtteranceReading, talk: _Talk) -> Address:
    """Return the address of words that name no one, from what was said before."""
    wants = reading.asks or reading.bids
    if reading.is_to_two:
        speakers = dict.fromkeys(line.speaker_id for line in reversed(talk.lines[:-1]))
        two = tuple(one for one in speakers if one in talk.others)[:2]
        return _called(two, two if wants else (), reading, talk)
    if reading.is_to_you or reading.bids:
        partner = _partner(talk, asks=reading.asks)
        return _called(partner, partner if wants else (), reading, talk)
    reply_to = _replied_to(reading, talk)
    if not reply_to:
        return _for_all(reading, talk)
    return Address(
        to_ids=(reply_to,),
        asked_ids=(reply_to,) if reading.ends_asking else (),
        is_called=reading.ends_asking,
        is_closing=reading.is_closing,
    )


def _orders(reading: UtteranceReading, talk: _Talk) -> bool:
    is_known = talk.rule >= AddressingRule.ROLES and talk.speaker_id in talk.players
    return is_known and reading.orders


def _called(
    to: tuple[str, ...],
    asked: tuple[str, ...],
    reading: UtteranceReading,
    talk: _Talk,
    *,
    is_named: bool = False,
) -> Address:
    if not to:
        return _for_all(reading, talk)
    return Address(
        to_ids=to,
        asked_ids=asked,
        is_called=True,
        is_named=is_named,
        is_closing=reading.is_closing and not asked,
    )


def _for_all(reading: UtteranceReading, talk: _Talk) -> Address:
    is_open = reading.asks or (reading.bids_speak and reading.is_plural) or reading.greets
    is_greeting = False
    if talk.rule >= AddressingRule.ROLES and talk.speaker_id in talk.players:
        is_wished = reading.orders or (reading.bids and not reading.is_plural)
        is_greeting = (reading.greets or reading.hails) and not (reading.asks or is_wished)
        is_open = is_open or is_greeting or is_wished
    return Address(
        is_open=is_open and not reading.is_closing,
        is_greeting=is_greeting and not reading.is_closing,
        is_closing=reading.is_closing,
    )


def _partner(talk: _Talk, *, asks: bool) -> tuple[str, ...]:
    """Return the partner of the last line's speaker; empty where there is none yet.

    By rule 2 a player who has asked all something since has no partner, and one who `asks` "you"
    with the first words means who spoke last.
    """
    speaker, others = talk.speaker_id, talk.others
    has_part = any(
        line.speaker_id == speaker or speaker in address.to_ids
        for line, address in zip(talk.lines[:-1], talk.earlier, strict=True)
    )
    if asks and talk.rule >= AddressingRule.ROLES and not has_part:
        return tuple(line.speaker_id for line in talk.lines[-2:-1] if line.speaker_id in others)
    remarked: tuple[str, ...] = ()
    before = zip(reversed(talk.lines[:-1]), reversed(talk.earlier), strict=True)
    for at, (line, address) in enumerate(before):
        if at == _ASIDE and remarked:
            break
        if not line.was_heard_by(speaker):
            continue
        if line.speaker_id == speaker:
            mine = tuple(one for one in address.to_ids if one in others)
            if mine:
                return mine[:1]
            if talk.rule >= AddressingRule.ROLES and address.is_open and speaker in talk.players:
                return ()
        elif line.speaker_id in others and speaker in address.to_ids:
            return (line.speaker_id,)
        elif line.speaker_id in others and not address.to_ids:
            remarked = remarked or (line.speaker_id,)
    return remarked


def _replied_to(reading: UtteranceReading, talk: _Talk) -> str:
    """Return the member to whom words that name no one reply; empty for none."""
    speaker, others = talk.speaker_id, talk.others
    before = talk.lines[:-1]
    if not before or (_orders(reading, talk) and not talk.earlier[-1].asked_ids):
        return ""
    if not reading.asks:
        for member, at in owed(before, talk.earlier):
            if member == speaker and before[at].speaker_id in others:
                return before[at].speaker_id
    last, address = before[-1], talk.earlier[-1]
    if last.speaker_id not in others or not last.was_heard_by(speaker):
        return ""
    is_for_me = speaker in address.to_ids
    if reading.asks:
        return last.speaker_id if is_for_me or address.is_open or reading.takes_up else ""
    return last.speaker_id if (is_for_me and address.is_called) or address.is_open else ""
