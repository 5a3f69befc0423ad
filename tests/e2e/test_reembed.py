"""`npcserver reembed`: everything that is stored moves to another embedder."""

import asyncio
from pathlib import Path

import npcclient
import pytest
from sqlalchemy import text

from npcserver import bootstrap
from npcserver.config import Settings
from tests.conftest import DATABASES, NewDatabase, execute_sql, sql_connection
from tests.e2e.conftest import Command
from tests.engines.servers import SAMPLE_WORLD, Server

FORMER, PRESENT = "256", "512"
COUNT = "SELECT count(*) FROM memory_vector WHERE space LIKE '%@512/%'"
ASKED = ("the lamp on the head", "What does the bread cost?", "a storm in the night")


@pytest.fixture(params=DATABASES)
def urls(request: pytest.FixtureRequest, npcserver: Command) -> tuple[str, str]:
    """Make two databases with the sample world, of the former and of the present embedder."""
    make: NewDatabase = request.getfixturevalue(f"new_{request.param}")
    made = make(), make()
    for url, dimension in zip(made, (FORMER, PRESENT), strict=True):
        assert npcserver("migrate", "--database", url).code == 0
        assert embedding(npcserver, dimension, "import", str(SAMPLE_WORLD), "--database", url) == 0
    return made


def embedding(run: Command, dimension: str, *words: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NPCSERVER_EMBEDDER__DIMENSION", dimension)
        return run(*words).code


def vectors(url: str) -> set[tuple[object, ...]]:
    """Return the vectors of the present embedder, with what they are of."""
    memories = """
        SELECT subject_id, text, space, data, scale FROM memory_vector AS v
        JOIN record AS r ON r.timeline_id = v.timeline_id AND r.seq = v.seq
        WHERE space LIKE '%@512/%'
    """
    passages = "SELECT space, passage_id, data FROM passage_vector WHERE space LIKE '%@512/%'"
    with sql_connection(url) as connection:
        rows = [row for query in (memories, passages) for row in connection.execute(text(query))]
    return {tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in rows}


async def recalled(url: str, folder: Path) -> list[list[tuple[str, float]]]:
    chosen = Settings.model_validate(
        {
            "data": folder,
            "database": {"url": url},
            "embedder": {"name": "hashing", "dimension": PRESENT},
            "model": {"name": "offline"},
            "cognition": {"workers": 0},
            "server": {"port": 0},
        }
    )
    async with (
        bootstrap.running(chosen) as here,
        npcclient.connect(f"127.0.0.1:{here.port}") as game,
    ):
        world = await anext(aiter(game.worlds.list()))
        person = await anext(aiter(game.characters.list(world)))
        timeline = await game.timelines.start(world)
        found = [await game.memories.recall(timeline, person, words) for words in ASKED]
    return [[(one.memory.text, round(one.relevance, 6)) for one in each] for each in found]


async def test_recall_is_that_of_a_fresh_index(
    npcserver: Command, urls: tuple[str, str], tmp_path: Path
) -> None:
    """Each vector is, also where a part was there already; a second run changes nothing."""
    moved, fresh = urls
    assert execute_sql(moved, COUNT) == 0

    def reembed() -> int:
        return embedding(npcserver, PRESENT, "reembed", "--database", moved)

    assert await asyncio.to_thread(reembed) == 0
    assert vectors(moved) == vectors(fresh)
    assert len(vectors(moved)) > 80  # one of each memory and passage
    execute_sql(moved, "DELETE FROM memory_vector WHERE space LIKE '%@512/%' AND seq % 3 = 0")
    execute_sql(moved, "DELETE FROM passage_vector WHERE space LIKE '%@512/%' AND passage_id > 'm'")
    assert vectors(moved) != vectors(fresh)
    assert await asyncio.to_thread(reembed) == 0
    assert vectors(moved) == vectors(fresh)

    found = await recalled(moved, tmp_path / "moved")
    assert found == await recalled(fresh, tmp_path / "fresh")
    assert all(found)


async def test_it_is_refused_beside_a_server(
    npcserver: Command, urls: tuple[str, str], tmp_path: Path
) -> None:
    """What that writes would be left out."""
    server = Server(tmp_path / "server", world=None, settings={"NPCSERVER_DATABASE__URL": urls[0]})
    await asyncio.to_thread(server.start)
    try:
        ended = await asyncio.to_thread(npcserver, "reembed", "--database", urls[0])
    finally:
        await asyncio.to_thread(server.stop)

    assert (ended.code, "in use by" in ended.err) == (1, True), ended.err
