"""What every store promises about facets of a mind, limits, owners, vectors and notes."""

from dataclasses import replace

import numpy as np

from npcserver.model.ids import PlaceId, TimelineId
from npcserver.model.model_use import Budget
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Segment, Vantage
from npcserver.ports.storage import Store, UnitOfWork
from npcserver.ports.view import MemoryRef, RecordQuery
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, INN, MIRA, WORLD, put, seen


async def test_latest_by_subject_keeps_to_a_prefix(store: Store) -> None:
    """Facets of one mind are found across forks, and neither its neighbours nor a wildcard's."""
    await store_world.set_up(store)
    names = ("mira", "mira>a_b", "mira>acb", "mira>日", "mirab>x", "mir", "otto>mira", "mira%")
    await put(store, *(store_world.moved(name, INN) for name in names))
    fork = await store_world.start(store, "tl_1", Vantage(GENESIS, len(names)))
    await put(store, store_world.moved("mira>acb", None), to=fork)

    async with store.read() as reader:
        view = await reader.head(fork)
        facets = await view.latest_by_subject(RecordKind.PRESENCE, "mira>")
        part = await view.latest_by_subject(RecordKind.PRESENCE, "mira>a_")
        none = await view.latest_by_subject(RecordKind.PRESENCE, "nobody>")
        everyone = await view.latest_by_subject(RecordKind.PRESENCE)

    seqs = {subject: record.seq for subject, record in facets.items()}
    assert seqs == {"mira>a_b": 2, "mira>acb": 9, "mira>日": 4}
    assert set(part) == {"mira>a_b"}
    assert none == {}
    assert set(everyone) == set(names)


async def test_newest_looks_up_single_subjects_and_prefixes_at_once(store: Store) -> None:
    """Each wanted thing has its own answer; a single subject is not taken for a prefix."""
    await store_world.set_up(store)
    await put(
        store, *(store_world.moved(name, INN) for name in ("mira", "mirab", "otto>a", "otto>b"))
    )
    fork = await store_world.start(store, "tl_1", Vantage(GENESIS, 4))
    await put(store, store_world.moved("otto>b", None), store_world.seen("Rain."), to=fork)

    async with store.read() as reader:
        view = await reader.head(fork)
        found = await view.newest(
            (
                RecordQuery(RecordKind.PRESENCE, "mira"),
                RecordQuery(RecordKind.PRESENCE, "otto>", is_prefix=True),
                RecordQuery(RecordKind.OBSERVATION, "mira"),
                RecordQuery(RecordKind.PRESENCE, "mir"),
                RecordQuery(RecordKind.PRESENCE, "mira"),
            )
        )
        nothing = await view.newest(())
        before = await (await reader.at(Vantage(fork, 0))).newest(
            (RecordQuery(RecordKind.PRESENCE),)
        )

    seqs = [{subject: record.seq for subject, record in each.items()} for each in found]
    assert seqs == [{"mira": 1}, {"otto>a": 3, "otto>b": 5}, {"mira": 6}, {}, {"mira": 1}]
    assert found[2]["mira"].text == "Rain."
    assert nothing == ()
    assert before == ({},)


async def test_newest_sees_across_more_forks_than_one_statement_holds(store: Store) -> None:
    """The newest record wins however many timelines lie between, and the oldest is still found."""
    await store_world.set_up(store)
    await put(store, store_world.moved("mira", INN), store_world.moved("otto", INN))
    here = GENESIS
    for number in range(70):
        fork = await store_world.start(store, f"tl_{number}", Vantage(here, number + 2))
        await put(store, store_world.moved("otto", INN), to=fork)
        here = fork

    async with store.read() as reader:
        everybody = await (await reader.head(here)).latest_by_subject(RecordKind.PRESENCE)

    assert {subject: record.seq for subject, record in everybody.items()} == {"mira": 1, "otto": 72}


