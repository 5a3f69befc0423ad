"""Whose a lease is: work of a server that died need not wait until its lease runs out."""

import os
import secrets
import socket
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Engine, event, select, update

from npcserver.adapters.store.tables import JobRow

_JOB = JobRow.__table__.c
_HOLD = "SELECT pg_advisory_lock_shared(hashtextextended(%s, 0))"
_IS_HELD = """
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended(%s, 0)
    LIMIT 1
"""
_RUN = secrets.token_hex(4)
"""Tells this process from an earlier one of the same number, as in a container begun anew."""


def new_lease() -> str:
    """Return the name of a lease, which tells the process that holds it."""
    return f"{server_name()}/{secrets.token_hex(8)}"


def server_name() -> str:
    """Return the name of this process, which no other has."""
    return f"{socket.gethostname()}/{os.getpid()}/{_RUN}"


def hold_name(engine: Engine) -> None:
    """Let every connection of a PostgreSQL engine hold the lock that says this process lives.

    The database lets go of it when the process dies, or its machine.
    """

    def connected(connection: Any, record: object) -> None:
        del record
        with connection.cursor() as cursor:
            cursor.execute("SET tcp_keepalives_idle = 15")
            cursor.execute("SET tcp_keepalives_interval = 5")
            cursor.execute("SET tcp_keepalives_count = 3")
            cursor.execute(_HOLD, (server_name(),))
        connection.commit()

    if engine.dialect.name == "postgresql":
        event.listen(engine, "connect", connected)


def gone_of(connection: Connection, servers: Collection[str]) -> frozenset[str]:
    """Return those of some servers, by name, that are known to be gone, as a server sees it.

    An SQLite file has one server at a time, so that all others are; one on another machine too,
    from which the file was brought here.
    """
    if connection.dialect.name == "postgresql":
        return frozenset(
            name
            for name in sorted(servers)
            if connection.exec_driver_sql(_IS_HELD, (name,)).scalar() is None
        )
    return frozenset(servers) - {server_name()}


def abandoned(connection: Connection) -> list[str]:
    """Return the leases on PostgreSQL whose servers are known to be gone."""
    held = select(_JOB.lease).where(_JOB.lease.is_not(None), _JOB.ticket.is_not(None))
    names = {lease: lease.rpartition("/")[0] for lease in connection.execute(held).scalars()}
    gone = gone_of(connection, {*names.values()} - {server_name()})
    return [lease for lease, name in names.items() if name in gone]


def free_orphans(connection: Connection) -> int:
    """Let go of jobs in an SQLite file whose holders died; return how many there were.

    Only this machine can reach such a file. A process that got the number of a dead one keeps its
    leases for it, until they run out.
    """
    held = connection.execute(select(_JOB.id, _JOB.lease).where(_JOB.lease.is_not(None))).all()
    orphans = [row.id for row in held if _is_dead(row.lease)]
    free = {"lease": None, "lease_until": 0}
    connection.execute(update(JobRow).where(_JOB.id.in_(orphans)).values(free))
    return len(orphans)


def _is_dead(lease: str) -> bool:
    host, *rest = lease.split("/")
    if host != socket.gethostname() or len(rest) != 3 or not rest[0].isdigit():
        return False
    process, run = int(rest[0]), rest[1]
    return run != _RUN if process == os.getpid() else not _is_alive(process)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # somebody else's, or a system that cannot tell
        return True
    return True
