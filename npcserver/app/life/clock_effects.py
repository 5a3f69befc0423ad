"""The effects of the clock: acts begin, commitments are broken, standings cross thresholds."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

from npcserver.app.background_work import not_left_fence
from npcserver.app.context.commitments import (
    BROKEN,
    jobs_after_settling,
    players_among,
    remembered_as,
    standing_as,
)
from npcserver.app.context.mindset import Minds, bodies_of
from npcserver.app.life.crowd import EXTRA_AFTER, keep_crowd
from npcserver.app.life.simulation import (
    Effects,
    SimulationState,
    begin_acts,
    load_simulation,
)
from npcserver.app.life.thresholds import ThresholdCrossings
from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.perception.tiers import load_attention_tiers
from npcserver.app.timelines import open_talk_jobs
from npcserver.language.deadlines import is_overdue
from npcserver.mind.action_selection import acts_to_begin
from npcserver.mind.promises import time_passed
from npcserver.model.character import Attention
from npcserver.model.commitment import Commitment, CommitmentStatus
from npcserver.model.errors import Conflict, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.record import Draft, RecordKind, owner_of_subject
from npcserver.ports.storage import Append, Fence, Reader
from npcserver.ports.view import View


async def break_overdue(
    reader: Reader, view: View, *, skipped_to: datetime | None = None
) -> Effects:
    """Return the records that break overdue promises, for every character concerned.

    The fences require that none was settled in the meantime. With `skipped_to`, a time to which the
    clock is about to jump, they are those overdue by then, remembered as of when they were due.
    """
    now = skipped_to or await view.game_time()
    records = await view.latest_by_subject(RecordKind.COMMITMENT)
    late = {
        subject: promise
        for subject, promise in bodies_of(records, Commitment).items()
        if promise.status is CommitmentStatus.OPEN
        and promise.due_at is not None
        and is_overdue(promise.due_at, now)
    }
    if not late:
        return Effects()
    world = await reader.world(view.timeline.world_id)
    roster = await reader.roster(world.id)
    drafts: list[Draft] = []
    for subject, promise in late.items():
        broken = replace(promise, status=BROKEN, because=time_passed(world.language))
        minds, players = (owner_of_subject(subject),), players_among(promise, roster)
        drafts += standing_as(broken, minds)
        memories = remembered_as(
            broken, minds, world.language, players=players, why="", calendar=world.calendar
        )
        drafts += (
            replace(one, game_time=promise.due_at) if skipped_to is not None else one
            for one in memories
        )
    vantage, tiers = view.vantage, await load_attention_tiers(view)
    holders = tuple(dict.fromkeys(owner_of_subject(subject) for subject in late))
    awake = [mind for mind in holders if tiers.get(mind, Attention.BACKGROUND).is_awake]
    return Effects(
        drafts=tuple(drafts),
        fences=tuple(Fence(one, (RecordKind.COMMITMENT,), vantage.seq) for one in late),
        jobs=(
            *jobs_after_settling(vantage.timeline_id, holders),
            *(JobDraft(JobKind.REACT, vantage.timeline_id, mind) for mind in awake),
        ),
    )


_ATTEMPTS = 3


class LiveHandler:
    """Runs LIVE jobs, for a whole timeline: the acts that are due begin."""

    def __init__(
        self,
        minds: Minds,
        retained: KnownFactsCache,
        *,
        ratings_due: Callable[[TimelineId, datetime], tuple[JobDraft, ...]] = lambda *_: (),
        extra_after: timedelta = EXTRA_AFTER,
    ) -> None:
        """Create it; `ratings_due` returns jobs for memories that have waited long enough.

        An extra that was spoken to is one again when nobody has done so for `extra_after`.
        """
        self._extra_after = extra_after
        self._minds = minds
        self._retained = retained
        self._ratings_due = ratings_due
        self._crossings = ThresholdCrossings()

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
            fences = (not_left_fence(since), *append.fences)
            try:
                await self._minds.store.append(replace(append, fences=fences))
            except Conflict as conflict:
                if attempt == _ATTEMPTS or conflict.reason is Reason.TIMELINE_LEFT:
                    raise
            else:
                return

    async def _tick(self, timeline_id: TimelineId) -> tuple[Append, int]:
        """Return the append of one tick, and the seq it is based on. Reads one snapshot."""

        async def load(reader: Reader) -> SimulationState:
            return await load_simulation(self._minds, reader, await reader.head(timeline_id))

        async with self._minds.store.read() as reader:
            town = await reader.together(load)
            begun = acts_to_begin(town.lives, town.snapshot)
            effects = await begin_acts(self._retained, town, begun)
            resumed = await open_talk_jobs(town.view)
            late = await break_overdue(reader, town.view)
            crowd = await keep_crowd(town.view, town.crowd, town.present, self._extra_after)
            crossed = await self._crossings.due(town.view, town.axes)
        append = Append(
            timeline_id,
            (*effects.drafts, *late.drafts, *crowd.drafts, *crossed.drafts),
            jobs=(
                *town.wishes(begun),
                *effects.jobs,
                *resumed,
                *late.jobs,
                *self._ratings_due(timeline_id, town.snapshot.now),
            ),
            fences=(*effects.fences, *late.fences, *crowd.fences, *crossed.fences),
        )
        return append, town.view.vantage.seq
