"""Who knows of something and from where, and facts that are no news."""

import asyncio
from dataclasses import replace

import pytest

from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.perception.observations import GameEvent
from npcserver.memory import retention
from npcserver.memory.retention import FACTS, Judgement
from npcserver.memory.stream import OWN, space_name
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import CharacterId, TimelineId
from npcserver.model.record import Draft, RecordKind, Source
from npcserver.model.world import ObjectState
from npcserver.ports.storage import RequestKey, UnitOfWork
from npcserver.ports.view import MemoryRef
from tests.fakes.life_app import (
    BRAM,
    BURNING,
    CATO,
    FIRE,
    KITCHEN,
    MIRA,
    OUT,
    STOVE,
    PerceptionApp,
    new_perception_app,
)
from tests.fakes.store_world import put
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


async def test_all_that_means_the_same_counts_however_much_there_is() -> None:
    """Also what is not among the memories that come to mind first."""
    here = await rumour_log()
    seen = [*await here.see("A feast is held by him at the end of the week.", MIRA_PERSON)]
    for hour in range(60):
        seen += await here.see(f"Klaus, a party, Friday: word {hour} of it.", MIRA_PERSON)
        await embedded_as(here, seen[-1], "The mill burned down.")
    await embedded_as(here, seen[0], PARTY)

    knowers = await here.who_knows(text=PARTY)

    assert seen[0] in [memory.id for knower in knowers for memory in knower.memories]


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


KEY = RequestKey("tl_play", "r-1", "d")


def fact(text: str, *about: str) -> GameEvent:
    return GameEvent(text=text, witness_ids=(MIRA,), about=about, is_standing=True)


async def told(here: PerceptionApp, *texts: str) -> list[str]:
    """Tell Mira facts, one after the other, and return what she remembers."""
    for text in texts:
        await here.observe(fact(text))
    return await here.memories(MIRA)


@pytest.mark.parametrize(
    ("text", "about", "key"),
    [
        ("The bed is made.", (), "the bed"),
        ("the cups are clean", (), "the cups"),
        ("Bram is sure that it is late", (), "bram"),
        ("莉莉正在揉面", (), "莉莉"),
        ("门是开着的", (), "门"),
        ("Rain, rain.", (), "rain, rain"),
        ("The bed is made.", ("bed-1", "mira"), "bed-1"),
    ],
)
def test_a_statement_is_about_what_it_names_first(
    text: str, about: tuple[str, ...], key: str
) -> None:
    """By id where one is given, else by its grammatical subject."""
    assert retention.key_of(text, about) == key


@pytest.mark.parametrize("text", ["bed is idle", "The bed is idle.", "cups are idle", "床空闲"])
def test_idleness_is_told_from_news(text: str) -> None:
    """In both languages, with and without a full stop."""
    assert retention.judge({}, text) is Judgement.IDLE


@pytest.mark.parametrize("text", ["Bram is idle no more", "an idle bed", "the bed is idle or not"])
def test_idle_must_be_all_that_is_said(text: str) -> None:
    """A word in passing is none."""
    assert retention.judge({}, text) is Judgement.NEWS


@pytest.mark.parametrize("text", ["this is blank", "This is blank.", "[fill in]", "TODO", '"none"'])
def test_what_stands_where_nothing_was_to_be_said_is_no_statement(text: str) -> None:
    """Also in brackets, quotation marks and capitals."""
    assert retention.is_leftover(text)
    assert not retention.is_leftover(f"Bram says: {text} he")


async def test_a_fact_is_remembered_once_and_again_when_it_changes() -> None:
    """Spelling that makes no difference is no change."""
    here, _ = await new_perception_app()

    assert await told(here, "The bed is made.", "the bed  is made", "The bed is unmade.") == [
        "The bed is made.",
        "The bed is unmade.",
    ]


async def test_an_observation_says_how_many_were_no_news() -> None:
    """Within one batch as well, and the same when it is repeated."""
    here, _ = await new_perception_app()
    made = fact("The bed is made.")
    batch = (made, made, fact("The desk is idle."), GameEvent(text="A bell.", witness_ids=(MIRA,)))

    first = await here.observe(*batch, key=KEY)
    again = await here.observe(*batch, key=KEY)

    assert (first.memories, first.coalesced, first.last - first.first) == (2, 2, 1)
    assert again == first


async def test_events_are_remembered_as_often_as_they_happen() -> None:
    """Only facts that hold coalesce."""
    here, _ = await new_perception_app()
    bell = GameEvent(text="The bell is rung.", witness_ids=(MIRA,))

    assert (await here.observe(bell, bell)).coalesced == 0
    assert await here.memories(MIRA) == [bell.text] * 2


