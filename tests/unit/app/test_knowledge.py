"""Who knows of something, and how each came by it."""

import pytest

from npcserver.memory.stream import OWN, space_name
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import Source
from npcserver.ports.storage import UnitOfWork
from npcserver.ports.view import MemoryRef
from tests.fakes.written_logs import (
    ANN,
    BRAM_PERSON,
    CY_PERSON,
    DOV_PERSON,
    MIRA_PERSON,
    RumourLog,
    rumour_log,
)

PARTY = "Klaus throws a party on Friday."
MILL = "The old mill burned down last night."


async def test_who_was_told_knows_and_so_does_who_told() -> None:
    """From whichever memory it is asked: by when each first knew, with the path of the first."""
    here = await rumour_log()
    first = await here.tell(ANN, MIRA_PERSON, PARTY)
    second = await here.tell(MIRA_PERSON, BRAM_PERSON, "Klaus has a party on Friday!", first)
    third = await here.tell(
        BRAM_PERSON, CY_PERSON, "There is a party at Klaus's this Friday.", second
    )

    knowers = await here.who_knows(second)

    assert [knower.name for knower in knowers] == ["Mira", "Bram", "Cy"]
    assert [await here.knowers(one) for one in (first, third)] == [["Mira", "Bram", "Cy"]] * 2
    assert [knower.memories[0].id for knower in knowers] == [first, second, third]
    assert [len(knower.memories) for knower in knowers] == [2, 2, 1]
    assert all(knower.hops[-1].told_by_name == "Ann" for knower in knowers)


async def test_who_was_there_knows_as_well() -> None:
    """Those who witnessed the same or overheard it; not those who saw something like it later."""
    here = await rumour_log()
    mira, _ = await here.see(MILL, MIRA_PERSON, BRAM_PERSON)
    await here.see("It rains.", CY_PERSON)
    told = await here.tell(
        MIRA_PERSON, DOV_PERSON, "The old mill burned down!", mira, by=[CY_PERSON]
    )

    assert await here.knowers(mira) == ["Mira", "Bram", "Dov", "Cy"]
    assert await here.knowers(told) == ["Mira", "Bram", "Dov", "Cy"]


async def test_words_of_a_player_are_known_to_all_who_heard_them() -> None:
    """To whom they were said, and to those around."""
    here = await rumour_log()
    told = await here.tell(ANN, MIRA_PERSON, PARTY, by=[BRAM_PERSON, CY_PERSON])

    assert await here.knowers(told) == ["Mira", "Bram", "Cy"]
    assert await here.knowers(told.replace(".1", ".2")) == ["Mira", "Bram", "Cy"]


async def test_who_was_told_the_other_half_does_not_know() -> None:
    """A line that holds two things spreads only what is passed on of it."""
    here = await rumour_log()
    (mill,) = await here.see(MILL, MIRA_PERSON)
    party = await here.tell(ANN, MIRA_PERSON, PARTY)
    both = await here.tell(
        MIRA_PERSON,
        BRAM_PERSON,
        "The old mill burned down. And Klaus throws a party on Friday!",
        mill,
        party,
    )
    await here.tell(BRAM_PERSON, CY_PERSON, "Klaus has a party on Friday.", both)
    await here.tell(BRAM_PERSON, DOV_PERSON, "The mill burned down last night.", both)

    assert await here.knowers(party) == ["Mira", "Bram", "Cy"]
    assert await here.knowers(mill) == ["Mira", "Bram", "Dov"]
    assert await here.knowers(both) == ["Mira", "Bram", "Cy", "Dov"]


async def test_an_insight_is_known_where_it_says_the_same() -> None:
    """What was concluded from a fact is another fact, unless it repeats it."""
    here = await rumour_log()
    (mill,) = await here.see(MILL, MIRA_PERSON)
    another = await here.infer(MIRA_PERSON, "Somebody wants to ruin the miller.", mill)
    same = await here.infer(MIRA_PERSON, "The mill burned down last night, for good.", mill)
    await here.tell(MIRA_PERSON, BRAM_PERSON, "Somebody wants to ruin the miller, I say.", another)
    await here.tell(MIRA_PERSON, CY_PERSON, "The mill burned down for good.", same)

    assert await here.knowers(mill) == ["Mira", "Cy"]
    assert await here.knowers(another) == ["Mira", "Bram"]


