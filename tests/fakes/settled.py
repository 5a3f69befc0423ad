"""Waiting for what needs nothing but its turns on the loop, without looking at a clock."""

import asyncio

_TURNS = 200
"""More than anything that stays on the loop takes from one wait to the next."""


async def settled() -> None:
    """Let all tasks go on until they wait for something outside the loop, or for the test."""
    for _ in range(_TURNS):
        await asyncio.sleep(0)
