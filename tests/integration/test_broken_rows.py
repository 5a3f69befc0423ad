"""Rows that a designer broke in the database: each costs no more than its own column."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from structlog.testing import capture_logs

from npcserver.adapters.store import SqlStore, cells, tables
from npcserver.admin.v1 import lore_service_pb2, persona_service_pb2, world_service_pb2
from npcserver.memory.passages import cut
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import FallbackLine, Persona, Relation
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.lore import Book, Chapter
from npcserver.model.secret import Secret
from npcserver.model.world import enclosing_places
from npcserver.model.worldfile import gather
from npcserver.ports.storage import UnitOfWork
from npcserver.ports.view import BrokenCell
from npcserver.rpc import server  # noqa: F401 - its modules say where fields come from
from npcserver.rpc.encoder import encode
from tests.conftest import NewDatabase, execute_sql, opened, sql_connection
from tests.fakes import store_world
from tests.fakes.store_world import INN, MIRA, WORLD

PERSONA = Persona(
    name="Mira",
    age=44,
    traits="patient",
    goals=("Pay the guild.",),
    relations=(Relation(to="otto", view="A friend.", affinity=40),),
    greetings=("Good day.",),
    fallback_lines=(FallbackLine(text="Not now.", emotion="calm"),),
)
WAVE = Affordance(
    name="wave", description="Wave.", parameters=(Parameter(name="how", type=ParameterType.STRING),)
)
BOOK = Book(
    id="tides",
    world_id=WORLD,
    title="Of Tides",
    readers=("mira",),
    chapters=(Chapter(title="One", text="Low water.", secret=Secret(key="low", trust=60)),),
)
GARBAGE = ("'Pay the guild'", "'[1, 2'", "'\"text\"'", "'{}'", "X'FFFE00'", "-1", "1e30", "''")
SERVERS_OWN = {"id", "world_id", "book_id", "number", "genesis_id", "etag", "revision"}
EDITED = {
    table.name: (
        [key.name for key in table.primary_key],
        [column.name for column in table.columns if column.name not in SERVERS_OWN],
    )
    for table in (tables.WORLD, tables.PLACE, tables.CHARACTER, tables.BOOK, tables.CHAPTER)
}
"""Names of the key columns, and of those that a designer may edit."""
KEEP = "CREATE TEMP TABLE kept AS SELECT * FROM {table}"
BREAK = "UPDATE {table} SET {column} = {value}"
MEND = "UPDATE {table} SET {column} = (SELECT kept.{column} FROM kept WHERE {row})"


async def set_up(store: SqlStore) -> None:
    """Write a world with something in every column."""
    await store_world.set_up(store)

    async def work(unit: UnitOfWork) -> None:
        world = await unit.world(WORLD)
        entity = Entity(id="mug", name="a mug", kind="item")
        await unit.put_world(replace(world, affordances=(WAVE,), entities=(entity,)))
        await unit.add_place(store_world.place(PlaceId("room"), INN))
        mira = await unit.character(WORLD, MIRA)
        await unit.put_character(replace(mira, persona=PERSONA))
        await unit.library.put_book(BOOK, cut(BOOK))

    await store.write(work)


async def seen(store: SqlStore) -> Sequence[BrokenCell]:
    """Read everything as turns, observations and listings do, and write it to the wire."""
    async with store.read() as reader:
        for world in (await reader.world(WORLD), *await reader.worlds(5)):
            encode(world, world_service_pb2.World)
        for place in (await reader.place(WORLD, INN), *await reader.places(WORLD, 5)):
            encode(place, world_service_pb2.Place)
        for one in (await reader.character(WORLD, MIRA), *await reader.characters(WORLD, 5)):
            encode(one, persona_service_pb2.Character)
        residents = await reader.roster(WORLD)
        versions = await reader.persona_versions(WORLD, MIRA, 5)
        books = await reader.library.books(WORLD, 5)
        for book in (*books, await reader.library.book(WORLD, "tides")):
            encode(book, lore_service_pb2.Book)
        passages = await reader.library.passages(WORLD)
        gather(
            world, await reader.places(WORLD, 5), await reader.characters(WORLD, 5), {}, books=books
        )
        assert (len(residents), len(versions), len(passages)) == (1, 2, 1)
        return await reader.broken_cells()


@pytest.mark.parametrize("table", EDITED)
async def test_no_column_costs_more_than_itself(database: str, table: str) -> None:
    """Whatever stands in a column that a designer may edit, everything can be read and sent."""
    keys, columns = EDITED[table]
    same_row = " AND ".join(f"kept.{key} = {table}.{key}" for key in keys)
    async with opened(database) as store:
        await set_up(store)
        with sql_connection(database) as connection:
            connection.execute(text(KEEP.format(table=table)))
            for column in columns:
                assert await seen(store) == (), column
                for value in GARBAGE:
                    try:
                        connection.execute(
                            text(BREAK.format(table=table, column=column, value=value))
                        )
                    except DBAPIError:
                        continue  # a column of PostgreSQL takes what is of its type, and no more

                    for cell in await seen(store):
                        assert (cell.table, cell.column.partition("[")[0]) == (table, column)
                        assert cell.wanted
                connection.execute(text(MEND.format(table=table, column=column, row=same_row)))


async def test_the_last_good_persona_speaks(database: str) -> None:
    """A persona with a broken column is its last version; the log and `check` name the column."""
    cells.warn.cache_clear()
    async with opened(database) as store:
        await set_up(store)
        execute_sql(database, "UPDATE character SET traits = 'rash', goals = '\"Pay the guild\"'")
        with capture_logs() as logs:
            async with store.read() as reader:
                mira = await reader.character(WORLD, MIRA)
                await reader.characters(WORLD, 5)
                (cell,) = await reader.broken_cells()
        number = await store.write(lambda unit: unit.adopt(WORLD, MIRA, mira.persona))
        execute_sql(database, "UPDATE character SET goals = '[\"Pay the guild.\"]'")
        async with store.read() as reader:
            mended = await reader.character(WORLD, MIRA)

    assert (mira.persona, mira.version, number) == (PERSONA, 2, 2)
    assert (mended.persona, mended.version) == (replace(PERSONA, traits="rash"), 3)
    assert str(cell) == (
        "table character, row 'mira' of world 'lantern', column goals: is no JSON list; write "
        'a JSON list of texts, such as ["Pay the guild"]. Until then persona version 2 speaks'
    )
    (told,) = [log for log in logs if log["event"] == "broken_row"]
    assert (told["table"], told["row"], told["column"]) == ("character", "mira", "goals")
    assert told["log_level"] == "warning"
    assert '["Pay the guild"]' in told["advice"]


async def test_a_character_without_a_version_speaks_with_what_can_be_read(database: str) -> None:
    """A row that was written by hand, and wrong, loses the column alone."""
    async with opened(database) as store:
        await set_up(store)
        execute_sql(
            database,
            "INSERT INTO character (world_id, id, name, traits, goals) "
            "VALUES ('lantern', 'o', 'Otto', 'loud', '{}')",
        )
        async with store.read() as reader:
            otto = await reader.character(WORLD, CharacterId("o"))

    assert (otto.persona.name, otto.persona.traits, otto.persona.goals) == ("Otto", "loud", ())


async def test_a_broken_affordance_is_left_out_alone(database: str) -> None:
    """The others of the catalogue are offered, and the broken one is named by its position."""
    async with opened(database) as store:
        await set_up(store)
        wave, bow = ({"name": name, "description": "Do it."} for name in ("wave", "bow"))
        written = json.dumps([wave, wave | {"name": "Pour Tea!"}, wave, 5, bow])
        execute_sql(database, "UPDATE world SET affordances = :a", a=written)
        async with store.read() as reader:
            world = await reader.world(WORLD)
            broken = await reader.broken_cells()

    assert [one.name for one in world.affordances] == ["wave", "bow"]
    assert [cell.column for cell in broken] == [f"affordances[{at}]" for at in (1, 2, 3)]
    assert "comes twice" in broken[1].problem


async def test_what_locks_a_book_fails_closed(database: str) -> None:
    """Broken readers are nobody, and a broken secret is told to nobody."""
    async with opened(database) as store:
        await set_up(store)
        execute_sql(database, "UPDATE book SET readers = '\"mira\"'")
        execute_sql(database, 'UPDATE chapter SET secret = \'{"trust": "much"}\'')
        async with store.read() as reader:
            book = await reader.library.book(WORLD, "tides")
            (passage,) = await reader.library.passages(WORLD)

    assert book.readers
    assert "mira" not in book.readers
    assert [secret.is_absolute for secret in passage.secrets] == [True]


async def test_times_may_be_written_as_people_write_them(new_migrated_sqlite: NewDatabase) -> None:
    """Hours without seconds and dates without a zone are read as they are meant."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await set_up(store)
        execute_sql(url, "UPDATE place SET opens = '07:30', closes = '22:00' WHERE id = 'inn'")
        execute_sql(url, "UPDATE world SET start_time = '2024-03-01T08:00'")
        async with store.read() as reader:
            app, world = await reader.place(WORLD, INN), await reader.world(WORLD)
            broken = await reader.broken_cells()

    assert str(app.hours) == "Hours(opens=datetime.time(7, 30), closes=datetime.time(22, 0))"
    assert world.start_time.isoformat() == "2024-03-01T08:00:00+00:00"
    assert world.start_time.utcoffset() == timedelta()
    assert broken == ()


