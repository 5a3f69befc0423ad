"""Reports on what characters remember: counted right, at any size, without a trace."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from npcserver.app.ledger.memory_report import EXAMPLES, MemoryReport, MemoryReports, ReportMemories
from npcserver.memory.stats import MemoryStats
from npcserver.model.errors import NotFound
from npcserver.model.ids import CharacterId
from npcserver.model.memory import MemoryFault
from npcserver.model.record import Draft, Pinned, RecordKind, Remembered, Source
from npcserver.model.timeline import Vantage
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import DialogueApp, new_dialogue_app
from tests.fakes.retrieval_log import RetrievalLog
from tests.fakes.store_world import MIRA, START, character, clock, put, seen, start


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
    ask = ReportMemories(timeline_id=here.timeline, character_id=MIRA, seq=seq)
    (one,) = await MemoryReports(here.store, here.stream).report(ask)
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

    reports = await reporting.report(ReportMemories(timeline_id=here.timeline))

    assert [one.character_id for one in reports] == ["bram", "mira"]
    with pytest.raises(NotFound):
        await reporting.report(
            ReportMemories(timeline_id=here.timeline, character_id=CharacterId("odo"))
        )


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
