"""Use cases that misbehave in one way each, for tests of the wire alone."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime

from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.conversation.turn_context import SayToCharacter
from npcserver.app.watching import Checkpoint, Watch, Watched, Watching
from npcserver.app.worlds import Worlds
from npcserver.model.ids import TimelineId, TurnId, WorldId
from npcserver.model.record import Record, RecordKind, Remembered, Source
from npcserver.model.turn import Line, TurnEvent, TurnStarted
from npcserver.model.world import World

WHEN = datetime(2000, 1, 1, 8, tzinfo=UTC)


class FailingWorlds(Worlds):
    """Fails as told, or waits for ever."""

    def __init__(self, error: BaseException | None = None) -> None:
        self.error = error
        self.cancelled = 0

    async def get(self, world_id: WorldId) -> World:
        if self.error is not None:
            raise self.error
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        raise AssertionError("waited for ever and a day")


class FailingDialogue(Dialogue):
    """Starts to speak, then fails or goes on for ever."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.running = 0
        self.most = 0

    def interrupt(self, turn_id: TurnId) -> bool:
        return False

    async def say(self, say: SayToCharacter) -> AsyncGenerator[TurnEvent, None]:
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            yield TurnStarted(turn_id=TurnId("trn_1"))
            yield Line(text="Come in.")
            if self.error is not None:
                raise self.error
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)  # cleanup that awaits, as saving does
            self.running -= 1


class EndlessWatching(Watching):
    """Has news of 4 KB at any time."""

    def __init__(self) -> None:
        self.given = 0
        self.closed = 0

    async def watch(self, watch: Watch) -> AsyncGenerator[Watched | Checkpoint, None]:
        try:
            while True:
                self.given += 1
                yield Watched(record(self.given, "x" * 4000), ())
        finally:
            self.closed += 1


def record(seq: int, text: str) -> Record:
    return Record(
        timeline_id=TimelineId("tl_1"),
        seq=seq,
        kind=RecordKind.OBSERVATION,
        body=Remembered(source=Source.WITNESSED),
        subject_id="mira",
        text=text,
        game_time=WHEN,
        written_at=WHEN,
    )
