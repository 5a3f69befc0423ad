"""What a server waits for before it ends."""

import asyncio
import time

from npcserver.rpc.interceptor import ActiveCalls


async def test_a_stalled_process_takes_its_own_stall_for_no_quiet() -> None:
    """Calls that waited while the loop was blocked still count as arriving."""
    calls = ActiveCalls()

    async def arrive_after_a_stall() -> None:
        time.sleep(0.2)  # noqa: ASYNC251 - the loop has no processor for a moment
        for _ in range(5):
            await asyncio.sleep(0)
        with calls.one_more():
            arrived.set()

    arrived = asyncio.Event()
    quiet = asyncio.create_task(calls.no_more_arrive(30))
    await asyncio.sleep(0)
    late = asyncio.create_task(arrive_after_a_stall())
    await quiet

    assert arrived.is_set()
    await late


async def test_a_server_that_is_never_left_alone_waits_no_longer_than_told() -> None:
    """Callers who never pause cannot keep it from ending."""
    calls = ActiveCalls()

    async def keep_calling() -> None:
        while True:
            with calls.one_more():
                await asyncio.sleep(0)

    caller = asyncio.create_task(keep_calling())
    await calls.no_more_arrive(0.05)
    caller.cancel()

    assert calls.arrived > 0
