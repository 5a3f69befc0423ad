"""A store in memory: what a session holds, and what is made up on top of it. Nothing is kept."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import TypeVar, cast

from npcserver.app.replay.session_log import SessionLog
from npcserver.app.replay.session_reader import Cast, SessionReader
from npcserver.memory.bare import KeptVectors
from npcserver.model.budget import Budget
from npcserver.model.character import Persona
from npcserver.model.ids import TimelineId
from npcserver.model.record import Draft, Record
from npcserver.model.session import Session
from npcserver.ports.storage import Append, Appended, Reader, Store, UnitOfWork, Work

T = TypeVar("T")


class ScratchStore:
    """A `Store` over a session. Memories have the vectors that they have in `kept`."""

    def __init__(self, session: Session, kept: Store, now: datetime) -> None:
        world = replace(session.world.world, budget=Budget())  # nothing is asked on its account
        self.cast = Cast.of(replace(session.world, world=world))
        self.log = SessionLog(world, session.records, session.branches)
        self.timeline_id: TimelineId = session.vantage.timeline_id
        self._kept = kept
        self._now = now

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Reader, None]:
        """Look at what is there by now."""
        yield cast("Reader", _Unit(self, self._kept))

    async def write(self, work: Work[T]) -> T:
        """Run `work`; what it appends is there from now on, and for this store alone."""
        return await work(cast("UnitOfWork", _Unit(self, self._kept)))

    async def append(self, append: Append) -> Appended:
        """Put records at the end of the timeline."""
        return self.add(append.drafts)

    def add(self, drafts: Sequence[Draft]) -> Appended:
        """Put records at the end of the timeline."""
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
        """Go on as if some records had never been."""
        self.log = SessionLog(self.log.world, self.log.records, self.log.branches, seqs)


class _Unit(KeptVectors, SessionReader):
    """What a use case reads and writes; of writing only what those that are previewed ask for."""

    def __init__(self, scratch: ScratchStore, kept: Store) -> None:
        SessionReader.__init__(self, scratch.log, scratch.cast)
        KeptVectors.__init__(self, kept)
        self._scratch = scratch

    async def append(self, append: Append) -> Appended:
        """Put records at the end of the timeline."""
        return self._scratch.add(append.drafts)

    async def adopt(self, world_id: str, character_id: str, persona: Persona) -> int:
        """Adopt nothing: no persona is edited here."""
        del world_id, character_id, persona
        return 0

    async def want(self, jobs: object) -> None:
        """Wish for nothing: nobody does jobs here."""
        del jobs