async def test_a_place_within_itself_ends_the_tree(database: str) -> None:
    """A ring of places is walked to its end, exported as places of their own, and named."""
    async with opened(database) as store:
        await set_up(store)
        execute_sql(database, "UPDATE place SET parent_id = 'room' WHERE id = 'inn'")
        async with store.read() as reader:
            places = await reader.places(WORLD, 5)
            broken = await reader.broken_cells()
            file = gather(await reader.world(WORLD), places, (), {})

    by_id = {place.id: place for place in places}
    assert [one.id for one in enclosing_places(INN, by_id)] == ["inn", "room"]
    assert [(cell.row_id, cell.column) for cell in broken] == [
        ("inn", "parent_id"),
        ("room", "parent_id"),
    ]
    assert {place.parent_id for place in file.places} == {None}


async def test_a_place_that_is_not_there_is_named(new_migrated_sqlite: NewDatabase) -> None:
    """SQLite lets a shell write places that do not exist; they count as none."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await set_up(store)
        execute_sql(url, "UPDATE place SET parent_id = 'nowhere' WHERE id = 'inn'")
        execute_sql(url, "UPDATE character SET place_id = 'gone'")
        broken = await seen(store)

    assert {(cell.table, cell.column) for cell in broken} == {
        ("place", "parent_id"),
        ("character", "place_id"),
    }
