"""Talk in a circle: words are stored, and then characters take turns until none speaks.

Between two turns the only state is the log, and which call holds the circle's lease. Each turn is
looked up under a key of its own before it is taken, so a repeated call says nothing twice.
"""

import asyncio
import hashlib
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from cachetools import LRUCache

from npcserver.aio import within
from npcserver.app.background_work import Foreground
from npcserver.app.context.conversation_line import ConversationLine
from npcserver.app.conversation.audience import require_circle
from npcserver.app.conversation.circle_utterance import (
    SayInCircle,
    StoredUtterance,
    hear,
    hear_unkept,
    heard_before,
    meant,
)
from npcserver.app.conversation.dialogue import LULL, Dialogue
from npcserver.app.conversation.turn_assignment import (
    CircleCall,
    CircleContext,
    TurnAssignment,
    circle_context,
    heard_in,
    next_turn,
    prepare,
    topics_of,
)
from npcserver.app.conversation.turn_lock import (
    CircleLease,
    CircleLeases,
    TurnCancellation,
    TurnLock,
)
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.idempotency import replayed, turn_answered
from npcserver.memory.embedding_texts import Nearness
from npcserver.memory.score_profiles import Profile
from npcserver.memory.stream import MemoryStream
from npcserver.model.character import Person
from npcserver.model.circle import FloorReason
from npcserver.model.errors import NotFound, OutcomeUnknown, OverLimit, Reason, Unavailable
from npcserver.model.ids import CharacterId, TimelineId, TurnId, new_id
from npcserver.model.record import Record, TurnTaken
from npcserver.model.turn import (
    Line,
    TurnEvent,
    TurnFinished,
    TurnOutcome,
    TurnReason,
    TurnStarted,
    TurnWaiting,
)
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Reader, RequestKey, Store
from npcserver.ports.storage_health import is_of_storage
from npcserver.ports.turn_leases import TurnLease, circle_name

_PATIENCE_SECONDS = 10.0
_CUT_OFF_SECONDS = 3.0  # for what was said until then to be stored
_READ_SECONDS = 1.0  # for a circle in a database that has just failed
_SEEN_AT_MOST = 500
_WORDLESS = (TurnStarted, TurnWaiting, TurnFinished)
_BROKEN_OFF = (TurnOutcome.INTERRUPTED, TurnOutcome.LEFT)


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorTaken:
    """A character is assigned the turn that follows."""

    character_id: CharacterId
    why: FloorReason


@dataclass(frozen=True, slots=True, kw_only=True)
class CircleTurnEvent:
    """An event of the assigned turn."""

    character_id: CharacterId
    event: TurnEvent


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiet:
    """No member speaks for now; `awaited_id` is whose answer is awaited, empty for none."""

    awaited_id: str = ""
    was_overtaken: bool = False


_LeftOf = Callable[[float | None], float | None]
"""Returns what is left of so many seconds since the words arrived; None is no limit."""

CircleEvent = StoredUtterance | FloorTaken | CircleTurnEvent | Quiet


