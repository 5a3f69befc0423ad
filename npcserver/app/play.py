"""What happens in the game: observations, outcomes of intents, the clock. Never asks a model."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from weakref import WeakValueDictionary

from npcserver.app.authoring.addressing import people_of, secret_with_ids
from npcserver.app.authoring.directory import Directory
from npcserver.app.broadcast import Broadcast
from npcserver.app.context.commitments import SettleCommitment, settle_commitment
from npcserver.app.foreground import Foreground
from npcserver.app.outcomes import ReportOutcome, left_before, settle
from npcserver.app.perceiving.happening import Observe, Observed
from npcserver.app.perceiving.perception import Perception, TakenIn, is_plain, plainly
from npcserver.model.errors import Fault, InvalidInput
from npcserver.model.ids import TimelineId
from npcserver.model.job import JobDraft, JobKind
from npcserver.model.marks import Left
from npcserver.model.record import ClockMoved, Draft, RecordKind
from npcserver.ports.storage import Append, Appended, RequestKey, Store, UnitOfWork


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvanceClock:
    """Game time moves forward to `game_time`."""

    timeline_id: TimelineId
    game_time: datetime
    key: RequestKey | None = None


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """Game time now, and where the record stands."""

    game_time: datetime
    seq: int


class Play:
    """The use cases of `PlayService` that take something in."""

    def __init__(
        self,
        store: Store,
        directory: Directory,
        broadcast: Broadcast,
        foreground: Foreground,
        *,
        perception: Perception | None = None,
    ) -> None:
        self._store = store
        self._directory = directory
        self._broadcast = broadcast
        self._foreground = foreground
        self._perception = perception or Perception(directory)
        self._looking: WeakValueDictionary[TimelineId, asyncio.Lock] = WeakValueDictionary()

    async def observe(self, observe: Observe) -> Observed:
        """Store a batch and return once it is durable."""
        with self._foreground.busy():
            try:
                await self._check(observe)
                observe = await self._with_ids(observe)
                if is_plain(observe):
                    return await self._append_plainly(observe)
                return await self._append_looking(observe)
            except Fault:  # what a batch named may be gone by the time it is repeated
                kept = await self._kept(observe)
                if kept is None:
                    raise
                return kept

    async def report_outcome(self, report: ReportOutcome) -> int:
        """Store what came of an intent; return the record's seq.

        Raises `NotFound`, or `NotPossibleNow` for an intent that is settled already or was wished
        before the game left the timeline.
        """
        stored = await self._store.write(partial(settle, report))
        if isinstance(stored, Left):
            async with self._store.read() as reader:
                raise await left_before(reader, report, stored)
        self._broadcast.announce(report.timeline_id)
        return stored

    async def settle_commitment(self, wish: SettleCommitment) -> int:
        """Store how a promise came out; return the seq of the first record.

        Raises `NotFound`, or `NotPossibleNow` for one that was settled before.
        """
        seq = await self._store.write(partial(settle_commitment, wish))
        self._broadcast.announce(wish.timeline_id)
        return seq

    async def advance_clock(self, advance: AdvanceClock) -> ClockAdvanced:
        """Move game time forward, for characters to act by it.

        Raises `NotPossibleNow` when it would run backwards.
        """
        appended = await self._append(
            Append(
                timeline_id=advance.timeline_id,
                drafts=(
                    Draft(kind=RecordKind.CLOCK, body=ClockMoved(), game_time=advance.game_time),
                ),
                jobs=(JobDraft(JobKind.LIVE, advance.timeline_id, ""),),
                key=advance.key,
            )
        )
        return ClockAdvanced(advance.game_time, appended.first)

    async def _append(self, append: Append) -> Appended:
        appended = await self._store.append(append)
        self._broadcast.announce(append.timeline_id)
        return appended

    async def _append_plainly(self, observe: Observe) -> Observed:
        """Store what needs no look at the timeline: the fast road."""
        taken = plainly(observe)
        appended = await self._append(_append_of(observe, taken, observe.key))
        return Observed(appended.first, appended.last, taken.memories, taken.coalesced)

    async def _append_looking(self, observe: Observe) -> Observed:
        """Store what depends on what stands there already; one batch of a timeline at a time."""
        lock = self._looking.setdefault(observe.timeline_id, asyncio.Lock())
        async with lock:
            async with self._store.read() as reader:
                taken = await self._perception.take_in(reader, observe)
            if observe.key is None:
                appended = await self._append(_append_of(observe, taken, None))
                return Observed(appended.first, appended.last, taken.memories, taken.coalesced)
            observed = await self._store.write(partial(_keep, observe, taken, observe.key))
            self._broadcast.announce(observe.timeline_id)
            return observed

    async def _kept(self, observe: Observe) -> Observed | None:
        if observe.key is None:
            return None
        async with self._store.read() as reader:
            kept = await reader.answer(observe.key)
        return None if kept is None else _told(kept, observe)

    async def _check(self, observe: Observe) -> None:
        """Refuse what names somebody, some place or thing that is not there, or the future."""
        world_id = await self._directory.world_of(observe.timeline_id)
        named = [name for happening in observe.happenings for name in happening.witness_ids]
        places = [move.place_id for move in observe.movements if move.place_id is not None]
        places += [item.place_id for item in observe.happenings if item.place_id is not None]
        await self._directory.check(world_id, named, places)
        for position, change in enumerate(observe.objects):
            field = f"objects[{position}].object"
            await self._directory.check_thing(world_id, change.place_id, change.object, field)
        if any(item.game_time is not None for item in observe.happenings):
            await self._check_times(observe)

    async def _with_ids(self, observe: Observe) -> Observe:
        """Return a batch whose secrets name people by id."""
        if not any(one.secret is not None and one.secret.to for one in observe.happenings):
            return observe
        async with self._store.read() as reader:
            timeline = await reader.timeline(observe.timeline_id)
            people = await people_of(reader, timeline.world_id)
        happenings = tuple(
            replace(
                one, secret=secret_with_ids(one.secret, people, f"observations[{place}].secret")
            )
            for place, one in enumerate(observe.happenings)
        )
        return replace(observe, happenings=happenings)

    async def _check_times(self, observe: Observe) -> None:
        async with self._store.read() as reader:
            now = (await reader.timeline(observe.timeline_id)).game_time
        for position, happening in enumerate(observe.happenings):
            if happening.game_time is not None and happening.game_time > now:
                raise InvalidInput(
                    f"observations[{position}].world_time",
                    f"lies after the present, {now.isoformat()}; advance the clock first",
                )


async def _keep(observe: Observe, taken: TakenIn, key: RequestKey, unit: UnitOfWork) -> Observed:
    """Store a batch unless it was stored before, with all that is told about it."""
    kept = await unit.answer(key)
    if kept is not None:
        return _told(kept, observe)
    appended = await unit.append(_append_of(observe, taken, None))
    observed = Observed(appended.first, appended.last, taken.memories, taken.coalesced)
    numbers = (observed.first, observed.last, observed.memories, observed.coalesced)
    await unit.keep_answer(key, ":".join(str(number) for number in numbers))
    return observed


def _told(kept: str, observe: Observe) -> Observed:
    """Read what was answered before; of a plain batch only the positions were kept."""
    first, last, *counts = (int(number) for number in kept.split(":"))
    if counts:
        return Observed(first, last, *counts)
    memories = last - first + 1 - len(observe.movements)
    return Observed(first, last, memories, plainly(observe).coalesced)


def _append_of(observe: Observe, taken: TakenIn, key: RequestKey | None) -> Append:
    return Append(timeline_id=observe.timeline_id, drafts=taken.drafts, jobs=taken.jobs, key=key)
