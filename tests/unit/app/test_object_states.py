"""Things and their states, and what others see of a character who uses them."""

from dataclasses import replace
from datetime import time
from functools import partial

import pytest

from npcserver.app.context.town_knowledge import in_words, known_places
from npcserver.app.pagination import Page
from npcserver.app.perception.known_facts import place_knowledge
from npcserver.app.worlds import ObjectEntry
from npcserver.model.character import Character
from npcserver.model.day import Cause, Step
from npcserver.model.errors import InvalidInput, NotFound
from npcserver.model.ids import CharacterId, PlaceId, TimelineId
from npcserver.model.inputs import KnownPlace
from npcserver.model.job import JobKind
from npcserver.model.record import Draft, Record, RecordKind, Remembered
from npcserver.model.world import IDLE, Hours, ObjectState, PlaceSeen, object_key
from npcserver.ports.storage import RequestKey, UnitOfWork
from tests.fakes.life_app import (
    ANN,
    BEN,
    BRAM,
    BURNING,
    CAT,
    CATO,
    COTTAGE,
    DAY_IN_HAMLET,
    FIRE,
    GREEN,
    HALL,
    HOME,
    KITCHEN,
    LODGE,
    MIRA,
    OUT,
    SHED,
    YARD,
    PerceptionApp,
    acting,
    day_plan_of,
    new_life_app,
    new_perception_app,
    time_of_day,
)
from tests.fakes.memory_store import MemoryStore
from tests.fakes.store_world import START, WORLD, place

KEY = RequestKey("tl_play", "r-1", "d")
NIGHT = Hours(opens=time(22), closes=time(4, 30))


async def listed(here: PerceptionApp, **more: object) -> list[tuple[str, str, str]]:
    found = await here.surroundings.list(
        timeline_id=here.timeline,
        page=Page(),
        **more,  # type: ignore[arg-type]
    )
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

    seqs = [(await here.observe(objects=(FIRE,), key=KEY)).last for _ in range(2)]

    assert seqs == [3, 3]
    assert await here.who_perceived(BURNING) == {MIRA, BRAM}
    assert len(await here.records()) == 3


async def test_setting_what_is_so_already_leaves_nothing() -> None:
    """The last position is the head."""
    here, _ = await new_perception_app()
    first = await here.change(FIRE)

    assert (await here.change(FIRE)).last == first.last
    assert len(await here.records(RecordKind.OBJECT)) == 1


@pytest.mark.parametrize(
    ("wrong", "fault", "told"),
    [
        ({"object": "oven"}, InvalidInput, "there is: stove, sink"),
        ({"place_id": HALL}, InvalidInput, "there is: nothing"),
        ({"place_id": PlaceId("attic")}, NotFound, "attic"),
    ],
)
async def test_what_is_not_there_cannot_be_set(
    wrong: dict[str, str], fault: type[Exception], told: str
) -> None:
    """The refusal says what is there instead."""
    here, _ = await new_perception_app()

    with pytest.raises(fault, match=told):
        await here.change(replace(FIRE, **wrong))  # type: ignore[arg-type]
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
    page = partial(here.surroundings.list, timeline_id=here.timeline, seq=before)
    first = await page(page=Page(2))
    rest = await page(page=Page(2, first.next_cursor))
    assert first.items[1] == ObjectEntry(
        place_id=KITCHEN, object="stove", state="burning", since=START
    )
    assert [(thing.object, rest.next_cursor) for thing in rest.items] == [("lamp", "")]


async def test_who_did_it_is_kept_with_the_state() -> None:
    """A character, or nobody in particular."""
    here, _ = await new_perception_app()
    await here.change(replace(FIRE, by=BRAM))
    (thing,) = (
        await here.surroundings.list(timeline_id=here.timeline, page=Page(), only_touched=True)
    ).items

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


