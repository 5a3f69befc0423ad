"""What every store promises about the facets of a mind."""

from npcserver.model.record import RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import Store
from npcserver.ports.view import RecordQuery
from tests.fakes import store_world
from tests.fakes.store_world import GENESIS, INN, put


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
