"""Wakes those who watch a timeline. It carries no data: the log is the truth and is read again."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from npcserver.model.ids import TimelineId


class Broadcast:
    """Tells watchers in this process that a timeline grew; others find out by polling."""

    def __init__(self) -> None:
        self._ears: defaultdict[tuple[TimelineId, bool], set[asyncio.Event]] = defaultdict(set)

    def announce(self, timeline_id: TimelineId, *, is_end: bool = False) -> None:
        """Wake everybody who listens to this timeline; `is_end` when the game left or deleted it.

        Who listens for the end alone sleeps on until then.
        """
        for only_end in (False, True) if is_end else (False,):
            for ear in self._ears.get((timeline_id, only_end), ()):
                ear.set()

    @contextmanager
    def listening(
        self, timeline_id: TimelineId, *, only_end: bool = False
    ) -> Iterator[asyncio.Event]:
        """Give an event that is set whenever the timeline grew; the listener clears it."""
        name, ear = (timeline_id, only_end), asyncio.Event()
        self._ears[name].add(ear)
        try:
            yield ear
        finally:
            self._ears[name].discard(ear)
            if not self._ears[name]:
                del self._ears[name]
