"""What only a real database can do: threads, failures, snapshots, and rows edited by hand."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from npcserver.adapters.clock import SystemClock
from npcserver.adapters.files import parse_world
from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.engine import PRAGMAS, parse_url, reading_engine, writing_engine
from npcserver.adapters.store.unit_of_work import SqlUnit
from npcserver.app.world_files import WorldFiles
from npcserver.model.errors import InvalidInput, OverLimit, Reason, Unavailable
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.model_use import Budget
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.conftest import NewDatabase, execute_sql, opened
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, MIRA, WORLD, put, seen


async def test_every_connection_keeps_its_promises(new_migrated_sqlite: NewDatabase) -> None:
    """WAL, FULL, foreign keys and patience, on the writer's and on readers' connections."""
    url = parse_url(new_migrated_sqlite())
    for engine in (writing_engine(url), reading_engine(url, 1)):
        with engine.connect() as connection:
            found = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS
            }
        engine.dispose()

        assert found == PRAGMAS
        assert (found["journal_mode"], found["synchronous"], found["foreign_keys"]) == ("wal", 2, 1)


async def test_work_may_await_nothing_but_its_unit(sql_store: SqlStore) -> None:
    """A unit that waits for something else is refused and undone."""

    async def dawdles(unit: UnitOfWork) -> None:
        await unit.add_world(store_world.world())
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="nothing but its unit"):
        await sql_store.write(dawdles)

    async with sql_store.read() as reader:
        assert await reader.worlds(1) == ()


async def test_a_write_waits_for_the_writer(new_migrated_sqlite: NewDatabase) -> None:
    """What is asked for before `run` is written by it, and `close` writes what still waits."""
    url = new_migrated_sqlite()
    store = await open_store(url)
    waiting = asyncio.create_task(store_world.set_up(store))
    await asyncio.sleep(0)
    assert not waiting.done()

    await store.close()
    await waiting

    with pytest.raises(Unavailable):
        await put(store, seen("too late"))
    async with opened(url) as again, again.read() as reader:
        assert (await reader.world(WORLD)).name == "The Lantern"


async def test_callers_who_give_up_do_not_disturb_the_others(sql_store: SqlStore) -> None:
    """With every third caller cancelled, all others are answered and the numbers stay dense."""
    await store_world.set_up(sql_store)
    tasks = [asyncio.create_task(put(sql_store, seen(f"{i}"))) for i in range(90)]
    await asyncio.sleep(0)
    for task in tasks[::3]:
        task.cancel()

    results = await asyncio.gather(*tasks, return_exceptions=True)

    answered = {
        each.last: i for i, each in enumerate(results) if not isinstance(each, BaseException)
    }
    assert len(answered) == 60
    async with sql_store.read() as reader:
        head = (await reader.timeline(GENESIS)).head
        records = await (await reader.at(Vantage(GENESIS, head))).after(0, 200)
    assert [record.seq for record in records] == list(range(1, head + 1))
    for seq, i in answered.items():
        assert records[seq - 1].text == f"{i}"


async def test_a_reader_who_gives_up_leaves_a_usable_lane(database: str) -> None:
    """Cancelled in the middle of a query, its connection still serves the next reader."""
    async with opened(database, pool_size=1) as store:
        await store_world.set_up(store)
        await put(store, *(seen("x" * 100) for _ in range(500)))

        async def look() -> int:
            async with store.read() as reader:
                view = await reader.at(Vantage(GENESIS, 500))
                return len(await view.after(0, 500))

        for _ in range(30):
            task = asyncio.create_task(look())
            await asyncio.sleep(0.001)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

        assert await look() == 500


async def test_a_text_the_database_cannot_keep_fails_alone(sql_store: SqlStore) -> None:
    """A lone surrogate is refused with the field's name; its neighbours in the bulk are kept."""
    await store_world.set_up(sql_store)

    results = await asyncio.gather(
        put(sql_store, seen("one")),
        put(sql_store, seen("\ud800")),
        put(sql_store, seen("two")),
        return_exceptions=True,
    )

    assert isinstance(results[1], InvalidInput)
    async with sql_store.read() as reader:
        records = await (await reader.at(Vantage(GENESIS, 2))).after(0, 9)
    assert [record.text for record in records] == ["one", "two"]


