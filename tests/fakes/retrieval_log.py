"""A log in dictionaries for tests of retrieval, and the formulas computed plainly."""

import math
from collections import Counter
from collections.abc import AsyncGenerator, Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.language.tokens import tokens
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.score_profiles import PROFILES, Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.ids import CharacterId, TimelineId, TurnId, WorldId
from npcserver.model.memory import NEUTRAL_IMPORTANCE, Memory, Recollection, searchable_text
from npcserver.model.record import (
    MEMORY_KINDS,
    Body,
    Rated,
    Record,
    RecordKind,
    Remembered,
    Source,
    TurnTaken,
)
from npcserver.model.timeline import Lineage, Segment, Timeline, Vantage, lineage
from npcserver.model.turn import RecalledMemory, Receipt, Rung, Timings, Usage
from npcserver.model.world import DEFAULT_START
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import MemoryRef, MemoryRows
from tests.fakes.column_oracle import TextMemory, column_relevance, episodes
from tests.fakes.prompt_inputs import NOW

SUBJECT = "mira"


@dataclass(frozen=True)
class LogView:
    """Records of one lineage."""

    log: "RetrievalLog"
    lineage: Lineage

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        self.log.fetched += len(seqs)
        return tuple(r for r in self.log.visible(self.lineage) if r.seq in set(seqs))


@dataclass(frozen=True, eq=False)
class LogSnapshot:
    """A log as it was opened to read: another one for each time, as a store's readers are."""

    log: "RetrievalLog"

    def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 5000
    ) -> AsyncGenerator[MemoryRows, None]:
        return self.log.memory_rows(segment, subject_id, chunk)

    async def vectors(
        self, space: str, refs: Sequence[MemoryRef]
    ) -> tuple[NDArray[np.bool_], Vectors]:
        return await self.log.vectors(space, refs)

    async def vector_rows(
        self, space: str, segment: Segment, subject_id: str
    ) -> tuple[NDArray[np.int64], Vectors]:
        return await self.log.vector_rows(space, segment, subject_id)


