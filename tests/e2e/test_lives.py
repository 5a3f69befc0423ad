"""Lives from end to end: whole servers, scripted minds, and what becomes of them in a day."""

import asyncio
from contextlib import aclosing
from datetime import time, timedelta
from pathlib import Path

import pytest
from npcclient import connect

from npcserver.model.character import Attention
from npcserver.model.day import DayPlan, faults_of_day
from npcserver.model.ids import PlaceId
from npcserver.model.record import Moved, Record, RecordKind
from npcserver.model.world import Hours
from npcserver.v1 import mind_pb2, play_service_pb2
from tests.conftest import NewDatabase, on_either_database
from tests.fakes.running_server import (
    ADA,
    BATH,
    BEN,
    COLD,
    EVERYBODY,
    GUS,
    HALL,
    KITCHEN,
    PARLOUR,
    PLACES,
    SHOP,
    START,
    DayScript,
    VillageServer,
    open_village_server,
    place,
    role,
    village_file,
    village_time,
)

COOKS = DayScript(
    days={
        ADA: (("06:00", "getting up", HALL), ("08:00", "cooking", KITCHEN)),
        BEN: (("06:00", "getting up", HALL), ("08:00", "laying the table", PARLOUR)),
    }
)


async def events_to(
    port: int, app: VillageServer, after_seq: int
) -> list[play_service_pb2.WatchResponse]:
    """Return all that a watcher is told from a position to the head."""
    head, seen = await app.head(), []
    async with (
        connect(f"127.0.0.1:{port}") as npc,
        asyncio.timeout(60),
        aclosing(npc.play.watch(app.timeline_id, after_seq=after_seq)) as events,
    ):
        async for event in events:
            seen.append(event)
            if event.seq >= head:
                break
    return seen


@on_either_database
@pytest.mark.parametrize("tier", [Attention.BACKGROUND, Attention.FOREGROUND])
async def test_a_burning_stove_calls_the_cook(
    database: str, tmp_path: Path, tier: Attention
) -> None:
    """Who is there drops what it does and makes new plans; who is elsewhere goes on undisturbed."""
    file = village_file(role(ADA, KITCHEN), role(BEN, PARLOUR))
    async with open_village_server(database, tmp_path, COOKS, file, serve=True) as app:
        await app.attend(tier, ADA, BEN)
        await app.live(village_time("10:00"), minutes=60)
        before = await app.latest(RecordKind.DAY, ADA, DayPlan)
        undisturbed = await app.of(RecordKind.ACT, BEN), await app.of(RecordKind.DAY, BEN)
        seq = await app.head()

        async with connect(f"127.0.0.1:{app.here.port}") as npc:
            await npc.play.observe(
                app.timeline_id,
                objects=[
                    play_service_pb2.ObjectChange(
                        place_id=KITCHEN, object_name="stove", state="burning"
                    )
                ],
            )
            here = await npc.characters.mind(app.timeline_id, ADA)
            elsewhere = await npc.characters.mind(app.timeline_id, BEN)
            await app.game.settle()
            mind = await npc.characters.mind(app.timeline_id, ADA)
        after = await app.latest(RecordKind.DAY, ADA, DayPlan)
        events = await events_to(app.here.port, app, seq)
        still = await app.of(RecordKind.ACT, BEN), await app.of(RecordKind.DAY, BEN)
        seen = await app.of(RecordKind.OBSERVATION, ADA)

    now = village_time("10:00")
    assert mind.act.cause == mind_pb2.ACT_CAUSE_REACTION
    assert "stove is burning" in mind.act.activity
    assert any("the stove was burning" in place for place in here.surroundings)
    assert any("a stove" in place for place in elsewhere.surroundings)
    assert not any("burning" in place for place in elsewhere.surroundings)
    (burning,) = [one for one in seen if one.text == "the stove is burning"]
    assert mind.act.because_memory_id == f"{app.timeline_id}.{burning.seq}"
    assert after.changed_from(now, ()).blocks == before.changed_from(now, ()).blocks
    assert after.rest_from(now) != before.rest_from(now)
    assert faults_of_day(after) == ()
    assert still == undisturbed
    states = [one.object_state.state for one in events if one.HasField("object_state")]
    acts = [(one.character_id, one.act.cause) for one in events if one.HasField("act")]
    assert states[0] == "burning"
    assert acts[0] == (ADA, mind_pb2.ACT_CAUSE_REACTION)


def positions(records: list[Record]) -> list[dict[str, PlaceId]]:
    """Return who is where at first, and after each movement."""
    found: list[dict[str, PlaceId]] = [dict.fromkeys(EVERYBODY, HALL)]
    for record in records:
        if isinstance(record.body, Moved) and record.body.place_id is not None:
            found.append({**found[-1], record.subject_id: record.body.place_id})
    return found


async def test_a_bathroom_for_one_never_holds_two(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Five who all mean to wash at six do so one after the other."""
    file = village_file(*COLD)
    days = dict.fromkeys(EVERYBODY, (("06:00", "washing", BATH), ("06:10", "breakfast", HALL)))
    async with open_village_server(new_migrated_sqlite(), tmp_path, DayScript(days), file) as app:
        await app.live(village_time("07:15"), minutes=5)
        records = await app.records(RecordKind.PRESENCE)

    washed = {one.subject_id for one in records if one.body == Moved(place_id=BATH)}
    inside = [sum(one == BATH for one in where.values()) for where in positions(records)]
    assert max(inside) == 1
    assert washed == {*EVERYBODY}


async def test_a_shop_is_empty_out_of_hours_but_for_its_owner(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Who comes too early waits elsewhere, and who lingers leaves when it closes."""
    shop = place(SHOP, hours=Hours(opens=time(9), closes=time(17)), owner_ids=(GUS,))
    file = village_file(*COLD, places=[shop if one.id == SHOP else one for one in PLACES])
    days = dict.fromkeys(
        EVERYBODY,
        (("06:00", "breakfast", HALL), ("08:00", "shopping", SHOP), ("19:00", "resting", HALL)),
    )
    async with open_village_server(new_migrated_sqlite(), tmp_path, DayScript(days), file) as app:
        seen: list[tuple[time, set[str]]] = []
        now = START
        while now < village_time("20:00"):
            now += timedelta(hours=1)
            await app.live(now, minutes=60)
            where = positions(await app.records(RecordKind.PRESENCE))[-1]
            seen.append((now.time(), {who for who, one in where.items() if one == SHOP}))

    closed = [inside for moment, inside in seen if not time(9) <= moment < time(17)]
    opened = [inside for moment, inside in seen if time(9, 30) <= moment < time(17)]
    assert {who for inside in closed for who in inside} == {GUS}
    assert all(inside == {*EVERYBODY} for inside in opened)
