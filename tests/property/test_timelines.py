"""Random trees of play: what a vantage sees is what its ancestors lived, no more and no less."""

from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from npcserver.adapters.store import SqlStore
from npcserver.model.ids import SaveId, TimelineId, WorldId, new_id
from npcserver.model.record import MEMORY_KINDS, Record, RecordKind
from npcserver.model.timeline import Save, Timeline, Vantage
from npcserver.ports.storage import Append, Reader, UnitOfWork
from npcserver.ports.view import View
from tests.conftest import examples
from tests.fakes import store_world

STEPS = 200
SUBJECTS = ("mira", "otto", "klaus")


@dataclass
class Life:
    """The oracle's timeline: everything it has lived, copied whole from where it began."""

    texts: list[str]
    subjects: list[str]

    def until(self, seq: int) -> "Life":
        return Life(self.texts[:seq], self.subjects[:seq])


@dataclass
class Oracle:
    """Copies what the store shares."""

    world_id: WorldId
    lives: dict[TimelineId, Life] = field(default_factory=dict)
    saves: list[Vantage] = field(default_factory=list)


def _timeline(oracle: Oracle, timeline_id: TimelineId, vantage: Vantage | None) -> Timeline:
    return Timeline(
        id=timeline_id,
        world_id=oracle.world_id,
        parent_id=None if vantage is None else vantage.timeline_id,
        forked_at=0 if vantage is None else vantage.seq,
        head=0 if vantage is None else vantage.seq,
        game_time=store_world.START,
        created_at=store_world.START,
    )


async def _observe(store: SqlStore, oracle: Oracle, chance: st.DataObject, step: int) -> None:
    timeline_id = chance.draw(st.sampled_from(sorted(oracle.lives)))
    subjects = chance.draw(st.lists(st.sampled_from(SUBJECTS), min_size=1, max_size=4))
    life = oracle.lives[timeline_id]
    texts = [f"{step}.{i}" for i in range(len(subjects))]
    drafts = tuple(
        store_world.seen(text, subject) for text, subject in zip(texts, subjects, strict=True)
    )

    appended = await store.append(Append(timeline_id=timeline_id, drafts=drafts))

    assert appended.first == len(life.texts) + 1
    assert appended.last == len(life.texts) + len(drafts)
    life.texts += texts
    life.subjects += subjects


async def _save(store: SqlStore, oracle: Oracle, chance: st.DataObject) -> None:
    timeline_id = chance.draw(st.sampled_from(sorted(oracle.lives)))
    seq = chance.draw(st.integers(0, len(oracle.lives[timeline_id].texts)))
    vantage = Vantage(timeline_id, seq)
    save = Save(
        id=SaveId(new_id("sv")),
        world_id=oracle.world_id,
        vantage=vantage,
        name="",
        game_time=store_world.START,
        created_at=store_world.START,
    )
    await store.write(lambda unit: unit.add_save(save))
    oracle.saves.append(vantage)


async def _load(store: SqlStore, oracle: Oracle, chance: st.DataObject) -> None:
    vantage = chance.draw(st.sampled_from(oracle.saves))
    timeline_id = TimelineId(new_id("tl"))
    timeline = _timeline(oracle, timeline_id, vantage)
    await store.write(lambda unit: unit.add_timeline(timeline))
    oracle.lives[timeline_id] = oracle.lives[vantage.timeline_id].until(vantage.seq)


async def _play(store: SqlStore, chance: st.DataObject) -> Oracle:
    oracle = Oracle(WorldId(new_id("w")))
    genesis = TimelineId(new_id("tl"))

    async def begin(unit: UnitOfWork) -> None:
        await unit.add_world(store_world.world(oracle.world_id, genesis))
        await unit.add_timeline(_timeline(oracle, genesis, None))

    await store.write(begin)
    oracle.lives[genesis] = Life([], [])
    for step in range(STEPS):
        move = chance.draw(st.integers(0, 9))
        if move < 2:
            await _save(store, oracle, chance)
        elif move < 4 and oracle.saves:
            await _load(store, oracle, chance)
        else:
            await _observe(store, oracle, chance, step)
    return oracle


async def _compare(view: View, life: Life) -> None:
    seen = await view.after(0, 10_000)
    assert [record.seq for record in seen] == list(range(1, len(life.texts) + 1))
    assert [record.text for record in seen] == life.texts
    for subject in SUBJECTS:
        own = [text for text, who in zip(life.texts, life.subjects, strict=True) if who == subject]
        tail = await view.tail(subject, MEMORY_KINDS, 10_000)
        assert [record.text for record in reversed(tail)] == own
        latest = await view.latest(RecordKind.OBSERVATION, subject)
        assert (latest and latest.text) == (own[-1] if own else None)
    newest = await view.latest_by_subject(RecordKind.OBSERVATION)
    assert set(newest) == set(life.subjects)


async def _rows(reader: Reader, view: View, subject: str) -> list[Record]:
    found: list[Record] = []
    for segment in view.lineage:
        async for rows in reader.memory_rows(segment, subject, 7):
            found += rows.memories
    return found


@pytest.mark.timeout(600)
@settings(
    max_examples=examples(4), deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(chance=st.data())
async def test_no_leak_and_no_loss(sql_store: SqlStore, chance: st.DataObject) -> None:
    """Two hundred steps of saving, loading and observing leave every vantage with its own life."""
    oracle = await _play(sql_store, chance)

    async with sql_store.read() as reader:
        for timeline_id, life in oracle.lives.items():
            view = await reader.at(Vantage(timeline_id, len(life.texts)))
            await _compare(view, life)
            memories = await _rows(reader, view, SUBJECTS[0])
            assert [each.text for each in memories] == [
                text
                for text, who in zip(life.texts, life.subjects, strict=True)
                if who == SUBJECTS[0]
            ]
        for vantage in oracle.saves:
            life = oracle.lives[vantage.timeline_id].until(vantage.seq)
            await _compare(await reader.at(vantage), life)
