"""The soak of an hour in short: what play leaves behind in the server does not grow."""

import asyncio
import gc
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from npcclient import Patience, connect
from npcclient.admin.v1.access_service_pb2_grpc import AccessServiceStub

from npcserver import bootstrap
from npcserver.adapters.files import load_world
from tests.benchmarks.soak import KEY, Game, Sample, Talk, begun_save, verdict
from tests.conftest import NewDatabase
from tests.engines.servers import SAMPLE_WORLD
from tests.fakes.channels import insecure_channel
from tests.fakes.running_server import eventually, server_settings

PLAYERS, LINES, ROUNDS = 4, 5, 1
_OF_CALLS = (
    "npcserver.rpc.",
    "npcserver.http.",
    "npcserver.app.admission",
    "npcserver.app.conversation.turn",
    "npcserver.app.timeline_watch",
)
_OF_TIMELINES = ("TimelineHead", "_RecentTurn", "_TimelineFacts", "TurnStartRow", "CircleContext")
"""What is held in memory of timelines, which goes with those that are deleted."""


def left_behind() -> Counter[str]:
    """Count the tasks, and the objects that belong to calls, turns and watchers."""
    gc.collect()
    # One step of the interpreter: a tuple that another thread is filling breaks if it is seen here.
    kinds = list(map(type, gc.get_objects()))
    found = Counter(
        kind.__name__
        for kind in kinds
        if str(kind.__module__).startswith(_OF_CALLS) or kind.__name__ in _OF_TIMELINES
    )
    found["tasks"] = len(asyncio.all_tasks())
    return found


def unbounded_caches() -> Counter[str]:
    """Count what is cached without a limit, by function."""
    return Counter(
        {
            f"{name}.{key}": value.cache_info().currsize
            for name, module in list(sys.modules.items())
            if name.startswith(("npcserver.", "npcmodels."))
            for key, value in list(vars(module).items())
            if isinstance(value, type(cache(str))) and value.cache_parameters()["maxsize"] is None
        }
    )


async def test_play_leaves_no_tasks_and_no_calls_behind(
    new_migrated_sqlite: NewDatabase,
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    """After each round of talks as many are left as after the round before."""
    settings = server_settings(
        new_migrated_sqlite(),
        tmp_path,
        model={"name": "scripted:delay=0.01,fragment_delay=0.005"},
        server={"port": 0, "keys": [KEY]},
        http={"enabled": "on"},
        dialogue={"first_word_seconds": 60, "between_words_seconds": 60, "total_seconds": 60},
    )
    async with bootstrap.running(settings) as here:
        await here.importing.put(load_world(SAMPLE_WORLD))
        address = f"127.0.0.1:{here.port}"
        async with (
            connect(address, key=KEY, patience=Patience(call=60)) as npc,
            insecure_channel(address) as channel,
        ):
            game = Game(
                address,
                f"http://127.0.0.1:{here.http_port}",
                npc,
                AccessServiceStub(channel),
                await begun_save(npc),
                pause=0.01,
            )
            await play_round(game)
            before, cached = left_behind(), unbounded_caches()
            for _ in range(ROUNDS):
                await play_round(game)

            async def is_nothing_left() -> bool:
                return not left_behind() - before

            with suppress(TimeoutError):  # work in the background comes and goes
                await eventually(is_nothing_left)
            assert left_behind() - before == Counter()
            more = unbounded_caches() - cached
            texts = {name: count for name, count in more.items() if count >= PLAYERS * LINES // 2}
            assert texts == {}, "these keep something of each text"
            record_property(
                "figure",
                f"{game.done['rounds']} timelines played and left, 0 tasks and objects more",
            )
    assert game.done["rounds"] == PLAYERS * (1 + ROUNDS)
    assert game.done["watched"] > 0
    assert before["Admission"] >= 1  # that is, objects are seen


async def play_round(game: Game) -> None:
    """Let all players play a timeline and leave it."""
    await asyncio.gather(*(Talk(game, number).round(LINES) for number in range(PLAYERS)))


def test_the_verdict_is_of_the_largest_minute_and_of_errors() -> None:
    """Up to 5 % above the minute with which the judged part begins, and no error."""

    def sample(minute: int, megabytes: float, errors: int = 0) -> Sample:
        resident = int(megabytes * 1e6)
        return Sample(60.0 * minute, resident, 0, 0, 0, 0, 0, 0, 0, 0, errors)

    steady = [sample(0, 50), sample(10, 100), sample(11, 90), sample(12, 104), sample(13, 100)]
    assert verdict(steady, 10).is_met
    assert not verdict([*steady, sample(14, 106), sample(15, 100)], 10).is_met
    assert not verdict([*steady, sample(14, 100, errors=1)], 10).is_met
