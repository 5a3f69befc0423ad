"""Memories: what a character remembers, and what would come to its mind."""

from dataclasses import dataclass

from npcserver.app.paging import Page, Paged, cut
from npcserver.memory.profiles import PROFILES, Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import MEMORY_KINDS, RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMemories:
    """Whose memories, seen from where; `seq` None means the head. No kinds means all."""

    timeline_id: TimelineId
    character_id: CharacterId
    seq: int | None = None
    kinds: tuple[RecordKind, ...] = ()
    page: Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """What to recall; an empty profile means the server's."""

    timeline_id: TimelineId
    character_id: CharacterId
    text: str
    limit: int = 10
    profile: str = ""
    seq: int | None = None


class Memories:
    """The use cases of `MemoryService` that look. They leave no trace in any mind."""

    def __init__(self, store: Store, stream: MemoryStream, profile: Profile) -> None:
        self._store = store
        self._stream = stream
        self._profile = profile

    async def list(self, ask: ListMemories) -> Paged[Memory]:
        """Return a page of memories, newest first."""
        async with self._store.read() as reader:
            view = await look(reader, ask.timeline_id, ask.seq)
            await reader.character(view.timeline.world_id, ask.character_id)
            before = _cursor(ask.page.cursor)
            records = await view.tail(
                ask.character_id, ask.kinds or MEMORY_KINDS, ask.page.size + 1, before=before
            )
            rated = await self._stream.as_memories(
                reader, view, view.timeline.world_id, ask.character_id, records
            )
        return cut(rated, ask.page, lambda found: str(found.seq))

    async def recall(self, ask: Recall) -> tuple[tuple[Recollection, ...], Profile]:
        """Return what would come to mind, best first, and the profile that weighed it."""
        profile = PROFILES.get(ask.profile) if ask.profile else self._profile
        if profile is None:
            raise InvalidInput("profile", f"unknown; choose one of {', '.join(PROFILES)}")
        cue = await self._stream.cue(ask.text)
        async with self._store.read() as reader:
            view = await look(reader, ask.timeline_id, ask.seq)
            world_id = view.timeline.world_id
            await reader.character(world_id, ask.character_id)
            found = await self._stream.recall(
                reader, view, world_id, ask.character_id, cue, ask.limit, profile
            )
        return found, profile


async def look(reader: Reader, timeline_id: TimelineId, seq: int | None) -> View:
    """Look at a timeline from `seq`, or from its head."""
    timeline = await reader.timeline(timeline_id)
    return await reader.at(timeline.vantage if seq is None else Vantage(timeline_id, seq))


def _cursor(text: str) -> int | None:
    return int(text) if text else None
