"""A store over a session in memory, to preview prompts from."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import TypeVar, cast

from npcserver.memory.source import StoredVectors
from npcserver.model.ids import TimelineId
from npcserver.model.model_use import Budget
from npcserver.model.record import Draft, Record
from npcserver.ports.broadcast import Broadcast
from npcserver.ports.storage import Append, Appended, Reader, Store, UnitOfWork, Work
from npctools.replay.session_log import SessionLog
from npctools.replay.session_reader import Cast, SessionUnit
from npctools.session import RecordedSession

T = TypeVar("T")


class ScratchStore:
    """A `Store` over a session, never persisted. Vectors of memories are read from `kept`."""

    def __init__(self, session: RecordedSession, kept: Store, now: datetime) -> None:
        world = replace(session.world.world, budget=Budget())  # previews are not limited by it
        self.cast = Cast.of(replace(session.world, world=world))
        self.log = SessionLog(world, session.records, session.branches)
        self.timeline_id: TimelineId = session.vantage.timeline_id
        self.broadcast = Broadcast()  # which nobody listens to
        self._kept = kept
        self._now = now

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Reader, None]:
        """Open a reader of the present content."""
        yield cast("Reader", _Unit(self, self._kept))

    async def write(self, work: Work[T]) -> T:
        """Run `work`; what it appends exists in this store alone."""
        return await work(cast("UnitOfWork", _Unit(self, self._kept)))

    async def append(self, append: Append) -> Appended:
        """Append records to the timeline."""
        return self.add(append.drafts)

    def add(self, drafts: Sequence[Draft]) -> Appended:
        """Append records to the timeline."""
        first, last = self.log.last + 1, self.log.last + len(drafts)
        clock = self.log.clock(self.log.last)
        fresh = tuple(
            Record(
                timeline_id=self.timeline_id,
                seq=seq,
                kind=draft.kind,
                body=draft.body,
                subject_id=draft.subject_id,
                text=draft.text,
                game_time=draft.game_time or clock,
                importance=draft.importance,
                written_at=self._now,
            )
            for seq, draft in enumerate(drafts, first)
        )
        self.log = SessionLog(self.log.world, (*self.log.records, *fresh), self.log.branches)
        return Appended(self.timeline_id, first, last)

    def hide(self, seqs: Sequence[int]) -> None:
        """Remove records from all later reads."""
        self.log = SessionLog(self.log.world, self.log.records, self.log.branches, seqs)


class _Unit(StoredVectors, SessionUnit):
    """A reader and writer, with the few write methods that previewed use cases call."""

    def __init__(self, scratch: ScratchStore, kept: Store) -> None:
        SessionUnit.__init__(self, scratch.log, scratch.cast)
        StoredVectors.__init__(self, kept)
        self.keep = lambda append: scratch.add(append.drafts)
