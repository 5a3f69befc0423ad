"""What a client meets in tests: canned answers, scripted connections, a terminal."""

import asyncio
import io
import os
import pty
import select
import time
import typing
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias, TypeVar, cast

import grpc
import npcclient
from google.protobuf import any_pb2
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status
from npcclient.chat import Chat, Screen, Wish, open_talk
from npcclient.connect_calls import raised
from rich.console import Console

from npcserver.admin.v1 import (
    memory_service_pb2,
    persona_service_pb2,
    scene_service_pb2,
    spending_service_pb2,
    world_service_pb2,
)
from npcserver.admin.v1 import recollection_pb2 as recollections
from npcserver.rpc.status import WIRE
from npcserver.v1 import (
    affordance_pb2,
    character_service_pb2,
    memory_pb2,
    mind_pb2,
    play_service_pb2,
    timeline_service_pb2,
    turn_pb2,
)
from tests.processes import PATIENCE, ForkedCommand

START = Timestamp(seconds=1_676_278_800)  # Monday 13 February 2023, 09:00

WORLD = world_service_pb2.World(
    world_id="harbour", name="Harbour", description="A small port.", world_start_time=START
)
PLACES = (
    world_service_pb2.Place(
        place_id="inn",
        world_id="harbour",
        name="The Lantern",
        description="Low beams and a warm stove.",
        objects=["stove", "long table"],
        hours=world_service_pb2.OpeningHours(opens="07:00", closes="23:00"),
        capacity=30,
    ),
    world_service_pb2.Place(place_id="bar", world_id="harbour", name="Bar", parent_id="inn"),
    world_service_pb2.Place(place_id="pier", world_id="harbour", name="Pier"),
)


def canned_character(identifier: str, name: str, place: str) -> persona_service_pb2.Character:
    persona = persona_service_pb2.Persona(name=name, age=40, traits="patient, curious")
    return persona_service_pb2.Character(
        character_id=identifier, world_id="harbour", persona=persona, place_id=place
    )


CHARACTERS = (
    canned_character("mira", "Mira Vale", "bar"),
    canned_character("isabella", "Isabella Rodriguez", "bar"),
    canned_character("isa-bell", "Isa Bell", "pier"),
)


def turn_event(**arm: Any) -> turn_pb2.TurnEvent:
    return turn_pb2.TurnEvent(turn_id="trn_1", **arm)


def line_event(text: str, emotion: str | None = "neutral") -> turn_pb2.TurnEvent:
    felt = None if emotion is None else turn_pb2.Emotion(label=emotion)
    return turn_event(line=turn_pb2.Line(text=text, emotion=felt))


def delta_event(text: str) -> turn_pb2.TurnEvent:
    return turn_event(delta=turn_pb2.LineDelta(text=text))


def intent_event(name: str, **texts: str) -> turn_pb2.TurnEvent:
    arguments = [affordance_pb2.Argument(name=key, text=value) for key, value in texts.items()]
    return turn_event(intent=affordance_pb2.ActionIntent(affordance=name, arguments=arguments))


def ended_event(
    outcome: str = "COMPLETED", rung: str = "PRIMARY", *, not_kept: bool = False
) -> turn_pb2.TurnEvent:
    finished = turn_pb2.TurnFinished(
        outcome=turn_pb2.TurnOutcome.Value(f"TURN_OUTCOME_{outcome}"),
        rung=turn_pb2.Rung.Value(f"RUNG_{rung}"),
        receipt_id="trn_1",
        not_kept=not_kept,
    )
    return turn_event(finished=finished)


STARTED_EVENT = turn_event(started=turn_pb2.TurnStarted(character_id="mira"))


NINE = 1_676_278_800  # Monday 13 February 2023, 09:00


def timestamp_at(minutes: int) -> Timestamp:
    return Timestamp(seconds=NINE + 60 * minutes)


