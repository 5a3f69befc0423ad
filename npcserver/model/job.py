"""Work that can wait: a row written in the transaction that causes it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from npcserver.model.ids import TimelineId


class JobKind(StrEnum):
    """What is to be done.

    The subject is a character, for PERFORM a group chat; for LIVE, RESUME, SHELVE and FREE it is
    empty: the timeline itself.
    """

    DIGEST = "digest"  # embed and rate what a character has taken in
    EMBED = "embed"  # embed what lacks a vector of the present embedder
    LIVE = "live"  # let the clock take effect: begin the acts that are due; asks no model
    RESUME = "resume"  # wish anew for what lay undone where a load began; asks no model
    REFLECT = "reflect"
    PLAN = "plan"  # a new day, or the rest of one
    DECOMPOSE = "decompose"  # break the block that begins next into steps
    REACT = "react"  # decide about what was just perceived
    CONVERSE = "converse"  # carry on a conversation with another character
    SUMMARISE = "summarise"  # keep what mattered of a conversation that is over
    RELATE = "relate"  # revise what it makes of others and of ideas
    SHELVE = "shelve"  # embed the passages of a world's books; asks no model
    FREE = "free"  # free the rows of a deleted timeline that nobody needs any more
    PERFORM = "perform"  # go on with a group chat, which is the subject


VISIBLE = frozenset(
    {JobKind.LIVE, JobKind.RESUME, JobKind.REACT, JobKind.CONVERSE, JobKind.PERFORM}
)
"""What somebody may be watching: where several jobs are due, these go first."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedJob:
    """A job whose last attempt failed, and why.

    One that `is_final` is left alone until it is wished for again.
    """

    kind: JobKind
    timeline_id: TimelineId
    subject_id: str
    attempts: int
    error: str
    is_final: bool
