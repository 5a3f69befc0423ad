"""The memory streams of all characters: exact recall within a limit on cached bytes."""

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from npcserver.memory.arrays import in_thread
from npcserver.memory.embedding_texts import Cue, make_cue, own_text
from npcserver.memory.mind_index import MindIndex
from npcserver.memory.mind_rows import UNRATED, VectorSpace, moment, seconds
from npcserver.memory.score_profiles import Profile
from npcserver.memory.selection import Selection
from npcserver.memory.top_k import Ranking
from npcserver.model import memory
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, TimelineId, WorldId
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import MEMORY_KINDS, Record, RecordKind
from npcserver.model.timeline import Lineage
from npcserver.ports.storage import MemorySource
from npcserver.ports.vectors import Embedder, NewIndex, Vectors
from npcserver.ports.view import MemoryVantage

OWN = "own"
"""The vector space of memories; earlier versions kept a second one beside it."""

_HEAVY = 12_000
"""Number of memories from which a recall runs in a thread.

Below it, a recall blocks the event loop for at most 2 ms (vectors of 512 numbers); handing it to a
thread costs as much when two cores are busy, and occasionally ten times that.
"""

_EMBEDDED_NOW = 64
"""Most memories that are embedded before a recall; these take some 0.1 s."""


def space_name(embedder: Embedder, space: str) -> str:
    """Return the name under which the store keeps vectors.

    A different embedder, or a different dimension, gives a different name.
    """
    return f"{embedder.name}@{embedder.dimension}/{space}"


@dataclass(frozen=True, slots=True)
class StreamStats:
    """What is cached now, and how many indexes were evicted for lack of space so far."""

    minds: int
    rows: int
    bytes: int
    bytes_per_row: float
    evictions: int


@dataclass(frozen=True, slots=True)
class RecallQuery:
    """What is recalled: the `k` best by a cue, of `kinds` alone (empty: all), without those `but`.

    With the columns of their relevance if `is_explained`.
    """

    cue: Cue
    k: int
    profile: Profile
    kinds: Collection[RecordKind] = ()
    but: Collection[RecordKind] = ()
    is_explained: bool = False


@dataclass(slots=True, eq=False)
class RankedMemories:
    """The memories that a query ranks, of which no more are read than are asked for."""

    _mind: MindIndex
    _view: MemoryVantage
    _ranked: tuple[Selection, Ranking] | None
    _read: int = 0
    _found: tuple[Recollection, ...] = ()

    async def best(self, k: int) -> tuple[Recollection, ...]:
        """Return the k best, best first; fewer if there are fewer."""
        if self._ranked is not None and k > self._read:
            selection, ranking = self._ranked
            fresh = selection, ranking.part(self._read, k)
            records = await self._mind.records(self._view, [fresh])
            self._found += _recollections(*fresh, records, self._view.lineage)
            self._read = k
        return self._found


