"""A world that moves to another database is there as a whole, and nowhere twice."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from npcserver.adapters.store import open_store, world_directory
from npcserver.adapters.store.engine import parse_url, reading_engine
from npcserver.adapters.store.tables import METADATA
from npcserver.adapters.store.world_move import MoveStep, MoveSummary, WorldMove
from npcserver.adapters.store.world_rows import (
    LIVING,
    LOG,
    STANDING,
    WorldScope,
    contents,
    open_shard,
)
from npcserver.model.errors import NotPossibleNow, Reason, Unavailable
from npcserver.model.ids import TimelineId, WorldId
from npcserver.model.world_location import WorldState
from tests.conftest import execute_sql, sql_connection
from tests.integration.test_forgotten_players import (
    BEN,
    WORLD,
    Guest,
    RepeatingModel,
    hits,
    say,
    serving,
)

MakeDatabase = Callable[..., str]
SCOPE = WorldScope(WORLD)
TABLES = (*STANDING, *LOG, *LIVING)
BEFORE_IT_LEFT = (
    MoveStep.ANNOUNCED,
    MoveStep.COPIED,
    MoveStep.VERIFIED,
    MoveStep.HELD,
    MoveStep.WRITTEN,
)


LONG_AGO = """
    UPDATE note SET value = (value::jsonb || '{"forgotten_at": 1}')::text
    WHERE name LIKE 'forgotten:%'
