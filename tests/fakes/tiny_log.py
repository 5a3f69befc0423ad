"""A log in a few dictionaries, as the memory stream asks of it; it counts what it is asked for."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from npcserver.model.ids import TimelineId, TurnId, WorldId
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
from npcserver.ports.embedder import Vectors
from npcserver.ports.rows import MemoryRef, MemoryRows

SUBJECT = "mira"


@dataclass(frozen=True)
class TinyView:
    """Records of one lineage."""

    log: "TinyLog"
    lineage: Lineage

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        self.log.fetched += len(seqs)
        return tuple(r for r in self.log.visible(self.lineage) if r.seq in set(seqs))


@dataclass(frozen=True, eq=False)
class TinySnapshot:
    """A log as somebody opened it to read: another one for each time, as a store's readers are."""

    log: "TinyLog"

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
class TinyLog:
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

    def snapshot(self) -> TinySnapshot:
        return TinySnapshot(self)

    def head(self, timeline: str) -> int:
        return self.parents[timeline][1] + len(self.records[timeline])

    def fork(self, timeline: str, parent: str, at: int) -> None:
        self.parents[timeline] = (parent, at)
        self.records[timeline] = []

    def lineage(self, timeline: str, seq: int | None = None) -> Lineage:
        vantage = Vantage(TimelineId(timeline), self.head(timeline) if seq is None else seq)
        return lineage(vantage, self._timeline)

    def view(self, timeline: str = "genesis", seq: int | None = None) -> TinyView:
        return TinyView(self, self.lineage(timeline, seq))

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
        context: Sequence[float] | Vectors | None = None,
    ) -> Record:
        """Observe something; `vector` is stored for both spaces unless `context` has its own."""
        body = Remembered(source=Source.WITNESSED)
        record = self.put(
            RecordKind.OBSERVATION,
            body,
            text,
            timeline=timeline,
            hours=hours,
            importance=importance,
        )
        self.embed(record, vector, context)
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

    def embed(
        self,
        record: Record,
        vector: Sequence[float] | Vectors | None,
        context: Sequence[float] | Vectors | None = None,
    ) -> None:
        if vector is not None:
            both = {"own": vector, "context": vector if context is None else context}
            for space, value in both.items():
                place = (f"tiny:test@8/{space}", record.timeline_id, record.seq)
                self.stored[place] = np.asarray(value, np.float32)

    def space(self, name: str) -> str:
        """Return the full name of the space `own` or `context` of the tiny embedder."""
        return f"tiny:test@{self.dimension}/{name}"

    def knows(self, record: Record) -> bool:
        """Say whether a memory has its vectors."""
        return ("tiny:test@8/own", record.timeline_id, record.seq) in self.stored

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
class TinyEmbedder:
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
