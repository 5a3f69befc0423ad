"""Maps: what blocks, what is where, and which tiles are which place of the world.

Read are maps of Tiled in JSON (finite, orthogonal, layers as lists of tiles, tilesets inside or in
a `.tsj` beside), and the maze of Smallville as a folder of CSV files with a `legend.json`.

| of a Tiled map | what |
| --- | --- |
| tile layers `ground`, `walls`, `things`, `over` | a tile with the property `blocks` cannot be entered; where no tile has it, each in `walls` does; what stands in `walls` hides what is behind it |
| object layer `places` | areas with `place_id`; of two that overlap the smaller one counts |
| `doors` | tiles that can be entered whatever stands there, with `place_id` |
| `objects` | things, with `place_id` and `object` |
| `beds`, `spawns` | with `character_id`: where a person sleeps, and where it begins |

What is wrong with a map but does not hinder the town is a problem of the map, to be shown.
"""  # noqa: E501 - a table

import csv
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Tile = tuple[int, int]
"""Column and row, from the upper left corner."""

_GID: Final = 0x0FFFFFFF
"""The other bits of a tile in Tiled say how it is turned."""
_AROUND: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))


class MapError(Exception):
    """A map cannot be read; the message says what is wrong and where."""


@dataclass(slots=True, kw_only=True)
class TownMap:
    """A map. `blocked` and `opaque` are by row and column; `problems` are for people."""

    blocked: NDArray[np.bool_]
    opaque: NDArray[np.bool_]
    regions: dict[str, list[Tile]] = field(default_factory=dict)
    doors: dict[Tile, str] = field(default_factory=dict)
    things: dict[tuple[str, str], Tile] = field(default_factory=dict)
    beds: dict[str, Tile] = field(default_factory=dict)
    spawns: dict[str, Tile] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    _place_of: dict[Tile, str] = field(default_factory=dict)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.blocked.shape[1], self.blocked.shape[0]

    def is_free(self, tile: Tile) -> bool:
        """Return whether a tile can be entered."""
        x, y = tile
        width, height = self.size
        return 0 <= x < width and 0 <= y < height and not self.blocked[y, x]

    def place_at(self, tile: Tile) -> str:
        """Return the place that a tile belongs to; empty for none."""
        return self._place_of.get(tile, "")

    def reached_from(self, start: Tile) -> set[Tile]:
        """Return all tiles to which one can walk."""
        found, ahead = {start}, deque([start])
        while ahead:
            x, y = ahead.popleft()
            for dx, dy in _AROUND:
                near = (x + dx, y + dy)
                if near not in found and self.is_free(near):
                    found.add(near)
                    ahead.append(near)
        return found

    def finish(self) -> "TownMap":
        """Open the doors, and give each tile to the smallest region it is in."""
        for x, y in self.doors:
            self.blocked[y, x] = self.opaque[y, x] = False
        for place, tiles in sorted(self.regions.items(), key=lambda one: (-len(one[1]), one[0])):
            self._place_of |= dict.fromkeys(tiles, place)
        return self

    def check(self, places: Mapping[str, Iterable[str]], people: Mapping[str, str]) -> None:
        """Add problems with a world: `places` with their things, `people` with their homes.

        What has no fault of its own but leads nowhere is told of, too: beds, doors, places.
        """
        self.problems += [
            f"the map has an area for the place {one!r}, which the world does not have"
            for one in sorted(set(self.regions) - set(places))
        ]
        self.problems += [
            f"the place {one!r} has no area on the map; who goes there is out of sight"
            for one in sorted(set(places) - set(self.regions))
        ]
        for place, things in places.items():
            self.problems += [
                f"the thing {one!r} of {place!r} is not on the map; it is used anywhere in it"
                for one in things
                if place in self.regions and (place, one) not in self.things
            ]
        street = self.walkable
        for tile, place in self.doors.items():
            sides = [(tile[0] + dx, tile[1] + dy) for dx, dy in _AROUND]
            if sum(self.is_free(one) for one in sides) < 2:
                self.problems.append(f"the door of {place or 'nothing'!r} at {tile} leads nowhere")
            elif place and place not in places:
                self.problems.append(f"the door at {tile} is of {place!r}, which is no place")
        for who, home in people.items():
            bed = self.beds.get(who)
            if bed is not None and not (street & {bed, *self._beside(bed)}):
                self.problems.append(
                    f"the bed of {who!r} at {bed} cannot be reached; it sleeps anywhere at home"
                )
                del self.beds[who]
            if who in self.spawns and self.spawns[who] not in street:
                self.problems.append(f"{who!r} begins at {self.spawns[who]}, and cannot walk there")
                del self.spawns[who]
            if home in self.regions and not street & set(self.regions[home]):
                self.problems.append(f"the home of {who!r}, {home!r}, cannot be reached")

    def _beside(self, tile: Tile) -> list[Tile]:
        return [(tile[0] + dx, tile[1] + dy) for dx, dy in _AROUND]

    @property
    def walkable(self) -> set[Tile]:
        """The part of the map in which one can walk from any tile to any other.

        Of several, that with most of the places: a town may be fenced in, with more land outside.
        """
        left, best = {(int(x), int(y)) for y, x in np.argwhere(~self.blocked)}, set[Tile]()
        while left:
            part = self.reached_from(min(left))
            left -= part
            best = max(best, part, key=lambda one: (len(one & self._place_of.keys()), len(one)))
        return best


