"""Loading away from a timeline, deleting, listing, and watching one grow."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from npcserver.app.background_work import Foreground
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.pagination import Page
from npcserver.app.timeline_watch import (
    Checkpoint,
    LatenessChange,
    LogFollower,
    TimelineWatch,
    WatchedRecord,
    WatchRequest,
)
from npcserver.app.timelines import FreeHandler, Timelines
from npcserver.model.errors import CursorTooNew, InvalidInput, NotFound, NotPossibleNow, Reason
from npcserver.model.ids import CharacterId, TimelineId, TurnId, WorldId
from npcserver.model.job import Job, JobDraft, JobKind
from npcserver.model.record import RecordKind, TimelineLeft
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.model.turn import TurnOutcome
from npcserver.ports.storage import UnitOfWork
from tests.fakes.language_models import ManualClock, settle_tasks
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import (
    GENESIS,
    MIRA,
    WORLD,
    genesis,
    key,
    put,
    rated,
    seen,
    set_up,
    start,
    world,
)

ELSEWHERE = WorldId("elsewhere")


class Desk:
    """The use cases of timelines, and a floor on which turns may be spoken."""

    def __init__(self) -> None:
        self.store, self.floor = MemoryStore(), TurnLock()
        self.forgotten: list[TimelineId] = []
        self.timelines = Timelines(
            self.store, ManualClock(), floor=self.floor, forget=self.forgotten.append
        )

    async def play(self) -> tuple[Timeline, Save]:
        """Start to play, save, and play on; some work is waiting."""
        timeline = await self.timelines.start(WORLD)
        await put(self.store, seen("one"), to=timeline.id)
        save = await self.timelines.save(timeline_id=timeline.id, name="Dawn")
        wish = JobDraft(JobKind.DIGEST, timeline.id, MIRA)
        await put(self.store, seen("two"), to=timeline.id, jobs=[wish])
        return timeline, save

    async def texts(self, timeline_id: TimelineId) -> list[str]:
        async with self.store.read() as reader:
            view = await reader.head(timeline_id)
            return [record.text for record in await view.after(0, 99) if record.text]

    async def marks(self, timeline_id: TimelineId) -> list[TimelineLeft]:
        async with self.store.read() as reader:
            view = await reader.head(timeline_id)
            bodies = [record.body for record in await view.after(0, 99, (RecordKind.LEFT,))]
        return [body for body in bodies if isinstance(body, TimelineLeft)]


async def desk() -> Desk:
    made = Desk()
    await set_up(made.store)
    return made


async def test_leaving_marks_the_timeline_and_lets_its_work_go() -> None:
    """What was remembered there stays; the other timeline has work of its own, and no mark."""
    here = await desk()
    timeline, save = await here.play()

    loaded = await here.timelines.load(save.id, leaving=timeline.id)

    assert await here.marks(timeline.id) == [TimelineLeft(save_id=save.id, to_id=loaded.id)]
    assert await here.marks(loaded.id) == []
    assert await here.texts(timeline.id) == ["one", "two"]
    assert await here.texts(loaded.id) == ["one"]
    assert await here.store.jobs.pending(timeline.id) == 0
    assert await here.store.jobs.pending(loaded.id) > 0


async def test_who_does_not_leave_goes_on_undisturbed() -> None:
    """Two lines of play beside each other."""
    here = await desk()
    timeline, save = await here.play()
    with here.floor.speaking(TurnId("trn_1"), timeline.id) as stop:
        await here.timelines.load(save.id)

        assert not stop.is_set()
    assert await here.marks(timeline.id) == []
    assert await here.store.jobs.pending(timeline.id) == 1


async def test_nobody_leaves_what_is_not_there_or_another_world() -> None:
    """Then nothing is loaded either."""
    here = await desk()
    timeline, save = await here.play()

    async def add(unit: UnitOfWork) -> None:
        await unit.add_world(world(ELSEWHERE, TimelineId("tl_other")))
        await unit.add_timeline(genesis(TimelineId("tl_other"), ELSEWHERE))

    await here.store.write(add)
    with pytest.raises(InvalidInput) as refused:
        await here.timelines.load(save.id, leaving=TimelineId("tl_other"))
    with pytest.raises(NotFound):
        await here.timelines.load(save.id, leaving=TimelineId("tl_none"))

    assert refused.value.field == "leaving_timeline_id"
    listed = await here.timelines.list(WORLD, Page(50))
    assert {one.id for one in listed.items} == {GENESIS, timeline.id}


async def test_a_repeated_load_ends_nothing_that_began_since() -> None:
    """The same request again gets the same timeline, and the one who plays on is left alone."""
    here = await desk()
    timeline, save = await here.play()
    request = key("load-1", scope=save.id)
    with here.floor.speaking(TurnId("trn_1"), timeline.id) as first:
        loaded = await here.timelines.load(save.id, leaving=timeline.id, key=request)
    with here.floor.speaking(TurnId("trn_2"), timeline.id) as second:
        again = await here.timelines.load(save.id, leaving=timeline.id, key=request)

        assert not second.is_set()
    assert first.outcome is TurnOutcome.LEFT
    assert again == loaded
    assert len(await here.marks(timeline.id)) == 1


async def test_a_save_outlives_its_timeline() -> None:
    """Deleted, the timeline cannot be seen; what was saved of it can be loaded, and listed."""
    here = await desk()
    timeline, save = await here.play()

    await here.timelines.delete(timeline.id)
    loaded = await here.timelines.load(save.id)

    with pytest.raises(NotFound):
        await here.timelines.get(timeline.id)
    assert await here.texts(loaded.id) == ["one"]
    assert [one.id for one in (await here.timelines.saves(WORLD, Page(9))).items] == [save.id]
    listed = await here.timelines.list(WORLD, Page(50))
    assert {one.id for one in listed.items} == {GENESIS, loaded.id}


async def test_a_timeline_may_take_its_saves_along() -> None:
    """Where that is asked for."""
    here = await desk()
    timeline, save = await here.play()

    await here.timelines.delete(timeline.id, saves=True)

    with pytest.raises(NotFound):
        await here.timelines.load(save.id)


async def test_turns_in_a_deleted_timeline_end() -> None:
    """Nobody pays for words that nothing can come of."""
    here = await desk()
    timeline, _ = await here.play()
    with (
        here.floor.speaking(TurnId("trn_1"), timeline.id) as stop,
        here.store.broadcast.listening(timeline.id) as ear,
    ):
        await here.timelines.delete(timeline.id)

        assert stop.is_set()
        assert ear.grown.is_set()


async def test_deleting_happens_once() -> None:
    """A repeated request is answered again; another finds nothing. The genesis stays."""
    here = await desk()
    timeline, save = await here.play()

    for _ in range(2):
        await here.timelines.delete_save(save.id, key("1", scope=save.id))
        await here.timelines.delete(timeline.id, key=key("1", scope=timeline.id))
        assert here.forgotten == [timeline.id]

    with pytest.raises(NotFound):
        await here.timelines.delete_save(save.id)
    with pytest.raises(NotFound):
        await here.timelines.delete(timeline.id)
    with pytest.raises(NotPossibleNow) as refused:
        await here.timelines.delete(GENESIS)
    assert refused.value.reason is Reason.STILL_IN_USE


async def test_what_nobody_sees_is_freed_bit_by_bit() -> None:
    """In as many small steps as it takes; what a save sees stays."""
    here = await desk()
    timeline, save = await here.play()
    await put(here.store, *(seen(f"number {number}") for number in range(40)), to=timeline.id)
    await here.timelines.delete(timeline.id)
    freeing = FreeHandler(here.store, Foreground(ManualClock()), most=7)
    job = Job(
        id=1, kind=JobKind.FREE, timeline_id=timeline.id, subject_id="", attempts=1, lease="x"
    )

    await freeing(job)

    async with here.store.read() as reader:
        view = await reader.saved(save.id)
        assert [record.text for record in await view.after(0, 99)] == ["one"]
    await here.timelines.delete_save(save.id)
    await freeing(job)
    assert await here.store.write(lambda unit: unit.free(timeline.id, 1))


async def opened() -> tuple[MemoryStore, TimelineWatch]:
    store = MemoryStore()
    await set_up(store)
    return store, TimelineWatch(LogFollower(store))


async def some(
    items: AsyncGenerator[WatchedRecord | Checkpoint | LatenessChange, None], count: int
) -> list[int]:
    async with asyncio.timeout(60):
        return [(await anext(items)).seq for _ in range(count)]


async def test_a_fork_is_watched_through_its_parent_once_each() -> None:
    """What the parent did after the fork is not seen; what it did before is, once."""
    store, watching = await opened()
    await put(store, seen("one"), seen("two"))
    fork = await start(store, "tl_fork", Vantage(GENESIS, 2))
    await put(store, seen("of the parent"))
    await put(store, seen("three"), to=fork)

    async with aclosing(watching.watch(WatchRequest(timeline_id=fork, after_seq=0))) as items:
        async with asyncio.timeout(60):
            found = [await anext(items) for _ in range(3)]

    texts = [item.record.text for item in found if isinstance(item, WatchedRecord)]
    assert texts == ["one", "two", "three"]


async def test_resuming_with_the_last_position_leaves_no_gap() -> None:
    """Wherever the watcher stopped, more than one batch behind or not."""
    store, watching = await opened()
    await put(store, *[seen(f"number {number}") for number in range(1, 451)])

    async with aclosing(watching.watch(WatchRequest(timeline_id=GENESIS, after_seq=0))) as items:
        first = await some(items, 250)
    async with aclosing(
        watching.watch(WatchRequest(timeline_id=GENESIS, after_seq=first[-1]))
    ) as items:
        second = await some(items, 200)

    assert first + second == list(range(1, 451))


async def test_news_is_told_as_it_comes() -> None:
    """From the head on, when no position is named; ratings are nobody's news."""
    store, watching = await opened()
    await put(store, seen("before"))
    async with aclosing(watching.watch(WatchRequest(timeline_id=GENESIS))) as items:
        waiting = asyncio.ensure_future(some(items, 1))
        await settle_tasks()
        await put(store, rated((1, 5)), seen("news"))

        assert await waiting == [3]


