"""What a character remembers, what would come to mind, and why it spoke as it did."""

import pytest

from npcserver.app.memories import ListMemories, Memories, Recall
from npcserver.app.paging import Page
from npcserver.memory.profiles import PROFILES
from npcserver.model.errors import CursorTooNew, InvalidInput, NotFound
from npcserver.model.ids import CharacterId
from npcserver.model.timeline import Vantage
from tests.fakes.parlour import Parlour, parlour
from tests.fakes.stage import MIRA, put, rated, seen, start


async def opened() -> tuple[Parlour, Memories]:
    here = await parlour()
    return here, Memories(here.store, here.stream, PROFILES["default"])


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
    assert profile.name == "default"
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