@dataclass
class RetrievalLog:
    """Timelines with records, and vectors by space."""

    chunk: int = 3
    dimension: int = 8
    records: dict[str, list[Record]] = field(default_factory=lambda: {"genesis": []})
    parents: dict[str, tuple[str | None, int]] = field(
        default_factory=lambda: {"genesis": (None, 0)}
    )
    stored: dict[tuple[str, str, int], Vectors] = field(default_factory=dict)
    asked: list[Segment] = field(default_factory=list)
    asked_vectors: int = 0
    fetched: int = 0
    breaks_after: int | None = None

    def snapshot(self) -> LogSnapshot:
        return LogSnapshot(self)

    def head(self, timeline: str) -> int:
        return self.parents[timeline][1] + len(self.records[timeline])

    def fork(self, timeline: str, parent: str, at: int) -> None:
        self.parents[timeline] = (parent, at)
        self.records[timeline] = []

    def lineage(self, timeline: str, seq: int | None = None) -> Lineage:
        vantage = Vantage(TimelineId(timeline), self.head(timeline) if seq is None else seq)
        return lineage(vantage, self._timeline)

    def view(self, timeline: str = "genesis", seq: int | None = None) -> LogView:
        return LogView(self, self.lineage(timeline, seq))

    def visible(self, lineage: Lineage) -> list[Record]:
        return [
            record
            for segment in lineage
            for record in self.records[segment.timeline_id]
            if segment.first <= record.seq <= segment.last
        ]

    def put(
        self,
        kind: RecordKind,
        body: Body,
        text: str = "",
        *,
        timeline: str = "genesis",
        hours: float = 0.0,
        importance: int | None = None,
    ) -> Record:
        record = Record(
            timeline_id=TimelineId(timeline),
            seq=self.head(timeline) + 1,
            kind=kind,
            body=body,
            subject_id=SUBJECT,
            text=text,
            game_time=DEFAULT_START + timedelta(hours=hours),
            importance=importance,
            written_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
        self.records[timeline].append(record)
        return record

    def see(
        self,
        text: str,
        *,
        timeline: str = "genesis",
        hours: float = 0.0,
        importance: int | None = None,
        vector: Sequence[float] | Vectors | None = None,
    ) -> Record:
        """Observe something, with its vector if there is one."""
        body = Remembered(source=Source.WITNESSED)
        record = self.put(
            RecordKind.OBSERVATION,
            body,
            text,
            timeline=timeline,
            hours=hours,
            importance=importance,
        )
        self.embed(record, vector)
        return record

    def hear(
        self,
        text: str,
        *,
        by: str = "player",
        timeline: str = "genesis",
        hours: float = 0.0,
        is_own: bool = False,
        said_to: str = "",
        vector: Sequence[float] | Vectors | None = None,
    ) -> Record:
        """Take in an utterance (overheard when `said_to` another), or say a line when `is_own`."""
        kind = RecordKind.LINE if is_own else RecordKind.UTTERANCE
        body = (
            Remembered(source=Source.OWN, told_to=by, speaker="Mira")
            if is_own
            else Remembered(
                source=Source.OVERHEARD if said_to else Source.TOLD,
                told_by=by,
                told_to=said_to,
                speaker=by.title(),
            )
        )
        record = self.put(kind, body, text, timeline=timeline, hours=hours)
        self.embed(record, vector)
        return record

    def rate(self, *ratings: tuple[int, int], timeline: str = "genesis") -> Record:
        return self.put(RecordKind.RATING, Rated(ratings=ratings), timeline=timeline)

    def touch(self, *seqs: int, timeline: str = "genesis", hours: float = 0.0) -> Record:
        return self.put(RecordKind.TURN, turn_that_recalled(seqs), timeline=timeline, hours=hours)

    def embed(self, record: Record, vector: Sequence[float] | Vectors | None) -> None:
        if vector is not None:
            place = ("tiny:test@8/own", record.timeline_id, record.seq)
            self.stored[place] = np.asarray(vector, np.float32)

    def knows(self, record: Record) -> bool:
        """Say whether a memory has its vector."""
        return ("tiny:test@8/own", record.timeline_id, record.seq) in self.stored

    def own_vector(self, record: Record) -> Vectors:
        """Return the vector of a memory's own text."""
        return self.stored["tiny:test@8/own", record.timeline_id, record.seq]

    async def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 5000
    ) -> AsyncGenerator[MemoryRows, None]:
        self.asked.append(segment)
        found = [r for r in self.visible((segment,)) if r.subject_id == subject_id]
        cuts = [*range(0, len(found), self.chunk), len(found)]
        for given, (start, stop) in enumerate(pairwise(cuts)):
            if given == self.breaks_after:
                raise ConnectionError("the database went away")
            part = found[start:stop]
            yield MemoryRows(
                tuple(r for r in part if r.kind in MEMORY_KINDS),
                tuple(r for r in part if r.kind in (RecordKind.TURN, RecordKind.RATING)),
            )

    async def vectors(
        self, space: str, refs: Sequence[MemoryRef]
    ) -> tuple[NDArray[np.bool_], Vectors]:
        self.asked_vectors += len(refs)
        there = [self.stored.get((space, ref.timeline_id, ref.seq)) for ref in refs]
        known = np.array([vector is not None for vector in there], np.bool_)
        if not known.any():
            return known, np.zeros((len(refs), 0), np.float32)
        rows = [np.zeros(self.dimension) if vector is None else vector for vector in there]
        return known, np.array(rows, np.float32)

    async def vector_rows(
        self, space: str, segment: Segment, subject_id: str
    ) -> tuple[NDArray[np.int64], Vectors]:
        found = [
            (record.seq, self.stored[space, record.timeline_id, record.seq])
            for record in self.visible((segment,))
            if (space, record.timeline_id, record.seq) in self.stored
        ]
        self.asked_vectors += len(found)
        if not found:
            return np.empty(0, np.int64), np.empty((0, 0), np.float32)
        return np.array([seq for seq, _ in found], np.int64), np.stack([row for _, row in found])

    def _timeline(self, timeline_id: TimelineId) -> Timeline:
        parent, at = self.parents[timeline_id]
        return Timeline(
            id=timeline_id,
            world_id=WorldId("town"),
            parent_id=None if parent is None else TimelineId(parent),
            forked_at=at,
            head=self.head(timeline_id),
            game_time=DEFAULT_START,
            created_at=DEFAULT_START,
        )