"""


AWAY = Unavailable("away", Reason.STORAGE_UNAVAILABLE)


class KilledError(Exception):
    """Stands for the end of a process."""


def of_world(url: str) -> dict[str, object]:
    """Return what a database has of the world, in each table."""
    engine = reading_engine(parse_url(url), 1)
    with engine.begin() as connection:
        found = contents(connection, SCOPE, TABLES)
    engine.dispose()
    return {name: content for name, content in found.items() if content.rows}


def move(source: str, target: str, *, dies_after: MoveStep | None = None) -> MoveSummary:
    def report(step: MoveStep, _text: str) -> None:
        if step is dies_after:
            raise KilledError

    with open_shard(source, "one") as here, open_shard(target, "two") as there:
        return WorldMove(here, there, WORLD, report).run()


def undo(source: str, target: str) -> None:
    with open_shard(source, "one") as here, open_shard(target, "two") as there:
        WorldMove(here, there, WORLD).undo()


def count_rows(url: str) -> dict[str, int]:
    """Return how many rows each table has that has any."""
    with sql_connection(url) as connection:
        counts = {
            table.name: len(connection.execute(table.select()).all())
            for table in METADATA.sorted_tables
        }
    return {name: count for name, count in counts.items() if count}


@pytest.fixture(params=["sqlite-postgres", "postgres-sqlite", "postgres-postgres"])
def databases(request: pytest.FixtureRequest, make_database: MakeDatabase) -> tuple[str, str]:
    """Return a database with a played world, and an empty one."""
    source, target = request.param.split("-")
    return make_database(source, has_world=True), make_database(target, has_world=False)


@pytest.fixture
def shards(make_database: MakeDatabase) -> tuple[str, str]:
    """Return the same on PostgreSQL."""
    return (
        make_database("postgres", has_world=True),
        make_database("postgres", has_world=False),
    )


def timeline_of(url: str) -> TimelineId:
    """Return the timeline of the evening."""
    found = execute_sql(url, "SELECT id FROM timeline WHERE label = 'the shared evening'")
    return TimelineId(str(found))


_NOT_MOVED = {
    *("access_key", "account", "account_session", "note", "turn_lease"),
    *("world_location", "moved_id"),
}
"""Tables that belong to a database or to its servers, and to no world."""


def test_each_table_is_of_a_world_or_of_a_database() -> None:
    """A new table is moved with its world, or is named as one that is not."""
    assert {table.name for table in TABLES} | _NOT_MOVED == set(METADATA.tables)


async def test_a_world_moves_as_a_whole(databases: tuple[str, str], tmp_path: Path) -> None:
    """Every row is there as it was; what is asked for here is said to be there."""
    source, target = databases
    timeline = timeline_of(source)
    before = of_world(source)

    await asyncio.to_thread(move, source, target)

    assert len(before) >= len(TABLES) - 5
    after = of_world(target)
    revived = {"job", "begun_turn"}  # a job that was in work is due, and a begun turn is left
    assert {name: one for name, one in after.items() if name not in revived} == {
        name: one for name, one in before.items() if name not in revived
    }
    assert of_world(source) == {}
    assert count_rows(target).keys().isdisjoint({"world_location", "moved_id"})
    async with serving(source, tmp_path / "one", RepeatingModel()) as here:
        moved = await here.store.directory.find(timeline)
        assert moved is not None
        assert (moved.world_id, moved.shard) == (WORLD, "two")
    async with serving(target, tmp_path / "two", RepeatingModel()) as there:
        head = (await there.services.timelines.get(timeline)).head
        await say(there, timeline, BEN, "Is there anything new?")
        assert (await there.services.timelines.get(timeline)).head > head


@pytest.mark.parametrize("step", list(MoveStep))
async def test_a_move_that_died_is_finished(step: MoveStep, shards: tuple[str, str]) -> None:
    """Wherever it died, the world is served in one place, and another run finishes the move."""
    source, target = shards
    before = of_world(source)

    with pytest.raises(KilledError):
        await asyncio.to_thread(move, source, target, dies_after=step)

    if step in BEFORE_IT_LEFT:
        assert of_world(source) == before
    await asyncio.to_thread(move, source, target)
    after = of_world(target)
    assert after.keys() == before.keys()
    assert after["record"] == before["record"]
    assert of_world(source) == {}


@pytest.mark.parametrize("step", list(MoveStep))
async def test_a_move_is_given_up_until_the_world_has_left(
    step: MoveStep, shards: tuple[str, str]
) -> None:
    """Undone, the world is here as it was, and nothing is there; later that is refused."""
    source, target = shards
    before, there = of_world(source), count_rows(target)
    with pytest.raises(KilledError):
        await asyncio.to_thread(move, source, target, dies_after=step)

    if step not in BEFORE_IT_LEFT:
        with pytest.raises(NotPossibleNow):
            await asyncio.to_thread(undo, source, target)
        return
    await asyncio.to_thread(undo, source, target)

    assert (of_world(source), count_rows(target)) == (before, there)
    assert count_rows(source).keys().isdisjoint({"world_location", "moved_id"})


async def test_a_world_moves_there_and_back(databases: tuple[str, str], tmp_path: Path) -> None:
    """It can be played after each move, and its revision never goes back."""
    source, target = databases
    timeline = timeline_of(source)

    for place, other, name in ((source, target, "two"), (target, source, "one")):
        await asyncio.to_thread(move, place, other)
        async with serving(other, tmp_path / name, RepeatingModel()) as here:
            head = (await here.services.timelines.get(timeline)).head
            await say(here, timeline, BEN, "Here again.")
            assert (await here.services.timelines.get(timeline)).head > head


async def test_a_world_is_served_again_only_once_what_was_held_of_it_is_dropped(
    new_migrated_sqlite: MakeDatabase,
) -> None:
    """Also where dropping it failed at first."""
    url, refused, faults = new_migrated_sqlite(), list[bool](), [AWAY, None]
    store = await open_store(url)
    directory = store.directory

    async def drop_held(world_id: WorldId) -> None:
        refused.append(world_id in directory.not_served)
        if (fault := faults.pop(0)) is not None:
            raise fault

    directory.when_back = drop_held
    try:
        with sql_connection(url) as connection:
            world_directory.put(connection, WORLD, WorldState.LEFT, "elsewhere")
        await directory._look()
        assert WORLD in directory.not_served
        with sql_connection(url) as connection:
            world_directory.drop(connection, WORLD)
        with pytest.raises(Unavailable):
            await directory._look()
        assert WORLD in directory.not_served
        await directory._look()
    finally:
        await store.close()

    assert refused == [True, True]
    assert not directory.not_served


@pytest.mark.postgres
async def test_what_was_forgotten_elsewhere_is_in_no_memory(
    shards: tuple[str, str], tmp_path: Path
) -> None:
    """A server to which a world comes back reads it anew, also for its next prompt."""
    source, target = shards
    timeline, guest, model = timeline_of(source), Guest(1), RepeatingModel()
    async with serving(source, tmp_path / "one", model) as here:
        await say(here, timeline, BEN, "What did my friend say about the sister?")
        assert model.repeated
        await asyncio.to_thread(move, source, target)
        async with serving(target, tmp_path / "two", RepeatingModel()) as there:
            await there.services.players.forget(world_id=WORLD, player_id=guest.person.id)
        execute_sql(target, LONG_AGO)  # lately forgotten ones are looked for anyway
        await asyncio.to_thread(move, target, source)

        async with asyncio.timeout(60):
            while here.store.directory.not_served:  # noqa: ASYNC110 - it is told by the database
                await asyncio.sleep(0.05)
        model.repeated.clear()
        await say(here, timeline, BEN, "And what did my friend say about the sister?")

    assert not model.repeated
    assert hits(source) == {}
