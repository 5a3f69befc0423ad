"""A little server of canned answers that speaks `npcserver.v1`."""

import asyncio
import typing
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from npcserver.v1 import (
    character_service_pb2,
    group_chat_service_pb2,
    memory_service_pb2,
    play_service_pb2,
    timeline_service_pb2,
    turn_pb2,
    world_service_pb2,
)
from tests.fakes.canned_group_chats import SEEN
from tests.fakes.canned_ledger import Ledger
from tests.fakes.canned_timelines import FIXED_ANSWERS
from tests.fakes.canned_turns import ended
from tests.fakes.canned_world import CHARACTERS, PLACES, START, WORLD

Context: TypeAlias = "grpc.aio.ServicerContext[typing.Any, typing.Any]"
Handler: TypeAlias = "grpc.RpcMethodHandler[typing.Any, typing.Any]"
Asked = TypeVar("Asked", bound=Message)
QUIET = [play_service_pb2.WatchResponse(seq=seq) for seq in (7, 8)]
FILES = tuple(
    module.DESCRIPTOR
    for module in (
        world_service_pb2,
        character_service_pb2,
        timeline_service_pb2,
        memory_service_pb2,
        play_service_pb2,
        group_chat_service_pb2,
    )
)


@dataclass
class Failure:
    """An error to answer with, `times` times."""

    code: grpc.StatusCode
    message: str
    reason: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    retry_after: int | None = None
    times: int = 1


@dataclass
class Backstage:
    """What the server was asked, and what it shall do next."""

    requests: list[Message] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    events: list[turn_pb2.TurnEvent] = field(default_factory=list)
    waits_after: int | None = None
    interrupted: asyncio.Event = field(default_factory=asyncio.Event)
    is_hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    is_waiting: asyncio.Event = field(default_factory=asyncio.Event)
    is_cut_after_event: bool = False
    saves: list[timeline_service_pb2.SaveSlot] = field(default_factory=list)
    receipt: memory_service_pb2.Receipt = field(default_factory=memory_service_pb2.Receipt)
    ledger: Ledger = field(default_factory=Ledger)
    deadlines: list[float] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
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


async def fail(context: Context, failure: Failure) -> None:
    status = status_pb2.Status(code=failure.code.value[0], message=failure.message)
    if failure.reason:
        detail = Any()
        detail.Pack(
            error_details_pb2.ErrorInfo(
                reason=failure.reason, domain="npcserver", metadata=failure.metadata
            )
        )
        status.details.append(detail)
    if failure.retry_after is not None:
        delay = Any()
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


def _save(stage: Backstage, request: timeline_service_pb2.SaveRequest) -> Message:
    slot = timeline_service_pb2.SaveSlot(
        save_id=f"sav_{len(stage.saves)}",
        name=request.name,
        world_time=START,
        create_time=Timestamp(seconds=len(stage.saves) + 1),
    )
    stage.saves.append(slot)
    return timeline_service_pb2.SaveResponse(save=slot)


def _interrupt(stage: Backstage) -> Message:
    stage.interrupted.set()
    return play_service_pb2.InterruptResponse(was_speaking=True)