MIND = mind_pb2.Mind(
    character_id="mira",
    seq=12,
    world_time=timestamp_at(0),
    attention=mind_pb2.ATTENTION_FOREGROUND,
    place_id="bar",
    act=mind_pb2.Act(
        activity="polishing the long table",
        emoji="🧽",
        object_name="long table",
        world_end_time=timestamp_at(15),
        cause=mind_pb2.ACT_CAUSE_REACTION,
        wanted_place_id="pier",
    ),
    next=mind_pb2.Step(
        world_start_time=timestamp_at(15), activity="counting the barrels", emoji="🛢"
    ),
    day_plan=mind_pb2.DayPlan(
        world_day="2023-02-13",
        blocks=[
            mind_pb2.Block(
                world_start_time=timestamp_at(0),
                minutes=60,
                activity="opening the inn",
                place_id="bar",
                steps=[
                    mind_pb2.Step(
                        world_start_time=timestamp_at(5), minutes=10, activity="lighting the stove"
                    )
                ],
            )
        ],
    ),
    mood=mind_pb2.Mood(valence=-0.5, arousal=0.4, label="worry", why="the lamp is dark"),
    relations=[
        mind_pb2.Standing(
            other_id="isa-bell",
            other_name="Isa Bell",
            affinity=-20,
            trust=35,
            familiarity=60,
            view="She owes you for a window.",
        )
    ],
    beliefs=[mind_pb2.Belief(topic="lamp", text="The lamp was put out on purpose.", score=80)],
    conversation=mind_pb2.Conversation(with_id="isabella", with_name="Isabella Rodriguez"),
)
SPENDING = spending_service_pb2.Spending(
    world_day="2023-02-13",
    calls=17,
    tokens=20400,
    money_micros=500_000,
    by_purpose=[
        spending_service_pb2.PurposeSpending(
            group=spending_service_pb2.PURPOSE_GROUP_DIALOGUE,
            calls=2,
            tokens=4400,
            money_micros=500_000,
        ),
        spending_service_pb2.PurposeSpending(
            group=spending_service_pb2.PURPOSE_GROUP_RATINGS, calls=15, tokens=16000
        ),
    ],
)
INTERVIEW = persona_service_pb2.InterviewResponse(
    answer="I keep the inn, and I keep quiet about the lamp.",
    recollections=[
        recollections.Recollection(
            memory=memory_pb2.Memory(text="The lamp went dark.", world_create_time=timestamp_at(0)),
            score=1.5,
        )
    ],
    model="scripted:echo",
)
NODES = [
    memory_service_pb2.ReflectionNode(
        memory=memory_pb2.Memory(memory_id="tl_1.9", text="Isa hides something.", depth=1)
    ),
    memory_service_pb2.ReflectionNode(
        memory=memory_pb2.Memory(memory_id="tl_1.4", text="Isa hid a lamp."), level=1
    ),
]
THING = mind_pb2.ObjectState(place_id="bar", object_name="stove", state="burning")

MIND_ANSWERS: dict[str, Message] = {
    "GetDaySpending": spending_service_pb2.GetDaySpendingResponse(spending=SPENDING),
    "GetMind": character_service_pb2.GetMindResponse(mind=MIND),
    "Interview": INTERVIEW,
    "Whisper": persona_service_pb2.WhisperResponse(memory_id="tl_1.13"),
    "GetReflectionTree": memory_service_pb2.GetReflectionTreeResponse(nodes=NODES),
    "SetAttention": play_service_pb2.SetAttentionResponse(seq=14),
    "ListObjectStates": timeline_service_pb2.ListObjectStatesResponse(object_states=[THING]),
}


_NINE = Timestamp(seconds=1_676_278_800)  # Monday 13 February 2023


@dataclass
class CannedLedger:
    """The stations of one fact, and the receipt of what left a memory."""

    hops: list[memory_service_pb2.KnowledgeHop] = field(default_factory=list)
    behind: memory_service_pb2.ExplainResponse = field(
        default_factory=memory_service_pb2.ExplainResponse
    )
    prompt: memory_service_pb2.RenderedPrompt | None = None
    recalled: list[recollections.Recollection] = field(
        default_factory=lambda: [canned_recollection()]
    )

    def explained(
        self, receipt: memory_service_pb2.Receipt, request: memory_service_pb2.ExplainRequest
    ) -> memory_service_pb2.ExplainResponse:
        answer = (
            self.behind
            if request.memory_id
            else memory_service_pb2.ExplainResponse(receipt=receipt)
        )
        if request.with_prompt and self.prompt is not None:
            answer.rendered_prompt.CopyFrom(self.prompt)
        return answer

    def traced(self) -> memory_service_pb2.TraceMemoryResponse:
        return memory_service_pb2.TraceMemoryResponse(hops=self.hops)

    def who_knows(self) -> memory_service_pb2.WhoKnowsResponse:
        """Answer that each holder of a station knows, from there on."""
        knowers = [
            memory_service_pb2.Knower(
                character_id=hop.holder_id,
                name=hop.holder_name,
                memories=[hop.memory],
                hops=self.hops[place:],
            )
            for place, hop in enumerate(self.hops)
        ]
        return memory_service_pb2.WhoKnowsResponse(knowers=knowers)


