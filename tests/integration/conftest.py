"""Databases in which an evening was played."""

import asyncio
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import make_url

from npcserver.adapters.store.world_move import WorldMove
from npcserver.adapters.store.world_rows import open_shard
from tests.conftest import NewDatabase, _migrate


@pytest.fixture(scope="session")
def played_world(new_migrated_sqlite: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> str:
    """URL of a database with an evening that left rows in every table; only read."""
    # at its use: most tests here need nothing of it
    from tests.integration.test_forgotten_players import (  # noqa: PLC0415
        Guest,
        RepeatingModel,
        plant,
        serving,
    )

    url, model = new_migrated_sqlite(), RepeatingModel()

    async def play() -> None:
        folder = tmp_path_factory.mktemp("played")
        async with serving(url, folder, model, audit={"enabled": True}) as here:
            await plant(here, Guest(1), model)

    with ThreadPoolExecutor(1) as thread:  # who asks for it may be inside a running loop
        thread.submit(lambda: asyncio.run(play())).result()
    return url


@pytest.fixture(scope="session")
def make_database(
    played_world: str, new_migrated_sqlite: NewDatabase, request: pytest.FixtureRequest
) -> Callable[..., str]:
    """Make a migrated database of a kind, with the evening or without rows."""
    templates: dict[bool, str] = {}

    def template(*, has_world: bool) -> str:
        if has_world not in templates:
            url: str = request.getfixturevalue("new_postgres")()
            _migrate(url)
            if has_world:
                source = _copied(played_world, new_migrated_sqlite())
                with open_shard(source) as here, open_shard(url) as there:
                    WorldMove(here, there, "farrowhithe").run()
            templates[has_world] = url
        return str(make_url(templates[has_world]).database)

    def make(kind: str, *, has_world: bool) -> str:
        if kind == "sqlite":
            empty = new_migrated_sqlite()
            return _copied(played_world, empty) if has_world else empty
        url: str = request.getfixturevalue("new_postgres")(template(has_world=has_world))
        return url

    return make


def _copied(source: str, target: str) -> str:
    shutil.copy(make_url(source).database or "", make_url(target).database or "")
    return target
