"""A server with the real use cases over the in-memory store, or with misbehaving ones."""

import asyncio
from collections.abc import AsyncGenerator, MutableMapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import grpc
from structlog.testing import capture_logs

from npcbench.scripted_model import ScriptedLanguageModel
from npcmodels.embed.hash_embedder import HashingEmbedder
from npcscenes.app.group_chats import GroupChats
from npcserver.adapters.files import dump_world, parse_world
from npcserver.adapters.files.tombstones import JsonTombstones
from npcserver.adapters.note_signer import NoteSigner
from npcserver.admin.v1 import (
    lore_service_pb2_grpc,
    memory_service_pb2,
    memory_service_pb2_grpc,
    persona_service_pb2,
    persona_service_pb2_grpc,
    scene_service_pb2_grpc,
    world_service_pb2,
    world_service_pb2_grpc,
)
from npcserver.app.admission import Admission, AdmissionLimits
from npcserver.app.affordance_sets import RegisteredAffordances
from npcserver.app.attention import AttentionSettings
from npcserver.app.audit import AuditLog
from npcserver.app.authoring.directory import Directory
from npcserver.app.authoring.lore_index import LoreIndexCache
from npcserver.app.availability import CharacterAvailability
from npcserver.app.background_work import Foreground
from npcserver.app.budget_accounts import SpendingAccounts
from npcserver.app.characters import Characters
from npcserver.app.circles import Circles
from npcserver.app.clock_steps import ClockSteps
from npcserver.app.context.conversation_line import TalkWindow
from npcserver.app.context.mindset import Minds
from npcserver.app.context.recall import LoreReader
from npcserver.app.conversation.circle_conversation import CircleConversation
from npcserver.app.conversation.dialogue import Dialogue
from npcserver.app.conversation.known_characters import KnownCharacters
from npcserver.app.conversation.opening_suggestions import OpeningSuggestions
from npcserver.app.conversation.turn_context import ContextLoader
from npcserver.app.conversation.turn_lock import TurnGate, TurnLock
from npcserver.app.conversation.turn_request import SayToCharacter
from npcserver.app.ledger.explanations import Explanations
from npcserver.app.ledger.foresight import Foresight
from npcserver.app.ledger.memory_report import MemoryReports
from npcserver.app.ledger.provenance import FactKnowledge
from npcserver.app.ledger.sent_prompts import SentPrompts
from npcserver.app.lore import Lore
from npcserver.app.memories import Memories
from npcserver.app.play import Play
from npcserver.app.player_watch import PlayerWatch
from npcserver.app.players import Players
from npcserver.app.server_description import ServerDescriptions
from npcserver.app.services import Services
from npcserver.app.thoughts.budgets import Budgets
from npcserver.app.thoughts.interviews import Interviews
from npcserver.app.thoughts.job_worker import ThoughtLateness
from npcserver.app.timeline_diff import TimelineComparer
from npcserver.app.timeline_watch import (
    Checkpoint,
    LogFollower,
    TimelineWatch,
    WatchedRecord,
    WatchRequest,
)
from npcserver.app.timelines import Timelines
from npcserver.app.world_files import WorldFiles
from npcserver.app.world_texts import WorldTexts
from npcserver.app.worlds import ObjectStates, Worlds
from npcserver.bootstrap.databases import account_services
from npcserver.config import Settings
from npcserver.memory.embedding_texts import Nearness
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stream import MemoryStream
from npcserver.mind.prompted_thinker import PromptedThinker
from npcserver.mind.reply import Part
from npcserver.mind.reply_trace import ReplyTrace
from npcserver.model.access import TokenIssuer
from npcserver.model.affordance import ActionIntent, Value
from npcserver.model.errors import ModelFault
from npcserver.model.ids import IntentId, TimelineId, TurnId, WorldId
from npcserver.model.inputs import ReplyInput
from npcserver.model.model_use import Budget
from npcserver.model.record import Body, Draft, Record, RecordKind, Remembered, Source
from npcserver.model.turn import (
    IntentProposed,
    Line,
    LineDelta,
    TurnEvent,
    TurnOutcome,
    TurnStarted,
    Usage,
)
from npcserver.model.world import World
from npcserver.ports.storage import Append, Appended, Store
from npcserver.ports.vectors import Embedder
from npcserver.prompts.render import Templates
from npcserver.rpc.interceptor import RpcTimeouts
from npcserver.rpc.server import GrpcServer, ServerOptions
from npcserver.v1 import (
    character_service_pb2,
    character_service_pb2_grpc,
    memory_pb2,
    mind_pb2,
    play_service_pb2,
    play_service_pb2_grpc,
    timeline_service_pb2,
    timeline_service_pb2_grpc,
    turn_pb2,
)
from npctools.bootstrap.persona_previews import PersonaPreviews
from tests.fakes.access import access_services
from tests.fakes.channels import insecure_channel
from tests.fakes.language_models import ManualClock
from tests.fakes.memory_store import MemoryStore, NumpyIndex
from tests.fakes.playtests import playtests