class MemoryStream:
    """Recalls memories exactly, from one cached index per character.

    `budget_bytes` limits what is cached; the least recently used index is evicted first, one in use
    never. Indexes can be rebuilt from the log, so an eviction costs only time.
    """

    def __init__(
        self, new_index: NewIndex, embedder: Embedder, *, budget_bytes: int = 1 << 30
    ) -> None:
        self._new_index = new_index
        self._embedder = embedder
        self._budget = budget_bytes
        self._minds: OrderedDict[tuple[WorldId, CharacterId], MindIndex] = OrderedDict()
        self._bytes: dict[tuple[WorldId, CharacterId], int] = {}
        self._held = 0
        self._evictions = 0

    async def cue(self, text: str) -> Cue:
        """Embed a query.

        Raises `InvalidInput` for a blank text and `Unavailable` if the embedder fails.
        """
        return await make_cue(self._embedder, text)

    def words(self, text: str) -> Cue:
        """Return a query without vectors, for recall by words, recency and importance."""
        return Cue(text, np.zeros(self._embedder.dimension, np.float32))

    def is_awake(self, world_id: WorldId, character_id: CharacterId) -> bool:
        """Return whether an index of the character is cached."""
        return (world_id, character_id) in self._minds

    async def wake(
        self,
        reader: MemorySource,
        view: MemoryVantage,
        world_id: WorldId,
        character_id: CharacterId,
        profile: Profile,
        text: str = "",
    ) -> None:
        """Bring the index up to date with the vantage, so that a recall is faster.

        Meant to run while the query, of which `text` are the words, is being embedded; nothing
        depends on it.
        """
        if not view.lineage:
            return
        with self._using(world_id, character_id) as mind:
            async with mind.seen_by(
                reader, view.lineage, skips_idle=profile.skips_idle
            ) as selection:
                mind.prepare(selection, profile, text if selection.size <= _HEAVY else "")

    async def recall(  # noqa: PLR0913 - the character, the vantage and the query
        self,
        reader: MemorySource,
        view: MemoryVantage,
        world_id: WorldId,
        character_id: CharacterId,
        cue: Cue,
        k: int,
        profile: Profile,
        *,
        kinds: Collection[RecordKind] = (),
        but: Collection[RecordKind] = (),
        is_explained: bool = False,
    ) -> tuple[Recollection, ...]:
        """Return the k memories of the character that score best at the vantage, best first.

        Exact over everything visible: equal scores (at nine decimals) go to the newer memory, and a
        memory not embedded yet has the cosine 0. With `kinds`, scaling and word counts also are as
        if there were no others; those of kinds in `but` count there, and are not returned. Returns
        fewer if there are fewer; with the columns of their relevance if `is_explained`. Raises
        `InvalidInput` for a k below 1 or a cue of another embedder.
        """
        query = RecallQuery(cue, k, profile, kinds, but, is_explained)
        (found,) = await self.recall_each(reader, view, world_id, character_id, (query,))
        return found

    async def recall_each(
        self,
        reader: MemorySource,
        view: MemoryVantage,
        world_id: WorldId,
        character_id: CharacterId,
        queries: Sequence[RecallQuery],
    ) -> tuple[tuple[Recollection, ...], ...]:
        """Return what `recall` returns for each query, with one read of records for all."""
        lineage = view.lineage
        with self._using(world_id, character_id) as mind:
            ranked = [await self._ranked(reader, lineage, mind, query) for query in queries]
            # Outside of `seen_by`, so that reading records does not delay a catch-up.
            records = await mind.records(view, [one for one in ranked if one is not None])
        return tuple(
            () if one is None else _recollections(*one, records, lineage) for one in ranked
        )

    async def rank(
        self,
        reader: MemorySource,
        view: MemoryVantage,
        world_id: WorldId,
        character_id: CharacterId,
        query: RecallQuery,
    ) -> RankedMemories:
        """Return what `recall` returns for a query, to be read in parts, and without columns."""
        with self._using(world_id, character_id) as mind:
            return RankedMemories(mind, view, await self._ranked(reader, view.lineage, mind, query))

    async def _ranked(
        self, reader: MemorySource, lineage: Lineage, mind: MindIndex, query: RecallQuery
    ) -> tuple[Selection, Ranking] | None:
        cue, profile = query.cue, query.profile
        self._check(cue, query.k)
        narrowed = tuple(kind for kind in MEMORY_KINDS if kind in query.kinds)
        if not lineage or (query.kinds and not narrowed):
            return None
        async with mind.seen_by(
            reader, lineage, skips_idle=profile.skips_idle, kinds=narrowed
        ) as selection:
            if selection.size == 0:
                return None
            work = partial(
                mind.rank,
                selection,
                cue,
                profile,
                query.k,
                but=query.but,
                is_explained=query.is_explained,
            )
            return selection, work() if selection.size <= _HEAVY else await in_thread(work)

    async def embed_missing(
        self,
        reader: MemorySource,
        view: MemoryVantage,
        world_id: WorldId,
        character_id: CharacterId,
        profile: Profile,
    ) -> None:
        """Embed what the character has just remembered, so that a recall now finds it by meaning.

        The background does so too, in a moment, and stores the vectors; these are only ranked by
        until then. At most the newest `_EMBEDDED_NOW`. Raises `Unavailable`.
        """
        if not view.lineage:
            return
        with self._using(world_id, character_id) as mind:
            async with mind.seen_by(
                reader, view.lineage, skips_idle=profile.skips_idle
            ) as selection:
                missing = mind.missing(selection, _EMBEDDED_NOW)
            records = await view.get(sorted(missing.rows))
            if records:
                vectors = await self._embedder.embed([own_text(record) for record in records])
                found = zip((record.seq for record in records), vectors, strict=True)
                await mind.lend(missing, dict(found))

    async def alike(
        self,
        reader: MemorySource,
        view: MemoryVantage,
        world_id: WorldId,
        character_id: CharacterId,
        cue: Cue,
        cosine: float,
    ) -> tuple[int, ...]:
        """Return the seqs of all visible memories that mean much the same as the cue, ascending.

        Exact: the vector of their own text has at least this cosine, above 0, with that of the
        cue. A memory that is not embedded yet has a cosine of 0.
        """
        if not view.lineage:
            return ()
        with self._using(world_id, character_id) as mind:
            async with mind.seen_by(reader, view.lineage, skips_idle=False) as selection:
                if selection.size == 0:
                    return ()
                work = partial(mind.alike, selection, cue, cosine)
                return work() if selection.size <= _HEAVY else await in_thread(work)

    async def cosines(self, texts: Sequence[str], others: Sequence[str]) -> Vectors:
        """Return the cosine of each text with each of some others, float32, a row for each text.

        Raises `Unavailable` if the embedder fails.
        """
        vectors = await self._embedder.embed([*texts, *others])
        return vectors[: len(texts)] @ vectors[len(texts) :].T

    async def foremost(
        self,
        reader: MemorySource,
        view: MemoryVantage,
        world_id: WorldId,
        character_id: CharacterId,
        k: int,
        profile: Profile,
        *,
        but: Collection[RecordKind] = (),
    ) -> tuple[Recollection, ...]:
        """Return the k memories with the most importance and recency, best first.

        Weighted by the profile; kinds in `but` are left out. Nothing is embedded.
        """
        if not view.lineage:
            return ()
        with self._using(world_id, character_id) as mind:
            async with mind.seen_by(
                reader, view.lineage, skips_idle=profile.skips_idle, has_vectors=False
            ) as selection:
                if selection.size == 0:
                    return ()
                ranked = mind.foremost(selection, but, profile, k)
            records = await mind.records(view, [(selection, ranked)])
        return _recollections(selection, ranked, records, view.lineage)

    async def as_memories(
        self,
        reader: MemorySource,
        view: MemoryVantage,
        world_id: WorldId,
        character_id: CharacterId,
        records: Sequence[Record],
    ) -> tuple[Memory, ...]:
        """Return records as memories, with rating and last access at the vantage.

        In the order given, without those that are not visible.
        """
        if not records or not view.lineage:
            return ()
        with self._using(world_id, character_id) as mind:
            async with mind.seen_by(
                reader, view.lineage, skips_idle=False, has_vectors=False
            ) as selection:
                standings = selection.standings([record.seq for record in records])
        return tuple(
            _memory(record, *standings[record.seq], view.lineage)
            for record in records
            if record.seq in standings
        )

    def pending(self, world_id: WorldId, character_id: CharacterId) -> tuple[TimelineId, ...]:
        """Return the timelines on which a cached character has memories without vectors."""
        mind = self._minds.get((world_id, character_id))
        return () if mind is None else mind.pending()

    def forget(self, timeline_id: TimelineId) -> None:
        """Note that a timeline was deleted, and drop the indexes that mostly hold deleted rows.

        Rows are only ever added to an index. Its next use reads those that are still seen.
        """
        for key in [key for key, mind in self._minds.items() if mind.is_stale_without(timeline_id)]:
            self._drop(key)

    def drop_world(self, world_id: WorldId) -> None:
        """Drop all indexes of a world, whose log was changed: a player was forgotten."""
        for key in [key for key in self._minds if key[0] == world_id]:
            self._drop(key)

    def stats(self) -> StreamStats:
        """Return the present cache statistics."""
        rows = sum(mind.size for mind in self._minds.values())
        return StreamStats(
            minds=len(self._minds),
            rows=rows,
            bytes=self._held,
            bytes_per_row=self._held / rows if rows else 0.0,
            evictions=self._evictions,
        )

    def _new_space(self) -> VectorSpace:
        name = space_name(self._embedder, OWN)
        return VectorSpace(name, self._new_index(self._embedder.dimension))

    def _check(self, cue: Cue, k: int) -> None:
        if k < 1:
            raise InvalidInput("k", f"is {k}; ask for at least one memory")
        if len(cue.vector) != self._embedder.dimension:
            raise InvalidInput(
                "cue",
                f"is not of this embedder, whose vectors have {self._embedder.dimension} numbers",
            )

    @contextmanager
    def _using(self, world_id: WorldId, character_id: CharacterId) -> Iterator[MindIndex]:
        key = (world_id, character_id)
        mind = self._minds.get(key)
        if mind is None:
            mind = self._minds[key] = MindIndex(character_id, self._new_space)
            self._bytes[key] = 0
        self._minds.move_to_end(key)
        mind.users += 1
        try:
            yield mind
        finally:
            # before `users` falls, so that the index just used is not evicted
            self._keep_within_budget(key)
            mind.users -= 1

    def _keep_within_budget(self, used: tuple[WorldId, CharacterId]) -> None:
        if used not in self._minds:  # evicted during the recall
            return
        held = self._minds[used].nbytes
        self._held += held - self._bytes[used]
        self._bytes[used] = held
        if self._held <= self._budget:
            return
        for key in [key for key, mind in self._minds.items() if mind.users == 0]:
            self._drop(key)
            self._evictions += 1
            if self._held <= self._budget:
                return

    def _drop(self, key: tuple[WorldId, CharacterId]) -> None:
        del self._minds[key]
        self._held -= self._bytes.pop(key)


