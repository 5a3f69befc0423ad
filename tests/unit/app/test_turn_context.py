"""Setting scenes: what a character has before it, also when parts of the server are down."""

from dataclasses import replace
from datetime import timedelta

from npcserver.model.character import Person, Relation
from npcserver.model.day import Act, Block, DayPlan, Step
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.ids import CharacterId, PlaceId
from npcserver.model.record import Draft, RecordKind, Remembered, Source, TurnTaken, subject_key
from npcserver.model.world import IDLE, ObjectState, object_key
from npcserver.ports.storage import UnitOfWork
from tests.fakes.dialogue_app import DialogueApp, line_texts, new_dialogue_app
from tests.fakes.store_world import (
    INN,
    MIRA,
    START,
    WORLD,
    character,
    clock,
    moved,
    place,
    put,
    seen,
)

YARD = PlaceId("yard")


async def test_without_an_embedder_the_player_still_gets_an_answer() -> None:
    """Memories are called up by their words alone, and the receipt says why."""
    here = await new_dialogue_app()
    await put(here.store, seen("The cellar key is under the mat."), to=here.timeline)
    await put(here.store, seen("It rained all day."), to=here.timeline)
    here.embedder.is_down = True

    events = await here.turn("Where is the cellar key?")

    assert line_texts(events) == ["Come in.", "Mind the step."]
    best = here.heard[0].recollections[0]
    assert best.memory.text == "The cellar key is under the mat."
    (turn,) = await here.records(RecordKind.TURN)
    assert isinstance(turn.body, TurnTaken)
    assert turn.body.receipt.faults == ("Unavailable: no connection",)


async def test_an_embedder_that_hangs_is_not_waited_for() -> None:
    """The player waits for a moment, not for ever."""
    here = await new_dialogue_app(embed_seconds=0.01)
    here.embedder.hangs = True

    assert line_texts(await here.turn()) == ["Come in.", "Mind the step."]


async def test_a_character_in_a_place_that_was_deleted_can_be_spoken_to() -> None:
    """It is nowhere in particular; the timeline does not become unplayable."""
    here = await new_dialogue_app()
    cellar = PlaceId("cellar")

    async def add(unit: UnitOfWork) -> None:
        await unit.add_place(place(cellar))

    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_place(WORLD, cellar)

    await here.store.write(add)
    await put(here.store, moved("mira", cellar), to=here.timeline)
    await here.store.write(delete)

    await here.turn()

    assert here.heard[0].place is None


async def test_company_is_who_is_there_now() -> None:
    """Players by their names, characters as authored or moved, and nobody who was deleted."""
    here = await new_dialogue_app()
    await _add(here, "bram", INN)
    await _add(here, "cy", None)
    await _add(here, "dee", INN)
    await put(here.store, moved("cy", INN), moved("dee", None), to=here.timeline)
    await put(here.store, replace(moved("p2", INN), text="Bo"), to=here.timeline)
    await _delete(here, "cy")

    await here.turn()

    assert here.heard[0].company == (
        Person(id="bram", name="Bram", is_player=False),
        Person(id="p2", name="Bo"),
    )


async def test_the_conversation_is_with_whom_one_speaks() -> None:
    """What others said in between is no part of it."""
    here = await new_dialogue_app()
    here.steps = ["Aye."]
    await here.turn("I am Ann.")
    await here.turn("I am Bo.", speaker=Person(id="p2", name="Bo"))
    await here.turn("And again Ann.")

    shown = [(each.speaker, each.text, each.is_own) for each in here.heard[-1].conversation]
    assert shown == [("Ann", "I am Ann.", False), ("Mira", "Aye.", True)]


async def test_the_turn_just_before_is_known_whatever_scores_better() -> None:
    """It is a memory where another player had it; in private only who had it is told of it."""
    here = await new_dialogue_app()
    here.steps = ["Aye."]
    whose = "miller smith baker priest reeve cooper tanner fisher weaver potter mason carter"
    lamps = [seen(f"The {one} lost a lamp.", importance=10) for one in whose.split()]
    await put(here.store, *lamps, to=here.timeline)
    bo = Person(id="p2", name="Bo")

    async def known(text: str) -> bool:
        """Return whether Ann's next prompt has a text among its memories."""
        await here.turn("Who lost a lamp?")
        return text in [one.memory.text for one in here.heard[-1].recollections]

    await here.turn("My boat leaks.", speaker=bo)
    assert await known("My boat leaks.")
    assert not await known("My boat leaks.")
    await here.turn("My oar broke.", speaker=bo, is_private=True)
    assert not await known("My oar broke.")


