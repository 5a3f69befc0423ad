"""Finding a memory by an id."""

from npcserver.model.errors import CursorTooNew, NotFound
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, Remembered
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Reader
from npcserver.ports.view import View

_DIGITS = 19  # more than any seq has


async def memory_named(reader: Reader, view: View, memory_id: str) -> Record:
    """Return a memory that the view sees, by its id or by an alias. Raises `NotFound`.

    Its id carries the timeline that owns it. An alias carries another one that sees it: earlier
    versions wrote those, with the timeline that was looked from.
    """
    timeline_id, _, number = memory_id.rpartition(".")
    is_number = number.isascii() and number.isdecimal() and len(number) < _DIGITS
    for record in await view.get([int(number)]) if is_number else ():
        if isinstance(record.body, Remembered) and (
            timeline_id in _heirs(view, record)
            or await _sees(reader, TimelineId(timeline_id), record)
        ):
            return record
    raise NotFound("memory", memory_id, "take one that `ListMemories` shows from there")


def _heirs(view: View, record: Record) -> list[TimelineId]:
    """Return the timelines of the lineage that see a record: its owner and those after it."""
    seen = [*(segment.timeline_id for segment in view.lineage), view.vantage.timeline_id]
    return seen[seen.index(record.timeline_id) :]


async def _sees(reader: Reader, timeline_id: TimelineId, record: Record) -> bool:
    """Say whether a timeline that is not of the view's lineage sees this very record."""
    try:
        lineage = (await reader.at(Vantage(timeline_id, record.seq))).lineage
    except (NotFound, CursorTooNew):
        return False
    return bool(lineage) and lineage[-1].timeline_id == record.timeline_id
