"""Perceiving on real databases: who lacks a sense, what is known, and what a load remembers."""

from npcserver.adapters.store import SqlStore
from npcserver.app.perception.observations import GameEvent
from npcserver.model.record import RecordKind
from npcserver.model.senses import Channel, Range
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import RequestKey
from tests.fakes.life_app import (
    BRAM,
    BURNING,
    CATO,
    FIRE,
    HALL,
    KITCHEN,
    MIRA,
    OUT,
    PerceptionApp,
    write_home,
)
from tests.fakes.store_world import GENESIS, start

ALARM = GameEvent(
    text="A fire alarm shrills.",
    place_id=KITCHEN,
    channel=Channel.SOUND,
    range=Range.NEARBY,
    importance=9,
)
MADE = GameEvent(text="The bed is made.", witness_ids=(MIRA,), is_standing=True)


async def furnished(store: SqlStore) -> PerceptionApp:
    await write_home(store, [(MIRA, "is_deaf"), (BRAM, "is_blind")])
    here = PerceptionApp(store)
    here.timeline = await start(store, "tl_play", Vantage(GENESIS, 0))
    return here


async def test_who_lacks_a_sense_does_not_perceive_by_it(sql_store: SqlStore) -> None:
    """The roster knows who is deaf and who is blind."""
    here = await furnished(sql_store)

    await here.observe(ALARM, objects=(FIRE,))

    assert await here.memories(MIRA) == [BURNING]
    assert await here.memories(BRAM) == [ALARM.text]
    assert await here.memories(CATO) == [ALARM.text]


async def test_what_is_known_is_read_from_the_log(sql_store: SqlStore) -> None:
    """By another replica, after a load, and after it was idle for a while."""
    here = await furnished(sql_store)
    await here.observe(MADE, objects=(FIRE,))
    await here.fork("tl_loaded")
    here.play = here.another_replica()

    again = await here.observe(MADE, objects=(FIRE,))
    await here.change(OUT)
    await here.change(FIRE)

    assert (again.memories, again.coalesced) == (0, 2)
    assert await here.memories(MIRA) == [BURNING, MADE.text, BURNING]


async def test_a_repeated_batch_is_told_the_same(sql_store: SqlStore) -> None:
    """Also by a server that has never heard of it."""
    here = await furnished(sql_store)
    key = RequestKey(here.timeline, "r-1", "d")
    first = await here.observe(MADE, MADE, objects=(FIRE,), key=key)
    here.play = here.another_replica()

    assert await here.observe(MADE, MADE, objects=(FIRE,), key=key) == first
    assert (first.memories, first.coalesced) == (2, 1)


async def test_a_place_is_known_as_it_was_left(sql_store: SqlStore) -> None:
    """And sights wait for who comes back."""
    here = await furnished(sql_store)
    await here.move(MIRA, HALL)
    await here.change(FIRE)
    await here.move(MIRA, KITCHEN)

    assert await here.memories(MIRA) == [BURNING]
    known = await here.records(RecordKind.KNOWLEDGE)
    assert [record.subject_id for record in known] == ["mira>kitchen", "mira>hall"]
