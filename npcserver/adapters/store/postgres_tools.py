"""PostgreSQL dumped and restored by its own tools, compared with the rows as they are read."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, cast

from sqlalchemy import URL, Connection, inspect, text

from npcserver.adapters.store.row_copy import Contents, content_of
from npcserver.model.errors import NotPossibleNow, Reason, Unavailable

_BLOCK = 1 << 20
_COPY = re.compile(rb'COPY "?([^".]+)"?\."?([^".]+)"? \(.*\) FROM stdin;\n')
_END = b"\\.\n"
# As `pg_dump` writes values, and in the same zone on both sides.
_FORMS = "SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = ISO; SET LOCAL bytea_output = hex"
_USERS = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'npcserver' AND pid <> pg_backend_pid()
"""
_OWN = """
    SELECT format('DROP TABLE IF EXISTS %s CASCADE', oid::regclass) FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
    UNION ALL
    SELECT format('DROP SEQUENCE IF EXISTS %s CASCADE', oid::regclass) FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'S'
    UNION ALL
    SELECT format('DROP ROUTINE IF EXISTS %s CASCADE', oid::regprocedure) FROM pg_proc AS p
    WHERE pronamespace = current_schema()::regnamespace AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid
        AND deptype = 'e')
"""
"""Statements that drop all in a schema but what extensions brought."""


def postgres_content(connection: Connection) -> Contents:
    """Return what is in each table of the schema, in the transaction of a connection."""
    names = inspect(connection).get_table_names()
    connection.exec_driver_sql(_FORMS)
    driver: Any = connection.connection.driver_connection
    quote = connection.dialect.identifier_preparer.quote
    with driver.cursor() as cursor:
        return {name: content_of(_copied_rows(cursor, quote(name))) for name in names}


def _copied_rows(cursor: Any, table: str) -> Iterator[bytes]:
    with cursor.copy(f"COPY {table} TO STDOUT") as copied:
        for block in copied:
            yield from bytes(block).splitlines(keepends=True)


def require_tools(*names: str) -> None:
    """Raise `Unavailable` unless these programs of PostgreSQL are on the path."""
    if missing := [name for name in names if shutil.which(name) is None]:
        raise Unavailable(
            f"{' and '.join(missing)} of PostgreSQL is not on the PATH; install its client "
            "programs (postgresql-client), of the version of your database or a newer one",
            Reason.STORAGE_UNAVAILABLE,
        )


def require_unused(connection: Connection) -> None:
    """Raise `NotPossibleNow` where another npcserver is connected to the database."""
    if count := connection.execute(text(_USERS)).scalar_one():
        raise NotPossibleNow(
            f"the database is in use by npcserver ({count} connections); end every server that "
            "uses it, or name another database",
            Reason.STILL_IN_USE,
        )


def dump(url: URL, snapshot: str, file: Path) -> None:
    """Write a dump of an exported snapshot. Raises `OSError` where the disk is full."""
    words = ("--format=custom", "--encoding=UTF8", "--enable-row-security")
    with (
        _running("pg_dump", *words, f"--snapshot={snapshot}", url=url) as (output, finish),
        file.open("wb") as written,
    ):
        shutil.copyfileobj(output, written, _BLOCK)
        finish()


def dumped_content(file: Path, schema: str, pass_on: Callable[[bytes], object] = len) -> Contents:
    """Return what is in each table of a dump, whose lines as SQL are passed on as they are read."""
    found = {}
    words = ("--file=-", "--no-owner", "--no-privileges", "--enable-row-security", str(file))
    with _running("pg_restore", *words) as (lines, finish):
        for line in lines:
            pass_on(line)
            if (begun := _COPY.fullmatch(line)) is not None:
                content = content_of(_dumped_rows(lines, pass_on))
                if begun[1].decode() == schema:
                    found[begun[2].decode()] = content
        finish()
    return found


def _dumped_rows(lines: IO[bytes], pass_on: Callable[[bytes], object]) -> Iterator[bytes]:
    for line in lines:
        pass_on(line)
        if line == _END:
            return
        yield line


def load(
    url: URL, file: Path, schema: str, drops: Sequence[str], check: Callable[[Any], None]
) -> None:
    """Run statements and restore a dump, in one transaction; nothing is changed if that fails.

    `check` gets what was in the dump before it is committed, and raises if that is not right.
    """
    words = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
    drops = [*drops, "SET client_min_messages = warning"]
    before = [f"--command={statement}" for statement in drops]
    with _running("psql", *words, *before, "--file=-", url=url) as (script, finish):
        try:
            check(dumped_content(file, schema, script.write))
            script.close()
        except BrokenPipeError:
            pass  # psql has ended with an error, which `finish` raises
        finish()


def drops_of(connection: Connection, known: Collection[str]) -> list[str]:
    """Return the statements that empty a schema. Raises `NotPossibleNow` if it has other tables."""
    if others := sorted(set(inspect(connection).get_table_names()).difference(known)):
        raise NotPossibleNow(
            f"the database has tables that this version does not know ({', '.join(others)}), which "
            "are not replaced; restore into an empty database",
            Reason.STILL_IN_USE,
        )
    return [*connection.scalars(text(_OWN))]


@contextmanager
def _running(
    tool: str, *words: str, url: URL | None = None
) -> Iterator[tuple[IO[bytes], Callable[[], None]]]:
    """Run a tool, and yield its output, or the input of `psql`, and a function that awaits success.

    A tool that still runs when the block ends is killed.
    """
    environment = {**os.environ, "LC_ALL": "C", "PGTZ": "UTC"}
    if url is not None:
        # Not among the words, where every user of the machine would see it.
        if url.password is not None:
            environment["PGPASSWORD"] = str(url.password)
        plain = URL.create(
            "postgresql", url.username, None, url.host, url.port, url.database, url.query
        )
        words = (f"--dbname={plain.render_as_string()}", *words)
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(  # noqa: S603 - the tools of PostgreSQL
            [shutil.which(tool) or tool, *words],
            stdin=subprocess.PIPE if tool == "psql" else subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if tool == "psql" else subprocess.PIPE,
            stderr=errors,
            env=environment,
        )

        def finish() -> None:
            if process.wait() == 0:
                return
            errors.seek(0)
            told = errors.read().decode(errors="replace").strip().splitlines()
            at = next((at for at, line in enumerate(told) if "error" in line.lower()), 0)
            why = "; ".join(told[at : at + 2]) or "it gave no reason"
            raise Unavailable(f"PostgreSQL's {tool} failed: {why}", Reason.STORAGE_UNAVAILABLE)

        try:
            yield cast("IO[bytes]", process.stdin or process.stdout), finish
        finally:
            process.kill()
            with suppress(BrokenPipeError):
                process.communicate()