SECRET = b"a secret of the tests"


@dataclass
class ReplyScript:
    """What a character answers: texts, events, awaited gates, and failures, in order.

    `thought` is what a model answers to everything but a line.
    """

    steps: list[object] = field(default_factory=lambda: ["Come in.", "Mind the step."])
    heard: list[ReplyInput] = field(default_factory=list)
    closed: int = 0
    thought: str | ModelFault = '{"say": "I keep the inn."}'

    async def answer(
        self,
        scene: ReplyInput,
        want_deltas: bool,  # noqa: FBT001 - as `Answer` has it
        notes: ReplyTrace,
        deadline: float | None = None,
        over_budget: str = "",
    ) -> AsyncGenerator[Part, None]:
        assert not over_budget, "these use cases have no limits"
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
            yield notes.so_far(TurnOutcome.COMPLETED)
        finally:
            self.closed += 1


def proposed_intent(affordance: str, *arguments: tuple[str, Value]) -> IntentProposed:
    return IntentProposed(
        intent=ActionIntent(id=IntentId("int_1"), affordance=affordance, arguments=arguments)
    )


@dataclass
class LoopbackServer:
    """A running server and a client of each of its services."""

    script: ReplyScript
    services: Services
    server: GrpcServer
    port: int
    channel: grpc.aio.Channel
    logs: Sequence[MutableMapping[str, Any]]

    def __post_init__(self) -> None:
        self.worlds = world_service_pb2_grpc.WorldServiceStub(self.channel)
        self.characters = character_service_pb2_grpc.CharacterServiceStub(self.channel)
        self.personas = persona_service_pb2_grpc.PersonaServiceStub(self.channel)
        self.timelines = timeline_service_pb2_grpc.TimelineServiceStub(self.channel)
        self.lore = lore_service_pb2_grpc.LoreServiceStub(self.channel)
        self.memories = memory_service_pb2_grpc.MemoryServiceStub(self.channel)
        self.play = play_service_pb2_grpc.PlayServiceStub(self.channel)
        self.scenes = scene_service_pb2_grpc.SceneServiceStub(self.channel)

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
            await self.settle(name.lower(), persona_service_pb2.Persona(name=name))
        return await self.start()

    async def settle(self, character_id: str, persona: persona_service_pb2.Persona) -> None:
        """Let a character live at the inn."""
        character = persona_service_pb2.Character(
            world_id="harbour", character_id=character_id, persona=persona, place_id="inn"
        )
        await self.personas.CreateCharacter(
            persona_service_pb2.CreateCharacterRequest(character=character)
        )

    async def start(self) -> str:
        started = await self.timelines.StartTimeline(
            timeline_service_pb2.StartTimelineRequest(world_id="harbour")
        )
        return started.timeline.timeline_id

    def say(
        self, timeline: str, text: str = "Hello?", **fields: Any
    ) -> grpc.aio.UnaryStreamCall[play_service_pb2.SayRequest, play_service_pb2.SayResponse]:
        """Say something to Mira as the player Ada, unless `fields` differ."""
        return self.play.Say(say_request(timeline, text, **fields))

    async def turn(
        self, timeline: str, text: str = "Hello?", **fields: Any
    ) -> list[turn_pb2.TurnEvent]:
        """Say something, and return the events of the whole turn."""
        return [response.event async for response in self.say(timeline, text, **fields)]

    async def happen(
        self, timeline: str, *texts: str, flags: Sequence[str] = (), who: str = "mira"
    ) -> play_service_pb2.ObserveResponse:
        """Let a character see something, and set flags of the story."""
        seen = [play_service_pb2.Observation(text=text, witness_ids=[who]) for text in texts]
        story = [play_service_pb2.StoryFlag(name=name) for name in flags]
        return await self.play.Observe(
            play_service_pb2.ObserveRequest(timeline_id=timeline, observations=seen, flags=story)
        )

    async def list_memories(
        self, timeline: str, who: str = "mira", **fields: Any
    ) -> Sequence[memory_pb2.Memory]:
        """Return what a character remembers, newest first."""
        request = memory_service_pb2.ListMemoriesRequest(
            timeline_id=timeline, character_id=who, **fields
        )
        return (await self.memories.ListMemories(request)).memories

    async def save(self, timeline: str, name: str = "Dawn") -> str:
        """Save the head of a timeline; return the id of the save."""
        request = timeline_service_pb2.SaveRequest(timeline_id=timeline, name=name)
        return (await self.timelines.Save(request)).save.save_id

    async def load(self, save: str, leaving: str = "") -> str:
        """Load a save; return the id of the new timeline."""
        request = timeline_service_pb2.LoadRequest(save_id=save, leaving_timeline_id=leaving)
        return (await self.timelines.Load(request)).timeline.timeline_id


