"""Bodies of records as JSON text, and back: `decode(kind, encode(kind, body)) == body`."""

import json
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from datetime import datetime
from functools import cache, lru_cache
from operator import attrgetter
from typing import Annotated, Any, TypeVar, get_type_hints

from pydantic import Discriminator, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, to_json, to_jsonable_python

from npcserver.model.group.moves import GroupMoved, Move
from npcserver.model.record import BODY_TYPES, Body, RecordKind, Remembered, TurnTaken
from npcserver.model.turn import (
    Delivered,
    DisclosureMade,
    IntentProposed,
    Line,
    LineDelta,
    TurnEvent,
    TurnFinished,
    TurnStarted,
    TurnWaiting,
)

T = TypeVar("T")
_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def read(shape: type[T], plain: object) -> T:
    """Return JSON values as a `shape`. Raises pydantic's `ValidationError`."""
    value: T = _adapter(shape).validate_python(plain)
    return value


def read_text(shape: type[T], text: str) -> T:
    """Return JSON text as a `shape`. Raises pydantic's `ValidationError`."""
    try:
        value: T = _adapter(shape).validate_json(text)
    except ValidationError:  # it may hold a lone surrogate, which `json` can read
        return read(shape, json.loads(text))
    return value


plain = to_jsonable_python
"""Returns a dataclass as JSON values."""


# A line and a delta have the same fields, so each event is stored with a tag.
_EVENTS: dict[str, type[TurnEvent]] = {
    "started": TurnStarted,
    "waiting": TurnWaiting,
    "disclosure": DisclosureMade,
    "delta": LineDelta,
    "line": Line,
    "intent": IntentProposed,
    "finished": TurnFinished,
}
_TAGS = {event: tag for tag, event in _EVENTS.items()}
_MOVE: Any = Annotated[Move, Discriminator("move")]
_TIMED = (RecordKind.DAY, RecordKind.ACT, RecordKind.COMMITMENT)
_FIELDS = tuple(one.name for one in fields(Remembered))
_DEFAULTS = tuple(one.default for one in fields(Remembered))
_VALUES = attrgetter(*_FIELDS)
_SHARED = {kind for kind, body in BODY_TYPES.items() if body in (Remembered, GroupMoved)}
"""Kinds of which equal texts share one frozen value: each step folds all moves of a group chat
again, and a plan is read at every tick of its day."""


def encode(body: Body) -> str:
    """Return a body as compact JSON in ASCII."""
    if isinstance(body, Remembered):  # most of the log, and few of its fields are set
        values = zip(_FIELDS, _VALUES(body), _DEFAULTS, strict=True)
        return _to_text({name: value for name, value, default in values if value != default})
    if isinstance(body, TurnTaken):
        return _to_text(_with_events(body))
    return _to_text(body.what if isinstance(body, GroupMoved) else body)


def decode(kind: RecordKind, text: str) -> Body:
    """Return the body of a record of this kind."""
    if kind is RecordKind.TURN:
        return decode_turn(text)
    if kind in _SHARED or kind in _TIMED:
        return _decode_shared(kind, text)
    return read_text(BODY_TYPES[kind], text)


def _to_text(value: object) -> str:
    try:
        return to_json(value, ensure_ascii=True).decode()
    except PydanticSerializationError:  # a lone surrogate, which `json` can write
        return json.dumps(to_jsonable_python(value), separators=(",", ":"))


def encode_delivered(delivered: Delivered) -> str:
    """Return what was delivered of a turn as compact JSON."""
    return _to_text(_with_events(delivered))


def decode_delivered(text: str) -> Delivered:
    """Return what was delivered of a turn."""
    data = json.loads(text)
    events = _events_of(data.pop("events"))
    return replace(read(Delivered, {**data, "events": ()}), events=events)


def _with_events(told: TurnTaken | Delivered) -> dict[str, Any]:
    data = {one.name: getattr(told, one.name) for one in fields(told)}
    return data | {"events": [(_TAGS[type(event)], event) for event in told.events]}


def _events_of(tagged: Iterable[Any]) -> tuple[TurnEvent, ...]:
    return tuple(read(_EVENTS[tag], event) for tag, event in tagged)


@lru_cache(maxsize=1024)
def decode_turn(text: str) -> TurnTaken:
    """Return a turn. Cached, since each turn reads the last few again."""
    data = json.loads(text)
    events = _events_of(data.pop("events"))
    shared = {name: _read_shared(name, json.dumps(data.pop(name, ()))) for name in _SHARED_FIELDS}
    body = read(TurnTaken, {**data, "events": ()})
    return replace(body, events=events, **shared)


_SHARED_FIELDS = ("affordances", "entities")
"""Half of a turn, and the same in nearly all turns of a place."""


@lru_cache(maxsize=1024)
def _read_shared(name: str, text: str) -> Any:
    return read(get_type_hints(TurnTaken)[name], json.loads(text))


@lru_cache(maxsize=8192)
def _decode_shared(kind: RecordKind, text: str) -> Body:
    if kind is RecordKind.GROUP:
        return GroupMoved(what=read_text(_MOVE, text))
    if kind in _TIMED:  # their zone is `datetime.UTC` and not pydantic's own
        return read(BODY_TYPES[kind], json.loads(text, object_hook=_with_moments))
    return read_text(BODY_TYPES[kind], text)


def clear_caches() -> None:
    """Drop the texts and bodies that were read lately."""
    decode_turn.cache_clear()
    _read_shared.cache_clear()
    _decode_shared.cache_clear()


def _with_moments(data: dict[str, Any]) -> dict[str, Any]:
    moments = {name: value for name, value in data.items() if name.endswith("_at") and value}
    return {**data, **{name: datetime.fromisoformat(value) for name, value in moments.items()}}
