"""Reading the personas of Smallville, in a small copy of our own and in the real file."""

import json
import re
from datetime import UTC, datetime, time
from pathlib import Path

import pytest

from npcserver.adapters.files import dump_world, parse_world
from npcserver.model.errors import BrokenFile
from npcserver.model.world import Hours
from npcserver.model.worldfile import WorldFile
from npctools.files.smallville import load_smallville

REAL = Path(__file__).parents[5] / "shared" / "data" / "smallville" / "personas.json"


def hamlet() -> dict[str, object]:
    return {
        "world": "the Hamlet",
        "start": "2024-03-01T00:00:00",
        "name_aliases_in_seed_text": {"Wil Tanner": "Will Tanner", "Old Oak": "The Oldest Oak"},
        "personas": [
            {
                "name": "Ada Fenn",
                "age": 30,
                "innate": "wry",
                "learned": "Ada Fenn bakes near the Old Oak.",
                "currently": "Ada Fenn plans a picnic.",
                "lifestyle": "early",
                "living_area": "the Hamlet:Fenn's house:kitchen",
                "daily_plan_req": "",
                "seed_memories": ["You like Wil Tanner", "You meet at the Old Oak"],
                "spatial_memory": {"Fenn's house": {"kitchen": ["oven"]}, "Green": {"lawn": []}},
                "start_tile": [1, 2],
            },
            {
                "name": "Will Tanner",
                "age": 41,
                "living_area": "the Hamlet:Green:shed",
                "seed_memories": ["You mend fences"],
                "spatial_memory": {"Green": {"shed": ["saw"], "lawn": ["bench"]}},
            },
        ],
    }


def written(folder: Path, content: object) -> Path:
    path = folder / "personas.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def refused(folder: Path, content: object) -> str:
    with pytest.raises(BrokenFile) as caught:
        load_smallville(written(folder, content))
    return str(caught.value)


def test_personas_become_characters(tmp_path: Path) -> None:
    """Each field finds its place in the persona, and seed memories stay as given."""
    file = load_smallville(written(tmp_path, hamlet()))

    assert (file.world.id, file.world.start_time) == (
        "the-hamlet",
        datetime(2024, 3, 1, tzinfo=UTC),
    )
    ada, will = file.characters
    assert (ada.id, ada.persona.traits, ada.persona.age) == ("ada-fenn", "wry", 30)
    assert ada.persona.currently == "Ada Fenn plans a picnic."
    assert [memory.text for memory in will.memories] == ["You mend fences"]


def test_misspelt_names_are_mended(tmp_path: Path) -> None:
    """The file's own table of aliases is applied, without saying an article twice."""
    ada = load_smallville(written(tmp_path, hamlet())).characters[0]

    assert [memory.text for memory in ada.memories] == [
        "You like Will Tanner",
        "You meet at The Oldest Oak",
    ]
    assert ada.persona.background == "Ada Fenn bakes near The Oldest Oak."


def test_places_are_the_union_of_what_is_known(tmp_path: Path) -> None:
    """Two people know different parts of the same green."""
    file = load_smallville(written(tmp_path, hamlet()))

    assert [(place.id, place.parent_id, place.objects) for place in file.places] == [
        ("fenns-house", None, ()),
        ("fenns-house--kitchen", "fenns-house", ("oven",)),
        ("green", None, ()),
        ("green--lawn", "green", ("bench",)),
        ("green--shed", "green", ("saw",)),
    ]
    assert file.characters[1].place_id == "green--shed"


def test_homes_have_owners_and_bathrooms_hold_one(tmp_path: Path) -> None:
    """A dwelling belongs to who lives in it, a part of a shared one to whose name it bears."""
    content = hamlet()
    tree = {
        "world": "the Hamlet",
        "sectors": {
            "Fenn's house": {"arenas": {"bathroom": {}}},
            "Green": {"arenas": {"Will Tanner's corner": {}, "bathroom": {}}},
            "Mill": {"arenas": {"mill store": {}, "bathroom": {}}},
        },
    }
    (tmp_path / "world_tree.json").write_text(json.dumps(tree))

    file = load_smallville(written(tmp_path, content))
    places = {str(place.id): place for place in file.places}

    assert places["fenns-house"].owner_ids == ("ada-fenn",)
    assert places["green"].owner_ids == ()
    assert places["green--will-tanners-corner"].owner_ids == ("will-tanner",)
    bathrooms = {name: place.capacity for name, place in places.items() if "bathroom" in name}
    assert bathrooms == {"fenns-house--bathroom": 1, "green--bathroom": 1, "mill--bathroom": None}
    assert places["mill--mill-store"].hours == Hours(opens=time(8), closes=time(18))
    assert places["mill"].hours is None


def test_a_persona_knows_what_it_remembers_and_its_own_roof(tmp_path: Path) -> None:
    """Will has never seen the kitchen of the Fenns; all of the green is his."""
    ada, will = load_smallville(written(tmp_path, hamlet())).characters

    assert ada.knows == ("fenns-house--kitchen", "green--lawn")
    assert will.knows == ("green--lawn", "green--shed")