def canned_recollection() -> recollections.Recollection:
    memory = memory_pb2.Memory(
        memory_id="m1",
        text="The lamp on the pier is broken.",
        kind=memory_pb2.MEMORY_KIND_UTTERANCE,
        importance=6,
        is_rated=True,
        world_create_time=_NINE,
    )
    return recollections.Recollection(
        memory=memory, score=1.25, recency=0.5, importance=0.25, relevance=0.75
    )


CANNED_CHAT = scene_service_pb2.Scene(
    scene_id="gc_1", timeline_id="tl_1", title="The mill", is_paused=True
)
CANNED_CHAT_EVENTS = (
    scene_service_pb2.WatchSceneResponse(
        seq=4, round=1, line=scene_service_pb2.SceneLine(member_id="ada", text="Sell.")
    ),
    scene_service_pb2.WatchSceneResponse(
        seq=9, round=1, closed=scene_service_pb2.SceneClosed(is_settled=True)
    ),
)
GROUP_ANSWERS: Mapping[str, Message] = {
    "OpenScene": scene_service_pb2.OpenSceneResponse(scene=CANNED_CHAT),
    "GetScene": scene_service_pb2.GetSceneResponse(scene=CANNED_CHAT),
    "ListScenes": scene_service_pb2.ListScenesResponse(scenes=[CANNED_CHAT]),
    "AdvanceScene": scene_service_pb2.AdvanceSceneResponse(seq=3),
    "TakeSeat": scene_service_pb2.TakeSeatResponse(seq=4),
    "LeaveSeat": scene_service_pb2.LeaveSeatResponse(seq=5),
    "SpeakInScene": scene_service_pb2.SpeakInSceneResponse(seq=6),
    "ChoosePartner": scene_service_pb2.ChoosePartnerResponse(seq=7),
    "CastVote": scene_service_pb2.CastVoteResponse(seq=8),
    "CloseScene": scene_service_pb2.CloseSceneResponse(seq=9),
    "GetSceneResult": scene_service_pb2.GetSceneResultResponse(
        scene=CANNED_CHAT, winner_ids=["ada"]
    ),
}


_NOW = Timestamp(seconds=1_676_278_800)
_TOLD = memory_pb2.Memory(
    memory_id="tl_1.5",
    text="The lamp on the pier is broken.",
    kind=memory_pb2.MEMORY_KIND_UTTERANCE,
    source=memory_pb2.MEMORY_SOURCE_TOLD,
    speaker_name="Ann",
    world_create_time=_NOW,
)

FIXED_ANSWERS: Mapping[str, Message] = {
    **MIND_ANSWERS,
    **GROUP_ANSWERS,
    "ListTimelines": timeline_service_pb2.ListTimelinesResponse(
        timelines=[
            timeline_service_pb2.Timeline(timeline_id=name, world_id="harbour", world_time=_NOW)
            for name in ("tl_1", "tl_2")
        ]
    ),
    "Diff": memory_service_pb2.DiffResponse(
        common_timeline_id="tl_1",
        common_seq=4,
        world_time_a=_NOW,
        world_time_b=_NOW,
        minds=[
            memory_service_pb2.MindDiff(
                character_id="mira",
                name="Mira",
                b=memory_service_pb2.MindSide(memories=[_TOLD], memory_count=3),
            )
        ],
        flags_b=["storm"],
    ),
    "DeleteSave": timeline_service_pb2.DeleteSaveResponse(),
    "DeleteTimeline": timeline_service_pb2.DeleteTimelineResponse(),
}


Context: TypeAlias = "grpc.aio.ServicerContext[typing.Any, typing.Any]"
Handler: TypeAlias = "grpc.RpcMethodHandler[typing.Any, typing.Any]"
Asked = TypeVar("Asked", bound=Message)
QUIET = [play_service_pb2.WatchResponse(seq=seq) for seq in (7, 8)]
FILES = tuple(
    module.DESCRIPTOR
    for module in (
        world_service_pb2,
        character_service_pb2,
        spending_service_pb2,
        persona_service_pb2,
        timeline_service_pb2,
        memory_service_pb2,
        play_service_pb2,
        scene_service_pb2,
    )
)


