"""The town of the paper: its 25 people live, from a world file to what the wire tells of them."""

import os
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from npcclient import connect

from npcserver.model.day import DayPlan, faults_of_day
from npcserver.model.record import Moved, Record, RecordKind
from npcserver.model.thought import Conversed
from npcserver.model.world import enclosing_places
from npcserver.model.worldfile import WorldFile
from npcserver.v1 import memory_pb2
from npctools.files.smallville import load_smallville
from tests.conftest import NewDatabase
from tests.fakes.running_server import DayScript, VillageServer, open_village_server

PERSONAS = Path(__file__).parents[3] / "shared/data/smallville/personas.json"
DAYS = float(os.environ.get("NPCSERVER_TEST_DAYS", "0"))
"""Whole days to live; 0 is five hours from seven in the morning."""
TOLD = {RecordKind.LINE, RecordKind.REFLECTION}


def overcrowded(file: WorldFile, records: list[Record]) -> Counter[str]:
    """Return the places that ever held more than their capacity, and how often."""
    places = {place.id: place for place in file.places}
    where = {role.id: role.place_id for role in file.characters}
    crowded: Counter[str] = Counter()
    for record in records:
        if isinstance(record.body, Moved) and record.body.place_id is not None:
            where[record.character_id] = record.body.place_id
            for place in enclosing_places(record.body.place_id, places):
                inside = sum(
                    one is not None and place in enclosing_places(one, places)
                    for one in where.values()
                )
                crowded[place.id] += place.capacity is not None and inside > place.capacity
    return +crowded


async def lived(town: VillageServer, until: datetime) -> list[Record]:
    """Live up to a moment, and on until a character has talked; return what is in the log.

    Who meets whom is left to chance, and on a rare morning nobody has stopped to talk yet.
    """
    await town.live(until, minutes=30)
    while TOLD - {one.kind for one in await town.records()} and until.hour < 23:
        until += timedelta(hours=1)
        await town.live(until, minutes=30)
    return await town.records()


@pytest.mark.smallville
@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_twenty_five_people_live_their_day(
    new_migrated_sqlite: NewDatabase, tmp_path: Path
) -> None:
    """Everybody plans and acts within norms, and what they did and said can be read back."""
    if not PERSONAS.is_file():
        pytest.skip("the personas of Smallville are not beside this checkout")
    file = load_smallville(PERSONAS)
    midnight = file.world.start_time
    begin, length = (midnight, DAYS * 24) if DAYS else (midnight + timedelta(hours=7), 5.0)
    url = new_migrated_sqlite()
    async with open_village_server(
        url, tmp_path, DayScript(), file, serve=True, reflection_threshold=60
    ) as town:
        await town.live(begin, minutes=24 * 60)
        records = await lived(town, begin + timedelta(hours=length))
        spoke = next(one.subject_id for one in records if one.kind is RecordKind.LINE)
        thought = next(one.subject_id for one in records if one.kind is RecordKind.REFLECTION)
        async with connect(f"127.0.0.1:{town.here.port}") as npc:
            minds = [
                await npc.characters.mind(town.timeline_id, role.id) for role in file.characters
            ]
            said = [
                one
                async for one in npc.memories.list(
                    town.timeline_id, spoke, kinds=[memory_pb2.MEMORY_KIND_LINE]
                )
            ]
            tree = await npc.memories.reflection_tree(town.timeline_id, thought)

    assert len(file.characters) == len(minds) == 25
    assert all(mind.act.activity and mind.day_plan.blocks for mind in minds)
    assert said
    assert max(node.memory.depth for node in tree) >= 1
    days = [one.body for one in records if isinstance(one.body, DayPlan)]
    assert {fault for day in days for fault in faults_of_day(day)} == set()
    assert not overcrowded(file, records)
    ends = [one.body for one in records if isinstance(one.body, Conversed) and one.body.is_over]
    assert ends
