"""Work that can wait: a row written in the transaction that causes it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from npcserver.model.ids import TimelineId


class JobKind(StrEnum):
    """What is to be done."""

    DIGEST = "digest"  # embed and rate what a character has taken in
    EMBED = "embed"  # embed what lacks a vector of the present embedder


@dataclass(frozen=True, slots=True)
class JobDraft:
    """A wish for work; while an equal one (timeline, subject, kind) is open it is not repeated."""

    kind: JobKind
    timeline_id: TimelineId
    subject_id: str
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A claimed job; whoever holds it must finish or fail it before the lease runs out."""

    id: int
    kind: JobKind
    timeline_id: TimelineId
    subject_id: str
    attempts: int
    lease: str
