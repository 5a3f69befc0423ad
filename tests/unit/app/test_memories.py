"""Memories listed, found, pinned and reported on."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from npcserver.app.context.recall import (
    pinned_seqs,
)
from npcserver.app.ledger.memory_report import EXAMPLES, MemoryReport, MemoryReports
from npcserver.app.memories import Memories
from npcserver.app.pagination import Page
from npcserver.memory.score_profiles import DEFAULT
from npcserver.memory.stats import MemoryStats
from npcserver.model.errors import CursorTooNew, InvalidInput, NotFound
from npcserver.model.ids import CharacterId
from npcserver.model.memory import MemoryFault
from npcserver.model.record import Draft, Pinned, RecordKind, Remembered, Source
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.retrieval_log import RetrievalLog
from tests.fakes.store_world import (
    MIRA,
    START,
    character,
    clock,
    moved,
    put,
    rated,
    seen,
    start,
)


async def opened() -> tuple[DialogueApp, Memories]:
    here = await new_dialogue_app()
    return here, Memories(here.store, here.stream, DEFAULT)


async def test_memories_are_listed_newest_first_page_by_page_with_their_ratings() -> None:
    """As the vantage has them: a rating given later is not seen from before it."""
    here, memories = await opened()
    await put(here.store, seen("one"), seen("two"), seen("three"), to=here.timeline)
    await put(here.store, rated((3, 9)), to=here.timeline)

    first = await memories.list(timeline_id=here.timeline, character_id=MIRA, page=Page(2))
    second = await memories.list(
        timeline_id=here.timeline, character_id=MIRA, page=Page(2, first.next_cursor), seq=3
    )

    assert [found.text for found in (*first.items, *second.items)] == ["three", "two", "one"]
    assert (first.items[0].importance, first.items[0].is_rated) == (9, True)
    assert second.next_cursor == ""
    before = await memories.list(timeline_id=here.timeline, character_id=MIRA, page=Page(1), seq=3)
    assert not before.items[0].is_rated


async def test_recalling_names_its_profile_and_sees_one_timeline() -> None:
    """What happened beside the line of play does not come to mind."""
    here, memories = await opened()
    await put(here.store, seen("The key is under the mat."), to=here.timeline)
    other = await start(here.store, "tl_other", Vantage(here.timeline, 1))
    await put(here.store, seen("The key is in the well."), to=here.timeline)

    found, profile = await memories.recall(
        timeline_id=other, character_id=MIRA, text="Where is the key?"
    )

    assert [each.memory.text for each in found] == ["The key is under the mat."]
    assert profile.name == "default_v3"
    with pytest.raises(InvalidInput):
        await memories.recall(timeline_id=other, character_id=MIRA, text="?", profile="best")
    with pytest.raises(NotFound):
        await memories.recall(timeline_id=other, character_id=CharacterId("nobody"), text="key")
    with pytest.raises(CursorTooNew):
        await memories.recall(timeline_id=other, character_id=MIRA, text="key", seq=99)


async def test_recalling_without_an_embedder_goes_by_words() -> None:
    """An embedder that fails costs the meaning, and not the answer."""
    here, memories = await opened()
    told = (seen("The key hangs by the well."), seen("Bread is dear."))
    await put(here.store, *told, to=here.timeline)
    here.embedder.is_down = True

    found, _ = await memories.recall(
        timeline_id=here.timeline, character_id=MIRA, text="Where is the key?", limit=1
    )

    assert [one.memory.text for one in found] == ["The key hangs by the well."]


async def pin(
    here: DialogueApp, memory_id: str, *, is_pinned: bool = True, digest: str = ""
) -> int:
    key = RequestKey(here.timeline, "r1", digest) if digest else None
    return await Memories(here.store, here.stream, DEFAULT).pin(
        timeline_id=here.timeline, memory_id=memory_id, is_pinned=is_pinned, key=key
    )


async def pinned(here: DialogueApp, who: str = MIRA) -> tuple[int, ...]:
    async with here.store.read() as reader:
        return await pinned_seqs(await reader.head(here.timeline), who)


async def test_a_pin_is_a_record_of_the_mind_that_has_the_memory() -> None:
    """No matter who that is: its id names it."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), seen("It pours.", "bram"), to=here.timeline)

    assert await pin(here, "tl_play.2") == 3

    (record,) = await here.records(RecordKind.PIN)
    assert (record.subject_id, record.body) == ("bram", Pinned(seq=2, is_pinned=True))
    assert (await pinned(here, "bram"), await pinned(here)) == ((2,), ())


