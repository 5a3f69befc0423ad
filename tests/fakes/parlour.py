"""Use cases over the in-memory store, with canned words: a parlour to try them in one by one.

The world is that of `tests.fakes.stage`: the Lantern inn and Mira behind its bar.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import TypeVar

from npcserver.adapters.embed.hashing import HashingEmbedder
from npcserver.app.authoring.directory import Directory
from npcserver.app.broadcast import Broadcast
from npcserver.app.conversation.dialogue import Dialogue, Part
from npcserver.app.conversation.turn_context import ContextLoader, SayToCharacter
from npcserver.app.foreground import Foreground
from npcserver.app.play import Play
from npcserver.memory.profiles import PROFILES
from npcserver.memory.stream import MemoryStream
from npcserver.mind.notes import Notes
from npcserver.model.emotion import NEUTRAL
from npcserver.model.errors import Reason, Unavailable
from npcserver.model.person import Person
from npcserver.model.record import Record, RecordKind
from npcserver.model.scene import Scene
from npcserver.model.timeline import Vantage
from npcserver.model.turn import IntentProposed, Line, LineDelta, Outcome, TurnEvent, TurnStarted
from npcserver.ports.embedder import Vectors
from npcserver.ports.storage import Work
from tests.fakes.memory_reader import MemoryReader
from tests.fakes.memory_store import MemoryStore, MemoryUnit
from tests.fakes.numpy_index import NumpyIndex
from tests.fakes.small_models import ManualClock
from tests.fakes.stage import GENESIS, MIRA, set_up, start

T = TypeVar("T")
ANN = Person(id="p1", name="Ann")


class SlowStore(MemoryStore):
    """A store whose writes wait for `gate`, and fail with `fault` while there is one."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.fault: Exception | None = None
        self.is_writing = asyncio.Event()
        self.writes = 0
        self.looks = 0

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[MemoryReader, None]:
        self.looks += 1
        async with super().read() as reader:
            yield reader

    async def write(self, work: Callable[[MemoryUnit], Awaitable[T]]) -> T:
        self.writes += 1
        self.is_writing.set()
        await self.gate.wait()
        if self.fault is not None:
            raise self.fault
        return await super().write(work)


class FailingEmbedder(HashingEmbedder):
    """Embeds nothing while it is `down`, and never answers while it `hangs`."""

    is_down = False
    hangs = False

    async def embed(self, texts: Sequence[str]) -> Vectors:
        if self.is_down:
            raise Unavailable("no connection", Reason.EMBEDDER_UNAVAILABLE)
        if self.hangs:
            await asyncio.Event().wait()
        return await super().embed(texts)


class Parlour:
    """All that takes part in play. `steps` is what the character says: lines, gates, failures."""

    def __init__(self, embed_seconds: float = 60) -> None:
        self.store = SlowStore()
        self.clock = ManualClock()
        self.embedder = FailingEmbedder()
        self.broadcast = Broadcast()
        self.foreground = Foreground(self.clock)
        self.stream = MemoryStream(NumpyIndex, self.embedder)
        self.stage = ContextLoader(
            self.store,
            self.stream,
            profile=PROFILES["default"],
            recall=8,
            conversation_lines=12,
            embed_seconds=embed_seconds,
        )
        self.dialogue = self.new_dialogue()
        self.play = Play(
            self.store, Directory(self.store, self.clock), self.broadcast, self.foreground
        )
        self.steps: list[object] = ["Come in.", "Mind the step."]
        self.feeling = NEUTRAL
        self.heard: list[Scene] = []
        self.was_asked = asyncio.Semaphore(0)
        self.asked = 0
        self.received: list[TurnEvent] = []
        self.timeline = GENESIS
        self.dying: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def new_dialogue(self, waiting_seconds: float | None = None) -> Dialogue:
        """Return the use cases of another replica on the same store."""
        return Dialogue(
            self.store,
            self.stage,
            self._answer,
            self.store.turns,
            clock=self.clock,
            broadcast=self.broadcast,
            foreground=self.foreground,
            waiting_seconds=waiting_seconds,
        )

    async def _answer(
        self,
        scene: Scene,
        want_deltas: bool,  # noqa: FBT001 - as `Answer` has it
        notes: Notes,
    ) -> AsyncGenerator[Part, None]:
        self.heard.append(scene)
        self.was_asked.release()
        self.asked += 1
        notes.importance, notes.prompt_digest = 5, f"prompt {self.asked}"
        for step in self.steps:
            if isinstance(step, BaseException):
                raise step
            if isinstance(step, asyncio.Event):
                await step.wait()
            elif isinstance(step, str):
                if want_deltas:
                    yield LineDelta(text=step)
                yield Line(text=step, emotion=self.feeling)
            elif isinstance(step, IntentProposed):
                yield step
        yield notes.so_far(Outcome.COMPLETED)

    def say(self, text: str = "Good evening.", **more: object) -> AsyncGenerator[TurnEvent, None]:
        told = SayToCharacter(timeline_id=self.timeline, character_id=MIRA, speaker=ANN, text=text)
        return self.dialogue.say(replace(told, **more))  # type: ignore[arg-type]

    async def turn(
        self, text: str = "Good evening.", *, during: Work[None] | None = None, **more: object
    ) -> list[TurnEvent]:
        """Take a turn and return its events; `during` is done once it has started.

        `received` has what came of it also when it fails.
        """
        self.received = received = []
        async with aclosing(self.say(text, **more)) as events:
            async for event in events:
                received.append(event)
                if during is not None and isinstance(event, TurnStarted):
                    await self.store.write(during)
        return received

    async def records(self, *kinds: RecordKind) -> list[Record]:
        """Return all records of the timeline, in order."""
        async with self.store.read() as reader:
            head = (await reader.timeline(self.timeline)).head
            view = await reader.at(Vantage(self.timeline, head))
            return list(await view.after(0, 1000, kinds))

    async def texts(self, subject_id: str = MIRA) -> list[str]:
        """Return what somebody remembers, oldest first."""
        return [
            record.text
            for record in await self.records()
            if record.subject_id == subject_id and record.text
        ]


async def parlour(embed_seconds: float = 60) -> Parlour:
    """Open the parlour on a new timeline."""
    made = Parlour(embed_seconds)
    await set_up(made.store)
    made.timeline = await start(made.store, "tl_play", Vantage(GENESIS, 0))
    return made


def spoken(events: Sequence[TurnEvent]) -> list[str]:
    """Return the words of lines."""
    return [event.text for event in events if isinstance(event, Line)]
