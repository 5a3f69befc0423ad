"""Claims of English sentences, by a light grammar of what is, has, costs, opens, likes, lives."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from npcserver.language.claims import Claim, Slot, Value, opposed_words
from npcserver.language.en import word_classes as en
from npcserver.language.tokens import tokens

_MOST_WORDS = 24
_FEWEST = 2  # something, and what is said of it
_STATES = opposed_words()
_WORD = re.compile(r"\d+(?::\d\d)?|[^\W\d_]+(?:'[^\W\d_]+)*")
_ATTRIBUTED = re.compile(
    r"(?:(?:well|oh|look|listen|friend|and|but|so|yes|no|ah|hey|hello)[, ]+)*"
    r"(?:(?:i (?:heard|hear|know|think|believe|swear|tell you)|they say|people say|everyone says"
    r"|word is|you know|as far as i know|as you know|remember|\w+ (?:says|said)"
    r"|\w+ told (?:me|you))(?: that)?[, ]+)?",
    re.IGNORECASE,
)
_CLITICS = (
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"\bcan't\b", re.IGNORECASE), "can not"),
    (re.compile(r"n't\b", re.IGNORECASE), " not"),
    (re.compile(r"'re\b|'m\b"), " is"),
    (re.compile(r"'ll\b"), " will"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"\b(it|there|here|that)'s\b", re.IGNORECASE), r"\1 is"),
    (re.compile(r"(?<=\w)'s (?=(?:at|in|on|under|behind|inside|not|now|already|still)\b)"), " is "),
)
# What means the same, in one way; from the first on, each sees what those before it left.
_ALIKE = tuple(
    (re.compile(pattern), word)
    for pattern, word in (
        (r"\b(?:has |have )?(?:died|passed away)\b", "is dead"),
        (r"\b(?:was|were|has been|have been) (?:killed|slain|murdered)\b", "is dead"),
        (r"\b(?:has|have) (?:gone|left)(?: away)?(?=\W*$)", "is gone"),
        (r"\b(?:went|has gone|burned|burnt) out(?=\W*$)", "is out"),
        (r"\b(?:has|have) been\b", "is"),
        (r"\b(?:will|shall) (?:be held|take place|be|begin|start|happen)\b", "is"),
        (r"\b(?:begins?|starts?|happens?|takes? place|(?:is|are) held)\b", "is"),
        (r"\bon fire\b", "burning"),
        (r"\bcannot\b", "can not"),
        (r"\b(?:no longer|not any ?more)\b", "not"),
        (r"\bo'clock\b|\bany ?more\b", " "),
    )
)
_TRIGGER = re.compile(
    r"\b(?:has|have|was|were|will|shall|went|burne?[dt]|died|passed|begin|start|happen|takes?|held"
    r"|fire|cannot|no longer|more|o'clock)"
)
_SLOTS = {
    **dict.fromkeys((*en.DAYS, *en.MONTHS), Slot.DAY),
    **dict.fromkeys(en.RELATIVE, Slot.RELATIVE),
    **dict.fromkeys(en.COLOURS, Slot.COLOUR),
    **dict.fromkeys(en.DIRECTIONS, Slot.DIRECTION),
}
_TELLING = (
    _STATES.union(_SLOTS, en.NUMBERS, en.PARTS, en.PLACED)
    | {word for word, alike in en.ALIKE.items() if alike in _STATES}
)  # fmt: skip
"""Words at which there may be a gap; any other is one only with a capital."""
_UNSAID = en.FILLERS | {"did"}
_ENDS_PLACE = en.ENDS_PLACE.union(en.NUMBERS, en.PARTS, en.DAYS, en.MONTHS, en.RELATIVE)


@dataclass(slots=True)
class _SentenceParse:
    """A sentence that is being read: its words, its frame so far, what stands in the gaps of it.

    `low` are the words in lower case. `is_act` says that an action goes on, `is_code`
    that it is about a thing of which there is one, such as a password.
    """

    words: Sequence[str]
    low: Sequence[str]
    frame: list[str] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    last: str = ""
    is_act: bool = False
    is_code: bool = False

    def put(self, slot: Slot, text: str) -> None:
        """Leave a gap and keep what stood there."""
        self.last = f"@{slot}"
        self.frame.append(self.last)
        self.values.append(Value(slot, text))

    def add(self, word: str) -> None:
        """Take a word into the frame."""
        if self.last == "is" and word.endswith("ing"):
            self.is_act = True
        if word not in _UNSAID:
            self.last = _base(word)
            self.frame.append(self.last)
            self.is_code = self.is_code or word in en.CODES


def is_written(sentence: str) -> bool:  # noqa: ARG001 - what no other language reads
    """Return True: what is in no other script is read as English."""
    return True


def read(sentence: str) -> Claim | None:
    """Return what a sentence claims; None for wishes, guesses and fragments."""
    found = _WORD.findall(_unfolded(sentence))
    lowered = [word.lower() for word in found]
    if not 1 < len(found) <= _MOST_WORDS or not en.HEDGES.isdisjoint(lowered):
        return None
    words, low = found, lowered
    if not en.NEGATIONS.isdisjoint(lowered):
        words = [word for word, low in zip(found, lowered, strict=True) if low not in en.NEGATIONS]
        low = [low for low in lowered if low not in en.NEGATIONS]
    if low and low[0] in en.PRONOUNS and en.WEATHER.isdisjoint(low):
        return None
    reading = _read(words, low)
    if len(reading.frame) < _FEWEST:
        return None
    return Claim(
        frame=" ".join(reading.frame),
        values=tuple(reading.values),
        is_negated=(len(lowered) - len(low)) % 2 == 1,
        is_never="never" in lowered,
        is_event=_is_event(lowered),
        is_fact=(not reading.is_act and not en.FACTS.isdisjoint(reading.frame))
        or any(value.slot is Slot.STATE for value in reading.values),
    )


def tells_event(sentence: str) -> bool:
    """Say whether a sentence tells what happened; cheaper than reading what it claims."""
    return _is_event(_WORD.findall(sentence.lower()))


def _unfolded(sentence: str) -> str:
    text = sentence.replace("\u2019", "'").strip()
    attributed = _ATTRIBUTED.match(text)  # to nobody, where that is not said
    text = text[attributed.end() :] if attributed else text
    if "'" in text:
        for short, whole in _CLITICS:
            text = short.sub(whole, text)
    if _TRIGGER.search(text):
        for pattern, word in _ALIKE:
            text = pattern.sub(word, text)
    return text


def _read(words: Sequence[str], low: Sequence[str]) -> _SentenceParse:
    reading = _SentenceParse(words, low)
    at = 0
    while at < len(low):
        word = low[at]
        may_tell = word in _TELLING or word[0].isdigit() or words[at][0].isupper()
        stop = _gap(at, reading) if may_tell or reading.is_code else 0
        if not stop:
            reading.add(word)
        at = stop or at + 1
    return reading


def _gap(at: int, reading: _SentenceParse) -> int:
    """Leave a gap for what stands here, and return where the rest begins; 0 where none is."""
    word = reading.low[at]
    is_part = word in en.PARTS and reading.low[at + 1 : at + 2] in (["past"], ["to"])
    if word in en.NUMBERS or word[0].isdigit() or is_part:
        return _number(at, reading)
    slot = _SLOTS.get(word)
    if slot is not None:
        reading.put(slot, word.removesuffix("s") if slot is Slot.DAY else word)
        return at + 1
    if word in en.PLACED and reading.last in en.LOCATED:
        placed = _place(at, reading)
        if placed:
            return placed
    return _state(at, reading) or _name(at, reading)


def _number(at: int, reading: _SentenceParse) -> int:
    """Take in a number, a time of day with what belongs to it, or nothing ("no one")."""
    low = reading.low
    if low[at] == "one" and low[at + 1 : at + 2] in (["of"], []):
        return 0
    stop = at
    parts: list[str] = []
    while stop < len(low):
        word = low[stop]
        if word in en.NUMBERS or word[0].isdigit() or word in en.JOINERS:
            parts.append(en.NUMBERS.get(word, word))
            stop += 1
            continue
        break
    if parts[-1] == "to":
        parts, stop = parts[:-1], stop - 1
    reading.put(Slot.NUMBER, " ".join(part.removesuffix(":00") for part in parts))
    return stop


def _place(at: int, reading: _SentenceParse) -> int:
    """Take in where something is: from the preposition to the end of the phrase."""
    stop = at + 1
    named: list[str] = []
    while stop < len(reading.low):
        word = reading.low[stop]
        if word in _ENDS_PLACE or word[0].isdigit():
            break
        if word not in en.FILLERS:
            named.append(_base(word))
        stop += 1
    if not named or named[0] in en.ABSTRACT:
        return 0
    while named and named[-1] in en.PLACED:  # "in the mill at five"
        named.pop()
        stop -= 1
    if not named:
        return 0
    reading.put(Slot.PLACE, " ".join(named))
    return stop


def _state(at: int, reading: _SentenceParse) -> int:
    """Take in a word that has an opposite, where it is what is said of something."""
    word = en.ALIKE.get(reading.low[at], reading.low[at])
    if word not in _STATES or not reading.frame:
        return 0
    is_last = at + 1 == len(reading.low)
    is_said = reading.last in ("is", "have") or word in en.PREDICATES
    if not is_said or (word in en.LAST_ONLY and not is_last):
        return 0
    reading.put(Slot.STATE, word)
    return at + 1


def _name(at: int, reading: _SentenceParse) -> int:
    """Take in a name, where it says who or what something is, or who it is that rules."""
    words, low, stop = reading.words, reading.low, at
    while stop < len(words) and words[stop][0].isupper() and words[stop] != "I":
        stop += 1
    if at and reading.is_code and reading.last == "is":
        stop = max(stop, at + 1)
    if stop == at or low[stop - 1].endswith("'s"):
        return 0
    before = low[at - 1] if at else ""
    is_object = (
        reading.last in en.NAMED
        or (before == "to" and "belong" in reading.frame)
        or (before == "by" and not en.OWNED.isdisjoint(low[:at]))
    )
    after = low[stop : stop + 2]
    is_subject = (
        at == 0
        and len(after) > 1
        and en.ALIKE.get(after[0], after[0]) in en.HOLDS
        and after[1] == "the"
    )
    if not (is_object or is_subject):
        return 0
    reading.put(Slot.NAME, " ".join(low[at:stop]))
    return stop


def _is_event(lowered: Sequence[str]) -> bool:
    for at, word in enumerate(lowered):
        if word in en.PASTS or (word.endswith("ed") and word not in en.NO_PASTS):
            before = lowered[at - 1] if at else ""
            is_state = word in _STATES or before in ("is", "get", "gets", "not", "been", "be")
            if not is_state or word in ("was", "were", "had", "did"):
                return True
    return False


@lru_cache(maxsize=4_096)
def _base(word: str) -> str:
    """Return a word without its endings, and one form for all forms of a verb."""
    alike = en.ALIKE.get(word, word)
    if alike in en.FACTS or alike in en.LOCATED:
        return alike.removesuffix("s") if len(alike) > len("is") + 1 else alike
    return next(iter(tokens(alike)), alike)