async def test_a_player_who_was_renamed_is_the_same_person_in_the_talk_so_far() -> None:
    """The same id under another name: what was said before stands under the present one."""
    here = await new_dialogue_app()
    here.steps = ["Aye."]
    await here.turn("Where am I?", speaker=Person(id="p9", name="Prisoner"))
    await here.turn("They call me Aldis now.", speaker=Person(id="p9", name="Aldis"))
    await here.turn("And still do.", speaker=Person(id="p9", name="Aldis"))

    for scene, count in ((here.heard[-2], 2), (here.heard[-1], 4)):
        assert [one.speaker for one in scene.conversation] == ["Aldis", "Mira"] * (count // 2)
        assert scene.partner.name == "Aldis"


async def test_a_character_without_a_language_speaks_its_worlds() -> None:
    """Also one whose row was edited by hand; that makes no new version of its persona."""
    here = await new_dialogue_app()

    async def edit(unit: UnitOfWork) -> None:
        world = await unit.world(WORLD)
        await unit.put_world(replace(world, language="zh"))
        mira = character()
        await unit.put_character(replace(mira, persona=replace(mira.persona, language="")))

    await here.store.write(edit)
    await here.turn()

    assert here.heard[0].character.persona.language == "zh"
    async with here.store.read() as reader:
        versions = await reader.persona_versions(WORLD, CharacterId("mira"), 10)
    assert [version.persona.language for version in versions] == ["", "en"]


async def test_the_scene_holds_what_the_mind_is_at_and_how_it_feels() -> None:
    """Its act, plan, mood as faded by now, strongest beliefs, and what things here are like."""
    here = await new_dialogue_app()
    act = Act(step=Step(starts_at=START, minutes=30, activity="scrubbing"))
    plan = DayPlan(
        day=START.date(),
        wakes_at=START,
        sleeps_at=START + timedelta(hours=9),
        blocks=(Block(starts_at=START + timedelta(hours=3), minutes=360, activity="cook"),),
    )
    beliefs = [
        Belief(topic=f"t{score}", text="So it is.", score=score) for score in (50, 5, 70, 90)
    ]
    await _furnish(here, INN, "bar", "stove")
    stove = ObjectState(place_id=INN, object="stove", state="burning")
    things = (stove, replace(stove, object="bar", state=IDLE), replace(stove, place_id=YARD))
    felt = Mood(valence=0.8, why="sun")
    await put(
        here.store,
        Draft(kind=RecordKind.ACT, subject_id=MIRA, body=act),
        Draft(kind=RecordKind.DAY, subject_id=MIRA, body=plan),
        Draft(kind=RecordKind.MOOD, subject_id=MIRA, body=felt),
        *(
            Draft(kind=RecordKind.BELIEF, subject_id=subject_key(MIRA, b.topic), body=b)
            for b in beliefs
        ),
        *map(_thing, things),
        clock(START + timedelta(minutes=5)),
        clock(START + timedelta(hours=3)),
        to=here.timeline,
    )

    await here.turn()

    scene = here.heard[0]
    assert (scene.act, scene.day) == (act, plan)
    assert scene.doing == plan.blocks[0].as_step  # the act is over by now
    assert scene.mood == Mood(valence=0.4, why="sun")
    assert [belief.score for belief in scene.beliefs] == [5, 90, 70]
    assert scene.objects == (stove,)


async def test_the_relation_is_as_play_has_moved_it() -> None:
    """The latest standing takes the place of what the author wrote, with its view and its trust."""
    here = await new_dialogue_app()

    async def like(unit: UnitOfWork) -> None:
        mira = character()
        relations = (Relation(to="Ann", to_id="p1", view="Owes me for ale.", affinity=-20),)
        await unit.put_character(replace(mira, persona=replace(mira.persona, relations=relations)))

    await here.store.write(like)
    await here.turn()
    standing = Standing(other_id="p1", affinity=30, trust=70, view="She paid after all.")
    relation = Draft(kind=RecordKind.RELATION, subject_id=subject_key(MIRA, "p1"), body=standing)
    await put(here.store, relation, to=here.timeline)
    await here.turn()

    first, second = (scene.relation for scene in here.heard)
    assert first is not None
    assert second is not None
    assert (first.view, first.affinity) == ("Owes me for ale.", -20)
    assert (second.view, second.affinity) == ("She paid after all.", 30)
    assert [scene.trust for scene in here.heard] == [45, 70]


async def test_what_was_overheard_is_no_talk_with_who_said_it() -> None:
    """Words of the partner to another do not pass for a conversation."""
    here = await new_dialogue_app()
    overheard = Remembered(source=Source.OVERHEARD, told_by="p1", told_to="bram", speaker="Ann")
    draft = Draft(kind=RecordKind.UTTERANCE, subject_id=MIRA, text="Psst.", body=overheard)
    await put(here.store, draft, to=here.timeline)

    await here.turn()

    assert here.heard[0].conversation == ()


def _thing(state: ObjectState) -> Draft:
    key = object_key(state.place_id, state.object)
    return Draft(kind=RecordKind.OBJECT, subject_id=key, body=state)


async def _add(here: DialogueApp, name: str, place_id: PlaceId | None) -> None:
    async def add(unit: UnitOfWork) -> None:
        await unit.add_character(character(CharacterId(name), place_id))

    await here.store.write(add)


async def _furnish(here: DialogueApp, place_id: PlaceId, *things: str) -> None:
    async def furnish(unit: UnitOfWork) -> None:
        await unit.put_place(replace(place(place_id), objects=things))

    await here.store.write(furnish)


async def _delete(here: DialogueApp, name: str) -> None:
    async def delete(unit: UnitOfWork) -> None:
        await unit.delete_character(WORLD, CharacterId(name))

    await here.store.write(delete)