def say_request(timeline: str, text: str = "Hello?", **fields: Any) -> play_service_pb2.SayRequest:
    """Return the request of the player Ada to say something to Mira, unless `fields` differ."""
    speaker = play_service_pb2.Speaker(id="p1", name="Ada")
    given = {"character_id": "mira", "speaker": speaker, "text": text, **fields}
    return play_service_pb2.SayRequest(timeline_id=timeline, **given)


def _stage(store: Store, stream: MemoryStream, lore_index: LoreIndexCache) -> ContextLoader:
    return ContextLoader(
        store,
        stream,
        profile=DEFAULT,
        recall=8,
        window=TalkWindow(12),
        reading=LoreReader(lore_index),
    )


def _described(embedder: str) -> ServerDescriptions:
    return ServerDescriptions(request_bytes=1 << 20, features=(), models=(), embedder=embedder)


def _beside(store: MemoryStore, suffix: str) -> Path:
    return Path(str(store.readers._engine.url.database)).with_suffix(suffix)


def _players(store: MemoryStore, stream: MemoryStream, floor: TurnLock) -> Players:
    return Players(
        store,
        store.erasure,
        JsonTombstones(_beside(store, ".forgotten")),
        ManualClock(),
        floor,
        drop_world=stream.drop_world,
        drop_timeline=store.forget,
    )


def _thinker(script: ReplyScript) -> PromptedThinker:
    model = ScriptedLanguageModel(lambda _: script.thought, name="scripted:tavern")
    return PromptedThinker(model, Templates())


