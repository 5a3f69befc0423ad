"""Comparable forms of memory texts, for finding those that say the same without vectors.

Two texts say the same if their telling words are the same in the same order, or one has up to a
tenth more of them, and nothing that changes the sense differs: numbers, negations, pronouns,
prepositions. A replaced word always makes a difference, since it may be a name.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from npcserver import language
from npcserver.language.scripts import HAN, KANA, has_han
from npcserver.language.tokens import STOP_WORDS, tokens
from npcserver.model.memory import Memory
from npcserver.model.record import SPEECH_KINDS, Record, RecordKind, Remembered

NEAR = 0.9
"""Least share of telling words in common for two texts to say the same."""

_FEW = 3
"""Number of words and signs below which the speaker matters: "Hello" is not a statement."""

_KEPT = 8_192
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
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
class Saying:
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

    def says_same(self, other: "Saying") -> bool:
        """Return whether two sayings have the same content."""
        if self.signs != other.signs or self.voice != other.voice:
            return False
        if self.words == other.words:
            return True
        few, many = sorted((self.words, other.words), key=len)
        return len(few) >= NEAR * len(many) and _is_part(few, many)


def saying(memory: Memory | Record) -> Saying:
    """Return the saying of a memory. Raises `TypeError` for other records."""
    if not isinstance(memory.body, Remembered):
        raise TypeError(f"a {memory.kind} is no memory")
    return _saying(memory.text, *_voice(memory.kind, memory.body))


def thought(text: str) -> Saying:
    """Return the saying of a text that the character itself came up with."""
    return _saying(text, "", "")


def is_personal(text: str) -> bool:
    """Return whether the meaning of a text depends on the speaker or the listener."""
    _, _, of_me, of_you = _read(text)
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
def _saying(text: str, speaker: str, to: str) -> Saying:
    telling, signs, of_me, of_you = _read(text)
    heard = speaker if of_me or of_you or len(telling) + len(signs) < _FEW else ""
    return Saying(telling, signs, f"{heard}>{to}" if of_you else heard)


@lru_cache(maxsize=_KEPT)
def _read(text: str) -> tuple[tuple[str, ...], tuple[str, ...], bool, bool]:
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


def _is_part(few: Sequence[str], many: Sequence[str]) -> bool:
    """Return whether all of `few` occur in `many`, in this order."""
    rest = iter(many)
    return all(any(word == other for other in rest) for word in few)
