"""Work side by side whose results are wanted in order."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from functools import partial

import pytest

from npcserver.aio import in_order
from tests.fakes.language_models import settle_tasks


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
