"""Comparing moments: nothing differs from itself, and a comparison reads the same from both ends.

Random lines of play fork from each other; any two of their moments are compared.
"""

import asyncio
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from npcserver.app.timeline_diff import DiffRequest, MomentRef, TimelineComparer, TimelineDiff
from npcserver.model.feelings import Belief, Mood
from npcserver.model.ids import CharacterId
from npcserver.model.record import MEMORY_KINDS, Draft, Flagged, Record, RecordKind, subject_key
from npcserver.model.timeline import Vantage
from npcserver.model.world import ObjectState, object_key
from npcserver.ports.storage import UnitOfWork
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import GENESIS, INN, MIRA, character, put, seen, set_up, start

BRAM = CharacterId("bram")
MINDS = (MIRA, BRAM)
_CHOICES = st.tuples(st.integers(0, 9), st.integers(0, 5), st.integers(0, 2))
"""On which timeline, what, and of which of three values; 5 forks at some position instead."""


def _draft(what: int, value: int) -> Draft:
    mind = MINDS[value % 2]
    if what == 0:
        return seen(f"memory {value}", mind)
    if what == 1:
        body = Belief(topic="t", text="It will rain.", score=value)
        return Draft(kind=RecordKind.BELIEF, subject_id=subject_key(mind, "t"), body=body)
    if what == 2:
        mood = Mood(valence=value / 4)
        return Draft(kind=RecordKind.MOOD, subject_id=mind, body=mood)
    if what == 3:
        return Draft(kind=RecordKind.FLAG, subject_id="storm", body=Flagged(is_set=value > 0))
    thing = ObjectState(place_id=INN, object="stove", state=("idle", "hot", "cold")[value])
    return Draft(kind=RecordKind.OBJECT, subject_id=object_key(INN, "stove"), body=thing)


async def _grown(choices: list[tuple[int, int, int]]) -> tuple[MemoryStore, list[Vantage]]:
    """Return a store with lines of play, and the newest moment of each."""
    store, timelines = MemoryStore(), [GENESIS]
    await set_up(store)

    async def add(unit: UnitOfWork) -> None:
        await unit.add_character(character(BRAM))

    await store.write(add)
    for which, what, value in choices:
        timeline = timelines[which % len(timelines)]
        if what == 5:
            async with store.read() as reader:
                head = (await reader.timeline(timeline)).head
            fork = Vantage(timeline, head * value // 2)
            timelines.append(await start(store, f"tl_{len(timelines)}", fork))
        else:
            await put(store, _draft(what, value), to=timeline)
    async with store.read() as reader:
        return store, [(await reader.timeline(one)).vantage for one in timelines]


def _mirrored(found: TimelineDiff) -> TimelineDiff:
    return replace(
        found,
        a=found.b, b=found.a, time_a=found.time_b, time_b=found.time_a,
        lineage_a=found.lineage_b, lineage_b=found.lineage_a,
        minds=tuple(replace(mind, a=mind.b, b=mind.a) for mind in found.minds),
        objects_a=found.objects_b, objects_b=found.objects_a,
        flags_a=found.flags_b, flags_b=found.flags_a,
    )  # fmt: skip


async def _memories(store: MemoryStore, vantage: Vantage, mind: str) -> list[Record]:
    async with store.read() as reader:
        records = await (await reader.at(vantage)).after(0, 10_000, MEMORY_KINDS)
    return [record for record in records if record.subject_id == mind]


async def _check(choices: list[tuple[int, int, int]], one: int, other: int) -> None:
    store, moments = await _grown(choices)
    a, b = moments[one % len(moments)], moments[other % len(moments)]
    diffing = TimelineComparer(store)
    ends = [MomentRef(timeline_id=end.timeline_id, seq=end.seq) for end in (a, b)]
    there = await diffing.diff(DiffRequest(a=ends[0], b=ends[1], memories=500))
    back = await diffing.diff(DiffRequest(a=ends[1], b=ends[0], memories=500))
    itself = await diffing.diff(DiffRequest(a=ends[0], b=ends[0]))

    assert back == _mirrored(there)
    assert itself.is_empty
    sides = {mind.character_id: mind for mind in there.minds}
    for mind in MINDS:
        mine, theirs = await _memories(store, a, mind), await _memories(store, b, mind)
        only = [record.seq for record in reversed(mine) if record not in theirs]
        found = sides[mind].a if mind in sides else None
        assert ([one.seq for one in found.memories] if found else []) == only
        assert (found.memory_count if found else 0) == len(only)


@given(st.lists(_CHOICES, max_size=30), st.integers(0, 9), st.integers(0, 9))
def test_a_comparison_is_exact_and_the_same_from_both_ends(
    choices: list[tuple[int, int, int]], one: int, other: int
) -> None:
    """Memories are those that the other end does not see, one for one."""
    asyncio.run(_check(choices, one, other))
