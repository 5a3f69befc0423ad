"""The cached index of one character's memories, brought up to date before each use."""

from collections import OrderedDict
from collections.abc import AsyncGenerator, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from functools import partial

import numpy as np
import structlog

from npcserver.aio import both
from npcserver.language.tokens import characters, tokens
from npcserver.memory import selection as selecting
from npcserver.memory.arrays import ReadersWriterLock, in_thread
from npcserver.memory.embedding_texts import Cue, own_text
from npcserver.memory.lexical import Postings, TextBatch, remembered
from npcserver.memory.mind_rows import MindRows, RowSpan, VectorSpace
from npcserver.memory.relevance import CueVectors
from npcserver.memory.relevance_columns import MindTexts
from npcserver.memory.row_features import RowFeatures
from npcserver.memory.score_profiles import Profile
from npcserver.memory.selection import Selection
from npcserver.memory.top_k import Ranking, foremost, rank, rank_by_columns
from npcserver.model.ids import TimelineId
from npcserver.model.record import Record, RecordKind
from npcserver.model.timeline import Lineage, Segment
from npcserver.ports.storage import MemorySource
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import MemoryRows, MemoryVantage

_log = structlog.get_logger(__name__)

_SELECTIONS = 8
"""Vantages kept ready: about as many as players talk to one character at a time."""

_RECORDS = 256
"""Records kept in memory: the newest, and those recalled last."""

_RECORD_BYTES = 1500
"""Approximate size of one such record."""

_HEAVY = 256
"""Number of records from which they are ingested in a thread."""


_HEAVY_SELECTION = 20_000
"""Number of rows from which selecting is done in a thread; so many take 0.3 ms."""


_FEW_ROWS = 1000
"""Number of rows below which rows of deleted timelines are not worth reading the others anew."""

_remembered_characters = remembered(characters)

_Filtered = tuple[Segment, int, bool, tuple[RecordKind, ...]]
"""Key of a cached selection: last segment and length of the lineage, `skips_idle`, kinds.

What a timeline inherits never changes, so its last segment identifies a lineage; hashing all of a
thousand segments takes longer than selecting among them.
"""


@dataclass(frozen=True, slots=True, eq=False)
class MissingVectors:
    """Memories without a vector in the space of an index: their rows by seq."""

    space: VectorSpace
    rows: Mapping[int, int]


