"""The migrations make exactly the schema the tables describe, on both databases."""

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, make_url, text
from sqlalchemy.engine.interfaces import ReflectedIndex
from sqlalchemy.pool import NullPool

from npcserver.adapters.store import migrate as migrations
from npcserver.adapters.store import open_store
from npcserver.adapters.store.tables import METADATA
from npcserver.model.errors import InvalidInput, Reason, Unavailable
from tests.conftest import NewDatabase
from tests.processes import environment_of, run_forked


def _driver(url: str) -> str:
    return url.replace("postgresql://", "postgresql+psycopg://")


def _with_connection(url: str, look: object) -> object:
    engine = create_engine(_driver(url), poolclass=NullPool)
    with engine.connect() as connection:
        return look(connection)  # type: ignore[operator]


def _difference(connection: Connection) -> object:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return compare_metadata(context, METADATA)


def _index(index: ReflectedIndex) -> str:
    options = {name: str(value) for name, value in index.get("dialect_options", {}).items()}
    return f"{index['name']} {index['column_names']} {index['unique']} {options}"


def _shape(connection: Connection) -> object:
    """Columns, keys and indexes of every table, as the database itself tells them."""
    eye = inspect(connection)
    return {
        table: (
            [
                (each["name"], str(each["type"]), each["nullable"], each["default"])
                for each in eye.get_columns(table)
            ],
            eye.get_pk_constraint(table),
            sorted(eye.get_foreign_keys(table), key=lambda each: each["name"] or ""),
            sorted(map(_index, eye.get_indexes(table))),
            sorted(eye.get_unique_constraints(table), key=lambda each: each["name"] or ""),
        )
        for table in eye.get_table_names()
        if table != "alembic_version"
    }


@pytest.mark.postgres
async def test_servers_may_migrate_at_once(new_postgres: NewDatabase, tmp_path: Path) -> None:
    """Two commands on an empty database, and a third one when it is done, all succeed."""
    url = new_postgres()
    around = environment_of(tmp_path, NPCSERVER_DATABASE__URL=url)

    def run() -> tuple[int, str]:
        ended = run_forked("migrate", environment=around)
        return ended.returncode, ended.stderr

    both = await asyncio.gather(asyncio.to_thread(run), asyncio.to_thread(run))
    again = await asyncio.to_thread(run)

    assert [code for code, _ in (*both, again)] == [0, 0, 0], (both, again)
    assert _with_connection(url, _difference) == []


async def test_migrations_and_tables_agree(empty_database: str) -> None:
    """Autogenerate finds nothing to do after the last migration."""
    await migrations.migrate(empty_database)

    assert _with_connection(empty_database, _difference) == []


async def test_migrated_and_created_schemas_are_the_same(
    empty_database: str, request: pytest.FixtureRequest
) -> None:
    """Even what autogenerate does not compare: names, order of columns, partial indexes."""
    kind = "sqlite" if empty_database.startswith("sqlite") else "postgres"
    created = request.getfixturevalue(f"new_{kind}")()
    engine = create_engine(_driver(created), poolclass=NullPool)
    METADATA.create_all(engine)

    await migrations.migrate(empty_database)

    assert _with_connection(empty_database, _shape) == _with_connection(created, _shape)


async def test_migrations_go_up_and_down_and_up(empty_database: str) -> None:
    """Down to nothing leaves nothing, and the way up is open again."""
    assert await migrations.current_revision(empty_database) is None
    await migrations.migrate(empty_database)
    await migrations.migrate(empty_database)
    assert await migrations.current_revision(empty_database) == migrations.head_revision()

    await migrations.downgrade(empty_database, "base")

    assert _with_connection(empty_database, _shape) == {}
    await migrations.migrate(empty_database)
    assert _with_connection(empty_database, _difference) == []


