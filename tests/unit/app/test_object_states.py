"""Things and their states, and what of the world a character knows."""

from dataclasses import replace
from datetime import time

import pytest

from npcserver.app.context.town_knowledge import in_words, known_places
from npcserver.app.pagination import Page
from npcserver.app.perception.known_facts import place_knowledge
from npcserver.app.worlds import ListObjectStates, ObjectEntry
from npcserver.model.character import Character
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.inputs import KnownPlace
from npcserver.model.record import Draft, Record, RecordKind
from npcserver.model.world import Hours, PlaceSeen
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes.life_app import (
    BRAM,
    BURNING,
    CATO,
    FIRE,
    HALL,
    HOME,
    KITCHEN,
    MIRA,
    OUT,
    SHED,
    YARD,
    PerceptionApp,
    new_perception_app,
)
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import START, WORLD, place

KEY = RequestKey("tl_play", "r-1", "d")
NIGHT = Hours(opens=time(22), closes=time(4, 30))


async def listed(here: PerceptionApp, **more: object) -> list[tuple[str, str, str]]:
    wish = ListObjectStates(timeline_id=here.timeline, page=Page())
    found = await here.surroundings.list(replace(wish, **more))  # type: ignore[arg-type]
    return [(thing.place_id, thing.object, thing.state) for thing in found.items]


async def knowledge(
    here: PerceptionApp, store: MemoryStore, who: CharacterId, *knows: PlaceId
) -> dict[str, KnownPlace]:
    async with store.read() as reader:
        view = await reader.head(here.timeline)
        character: Character = await reader.character(WORLD, who)
        world = await reader.world(WORLD)
        known = await known_places(reader, view, world, replace(character, knows=knows))
    return {one.id: one for one in known}


async def test_a_designer_lights_the_stove_and_it_is_seen() -> None:
    """One append holds the state and what is perceived of it; a repeat changes nothing."""
    here, _ = await new_perception_app()
    wish = replace(here.setting(FIRE), key=KEY)

    seqs = [await here.surroundings.set_object(wish) for _ in range(2)]

    assert seqs == [3, 3]
    assert await here.who_perceived(BURNING) == {MIRA, BRAM}
    assert len(await here.records()) == 3


async def test_setting_what_is_so_already_leaves_nothing() -> None:
    """The last position is the head."""
    here, _ = await new_perception_app()
    first = await here.surroundings.set_object(here.setting(FIRE))

    assert await here.surroundings.set_object(here.setting(FIRE)) == first
    assert len(await here.records(RecordKind.OBJECT)) == 1


@pytest.mark.parametrize(
    ("wrong", "fault", "told"),
    [
        ({"object": "oven"}, InvalidInput, "there is: stove, sink"),
        ({"place_id": HALL}, InvalidInput, "there is: nothing"),
        ({"place_id": PlaceId("attic")}, NotFound, "attic"),
        ({"timeline_id": TimelineId("tl_none")}, NotFound, "tl_none"),
    ],
)
async def test_what_is_not_there_cannot_be_set(
    wrong: dict[str, str], fault: type[Exception], told: str
) -> None:
    """The refusal says what is there instead."""
    here, _ = await new_perception_app()

    with pytest.raises(fault, match=told):
        await here.surroundings.set_object(replace(here.setting(FIRE), **wrong))  # type: ignore[arg-type]
    assert await here.records() == []


async def test_an_unknown_thing_refuses_its_batch_by_its_field() -> None:
    """The engine learns which of its changes was wrong."""
    here, _ = await new_perception_app()
    with pytest.raises(InvalidInput) as refused:
        await here.change(FIRE, replace(FIRE, object="oven"))

    assert refused.value.field == "objects[1].object"
    assert await here.records() == []


async def test_a_thing_that_was_just_built_can_be_set_at_once() -> None:
    """What is missing is looked up before it is refused."""
    here, store = await new_perception_app()
    await here.change(FIRE)

    async def build(unit: UnitOfWork) -> None:
        await unit.put_place(replace(place(HALL, HOME), objects=("piano",)))

    await store.write(build)
    piano = replace(FIRE, place_id=HALL, object="piano", state="being played")
    await here.change(piano)
    assert await here.memories(CATO) == ["the piano is being played"]


async def test_every_thing_is_listed_as_one_vantage_sees_it() -> None:
    """Idle where nobody touched it, and in pages by place and name."""
    here, _ = await new_perception_app()
    await here.change(FIRE)
    before = (await here.records())[-1].seq
    await here.change(OUT)

    assert await listed(here) == [
        ("kitchen", "sink", "idle"),
        ("kitchen", "stove", "idle"),
        ("shed", "lamp", "idle"),
    ]
    assert await listed(here, seq=before, only_touched=True) == [("kitchen", "stove", "burning")]
    wish = ListObjectStates(timeline_id=here.timeline, page=Page(2), seq=before)
    first = await here.surroundings.list(wish)
    rest = await here.surroundings.list(replace(wish, page=Page(2, first.next_cursor)))
    assert first.items[1] == ObjectEntry(
        place_id=KITCHEN, object="stove", state="burning", since=START
    )
    assert [(thing.object, rest.next_cursor) for thing in rest.items] == [("lamp", "")]


