"""Maps are read, what is wrong with them is told, and ways are found on them."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from npctown.maps import MapError, read_maze, read_tiled, write_tiled
from npctown.paths import Walker
from npctown.town_files import read_town
from tests.town.little_town import TILE, write_town


def _changed(folder: Path, change: Any) -> Path:
    path = write_town(folder) / "map.tmj"
    raw = json.loads(path.read_text())
    change(raw)
    path.write_text(json.dumps(raw))
    return path


def test_a_way_leads_through_the_doors(tmp_path: Path) -> None:
    """From bed to the inn; nobody walks through a wall, nor sees through one."""
    made = read_tiled(write_town(tmp_path) / "map.tmj")
    walker = Walker(made)
    bed, inn = made.beds["ada"], walker.spot("inn", "ada", None, ())

    assert inn is not None
    path = walker.path(bed, inn)
    assert (path[0], path[-1]) == (bed, inn)
    assert all(made.is_free(one) for one in path)
    assert {made.doors.get(one) for one in path} >= {"inn", made.place_at(bed)}
    assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in itertools.pairwise(path))
    assert walker.can_see(inn, (inn[0] + 1, inn[1]))
    assert not walker.can_see(bed, inn)
    assert walker.spot("inn", "ada", None, {inn}) != inn


def test_what_is_wrong_is_told_with_its_place(tmp_path: Path) -> None:
    """The town goes on without the bed, the spawn and the area; none of it is left out silently."""

    def spoil(raw: dict[str, Any]) -> None:
        walls = raw["layers"][1]
        width = raw["width"]
        layers = {one["name"]: one for one in raw["layers"]}
        door = next(
            one for one in layers["doors"]["objects"]
            if one["properties"][0]["value"] == "cottage-0"
        )  # fmt: skip
        layers["doors"]["objects"].remove(door)
        x, y = door["x"] // TILE, door["y"] // TILE
        walls["data"][y * width + x] = 2
        inside = {"x": 0, "y": 0, "width": TILE, "height": TILE, "properties": []}
        walls["data"][1] = walls["data"][width] = 2
        layers["doors"]["objects"].append({**inside, "name": "nowhere"})
        layers["places"]["objects"] = [
            one for one in layers["places"]["objects"]
            if one["properties"][0]["value"] != "smithy"
        ]  # fmt: skip
        layers["beds"]["objects"].append({**inside, "x": -9999, "name": "ben"})

    folder = tmp_path / "town"
    path = _changed(folder, spoil)
    town = read_town(folder)
    made = read_tiled(path)
    made.check(
        {"inn": ["bar", "harp"], "smithy": [], "cottage-0": [], "mill": [], "green": []},
        {one.id: one.home for one in town.people},
    )

    told = "\n".join(made.problems)
    assert "'ben' is outside the map" in told
    assert "the bed of 'ada'" in told
    assert "ada" not in made.beds
    assert "the home of 'ben', 'cottage-0', cannot be reached" in told
    assert "the door of 'nowhere' at (0, 0) leads nowhere" in told
    assert "'smithy' has no area on the map" in told
    assert "'cottage-1', which the world does not have" in told
    assert "'harp' of 'inn' is not on the map" in told


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda raw: raw.update(infinite=True), "fixed size"),
        (lambda raw: raw.update(orientation="isometric"), "orthogonal"),
        (lambda raw: raw["layers"][0].update(data="eJw="), "layer 'ground' is packed"),
        (lambda raw: raw["layers"][0]["data"].pop(), "424 tiles, and not"),
        (lambda raw: raw.pop("width"), "must be there"),
        (lambda raw: raw["tilesets"].append({"source": "gone.tsj"}), "gone.tsj"),
    ],
)
def test_a_map_that_cannot_be_read_says_why(tmp_path: Path, change: Any, why: str) -> None:
    """The message names file and layer."""
    with pytest.raises(MapError, match=why):
        read_tiled(_changed(tmp_path, change))


def test_tiles_of_a_file_beside_block_and_turned_tiles_are_known(tmp_path: Path) -> None:
    """A .tsj is read, and the bits that turn a tile do not count."""

    def move_out(raw: dict[str, Any]) -> None:
        tileset = raw["tilesets"][0]
        (tmp_path / "plain.tsj").write_text(json.dumps(tileset))
        raw["tilesets"] = [{"firstgid": 1, "source": "plain.tsj"}]
        walls = raw["layers"][1]["data"]
        raw["layers"][1]["data"] = [one | 0x80000000 if one else one for one in walls]

    plain = read_tiled(write_town(tmp_path / "plain") / "map.tmj")
    moved = read_tiled(_changed(tmp_path, move_out))

    assert plain.blocked.any()
    assert np.array_equal(moved.blocked, plain.blocked)


def test_a_fence_with_more_land_outside_keeps_nobody_out(tmp_path: Path) -> None:
    """People walk in the part of the map in which the places are, though it is the smaller one."""
    collision, cafe = np.zeros((9, 12), int), np.zeros((9, 12), int)
    collision[1:5, 1:6], collision[2:4, 2:5] = 1, 0
    cafe[2, 2:4] = 1
    grids = {"collision": collision, "sector": cafe, "arena": cafe, "object": cafe * 0}
    for name, grid in grids.items():
        np.savetxt(tmp_path / f"{name}.csv", grid, fmt="%d", delimiter=",")
    legend = {"sector": {"1": "Cafe"}, "arena": {"1": {"sector": "Cafe", "arena": "bar"}}}
    (tmp_path / "legend.json").write_text(json.dumps(legend))

    made = read_maze(tmp_path, {("Cafe", ""): "cafe", ("Cafe", "bar"): "bar"})
    made.check({"cafe": (), "bar": ()}, {"ada": "bar"})

    assert made.problems == []
    assert made.walkable == {(x, y) for x in (2, 3, 4) for y in (2, 3)}


def test_a_maze_becomes_a_map_of_tiled(tmp_path: Path) -> None:
    """Sectors, arenas and things keep their tiles; an arena that the world lacks is told of."""
    legend = {
        "sector": {"1": "Cafe"},
        "arena": {
            "1": {"sector": "Cafe", "arena": "bar"},
            "2": {"sector": "Cafe", "arena": "attic"},
        },
        "object": {"7": "piano"},
    }
    grids = {
        "collision": "1,1,1\n0,0,0\n0,0,1\n",
        "sector": "0,1,1\n0,1,1\n0,0,0\n",
        "arena": "0,0,1\n0,1,1\n0,0,2\n",
        "object": "0,0,0\n0,0,7\n0,0,0\n",
    }
    for name, text in grids.items():
        (tmp_path / f"{name}.csv").write_text(text)
    (tmp_path / "legend.json").write_text(json.dumps(legend))

    made = read_maze(tmp_path, {("Cafe", ""): "cafe", ("Cafe", "bar"): "cafe--bar"})
    write_tiled(made, tmp_path / "map.tmj")
    again = read_tiled(tmp_path / "map.tmj")

    assert "no 'attic' in 'Cafe'" in made.problems[0]
    assert again.things == made.things == {("cafe--bar", "piano"): (2, 1)}
    assert again.place_at((1, 1)) == "cafe--bar"
    assert sorted(again.regions["cafe"]) == sorted(made.regions["cafe"])
    assert np.array_equal(again.blocked, made.blocked)
