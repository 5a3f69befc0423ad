"""Killing the server in mid-thought: it thinks on, and nothing is lost or thought twice."""

import asyncio
import os
import sqlite3
from collections import Counter
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path

import pytest
from npcclient import connect

from npcserver.model.ids import TimelineId
from npcserver.model.model_use import Purpose
from npcserver.model.record import MEMORY_KINDS, Rated, Record, RecordKind, Remembered, TurnTaken
from npcserver.model.thought import Conversed, Thought
from npcserver.v1.play_service_pb2 import Observation
from tests.engines.servers import Server, living
from tests.fakes.running_server import (
    CHAPEL,
    EVERYBODY,
    HALL,
    MILL,
    PARLOUR,
    SHOP,
    START,
    VillageServer,
    open_village_server,
    role,
    village_file,
)

KILLS = int(os.environ.get("NPCSERVER_TEST_KILLS", "3"))
LEASE_SECONDS = 2
WALK = "Walks on the green at 7am, and again at 11am."
SETTINGS = {
    "NPCSERVER_EMBEDDER__NAME": "hashing",
    "NPCSERVER_COGNITION__LEASE_SECONDS": str(LEASE_SECONDS),
    "NPCSERVER_COGNITION__REFLECTION_THRESHOLD": "40",
    "NPCSERVER_COGNITION__RATED_FROM": "1",
}
AT_WORK = "select count(*) from job where lease is not null and kind not in ('live', 'embed')"
UNDONE = "select count(*) from job"


def counted(database: Path, query: str) -> int:
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        (count,) = connection.execute(query).fetchone()
    finally:
        connection.close()
    return int(count)


async def until(database: Path, query: str, *, is_any: bool) -> None:
    """Wait until a query counts something, or nothing."""
    async with asyncio.timeout(240):
        while (counted(database, query) > 0) != is_any:  # noqa: ASYNC110 - it is in the database
            await asyncio.sleep(0.02)


def server(folder: Path) -> Server:
    """Return a server whose model takes its time."""
    return Server(folder, "scripted:delay=0.1", settings=SETTINGS, world=None)


async def advance(address: str, timeline_id: TimelineId, now: datetime) -> None:
    """Move the clock and ring a bell."""
    bell = Observation(text=f"the bell rings on the {now:%d} at {now:%H:%M}", witness_ids=EVERYBODY)
    async with connect(address) as npc:
        await npc.play.advance_clock(timeline_id, now, request_id=f"clock-{now}")
        await npc.play.observe(timeline_id, [bell], request_id=f"bell-{now}")


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_thoughts_survive_kill(tmp_path: Path) -> None:
    """After every kill -9 in mid-thought the mind thinks on from the log, once."""
    killed = server(tmp_path)
    killed.data.mkdir()
    database = killed.data / "npcserver.db"
    url = f"sqlite:///{database}"
    homes = zip(EVERYBODY, (HALL, PARLOUR, MILL, CHAPEL, SHOP), strict=True)
    file = village_file(*(role(who, home, daily_plan=WALK) for who, home in homes))
    async with open_village_server(url, killed.data, file=file) as app:
        timeline_id = app.timeline_id
    now = START
    for number in range(KILLS):
        async with living(killed):
            now += timedelta(minutes=30)
            await advance(killed.grpc, timeline_id, now)
            await until(database, AT_WORK, is_any=True)
            await asyncio.sleep(0.1 + number % 5 * 0.3)
    async with living(killed):
        await advance(killed.grpc, timeline_id, now + timedelta(minutes=30))
        await until(database, UNDONE, is_any=False)
    async with open_village_server(url, killed.data, file=file) as app:
        records = await VillageServer(app.here, timeline_id).records()

    with sqlite3.connect(database) as connection:
        (integrity,) = connection.execute("pragma integrity_check").fetchone()
    connection.close()
    assert integrity == "ok"
    assert [one.seq for one in records] == list(range(1, len(records) + 1))
    check_thoughts(records, KILLS + 1)
    check_talks(records)


def check_thoughts(records: list[Record], rings: int) -> None:
    """See that every day was planned once, and that all that was taken in was rated once."""
    thoughts = [(one.subject_id, one.body) for one in records if isinstance(one.body, Thought)]
    planned = [who for who, body in thoughts if body.purpose is Purpose.PLAN]
    days = {one.game_time.date() for one in records if one.kind is RecordKind.CLOCK}
    assert Counter(planned) == Counter([*EVERYBODY] * len(days))
    memories = [one for one in records if one.kind is RecordKind.PLAN]
    assert Counter((one.subject_id, one.game_time.date()) for one in memories) == Counter(
        product(EVERYBODY, days)
    )
    given = [
        one.body.ratings for one in records if isinstance(one.body, Rated) and not one.body.evidence
    ]
    rated = Counter(seq for ratings in given for seq, _ in ratings)
    unrated = [one.seq for one in records if one.kind in MEMORY_KINDS and one.importance is None]
    assert rated == Counter(unrated)
    heard = [one for one in records if one.kind is RecordKind.OBSERVATION]
    bells = Counter((one.subject_id, one.text) for one in heard if "bell rings" in one.text)
    assert len(bells) == rings * len(EVERYBODY)
    assert {*bells.values()} == {1}


def check_talks(records: list[Record]) -> None:
    """See that every line was said and heard once, in turn, and every talk ended once each side."""
    said = [one for one in records if one.kind is RecordKind.LINE]
    turns = [one.body.turn_id for one in records if isinstance(one.body, TurnTaken)]
    assert [one.body.turn_id for one in said if isinstance(one.body, Remembered)] == turns
    assert len({*turns}) == len(turns)
    assert said
    bodies = [(one.subject_id, one.body) for one in records if isinstance(one.body, Conversed)]
    ends = Counter((body.conversation_id, who) for who, body in bodies if body.is_over)
    begun = {(body.conversation_id, who) for who, body in bodies}
    assert ends == Counter(begun)