class CircleConversation:
    """The use case of `PlayService.SayInCircle`."""

    def __init__(  # noqa: PLR0913 - what talk takes, and who else is told of it
        self,
        store: Store,
        stream: MemoryStream,
        dialogue: Dialogue,
        *,
        profile: Profile,
        nearness: Nearness,
        clock: Clock,
        foreground: Foreground,
        floor: TurnLock,
        lull: timedelta = LULL,
    ) -> None:
        self._store = store
        self._stream = stream
        self._dialogue = dialogue
        self._profile = profile
        self._nearness = nearness
        self._clock = clock
        self._foreground = foreground
        self._floor = floor
        self._lull = lull
        self._leases = CircleLeases(floor.interrupt, floor.signals)
        self._seen: LRUCache[tuple[TimelineId, str], CircleContext] = LRUCache(_SEEN_AT_MOST)

    async def prepare(self, timeline_id: TimelineId, minds: Sequence[CharacterId]) -> None:
        """Prepare embeddings for talk among some characters."""
        async with self._store.read() as reader:
            view = await reader.head(timeline_id)
            await prepare(self._nearness, reader, view, minds)

    async def say(self, say: SayInCircle) -> AsyncGenerator[CircleEvent, None]:
        """Yield `StoredUtterance`, then turns of characters, and `Quiet` at last.

        Closing the generator interrupts the speaker. A turn that the game interrupts by its id ends
        the talk as well, and so does loading a save.
        """
        timeline_id, arrived = say.timeline_id, self._clock.monotonic()
        with self._foreground.busy():
            heard, is_new, unkept = await self._heard(say)
            name = (timeline_id, say.circle_id)
            call = _circle_call(say, heard)
            left_of = partial(self._left_of, arrived)
            with (
                self._leases.taken(name, heard.since, heard.to_ids, is_new=is_new) as lease,
                self._floor.speaking(TurnId(new_id("cll")), timeline_id) as stop,
            ):
                yield heard
                # The earlier call first gets time to finish its turn; only then is it cut off.
                left = left_of(say.total_seconds)
                patience = _PATIENCE_SECONDS if left is None else min(_PATIENCE_SECONDS, left / 2)
                if not await lease.wait(patience) and lease.earlier is not None:
                    self._leases.cut_off(lease.earlier)
                rounds = self._go_round(say, call, lease, stop, left_of, unkept)
                async with aclosing(rounds) as events:
                    async for event in events:
                        yield event

    def _left_of(self, arrived: float, seconds: float | None) -> float | None:
        left = None if seconds is None else arrived + seconds - self._clock.monotonic()
        return None if left is None else max(left, 0.0)

    def forget(self, timeline_id: TimelineId) -> None:
        """Drop what is held of circles in a timeline that was deleted."""
        for name in [name for name in self._seen if name[0] == timeline_id]:
            del self._seen[name]

    async def _heard(self, say: SayInCircle) -> tuple[StoredUtterance, bool, CircleContext | None]:
        """Store the words; return them, and whether they are new.

        Where they cannot be stored, return the circle with them too: as it can be read, or as it
        was seen last. Raises the fault of the store where it is not known.
        """
        try:
            return (*await self._hear(say), None)
        except (Unavailable, OverLimit) as fault:
            if isinstance(fault, OutcomeUnknown) or not is_of_storage(fault):
                raise
            with suppress(Unavailable, OverLimit, TimeoutError):
                async with asyncio.timeout(_READ_SECONDS):
                    await self._look(say, None)
            context = self._seen.get((say.timeline_id, say.circle_id))
            if context is None:
                raise
        heard, context = hear_unkept(say, context)
        return heard, True, context

    async def _hear(self, say: SayInCircle) -> tuple[StoredUtterance, bool]:
        async with self._store.read() as reader:
            before = await heard_before(reader, say)
            if before is not None:
                return before, False
            view = await reader.head(say.timeline_id)
            what = await meant(reader, view, say, self._stream, self._profile)
        if self._dialogue.refuses_writes():
            raise Unavailable("the database takes nothing", Reason.STORAGE_UNAVAILABLE)
        settles_at = self._clock.now() + self._lull
        return await self._store.write(partial(hear, say, what, settles_at))

    async def _go_round(
        self,
        say: SayInCircle,
        call: CircleCall,
        lease: CircleLease,
        stop: TurnCancellation,
        left_of: _LeftOf,
        unkept: CircleContext | None,
    ) -> AsyncGenerator[FloorTaken | CircleTurnEvent | Quiet, None]:
        """Yield turn after turn, and `Quiet` at last; the first turn even where time is short.

        Where the words are not stored, speakers are chosen from the `unkept` circle.
        """
        for number in range(say.most_turns + 1):
            # The round after the last turn only finds out whose answer is awaited.
            is_last = number == say.most_turns
            is_over = lease.is_overtaken or stop.is_set()
            is_taken = unkept is None and not is_last and not is_over
            async with self._alone(
                say, lease, left_of(say.total_seconds), is_needed=is_taken
            ) as floor:
                is_late = number > 0 and left_of(say.total_seconds) == 0
                if lease.is_overtaken or stop.is_set() or is_late:
                    break
                following = await self._following(say, number, call, unkept)
                if isinstance(following, Record):
                    for event in _again(following, call):
                        yield event
                    continue
                found, is_overtaken = following
                if is_overtaken or found is None or isinstance(found, str) or is_last:
                    awaited = found if isinstance(found, str) else ""
                    yield Quiet(awaited_id=awaited, was_overtaken=is_overtaken)
                    return
                lease.speaker_id, lease.turn_id = found.mind.id, None
                yield FloorTaken(character_id=CharacterId(found.mind.id), why=found.circle.why)
                turn = self._turn(say, number, found, call, lease, left_of, floor)
                is_broken_off = False
                async with aclosing(turn) as events:
                    async for spoke in events:
                        yield spoke
                        if unkept is not None and isinstance(spoke.event, Line):
                            unkept = _with_answer(unkept, found, lease, call, spoke.event)
                        if isinstance(spoke.event, TurnFinished):
                            is_limited = spoke.event.reason is TurnReason.RATE_LIMITED
                            is_broken_off = spoke.event.outcome in _BROKEN_OFF or is_limited
                lease.speaker_id = ""
                if is_broken_off:
                    break
        yield Quiet(was_overtaken=lease.is_overtaken)

    @asynccontextmanager
    async def _alone(
        self, say: SayInCircle, call: CircleLease, left: float | None, *, is_needed: bool
    ) -> AsyncGenerator[TurnLease | None, None]:
        """Let no call of another server take a turn in the circle while the block runs.

        One that has a turn under way gets time to finish it; then it is cut off. None where the
        database gives no lease.
        """
        leases = self._dialogue.recovery.leases
        patience = _PATIENCE_SECONDS if left is None else min(_PATIENCE_SECONDS, left / 2)
        async with AsyncExitStack() as held:
            floor = None
            with suppress(Unavailable):
                if is_needed and not self._dialogue.refuses_writes():
                    asking = leases.asked(say.timeline_id, circle_name(say.circle_id))
                    floor = await held.enter_async_context(asking)
                    try:
                        await within(patience, leases.granted(floor))
                    except TimeoutError:
                        self._leases.cut_off_others((say.timeline_id, say.circle_id), call.since)
                        with suppress(TimeoutError):
                            await within(_CUT_OFF_SECONDS, leases.granted(floor))
            yield floor

    async def _following(
        self, say: SayInCircle, number: int, call: CircleCall, unkept: CircleContext | None
    ) -> Record | tuple[TurnAssignment | str | None, bool]:
        """Return the turn at this position that an earlier call has taken, or what `_look` does.

        Where the database went after the first turn, nobody speaks any more.
        """
        if unkept is not None:
            return await self._assigned(unkept, call), False
        try:
            taken = None if number == say.most_turns else await self._taken(say, number)
            if isinstance(taken, Record):
                return taken
            return (taken, False) if taken else await self._look(say, call)
        except (Unavailable, OverLimit) as fault:
            if number == 0 or not is_of_storage(fault):
                raise
            return None, False

    async def _look(
        self, say: SayInCircle, call: CircleCall | None
    ) -> tuple[TurnAssignment | str | None, bool]:
        """Return the next assignment, or the id awaited; and whether others have spoken since.

        What is seen is kept for when the database is away; without a call that is all.
        """

        async def look(reader: Reader) -> tuple[CircleContext | None, bool]:
            view = await reader.head(say.timeline_id)
            try:
                found = await require_circle(reader, view, say.circle_id)
            except NotFound:
                return None, False
            context = await circle_context(reader, view, found)
            return context, call is not None and await call.is_overtaken(view, context.lines)

        async with self._store.read() as reader:
            context, is_overtaken = await reader.together(look)
        if context is None:
            self._seen.pop((say.timeline_id, say.circle_id), None)
        else:
            self._seen[say.timeline_id, say.circle_id] = context
            for character in context.characters:
                self._dialogue.authored.known.note(say.timeline_id, character)
        if context is None or call is None or is_overtaken:
            return None, is_overtaken
        return await self._assigned(context, call), False

    async def _assigned(
        self, context: CircleContext, call: CircleCall
    ) -> TurnAssignment | str | None:
        last = heard_in(context.lines, call)[-1:]
        topics = await topics_of(self._nearness, last[0].text, context.cares) if last else {}
        chosen, assignment = next_turn(context, call, topics)
        return assignment or chosen.awaited_id

    async def _turn(
        self,
        say: SayInCircle,
        number: int,
        found: TurnAssignment,
        call: CircleCall,
        lease: CircleLease,
        left_of: _LeftOf,
        floor: TurnLease | None,
    ) -> AsyncGenerator[CircleTurnEvent, None]:
        mind = CharacterId(found.mind.id)
        players = (one.id for one in found.circle.others if one.is_player)
        told = SayToCharacter(
            timeline_id=say.timeline_id,
            character_id=mind,
            speaker=found.partner,
            text=found.heard,
            affordances=say.affordances,
            entities=say.entities,
            want_deltas=say.want_deltas,
            circle=found.circle,
            key=_key(say.key, number),
            for_player=say.speaker_id if say.speaker_id in players else "",
            beat_seconds=say.beat_seconds if number else left_of(say.beat_seconds),
            total_seconds=left_of(say.total_seconds),
            language=say.language,
        )
        has_spoken = False
        async with aclosing(self._dialogue.say(told, circle=floor)) as events:
            async for event in events:
                if isinstance(event, TurnStarted):
                    self._leases.begun(lease, event.turn_id)
                    call.heard_by[event.turn_id] = _hearers(mind, found.circle.hearers)
                has_spoken = has_spoken or not isinstance(event, _WORDLESS)
                yield CircleTurnEvent(character_id=mind, event=event)
        call.goes_on = False
        if not has_spoken:
            call.silent.add(mind)

    async def _taken(self, say: SayInCircle, number: int) -> Record | TurnAssignment | None:
        """Return the turn that an earlier call under the same key has taken at this position.

        Or the assignment of a turn that was unfinished when its server died, to go on with it.
        """
        key = _key(say.key, number)
        if key is None:
            return None
        async with self._store.read() as reader:
            answer = await reader.answer(key)
            if answer is not None:
                record = await turn_answered(reader, answer, say.timeline_id)
                return record if isinstance(record.body, TurnTaken) else None
        begun = await self._dialogue.recovery.left_under(key, say.timeline_id)
        if begun is None or begun.circle is None:
            return None
        mind = Person(id=begun.character_id, name="", is_player=False)
        return TurnAssignment(
            mind=mind, circle=begun.circle, partner=begun.speaker, heard=begun.text
        )


