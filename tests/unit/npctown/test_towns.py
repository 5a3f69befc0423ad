"""The towns of the package: their worlds, their maps, and how these are drawn."""

import json
import re
import struct
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

import npctown
from npcserver.adapters.files import load_world
from npcserver.app.authoring.world_review import review
from npcserver.language.habits import errands, waking_hours
from npcserver.model.inputs import KnownPlace
from npcserver.model.place_lookup import nearest_place
from npcserver.model.world import enclosing_places, place_path
from npctown.art.__main__ import files_of
from npctown.art.things import thing
from npctown.town_files import read_town

TOWN = Path(npctown.__file__).parent / "towns" / "withymouth"
MAPS = ("map", "island")
LAYERS = ("ground", "walls", "things", "over")
GROUPS = ("places", "doors", "objects", "beds", "spawns")
Tile = tuple[int, int]


@dataclass(frozen=True)
class Map:
    """A map as a reader of Tiled's form finds it, in tiles."""

    raw: Mapping[str, Any]
    free: frozenset[Tile]
    places: Mapping[str, tuple[int, int, int, int]]

    def objects(self, layer: str) -> Iterator[tuple[dict[str, Any], list[Tile]]]:
        """Yield the properties and the tiles of the objects of a layer."""
        found = next(one for one in self.raw["layers"] if one["name"] == layer)
        for one in found["objects"]:
            x, y, width, height = (one[side] // 16 for side in ("x", "y", "width", "height"))
            tiles = [(x + dx, y + dy) for dy in range(height) for dx in range(width)]
            yield {each["name"]: each["value"] for each in one["properties"]}, tiles

    def place_at(self, tile: Tile) -> str:
        """Return the smallest place of a tile."""
        around = [
            (width * height, name)
            for name, (x, y, width, height) in self.places.items()
            if x <= tile[0] < x + width and y <= tile[1] < y + height
        ]
        return min(around, default=(0, ""))[1]

    def walk(self, start: Tile, closed: frozenset[Tile] = frozenset()) -> set[Tile]:
        """Return all tiles that can be reached on foot."""
        found, ahead = {start}, deque([start])
        while ahead:
            for tile in _beside(ahead.popleft()):
                if tile in self.free and tile not in found | closed:
                    found.add(tile)
                    ahead.append(tile)
        return found


def _beside(tile: Tile) -> list[Tile]:
    return [(tile[0] + dx, tile[1] + dy) for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))]


