"""A tavern to call by wire: the real use cases over the in-memory store, behind a real server.

Only what thinks is canned: `will_say` scripts the answer of the next turns. `logs` collects what
the server logs.
"""

import asyncio
from collections.abc import AsyncGenerator, MutableMapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from structlog.testing import capture_logs

from npcserver.adapters.embed.hashing import HashingEmbedder
from npcserver.adapters.files.scene import parse_scene
from npcserver.adapters.llm.recorded import RecordedModel
from npcserver.adapters.llm.scripted import Answer, ScriptedLanguageModel
from npcserver.app.attending import Attending
from npcserver.app.authoring.directory import Directory
from npcserver.app.authoring.shelves import Shelves
from npcserver.app.branches.diffing import Diffing
from npcserver.app.broadcast import Broadcast
from npcserver.app.characters import Characters
from npcserver.app.circles import Circles
from npcserver.app.context.mindset import Minds
from npcserver.app.context.recall import LoreReader
from npcserver.app.conversation.circle_conversation import CircleConversation
from npcserver.app.conversation.dialogue import Dialogue, Part
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnLock
from npcserver.app.foreground import Foreground
from npcserver.app.groupchats import GroupChats
from npcserver.app.ledger.explaining import Explaining
from npcserver.app.ledger.knowing import Knowing
from npcserver.app.ledger.reflection_tree import ReflectionTrees
from npcserver.app.ledger.reporting import Reporting
from npcserver.app.ledger.tracing import Tracing
from npcserver.app.lore import Lore
from npcserver.app.memories import Memories
from npcserver.app.minds import MindViews
from npcserver.app.pinning import Pinning
from npcserver.app.play import Play
from npcserver.app.prompts.handlers import Setup
from npcserver.app.prompts.rendering import PromptRendering
from npcserver.app.services import Services
from npcserver.app.surroundings import Surroundings
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.interviewing import Interviewing
from npcserver.app.timelines import Timelines
from npcserver.app.watching import Watching
from npcserver.app.worlds import Worlds
from npcserver.memory.nearness import Nearness
from npcserver.memory.profiles import PROFILES
from npcserver.memory.stream import MemoryStream
from npcserver.mind.asker import Asker
from npcserver.mind.notes import Notes
from npcserver.mind.reply import ReplyTuning
from npcserver.model.affordance import ActionIntent, Value
from npcserver.model.attention import Attention
from npcserver.model.budget import Budget
from npcserver.model.ids import IntentId
from npcserver.model.scene import Scene
from npcserver.model.turn import IntentProposed, Line, LineDelta, Outcome, Usage
from npcserver.ports.embedder import Embedder
from npcserver.ports.storage import Store
from npcserver.prompts.render import Templates
from npcserver.rpc.interceptor import Patience
from npcserver.rpc.server import GrpcServer, ServerOptions
from npcserver.v1 import (
    character_service_pb2,
    character_service_pb2_grpc,
    group_chat_service_pb2_grpc,
    lore_service_pb2_grpc,
    memory_service_pb2_grpc,
    play_service_pb2_grpc,
    timeline_service_pb2,
    timeline_service_pb2_grpc,
    world_service_pb2,
    world_service_pb2_grpc,
)
from tests.fakes.memory_store import MemoryStore
from tests.fakes.memory_templates import MemoryTemplateArchive
from tests.fakes.numpy_index import NumpyIndex
from tests.fakes.small_models import ManualClock

SECRET = b"a secret of the tests"


@dataclass
class Script:
    """What a character answers: texts, events, awaited gates, and failures, in order.

    `thought` is what a model answers to everything but a line.
    """

    steps: list[object] = field(default_factory=lambda: ["Come in.", "Mind the step."])
    heard: list[Scene] = field(default_factory=list)
    closed: int = 0
    thought: Answer = '{"say": "I keep the inn."}'

    async def answer(
        self,
        scene: Scene,
        want_deltas: bool,  # noqa: FBT001 - as `Answer` has it
        notes: Notes,
    ) -> AsyncGenerator[Part, None]:
        self.heard.append(scene)
        notes.model, notes.template, notes.importance = "scripted:tavern", "reply", 5
        notes.usage = Usage(prompt_tokens=120, completion_tokens=12)
        try:
            for step in self.steps:
                if isinstance(step, BaseException):
                    raise step
                if isinstance(step, asyncio.Event):
                    await step.wait()
                elif isinstance(step, str):
                    if want_deltas:
                        yield LineDelta(text=step)
                    yield Line(text=step)
                elif isinstance(step, IntentProposed | LineDelta):
                    yield step
            yield notes.so_far(Outcome.COMPLETED)
        finally:
            self.closed += 1


def proposed(affordance: str, *arguments: tuple[str, Value]) -> IntentProposed:
    return IntentProposed(
        intent=ActionIntent(id=IntentId("int_1"), affordance=affordance, arguments=arguments)
    )


