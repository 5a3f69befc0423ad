"""Detection of memories that cannot both hold now, and of which one is outdated.

These contradict each other: two values of one fact (but not two things done one after the other);
statements that differ in one number, day, place or name; a statement and its denial; states that
exclude each other. An event may happen again, so only its denial contradicts it, and what people
say about themselves is contradicted only by themselves.
The newer memory wins, with two exceptions: hearsay from a distrusted person does not outdate what
the character saw that day or was given by its author, and an inference never outdates a memory that
is none.
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
"""Share of a memory's letters that must be contradicted before all of it is outdated."""

_KEPT = 8_192
_SENTENCE = re.compile(rf"[^{ENDS};{WIDE_SEMICOLON}\n]+(?:[{ENDS}]+|$)?")
_DOING = language.pattern("claims", "doing", 0)
_HEARSAY = (Source.TOLD, Source.OVERHEARD)


def topics_of(memory: Memory | Record) -> frozenset[str]:
    """Return the topics of a memory; two memories that contradict each other share one."""
    body, frames = memory.body, _frames(memory.text)
    if isinstance(body, Remembered) and body.is_standing:
        return frames | {f"fact {retention.key_of(memory.text, body.about)}"}
    return frames


@lru_cache(maxsize=_KEPT)
def _frames(text: str) -> frozenset[str]:
    return frozenset(claim.frame for claim, _ in _read(text))


def is_mere_event(text: str) -> bool:
    """Return whether a text is one sentence that reports an event, as most observations are.

    Only its denial contradicts it. This check is cheaper than reading the claims.
    """
    sentences = _SENTENCE.findall(text)
    return len(sentences) == 1 and claims.tells_event(text)


def contradict(one: Memory | Record, other: Memory | Record) -> bool:
    """Return whether two memories cannot both hold now, regardless of which is newer."""
    return _outweighed(one, other) > 0 or _outweighed(other, one) > 0


def supersedes(newer: Memory, older: Memory) -> bool:
    """Return whether a memory outdates an older one."""
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
    """Return whether a text reports an activity, which ends when the next one begins.

    That it is over does not outdate the memory of that hour.
    """
    found = _DOING.search(text)
    return found is not None and found[1] not in opposites.words()


def _is_own_affair(one: Memory | Record, other: Memory | Record) -> bool:
    """Return whether two texts speak of "me" or "you" and mean different people."""
    of_somebody = is_personal(one.text) or is_personal(other.text)
    return of_somebody and voice(one) != voice(other)


def _day(memory: Memory | Record) -> object:
    return (memory.created_at if isinstance(memory, Memory) else memory.game_time).date()


@lru_cache(maxsize=_KEPT)
def _read(text: str) -> tuple[tuple[Claim, int], ...]:
    """Return the claim of each sentence that makes one, with the sentence's length."""
    found: list[tuple[Claim, int]] = []
    for match in _SENTENCE.finditer(text):
        sentence = match[0].strip()
        if sentence.endswith(QUESTION_MARKS) or len(found) >= _MOST_SENTENCES:
            continue
        claim = claims.read(sentence)
        if claim is not None:
            found.append((claim, len(sentence)))
    return tuple(found)