def use_cases(
    script: ReplyScript,
    embedder: Embedder | None = None,
    limits: AdmissionLimits | None = None,
    *,
    issuers: Sequence[TokenIssuer] = (),
) -> Services:
    """Return the real use cases over a store in memory, without limits if none are given."""
    store, clock, floor, profile = MemoryStore(), ManualClock(), TurnLock(), DEFAULT
    access, keys, tokens = access_services(store, clock, issuers=issuers)
    foreground, log, embedder = Foreground(clock), LogFollower(store), embedder or HashingEmbedder()
    stream, nearness = MemoryStream(NumpyIndex, embedder), Nearness(embedder, seconds=60)
    stage = _stage(store, stream, lore_index := LoreIndexCache(HashingEmbedder(), clock))
    around = {"foreground": foreground, "clock": clock, "floor": floor}
    gate = TurnGate(admission := Admission(clock, limits), floor, KnownCharacters(), clock)
    dialogue = Dialogue(store, stage, script.answer, store.turns, gate=gate, **around)  # type: ignore[arg-type]
    talk = CircleConversation(store, stream, dialogue, profile=profile, nearness=nearness, **around)  # type: ignore[arg-type]
    play = Play(store, directory := Directory(store, clock), foreground)
    previews = PersonaPreviews(Settings(), store, stream, embedder, LoreReader(lore_index))
    return Services(
        server=_described(embedder.name),
        access=access,
        keys=keys,
        accounts=account_services(store.accounts, store.keys),
        tokens=tokens,
        suggestions=OpeningSuggestions(store, has_model=True),
        affordance_sets=RegisteredAffordances(store.affordance_sets),
        clock_steps=ClockSteps(play, store, store.jobs, admission, clock),
        players=_players(store, stream, floor),
        audit=AuditLog(store.audit, NoteSigner(_beside(store, ".pem"), "tests"), 3600.0),
        worlds=Worlds(store, clock),
        world_texts=WorldTexts(WorldFiles(store, clock, lore_index), parse_world, dump_world),
        characters=Characters(minds := Minds(store), clock, Budgets(store, default=Budget())),
        diffing=TimelineComparer(store),
        lore=Lore(store, stream, lore_index),
        memories=Memories(store, stream, profile),
        explaining=Explanations(store, stream),
        prompts=SentPrompts(store.prompts),
        persona_prompts=previews,
        knowing=FactKnowledge(store, stream, profile),
        foreseeing=Foresight(store),
        reporting=MemoryReports(store, stream),
        lateness=ThoughtLateness(store, store.jobs, clock),
        interviewing=Interviews(minds, _thinker(script), stream, Templates(), profile=profile),
        surroundings=ObjectStates(store, directory),
        attending=AttentionSettings(store, directory),
        availability=CharacterAvailability(store, directory, floor, play.looking),
        play=play,
        dialogue=dialogue,
        turn_recovery=dialogue.recovery,
        **playtests(store, clock, Timelines(store, clock, floor=floor), dialogue, stream, embedder),
        circles=Circles(store, talk, foreground),
        watching=(watching := TimelineWatch(log)),
        player_watching=PlayerWatch(store, watching),
        group_chats=GroupChats(store, log),
        admission=admission,
        spending=SpendingAccounts(store.spending, clock),
    )


@asynccontextmanager
async def serve_use_cases(
    services: Services,
    script: ReplyScript | None = None,
    *,
    patience: RpcTimeouts | None = None,
    client: Sequence[tuple[str, int]] = (),
    keys: tuple[str, ...] = (),
) -> AsyncGenerator[LoopbackServer, None]:
    """Serve use cases on a free port until the block ends."""
    options = ServerOptions(port=0, patience=patience or RpcTimeouts(), keys=keys)
    server = GrpcServer(services, options, SECRET)
    port = await server.start()
    try:
        # Whatever other tests made of the log, it is none of theirs that call by wire.
        with capture_logs() as logs:
            async with insecure_channel(f"127.0.0.1:{port}", options=client) as channel:
                yield LoopbackServer(script or ReplyScript(), services, server, port, channel, logs)
    finally:
        await server.drain_and_stop(0)


async def append_thought(loopback: LoopbackServer, timeline: str, *drafts: Draft) -> Appended:
    """Append what a thought would."""
    minds = loopback.services.characters._minds
    assert isinstance(minds, Minds)
    return await minds.store.append(Append(timeline_id=TimelineId(timeline), drafts=drafts))


def thought_draft(kind: RecordKind, body: Body, subject: str = "mira", text: str = "") -> Draft:
    return Draft(kind=kind, subject_id=subject, body=body, text=text)


async def get_mind(
    loopback: LoopbackServer, timeline: str, seq: int | None = None, character: str = "mira"
) -> mind_pb2.Mind:
    request = character_service_pb2.GetMindRequest(
        timeline_id=timeline, character_id=character, seq=seq
    )
    return (await loopback.characters.GetMind(request)).mind


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

    def interrupt(self, turn_id: TurnId, outcome: object = None) -> bool:
        return False

    async def say(
        self, say: SayToCharacter, circle: object = None
    ) -> AsyncGenerator[TurnEvent, None]:
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


class EndlessWatching(TimelineWatch):
    """Has news of 4 KB at any time."""

    def __init__(self) -> None:
        self.given = 0
        self.closed = 0

    async def watch(self, watch: WatchRequest) -> AsyncGenerator[WatchedRecord | Checkpoint, None]:
        try:
            while True:
                self.given += 1
                yield WatchedRecord(observation_record(self.given, "x" * 4000), ())
        finally:
            self.closed += 1


def observation_record(seq: int, text: str) -> Record:
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
