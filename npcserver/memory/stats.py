"""Statistics on the quality of a character's memories, in one pass over any number of them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain, zip_longest

from npcserver.memory.comparison import (
    Fingerprint,
    fingerprint,
    is_mere_event,
    supersedes,
    topics_of,
)
from npcserver.model import memory
from npcserver.model.memory import Memory, MemoryFault
from npcserver.model.record import Record, RecordKind, Remembered, TurnTaken

_OWN = (RecordKind.LINE, RecordKind.REFLECTION, RecordKind.PLAN)
_HELD = 8  # memories of one topic that a new one is compared with
_REPEATED = 0.6
"""Share of a line's telling words that come from what it passes on, for it to be an echo."""


@dataclass(frozen=True, slots=True)
class FaultyEntry:
    """A faulty memory, and the seq of the one it repeats or is outdated by (0: none)."""

    seq: int
    fault: MemoryFault
    of: int = 0


@dataclass(slots=True)
class MemoryStats:
    """Counts so far; feed it the memories of one character in order of seq.

    Only texts with the same words (ignoring case and punctuation) count as repeats; near-duplicates
    are left to recall, which has few to compare.
    """

    is_leftover: Callable[[Record], bool]
    total: int = 0
    faults: list[FaultyEntry] = field(default_factory=list)
    _first: dict[tuple[Fingerprint, str], tuple[int, RecordKind]] = field(default_factory=dict)
    _words: dict[int, frozenset[str]] = field(default_factory=dict)
    _holding: dict[str, list[Memory]] = field(default_factory=dict)
    _outdated: dict[int, int] = field(default_factory=dict)
    _touched: set[int] = field(default_factory=set)
    _seqs: list[int] = field(default_factory=list)

    def add(self, memories: Iterable[Record], amendments: Iterable[Record]) -> None:
        """Count a chunk of memories, and of the turns that recalled them."""
        for record in memories:
            if isinstance(record.body, Remembered):
                self._take(record, record.body)
        for record in amendments:
            if isinstance(record.body, TurnTaken):
                self._touched.update(one.seq for one in record.body.receipt.recalled)

    def count(self, fault: MemoryFault) -> int:
        """Return how many memories have a fault."""
        if fault is MemoryFault.SUPERSEDED:
            return len(self._outdated)
        return sum(one.fault is fault for one in self.faults)

    @property
    def never_recalled(self) -> int:
        """Number of memories that were never recalled in a turn."""
        return sum(seq not in self._touched for seq in self._seqs)

    @property
    def junk(self) -> float:
        """Share of faulty memories, 0 to 1; outdated ones do not count."""
        return len(self.faults) / self.total if self.total else 0.0

    def examples(self, most: int) -> tuple[FaultyEntry, ...]:
        """Return up to `most` faulty memories, the newest of each fault in turn."""
        outdated = [
            FaultyEntry(seq, MemoryFault.SUPERSEDED, of) for seq, of in self._outdated.items()
        ]
        by_fault = [
            sorted(
                (one for one in (*self.faults, *outdated) if one.fault is fault),
                key=lambda one: -one.seq,
            )
            for fault in MemoryFault
        ]
        in_turn = chain.from_iterable(zip_longest(*by_fault))
        return tuple(one for one in in_turn if one is not None)[:most]

    def _take(self, record: Record, body: Remembered) -> None:
        self.total += 1
        self._seqs.append(record.seq)
        if self.is_leftover(record):
            self.faults.append(FaultyEntry(record.seq, MemoryFault.LEFTOVER))
            return
        says = fingerprint(record)
        self._words[record.seq] = frozenset(says.words)
        thing = body.about[0] if body.is_standing and body.about else ""
        first = self._first.setdefault((says, thing), (record.seq, record.kind))
        if first[0] != record.seq:
            is_own = record.kind in _OWN or first[1] in _OWN
            fault = MemoryFault.ECHO if is_own else MemoryFault.DUPLICATE
            self.faults.append(FaultyEntry(record.seq, fault, first[0]))
            if not is_own:
                self._hold(record)  # a repeat makes the statement current again
            return
        echoed = self._echoed(record, body)
        if echoed:
            self.faults.append(FaultyEntry(record.seq, MemoryFault.ECHO, echoed))
            return
        self._hold(record)

    def _echoed(self, record: Record, body: Remembered) -> int:
        """Return the seq of the memory that a line merely passes on; 0 for none."""
        told = [seq for seq in body.evidence if seq in self._words]
        words = self._words[record.seq]
        if record.kind is not RecordKind.LINE or not told or not words:
            return 0
        known = frozenset().union(*(self._words[seq] for seq in told))
        if len(words & known) < _REPEATED * len(words):
            return 0
        return max(told, key=lambda seq: (len(words & self._words[seq]), -seq))

    def _hold(self, record: Record) -> None:
        """Let a memory outdate those that it contradicts; plain events are left out."""
        if is_mere_event(record.text):
            return
        newer = memory.of(record, importance=None, last_accessed_at=record.game_time)
        for topic in topics_of(record):
            holding = self._holding.get(topic, [])
            gone = [older for older in holding if supersedes(newer, older)]
            for older in gone:
                self._outdated.setdefault(older.seq, record.seq)
            if gone or not holding:
                kept = [older for older in holding if older.seq not in self._outdated]
                self._holding[topic] = [*kept, newer]
            elif len(holding) < _HELD:
                holding.append(newer)
