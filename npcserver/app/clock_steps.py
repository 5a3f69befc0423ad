"""Moves of the clock that wait until characters have done what is due."""

import asyncio
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from npcserver.app.admission import Admission, CallClass, flow_in
from npcserver.app.play import ClockAdvanced, Play
from npcserver.model import limits
from npcserver.model.bounds import NumberRange
from npcserver.model.ids import TimelineId
from npcserver.model.job import Urgency, urgency_of
from npcserver.ports.clock import Clock
from npcserver.ports.jobs import Jobs
from npcserver.ports.storage import RequestKey, Store

_LOOK_SECONDS = 0.02
_JOBS = 10_000


class ClockWait(StrEnum):
    """What a move of the clock waits for: acts and reactions that are due, or all thoughts."""

    ACTS = "acts"
    THOUGHTS = "thoughts"


class ClockSteps:
    """Moves the clock of a timeline and lets its characters catch up.

    A step holds a place at the gate of writes only while it writes.
    """

    def __init__(
        self, play: Play, store: Store, jobs: Jobs, admission: Admission, clock: Clock
    ) -> None:
        self._play = play
        self._store = store
        self._jobs = jobs
        self._admission = admission
        self._clock = clock

    async def advance_clock(
        self,
        *,
        timeline_id: TimelineId,
        game_time: datetime,
        wait_for: ClockWait | None = None,
        wait_ms: Annotated[int, NumberRange(1, limits.CLOCK_WAIT_MS)] = 10_000,
        key: RequestKey | None = None,
    ) -> ClockAdvanced:
        """Move game time forward; return once what is waited for is done, or after `wait_ms`.

        Raises `NotPossibleNow` when it would run backwards. A repeat of a request waits again.
        """
        end = self._clock.monotonic() + wait_ms / 1000
        if wait_for is not None:  # until seed memories are embedded, nobody recalls them
            async with self._store.read() as reader:
                world = await reader.world((await reader.timeline(timeline_id)).world_id)
            await self._settle(world.genesis_id, wait_for, end)
        async with self._admission.gate(CallClass.WRITES).passed(flow_in(timeline_id)):
            moved = await self._play.advance_clock(
                timeline_id=timeline_id, game_time=game_time, key=key
            )
        if wait_for is None:
            return moved
        return replace(moved, open_thoughts=await self._settle(timeline_id, wait_for, end))

    async def _settle(self, timeline_id: TimelineId, wait_for: ClockWait, end: float) -> int:
        """Wait until nothing of a kind is due; return how many jobs of any kind are."""
        while True:
            due = await self._jobs.overdue(timeline_id, _JOBS)
            is_open = any(
                wait_for is ClockWait.THOUGHTS or urgency_of(one.kind) is Urgency.TIME
                for one in due
            )
            left = end - self._clock.monotonic()
            if not is_open or left <= 0:
                return len(due)
            await asyncio.sleep(min(_LOOK_SECONDS, left))