@dataclass
class CannedFailure:
    """An error to answer with, `times` times."""

    code: grpc.StatusCode
    message: str
    reason: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    retry_after: int | None = None
    times: int = 1


@dataclass
class ServerControl:
    """What the server was asked, and what it shall do next."""

    requests: list[Message] = field(default_factory=list)
    failures: list[CannedFailure] = field(default_factory=list)
    events: list[turn_pb2.TurnEvent] = field(default_factory=list)
    waits_after: int | None = None
    interrupted: asyncio.Event = field(default_factory=asyncio.Event)
    is_hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    is_waiting: asyncio.Event = field(default_factory=asyncio.Event)
    is_cut_after_event: bool = False
    saves: list[timeline_service_pb2.SaveSlot] = field(default_factory=list)
    receipt: memory_service_pb2.Receipt = field(default_factory=memory_service_pb2.Receipt)
    ledger: CannedLedger = field(default_factory=CannedLedger)
    deadlines: list[float] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    routing: list[dict[str, str]] = field(default_factory=list)
    missing_timelines: set[str] = field(default_factory=set)
    watched: list[play_service_pb2.WatchResponse] = field(default_factory=lambda: QUIET)

    def asked(self, kind: type[Asked]) -> list[Asked]:
        return [request for request in self.requests if isinstance(request, kind)]

    async def note(self, request: Message, context: Context) -> None:
        self.requests.append(request)
        self.deadlines.append(context.time_remaining())
        self.note_key(context)
        if not self.failures:
            return
        failure = self.failures[0]
        failure.times -= 1
        if failure.times == 0:
            self.failures.pop(0)
        await fail(context, failure)

    def note_key(self, context: Context) -> None:
        metadata = dict(context.invocation_metadata() or ())
        if "authorization" in metadata:
            self.keys.append(str(metadata["authorization"]))
        self.routing.append(
            {name: str(metadata[name]) for name in metadata if name.startswith("x-npc-")}
        )


async def fail(context: Context, failure: CannedFailure) -> None:
    status = status_pb2.Status(code=failure.code.value[0], message=failure.message)
    if failure.reason:
        detail = any_pb2.Any()
        detail.Pack(
            error_details_pb2.ErrorInfo(
                reason=failure.reason, domain="npcserver", metadata=failure.metadata
            )
        )
        status.details.append(detail)
    if failure.retry_after is not None:
        delay = any_pb2.Any()
        delay.Pack(error_details_pb2.RetryInfo(retry_delay=Duration(seconds=failure.retry_after)))
        status.details.append(delay)
    await context.abort_with_status(rpc_status.to_status(status))


def timeline(identifier: str) -> timeline_service_pb2.Timeline:
    return timeline_service_pb2.Timeline(
        timeline_id=identifier, world_id="harbour", world_time=START
    )


def _worlds(request: world_service_pb2.ListWorldsRequest) -> Message:
    names = ["a", "b", "c"]
    at = names.index(request.page_token) if request.page_token else 0
    token = names[at + 1] if at < 2 else ""
    world = world_service_pb2.World(world_id=names[at])
    return world_service_pb2.ListWorldsResponse(worlds=[world], next_page_token=token)


def _save(control: ServerControl, request: timeline_service_pb2.SaveRequest) -> Message:
    slot = timeline_service_pb2.SaveSlot(
        save_id=f"sav_{len(control.saves)}",
        name=request.name,
        world_time=START,
        create_time=Timestamp(seconds=len(control.saves) + 1),
    )
    control.saves.append(slot)
    return timeline_service_pb2.SaveResponse(save=slot)


def _interrupt(control: ServerControl) -> Message:
    control.interrupted.set()
    return play_service_pb2.InterruptResponse(was_speaking=True)


