"""Turns that get an authored line at once, and turns that are spoken but cannot be stored.

Beyond capacity the line goes out first, without recall and without a model. Words and line are
stored as a turn afterwards, in batches. What is said while the database is away or takes nothing is
held in memory, and never stored.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from datetime import timedelta

import structlog
from cachetools import LRUCache

from npcserver.aio import to_the_end
from npcserver.app.admission import CallClass
from npcserver.app.context.conversation_line import RecentLines
from npcserver.app.context.mindset import seed_of
from npcserver.app.conversation.known_characters import CharacterLookups, KnownCharacters
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.conversation.turn_records import DialogueTurn, store_turn
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.idempotency import TakenBeforeError
from npcserver.mind.reply_trace import AUTHORED, ReplyTrace
from npcserver.model.character import Character
from npcserver.model.errors import (
    Conflict,
    Fault,
    OverLimit,
    Reason,
    Unavailable,
)
from npcserver.model.ids import CharacterId, TimelineId, TurnId, derived_id, new_id
from npcserver.model.turn import (
    Line,
    Rung,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnReason,
    TurnStarted,
    Usage,
)
from npcserver.ports.clock import Clock
from npcserver.ports.observer import NO_OBSERVER, Observer, TurnMeasures
from npcserver.ports.storage import RequestKey, Store
from npcserver.ports.storage_health import is_of_storage
from npcserver.ports.turn_leases import OneServer, TurnLease, TurnLeases

LineChooser = Callable[[Character, int], Line]
"""Chooses a line that an author wrote for a character, by a seed."""

_LOOK_SECONDS = 1.0  # for a character in the database: the most if it is in memory, else the least
_WAITING_AT_MOST = 10_000
_BATCH = 32
_BUSY_BATCH = 2  # while others want the database and the processor
_PAUSE_SECONDS = 0.25
_LATE_SECONDS = 0.02  # one round of the event loop; with nothing to do it takes microseconds
_LATE_PAUSES = 40
_SAVE_SECONDS = 10.0
_FORCED_SECONDS = 10.0
"""So long a save waits for the turns of characters whose shed turns it is to have, too."""
_ATTEMPTS = 20
_log = structlog.get_logger(__name__)


def without_model(reason: TurnReason) -> ReplyTrace:
    """Return the result of a reply for which nothing was recalled and no model asked."""
    shed, faults = TurnOutcome.SHED, (reason.value,)
    return ReplyTrace(outcome=shed, model=AUTHORED, rung=Rung.AUTHORED, faults=faults)


def no_context(fault: Exception) -> TurnReason | None:
    """Return why a context could not be loaded; None where the request itself is at fault."""
    if isinstance(fault, TimeoutError):
        return TurnReason.OUT_OF_TIME
    if isinstance(fault, OverLimit) and fault.reason is Reason.OVERLOADED:
        return TurnReason.OVERLOADED
    return TurnReason.STORAGE_UNAVAILABLE if is_of_storage(fault) else None


@dataclass(slots=True, eq=False)
class _Unstored:
    """A turn that was spoken, to be stored under a lease; `stored` gets its seq, 0 if lost."""

    id: TurnId
    say: SayToCharacter
    line: Line
    reason: TurnReason
    stored: asyncio.Future[int]
    attempts: int = 0
    is_being_stored: bool = False
    lease: TurnLease | None = None


class AuthoredTurns:
    """Speaks authored lines at once, and stores the turns when others do not wait.

    `is_busy` says whether other turns take all places, so that storing goes slowly;
    `is_storage_well` whether the last read, write and probe of the database succeeded. A turn that
    is not stored within `kept_seconds` ends without its position.
    """

    def __init__(  # noqa: PLR0913 - what storing takes, and who is told of it
        self,
        store: Store,
        loader: ContextLoader,
        choose: LineChooser,
        *,
        clock: Clock,
        lull: timedelta,
        known: KnownCharacters | None = None,
        floor: TurnLock | None = None,
        leases: TurnLeases | None = None,
        is_busy: Callable[[], bool] = lambda: False,
        is_storage_well: Callable[[], bool] = lambda: True,
        kept_seconds: float = 1.0,
        observer: Observer = NO_OBSERVER,
    ) -> None:
        self._store = store
        self._loader = loader
        self._choose = choose
        self._clock = clock
        self._lull = lull
        self._floor = floor or TurnLock()
        self._leases = leases or OneServer()
        self._is_busy = is_busy
        self._is_storage_well = is_storage_well
        self._kept_seconds = kept_seconds
        self._observer = observer
        self._waiting: dict[TurnId, _Unstored] = {}  # oldest first
        self._wake = asyncio.Event()
        self.known = known or KnownCharacters()
        self._lookups = CharacterLookups(store, self.known)
        self.spoken = 0
        self.lost = 0

    @property
    def waiting(self) -> int:
        """How many turns are not stored yet."""
        return len(self._waiting)

    def is_under_way(self, key: RequestKey | None) -> bool:
        """Return whether a turn of this request was spoken and is not stored yet.

        Raises `InvalidInput` (REQUEST_ID_REUSED) for another request under the same id.
        """
        return self._under(key) is not None

    def line(self, character: Character, turn_id: TurnId) -> Line:
        """Return the line that a character says in a turn."""
        return self._choose(character, seed_of(turn_id))

    async def turn(
        self, say: SayToCharacter, reason: TurnReason, left: float | None = None
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield the events of a turn; a repeat under the same key yields the same line.

        It ends soon enough for a caller with so many seconds `left`; None is no limit.

        Raises `NotFound` or `InvalidInput` for a person who cannot speak or be spoken to, and
        `Unavailable` where neither the database nor memory has the character.
        """
        before = self._under(say.key)
        if before is None:
            try:
                character, reason = await self._character(say, reason, left)
            except TakenBeforeError as taken:
                for event in taken.events:
                    yield event
                return
            before = self._speak(say, character, reason)
        yield TurnStarted(turn_id=before.id)
        yield before.line
        yield await self._finished(before, left)

    def note_shed(
        self, turn_id: TurnId, say: SayToCharacter, reason: TurnReason, *, is_lost: bool = False
    ) -> None:
        """Count and log a turn for which no model was asked."""
        self._observer.call_shed(CallClass.TURNS, reason)
        _log.info(
            "turn_shed",
            turn=turn_id,
            timeline=say.timeline_id,
            character=say.character_id,
            reason=reason.value,
            is_lost=is_lost,
        )

    async def store_all(self, timeline_id: TimelineId | None = None) -> None:
        """Store what waits now, of one timeline or of all; what fails keeps waiting.

        Turns of a character that speaks are stored after it, or after some seconds.
        """
        chosen = [
            one
            for one in self._waiting.values()
            if timeline_id is None or one.say.timeline_id == timeline_id
        ]
        async with AsyncExitStack() as held:
            with suppress(Unavailable, TimeoutError):
                async with asyncio.timeout(_FORCED_SECONDS):
                    for name in sorted(
                        {(one.say.timeline_id, one.say.character_id) for one in chosen}
                    ):
                        await held.enter_async_context(self._floor.taken(*name))
                        lease = await held.enter_async_context(self._leases.asked(*name))
                        await self._leases.granted(lease)
            for one in chosen:
                if not one.is_being_stored:
                    one.lease = None  # after some seconds they are stored without
            for start in range(0, len(chosen), _BATCH):
                await self._store_batch(chosen[start : start + _BATCH])
        by_others = [one.stored for one in chosen if one.is_being_stored]
        if by_others:
            await asyncio.wait(by_others, timeout=_SAVE_SECONDS)

    async def run(self) -> None:
        """Store turns in batches as they come; never ends."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                is_late = await self._waited_while_late()
                size = _BUSY_BATCH if is_late or self._is_busy() else _BATCH
                if not await self._store_between(size) or self._is_busy():
                    await asyncio.sleep(_PAUSE_SECONDS)

    async def _waited_while_late(self) -> bool:
        """Wait while turns come faster than lines go out; return whether they still do.

        To store a turn takes several times the processor time of its line, which others wait for.
        """
        for _ in range(_LATE_PAUSES):
            began, spoken = self._clock.monotonic(), self.spoken
            await asyncio.sleep(0)
            is_late = self._clock.monotonic() - began >= _LATE_SECONDS
            if not is_late and self.waiting <= _BATCH:
                return False
            await asyncio.sleep(_PAUSE_SECONDS)
            if not is_late and self.spoken == spoken:
                return False
        return True

    def _under(self, key: RequestKey | None) -> _Unstored | None:
        if key is None:
            return None
        before = self._waiting.get(_turn_id(key))
        if before is not None and before.say.key is not None:
            before.say.key.check(key.digest)
        return before

    async def _character(
        self, say: SayToCharacter, reason: TurnReason, left: float | None
    ) -> tuple[Character, TurnReason]:
        """Return the character, from memory where the database does not answer, and why then.

        One that is not in memory is waited for as long as the turn has time, and for a second in
        any case: a late line is better than none, and a caller that waits no longer hangs up.
        """
        known = self.known.get(say.timeline_id, say.character_id)
        longest = None if left is None else max(_LOOK_SECONDS, left)
        if known is not None:
            longest = _LOOK_SECONDS if left is None else min(_LOOK_SECONDS, left)
        try:
            async with asyncio.timeout(longest):
                found = await self._lookups.character(say)
        except (Unavailable, OverLimit, TimeoutError) as fault:
            if known is None and isinstance(fault, TimeoutError):
                raise self._not_looked_up(say.character_id) from fault
            if known is None:
                raise
            if not isinstance(fault, TimeoutError):
                reason = TurnReason.STORAGE_UNAVAILABLE
            return known, reason
        return found.character, reason

    def _not_looked_up(self, character_id: CharacterId) -> Fault:
        if self._is_storage_well():
            return OverLimit(
                f"the server has too much to do to look up {character_id!r} in time; say it again "
                "in a moment, or give it more processors",
                Reason.OVERLOADED,
                retry_after=_LOOK_SECONDS,
            )
        return Unavailable(
            f"the database did not say in time who {character_id!r} is; say it again",
            Reason.STORAGE_UNAVAILABLE,
        )

    def _speak(self, say: SayToCharacter, character: Character, reason: TurnReason) -> _Unstored:
        turn_id = _turn_id(say.key)
        line = self.line(character, turn_id)
        stored = asyncio.get_running_loop().create_future()
        spoken = _Unstored(turn_id, say, line, reason, stored)
        self.spoken += 1
        self._observer.turn_ended(TurnMeasures(outcome=TurnOutcome.SHED, rung=Rung.AUTHORED))
        is_full = self.waiting >= _WAITING_AT_MOST
        if reason is TurnReason.STORAGE_UNAVAILABLE or is_full:
            self._lose(spoken)
        else:
            self._waiting[turn_id] = spoken
            self._wake.set()
        self.note_shed(turn_id, say, reason, is_lost=stored.done())
        return spoken

    async def _finished(self, spoken: _Unstored, left: float | None) -> TurnFinished:
        if self.waiting <= _BATCH:  # it is among those that are stored next
            seconds = self._kept_seconds if left is None else min(self._kept_seconds, left / 2)
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await asyncio.shield(spoken.stored)
        is_over = spoken.stored.done()
        seq = spoken.stored.result() if is_over else 0
        return TurnFinished(
            turn_id=spoken.id,
            outcome=TurnOutcome.SHED,
            rung=Rung.AUTHORED,
            usage=Usage(),
            seq=seq,
            reason=spoken.reason,
            is_lost=is_over and not seq,
        )

    async def _store_between(self, most: int) -> bool:
        """Store up to `most` turns of characters that speak in no other turn meanwhile.

        A turn knows what is stored before it. Return whether all were stored that were tried.
        """
        chosen: list[_Unstored] = []
        waiting: dict[tuple[TimelineId, CharacterId], list[_Unstored]] = {}
        for one in self._waiting.values():
            waiting.setdefault((one.say.timeline_id, one.say.character_id), []).append(one)
        async with AsyncExitStack() as held:
            for name, turns in waiting.items():
                if len(chosen) >= most or self._floor.is_taken(*name):
                    continue
                with suppress(Unavailable):
                    await held.enter_async_context(self._floor.taken(*name))
                    lease = await held.enter_async_context(self._leases.asked(*name))
                    lease.is_shared = True
                    fitting = turns[: most - len(chosen)] if lease.is_held else []
                    for one in fitting:
                        one.lease = lease
                    chosen += fitting
            return await self._store_batch(chosen) and bool(chosen)

    async def _store_batch(self, batch: Iterable[_Unstored]) -> bool:
        """Store some turns in one commit; return whether all are done with."""
        free = [one for one in batch if not one.is_being_stored]
        for one in free:
            one.is_being_stored = True
        try:
            # To the end even if cancelled: a turn that is stored must not be stored again.
            storing = asyncio.gather(*(self._store_one(one) for one in free))
            done = await to_the_end(_SAVE_SECONDS, storing)
        except TimeoutError:
            return False
        finally:
            for one in free:
                one.is_being_stored = False
        return all(done)

    async def _store_one(self, spoken: _Unstored) -> bool:
        try:
            seq = await self._stored(spoken)
        except (Unavailable, OverLimit, Conflict) as fault:
            spoken.attempts += 1
            if spoken.attempts < _ATTEMPTS:
                return False
            _log.warning("shed_turn_lost", turn=spoken.id, why=fault)
            self._lose(spoken)
        except Fault as fault:  # the timeline or the character was deleted meanwhile
            _log.info("shed_turn_dropped", turn=spoken.id, why=fault)
            self._lose(spoken)
        else:
            self._waiting.pop(spoken.id, None)
            spoken.stored.set_result(seq)
        return True

    async def _stored(self, spoken: _Unstored) -> int:
        """Store a turn with the scene as it is now; return its seq."""
        say = spoken.say
        async with self._store.read() as reader:
            view = await reader.head(say.timeline_id)
            loaded = await self._loader.load_again(reader, view, say, spoken.id, ())
        turn = DialogueTurn(
            id=spoken.id,
            say=say,
            loaded=loaded,
            profile=self._loader.profile.name,
            concluded=without_model(spoken.reason),
            reason=spoken.reason,
            lease=spoken.lease,
        )
        turn.deliver(spoken.line, 0.0)
        return (await store_turn(self._store, turn, self._clock.now() + self._lull)).last

    def _lose(self, spoken: _Unstored) -> None:
        self._waiting.pop(spoken.id, None)
        self.lost += 1
        if not spoken.stored.done():
            spoken.stored.set_result(0)


def _turn_id(key: RequestKey | None) -> TurnId:
    """Return the id of a turn: by the key, so that a repeat gets the same, or a new one."""
    if key is None:
        return TurnId(new_id("trn"))
    return TurnId(derived_id("trn", f"{key.scope}\0{key.request_id}"))


_CHARACTERS = 2_000
_TURNS = 20  # of one character
_Name = tuple[TimelineId, CharacterId, str]


@dataclass(frozen=True, slots=True)
class _RecentTurn:
    """A turn, with the events of one that is not stored and can be repeated under its key."""

    lines: RecentLines
    key: RequestKey | None = None
    events: tuple[TurnEvent, ...] = ()


class RecentTurns:
    """Holds the last turns of characters: the one stored last, and those since that are not kept.

    Those are forgotten when a turn is stored again: they never are.
    """

    def __init__(self) -> None:
        self._turns: LRUCache[_Name, tuple[_RecentTurn, ...]] = LRUCache(_CHARACTERS)

    def note_stored(self, turn: DialogueTurn, seq: int) -> None:
        """Hold a turn that is stored at `seq`, and forget all before: it began with what is stored.

        So did one that could not be stored then, but it may have been the first to try again.
        """
        self._turns.pop(_name(turn.say), None)
        if turn.say.circle is None:
            self._hold(turn.say, _RecentTurn(_lines(turn, seq)))

    def note_unkept(self, turn: DialogueTurn) -> TurnFinished:
        """Hold a turn that cannot be stored, and return its last event."""
        last = replace(turn.finished(0), is_lost=True)
        told = () if turn.disclosure is None else (turn.disclosure,)
        events = (TurnStarted(turn_id=turn.id), *told, *turn.delivered, last)
        self._hold(turn.say, _RecentTurn(_lines(turn, 0), turn.say.key, events))
        return last

    def lines(self, say: SayToCharacter) -> RecentLines:
        """Return what was said with a character since it was loaded, oldest first.

        In a circle, what was said there; outside, what was said outside.
        """
        return tuple(line for turn in self._of(say) for line in turn.lines)

    def again(self, say: SayToCharacter) -> tuple[TurnEvent, ...]:
        """Return the events of the turn that answered a request and is not stored; or none.

        Raises `InvalidInput` (REQUEST_ID_REUSED) for another request under the same id.
        """
        for turn in self._of(say):
            if say.key is not None and turn.key is not None:
                ids = turn.key.scope, turn.key.request_id
                if ids == (say.key.scope, say.key.request_id):
                    turn.key.check(say.key.digest)
                    return turn.events
        return ()

    def forget_timeline(self, timeline_id: TimelineId) -> None:
        """Forget the turns of a timeline that was deleted."""
        for name in [name for name in self._turns if name[0] == timeline_id]:
            del self._turns[name]

    def _of(self, say: SayToCharacter) -> tuple[_RecentTurn, ...]:
        return self._turns.get(_name(say), ())

    def _hold(self, say: SayToCharacter, turn: _RecentTurn) -> None:
        self._turns[_name(say)] = (*self._of(say), turn)[-_TURNS:]


def _name(say: SayToCharacter) -> _Name:
    """Return where a character is spoken to: in a timeline and a circle, empty for none."""
    return say.timeline_id, say.character_id, "" if say.circle is None else say.circle.circle_id


def _lines(turn: DialogueTurn, seq: int) -> RecentLines:
    """Return what was heard and said; nothing of a whisper, which others must not hear of."""
    if turn.say.circle is not None and turn.say.circle.is_whisper:
        return ()
    heard, answer = turn.lines
    return replace(heard, seq=seq), replace(answer, seq=seq, is_own=True)
