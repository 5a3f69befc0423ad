"""Random trees of forks, saves and deletions in the store alone, beside one that keeps everything.

What is still there looks the same, and what nobody sees any more is gone once it was freed.
"""

from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, text

from npcserver.adapters.store import SqlStore
from npcserver.model.errors import NotFound
from npcserver.model.ids import TimelineId, new_id
from npcserver.model.timeline import Vantage
from tests.conftest import examples
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, WORLD

STEPS = 40
ROWS = ("timeline", "save", "record", "memory_vector", "job")
Place = tuple[TimelineId, int]


@dataclass
class Life:
    """Where a timeline forked, the places of all records it sees, and whether it was deleted."""

    forked_at: int
    seen: list[Place]
    is_deleted: bool = False


@dataclass
class Oracle:
    """Keeps everything."""

    lives: dict[TimelineId, Life] = field(default_factory=lambda: {GENESIS: Life(0, [])})
    saves: dict[str, Vantage] = field(default_factory=dict)

    def living(self) -> list[TimelineId]:
        return [key for key, life in self.lives.items() if not life.is_deleted]

    def seen_from(self, vantage: Vantage) -> list[Place]:
        return self.lives[vantage.timeline_id].seen[: vantage.seq]

    def needed(self) -> set[Place]:
        """Return the places of all records that a character can still look at."""
        ends = [Vantage(key, len(self.lives[key].seen)) for key in self.living()]
        return {place for end in (*ends, *self.saves.values()) for place in self.seen_from(end)}


async def _step(store: SqlStore, oracle: Oracle, chance: st.DataObject) -> None:
    steps = ("fork", "load", "append", "append", "save", "delete", "delete save", "free")
    step = chance.draw(st.sampled_from(steps))
    timeline_id = chance.draw(st.sampled_from(oracle.living()))
    life = oracle.lives[timeline_id]
    if step == "fork":
        seq = chance.draw(st.integers(0, len(life.seen)))
        await _fork(store, oracle, Vantage(timeline_id, seq), chance)
    elif step == "load" and oracle.saves:
        vantage = oracle.saves[chance.draw(st.sampled_from(list(oracle.saves)))]
        await _fork(store, oracle, vantage, chance)
    elif step == "append":
        await _append(store, oracle, timeline_id, chance.draw(st.integers(1, 4)))
    elif step == "save":
        seq = chance.draw(st.integers(life.forked_at, len(life.seen)))
        save_id, vantage = new_id("sv"), Vantage(timeline_id, seq)
        await store_world.add_save(store, save_id, vantage)
        oracle.saves[save_id] = vantage
    elif step == "delete" and timeline_id != GENESIS:
        await _delete(store, oracle, timeline_id, with_saves=chance.draw(st.booleans()))
    elif step == "delete save" and oracle.saves:
        save_id = chance.draw(st.sampled_from(list(oracle.saves)))
        await store_world.delete_save(store, save_id)
        del oracle.saves[save_id]
    elif step == "free":
        await store_world.run_free_jobs(store, chance.draw(st.integers(1, 5)))


async def _fork(store: SqlStore, oracle: Oracle, vantage: Vantage, chance: st.DataObject) -> None:
    made = await store_world.start(store, new_id("tl"), vantage)
    oracle.lives[made] = Life(vantage.seq, [*oracle.seen_from(vantage)])
    await _append(store, oracle, made, chance.draw(st.integers(0, 3)))


async def _append(store: SqlStore, oracle: Oracle, timeline_id: TimelineId, count: int) -> None:
    seen = oracle.lives[timeline_id].seen
    seqs = range(len(seen) + 1, len(seen) + count + 1)
    drafts = (store_world.seen(f"{timeline_id} {seq}") for seq in seqs)
    await store_world.put(store, *drafts, to=timeline_id)
    await store_world.store_vectors(store, timeline_id, seqs)
    seen += [(timeline_id, seq) for seq in seqs]


async def _delete(
    store: SqlStore, oracle: Oracle, timeline_id: TimelineId, *, with_saves: bool
) -> None:
    await store_world.delete_timeline(store, timeline_id, saves=with_saves)
    oracle.lives[timeline_id].is_deleted = True
    if with_saves:
        kept = {key: one for key, one in oracle.saves.items() if one.timeline_id != timeline_id}
        oracle.saves = kept


async def _compare(store: SqlStore, oracle: Oracle) -> None:
    for timeline_id, life in oracle.lives.items():
        end = Vantage(timeline_id, len(life.seen))
        if life.is_deleted:
            with pytest.raises(NotFound):
                await store_world.texts_at(store, end)
        else:
            assert await store_world.texts_at(store, end) == _texts(life.seen)
    for save_id, vantage in oracle.saves.items():
        seen = oracle.seen_from(vantage)
        assert await store_world.texts_of_save(store, save_id) == _texts(seen)


def _texts(seen: list[Place]) -> list[str]:
    return [f"{timeline_id} {seq}" for timeline_id, seq in seen]


def _places(connection: Connection, table: str) -> set[Place]:
    found = connection.execute(text(f"SELECT timeline_id, seq FROM {table}"))  # noqa: S608 - ours
    return {(TimelineId(timeline_id), seq) for timeline_id, seq in found}


def _rows(connection: Connection) -> int:
    counts = (text(f"SELECT COUNT(*) FROM {table}") for table in ROWS)  # noqa: S608 - ours
    return sum(connection.execute(count).scalar_one() for count in counts)


async def _let_go_of_everything(store: SqlStore, oracle: Oracle) -> None:
    for save_id in oracle.saves:
        await store_world.delete_save(store, save_id)
    for timeline_id in set(oracle.living()) - {GENESIS}:
        await store_world.delete_timeline(store, timeline_id)
    await store_world.run_free_jobs(store, 7)
    own = len(oracle.lives[GENESIS].seen)
    assert await store.write(lambda unit: unit.run(_rows)) == 1 + 2 * own

    await store.write(lambda unit: unit.delete_world(WORLD))
    assert await store.write(lambda unit: unit.run(_rows)) == 0


@pytest.mark.timeout(600)
@settings(
    max_examples=examples(6),
    phases=(Phase.generate,),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    database=None,
)
@given(chance=st.data())
async def test_what_is_seen_stays_and_the_rest_goes(
    sql_store: SqlStore, chance: st.DataObject
) -> None:
    """Whatever is forked, saved and deleted in which order; in the end no row is left."""
    with suppress(NotFound):  # what an example before this one left when it failed
        await sql_store.write(lambda unit: unit.delete_world(WORLD))
    await store_world.set_up(sql_store)
    oracle = Oracle()
    for _ in range(STEPS):
        await _step(sql_store, oracle, chance)

    await _compare(sql_store, oracle)
    await store_world.run_free_jobs(sql_store, 3)

    await _compare(sql_store, oracle)
    assert await sql_store.write(lambda unit: unit.run(_places, "record")) == oracle.needed()
    assert await sql_store.write(lambda unit: unit.run(_places, "memory_vector")) == oracle.needed()
    await _let_go_of_everything(sql_store, oracle)
