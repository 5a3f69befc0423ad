"""Towns for tests of them."""

from collections.abc import AsyncIterator, Callable, Generator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from npctown.town_run import RunOptions, TownRun, new_run
from tests.fakes.forked_towns import forked_towns
from tests.town.little_town import write_town

Opened = Callable[..., AbstractAsyncContextManager[TownRun]]


@pytest.fixture(scope="module", autouse=True)
def quick_starts() -> Generator[None, None, None]:
    with forked_towns():
        yield


def opens_in(folder: Path) -> Opened:
    """Return what begins a run of a little town with the scripted mind, on a server of its own."""

    @asynccontextmanager
    async def opened(
        name: str = "run", begins: str = "07:00", **options: Any
    ) -> AsyncIterator[TownRun]:
        town = write_town(folder / "town", begins=begins)
        chosen = {"model": "scripted", **options}
        told = RunOptions(town=str(town), out=folder / name, **chosen)
        async with new_run(told, lambda _: None) as run:
            yield run

    return opened


@pytest.fixture
def open_town(tmp_path: Path) -> Opened:
    """Return what begins runs in a folder of the test's own."""
    return opens_in(tmp_path)
