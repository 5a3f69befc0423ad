"""The layout of a town: what lies, stands and belongs where, read from plans.

`buildings.toml` of a town has its buildings, `NAME.toml` of each map says where they stand.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from npctown.art.canvas import chance
from npctown.art.things import Thing, thing

Cell = tuple[int, int]
Rect = tuple[int, int, int, int]
WALL, WINDOW, DOOR = "#", "=", "+"


@dataclass(frozen=True, slots=True)
class Wall:
    """A tile of a wall, or a door in it."""

    mark: str
    roof: str
    face: str
    is_outer: bool


@dataclass(frozen=True, slots=True)
class PlacedThing:
    """A thing at a place on the map: `x` and `y` are its lower left tile."""

    thing: Thing
    kind: str
    x: int
    y: int
    object: str = ""
    place: str = ""
    people: tuple[str, ...] = ()

    @property
    def base(self) -> Rect:
        """Return the tiles that it stands on."""
        return self.x, self.y - self.thing.base + 1, self.thing.width, self.thing.base

    @property
    def whole(self) -> Rect:
        """Return the tiles that its picture covers."""
        return self.x, self.y - self.thing.height + 1, self.thing.width, self.thing.height


@dataclass(slots=True)
class Layout:
    """A map in terms of what is where."""

    title: str
    width: int
    height: int
    ground: dict[Cell, str] = field(default_factory=dict)
    walls: dict[Cell, Wall] = field(default_factory=dict)
    things: list[PlacedThing] = field(default_factory=list)
    places: dict[str, Rect] = field(default_factory=dict)
    outdoors: set[str] = field(default_factory=set)
    visitors: list[Cell] = field(default_factory=list)

    def cells(self, rect: Rect) -> Iterable[Cell]:
        """Return the tiles of a rectangle that are on the map."""
        x, y, width, height = rect
        for row in range(max(y, 0), min(y + height, self.height)):
            for column in range(max(x, 0), min(x + width, self.width)):
                yield column, row

    def place_at(self, cell: Cell) -> str:
        """Return the smallest place that a tile lies in, empty if there is none."""
        around = [
            (width * height, name)
            for name, (x, y, width, height) in self.places.items()
            if x <= cell[0] < x + width and y <= cell[1] < y + height
        ]
        return min(around)[1] if around else ""


def read_layout(town: Path, name: str) -> Layout:
    """Read the layout of one map of a town, of which `NAME.toml` is the plan."""
    buildings = tomllib.loads((town / "buildings.toml").read_text(encoding="utf-8"))
    plan = tomllib.loads((town / f"{name}.toml").read_text(encoding="utf-8"))
    width, height = plan["size"]
    layout = Layout(plan["title"], width, height)
    layout.ground = {(x, y): "grass" for y in range(height) for x in range(width)}
    for kind, x, y, across, down, *marks in plan["ground"]:
        rect = (x, y, across, down)
        _lay(layout, kind, _rough(layout, rect) if "rough" in marks else layout.cells(rect))
    for kind, breadth, *points in plan["rivers"]:
        _lay(layout, kind, _course(layout, breadth, points))
    for kind, *rect in plan["bridges"]:
        _lay(layout, kind, layout.cells(tuple(rect)))
    for name_of_building, x, y, *marks in plan["buildings"]:
        _build(layout, buildings[name_of_building], x, y, is_flipped="flipped" in marks)
    layout.places |= {place: tuple(rect) for place, rect in plan["places"].items()}
    layout.outdoors = set(plan["places"])
    for picture, x, y, *named in plan["things"]:
        called, place = (*named, "", "")[:2]
        layout.things.append(PlacedThing(thing(picture), picture, x, y, called, place))
    for picture, *rect in plan["rows"]:
        one = thing(picture)
        layout.things += [PlacedThing(one, picture, *cell) for cell in layout.cells(tuple(rect))]
    for picture, count, *rect in plan["plants"]:
        _plant(layout, picture, count, tuple(rect))
    layout.visitors = [tuple(cell) for cell in plan["visitors"]]
    return layout


def _lay(layout: Layout, kind: str, cells: Iterable[Cell]) -> None:
    for cell in cells:
        layout.ground[cell] = kind


def _rough(layout: Layout, rect: Rect) -> Iterable[Cell]:
    """Return the tiles of a rectangle without some at its edges, so that it looks like a coast."""
    x, y, width, height = rect
    for column, row in layout.cells(rect):
        sides = ((column - x, row), (x + width - 1 - column, row + 40))
        ends = ((row - y, column + 80), (y + height - 1 - row, column + 120))
        if all(into >= _inlet(at) for into, at in (*sides, *ends)):
            yield column, row


def _inlet(at: int) -> int:
    """Return how deep a coast goes in at a point along it: 0 to 3, near to that beside it."""
    step, rest = divmod(at, 6)
    before, after = (chance("coast", one) % 4 for one in (step, step + 1))
    return (before * (6 - rest) + after * rest + 3) // 6


def _course(layout: Layout, breadth: int, points: list[list[int]]) -> Iterable[Cell]:
    """Return the tiles of a river along some points, with banks that wander a little."""
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = max(abs(x1 - x0), abs(y1 - y0))
        for step in range(steps + 1):
            x = (x0 * (steps - step) + x1 * step + steps // 2) // steps
            y = (y0 * (steps - step) + y1 * step + steps // 2) // steps
            wander = chance("bank", (x + y) // 4) % 2
            if abs(y1 - y0) >= abs(x1 - x0):
                yield from layout.cells((x - breadth // 2, y, breadth + wander, 1))
            else:
                yield from layout.cells((x, y - breadth // 2, 1, breadth + wander))


def _build(layout: Layout, form: Mapping[str, Any], x: int, y: int, *, is_flipped: bool) -> None:
    """Put a building on the map, with its upper left corner at a tile."""
    rows = form["picture"].strip("\n").split("\n")
    width = max(map(len, rows))
    rows = [row.ljust(width) for row in rows]
    inside = {place: _turned(rect, width, is_flipped) for place, rect in form["places"].items()}
    for place, (left, top, across, down) in inside.items():
        layout.places[place] = (x + left, y + top, across, down)
    if "around" in form:
        layout.places[form["around"]] = (x, y, width, len(rows))
    shown = [row[::-1] for row in rows] if is_flipped else rows
    for top, row in enumerate(shown):
        for left, mark in enumerate(row):
            cell = (x + left, y + top)
            if mark in (WALL, WINDOW, DOOR):
                outer = _is_outer(shown, left, top)
                layout.walls[cell] = Wall(mark, form["roof"], form["face"], outer)
                layout.ground[cell] = "boards"
            elif mark == ".":
                layout.ground[cell] = "boards"
    floors = form.get("floor", {})
    for place, (left, top, across, down) in inside.items():
        rect = (x + left, y + top, across, down)
        _lay(layout, floors.get(place, "boards"), layout.cells(rect))
    _furnish(layout, form, rows, (x, y), is_flipped=is_flipped)


def _turned(rect: list[int], width: int, is_flipped: bool) -> Rect:  # noqa: FBT001 - a mark of the plan
    x, y, across, down = rect
    return (width - x - across if is_flipped else x), y, across, down


def _is_outer(rows: list[str], x: int, y: int) -> bool:
    """Return whether a tile of a wall borders on what is outside the building."""
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return any(
        not (0 <= row < len(rows) and 0 <= column < len(rows[row]))
        or rows[row][column] == " "
        or _is_yard(rows, row)
        for column, row in around
    )


def _is_yard(rows: list[str], y: int) -> bool:
    """Return whether a row lies before the building: there is no wall in it."""
    return WALL not in rows[y]


def _furnish(
    layout: Layout, form: Mapping[str, Any], rows: list[str], at: Cell, *, is_flipped: bool
) -> None:
    """Put the things of a building in their places."""
    width = len(rows[0])
    named: set[str] = set()
    for top, row in enumerate(rows):
        for left, mark in enumerate(row):
            if mark not in form["things"]:
                continue
            picture, *more = form["things"][mark]
            called, *people = more or [""]
            one = thing(picture, is_flipped=is_flipped)
            x = at[0] + (width - left - one.width if is_flipped else left)
            place = layout.place_at((x, at[1] + top)) or form.get("around", "")
            key = called if mark not in named or "ks" in called else ""
            named.add(mark)
            layout.things.append(
                PlacedThing(
                    one, picture, x, at[1] + top, called if key else "", place, tuple(people)
                )
            )


def _plant(layout: Layout, picture: str, count: int, rect: Rect) -> None:
    """Let plants grow in a rectangle, on grass, apart from each other and from all else."""
    one = thing(picture)
    taken = {cell for placed in layout.things for cell in layout.cells(placed.whole)}
    taken |= layout.walls.keys()
    x, y, width, height = rect
    grown = 0
    for index in range(count * 12):
        drawn = chance(picture, rect, index)
        left = x + drawn % max(width - one.width, 1)
        low = y + one.height - 1 + drawn // 65536 % max(height - one.height + 1, 1)
        placed = PlacedThing(one, picture, left, low)
        cells = set(layout.cells(placed.whole))
        near = set(layout.cells((left - 1, low - one.height, one.width + 2, one.height + 2)))
        is_free = all(layout.ground[cell] == "grass" for cell in near) and not near & taken
        if is_free and len(cells) == one.width * one.height and grown < count:
            layout.things.append(placed)
            taken |= cells
            grown += 1
