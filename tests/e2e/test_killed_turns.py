"""Servers and connections that end while characters speak: what was told is said again, and known.

What nothing was told of is answered whole.
"""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from npcserver.v1 import turn_pb2
from tests.conftest import DATABASES
from tests.engines.servers import Server, living
from tests.fakes.model_endpoints import RandomLLM, serve_random_llm
from tests.fakes.told_game import Game, Told, game_server, playing, until


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
    await until(lambda: all(len(game.told[who].lines) == n for who, n in CUT_AFTER.items()))
    await until(lambda: game.told["dan"].growing.endswith("with the"))
    await until(lambda: len(llm.seeds) == len(WORDS))
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
        server = game_server(tmp_path, llm, database)
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
        server = game_server(tmp_path, llm, database)
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
    await until(lambda: llm.calls == asked and all(game.told[who].turn_id for who in minds))
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
        first, second = (game_server(tmp_path / name, llm, database) for name in ("one", "two"))
        async with living(first), living(second), playing(first) as game:
            talk = asyncio.ensure_future(game.say("eve", words))
            await until(lambda: len(game.told["eve"].lines) == CUT_AFTER["eve"])
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
