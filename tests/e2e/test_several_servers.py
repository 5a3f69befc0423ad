"""Servers on one PostgreSQL that are all spoken to for the same characters."""

import asyncio
import json
import os
import random
import re
import signal
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import grpc
import pytest

from npcserver.v1 import turn_pb2
from tests.fakes.model_endpoints import serve_random_llm
from tests.fakes.told_game import CHARACTERS, Told, served, until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

COMPLETED, INTERRUPTED = turn_pb2.TURN_OUTCOME_COMPLETED, turn_pb2.TURN_OUTCOME_INTERRUPTED


async def test_each_turn_knows_the_turn_before_it_whichever_server_takes_it(
    tmp_path: Path, new_migrated_postgres: Callable[[], str]
) -> None:
    """Three servers, six players that choose server and character by chance, two characters."""
    chance, told = random.Random(36), dict[str, tuple[str, Told]]()
    async with serve_random_llm() as llm:
        llm.pauses, llm.seconds = False, 0.05
        async with served(tmp_path, llm, *[new_migrated_postgres()] * 3) as found:
            games = [game for _, game in found]

            async def play(player: int) -> None:
                for at in range(4):
                    who, words = chance.choice(CHARACTERS[:2]), f"turn{10 * player + at}"
                    said = await chance.choice(games).say(
                        who, f"{words}, what was said?", player=f"player-{player}"
                    )
                    told[words] = who, said

            await asyncio.gather(*(play(player) for player in range(1, 7)))
            receipts = {
                said.turn_id: await games[0].explained(said.turn_id) for _, said in told.values()
            }

    prompts = {}
    for body in llm.bodies:
        prompt = json.dumps(body["messages"])
        prompts.update(dict.fromkeys(re.findall(r"turn\d+", prompt)[-1:], prompt))
    in_order = sorted(told, key=lambda words: told[words][1].seq)
    for who in CHARACTERS[:2]:
        pairs = list(pairwise(words for words in in_order if told[words][0] == who))
        assert len(pairs) > 5
        for before, after in pairs:
            stored, knowing = told[before][1], told[after][1]
            assert receipts[knowing.turn_id].vantage_seq >= stored.seq
            assert f"{before}, what was said?" in prompts[after]
            assert stored.lines[0] in prompts[after]


async def test_another_server_goes_on_for_one_that_was_killed_and_without_one_that_is_frozen(
    tmp_path: Path, new_migrated_postgres: Callable[[], str]
) -> None:
    """A turn of a killed server is said again and goes on; nothing is stored twice.

    A frozen one holds up its character for as long as its lease lasts. What was heard of its turn
    is stored before the next one. What it would store later is refused, and its player hears why,
    and under the same key again what was said.
    """
    async with serve_random_llm() as llm:  # noqa: SIM117 - it tells the servers where it is
        async with served(tmp_path, llm, *[new_migrated_postgres()] * 3) as found:
            (killed, one), (frozen, two), (_, game) = found
            talks = [
                asyncio.ensure_future(one.say("ada", "turn1 seeded pause2, tell me.")),
                asyncio.ensure_future(two.say("bea", "turn2 pause2, tell me.")),
            ]
            await until(lambda: len(one.told["ada"].lines) == len(two.told["bea"].lines) == 2)
            cut, heard = one.told["ada"], two.told["bea"]
            llm.pauses = False
            killed.kill()
            os.kill(frozen.pid, signal.SIGSTOP)
            again, other = await asyncio.gather(
                game.say("ada", "turn1 seeded pause2, tell me."),
                game.say("bea", "turn3, what do you know?", player="quinn"),
            )
            os.kill(frozen.pid, signal.SIGCONT)
            llm.is_over.set()
            ends = await asyncio.gather(*talks, return_exceptions=True)
            late = await game.say("bea", "turn2 pause2, tell me.")
            known = {who: await game.memories(who) for who in ("ada", "bea")}

    assert (again.turn_id, again.lines[:2], again.outcome) == (cut.turn_id, cut.lines, COMPLETED)
    assert other.outcome == COMPLETED
    assert isinstance(ends[1], grpc.aio.AioRpcError)
    assert ends[1].code() is grpc.StatusCode.ABORTED
    assert (late.turn_id, late.lines, late.outcome) == (heard.turn_id, heard.lines, INTERRUPTED)
    assert late.seq < other.seq
    for who, turns in {"ada": [again], "bea": [other, late]}.items():
        answers = Counter(text for text in known[who] if "sheep" in text)
        assert answers == Counter(" ".join(one.lines) for one in turns)
