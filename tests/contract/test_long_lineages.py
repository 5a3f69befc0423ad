"""What every store promises about a lineage of many segments: it is seen like a short one."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from npcserver.model.ids import TimelineId
from npcserver.model.record import MEMORY_KINDS, Draft, Record, RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Append, Reader, Store, UnitOfWork
from npcserver.ports.view import RecordQuery, View
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, INN, MIRA

SEGMENTS = 70
WHO = (MIRA, "otto", "pia", "otto>pia", "otto>mira")
SPEECH = (RecordKind.OBSERVATION, RecordKind.PRESENCE)


def _draft(chance: random.Random) -> Draft:
    who = chance.choice(WHO)
    made = chance.random()
    if made < 0.5:
        return store_world.seen(f"{made}", who, importance=chance.choice((None, 3)))
    if made < 0.8:
        return store_world.moved(who, chance.choice((INN, None)))
    if made < 0.9:
        return store_world.rated((chance.randrange(1, 20), 5), subject_id=who)
    return store_world.clock(store_world.START)


async def _grown(store: Store, chance: random.Random) -> Vantage:
    """Fork again and again, each time from somewhere in what the last fork brought."""
    await store_world.set_up(store)

    async def grow(unit: UnitOfWork) -> Vantage:
        vantage = Vantage(GENESIS, 0)
        for number in range(SEGMENTS):
            drafts = tuple(_draft(chance) for _ in range(chance.choice((1, 2, 3, 8))))
            if number == 3:
                drafts += tuple(_draft(chance) for _ in range(600))
            here = TimelineId(f"tl_{number:03}")
            await unit.add_timeline(store_world.fork(here, vantage))
            done = await unit.append(Append(timeline_id=here, drafts=drafts))
            vantage = Vantage(here, chance.randrange(done.first, done.last + 1))
        return vantage

    return await store.write(grow)


async def _all(view: View) -> list[Record]:
    """Read everything a vantage sees in the plainest way: a segment at a time, all kinds."""
    return [*await view.after(0, 100_000)]


@pytest.fixture
def chance() -> random.Random:
    return random.Random(20260101)


async def test_a_long_lineage_holds_each_seq_once(store: Store, chance: random.Random) -> None:
    """Segment by segment it is the same as read in one go."""
    vantage = await _grown(store, chance)

    async with store.read() as reader:
        view = await reader.at(vantage)
        records = await _all(view)
        owners = {
            seq: segment.timeline_id
            for segment in view.lineage
            for seq in range(segment.first, segment.last + 1)
        }

    assert [record.seq for record in records] == list(range(1, vantage.seq + 1))
    assert {record.seq: record.timeline_id for record in records} == owners
    assert len(view.lineage) == SEGMENTS


async def test_every_look_agrees_with_the_whole(store: Store, chance: random.Random) -> None:
    """Tails, newest records, counts and pages, from the end and from vantages before it."""
    newest = await _grown(store, chance)

    async with store.read() as reader:
        whole = await _all(await reader.at(newest))
        lineage = (await reader.at(newest)).lineage
        # the same timeline is asked twice: what is kept of the first look must not change the next
        for segment in (lineage[-1], lineage[-1], lineage[40], lineage[9], lineage[2]):
            view = await reader.at(Vantage(segment.timeline_id, segment.last))
            await _agrees(reader, view, whole[: segment.last], chance)


async def test_a_unit_sees_a_long_lineage_as_well(store: Store, chance: random.Random) -> None:
    """With what it has itself just written."""
    vantage = await _grown(store, chance)
    async with store.read() as reader:
        before = await _all(await reader.at(vantage))

    async def work(unit: UnitOfWork) -> tuple[Record | None, dict[str, Record]]:
        here = TimelineId("tl_new")
        await unit.add_timeline(store_world.fork(here, vantage))
        await unit.append(Append(timeline_id=here, drafts=(store_world.moved("pia", INN),)))
        view = await unit.head(here)
        (moved,) = await view.newest((RecordQuery(RecordKind.PRESENCE, is_prefix=True),))
        return await view.latest(RecordKind.PRESENCE, "pia"), moved

    found, moved = await store.write(work)

    assert found is not None
    assert found.seq == vantage.seq + 1
    assert moved == _newest(before, RecordKind.PRESENCE, "") | {"pia": found}


async def _agrees(reader: Reader, view: View, seen: list[Record], chance: random.Random) -> None:
    for who in (*WHO, "nobody"):
        for kinds in (SPEECH, MEMORY_KINDS, (RecordKind.RATING,), (RecordKind.LEFT,)):
            own = [r for r in reversed(seen) if r.subject_id == who and r.kind in kinds]
            for limit in (1, 7, 200):
                assert await view.tail(who, kinds, limit) == tuple(own[:limit])
            before = chance.randrange(1, len(seen) + 2)
            earlier = tuple(record for record in own if record.seq < before)[:5]
            assert await view.tail(who, kinds, 5, before=before) == earlier
        assert await view.unrated(who, 1000) == _unrated(seen, who)
        memories: list[Record] = []
        for segment in view.lineage:
            async for chunk in reader.memory_rows(segment, who):
                memories += chunk.memories
        assert memories == [r for r in seen if r.subject_id == who and r.kind in MEMORY_KINDS]
    wanted = [
        RecordQuery(RecordKind.PRESENCE, who, is_prefix=True) for who in ("", "otto>", "none")
    ]
    wanted += [RecordQuery(RecordKind.PRESENCE, who) for who in (MIRA, "nobody")]
    found = await view.newest(wanted)
    assert found[:3] == tuple(_newest(seen, RecordKind.PRESENCE, w.subject_id) for w in wanted[:3])
    assert found[3] == {w: r for w, r in found[0].items() if w == MIRA}
    assert found[4] == {}
    seqs = chance.sample(range(1, len(seen) + 5), min(len(seen), 60))
    assert await view.get(seqs) == tuple(seen[seq - 1] for seq in sorted(seqs) if seq <= len(seen))
    since = chance.randrange(len(seen))
    assert await view.after(since, 50) == tuple(seen[since:])[:50]
    later = tuple(record for record in seen[since:] if record.kind in SPEECH)
    assert await view.after(since, 50, SPEECH) == later[:50]
    assert await view.count(since, SPEECH) == Counter(
        record.subject_id for record in seen[since:] if record.kind in SPEECH
    )


def _newest(seen: Sequence[Record], kind: RecordKind, prefix: str) -> dict[str, Record]:
    return {r.subject_id: r for r in seen if r.kind is kind and r.subject_id.startswith(prefix)}


def _unrated(seen: Sequence[Record], who: str) -> tuple[Record, ...]:
    own = [record for record in seen if record.subject_id == who]
    rated = {
        seq for r in own if r.kind is RecordKind.RATING for seq, _ in getattr(r.body, "ratings", ())
    }
    return tuple(
        r for r in own if r.kind in MEMORY_KINDS and r.importance is None and r.seq not in rated
    )
