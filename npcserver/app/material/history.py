"""Reading records of one subject backwards, as far as the caller wants."""

from collections.abc import AsyncIterator, Sequence

from npcserver.model.record import Record, RecordKind
from npcserver.ports.view import View

AT_ONCE = 64
"""Records that are read with one query."""


async def newest_first(
    view: View, subject_id: str, kinds: Sequence[RecordKind], *, at_once: int = AT_ONCE
) -> AsyncIterator[Record]:
    """Yield all records of a subject that a view sees, newest first; read on while iterated.

    For "the last of a sort" this is the way: a look-back of a fixed length answers "never" for
    what lies behind it.
    """
    before: int | None = None
    while True:
        records = await view.tail(subject_id, kinds, at_once, before=before)
        for record in records:
            yield record
        if len(records) < at_once:
            return
        before = records[-1].seq


async def outcomes_after(view: View, turn: Record) -> tuple[Record, ...]:
    """Return what the game has reported to a mind since one of its turns, oldest first."""
    found: list[Record] = []
    async for record in newest_first(view, turn.subject_id, (RecordKind.OUTCOME,)):
        if record.seq < turn.seq:
            break
        found.append(record)
    return tuple(reversed(found))
