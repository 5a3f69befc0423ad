"""What the actor says of what authors wrote for whoever plays a character: nothing."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from npcserver.adapters.llm.offline import OfflineActor
from npcserver.model.character import Person
from npcserver.model.ids import CharacterId, WorldId
from npcserver.model.inputs import ConverseInput, InterviewInput, ReplyInput, Situation, Spoken
from npcserver.model.memory import Memory, Recollection
from npcserver.model.record import RecordKind, Source
from npcserver.model.worldfile import Role, WorldFile
from tests.fakes import prompt_inputs
from tests.fakes.running_server import WORLDS, find_leak, is_open, prying_questions
from tests.unit.adapters.llm.scenes import memory

TURNS = 1000
ANN = Person(id="ann", name="Ann")
PEOPLE = [(world, role) for world in WORLDS for role in world.characters]


def recollections(role: Role) -> tuple[Recollection, ...]:
    """Return all that a stranger may be told, and a whisper, as if all came to mind at once."""
    told = [
        memory(one.text, importance=one.importance or 4)
        for one in role.memories
        if one.secret is None
    ]
    whisper = memory(
        role.persona.currently, kind=RecordKind.WHISPER, source=Source.INNER_VOICE, importance=9
    )
    return tuple(map(_recalled, (*told, whisper)))


def _recalled(one: Memory) -> Recollection:
    return Recollection(memory=one, score=1, recency=0, importance=0, relevance=1)


def situation(world: WorldFile, role: Role, seed: int) -> Situation:
    character = replace(
        prompt_inputs.character(role.persona),
        id=CharacterId(role.id),
        world_id=WorldId(world.world.id),
    )
    place = next((one for one in world.places if one.id == role.place_id), None)
    return Situation(
        world=world.world, character=character, now=world.world.start_time, place=place, seed=seed
    )


def turns() -> Iterator[tuple[str, list[str], str]]:
    """Yield a character, what it heard and what it said, in talks, interviews and small talk."""
    actor = OfflineActor()
    chance = random.Random(15)
    for number in range(TURNS // 10):
        world, role = PEOPLE[number % len(PEOPLE)]
        at = situation(world, role, number)
        recalled = recollections(role)
        asked = prying_questions(role.id, 10, number)
        talk: tuple[Spoken, ...] = ()
        for heard in asked:
            scene = replace(
                at.scene(ANN, heard),
                recollections=recalled,
                conversation=talk,
                affordances=world.world.affordances,
                entities=world.world.entities,
            )
            material = chance.choice((scene, scene, _exchange(scene, at), _interview(scene, at)))
            said = _said(actor, material)
            talk += (
                Spoken(speaker="Ann", text=heard, is_own=False),
                Spoken(speaker=role.persona.name, text=said, is_own=True),
            )
            yield role.id, asked, said


def _said(actor: OfflineActor, material: ReplyInput | ConverseInput | InterviewInput) -> str:
    if isinstance(material, ReplyInput):
        return actor.spoken(material).say
    return (
        actor.answer(material).say
        if isinstance(material, ConverseInput)
        else actor.answer(material)
    )


def _exchange(scene: ReplyInput, at: Situation) -> ConverseInput:
    last = Spoken(speaker="Ann", text=scene.heard, is_own=False)
    return ConverseInput(
        situation=at,
        partner=replace(ANN, is_player=False),
        about=scene.heard,
        conversation=(*scene.conversation, last)[-3:],
        recollections=scene.recollections,
    )


def _interview(scene: ReplyInput, at: Situation) -> InterviewInput:
    return InterviewInput(situation=at, question=scene.heard, recollections=scene.recollections)


def test_a_thousand_turns_tell_nothing_that_was_written_for_the_model() -> None:
    """No goal, background, `currently`, view of somebody, whisper or secret is in any line."""
    told = list(turns())

    assert len(told) == TURNS
    assert all(said for _, _, said in told)
    assert [(said, text) for to, heard, said in told if (text := find_leak(to, said, heard))] == []


@pytest.mark.parametrize("world_and_role", PEOPLE, ids=[role.id for _, role in PEOPLE])
def test_the_check_finds_what_it_is_for(world_and_role: tuple[WorldFile, Role]) -> None:
    """A line with a goal, a background or a view in it is a leak, in whatever person it stands."""
    _, role = world_and_role
    persona = role.persona
    views = [one.view for one in persona.relations]
    written = [persona.background, persona.currently, *persona.goals, *views]
    in_first_person = [one.replace("You", "I").replace("your", "my") for one in written]

    private = [one for one in (*written, *in_first_person) if not is_open(role.id, one)]
    assert len(private) > len(written)
    assert [one for one in private if not find_leak(role.id, one)] == []
