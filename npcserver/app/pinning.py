"""Pinning memories: a designer's or an engine's word that something is always in mind."""

from dataclasses import dataclass

from npcserver.app.ledger.naming import memory_named
from npcserver.app.memories import look
from npcserver.app.once import positions
from npcserver.model.ids import TimelineId
from npcserver.model.marks import Pinned
from npcserver.model.record import Draft, RecordKind
from npcserver.ports.storage import Append, RequestKey, Store


@dataclass(frozen=True, slots=True, kw_only=True)
class PinMemory:
    """Which memory to pin, or to unpin."""

    timeline_id: TimelineId
    memory_id: str
    is_pinned: bool = True
    key: RequestKey | None = None


class Pinning:
    """The use case of `MemoryService.PinMemory`.

    A pin is a record: it is seen from where it was set on, so loading an older save takes it back.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def pin(self, ask: PinMemory) -> int:
        """Pin or unpin a memory and return the seq of the record; once for one key.

        Raises `NotFound` for a memory that cannot be seen from the head of the timeline.
        """
        async with self._store.read() as reader:
            kept = None if ask.key is None else await reader.answer(ask.key)
            if kept is not None:
                return positions(kept)[0]
            view = await look(reader, ask.timeline_id, None)
            memory = await memory_named(reader, view, ask.memory_id)
        pin = Draft(
            kind=RecordKind.PIN,
            subject_id=memory.character_id,
            body=Pinned(seq=memory.seq, is_pinned=ask.is_pinned),
        )
        appended = await self._store.append(
            Append(timeline_id=ask.timeline_id, drafts=(pin,), key=ask.key)
        )
        return appended.first