def _with_answer(
    circle: CircleContext, found: TurnAssignment, lease: CircleLease, call: CircleCall, said: Line
) -> CircleContext:
    """Return a circle with a line of the turn that a lease has under way."""
    turn_id = lease.turn_id or ""
    line = ConversationLine(
        text=said.text,
        speaker=found.mind,
        turn_id=turn_id,
        circle_id=found.circle.circle_id,
        is_whisper=found.circle.is_whisper,
    )
    return circle.with_line(line, call.heard_by[turn_id])


def _circle_call(say: SayInCircle, heard: StoredUtterance) -> CircleCall:
    hearers = frozenset(heard.hearer_ids)
    return CircleCall(
        begins=heard.seq or heard.since + 1,
        heard_by={heard.words_id: hearers} if heard.words_id else {},
        among=hearers if say.is_whisper else None,
        to_ids={heard.words_id: say.to_ids} if say.to_ids else {},
        goes_on=not say.text,
        waits=say.waits,
    )


def _again(record: Record, call: CircleCall) -> list[FloorTaken | CircleTurnEvent]:
    mind, why = record.character_id, FloorReason.ADDRESSED
    call.goes_on = False
    if isinstance(record.body, TurnTaken) and record.body.circle is not None:
        why = record.body.circle.why
        call.heard_by[record.body.turn_id] = _hearers(mind, record.body.circle.hearers)
    spoken = [CircleTurnEvent(character_id=mind, event=event) for event in replayed(record)]
    if len(spoken) <= 2:
        call.silent.add(mind)
    return [FloorTaken(character_id=mind, why=why), *spoken]


def _hearers(mind: str, others: Iterable[Person]) -> frozenset[str]:
    return frozenset((mind, *(one.id for one in others)))


def _key(key: RequestKey | None, number: int) -> RequestKey | None:
    """Return the key of one turn of a call, derived from that of the call."""
    if key is None:
        return None
    name = hashlib.sha256(f"{key.request_id}\0{number}".encode()).hexdigest()[:32]
    return RequestKey(key.scope, f"cir-{name}"[:36], key.digest)
