"""Comparison of memories without vectors: which say the same, which contradict.

Two say the same when their telling words are the same, in the same order, or one has a tenth more
of them, and nothing that turns the sense around differs: numbers, negations, pronouns,
prepositions. A word in place of another is never overlooked, since it may be a name.

Facts about one thing with two values, but not two things that a person does one after the other;
statements that differ in one number, day, place or name; a statement and its denial; states that
exclude each other. What happened may happen again and is contradicted by its denial only, and what
people say of themselves only by themselves.

The newer is preferred, with two exceptions: what the mind saw that day, or was given by its
author, does not give way to hearsay from a person it distrusts; and nothing that was taken in
gives way to what was merely inferred.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

import regex

from npcserver import language
from npcserver.language import claims
from npcserver.language.claims import Claim
from npcserver.language.scripts import ENDS, HAN, KANA, QUESTION_MARKS, WIDE_SEMICOLON, has_han
from npcserver.language.tokens import STOP_WORDS, tokens
from npcserver.memory import retention
from npcserver.model.feelings import NEUTRAL_TRUST
from npcserver.model.memory import Memory
from npcserver.model.record import SPEECH_KINDS, Record, RecordKind, Remembered, Source

NEAR = 0.9
"""Least share of telling words in common for two texts to say the same."""

_FEW = 3
"""Number of words and signs below which the speaker matters: "Hello" is not a statement."""

_KEPT = 8_192
_WORD = regex.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_WIDE = re.compile(f"[\u3005\u3007{KANA}{HAN}]")
_CONTRACTED = tuple(
    pair for _, pairs in language.entries("fingerprints", "contracted") for pair in pairs
)
_ASIDES = language.pattern("fingerprints", "asides", 0)
_FIRST = language.words("fingerprints", "first")
_SECOND = language.words("fingerprints", "second")
_TURNING = language.words("fingerprints", "turning")
_SIGNS = _TURNING | (STOP_WORDS - language.words("fingerprints", "empty"))
_WIDE_SIGNS, _WIDE_FIRST, _WIDE_SECOND = (
    re.compile(f"[{''.join(sorted(word for word in found if has_han(word)))}]")
    for found in (_TURNING | language.words("fingerprints", "pronouns"), _FIRST, _SECOND)
)


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The content of a text, and its speaker where that matters.

    `words` are its telling words in order, `signs` the words that change the sense, in order.
    `voice` names the speaker, and the listener, if the text speaks of "me" or "you" or is very
    short; else it is empty.
    """

    words: tuple[str, ...]
    signs: tuple[str, ...]
    voice: str

    @property
    def turns(self) -> tuple[str, ...]:
        """The signs that are numbers or negations."""
        return tuple(sign for sign in self.signs if sign in _TURNING or sign[0].isdigit())

    def says_same(self, other: "Fingerprint") -> bool:
        """Return whether two sayings have the same content."""
        if self.signs != other.signs or self.voice != other.voice:
            return False
        if self.words == other.words:
            return True
        few, many = sorted((self.words, other.words), key=len)
        rest = iter(many)  # of which all of the few are a part, in this order
        return len(few) >= NEAR * len(many) and all(
            any(word == other for other in rest) for word in few
        )


def fingerprint(memory: Memory | Record) -> Fingerprint:
    """Return the saying of a memory. Raises `TypeError` for other records."""
    if not isinstance(memory.body, Remembered):
        raise TypeError(f"a {memory.kind} is no memory")
    return _saying(memory.text, *_voice(memory.kind, memory.body))


def thought(text: str) -> Fingerprint:
    """Return the saying of a text that the character itself came up with."""
    return _saying(text, "", "")


def is_personal(text: str) -> bool:
    """Return whether the meaning of a text depends on the speaker or the listener."""
    _, _, of_me, of_you = _fingerprint_parts(text)
    return of_me or of_you


def voice(memory: Memory | Record) -> str:
    """Return the speaker and listener in a memory; empty names if it is not speech."""
    if not isinstance(memory.body, Remembered):
        return ""
    speaker, to = _voice(memory.kind, memory.body)
    return f"{speaker}>{to}"


def _voice(kind: RecordKind, body: Remembered) -> tuple[str, str]:
    if kind not in SPEECH_KINDS:
        return "", ""
    return ("=" if kind is RecordKind.LINE else body.told_by or body.speaker), body.told_to


@lru_cache(maxsize=_KEPT)
def _saying(text: str, speaker: str, to: str) -> Fingerprint:
    telling, signs, of_me, of_you = _fingerprint_parts(text)
    heard = speaker if of_me or of_you or len(telling) + len(signs) < _FEW else ""
    return Fingerprint(telling, signs, f"{heard}>{to}" if of_you else heard)


