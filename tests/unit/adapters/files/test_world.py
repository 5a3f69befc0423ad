"""Reading world files: what is understood, what an author is told, and the sample world."""

import re
from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from npcserver.adapters.files import dump_world, load_world, parse_world
from npcserver.adapters.files.world_file import parse_world as parse_text
from npcserver.model import limits
from npcserver.model.affordance import ParameterType
from npcserver.model.calendar import Era
from npcserver.model.errors import BrokenFile, InvalidInput
from npcserver.model.feelings import LABELS
from npcserver.model.world import DEFAULT_START
from npcserver.model.worldfile import WorldFile

MILL = """\
format: npcserver/world/1
world:
  name: The Mill
  description: A mill on a slow river.
  start_time: 1911-05-02T07:30
places:
  - name: Mill Yard
    hours: "06:00-24:00"
    capacity: 12
    places:
      - id: loft
        name: The Loft
        objects: [sacks, ladder]
affordances:
  - name: hand_over
    description: Give something to someone.
    max_uses: 2
    parameters:
      - {name: item, type: entity, kinds: [thing]}
      - {name: amount, type: integer, min: 1, max: 10, required: no}
entities:
  - {id: Flour_1, name: a sack of flour, kind: thing}
characters:
  - name: Berta Holm
    age: 61
    place: loft
    language: no
    goals: [Mend the wheel]
    relations:
      - {to: jon, view: "Lazy: but kind", affinity: 20}
      - {to: the bailiff, view: A thief.}
    greetings: [Mind the dog.]
    beats:
      - {tell: The lens lies in the pond., flag: dusk, line: Look in the pond., within: 2}
      - {tell: The bell is gone., flag: dawn, line: The bell is gone.}
    fallback_lines:
      - Hm.
      - {text: Ask me after the flood., emotion: worry}
    memories:
      - You saw the water rise.
      - text: You hid the ledger.
        importance: 9
  - id: jon
    name: Jon
"""


def problems_of(text: str) -> str:
    with pytest.raises(BrokenFile) as caught:
        parse_world(text, "mill.yaml")
    return str(caught.value)


def test_a_world_file_is_read_whole() -> None:
    """Everything an author may write arrives in the parsed form."""
    mill = parse_world(MILL, "mill.yaml")

    assert (mill.world.id, mill.world.start_time) == (
        "the-mill",
        datetime(1911, 5, 2, 7, 30, tzinfo=UTC),
    )
    yard, loft = mill.places
    assert (yard.id, yard.parent_id, yard.capacity) == ("mill-yard", None, 12)
    assert yard.hours is not None
    assert (yard.hours.opens, yard.hours.closes) == (time(6), time(0))
    assert (loft.parent_id, loft.objects) == ("mill-yard", ("sacks", "ladder"))
    item, amount = mill.world.affordances[0].parameters
    assert (item.type, item.entity_kinds) == (ParameterType.ENTITY, ("thing",))
    assert (amount.minimum, amount.maximum, amount.required) == (1, 10, False)
    assert mill.world.entities[0].id == "Flour_1"
    berta, jon = mill.characters
    assert (berta.id, berta.place_id, berta.persona.age) == ("berta-holm", "loft", 61)
    assert berta.persona.language == "no"
    assert jon.persona.language == "en"
    assert [relation.to for relation in berta.persona.relations] == ["Jon", "the bailiff"]
    assert [(one.key, one.within) for one in berta.persona.beats] == [("dusk", 2), ("dawn", 3)]
    assert [line.emotion for line in berta.persona.fallback_lines] == ["neutral", "worry"]
    assert [memory.importance for memory in berta.memories] == [None, 9]
    assert mill.memory_count == 2


def test_the_smallest_world_is_a_format_and_a_name() -> None:
    """Everything else has a default."""
    world = parse_world("format: npcserver/world/1\nworld: {name: Nowhere}\n", "w.yaml").world

    assert (world.id, world.language, world.start_time) == ("nowhere", "en", DEFAULT_START)


