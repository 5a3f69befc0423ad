"""What is no news leaves no memory: facts that hold, things that are idle, words of nobody."""

import asyncio
from dataclasses import replace

import pytest

from npcserver.app.perception.known_facts import KnownFactsCache
from npcserver.app.perception.observations import GameEvent
from npcserver.memory import retention
from npcserver.memory.retention import FACTS, Judgement
from npcserver.model.record import Draft, RecordKind
from npcserver.model.world import ObjectState
from npcserver.ports.storage import RequestKey
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
