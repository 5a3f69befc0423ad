"""Memories, and the scores with which they are recalled (Generative Agents, section 4.1)."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from npcserver.model.ids import TimelineId
from npcserver.model.record import SPEECH_KINDS, Record, RecordKind, Remembered, Source
from npcserver.model.timeline import Lineage, owner
from npcserver.model.turn import RecalledMemory

NEUTRAL_IMPORTANCE = 4
"""Importance of a memory that has not been rated; the reference's intended fall-back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A record of a memory kind at one vantage, with its importance and last access there.

    `timeline_id` is the timeline that owns it. `evidence_ids` are the ids of `body.evidence`, empty
    if `of` was called without a lineage.
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
        """The id of the memory; the same from every timeline that sees it."""
        return memory_id(self.timeline_id, self.seq)

    @property
    def source(self) -> Source:
        """How the character came by it."""
        return self.body.source


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """A recalled memory, with its score and the score's three min-max scaled terms.

    `times` counts the memories merged into it, itself included; the character's own lines and
    inferences that quote it do not count. `superseded` are older memories that it contradicts,
    newest first. `is_pinned`: recalled whatever its score. `is_fresh`: recalled after the fixed set
    of the conversation was made. Not `is_called`: not recalled this time, but kept from earlier in
    the conversation. `is_prior`: recalled before the conversation began, by importance and recency
    alone. `columns` are what relevance is made of under a profile with columns, where that
    was asked: the name, the value scaled to 0..1, and the weight of each.
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
    columns: tuple[tuple[str, float, float], ...] = ()

    @property
    def as_recalled(self) -> RecalledMemory:
        """The recollection in the form that a receipt stores."""
        superseded = tuple(older.seq for older in self.superseded)
        return RecalledMemory(seq=self.memory.seq, superseded=superseded, **scores_of(self))


_SCORES = tuple(one.name for one in fields(RecalledMemory) if one.name not in ("seq", "superseded"))


def scores_of(one: Recollection | RecalledMemory) -> dict[str, Any]:
    """Return what a recollection and its form in a receipt both have of a memory, by name."""
    return {name: getattr(one, name) for name in _SCORES}


def unscored(memory: Memory, *, is_called: bool = True) -> Recollection:
    """Return a memory that was not recalled, or whose score was not stored: with scores of zero."""
    return Recollection(
        memory=memory, score=0.0, recency=0.0, importance=0.0, relevance=0.0, is_called=is_called
    )


class MemoryFault(StrEnum):
    """What can be wrong with a memory."""

    DUPLICATE = "duplicate"  # says the same as another
    ECHO = "echo"  # repeats what its own character said, inferred or passes on
    LEFTOVER = "leftover"  # has no content
    SUPERSEDED = "superseded"  # contradicted by a newer one; not counted as junk


def searchable_text(kind: RecordKind, text: str, body: Remembered) -> str:
    """Return the text to embed and to index; speech begins with the speaker's name."""
    if kind in SPEECH_KINDS and body.speaker:
        return f"{body.speaker}: {text}"
    return text


def memory_id(timeline_id: TimelineId, seq: int) -> str:
    """Return the id of a memory that `timeline_id` owns."""
    return f"{timeline_id}.{seq}"


def memory_ids(lineage: Lineage, seqs: Iterable[int]) -> tuple[str, ...]:
    """Return the ids of the memories with these seqs, without those the lineage cannot see."""
    owners = ((owner(lineage, seq), seq) for seq in seqs)
    return tuple(memory_id(timeline_id, seq) for timeline_id, seq in owners if timeline_id)


def of(
    record: Record, *, importance: int | None, last_accessed_at: datetime, lineage: Lineage = ()
) -> Memory:
    """Return a record of a memory kind as a memory; `importance` None means unrated.

    `lineage` is that of the vantage; without it `evidence_ids` is empty. Raises `TypeError` for a
    record of any other kind.
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
        evidence_ids=memory_ids(lineage, record.body.evidence) if record.body.evidence else (),
    )
