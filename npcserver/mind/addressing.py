"""Whom words in a circle are for, and whether something is asked of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from npcserver.mind.calling import roster
from npcserver.mind.moment import Moment, Uttered
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
    `is_named`: by name or by the game. `is_open`: a question or greeting for all. `is_closing`:
    nothing but thanks or a goodbye.
    """

    to_ids: tuple[str, ...] = ()
    asked_ids: tuple[str, ...] = ()
    is_called: bool = False
    is_named: bool = False
    is_open: bool = False
    is_closing: bool = False


def addresses(moment: Moment) -> tuple[Address, ...]:
    """Return whom each of the last lines was for, oldest first."""
    lines = moment.lines[-LAST:]
    people = roster(tuple((voice.id, voice.name) for voice in moment.voices))
    found: list[Address] = []
    for at, line in enumerate(lines):
        others = tuple(voice.id for voice in moment.voices if voice.id != line.speaker_id)
        reading = read(
            line.text,
            people,
            line.speaker_id,
            is_name_asked_for=_is_name_asked_for(lines[: at + 1], found),
        )
        found.append(
            _certain(reading, line, others) or _by_talk(reading, lines[: at + 1], found, others)
        )
    return tuple(found)


def owed(lines: Sequence[Uttered], found: Sequence[Address]) -> list[tuple[str, int]]:
    """Return who still owes an answer, with the place of the question; newest question first.

    `found` are the addresses of these lines.
    """
    newest = range(len(lines) - 1, max(-1, len(lines) - 1 - _OPEN_FOR), -1)
    return [
        (member, at)
        for at in newest
        for member in found[at].asked_ids
        if all(later.speaker_id != member for later in lines[at + 1 :])
    ]


def _certain(reading: Reading, line: Uttered, others: tuple[str, ...]) -> Address | None:
    """Return whom words are for that say so themselves; None where only the talk tells."""
    wants = reading.asks or reading.bids
    given = tuple(dict.fromkeys(one for one in line.to_ids if one in others))
    if given or len(others) == 1:
        to = given or others
        return _called(to, to if wants else (), reading, is_named=bool(given))
    if reading.called:
        return _called(reading.called, reading.asked, reading, is_named=True)
    if reading.is_plural or (reading.is_to_two and len(others) == 2):
        return _for_all(reading)
    return None


def _by_talk(
    reading: Reading,
    lines: Sequence[Uttered],
    earlier: Sequence[Address],
    others: tuple[str, ...],
) -> Address:
    """Return whom words are for that name nobody, by what was said before them."""
    wants = reading.asks or reading.bids
    if reading.is_to_two:
        two = _last_two(lines[:-1], others)
        return _called(two, two if wants else (), reading)
    if reading.is_to_you or reading.bids:
        partner = _partner(lines, earlier, others)
        return _called(partner, partner if wants else (), reading)
    reply_to = _replied_to(reading, lines, earlier, others)
    if not reply_to:
        return _for_all(reading)
    return Address(
        to_ids=(reply_to,),
        asked_ids=(reply_to,) if reading.ends_asking else (),
        is_called=reading.ends_asking,
        is_closing=reading.is_closing,
    )


def _called(
    to: tuple[str, ...], asked: tuple[str, ...], reading: Reading, *, is_named: bool = False
) -> Address:
    if not to:
        return _for_all(reading)
    return Address(
        to_ids=to,
        asked_ids=asked,
        is_called=True,
        is_named=is_named,
        is_closing=reading.is_closing and not asked,
    )


def _for_all(reading: Reading) -> Address:
    is_open = reading.asks or (reading.bids_speak and reading.is_plural) or reading.greets
    return Address(is_open=is_open and not reading.is_closing, is_closing=reading.is_closing)


def _is_name_asked_for(lines: Sequence[Uttered], earlier: Sequence[Address]) -> bool:
    """Say whether a name now answers a question for one."""
    if not earlier or not asks_for_name(lines[-2].text):
        return False
    return earlier[-1].is_open or lines[-1].speaker_id in earlier[-1].asked_ids


def _partner(
    lines: Sequence[Uttered], earlier: Sequence[Address], others: tuple[str, ...]
) -> tuple[str, ...]:
    """Return whom the speaker of the last line is talking with; empty when with nobody yet."""
    speaker = lines[-1].speaker_id
    for line, address in zip(reversed(lines[:-1]), reversed(earlier), strict=True):
        if not line.was_heard_by(speaker):
            continue
        if line.speaker_id == speaker:
            mine = tuple(one for one in address.to_ids if one in others)
            if mine:
                return mine[:1]
        elif line.speaker_id in others and (not address.to_ids or speaker in address.to_ids):
            return (line.speaker_id,)
    return ()


def _replied_to(
    reading: Reading,
    lines: Sequence[Uttered],
    earlier: Sequence[Address],
    others: tuple[str, ...],
) -> str:
    """Return whom words answer that name nobody; empty for nobody."""
    speaker = lines[-1].speaker_id
    before = lines[:-1]
    if not before:
        return ""
    if not reading.asks:
        for member, at in owed(before, earlier):
            if member == speaker and before[at].speaker_id in others:
                return before[at].speaker_id
    last, address = before[-1], earlier[-1]
    if last.speaker_id not in others or not last.was_heard_by(speaker):
        return ""
    is_for_me = speaker in address.to_ids
    if reading.asks:
        return last.speaker_id if is_for_me or address.is_open or reading.takes_up else ""
    return last.speaker_id if (is_for_me and address.is_called) or address.is_open else ""


def _last_two(lines: Sequence[Uttered], others: tuple[str, ...]) -> tuple[str, ...]:
    recent = dict.fromkeys(line.speaker_id for line in reversed(lines) if line.speaker_id in others)
    return tuple(recent)[:2]
