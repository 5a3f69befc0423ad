"""Turns in the journal: written while they are spoken, and continued after a crash.

A repeat of the request continues a turn that its server left unfinished (`dialogue`), also one that
was given up since its connection broke before its first word. Without one it is stored as
interrupted, with what was heard and delivered: when the character is spoken to again, when its
timeline is read, and in any case `REPEAT_SECONDS` after this server found it.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from functools import cached_property

import structlog

from npcserver.aio import beside
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.conversation.turn_records import DialogueTurn, store_turn
from npcserver.app.conversation.turn_request import SayToCharacter, said_in
from npcserver.model.errors import Conflict, Fault, OverLimit, Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId, TurnId, new_id
from npcserver.model.record import RecordKind
from npcserver.model.turn import (
    Delivered,
    IntentProposed,
    Line,
    LineDelta,
    TurnEvent,
    TurnOutcome,
    is_by_model,
)
from npcserver.ports.clock import Clock
from npcserver.ports.storage import RequestKey, Store
from npcserver.ports.turn_journal import BegunTurn, TurnJournal
from npcserver.ports.turn_leases import TurnLease, TurnLeases

_PATIENCE_SECONDS = 2.0
"""A database that does not answer delays a line no longer than this."""
_HURRIED_SECONDS = 0.05
"""The same for the lines after one for which that was not enough."""
REPEAT_SECONDS = 10.0
_STANDSTILL_SECONDS = 3.0
"""A turn that another server has not gone on with for so long is taken over by a repeat."""
_GLANCE_SECONDS = 0.25
_LOOK_SECONDS = 8.0
"""A look costs each idle server a transaction; a turn is promised to be found in ten seconds."""
_PASSING = (Unavailable, OverLimit, Conflict)
_log = structlog.get_logger(__name__)


class JournalEntry:
    """Writes the journal of a turn while it is spoken: its begin, and what is about to go out.

    A journal that fails does not silence the character: the turn is stored at its end. If that
    fails too, the turn is not kept.
    """

    def __init__(self, journal: TurnJournal, owner: str, turn: DialogueTurn) -> None:
        self._journal = journal
        self._turn = turn
        turn.owner = owner
        self._patience = _PATIENCE_SECONDS
        self._is_refused = False

    @cached_property
    def begun(self) -> BegunTurn:
        """The turn as it is entered; its receipt is not made before the model is asked."""
        turn = self._turn
        return BegunTurn(
            owner=turn.owner or "",
            timeline_id=turn.say.timeline_id,
            character_id=turn.say.character_id,
            speaker_is_player=turn.say.speaker.is_player,
            turn=turn.begun(turn.loaded.authored.version),
            key=turn.say.key,
        )

    def begin(self) -> None:
        """Enter the turn without waiting: later notes are written after it."""

        def entered(writing: asyncio.Future[bool]) -> None:
            if not writing.cancelled() and writing.exception() is None:
                self._turn.is_entered = writing.result()
                self._is_refused = not writing.result()

        beside(self._journal.begin(self.begun, self._turn.lease)).add_done_callback(entered)

    async def note(self, event: TurnEvent) -> None:
        """Write what was delivered and what is about to be; return once durable, or too late.

        Raises `Conflict` (CHARACTER_BUSY) for a turn that another server has taken over, as from
        one that was frozen: what that one goes on to say is not what this one would.
        """
        delivered = self._turn.so_far(event)
        writing = beside(self._journal.note(replace(self.begun, delivered=delivered)))
        done, _ = await asyncio.wait((writing,), timeout=self._patience)
        error = writing.exception() if done else TimeoutError()
        is_noted = error is None
        if not is_noted and self._patience == _PATIENCE_SECONDS:
            _log.warning("turn_not_noted", turn=self._turn.id, error=type(error).__name__)
        self._patience = _PATIENCE_SECONDS if is_noted else _HURRIED_SECONDS
        is_lost = is_noted and not writing.result() and self._turn.is_entered
        if is_lost or self._is_refused:
            raise Conflict(
                "this server does not speak this turn any more; repeat the request to hear it",
                Reason.CHARACTER_BUSY,
                characterId=self.begun.character_id,
            )

    async def leave(self) -> bool:
        """Leave the turn, as far as it was delivered, to its repeat; return whether it was owned.

        Without a repeat it is stored as interrupted.
        """
        delivered = self._turn.so_far()
        return await self._journal.leave(replace(self.begun, delivered=delivered))


class DeliveredPrefix:
    """Compares a turn that is generated again with what was delivered of it before.

    `is_other` once it differs, `is_reached` once it has repeated all of that.
    """

    def __init__(self, earlier: Delivered) -> None:
        self._left = deque(earlier.events)
        self._torn = earlier.torn
        self._shown = ""
        self.is_other = False

    @property
    def is_reached(self) -> bool:
        """Whether everything delivered before was repeated."""
        return not self.is_other and not self._left and not self._torn

    def beyond(self, event: TurnEvent) -> Iterator[TurnEvent]:
        """Yield what an event adds to what was delivered before."""
        if self.is_reached:
            yield event
        elif self._left:
            if not isinstance(event, LineDelta):
                self.is_other = not _is_same(self._left.popleft(), event)
        elif isinstance(event, LineDelta):
            self._shown += event.text
            yield from (replace(event, text=text) for text in self._past_torn(self._shown))
        elif isinstance(event, Line) and event.text.startswith(self._torn.strip()):
            self._torn = ""
            yield event
        else:
            self.is_other = True

    def _past_torn(self, shown: str) -> Iterator[str]:
        torn = self._torn
        if not (shown.startswith(torn) or torn.startswith(shown)):
            self.is_other = True
        elif len(shown) >= len(torn):
            self._torn = ""
            if len(shown) > len(torn):
                yield shown[len(torn) :]


def told_again(earlier: Delivered, *, want_deltas: bool) -> Iterator[TurnEvent]:
    """Yield what was delivered of a turn; where deltas are wanted, each line after its text."""
    for event in earlier.events:
        if want_deltas and isinstance(event, Line):
            yield LineDelta(text=event.text, is_by_model=is_by_model(event))
        yield event
    if want_deltas and earlier.torn:
        yield LineDelta(text=earlier.torn, is_by_model=bool(earlier.raw_answer))


def begun_by(begun: BegunTurn, key: RequestKey | None) -> bool:
    """Return whether the request of this key began a turn.

    Raises `InvalidInput` (REQUEST_ID_REUSED) when the id was used for another request.
    """
    own = begun.key
    if key is None or own is None or (own.scope, own.request_id) != (key.scope, key.request_id):
        return False
    key.check(own.digest)
    return True


def awaits_other(begun: BegunTurn, speaker_id: str) -> bool:
    """Return whether a turn of which nothing was heard may be repeated by another speaker.

    In a circle its words were heard already, and others take turns meanwhile.
    """
    is_whole = begun.key is not None and begun.delivered.is_empty and begun.turn.circle is None
    return is_whole and begun.turn.speaker_id != speaker_id


def _is_same(then: TurnEvent, now: TurnEvent) -> bool:
    """Return whether two events are the same to the player; an intent has a new id each time."""
    if isinstance(then, IntentProposed) and isinstance(now, IntentProposed):
        return replace(now.intent, id=then.intent.id) == then.intent
    return isinstance(then, Line) and isinstance(now, Line) and then.text == now.text


class TurnRecovery:
    """Finds turns whose server died or gave them up, and stores them as interrupted.

    `owner` is the id of this server's dialogue in the journal.
    """

    def __init__(
        self,
        store: Store,
        loader: ContextLoader,
        journal: TurnJournal,
        leases: TurnLeases,
        *,
        clock: Clock,
        floor: TurnLock,
        lull: timedelta,
    ) -> None:
        self._store = store
        self._loader = loader
        self._journal = journal
        self._clock = clock
        self._floor = floor
        self._lull = lull
        self.leases = leases
        self._waiting: dict[TimelineId, tuple[BegunTurn, ...]] = {}
        self._unkept: dict[TurnId, BegunTurn] = {}
        self.owner = new_id("dlg")

    @asynccontextmanager
    async def leased(
        self,
        timeline_id: TimelineId,
        character_id: CharacterId,
        key: RequestKey | None = None,
        left: float | None = None,
    ) -> AsyncGenerator[TurnLease, None]:
        """Speak for a character on this server alone; the caller holds the character's lock.

        A turn of the same request on another server is waited for as by `await_other`, with so many
        seconds `left`. Raises `Unavailable`.
        """
        async with self.leases.asked(timeline_id, character_id) as lease:
            if not lease.is_held:
                if key is not None:
                    await self.await_other(key, left)
                await self.leases.granted(lease)
            yield lease

    @asynccontextmanager
    async def leased_to_keep(
        self,
        can_write: bool,  # noqa: FBT001 - as it is bound
        circle: TurnLease | None,
        say: SayToCharacter,
        left: float | None,
    ) -> AsyncGenerator[TurnLease | None, None]:
        """Give the lease of a turn as `leased` does; None where the database gives none."""
        async with AsyncExitStack() as held:
            lease = None
            with suppress(Unavailable):
                leasing = self.leased(say.timeline_id, say.character_id, say.key, left)
                lease = await held.enter_async_context(leasing) if can_write else None
            if lease is not None:
                lease.circle = circle
            yield lease

    async def spoken_elsewhere(self, turn_id: TurnId) -> BegunTurn | None:
        """Return a turn that another server speaks, or None.

        It is looked up twice: it is entered in the journal a moment after its beginning went out.
        """
        for pause in (_GLANCE_SECONDS, 0.0) if self.leases.signals.is_heard else ():
            spoken = await self._journal.spoken(turn_id, self.owner)
            if spoken is not None:
                return spoken
            await asyncio.sleep(pause)
        return None

    async def interrupt_elsewhere(self, turn_id: TurnId) -> bool:
        """Interrupt a turn that another server speaks; return whether there was one.

        Its server is told until the turn has ended, or for some seconds: it may be frozen.
        """
        for attempt in range(round(_STANDSTILL_SECONDS / _GLANCE_SECONDS)):
            if await self._journal.spoken(turn_id, self.owner) is None:
                return attempt > 0
            self.leases.signals.tell("interrupt", turn_id)
            await asyncio.sleep(_GLANCE_SECONDS)
        return True

    async def left_with(
        self, timeline_id: TimelineId, character_id: CharacterId
    ) -> tuple[BegunTurn, ...]:
        """Return the unfinished turns of a character; the caller holds the character's lock."""
        left = await self._journal.left_with(timeline_id, character_id, self.owner)
        unkept = [one for one in left if one.turn.turn_id in self._unkept]
        for begun in unkept:
            await self._drop(begun)
        return tuple(one for one in left if one not in unkept)

    async def left_under(self, key: RequestKey, timeline_id: TimelineId) -> SayToCharacter | None:
        """Return the words whose turn was begun under a key by a server that died, or None.

        A turn that another server may still speak is waited for first (`await_other`).
        """
        await self.await_other(key, None)
        for begun in await self._journal.left_under(key, self.owner):
            if begun.timeline_id == timeline_id and begun.turn.turn_id not in self._unkept:
                return said(begun)
        return None

    async def await_other(self, key: RequestKey, left: float | None) -> bool:
        """Wait for a turn under a key that another server may still speak; return if there was one.

        It is taken from that one once it has not gone on for a while, and in any case when half of
        the seconds that are `left` are over, so that what was heard can still be said again.
        """
        half = None if left is None else left / 2
        standstill = min(_STANDSTILL_SECONDS, half or _STANDSTILL_SECONDS)
        seen: tuple[BegunTurn, ...] = ()
        waited = stood = 0.0
        while held := await self._journal.held_under(key, self.owner):
            for begun in held:
                begun_by(begun, key)
            stood = stood if held == seen else 0.0
            if stood >= standstill or (half is not None and waited >= half):
                for begun in held:
                    await self._journal.evict(begun)
                    _log.info("turn_evicted", turn=begun.turn.turn_id)
                return True
            seen = held
            await asyncio.sleep(_GLANCE_SECONDS)
            waited, stood = waited + _GLANCE_SECONDS, stood + _GLANCE_SECONDS
        return waited > 0

    async def take_over(self, begun: BegunTurn) -> BegunTurn:
        """Return a turn as this server's own. Raises `Conflict` if another one was quicker."""
        if begun.owner != self.owner and not await self._journal.take_over(begun, self.owner):
            raise Conflict(
                "another server goes on with this turn; repeat the request",
                Reason.CHARACTER_BUSY,
                characterId=begun.character_id,
            )
        _log.info("turn_taken_over", turn=begun.turn.turn_id)
        return replace(begun, owner=self.owner)

    def leave_unkept(self, begun: BegunTurn) -> None:
        """Have a turn that ended as not kept dropped from the journal, and never stored from it."""
        self._unkept[begun.turn.turn_id] = begun

    async def _drop(self, begun: BegunTurn) -> None:
        """Drop a turn from the journal; the caller holds the lock of its character."""
        await self._journal.drop(begun)
        self._unkept.pop(begun.turn.turn_id, None)

    async def find(self) -> None:
        """Read the unfinished turns that no server speaks."""
        found: dict[TimelineId, tuple[BegunTurn, ...]] = {}
        for begun in await self._journal.abandoned():
            found[begun.timeline_id] = (*found.get(begun.timeline_id, ()), begun)
        self._waiting = found

    async def run(self) -> None:
        """Store what was found once the time for a repeat is over, and look again; never ends."""
        while True:
            waiting = list(self._waiting)
            await asyncio.sleep(REPEAT_SECONDS if waiting else _LOOK_SECONDS)
            for timeline_id in waiting:
                await self.settle_all(timeline_id)
            try:
                for begun in tuple(self._unkept.values()):
                    async with self._floor.taken(begun.timeline_id, begun.character_id):
                        await self._drop(begun)
                await self.find()
            except _PASSING:
                _log.warning("unfinished_turns_not_read", exc_info=True)

    async def settle_all(self, timeline_id: TimelineId) -> None:
        """Store all unfinished turns found in a timeline; returns at once where there are none."""
        for begun in self._waiting.pop(timeline_id, ()):
            try:
                async with (
                    self._floor.taken(timeline_id, begun.character_id),
                    self.leased(timeline_id, begun.character_id) as lease,
                ):
                    left = await self.left_with(timeline_id, begun.character_id)
                    await self.settle(left, lease)
            except _PASSING:
                _log.warning("unfinished_turn_waits", turn=begun.turn.turn_id, exc_info=True)

    async def settle(self, left: Iterable[BegunTurn], lease: TurnLease | None) -> None:
        """Store turns as interrupted, with what was delivered of them.

        The caller holds the lock and lease of their character, so that no server speaks them,
        whichever has taken them over meanwhile. A turn that cannot be stored, since a speaker
        in it was deleted, is dropped. Raises `Unavailable` or `OverLimit` of the store.
        """
        for begun in left:
            try:
                turn = await self.turn_of(begun)
                turn.owner, turn.lease = None, lease and replace(lease, is_shared=True)
                await store_turn(self._store, turn, self._clock.now() + self._lull)
            except _PASSING as fault:
                if not isinstance(fault, Conflict):  # on `Conflict` another server was quicker
                    raise
            except Fault as fault:
                _log.warning("unfinished_turn_dropped", turn=begun.turn.turn_id, why=fault)
                await self._journal.drop(begun)

    async def is_past(self, begun: BegunTurn) -> bool:
        """Return whether a turn cannot go on from where it was: what was heard of it is all.

        The game has left the timeline, or the character has spoken in another turn since.
        """
        async with self._store.read() as reader:
            view = await reader.head(begun.timeline_id)
            turns = await view.tail(begun.character_id, (RecordKind.TURN,), 1)
        has_spoken = any(one.seq > begun.turn.receipt.vantage_seq for one in turns)
        return (has_spoken and not begun.delivered.is_empty) or await self.was_left(begun)

    async def was_left(self, begun: BegunTurn) -> bool:
        """Return whether the game has left the timeline since the turn began."""
        async with self._store.read() as reader:
            view = await reader.head(begun.timeline_id)
            left = await view.latest(RecordKind.LEFT, "")
        return left is not None and left.seq > begun.turn.receipt.vantage_seq

    async def turn_of(self, begun: BegunTurn) -> DialogueTurn:
        """Return a turn as it was when its server died, in its original scene."""
        loaded = await self._loader.load_as_then(said(begun), begun.turn)
        profile = begun.turn.receipt.profile
        turn = DialogueTurn(id=begun.turn.turn_id, say=said(begun), loaded=loaded, profile=profile)
        turn.resume(begun.delivered)
        turn.made_from, turn.is_entered, turn.owner = begun.turn.receipt, True, begun.owner
        if await self.was_left(begun):
            turn.cut_off = TurnOutcome.LEFT
        return turn


def said(begun: BegunTurn) -> SayToCharacter:
    """Return the words that a turn answers, with the key of their request."""
    is_player = begun.speaker_is_player
    say = said_in(begun.turn, begun.timeline_id, begun.character_id, is_player=is_player)
    return replace(say, key=begun.key)
