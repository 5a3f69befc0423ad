"""Reading rows that people edit column by column, so that one mistake affects only its column.

Manual edits of the database may leave anything in a column. An unreadable value is reported, once
in the log and on every `inspection`, and replaced by a sensible default.
"""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, time
from functools import lru_cache
from typing import Any, TypeVar

import structlog
from pydantic import ValidationError

from npcserver.adapters.store import codec
from npcserver.model import limits
from npcserver.model.ids import PlaceId
from npcserver.ports.view import BrokenCell

T = TypeVar("T")
Tell = Callable[[BrokenCell], None]
Problem = Callable[[Any], str | None]

TEXTS = 'a JSON list of texts, such as ["…", "…"]'
TEXT = "text without control characters"
ONE_LINE = f"one line of text, of 1 to {limits.NAME} characters"
MOMENT = "a date and time, such as 2024-03-01 08:00:00"
TIME_OF_DAY = "a time of day, such as 07:30, in both columns, or NULL in both"
PLACE = "the id of a place, or NULL"
_TOLD_AT_MOST = 4096
_NO_SUCH = {
    "bool": "is neither true nor false",
    "dataclass": "is no JSON object",
    "datetime": "is no date and time",
    "enum": "is none of the known words",
    "int": "is no whole number",
    "list": "is no JSON list",
    "missing": "is missing",
    "string": "is no text",
    "time": "is no time of day",
    "tuple": "is no JSON list",
}
"""Problem with a value, by the first part of pydantic's error type."""


@lru_cache(maxsize=_TOLD_AT_MOST)
def warn(cell: BrokenCell) -> None:
    """Log a broken cell; the cache makes sure that each is logged once."""
    structlog.get_logger(__name__).warning(
        "broken_row",
        table=cell.table,
        world=cell.world_id,
        row=cell.row_id,
        column=cell.column,
        problem=cell.problem,
        advice=f"write {cell.wanted}",
        meanwhile=cell.meanwhile,
    )


class Cells:
    """The columns of one row; `broken` are those that could not be read."""

    def __init__(self, row: Any, table: str, world_id: str, row_id: str) -> None:
        self._row = row
        self.row_id = row_id
        self._name = (table, world_id, row_id)
        self.broken: list[BrokenCell] = []

    def read(
        self,
        column: str,
        shape: Any,
        default: T,
        wanted: str,
        problem: Problem | None = None,
        *,
        meanwhile: str = "",
    ) -> T:
        """Return a column as a `shape`, or `default` if it is NULL or unreadable."""
        raw = getattr(self._row, column)
        if raw is None:  # an emptied cell means the same as one that was never filled
            return default
        value, why = shaped(shape, raw, problem)
        if why is None:
            found: T = value
            return found
        self.add(column, why, _instead(raw, wanted), meanwhile or f"it counts as {default!r}")
        return default

    def text(self, column: str, default: str = "") -> str:
        """Return a text column."""
        return self.read(column, str, default, TEXT)

    def name(self, column: str, default: str) -> str:
        """Return a column that holds a display name."""
        return self.read(column, str, default, ONE_LINE, one_line)

    def moment(self, column: str, default: datetime) -> datetime:
        """Return a column that holds a date and time, in UTC."""
        found = self.read(column, datetime, default, MOMENT)
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)

    def time_of_day(self, column: str) -> time | None:
        """Return a column that holds a time of day, or None."""
        found: time | None = self.read(column, time, None, TIME_OF_DAY)
        return None if found is None else found.replace(tzinfo=None)

    def place_id(self, column: str) -> PlaceId | None:
        """Return a column that holds the id of a place, or None."""
        found: str | None = self.read(column, str, None, PLACE)
        return None if found is None else PlaceId(found)

    def items(self, column: str, shape: type[T], wanted: str, problem: Problem) -> tuple[T, ...]:
        """Return a column that holds a list, without unreadable or repeated items."""
        raw: list[Any] = self.read(column, list[Any], [], wanted)
        found: list[T] = []
        for number, one in enumerate(raw):
            value, why = shaped(shape, one, lambda item: problem(item) or _twice(item, found))
            if why is None:
                found.append(value)
            else:
                self.add(f"{column}[{number}]", why, wanted, "this item is left out")
        return tuple(found)

    def add(self, column: str, problem: str, wanted: str, meanwhile: str) -> None:
        """Note a column that cannot be read."""
        self.broken.append(BrokenCell(*self._name, column, problem, wanted, meanwhile))


def shaped(shape: Any, raw: object, problem: Problem | None = None) -> tuple[Any, str | None]:
    """Return a value as a `shape`, and the problem with it or None."""
    try:
        value = codec.read(shape, _cleaned(raw))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        path = "".join(f"[{part}]" for part in first["loc"])
        kind = first["type"].partition("_")[0]
        return None, f"{path} {_NO_SUCH.get(kind, 'cannot be read')}".strip()
    return value, _unspeakable(raw) or (None if problem is None else problem(value))


def one_line(text: str) -> str | None:
    """Return the problem with a display name, or None."""
    return limits.text_problem(text, limits.NAME, is_one_line=True)


def within(low: int, high: int) -> Problem:
    """Return a check that reports numbers out of bounds; None is always accepted."""

    def problem(value: int | None) -> str | None:
        if value is None or low <= value <= high:
            return None
        return f"{value} is not within {low} and {high:,}"

    return problem


def _cleaned(raw: Any) -> Any:
    """Return a value whose texts are cleaned like those from clients."""
    match raw:
        case str():
            return limits.cleaned(raw)
        case list():
            return [_cleaned(one) for one in raw]
        case dict():
            return {key: _cleaned(one) for key, one in raw.items()}
        case _:
            return raw


def _unspeakable(raw: Any) -> str | None:
    """Return which control character a text contains, since clients or the log would refuse it."""
    match raw:
        case str():
            at = limits.control_character(limits.cleaned(raw))
            return None if at is None else f"holds the control character U+{ord(raw[at]):04X}"
        case list():
            return next(filter(None, map(_unspeakable, raw)), None)
        case dict():
            return next(filter(None, map(_unspeakable, raw.values())), None)
        case _:
            return None


def _twice(item: object, found: Sequence[object]) -> str | None:
    """Return the problem that an earlier item has the same id, name or language, or None."""
    key = next(one for one in ("id", "name", "language") if hasattr(item, one))
    own = getattr(item, key)
    return f"{own!r} comes twice" if any(getattr(one, key) == own for one in found) else None


def _instead(raw: object, wanted: str) -> str:
    """Return what to write; a bare text is shown as the list it should be."""
    if wanted == TEXTS and isinstance(raw, str) and raw[:1] not in ("[", "{"):
        return f"a JSON list of texts, such as {json.dumps([raw[:80]], ensure_ascii=False)}"
    return wanted
