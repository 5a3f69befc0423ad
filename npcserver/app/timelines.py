"""Timelines: starting, saving, loading. None copies or waits, however long play has lasted."""

from dataclasses import dataclass

from npcserver.app.once import once
from npcserver.app.paging import Page, Paged, cut
from npcserver.model.ids import SaveId, TimelineId, WorldId, new_id
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.record import RecordKind
from npcserver.model.thought import Conversed
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.ports.clock import Clock
from npcserver.ports.storage import RequestKey, Store, UnitOfWork

_LATELY = 300  # records
_THOUGHT_OVER = (
    RecordKind.OBSERVATION,
    RecordKind.UTTERANCE,
    RecordKind.LINE,
    RecordKind.WHISPER,
    RecordKind.CONVERSATION,
)
_LEFT_UNDONE = (JobKind.DIGEST, JobKind.REACT, JobKind.SUMMARISE, JobKind.RELATE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveMoment:
    """A wish to name a moment of a timeline; `seq` None means its head."""

    timeline_id: TimelineId
    name: str
    seq: int | None = None
    key: RequestKey | None = None


class Timelines:
    """The use cases of `TimelineService`."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def start(
        self, world_id: WorldId, label: str = "", key: RequestKey | None = None
    ) -> Timeline:
        """Start a new line of play from the world's genesis."""

        async def work(unit: UnitOfWork) -> Timeline:
            world = await unit.world(world_id)
            root = await unit.timeline(world.genesis_id)
            return await self._fork(unit, root, root.vantage, label)

        return await once(self._store, key, Timeline, work)

    async def get(self, timeline_id: TimelineId) -> Timeline:
        """Return a timeline as it is now. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await reader.timeline(timeline_id)

    async def save(self, moment: SaveMoment) -> Save:
        """Name a moment. Raises `NotFound`, or `CursorTooNew` for a seq beyond the head."""

        async def work(unit: UnitOfWork) -> Save:
            timeline = await unit.timeline(moment.timeline_id)
            seq = timeline.head if moment.seq is None else moment.seq
            view = await unit.at(Vantage(timeline.id, seq))
            save = Save(
                id=SaveId(new_id("sav")),
                world_id=timeline.world_id,
                vantage=view.vantage,
                name=moment.name,
                game_time=await view.game_time(),
                created_at=self._clock.now(),
            )
            await unit.add_save(save)
            return save

        return await once(self._store, moment.key, Save, work)

    async def load(
        self, save_id: SaveId, label: str = "", key: RequestKey | None = None
    ) -> Timeline:
        """Start a timeline that sees everything up to a save, and nothing after it."""

        async def work(unit: UnitOfWork) -> Timeline:
            save = await unit.save(save_id)
            saved = await unit.timeline(save.vantage.timeline_id)
            timeline = await self._fork(unit, saved, save.vantage, label or save.name)
            await _resume(unit, timeline)
            return timeline

        return await once(self._store, key, Timeline, work)

    async def saves(self, world_id: WorldId, page: Page) -> Paged[Save]:
        """Return a page of a world's saves, by id."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.saves(world_id, page.size + 1, page.cursor)
        return cut(found, page, lambda save: save.id)

    async def list(self, world_id: WorldId, page: Page) -> Paged[Timeline]:
        """Return a page of a world's timelines, by id."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.timelines(world_id, page.size + 1, page.cursor)
        return cut(found, page, lambda timeline: timeline.id)

    async def _fork(
        self, unit: UnitOfWork, parent: Timeline, vantage: Vantage, label: str
    ) -> Timeline:
        view = await unit.at(vantage)
        timeline = Timeline(
            id=TimelineId(new_id("tl")),
            world_id=parent.world_id,
            parent_id=vantage.timeline_id,
            forked_at=vantage.seq,
            head=vantage.seq,
            game_time=await view.game_time(),
            label=label,
            created_at=self._clock.now(),
        )
        await unit.add_timeline(timeline)
        return await unit.timeline(timeline.id)


async def _resume(unit: UnitOfWork, timeline: Timeline) -> None:
    """Wish anew for what minds may have left undone; where nothing was, nothing comes of it."""
    view = await unit.head(timeline.id)
    lately = await view.after(max(0, timeline.head - _LATELY), _LATELY, _THOUGHT_OVER)
    minds = dict.fromkeys(record.character_id for record in lately)
    talks: dict[str, str] = {}
    for record in lately:  # who began a talk carries it on
        if isinstance(record.body, Conversed):
            talks.setdefault(record.body.conversation_id, record.character_id)
    wishes = [JobDraft(kind, timeline.id, mind) for mind in minds for kind in _LEFT_UNDONE]
    wishes += [JobDraft(JobKind.CONVERSE, timeline.id, mind) for mind in talks.values()]
    await unit.want(wishes)