async def test_what_authors_wrote_is_known_to_all_they_gave_it() -> None:
    """Wherever it stands in the log."""
    here = await rumour_log()
    (first,) = await here.see(MILL, MIRA_PERSON, source=Source.AUTHORED)
    await here.see("It rains.", *[DOV_PERSON] * 600)
    await here.see(MILL, BRAM_PERSON, source=Source.AUTHORED)

    assert await here.knowers(first) == ["Mira", "Bram"]


async def test_a_text_is_looked_for_in_every_mind() -> None:
    """In whatever words it is held; who has only heard of the same people does not know."""
    here = await rumour_log()
    first = await here.tell(ANN, MIRA_PERSON, PARTY)
    await here.tell(MIRA_PERSON, BRAM_PERSON, "Klaus has a party on Friday!", first)
    await here.see("Klaus bought twelve lanterns.", CY_PERSON)
    await here.see("The doctor comes on Friday.", DOV_PERSON)

    knowers = await here.who_knows(text="Klaus is having a party on Friday")

    assert [knower.name for knower in knowers] == ["Mira", "Bram"]
    assert knowers[1].hops[-1].told_by_name == "Ann"
    assert await here.knowers(text="Klaus is married") == []


async def test_what_means_the_same_counts_once_it_is_embedded() -> None:
    """Whatever its words; before that only they can tell."""
    here = await rumour_log()
    (seen,) = await here.see("A feast is held by him at the end of the week.", MIRA_PERSON)
    assert await here.knowers(text=PARTY) == []

    await embedded_as(here, seen, PARTY)

    assert await here.knowers(text=PARTY) == ["Mira"]


async def embedded_as(here: RumourLog, memory: str, text: str) -> None:
    """Give a memory the vector of another text."""
    timeline, _, seq = memory.rpartition(".")
    ref = MemoryRef(TimelineId(timeline), int(seq))
    vectors = await here.embedder.embed([text])

    async def work(unit: UnitOfWork) -> None:
        await unit.add_vectors(space_name(here.embedder, OWN), [ref], vectors)

    await here.store.write(work)


async def test_what_happened_elsewhere_is_not_known_here() -> None:
    """Not in another line of play, and not before it happened."""
    here = await rumour_log()
    first = await here.tell(ANN, MIRA_PERSON, PARTY)
    await here.tell(MIRA_PERSON, BRAM_PERSON, PARTY, first)
    assert await here.knowers(first, seq=1) == ["Mira"]
    assert await here.knowers(text=PARTY, seq=1) == ["Mira"]

    await here.fork("tl_other", 1)

    assert await here.knowers(first) == ["Mira"]
    assert await here.knowers(text=PARTY) == ["Mira"]


async def test_a_character_that_is_gone_is_not_listed() -> None:
    """What it told is known all the same."""
    here = await rumour_log()
    first = await here.tell(ANN, BRAM_PERSON, PARTY)
    told = await here.tell(BRAM_PERSON, CY_PERSON, PARTY, first)

    async def work(unit: UnitOfWork) -> None:
        world = (await unit.timeline(here.timeline)).world_id
        await unit.delete_character(world, CharacterId("bram"))

    await here.store.write(work)

    assert await here.knowers(told) == ["Cy"]
    assert [who for who, _, _ in await here.way(told)] == ["Cy", "bram", "bram"]


async def test_of_much_that_is_known_the_first_is_shown() -> None:
    """At most twenty memories of each, oldest first."""
    here = await rumour_log()
    first = await here.tell(ANN, MIRA_PERSON, PARTY)
    for _ in range(25):
        await here.tell(MIRA_PERSON, BRAM_PERSON, PARTY, first)

    mira, bram = await here.who_knows(first)

    assert (len(mira.memories), len(bram.memories)) == (20, 20)
    assert mira.memories[0].id == first


async def test_one_fact_is_asked_for() -> None:
    """By a memory or by a text; what cannot be seen is nobody's."""
    here = await rumour_log()
    told = await here.tell(ANN, MIRA_PERSON, PARTY)

    for ask in ({}, {"memory_id": told, "text": PARTY}, {"text": "  "}):
        with pytest.raises(InvalidInput):
            await here.who_knows(**ask)
    with pytest.raises(NotFound):
        await here.who_knows("tl_play.99")