Answer: TypeAlias = "Callable[[Backstage, typing.Any], Message]"
ANSWERS: dict[str, Answer] = {
    "GetWorld": lambda _s, _r: world_service_pb2.GetWorldResponse(world=WORLD),
    "ListWorlds": lambda _, request: _worlds(request),
    "UpdateWorld": lambda _, r: world_service_pb2.UpdateWorldResponse(world=r.world),
    "ListPlaces": lambda _s, _r: world_service_pb2.ListPlacesResponse(places=PLACES),
    "CreateCharacter": lambda _, r: character_service_pb2.CreateCharacterResponse(
        character=r.character
    ),
    "ListCharacters": lambda _s, _r: character_service_pb2.ListCharactersResponse(
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
    "ListSaves": lambda stage, _: timeline_service_pb2.ListSavesResponse(saves=stage.saves),
    "ListMemories": lambda stage, _: memory_service_pb2.ListMemoriesResponse(
        memories=[one.memory for one in stage.ledger.recalled]
    ),
    "Recall": lambda stage, _: memory_service_pb2.RecallResponse(
        recollections=stage.ledger.recalled
    ),
    "Explain": lambda stage, request: stage.ledger.explained(stage.receipt, request),
    "TraceMemory": lambda stage, _: stage.ledger.traced(),
    "WhoKnows": lambda stage, _: stage.ledger.who_knows(),
    "Interrupt": lambda stage, _: _interrupt(stage),
    "Observe": lambda _s, _r: play_service_pb2.ObserveResponse(first_seq=4, last_seq=5),
    "AdvanceClock": lambda _, r: play_service_pb2.AdvanceClockResponse(world_time=r.world_time),
}


class Canned:
    """The handlers of all methods: a request is noted, and answered from the table."""

    def __init__(self, stage: Backstage) -> None:
        self.stage = stage

    def unary(self, method: str) -> Callable[[Message, Context], Awaitable[Message]]:
        async def answer(request: Message, context: Context) -> Message:
            await self.stage.note(request, context)
            timeline_id = getattr(request, "timeline_id", "")
            if timeline_id in self.stage.missing_timelines:
                await fail(context, Failure(grpc.StatusCode.NOT_FOUND, "no such timeline"))
            canned = FIXED_ANSWERS.get(method)
            return ANSWERS[method](self.stage, request) if canned is None else canned

        return answer

    async def say(
        self,
        request: play_service_pb2.SayRequest | play_service_pb2.SayInCircleRequest,
        context: Context,
    ) -> AsyncGenerator[Message, None]:
        try:
            await self.stage.note(request, context)
            for number, event in enumerate(self.stage.events):
                if self.stage.waits_after == number:
                    self.stage.is_waiting.set()
                    await self.stage.interrupted.wait()
                    yield play_service_pb2.SayResponse(event=ended("INTERRUPTED"))
                    return
                yield play_service_pb2.SayResponse(event=event)
                if self.stage.is_cut_after_event:
                    await fail(context, Failure(grpc.StatusCode.UNAVAILABLE, "going away"))
        except (asyncio.CancelledError, GeneratorExit):  # the latter in the middle of a write
            self.stage.is_hung_up.set()
            raise

    async def say_in_circle(
        self, request: play_service_pb2.SayInCircleRequest, context: Context
    ) -> AsyncGenerator[Message, None]:
        async for said in self.say(request, context):
            assert isinstance(said, play_service_pb2.SayResponse)
            yield play_service_pb2.SayInCircleResponse(turn=said.event)

    async def watch(
        self,
        request: play_service_pb2.WatchRequest | group_chat_service_pb2.WatchGroupChatRequest,
        context: Context,
    ) -> AsyncGenerator[Message, None]:
        await self.stage.note(request, context)
        is_play = isinstance(request, play_service_pb2.WatchRequest)
        for event in self.stage.watched if is_play else SEEN:
            if event.seq > request.after_seq:
                yield event
        if self.stage.is_cut_after_event:
            await fail(context, Failure(grpc.StatusCode.UNAVAILABLE, "going away"))

    async def play(
        self, requests: AsyncIterator[play_service_pb2.PlayRequest], context: Context
    ) -> AsyncGenerator[Message, None]:
        self.stage.note_key(context)
        async for request in requests:
            self.stage.requests.append(request)
            if request.HasField("open"):
                opened = play_service_pb2.PlayOpened(head_seq=3)
                yield play_service_pb2.PlayResponse(opened=opened)
                continue
            observed = play_service_pb2.ObserveResponse(first_seq=4, last_seq=4)
            yield play_service_pb2.PlayResponse(request_id=request.request_id, observed=observed)

    def handler(self, method: MethodDescriptor) -> Handler:
        codec: dict[str, typing.Any] = {
            "request_deserializer": GetMessageClass(method.input_type).FromString,
            "response_serializer": GetMessageClass(method.output_type).SerializeToString,
        }
        streams: dict[str, typing.Any] = {
            "Say": self.say,
            "SayInCircle": self.say_in_circle,
            "Watch": self.watch,
            "WatchGroupChat": self.watch,
        }
        if method.name == "Play":
            return grpc.stream_stream_rpc_method_handler(self.play, **codec)
        if method.name in streams:
            return grpc.unary_stream_rpc_method_handler(streams[method.name], **codec)
        return grpc.unary_unary_rpc_method_handler(self.unary(method.name), **codec)


@asynccontextmanager
async def canned_server(stage: Backstage) -> AsyncGenerator[str, None]:
    """Serve the stage on a free port of this machine; yields the address."""
    server, canned = grpc.aio.server(), Canned(stage)
    for file in FILES:
        for service in file.services_by_name.values():
            handlers = {method.name: canned.handler(method) for method in service.methods}
            generic = grpc.method_handlers_generic_handler(service.full_name, handlers)
            server.add_generic_rpc_handlers((generic,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)
