"""Talk of a player with a character: load, think, save."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Protocol

import structlog

from npcserver.aio import begun, to_the_end, until, with_notice, within
from npcserver.app.admission import Admission
from npcserver.app.background_work import Foreground
from npcserver.app.context.extras import awaken_now
from npcserver.app.conversation.authored_turns import (
    AuthoredTurns,
    RecentTurns,
    no_context,
    without_model,
)
from npcserver.app.conversation.disclosures import Disclosures
from npcserver.app.conversation.read_ahead import ReadAhead
from npcserver.app.conversation.turn_context import ContextLoader, LoadedTurn
from npcserver.app.conversation.turn_lock import TurnCancellation, TurnGate, TurnLock, TurnPlace
from npcserver.app.conversation.turn_records import DialogueTurn, store_turn
from npcserver.app.conversation.turn_recovery import (
    DeliveredPrefix,
    JournalEntry,
    TurnRecovery,
    awaits_other,
    begun_by,
    told_again,
)
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.idempotency import TakenBeforeError
from npcserver.app.thoughts.budgets import Budgets
from npcserver.mind.authored_lines import authored_line
from npcserver.mind.reply import Part
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.budget_accounts import BudgetReached, Payer
from npcserver.model.errors import Conflict, OutcomeUnknown, OverLimit, Reason, Unavailable
from npcserver.model.ids import TurnId, new_id
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Purpose
from npcserver.model.turn import (
    NOTHING_DELIVERED,
    Delivered,
    DisclosureMade,
    TurnEvent,
    TurnFinished,
    TurnReason,
    TurnStarted,
    TurnWaiting,
)
from npcserver.ports.clock import Clock
from npcserver.ports.observer import NO_OBSERVER, Observer, span
from npcserver.ports.storage import Store
from npcserver.ports.storage_health import is_of_storage
from npcserver.ports.turn_journal import BegunTurn, TurnJournal
from npcserver.ports.turn_leases import OneServer, TurnLease, TurnLeases
from npcserver.prompts.render import Templates

LULL = timedelta(seconds=60)
_SAVE_SECONDS = 11.0
"""Longer than SQLite waits for another program's lock twice: in the commit before, and its own.

