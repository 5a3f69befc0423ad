"""Whose a lease is: on one machine, work of a process that died need not wait for its lease."""

import os
import secrets
import socket

from sqlalchemy import Connection, select, update

from npcserver.adapters.store.tables import JobRow

_JOB = JobRow.__table__.c
_RUN = secrets.token_hex(4)
"""Tells this process from an earlier one of the same number, as in a container begun anew."""


def new_lease() -> str:
    """Return the name of a lease, which tells the process that holds it."""
    return f"{socket.gethostname()}/{os.getpid()}/{_RUN}/{secrets.token_hex(8)}"


def free_orphans(connection: Connection) -> int:
    """Let go of jobs whose holders died; return how many there were.

    Only for a database that this machine alone can reach: elsewhere a process that is not here may
    be alive. A process that got the number of a dead one
    keeps its leases for it, until they run out.
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
