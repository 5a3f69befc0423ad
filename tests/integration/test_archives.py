"""What is put away in a file comes back as it was, but for who was forgotten since."""

import asyncio
from pathlib import Path

import pytest
import zstandard
from sqlalchemy import text

from npcserver.adapters.store.world_archive import bring_back, put_away, show
from npcserver.adapters.store.world_rows import open_shard
from npcserver.app.audit import stored_faults
from npcserver.cli import backups
from npcserver.model.errors import AlreadyExists, InvalidInput, NotFound, NotPossibleNow
from npcserver.model.world_location import WorldMoved
from tests.conftest import execute_sql, opened, sql_connection
from tests.fakes.running_server import server_settings
from tests.integration.test_forgotten_players import BEN, WORLD, Guest, RepeatingModel, say, serving
from tests.integration.test_world_moves import (
    MakeDatabase,
    count_rows,
    of_world,
    timeline_of,
)

KINDS = ("sqlite", pytest.param("postgres", marks=pytest.mark.postgres))


@pytest.fixture(params=KINDS)
def played(request: pytest.FixtureRequest, make_database: MakeDatabase) -> str:
    """URL of a database with a played world."""
    url = make_database(request.param, has_world=True)
    execute_sql(url, "DELETE FROM begun_turn")
    return url


def archive(url: str, identifier: str, file: Path) -> int:
    with open_shard(url) as here:
        return put_away(here, identifier, file).records


def restore(url: str, file: Path) -> None:
    with open_shard(url) as here:
        bring_back(here, file)
    with open_shard(url) as here:
        show(here, file)


@pytest.mark.parametrize("to", KINDS)
async def test_a_world_comes_back_as_it_was(
    to: str, played: str, make_database: MakeDatabase, tmp_path: Path
) -> None:
    """Into the same database or another, of either kind; meanwhile it is said where it is."""
    file = tmp_path / "farrowhithe.archive"
    timeline, before = timeline_of(played), of_world(played)

    await asyncio.to_thread(archive, played, WORLD, file)

    assert of_world(played) == {}
    async with serving(played, tmp_path / "one", RepeatingModel()) as here:
        refused = await here.services.access.explained(NotFound("timeline", timeline, ""))
        assert isinstance(refused, WorldMoved)
        assert file.name in refused.message
    other = make_database(to, has_world=False)
    for url in (played, other):
        await asyncio.to_thread(restore, url, file)
        after = of_world(url)
        for found in (before, after):
            found.pop("job", None)  # those in work are due
        assert after == before
        assert count_rows(url).keys().isdisjoint({"world_location", "moved_id"})
        with pytest.raises(AlreadyExists):
            await asyncio.to_thread(restore, url, file)
    async with serving(other, tmp_path / "two", RepeatingModel()) as there:
        head = (await there.services.timelines.get(timeline)).head
        await say(there, timeline, BEN, "Is there anything new?")
        assert (await there.services.timelines.get(timeline)).head > head


async def test_a_timeline_comes_back_as_it_was(played: str, tmp_path: Path) -> None:
    """With its saves and ids; the world and its other timelines stay."""
    file = tmp_path / "evening.archive"
    timeline, before = timeline_of(played), of_world(played)
    records = int(str(execute_sql(played, OWN_RECORDS, id=timeline)))

    archived = await asyncio.to_thread(archive, played, timeline, file)

    assert archived > records > 50
    assert execute_sql(played, OWN_RECORDS, id=timeline) == 0
    assert of_world(played)["character"] == before["character"]
    await asyncio.to_thread(restore, played, file)
    after = of_world(played)
    for name in ("record", "memory_vector", "prompt", "timeline", "save", "affordance_set"):
        assert after.get(name) == before.get(name), name
    assert await audit_faults(played) == []
    execute_sql(played, "UPDATE record SET text = 'no' WHERE timeline_id = :id", id=timeline)
    changed = await audit_faults(played)
    execute_sql(played, "DELETE FROM record WHERE timeline_id = :id", id=timeline)
    assert len(await audit_faults(played)) == len(changed) > 10


async def test_who_was_forgotten_since_stays_forgotten(played: str, tmp_path: Path) -> None:
    """No word of the player is in the database after the archive was restored."""
    file, guest = tmp_path / "farrowhithe.archive", Guest(1)
    await asyncio.to_thread(archive, played, WORLD, file)
    await asyncio.to_thread(restore, played, file)
    data = tmp_path / "one"
    async with serving(played, data, RepeatingModel()) as here:
        assert (
            await here.services.players.forget(world_id=WORLD, player_id=guest.person.id)
        ).records
    await asyncio.to_thread(archive, played, WORLD, tmp_path / "second.archive")
    assert guest.person.id in unpacked(file)

    await backups.bring_back(server_settings(played, data), file)

    with sql_connection(played) as connection:
        held = "".join(map(str, connection.execute(text("SELECT * FROM record")).all()))
    assert guest.person.id not in held
    assert timeline_of(played)


async def test_what_is_played_or_damaged_stays(played: str, tmp_path: Path) -> None:
    """A world with a turn under way is not archived, and a damaged file is not restored."""
    file, timeline = tmp_path / "farrowhithe.archive", timeline_of(played)
    before = of_world(played)
    execute_sql(played, BEGIN, id=timeline)
    with pytest.raises(NotPossibleNow):
        await asyncio.to_thread(archive, played, WORLD, file)
    execute_sql(played, "DELETE FROM begun_turn")
    assert of_world(played) == before
    assert not file.exists()

    await asyncio.to_thread(archive, played, WORLD, file)
    whole = file.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:-40], b"", whole[:900] + b"x" + whole[901:]):
        file.write_bytes(damaged)
        with pytest.raises(InvalidInput):
            await asyncio.to_thread(restore, played, file)
    assert of_world(played) == {}
    file.write_bytes(whole)
    await asyncio.to_thread(restore, played, file)
    assert of_world(played)["record"] == before["record"]


async def audit_faults(url: str) -> list[str]:
    """Return what is wrong with the log of the world; its signed heads are not looked at."""
    execute_sql(url, "DELETE FROM audit_head")
    async with opened(url) as store:
        return await stored_faults(store.audit, WORLD, [], lambda _note: None)


OWN_RECORDS = "SELECT count(*) FROM record WHERE timeline_id = :id"
BEGIN = (
    "INSERT INTO begun_turn(turn_id, timeline_id, character_id, speaker_is_player, server, owner,"
    " turn, delivered, begun_at) VALUES ('trn_1', :id, 'wenna', true, '', '', '{}', '{}', 0)"
)


def unpacked(file: Path) -> str:
    """Return the lines of an archive."""
    return zstandard.ZstdDecompressor().stream_reader(file.read_bytes()).read().decode()
