"""What databases complain about, in our words."""

import sqlite3

import pytest

from npcserver.adapters.store.faults import translate
from npcserver.model.errors import Reason


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (sqlite3.SQLITE_FULL, Reason.STORAGE_FULL),
        (sqlite3.SQLITE_IOERR_SHMSIZE, Reason.STORAGE_FULL),
        (sqlite3.SQLITE_IOERR_READ, Reason.STORAGE_UNAVAILABLE),
        (sqlite3.SQLITE_CORRUPT, Reason.STORAGE_UNAVAILABLE),
    ],
)
def test_full_disks_are_told_from_broken_ones(code: int, reason: Reason) -> None:
    """A disk without room is named as such, while writing and while opening."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    fault = translate(error)

    assert fault is not None
    assert fault.reason is reason