@pytest.mark.parametrize(
    ("written", "instead", "told"),
    [
        ("format: npcserver/world/1", "format: npcserver/world/9", ":1: format: "),
        ("format: npcserver/world/1\n", "", "begin the file with `format: npcserver/world/1`"),
        ("  name: The Mill", "  title: The Mill", ":2: world.name: is missing"),
        ("    capacity: 12", "    capactiy: 12", "did you mean 'capacity'?"),
        ("    capacity: 12", "    capacity: many", ":9: places[0].capacity: must be a whole"),
        ("    capacity: 12", "    capacity: 0", "from 1 to"),
        ("06:00-24:00", "6 to 12", ":8: places[0].hours: '6 to 12' are no opening hours"),
        ("06:00-24:00", "25:00-26:00", "write them as"),
        ("06:00-24:00", "06:00-06:00", "leave `hours` out"),
        ("1911-05-02T07:30", "yesterday", "write it as 1999-12-31T08:00"),
        ("1911-05-02T07:30", "1911-05-02T07:30+02:00", "game time has no zone"),
        ("id: loft", "id: The Loft", "write 'the-loft', for instance"),
        ("id: loft", "id: mill-yard", "is the id of another place, in line 7"),
        ("id: jon", "id: berta-holm", "is the id of another character, in line 24"),
        ("  - id: jon\n    name: Jon", "  - name: Berta Holm", "add an `id` of its own"),
        ("name: Berta Holm", "name: 林梅", "add one in Latin letters"),
        ("place: loft", "place: lotf", "characters[0].place: 'lotf' is unknown; did you mean"),
        ("language: no", "language: Norwegian", "write a tag such as"),
        ("to: jon", "to: jon-holm", "no character here has the id 'jon-holm'"),
        ("affinity: 20", "affinity: 200", "from -100 to 100"),
        ("emotion: worry", "emotion: worried", "did you mean 'worry'?"),
        ("importance: 9", "importance: 11", ":42: characters[0].memories[1].importance"),
        ("      - You saw the water rise.", '      - ""', "must not be empty"),
        ("goals: [Mend the wheel]", "goals: Mend the wheel", "begin each item with `- `"),
        ("age: 61", "age: {years: 61}", "must be a whole number"),
        ("min: 1, max: 10", "min: 10, max: 1", "affordances[0].parameters[1].min: 10 is more"),
        ("min: 1, max: 10", "min: low, max: 10", "must be a number, not 'low'"),
        ("kinds: [thing]", "options: [thing]", "parameters[0].options: only a choice"),
        ("type: entity", "type: thing", "'thing' is unknown; did you mean 'string'"),
        ("required: no", "required: perhaps", "must be true or false"),
        ("name: hand_over", "name: Hand over", ":15: affordances[0].name: 'Hand over' must be"),
        ("max_uses: 2", "max_uses: 99", "from 1 to 16"),
        ("name: amount", "name: item", "parameters[1].name: 'item' is declared twice"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_its_remedy(
    written: str, instead: str, told: str
) -> None:
    """Each wrong value yields one message that names file, line, field and what to write."""
    assert written in MILL

    message = problems_of(MILL.replace(written, instead, 1))

    assert message.startswith("mill.yaml:")
    assert told in message


CALENDAR = """\
format: npcserver/world/1
world:
  name: The Mill
  disclosure: {en: An AI speaks., zh: 这是人工智能。}
  calendar:
    months: [Frost, Thaw, Seed, Bud, Bloom, Hay, Heat, Grain, Fruit, Leaf, Mist, Dark]
    weekdays: [Ash, Birch, Cedar, Dew, Elm, Fir, Gorse]
    eras:
      - {name: the Long Thaw, from: 1900}
    hours: 20
"""


def test_a_calendar_and_disclosures_survive_the_way_out_and_in() -> None:
    """Names of months, days and eras, the hours of a day, and what players are told."""
    read = parse_world(CALENDAR, "mill.yaml")

    assert read.world.calendar.months[2] == "Seed"
    assert read.world.calendar.weekdays[6] == "Gorse"
    assert read.world.calendar.eras == (Era(name="the Long Thaw", first_year=1900),)
    assert read.world.calendar.hours_in_day == 20
    assert [one.language for one in read.world.disclosures] == ["en", "zh"]
    assert parse_world(dump_world(read), "again.yaml").world == read.world
    assert "calendar" not in dump_world(parse_world(MILL, "mill.yaml"))


@pytest.mark.parametrize(
    ("line", "wrong", "told"),
    [
        ("hours: 20", "hours: 0", "world.calendar.hours"),
        ("weekdays: [Ash, ", "weekdays: [", "has 6 names; write 7"),
        ("- {name: the Long Thaw, from: 1900}", "- {name: A}\n      - {name: B}", "same year"),
        ("en: An AI speaks.", "English: An AI speaks.", "is no language"),
    ],
)
def test_a_slip_in_a_calendar_is_told(line: str, wrong: str, told: str) -> None:
    """With the key that it is in."""
    with pytest.raises(BrokenFile, match=re.escape(told)):
        parse_world(CALENDAR.replace(line, wrong), "mill.yaml")


def test_the_same_entity_twice_is_refused() -> None:
    """An argument that names an entity must mean one thing."""
    twice = "entities:\n  - {id: Flour_1, name: other flour}"

    assert "is the id of the entity in line 22" in problems_of(MILL.replace("entities:", twice, 1))


def test_all_problems_are_told_at_once() -> None:
    """An author mends the file in one go, top to bottom."""
    broken = MILL.replace("age: 61", "age: old").replace("capacity: 12", "capacity: -1")

    with pytest.raises(InvalidInput) as caught:
        parse_world(broken, "mill.yaml")

    assert isinstance(caught.value, BrokenFile)
    first, second = caught.value.problems
    assert first.startswith("mill.yaml:9: places[0].capacity: ")
    assert second.startswith("mill.yaml:25: characters[0].age: ")
    assert caught.value.field == "mill.yaml:9: places[0].capacity"
    assert caught.value.message == str(caught.value) == f"{first}\n{second}"


def test_no_more_than_twenty_problems_are_told() -> None:
    """A file of another kind does not flood the terminal."""
    wrong = "".join(f"  - {{nom: a{number}}}\n" for number in range(30))

    with pytest.raises(BrokenFile) as caught:
        parse_world(f"format: npcserver/world/1\nworld: {{name: W}}\nplaces:\n{wrong}", "w.yaml")

    assert len(caught.value.problems) == limits.FILE_PROBLEMS + 1
    assert caught.value.problems[-1] == "and 40 more"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "w.yaml:1: must begin with `format:"),
        ("- a list", "must begin with `format:"),
        ("a: &x 1\nb: *x", ":2: refers to an anchor"),
        ("a: !!python/object/apply:os.system [ls]", ":1: carries the tag"),
        ("a: 1\na: 2", ":1: format: is missing"),
        ("a: 1\n---\nb: 2", ":2: a second document"),
        ("a: " + "[" * 60 + "]" * 60, "nests deeper than 40 levels"),
        (
            "a: b: c",
            ":1: a colon here confuses YAML; indent the line as those around it, or put",
        ),
        ("a:\n\t- b", ":2: indented with a tab"),
        ("a: 'open", "is no valid YAML"),
        ("a: @b", 'put the text in "double quotes"'),
        ("a: 1\nb: \x07", ":2: holds the control character U+0007"),
        ("a: {[b]: c}", "a key must be a plain word"),
    ],
)
def test_yaml_that_is_broken_or_hostile_is_refused(text: str, told: str) -> None:
    """Nothing but plain data is read, and the message says where it is not."""
    with pytest.raises(BrokenFile) as caught:
        parse_world(text, "w.yaml")

    assert told in str(caught.value)