@dataclass
class Tavern:
    """A running server and a client of each of its services."""

    script: Script
    services: Services
    server: GrpcServer
    port: int
    channel: grpc.aio.Channel
    logs: Sequence[MutableMapping[str, Any]]

    def __post_init__(self) -> None:
        self.worlds = world_service_pb2_grpc.WorldServiceStub(self.channel)
        self.characters = character_service_pb2_grpc.CharacterServiceStub(self.channel)
        self.timelines = timeline_service_pb2_grpc.TimelineServiceStub(self.channel)
        self.lore = lore_service_pb2_grpc.LoreServiceStub(self.channel)
        self.memories = memory_service_pb2_grpc.MemoryServiceStub(self.channel)
        self.play = play_service_pb2_grpc.PlayServiceStub(self.channel)
        self.group_chats = group_chat_service_pb2_grpc.GroupChatServiceStub(self.channel)

    @property
    def calls(self) -> int:
        """How many calls the server is handling."""
        return self.server._calls.count

    def will_say(self, *steps: object) -> None:
        self.script.steps = list(steps)

    async def open(self, *names: str) -> str:
        """Create the world with its inn and these characters; return a timeline of it."""
        world = world_service_pb2.World(world_id="harbour", name="Harbour")
        await self.worlds.CreateWorld(world_service_pb2.CreateWorldRequest(world=world))
        place = world_service_pb2.Place(world_id="harbour", place_id="inn", name="The Inn")
        await self.worlds.CreatePlace(world_service_pb2.CreatePlaceRequest(place=place))
        for name in names or ("Mira",):
            await self.settle(name.lower(), character_service_pb2.Persona(name=name))
        return await self.start()

    async def settle(self, character_id: str, persona: character_service_pb2.Persona) -> None:
        """Let a character live at the inn."""
        character = character_service_pb2.Character(
            world_id="harbour", character_id=character_id, persona=persona, place_id="inn"
        )
        await self.characters.CreateCharacter(
            character_service_pb2.CreateCharacterRequest(character=character)
        )

    async def start(self) -> str:
        started = await self.timelines.StartTimeline(
            timeline_service_pb2.StartTimelineRequest(world_id="harbour")
        )
        return started.timeline.timeline_id


def _stage(store: Store, stream: MemoryStream, shelves: Shelves) -> ContextLoader:
    return ContextLoader(
        store,
        stream,
        profile=PROFILES["default"],
        recall=8,
        conversation_lines=12,
        reading=LoreReader(shelves),
    )


def use_cases(script: Script, embedder: Embedder | None = None) -> Services:
    """Return the real use cases over a store in memory."""
    store, clock = MemoryStore(), ManualClock()
    broadcast, foreground, floor = Broadcast(), Foreground(clock), TurnLock()
    embedder, profile = embedder or HashingEmbedder(), PROFILES["default"]
    stream = MemoryStream(NumpyIndex, embedder)
    shelves = Shelves(HashingEmbedder(), clock)
    stage = _stage(store, stream, shelves)
    around = {"broadcast": broadcast, "foreground": foreground, "clock": clock, "floor": floor}
    dialogue = Dialogue(store, stage, script.answer, store.turns, **around)  # type: ignore[arg-type]
    nearness = Nearness(embedder, seconds=60)
    talk = CircleConversation(store, stream, dialogue, profile=profile, nearness=nearness, **around)  # type: ignore[arg-type]
    directory = Directory(store, clock)
    play = Play(store, directory, broadcast, foreground)
    minds, templates = Minds(store, broadcast), Templates()
    model = ScriptedLanguageModel(lambda _: script.thought, name="scripted:tavern")
    asker = Asker(model, templates)
    setup = Setup(
        loader=lambda over, _: _stage(over, stream, shelves),
        reading=LoreReader(shelves),
        stream=stream,
        profile=profile,
        templates=templates,
        tuning=ReplyTuning(),
        playing=RecordedModel,
        embedder=embedder,
        attention=Attention.BACKGROUND,
        reflection_threshold=150,
        lull_seconds=60.0,
        asked_reactions=3,
    )
    return Services(
        worlds=Worlds(store, clock),
        characters=Characters(store, clock, broadcast),
        timelines=Timelines(store, clock, broadcast=broadcast, floor=floor),
        diffing=Diffing(store),
        lore=Lore(store, stream, shelves),
        memories=Memories(store, stream, profile),
        explaining=Explaining(store, stream),
        prompts=PromptRendering(store, MemoryTemplateArchive(), setup),
        tracing=Tracing(store, stream),
        knowing=Knowing(store, stream, embedder, profile),
        pinning=Pinning(store),
        reporting=Reporting(store, stream),
        minds=MindViews(minds, Budgets(store, default=Budget())),
        interviewing=Interviewing(minds, asker, stream, templates, profile=profile),
        reflections=ReflectionTrees(store, stream),
        surroundings=Surroundings(store, directory, play.observe),
        attending=Attending(store, directory, broadcast),
        play=play,
        dialogue=dialogue,
        turn_recovery=dialogue.recovery,
        circles=Circles(store, talk, broadcast, foreground),
        watching=Watching(store, broadcast),
        group_chats=GroupChats(store, broadcast, read_scene=parse_scene),
    )


@asynccontextmanager
async def serving(
    services: Services,
    script: Script | None = None,
    *,
    patience: Patience | None = None,
    client: Sequence[tuple[str, int]] = (),
    keys: tuple[str, ...] = (),
) -> AsyncGenerator[Tavern, None]:
    """Serve use cases on a free port until the block ends."""
    options = ServerOptions(port=0, patience=patience or Patience(), keys=keys)
    server = GrpcServer(services, options, SECRET)
    port = await server.start()
    try:
        # Whatever other tests made of the log, it is none of theirs that call by wire.
        with capture_logs() as logs:
            async with grpc.aio.insecure_channel(f"127.0.0.1:{port}", options=client) as channel:
                yield Tavern(script or Script(), services, server, port, channel, logs)
    finally:
        await server.drain_and_stop(0)
