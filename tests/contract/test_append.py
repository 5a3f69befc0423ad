"""What every store promises about appending."""

import asyncio

import pytest

from npcserver.model.errors import Conflict, InvalidInput, NotFound, NotPossibleNow, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append, Appended, Store, UnitOfWork
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, HOUR, MIRA, START, put, seen


async def _texts(store: Store, timeline_id: TimelineId = GENESIS) -> list[str]:
    async with store.read() as reader:
        view = await reader.at((await reader.timeline(timeline_id)).vantage)
        return [record.text for record in await view.after(0, 10_000)]


async def test_records_stand_where_the_answer_says(store: Store) -> None:
    """An append is numbered densely from the head and read back as it was given."""
    await store_world.set_up(store)
    await put(store, seen("The door opens."))

    appended = await put(
        store, seen("Rain."), store_world.turn("tn_1"), store_world.moved(MIRA, None)
    )

    assert appended == Appended(GENESIS, 2, 4)
    async with store.read() as reader:
        view = await reader.at(Vantage(GENESIS, 4))
        records = await view.after(1, 10)
    assert [record.seq for record in records] == [2, 3, 4]
    assert records[0].text == "Rain."
    assert [record.body for record in records] == [
        seen("").body,
        store_world.turn("tn_1").body,
        store_world.moved(MIRA, None).body,
    ]


async def test_nothing_to_append_changes_nothing(store: Store) -> None:
    """For no drafts `first` is one more than `last`."""
    await store_world.set_up(store)

    appended = await put(store)

    assert appended == Appended(GENESIS, 1, 0)
    assert await _texts(store) == []


@pytest.mark.parametrize("count", [3, 4, 257, 1_111])
async def test_an_append_of_any_size_keeps_its_order(store: Store, count: int) -> None:
    """All records of a large append are there, once and in the order given."""
    await store_world.set_up(store)

    appended = await put(store, *(seen(f"{number}") for number in range(count)))

    assert appended == Appended(GENESIS, 1, count)
    assert await _texts(store) == [f"{number}" for number in range(count)]


async def test_unknown_timeline_fails_alone(store: Store) -> None:
    """Appends that share a commit with a hopeless one are kept all the same."""
    await store_world.set_up(store)

    results = await asyncio.gather(
        *(put(store, seen(f"{i}"), to=GENESIS if i % 5 else "tl_none") for i in range(20)),
        return_exceptions=True,
    )

    assert [isinstance(result, NotFound) for result in results] == [i % 5 == 0 for i in range(20)]
    assert sorted(await _texts(store), key=int) == [f"{i}" for i in range(20) if i % 5]


async def test_a_repeat_gets_the_first_answer(store: Store) -> None:
    """The same key and digest have one effect and one answer, also much later."""
    await store_world.set_up(store)
    first = await put(store, seen("Thunder."), request=store_world.key("r1"))
    await put(store, seen("Silence."))

    again = await put(store, seen("Thunder."), request=store_world.key("r1"))

    assert again == Appended(GENESIS, first.first, first.last, is_replay=True)
    assert await _texts(store) == ["Thunder.", "Silence."]


async def test_a_key_stands_for_one_request(store: Store) -> None:
    """The same id with another digest is refused; in another scope it is another request."""
    await store_world.set_up(store)
    await put(store, seen("Thunder."), request=store_world.key("r1"))

    with pytest.raises(InvalidInput) as refusal:
        await put(store, seen("Hail."), request=store_world.key("r1", digest="other"))
    await put(
        store, seen("Snow."), request=store_world.key("r1", digest="other", scope="elsewhere")
    )

    assert refusal.value.reason is Reason.REQUEST_ID_REUSED
    assert await _texts(store) == ["Thunder.", "Snow."]


async def test_fifty_repeats_at_once_have_one_effect(store: Store) -> None:
    """Retries that race each other into one commit still count once."""
    await store_world.set_up(store)

    results = await asyncio.gather(
        *(put(store, seen("Lightning."), request=store_world.key("r1")) for _ in range(50))
    )

    assert {(result.first, result.last) for result in results} == {(1, 1)}
    assert sum(not result.is_replay for result in results) == 1
    assert await _texts(store) == ["Lightning."]


async def test_a_refused_append_does_not_use_up_its_key(store: Store) -> None:
    """What failed may be tried again under the same id."""
    await store_world.set_up(store)
    late = Append(
        timeline_id=GENESIS, drafts=(seen("x"),), key=store_world.key("r1"), expected_head=7
    )
    with pytest.raises(Conflict):
        await store.append(late)

    appended = await put(store, seen("x"), request=store_world.key("r1"))

    assert not appended.is_replay


