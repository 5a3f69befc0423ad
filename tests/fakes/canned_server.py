"""A little server of canned answers that speaks `npcserver.v1`."""

# ruff: noqa: ANN001, ANN201, N802 - the names and shapes of servicers are gRPC's

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import grpc
from google.protobuf.any_pb2 import Any
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status

from npcserver.v1 import (
    affordance_pb2,
    character_service_pb2,
    character_service_pb2_grpc,
    memory_pb2,
    memory_service_pb2,
    memory_service_pb2_grpc,
    play_service_pb2,
    play_service_pb2_grpc,
    timeline_service_pb2,
    timeline_service_pb2_grpc,
    turn_pb2,
    world_service_pb2,
    world_service_pb2_grpc,
)

Context = grpc.aio.ServicerContext
START = Timestamp(seconds=1_676_278_800)  # Monday 13 February 2023, 09:00

WORLD = world_service_pb2.World(
    world_id="harbour", name="Harbour", description="A small port.", start_time=START
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


def character(identifier: str, name: str, place: str) -> character_service_pb2.Character:
    persona = character_service_pb2.Persona(name=name, age=40, traits="patient, curious")
    return character_service_pb2.Character(
        character_id=identifier, world_id="harbour", persona=persona, place_id=place
    )


CHARACTERS = (
    character("mira", "Mira Vale", "bar"),
    character("isabella", "Isabella Rodriguez", "bar"),
    character("isa-bell", "Isa Bell", "pier"),
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

    requests: list[object] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    events: list[turn_pb2.TurnEvent] = field(default_factory=list)
    waits_after: int | None = None
    interrupted: asyncio.Event = field(default_factory=asyncio.Event)
    is_hung_up: asyncio.Event = field(default_factory=asyncio.Event)
    is_waiting: asyncio.Event = field(default_factory=asyncio.Event)
    is_cut_after_event: bool = False
    saves: list[timeline_service_pb2.SaveSlot] = field(default_factory=list)
    receipt: memory_service_pb2.Receipt = field(default_factory=memory_service_pb2.Receipt)
    deadlines: list[float] = field(default_factory=list)
    missing_timelines: set[str] = field(default_factory=set)

    def asked(self, kind: type) -> list[object]:
        return [request for request in self.requests if isinstance(request, kind)]

    async def note(self, request: object, context: Context) -> None:
        self.requests.append(request)
        self.deadlines.append(context.time_remaining())
        if not self.failures:
            return
        failure = self.failures[0]
        failure.times -= 1
        if failure.times == 0:
            self.failures.pop(0)
        await fail(context, failure)


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


class Worlds(world_service_pb2_grpc.WorldServiceServicer):
    def __init__(self, stage: Backstage) -> None:
        self.stage = stage

    async def GetWorld(self, request, context):
        await self.stage.note(request, context)
        return world_service_pb2.GetWorldResponse(world=WORLD)

    async def ListWorlds(self, request, context):
        await self.stage.note(request, context)
        names = ["a", "b", "c"]
        at = names.index(request.page_token) if request.page_token else 0
        token = names[at + 1] if at < 2 else ""
        world = world_service_pb2.World(world_id=names[at])
        return world_service_pb2.ListWorldsResponse(worlds=[world], next_page_token=token)

    async def UpdateWorld(self, request, context):
        await self.stage.note(request, context)
        return world_service_pb2.UpdateWorldResponse(world=request.world)

    async def ListPlaces(self, request, context):
        await self.stage.note(request, context)
        return world_service_pb2.ListPlacesResponse(places=PLACES)


class Characters(character_service_pb2_grpc.CharacterServiceServicer):
    def __init__(self, stage: Backstage) -> None:
        self.stage = stage

    async def CreateCharacter(self, request, context):
        await self.stage.note(request, context)
        return character_service_pb2.CreateCharacterResponse(character=request.character)

    async def ListCharacters(self, request, context):
        await self.stage.note(request, context)
        return character_service_pb2.ListCharactersResponse(characters=CHARACTERS)


class Timelines(timeline_service_pb2_grpc.TimelineServiceServicer):
    def __init__(self, stage: Backstage) -> None:
        self.stage = stage

    async def StartTimeline(self, request, context):
        await self.stage.note(request, context)
        return timeline_service_pb2.StartTimelineResponse(timeline=timeline("tl_1"))

    async def GetTimeline(self, request, context):
        await self.stage.note(request, context)
        if request.timeline_id in self.stage.missing_timelines:
            gone = Failure(grpc.StatusCode.NOT_FOUND, "no such timeline", "TIMELINE_NOT_FOUND")
            await fail(context, gone)
        return timeline_service_pb2.GetTimelineResponse(timeline=timeline(request.timeline_id))

    async def Save(self, request, context):
        await self.stage.note(request, context)
        slot = timeline_service_pb2.SaveSlot(
            save_id=f"sav_{len(self.stage.saves)}",
            name=request.name,
            world_time=START,
            create_time=Timestamp(seconds=len(self.stage.saves) + 1),
        )
        self.stage.saves.append(slot)
        return timeline_service_pb2.SaveResponse(save=slot)

    async def Load(self, request, context):
        await self.stage.note(request, context)
        return timeline_service_pb2.LoadResponse(timeline=timeline("tl_loaded"))

    async def ListSaves(self, request, context):
        await self.stage.note(request, context)
        return timeline_service_pb2.ListSavesResponse(saves=self.stage.saves)


def timeline(identifier: str) -> timeline_service_pb2.Timeline:
    return timeline_service_pb2.Timeline(
        timeline_id=identifier, world_id="harbour", world_time=START
    )


class Memories(memory_service_pb2_grpc.MemoryServiceServicer):
    def __init__(self, stage: Backstage) -> None:
        self.stage = stage

    async def ListMemories(self, request, context):
        await self.stage.note(request, context)
        return memory_service_pb2.ListMemoriesResponse(memories=[recollection().memory])

    async def Recall(self, request, context):
        await self.stage.note(request, context)
        return memory_service_pb2.RecallResponse(recollections=[recollection()])

    async def Explain(self, request, context):
        await self.stage.note(request, context)
        return memory_service_pb2.ExplainResponse(receipt=self.stage.receipt)


def recollection() -> memory_pb2.Recollection:
    memory = memory_pb2.Memory(
        memory_id="m1",
        text="The lamp on the pier is broken.",
        kind=memory_pb2.MEMORY_KIND_UTTERANCE,
        importance=6,
        is_rated=True,
        create_time=START,
    )
    return memory_pb2.Recollection(
        memory=memory, score=1.25, recency=0.5, importance=0.25, relevance=0.75
    )


class Play(play_service_pb2_grpc.PlayServiceServicer):
    def __init__(self, stage: Backstage) -> None:
        self.stage = stage

    async def Say(self, request, context):
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
                    cut = Failure(grpc.StatusCode.UNAVAILABLE, "going away")
                    await fail(context, cut)
        except asyncio.CancelledError:
            self.stage.is_hung_up.set()
            raise

    async def Interrupt(self, request, context):
        await self.stage.note(request, context)
        self.stage.interrupted.set()
        return play_service_pb2.InterruptResponse(was_speaking=True)

    async def Observe(self, request, context):
        await self.stage.note(request, context)
        return play_service_pb2.ObserveResponse(first_seq=4, last_seq=5, memories=3)

    async def AdvanceClock(self, request, context):
        await self.stage.note(request, context)
        return play_service_pb2.AdvanceClockResponse(world_time=request.world_time, seq=9)

    async def Watch(self, request, context):
        await self.stage.note(request, context)
        for seq in (7, 8):
            yield play_service_pb2.WatchResponse(seq=seq)

    async def Play(self, requests: AsyncIterator, context):
        async for request in requests:
            self.stage.requests.append(request)
            if request.HasField("open"):
                opened = play_service_pb2.PlayOpened(head_seq=3)
                yield play_service_pb2.PlayResponse(opened=opened)
                continue
            observed = play_service_pb2.ObserveResponse(first_seq=4, last_seq=4)
            yield play_service_pb2.PlayResponse(request_id=request.request_id, observed=observed)


def event(turn: str = "trn_1", **arm: object) -> turn_pb2.TurnEvent:
    return turn_pb2.TurnEvent(turn_id=turn, **arm)


def line(text: str, emotion: str = "neutral") -> turn_pb2.TurnEvent:
    return event(line=turn_pb2.Line(text=text, emotion=turn_pb2.Emotion(label=emotion)))


def delta(text: str) -> turn_pb2.TurnEvent:
    return event(delta=turn_pb2.LineDelta(text=text))


def intent(name: str, **texts: str) -> turn_pb2.TurnEvent:
    arguments = [affordance_pb2.Argument(name=key, text=value) for key, value in texts.items()]
    return event(intent=affordance_pb2.ActionIntent(affordance=name, arguments=arguments))


def ended(outcome: str = "COMPLETED", rung: str = "PRIMARY") -> turn_pb2.TurnEvent:
    finished = turn_pb2.TurnFinished(
        outcome=turn_pb2.TurnOutcome.Value(f"TURN_OUTCOME_{outcome}"),
        rung=turn_pb2.Rung.Value(f"RUNG_{rung}"),
        receipt_id="trn_1",
    )
    return event(finished=finished)


STARTED = event(started=turn_pb2.TurnStarted(character_id="mira"))


@asynccontextmanager
async def canned_server(stage: Backstage) -> AsyncGenerator[str, None]:
    """Serve the stage on a free port of this machine; yields the address."""
    server = grpc.aio.server()
    world_service_pb2_grpc.add_WorldServiceServicer_to_server(Worlds(stage), server)
    character_service_pb2_grpc.add_CharacterServiceServicer_to_server(Characters(stage), server)
    timeline_service_pb2_grpc.add_TimelineServiceServicer_to_server(Timelines(stage), server)
    memory_service_pb2_grpc.add_MemoryServiceServicer_to_server(Memories(stage), server)
    play_service_pb2_grpc.add_PlayServiceServicer_to_server(Play(stage), server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(None)
