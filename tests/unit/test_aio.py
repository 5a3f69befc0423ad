"""Tools for concurrent work, and work side by side whose results are wanted in order."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing, suppress
from functools import partial

import pytest

from npcserver.aio import Put, attended, both, in_order, piped, to_the_end, together, unless, until
from tests.fakes.language_models import settle_tasks


async def test_what_is_put_comes_out_in_its_order() -> None:
    """Also when several put at the same time: each keeps its own order."""

    async def count(put: Put[tuple[str, int]]) -> None:
        async def one(name: str) -> None:
            for number in range(3):
                await put((name, number))

        async with asyncio.TaskGroup() as group:
            group.create_task(one("a"))
            group.create_task(one("b"))

    items = [item async for item in piped(count)]

    assert [number for name, number in items if name == "a"] == [0, 1, 2]
    assert [number for name, number in items if name == "b"] == [0, 1, 2]


async def test_a_put_returns_when_the_consumer_is_done_with_the_item() -> None:
    """What was not dealt with has not been put."""
    done: list[int] = []

    async def count(put: Put[int]) -> None:
        for number in range(3):
            await put(number)
            done.append(number)

    async with aclosing(piped(count)) as items:
        assert await anext(items) == 0
        assert done == []
        assert await anext(items) == 1
        assert done == [0]

    assert done == [0]


async def test_a_failure_comes_after_what_was_put() -> None:
    """Nothing that was put gets lost."""

    async def fail(put: Put[int]) -> None:
        await put(1)
        raise LookupError("gone")

    items = piped(fail)

    assert await anext(items) == 1
    with pytest.raises(LookupError, match="gone"):
        await anext(items)


async def test_closing_cancels_the_producer_and_waits_for_its_cleanup() -> None:
    """What it still puts in its cleanup goes nowhere, and blocks nothing."""
    steps: list[str] = []

    async def produce(put: Put[str]) -> None:
        try:
            await put("first")
            await put("second")
        finally:
            await asyncio.sleep(0)
            await put("last words")
            steps.append("cleaned up")

    items: AsyncGenerator[str, None] = piped(produce)
    assert await anext(items) == "first"
    await items.aclose()

    assert steps == ["cleaned up"]


async def test_the_first_failure_of_a_group_is_raised_bare() -> None:
    """However deep groups are nested, a `LookupError` stays one."""

    async def fail() -> None:
        raise LookupError("gone")

    async def run() -> None:
        async with together() as outer, together() as inner:
            inner.create_task(fail())
            outer.create_task(asyncio.sleep(60))

    with pytest.raises(LookupError, match="gone"):
        await run()


async def test_work_that_was_begun_ends_before_the_cancellation_goes_on() -> None:
    """So its result is never unknown; what takes too long is given up."""
    steps: list[str] = []
    gate = asyncio.Event()

    async def write() -> None:
        await gate.wait()
        steps.append("written")

    writing = asyncio.ensure_future(to_the_end(60, write()))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.sleep(0)
    assert not writing.done()
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await writing

    assert steps == ["written"]
    with pytest.raises(TimeoutError):
        await to_the_end(0.001, asyncio.Event().wait())


async def test_a_failure_of_one_cancels_the_other_and_stays_itself() -> None:
    """Nobody catches groups of failures."""
    steps: list[str] = []

    async def fail() -> None:
        raise LookupError("gone")

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            steps.append("cancelled")

    with pytest.raises(LookupError, match="gone"):
        await both(wait(), fail())

    assert steps == ["cancelled"]


async def test_a_stop_cancels_what_is_pending_and_closes_what_it_came_from() -> None:
    """What came before the stop has come out; a failure of the items is raised as it is."""
    stop, steps = asyncio.Event(), list[str]()

    async def count() -> AsyncGenerator[int, None]:
        try:
            yield 1
            stop.set()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            steps.append("closed")

    assert [item async for item in until(stop, count())] == [1]
    assert steps == ["closed"]

    async def fail() -> AsyncGenerator[int, None]:
        yield 1
        raise LookupError("gone")

    items = until(asyncio.Event(), fail())
    assert await anext(items) == 1
    with pytest.raises(LookupError):
        await anext(items)


async def test_who_leaves_closes_the_items() -> None:
    """By closing, or by being cancelled while it waits."""
    steps: list[str] = []

    async def count() -> AsyncGenerator[int, None]:
        try:
            yield 1
            await asyncio.Event().wait()
        finally:
            steps.append("closed")

    async with aclosing(until(asyncio.Event(), count())) as items:
        assert await anext(items) == 1

    async def listen() -> None:
        async with aclosing(until(asyncio.Event(), count())) as items:
            async for _ in items:
                pass

    listening = asyncio.ensure_future(listen())
    await settle_tasks()
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening

    assert steps == ["closed", "closed"]


async def test_what_is_attended_ends_with_its_result_or_its_failure() -> None:
    """Looking in on work changes nothing about it."""

    async def answer(fault: Exception | None) -> int:
        await asyncio.sleep(0.02)
        if fault is not None:
            raise fault
        return 7

    async def look() -> bool:
        return True

    assert await attended(answer(None), look, 0.001) == 7
    with pytest.raises(ZeroDivisionError):
        await attended(answer(ZeroDivisionError()), look, 0.001)


@pytest.mark.parametrize("fault", [None, ZeroDivisionError()])
async def test_work_does_not_go_on_once_nobody_attends_to_it(fault: Exception | None) -> None:
    """Neither when the look says so nor when it fails."""
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def look() -> bool:
        if fault is not None:
            raise fault
        return False

    with suppress(ZeroDivisionError):
        await attended(work(), look, 0.001)
    assert ended.is_set()


async def test_unless_gives_the_result_of_work_that_nobody_stopped() -> None:
    """Or raises what it raised."""
    stop = asyncio.Event()

    async def work(outcome: int) -> int:
        await asyncio.sleep(0)
        if outcome == 0:
            raise ValueError("nothing")
        return outcome

    assert await unless(stop, work(7)) == 7
    with pytest.raises(ValueError, match="nothing"):
        await unless(stop, work(0))


async def test_unless_ends_the_work_before_it_returns_when_stopped() -> None:
    """Also what is stopped before it begins; None says that nothing came of it."""
    stop, ended = asyncio.Event(), asyncio.Event()

    async def work() -> int:
        try:
            stop.set()
            await asyncio.Event().wait()
        finally:
            ended.set()
        return 7

    assert await unless(stop, work()) is None
    assert ended.is_set()
    assert await unless(stop, work()) is None


async def test_unless_passes_a_cancellation_on() -> None:
    """Anyone who cancels is not kept waiting, and the work has ended by then."""
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    waiting = asyncio.ensure_future(unless(asyncio.Event(), work()))
    await settle_tasks()
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert ended.is_set()


async def test_in_order_yields_each_as_soon_as_all_before_it_are_done() -> None:
    """Whatever order they end in; and what is done early waits for its turn."""
    ends = [asyncio.Event() for _ in range(3)]
    ended: list[int] = []

    async def work(number: int) -> int:
        await ends[number].wait()
        ended.append(number)
        return number

    async def collect() -> list[int]:
        async with aclosing(in_order([partial(work, at) for at in range(3)], 3)) as done:
            return [number async for number in done]

    collecting = asyncio.ensure_future(collect())
    for number in (2, 1, 0):
        await settle_tasks()
        ends[number].set()

    assert await collecting == [0, 1, 2]
    assert ended == [2, 1, 0]


async def test_in_order_runs_no_more_than_so_many_at_once() -> None:
    """The next begins when one has ended."""
    running = most = 0

    async def work() -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1

    async with aclosing(in_order([work] * 9, 3)) as done:
        count = len([None async for _ in done])

    assert (count, most) == (9, 3)


async def test_in_order_raises_a_failure_in_its_turn_and_begins_nothing_more() -> None:
    """What stands before it is yielded; what comes after is never begun, or cancelled."""
    begun: list[int] = []

    async def work(number: int) -> int:
        begun.append(number)
        if number == 1:
            raise LookupError
        await asyncio.sleep(0 if number < 1 else 60)
        return number

    async with aclosing(in_order([partial(work, at) for at in range(6)], 2)) as done:
        first = await anext(done)
        with pytest.raises(LookupError):
            await anext(done)

    assert first == 0
    assert begun in ([0, 1], [0, 1, 2])


async def test_in_order_of_nothing_is_nothing() -> None:
    """And ends at once."""
    nothing: list[Callable[[], Coroutine[None, None, int]]] = []

    async with aclosing(in_order(nothing, 2)) as done:
        assert [one async for one in done] == []
