"""Waiting for llama.cpp's slots, so that a prompt is read where its beginning is cached.

A cancelled call holds its slot until its current batch or token is done. A repeated call before
that gets another slot, whose cache has nothing of the prompt.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import httpx2

_LONGEST = 5.0  # seconds; reading a batch takes less
_LOOK_SECONDS = 0.03


class SlotWatch:
    """Counts the calls to one server, and waits for the slots of cancelled ones.

    `longest` is the most seconds that a slot is waited for.
    """

    def __init__(self, longest: float = _LONGEST) -> None:
        self._longest = longest
        self._calls = 0
        self._left_at = float("-inf")

    @asynccontextmanager
    async def calling(self) -> AsyncGenerator[None, None]:
        """Count a call while the block runs; one that ends with an error was cancelled."""
        self._calls += 1
        is_over = False
        try:
            yield
            is_over = True
        finally:
            self._calls -= 1
            if not is_over:
                self._left_at = asyncio.get_running_loop().time()

    async def freed(self, address: str, key: str, seconds: float) -> None:
        """Return once the slots in use are no more than the running calls.

        Asks nothing if no call was cancelled recently, and does not wait if the server does not
        report its slots. Returns at the latest `longest` seconds after the last cancellation, or
        after `seconds`.
        """
        loop = asyncio.get_running_loop()
        until = min(self._left_at + self._longest, loop.time() + seconds)
        if until <= loop.time():
            return
        with suppress(TimeoutError):  # llama.cpp answers only between two batches
            async with (
                asyncio.timeout_at(until),
                httpx2.AsyncClient(timeout=None, trust_env=False) as client,
            ):
                while True:
                    busy = await _busy(client, address, key)
                    if busy is None or busy <= self._calls:
                        return
                    await asyncio.sleep(_LOOK_SECONDS)


async def _busy(client: httpx2.AsyncClient, address: str, key: str) -> int | None:
    """Return how many slots are in use, None if the server does not report it."""
    try:
        response = await client.get(f"{address}/slots", headers={"Authorization": f"Bearer {key}"})
        told = response.raise_for_status().json()
    except (httpx2.HTTPError, ValueError):
        return None
    if not isinstance(told, list):
        return None
    return sum(isinstance(slot, dict) and slot.get("is_processing") is True for slot in told)