@dataclass
class AxisEmbedder:
    """Answers with the vectors it was given, and with the first axis for other texts."""

    dimension: int = 8
    known: dict[str, Sequence[float] | Vectors] = field(default_factory=dict)
    name: str = "tiny:test"
    calls: list[tuple[str, ...]] = field(default_factory=list)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.calls.append(tuple(texts))
        other = np.eye(self.dimension)[0]
        return np.array([self.known.get(text, other) for text in texts], np.float32)


def turn_that_recalled(seqs: Sequence[int]) -> TurnTaken:
    """Return a turn whose receipt says that these memories came to mind."""
    recalled = tuple(
        RecalledMemory(seq=seq, score=0.0, recency=0.0, importance=0.0, relevance=0.0)
        for seq in seqs
    )
    receipt = Receipt(
        vantage_seq=0,
        persona_version=1,
        profile="default",
        recalled=recalled,
        template="reply",
        template_digest="",
        model="scripted:test",
        rung=Rung.PRIMARY,
        seed=0,
        usage=Usage(),
        timings=Timings(),
        raw_answer="",
    )
    return TurnTaken(
        turn_id=TurnId("tn_1"),
        speaker_id="player",
        speaker_name="Player",
        heard="",
        events=(),
        receipt=receipt,
    )


TOWN = WorldId("town")
MIRA = CharacterId(SUBJECT)
AXES = np.eye(8, dtype=np.float32)
PAPER = PROFILES["paper_v2"]
BY_MEANING = replace(PAPER, name="meaning", w_recency=0.0, w_importance=0.0)
BY_IMPORTANCE = replace(PAPER, name="importance", w_recency=0.0, w_relevance=0.0)
BY_RECENCY = replace(PAPER, name="recency", w_importance=0.0, w_relevance=0.0)


def recall_request(axis: int, text: str = "?") -> Cue:
    return Cue(text, AXES[axis])


def new_stream(budget_bytes: int = 1 << 30) -> MemoryStream:
    return MemoryStream(FaissIndex, AxisEmbedder(), budget_bytes=budget_bytes)


async def recall(
    stream: MemoryStream,
    log: RetrievalLog,
    cue: Cue | None = None,
    profile: Profile = PAPER,
    *,
    view: LogView | None = None,
    k: int = 3,
) -> tuple[Recollection, ...]:
    return await stream.recall(
        log.snapshot(), view or log.view(), TOWN, MIRA, cue or recall_request(0), k, profile
    )


def seqs(recollections: tuple[Recollection, ...]) -> list[int]:
    return [recollection.memory.seq for recollection in recollections]


@dataclass
class OracleMemory:
    """What one vantage knows of one memory."""

    record: Record
    text: str
    accessed: float
    importance: int | None


def oracle_memories(
    log: RetrievalLog, lineage: Lineage, profile: Profile, kinds: Collection[RecordKind] = ()
) -> list[OracleMemory]:
    """Fold the visible records one by one."""
    seen: dict[int, OracleMemory] = {}
    for record in log.visible(lineage):
        at = record.game_time.timestamp()
        if isinstance(record.body, Remembered):
            text = searchable_text(record.kind, record.text, record.body)
            seen[record.seq] = OracleMemory(record, text, at, record.importance)
        elif isinstance(record.body, TurnTaken):
            for recalled in record.body.receipt.recalled:
                if recalled.seq in seen:
                    seen[recalled.seq].accessed = max(seen[recalled.seq].accessed, at)
        elif isinstance(record.body, Rated):
            for seq, importance in record.body.ratings:
                if seq in seen:
                    seen[seq].importance = importance
    return [
        m
        for m in seen.values()
        if not (profile.skips_idle and "idle" in m.text) and (not kinds or m.record.kind in kinds)
    ]


def scaled(column: Sequence[float], constant: float) -> list[float]:
    low, high = min(column), max(column)
    if high - low <= 1e-9:
        return [constant for _ in column]
    return [(value - low) / (high - low) for value in column]


def recency(memories: Sequence[OracleMemory], profile: Profile) -> list[float]:
    now = max(memory.accessed for memory in memories)
    if profile.recency_by == "hours":
        return [profile.decay ** ((now - memory.accessed) / 3600) for memory in memories]
    oldest_first = sorted(memories, key=lambda m: (m.accessed, -m.record.seq))
    place = {memory.record.seq: at for at, memory in enumerate(oldest_first, start=1)}
    return [profile.decay ** place[memory.record.seq] for memory in memories]


