"""Talks of which several servers on one PostgreSQL know only a part each."""

import asyncio
import random
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import pairwise
from pathlib import Path

import npcclient
import pytest

from npcserver.v1 import play_service_pb2 as pb
from npcserver.v1 import turn_pb2
from tests.fakes.model_endpoints import RandomLLM, serve_random_llm
from tests.fakes.told_game import CHARACTERS, Game, served, until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

COMPLETED, INTERRUPTED = turn_pb2.TURN_OUTCOME_COMPLETED, turn_pb2.TURN_OUTCOME_INTERRUPTED
SHED = turn_pb2.TURN_OUTCOME_SHED
ADA = pb.Speaker(id="ada", is_character=True)


@asynccontextmanager
async def players_of(
    folder: Path, llm: RandomLLM, database: str
) -> AsyncGenerator[tuple[list[Game], list[npcclient.NpcClient]], None]:
    """Start three servers; give a game and a client at each."""
    async with AsyncExitStack() as stack:
        found = await stack.enter_async_context(served(folder, llm, *[database] * 3))
        clients = [
            await stack.enter_async_context(npcclient.connect(server.grpc)) for server, _ in found
        ]
        yield [game for _, game in found], clients


async def test_a_turn_is_interrupted_through_any_server(
    tmp_path: Path, new_migrated_postgres: Callable[[], str]
) -> None:
    """What was heard of it is stored; a second time there is nothing to interrupt."""
    async with (
        serve_random_llm() as llm,
        players_of(tmp_path, llm, new_migrated_postgres()) as (games, clients),
    ):
        talk = asyncio.ensure_future(games[0].say("ada", "turn1 pause2, tell me."))
        await until(lambda: len(games[0].told["ada"].lines) == 2)
        was_speaking = await clients[1].play.interrupt(games[0].told["ada"].turn_id)
        told = await asyncio.wait_for(talk, 10)
        again = await clients[2].play.interrupt(told.turn_id)
        known = await games[2].memories("ada")

    assert (was_speaking, again) == (True, False)
    assert (told.outcome, len(told.lines)) == (INTERRUPTED, 2)
    assert " ".join(told.lines) in known


async def talk_in_circle(
    npc: npcclient.NpcClient,
    timeline: str,
    circle: str,
    words: str,
    *,
    who: str,
    to: Sequence[str] = (),
) -> list[pb.SayInCircleResponse]:
    """Say something to a circle; return what came of it."""
    said = npc.circles.say(
        timeline,
        circle,
        words,
        who=pb.Speaker(id=who, name=who.title()),
        to=[pb.Speaker(id=one, is_character=True) for one in to],
        most_turns=2,
    )
    return [event async for event in said]


async def test_each_turn_in_a_circle_knows_the_turn_before_it_whichever_server_takes_it(
    tmp_path: Path, new_migrated_postgres: Callable[[], str]
) -> None:
    """Four players who talk at once, each time through a server chosen by chance."""
    chance, ends = random.Random(7), dict[str, int]()
    async with (
        serve_random_llm() as llm,
        players_of(tmp_path, llm, new_migrated_postgres()) as (games, clients),
    ):
        llm.pauses, llm.seconds = False, 0.2
        timeline = games[0].timeline_id
        players = [f"player{number}" for number in range(4)]
        minds = [pb.Speaker(id=one, is_character=True) for one in CHARACTERS[:3]]
        people = [pb.Speaker(id=one, name=one.title()) for one in players]
        circle = (await clients[0].circles.open(timeline, (*people, *minds))).circle_id

        async def play(number: int) -> None:
            for at in range(5):
                await asyncio.sleep(chance.random())  # newer words overtake what waits
                words = f"turn{5 * number + at}, what does anyone say?"
                npc = chance.choice(clients)
                for event in await talk_in_circle(
                    npc, timeline, circle, words, who=players[number]
                ):
                    if event.turn.HasField("finished"):
                        ends[event.turn.turn_id] = event.turn.finished.seq

        await asyncio.gather(*(play(number) for number in range(4)))
        receipts = {turn_id: await games[0].explained(turn_id) for turn_id in ends}

    in_order = sorted(ends, key=lambda turn_id: ends[turn_id])
    assert len(in_order) > 5
    for before, after in pairwise(in_order):
        assert receipts[after].vantage_seq >= ends[before]


async def test_words_to_a_character_who_speaks_in_a_circle_cut_it_off_on_another_server(
    tmp_path: Path, new_migrated_postgres: Callable[[], str]
) -> None:
    """It then answers them, and knows what it had said."""
    heard: list[pb.SayInCircleResponse] = []
    async with (
        serve_random_llm() as llm,
        players_of(tmp_path, llm, new_migrated_postgres()) as (games, clients),
    ):
        timeline = games[0].timeline_id
        people = [pb.Speaker(id=one, name=one.title()) for one in ("pia", "quinn")]
        minds = [ADA, pb.Speaker(id="bea", is_character=True)]
        circle = (await clients[0].circles.open(timeline, (*people, *minds))).circle_id

        async def listen() -> None:
            said = clients[0].circles.say(
                timeline, circle, "turn1 pause2, tell me.", who=people[0], to=[ADA]
            )
            async for event in said:
                heard.append(event)  # noqa: PERF401 - it is read meanwhile

        talk = asyncio.ensure_future(listen())
        await until(lambda: sum(event.turn.HasField("line") for event in heard) == 2)
        llm.pauses = False
        answered = await talk_in_circle(
            clients[1], timeline, circle, "turn2, and what else?", who="quinn", to=("ada",)
        )
        await asyncio.wait_for(talk, 10)

    (cut,) = [event.turn.finished for event in heard if event.turn.HasField("finished")]
    whole = next(event.turn.finished for event in answered if event.turn.HasField("finished"))
    assert (cut.outcome, whole.outcome) == (INTERRUPTED, COMPLETED)
    assert whole.seq > cut.seq
    assert heard[-1].quiet.was_overtaken


async def test_a_save_has_a_shed_turn_that_waits_for_a_turn_on_another_server(
    tmp_path: Path, new_migrated_postgres: Callable[[], str]
) -> None:
    """It is stored after that, not in the middle of it."""
    async with (
        serve_random_llm() as llm,
        players_of(tmp_path, llm, new_migrated_postgres()) as (games, clients),
    ):
        llm.pauses = False
        llm.free.clear()
        talk = asyncio.ensure_future(games[0].say("ada", "turn1, tell me.", player="pia"))
        await until(lambda: llm.calls == 1)
        shed = clients[1].play.say(
            games[1].timeline_id, "ada", "turn2, are you there?", speaker="Quinn", whole=0.5
        )
        async for _ in shed:
            pass
        saving = asyncio.ensure_future(games[1].save())
        await asyncio.sleep(0.5)  # until it waits
        llm.free.set()
        save, told = await saving, await talk
        stored = await games[2].explained(shed.turn_id)
        games[2].timeline_id = await games[2].load(save)
        known = await games[2].memories("ada")

    assert shed.finished is not None
    assert (shed.finished.outcome, shed.finished.seq, told.outcome) == (SHED, 0, COMPLETED)
    assert stored.vantage_seq >= told.seq
    assert "turn2, are you there?" in known
