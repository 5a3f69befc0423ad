"""Memories are listed, recalled, found by id and pinned."""

import pytest

from npcserver.app.context.recall import pinned_seqs
from npcserver.app.memories import ListMemories, Memories, MemoryPins, PinMemory, Recall
from npcserver.app.pagination import Page
from npcserver.memory.score_profiles import DEFAULT
from npcserver.model.errors import CursorTooNew, InvalidInput, NotFound
from npcserver.model.ids import CharacterId
from npcserver.model.record import Pinned, RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import RequestKey
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.store_world import MIRA, moved, put, rated, seen, start


async def opened() -> tuple[DialogueApp, Memories]:
    here = await new_dialogue_app()
    return here, Memories(here.store, here.stream, DEFAULT)


async def test_memories_are_listed_newest_first_page_by_page_with_their_ratings() -> None:
    """As the vantage has them: a rating given later is not seen from before it."""
    here, memories = await opened()
    await put(here.store, seen("one"), seen("two"), seen("three"), to=here.timeline)
    await put(here.store, rated((3, 9)), to=here.timeline)
    ask = ListMemories(timeline_id=here.timeline, character_id=MIRA, page=Page(2))

    first = await memories.list(ask)
    second = await memories.list(
        ListMemories(
            timeline_id=here.timeline, character_id=MIRA, page=Page(2, first.next_cursor), seq=3
        )
    )

    assert [found.text for found in (*first.items, *second.items)] == ["three", "two", "one"]
    assert (first.items[0].importance, first.items[0].is_rated) == (9, True)
    assert second.next_cursor == ""
    before = await memories.list(
        ListMemories(timeline_id=here.timeline, character_id=MIRA, page=Page(1), seq=3)
    )
    assert not before.items[0].is_rated


async def test_recalling_names_its_profile_and_sees_one_timeline() -> None:
    """What happened beside the line of play does not come to mind."""
    here, memories = await opened()
    await put(here.store, seen("The key is under the mat."), to=here.timeline)
    other = await start(here.store, "tl_other", Vantage(here.timeline, 1))
    await put(here.store, seen("The key is in the well."), to=here.timeline)

    ask = Recall(timeline_id=other, character_id=MIRA, text="Where is the key?")
    found, profile = await memories.recall(ask)

    assert [each.memory.text for each in found] == ["The key is under the mat."]
    assert profile.name == "default_v2"
    with pytest.raises(InvalidInput):
        await memories.recall(
            Recall(timeline_id=other, character_id=MIRA, text="?", profile="best")
        )
    with pytest.raises(NotFound):
        await memories.recall(
            Recall(timeline_id=other, character_id=CharacterId("nobody"), text="key")
        )
    with pytest.raises(CursorTooNew):
        await memories.recall(Recall(timeline_id=other, character_id=MIRA, text="key", seq=99))


def ask(
    here: DialogueApp, memory_id: str, *, is_pinned: bool = True, digest: str = ""
) -> PinMemory:
    key = RequestKey(here.timeline, "r1", digest) if digest else None
    return PinMemory(timeline_id=here.timeline, memory_id=memory_id, is_pinned=is_pinned, key=key)


async def pinned(here: DialogueApp, who: str = MIRA) -> tuple[int, ...]:
    async with here.store.read() as reader:
        return await pinned_seqs(await reader.head(here.timeline), who)


async def test_a_pin_is_a_record_of_the_mind_that_has_the_memory() -> None:
    """Whoever that is: its id names it."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), seen("It pours.", "bram"), to=here.timeline)

    assert await MemoryPins(here.store).pin(ask(here, "tl_play.2")) == 3

    (record,) = await here.records(RecordKind.PIN)
    assert (record.subject_id, record.body) == ("bram", Pinned(seq=2, is_pinned=True))
    assert (await pinned(here, "bram"), await pinned(here)) == ((2,), ())


async def test_a_repeated_request_pins_once_and_gets_the_first_answer() -> None:
    """The same id for something else is refused."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), seen("It pours."), to=here.timeline)
    pinning = MemoryPins(here.store)

    answers = [await pinning.pin(ask(here, "tl_play.1", digest="a")) for _ in range(2)]

    assert answers == [3, 3]
    assert len(await here.records(RecordKind.PIN)) == 1
    with pytest.raises(InvalidInput):
        await pinning.pin(ask(here, "tl_play.2", digest="b"))


async def test_unpinning_takes_a_pin_back() -> None:
    """Both are records; the newer counts."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), seen("It pours."), to=here.timeline)
    pinning = MemoryPins(here.store)
    for wish in (ask(here, "tl_play.1"), ask(here, "tl_play.2")):
        await pinning.pin(wish)

    await pinning.pin(ask(here, "tl_play.2", is_pinned=False))

    assert await pinned(here) == (1,)


@pytest.mark.parametrize(
    "memory_id", ["tl_play.3", "tl_play.99", "tl_else.3", "", "x", "tl_play.2"]
)
async def test_what_is_no_memory_to_be_seen_cannot_be_pinned(memory_id: str) -> None:
    """Neither another line of play's, nor one to come, nor a record that is no memory."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), moved(MIRA, None), to=here.timeline)
    other = await start(here.store, "tl_else", Vantage(here.timeline, 2))
    await put(here.store, seen("It snows."), to=other)

    with pytest.raises(NotFound):
        await MemoryPins(here.store).pin(ask(here, memory_id))


async def test_many_pins_are_read_to_the_last() -> None:
    """However often some were pinned and unpinned since."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), seen("It pours."), to=here.timeline)
    pinning = MemoryPins(here.store)
    await pinning.pin(ask(here, "tl_play.1"))
    for turn in range(70):
        await pinning.pin(ask(here, "tl_play.2", is_pinned=turn % 2 == 0))

    assert await pinned(here) == (1,)