def test_a_key_written_twice_is_refused() -> None:
    """The second value would silently win otherwise."""
    doubled = MILL.replace("    age: 61", "    age: 61\n    age: 62")

    assert ":26: age: stands here and in line 25; remove one" in problems_of(doubled)


PRICED = "format: npcserver/world/1\nworld: {name: Mill}\nplaces:\n  - name: Yard\n"


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("    price: {bran: 3}", ":5: places[0].price: is no key here; did you mean 'prices'?"),
        ("    prices: [bran]", ":5: places[0].prices: must hold `ware: price` lines"),
        ("    prices:\n      bran:", ":6: places[0].prices.bran: is missing; add it"),
    ],
)
def test_a_price_list_that_is_none_is_told_with_its_line(written: str, told: str) -> None:
    """What a price list looks like is said where it stands."""
    assert told in problems_of(f"{PRICED}{written}\n")


def test_prices_are_read_in_the_order_written() -> None:
    """A ware and its price are kept as the author wrote them."""
    written = f"{PRICED}    prices: {{flour: a crown, bran: 3}}\n"

    found = parse_world(written, "mill.yaml").places[0].prices

    assert [(one.ware, one.price) for one in found] == [("flour", "a crown"), ("bran", "3")]


def test_a_bomb_of_aliases_costs_nothing() -> None:
    """The first alias ends the reading, so nothing is multiplied."""
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 9))

    with pytest.raises(BrokenFile, match="write the value out"):
        parse_world(f"l0: &l0 lol\n{levels}", "bomb.yaml")


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"world: \xff\xfe", "w.yaml:1: is not UTF-8"), (b"a: 1\n" * 900_000, "is larger than 4 MB")],
)
def test_a_file_that_is_no_text_of_sensible_size_is_refused(
    tmp_path: Path, content: bytes, told: str
) -> None:
    """Encoding and size are looked at before anything is parsed."""
    path = tmp_path / "w.yaml"
    path.write_bytes(content)

    with pytest.raises(BrokenFile) as caught:
        load_world(path)

    assert told in str(caught.value)


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    """The message names the path and what is the matter with it."""
    with pytest.raises(BrokenFile, match=r"nothing\.yaml: does not exist"):
        load_world(tmp_path / "nothing.yaml")
    with pytest.raises(BrokenFile, match="is a folder"):
        load_world(tmp_path)


