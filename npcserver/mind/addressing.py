"""Whom words in a circle are for, and whether something is asked of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from npcserver.mind import address_words as words
from npcserver.mind.calling import Roster, called, roster
from npcserver.mind.moment import Moment, Uttered
from npcserver.model.small_talk import is_goodbye

LAST = 12
"""So many lines tell who is talking with whom."""
_OPEN_FOR = 4
"""A question that so many lines have passed over is no longer answered."""
_LONGEST_CLOSING = 10

_ABBREVIATED = re.compile(r"\b(mr|mrs|ms|dr|st|prof|capt|sgt|lt|col)\.", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.!?。！？…;；\n]+[.!?。！？…;；\n]*")
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|「[^」]*」|『[^』]*』")
_WHO = re.compile(r"\bwho(?:m|se)?\b|\bwhich\b|谁|哪个|哪位", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Whom words are for, in order; empty for all.

    `asked_ids` are those of them of whom an answer is wanted. `is_called`: they are meant for
    certain, by name, by "you" or by the game, and not just because words follow on theirs.
    `is_open`: a question or greeting for all. `is_closing`: nothing but thanks or a goodbye.
    """

    to_ids: tuple[str, ...] = ()
    asked_ids: tuple[str, ...] = ()
    is_called: bool = False
    is_named: bool = False
    is_open: bool = False
    is_closing: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    """What the words themselves tell."""

    called: tuple[str, ...]
    asked: tuple[str, ...]
    asks: bool
    bids: bool
    is_plural: bool
    is_closing: bool


def addresses(moment: Moment) -> tuple[Address, ...]:
    """Return whom each of the last lines was for, oldest first."""
    lines = moment.lines[-LAST:]
    people = roster(tuple((voice.id, voice.name) for voice in moment.voices))
    found: list[Address] = []
    for at, line in enumerate(lines):
        found.append(_address(moment, people, lines[: at + 1], found, line))
    return tuple(found)


def owed(lines: Sequence[Uttered], found: Sequence[Address]) -> list[tuple[str, int]]:
    """Return who still owes an answer, with the place of the question; newest question first.

    `found` are the addresses of these lines.
    """
    open_ones: list[tuple[str, int]] = []
    for at in range(len(lines) - 1, max(-1, len(lines) - 1 - _OPEN_FOR), -1):
        for member in found[at].asked_ids:
            if all(later.speaker_id != member for later in lines[at + 1 :]):
                open_ones.append((member, at))
    return open_ones


def _address(
    moment: Moment,
    people: Roster,
    lines: Sequence[Uttered],
    earlier: Sequence[Address],
    line: Uttered,
) -> Address:
    others = tuple(voice.id for voice in moment.voices if voice.id != line.speaker_id)
    read = _read(line, people, _is_name_asked_for(lines, earlier))
    wants = read.asks or read.bids
    given = tuple(dict.fromkeys(one for one in line.to_ids if one in others))
    if given or len(others) == 1:
        to = given or others
        return _certain(to, to if wants else (), read, is_named=bool(given))
    if read.called:
        return _certain(read.called, read.asked, read, is_named=True)
    if words.TWO.search(line.text):
        two = _last_two(lines, others)
        return (
            _certain(two, two if wants else (), read) if len(others) > 2 else _for_all(read, line)
        )
    if read.is_plural:
        return _for_all(read, line)
    if words.SECOND_PERSON.search(_unquoted(line.text)) or read.bids:
        partner = _partner(lines, earlier, others)
        if partner:
            return _certain(partner, partner if wants else (), read)
        return _for_all(read, line)
    reply_to = _replied_to(lines, earlier, others, asks=read.asks)
    if reply_to:
        asked = (reply_to,) if read.asks else ()
        return Address(
            to_ids=(reply_to,),
            asked_ids=asked,
            is_called=bool(asked),
            is_closing=read.is_closing,
        )
    return _for_all(read, line)


def _certain(
    to: tuple[str, ...], asked: tuple[str, ...], read: _Read, *, is_named: bool = False
) -> Address:
    return Address(
        to_ids=to,
        asked_ids=asked,
        is_called=True,
        is_named=is_named,
        is_closing=read.is_closing and not asked,
    )