async def test_a_database_from_the_future_is_left_alone(empty_database: str) -> None:
    """An unknown revision is a clear refusal and not a traceback."""
    await migrations.migrate(empty_database)
    engine = create_engine(_driver(empty_database), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    with pytest.raises(Unavailable) as refusal:
        await migrations.migrate(empty_database)

    assert "version" in refusal.value.message
    assert await migrations.current_revision(empty_database) == "9999"


async def test_a_database_without_tables_asks_for_migration(empty_database: str) -> None:
    """Reading before `npcserver migrate` says to run it."""
    store = await open_store(empty_database)
    try:
        with pytest.raises(Unavailable) as refusal:
            async with store.read() as reader:
                await reader.worlds(1)
    finally:
        await store.close()

    assert "npcserver migrate" in refusal.value.message


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("", "sqlite:///"),
        ("nonsense", "sqlite:///"),
        ("mysql://localhost/npc", "postgresql://"),
        ("sqlite://", "names no file"),
        ("sqlite:////no/such/folder/npc.db", "does not exist"),
        ("sqlite:////", "is a folder"),
    ],
)
async def test_a_wrong_url_says_what_to_write(url: str, advice: str) -> None:
    """The setting is named, and so is a form that works."""
    with pytest.raises(InvalidInput) as refusal:
        await open_store(url)

    assert refusal.value.field == "database.url"
    assert advice in refusal.value.message


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """Opening some other file as a database says so."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Mira, " * 1000)

    with pytest.raises(Unavailable) as refusal:
        await open_store(f"sqlite:///{path}")

    assert "not an SQLite database" in refusal.value.message
    assert str(path) in refusal.value.message


async def test_a_revision_of_the_future_is_no_case_for_migrate(empty_database: str) -> None:
    """A database of a newer version is not said to need a migration that would fail."""
    await migrations.migrate(empty_database)
    engine = create_engine(_driver(empty_database), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))

    for attempt in (migrations.require_current, migrations.migrate):
        with pytest.raises(Unavailable) as refusal:
            await attempt(empty_database)
        assert "9999" in refusal.value.message
        assert "install the version that made it" in refusal.value.message


@pytest.mark.postgres
async def test_a_user_without_rights_is_told(new_postgres: NewDatabase) -> None:
    """A user who may not read the tables is a fault that names the database and the cause."""
    url = new_postgres()
    await migrations.migrate(url)
    engine = create_engine(_driver(url), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("DROP ROLE IF EXISTS stranger"))
        connection.execute(text("CREATE ROLE stranger LOGIN"))
    stranger = make_url(_driver(url)).set(username="stranger").render_as_string(False)

    with pytest.raises(Unavailable) as refusal:
        await migrations.current_revision(stranger)

    assert "lacks a right" in refusal.value.message
    assert "permission denied for table" in refusal.value.message


@pytest.mark.postgres
async def test_a_server_that_is_not_there_is_unavailable() -> None:
    """A PostgreSQL nobody answers for is a fault that says so."""
    with pytest.raises(Unavailable) as refusal:
        await open_store("postgresql://nobody@127.0.0.1:1/nothing")

    assert refusal.value.reason is Reason.STORAGE_UNAVAILABLE


@pytest.mark.postgres
@pytest.mark.parametrize("unsafe", ["off", "local"])
async def test_a_forgetful_postgresql_is_refused(new_postgres: object, unsafe: str) -> None:
    """Where commits are not durable the server does not start, and says what to set."""
    url: str = new_postgres()  # type: ignore[operator]
    engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        name = make_url(url).database
        connection.execute(text(f"ALTER DATABASE {name} SET synchronous_commit = {unsafe}"))

    with pytest.raises(Unavailable) as refusal:
        await open_store(url)

    assert "set synchronous_commit = on" in refusal.value.message


def test_the_head_is_what_the_last_file_is_called() -> None:
    """The revision read from the names of the files is the one that the files themselves name."""
    folder = Path(__file__).resolve().parents[2] / "migrations"
    script = ScriptDirectory(str(folder))

    assert migrations.head_revision() == script.get_current_head()
    assert all(
        Path(revision.path).name.startswith(f"{revision.revision}_")
        for revision in script.walk_revisions()
    )
