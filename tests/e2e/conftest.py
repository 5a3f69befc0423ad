"""A server to call, and a world to play in."""

from collections.abc import AsyncGenerator

import pytest

from tests.fakes.tavern import Script, Tavern, serving, use_cases


@pytest.fixture
async def tavern() -> AsyncGenerator[Tavern, None]:
    """Give a running server over an empty store in memory."""
    script = Script()
    async with serving(use_cases(script), script) as running:
        yield running
