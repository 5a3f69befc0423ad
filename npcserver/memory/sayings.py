"""What a memory says, in a form by which two memories can be compared without vectors.

Two say the same when their telling words are the same, in the same order, or one has a tenth more
of them, and nothing that turns the sense around differs: numbers, negations, pronouns,
prepositions. A word in place of another is never overlooked, since it may be a name.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from npcserver.memory.english import words
from npcserver.memory.tokens import STOP_WORDS, tokens
from npcserver.model.memory import Memory
from npcserver.model.record import SPEECH_KINDS, Record, RecordKind, Remembered

NEAR = 0.9
"""Share of the telling words that two texts must have in common to say the same (Jaccard)."""

_FEW = 3
"""Words and signs from which on it no longer matters who says them: "Hello" is no statement."""

_KEPT = 8_192
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_WIDE = re.compile("[\u3005\u3007\u3040-\u30ff\u3400-\u9fff]")
_CONTRACTED = (("can't", "can not"), ("won't", "will not"), ("n't", " not"), ("'m", " am"))
_ASIDES = re.compile(
    r"\b(?:you know|you see|mind you|they say|people say|i hear|i heard|i tell you)\b(?: that)?"
)
_EMPTY = words("a an the that so just now oh ok okay well too also very then yes")
_FIRST = words("i me my mine myself we us our ours ourselves ive weve")
_SECOND = words("you your yours yourself youre youve")
_NUMBERS = words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty "
    "ninety hundred thousand dozen half quarter noon midnight once twice"
)
_WIDE_TURNING = (
    "\u4e0d\u6ca1\u672a\u522b\u65e0"
    "\u96f6\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d\u5341\u767e\u5343\u534a"
)
_WIDE_SIGNS = re.compile(f"[{_WIDE_TURNING}\u6211\u4f60\u60a8\u4ed6\u5979\u5b83]")
_TURNING = _NUMBERS | words("no not nor never neither cannot without") | frozenset(_WIDE_TURNING)
_SIGNS = _TURNING | (STOP_WORDS - _EMPTY)
_WIDE_FIRST = re.compile("[\u6211\u54b1]")
_WIDE_SECOND = re.compile("[\u4f60\u60a8]")


@dataclass(frozen=True, slots=True)
class Saying:
    """What a text comes to, in somebody's mouth.

    `words` are its telling words in order, `signs` what turns their sense around, in order.
    `voice` names who speaks, and to whom, where that matters: it speaks of "me" or "you", or
    hardly says a thing; else it is empty.
    """

    words: tuple[str, ...]
    signs: tuple[str, ...]
    voice: str

    @property
    def turns(self) -> tuple[str, ...]:
        """Those of the signs that count or deny."""
        return tuple(sign for sign in self.signs if sign in _TURNING or sign[0].isdigit())

    def says_same(self, other: "Saying") -> bool:
        """Say whether another saying comes to the same."""
        if self.signs != other.signs or self.voice != other.voice:
            return False
        if self.words == other.words:
            return True
        few, many = sorted((self.words, other.words), key=len)
        return len(few) >= NEAR * len(many) and _is_part(few, many)


def saying(memory: Memory | Record) -> Saying:
    """Return what a memory says."""
    if not isinstance(memory.body, Remembered):
        raise TypeError(f"a {memory.kind} is no memory")
    return _saying(memory.text, *_voice(memory.kind, memory.body))


def thought(text: str) -> Saying:
    """Return what a text says that the mind itself comes up with."""
    return _saying(text, "", "")


def is_personal(text: str) -> bool:
    """Say whether what a text says depends on who says it, and to whom."""
    _, _, of_me, of_you = _read(text)
    return of_me or of_you


def voice(memory: Memory | Record) -> str:
    """Return who speaks in a memory, and to whom; empty for the mind itself."""
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
    """Return the telling words, the signs, and whether it speaks of the speaker, of the hearer."""
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
    """Say whether all of `few` come in `many`, in this order."""
    rest = iter(many)
    return all(any(word == other for other in rest) for word in few)
