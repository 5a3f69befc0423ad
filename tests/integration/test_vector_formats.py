"""Vectors of worlds made before and after revision 0011, on real databases."""

from pathlib import Path

import numpy as np
import pytest
from structlog.testing import capture_logs

from npcserver.adapters.store import SqlStore
from npcserver.adapters.store import migrate as migrations
from npcserver.adapters.vectors.faiss_index import FaissIndex
from npcserver.config import sqlite_url
from npcserver.memory.embedding_texts import Cue
from npcserver.memory.passages import cut
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stream import OWN, MemoryStream, space_name
from npcserver.model.ids import CharacterId
from npcserver.model.lore import Book, Chapter
from npcserver.model.timeline import Segment
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import MemoryRef
from tests.conftest import execute_sql, opened
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, MIRA, WORLD, put, seen

_COUNT = 300


class _Embedder:
    """Names a vector space of 64 numbers; the tests bring their vectors."""

    name = "drawn:1"
    dimension = 64

    async def embed(self, texts: object) -> Vectors:
        raise NotImplementedError


SPACE = space_name(_Embedder(), OWN)


def _drawn(count: int) -> Vectors:
    drawn = np.random.default_rng(5).normal(size=(count, 64))
    units: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return units


async def _remember(store: SqlStore) -> Vectors:
    """Append memories with vectors, and return these."""
    await put(store, *(seen(f"Number {number} rang the bell.") for number in range(_COUNT)))
    vectors = _drawn(_COUNT)
    refs = [MemoryRef(GENESIS, seq) for seq in range(1, _COUNT + 1)]
    await store.write(lambda unit: unit.add_vectors(SPACE, refs, vectors))
    return vectors


async def _scores(
    store: SqlStore, stream: MemoryStream, vector: Vectors
) -> list[tuple[int, float]]:
    async with store.read() as reader:
        found = await stream.recall(
            reader, await reader.head(GENESIS), WORLD, CharacterId(MIRA),
            Cue("Who rang the bell?", vector), 20, DEFAULT,
        )  # fmt: skip
    return [(one.memory.seq, one.score) for one in found]


async def test_a_restart_changes_no_score(database: str) -> None:
    """The vectors that a running server compares are those that the next one reads."""
    async with opened(database) as store:
        await store_world.set_up(store)
        stream = MemoryStream(FaissIndex, _Embedder())
        await _scores(store, stream, _drawn(1)[0])  # cached before there is anything
        cue = (await _remember(store))[7]
        before = await _scores(store, stream, cue)
    async with opened(database) as store:
        after = await _scores(store, MemoryStream(FaissIndex, _Embedder()), cue)

    assert before == after
    assert execute_sql(database, "SELECT max(length(data)) FROM memory_vector") == 64


@pytest.mark.parametrize(
    "spoiled",
    [
        "data = substr(data, 1, 7)",
        "scale = NULL",
        "scale = 1e35",
        "data = zeroblob(64 * 4), scale = NULL",
    ],
)
async def test_many_vectors_are_read_as_few_are(tmp_path: Path, spoiled: str) -> None:
    """SQLite gives many as one row; one that is broken, or in the other format, changes no other.

    The last memory has none.
    """
    url = sqlite_url(tmp_path / "a.db")
    await migrations.migrate(url)
    async with opened(url) as store:
        await store_world.set_up(store)
        await _remember(store)
        whole = Segment(GENESIS, 1, _COUNT)
        execute_sql(url, f"DELETE FROM memory_vector WHERE seq = {_COUNT}")  # noqa: S608

        async def read() -> tuple[list[int], Vectors, Vectors]:
            async with store.read() as reader:
                seqs, many = await reader.vector_rows(SPACE, whole, MIRA)
                refs = [MemoryRef(GENESIS, int(seq)) for seq in seqs]
                return seqs.tolist(), many, (await reader.vectors(SPACE, refs))[1]

        seqs, many, few = await read()
        assert seqs == list(range(1, _COUNT))
        assert np.array_equal(many, few)
        execute_sql(url, f"UPDATE memory_vector SET {spoiled} WHERE seq = 7")  # noqa: S608
        with capture_logs():
            left, rest, few = await read()

    assert np.array_equal(rest, few)
    kept = [at for at, seq in enumerate(left) if seq != 7]
    assert [left[at] for at in kept] == [seq for seq in seqs if seq != 7]
    assert np.array_equal(rest[kept], np.delete(many, 6, axis=0))


async def test_a_world_made_earlier_keeps_its_vectors_to_the_last_bit(empty_database: str) -> None:
    """What it has stays, and what is added to it is in its own format."""
    await migrations.migrate(empty_database)
    async with opened(empty_database) as store:
        await store_world.set_up(store)
    await migrations.downgrade(empty_database, "0009")
    await migrations.migrate(empty_database)
    async with opened(empty_database) as store:
        vectors = await _remember(store)
        refs = [MemoryRef(GENESIS, seq) for seq in range(1, _COUNT + 1)]
        async with store.read() as reader:
            _, found = await reader.vectors(SPACE, refs)

    np.testing.assert_array_equal(found, vectors)
    assert execute_sql(empty_database, "SELECT min(length(data)) FROM memory_vector") == 256


async def test_vectors_of_passages_that_cannot_be_read_count_as_missing(database: str) -> None:
    """The log tells what to do, and the others are read as before."""
    book = Book(
        id="tides",
        world_id=WORLD,
        title="Tides",
        chapters=(
            Chapter(title="One", text="The ebb is slow."),
            Chapter(title="Two", text="The flood is fast."),
        ),
    )
    passages = cut(book)
    async with opened(database) as store:
        await store_world.set_up(store)
        await store.write(lambda unit: unit.library.put_book(book, passages))
        vectors = _drawn(len(passages))
        await store.write(lambda unit: unit.library.add_vectors(WORLD, SPACE, passages, vectors))
        execute_sql(
            database,
            "UPDATE passage_vector SET data = substr(data, 1, 8) WHERE passage_id = :id",
            id=passages[0].id,
        )
        with capture_logs() as told:
            async with store.read() as reader:
                ids, found = await reader.library.vectors(WORLD, SPACE)

    assert ids == (passages[1].id,)
    np.testing.assert_array_equal(found, vectors[1:2])
    assert [(entry["event"], entry["first"]) for entry in told] == [
        ("broken_vectors", passages[0].id)
    ]


async def test_the_way_back_drops_what_the_earlier_form_cannot_hold(empty_database: str) -> None:
    """The earlier server finds no vectors, and no note that would keep it from embedding anew."""
    await migrations.migrate(empty_database)
    async with opened(empty_database) as store:
        await store_world.set_up(store)
        await _remember(store)
        await store.write(lambda unit: unit.keep_note("embedder", SPACE))

    await migrations.downgrade(empty_database, "0009")

    assert execute_sql(empty_database, "SELECT count(*) FROM memory_vector") == 0
    assert execute_sql(empty_database, "SELECT count(*) FROM note WHERE name = 'embedder'") == 0
