"""Poolers between a server and PostgreSQL: what they have to keep, and where they may lead."""

from contextlib import ExitStack, closing
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from npcserver.adapters.store.engine import POSTGRESQL_CONNECT, opening
from npcserver.model.errors import InvalidInput, Reason, Unavailable

_PROBES = 3
_NO_TRANSACTIONS = "08P01"  # how PgBouncer refuses them in `pool_mode = statement`
_PROCESS = "SELECT pg_backend_pid()"


def require_sessions(engine: Engine) -> None:
    """Raise `Unavailable` where a pooler gives each transaction another connection of PostgreSQL.

    Prepared statements, advisory locks and LISTEN belong to a session; without one they fail under
    load, and seem to work before. One connection is asked which process serves it while others
    hold transactions open: with sessions it is one process that serves nobody else.
    """
    if engine.dialect.name == "sqlite":
        return
    with opening(engine.url), ExitStack() as stack:
        try:
            asked = stack.enter_context(closing(_connected(engine)))
            asked.autocommit = True
            process = asked.execute(_PROCESS).fetchone()
            is_session = True
            for _ in range(_PROBES):
                other = stack.enter_context(closing(_connected(engine)))
                is_session = other.execute(_PROCESS).fetchone() != process
                is_session = is_session and asked.execute(_PROCESS).fetchone() == process
                if not is_session:
                    break
        except engine.dialect.loaded_dbapi.Error as error:
            if getattr(error, "sqlstate", None) != _NO_TRANSACTIONS:
                raise DBAPIError.instance(
                    _PROCESS, None, error, engine.dialect.loaded_dbapi.Error, hide_parameters=True
                ) from error
            is_session = False
    if not is_session:
        raise Unavailable(
            "between this server and PostgreSQL is a pooler that keeps no sessions, such as "
            "PgBouncer with pool_mode = transaction; under load it would mix up statements, locks "
            "and notifications. Set pool_mode = session for this database, or let database.url "
            "name PostgreSQL itself, and database.read_url the pooler",
            Reason.STORAGE_UNAVAILABLE,
            setting="pool_mode",
        )


def _connected(engine: Engine) -> Any:
    arguments, options = engine.dialect.create_connect_args(engine.url)
    return engine.dialect.connect(*arguments, **{**options, **POSTGRESQL_CONNECT})


_DATABASE = "SELECT pg_postmaster_start_time()::text, current_database()"


def require_same(writing: Engine, reading: Engine) -> None:
    """Raise `InvalidInput` where what is read is not the database in which is written.

    That of a standby is another one: it lags behind. The engine for `reading` is closed then.
    """
    if "sqlite" in (writing.dialect.name, reading.dialect.name):
        raise InvalidInput("database.read_url", "is for PostgreSQL; remove it")
    found = []
    for engine in (writing, reading):
        with opening(engine.url), engine.connect() as connection:
            found.append(connection.exec_driver_sql(_DATABASE).one())
    if found[0] != found[1]:
        reading.dispose()
        raise InvalidInput(
            "database.read_url",
            "names another database than database.url, such as a standby; name the same one, "
            "through a pooler",
        )