@pytest.mark.parametrize("is_standing", [False, True])
async def test_a_leftover_is_never_a_memory(*, is_standing: bool) -> None:
    """No matter who says so, and whether or not it is said to hold; a repeat is told the same."""
    here, _ = await new_perception_app()
    blank = replace(fact("this is blank"), is_standing=is_standing)

    answers = [await here.observe(blank, key=KEY) for _ in range(2)]

    assert [(one.memories, one.coalesced) for one in answers] == [(0, 1)] * 2
    assert await here.memories(MIRA) == []


@pytest.mark.parametrize("has_forgotten", [False, True])
async def test_once_idle_the_same_state_is_news_again(*, has_forgotten: bool) -> None:
    """Also for a server that reads what minds know from the log."""
    here, _ = await new_perception_app()
    await told(here, "the stove is burning", "the stove is idle")
    if has_forgotten:
        here.play = here.another_replica()

    assert await told(here, "the stove is burning") == [BURNING] * 2


async def test_what_is_always_idle_leaves_no_record_at_all() -> None:
    """Idleness is the state of the world, and the world knows it."""
    here, _ = await new_perception_app()
    before = await here.records()
    await told(here, "the bed is idle", "the bed is idle")
    await here.change(OUT)

    assert await here.records() == before


@pytest.mark.parametrize("has_forgotten", [False, True])
async def test_a_thing_that_was_different_meanwhile_is_news_again(*, has_forgotten: bool) -> None:
    """No matter who put the fire out, or whether it was seen; the same fire seen twice is not."""
    here, store = await new_perception_app()
    await here.change(FIRE)
    await here.move(BRAM, None)
    await here.move(BRAM, KITCHEN)
    out = ObjectState(place_id=KITCHEN, object="stove", state="idle", by=CATO)
    await put(store, Draft(kind=RecordKind.OBJECT, subject_id=STOVE, body=out), to=here.timeline)
    if has_forgotten:
        here.play = here.another_replica()
    await here.change(FIRE, FIRE)

    assert await here.memories(MIRA) == [BURNING] * 2
    assert await here.memories(BRAM) == [BURNING] * 2


async def test_a_loaded_save_knows_what_was_known_then() -> None:
    """What is told on one timeline is news on another; what was known before the fork is not."""
    here, _ = await new_perception_app()
    await told(here, "The bed is made.")
    trunk = here.timeline
    await here.fork("tl_left")
    await told(here, "The bed is unmade.")
    here.timeline = trunk
    await here.fork("tl_right")

    assert await told(here, "The bed is made.", "The bed is unmade.") == [
        "The bed is made.",
        "The bed is unmade.",
    ]


async def test_what_another_replica_told_counts() -> None:
    """Neither a repeat comes through nor is news lost."""
    here, _ = await new_perception_app()
    ours, theirs = here.play, here.another_replica()
    await told(here, "The bed is made.")
    here.play = theirs
    await told(here, "The bed is made.", "The bed is unmade.")
    here.play = ours

    assert await told(here, "The bed is unmade.", "The bed is made.") == [
        "The bed is made.",
        "The bed is unmade.",
        "The bed is made.",
    ]


async def test_facts_told_at_the_same_time_are_remembered_once() -> None:
    """Batches that look at what is known wait for each other."""
    here, _ = await new_perception_app()
    made = fact("The bed is made.")

    observed = await asyncio.gather(*(here.observe(made) for _ in range(5)))

    assert sum(one.memories for one in observed) == 1
    assert await here.memories(MIRA) == [made.text]


async def test_minds_are_told_apart_and_things_by_their_ids() -> None:
    """What Mira knows is news to Bram; two beds are two beds."""
    here, _ = await new_perception_app()
    await here.observe(fact("The bed is made.", "bed-1"))
    both = replace(fact("The bed is made.", "bed-1"), witness_ids=(MIRA, BRAM))

    assert (await here.observe(both)).memories == 1
    assert (await here.observe(fact("The bed is made.", "bed-2"))).memories == 1


async def test_a_mind_keeps_count_of_so_many_things() -> None:
    """What was learned longest ago gives way, and its next repeat is let through."""
    here, _ = await new_perception_app()
    await here.observe(*(fact(f"Door {number} is shut.") for number in range(FACTS + 1)))

    assert (await here.observe(fact(f"Door {FACTS} is shut."))).memories == 0
    assert (await here.observe(fact("Door 0 is shut."))).memories == 1


async def test_what_fell_far_behind_is_read_afresh() -> None:
    """A long stretch of play without facts does not make a mind forget or dream up any."""
    here, store = await new_perception_app()
    retained = KnownFactsCache(behind_at_most=3)
    await told(here, "The bed is made.")
    async with store.read() as reader:
        await retained.known(await reader.head(here.timeline), [MIRA])
    await told(here, *(f"Door {number} is shut." for number in range(5)), "The bed is unmade.")

    async with store.read() as reader:
        known = await retained.known(await reader.head(here.timeline), [MIRA, BRAM])

    assert known[MIRA]["the bed"] == "The bed is unmade."
    assert known[BRAM] == {}
    assert len(await here.records(RecordKind.OBSERVATION)) == len(known[MIRA]) + 1
