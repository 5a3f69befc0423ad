"""Speaking with a character: load, think, save."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from npcserver.aio import until, within
from npcserver.app.broadcast import Broadcast
from npcserver.app.floor import Floor
from npcserver.app.foreground import Foreground
from npcserver.app.keeping import Turn
from npcserver.app.staging import Say, Stage
from npcserver.mind.notes import Notes, Reply
from npcserver.model.character import Character
from npcserver.model.errors import NotFound
from npcserver.model.ids import TurnId, new_id
from npcserver.model.record import TurnTaken
from npcserver.model.scene import Scene
from npcserver.model.timeline import Vantage
from npcserver.model.turn import (
    IntentProposed,
    Line,
    LineDelta,
    TurnEvent,
    TurnFinished,
    TurnStarted,
)
from npcserver.ports.clock import Clock
from npcserver.ports.storage import Store, UnitOfWork

_SAVE_SECONDS = 10.0

Part = Line | LineDelta | IntentProposed | Reply

Answer = Callable[[Scene, bool, Notes], AsyncGenerator[Part, None]]
"""Thinks of an answer to a scene; the flag asks for deltas. The last item is the `Reply`.

The notes hold what is known so far, should the answer be cut off.
"""


class Dialogue:
    """The use cases of `PlayService.Say` and `Interrupt`."""

    def __init__(
        self,
        store: Store,
        stage: Stage,
        answer: Answer,
        *,
        clock: Clock,
        broadcast: Broadcast,
        foreground: Foreground,
    ) -> None:
        self._store = store
        self._stage = stage
        self._answer = answer
        self._clock = clock
        self._broadcast = broadcast
        self._foreground = foreground
        self._floor = Floor()
        self._adopted: set[tuple[str, str, int, str]] = set()

    def interrupt(self, turn_id: TurnId) -> bool:
        """Stop a turn that is being spoken; say whether there was one."""
        return self._floor.interrupt(turn_id)

    async def say(self, say: Say) -> AsyncGenerator[TurnEvent, None]:
        """Yield a character's turn: `TurnStarted`, lines and intents, `TurnFinished`.

        Closing the generator interrupts the character. What had been delivered by then is stored
        with everything else of the turn in one transaction.
        """
        started = self._clock.monotonic()
        with self._foreground.busy():
            async with self._floor.taken(say.timeline_id, say.character_id):
                kept = await self._kept(say)
                if kept is not None:
                    for event in kept:
                        yield event
                    return
                async with aclosing(self._take_turn(say, started)) as events:
                    async for event in events:
                        yield event

    async def _take_turn(self, say: Say, started: float) -> AsyncGenerator[TurnEvent, None]:
        turn_id = TurnId(new_id("trn"))
        staged = await self._stage.set(say, turn_id)
        turn = Turn(id=turn_id, say=say, staged=staged, profile=self._stage.profile.name)
        turn.recalled_ms = self._since(started)
        is_saved = False
        try:
            yield TurnStarted(turn_id=turn_id)
            async with aclosing(self._spoken(turn)) as events:
                async for event in events:
                    yield event
                    turn.deliver(event, self._since(started))
            turn.finished_ms = self._since(started)
            seq = await self._save(turn)
            is_saved = True
            yield turn.finished(seq)
        finally:
            if not is_saved:
                turn.finished_ms = self._since(started)
                await within(_SAVE_SECONDS, self._save(turn))

    async def _spoken(self, turn: Turn) -> AsyncGenerator[TurnEvent, None]:
        """Yield what the mind says until it is done or interrupted."""
        with self._floor.speaking(turn.id) as stop:
            answer = self._answer(turn.staged.scene, turn.say.want_deltas, turn.notes)
            async with aclosing(until(stop, answer)) as events:
                async for event in events:
                    if isinstance(event, Reply):
                        turn.concluded = event
                        return
                    yield event

    async def _save(self, turn: Turn) -> int:
        """Store the turn and return the seq of its record, the last it leaves."""
        await self._adopt(turn.staged.scene.character)
        appended = await self._store.append(turn.append())
        self._broadcast.announce(turn.say.timeline_id)
        return appended.last

    async def _adopt(self, character: Character) -> None:
        """Keep a persona that was edited in the database as the version this turn spoke with."""
        persona = character.persona
        name = (character.world_id, character.id, character.version, persona.digest)
        if name in self._adopted:
            return

        async def work(unit: UnitOfWork) -> int:
            return await unit.adopt(character.world_id, character.id, persona)

        await self._store.write(work)
        self._adopted.add(name)

    async def _kept(self, say: Say) -> tuple[TurnEvent, ...] | None:
        """Return the events of a turn that was taken under the same key before."""
        if say.key is None:
            return None
        async with self._store.read() as reader:
            answer = await reader.answer(say.key)
            if answer is None:
                return None
            last = int(answer.split(":")[1])
            view = await reader.at(Vantage(say.timeline_id, last))
            record = (await view.get([last]))[0]
        turn = record.body
        if not isinstance(turn, TurnTaken):
            raise NotFound("turn", "of this request", "use a new request id")
        *said, finished = turn.events
        if not isinstance(finished, TurnFinished):
            return (TurnStarted(turn_id=turn.turn_id), *turn.events)
        return (
            TurnStarted(turn_id=turn.turn_id),
            *said,
            TurnFinished(
                turn_id=turn.turn_id,
                outcome=finished.outcome,
                rung=finished.rung,
                usage=finished.usage,
                seq=last,
            ),
        )

    def _since(self, started: float) -> float:
        return (self._clock.monotonic() - started) * 1000


__all__ = ["Dialogue", "Say"]