async def test_a_watcher_of_one_character_can_resume_after_news_of_others() -> None:
    """Checkpoints come although the timeline never rests, so that little is read twice."""
    store, watching = await opened()
    watch = WatchRequest(timeline_id=GENESIS, after_seq=0, character_ids=(MIRA,))
    talking = True

    async def talk() -> None:
        while talking:
            await put(store, seen("chatter", "bram"))
            await asyncio.sleep(0)

    chatting = asyncio.ensure_future(talk())
    async with aclosing(watching.watch(watch)) as items, asyncio.timeout(60):
        item = await anext(items)
    talking = False
    await chatting

    assert isinstance(item, Checkpoint)
    assert item.seq > 0


async def test_only_the_characters_asked_for_are_told_of() -> None:
    """The others are skipped, and nothing behind them is."""
    store, watching = await opened()
    await put(store, seen("a", "bram"), seen("b"), seen("c", "bram"), seen("d"))
    watch = WatchRequest(timeline_id=GENESIS, after_seq=0, character_ids=(CharacterId("mira"),))

    async with aclosing(watching.watch(watch)) as items:
        assert await some(items, 2) == [2, 4]


async def test_a_position_ahead_of_the_head_is_refused() -> None:
    """It is of another timeline, or of another life of this one."""
    _, watching = await opened()
    with pytest.raises(CursorTooNew):
        await anext(watching.watch(WatchRequest(timeline_id=GENESIS, after_seq=1)))
    with pytest.raises(NotFound):
        await anext(watching.watch(WatchRequest(timeline_id=TimelineId("tl_nowhere"))))


