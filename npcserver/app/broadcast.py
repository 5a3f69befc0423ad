"""Wakes those who watch a timeline. It carries no data: the log is the truth and is read again."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from npcserver.model.ids import TimelineId


class Broadcast:
    """Tells watchers in this process that a timeline grew; others find out by polling."""

    def __init__(self) -> None:
        self._ears: defaultdict[TimelineId, set[asyncio.Event]] = defaultdict(set)

    def announce(self, timeline_id: TimelineId) -> None:
        """Wake everybody who listens to this timeline."""
        for ear in self._ears.get(timeline_id, ()):
            ear.set()

    @contextmanager
    def listening(self, timeline_id: TimelineId) -> Iterator[asyncio.Event]:
        """Give an event that is set whenever the timeline grew; the listener clears it."""
        ear = asyncio.Event()
        self._ears[timeline_id].add(ear)
        try:
            yield ear
        finally:
            self._ears[timeline_id].discard(ear)
            if not self._ears[timeline_id]:
                del self._ears[timeline_id]