def read_tiled(path: Path) -> TownMap:
    """Read a map of Tiled. Raises `MapError`."""
    raw = _json(path)
    if raw.get("orientation", "orthogonal") != "orthogonal" or raw.get("infinite"):
        raise MapError(f"{path}: only orthogonal maps of a fixed size are read; change it in Tiled")
    try:
        width, height = int(raw["width"]), int(raw["height"])
        across, down = int(raw["tilewidth"]), int(raw["tileheight"])
    except (KeyError, TypeError, ValueError):
        raise MapError(f"{path}: width, height, tilewidth and tileheight must be there") from None
    marks = _tile_marks(path, raw.get("tilesets") or ())
    has_marks = any("blocks" in one for one in marks.values())
    made = TownMap(blocked=np.zeros((height, width), bool), opaque=np.zeros((height, width), bool))
    for layer in _layers(raw.get("layers") or ()):
        where = f"{path}: layer {layer.get('name')!r}"
        if layer.get("type") == "tilelayer":
            gids = _tiles(where, layer, width, height)
            is_wall = layer.get("name") == "walls"
            blocking = [gid for gid, one in marks.items() if one.get("blocks")]
            hits = np.isin(gids, blocking) if has_marks else (gids > 0) & is_wall
            made.blocked |= hits
            made.opaque |= hits & is_wall
        elif layer.get("type") == "objectgroup":
            _take_objects(made, where, layer, (across, down))
    return made.finish()


def _tile_marks(path: Path, tilesets: Sequence[Mapping[str, Any]]) -> dict[int, dict[str, Any]]:
    marks: dict[int, dict[str, Any]] = {}
    for one in tilesets:
        first, tileset = int(one.get("firstgid", 1)), one
        if "source" in one:
            tileset = _json(path.parent / str(one["source"]))
        for tile in tileset.get("tiles") or ():
            marks[first + int(tile["id"])] = _properties(tile)
    return marks


