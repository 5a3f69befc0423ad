"""What a sentence claims: a frame with gaps, and the values that stand in them.

"The party is at five" and "The party is at six" have the frame "party is at ·" and the values 5
and 6. Two claims of one frame can be compared; everything else is left alone, since a memory that
is wrongly taken for outdated is worse than one too many.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import ModuleType

from npcserver.language import DEFAULT, entries, modules

_HALF_DAY = 12


class Slot(StrEnum):
    """What kind of value stands in a gap."""

    NUMBER = "number"
    DAY = "day"
    RELATIVE = "relative"  # today, tomorrow: means another day on another day
    PLACE = "place"
    NAME = "name"
    COLOUR = "colour"
    DIRECTION = "direction"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class Value:
    """What stands in a gap."""

    slot: Slot
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence that states something.

    What `is_fact` holds over time, so that another value excludes it; what `is_event` happened and
    may have happened again, otherwise. `is_never` says that it did not happen at any time.
    """

    frame: str
    values: tuple[Value, ...] = ()
    is_negated: bool = False
    is_never: bool = False
    is_event: bool = False
    is_fact: bool = False

    def excludes(self, other: "Claim", *, is_same_day: bool) -> bool:
        """Say whether the two cannot both hold. `is_same_day` is when they came to be known."""
        if self.frame != other.frame:
            return False
        if self.is_negated != other.is_negated:
            # of what happened, a no excludes a yes only on the same day, unless it says "never"
            is_event = self.is_event or other.is_event
            is_denied = not is_event or is_same_day or self.is_never or other.is_never
            return self.values == other.values and is_denied
        if self.is_negated or self.is_event or not self.is_fact:
            return False
        pairs = zip(self.values, other.values, strict=True)
        differing = [(one, another) for one, another in pairs if one != another]
        return len(differing) == 1 and _exclude(*differing[0], is_same_day=is_same_day)


def _exclude(one: Value, other: Value, *, is_same_day: bool) -> bool:
    if one.slot is Slot.STATE:
        return are_opposite(one.text, other.text)
    if one.slot is Slot.RELATIVE:
        return is_same_day
    if one.slot is Slot.NUMBER:
        return not _is_same_time(one.text, other.text)
    if one.slot is Slot.PLACE:
        # "in the old mill" is no other place than "in the mill"
        words, others = set(one.text.split()), set(other.text.split())
        return not (words <= others or others <= words)
    return True


def _is_same_time(one: str, other: str) -> bool:
    """Say whether two numbers are one time of day: "5", "5:00", "17:00", "5 pm"."""
    read, other_read = _clock(one), _clock(other)
    if read is None or other_read is None:
        return False
    (minutes, half), (others, other_half) = read, other_read
    is_same_half = half == other_half or "" in (half, other_half)
    return minutes == others and is_same_half


def _clock(text: str) -> tuple[int, str] | None:
    """Return minutes on a dial of twelve hours, and which half of the day where that is said."""
    number, _, half = text.partition(" ")
    hours, _, minutes = number.partition(":")
    if not hours.isdigit() or (minutes and not minutes.isdigit()) or half not in ("", "am", "pm"):
        return None
    hour = int(hours)
    if hour > _HALF_DAY and minutes:
        return (hour - _HALF_DAY) * 60 + int(minutes), "pm"
    return hour * 60 + int(minutes or 0), half


def read(sentence: str) -> Claim | None:
    """Return what a sentence claims, by the rules of its script; None for wishes and guesses."""
    found: Claim | None = _reader_of(sentence).read(sentence)
    return found


def tells_event(sentence: str) -> bool:
    """Say whether a sentence tells what happened. Cheaper than asking what it claims."""
    return bool(_reader_of(sentence).tells_event(sentence))


def _reader_of(sentence: str) -> ModuleType:
    readers = modules("claims")
    others = (reader for code, reader in readers.items() if code != DEFAULT)
    return next((one for one in others if one.is_written(sentence)), readers[DEFAULT])


@lru_cache(maxsize=1)
def opposed_words() -> frozenset[str]:
    """Return every word that has an opposite."""
    return frozenset(_sides())


def are_opposite(one: str, other: str) -> bool:
    """Say whether one word excludes the other."""
    sides, others = _sides().get(one, {}), _sides().get(other, {})
    shared = [row for row in sides if row in others]
    if any(sides[row] == others[row] for row in shared):
        return False  # "full" and "sated": the same where they meet at all
    return bool(shared)


@lru_cache(maxsize=1)
def _sides() -> dict[str, dict[int, int]]:
    """Return in which rows, and on which side of each, a word stands."""
    found: dict[str, dict[int, int]] = {}
    lines = [line for _, rows in entries("opposites", "rows") for line in rows.strip().splitlines()]
    for row, line in enumerate(lines):
        for side, group in enumerate(line.split("|")):
            for word in group.split():
                found.setdefault(word, {})[row] = side
    return found
