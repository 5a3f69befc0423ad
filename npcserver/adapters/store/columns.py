"""Kinds of columns the tables are made of."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from sqlalchemy import BigInteger, Boolean, DateTime, Dialect, Integer, String, Text
from sqlalchemy.types import TypeDecorator

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class UTCDateTime(TypeDecorator[datetime]):
    """An aware moment in UTC, for tables people read. SQLite forgets zones; this puts them back."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse naive moments and store the others in UTC."""
        del dialect
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a naive datetime cannot be stored; give it a zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back UTC."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)

    def __repr__(self) -> str:
        return "UTCDateTime()"


# Ids compare by code point on both databases, so that pages are cut at the same places.
Key = String().with_variant(String(collation="C"), "postgresql")
Words = Text()
# As it stands in the row, for columns people edit: SQLAlchemy would read a quoted 'false' as true.
Flag = Boolean().with_variant(Integer(), "sqlite")
Moment = BigInteger()
"""Microseconds since 1970 in UTC: the log's own times, ten times quicker to read than dates."""


def to_moment(time: datetime) -> int:
    """Return an aware time as microseconds since 1970."""
    return (time - _EPOCH) // _MICROSECOND


@lru_cache(maxsize=8192)
def from_moment(moment: int) -> datetime:
    """Return microseconds since 1970 as a time in UTC; records of one commit share theirs."""
    return _EPOCH + timedelta(microseconds=moment)
