"""The books of worlds, indexed: looked up once, and again when a book has changed."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial

import structlog

from npcserver.aio import within
from npcserver.memory.lore import LoreIndex
from npcserver.memory.lore_tuning import tuning_of
from npcserver.memory.stream import space_name
from npcserver.model.ids import WorldId
from npcserver.model.lore import Book, Passage
from npcserver.ports.clock import Clock
from npcserver.ports.embedder import Embedder, Vectors
from npcserver.ports.storage import Reader

_PASSAGE = "passage"
_FRESH_SECONDS = 5.0
_WORLDS = 64
_ALL = 1_000_000
_MANY = 500
"""Passages from which putting them in order is left to a thread; 500 take 20 ms."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Volume:
    """All that is known of the books of a world at a revision."""

    books: tuple[Book, ...]
    passages: tuple[Passage, ...]
    ids: tuple[str, ...]
    vectors: Vectors
    space: str

    def indexed(self) -> LoreIndex:
        return LoreIndex(
            self.books, self.passages, self.ids, self.vectors, tuning=tuning_of(self.space)
        )


@dataclass(frozen=True, slots=True)
class _Kept:
    revision: str
    index: "asyncio.Future[LoreIndex]"

    @property
    def has_failed(self) -> bool:
        """Whether it could not be made, and is to be made anew."""
        index = self.index
        return index.done() and (index.cancelled() or index.exception() is not None)


class Shelves:
    """The indices of worlds with books, the least recently used let go.

    That a world has none is believed for a few seconds, so that a turn there costs no look. What
    changes in this process is known at once: see `forget`.
    """

    def __init__(self, embedder: Embedder, clock: Clock) -> None:
        self.space = space_name(embedder, _PASSAGE)
        self._clock = clock
        self._kept: OrderedDict[WorldId, _Kept] = OrderedDict()
        self._empty: dict[WorldId, float] = {}

    def forget(self, world_id: WorldId) -> None:
        """Look again whether a world has books."""
        self._empty.pop(world_id, None)

    async def revision(self, reader: Reader, world_id: WorldId) -> str:
        """Return the revision of a world's books, empty where there are none: one look at most."""
        seen_at = self._empty.get(world_id)
        if seen_at is not None and self._clock.monotonic() - seen_at < _FRESH_SECONDS:
            return ""
        revision = await reader.library.revision(world_id)
        if revision:
            self._empty.pop(world_id, None)
        else:
            self._empty[world_id] = self._clock.monotonic()
        return revision

    async def index(self, reader: Reader, world_id: WorldId, revision: str) -> LoreIndex:
        """Return the index of a world's books as they are at a revision the reader sees.

        Whoever is cancelled meanwhile leaves it being made, for the next who asks.
        """
        kept = self._kept.get(world_id)
        if kept is None or kept.revision != revision or kept.has_failed:
            volume = await reader.together(partial(_read, world_id, self.space))
            kept = self._kept.get(world_id)
            if kept is None or kept.revision != revision or kept.has_failed:
                kept = self._kept[world_id] = _Kept(revision, _made(volume))
        self._kept.move_to_end(world_id)
        while len(self._kept) > _WORLDS:
            self._kept.popitem(last=False)
        return await asyncio.shield(kept.index)

    async def ready(
        self, reader: Reader, world_id: WorldId, revision: str, seconds: float
    ) -> LoreIndex | None:
        """Return the index if it can be had within `seconds`: a player is waiting."""
        try:
            return await within(seconds, self.index(reader, world_id, revision))
        except TimeoutError:
            _log.warning("answering_without_books", world=world_id)
            return None


async def _read(world_id: WorldId, space: str, reader: Reader) -> _Volume:
    library = reader.library
    books = await library.books(world_id, _ALL, texts=False)
    ids, vectors = await library.vectors(world_id, space)
    return _Volume(books, await library.passages(world_id), ids, vectors, space)


def _made(volume: _Volume) -> "asyncio.Future[LoreIndex]":
    """Begin to put passages in order, in a thread where they are many."""
    loop = asyncio.get_running_loop()
    if len(volume.passages) >= _MANY:
        return loop.run_in_executor(None, volume.indexed)
    made: asyncio.Future[LoreIndex] = loop.create_future()
    made.set_result(volume.indexed())
    return made
