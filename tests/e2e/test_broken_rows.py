"""A slip of a designer in the database, as players and games meet it: not at all."""

import sqlite3
from contextlib import closing
from datetime import timedelta

import npcclient

from npcserver.v1 import turn_pb2
from npcserver.v1.play_service_pb2 import Observation
from tests.engines.servers import Server

SLIPS = (
    "UPDATE character SET goals = 'Pay the guild' WHERE id = 'hester'",
    "UPDATE character SET age = 'old', knows = '7', place_id = 'gone' WHERE id = 'wenna'",
    "UPDATE character SET is_deaf = 'perhaps', updated_at = 'now' WHERE id = 'ambrose'",
    "UPDATE place SET opens = 'noon', objects = 'a stove', capacity = 'many'",
    "UPDATE place SET parent_id = id WHERE id = 'taproom'",
    "UPDATE world SET affordances = 'wave', entities = '{}', budget_calls = 'few'",
    "UPDATE world SET start_time = 'spring', created_at = 'once'",
)


async def test_no_slip_ends_a_turn_an_observation_or_a_listing(
    own_server: Server, transport: str
) -> None:
    """With every kind of row broken, characters speak, take in, live on and are listed."""
    own_server.start()
    address = own_server.grpc if transport == "grpc" else own_server.http
    async with npcclient.connect(address) as npc:
        timeline = (await npc.timelines.start("farrowhithe")).timeline_id
        before = await npc.characters.get("farrowhithe", "hester")
        with closing(sqlite3.connect(own_server.data / "npcserver.db")) as database:
            for slip in SLIPS:
                database.execute(slip)
            database.commit()

        turn = npc.play.say(timeline, "hester", "Good day!", speaker="Ann")
        events = [event async for event in turn]
        stored = await npc.play.observe(
            timeline, [Observation(text="A bell rings.", place_id="taproom")]
        )
        now = await npc.play.advance_clock(
            timeline,
            (await npc.timelines.get(timeline)).world_time.ToDatetime() + timedelta(hours=1),
        )
        after = await npc.characters.get("farrowhithe", "hester")
        characters = [one async for one in npc.characters.list("farrowhithe")]
        places = [one async for one in npc.worlds.places("farrowhithe")]
        worlds = [one async for one in npc.worlds.list()]

    assert events[-1].finished.outcome == turn_pb2.TURN_OUTCOME_COMPLETED
    assert any(event.HasField("line") for event in events)
    assert stored.memories > 0
    assert now is not None
    assert after.persona == before.persona
    assert (len(characters), len(worlds)) == (7, 1)
    assert len(places) > 5
    log = (own_server.folder / "serve.log").read_text(encoding="utf-8")
    assert "broken_row" in log
    assert '["Pay the guild"]' in log.replace('\\"', '"')
    assert "call_broke" not in log