def _for_all(read: _Read, line: Uttered) -> Address:
    is_open = read.asks or (read.bids and read.is_plural) or words.greets(line.text)
    return Address(is_open=is_open and not read.is_closing, is_closing=read.is_closing)


def _read(line: Uttered, people: Roster, is_name_asked_for: bool) -> _Read:
    text = _unquoted(line.text)
    order: dict[str, None] = {}
    asked: dict[str, None] = {}
    now: tuple[str, ...] = ()
    asks = bids = is_plural = unplaced = False
    sentences = _SENTENCE.findall(text)
    for sentence in sentences:
        here = tuple(who for _, who in called(sentence, people) if who != line.speaker_id)
        if len(sentences) == 1 and is_name_asked_for and _is_bare(sentence):
            here = ()
        order.update(dict.fromkeys(here))
        now = here or now
        bare = _uncalled(sentence, people)
        wants_answer, wants_deed = words.asks(sentence), words.bids(bare)
        asks, bids = asks or wants_answer, bids or wants_deed
        is_for_all = bool(words.PLURAL.search(sentence) or words.PLURAL_WIDE.search(sentence))
        is_plural = is_plural or (is_for_all and not here)
        if (wants_answer or wants_deed) and (here or not is_for_all):
            asked.update(dict.fromkeys(now))
            unplaced = unplaced or not now
    if unplaced and order and not asked:
        asked = dict(order)
    return _Read(tuple(order), tuple(asked), asks, bids, is_plural, _closes(sentences))


def _uncalled(sentence: str, people: Roster) -> str:
    """Return a sentence without a name at its beginning."""
    return re.sub(rf"^\W*(?:{people.name})[\s,，]*", "", sentence, flags=re.IGNORECASE)


def _closes(sentences: Sequence[str]) -> bool:
    """Say whether nothing is said but thanks and goodbyes."""
    if not sentences or any(words.asks(sentence) for sentence in sentences):
        return False
    closing = [words.thanks(one) or is_goodbye(one, "zh") for one in sentences]
    short = [len(re.findall(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+", one)) for one in sentences]
    return any(closing) and all(
        length <= (_LONGEST_CLOSING if closes else 4)
        for closes, length in zip(closing, short, strict=True)
    )


def _unquoted(text: str) -> str:
    """Return a text without the words of others in it, and without dots that end no sentence."""
    text = _ABBREVIATED.sub(r"\1", text)
    outside = _QUOTED.sub(" ", text)
    return outside if re.search(r"\w", outside) else text.strip('"“”「」『』 ')


def _is_bare(sentence: str) -> bool:
    return sentence.rstrip().endswith((".", "。")) and len(sentence.split()) <= 2


def _is_name_asked_for(lines: Sequence[Uttered], earlier: Sequence[Address]) -> bool:
    """Say whether a name now answers a question for one."""
    return (
        len(lines) > 1
        and bool(_WHO.search(lines[-2].text))
        and bool(earlier[-1].is_open or lines[-1].speaker_id in earlier[-1].asked_ids)
    )


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
    lines: Sequence[Uttered],
    earlier: Sequence[Address],
    others: tuple[str, ...],
    *,
    asks: bool,
) -> str:
    """Return whom words answer that name nobody; empty for nobody."""
    speaker = lines[-1].speaker_id
    before = lines[:-1]
    if not before:
        return ""
    if not asks:
        for member, at in owed(before, earlier):
            if member == speaker and before[at].speaker_id in others:
                return before[at].speaker_id
    last, address = before[-1], earlier[-1]
    if last.speaker_id not in others or not last.was_heard_by(speaker):
        return ""
    is_for_me = speaker in address.to_ids
    if asks:
        return last.speaker_id if is_for_me else ""
    return last.speaker_id if (is_for_me and address.is_called) or address.is_open else ""


def _last_two(lines: Sequence[Uttered], others: tuple[str, ...]) -> tuple[str, ...]:
    recent = dict.fromkeys(line.speaker_id for line in reversed(lines) if line.speaker_id in others)
    return tuple(recent)[:2]
