"""Background jobs: each is a row written in the transaction that causes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from types import MappingProxyType

from npcserver.model.ids import TimelineId


class JobKind(StrEnum):
    """Kind of work to be done.

    The subject is a character, for PERFORM a group chat; for LIVE, RESUME, SHELVE and FREE it is
    empty, since they are about the whole timeline.
    """

    DIGEST = "digest"  # embed and rate what a character has taken in
    EMBED = "embed"  # embed what lacks a vector of the present embedder
    LIVE = "live"  # let the clock take effect: begin the acts that are due; asks no model
    RESUME = "resume"  # request jobs left undone at a loaded vantage; asks no model
    REFLECT = "reflect"
    PLAN = "plan"  # a new day, or the rest of one
    DECOMPOSE = "decompose"  # break the block that begins next into steps
    REACT = "react"  # decide about what was just perceived
    CONVERSE = "converse"  # say one line of a conversation with another character, or end it
    SUMMARISE = "summarise"  # keep what mattered of a conversation that is over
    RELATE = "relate"  # revise what it makes of others and of ideas
    SHELVE = "shelve"  # embed the passages of a world's books; asks no model
    FREE = "free"  # delete rows of a deleted timeline that no other needs
    PERFORM = "perform"  # go on with a group chat, which is the subject


class Urgency(IntEnum):
    """How soon a job is to be done; the lower value goes first at equal waiting time."""

    TIME = 0  # effects of the clock, and reactions; has workers of its own
    PLAN = 1  # without it a character is idle or ignores a whisper
    TALK = 2
    THOUGHT = 3  # no player sees when it is done


_URGENCY: Mapping[JobKind, Urgency] = MappingProxyType(
    {
        JobKind.LIVE: Urgency.TIME,
        JobKind.RESUME: Urgency.TIME,
        JobKind.REACT: Urgency.TIME,
        JobKind.PLAN: Urgency.PLAN,
        JobKind.DECOMPOSE: Urgency.PLAN,
        JobKind.CONVERSE: Urgency.TALK,
        JobKind.PERFORM: Urgency.TALK,
    }
)
# For each urgency: how fast it ages, and a head start in seconds. So a thought that has waited for
# 30 s goes before a new line of talk, one of 8 minutes before a new plan, and one of 32 minutes
# before a new TIME job: no job starves behind a steady stream of more urgent ones.
_AGEING = MappingProxyType(
    {
        Urgency.TIME: (16.0, 120.0),
        Urgency.PLAN: (8.0, 60.0),
        Urgency.TALK: (2.0, 15.0),
        Urgency.THOUGHT: (1.0, 0.0),
    }
)


def urgency_of(kind: JobKind) -> Urgency:
    """Return how urgent jobs of a kind are."""
    return _URGENCY.get(kind, Urgency.THOUGHT)


def precedence(urgency: Urgency, waited: float) -> float:
    """Return the priority of a job that has been due for `waited` seconds; highest goes first."""
    factor, ahead = _AGEING[urgency]
    return factor * (ahead + max(0.0, waited))


@dataclass(frozen=True, slots=True)
class JobDraft:
    """A request for work; while an equal job (timeline, subject, kind) is open it adds none."""

    kind: JobKind
    timeline_id: TimelineId
    subject_id: str
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A claimed job; the worker must finish or fail it before its lease runs out."""

    id: int
    kind: JobKind
    timeline_id: TimelineId
    subject_id: str
    attempts: int
    lease: str

    @classmethod
    def unclaimed(cls, kind: JobKind, timeline_id: TimelineId, subject_id: str) -> "Job":
        """Return a job that is in no queue, to be done without a worker."""
        return cls(
            id=0, kind=kind, timeline_id=timeline_id, subject_id=subject_id, attempts=0, lease=""
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedJob:
    """A job whose last attempt failed, and why.

    A job that `is_final` is not retried until it is requested again.
    """

    kind: JobKind
    timeline_id: TimelineId
    subject_id: str
    attempts: int
    error: str
    is_final: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OverdueJob:
    """A job that was due by now and is not done; `due_at` is when it was first due."""

    kind: JobKind
    timeline_id: TimelineId
    due_at: datetime
