"""Talk of a player with a character: load, think, save."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import timedelta
from typing import Protocol

import structlog

from npcserver.aio import both, to_the_end, until, with_notice
from npcserver.app.background_work import Foreground
from npcserver.app.conversation.read_ahead import ReadAhead
from npcserver.app.conversation.turn_context import (
    ContextLoader,
    LoadedTurn,
    SayToCharacter,
    TakenBeforeError,
)
from npcserver.app.conversation.turn_lock import TurnCancellation, TurnLock
from npcserver.app.conversation.turn_records import DialogueTurn, replayed, store_turn
from npcserver.app.conversation.turn_recovery import (
    DeliveredPrefix,
    JournalEntry,
    TurnRecovery,
    begun_by,
    told_again,
)
from npcserver.app.timeline_watch import Broadcast
from npcserver.mind.reply_progress import ReplyProgress, ReplyResult
from npcserver.model.errors import Conflict, Reason, Unavailable
from npcserver.model.ids import TimelineId, TurnId, new_id
from npcserver.model.inputs import ReplyInput
from npcserver.model.turn import (
    Delivered,
    IntentProposed,
    Line,
    LineDelta,
    TurnEvent,
    TurnOutcome,
    TurnStarted,
    TurnWaiting,
)
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store
from npcserver.ports.turn_journal import TurnJournal

LULL = timedelta(seconds=60)
_SAVE_SECONDS = 10.0
_log = structlog.get_logger(__name__)

Part = Line | LineDelta | IntentProposed | ReplyResult


class ReplyGenerator(Protocol):
    """Generates an answer to a scene."""

    def __call__(
        self, scene: ReplyInput, *, want_deltas: bool, notes: ReplyProgress
    ) -> AsyncGenerator[Part, None]:
        """Yield what is said; the last item is the `ReplyResult`.

        `notes` are kept up to date meanwhile, for an answer that is cut off.
        """
        ...


class Dialogue:
    """The use cases of `PlayService.Say` and `Interrupt`.

    `floor` is shared with the conversations of characters with each other, since a player goes
    first. The thoughts about a talk run once it has rested for `lull`. `waiting_seconds` after its
    words arrived, a turn without an answer yields `TurnWaiting`; None for never.
    """

    def __init__(  # noqa: PLR0913 - what a turn takes, and who else is told of it
        self,
        store: Store,
        loader: ContextLoader,
        answer: ReplyGenerator,
        journal: TurnJournal,
        *,
        clock: Clock,
        broadcast: Broadcast,
        foreground: Foreground,
        floor: TurnLock | None = None,
        lull: timedelta = LULL,
        waiting_seconds: float | None = None,
        read_ahead: ReadAhead | None = None,
    ) -> None:
        self._store = store
        self._loader = loader
        self._answer = answer
        self._clock = clock
        self._broadcast = broadcast
        self._foreground = foreground
        self._floor = floor or TurnLock()
        self._lull = lull
        self._waiting_seconds = waiting_seconds
        self._read_ahead = read_ahead
        self._journal = journal
        self._recovery = TurnRecovery(
            store, loader, journal, clock=clock, broadcast=broadcast, floor=self._floor, lull=lull
        )

    @property
    def recovery(self) -> TurnRecovery:
        """What recovers the turns whose server died."""
        return self._recovery

    def answered_by(self, turn_id: TurnId) -> tuple[TimelineId, str] | None:
        """Return where a turn is spoken and whom it answers; None if it is not spoken here."""
        return self._floor.answered_by(turn_id)

    def interrupt(self, turn_id: TurnId) -> bool:
        """Interrupt a turn; return whether there was one."""
        return self._floor.interrupt(turn_id)

    def leave(self, turn_id: TurnId) -> None:
        """Stop a turn in a timeline that the game has left; it ends with `TurnOutcome.LEFT`."""
        self._floor.interrupt(turn_id, TurnOutcome.LEFT)

    async def say(self, say: SayToCharacter) -> AsyncGenerator[TurnEvent, None]:
        """Yield a character's turn: `TurnStarted`, lines and intents, `TurnFinished`.

        Closing the generator interrupts the character. What had been delivered by then is stored
        with everything else of the turn in one transaction. `TurnFinished` confirms that it is
        stored; a turn that cannot be stored raises the fault of the store in its place. When the
        game leaves the timeline, the turn ends with what was delivered (`TurnOutcome.LEFT`), and so
        does one that was still waiting to begin.
        """
        started, turn_id = self._clock.monotonic(), TurnId(new_id("trn"))
        speaking = self._floor.speaking(turn_id, say.timeline_id, say.speaker.id)
        with self._foreground.busy(), speaking as stop:
            async with (
                self._floor.taken(say.timeline_id, say.character_id),
                aclosing(self._take_turn(say, turn_id, stop, started)) as events,
            ):
                if self._read_ahead is not None:
                    self._read_ahead.begins(say.timeline_id, say.character_id)
                async for event in events:
                    yield event
            if self._read_ahead is not None:
                self._read_ahead.ends(say.timeline_id, say.character_id, say.speaker)

    async def _take_turn(
        self, say: SayToCharacter, turn_id: TurnId, stop: TurnCancellation, started: float
    ) -> AsyncGenerator[TurnEvent, None]:
        try:
            turn, loaded, earlier = await self._opened(say, turn_id)
        except TakenBeforeError as before:
            for event in replayed(before.record):
                yield event
            return
        self._floor.rename(stop, turn.id)
        turn.recalled_ms = self._since(started)
        entry = JournalEntry(self._journal, self._recovery.owner, turn)
        is_over = False
        try:
            entry.begin()
            yield TurnStarted(turn_id=turn.id)
            for told in told_again(earlier, want_deltas=say.want_deltas):
                yield told
            spoken = self._spoken(turn, loaded, earlier, stop)
            async with aclosing(self._with_waiting(spoken, started)) as events:
                async for event in events:
                    if isinstance(event, TurnWaiting):
                        yield event
                        continue
                    await entry.note(event)
                    # Before it goes out, as in the journal: a client that hangs up here may have
                    # received it.
                    turn.deliver(event, self._since(started))
                    yield event
            is_over = stop.is_too_late = True
        finally:
            turn.finished_ms = self._since(started)
            if not is_over:
                await self._save_unheard(turn)
        yield turn.finished(await self._save(turn))

    async def _opened(
        self, say: SayToCharacter, turn_id: TurnId
    ) -> tuple[DialogueTurn, LoadedTurn, Delivered]:
        """Return the turn, its context, and what a server that died had delivered of it.

        Such a turn keeps the scene of then until all of that has been said again. Other unfinished
        turns are stored first, so that the character remembers them.
        """
        loaded, left = await both(
            self._loader.load(say, turn_id),
            self._recovery.left_with(say.timeline_id, say.character_id),
        )
        same = next((one for one in left if begun_by(one, say.key)), None)
        if same is not None and await self._recovery.was_left(same):
            same = None
        earlier = Delivered()
        if left:
            await self._recovery.settle(one for one in left if one is not same)
        if same is not None:
            turn_id, earlier = same.turn.turn_id, same.delivered
        if left:
            # Where nothing was delivered the turn can begin anew, at the head.
            at = None if same is None or earlier.is_empty else same.turn.receipt.vantage_seq
            loaded = await self._loader.load(say, turn_id, at=at)
        if same is not None and not earlier.is_empty:
            return await self._recovery.turn_of(same), loaded, earlier
        turn = DialogueTurn(id=turn_id, say=say, loaded=loaded, profile=self._loader.profile.name)
        for fault in loaded.faults:
            turn.notes.add_fault(fault)
        return turn, loaded, earlier

    async def _spoken(
        self, turn: DialogueTurn, loaded: LoadedTurn, earlier: Delivered, stop: TurnCancellation
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield the answer until it is done or interrupted, without what was delivered earlier.

        Where it does not begin with the earlier words, the turn ends with those, as interrupted.
        """
        beginning = DeliveredPrefix(earlier)
        notes = turn.notes if beginning.is_reached else ReplyProgress()
        answer = self._answer(loaded.scene, want_deltas=turn.say.want_deltas, notes=notes)
        async with aclosing(until(stop, answer)) as events:
            async for event in events:
                if isinstance(event, ReplyResult):
                    turn.concluded = event if beginning.is_reached else None
                    return
                fresh = list(beginning.beyond(event))
                if beginning.is_other:
                    return
                if beginning.is_reached:
                    turn.notes, turn.loaded, turn.made_from = notes, loaded, None
                for each in fresh:
                    yield each
        turn.cut_off = stop.outcome

    def _with_waiting(
        self, spoken: AsyncGenerator[TurnEvent, None], started: float
    ) -> AsyncGenerator[TurnEvent, None]:
        if self._waiting_seconds is None:
            return spoken
        left = max(self._waiting_seconds - self._since(started) / 1000, 0)
        return with_notice(spoken, left, TurnWaiting())

    async def _save(self, turn: DialogueTurn) -> int:
        """Store the turn once, even if the client hangs up; return the seq of its record."""
        try:
            settles_at = self._clock.now() + self._lull
            keeping = store_turn(self._store, turn, settles_at)
            appended = await to_the_end(_SAVE_SECONDS, keeping)
        except TimeoutError as error:
            raise Unavailable(
                "the turn could not be stored in time; say it again", Reason.STORAGE_UNAVAILABLE
            ) from error
        if appended.is_replay:
            raise Conflict(
                "this request was answered by another server meanwhile; repeat it to get that turn",
                Reason.CHARACTER_BUSY,
                characterId=turn.say.character_id,
            )
        self._broadcast.announce(turn.say.timeline_id)
        return appended.last

    async def _save_unheard(self, turn: DialogueTurn) -> None:
        """Store a turn that was cut off.

        A failure is only logged: no client is left to report it to.
        """
        try:
            await self._save(turn)
        except Exception:  # noqa: BLE001 - what cut the turn off goes on its way
            _log.exception("turn_not_stored", turn=turn.id)

    def _since(self, started: float) -> float:
        return (self._clock.monotonic() - started) * 1000
