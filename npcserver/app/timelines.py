"""The use cases of `TimelineService` but for `Diff`, and the jobs of loads and deletions."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from npcserver.app.background_work import Foreground, not_left_fence
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.group_moves import to_perform, unfinished
from npcserver.app.idempotency import do_once, run_once
from npcserver.app.pagination import Page, ResultPage, cut_page
from npcserver.model.bounds import Language, Name, Seq
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import SaveId, TimelineId, WorldId, new_id
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.record import Draft, Record, RecordKind, TimelineLeft
from npcserver.model.thought import Conversed
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Append, RequestKey, Store, UnitOfWork
from npcserver.ports.view import View

_LATELY = 300  # records
_THOUGHT_OVER = (
    RecordKind.OBSERVATION,
    RecordKind.UTTERANCE,
    RecordKind.LINE,
    RecordKind.WHISPER,
    RecordKind.CONVERSATION,
)
_LEFT_UNDONE = (JobKind.DIGEST, JobKind.REACT, JobKind.SUMMARISE, JobKind.RELATE)
_OF_THE_TIMELINE = ""


def resume_job(timeline_id: TimelineId) -> JobDraft:
    """Return the one job that a load queues; the loader does not wait for it."""
    return JobDraft(JobKind.RESUME, timeline_id, _OF_THE_TIMELINE)


class ResumeHandler:
    """Runs RESUME jobs: queues what may be unfinished at the point where a timeline began.

    Where nothing was unfinished, the queued jobs find nothing to do.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def __call__(self, job: Job) -> None:
        """Queue the jobs.

        Raises `Conflict` (TIMELINE_LEFT) when the game has left in the meantime.
        """
        async with self._store.read() as reader:
            timeline = await reader.timeline(job.timeline_id)
            began = Vantage(timeline.id, timeline.forked_at)
            wishes = await _open_jobs(await reader.at(began), timeline.id)
        if wishes:
            fences = (not_left_fence(timeline.forked_at),)
            await self._store.append(Append(timeline.id, (), jobs=wishes, fences=fences))


async def _open_jobs(view: View, timeline_id: TimelineId) -> tuple[JobDraft, ...]:
    seq = max(0, view.vantage.seq - _LATELY)
    lately = await view.after(seq, _LATELY, _THOUGHT_OVER)
    minds = dict.fromkeys(record.character_id for record in lately)
    wishes = [JobDraft(kind, timeline_id, mind) for mind in minds for kind in _LEFT_UNDONE]
    whispered = await view.latest_by_subject(RecordKind.WHISPER)
    wishes += [JobDraft(JobKind.PLAN, timeline_id, mind) for mind in sorted(whispered)]
    talkers = _talkers(await _open_talks(view))
    wishes += [JobDraft(JobKind.CONVERSE, timeline_id, mind) for mind in talkers]
    wishes += [to_perform(timeline_id, chat_id) for chat_id in await unfinished(view)]
    return tuple(wishes)


async def open_talk_jobs(view: View) -> tuple[JobDraft, ...]:
    """Return jobs for the talks that were open when the game left, now that it plays on.

    Leaving cancelled all jobs. Without these, neither of the two could be talked with until their
    talk ended. Group chats go on too.
    """
    timeline_id = view.vantage.timeline_id
    left = await view.latest(RecordKind.LEFT, _OF_THE_TIMELINE)
    if left is None or left.timeline_id != timeline_id:
        return ()
    begun = [record for record in await _open_talks(view) if record.seq < left.seq]
    talks = tuple(JobDraft(JobKind.CONVERSE, timeline_id, mind) for mind in _talkers(begun))
    chats = await unfinished(view, before=left.seq)
    return (*talks, *(to_perform(timeline_id, chat_id) for chat_id in chats))


async def _open_talks(view: View) -> list[Record]:
    """Return the latest record of each character that is in a conversation, oldest first."""
    newest = await view.latest_by_subject(RecordKind.CONVERSATION)
    still_open = (
        record
        for record in newest.values()
        if isinstance(record.body, Conversed) and not record.body.is_over
    )
    return sorted(still_open, key=lambda record: record.seq)


def _talkers(records: Iterable[Record]) -> tuple[str, ...]:
    """Return who carries each talk on: its beginner, who has the first record of it."""
    talks: dict[str, str] = {}
    for record in records:
        if isinstance(record.body, Conversed):
            talks.setdefault(record.body.conversation_id, record.character_id)
    return tuple(dict.fromkeys(talks.values()))


