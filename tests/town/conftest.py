"""Towns for tests of them."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from npctown.town_run import RunOptions, TownRun, new_run
from tests.town.little_town import write_town

Opened = Callable[..., AbstractAsyncContextManager[TownRun]]


@pytest.fixture
def open_town(tmp_path: Path) -> Opened:
    """Return what begins a run of a little town with the scripted mind, on a server of its own."""
    town = write_town(tmp_path / "town")

    @asynccontextmanager
    async def opened(name: str = "run", **options: Any) -> AsyncIterator[TownRun]:
        chosen = {"model": "scripted", **options}
        told = RunOptions(town=str(town), out=tmp_path / name, **chosen)
        async with new_run(told, lambda _: None) as run:
            yield run

    return opened
