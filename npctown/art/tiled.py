"""A layout as a map of Tiled (orthogonal, finite, JSON) with a picture of its tiles."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from npctown.art import walls
from npctown.art.canvas import TILE, Canvas, chance
from npctown.art.ground import BLOCKED, FLOORS, VARIANTS, ground_tile, is_under
from npctown.art.layout import DOOR, WINDOW, Cell, Layout, Rect, Wall

_COLUMNS: Final = 32
"""Tiles in a row of the picture."""

_AROUND: Final = ((0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1))

LIGHTS: Final = {"lamp": 0, "hearth": 1, "forge": 1, "oven": 1, "range": 1}
"""Things that give light, and in which row of their tiles it is."""

Marks = frozenset[str]
PLAIN: Final[Marks] = frozenset()
BLOCKS: Final = frozenset(("blocks",))


@dataclass(slots=True)
class TileSet:
    """Tiles, each picture once for each set of properties."""

    tiles: list[tuple[Canvas, Marks]] = field(default_factory=list)
    numbers: dict[tuple[bytes, Marks], int] = field(default_factory=dict)

    def number(self, tile: Canvas, marks: Marks = PLAIN) -> int:
        """Return the number of a tile on the map; 0 stands for none."""
        key = (tile.key(), marks)
        if key not in self.numbers:
            self.tiles.append((tile, marks))
            self.numbers[key] = len(self.tiles)
        return self.numbers[key]

    def picture(self) -> Canvas:
        """Return all tiles in one picture."""
        rows = -(-len(self.tiles) // _COLUMNS)
        canvas = Canvas(_COLUMNS * TILE, rows * TILE)
        for index, (tile, _) in enumerate(self.tiles):
            canvas.paste(tile, index % _COLUMNS * TILE, index // _COLUMNS * TILE)
        return canvas

    def form(self, image: str) -> dict[str, Any]:
        """Return the tile set as it stands in a map."""
        picture = self.picture()
        marked = [
            {"id": index, "properties": _properties(**dict.fromkeys(sorted(marks), True))}
            for index, (_, marks) in enumerate(self.tiles)
            if marks
        ]
        return {
            "firstgid": 1,
            "name": "tiles",
            "image": image,
            "imagewidth": picture.width,
            "imageheight": picture.height,
            "tilewidth": TILE,
            "tileheight": TILE,
            "tilecount": len(self.tiles),
            "columns": _COLUMNS,
            "margin": 0,
            "spacing": 0,
            "tiles": marked,
        }


def town_map(
    layout: Layout, image: str, titles: Mapping[str, str], people: Mapping[str, object]
) -> tuple[dict[str, Any], Canvas]:
    """Return a map and the picture of its tiles, which lies beside it as `image`.

    `titles` are the names of places by id; `people` says how the pictures of people are laid out.
    """
    tiles = TileSet()
    layers = [
        _layer(layout, 1, "ground", _ground(layout, tiles)),
        _layer(layout, 2, "walls", _walls(layout, tiles)),
        *_things(layout, tiles),
    ]
    groups = {
        "places": [
            _rect(
                titles.get(one, one),
                "place",
                rect,
                place_id=one,
                is_outdoors=one in layout.outdoors,
            )
            for one, rect in _places(layout)
        ],
        "doors": _doors(layout),
        "objects": [
            _rect(one.object, "object", one.base, place_id=one.place, object=one.object)
            for one in layout.things
            if one.object
        ],
        "beds": _beds(layout),
        "spawns": _spawns(layout),
    }
    number = 0
    for at, (name, objects) in enumerate(groups.items(), len(layers) + 1):
        for one in objects:
            number += 1
            one["id"] = number
        layers.append(_group(at, name, objects))
    form = {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.11.0",
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "infinite": False,
        "compressionlevel": -1,
        "width": layout.width,
        "height": layout.height,
        "tilewidth": TILE,
        "tileheight": TILE,
        "nextlayerid": len(layers) + 1,
        "nextobjectid": number + 1,
        "properties": _properties(title=layout.title, **people),
        "tilesets": [tiles.form(image)],
        "layers": layers,
    }
    return form, tiles.picture()


def _ground(layout: Layout, tiles: TileSet) -> Mapping[Cell, int]:
    numbers: dict[Cell, int] = {}
    for (x, y), kind in layout.ground.items():
        around = [layout.ground.get((x + dx, y + dy), kind) for dx, dy in _AROUND]
        plain = all(side == kind for side in around) or kind == "grass"
        drawn = chance("ground", x, y)
        variant = drawn % VARIANTS.get(kind, 1) if plain else 0
        if kind == "grass" and variant > 7 and drawn // 64 % 3:
            variant %= 8  # flowers are few
        sides = ["land" if is_under(one) and one != kind else one for one in around]
        n, e, s, w, ne, se, sw, nw = sides
        tile = ground_tile(kind, (n, e, s, w, ne, se, sw, nw), variant)
        numbers[x, y] = tiles.number(tile, BLOCKS if kind in BLOCKED else PLAIN)
    return numbers


def _walls(layout: Layout, tiles: TileSet) -> Mapping[Cell, int]:
    """Return the tiles of walls and doors, and of nothing else: walls hide what is behind them."""
    numbers: dict[Cell, int] = {}
    for cell, wall in layout.walls.items():
        marks = PLAIN if wall.mark == DOOR else BLOCKS
        if wall.mark == WINDOW and (cell[0], cell[1] + 1) not in layout.walls:
            marks |= {"window"}
        numbers[cell] = tiles.number(_wall_tile(layout, cell, wall), marks)
    return numbers


def _wall_tile(layout: Layout, cell: Cell, wall: Wall) -> Canvas:
    x, y = cell
    below = layout.walls.get((x, y + 1))
    if wall.mark == DOOR:
        across = (x, y - 1) in layout.walls and below is not None
        if wall.is_outer and not across:
            return walls.outer_door_tile(wall.roof, wall.face)
        return walls.inner_door_tile(is_across=across)
    if below is None and _is_inside(layout, (x, y + 1)):
        return walls.back_tile(is_window=wall.mark == WINDOW)
    if below is None:
        return walls.front_tile(wall.roof, wall.face, is_window=wall.mark == WINDOW)
    if not wall.is_outer:
        return walls.inner_rim_tile()
    n, e, s, w = (
        (there := layout.walls.get((x + dx, y + dy))) is not None and there.is_outer
        for dx, dy in _AROUND[:4]
    )
    return walls.rim_tile(wall.roof, (n, e, s, w))


def _is_inside(layout: Layout, cell: Cell) -> bool:
    return layout.ground.get(cell) in FLOORS


def _things(layout: Layout, tiles: TileSet) -> list[dict[str, Any]]:
    """Return the layers of what stands about, and of what hangs over people."""
    drawn: dict[str, dict[Cell, Canvas]] = {"things": {}, "over": {}}
    marks: dict[tuple[str, Cell], Marks] = {}
    for one in sorted(layout.things, key=lambda one: (one.y, one.x, one.kind)):
        x, y, width, height = one.whole
        light = LIGHTS.get(one.kind.partition(":")[0])
        for row in range(height):
            low = row - height + one.thing.base
            name = "things" if low >= 0 else "over"
            for column in range(width):
                part = one.thing.canvas.cut(column * TILE, row * TILE)
                if any(part.key()):
                    cell = (x + column, y + row)
                    drawn[name].setdefault(cell, Canvas(TILE, TILE)).paste(part, 0, 0)
                    found = marks.get((name, cell), PLAIN)
                    found |= BLOCKS if (column, low) in one.thing.blocked else PLAIN
                    marks[name, cell] = found | ({"light"} if row == light else PLAIN)
    return [
        _layer(
            layout,
            at,
            name,
            {cell: tiles.number(one, marks[name, cell]) for cell, one in sorted(cells.items())},
        )
        for at, (name, cells) in enumerate(drawn.items(), 3)
    ]


def _places(layout: Layout) -> list[tuple[str, Rect]]:
    return sorted(layout.places.items(), key=lambda one: (-one[1][2] * one[1][3], one[0]))


def _doors(layout: Layout) -> list[dict[str, Any]]:
    doors = []
    for (x, y), wall in sorted(layout.walls.items()):
        if wall.mark == DOOR:
            sides = [layout.place_at((x + dx, y + dy)) for dx, dy in _AROUND[:4]]
            beyond = [side for side in sides if side and side != layout.place_at((x, y))]
            place = beyond[0] if beyond else layout.place_at((x, y))
            doors.append(_rect(place, "door", (x, y, 1, 1), place_id=place, outer=wall.is_outer))
    return doors


def _beds(layout: Layout) -> list[dict[str, Any]]:
    return [
        _rect(who, "bed", rect, character_id=who, place_id=place)
        for who, place, rect in _owners(layout)
    ]


def _owners(layout: Layout) -> list[tuple[str, str, Rect]]:
    """Return whose bed is where; in a wide bed each has a side."""
    found = []
    for one in layout.things:
        x, y, width, height = one.base
        for index, who in enumerate(one.people):
            side = width // len(one.people)
            found.append((who, one.place, (x + index * side, y, side, height)))
    return sorted(found)


def _spawns(layout: Layout) -> list[dict[str, Any]]:
    at_home = [
        _rect(who, "spawn", (x, y, 1, 1), character_id=who)
        for who, _, (x, y, _, _) in _owners(layout)
    ]
    return at_home + [
        _rect("visitor", "visitor", (x, y, 1, 1), for_visitors=True) for x, y in layout.visitors
    ]


def _layer(layout: Layout, at: int, name: str, numbers: Mapping[Cell, int]) -> dict[str, Any]:
    cells = [numbers.get((x, y), 0) for y in range(layout.height) for x in range(layout.width)]
    return {
        "id": at,
        "name": name,
        "type": "tilelayer",
        "x": 0,
        "y": 0,
        "width": layout.width,
        "height": layout.height,
        "opacity": 1,
        "visible": True,
        "data": cells,
    }


def _group(at: int, name: str, objects: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": at,
        "name": name,
        "type": "objectgroup",
        "draworder": "topdown",
        "x": 0,
        "y": 0,
        "opacity": 1,
        "visible": True,
        "objects": objects,
    }


def _rect(name: str, kind: str, rect: Rect, /, **properties: object) -> dict[str, Any]:
    x, y, width, height = (side * TILE for side in rect)
    return {
        "id": 0,
        "name": name,
        "type": kind,
        "x": x,
        "y": y,
        "width": width,
        "height": height,
        "rotation": 0,
        "visible": True,
        "properties": _properties(**properties),
    }


def _properties(**values: object) -> list[dict[str, object]]:
    kinds = {bool: "bool", int: "int", str: "string"}
    return [
        {"name": name, "type": kinds[type(value)], "value": value}
        for name, value in sorted(values.items())
    ]
