"""Pinning memories: once, of the mind that has them, on the line of play where it is done."""

import pytest

from npcserver.app.context.recall import pinned_seqs
from npcserver.app.pinning import PinMemory, Pinning
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.marks import Pinned
from npcserver.model.record import RecordKind
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import RequestKey
from tests.fakes.parlour import Parlour, parlour
from tests.fakes.stage import MIRA, moved, put, seen, start


def ask(here: Parlour, memory_id: str, *, is_pinned: bool = True, digest: str = "") -> PinMemory:
    key = RequestKey(here.timeline, "r1", digest) if digest else None
    return PinMemory(timeline_id=here.timeline, memory_id=memory_id, is_pinned=is_pinned, key=key)


async def pinned(here: Parlour, who: str = MIRA) -> tuple[int, ...]:
    async with here.store.read() as reader:
        return await pinned_seqs(await reader.head(here.timeline), who)


async def test_a_pin_is_a_record_of_the_mind_that_has_the_memory() -> None:
    """Whoever that is: its id names it."""
    here = await parlour()
    await put(here.store, seen("It rains."), seen("It pours.", "bram"), to=here.timeline)

    assert await Pinning(here.store).pin(ask(here, "tl_play.2")) == 3

    (record,) = await here.records(RecordKind.PIN)
    assert (record.subject_id, record.body) == ("bram", Pinned(seq=2, is_pinned=True))
    assert (await pinned(here, "bram"), await pinned(here)) == ((2,), ())


async def test_a_repeated_request_pins_once_and_gets_the_first_answer() -> None:
    """The same id for something else is refused."""
    here = await parlour()
    await put(here.store, seen("It rains."), seen("It pours."), to=here.timeline)
    pinning = Pinning(here.store)

    answers = [await pinning.pin(ask(here, "tl_play.1", digest="a")) for _ in range(2)]

    assert answers == [3, 3]
    assert len(await here.records(RecordKind.PIN)) == 1
    with pytest.raises(InvalidInput):
        await pinning.pin(ask(here, "tl_play.2", digest="b"))


async def test_unpinning_takes_a_pin_back() -> None:
    """Both are records; the newer counts."""
    here = await parlour()
    await put(here.store, seen("It rains."), seen("It pours."), to=here.timeline)
    pinning = Pinning(here.store)
    for wish in (ask(here, "tl_play.1"), ask(here, "tl_play.2")):
        await pinning.pin(wish)

    await pinning.pin(ask(here, "tl_play.2", is_pinned=False))

    assert await pinned(here) == (1,)


@pytest.mark.parametrize(
    "memory_id", ["tl_play.3", "tl_play.99", "tl_else.3", "", "x", "tl_play.2"]
)
async def test_what_is_no_memory_to_be_seen_cannot_be_pinned(memory_id: str) -> None:
    """Neither another line of play's, nor one to come, nor a record that is no memory."""
    here = await parlour()
    await put(here.store, seen("It rains."), moved(MIRA, None), to=here.timeline)
    other = await start(here.store, "tl_else", Vantage(here.timeline, 2))
    await put(here.store, seen("It snows."), to=other)

    with pytest.raises(NotFound):
        await Pinning(here.store).pin(ask(here, memory_id))


async def test_many_pins_are_read_to_the_last() -> None:
    """However often some were pinned and unpinned since."""
    here = await parlour()
    await put(here.store, seen("It rains."), seen("It pours."), to=here.timeline)
    pinning = Pinning(here.store)
    await pinning.pin(ask(here, "tl_play.1"))
    for turn in range(70):
        await pinning.pin(ask(here, "tl_play.2", is_pinned=turn % 2 == 0))

    assert await pinned(here) == (1,)
