"""What many messages share: field checks, times, secrets, update masks, request keys.

Each check returns the value, or raises `InvalidInput` with the field's path.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Sized
from datetime import UTC, datetime, time, timedelta
from enum import Enum
from typing import TYPE_CHECKING, TypeVar

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from npcserver.model import limits
from npcserver.model.errors import InvalidInput
from npcserver.model.foreign_marks import mark_problem
from npcserver.model.ids import is_authored_id
from npcserver.ports.storage import RequestKey

if TYPE_CHECKING:
    from google.protobuf.internal.enum_type_wrapper import _EnumTypeWrapper

T = TypeVar("T")
Item = TypeVar("Item")
K = TypeVar("K", bound=int)
N = TypeVar("N", int, float)
E = TypeVar("E", bound=Enum)

REQUEST_ID_LENGTH = 36

_REQUEST_ID = re.compile(rf"[\x20-\x7e]{{1,{REQUEST_ID_LENGTH}}}")
_TIME_OF_DAY = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_SECOND = (datetime.min.replace(tzinfo=UTC) - _EPOCH) // timedelta(seconds=1)
_LAST_SECOND = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // timedelta(seconds=1)


def each(path: str, read: Callable[[Item], T], items: Iterable[Item]) -> tuple[T, ...]:
    """Read all items; a fault gets the item's index before its path within the item.

    The path is only built where there is a fault: a batch has thousands of fields.
    """
    values: list[T] = []
    try:
        for item in items:
            values.append(read(item))  # noqa: PERF401 - its length says which item is wrong
    except InvalidInput as fault:
        inner = f".{fault.field}" if fault.field else ""
        raise InvalidInput(f"{path}[{len(values)}]{inner}", fault.problem, fault.reason) from None
    return tuple(values)


def within_path(path: str, read: Callable[[Item], T], message: Item) -> T:
    """Read a message within another; a fault gets the path of the message before its own."""
    try:
        return read(message)
    except InvalidInput as fault:
        raise InvalidInput(f"{path}.{fault.field}", fault.problem, fault.reason) from None


def text(
    path: str, value: str, longest: int, *, may_be_empty: bool = False, is_one_line: bool = False
) -> str:
    """Return a text of at most `longest` characters; line breaks and tabs are allowed.

    Carriage returns become line feeds, and C1 controls, as pasted from Windows programs, the
    characters they stand for.
    """
    problem = limits.text_problem(
        value, longest, may_be_empty=may_be_empty, is_one_line=is_one_line
    )
    if problem is None:
        return value
    cleaned = limits.cleaned(value)
    if cleaned == value:
        raise InvalidInput(path, problem)
    return text(path, cleaned, longest, may_be_empty=may_be_empty, is_one_line=is_one_line)


def authored(path: str, value: str, longest: int, *, may_be_empty: bool = False) -> str:
    """Return a text that an author wrote; it has no marks of other tools, such as `{{user}}`."""
    written = text(path, value, longest, may_be_empty=may_be_empty)
    problem = mark_problem(written)
    if problem is not None:
        raise InvalidInput(path, problem)
    return written


def name(path: str, value: str, *, may_be_empty: bool = False) -> str:
    """Return a display name."""
    return text(path, value, limits.NAME, may_be_empty=may_be_empty, is_one_line=True)


def reference(path: str, value: str, *, may_be_empty: bool = False) -> str:
    """Return the id of a resource; the use case checks that it exists."""
    problem = limits.text_problem(
        value, limits.IDENTIFIER, may_be_empty=may_be_empty, is_one_line=True
    )
    if problem is not None:
        raise InvalidInput(path, problem)
    return value


def new_id(path: str, value: str) -> str:
    """Return the id that an author chose for a new resource, or an empty one to have it made."""
    if value and not is_authored_id(value):
        raise InvalidInput(
            path,
            "must be a-z, 0-9, _ and -, begin with a letter or digit, and have at most 63 "
            "characters; leave it empty to have it made from the name",
        )
    return value


def check_request_id(path: str, value: str) -> str:
    """Return an idempotency key, which may be empty."""
    if value and _REQUEST_ID.fullmatch(value) is None:
        raise InvalidInput(path, f"must be 1 to {REQUEST_ID_LENGTH} printable ASCII characters")
    return value


def in_form(path: str, problem: Callable[[str], str | None], value: str) -> str:
    """Return a text in which `problem` finds nothing wrong."""
    found = problem(value)
    if found is not None:
        raise InvalidInput(path, found)
    return value


def within(path: str, value: N, low: int, high: int | None) -> N:
    """Return a number within `low ..= high`; without `high`, one that is not negative."""
    if high is None:
        if value < low:
            raise InvalidInput(path, f"must not be negative, as {value} is")
    elif not low <= value <= high:  # as NaN is not, either
        raise InvalidInput(path, f"must be {low} to {high:,}, not {value}")
    return value


def few(path: str, items: Sized, most: int) -> None:
    """Refuse a batch of more than `most` items."""
    if len(items) > most:
        raise InvalidInput(path, f"has {len(items):,} items; send at most {most:,} at once")


def distinct(path: str, part: str, keys: Sequence[str]) -> None:
    """Refuse the second of two equal keys; `path[i].part` names it."""
    seen: set[str] = set()
    for place, key in enumerate(keys):
        if key in seen:
            raise InvalidInput(
                f"{path}[{place}].{part}", f"{key!r} comes twice; drop or rename one"
            )
        seen.add(key)


def numbers_of(members: Iterable[E], numbers: "_EnumTypeWrapper[K]") -> dict[E, K]:
    """Return the number on the wire of each member; both sides use the same names.

    Those of the wire have the enum's name before them.
    """
    prefix = numbers.keys()[0].removesuffix("UNSPECIFIED")
    return {member: numbers.Value(f"{prefix}{member.name}") for member in members}


def members_of(members: Iterable[E], numbers: "_EnumTypeWrapper[K]") -> dict[K, E]:
    """Return the member for each number on the wire, by the same names."""
    return {number: member for member, number in numbers_of(members, numbers).items()}


def choice(path: str, value: K, known: Mapping[K, T]) -> T:
    """Return the value of an enum number; zero and unknown numbers are refused."""
    if value == 0:
        raise InvalidInput(path, "must be set")
    if value not in known:
        raise InvalidInput(path, f"{value} is not known to this server; set a documented value")
    return known[value]


def moment(path: str, value: Timestamp) -> datetime:
    """Return a time in UTC, cut to microseconds, within the years 1 to 9999."""
    if not 0 <= value.nanos < 1_000_000_000:
        raise InvalidInput(f"{path}.nanos", "must be 0 to 999,999,999")
    if not _FIRST_SECOND <= value.seconds <= _LAST_SECOND:
        raise InvalidInput(f"{path}.seconds", "must lie within the years 1 to 9999")
    return _EPOCH + timedelta(seconds=value.seconds, microseconds=value.nanos // 1000)


def time_of_day(path: str, value: str) -> time:
    """Return a time of day written as `HH:MM`."""
    match = _TIME_OF_DAY.fullmatch(value)
    if match is None:
        raise InvalidInput(path, "must be a time of day written as HH:MM, such as 07:30")
    return time(int(match[1]), int(match[2]))


def request_key(
    method: str, scope: str, request_id: str, request: Message, besides: Collection[str] = ()
) -> RequestKey | None:
    """Return the key under which the answer is kept, or None for a request without an id.

    `scope` is the id of the timeline, world or save that the request is about. The digest is over
    the method and everything in the request but its id and the fields `besides`.
    """
    if not check_request_id("request_id", request_id):
        return None
    body = type(request)()
    body.CopyFrom(request)
    for name in ("request_id", *besides):
        body.ClearField(name)
    digest = hashlib.sha256(f"{method}\0".encode())
    digest.update(body.SerializeToString(deterministic=True))
    return RequestKey(scope, request_id, digest.hexdigest())
