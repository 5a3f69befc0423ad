"""The attention tier of each character, as the game sets it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from npcserver.app.authored import character_at
from npcserver.app.authoring.directory import Directory
from npcserver.app.context.extras import awaken, jobs_of
from npcserver.app.context.mindset import bodies_of, places_of
from npcserver.app.idempotency import read_positions
from npcserver.app.life.extra_habits import ExtraHabits
from npcserver.model.character import Attention
from npcserver.model.extra import ExtraHabit
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import Attended, Draft, RecordKind
from npcserver.ports.storage import Append, Appended, RequestKey, Store, UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class SetAttention:
    """A request to set the attention tiers of some characters."""

    timeline_id: TimelineId
    changes: tuple[tuple[CharacterId, Attention], ...]
    key: RequestKey | None = None


class AttentionSettings:
    """The use case of `PlayService.SetAttention`.

    `came_near` is called with foreground characters.
    """

    def __init__(
        self,
        store: Store,
        directory: Directory,
        *,
        attention: Attention = Attention.BACKGROUND,
        came_near: Callable[[TimelineId, Sequence[CharacterId]], None] = lambda *_: None,
    ) -> None:
        self._store = store
        self._directory = directory
        self._attention = attention
        self._came_near = came_near

    async def set_attention(self, request: SetAttention) -> int:
        """Store the tiers that changed, and queue a tick for them; return the last seq.

        One that becomes an extra gets a habit, one that no longer is one the past that its habit
        means. Raises `NotFound` for a character that does not exist; then nothing is stored.
        """
        world_id = await self._directory.world_of(request.timeline_id)
        await self._directory.check(world_id, [who for who, _ in request.changes], ())
        habits = await self._habits(request)

        async def work(unit: UnitOfWork) -> int:
            kept = None if request.key is None else await unit.answer(request.key)
            if kept is not None:
                return read_positions(kept)[1]
            return (await self._append(unit, request, habits)).last

        last = await self._store.write(work)
        near = [who for who, tier in request.changes if tier is Attention.FOREGROUND]
        self._came_near(request.timeline_id, near)
        return last

    async def _habits(self, request: SetAttention) -> dict[str, ExtraHabit]:
        """Return the habits of those that become extras, by id."""
        extras = [who for who, tier in request.changes if tier is Attention.CROWD]
        if not extras:
            return {}
        async with self._store.read() as reader:
            view = await reader.head(request.timeline_id)
            world = await reader.world(view.timeline.world_id)
            places = await places_of(reader, world)
            people = [await character_at(reader, view, who) for who in extras]

        def cast() -> dict[str, ExtraHabit]:
            habits = ExtraHabits(world, places)
            return {one.id: habits.habit(one) for one in people}

        # In a thread: of hundreds it takes a while, and others must be answered meanwhile.
        return await asyncio.to_thread(cast)

    async def _append(
        self, unit: UnitOfWork, request: SetAttention, habits: Mapping[str, ExtraHabit]
    ) -> Appended:
        """Append the tiers that changed, and the past of those that no longer are extras."""
        timeline_id = request.timeline_id
        view = await unit.head(timeline_id)
        tiers = bodies_of(await view.latest_by_subject(RecordKind.ATTENTION), Attended)
        whispered = await view.latest_by_subject(RecordKind.WHISPER)
        drafts: list[Draft] = []
        jobs: list[JobDraft] = []
        for who, tier in dict(request.changes).items():
            now = tiers.get(who, Attended(attention=self._attention))
            # what the game sets holds for good, also where it is the tier of one just spoken to
            if now.attention is tier and (now.habit is not None) is (tier is Attention.CROWD):
                continue
            if now.extra is not None:
                drafts += await awaken(unit, view, (who,), tier=tier)
            else:
                body = Attended(attention=tier, habit=habits.get(who))
                drafts.append(Draft(RecordKind.ATTENTION, body, who))
            if tier.is_awake and who in whispered:
                jobs.append(JobDraft(JobKind.PLAN, timeline_id, who))
        tick = [JobDraft(JobKind.LIVE, timeline_id, "")] if drafts else []
        jobs = [*tick, *jobs, *jobs_of(timeline_id, drafts)]
        return await unit.append(
            Append(timeline_id, tuple(drafts), jobs=tuple(jobs), key=request.key)
        )