class MindIndex:
    """One character's memories on all timelines that were read, each once.

    Catching up is exclusive; many tasks may rank at the same time, but not while one catches up.
    """

    def __init__(self, subject_id: str, new_space: Callable[[], VectorSpace]) -> None:
        self.users = 0
        self._gate = ReadersWriterLock()
        self._subject_id = subject_id
        self._new_space = new_space
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._nbytes: int | None = None
        self._is_torn = False
        self._deleted = 0  # rows of timelines that were deleted
        self._rows = MindRows()
        self._postings = Postings()
        self._texts = MindTexts(
            mind=self._rows,
            words=self._postings,
            characters=Postings(_remembered_characters),
            features=RowFeatures(),
        )
        self._space = self._new_space()
        self._selections: OrderedDict[_Filtered, Selection] = OrderedDict()
        self._records: dict[int, Record] = {}  # oldest first
        self._inherited: set[tuple[TimelineId, int]] = set()  # timelines whose ancestors are read

    @property
    def size(self) -> int:
        """Number of memories."""
        return self._rows.size

    def is_stale_without(self, timeline_id: TimelineId) -> bool:
        """Note that a timeline was deleted; return whether most rows are of deleted ones.

        Called once for each timeline. Vectors that its rows lack are never asked for again.
        """
        self._deleted += self._rows.count(timeline_id)
        pending = self._space.pending
        self._space.give_up(row for row in pending if self._rows.place(row)[0] == timeline_id)
        return self.size >= _FEW_ROWS and 2 * self._deleted > self.size

    @property
    def nbytes(self) -> int:
        """Bytes held, as of the last change."""
        if self._nbytes is None:
            held = self._rows.nbytes + self._texts.nbytes + _RECORD_BYTES * len(self._records)
            held += self._space.nbytes
            held += sum(selection.nbytes for selection in self._selections.values())
            self._nbytes = held
        return self._nbytes

    @asynccontextmanager
    async def seen_by(
        self,
        source: MemorySource,
        lineage: Lineage,
        *,
        skips_idle: bool,
        kinds: tuple[RecordKind, ...] = (),
        has_vectors: bool = True,
    ) -> AsyncGenerator[Selection, None]:
        """Catch up with a lineage and keep the arrays unchanged while the caller ranks.

        Unless it `has_vectors` they are not updated, and nothing can be ranked. With `kinds` only
        memories of these kinds are selected.
        """
        async with self._gate.lock:
            if not self._is_sound():
                await self._gate.quiet()
                _log.warning(
                    "broken_index",
                    character=self._subject_id,
                    rows=self.size,
                    problem="its parts do not have the same memories",
                    advice="nothing is to be done; it is read from the database anew",
                )
                self._begin_anew()
            if not self._is_level(source, lineage, has_vectors=has_vectors):
                self._nbytes = None
                await self._catch_up(source, lineage, has_vectors=has_vectors)
            selection = await self._select(lineage, skips_idle=skips_idle, kinds=kinds)
            self._gate.begin_reading()
        try:
            yield selection
        finally:
            self._gate.end_reading()

    def prepare(self, selection: Selection, profile: Profile, text: str) -> None:
        """Compute the parts of a ranking that do not depend on the vectors of the query.

        An empty `text` stands for a query that is not known yet.
        """
        if not selection.size:
            return
        if not selection.is_ready(profile):
            self._nbytes = None
            selection.standing(profile)
            if profile.by_words:
                selection.wording(self._postings, self._rows)
        if profile.columns is not None:
            columns = selection.columns(self._texts, profile.columns)
            if text:
                columns.prepare(text)

    def rank(
        self,
        selection: Selection,
        cue: Cue,
        profile: Profile,
        k: int,
        *,
        but: Collection[RecordKind] = (),
        is_explained: bool = False,
    ) -> Ranking:
        """Return the k best memories of a non-empty selection, of other kinds than `but`."""
        if not selection.is_ready(profile):
            self._nbytes = None
        among = ~self._rows.of_kinds(selection.rows, but) if but else None
        # words alone are compared with no vector
        query = np.zeros_like(cue.vector) if profile.by_words else cue.vector
        meaning = self._meaning(selection, query)
        if profile.columns is not None:
            columns = selection.columns(self._texts, profile.columns)
            return rank_by_columns(
                selection, meaning, columns, cue, profile, k, among, is_explained=is_explained
            )
        match = None
        if profile.by_words:
            match = selection.wording(self._postings, self._rows).match(tokens(cue.text))
        return rank(selection, meaning, match, profile, k, among)

    def alike(self, selection: Selection, cue: Cue, cosine: float) -> tuple[int, ...]:
        """Return the seqs of the memories whose cosine with the cue is no less than this."""
        places = self._meaning(selection, cue.vector).at_least(cosine)
        return tuple(selection.seqs[places].tolist())

    def _meaning(self, selection: Selection, query: Vectors) -> CueVectors:
        vectors = self._space
        return CueVectors(
            vectors.storage,
            vectors.eight_bit,
            vectors.has_vector,
            vectors.longest,
            selection.plan,
            query,
        )

    def foremost(
        self, selection: Selection, but: Collection[RecordKind], profile: Profile, k: int
    ) -> Ranking:
        """Return the k most important and recent memories of other kinds than `but`."""
        if not selection.is_ready(profile):
            self._nbytes = None
        return foremost(selection, ~self._rows.of_kinds(selection.rows, but), profile, k)

    async def records(
        self, lookout: MemoryVantage, ranked: Sequence[tuple[Selection, Ranking]]
    ) -> dict[int, Record]:
        """Return the records of ranked memories, by seq."""
        rows = {
            seq: row
            for selection, one in ranked
            for seq, row in zip(
                selection.seqs[one.places].tolist(),
                selection.rows[one.places].tolist(),
                strict=True,
            )
        }
        kept = self._records
        found = {seq: kept[row] for seq, row in rows.items() if row in kept}
        if len(found) < len(rows):
            read = await lookout.get(sorted(rows.keys() - found.keys()))
            found |= {record.seq: record for record in read}
            self._keep((row, found[seq]) for seq, row in rows.items() if seq in found)
        return found

    def missing(self, selection: Selection, most: int) -> MissingVectors:
        """Return which visible memories have no vector; the newest `most`."""
        pending = np.sort(np.array(self._space.pending, np.int64))
        places = np.searchsorted(selection.rows, pending[np.isin(pending, selection.rows)])[-most:]
        seqs, rows = selection.seqs[places].tolist(), selection.rows[places].tolist()
        return MissingVectors(self._space, dict(zip(seqs, rows, strict=True)))

    async def lend(self, missing: MissingVectors, found: Mapping[int, Vectors]) -> None:
        """Rank by these vectors, of shape (dimension,) and by seq, until the store has them."""
        async with self._gate.lock:
            await self._gate.quiet()
            if missing.space is self._space:  # else the index began anew meanwhile
                rows = [missing.rows[seq] for seq in found]
                missing.space.lend(rows, np.stack([*found.values()]))

    def pending(self) -> tuple[TimelineId, ...]:
        """Return the timelines with memories that lack a vector."""
        return tuple(sorted(self._rows.timelines_of(self._space.pending)))

    def _is_sound(self) -> bool:
        """Return whether all parts have the same rows; asked while holding the lock.

        A failure halfway through a chunk, such as a lack of memory, parts them.
        """
        texts = self._texts
        parts = (texts.words.size, texts.characters.size, texts.features.asks.size)
        is_one_size = not self._is_torn and all(size == self.size for size in parts)
        return is_one_size and self._space.is_sound

    def _is_level(self, source: MemorySource, lineage: Lineage, *, has_vectors: bool) -> bool:
        """Return whether all the lineage sees is read, and its vectors where it `has_vectors`."""
        start = self._first_unknown(lineage)
        if any(self._rows.caught_up(segment) < segment.last for segment in lineage[start:]):
            return False
        return not has_vectors or self._space.is_level(self._rows, source)

    async def _catch_up(self, source: MemorySource, lineage: Lineage, *, has_vectors: bool) -> None:
        for depth in range(self._first_unknown(lineage), len(lineage)):
            segment = lineage[depth]
            known = self._rows.caught_up(segment)
            if known < segment.last:
                missing = Segment(segment.timeline_id, known + 1, segment.last)
                await self._take_in(source, lineage[:depth], missing, has_vectors=has_vectors)
        if lineage:
            self._inherited.add((lineage[-1].timeline_id, len(lineage)))
        if has_vectors:
            await self._space.catch_up(source, self._rows, self._subject_id, self._gate)

    def _first_unknown(self, lineage: Lineage) -> int:
        """Return the index of the first segment that may not be read completely."""
        is_known = lineage and (lineage[-1].timeline_id, len(lineage)) in self._inherited
        return len(lineage) - 1 if is_known else 0

    async def _select(
        self, lineage: Lineage, *, skips_idle: bool, kinds: tuple[RecordKind, ...]
    ) -> Selection:
        """Return the selection of a lineage, extended from the nearest cached one."""
        wanted = _kept_under(lineage, skips_idle=skips_idle, kinds=kinds)
        known = self._selections.get(wanted)
        if known is not None:
            self._selections.move_to_end(wanted)
            return known
        self._nbytes = None
        base, beyond = self._nearest(lineage, skips_idle=skips_idle, kinds=kinds)
        grow = partial(selecting.extended, self._rows, base, lineage, beyond)
        made = grow() if self.size <= _HEAVY_SELECTION else await in_thread(grow)
        if base.lineage and base.lineage[-1].timeline_id == lineage[-1].timeline_id:
            # the timeline moved on; a return to the old vantage selects anew
            self._selections.pop(
                _kept_under(base.lineage, skips_idle=skips_idle, kinds=kinds), None
            )
        self._selections[wanted] = made
        while len(self._selections) > _SELECTIONS:
            self._selections.popitem(last=False)
        return made

    async def _take_in(
        self,
        source: MemorySource,
        ancestors: Lineage,
        segment: Segment,
        *,
        has_vectors: bool,
    ) -> None:
        vectors = self._space
        async with aclosing(source.memory_rows(segment, self._subject_id)) as chunks:
            async for chunk in chunks:
                await self._gate.quiet()
                ingest = partial(self._ingest, segment, ancestors, chunk)
                if len(chunk.memories) + len(chunk.amendments) <= _HEAVY:
                    ingest()
                elif not has_vectors or vectors.size != self.size or not chunk.memories:
                    await in_thread(ingest)
                else:
                    seqs = np.array([record.seq for record in chunk.memories], np.int64)
                    run = RowSpan(segment.timeline_id, self.size, self.size + len(seqs), seqs)
                    adding = vectors.add_run(source, run, self._subject_id, self._gate)
                    await both(in_thread(ingest), adding)
                newest = chunk.memories[-_RECORDS:]
                self._keep(zip(range(self.size - len(newest), self.size), newest, strict=True))
        self._rows.strand(segment.timeline_id).caught_up = segment.last

    def _ingest(self, segment: Segment, ancestors: Lineage, chunk: MemoryRows) -> None:
        self._is_torn = True
        texts = [own_text(record) for record in chunk.memories]
        self._rows.add(segment.timeline_id, ancestors, chunk.memories, texts)
        self._rows.amend(segment.timeline_id, chunk.amendments)
        batch = TextBatch(texts)
        self._postings.add(batch)
        self._texts.characters.add(batch)
        self._texts.features.add(chunk.memories, batch)
        # a cancelled catch-up resumes after this chunk
        last = max((r.seq for r in (*chunk.memories[-1:], *chunk.amendments[-1:])), default=0)
        strand = self._rows.strand(segment.timeline_id)
        strand.caught_up = max(strand.caught_up, last)
        self._is_torn = False

    def _nearest(
        self, lineage: Lineage, *, skips_idle: bool, kinds: tuple[RecordKind, ...]
    ) -> tuple[Selection, Lineage]:
        base, beyond = selecting.nothing(skips_idle=skips_idle, kinds=kinds), lineage
        for candidate in self._selections.values():
            is_alike = (candidate.skips_idle, candidate.kinds) == (skips_idle, kinds)
            if is_alike and candidate.size >= base.size:
                rest = selecting.remainder(candidate.lineage, lineage)
                if rest is not None and not selecting.is_corrected(self._rows, rest):
                    base, beyond = candidate, rest
        return base, beyond

    def _keep(self, records: Iterable[tuple[int, Record]]) -> None:
        for row, record in records:
            self._records[row] = record
        while len(self._records) > _RECORDS:
            del self._records[next(iter(self._records))]


def _kept_under(lineage: Lineage, *, skips_idle: bool, kinds: tuple[RecordKind, ...]) -> _Filtered:
    return lineage[-1], len(lineage), skips_idle, kinds