ROWS_FREED_AT_ONCE = 2_000
"""Rows freed in one transaction, which takes a few milliseconds."""
_LULL_SECONDS = 1.0
_PAUSE_SECONDS = 0.02  # lets a waiting writer take its turn


class FreeHandler:
    """Runs FREE jobs, one for each deleted timeline."""

    def __init__(
        self, store: Store, foreground: Foreground, *, most: int = ROWS_FREED_AT_ONCE
    ) -> None:
        self._store = store
        self._foreground = foreground
        self._most = most

    async def __call__(self, job: Job) -> None:
        """Free all rows of a deleted timeline that no other timeline sees."""
        while not await self._store.write(lambda unit: unit.free(job.timeline_id, self._most)):
            await asyncio.sleep(_PAUSE_SECONDS)
            await self._foreground.lull(_LULL_SECONDS)


class Timelines:
    """The use cases of `TimelineService` except `Diff`.

    `floor` holds the running turns, which end when the game leaves their timeline. `forget` is
    called for each timeline that was deleted, `began` for each that begins, with its world.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        floor: TurnLock | None = None,
        forget: Callable[[TimelineId], None] = lambda _: None,
        began: Callable[[TimelineId, WorldId], None] = lambda _timeline, _world: None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._floor = floor or TurnLock()
        self._forget = forget
        self._began = began

    async def start(
        self,
        world_id: WorldId,
        label: Name = "",
        key: RequestKey | None = None,
        language: Language = "",
    ) -> Timeline:
        """Start a timeline from the world's genesis; `language` is that of its players."""

        async def work(unit: UnitOfWork) -> Timeline:
            world = await unit.world(world_id)
            return await self._fork(unit, await unit.timeline(world.genesis_id), label, language)

        return await self._begin(key, work)

    async def get(self, timeline_id: TimelineId) -> Timeline:
        """Return a timeline as it is now. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await reader.timeline(timeline_id)

    async def save(
        self,
        *,
        timeline_id: TimelineId,
        name: Name = "",
        seq: Seq | None = None,
        overwrite: bool = False,
        key: RequestKey | None = None,
    ) -> Save:
        """Name a moment, by default the head.

        A seq within records that were stored together moves to their end. With `overwrite` the
        saves of that name in the same playthrough are deleted.

        Raises `NotFound`, or `CursorTooNew` for a seq beyond the head.
        """
        if overwrite and not name:
            raise InvalidInput("name", "is empty; name the save that is to be overwritten")

        async def work(unit: UnitOfWork) -> Save:
            moment = await _moment(unit, timeline_id, seq)
            save = Save(
                id=SaveId(new_id("sav")),
                world_id=moment.world_id,
                vantage=moment.vantage,
                name=name,
                game_time=moment.game_time,
                created_at=self._clock.now(),
            )
            same = await unit.saves_in_playthrough(timeline_id, name) if overwrite else ()
            await unit.add_save(save)
            for save_id in same:
                with suppress(NotFound):  # deleted at the same time
                    await unit.delete_save(save_id)
            return save

        return await run_once(self._store, key, Save, work)

    async def load(
        self,
        save_id: SaveId,
        label: Name = "",
        leaving: TimelineId | None = None,
        key: RequestKey | None = None,
    ) -> Timeline:
        """Start a timeline that sees everything up to a save, and nothing after it.

        The timeline that the game is `leaving` stays as it is, apart from work in progress: turns
        end with what was delivered, thoughts are dropped. Raises `NotFound`, or `InvalidInput` for
        leaving a timeline of another world.
        """
        has_left = False

        async def work(unit: UnitOfWork) -> Timeline:
            nonlocal has_left
            save = await unit.save(save_id)
            language = (await unit.saved(save_id)).timeline.language
            timeline = await self._fork(unit, save, label or save.name, language)
            await unit.want((resume_job(timeline.id),))
            if leaving is not None:
                await _leave(unit, leaving, save, timeline)
                has_left = True
            return timeline

        loaded = await self._begin(key, work)
        if leaving is not None and has_left:  # a repeated call must not end what began since
            self._floor.leave(leaving)
        return loaded

    async def branch(
        self,
        *,
        timeline_id: TimelineId,
        seq: Seq | None = None,
        label: Name = "",
        is_played_on: bool = True,
        key: RequestKey | None = None,
    ) -> Timeline:
        """Start a timeline that sees everything up to a position, by default the head.

        As with a save that is loaded, but for the save; where it is not `is_played_on`, what was
        unfinished there stays so. Raises `NotFound`, or `CursorTooNew` beyond the head.
        """

        async def work(unit: UnitOfWork) -> Timeline:
            start = await _moment(unit, timeline_id, seq)
            timeline = await self._fork(unit, start, label, start.language)
            if is_played_on:
                await unit.want((resume_job(timeline.id),))
            return timeline

        return await self._begin(key, work)

    async def get_save(self, save_id: SaveId) -> Save:
        """Return a save. Raises `NotFound`."""
        async with self._store.read() as reader:
            return await reader.save(save_id)

    async def saves(self, world_id: WorldId, page: Page) -> ResultPage[Save]:
        """Return a page of a world's saves, by id."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.saves(world_id, page.size + 1, page.cursor)
        return cut_page(found, page, lambda save: save.id)

    async def list(self, world_id: WorldId, page: Page) -> ResultPage[Timeline]:
        """Return a page of a world's timelines, by id."""
        async with self._store.read() as reader:
            await reader.world(world_id)
            found = await reader.timelines(world_id, page.size + 1, page.cursor)
        return cut_page(found, page, lambda timeline: timeline.id)

    async def played_last(self, world_id: WorldId, most: int) -> tuple[Timeline, ...]:
        """Return the timelines of a world that were played last, latest first; without genesis."""
        async with self._store.read() as reader:
            return await reader.timelines_played_last(most, world_id)

    async def delete_save(self, save_id: SaveId, key: RequestKey | None = None) -> None:
        """Delete a save; rows no longer needed are freed by background jobs. Raises `NotFound`."""
        await do_once(self._store, key, lambda unit: unit.delete_save(save_id))

    async def delete(
        self, timeline_id: TimelineId, *, saves: bool = False, key: RequestKey | None = None
    ) -> None:
        """Delete a timeline, with `saves` also those made on it; work in progress there ends.

        Saves that are kept, and timelines that forked from it, keep what they see of it. Raises
        `NotFound`, or `NotPossibleNow` for the genesis of a world.
        """
        is_deleted = await do_once(
            self._store, key, lambda unit: unit.delete_timeline(timeline_id, saves=saves)
        )
        if is_deleted:  # a repeated call is no second deletion
            self._forget(timeline_id)
        self._floor.leave(timeline_id)

    async def _begin(
        self, key: RequestKey | None, work: Callable[[UnitOfWork], Awaitable[Timeline]]
    ) -> Timeline:
        begun = await run_once(self._store, key, Timeline, work)
        self._began(begun.id, begun.world_id)
        return begun

    async def _fork(
        self, unit: UnitOfWork, start: Timeline | Save, label: str, language: str
    ) -> Timeline:
        vantage = start.vantage
        timeline = Timeline(
            id=TimelineId(new_id("tl")),
            world_id=start.world_id,
            parent_id=vantage.timeline_id,
            forked_at=vantage.seq,
            head=vantage.seq,
            game_time=start.game_time,
            label=label,
            language=language,
            created_at=self._clock.now(),
        )
        await unit.add_timeline(timeline)
        return await unit.timeline(timeline.id)


async def _moment(unit: UnitOfWork, timeline_id: TimelineId, seq: int | None) -> Timeline:
    """Return a timeline as it was at the end of what was stored together with `seq`."""
    timeline = await unit.timeline(timeline_id)
    if seq is None or seq == timeline.head:
        return timeline
    end = await unit.append_end(Vantage(timeline_id, seq))
    view = await unit.at(Vantage(timeline_id, end))
    return replace(timeline, head=end, game_time=await view.game_time())


async def _leave(unit: UnitOfWork, timeline_id: TimelineId, save: Save, to: Timeline) -> None:
    left = await unit.timeline(timeline_id)
    if left.world_id != save.world_id:
        raise InvalidInput(
            "leaving_timeline_id",
            f"is a timeline of world {left.world_id!r}, and the save is one of "
            f"{save.world_id!r}; name the timeline that is played in this world, or none",
            timelineId=timeline_id,
        )
    body = TimelineLeft(save_id=save.id, to_id=to.id)
    draft = Draft(RecordKind.LEFT, body)
    await unit.append(Append(timeline_id, (draft,)))
    await unit.rest(timeline_id)