def bm25(memories: Sequence[OracleMemory], question: str) -> list[float]:
    bags = [Counter(tokens(memory.text)) for memory in memories]
    lengths = [bag.total() for bag in bags]
    typical = sum(lengths) / len(lengths)
    scores = [0.0] * len(memories)
    for term in set(tokens(question)):
        holders = sum(term in bag for bag in bags)
        idf = math.log(1 + (len(bags) - holders + 0.5) / (holders + 0.5))
        for at, bag in enumerate(bags):
            if bag[term]:
                norm = 1.2 * (1 - 0.75 + 0.75 * lengths[at] / typical)
                scores[at] += idf * bag[term] * (1.2 + 1) / (bag[term] + norm)
    return scores


def relevance(
    log: RetrievalLog,
    lineage: Lineage,
    memories: Sequence[OracleMemory],
    cue: Cue,
    profile: Profile,
) -> list[float]:
    if profile.by_words:
        return bm25(memories, cue.text)
    cosines = []
    for memory in memories:
        vector = log.own_vector(memory.record) if log.knows(memory.record) else None
        pairs = [] if vector is None else zip(vector.tolist(), cue.vector.tolist(), strict=True)
        cosines.append(math.fsum(a * b for a, b in pairs))
    if profile.columns is None:
        return cosines
    begun = episodes(log.visible(lineage))
    texts = [TextMemory(m.record, m.text, begun[m.record.seq]) for m in memories]
    return column_relevance(texts, cosines, cue.text, profile.columns, profile.constant)


def brute_force(
    log: RetrievalLog,
    lineage: Lineage,
    cue: Cue,
    k: int,
    profile: Profile,
    kinds: Collection[RecordKind] = (),
) -> list[tuple[int, float, float, float, float]]:
    """Return (seq, score, recency, importance, relevance) of the k best."""
    memories = oracle_memories(log, lineage, profile, kinds)
    if not memories:
        return []
    columns = (
        recency(memories, profile),
        [float(m.importance or NEUTRAL_IMPORTANCE) for m in memories],
        relevance(log, lineage, memories, cue, profile),
    )
    rows = []
    for memory, *terms in zip(
        memories, *(scaled(c, profile.constant) for c in columns), strict=True
    ):
        weights = (profile.w_recency, profile.w_importance, profile.w_relevance)
        score = round(sum(w * t for w, t in zip(weights, terms, strict=True)), 9)
        rows.append((memory.record.seq, score, *terms))
    return sorted(rows, key=lambda row: (-row[1], -row[0]))[:k]


def memory_of(
    text: str,
    seq: int = 1,
    *,
    kind: RecordKind = RecordKind.OBSERVATION,
    source: Source = Source.WITNESSED,
    at: datetime | None = None,
    **body: object,
) -> Memory:
    """Return a memory; later seqs are a minute later each, unless `at` says when."""
    when = NOW + timedelta(minutes=seq) if at is None else at
    return Memory(
        timeline_id=TimelineId("tl_test"),
        seq=seq,
        kind=kind,
        text=text,
        created_at=when,
        last_accessed_at=when,
        importance=4,
        is_rated=False,
        body=Remembered(source=source, **body),  # type: ignore[arg-type]
    )


def heard_memory(text: str, seq: int = 1, by: str = "ann", **more: object) -> Memory:
    """Return words that a character said to the mind."""
    how: dict[str, object] = {"trust": 50, "told_by": by, "told_to": "mira", **more}
    return memory_of(text, seq, kind=RecordKind.UTTERANCE, source=Source.TOLD, **how)  # type: ignore[arg-type]


def spoken_memory(
    text: str, seq: int = 1, to: str = "ann", evidence: tuple[int, ...] = ()
) -> Memory:
    """Return words of the mind itself."""
    return memory_of(
        text,
        seq,
        kind=RecordKind.LINE,
        source=Source.OWN,
        told_by="mira",
        told_to=to,
        evidence=evidence,
    )


def ranked(*memories: Memory, pinned: Sequence[int] = ()) -> tuple[Recollection, ...]:
    """Return memories as they come to mind, best first; those with a seq in `pinned` are pinned."""
    found = (
        Recollection(
            memory=memory, score=1.0 - place / 100, recency=0.5, importance=0.5, relevance=0.5
        )
        for place, memory in enumerate(memories)
    )
    return tuple(replace(one, is_pinned=one.memory.seq in pinned) for one in found)
