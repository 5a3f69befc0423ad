"""Column types of the tables."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import BigInteger, Boolean, DateTime, Dialect, Integer, String, Text, Time
from sqlalchemy.types import TypeDecorator

Process: TypeAlias = Callable[[Any], Any]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class UTCDateTime(TypeDecorator[datetime]):
    """An aware datetime in UTC, for tables people read; SQLite drops zones, this restores them."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to UTC. Raises `ValueError` for a naive datetime."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a naive datetime cannot be stored; give it a zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the value in UTC."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Process | None:
        """Return a processor that passes invalid values through, for `cells` to report."""
        return _tolerant(super().result_processor(dialect, coltype))

    def __repr__(self) -> str:
        return "UTCDateTime()"


class TimeOfDay(TypeDecorator[time]):
    """A time of day in a column that people edit; invalid values are passed through."""

    impl = Time
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Process | None:
        """Return a processor that passes invalid values through, for `cells` to report."""
        return _tolerant(super().result_processor(dialect, coltype))

    def __repr__(self) -> str:
        return "Time()"


def _tolerant(process: Process | None) -> Process | None:
    """Return a processor that passes invalid values through; SQLite stores any type anywhere."""
    if process is None:
        return None

    def read(value: Any) -> Any:
        try:
            return process(value)
        except (ValueError, TypeError):
            return value

    return read


# Ids compare by code point on both databases, so that pages are cut at the same places.
Key = String().with_variant(String(collation="C"), "postgresql")
Words = Text()
# The raw value, for columns people edit: SQLAlchemy would read a quoted 'false' as true.
Flag = Boolean().with_variant(Integer(), "sqlite")
Moment = BigInteger()
"""Microseconds since 1970 in UTC, for the log; ten times faster to read than dates."""


def to_moment(time: datetime) -> int:
    """Return an aware time as microseconds since 1970."""
    return (time - _EPOCH) // _MICROSECOND


@lru_cache(maxsize=8192)
def from_moment(moment: int) -> datetime:
    """Return microseconds since 1970 as a UTC time; cached, as records of a commit share it."""
    return _EPOCH + timedelta(microseconds=moment)
