"""What every store promises about turns that are being spoken, and about whole appends."""

from dataclasses import replace

import pytest

from npcserver.adapters.store import SqlStore
from npcserver.model.ids import TurnId
from npcserver.model.record import TurnTaken
from npcserver.model.timeline import Vantage
from npcserver.model.turn import Delivered, Line
from npcserver.ports.storage import UnitOfWork
from npcserver.ports.turn_journal import BegunTurn
from tests.fakes import store_world
from tests.fakes.store_world import (
    GENESIS,
    MIRA,
    delete_timeline,
    grow_timeline,
    key,
    put,
    seen,
    start,
    turn,
)

OWNER = "dlg_one"
TOLD = Delivered(events=(Line(text="Sit down."),), torn="And have a", raw_answer='{"say": "Sit')


def begun(turn_id: str = "trn_1", owner: str = OWNER) -> BegunTurn:
    body = turn(turn_id).body
    assert isinstance(body, TurnTaken)
    return BegunTurn(
        owner=owner,
        timeline_id=GENESIS,
        character_id=MIRA,
        speaker_is_player=True,
        turn=replace(body, events=()),
        key=key("r-1"),
    )


async def left(store: SqlStore, owner: str = OWNER) -> tuple[BegunTurn, ...]:
    return await store.turns.left_with(GENESIS, MIRA, owner)


async def test_what_was_noted_of_a_turn_is_there_as_it_was(store: SqlStore) -> None:
    """Its words, its receipt, its key, and what was delivered of it last."""
    await store_world.set_up(store)
    told = replace(begun(), delivered=TOLD)

    await store.turns.begin(begun())
    assert await store.turns.note(told)

    assert await left(store) == (told,)
    assert await store.turns.left_under(key("r-1"), OWNER) == (told,)
    assert await store.turns.left_under(key("r-2"), OWNER) == ()


async def test_a_turn_that_a_living_dialogue_speaks_is_not_left(store: SqlStore) -> None:
    """Another owner in the same process lives, and so does its turn."""
    await store_world.set_up(store)

    await store.turns.begin(begun())

    assert await left(store, "dlg_other") == ()
    assert await store.turns.left_under(key("r-1"), "dlg_other") == ()
    assert await store.turns.abandoned() == ()


async def test_a_turn_that_is_given_up_is_for_any_dialogue(store: SqlStore) -> None:
    """As it is given up: what was noted of it but did not go out is no part of it."""
    await store_world.set_up(store)
    await store.turns.begin(begun())
    await store.turns.note(replace(begun(), delivered=TOLD))

    assert await store.turns.leave(begun())

    (free,) = await store.turns.abandoned()
    assert free == begun(owner=free.owner)
    assert not await store.turns.leave(begun())
    assert await left(store, "dlg_two") == await store.turns.left_under(key("r-1"), "dlg_two")
    assert await store.turns.held_under(key("r-1"), "dlg_two") == ()
    assert await store.turns.take_over(free, "dlg_two")
    assert await store.turns.abandoned() == ()
    assert await store.turns.held_under(key("r-1"), OWNER) == (begun(owner="dlg_two"),)


async def test_a_turn_that_is_taken_over_keeps_what_was_delivered(store: SqlStore) -> None:
    """It changes hands, and nothing else of it changes."""
    await store_world.set_up(store)
    await store.turns.begin(begun())
    await store.turns.note(replace(begun(), delivered=TOLD))

    assert await store.turns.held_under(key("r-1"), "dlg_two") == (
        replace(begun(), delivered=TOLD),
    )
    assert await store.turns.take_over(begun(), "dlg_two")

    assert await store.turns.held_under(key("r-1"), "dlg_two") == ()
    (taken,) = await left(store, "dlg_two")
    assert (taken.owner, taken.delivered) == ("dlg_two", TOLD)
    assert await left(store) == ()


