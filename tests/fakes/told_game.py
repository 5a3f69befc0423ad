"""A game that speaks with six characters of one world, and what its players were told."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc

from npcserver.admin.v1 import (
    memory_service_pb2,
    memory_service_pb2_grpc,
    persona_service_pb2_grpc,
    world_service_pb2,
    world_service_pb2_grpc,
)
from npcserver.admin.v1 import persona_service_pb2 as personas
from npcserver.v1 import (
    play_service_pb2,
    play_service_pb2_grpc,
    timeline_service_pb2,
    timeline_service_pb2_grpc,
    turn_pb2,
)
from tests.engines.servers import Server
from tests.fakes.channels import insecure_channel
from tests.fakes.model_endpoints import RandomLLM

CHARACTERS = ("ada", "bea", "cy", "dan", "eve", "fay")


@dataclass
class Told:
    """What one player was told by one call, before the server died or until the turn was over."""

    turn_id: str = ""
    lines: list[str] = field(default_factory=list)
    growing: str = ""
    outcome: int = 0
    seq: int = 0

    def take(self, event: turn_pb2.TurnEvent) -> None:
        self.turn_id = event.turn_id
        if event.HasField("delta"):
            self.growing += event.delta.text
        elif event.HasField("line"):
            assert event.line.text.startswith(self.growing)
            self.lines.append(event.line.text)
            self.growing = ""
        elif event.HasField("finished"):
            self.outcome, self.seq = event.finished.outcome, event.finished.seq


@dataclass
class Game:
    """A game that plays in one timeline, and what its players were told."""

    channel: grpc.aio.Channel
    timeline_id: str = ""
    told: defaultdict[str, Told] = field(default_factory=lambda: defaultdict(Told))

    async def say(
        self,
        who: str,
        words: str,
        *,
        deltas: bool = False,
        player: str = "",
        key: str = "",
        total_ms: int | None = None,
    ) -> Told:
        """Say something to a character; return once the stream ends.

        The key is its first word, and each character has a player of its own, where none is given.
        """
        request = play_service_pb2.SayRequest(
            request_id=key or words.partition(" ")[0].strip(","),
            timeline_id=self.timeline_id,
            character_id=who,
            speaker=play_service_pb2.Speaker(id=player or f"pia-{who}", name="Pia"),
            text=words,
            stream_deltas=deltas,
            total_ms=total_ms,
        )
        told = self.told[who] = Told()
        stub = play_service_pb2_grpc.PlayServiceStub(self.channel)
        async for answer in stub.Say(request, timeout=60):
            told.take(answer.event)
        return told

    async def memories(self, who: str, timeline_id: str = "") -> list[str]:
        """Return what a character remembers of talk, in any order."""
        listed = await memory_service_pb2_grpc.MemoryServiceStub(self.channel).ListMemories(
            memory_service_pb2.ListMemoriesRequest(
                timeline_id=timeline_id or self.timeline_id, character_id=who
            )
        )
        return [memory.text for memory in listed.memories]

    async def explained(self, turn_id: str) -> memory_service_pb2.Receipt:
        stub = memory_service_pb2_grpc.MemoryServiceStub(self.channel)
        request = memory_service_pb2.ExplainRequest(timeline_id=self.timeline_id, turn_id=turn_id)
        return (await stub.Explain(request)).receipt

    async def save(self) -> timeline_service_pb2.SaveResponse:
        stub = timeline_service_pb2_grpc.TimelineServiceStub(self.channel)
        request = timeline_service_pb2.SaveRequest(timeline_id=self.timeline_id, name="before")
        return await stub.Save(request)

    async def load(self, save: timeline_service_pb2.SaveResponse) -> str:
        stub = timeline_service_pb2_grpc.TimelineServiceStub(self.channel)
        request = timeline_service_pb2.LoadRequest(save_id=save.save.save_id)
        return (await stub.Load(request)).timeline.timeline_id


@asynccontextmanager
async def playing(server: Server, timeline_id: str = "") -> AsyncGenerator[Game, None]:
    """Connect a game; it begins a new world where it has no timeline."""
    async with insecure_channel(server.grpc) as channel:
        game = Game(channel, timeline_id)
        if not timeline_id:
            await _make_world(channel)
            timelines = timeline_service_pb2_grpc.TimelineServiceStub(channel)
            begin = timeline_service_pb2.StartTimelineRequest(world_id="tower")
            game.timeline_id = (await timelines.StartTimeline(begin)).timeline.timeline_id
        yield game


async def _make_world(channel: grpc.aio.Channel) -> None:
    worlds = world_service_pb2_grpc.WorldServiceStub(channel)
    world = world_service_pb2.World(world_id="tower", name="Tower")
    await worlds.CreateWorld(world_service_pb2.CreateWorldRequest(world=world))
    characters = persona_service_pb2_grpc.PersonaServiceStub(channel)
    for who in CHARACTERS:
        persona = personas.Persona(name=who.title())
        character = personas.Character(world_id="tower", character_id=who, persona=persona)
        await characters.CreateCharacter(personas.CreateCharacterRequest(character=character))


def game_server(folder: Path, llm: RandomLLM, database: str, **more: str) -> Server:
    """Return a server for such games, which thinks of nothing but turns."""
    settings = more | {
        "NPCSERVER_MODEL__BASE_URL": llm.base_url,
        "NPCSERVER_COGNITION__WORKERS": "0",
        "NPCSERVER_DIALOGUE__TOTAL_SECONDS": "60",
        "NPCSERVER_SERVER__GRACE_SECONDS": "0.5",
    }
    if database:
        settings["NPCSERVER_DATABASE__URL"] = database
    return Server(folder, "openai:chancy", settings=settings, world=None)


@asynccontextmanager
async def served(
    folder: Path, llm: RandomLLM, *urls: str, **settings: str
) -> AsyncGenerator[list[tuple[Server, Game]], None]:
    """Start servers on one database, by the ways of `urls`, with a game at each in one timeline."""
    async with AsyncExitStack() as stack:
        servers = [
            game_server(folder / str(at), llm, url, **settings) for at, url in enumerate(urls)
        ]
        await asyncio.gather(*(asyncio.to_thread(server.start) for server in servers))
        timeline_id, found = "", list[tuple[Server, Game]]()
        for server in servers:
            stack.callback(server.kill)
            game = await stack.enter_async_context(playing(server, timeline_id))
            timeline_id = game.timeline_id
            found.append((server, game))
        yield found


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - what players are told comes over the wire
            await asyncio.sleep(0.02)