async def test_newest_may_be_held_to_those_touched_last(store: Store) -> None:
    """Of many subjects only so many come, the newest, across few forks and across many."""
    await store_world.set_up(store)
    await put(store, *(store_world.moved(f"mira>{number}", INN) for number in range(5)))
    wanted = (RecordQuery(RecordKind.PRESENCE, "mira>", is_prefix=True, most=3),)
    here = GENESIS
    for number in range(12):
        fork = await store_world.start(store, f"tl_{number}", Vantage(here, number + 5))
        await put(store, store_world.moved("mira>1", INN), to=fork)
        here = fork
        async with store.read() as reader:
            (found,) = await (await reader.head(here)).newest(wanted)

        seqs = {subject: record.seq for subject, record in found.items()}
        assert seqs == {"mira>1": number + 6, "mira>4": 5, "mira>3": 4}


async def test_the_budget_of_a_world_is_kept_as_written(store: Store) -> None:
    """Limits start without one, survive, also beyond 32 bits, and change the etag."""
    await store_world.set_up(store)
    async with store.read() as reader:
        before = await reader.world(WORLD)
    budget = Budget(calls=150, tokens=5_000_000_000, micros=2_500_000)

    await store.write(lambda unit: unit.put_world(replace(before, budget=budget)))

    async with store.read() as reader:
        after = await reader.world(WORLD)
    assert before.budget == Budget()
    assert after.budget == budget
    assert after.etag != before.etag


async def test_owners_and_knowledge_are_kept_as_written(store: Store) -> None:
    """A place says whose it is, a character which places it knows; both change the etags."""
    await store_world.set_up(store)
    async with store.read() as reader:
        inn, mira = await reader.place(WORLD, INN), await reader.character(WORLD, MIRA)
    knows = (INN, PlaceId("mill"))

    async def work(unit: UnitOfWork) -> None:
        await unit.put_place(replace(inn, owner_ids=(MIRA,)))
        await unit.put_character(replace(mira, knows=knows))

    await store.write(work)

    async with store.read() as reader:
        owned, wiser = await reader.place(WORLD, INN), await reader.character(WORLD, MIRA)
    assert (inn.owner_ids, mira.knows) == ((), ())
    assert (owned.owner_ids, wiser.knows) == ((MIRA,), knows)
    assert owned.etag != inn.etag
    assert (wiser.etag != mira.etag, wiser.version) == (True, mira.version)


async def test_senses_are_part_of_the_persona(store: Store) -> None:
    """Going deaf makes a new version, and both versions can be read."""
    await store_world.set_up(store)
    async with store.read() as reader:
        mira = await reader.character(WORLD, MIRA)
    deaf = replace(mira.persona, is_deaf=True)

    changed = await store.write(lambda unit: unit.put_character(replace(mira, persona=deaf)))

    async with store.read() as reader:
        versions = await reader.persona_versions(WORLD, MIRA, 5)
    assert (changed.persona.is_deaf, changed.persona.is_blind, changed.version) == (True, False, 2)
    assert [each.persona.is_deaf for each in versions] == [True, False]


SPACE = "hashing:16"


async def test_vectors_stand_beside_their_memories(store: Store) -> None:
    """Stored once, read by name or by segment, and what lacks one is known."""
    await store_world.set_up(store)
    await put(store, seen("1"), seen("2"), seen("3", "otto"), store_world.turn("tn_1"), seen("5"))
    refs = [MemoryRef(GENESIS, seq) for seq in (5, 1, 3)]
    vectors = np.arange(48, dtype=np.float32).reshape(3, 16)
    vectors[:, 0] = 127  # a byte a number is exact for whole numbers up to this one
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


async def test_notes_are_found_by_how_their_names_begin(store: Store) -> None:
    """Marks of patterns in a prefix stand for themselves."""

    async def work(unit: UnitOfWork) -> None:
        for name in ("flag:a_b:1", "flag:a_b:2", "flag:axb:3", "flag:%:4"):
            await unit.keep_note(name, name[-1])

    await store.write(work)

    async with store.read() as reader:
        assert await reader.notes("flag:a_b:") == {"flag:a_b:1": "1", "flag:a_b:2": "2"}
        assert await reader.notes("flag:%:") == {"flag:%:4": "4"}
        assert await reader.notes("none:") == {}
