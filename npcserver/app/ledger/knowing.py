"""Who knows: the characters who hold a fact in a memory that can be seen, and how they came by it.

A memory is followed back to where it began and from there forward through everything that was told,
sentence by sentence, so that whoever was told two things and passes on one passes on one. A text is
looked for in each mind. No model is asked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from npcserver.app.ledger.naming import memory_named
from npcserver.app.ledger.spreading import spread
from npcserver.app.ledger.tracing import Hop, names_in, paths, rated
from npcserver.app.memories import look
from npcserver.memory.cue import Cue
from npcserver.memory.profiles import Profile
from npcserver.memory.stream import OWN, MemoryStream, space_name
from npcserver.mind.provenance import SHARE, stated
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.memory import Memory
from npcserver.model.record import Record
from npcserver.ports.embedder import Embedder
from npcserver.ports.rows import MemoryRef
from npcserver.ports.storage import Reader, Store
from npcserver.ports.view import View

MEMORIES = 20
"""Memories that are shown of each knower."""
COSINE = 0.7
"""Cosine from which on a memory states a fact in whatever words.

Of 40 pairs, English and Chinese, none that says something else reaches 0.65.
"""
_LOOKED_AT = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoKnows:
    """Which fact, seen from where: a memory that states it, or the fact in words."""

    timeline_id: TimelineId
    memory_id: str = ""
    text: str = ""
    seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Knower:
    """Somebody who knows: the memories that hold the fact, oldest first, and the oldest's path."""

    character_id: CharacterId
    name: str
    memories: tuple[Memory, ...]
    hops: tuple[Hop, ...]


class Knowing:
    """The use case of `MemoryService.WhoKnows`. It leaves no trace in any mind."""

    def __init__(
        self, store: Store, stream: MemoryStream, embedder: Embedder, profile: Profile
    ) -> None:
        self._store = store
        self._stream = stream
        self._space = space_name(embedder, OWN)
        self._profile = profile

    async def who_knows(self, ask: WhoKnows) -> tuple[Knower, ...]:
        """Return who knows, by when each first did.

        Raises `NotFound` for a memory that cannot be seen from there, and `InvalidInput` for
        neither a memory nor a text, or both.
        """
        if bool(ask.memory_id) == bool(ask.text.strip()):
            raise InvalidInput("text", "name a memory or give a text, and not both")
        cue = await self._stream.cue(ask.text) if ask.text.strip() else None
        async with self._store.read() as reader:
            view = await look(reader, ask.timeline_id, ask.seq)
            if cue is None:
                held = await spread(view, await memory_named(reader, view, ask.memory_id))
            else:
                held = tuple(await self._stating(reader, view, cue))
            return await self._knowers(reader, view, held)

    async def _knowers(
        self, reader: Reader, view: View, held: Iterable[Record]
    ) -> tuple[Knower, ...]:
        names = await names_in(reader, view)
        minds: dict[str, list[Record]] = {}
        for record in sorted(held, key=lambda one: one.seq):
            if record.subject_id in names:
                minds.setdefault(record.subject_id, []).append(record)
        knowers: list[Knower] = []
        for mind, records in minds.items():
            shown = records[:MEMORIES]
            memories = await rated(self._stream, reader, view, shown)
            knowers.append(
                Knower(
                    character_id=CharacterId(mind),
                    name=names[mind],
                    memories=tuple(memories[one.seq] for one in shown if one.seq in memories),
                    hops=await paths(self._stream, reader, view, records[0]),
                )
            )
        return tuple(knowers)

    async def _stating(self, reader: Reader, view: View, cue: Cue) -> list[Record]:
        """Return the memories, of all minds, that state a fact."""
        found: list[Record] = []
        for resident in await reader.roster(view.timeline.world_id):
            recalled = await self._stream.recall(
                reader,
                view,
                view.timeline.world_id,
                resident.id,
                cue,
                _LOOKED_AT,
                self._profile,
            )
            memories = [one.memory for one in recalled]
            alike = await self._alike(reader, cue, memories)
            seqs = [
                memory.seq
                for memory in memories
                if memory.seq in alike or stated(cue.text, memory.text) >= SHARE
            ]
            found += await view.get(sorted(seqs))
        return found

    async def _alike(self, reader: Reader, cue: Cue, memories: Sequence[Memory]) -> set[int]:
        """Return which memories mean about what the cue says; none that is not embedded yet."""
        if not memories:
            return set()
        refs = [MemoryRef(memory.timeline_id, memory.seq) for memory in memories]
        there, vectors = await reader.vectors(self._space, refs)
        if not there.any():
            return set()
        cosines = vectors @ cue.own
        pairs = zip(memories, there.tolist(), cosines.tolist(), strict=True)
        return {memory.seq for memory, is_there, cosine in pairs if is_there and cosine >= COSINE}