@lru_cache(maxsize=_KEPT)
def _fingerprint_parts(text: str) -> tuple[tuple[str, ...], tuple[str, ...], bool, bool]:
    """Return telling words, signs, and whether the text mentions its speaker and its listener."""
    plain = (text if text.isascii() else unicodedata.normalize("NFKC", text)).lower()
    plain = plain.replace("\u2019", "'")
    if "'" in plain:
        for short, whole in _CONTRACTED:
            plain = plain.replace(short, whole)
    plain = _ASIDES.sub(" ", plain)
    small = _WORD.findall(plain)
    if "'" in plain:
        small = [word.replace("'", "") for word in small]
    telling = tuple(tokens(plain))
    signs = [word for word in small if word in _SIGNS or word[0].isdigit()]
    of_me, of_you = not _FIRST.isdisjoint(small), not _SECOND.isdisjoint(small)
    if not plain.isascii() and _WIDE.search(plain):
        signs += _WIDE_SIGNS.findall(plain)
        of_me = of_me or _WIDE_FIRST.search(plain) is not None
        of_you = of_you or _WIDE_SECOND.search(plain) is not None
    if not telling and not signs:
        telling = (text.strip().casefold(),)
    return telling, tuple(signs), of_me, of_you


_MOST_SENTENCES = 4
_WEIGHTY = 0.5
"""Share of a memory's letters that must be contradicted before all of it is outdated."""

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
    return frozenset(claim.frame for claim, _ in _claims_of(text))


def is_mere_event(text: str) -> bool:
    """Return whether a text is one sentence that reports an event, as most observations are.

    Only its denial contradicts it. This check is cheaper than reading the claims.
    """
    sentences = _SENTENCE.findall(text)
    return len(sentences) == 1 and claims.tells_event(text)


def outdates_denials_alone(memory: Memory) -> bool:
    """Return whether a memory outdates nothing but its denial, as what happened and may again."""
    return not memory.body.is_standing and _tells_events(memory.text)


@lru_cache(maxsize=_KEPT)
def _tells_events(text: str) -> bool:
    found = (claim for claim, _ in _claims_of(text))
    return all(not one.is_negated and (one.is_event or not one.is_fact) for one in found)


@lru_cache(maxsize=_KEPT)
def denies(text: str) -> bool:
    """Return whether a sentence of a text says that something is not, or did not happen."""
    return any(claim.is_negated for claim, _ in _claims_of(text))


def supersedes(newer: Memory, older: Memory) -> bool:
    """Return whether a memory outdates an older one."""
    if newer.kind is RecordKind.LINE or older.kind is RecordKind.LINE:
        return False
    if (newer.kind is RecordKind.PLAN) != (older.kind is RecordKind.PLAN):
        return False
    return not _is_too_weak(newer, older) and contradicted_share(older, newer) >= _WEIGHTY


def _is_too_weak(newer: Memory, older: Memory) -> bool:
    if newer.kind is RecordKind.REFLECTION:
        return older.kind is not RecordKind.REFLECTION
    is_doubtful = newer.source in _HEARSAY and newer.body.trust < NEUTRAL_TRUST
    if not is_doubtful:
        return False
    is_same_day = newer.created_at.date() == older.created_at.date()
    return older.source is Source.AUTHORED or (older.source is Source.WITNESSED and is_same_day)


def contradicted_share(memory: Memory | Record, other: Memory | Record) -> float:
    """Return the share of a memory, 0 to 1, that another one contradicts."""
    body, others = memory.body, other.body
    if not isinstance(body, Remembered) or not isinstance(others, Remembered):
        return 0.0
    if body.is_standing and others.is_standing:
        if _is_doing(memory.text) or _is_doing(other.text):
            return 0.0
        thing, other_thing = (
            retention.key_of(one.text, of.about) for one, of in ((memory, body), (other, others))
        )
        is_other = retention.plain(memory.text) != retention.plain(other.text)
        return float(thing == other_thing and is_other)
    # two texts that speak of "me" or "you" and mean different people
    if (is_personal(memory.text) or is_personal(other.text)) and voice(memory) != voice(other):
        return 0.0
    is_same_day = _day(memory) == _day(other)
    contrary = _claims_of(other.text)
    found = _claims_of(memory.text)
    total = sum(weight for _, weight in found)
    against = sum(
        weight
        for claim, weight in found
        if any(each.excludes(claim, is_same_day=is_same_day) for each, _ in contrary)
    )
    return against / total if total else 0.0


def _is_doing(text: str) -> bool:
    """Return whether a text reports an activity, which ends when the next one begins.

    That it is over does not outdate the memory of that hour.
    """
    found = _DOING.search(text)
    return found is not None and found[1] not in claims.opposed_words()


def _day(memory: Memory | Record) -> object:
    return (memory.created_at if isinstance(memory, Memory) else memory.game_time).date()


@lru_cache(maxsize=_KEPT)
def _claims_of(text: str) -> tuple[tuple[Claim, int], ...]:
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
