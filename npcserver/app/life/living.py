"""Letting the clock take effect: whatever is due begins, for all characters of a timeline at once.

Promises whose time has passed are broken by the same tick.

No model is asked and nobody waits for one. What a tick brings is stored as a whole, and only if
nobody it concerns has begun something else meanwhile.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from npcserver.app.branches.undone import resumed_talks
from npcserver.app.broadcast import Broadcast
from npcserver.app.context.mindset import Minds
from npcserver.app.lateness import unless_left
from npcserver.app.life.overdue import overdue
from npcserver.app.life.town import Town, load_town, news_of, wishes_of_seers
from npcserver.app.perceiving.retaining import Retained
from npcserver.mind.living import begin
from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job, JobDraft
from npcserver.ports.storage import Append, Reader

_ATTEMPTS = 3


class Living:
    """Does LIVE, for a timeline and not for one mind: the acts that are due begin."""

    def __init__(
        self,
        minds: Minds,
        broadcast: Broadcast,
        retained: Retained,
        *,
        ratings_due: Callable[[TimelineId, datetime], tuple[JobDraft, ...]] = lambda *_: (),
    ) -> None:
        """Live; `ratings_due` tells whose memories have waited for a rating long enough."""
        self._minds = minds
        self._broadcast = broadcast
        self._retained = retained
        self._ratings_due = ratings_due

    async def __call__(self, job: Job) -> None:
        """Begin what is due.

        Raises `Conflict` when others keep acting in between, or when the game leaves the timeline.
        """
        since: int | None = None
        for attempt in range(1, _ATTEMPTS + 1):
            append, seq = await self._tick(job.timeline_id)
            since = seq if since is None else since
            if not append.drafts and not append.jobs:
                return
            fences = (unless_left(since), *append.fences)
            try:
                await self._minds.store.append(replace(append, fences=fences))
            except Conflict as conflict:
                if attempt == _ATTEMPTS or conflict.reason is Reason.TIMELINE_LEFT:
                    raise
            else:
                self._broadcast.announce(job.timeline_id)
                return

    async def _tick(self, timeline_id: TimelineId) -> tuple[Append, int]:
        """Return what begins now, and as of which position. Reads one snapshot."""
        async with self._minds.store.read() as reader:
            town = await reader.together(partial(self._load, timeline_id))
            begun = begin(town.lives, town.moment)
            scenery = town.scenery()
            for one in begun:
                scenery.carry_out(one)
            news = await news_of(self._retained, town.view, scenery.glimpses)
            resumed = await resumed_talks(town.view)
            late = await overdue(reader, town.view)
        append = Append(
            timeline_id=timeline_id,
            drafts=(*scenery.drafts, *(glimpse.drafted() for glimpse in news), *late.drafts),
            jobs=(
                *town.wishes(begun),
                *wishes_of_seers(town, scenery.glimpses, news),
                *resumed,
                *late.jobs,
                *self._ratings_due(timeline_id, town.moment.now),
            ),
            fences=(*town.fences(begun), *late.fences),
        )
        return append, town.view.vantage.seq

    async def _load(self, timeline_id: TimelineId, reader: Reader) -> Town:
        return await load_town(self._minds, reader, await reader.head(timeline_id))