@cache
def _map(name: str) -> Map:
    raw = json.loads((TOWN / f"{name}.tmj").read_text(encoding="utf-8"))
    blocking = {
        tile["id"] + 1
        for tile in raw["tilesets"][0]["tiles"]
        if any(one["name"] == "blocks" and one["value"] for one in tile["properties"])
    }
    grids = [layer["data"] for layer in raw["layers"] if layer["type"] == "tilelayer"]
    width = raw["width"]
    free = frozenset(
        (at % width, at // width)
        for at in range(width * raw["height"])
        if not any(grid[at] in blocking for grid in grids)
    )
    made = Map(raw, free, {})
    areas = {
        told["place_id"]: (
            *tiles[0],
            1 + tiles[-1][0] - tiles[0][0],
            1 + tiles[-1][1] - tiles[0][1],
        )
        for told, tiles in made.objects("places")
    }
    return Map(raw, free, areas)


@cache
def _world() -> Mapping[str, Any]:
    told: Mapping[str, Any] = yaml.safe_load((TOWN / "world.yaml").read_text(encoding="utf-8"))
    return told


def _places(of: list[dict[str, Any]] | None = None) -> Iterator[dict[str, Any]]:
    for place in _world()["places"] if of is None else of:
        yield place
        yield from _places(place.get("places", []))


def _people() -> dict[str, dict[str, Any]]:
    return {one["id"]: one for one in _world()["characters"]}


def test_world_has_nothing_to_correct() -> None:
    """The world file is read without a problem, and a check finds nothing to look at."""
    world = load_world(TOWN / "world.yaml")

    assert world.doubts == ()
    assert review(world) == ()


def test_town_has_people_of_all_ages_in_many_households() -> None:
    """At least 25 people in 11 households, with children and the old among them."""
    people = _people()
    ages = [one["age"] for one in people.values()]

    assert 25 <= len(people) <= 28
    assert len({one["place"] for one in people.values()}) >= 11
    assert sum(age < 14 for age in ages) >= 3
    assert sum(age > 70 for age in ages) >= 3


def test_a_quarter_of_all_pairs_know_each_other() -> None:
    """Acquaintance is mutual, and of all pairs 18 to 28 in a hundred begin with it."""
    knows = {who: {one["to"] for one in told["relations"]} for who, told in _people().items()}
    pairs = [one for one in combinations(knows, 2) if one[1] in knows[one[0]]]

    assert all(one in knows[other] for one, others in knows.items() for other in others)
    assert 0.18 <= len(pairs) / (len(knows) * (len(knows) - 1) / 2) <= 0.28


def test_nobody_speaks_of_strangers() -> None:
    """No text of a person names a person to whom it has no relation."""
    people = _people()
    found = [
        (who, other)
        for who, told in people.items()
        for other in people.keys() - {one["to"] for one in told["relations"]} - {who}
        if re.search(
            rf"\b{people[other]['name'].split()[0]}\b",
            _words({**told, "knows": [], "place": "", "relations": _views(told)}),
        )
    ]

    assert found == []


def _views(told: Mapping[str, Any]) -> list[str]:
    return [one["view"] for one in told["relations"]]


def _words(told: object) -> str:
    return json.dumps(told, ensure_ascii=False)


def test_days_by_habit_lead_to_places() -> None:
    """Each errand of a daily plan is told as a deed, at a place that the person knows."""
    world = load_world(TOWN / "world.yaml")
    places = {place.id: place for place in world.places}
    for role in world.characters:
        roots = {place.id for place in world.places if place.id in role.knows}
        known = [
            KnownPlace(id=one.id, path=place_path(one, places))
            for one in world.places
            if roots & {each.id for each in enclosing_places(one.id, places)}
        ]
        wakes, _ = waking_hours(role.persona.lifestyle)
        found = errands(role.persona.daily_plan, wakes=wakes, name=role.persona.name)

        assert len(found) >= 3, role.id
        for errand in found:
            assert errand.activity.split()[0].endswith("ing")
            assert not errand.activity.startswith("seeing to") or "beehives" in errand.activity
            assert nearest_place(errand.activity, known) is not None, errand


def test_news_is_known_by_two() -> None:
    """Of each fact that a run follows one or two people know as the town begins."""
    town = yaml.safe_load((TOWN / "town.yaml").read_text(encoding="utf-8"))
    public = _words({**_world(), "characters": []})

    for fact in town["facts"]:
        knowing = [who for who, told in _people().items() if re.search(fact["about"], _words(told))]
        assert 1 <= len(knowing) <= 2, fact["id"]
        assert re.search(fact["about"], fact["text"])
        assert not re.search(fact["about"], public)
        assert fact["place"] in {place["id"] for place in _places()}
        assert set(fact.get("asked", ())) <= _people().keys()
        assert fact["starts"] < fact["ends"]


def test_everyone_has_a_picture() -> None:
    """`sprite` of each person is its number in the sheet, which has the size that maps state."""
    town = yaml.safe_load((TOWN / "town.yaml").read_text(encoding="utf-8"))
    facts = {one["name"]: one["value"] for one in _map("map").raw["properties"]}
    width, height = _size(TOWN / "people.png")
    blocks = width // (facts["people_width"] * facts["people_columns"])
    rows = height // (facts["people_height"] * 4)

    assert list(town["people"]) == list(_people())
    assert [one["sprite"] for one in town["people"].values()] == list(range(len(_people())))
    assert blocks == facts["people_across"]
    assert len(_people()) < facts["people_count"] <= blocks * rows


def _size(path: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", path.read_bytes()[16:24])
    return width, height


@pytest.mark.parametrize("name", MAPS)
def test_map_has_the_form_that_towns_read(name: str) -> None:
    """Orthogonal, finite, tiles of 16 pixels, layers as lists of numbers that the picture has."""
    raw = _map(name).raw
    layers = {layer["name"]: layer for layer in raw["layers"]}
    (tiles,) = raw["tilesets"]

    assert (raw["orientation"], raw["infinite"], raw["tilewidth"]) == ("orthogonal", False, 16)
    assert tuple(layers) == LAYERS + GROUPS
    for layer in LAYERS:
        data = layers[layer]["data"]
        assert len(data) == raw["width"] * raw["height"]
        assert 0 <= min(data) <= max(data) <= tiles["tilecount"]
    assert 0 not in layers["ground"]["data"]
    assert _size(TOWN / tiles["image"]) == (tiles["imagewidth"], tiles["imageheight"])
    assert tiles["imageheight"] // 16 * tiles["columns"] >= tiles["tilecount"]


@pytest.mark.parametrize("name", MAPS)
def test_everything_of_the_world_is_on_the_map(name: str) -> None:
    """Each place has an area, each thing a tile in or at it, each person a bed at home."""
    town = _map(name)
    things = {(told["place_id"], told["object"]) for told, _ in town.objects("objects")}
    beds = {told["character_id"]: told["place_id"] for told, _ in town.objects("beds")}
    spawns = {told.get("character_id") for told, _ in town.objects("spawns")}

    assert town.places.keys() == {place["id"] for place in _places()}
    assert things == {(p["id"], thing) for p in _places() for thing in p.get("objects", ())}
    assert beds == {who: told["place"] for who, told in _people().items()}
    assert spawns == {*_people(), None}


@pytest.mark.parametrize("name", MAPS)
def test_all_places_and_things_can_be_reached_from_every_bed(name: str) -> None:
    """From each bed one walks to each place, and to a tile at or beside each thing in its place."""
    town = _map(name)
    beds = [tiles[0] for _, tiles in town.objects("beds")]
    spawns = [tiles[0] for _, tiles in town.objects("spawns")]
    reached = town.walk(beds[0])

    assert {*beds, *spawns} <= reached
    assert {town.place_at(tile) for tile in reached} >= town.places.keys()
    for told, tiles in town.objects("objects"):
        around = {one for tile in tiles for one in (tile, *_beside(tile))} & reached
        assert told["place_id"] in {town.place_at(one) for one in around}, told


@pytest.mark.parametrize("name", MAPS)
def test_homes_are_entered_by_doors_alone(name: str) -> None:
    """Each door can be entered, and with all of them shut no bed is reached from outside."""
    town = _map(name)
    doors = frozenset(tile for _, tiles in town.objects("doors") for tile in tiles)
    street = next(
        tiles[0] for told, tiles in town.objects("spawns") if told.get("for_visitors", False)
    )
    outside = town.walk(street, doors)

    assert doors <= town.walk(street)
    assert not outside & {tile for _, tiles in town.objects("beds") for tile in tiles}
    assert all(told["place_id"] in town.places for told, _ in town.objects("doors"))


def test_drawing_repeats_itself() -> None:
    """What is drawn now is what the package has, byte for byte, and it is small."""
    files = files_of(TOWN)

    assert {path.name for path in files} == {
        *(f"{name}.{kind}" for name in MAPS for kind in ("tmj", "png")),
        "people.png",
    }
    for path, content in files.items():
        assert path.read_bytes() == content, f"{path.name}: run python -m npctown.art"
        assert len(content) < (100_000 if path.suffix == ".png" else 600_000)


def test_unknown_picture_is_named() -> None:
    """A plan that names a picture that is not there is told which."""
    with pytest.raises(ValueError, match="'dragon'"):
        thing("dragon:red")


@pytest.mark.parametrize("people", [1, 8, 25])
def test_a_town_can_be_played_with_some_of_its_people(tmp_path: Path, people: int) -> None:
    """A world of its first people names nobody who is not in it, and reads without a complaint."""
    town = read_town(TOWN, people)
    (part,) = town.as_yaml("some-of-it")
    file = tmp_path / "world.yaml"
    file.write_text(part, encoding="utf-8")

    world = load_world(file)

    assert len(world.characters) == people == len(town.people)
    whole = load_world(TOWN / "world.yaml")
    of_all = {book.id for book in whole.books if not book.readers}
    assert {book.id for book in world.books if not book.readers} == of_all
