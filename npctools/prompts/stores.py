"""A store over one moment of another, to preview prompts from; nothing is persisted."""

from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import KW_ONLY, dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, TypeVar, cast

from npcserver.model.character import People, Persona, addressed
from npcserver.model.draft import PersonaDraft
from npcserver.model.ids import CharacterId, SaveId, TimelineId, TurnId, WorldId, new_id
from npcserver.model.model_use import Budget
from npcserver.model.record import Draft, Rated, Record, RecordKind
from npcserver.model.timeline import Lineage, Segment, Timeline, Vantage
from npcserver.model.world import World
from npcserver.ports.broadcast import Broadcast
from npcserver.ports.storage import Append, Appended, Reader, Store, UnitOfWork, Work
from npcserver.ports.view import MemoryRows, RecordLookups, RecordQuery, Resident, View
from npctools.replay.session_list import LAST, view_to_record
from npctools.replay.session_log import SessionLog, SessionView
from npctools.replay.session_reader import MomentUnit, rows_of
from npctools.session import Branch

T = TypeVar("T")
_Hidden = Collection[tuple[RecordKind, str]]


@dataclass(frozen=True, slots=True)
class ScratchBase:
    """The moment that a scratch store begins at: that of a timeline's head, or of a save.

    `residents` are in the order of the author.
    """

    world: World
    residents: Mapping[CharacterId, Resident]
    vantage: Vantage
    moment: datetime
    _: KW_ONLY
    save_id: SaveId | None = None

    async def view(self, reader: Reader) -> View:
        """Return the view of the moment; that of a head has answers that are kept."""
        if self.save_id is not None:  # its timeline may have been deleted
            return await reader.saved(self.save_id)
        head = await reader.head(self.vantage.timeline_id)
        return head if head.vantage == self.vantage else await reader.at(self.vantage)