def test_a_world_tree_beside_completes_the_places(tmp_path: Path) -> None:
    """Arenas nobody remembers are on the map all the same."""
    tree = {
        "world": "the Hamlet",
        "sectors": {"Pond": {"arenas": {"pier": {"objects": {"boat": []}}}}},
    }
    (tmp_path / "world_tree.json").write_text(json.dumps(tree))

    ids = [place.id for place in load_smallville(written(tmp_path, hamlet())).places]

    assert ids[:2] == ["pond", "pond--pier"]
    assert "green--shed" in ids


def test_what_was_read_can_be_written_as_a_world_file(tmp_path: Path) -> None:
    """An import from Smallville can be exported in our own format."""
    file = load_smallville(written(tmp_path, hamlet()))

    assert parse_world(dump_world(file), "hamlet.yaml") == file


@pytest.mark.parametrize(
    ("pattern", "instead", "told"),
    [
        (r"^\{", "{,", ":1: is no valid JSON"),
        (r"^.*$", "[]", "must hold one JSON object"),
        (r"^.*$", "[" * 100_000, "nests deeper"),
        (r'"personas"', '"people"', "personas: is missing"),
        (r'"the Hamlet", "start"', '"", "start"', "world: must not be empty"),
        (r"2024-03-01T00:00:00", "soon", "start: 'soon' is no date and time"),
        (r'"age": 30', '"age": "old"', "personas[0].age: must be a whole number"),
        (r'"age": 30', '"age": NaN', "personas[0].age: must be a whole number"),
        (r'"age": 30', '"age": 30, "age": 31', "age: stands twice"),
        (
            r"kitchen\", \"daily",
            'kitchin", "daily',
            'did you mean "the Hamlet:Fenn\'s house:kitchen"',
        ),
        (r'\["You mend fences"\]', '"fences"', "personas[1].seed_memories: must be a list"),
        (r"You mend fences", r"bell \\u0007", "seed_memories[0]: holds the control character"),
        (r"You mend fences", r"half \\ud83d", "holds the control character U+D83D"),
        (r'"Will Tanner", "age"', '"Ada Fenn", "age"', "personas[1].name: 'Ada Fenn' stands twice"),
        (r'"spatial_memory": \{"Green"', '"places": {"Green"', "spatial_memory: is missing"),
    ],
)
def test_a_malformed_file_is_told_field_by_field(
    tmp_path: Path, pattern: str, instead: str, told: str
) -> None:
    """No traceback, but the file, the field and the remedy."""
    text = json.dumps(hamlet())
    broken = re.sub(pattern, instead, text, count=1, flags=re.DOTALL)
    assert broken != text

    message = refused(tmp_path, broken)

    assert "personas.json" in message
    assert told in message


@pytest.fixture(scope="module")
def ville() -> WorldFile:
    if not REAL.is_file():
        pytest.skip(f"the Smallville data is not at {REAL.parent}")
    return load_smallville(REAL)


@pytest.mark.smallville
def test_the_ville_has_its_people_and_places(ville: WorldFile) -> None:
    """25 personas with 248 memories, 19 sectors with 63 arenas."""
    assert ville.world.id == "the-ville"
    assert (len(ville.characters), ville.memory_count) == (25, 248)
    assert sum(place.parent_id is None for place in ville.places) == 19
    assert len(ville.places) == 19 + 63
    assert all(role.place_id for role in ville.characters)


@pytest.mark.smallville
def test_isabella_knows_of_her_party(ville: WorldFile) -> None:
    """Her first seed memory tells of it, and no misspelt name is left anywhere."""
    isabella = next(role for role in ville.characters if role.id == "isabella-rodriguez")
    told = " ".join(memory.text for role in ville.characters for memory in role.memories)

    assert "Valentine's Day party" in isabella.memories[0].text
    assert "Haily" not in told
    assert "Abigail Chan" not in told


@pytest.mark.smallville
def test_the_ville_has_norms(ville: WorldFile) -> None:
    """Households share a dwelling, eighteen bathrooms hold one, the cafe is open for the party."""
    places = {str(place.id): place for place in ville.places}
    isabella = next(role for role in ville.characters if role.id == "isabella-rodriguez")

    assert places["lin-familys-house"].owner_ids == ("mei-lin", "john-lin", "eddy-lin")
    assert places["dorm-for-oak-hill-college--maria-lopezs-room"].owner_ids == ("maria-lopez",)
    assert places["dorm-for-oak-hill-college"].owner_ids == ()
    assert sum(place.capacity == 1 for place in ville.places) == 18
    assert places["hobbs-cafe"].hours == Hours(opens=time(8), closes=time(20))
    assert places["oak-hill-college"].hours is None
    assert "hobbs-cafe--cafe" in isabella.knows
    assert "lin-familys-house--kitchen" not in isabella.knows


@pytest.mark.smallville
def test_the_ville_survives_the_way_out_and_in(ville: WorldFile) -> None:
    """Exporting and importing it changes nothing."""
    assert parse_world(dump_world(ville), "ville.yaml") == ville