async def test_a_full_disk_is_said_and_nothing_is_half_written(
    new_migrated_sqlite: NewDatabase,
) -> None:
    """Every write of the failed commit hears it; when there is space again writing goes on."""
    async with opened(new_migrated_sqlite()) as store:
        await store_world.set_up(store)

        async def limit(unit: SqlUnit, pages: int = 1) -> None:
            await unit.run(
                lambda connection: connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
            )

        await store.write(limit)
        results = await asyncio.gather(
            *(put(store, seen("x" * 50_000)) for _ in range(5)), return_exceptions=True
        )
        await store.write(lambda unit: limit(unit, 100_000))

        assert [type(result) for result in results] == [OverLimit] * 5
        assert {result.reason for result in results} == {Reason.STORAGE_FULL}  # type: ignore[union-attr]
        assert (await put(store, seen("room again"))).first == 1


async def test_a_locked_database_is_unavailable_and_comes_back(
    new_migrated_sqlite: NewDatabase,
) -> None:
    """Another program that will not let go makes writes fail, not hang or vanish."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await store_world.set_up(store)

        async def hurry(unit: SqlUnit) -> None:
            await unit.run(
                lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout = 10")
            )

        await store.write(hurry)
        engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as other:
            other.exec_driver_sql("BEGIN IMMEDIATE")
            with pytest.raises(Unavailable) as refusal:
                await put(store, seen("x"))
            other.exec_driver_sql("ROLLBACK")

        assert refusal.value.reason is Reason.STORAGE_UNAVAILABLE
        assert (await put(store, seen("y"))).first == 1


@pytest.mark.postgres
async def test_two_servers_share_a_postgresql(new_migrated_postgres: NewDatabase) -> None:
    """Appends, repeats and claims of two processes neither collide nor count twice."""
    url = new_migrated_postgres()
    async with opened(url) as one, opened(url) as two:
        await store_world.set_up(one)
        timelines = [await store_world.start(one, f"tl_{i}", Vantage(GENESIS, 0)) for i in range(5)]
        wishes = [JobDraft(JobKind.DIGEST, each, MIRA) for each in timelines]
        wishes += [JobDraft(JobKind.EMBED, each, MIRA) for each in timelines]
        await one.write(lambda unit: unit.want(wishes))

        async def client(i: int) -> list[bool]:
            key = store_world.key(f"r{i % 50}", scope="shared")
            store = (one, two)[i % 2 if i < 50 else (i + 1) % 2]
            appended = await put(store, seen(f"{i % 50}"), to=timelines[i % 5], request=key)
            return [appended.is_replay]

        replays = await asyncio.gather(*(client(i) for i in range(100)))
        later = datetime.now(UTC) + timedelta(minutes=1)
        claimed = await asyncio.gather(
            *(store.jobs.claim(later, 30) for _ in range(10) for store in (one, two))
        )

        assert sum(replay for (replay,) in replays) == 50
        async with two.read() as reader:
            heads = [(await reader.timeline(each)).head for each in timelines]
        assert heads == [10] * 5
        busy = [job.timeline_id for job in claimed if job is not None]
        assert sorted(busy) == sorted(timelines)


async def test_a_read_after_its_block_is_refused(sql_store: SqlStore) -> None:
    """It would leave a transaction open on a connection that the next reader is given."""
    async with sql_store.read() as reader:
        await reader.worlds(10)

    with pytest.raises(RuntimeError, match="after its block"):
        await reader.worlds(10)


_MAYOR = """
format: npcserver/world/1
world: {id: mill, name: The Mill}
characters:
  - {id: eve, name: Eve, relations: [{to: the mayor, view: Missed.}]}
  - {id: bea, name: Bea Quill}
