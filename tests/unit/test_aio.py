"""Tools for concurrent work."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from npcserver.aio import Put, piped, together


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