@pytest.mark.parametrize(("state", "by"), [("burning", ""), ("in use", CAT)])
async def test_things_in_use_are_idle_again_afterwards(state: str, by: str) -> None:
    """A thing is as an act leaves it while the act lasts, unless another changed it."""
    here = await new_life_app(ANN)
    day = day_plan_of(
        ("06:00", "cooking", COTTAGE), ("07:00", "mending", COTTAGE), ("08:00", "a", GREEN)
    )
    for block, name in zip(day.blocks, ("stove", "bed"), strict=False):
        step = Step(
            starts_at=block.starts_at,
            minutes=block.minutes,
            activity=block.activity,
            place_id=COTTAGE,
            object=name,
            object_state="in use",
        )
        day = day.with_steps(block, (step,))
    await here.mean(ANN, day)

    await here.tick(time_of_day("06:00"))
    await here.tick(time_of_day("07:00"))
    changed = ObjectState(place_id=COTTAGE, object="bed", state=state, by=by)
    key = object_key(COTTAGE, "bed")
    await here.write(Draft(kind=RecordKind.OBJECT, subject_id=key, body=changed))
    await here.tick(time_of_day("08:00"))

    bodies = [record.body for record in await here.records(RecordKind.OBJECT)]
    states = [(one.object, one.state) for one in bodies if isinstance(one, ObjectState)]
    assert states == [("stove", "in use"), ("stove", IDLE), ("bed", "in use"), ("bed", state)]


async def test_others_see_what_a_character_does_and_that_it_came() -> None:
    """Who is there and awake sees who comes and what it does, and may act on it; once."""
    here = await new_life_app()
    await here.mean(BEN, day_plan_of(("06:00", "whittling", GREEN)))
    await here.tick(time_of_day("06:00"))
    await here.go(CAT, GREEN)
    await here.write(
        Draft(
            kind=RecordKind.ACT,
            subject_id=CAT,
            body=acting("dozing", "06:00", 600, cause=Cause.SLEEP),
        )
    )
    await here.wishes()
    await here.mean(ANN, day_plan_of(("06:00", "reading", GREEN)))

    await here.tick(time_of_day("06:05"))

    _, seen = await here.records(RecordKind.OBSERVATION, who=BEN)
    assert (seen.text, seen.importance) == ("Ann is reading", 2)
    assert isinstance(seen.body, Remembered)
    assert seen.body.is_standing
    assert seen.body.about == (ANN,)
    assert [one.text for one in await here.records(RecordKind.OBSERVATION, who=ANN)] == [
        "Ann is reading",
        "Ben is whittling",
        "Cat is dozing",
    ]
    assert await here.records(RecordKind.OBSERVATION, who=CAT) == []
    wishes = await here.wishes()
    assert (JobKind.REACT, BEN) in wishes
    assert (JobKind.REACT, CAT) not in wishes


async def test_who_comes_sees_what_burns() -> None:
    """A thing that is not as it should be is seen by who comes in, who may act on it."""
    here = await new_life_app(ANN)
    state = ObjectState(place_id=GREEN, object="bench", state="burning")
    await here.write(
        Draft(kind=RecordKind.OBJECT, subject_id=object_key(GREEN, "bench"), body=state)
    )
    await here.mean(ANN, DAY_IN_HAMLET)

    await here.tick(time_of_day("08:00"))

    own, seen = await here.records(RecordKind.OBSERVATION, who=ANN)
    assert (own.text, seen.text) == ("Ann is walking", "the bench is burning")
    assert (JobKind.REACT, ANN) in await here.wishes()


async def test_a_fact_that_is_known_leaves_no_second_memory() -> None:
    """Seeing a character at the same thing again is no news."""
    here = await new_life_app(ANN, BEN)
    await here.mean(BEN, day_plan_of(("06:00", "whittling", GREEN), ("21:00", "eating", LODGE)))
    day = day_plan_of(
        ("06:00", "reading", GREEN), ("07:00", "a", COTTAGE), ("08:00", "reading", GREEN)
    )
    await here.mean(ANN, day)

    await here.run(time_of_day("06:00"), time_of_day("08:30"), 30)

    seen = [one.text for one in await here.records(RecordKind.OBSERVATION, who=BEN)]
    assert seen == ["Ben is whittling", "Ann is reading"]


async def test_how_a_place_was_left_is_known() -> None:
    """Who leaves a place keeps how its things stood."""
    here = await new_life_app(ANN)
    state = ObjectState(place_id=COTTAGE, object="stove", state="hot")
    key = object_key(COTTAGE, "stove")
    await here.write(Draft(kind=RecordKind.OBJECT, subject_id=key, body=state))
    await here.mean(ANN, DAY_IN_HAMLET)

    await here.tick(time_of_day("08:00"))

    (known,) = await here.records(RecordKind.KNOWLEDGE)
    assert known.subject_id == "ann>cottage"
    assert getattr(known.body, "objects", None) == (("stove", "hot"),)
