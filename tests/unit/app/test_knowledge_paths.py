"""The paths of facts: few hops, the nearest origin first, and where a line told it otherwise."""

from collections.abc import Sequence

import pytest

from npcserver.app.ledger.provenance import MOST_HOPS
from npcserver.app.ledger.provenance_graph import ProvenanceGraph
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId
from npcserver.model.record import Draft, Record, RecordKind, ReflectedUpTo, subject_key
from npcserver.ports.storage import UnitOfWork
from tests.fakes.store_world import character
from tests.fakes.written_logs import (
    ANN,
    BRAM_PERSON,
    CY_PERSON,
    DOV_PERSON,
    MIRA_PERSON,
    rumour_log,
)

MILL = "The old mill burned down last night."
PARTY = "Klaus throws a party on Friday."


async def test_a_path_has_few_hops_and_the_nearest_origin() -> None:
    """Each line points at all that its speaker knew, so that a rumour's whole tree is large."""
    here = await rumour_log()
    (seen,) = await here.see("Sam runs for mayor.", MIRA_PERSON)
    held, people = [seen], (MIRA_PERSON, BRAM_PERSON)
    for number in range(30):
        who, whom = people[number % 2], people[(number + 1) % 2]
        held.append(await here.tell(who, whom, "Sam runs for mayor.", *held))

    hops = await here.trace(held[-1])

    assert len(hops) <= MOST_HOPS
    assert hops[0].memory.id == held[-1]
    by_id = {hop.memory.id: hop for hop in hops}
    assert any(not hop.from_ids for hop in hops)
    assert by_id.keys() >= {one for hop in hops for one in hop.from_ids}


async def test_paths_of_many_knowers_are_walked_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """25 people who know of a rumour cost no more reads than one path, and each memory once."""
    here = await rumour_log()
    people = [MIRA_PERSON, BRAM_PERSON, CY_PERSON, DOV_PERSON]
    people += [Person(id=f"c{n}", name=f"C{n}", is_player=False) for n in range(4, 25)]

    async def add(unit: UnitOfWork) -> None:
        for one in people[4:]:
            await unit.add_character(character(CharacterId(one.id)))

    await here.store.write(add)
    held = list(await here.see("Sam runs for mayor.", people[0]))
    for number in range(75):
        who, whom = people[number % 25], people[(number + 1) % 25]
        held.append(await here.tell(who, whom, "Sam runs for mayor.", *held[-20:]))
    read: list[int] = []
    lines = ProvenanceGraph.lines

    async def counted(telling: ProvenanceGraph, heard: Sequence[Record]) -> dict[int, Record]:
        read.append(len(heard))
        return await lines(telling, heard)

    monkeypatch.setattr(ProvenanceGraph, "lines", counted)
    await here.trace(held[-1])
    alone = len(read)
    read.clear()
    assert len(await here.who_knows(held[0])) == 25
    assert len(read) <= alone
    assert sum(read) <= len(held)


async def test_who_knows_by_the_shortest_path_alone() -> None:
    """Other origins are left to the trace of a memory."""
    here = await rumour_log()
    (seen,) = await here.see(MILL, MIRA_PERSON)
    far = await here.tell(MIRA_PERSON, BRAM_PERSON, MILL, seen)
    far = await here.tell(BRAM_PERSON, CY_PERSON, MILL, far)
    (near,) = await here.see(MILL, CY_PERSON)
    told = await here.tell(CY_PERSON, DOV_PERSON, MILL, far, near)

    dov = (await here.who_knows(told))[-1]

    assert (dov.name, [hop.holder_name for hop in dov.hops]) == ("Dov", ["Dov", "Cy", "Cy"])
    assert dov.hops[-1].memory.id == near
    assert len(await here.trace(told)) > 3


async def test_the_origin_that_says_the_same_comes_before_a_nearer_one() -> None:
    """A line may rest on more than the fact that it is asked for."""
    here = await rumour_log()
    (seen,) = await here.see(MILL, MIRA_PERSON)
    heard = await here.tell(MIRA_PERSON, BRAM_PERSON, "The mill burned down!", seen)
    (other,) = await here.see("It rains on the river.", BRAM_PERSON)
    told = await here.tell(BRAM_PERSON, CY_PERSON, "The mill burned down!", other, heard)

    (cy,) = [one for one in await here.who_knows(told) if one.name == "Cy"]

    assert cy.hops[-1].memory.id == seen


async def test_what_a_speaker_names_is_passed_on_in_whatever_words() -> None:
    """In those sentences that have a word of it; and on from there by its words."""
    here = await rumour_log()
    (seen,) = await here.see(MILL, MIRA_PERSON)
    named = await here.tell(
        MIRA_PERSON, BRAM_PERSON, "There is no mill any more. I am hungry.", seen
    )
    await here.tell(BRAM_PERSON, CY_PERSON, "There is no mill any more!", named)
    await here.tell(BRAM_PERSON, DOV_PERSON, "Mira is hungry.", named)

    assert await here.knowers(seen) == ["Mira", "Bram", "Cy"]
    assert await here.knowers(named) == ["Mira", "Bram", "Cy", "Dov"]


@pytest.mark.parametrize("is_found_later", [False, True])
async def test_a_path_shows_where_it_was_told_otherwise(*, is_found_later: bool) -> None:
    """By the words at once, or by the speaker's summary of the talk."""
    here = await rumour_log()
    heard = await here.tell(ANN, MIRA_PERSON, PARTY)
    told = await here.tell(
        MIRA_PERSON,
        BRAM_PERSON,
        "Klaus throws a party on Sunday.",
        heard,
        distorted=() if is_found_later else (heard,),
    )
    if is_found_later:
        line, source = int(told.rpartition(".")[2]) - 1, int(heard.rpartition(".")[2])
        mark = ReflectedUpTo(seq=line, distorted=((line, source),))
        subject = subject_key(MIRA_PERSON.id, BRAM_PERSON.id)
        await here.put(Draft(RecordKind.REFLECTED, mark, subject))

    hops = await here.trace(told)

    assert [hop.distorted_ids for hop in hops] == [(), (heard,), ()]
    assert bool(hops[0].memory.body.distorted) is not is_found_later