async def test_watching_a_deleted_timeline_ends() -> None:
    """With the timeline the stream goes."""
    store, watching = await opened()

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_world(WORLD)

    items = watching.watch(WatchRequest(timeline_id=GENESIS))
    waiting = asyncio.ensure_future(some(items, 1))
    await asyncio.sleep(0)
    await store.write(delete)

    with pytest.raises(NotFound):
        await waiting


async def test_who_stops_watching_is_forgotten() -> None:
    """Ears that nobody listens with would pile up."""
    broadcast = MemoryStore().broadcast
    with broadcast.listening(GENESIS) as one, broadcast.listening(GENESIS) as other:
        broadcast.announce(GENESIS)
        assert one.grown.is_set()
        assert other.grown.is_set()

    assert broadcast._ears == {}
    broadcast.announce(GENESIS)
    assert broadcast._ears == {}


async def test_a_save_is_overwritten_by_name_and_once() -> None:
    """The old save is gone, those of others stay, and a repeated call deletes nothing."""
    here = await desk()
    timeline, old = await here.play()
    other, others = await here.play()
    assert old.name == others.name
    first = key("r1", scope=timeline.id)

    new = await here.timelines.save(
        timeline_id=timeline.id, name=old.name, overwrite=True, key=first
    )
    later = await here.timelines.save(timeline_id=timeline.id, name=old.name)
    again = await here.timelines.save(
        timeline_id=timeline.id, name=old.name, overwrite=True, key=first
    )

    assert again == new
    found = await here.timelines.saves(WORLD, Page())
    assert {save.id for save in found.items} == {new.id, later.id, others.id}
    assert await here.timelines.get(timeline.id)  # the timeline of the old save is as it was
    assert other.id != timeline.id
    with pytest.raises(InvalidInput, match="name"):
        await here.timelines.save(timeline_id=timeline.id, overwrite=True)