async def test_a_repeated_request_pins_once_and_gets_the_first_answer() -> None:
    """The same id for something else is refused."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), seen("It pours."), to=here.timeline)

    answers = [await pin(here, "tl_play.1", digest="a") for _ in range(2)]

    assert answers == [3, 3]
    assert len(await here.records(RecordKind.PIN)) == 1
    with pytest.raises(InvalidInput):
        await pin(here, "tl_play.2", digest="b")


async def test_unpinning_takes_a_pin_back() -> None:
    """Both are records; the newer counts."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), seen("It pours."), to=here.timeline)
    for memory_id in ("tl_play.1", "tl_play.2"):
        await pin(here, memory_id)

    await pin(here, "tl_play.2", is_pinned=False)

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
        await pin(here, memory_id)


async def test_many_pins_are_read_to_the_last() -> None:
    """However often some were pinned and unpinned since."""
    here = await new_dialogue_app()
    await put(here.store, seen("It rains."), seen("It pours."), to=here.timeline)
    await pin(here, "tl_play.1")
    for turn in range(70):
        await pin(here, "tl_play.2", is_pinned=turn % 2 == 0)

    assert await pinned(here) == (1,)


def line(text: str, *evidence: int) -> Draft:
    body = Remembered(source=Source.OWN, told_by=MIRA, told_to="p1", evidence=evidence)
    return Draft(kind=RecordKind.LINE, subject_id=MIRA, text=text, body=body)


def heard(text: str, by: str = "p1") -> Draft:
    body = Remembered(source=Source.TOLD, told_by=by, told_to=MIRA, trust=50)
    return Draft(kind=RecordKind.UTTERANCE, subject_id=MIRA, text=text, body=body)


def thought(text: str, *evidence: int) -> Draft:
    body = Remembered(source=Source.INFERRED, evidence=evidence, depth=1)
    return Draft(kind=RecordKind.REFLECTION, subject_id=MIRA, text=text, body=body)


async def report(here: DialogueApp, seq: int | None = None) -> MemoryReport:
    (one,) = await MemoryReports(here.store, here.stream).report(
        timeline_id=here.timeline, character_id=MIRA, seq=seq
    )
    return one


async def test_each_fault_is_counted_and_shown() -> None:
    """Duplicates, echoes, leftovers; what is out of date is no junk."""
    here = await new_dialogue_app()
    await put(
        here.store,
        seen("The key is under the mat."),  # 1
        heard("The old mill burned down."),  # 2
        heard("the old mill burned down!", by="bram"),  # 3: said before
        line("The old mill burned down.", 2),  # 4: an echo
        line("Ah, the key? Under the mat.", 1),  # 5: passes on, and no more
        line("I will bake bread for you tomorrow."),  # 6: its own
        thought("The old mill burned down.", 2),  # 7: learned again
        thought("[fill in]", 2),  # 8: nothing
        clock(START + timedelta(days=1)),  # 9
        seen("The key is in the drawer."),  # 10: the key moved
        to=here.timeline,
    )

    found = await report(here)

    assert (found.total, found.duplicates, found.echoes, found.leftovers) == (9, 1, 3, 1)
    assert (found.superseded, found.pinned, found.never_recalled) == (1, 0, 9)
    assert found.junk == pytest.approx(5 / 9)
    assert {(one.memory.seq, one.fault, one.of_id) for one in found.examples} == {
        (3, MemoryFault.DUPLICATE, "tl_play.2"),
        (4, MemoryFault.ECHO, "tl_play.2"),
        (5, MemoryFault.ECHO, "tl_play.1"),
        (7, MemoryFault.ECHO, "tl_play.2"),
        (8, MemoryFault.LEFTOVER, ""),
        (1, MemoryFault.SUPERSEDED, "tl_play.10"),
    }


