"""Finding a memory by the id that names it everywhere."""

from collections.abc import Sequence

from npcserver.model.errors import NotFound
from npcserver.model.record import Record, Remembered
from npcserver.ports.view import View

_DIGITS = 19  # more than any seq has


async def memory_named(view: View, memory_id: str) -> Record:
    """Return a memory that can be seen from here. Raises `NotFound`.

    Its id may carry its own timeline, or one that inherited it.
    """
    timeline_id, _, number = memory_id.rpartition(".")
    is_number = number.isascii() and number.isdecimal() and len(number) < _DIGITS
    for record in await view.get([int(number)]) if is_number else ():
        if isinstance(record.body, Remembered) and timeline_id in _names(view, record):
            return record
    raise NotFound("memory", memory_id, "take one that `ListMemories` shows from there")


def id_of(record: Record) -> str:
    """Return the id of a memory, as `Memory.id` has it."""
    return f"{record.timeline_id}.{record.seq}"


def _names(view: View, record: Record) -> Sequence[str]:
    """Return the timelines whose ids name a record: its own, and those that inherited it."""
    seen = [*(segment.timeline_id for segment in view.lineage), view.vantage.timeline_id]
    return seen[seen.index(record.timeline_id) :]
