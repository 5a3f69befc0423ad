"""The world that newcomers meet first."""

from pathlib import Path

import pytest

from npcserver.adapters.files import dump_world, load_world, parse_world
from npcserver.model.affordance import ParameterType
from npcserver.model.worldfile import WorldFile

FOLDER = Path(__file__).parents[4] / "worlds"


@pytest.fixture(scope="module", params=sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def sample(request: pytest.FixtureRequest) -> WorldFile:
    return load_world(request.param)


def test_a_sample_world_is_ready_to_play(sample: WorldFile) -> None:
    """Everyone is somewhere, remembers something, and can speak without a model."""
    assert len(sample.characters) >= 6
    for role in sample.characters:
        persona = role.persona
        assert role.place_id is not None
        assert 6 <= len(role.memories) <= 12
        assert 3 <= len(persona.greetings) <= 5
        assert 4 <= len(persona.fallback_lines) <= 6
        assert all((persona.traits, persona.background, persona.currently, persona.voice))
        assert persona.goals


def test_its_people_know_each_other(sample: WorldFile) -> None:
    """Relations lead to people who are there, and memories name them."""
    names = {role.persona.name for role in sample.characters}

    for role in sample.characters:
        assert len(role.persona.relations) >= 3
        assert {relation.to for relation in role.persona.relations} <= names - {role.persona.name}
        told = " ".join(memory.text for memory in role.memories)
        others = [name.split()[-1] for name in names - {role.persona.name}]
        assert sum(surname in told for surname in others) >= 2


def test_its_places_open_and_fill_up(sample: WorldFile) -> None:
    """There are opening hours and capacities to respect, and parts within places."""
    assert any(place.hours for place in sample.places)
    assert any(place.capacity for place in sample.places)
    assert any(place.parent_id for place in sample.places)


def test_its_thinking_has_a_budget_and_its_homes_have_owners(sample: WorldFile) -> None:
    """What belongs to somebody belongs to one of its people, and strangers know part of it."""
    people = {role.id for role in sample.characters}
    owners = {owner for place in sample.places for owner in place.owner_ids}

    assert sample.world.budget.calls > 0
    assert owners
    assert owners <= people
    assert any(role.knows for role in sample.characters)


def test_its_affordances_can_be_used(sample: WorldFile) -> None:
    """Whatever kind of entity an argument asks for, there is one."""
    kinds = {entity.kind for entity in sample.entities}

    assert 6 <= len(sample.affordances) <= 8
    for affordance in sample.affordances:
        for parameter in affordance.parameters:
            assert set(parameter.entity_kinds) <= kinds
    used = {parameter.type for one in sample.affordances for parameter in one.parameters}
    assert used == set(ParameterType)


def test_a_sample_world_survives_the_way_out_and_in(sample: WorldFile) -> None:
    """Exporting and importing it changes nothing."""
    assert parse_world(dump_world(sample), "sample.yaml") == sample
