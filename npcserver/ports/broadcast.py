"""Wakes those who wait for what a commit changes; every store keeps one."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from npcserver.aio import Signal
from npcserver.model.ids import TimelineId
from npcserver.model.record import Draft


@dataclass(slots=True)
class TimelineChanges:
    """The timelines that a transaction lets grow or deletes; `all` stands for any number."""

    changed: set[TimelineId] = field(default_factory=set)
    all: bool = False

    def note(self, timeline_id: TimelineId, drafts: Sequence[Draft]) -> None:
        """Note records that were appended to a timeline."""
        if drafts:
            self.changed.add(timeline_id)


@dataclass(slots=True, eq=False)
class Ear:
    """A listener: `grown` is set for it, and it clears it; `seq` is the head that it knows."""

    grown: asyncio.Event = field(default_factory=asyncio.Event)
    seq: int = 0


class Broadcast:
    """Sets the events of those who listen to a timeline, or to notes.

    `jobs` counts what may have let a job become due. `is_told` is whether the database tells what
    other processes commit; where it does not, those who wait for that have to look for it.
    """

    def __init__(self) -> None:
        self.jobs = Signal()
        self.is_told = False
        self._ears: defaultdict[TimelineId, set[Ear]] = defaultdict(set)
        self._readers: set[asyncio.Event] = set()

    @property
    def timelines(self) -> set[TimelineId]:
        """The timelines that are listened to."""
        return set(self._ears)

    @contextmanager
    def listening(self, timeline_id: TimelineId) -> Iterator[Ear]:
        """Return a context with an ear that is told whenever the timeline grew or is deleted."""
        ear = Ear()
        self._ears[timeline_id].add(ear)
        try:
            yield ear
        finally:
            self._ears[timeline_id].discard(ear)
            if not self._ears[timeline_id]:
                del self._ears[timeline_id]

    @contextmanager
    def reading_notes(self) -> Iterator[asyncio.Event]:
        """Return a context with an event that is set whenever a note may have been written."""
        event = asyncio.Event()
        self._readers.add(event)
        try:
            yield event
        finally:
            self._readers.discard(event)

    def announce_notes(self) -> None:
        """Wake all who read notes."""
        for event in self._readers:
            event.set()

    def announce(self, timeline_id: TimelineId) -> None:
        """Wake all who listen to a timeline."""
        for ear in self._ears.get(timeline_id, ()):
            ear.grown.set()

    def announce_changes(self, changes: TimelineChanges) -> None:
        """Wake all who listen to what a committed transaction changed."""
        for timeline_id in self.timelines if changes.all else changes.changed:
            self.announce(timeline_id)

    def announce_heads(self, heads: Mapping[TimelineId, int | None]) -> None:
        """Wake all who know less than the present heads; None is that of a deleted timeline."""
        for timeline_id, head in heads.items():
            for ear in self._ears.get(timeline_id, ()):
                if head is None or ear.seq < head:
                    ear.grown.set()
