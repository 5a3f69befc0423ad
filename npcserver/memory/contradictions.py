"""Memories that cannot both hold now, and which of the two gives way.

Facts about one thing with two values, but not two things that somebody does one after the other;
statements that differ in one number, day, place or name; a statement and its denial; states that
exclude each other. What happened may happen again and is contradicted by its denial only, and what
people say of themselves only by themselves.

The newer is preferred, with two exceptions: what the mind saw that day, or was given by its
author, does not give way to hearsay from somebody it distrusts; and nothing that was taken in
gives way to what was merely inferred.
"""

import re
from functools import lru_cache

from npcserver import language
from npcserver.language import claims, opposites
from npcserver.language.claims import Claim
from npcserver.language.scripts import ENDS, QUESTION_MARKS, WIDE_SEMICOLON
from npcserver.memory import retention
from npcserver.memory.sayings import is_personal, voice
from npcserver.model.feelings import NEUTRAL_TRUST
from npcserver.model.memory import Memory
from npcserver.model.record import Record, RecordKind, Remembered, Source

_MOST_SENTENCES = 4
_WEIGHTY = 0.5
"""Share of a memory's letters that must be contradicted for it to be outdated as a whole."""

_KEPT = 8_192
_SENTENCE = re.compile(rf"[^{ENDS};{WIDE_SEMICOLON}\n]+(?:[{ENDS}]+|$)?")
_DOING = language.pattern("claims", "doing", 0)
_HEARSAY = (Source.TOLD, Source.OVERHEARD)


def topics_of(memory: Memory | Record) -> frozenset[str]:
    """Return what a memory is about; two that contradict each other share one of these."""
    body, frames = memory.body, _frames(memory.text)
    if isinstance(body, Remembered) and body.is_standing:
        return frames | {f"fact {retention.key_of(memory.text, body.about)}"}
    return frames


@lru_cache(maxsize=_KEPT)
def _frames(text: str) -> frozenset[str]:
    return frozenset(claim.frame for claim, _ in _read(text))


def is_mere_event(text: str) -> bool:
    """Say whether a text is one sentence that tells what happened, as most observations are.

    Nothing but its denial contradicts it. Cheaper than asking what it claims.
    """
    sentences = _SENTENCE.findall(text)
    return len(sentences) == 1 and claims.tells_event(text)


def contradict(one: Memory | Record, other: Memory | Record) -> bool:
    """Say whether two memories cannot both hold now, whichever is newer."""
    return _outweighed(one, other) > 0 or _outweighed(other, one) > 0


def supersedes(newer: Memory, older: Memory) -> bool:
    """Say whether a memory puts an older one out of date."""
    if newer.kind is RecordKind.LINE or older.kind is RecordKind.LINE:
        return False
    if (newer.kind is RecordKind.PLAN) != (older.kind is RecordKind.PLAN):
        return False
    return not _is_too_weak(newer, older) and _outweighed(older, newer) >= _WEIGHTY


def _is_too_weak(newer: Memory, older: Memory) -> bool:
    if newer.kind is RecordKind.REFLECTION:
        return older.kind is not RecordKind.REFLECTION
    is_doubtful = newer.source in _HEARSAY and newer.body.trust < NEUTRAL_TRUST
    if not is_doubtful:
        return False
    is_same_day = newer.created_at.date() == older.created_at.date()
    return older.source is Source.AUTHORED or (older.source is Source.WITNESSED and is_same_day)


def _outweighed(memory: Memory | Record, other: Memory | Record) -> float:
    """Return the share of a memory, 0 to 1, that another one contradicts."""
    body, others = memory.body, other.body
    if not isinstance(body, Remembered) or not isinstance(others, Remembered):
        return 0.0
    if body.is_standing and others.is_standing:
        return float(_is_other_value(memory, body, other, others))
    if _is_own_affair(memory, other):
        return 0.0
    is_same_day = _day(memory) == _day(other)
    contrary = _read(other.text)
    found = _read(memory.text)
    total = sum(weight for _, weight in found)
    against = sum(
        weight
        for claim, weight in found
        if any(each.excludes(claim, is_same_day=is_same_day) for each, _ in contrary)
    )
    return against / total if total else 0.0


def _is_other_value(
    memory: Memory | Record, body: Remembered, other: Memory | Record, others: Remembered
) -> bool:
    if _is_doing(memory.text) or _is_doing(other.text):
        return False
    is_same_thing = retention.key_of(memory.text, body.about) == retention.key_of(
        other.text, others.about
    )
    return is_same_thing and retention.plain(memory.text) != retention.plain(other.text)


def _is_doing(text: str) -> bool:
    """Say whether somebody is doing something, which is over when the next thing is done.

    That it holds no more makes it no less a memory of that hour.
    """
    found = _DOING.search(text)
    return found is not None and found[1] not in opposites.words()


def _is_own_affair(one: Memory | Record, other: Memory | Record) -> bool:
    """Say whether two speak of "me" or "you" and mean different people."""
    of_somebody = is_personal(one.text) or is_personal(other.text)
    return of_somebody and voice(one) != voice(other)


def _day(memory: Memory | Record) -> object:
    return (memory.created_at if isinstance(memory, Memory) else memory.game_time).date()


@lru_cache(maxsize=_KEPT)
def _read(text: str) -> tuple[tuple[Claim, int], ...]:
    """Return what each sentence claims, with its length."""
    found: list[tuple[Claim, int]] = []
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        if sentence.endswith(QUESTION_MARKS) or len(found) >= _MOST_SENTENCES:
            continue
        claim = claims.read(sentence)
        if claim is not None:
            found.append((claim, len(sentence)))
    return tuple(found)
