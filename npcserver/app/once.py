"""Idempotency: a write call that is repeated has one effect and gets the first answer again."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from pydantic import TypeAdapter

from npcserver.ports.storage import RequestKey, Store, UnitOfWork

T = TypeVar("T")


async def once(
    store: Store,
    key: RequestKey | None,
    kind: type[T],
    work: Callable[[UnitOfWork], Awaitable[T]],
) -> T:
    """Run `work` in a transaction unless `key` was answered before; then return that answer.

    The answer, a value of `kind`, is stored in the transaction of the work itself.
    """
    if key is None:
        return await store.write(work)
    codec: TypeAdapter[T] = TypeAdapter(kind)

    async def answered(unit: UnitOfWork) -> T:
        kept = await unit.answer(key)
        if kept is not None:
            return codec.validate_json(kept)
        result = await work(unit)
        await unit.keep_answer(key, codec.dump_json(result).decode())
        return result

    return await store.write(answered)


def positions(kept: str) -> tuple[int, int]:
    """Read the answer that an append leaves under its key: its first and last position."""
    first, _, last = kept.partition(":")
    return int(first), int(last)
