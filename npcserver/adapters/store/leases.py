"""Ownership of leases, so that jobs of a dead server need not wait until their leases expire."""

import os
import secrets
import socket
from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Engine, event, select, update

from npcserver.adapters.store.tables import JOB

_HOLD = "SELECT pg_advisory_lock_shared(hashtextextended(%s, 0))"
IS_HELD = """
    SELECT 1 FROM pg_locks
    WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended(%s, 0)
    LIMIT 1
"""
_RUN = secrets.token_hex(4)
"""Distinguishes this process from an earlier one with the same pid, as in a restarted container."""


def new_lease() -> str:
    """Return a new lease name, which contains the name of this process."""
    return f"{server_name()}/{secrets.token_hex(8)}"


def server_name() -> str:
    """Return the unique name of this process."""
    return f"{socket.gethostname()}/{os.getpid()}/{_RUN}"


def hold_name(engine: Engine) -> None:
    """Make every connection of a PostgreSQL engine hold a lock that shows this process lives.

    The database releases it when the process or its machine dies.
    """

    def connected(connection: Any, record: object) -> None:
        del record
        with connection.cursor() as cursor:
            # A server that is frozen in the middle of a write must not hold up the others.
            cursor.execute("SET idle_in_transaction_session_timeout = '5s'")
            cursor.execute("SET tcp_keepalives_idle = 15")
            cursor.execute("SET tcp_keepalives_interval = 5")
            cursor.execute("SET tcp_keepalives_count = 3")
            cursor.execute(_HOLD, (server_name(),))
        connection.commit()

    if engine.dialect.name == "postgresql":
        event.listen(engine, "connect", connected)


def gone_servers(connection: Connection, servers: Collection[str]) -> frozenset[str]:
    """Return which of some servers are known to be gone.

    An SQLite file has one server at a time, so all others are gone, including one on another
    machine that the file was copied from.
    """
    if connection.dialect.name == "postgresql":
        return frozenset(
            name
            for name in sorted(servers)
            if connection.exec_driver_sql(IS_HELD, (name,)).scalar() is None
        )
    return frozenset(servers) - {server_name()}


def owners_gone(connection: Connection, leases: Collection[str]) -> frozenset[str]:
    """Return which leases are of servers known to be gone; none on SQLite, see `free_orphans`."""
    if connection.dialect.name == "sqlite":
        return frozenset()
    owners = {lease: lease.rpartition("/")[0] for lease in leases}
    gone = gone_servers(connection, {*owners.values()} - {server_name()})
    return frozenset(lease for lease, owner in owners.items() if owner in gone)


def free_orphans(connection: Connection) -> int:
    """Release jobs in an SQLite file whose processes died; return their number.

    Only this machine can open such a file. If a live process has the pid of a dead one, the dead
    one's leases stay until they expire.
    """
    held = connection.execute(select(JOB.c.id, JOB.c.lease).where(JOB.c.lease.is_not(None))).all()
    orphans = [row.id for row in held if _is_dead(row.lease)]
    free = {"lease": None, "lease_until": 0}
    connection.execute(update(JOB).where(JOB.c.id.in_(orphans)).values(free))
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
    except OSError:  # another user's process, or not supported by the system
        return True
    return True