"""


async def test_a_persona_edited_by_hand_is_the_next_version(database: str) -> None:
    """It shows at the next read under the number it will have, and `adopt` stores it."""
    async with opened(database) as store:
        await store_world.set_up(store)
        async with store.read() as reader:
            before = await reader.character(WORLD, MIRA)

        execute_sql(
            database, "UPDATE character SET traits = 'jealous', goals = :g", g='["revenge"]'
        )

        async with store.read() as reader:
            edited = await reader.character(WORLD, MIRA)
            listed = await reader.characters(WORLD, 5)
        assert (edited.persona.traits, edited.persona.goals) == ("jealous", ("revenge",))
        assert (before.version, edited.version) == (1, 2)
        assert edited.etag != before.etag
        assert listed == (edited,)
        number = await store.write(lambda unit: unit.adopt(WORLD, MIRA, edited.persona))
        async with store.read() as reader:
            again = await reader.character(WORLD, MIRA)
            versions = await reader.persona_versions(WORLD, MIRA, 5)
        assert (number, again.version) == (2, 2)
        assert [each.persona for each in versions] == [edited.persona, before.persona]


async def test_a_row_written_by_hand_is_a_character(database: str) -> None:
    """Only ids and a name are needed; the rest has defaults."""
    async with opened(database) as store:
        await store_world.set_up(store)

        execute_sql(
            database, "INSERT INTO character (world_id, id, name) VALUES ('lantern', 'o', 'O')"
        )

        async with store.read() as reader:
            found = await reader.character(WORLD, CharacterId("o"))
        assert (found.name, found.version, found.persona.goals) == ("O", 1, ())
        assert abs(found.created_at - datetime.now(UTC)) < timedelta(days=1)


async def test_norms_may_be_edited_by_hand(database: str) -> None:
    """Limits, owners, knowledge and senses are plain columns."""
    async with opened(database) as store:
        await store_world.set_up(store)

        execute_sql(database, "UPDATE world SET budget_calls = 40")
        execute_sql(database, "UPDATE place SET owner_ids = :o", o='["mira"]')
        execute_sql(database, "UPDATE character SET is_blind = true, knows = :k", k='["inn"]')

        async with store.read() as reader:
            world, inn = await reader.world(WORLD), await reader.place(WORLD, store_world.INN)
            mira = await reader.character(WORLD, MIRA)
        assert world.budget == Budget(calls=40)
        assert inn.owner_ids == (MIRA,)
        assert (mira.knows, mira.persona.is_blind, mira.version) == ((store_world.INN,), True, 2)


async def test_a_sense_in_words_is_understood_or_named(new_migrated_sqlite: NewDatabase) -> None:
    """SQLite takes any text for a flag: a quoted false is no true, and nonsense says where."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await store_world.set_up(store)
        execute_sql(url, "UPDATE character SET is_deaf = 'false', is_blind = 'yes'")
        async with store.read() as reader:
            persona = (await reader.character(WORLD, MIRA)).persona
        assert (persona.is_deaf, persona.is_blind) == (False, True)

        execute_sql(url, "UPDATE character SET is_deaf = 'sometimes'")
        execute_sql(url, "UPDATE world SET budget_tokens = 'plenty'")
        async with store.read() as reader:
            again = (await reader.character(WORLD, MIRA)).persona
            limit = (await reader.world(WORLD)).budget
            broken = await reader.broken_cells()

        assert (again.is_deaf, again.is_blind) == (False, False)
        assert limit == Budget()
        assert [(cell.table, cell.row_id, cell.column) for cell in broken] == [
            ("world", "lantern", "budget_tokens"),
            ("character", "mira", "is_deaf"),
        ]


async def test_a_broken_edit_names_its_column(new_migrated_sqlite: NewDatabase) -> None:
    """A list that is no JSON, or of the wrong shape, says where, and harms nobody else."""
    url = new_migrated_sqlite()
    async with opened(url) as store:
        await store_world.set_up(store)
        for broken in ("[1, 2", '{"a": 1}', '[{"to": "otto"}]'):
            execute_sql(url, "UPDATE character SET relations = :r", r=broken)

            async with store.read() as reader:
                mira = await reader.character(WORLD, MIRA)
                (cell,) = await reader.broken_cells()

            assert (mira.version, mira.persona.relations) == (1, ())
            assert (cell.table, cell.row_id, cell.column) == ("character", "mira", "relations")
            assert "JSON list" in cell.wanted


async def test_a_relation_finds_whom_it_names_once_they_are_there(database: str) -> None:
    """It was to nobody when its row was first read, and that row has not changed since."""
    async with opened(database) as store:
        await WorldFiles(store, SystemClock()).put(parse_world(_MAYOR, "mill.yaml"))
        for to_id in ("", "bea"):
            async with store.read() as reader:
                eve = await reader.character(WorldId("mill"), CharacterId("eve"))
            assert [one.to_id for one in eve.persona.relations] == [to_id]
            execute_sql(database, "UPDATE character SET name = 'the mayor' WHERE id = 'bea'")
