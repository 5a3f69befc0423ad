"""Files that a world file includes: one world, mistakes told with their file, large exports."""

from dataclasses import replace
from pathlib import Path

import pytest

from npcserver.adapters.files import dump_files, load_world, parse_world
from npcserver.model import limits
from npcserver.model.errors import BrokenFile
from npcserver.model.ids import CharacterId

TOWN = """\
format: npcserver/world/1
world: {id: town, name: Town}
include: [places.yaml, people/mill.yaml]
characters:
  - {id: ada, name: Ada, place: inn, relations: [{to: Berta}]}
"""
PLACES = """\
places:
  - {id: inn, name: The Inn, owners: [berta]}
"""
MILL = """\
format: npcserver/world/1
include: [people/loft.yaml]
characters:
  - {id: berta, name: Berta, place: inn}
books:
  - {title: The Ledger, readers: [jon], chapters: [{file: one.txt}]}
"""
LOFT = """\
characters:
  - {id: jon, name: Jon}
"""


def written(folder: Path, **changed: str) -> Path:
    (folder / "people").mkdir()
    for name, text in (("town", TOWN), ("places", PLACES), ("mill", MILL), ("loft", LOFT)):
        file = folder / ("people" if name in ("mill", "loft") else "") / f"{name}.yaml"
        file.write_text(changed.get(name, text))
    (folder / "one.txt").write_text("Jon owes two sacks.")
    return folder / "town.yaml"


def test_included_files_are_one_world(tmp_path: Path) -> None:
    """Any file may name what another has; names of files count from the first folder."""
    town = load_world(written(tmp_path))

    assert [role.id for role in town.characters] == ["ada", "berta", "jon"]
    assert [role.place_id for role in town.characters] == ["inn", "inn", None]
    assert town.characters[0].persona.relations[0].to_id == "berta"
    assert town.places[0].owner_ids == ("berta",)
    assert town.books[0].readers == ("jon",)
    assert town.books[0].chapters[0].text == "Jon owes two sacks."


@pytest.mark.parametrize(
    ("file", "found", "instead", "problem"),
    [
        ("loft", "name: Jon", "nam: Jon", "people/loft.yaml:2: characters[0].nam: is no key here"),
        ("loft", "id: jon", "id: ada", "people/loft.yaml:2: characters[0].id: 'ada' is the id of"),
        ("loft", "id: jon", "id: ada", "in line 5; choose a different one"),
        ("loft", "id: jon", "id: berta", "people/mill.yaml; choose a different one"),
        ("mill", "place: inn", "place: inm", "people/mill.yaml:4: characters[0].place: 'inm' is"),
        (
            "mill",
            "characters:",
            "world: {name: Mill}\ncharacters:",
            "mill.yaml:3: world: stands",
        ),
        ("mill", "characters:", "charakters:", "did you mean 'characters'?"),
        ("town", "places.yaml", "plaices.yaml", "plaices.yaml: does not exist"),
        ("town", "places.yaml", "../places.yaml", "town.yaml:3: include[0]: '../places.yaml' lies"),
        ("town", "places.yaml", "people", "people: is a folder; name the file in it"),
        (
            "town",
            "places.yaml",
            "people/mill.yaml",
            "include[1]: 'people/mill.yaml' is incl",
        ),
        (
            "loft",
            "characters:",
            "include: [town.yaml]\ncharacters:",
            "loft.yaml:1: include[0]: i",
        ),
        ("loft", "characters:", "include: [town.yaml]\ncharacters:", "town.yaml -> mill.yaml -> l"),
        ("loft", "  - {", "  - [", "people/loft.yaml:2: is no valid YAML"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_line(
    tmp_path: Path, file: str, found: str, instead: str, problem: str
) -> None:
    """That of the file it is in; a file that is missing, outside, twice or a cycle as well."""
    text = {"town": TOWN, "mill": MILL, "loft": LOFT}[file].replace(found, instead, 1)
    with pytest.raises(BrokenFile) as broken:
        load_world(written(tmp_path, **{file: text}))

    assert problem in broken.value.message


def test_a_link_leads_nowhere_else(tmp_path: Path) -> None:
    """A symbolic link to a file outside is as far away as that file."""
    (tmp_path / "here").mkdir()
    (tmp_path / "secret.yaml").write_text(PLACES)
    file = written(tmp_path / "here", town=TOWN.replace("places.yaml", "link.yaml"))
    (tmp_path / "here" / "link.yaml").symlink_to(tmp_path / "secret.yaml")

    with pytest.raises(BrokenFile, match="lies outside the folder of the world file"):
        load_world(file)


def test_more_files_than_are_read_are_told(tmp_path: Path) -> None:
    """A chain that goes on ends at the limit, however deep it is."""
    for number in range(limits.INCLUDES + 1):
        (tmp_path / f"{number}.yaml").write_text(f"include: [{number + 1}.yaml]\n")

    with pytest.raises(BrokenFile, match=r"99.yaml:1: include\[0\]: is one file too many"):
        load_world(written(tmp_path, town=TOWN.replace("places.yaml", "0.yaml")))


def test_a_text_alone_includes_nothing() -> None:
    """Over the API a world comes in parts instead."""
    with pytest.raises(BrokenFile, match="import each part by itself"):
        parse_world(TOWN, "town.yaml")


def test_a_world_too_large_for_a_file_is_written_as_several(tmp_path: Path) -> None:
    """Each can be read, and all of them are the same world."""
    town = load_world(written(tmp_path))
    ada = town.characters[0]
    many = tuple(
        replace(
            ada, id=CharacterId(f"ada-{number}"), persona=replace(ada.persona, name=f"A{number}")
        )
        for number in range(60)
    )
    large = replace(town, characters=(*town.characters, *many))

    files = dump_files(large, "large.yaml", most=4_000)
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    assert list(files) == ["large-1.yaml", "large-2.yaml", "large-3.yaml", "large.yaml"]
    assert all(len(text) < 4_000 for text in files.values())
    assert load_world(tmp_path / "large.yaml") == large
    assert list(dump_files(town, "town.yaml")) == ["town.yaml"]
