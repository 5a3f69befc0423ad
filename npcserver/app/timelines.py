"""Timelines: starting, saving, loading, deleting. Nothing is copied, and nobody waits."""

from dataclasses import dataclass

from npcserver.app.branches.undone import resuming
from npcserver.app.broadcast import Broadcast
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.once import once
from npcserver.app.paging import Page, Paged, cut
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import SaveId, TimelineId, WorldId, new_id
from npcserver.model.marks import Left
from npcserver.model.record import Draft, RecordKind
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Append, RequestKey, Store, UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveMoment:
    """A wish to name a moment of a timeline; `seq` None means its head."""

    timeline_id: TimelineId
    name: str
    seq: int | None = None
    key: RequestKey | None = None


class Timelines:
    """The use cases of `TimelineService` but for `Diff`.

    `floor` is where turns are spoken, which end when the game leaves their timeline.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        broadcast: Broadcast | None = None,
        floor: TurnLock | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._broadcast = broadcast or Broadcast()
        self._floor = floor or TurnLock()

    async def start(
        self, world_id: WorldId, label: str = "", key: RequestKey | None = None
    ) -> Timeline:
        """Start a new line of play from the world's genesis."""

        async def work(unit: UnitOfWork) -> Timeline:
            world = await unit.world(world_id)
            return await self._fork(unit, await unit.timeline(world.genesis_id), label)

        return await once(self._store, key, Timeline, work)

    async def get(self, timeline_id: TimelineId) -> Timeline:
        """Return a timeline as it is now. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await reader.timeline(timeline_id)

    async def save(self, moment: SaveMoment) -> Save:
        """Name a moment; a seq within records that were stored together moves to their end.

        Raises `NotFound`, or `CursorTooNew` for a seq beyond the head.
        """

        async def work(unit: UnitOfWork) -> Save:
            timeline = await unit.timeline(moment.timeline_id)
            vantage, game_time = timeline.vantage, timeline.game_time
            if moment.seq not in (None, timeline.head):
                seq = await unit.append_end(Vantage(timeline.id, moment.seq))
                view = await unit.at(Vantage(timeline.id, seq))
                vantage, game_time = view.vantage, await view.game_time()
            save = Save(
                id=SaveId(new_id("sav")),
                world_id=timeline.world_id,
                vantage=vantage,
                name=moment.name,
                game_time=game_time,
                created_at=self._clock.now(),
            )
            await unit.add_save(save)
            return save

        return await once(self._store, moment.key, Save, work)

    async def load(
        self,
        save_id: SaveId,
        label: str = "",
        leaving: TimelineId | None = None,
        key: RequestKey | None = None,
    ) -> Timeline:
        """Start a timeline that sees everything up to a save, and nothing after it.

        The timeline that the game is `leaving` by it stays as it is, but for what is under way
        there: turns end with what was delivered, thoughts are let go. Raises `NotFound`, or
        `InvalidInput` for leaving a timeline of another world.
        """
        has_left = False

        async def work(unit: UnitOfWork) -> Timeline:
            nonlocal has_left
            save = await unit.save(save_id)
            timeline = await self._fork(unit, save, label or save.name)
            await unit.want((resuming(timeline.id),))
            if leaving is not None:
                await _leave(unit, leaving, save, timeline)
                has_left = True
            return timeline

        loaded = await once(self._store, key, Timeline, work)
        if leaving is not None and has_left:  # a repeat of the call ends nothing begun since
            self._end_play(leaving)
        return loaded

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

    async def delete_save(self, save_id: SaveId, key: RequestKey | None = None) -> None:
        """Delete a save; what nobody else needs is freed by and by. Raises `NotFound`."""

        async def work(unit: UnitOfWork) -> bool:
            await unit.delete_save(save_id)
            return True

        await once(self._store, key, bool, work)

    async def delete(
        self, timeline_id: TimelineId, *, saves: bool = False, key: RequestKey | None = None
    ) -> None:
        """Delete a timeline, with `saves` also those made on it; what was under way there ends.

        Saves that are kept, and timelines that forked from it, keep what they see of it. Raises
        `NotFound`, or `NotPossibleNow` for the genesis of a world.
        """

        async def work(unit: UnitOfWork) -> bool:
            await unit.delete_timeline(timeline_id, saves=saves)
            return True

        await once(self._store, key, bool, work)
        self._end_play(timeline_id)

    def _end_play(self, timeline_id: TimelineId) -> None:
        """Let those who play or watch in this process know at once; others find out by looking."""
        self._broadcast.announce(timeline_id, is_end=True)
        self._floor.leave(timeline_id)

    async def _fork(self, unit: UnitOfWork, start: Timeline | Save, label: str) -> Timeline:
        """Add a timeline that begins at the head of another, or at a save."""
        vantage = start.vantage
        timeline = Timeline(
            id=TimelineId(new_id("tl")),
            world_id=start.world_id,
            parent_id=vantage.timeline_id,
            forked_at=vantage.seq,
            head=vantage.seq,
            game_time=start.game_time,
            label=label,
            created_at=self._clock.now(),
        )
        await unit.add_timeline(timeline)
        return await unit.timeline(timeline.id)


async def _leave(unit: UnitOfWork, timeline_id: TimelineId, save: Save, to: Timeline) -> None:
    """Mark a timeline as left for another, and let go of the work that waits there."""
    left = await unit.timeline(timeline_id)
    if left.world_id != save.world_id:
        raise InvalidInput(
            "leaving_timeline_id",
            f"is a timeline of world {left.world_id!r}, and the save is one of "
            f"{save.world_id!r}; name the timeline that is played in this world, or none",
            timelineId=timeline_id,
        )
    body = Left(save_id=save.id, to_id=to.id)
    draft = Draft(kind=RecordKind.LEFT, body=body)
    await unit.append(Append(timeline_id=timeline_id, drafts=(draft,)))
    await unit.rest(timeline_id)
