"""Errors of databases as typed faults, and rows that are read again and again."""

import sqlite3
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest

from npcserver.adapters.store import rows
from npcserver.adapters.store.faults import translate
from npcserver.model.errors import Reason
from npcserver.ports.view import BrokenCell


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
    """A full disk is named as such, while writing and while opening."""
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    fault = translate(error)

    assert fault is not None
    assert fault.reason is reason


class PlaceRow(NamedTuple):
    """The columns of a place."""

    id: str = "inn"
    world_id: str = "bay"
    name: str = "The Inn"
    parent_id: str | None = None
    description: str = "Low and warm."
    opens: Any = None
    closes: Any = None
    capacity: int | None = None
    objects: list[str] | str = ["bell"]  # noqa: RUF012 - never changed
    owner_ids: list[str] = []  # noqa: RUF012 - never changed
    prices: dict[str, str] = {}  # noqa: RUF012 - never changed
    walls: str | None = None
    written: datetime = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_row_that_did_not_change_is_read_once() -> None:
    """A row with the same content gives the same place without being checked again."""
    assert rows.place(PlaceRow()) is rows.place(PlaceRow(objects=["bell"]))


def test_an_edit_of_any_column_is_seen() -> None:
    """A row that was edited in the database gives what stands in it now, under another etag."""
    before = rows.place(PlaceRow(description="x" * 400))

    after = rows.place(PlaceRow(description="x" * 399 + "y"))

    assert after.description.endswith("y")
    assert after.etag != before.etag


def test_a_broken_row_is_told_each_time() -> None:
    """What an edit by hand broke is never taken from what was read before."""
    told: list[BrokenCell] = []

    for _ in range(2):
        rows.place(PlaceRow(objects="bell"), told.append)

    assert [cell.column for cell in told] == ["objects", "objects"]


def test_a_record_that_cannot_be_read_is_named() -> None:
    """So that the log says which row to mend after a slip in the database."""
    row = (
        "tl_a",
        7,
        "turn",
        "hester",
        "",
        5,
        datetime(2024, 1, 1, tzinfo=UTC),
        datetime(2024, 1, 1, tzinfo=UTC),
        "{oops",
    )

    with pytest.raises(ValueError, match=r"record tl_a\.7 cannot be read"):
        rows.record(row)