def _layers(layers: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for layer in layers:
        if layer.get("type") == "group":
            yield from _layers(layer.get("layers") or ())
        else:
            yield layer


def _tiles(where: str, layer: Mapping[str, Any], width: int, height: int) -> NDArray[np.int64]:
    data = layer.get("data")
    if not isinstance(data, list):
        raise MapError(f"{where} is packed; choose the layer format CSV in Tiled's map properties")
    if len(data) != width * height:
        raise MapError(f"{where} has {len(data)} tiles, and not {width} × {height}")
    return (np.array(data, np.int64) & _GID).reshape(height, width)


def _take_objects(
    made: TownMap, where: str, layer: Mapping[str, Any], tile_size: tuple[int, int]
) -> None:
    name = str(layer.get("name"))
    for one in layer.get("objects") or ():
        told = _properties(one)
        tiles = _covered(made, one, tile_size)
        named = str(one.get("name") or "")
        place, who = str(told.get("place_id") or ""), str(told.get("character_id") or named)
        if not tiles:
            made.problems.append(f"{where}: {named or one.get('id')!r} is outside the map")
        elif name == "places":
            made.regions.setdefault(place or named, []).extend(tiles)
        elif name == "doors":
            made.doors |= dict.fromkeys(tiles, place or named)
        elif name == "objects":
            made.things[place, str(told.get("object") or named)] = tiles[0]
        elif name == "beds":
            made.beds[who] = tiles[0]
        elif name == "spawns":
            made.spawns[who] = tiles[0]


def _covered(made: TownMap, one: Mapping[str, Any], tile_size: tuple[int, int]) -> list[Tile]:
    across, down = tile_size
    x, y = float(one.get("x", 0)), float(one.get("y", 0))
    wide, high = float(one.get("width", 0)), float(one.get("height", 0))
    if "gid" in one:  # Tiled measures a tile from its lower edge
        y -= high
    columns = range(int(x // across), max(int(x // across) + 1, int(-(-(x + wide) // across))))
    rows = range(int(y // down), max(int(y // down) + 1, int(-(-(y + high) // down))))
    width, height = made.size
    return [(c, r) for r in rows for c in columns if 0 <= c < width and 0 <= r < height]


def _properties(of: Mapping[str, Any]) -> dict[str, Any]:
    return {str(one["name"]): one.get("value") for one in of.get("properties") or ()}


def _json(path: Path) -> Mapping[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MapError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise MapError(f"{path} is no JSON: {error}") from error
    if not isinstance(found, dict):
        raise MapError(f"{path} is no map")
    return found


def read_maze(folder: Path, places: Mapping[tuple[str, str], str]) -> TownMap:
    """Read the maze of Smallville; `places` are ids by the names of sector and arena.

    A sector has the arena of an empty name. Raises `MapError`.
    """
    legend = _json(folder / "legend.json")
    grids = {one: _grid(folder / f"{one}.csv") for one in ("collision", "sector", "arena")}
    things = _grid(folder / "object.csv")
    if any(one.shape != things.shape for one in grids.values()):
        raise MapError(f"{folder}: its files differ in rows or columns")
    made = TownMap(blocked=grids["collision"] != 0, opaque=grids["collision"] != 0)
    for number, one in (legend.get("arena") or {}).items():
        area = _where(grids["arena"] == int(number))
        place = places.get((one["sector"], one["arena"]))
        if place is None:
            made.problems.append(
                f"{folder}: the world has no {one['arena']!r} in {one['sector']!r}"
            )
            continue
        made.regions[place] = area
        for tile in area:
            found = (legend.get("object") or {}).get(str(things[tile[1], tile[0]]))
            if found:
                made.things.setdefault((place, _named(found)), tile)
    for number, sector in (legend.get("sector") or {}).items():
        if sector_place := places.get((sector, "")):
            made.regions[sector_place] = _where(grids["sector"] == int(number))
    return made.finish()


def write_tiled(town_map: TownMap, path: Path) -> None:
    """Write a map as one of Tiled, with two plain tiles: what can be entered, and what cannot."""
    width, height = town_map.size
    ground = [1] * (width * height)
    walls = np.where(town_map.blocked, 2, 0).reshape(-1).tolist()
    objects = {
        "places": [_object(t, place_id=p) for p, tiles in town_map.regions.items() for t in tiles],
        "doors": [_object(tile, place_id=place) for tile, place in town_map.doors.items()],
        "objects": [
            _object(tile, place_id=place, object=thing)
            for (place, thing), tile in town_map.things.items()
        ],
        "beds": [_object(tile, character_id=who) for who, tile in town_map.beds.items()],
        "spawns": [_object(tile, character_id=who) for who, tile in town_map.spawns.items()],
    }
    blocks = [{"name": "blocks", "type": "bool", "value": True}]
    raw = {
        "type": "map", "orientation": "orthogonal", "infinite": False,
        "width": width, "height": height, "tilewidth": _TILE, "tileheight": _TILE,
        "tilesets": [
            {"firstgid": 1, "name": "plain", "tilecount": 2, "tiles": [
                {"id": 1, "properties": blocks}
            ]}
        ],
        "layers": [
            *({"type": "tilelayer", "name": name, "width": width, "height": height, "data": data}
              for name, data in (("ground", ground), ("walls", walls))),
            *({"type": "objectgroup", "name": name, "objects": all_}
              for name, all_ in objects.items()),
        ],
    }  # fmt: skip
    path.write_text(json.dumps(raw), encoding="utf-8")


_TILE: Final = 16


def _object(tile: Tile, **told: str) -> dict[str, Any]:
    return {
        "x": tile[0] * _TILE, "y": tile[1] * _TILE, "width": _TILE, "height": _TILE,
        "properties": [{"name": name, "type": "string", "value": v} for name, v in told.items()],
    }  # fmt: skip


def _named(found: object) -> str:
    return str(found.get("object") if isinstance(found, dict) else found)


def _where(hits: NDArray[np.bool_]) -> list[Tile]:
    return [(int(x), int(y)) for y, x in np.argwhere(hits)]


def _grid(path: Path) -> NDArray[np.int64]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return np.array([[int(cell) for cell in row] for row in csv.reader(file)], np.int64)
    except OSError as error:
        raise MapError(f"cannot read {path}: {error.strerror}") from error
    except ValueError as error:
        raise MapError(
            f"{path}: its rows must be of whole numbers, equally many: {error}"
        ) from None