class ScratchStore:
    """A `Store` over a moment of another, `kept`: what is appended exists here alone.

    It stands on a branch of its own, `timeline_id`; all that was before is read from `kept`.
    """

    def __init__(self, kept: Store, base: ScratchBase, now: datetime) -> None:
        self.base = base
        self.timeline_id = TimelineId(new_id("scratch"))
        self.broadcast = Broadcast()  # which nobody listens to
        self.hidden: set[tuple[RecordKind, str]] = set()
        self._kept = kept
        self._now = now
        self._world = replace(base.world, start_time=base.moment)
        self.log = self._logged(())

    @classmethod
    async def over(cls, kept: Store, of: str, now: datetime) -> "ScratchStore":
        """Return a store over the end of a timeline (`last`: that played last) or a save.

        Raises `NotFound`.
        """
        async with kept.read() as reader:
            view = await view_to_record(kept, reader, of)
            world = await reader.world(view.timeline.world_id)
            residents = {one.id: one for one in await reader.roster(world.id)}
            order = (await reader.order(world.id)).characters
            moment = await view.game_time()
        is_save = of not in (LAST, view.vantage.timeline_id)
        base = ScratchBase(
            world,
            {one: residents[one] for one in map(CharacterId, order) if one in residents},
            view.vantage,
            moment,
            save_id=SaveId(of) if is_save else None,
        )
        return cls(kept, base, now)

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[Reader, None]:
        """Open a reader of the present content."""
        async with self._kept.read() as reader:
            yield cast("Reader", _Unit(self, reader))

    async def write(self, work: Work[T]) -> T:
        """Run `work`; what it appends exists in this store alone."""
        async with self._kept.read() as reader:
            return await work(cast("UnitOfWork", _Unit(self, reader)))

    async def append(self, append: Append) -> Appended:
        """Append records to the branch."""
        return self.add(append.drafts)

    def add(self, drafts: Sequence[Draft]) -> Appended:
        """Append records to the branch."""
        before = max(self.log.last, self.base.vantage.seq)
        first, last = before + 1, before + len(drafts)
        clock = self.log.clock(before)
        fresh: list[Record] = []
        for seq, draft in enumerate(drafts, first):
            record = Record(
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
            clock = max(clock, record.game_time)
            fresh.append(record)
        self.log = self._logged((*self.log.records, *fresh))
        return Appended(self.timeline_id, first, last)

    def play(self, character_id: CharacterId, persona: Persona) -> None:
        """Draft a persona on the branch."""
        people = People({one.id: one.name for one in self.base.residents.values()})
        drafted = PersonaDraft(persona=addressed(persona, people))
        self.add([Draft(RecordKind.DRAFT, drafted, character_id)])

    def hide(self, kind: RecordKind, subject_id: str) -> None:
        """Hide what a subject had of a kind before the branch from lookups of the subject."""
        self.hidden.add((kind, subject_id))

    def _logged(self, records: Sequence[Record]) -> SessionLog:
        fork = self.base.vantage
        branch = Branch(id=self.timeline_id, parent_id=fork.timeline_id, forked_at=fork.seq)
        return SessionLog(self._world, records, [branch])


class _ScratchView(RecordLookups):
    """What a vantage of the branch sees: what `base` sees, and then the branch's own records."""

    def __init__(self, base: View, own: SessionView, hidden: _Hidden) -> None:
        self._base = base
        self._own = own
        self._hidden = hidden

    @property
    def vantage(self) -> Vantage:
        return self._own.vantage

    @property
    def lineage(self) -> Lineage:
        return (*self._base.lineage, *self._own.lineage)

    @property
    def timeline(self) -> Timeline:
        before, own = self._base.timeline, self._own.timeline
        return replace(
            before,
            id=own.id,
            parent_id=own.parent_id,
            forked_at=own.forked_at,
            head=own.head,
            game_time=own.game_time,
            is_drafted=before.is_drafted or own.is_drafted,
        )

    @property
    def as_recorded(self) -> "_ScratchView":
        return _ScratchView(self._base.as_recorded, self._own, self._hidden)

    async def game_time(self) -> datetime:
        return await self._own.game_time()

    async def tail(
        self, subject_id: str, kinds: Sequence[RecordKind], limit: int, *, before: int | None = None
    ) -> tuple[Record, ...]:
        own = await self._own.tail(subject_id, kinds, limit, before=before)
        seen = [one for one in kinds if (one, subject_id) not in self._hidden]
        if len(own) >= limit or not seen:
            return own
        end = before if before is not None and before <= self._base.vantage.seq else None
        return (*own, *await self._base.tail(subject_id, seen, limit - len(own), before=end))

    async def newest(self, wanted: Sequence[RecordQuery]) -> tuple[dict[str, Record], ...]:
        both = zip(
            wanted, await self._base.newest(wanted), await self._own.newest(wanted), strict=True
        )
        return tuple(self._newest(one, before, own) for one, before, own in both)

    def _newest(
        self, wanted: RecordQuery, before: Mapping[str, Record], own: Mapping[str, Record]
    ) -> dict[str, Record]:
        seen = {who: one for who, one in before.items() if (wanted.kind, who) not in self._hidden}
        latest = sorted({**seen, **own}.items(), key=lambda pair: pair[1].seq, reverse=True)
        return dict(sorted(latest[: wanted.most or len(latest)]))

    async def after(
        self, seq: int, limit: int, kinds: Sequence[RecordKind] = ()
    ) -> tuple[Record, ...]:
        found = await self._base.after(seq, limit, kinds) if seq < self._base.vantage.seq else ()
        return (*found, *await self._own.after(seq, limit - len(found), kinds))

    async def count(self, seq: int, kinds: Sequence[RecordKind]) -> dict[str, int]:
        found = Counter(await self._base.count(seq, kinds))
        return dict(found + Counter(await self._own.count(seq, kinds)))

    async def get(self, seqs: Sequence[int]) -> tuple[Record, ...]:
        end = self._base.vantage.seq
        before, own = [seq for seq in seqs if seq <= end], [seq for seq in seqs if seq > end]
        found = await self._base.get(before) if before else ()
        return (*found, *await self._own.get(own))

    async def turn(self, turn_id: TurnId) -> Record | None:
        return await self._own.turn(turn_id) or await self._base.turn(turn_id)

    async def unrated(self, subject_id: str, limit: int) -> tuple[Record, ...]:
        own = await self._own.after(0, limit, (RecordKind.RATING,))
        rated = {seq for one in own if isinstance(one.body, Rated) for seq, _ in one.body.ratings}
        before = await self._base.unrated(subject_id, limit + len(rated))
        found = [one for one in before if one.seq not in rated]
        return (*found, *await self._own.unrated(subject_id, limit))[:limit]


class _Unit(MomentUnit):
    """A reader and writer of the branch, with the few write methods that previewed use cases call.

    All but the branch, and the budget of the world, is read from `reader`.
    """

    def __init__(self, scratch: ScratchStore, reader: Reader) -> None:
        self._scratch = scratch
        self._reader = reader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._reader, name)

    async def at(self, vantage: Vantage) -> View:
        scratch = self._scratch
        if vantage.timeline_id != scratch.timeline_id:
            return await self._reader.at(vantage)
        base = await scratch.base.view(self._reader)
        if vantage.seq < base.vantage.seq:
            return await self._reader.at(replace(base.vantage, seq=vantage.seq))
        return _ScratchView(base, SessionView(scratch.log, vantage), scratch.hidden)

    async def head(self, timeline_id: TimelineId) -> View:
        scratch = self._scratch
        if timeline_id != scratch.timeline_id:
            return await self._reader.head(timeline_id)
        return await self.at(Vantage(timeline_id, max(scratch.log.last, scratch.base.vantage.seq)))

    async def together(self, work: Callable[[Reader], Awaitable[T]]) -> T:
        return await self._reader.together(partial(_inside, self._scratch, work))

    async def timeline(self, timeline_id: TimelineId) -> Timeline:
        return (await self.head(timeline_id)).timeline

    async def world(self, world_id: WorldId) -> World:
        return replace(await self._reader.world(world_id), budget=Budget())

    async def memory_rows(
        self, segment: Segment, subject_id: str, chunk: int = 10_000
    ) -> AsyncGenerator[MemoryRows, None]:
        if segment.timeline_id == self._scratch.timeline_id:
            yield rows_of(self._scratch.log.between(segment.first, segment.last), subject_id)
            return
        async for rows in self._reader.memory_rows(segment, subject_id, chunk):
            yield rows

    async def append(self, append: Append) -> Appended:
        return self._scratch.add(append.drafts)


async def _inside(
    scratch: ScratchStore, work: Callable[[Reader], Awaitable[T]], reader: Reader
) -> T:
    return await work(cast("Reader", _Unit(scratch, reader)))