async def test_expected_head_is_a_fence(store: Store) -> None:
    """Of two thoughts from the same vantage one is kept and the other told that things moved."""
    await store_world.set_up(store)
    thought = Append(timeline_id=GENESIS, drafts=(seen("Hm."),), expected_head=0)

    results = await asyncio.gather(
        store.append(thought), store.append(thought), return_exceptions=True
    )

    refusals = [result for result in results if isinstance(result, Conflict)]
    assert [refusal.reason for refusal in refusals] == [Reason.TIMELINE_MOVED]
    assert await _texts(store) == ["Hm."]


async def test_a_record_without_a_time_takes_the_timelines(store: Store) -> None:
    """The clock moves within an append, and what follows happens at the new time."""
    await store_world.set_up(store)

    await put(store, seen("a"), store_world.clock(START + HOUR), seen("b"))

    async with store.read() as reader:
        view = await reader.at(Vantage(GENESIS, 3))
        times = [record.game_time for record in await view.after(0, 10)]
        assert (await reader.timeline(GENESIS)).game_time == START + HOUR
    assert times == [START, START + HOUR, START + HOUR]


async def test_the_clock_does_not_run_backwards(store: Store) -> None:
    """A clock move into the past is refused with all that came with it."""
    await store_world.set_up(store)
    await put(store, store_world.clock(START + HOUR))

    with pytest.raises(NotPossibleNow) as refusal:
        await put(store, seen("lost"), store_world.clock(START))

    assert refusal.value.reason is Reason.CLOCK_MOVED_BACKWARDS
    assert await _texts(store) == [""]


async def test_a_memory_of_yesterday_leaves_the_clock_alone(store: Store) -> None:
    """Game time at a vantage is the timeline's, not that of a back-dated record."""
    await store_world.set_up(store)
    await put(store, store_world.clock(START + HOUR), seen("long ago", at=START - 24 * HOUR))
    await put(store, seen("later", at=START + 2 * HOUR))

    async with store.read() as reader:
        views = [await reader.at(Vantage(GENESIS, seq)) for seq in range(4)]
        times = [await view.game_time() for view in views]

    assert times == [START, START + HOUR, START + HOUR, START + 2 * HOUR]


async def test_a_unit_appends_and_reads_what_it_wrote(store: Store) -> None:
    """Inside a unit its own records are there; outside, only after the commit."""
    await store_world.set_up(store)

    async def work(unit: UnitOfWork) -> list[str]:
        await unit.append(Append(timeline_id=GENESIS, drafts=(seen("inside"),)))
        view = await unit.at((await unit.timeline(GENESIS)).vantage)
        return [record.text for record in await view.after(0, 10)]

    assert await store.write(work) == ["inside"]
    assert await _texts(store) == ["inside"]


async def test_a_failing_unit_undoes_only_itself(store: Store) -> None:
    """Its neighbours in the same commit keep what they wrote."""
    await store_world.set_up(store)

    async def fails(unit: UnitOfWork) -> None:
        await unit.append(Append(timeline_id=GENESIS, drafts=(seen("never"),)))
        raise RuntimeError("changed my mind")

    results = await asyncio.gather(
        put(store, seen("before")),
        store.write(fails),
        put(store, seen("after")),
        return_exceptions=True,
    )

    assert isinstance(results[1], RuntimeError)
    assert await _texts(store) == ["before", "after"]


async def test_a_unit_replays_its_answer(store: Store) -> None:
    """`answer` gives back what `keep_answer` stored, and refuses another digest."""
    await store_world.set_up(store)

    async def once(unit: UnitOfWork) -> str:
        found = await unit.answer(store_world.key("u1"))
        if found is None:
            await unit.keep_answer(store_world.key("u1"), "made")
            return "new"
        return found

    async def other(unit: UnitOfWork) -> None:
        await unit.answer(store_world.key("u1", digest="other"))

    assert [await store.write(once), await store.write(once)] == ["new", "made"]
    with pytest.raises(InvalidInput) as refusal:
        await store.write(other)
    assert refusal.value.reason is Reason.REQUEST_ID_REUSED


async def test_many_timelines_at_once_stay_dense(store: Store) -> None:
    """A hundred clients on ten timelines leave no gap and no duplicate."""
    await store_world.set_up(store)
    timelines = [await store_world.start(store, f"tl_{i}", Vantage(GENESIS, 0)) for i in range(10)]
    wish = (JobDraft(JobKind.DIGEST, GENESIS, MIRA),)

    await asyncio.gather(
        *(
            put(store, seen(f"{i}"), seen(f"{i}"), to=timelines[i % 10], jobs=wish)
            for i in range(100)
        )
    )

    async with store.read() as reader:
        for timeline_id in timelines:
            view = await reader.at(Vantage(timeline_id, 20))
            records = await view.after(0, 100)
            assert [record.seq for record in records] == list(range(1, 21))
