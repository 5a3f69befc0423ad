"""World files: writing and reading are inverse, and no text brings the reader down."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from typing import TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from npcserver.adapters.files import dump_world, parse_world
from npcserver.model import limits
from npcserver.model.affordance import Affordance, Entity, Parameter, ParameterType
from npcserver.model.character import FallbackLine, Persona, Relation, SeedMemory
from npcserver.model.errors import BrokenFile
from npcserver.model.feelings import LABELS
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.lore import Book, Chapter
from npcserver.model.model_use import Budget
from npcserver.model.secret import Secret
from npcserver.model.world import Hours, Place, Price, World
from npcserver.model.worldfile import Role, WorldFile
from tests.conftest import examples

T = TypeVar("T")

# Texts that YAML is known to take for something else, beside any others.
TRAPS = (
    "null",
    "~",
    "yes",
    "1e3",
    "0x1F",
    "1:30",
    "a: b",
    "# no",
    "- x",
    "*a",
    "&a",
    "!t",
    "%",
    "'",
    '"',
    "<<",
)

letters = st.characters(exclude_categories=["Cs", "Cc"])


def texts(longest: int = 200, *, lines: bool = True) -> st.SearchStrategy[str]:
    alphabet = st.one_of(letters, st.sampled_from("\n\t")) if lines else letters
    free = st.text(alphabet, max_size=longest).map(str.strip)
    return st.one_of(st.sampled_from(TRAPS), free)


def filled(longest: int = 60, *, lines: bool = False) -> st.SearchStrategy[str]:
    return texts(longest, lines=lines).filter(bool)


ids = st.from_regex(r"[a-z0-9][a-z0-9_-]{0,20}", fullmatch=True)
tuples_of_text = st.lists(filled(lines=True), max_size=3).map(tuple)


def some_of(known: Sequence[T]) -> st.SearchStrategy[list[T]]:
    return st.lists(st.sampled_from(known), max_size=2, unique=True) if known else st.just([])


@st.composite
def hours(draw: st.DrawFn) -> Hours | None:
    opens, closes = draw(st.times()), draw(st.times())
    has_seconds = draw(st.booleans())
    if not has_seconds:
        opens = time(opens.hour, opens.minute)
        closes = time(closes.hour, closes.minute)
    return None if opens == closes else Hours(opens=opens, closes=closes)


@st.composite
def places(draw: st.DrawFn, world_id: WorldId, people: Sequence[CharacterId]) -> tuple[Place, ...]:
    """Draw a tree as a walk through it: each place hangs from an ancestor of the one before."""
    found: list[Place] = []
    path: list[PlaceId] = []
    for place_id in draw(st.lists(ids, unique=True, max_size=8)):
        path = path[: draw(st.integers(0, len(path)))]
        found.append(
            Place(
                id=PlaceId(place_id),
                world_id=world_id,
                name=draw(filled()),
                parent_id=path[-1] if path else None,
                description=draw(texts()),
                hours=draw(hours()),
                capacity=draw(st.none() | st.integers(1, limits.CAPACITY)),
                objects=tuple(draw(st.lists(filled(), max_size=3))),
                prices=tuple(
                    Price(ware, price)
                    for ware, price in draw(st.dictionaries(filled(), filled(), max_size=3)).items()
                ),
                owner_ids=tuple(draw(some_of(people))),
            )
        )
        path.append(PlaceId(place_id))
    return tuple(found)


@st.composite
def parameters(draw: st.DrawFn, name: str) -> Parameter:
    kind = draw(st.sampled_from(list(ParameterType)))
    words = st.lists(filled(20), min_size=1, max_size=3, unique=True).map(tuple)
    low = high = None
    if kind in (ParameterType.STRING, ParameterType.INTEGER):
        low, high = draw(st.sampled_from([(None, None), (0.0, 9.0), (3.0, None), (None, 7.0)]))
    elif kind is ParameterType.NUMBER:
        bounds = st.floats(allow_nan=False, allow_infinity=False)
        low, high = sorted(draw(st.tuples(bounds, bounds)))
    return Parameter(
        name=name,
        type=kind,
        description=draw(texts()),
        required=draw(st.booleans()),
        minimum=low,
        maximum=high,
        options=draw(words) if kind is ParameterType.CHOICE else (),
        entity_kinds=draw(words | st.just(())) if kind is ParameterType.ENTITY else (),
    )


@st.composite
def affordances(draw: st.DrawFn) -> tuple[Affordance, ...]:
    names = st.lists(
        st.from_regex(r"[a-z][a-z0-9_]{0,10}", fullmatch=True), max_size=2, unique=True
    )
    return tuple(
        Affordance(
            name=name,
            description=draw(texts()),
            parameters=tuple(draw(parameters(parameter)) for parameter in draw(names)),
            max_uses=draw(st.integers(1, limits.USES)),
        )
        for name in draw(names)
    )


@st.composite
def relations(draw: st.DrawFn, names: Mapping[CharacterId, str]) -> tuple[Relation, ...]:
    """Return relations to characters, who may be namesakes, to players, and to others."""
    players = filled().map(lambda text: f"player:{text}")
    others = filled().map(lambda text: f"Late {text}").filter(lambda one: len(one) <= limits.NAME)
    ids = draw(st.lists(st.sampled_from(["", *names]) | players, max_size=3, unique=True))
    return tuple(
        Relation(
            to=names.get(CharacterId(one)) or draw(others),
            to_id=one,
            view=draw(texts()),
            affinity=draw(st.integers(-100, 100)),
        )
        for one in ids
    )


@st.composite
def personas(
    draw: st.DrawFn, language: str, own_id: CharacterId, names: Mapping[CharacterId, str]
) -> Persona:
    lines = st.builds(FallbackLine, text=filled(lines=True), emotion=st.sampled_from(list(LABELS)))
    return Persona(
        name=names[own_id],
        age=draw(st.none() | st.integers(0, limits.AGE)),
        traits=draw(texts()),
        background=draw(texts()),
        currently=draw(texts()),
        lifestyle=draw(texts()),
        voice=draw(texts()),
        goals=draw(tuples_of_text),
        relations=draw(relations(names)),
        greetings=draw(tuples_of_text),
        fallback_lines=tuple(draw(st.lists(lines, max_size=2))),
        daily_plan=draw(texts()),
        language=draw(st.sampled_from([language, "zh", "no"])),
        is_deaf=draw(st.booleans()),
        is_blind=draw(st.booleans()),
    )


def secrets(people: Sequence[str]) -> st.SearchStrategy[Secret]:
    players = filled().map(lambda text: f"player:{text}")
    told = players | st.sampled_from(people) if people else players
    return st.builds(
        Secret,
        key=filled(),
        to=st.lists(told, max_size=3, unique=True).map(tuple),
        affinity=st.none() | st.integers(-100, 100),
        trust=st.none() | st.integers(0, 100),
        flag=st.just("") | st.from_regex(r"[a-z][a-z0-9_.-]{0,20}", fullmatch=True),
    )


amounts = st.integers(0, limits.BUDGET)
budgets = st.builds(
    Budget, calls=amounts, tokens=amounts, micros=st.integers(0, limits.BUDGET * 1_000_000)
)


@st.composite
def books(draw: st.DrawFn, world_id: WorldId, people: Sequence[CharacterId]) -> tuple[Book, ...]:
    chapters = st.builds(
        Chapter,
        title=texts(40, lines=False),
        text=filled(lines=True),
        secret=st.none() | secrets(people),
    )
    return tuple(
        Book(
            id=book_id,
            world_id=world_id,
            title=draw(filled()),
            author=draw(texts(40, lines=False)),
            shelf=draw(texts(40, lines=False)),
            readers=tuple(draw(some_of(people))),
            chapters=tuple(draw(st.lists(chapters, min_size=1, max_size=3))),
        )
        for book_id in draw(st.lists(ids, max_size=2, unique=True))
    )


@st.composite
def world_files(draw: st.DrawFn) -> WorldFile:
    entities = st.builds(Entity, id=filled(), name=filled(), kind=texts(20, lines=False))
    moments = st.datetimes(min_value=datetime(1, 1, 2), timezones=st.just(UTC))  # noqa: DTZ001
    world = World(
        id=WorldId(draw(ids)),
        name=draw(filled()),
        description=draw(texts()),
        start_time=draw(moments),
        language=draw(st.sampled_from(["en", "pt-BR"])),
        affordances=draw(affordances()),
        entities=tuple(draw(st.lists(entities, max_size=3, unique_by=lambda one: one.id))),
        budget=draw(budgets),
    )
    people = [CharacterId(one) for one in draw(st.lists(ids, max_size=3, unique=True))]
    called = filled() | st.sampled_from(["Tom", "TOM"])
    names = {character_id: draw(called) for character_id in people}
    found = draw(places(world.id, people))
    known = [place.id for place in found]
    homes = st.sampled_from([None, *known])
    memories = st.builds(
        SeedMemory,
        text=filled(lines=True),
        importance=st.none() | st.integers(1, 10),
        secret=st.none() | secrets(people),
    )
    return WorldFile(
        world=world,
        places=found,
        characters=tuple(
            Role(
                id=character_id,
                persona=draw(personas(world.language, character_id, names)),
                place_id=draw(homes),
                knows=tuple(draw(some_of(known))),
                memories=tuple(draw(st.lists(memories, max_size=3))),
            )
            for character_id in people
        ),
        books=draw(books(world.id, people)),
    )


@settings(max_examples=examples(60), deadline=None)
@given(world_files())
def test_what_is_written_is_read_back(file: WorldFile) -> None:
    """Export and import lose nothing, whatever the texts hold."""
    assert parse_world(dump_world(file), "x.yaml") == file


def outcome(text: str) -> WorldFile | BrokenFile:
    try:
        return parse_world(text, "x.yaml")
    except BrokenFile as broken:
        return broken


@settings(max_examples=examples(200), deadline=None)
@given(st.text(st.one_of(st.characters(), st.sampled_from(" \n-:[]{}'\"&*!|>%@`#,?"))))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Whatever comes, the reader answers with a world or with what is wrong."""
    for beginning in ("", "format: npcserver/world/1\nworld: {name: W}\nplaces: "):
        read = outcome(beginning + text)

        assert read.problems if isinstance(read, BrokenFile) else read.world.id == "w"


@settings(max_examples=examples(60), deadline=None)
@given(world_files(), st.data())
def test_a_damaged_file_is_read_or_refused(file: WorldFile, data: st.DataObject) -> None:
    """A slip of the hand anywhere in a good file never ends in a traceback."""
    text = dump_world(file)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 20))
    slip = data.draw(st.text(st.sampled_from("\n\t -:[]{}'\"&*!|>%#,?ax1"), max_size=4))

    read = outcome(text[:at] + slip + text[at + cut :])

    assert read.problems if isinstance(read, BrokenFile) else read.world.id
