"""Servers and connections that end while characters speak: what was told is said again, and known.

What nothing was told of is answered whole.
"""

import asyncio
import os
import signal
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

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
from tests.conftest import DATABASES
from tests.engines.servers import Server, living
from tests.fakes.channels import insecure_channel
from tests.fakes.model_endpoints import RandomLLM, serve_random_llm


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

    async def say(self, who: str, words: str, *, deltas: bool = False) -> Told:
        """Say something to a character under a key of its own; return once the stream ends."""
        request = play_service_pb2.SayRequest(
            request_id=words.partition(" ")[0].strip(","),
            timeline_id=self.timeline_id,
            character_id=who,
            speaker=play_service_pb2.Speaker(id=f"pia-{who}", name="Pia"),
            text=words,
            stream_deltas=deltas,
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
    for who in WORDS:
        persona = personas.Persona(name=who.title())
        character = personas.Character(world_id="tower", character_id=who, persona=persona)
        await characters.CreateCharacter(personas.CreateCharacterRequest(character=character))


def _server(folder: Path, llm: RandomLLM, database: str) -> Server:
    settings = {
        "NPCSERVER_MODEL__BASE_URL": llm.base_url,
        "NPCSERVER_COGNITION__WORKERS": "0",
        "NPCSERVER_DIALOGUE__TOTAL_SECONDS": "60",
        "NPCSERVER_SERVER__GRACE_SECONDS": "0.5",
    }
    if database:
        settings["NPCSERVER_DATABASE__URL"] = database
    return Server(folder, "openai:chancy", settings=settings, world=None)


async def _until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - what players are told comes over the wire
            await asyncio.sleep(0.02)


def _seqs(server: Server, database: str, timeline_id: str) -> list[int]:
    url = database or f"sqlite:///{server.data}/npcserver.db"
    engine = create_engine(url, poolclass=NullPool)
    with engine.connect() as connection:
        query = text("SELECT seq FROM record WHERE timeline_id = :t ORDER BY seq")
        return list(connection.execute(query, {"t": timeline_id}).scalars())


WORDS = {
    "ada": "turn1 pause3, tell me.",  # asked again, and answered in other words from there on
    "bea": "turn2 pause3, tell me.",  # never asked again
    "cy": "turn3 pause0, tell me.",  # nothing was said yet
    "dan": "turn4 pause1, tell me.",  # told in deltas, in the middle of a sentence
    "eve": "turn5 seeded pause3, tell me.",  # the model goes on as it began
    "fay": "turn6 pause2, tell me.",  # spoken to in other words next
}
CUT_AFTER = {"ada": 3, "bea": 3, "cy": 0, "dan": 1, "eve": 3, "fay": 2}
COMPLETED, INTERRUPTED = turn_pb2.TURN_OUTCOME_COMPLETED, turn_pb2.TURN_OUTCOME_INTERRUPTED


async def _cut_off(game: Game, server: Server, llm: RandomLLM) -> dict[str, Told]:
    """Let all six speak, and kill the server while they do; return what was told by then."""
    talks = [
        asyncio.ensure_future(game.say(who, said, deltas=who == "dan"))
        for who, said in WORDS.items()
    ]
    await _until(lambda: all(len(game.told[who].lines) == n for who, n in CUT_AFTER.items()))
    await _until(lambda: game.told["dan"].growing.endswith("with the"))
    await _until(lambda: len(llm.seeds) == len(WORDS))
    server.kill()
    await asyncio.gather(*talks, return_exceptions=True)
    llm.pauses = False
    return dict(game.told)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", DATABASES)
async def test_what_a_player_was_told_before_a_crash_is_said_again_and_known(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A turn cut by kill -9 is told again under its key, and else known as far as it was heard."""
    database = "" if kind == "sqlite" else request.getfixturevalue("new_migrated_postgres")()
    async with serve_random_llm() as llm:
        server = _server(tmp_path, llm, database)
        async with living(server), playing(server) as game:
            timeline_id, before = game.timeline_id, await game.save()
            cut = await _cut_off(game, server, llm)
        async with living(server), playing(server, timeline_id) as game:
            again = {who: await game.say(who, WORDS[who]) for who in ("ada", "cy", "eve")}
            again["dan"] = await game.say("dan", WORDS["dan"], deltas=True)
            fay = await game.say("fay", "turn7, what did I ask you?")
            known = {who: await game.memories(who) for who in WORDS}
            receipts = {who: await game.explained(cut[who].turn_id) for who in ("bea", "dan")}
            late = await game.say("bea", WORDS["bea"])
            loaded = await game.load(before)
            unknown = [await game.memories(who, loaded) for who in WORDS]

    assert [again[who].turn_id == cut[who].turn_id for who in ("ada", "dan", "eve")] == [True] * 3
    assert all(len(set(seeds)) == 1 for seeds in llm.seeds.values())
    assert (again["ada"].lines, again["ada"].outcome) == (cut["ada"].lines, INTERRUPTED)
    assert (again["dan"].lines, again["dan"].growing) == (cut["dan"].lines, cut["dan"].growing)
    assert (len(again["cy"].lines), again["cy"].outcome) == (4, COMPLETED)
    assert (len(again["eve"].lines), again["eve"].outcome) == (4, COMPLETED)
    assert again["eve"].lines[:3] == cut["eve"].lines
    for who in ("ada", "bea", "cy", "eve"):
        lines = again.get(who, cut[who]).lines
        assert Counter(known[who]) == Counter((WORDS[who], " ".join(lines)))
    torn = f"{cut['dan'].growing}\N{EM DASH}"
    assert " ".join((*cut["dan"].lines, torn)) in known["dan"]
    assert [line.text for line in receipts["dan"].lines] == [*cut["dan"].lines, torn]
    assert [line.text for line in receipts["bea"].lines] == cut["bea"].lines
    assert receipts["bea"].outcome == late.outcome == INTERRUPTED
    assert (late.lines, late.turn_id) == (cut["bea"].lines, cut["bea"].turn_id)
    assert Counter(known["fay"])[" ".join(cut["fay"].lines)] == 1
    assert Counter(known["fay"])[" ".join(fay.lines)] == 1
    assert unknown == [[]] * len(WORDS)
    seqs = _seqs(server, database, timeline_id)
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", DATABASES)
async def test_a_turn_whose_connection_broke_before_its_first_word_is_answered_whole(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """By the same server, and by the next one, also where a stop cut the turn.

    One that is not asked for again is known as interrupted.
    """
    database = "" if kind == "sqlite" else request.getfixturevalue("new_migrated_postgres")()
    words = {who: f"turn{number} pause0, tell me." for number, who in enumerate(WORDS, 1)}
    async with serve_random_llm() as llm:
        server = _server(tmp_path, llm, database)
        async with living(server), playing(server) as game:
            async with playing(server, game.timeline_id) as breaking:
                talks = await _unheard(breaking, llm, words, "ada", "bea", "cy")
            cut = await _unheard(game, llm, words, "dan")
            llm.pauses = False
            again = {"ada": await game.say("ada", words["ada"])}
            server.stop()
            ends = await asyncio.gather(*talks, *cut, return_exceptions=True)
        async with living(server), playing(server, game.timeline_id) as game:
            again |= {who: await game.say(who, words[who]) for who in ("bea", "dan")}
            known = {who: await game.memories(who) for who in ("ada", "bea", "cy", "dan")}
            late = await game.say("cy", words["cy"])

    assert all(isinstance(end, grpc.aio.AioRpcError | asyncio.CancelledError) for end in ends)
    assert isinstance(ends[-1], grpc.aio.AioRpcError)
    assert ends[-1].code() is grpc.StatusCode.UNAVAILABLE
    for who, told in again.items():
        assert (len(told.lines), told.outcome) == (4, COMPLETED)
        assert Counter(known[who]) == Counter((words[who], " ".join(told.lines)))
    assert known["cy"] == [words["cy"]]
    assert (late.lines, late.outcome) == ([], INTERRUPTED)
    assert {name: len(calls) for name, calls in llm.seeds.items()} == {
        "turn1": 2, "turn2": 2, "turn3": 1, "turn4": 2,
    }  # fmt: skip


async def _unheard(
    game: Game, llm: RandomLLM, words: dict[str, str], *minds: str
) -> list["asyncio.Task[Told]"]:
    """Let some characters think of their first words; return their turns."""
    asked = llm.calls + len(minds)
    talks = [asyncio.create_task(game.say(who, words[who])) for who in minds]
    await _until(lambda: llm.calls == asked and all(game.told[who].turn_id for who in minds))
    return talks


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_turn_of_a_frozen_server_is_said_again_by_another_and_stored_once(
    tmp_path: Path, new_migrated_postgres: Callable[[], str]
) -> None:
    """A server that is stopped keeps its connections, so that nobody knows whether it lives.

    The repeat of its turn says the same lines first. What the server would store once it goes on
    is refused.
    """
    database, words = new_migrated_postgres(), WORDS["eve"]
    async with serve_random_llm() as llm:
        first, second = (_server(tmp_path / name, llm, database) for name in ("one", "two"))
        async with living(first), living(second), playing(first) as game:
            talk = asyncio.ensure_future(game.say("eve", words))
            await _until(lambda: len(game.told["eve"].lines) == CUT_AFTER["eve"])
            turn_id, heard = game.told["eve"].turn_id, list(game.told["eve"].lines)
            llm.pauses = False
            os.kill(first.pid, signal.SIGSTOP)
            async with playing(second, game.timeline_id) as other:
                again = await other.say("eve", words)
                os.kill(first.pid, signal.SIGCONT)
                llm.is_over.set()
                with pytest.raises(grpc.aio.AioRpcError) as refused:
                    await talk
                memories = await other.memories("eve")

    assert (again.turn_id, again.lines[: len(heard)]) == (turn_id, heard)
    assert again.outcome == COMPLETED
    assert game.told["eve"].lines == heard  # the frozen one goes on, and falls silent
    assert refused.value.code() is grpc.StatusCode.ABORTED
    assert Counter(memories) == Counter((words, " ".join(again.lines)))