def test_byte_order_marks_and_carriage_returns_do_no_harm(tmp_path: Path) -> None:
    """Files from other systems' editors read the same."""
    path = tmp_path / "mill.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + MILL.replace("\n", "\r\n").encode())

    assert load_world(path) == parse_world(MILL, "mill.yaml")


def test_a_memory_of_many_characters_is_refused_and_the_limit_named() -> None:
    """A whole chapter is no memory."""
    chapter = MILL.replace("You saw the water rise.", "x" * 4_001)

    assert "has 4,001 characters; shorten it to at most 4,000" in problems_of(chapter)


MILL_OF_SYNONYMS = """
format: npcserver/world/1
world: {name: The Mill, WORLD}
places: [{name: Yard, PLACE}]
affordances: [{name: give, parameters: [{name: what, type: string, PARAMETER}]}]
characters:
  - {name: Eve, CHARACTER}
  - {name: Jon, relations: [{to: Eve, RELATION}], memories: [{text: It rained., MEMORY}]}
"""


def told(gap: str, written: str) -> str:
    text = MILL_OF_SYNONYMS.replace(gap, written)
    for other in ("WORLD", "PLACE", "PARAMETER", "CHARACTER", "RELATION", "MEMORY"):
        text = text.replace(f", {other}", "")
    with pytest.raises(BrokenFile) as caught:
        parse_text(text, "mill.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("gap", "written", "meant"),
    [
        ("CHARACTER", "personality: kind", "traits"),
        ("CHARACTER", "bio: old", "background"),
        ("CHARACTER", "Backstory: old", "background"),
        ("CHARACTER", "motivations: [rest]", "goals"),
        ("CHARACTER", "relationships: []", "relations"),
        ("CHARACTER", "location: yard", "place"),
        ("CHARACTER", "speech: short", "voice"),
        ("CHARACTER", "schedule: grinds", "daily_plan"),
        ("CHARACTER", "knowledge: [It rained.]", "memories"),
        ("RELATION", "opinion: good", "view"),
        ("RELATION", "score: 3", "affinity"),
        ("MEMORY", "priority: 3", "importance"),
        ("MEMORY", "private: true", "secret"),
        ("PARAMETER", "choices: [a]", "options"),
        ("PLACE", "opening-hours: 8-9", "hours"),
        ("WORLD", "lang: en", "language"),
    ],
)
def test_a_key_of_the_same_meaning_is_named(gap: str, written: str, meant: str) -> None:
    """A word that looks like no key of ours leads to the one that it stands for."""
    key = written.partition(":")[0]

    assert f"{key}: is no key here; did you mean '{meant}'?" in told(gap, written)