Answer: TypeAlias = "Callable[[ServerControl, typing.Any], Message]"
ANSWERS: dict[str, Answer] = {
    "GetWorld": lambda _s, _r: world_service_pb2.GetWorldResponse(world=WORLD),
    "ListWorlds": lambda _, request: _worlds(request),
    "UpdateWorld": lambda _, r: world_service_pb2.UpdateWorldResponse(world=r.world),
    "ListPlaces": lambda _s, _r: world_service_pb2.ListPlacesResponse(places=PLACES),
    "CreateCharacter": lambda _, r: persona_service_pb2.CreateCharacterResponse(
        character=r.character
    ),
    "ListCharacters": lambda _s, _r: persona_service_pb2.ListCharactersResponse(
        characters=CHARACTERS
    ),
    "StartTimeline": lambda _s, _r: timeline_service_pb2.StartTimelineResponse(
        timeline=timeline("tl_1")
    ),
    "GetTimeline": lambda _, r: timeline_service_pb2.GetTimelineResponse(
        timeline=timeline(r.timeline_id)
    ),
    "Save": _save,
    "Load": lambda _s, _r: timeline_service_pb2.LoadResponse(timeline=timeline("tl_loaded")),
    "ListSaves": lambda control, _: timeline_service_pb2.ListSavesResponse(saves=control.saves),
    "ListMemories": lambda control, _: memory_service_pb2.ListMemoriesResponse(
        memories=[one.memory for one in control.ledger.recalled]
    ),
    "Recall": lambda control, _: memory_service_pb2.RecallResponse(
        recollections=control.ledger.recalled
    ),
    "Explain": lambda control, request: control.ledger.explained(control.receipt, request),
    "TraceMemory": lambda control, _: control.ledger.traced(),
    "WhoKnows": lambda control, _: control.ledger.who_knows(),
    "Interrupt": lambda control, _: _interrupt(control),
    "Observe": lambda _s, _r: play_service_pb2.ObserveResponse(first_seq=4, last_seq=5),
    "AdvanceClock": lambda _, r: play_service_pb2.AdvanceClockResponse(world_time=r.world_time),
}


class CannedHandlers:
    """The handlers of all methods: a request is noted, and answered from the table."""

    def __init__(self, control: ServerControl) -> None:
        self.control = control

    def unary(self, method: str) -> Callable[[Message, Context], Awaitable[Message]]:
        async def answer(request: Message, context: Context) -> Message:
            await self.control.note(request, context)
            timeline_id = getattr(request, "timeline_id", "")
            if timeline_id in self.control.missing_timelines:
                await fail(context, CannedFailure(grpc.StatusCode.NOT_FOUND, "no such timeline"))
            canned = FIXED_ANSWERS.get(method)
            return ANSWERS[method](self.control, request) if canned is None else canned

        return answer

    async def say(
        self,
        request: play_service_pb2.SayRequest | play_service_pb2.SayInCircleRequest,
        context: Context,
    ) -> AsyncGenerator[Message, None]:
        try:
            await self.control.note(request, context)
            for number, event in enumerate(self.control.events):
                if self.control.waits_after == number:
                    self.control.is_waiting.set()
                    await self.control.interrupted.wait()
                    yield play_service_pb2.SayResponse(event=ended_event("INTERRUPTED"))
                    return
                yield play_service_pb2.SayResponse(event=event)
                if self.control.is_cut_after_event:
                    await fail(context, CannedFailure(grpc.StatusCode.UNAVAILABLE, "going away"))
        except (asyncio.CancelledError, GeneratorExit):  # the latter in the middle of a write
            self.control.is_hung_up.set()
            raise

    async def say_in_circle(
        self, request: play_service_pb2.SayInCircleRequest, context: Context
    ) -> AsyncGenerator[Message, None]:
        async for said in self.say(request, context):
            assert isinstance(said, play_service_pb2.SayResponse)
            yield play_service_pb2.SayInCircleResponse(turn=said.event)

    async def watch(
        self,
        request: play_service_pb2.WatchRequest | scene_service_pb2.WatchSceneRequest,
        context: Context,
    ) -> AsyncGenerator[Message, None]:
        await self.control.note(request, context)
        is_play = isinstance(request, play_service_pb2.WatchRequest)
        for event in self.control.watched if is_play else CANNED_CHAT_EVENTS:
            if event.seq > request.after_seq:
                yield event
        if self.control.is_cut_after_event:
            await fail(context, CannedFailure(grpc.StatusCode.UNAVAILABLE, "going away"))

    def handler(self, method: MethodDescriptor) -> Handler:
        codec: dict[str, typing.Any] = {
            "request_deserializer": GetMessageClass(method.input_type).FromString,
            "response_serializer": GetMessageClass(method.output_type).SerializeToString,
        }
        streams: dict[str, typing.Any] = {
            "Say": self.say,
            "SayInCircle": self.say_in_circle,
            "Watch": self.watch,
            "WatchScene": self.watch,
        }
        if method.name in streams:
            return grpc.unary_stream_rpc_method_handler(streams[method.name], **codec)
        return grpc.unary_unary_rpc_method_handler(self.unary(method.name), **codec)


