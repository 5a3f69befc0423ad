"""What is decoded from what was encoded is what it was."""

from dataclasses import replace
from datetime import UTC, datetime, time

from hypothesis import given
from hypothesis import strategies as st

from npcserver.admin.v1 import persona_service_pb2, world_service_pb2
from npcserver.app.characters import Characters
from npcserver.app.worlds import Worlds
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.calendar import Calendar, Era
from npcserver.model.character import Character, FallbackLine, Persona, Relation
from npcserver.model.feelings import LABELS
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.model_use import Budget
from npcserver.model.world import DEFAULT_START, Hours, LocalText, Place, Price, World
from npcserver.rpc import turn_messages
from npcserver.rpc.decoder import decode
from npcserver.rpc.encoder import enclose, encode
from npcserver.v1 import affordance_pb2
from tests.unit.rpc.arguments import arguments

ids = st.from_regex(r"[a-z0-9][a-z0-9_-]{0,62}", fullmatch=True)
letters = st.characters(exclude_categories=("C", "Z"))
names = st.text(letters, min_size=1, max_size=80)
prose = st.text(letters | st.sampled_from(" \n\t"), max_size=200)
lines = names
times = st.datetimes(timezones=st.just(UTC))
days = st.times().map(lambda moment: time(moment.hour, moment.minute))
languages = st.sampled_from(("en", "zh", "pt-BR"))

parameters = st.one_of(
    st.builds(
        Parameter,
        name=st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True),
        type=st.sampled_from((ParameterType.NUMBER, ParameterType.INTEGER)),
        description=prose,
        required=st.booleans(),
        minimum=st.none() | st.integers(-50, 0).map(float),
        maximum=st.none() | st.integers(0, 50).map(float),
    ),
    st.builds(
        Parameter,
        name=st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True),
        type=st.just(ParameterType.CHOICE),
        options=st.lists(names, min_size=1, max_size=4, unique=True).map(tuple),
    ),
    st.builds(
        Parameter,
        name=st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True),
        type=st.just(ParameterType.ENTITY),
        entity_kinds=st.lists(names, max_size=3, unique=True).map(tuple),
    ),
)
affordances = st.lists(
    st.builds(
        Affordance,
        name=st.from_regex(r"[a-z][a-z0-9_]{0,20}", fullmatch=True),
        description=prose,
        parameters=st.lists(parameters, max_size=3, unique_by=lambda one: one.name).map(tuple),
        max_uses=st.integers(1, 16),
    ),
    max_size=3,
    unique_by=lambda one: one.name,
).map(tuple)
entities = st.lists(
    st.builds(Entity, id=ids, name=names, kind=ids.map(lambda kind: kind[:40]) | st.just("")),
    max_size=3,
    unique_by=lambda one: one.id,
).map(tuple)


@given(affordances, entities)
def test_declarations(offered: tuple[Affordance, ...], things: tuple[Entity, ...]) -> None:
    """Affordances and entities."""
    sent = [encode(one, affordance_pb2.Affordance) for one in offered]
    named = [encode(one, affordance_pb2.Entity) for one in things]

    assert turn_messages.decode_affordances(sent) == offered
    assert tuple(decode(Entity, one) for one in named) == things


@given(
    st.builds(
        World,
        id=ids.map(WorldId),
        name=names,
        description=prose,
        start_time=times,
        language=languages,
        affordances=affordances,
        entities=entities,
        budget=st.builds(
            Budget,
            calls=st.integers(0, 1_000_000_000),
            tokens=st.integers(0, 1_000_000_000),
            micros=st.integers(0, 10**15),
        ),
        calendar=st.builds(
            Calendar,
            months=st.just(()) | st.tuples(*[names] * 12),
            weekdays=st.just(()) | st.tuples(*[names] * 7),
            eras=st.lists(
                st.builds(Era, name=names, first_year=st.integers(1, 9999)),
                max_size=3,
                unique_by=lambda era: era.first_year,
            ).map(tuple),
            hours_in_day=st.integers(1, 100),
        ),
        disclosures=st.lists(
            st.builds(LocalText, language=languages, text=names),
            max_size=3,
            unique_by=lambda text: text.language,
        ).map(tuple),
    )
)
def test_worlds(world: World) -> None:
    """Everything an author wrote; what only a server knows is left at its default."""
    request = enclose(world, world_service_pb2.CreateWorldRequest, "world")

    assert arguments(Worlds.create, request)["world"] == world


@given(
    st.builds(
        Place,
        id=ids.map(PlaceId),
        world_id=ids.map(WorldId),
        name=names,
        parent_id=st.none() | ids.map(PlaceId),
        description=prose,
        hours=st.none()
        | st.tuples(days, days)
        .filter(lambda pair: pair[0] != pair[1])
        .map(lambda pair: Hours(opens=pair[0], closes=pair[1])),
        capacity=st.none() | st.integers(1, 100_000),
        objects=st.lists(names, max_size=4).map(tuple),
        prices=st.dictionaries(names, names, max_size=4).map(
            lambda found: tuple(Price(ware, price) for ware, price in found.items())
        ),
        owner_ids=st.lists(ids.map(CharacterId), max_size=3).map(tuple),
    )
)
def test_places(place: Place) -> None:
    """Hours and capacity stay absent when they are."""
    request = enclose(place, world_service_pb2.CreatePlaceRequest, "place")

    assert arguments(Worlds.create_place, request)["place"] == place


personas = st.builds(
    Persona,
    name=names,
    age=st.none() | st.integers(0, 100_000),
    traits=prose,
    background=prose,
    currently=prose,
    lifestyle=prose,
    voice=prose,
    goals=st.lists(lines, max_size=3).map(tuple),
    relations=st.lists(
        st.builds(Relation, to=names, view=prose, affinity=st.integers(-100, 100)),
        max_size=3,
        unique_by=lambda one: one.to,
    ).map(tuple),
    greetings=st.lists(lines, max_size=3).map(tuple),
    fallback_lines=st.lists(
        st.builds(FallbackLine, text=lines, emotion=st.sampled_from(sorted(LABELS))), max_size=3
    ).map(tuple),
    daily_plan=prose,
    language=languages | st.just(""),
    is_deaf=st.booleans(),
    is_blind=st.booleans(),
)


@given(personas, ids, ids, st.none() | ids, st.lists(ids, max_size=3))
def test_characters(
    persona: Persona, world_id: str, name: str, place: str | None, known: list[str]
) -> None:
    """Every field of a persona, where it begins and what it knows."""
    character = Character(
        id=CharacterId(name),
        world_id=WorldId(world_id),
        persona=persona,
        place_id=None if place is None else PlaceId(place),
        knows=tuple(map(PlaceId, known)),
        created_at=DEFAULT_START,
        updated_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    request = persona_service_pb2.CreateCharacterRequest(
        character=encode(character, persona_service_pb2.Character)
    )

    found = arguments(Characters.create, request)["character"]

    assert found == replace(character, updated_at=DEFAULT_START)
