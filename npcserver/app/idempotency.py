"""Idempotency: a repeated write call has one effect and returns the first answer again."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter

from npcserver.model.errors import Conflict, NotFound, Reason
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, TurnTaken
from npcserver.model.timeline import Timeline, Vantage
from npcserver.model.turn import TurnEvent, TurnFinished, TurnStarted
from npcserver.ports.storage import Reader, RequestKey, Store, UnitOfWork

T = TypeVar("T")
AUTHOR_TRIES = 8
"""How often the change of an author is tried where play goes on meanwhile."""
_MOVED = (Reason.TIMELINE_MOVED, Reason.MIND_MOVED)
_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)  # to make one takes a millisecond


class TakenBeforeError(Exception):
    """The turn was taken before under the same key; these are its `events`."""

    def __init__(self, events: tuple[TurnEvent, ...]) -> None:
        super().__init__()
        self.events = events


async def run_once(
    store: Store,
    key: RequestKey | None,
    kind: type[T],
    work: Callable[[UnitOfWork], Awaitable[T]],
    *,
    tries: int = 1,
) -> T:
    """Run `work` in a transaction unless `key` was answered before; then return that answer.

    The answer, a value of `kind`, is stored in the transaction of the work itself. Where play moves
    on meanwhile, `work` is tried again, up to `tries` times in all.
    """

    async def answered(unit: UnitOfWork) -> T:
        kept = await stored_answer(unit, key, kind)
        if kept is not None:
            return kept
        result = await work(unit)
        await store_answer(unit, key, kind, result)
        return result

    while True:
        tries -= 1
        try:
            return await store.write(work if key is None else answered)
        except Conflict as conflict:
            if not tries or conflict.reason not in _MOVED:
                raise


class _RehearsedError(Exception):
    """Ends a transaction of which nothing is to be stored."""


async def rehearse(store: Store, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
    """Return what `work` returns, and store nothing of it."""
    found: list[T] = []

    async def undone(unit: UnitOfWork) -> None:
        found.append(await work(unit))
        raise _RehearsedError

    with suppress(_RehearsedError):
        await store.write(undone)
    return found[-1]


async def do_once(
    store: Store, key: RequestKey | None, work: Callable[[UnitOfWork], Awaitable[object]]
) -> bool:
    """Do `work` in a transaction unless it was done under `key`; return whether it was done now."""
    is_done_now = False

    async def done(unit: UnitOfWork) -> bool:
        nonlocal is_done_now
        await work(unit)
        is_done_now = True
        return True

    await run_once(store, key, bool, done)
    return is_done_now


async def stored_answer(reader: Reader, key: RequestKey | None, kind: type[T]) -> T | None:
    """Return the answer stored under a key, None for none."""
    kept = None if key is None else await reader.answer(key)
    return None if kept is None else _adapter(kind).validate_json(kept)


async def store_answer(unit: UnitOfWork, key: RequestKey | None, kind: type[T], answer: T) -> None:
    """Store an answer under a key, in the transaction of the write it belongs to."""
    if key is not None:
        began = answer.id if isinstance(answer, Timeline) else None
        await unit.keep_answer(key, _adapter(kind).dump_json(answer).decode(), began)


def read_positions(kept: str) -> tuple[int, int]:
    """Read the answer that an append leaves under its key: its first and last position."""
    first, _, last = kept.partition(":")
    return int(first), int(last)


async def turn_answered(reader: Reader, answer: str, timeline_id: TimelineId) -> Record:
    """Return the record of the turn that a stored answer names."""
    _, last = read_positions(answer)
    view = await reader.at(Vantage(timeline_id, last))
    (record,) = await view.as_recorded.get([last])
    return record


def replayed(record: Record) -> tuple[TurnEvent, ...]:
    """Return the events of a turn that was taken before. Raises `NotFound` where there is none."""
    turn = record.body
    if not isinstance(turn, TurnTaken):
        raise NotFound("turn", "of this request", "use a new request id")
    said = (
        replace(event, seq=record.seq) if isinstance(event, TurnFinished) else event
        for event in turn.delivered
    )
    told = () if turn.disclosure is None else (turn.disclosure,)
    return (TurnStarted(turn_id=turn.turn_id), *told, *said)