async def test_who_lost_a_turn_can_neither_note_end_nor_drop_it(store: SqlStore) -> None:
    """Nor take it back, or enter it anew: a server that was frozen comes too late."""
    await store_world.set_up(store)
    await store.turns.begin(begun())
    await store.turns.note(replace(begun(), delivered=TOLD))
    assert await store.turns.take_over(begun(), "dlg_two")

    async def end(unit: UnitOfWork) -> bool:
        return await unit.end_turn(TurnId("trn_1"), OWNER)

    assert not await store.turns.begin(begun())
    assert not await store.turns.note(replace(begun(), delivered=Delivered(torn="Too late")))
    await store.turns.drop(begun())

    assert not await store.turns.take_over(begun(), "dlg_three")
    assert not await store.write(end)
    assert await left(store, "dlg_two") == (replace(begun(owner="dlg_two"), delivered=TOLD),)


async def test_a_turn_that_is_evicted_is_for_any_dialogue(store: SqlStore) -> None:
    """As it was noted; its owner neither notes nor ends any more of it."""
    await store_world.set_up(store)
    await store.turns.begin(begun())
    await store.turns.note(replace(begun(), delivered=TOLD))
    await store.turns.evict(begun(owner="dlg_other"))
    assert await left(store, "dlg_two") == ()

    await store.turns.evict(begun())

    (free,) = await left(store, "dlg_two")
    assert free == replace(begun(owner=free.owner), delivered=TOLD)
    assert not await store.turns.note(begun())


async def test_a_turn_that_begins_anew_has_its_new_scene(store: SqlStore) -> None:
    """Not that of the server which died before anything was heard; one owner enters it as is."""
    await store_world.set_up(store)
    await store.turns.begin(begun(owner="dlg_dead"))
    assert await store.turns.take_over(begun(owner="dlg_dead"), OWNER)
    later = replace(begun().turn.receipt, vantage_seq=begun().turn.receipt.vantage_seq + 7)
    anew = replace(begun(), turn=replace(begun().turn, receipt=later))

    assert await store.turns.begin(anew)

    assert await left(store) == (anew,)
    assert not await store.turns.begin(begun(owner="dlg_dead"))
    assert await left(store) == (anew,)


async def test_a_turn_ends_in_the_transaction_that_says_so(store: SqlStore) -> None:
    """A transaction that fails leaves it where it was; one that ended it finds it gone."""
    await store_world.set_up(store)
    await store.turns.begin(begun())

    async def end(unit: UnitOfWork) -> bool:
        return await unit.end_turn(TurnId("trn_1"), OWNER)

    async def fail(unit: UnitOfWork) -> None:
        await end(unit)
        raise ValueError("undo it")

    with pytest.raises(ValueError, match="undo it"):
        await store.write(fail)
    assert len(await left(store)) == 1
    assert [await store.write(end), await store.write(end)] == [True, False]
    assert await left(store) == ()
    assert not await store.turns.note(replace(begun(), delivered=TOLD))
    assert await left(store) == ()


async def test_a_turn_of_any_owner_ends_for_the_one_that_holds_the_lease(store: SqlStore) -> None:
    """It may have been taken over since it was found."""
    await store_world.set_up(store)
    await store.turns.begin(begun())
    assert await store.turns.take_over(begun(), "dlg_two")

    ends = [await store.write(lambda unit: unit.end_turn(TurnId("trn_1"), None)) for _ in range(2)]

    assert ends == [True, False]


async def test_a_deleted_timeline_takes_its_turns_along(store: SqlStore) -> None:
    """What was being said there is nobody's any more."""
    await store_world.set_up(store)
    gone = await grow_timeline(store, "tl_gone", Vantage(GENESIS, 0), 1)
    await store.turns.begin(replace(begun(), timeline_id=gone))

    await delete_timeline(store, gone)

    assert await store.turns.left_with(gone, MIRA, OWNER) == ()


async def test_an_append_ends_where_its_last_record_stands(store: SqlStore) -> None:
    """For each of its records, and as far as the timeline sees it."""
    await store_world.set_up(store)
    await put(store, seen("one"))
    await put(store, seen("two"), seen("three"), seen("four"))
    await put(store, seen("five"))
    cut = await start(store, "tl_cut", Vantage(GENESIS, 3))
    await put(store, seen("other"), seen("another"), to=cut)

    async def ends(unit: UnitOfWork) -> list[list[int]]:
        return [
            [await unit.append_end(Vantage(timeline_id, seq)) for seq in range(8)]
            for timeline_id in (GENESIS, cut)
        ]

    assert await store.write(ends) == [[0, 1, 4, 4, 4, 5, 6, 7], [0, 1, 3, 3, 5, 5, 6, 7]]