@dataclass(slots=True, eq=False)
class WideningRecall:
    """A recall of ever more memories: first of `_narrow`, then of parts of a ranking of `_widest`.

    Of memories that are nearly equal thousands are ranked and read before enough is told apart.
    """

    _stream: MemoryStream
    _whose: tuple[MemorySource, MemoryVantage, WorldId, CharacterId]
    _narrow: int
    _widest: int
    _ranked: dict[tuple[RecordKind, ...], RankedMemories] = field(default_factory=dict)

    async def read(
        self, query: RecallQuery, others: Sequence[RecallQuery]
    ) -> Sequence[tuple[Recollection, ...]]:
        """Return what a query finds, then what the others do if it is narrow, all in one read."""
        if query.k == self._narrow:
            return await self._stream.recall_each(*self._whose, (query, *others))
        but = tuple(query.but)
        if but not in self._ranked:
            widest = replace(query, k=self._widest)
            self._ranked[but] = await self._stream.rank(*self._whose, widest)
        return (await self._ranked[but].best(query.k),)


def _recollections(
    selection: Selection, ranked: Ranking, records: Mapping[int, Record], lineage: Lineage
) -> tuple[Recollection, ...]:
    """Return ranked memories as recollections, without those the log no longer has."""
    seqs = selection.seqs[ranked.places].tolist()
    ratings = selection.ratings[ranked.places].tolist()
    accesses = selection.last_access[ranked.places].tolist()
    found = [records.get(seq) for seq in seqs]
    terms = zip(
        found, ratings, accesses, ranked.scores.tolist(), ranked.recency.tolist(),
        ranked.importance.tolist(), ranked.relevance.tolist(), _columns(ranked), strict=True,
    )  # fmt: skip
    return tuple(
        Recollection(
            memory=_memory(record, rating, access, lineage),
            score=score,
            recency=recency,
            importance=importance,
            relevance=relevance,
            columns=columns,
        )
        for record, rating, access, score, recency, importance, relevance, columns in terms
        if record is not None
    )


def _columns(ranked: Ranking) -> list[tuple[tuple[str, float, float], ...]]:
    if not ranked.columns:
        return [()] * len(ranked.places)
    by_column = [
        [(column.name, value, column.weight) for value in column.values.tolist()]
        for column in ranked.columns
    ]
    return [*zip(*by_column, strict=True)]


def _memory(record: Record, rating: int, access: float, lineage: Lineage) -> Memory:
    return memory.of(
        record,
        importance=None if rating == UNRATED else rating,
        last_accessed_at=record.game_time
        if access == seconds(record.game_time)
        else moment(access),
        lineage=lineage,
    )