A fault says that nothing was written; a wait that is given up says nothing."""
_log = structlog.get_logger(__name__)


class ReplyGenerator(Protocol):
    """Generates an answer to a scene."""

    def __call__(
        self,
        scene: ReplyInput,
        *,
        want_deltas: bool,
        notes: ReplyTrace,
        deadline: float | None = None,
        over_budget: str = "",
    ) -> AsyncGenerator[Part, None]:
        """Yield what is said; the last item is the `ReplyTrace`.

        `notes` are kept up to date meanwhile, for an answer that is cut off. It is over by the
        `deadline`, in monotonic seconds; None leaves the limit to the generator. With the reason
        `over_budget` an authored line is said, and no model is asked.
        """
        ...


class Dialogue:
    """The use cases of `PlayService.Say` and `Interrupt`.

    `floor` is shared with the conversations of characters with each other, since a player goes
    first. The thoughts about a talk run once it has rested for `lull`. `waiting_seconds` after its
    words arrived, a turn without an answer yields `TurnWaiting`; None for never. Turns that `gate`
    refuses are left to `authored`. A reply, of `reply_tokens` at most, counts against `budgets` if
    there are any. While the database `refuses_writes` no turn waits for it. Players are told by
    `disclosures` that a model speaks; None tells nobody.
    """

    def __init__(  # noqa: PLR0913 - what a turn takes, and who else is told of it
        self,
        store: Store,
        loader: ContextLoader,
        answer: ReplyGenerator,
        journal: TurnJournal,
        *,
        clock: Clock,
        foreground: Foreground,
        floor: TurnLock | None = None,
        lull: timedelta = LULL,
        waiting_seconds: float | None = None,
        read_ahead: ReadAhead | None = None,
        gate: TurnGate | None = None,
        authored: AuthoredTurns | None = None,
        recent: RecentTurns | None = None,
        leases: TurnLeases | None = None,
        observer: Observer = NO_OBSERVER,
        budgets: Budgets | None = None,
        reply_tokens: int = 0,
        refuses_writes: Callable[[], bool] = lambda: False,
        disclosures: Disclosures | None = None,
    ) -> None:
        self._store = store
        self._budgets = budgets
        self._reply_tokens = reply_tokens
        self._loader = loader
        self._answer = answer
        self._clock = clock
        self._foreground = foreground
        self.floor = floor or TurnLock()
        self.interrupt = self.floor.interrupt
        self._lull = lull
        self._waiting_seconds = waiting_seconds
        self._read_ahead = read_ahead
        self._observer = observer
        self._journal = journal
        self._disclosures = disclosures or Disclosures(None)
        self._recent = recent or RecentTurns()
        self.refuses_writes = refuses_writes
        self.authored = authored or AuthoredTurns(
            store,
            loader,
            partial(authored_line, templates=Templates()),
            clock=clock,
            lull=lull,
            floor=self.floor,
            leases=leases,
        )
        self._gate = gate or TurnGate(Admission(clock), self.floor, self.authored.known, clock)
        leases = leases or OneServer()
        self.recovery = TurnRecovery(
            *(store, loader, journal, leases), clock=clock, floor=self.floor, lull=lull
        )

    async def say(
        self, say: SayToCharacter, circle: TurnLease | None = None
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield a character's turn: `TurnStarted`, lines and intents, `TurnFinished`.

        Closing the generator interrupts the character. What had been delivered by then is stored
        with everything else of the turn in one transaction. `TurnFinished` confirms that it is
        stored, or says that it is not and never will be (`is_lost`); where the database went silent
        while it committed, `OutcomeUnknown` is raised in its place. When the game leaves the
        timeline, the turn ends with what was delivered (`TurnOutcome.LEFT`), and so does one that
        was still waiting to begin. Beyond capacity the turn is an authored line
        (`TurnOutcome.SHED`), which may be stored after its `TurnFinished` (a seq of 0). The lease
        of a `circle` ends with the turn.
        """
        if self.authored.is_under_way(say.key):
            async for event in self.authored.turn(say, TurnReason.OVERLOADED):
                yield event
            return
        arrived, turn_id = self._clock.monotonic(), TurnId(new_id("trn"))
        leased = partial(self.recovery.leased_to_keep, not self.refuses_writes(), circle)
        deadline = self._gate.deadline(say, arrived)
        with (
            self._foreground.busy(),
            self.floor.speaking(turn_id, say.timeline_id, say.speaker.id, say.character_id) as stop,
            span("turn", turn=turn_id, timeline=say.timeline_id) as traced,
        ):
            async with self._gate.entered(say, deadline, leased) as place:
                if isinstance(place, TurnReason):
                    events = self.authored.turn(say, place, self._gate.left(deadline))
                else:
                    events = self._take_turn(say, turn_id, stop, place, arrived)
                    if self._read_ahead is not None:
                        self._read_ahead.begins(say.timeline_id, say.character_id)
                async with aclosing(events):
                    async for event in events:
                        if isinstance(event, TurnFinished):
                            traced.set(outcome=event.outcome, rung=event.rung)
                        yield event
            if self._read_ahead is not None and isinstance(place, TurnPlace):
                self._read_ahead.ends(say.timeline_id, say.character_id, say.speaker)

    async def _take_turn(
        self,
        say: SayToCharacter,
        turn_id: TurnId,
        stop: TurnCancellation,
        place: TurnPlace,
        started: float,
    ) -> AsyncGenerator[TurnEvent, None]:
        try:
            opened = await self._opened(say, turn_id, place)
        except TakenBeforeError as before:
            for event in before.events:
                yield event
            return
        if isinstance(opened, TurnReason):
            place.leave()
            async for event in self.authored.turn(say, opened, place.left()):
                yield event
            return
        turn = opened.turn
        self.floor.rename(stop, turn.id)
        turn.recalled_ms = self._since(started)
        journal, owner = self._journal, self.recovery.owner
        entry = JournalEntry(journal, owner, turn) if opened.is_kept else None
        is_over = False
        try:
            # the model is asked before the beginning goes out: a player waits for the first word
            async with begun(self._spoken(opened, stop, place)) as said:
                if entry is not None:
                    entry.begin()
                yield TurnStarted(turn_id=turn.id)
                due = await self._disclosures.due(turn)
                earlier = told_again(opened.earlier, want_deltas=say.want_deltas)
                for told in self._disclosures.before_models(turn, due, earlier):
                    yield told
                async with aclosing(self._with_waiting(said, say, started)) as spoken:
                    async for event in self._disclosures.before(turn, due, spoken):
                        if entry is not None and not isinstance(
                            event, TurnWaiting | DisclosureMade
                        ):
                            await entry.note(event)
                        # Before it goes out, as in the journal: a client that hangs up here may
                        # have received it.
                        turn.deliver(event, self._since(started))
                        yield event
            is_over = stop.is_too_late = True
            place.leave()
        finally:
            turn.finished_ms = self._since(started)
            if not is_over:
                await self._end_unheard(turn, entry, stop, started)
        yield await self._ended(turn, entry, started)

    async def _opened(
        self, say: SayToCharacter, turn_id: TurnId, place: TurnPlace
    ) -> "_OpenedTurn | TurnReason":
        """Return the turn to be spoken, or why an authored line is to be said in its place.

        While the database is away the turn is spoken from what can be read, or else is in memory,
        and not kept. Raises `TakenBeforeError` for a repeat.
        """
        can_only_read = place.lease is None or self.refuses_writes()
        if not can_only_read:
            try:
                with span("context"):
                    opening = self._opened_to_keep(say, turn_id, place)
                    return await within(place.left(), opening)
            except (Unavailable, OverLimit, TimeoutError) as fault:
                reason = no_context(fault)
                if reason is None:
                    raise
                if reason is not TurnReason.STORAGE_UNAVAILABLE:
                    return reason
        if again := self._recent.again(say):
            raise TakenBeforeError(again)
        recent = self._recent.lines(say)
        for from_memory in (False, True) if can_only_read else (True,):
            load = self._loader.load_unkept(say, turn_id, recent, from_memory=from_memory)
            try:
                loaded = await within(place.left(), load)
            except (Unavailable, OverLimit, TimeoutError) as fault:
                _log.debug("context_not_loaded", turn=turn_id, why=str(fault))
            else:
                self.authored.known.note(say.timeline_id, loaded.scene.character)
                return _OpenedTurn(self._new_turn(say, turn_id, loaded), loaded, is_kept=False)
        return TurnReason.STORAGE_UNAVAILABLE

    def _new_turn(self, say: SayToCharacter, turn_id: TurnId, loaded: LoadedTurn) -> DialogueTurn:
        turn = DialogueTurn(id=turn_id, say=say, loaded=loaded, profile=self._loader.profile.name)
        for fault in loaded.faults:
            turn.notes.add_fault(fault)
        return turn

    async def _opened_to_keep(
        self, say: SayToCharacter, turn_id: TurnId, place: TurnPlace
    ) -> "_OpenedTurn":
        """Return the turn, its context, and what a server that died had delivered of it.

        Such a turn keeps the scene of then until all of that has been said again. Other unfinished
        turns are stored first, so that the character remembers them, unless another speaker may
        still repeat one.
        """
        async with place.loading():
            loaded = await self._loader.load(say, turn_id)
        # what follows may write, and wait for that; an authored line needs the character then
        self.authored.known.note(say.timeline_id, loaded.scene.character)
        if loaded.extras:
            await awaken_now(self._store, say.timeline_id, loaded.extras)
            loaded = await self._loader.load(say, turn_id)
        left: tuple[BegunTurn, ...] = ()
        if loaded.is_begun:
            if say.key is not None and await self.recovery.await_other(say.key, place.left()):
                loaded = await self._loader.load(say, turn_id)
            found = await self.recovery.left_with(say.timeline_id, say.character_id)
            left = tuple(one for one in found if not awaits_other(one, say.speaker.id))
        same = next((one for one in left if begun_by(one, say.key)), None)
        if same is not None and await self.recovery.is_past(same):
            same = None
        earlier = NOTHING_DELIVERED
        if left:
            others = (one for one in left if one is not same)
            await self.recovery.settle(others, place.lease)
        if same is not None:
            same = await self.recovery.take_over(same)
            turn_id, earlier = same.turn.turn_id, same.delivered
        if left:
            # Where nothing was delivered the turn can begin anew, at the head.
            at = None if same is None or earlier.is_empty else same.turn.receipt.vantage_seq
            loaded = await self._loader.load(say, turn_id, at=at)
        if same is not None and not earlier.is_empty:
            turn = await self.recovery.turn_of(same)
        else:
            turn = self._new_turn(say, turn_id, loaded)
        turn.lease = place.lease
        return _OpenedTurn(turn, loaded, earlier)

    async def _spoken(
        self, opened: "_OpenedTurn", stop: TurnCancellation, place: TurnPlace
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield the answer until it is done or interrupted, without what was delivered earlier.

        Where the model has no slot for it in time, it is an authored line. Where it does not begin
        with the earlier words, the turn ends with those, as interrupted.
        """
        turn, loaded, earlier = opened.turn, opened.loaded, opened.earlier
        reason = None if stop.is_set() else await place.ready()
        if reason is not None and earlier.is_empty:
            turn.reason, turn.concluded = reason, without_model(reason)
            self.authored.note_shed(turn.id, turn.say, reason)
            yield self.authored.line(loaded.scene.character, turn.id)
            return
        beginning = DeliveredPrefix(earlier)
        notes = turn.notes if beginning.is_reached else ReplyTrace()
        async with self._paid(turn, loaded, notes) as refused:
            answer = self._answer(
                loaded.scene,
                want_deltas=turn.say.want_deltas,
                notes=notes,
                deadline=place.deadline,
                over_budget=refused,
            )
            async with aclosing(until(stop, answer)) as events:
                async for event in events:
                    if isinstance(event, ReplyTrace):
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

    @asynccontextmanager
    async def _paid(
        self, turn: DialogueTurn, loaded: LoadedTurn, notes: ReplyTrace
    ) -> AsyncGenerator[str, None]:
        """Pay for a reply, by its `notes`; yields why it cannot be paid for, empty where it can."""
        if self._budgets is None:
            yield ""
            return
        say = turn.say
        payer = Payer(
            world_id=loaded.timeline.world_id,
            timeline_id=say.timeline_id,
            purpose=Purpose.REPLY,
            player_id=say.player_id,
        )
        hold = await self._budgets.hold(payer, self._reply_tokens)
        if isinstance(hold, BudgetReached):
            turn.over_budget = hold
            turn.reports_budget = self._budgets.is_news(say.timeline_id, hold)
            yield hold.fault
            return
        try:
            yield ""
        finally:
            hold.settle(self._budgets.price(Purpose.REPLY, notes.usage))

    def _with_waiting(
        self, spoken: AsyncGenerator[TurnEvent, None], say: SayToCharacter, started: float
    ) -> AsyncGenerator[TurnEvent, None]:
        """Add the event of waiting, at the time of the settings or sooner if the caller asks."""
        waits = [one for one in (self._waiting_seconds, say.beat_seconds) if one is not None]
        if not waits:
            return spoken
        left = max(min(waits) - self._since(started) / 1000, 0)
        return with_notice(spoken, left, TurnWaiting())

    async def _ended(
        self, turn: DialogueTurn, entry: JournalEntry | None, started: float
    ) -> TurnFinished:
        """Store a turn that was spoken, and return its last event: it is kept, or it is not."""
        if entry is not None:
            try:
                return turn.finished(await self._save(turn, started))
            except (Unavailable, OverLimit) as fault:
                if isinstance(fault, OutcomeUnknown) or not is_of_storage(fault):
                    raise
                _log.warning("turn_not_stored", turn=turn.id, why=fault)
            except Conflict:
                await entry.leave()
                raise
            self.recovery.leave_unkept(entry.begun)
        return self._end_unkept(turn, started)

    def _end_unkept(self, turn: DialogueTurn, started: float) -> TurnFinished:
        """Return the last event of a turn, which says that it is not kept."""
        turn.reason = TurnReason.STORAGE_UNAVAILABLE
        self._observer.turn_ended(turn.measures(0.0, self._since(started) / 1000))
        _log.info("turn_not_kept", turn=turn.id, timeline=turn.say.timeline_id)
        return self._recent.note_unkept(turn)

    async def _save(self, turn: DialogueTurn, started: float) -> int:
        """Store the turn once, even if the client hangs up; return the seq of its record."""
        began = self._clock.monotonic()
        try:
            settles_at = self._clock.now() + self._lull
            keeping = store_turn(self._store, turn, settles_at)
            with span("commit"):
                appended = await to_the_end(_SAVE_SECONDS, keeping)
        except TimeoutError as error:
            raise OutcomeUnknown(
                "the turn could not be stored in time; say it again", Reason.STORAGE_UNAVAILABLE
            ) from error
        if appended.is_replay:
            raise Conflict(
                "this request was answered by another server meanwhile; repeat it to get that turn",
                Reason.CHARACTER_BUSY,
                characterId=turn.say.character_id,
            )
        if turn.lease is not None:
            turn.lease.end()
        self._recent.note_stored(turn, appended.last)
        await self._disclosures.store(turn)
        ended = self._clock.monotonic()
        self._observer.turn_ended(turn.measures(ended - began, ended - started))
        return appended.last

    async def _end_unheard(
        self,
        turn: DialogueTurn,
        entry: JournalEntry | None,
        stop: TurnCancellation,
        started: float,
    ) -> None:
        """Store a turn that was cut off, if it is kept; no client is left to hear of a fault.

        If nothing of it was delivered, a repeat of its request can have it: it stays in the journal
        as after a crash.
        """
        if entry is None:
            self._end_unkept(turn, started)
            return
        may_be_repeated = turn.say.key is not None and turn.so_far().is_empty
        try:
            may_be_repeated = may_be_repeated and not stop.is_set()
            if may_be_repeated and await to_the_end(_SAVE_SECONDS, entry.leave()):
                self._disclosures.retract(turn)
                return
            await self._save(turn, started)
        except Conflict as fault:
            _log.info("turn_left", turn=turn.id, why=fault)
            await entry.leave()
        except Exception:  # noqa: BLE001 - what cut the turn off goes on its way
            _log.exception("turn_not_stored", turn=turn.id)

    def _since(self, started: float) -> float:
        return (self._clock.monotonic() - started) * 1000


@dataclass(frozen=True, slots=True)
class _OpenedTurn:
    """A turn about to be spoken, its context, and what a server that died had delivered of it."""

    turn: DialogueTurn
    loaded: LoadedTurn
    earlier: Delivered = NOTHING_DELIVERED
    is_kept: bool = True