async def test_who_did_it_is_kept_with_the_state() -> None:
    """A character, or nobody in particular."""
    here, _ = await new_perception_app()
    await here.surroundings.set_object(here.setting(FIRE, by=BRAM))
    wish = ListObjectStates(timeline_id=here.timeline, page=Page(), only_touched=True)
    (thing,) = (await here.surroundings.list(wish)).items

    assert thing.by == BRAM


async def test_a_character_knows_what_its_author_says_and_where_it_is() -> None:
    """Parts of what it knows included; without a word of its author it knows every place."""
    here, store = await new_perception_app()

    assert set(await knowledge(here, store, MIRA, YARD)) == {KITCHEN, YARD, SHED}
    assert set(await knowledge(here, store, MIRA)) == {HOME, KITCHEN, HALL, YARD, SHED}


async def test_a_character_knows_where_it_has_been_as_it_was_then() -> None:
    """The fire went out after Bram had left: he would not know."""
    here, store = await new_perception_app()
    await here.change(FIRE)
    await here.move(BRAM, HALL)
    await here.change(OUT)

    stale = await knowledge(here, store, BRAM, HALL)
    fresh = await knowledge(here, store, MIRA, HALL)

    assert stale[KITCHEN].objects == (("stove", "burning"), ("sink", ""))
    assert fresh[KITCHEN].objects == (("stove", ""), ("sink", ""))


async def test_the_blind_know_places_and_not_how_things_stand() -> None:
    """Seeing takes eyes, also of what one left."""
    here, store = await new_perception_app((BRAM, "is_blind"))
    await here.change(FIRE)
    assert (await knowledge(here, store, BRAM, HALL))[KITCHEN].objects[0] == ("stove", "")

    await here.move(BRAM, HALL)
    assert KITCHEN in await knowledge(here, store, BRAM, HALL)


async def test_norms_are_known_with_a_place_and_hold_for_its_parts() -> None:
    """Hours, and whether it belongs to oneself or to others."""
    here, store = await new_perception_app()

    async def own(unit: UnitOfWork) -> None:
        await unit.put_place(replace(place(HOME), owner_ids=(MIRA, BRAM), hours=NIGHT))
        await unit.put_place(replace(place(HALL, HOME), owner_ids=(BRAM,)))

    await store.write(own)
    of = {who: await knowledge(here, store, who) for who in (MIRA, BRAM, CATO)}

    assert [of[MIRA][one].is_own for one in (HOME, KITCHEN, HALL, YARD)] == [
        True,
        True,
        False,
        False,
    ]
    assert [of[MIRA][one].is_private for one in (HOME, HALL, YARD)] == [False, True, False]
    assert of[BRAM][HALL].is_own
    assert of[CATO][KITCHEN].is_private
    assert of[CATO][KITCHEN].hours == "22:00-04:30"
    assert of[CATO][YARD].hours == ""
    assert of[CATO][KITCHEN].path == "House: Kitchen"


@pytest.mark.parametrize(
    ("states", "before", "is_kept"),
    [
        ({"stove": "burning"}, None, True),
        ({"stove": "burning"}, {"stove": "burning"}, False),
        ({}, {"stove": "burning"}, True),
        (None, {"stove": "burning"}, False),
        (None, None, True),
    ],
    ids=["first", "same", "idle-again", "blind-again", "blind-first"],
)
def test_a_last_look_is_kept_only_when_it_tells_something(
    states: dict[str, str] | None, before: dict[str, str] | None, *, is_kept: bool
) -> None:
    """Who leaves a place knows it as it last saw it; the same again is nothing new."""
    first = place_knowledge(MIRA, KITCHEN, before, None) if before is not None else None
    draft = place_knowledge(MIRA, KITCHEN, states, None if first is None else recorded(first))

    assert (draft is not None) is is_kept
    if draft is not None:
        assert draft.body == PlaceSeen(place_id=KITCHEN, objects=tuple((states or {}).items()))


def recorded(draft: Draft) -> Record:
    """Return a draft as the log has it."""
    return Record(
        timeline_id=TimelineId("tl"),
        seq=1,
        kind=draft.kind,
        subject_id=draft.subject_id,
        text=draft.text,
        game_time=START,
        written_at=START,
        importance=None,
        body=draft.body,
    )


@pytest.mark.parametrize(
    ("known", "language", "words"),
    [
        (
            {"objects": (("stove", "burning"), ("oven", ""), ("sink", ""))},
            "en",
            (
                "There is a stove, an oven and a sink in the kitchen of the Inn; "
                "the stove was burning when last seen."
            ),
        ),
        (
            {"hours": "08:00-17:00", "is_private": True},
            "en",
            "There is the kitchen of the Inn; it is open 08:00-17:00; it belongs to somebody else.",
        ),
        (
            {"objects": (("炉子", "烧着的"),), "is_own": True},
            "zh",
            "the Inn的kitchen里有炉子；上次看到时炉子是烧着的；属于自己。",
        ),
        ({"hours": "08:00-17:00"}, "zh", "有一处the Inn的kitchen；开放时间08:00-17:00。"),
    ],
)
def test_a_known_place_is_told_in_a_sentence(
    known: dict[str, object], language: str, words: str
) -> None:
    """As a character would say it who saw it some time ago."""
    kitchen = KnownPlace(id=KITCHEN, path="the Inn: kitchen", **known)  # type: ignore[arg-type]

    assert in_words([kitchen], language) == (words,)