def saying_wire(handler: "grpc.RpcMethodHandler[Any, Any]") -> "grpc.RpcMethodHandler[Any, Any]":
    """Return the handler of a server that says which wire it speaks, before anything else."""
    codec = {
        "request_deserializer": handler.request_deserializer,
        "response_serializer": handler.response_serializer,
    }
    unary: Any = handler.unary_unary
    if not handler.response_streaming:

        async def answer(request: Any, context: Context) -> Any:
            context.set_trailing_metadata((WIRE,))
            return await unary(request, context)

        return grpc.unary_unary_rpc_method_handler(answer, **codec)
    behaviour: Any = handler.unary_stream

    async def stream(request: Any, context: Context) -> AsyncGenerator[Any, None]:
        await context.send_initial_metadata((WIRE,))
        async with aclosing(behaviour(request, context)) as answers:
            async for each in answers:
                yield each

    return grpc.unary_stream_rpc_method_handler(stream, **codec)


@asynccontextmanager
async def serve_canned(
    control: ServerControl, *, says_wire: bool = True
) -> AsyncGenerator[str, None]:
    """Serve the stage on a free port of this machine; yields the address.

    Without `says_wire` it is as a server before 0.3.0.
    """
    server, canned = grpc.aio.server(), CannedHandlers(control)
    for file in FILES:
        for service in file.services_by_name.values():
            handlers = {
                method.name: saying_wire(canned.handler(method))
                if says_wire
                else canned.handler(method)
                for method in service.methods
            }
            generic = grpc.method_handlers_generic_handler(service.full_name, handlers)
            server.add_generic_rpc_handlers((generic,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)


def recording_console(width: int = 100) -> Screen:
    return Screen(Console(file=io.StringIO(), width=width), is_plain=True)


def screen_text(chat: Chat) -> str:
    output = chat.screen.console.file
    assert isinstance(output, io.StringIO)
    return output.getvalue()


async def start_chat(npc: npcclient.NpcClient, width: int = 100, partner: str = "mira") -> Chat:
    wish = Wish(world_id="harbour", player="Ann", partner=partner)
    return Chat(npc, recording_console(width), await open_talk(npc, wish))


GONE = raised(grpc.StatusCode.UNAVAILABLE, "going away")


class RecordingChannel:
    """Passes everything on to another channel."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel
        self.called: set[str] = set()

    def unary_unary(self, method: str, **options: Any) -> Callable[..., Any]:
        return self._noted(method, self._channel.unary_unary(method, **options))

    def unary_stream(self, method: str, **options: Any) -> Callable[..., Any]:
        return self._noted(method, self._channel.unary_stream(method, **options))

    async def close(self) -> None:
        await self._channel.close()

    def as_channel(self) -> grpc.aio.Channel:
        return cast("grpc.aio.Channel", self)

    def _noted(self, method: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*arguments: Any, **options: Any) -> Any:
            self.called.add(method.removeprefix("/"))
            return call(*arguments, **options)

        return noting


class Terminal:
    """A command on a terminal (see `ForkedCommand`), and a person at its keyboard."""

    def __init__(self, *words: str, environment: Mapping[str, str], **more: str) -> None:
        self.seen = ""
        self._waited_for = 0
        self._fd, self._theirs = pty.openpty()
        there = Path(os.ttyname(self._theirs))
        self._process = ForkedCommand(
            *words, environment=environment, output=there, errors=there, typed=there, **more
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        for end in (self._fd, self._theirs):
            os.close(end)

    def wait_for(self, text: str) -> None:
        """Read until the text shows after what was waited for before."""
        start, ends_at = self._waited_for, time.monotonic() + PATIENCE
        while text not in self.seen[start:]:
            assert time.monotonic() < ends_at, f"no {text!r} in {self.seen[start:]!r}"
            assert self._read(), f"ended without {text!r}: {self.seen!r}"
        self._waited_for = self.seen.index(text, start) + len(text)

    def type(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def exit_code(self) -> int:
        ends_at = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < ends_at, self.seen
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        """Read what is shown; return whether there may be more."""
        is_over = self._process.poll() is not None
        if not select.select([self._fd], [], [], 0 if is_over else 0.1)[0]:
            return not is_over
        self.seen += os.read(self._fd, 65536).decode(errors="replace")
        return True
