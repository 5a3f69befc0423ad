"""A memory, and how it came to mind (Generative Agents, section 4.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from npcserver.model.ids import TimelineId
from npcserver.model.record import SPEECH_KINDS, Record, RecordKind, Remembered, Source
from npcserver.model.timeline import Lineage, owner
from npcserver.model.turn import RecalledMemory

NEUTRAL_IMPORTANCE = 4
"""Importance of a memory nobody has rated yet; the reference's intended fall-back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A record of a memory kind as one vantage sees it: with its rating and last access there.

    `timeline_id` is the timeline that owns it. `evidence_ids` are the ids of `body.evidence`, empty
    where the memory was made without a lineage.
    """

    timeline_id: TimelineId
    seq: int
    kind: RecordKind
    text: str
    created_at: datetime
    last_accessed_at: datetime
    importance: int
    is_rated: bool
    body: Remembered
    evidence_ids: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """The one id of the memory, whichever timeline it is seen from."""
        return memory_id(self.timeline_id, self.seq)

    @property
    def source(self) -> Source:
        """How it came."""
        return self.body.source


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """A memory that came to mind, with its score and the three min-max scaled terms of it.

    `times` is how often the mind took it in: what says the same was merged into it, and what the
    mind made of it itself (its own lines, inferences that quote it) is not counted.
    `superseded` are older memories that it contradicts, newest first. One that `is_pinned` comes to
    mind whatever its score. One that `is_fresh` came to mind since the set of the talk was made;
    one that is not `is_called` was not called up this time, and is kept from earlier in the talk.
    One that `is_prior` was on the mind before the talk began, for its importance and recency alone.
    """

    memory: Memory
    score: float
    recency: float
    importance: float
    relevance: float
    times: int = 1
    superseded: tuple[Memory, ...] = ()
    is_pinned: bool = False
    is_fresh: bool = False
    is_called: bool = True
    is_prior: bool = False

    @property
    def as_recalled(self) -> RecalledMemory:
        """The recollection as a receipt keeps it."""
        return RecalledMemory(
            seq=self.memory.seq,
            score=self.score,
            recency=self.recency,
            importance=self.importance,
            relevance=self.relevance,
            times=self.times,
            superseded=tuple(older.seq for older in self.superseded),
            is_pinned=self.is_pinned,
            is_fresh=self.is_fresh,
            is_called=self.is_called,
            is_prior=self.is_prior,
        )


class MemoryFault(StrEnum):
    """What may be wrong with a memory."""

    DUPLICATE = "duplicate"  # says what another says
    ECHO = "echo"  # repeats what the mind itself had said, concluded, or passes on
    LEFTOVER = "leftover"  # says nothing
    SUPERSEDED = "superseded"  # contradicted by a newer one; no junk


def searchable_text(kind: RecordKind, text: str, body: Remembered) -> str:
    """Return the text to embed and to match words in: speech carries the name of who spoke."""
    if kind in SPEECH_KINDS and body.speaker:
        return f"{body.speaker}: {text}"
    return text


def memory_id(timeline_id: TimelineId, seq: int) -> str:
    """Return the id of a memory that `timeline_id` owns."""
    return f"{timeline_id}.{seq}"


def memory_ids(lineage: Lineage, seqs: Iterable[int]) -> tuple[str, ...]:
    """Return the ids of the memories with these seqs, leaving out what the lineage cannot see."""
    owners = ((owner(lineage, seq), seq) for seq in seqs)
    return tuple(memory_id(timeline_id, seq) for timeline_id, seq in owners if timeline_id)


def of(
    record: Record,
    *,
    importance: int | None,
    last_accessed_at: datetime,
    lineage: Lineage = (),
) -> Memory:
    """Return a record of a memory kind as a memory; `importance` None means nobody rated it.

    `lineage` is what the record is seen from; a memory that a caller will be shown needs it.
    """
    if not isinstance(record.body, Remembered):
        raise TypeError(f"a {record.kind} is no memory")
    return Memory(
        timeline_id=record.timeline_id,
        seq=record.seq,
        kind=record.kind,
        text=record.text,
        created_at=record.game_time,
        last_accessed_at=last_accessed_at,
        importance=NEUTRAL_IMPORTANCE if importance is None else importance,
        is_rated=importance is not None,
        body=record.body,
        evidence_ids=memory_ids(lineage, record.body.evidence),
    )