async def test_a_mind_that_is_as_it_should_be_has_no_junk() -> None:
    """Nor has one that remembers nothing."""
    here = await new_dialogue_app()
    assert (await report(here)).junk == 0.0
    await put(here.store, seen("Rain."), seen("A gull."), heard("Good day."), to=here.timeline)

    found = await report(here)

    assert (found.total, found.junk, found.examples) == (3, 0.0, ())


async def test_what_others_say_may_be_as_odd_as_it_likes() -> None:
    """A player may speak of machines; the character may not."""
    here = await new_dialogue_app()
    odd = "As an AI language model I cannot help with that request."
    await put(here.store, heard(odd), line(f"{odd} Indeed."), to=here.timeline)

    found = await report(here)

    assert found.leftovers == 1
    assert [one.memory.kind for one in found.examples] == [RecordKind.LINE]


async def test_what_came_to_mind_in_a_turn_is_not_counted_as_never_recalled() -> None:
    """Turns are the access log; a pin is counted as it stands."""
    here = await new_dialogue_app()
    await put(here.store, seen("The key is under the mat."), to=here.timeline)
    pin = Draft(kind=RecordKind.PIN, subject_id=MIRA, body=Pinned(seq=1, is_pinned=True))
    await put(here.store, pin, to=here.timeline)
    await here.turn("Where is the key?")
    head = len(await here.records())

    found = await report(here)

    assert (found.total, found.never_recalled, found.pinned) == (3, 2, 1)
    assert len(await here.records()) == head
    assert (await report(here, seq=1)).pinned == 0


async def test_it_is_seen_from_a_vantage() -> None:
    """What is said elsewhere or later is no matter there."""
    here = await new_dialogue_app()
    await put(here.store, seen("Rain."), seen("Rain."), to=here.timeline)
    other = await start(here.store, "tl_fork", Vantage(here.timeline, 1))
    await put(here.store, seen("Rain."), seen("Rain."), to=other)

    assert (await report(here)).duplicates == 1
    assert (await report(here, seq=1)).duplicates == 0
    here.timeline = other
    assert (await report(here)).duplicates == 2


async def test_without_a_character_all_of_the_world_are_reported() -> None:
    """By id; nobody is nobody."""
    here = await new_dialogue_app()

    async def add(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId("bram")))

    await here.store.write(add)
    reporting = MemoryReports(here.store, here.stream)

    reports = await reporting.report(timeline_id=here.timeline)

    assert [one.character_id for one in reports] == ["bram", "mira"]
    with pytest.raises(NotFound):
        await reporting.report(timeline_id=here.timeline, character_id=CharacterId("odo"))


def tally_of(texts: Sequence[str]) -> MemoryStats:
    log = RetrievalLog()
    tally = MemoryStats(is_leftover=lambda _: False)
    tally.add([log.see(text) for text in texts], [])
    return tally


def test_examples_show_each_fault() -> None:
    """A thousand duplicates do not hide the one that is out of date."""
    tally = tally_of(["It rains."] * 1_000 + ["The party is at five.", "The party is at six."])

    found = tally.examples(EXAMPLES)

    assert len(found) == EXAMPLES
    assert {one.fault for one in found} == {MemoryFault.DUPLICATE, MemoryFault.SUPERSEDED}


@pytest.mark.parametrize("kinds", [1, 50, 4_000])
def test_work_grows_with_the_memories_and_not_with_their_square(kinds: int) -> None:
    """However many say the same, are of one topic, or each say something else."""
    texts = [f"The party number {n % kinds} is at {n % 23}." for n in range(4_000)]

    tally = tally_of(texts)

    assert tally.total == 4_000
    assert tally.count(MemoryFault.DUPLICATE) == 4_000 - len(set(texts))