def test_a_key_that_is_there_already_is_not_proposed() -> None:
    """Who wrote both `traits` and another word for it is told what else there is."""
    assert "did you mean 'traits'" not in told("CHARACTER", "traits: kind, nature: wild")


def test_a_slip_is_told_by_its_letters() -> None:
    """As before: the nearest key."""
    assert "is no key here; did you mean 'traits'?" in told("CHARACTER", "trais: kind")


@pytest.mark.parametrize(("written", "meant"), [("enum", "choice"), ("int", "integer")])
def test_all_types_are_listed(written: str, meant: str) -> None:
    """A list that is closed is told as a whole, with what was meant first."""
    text = MILL_OF_SYNONYMS.replace("type: string", f"type: {written}")
    for gap in ("WORLD", "PLACE", "PARAMETER", "CHARACTER", "RELATION", "MEMORY"):
        text = text.replace(f", {gap}", "")

    with pytest.raises(BrokenFile) as caught:
        parse_text(text, "mill.yaml")

    assert (
        f"'{written}' is unknown; did you mean '{meant}'? "
        "choose one of: string, integer, number, boolean, choice, entity"
    ) in str(caught.value)


PAGE = (Path(__file__).parents[4] / "docs" / "world-files.md").read_text(encoding="utf-8")


def test_the_example_in_the_documentation_is_a_world() -> None:
    """An author who copies it has something that imports."""
    example = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None

    mill = parse_world(example[1], "docs/world-files.md")

    assert [role.persona.name for role in mill.characters] == ["Berta Holm", "Jon"]


def test_every_emotion_is_documented() -> None:
    """The list on the page is the list of the code."""
    assert ", ".join(f"`{label}`" for label in LABELS) in PAGE


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
    """What belongs to a character belongs to one of its people, and strangers know part of it."""
    people = {role.id for role in sample.characters}
    owners = {owner for place in sample.places for owner in place.owner_ids}

    assert sample.world.budget.calls > 0
    assert owners
    assert owners <= people
    assert any(role.knows for role in sample.characters)


def test_its_affordances_can_be_used(sample: WorldFile) -> None:
    """Whatever kind of entity an argument asks for, there is one."""
    kinds = {entity.kind for entity in sample.world.entities}

    assert 6 <= len(sample.world.affordances) <= 8
    for affordance in sample.world.affordances:
        for parameter in affordance.parameters:
            assert set(parameter.entity_kinds) <= kinds
    used = {parameter.type for one in sample.world.affordances for parameter in one.parameters}
    assert used == set(ParameterType)


def test_a_sample_world_survives_the_way_out_and_in(sample: WorldFile) -> None:
    """Exporting and importing it changes nothing."""
    assert parse_world(dump_world(sample), "sample.yaml") == sample
