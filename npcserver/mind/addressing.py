"""Whom words in a circle are for, and whether something is asked of them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from npcserver.mind.calling import Roster, roster
from npcserver.mind.moment import Moment, Rule, Uttered
from npcserver.mind.utterance import Reading, asks_for_name, read

LAST = 12
"""So many lines tell who is talking with whom."""
_OPEN_FOR = 4
"""A question that so many lines have passed over is no longer answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Whom words are for, in order; empty for all.

    `asked_ids` are those of them of whom an answer is wanted. `is_called`: they are meant for
    certain, by name, by "you" or by the game, and not just because words follow on theirs;
    `is_named`: by name or by the game. `is_open`: a question, greeting, order or wish for all, and
    `is_greeting`: nothing but a greeting for all. `is_closing`: nothing but thanks or a goodbye.
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
    """A line of a moment, the last of `lines`, with whom the `earlier` ones were for."""

    lines: Sequence[Uttered]
    earlier: Sequence[Address]
    others: tuple[str, ...]
    players: frozenset[str]
    rule: Rule

    @property
    def speaker_id(self) -> str:
        return self.lines[-1].speaker_id


def roster_of(moment: Moment) -> Roster:
    """Return by which forms the members of a circle are called."""
    members = tuple((voice.id, voice.name) for voice in moment.voices)
    if moment.rule < Rule.ROLES:
        return roster(members)
    return roster(members, tuple(voice.roles for voice in moment.voices))


def addresses(moment: Moment) -> tuple[Address, ...]:
    """Return whom each of the last lines was for, oldest first."""
    lines = moment.lines[-LAST:]
    people = roster_of(moment)
    players = frozenset(voice.id for voice in moment.voices if voice.is_player)
    found: list[Address] = []
    for at, line in enumerate(lines):
        others = tuple(voice.id for voice in moment.voices if voice.id != line.speaker_id)
        talk = _Talk(lines[: at + 1], found, others, players, moment.rule)
        reading = read(
            line.text,
            people,
            line.speaker_id,
            is_name_asked_for=_is_name_asked_for(lines[: at + 1], found),
        )
        found.append(_certain(reading, talk) or _by_talk(reading, talk))
    return tuple(found)


def owed(
    lines: Sequence[Uttered], found: Sequence[Address], players: Collection[str] = ()
) -> list[tuple[str, int]]:
    """Return who still owes an answer, with the place of the question; newest question first.

    `found` are the addresses of these lines. What one of the `players` owes lapses with the next
    question to all or to somebody else, and with time (`Uttered.is_past`).
    """
    newest = range(len(lines) - 1, max(-1, len(lines) - 1 - _OPEN_FOR), -1)
    return [
        (member, at)
        for at in newest
        for member in found[at].asked_ids
        if all(later.speaker_id != member for later in lines[at + 1 :])
        and not (member in players and _has_lapsed(member, lines[at], found[at + 1 :]))
    ]


def _has_lapsed(member: str, question: Uttered, since: Sequence[Address]) -> bool:
    return question.is_past or any(
        one.is_open or (one.asked_ids and member not in one.asked_ids) for one in since
    )


def _certain(reading: Reading, talk: _Talk) -> Address | None:
    """Return whom words are for that say so themselves; None where only the talk tells."""
    wants = reading.asks or reading.bids or _orders(reading, talk)
    others = talk.others
    given = tuple(dict.fromkeys(one for one in talk.lines[-1].to_ids if one in others))
    if given or len(others) == 1:
        to = given or others
        return _called(to, to if wants else (), reading, talk, is_named=bool(given))
    if reading.called:
        asked = reading.called if _orders(reading, talk) else ()
        return _called(reading.called, reading.asked or asked, reading, talk, is_named=True)
    if reading.is_plural or (reading.is_to_two and len(others) == 2):
        return _for_all(reading, talk)
    return None


def _by_talk(reading: Reading, talk: _Talk) -> Address:
    """Return whom words are for that name nobody, by what was said before them."""
    wants = reading.asks or reading.bids
    if reading.is_to_two:
        two = _last_two(talk.lines[:-1], talk.others)
        return _called(two, two if wants else (), reading, talk)
    if reading.is_to_you or reading.bids:
        partner = _partner(talk)
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


def _orders(reading: Reading, talk: _Talk) -> bool:
    """Say whether words of a player are an order or a wish; rule 1 knows none."""
    is_known = talk.rule >= Rule.ROLES and talk.speaker_id in talk.players
    return is_known and reading.orders


def _called(
    to: tuple[str, ...],
    asked: tuple[str, ...],
    reading: Reading,
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


def _for_all(reading: Reading, talk: _Talk) -> Address:
    is_open = reading.asks or (reading.bids_speak and reading.is_plural) or reading.greets
    is_greeting = False
    if talk.rule >= Rule.ROLES and talk.speaker_id in talk.players:
        is_wished = reading.orders or (reading.bids and not reading.is_plural)
        is_greeting = (reading.greets or reading.hails) and not (reading.asks or is_wished)
        is_open = is_open or is_greeting or is_wished
    return Address(
        is_open=is_open and not reading.is_closing,
        is_greeting=is_greeting and not reading.is_closing,
        is_closing=reading.is_closing,
    )


def _is_name_asked_for(lines: Sequence[Uttered], earlier: Sequence[Address]) -> bool:
    """Say whether a name now answers a question for one."""
    if not earlier or not asks_for_name(lines[-2].text):
        return False
    return earlier[-1].is_open or lines[-1].speaker_id in earlier[-1].asked_ids


def _partner(talk: _Talk) -> tuple[str, ...]:
    """Return whom the speaker of the last line is talking with; empty when with nobody yet.

    By rule 2 a player who has asked all something since is talking with nobody.
    """
    speaker, others = talk.speaker_id, talk.others
    for line, address in zip(reversed(talk.lines[:-1]), reversed(talk.earlier), strict=True):
        if not line.was_heard_by(speaker):
            continue
        if line.speaker_id == speaker:
            mine = tuple(one for one in address.to_ids if one in others)
            if mine:
                return mine[:1]
            if talk.rule >= Rule.ROLES and address.is_open and speaker in talk.players:
                return ()
        elif line.speaker_id in others and (not address.to_ids or speaker in address.to_ids):
            return (line.speaker_id,)
    return ()


def _replied_to(reading: Reading, talk: _Talk) -> str:
    """Return whom words answer that name nobody; empty for nobody."""
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


def _last_two(lines: Sequence[Uttered], others: tuple[str, ...]) -> tuple[str, ...]:
    recent = dict.fromkeys(line.speaker_id for line in reversed(lines) if line.speaker_id in others)
    return tuple(recent)[:2]
