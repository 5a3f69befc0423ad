"""Wakes those who follow timelines once a commit has changed one; every store keeps one."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from npcserver.model.ids import TimelineId
from npcserver.model.record import Draft, RecordKind


@dataclass(slots=True)
class TimelineChanges:
    """The timelines that a transaction lets grow, and those that it ends.

    A timeline ends where the game leaves it, or it is deleted. `all_ended` stands for any number.
    """

    grown: set[TimelineId] = field(default_factory=set)
    ended: set[TimelineId] = field(default_factory=set)
    all_ended: bool = False

    def note(self, timeline_id: TimelineId, drafts: Sequence[Draft]) -> None:
        """Note records that were appended to a timeline."""
        if any(draft.kind is RecordKind.LEFT for draft in drafts):
            self.ended.add(timeline_id)
        elif drafts:
            self.grown.add(timeline_id)


@dataclass(slots=True, eq=False)
class Ear:
    """A listener: `grown` is set for it, and it clears it; `seq` is the head that it knows."""

    grown: asyncio.Event = field(default_factory=asyncio.Event)
    seq: int = 0


class Broadcast:
    """Sets the events of those who listen to a timeline."""

    def __init__(self) -> None:
        self._ears: defaultdict[tuple[TimelineId, bool], set[Ear]] = defaultdict(set)

    @property
    def timelines(self) -> set[TimelineId]:
        """The timelines that are listened to."""
        return {timeline_id for timeline_id, _ in self._ears}

    @contextmanager
    def listening(self, timeline_id: TimelineId, *, only_end: bool = False) -> Iterator[Ear]:
        """Return a context with an ear that is told whenever the timeline grew.

        With `only_end` it is told only when the timeline may have ended.
        """
        name, ear = (timeline_id, only_end), Ear()
        self._ears[name].add(ear)
        try:
            yield ear
        finally:
            self._ears[name].discard(ear)
            if not self._ears[name]:
                del self._ears[name]

    def announce(self, timeline_id: TimelineId, *, is_end: bool = False) -> None:
        """Wake all who listen to a timeline; `is_end` where it may have ended."""
        for only_end in (False, True) if is_end else (False,):
            for ear in self._ears.get((timeline_id, only_end), ()):
                ear.grown.set()

    def announce_changes(self, changes: TimelineChanges) -> None:
        """Wake all who listen to what a committed transaction changed."""
        for timeline_id in changes.grown - changes.ended:
            self.announce(timeline_id)
        for timeline_id in self.timelines if changes.all_ended else changes.ended:
            self.announce(timeline_id, is_end=True)

    def announce_heads(self, heads: Mapping[TimelineId, int | None]) -> None:
        """Wake all who know less than the present heads; None is that of a deleted timeline."""
        for timeline_id, head in heads.items():
            for only_end in (False, True):
                for ear in self._ears.get((timeline_id, only_end), ()):
                    if head is None or ear.seq < head:
                        ear.grown.set()
