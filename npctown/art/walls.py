"""Walls of buildings, cut away so that one sees inside: roof rims, faces, doors and windows."""

from npctown.art.canvas import TILE, Canvas


def rim_tile(roof: str, sides: tuple[bool, bool, bool, bool]) -> Canvas:
    """Return a piece of roof; `sides` says where it goes on: north, east, south, west."""
    tile = Canvas(TILE, TILE)
    tile.rect(0, 0, TILE, TILE, f"{roof}2")
    for row, y in enumerate(range(0, TILE, 4)):
        tile.rect(0, y + 3, TILE, 1, f"{roof}1")
        for x in range((row % 2) * 3, TILE, 6):
            tile.rect(x, y, 1, 3, f"{roof}1")
            tile.rect(x + 2, y, 2, 1, f"{roof}3")
    north, east, south, west = sides
    if not north:
        tile.rect(0, 0, TILE, 2, f"{roof}3")
        tile.rect(0, 0, TILE, 1, f"{roof}0")
    if not west:
        tile.rect(0, 0, 1, TILE, f"{roof}0")
        tile.rect(1, 0, 1, TILE, f"{roof}3")
    if not east:
        tile.rect(TILE - 1, 0, 1, TILE, f"{roof}0")
        tile.rect(TILE - 2, 0, 1, TILE, f"{roof}1")
    if not south:
        tile.rect(0, TILE - 1, TILE, 1, f"{roof}0")
    return tile


def inner_rim_tile() -> Canvas:
    """Return the top of a wall between two parts of a building."""
    tile = Canvas(TILE, TILE)
    tile.rect(0, 0, TILE, TILE, "wood1")
    tile.rect(1, 0, TILE - 2, TILE, "wood2")
    tile.rect(3, 0, 2, TILE, "wood3")
    return tile


def back_tile(*, is_window: bool) -> Canvas:
    """Return a piece of the plastered wall at the back, seen from inside."""
    tile = Canvas(TILE, TILE)
    tile.rect(0, 0, TILE, TILE, "plaster2")
    tile.rect(0, 0, TILE, 2, "wood1")
    tile.rect(0, 2, TILE, 1, "plaster1")
    tile.rect(0, 11, TILE, 5, "wood3")
    for x in range(3, TILE, 4):
        tile.rect(x, 11, 1, 5, "wood2")
    tile.rect(0, 11, TILE, 1, "wood4")
    tile.rect(0, 15, TILE, 1, "wood1")
    if is_window:
        tile.rect(4, 3, 8, 7, "wood2")
        tile.rect(5, 4, 6, 5, "water4")
        tile.rect(5, 4, 3, 2, "water5")
        tile.rect(8, 4, 1, 5, "wood2")
        tile.rect(3, 10, 10, 1, "wood4")
    return tile


def front_tile(roof: str, face: str, *, is_window: bool) -> Canvas:
    """Return a piece of a wall seen from outside, below the eaves."""
    tile = Canvas(TILE, TILE)
    _draw_face(tile, face)
    _draw_eaves(tile, roof)
    if is_window:
        tile.rect(4, 7, 8, 7, "wood1")
        tile.rect(5, 8, 6, 5, "fire3")
        tile.rect(5, 8, 6, 1, "gold2")
        tile.rect(8, 8, 1, 5, "wood1")
        tile.rect(5, 10, 6, 1, "wood1")
        tile.rect(3, 14, 10, 1, "wood3")
        for x, petal in ((4, "red3"), (6, "white"), (8, "rose2"), (10, "red3")):
            tile.rect(x, 13, 2, 1, "leaf3")
            tile.dot(x, 13, petal)
    return tile


def _draw_face(tile: Canvas, face: str) -> None:
    if face == "stone":
        tile.rect(0, 0, TILE, TILE, "stone2")
        for row, y in enumerate(range(5, TILE, 4)):
            for x in range(-3 if row % 2 else 0, TILE, 7):
                tile.rect(x, y, 6, 3, "stone3")
                tile.rect(x, y, 5, 1, "stone4")
    elif face == "timber":
        tile.rect(0, 0, TILE, TILE, "plaster3")
        tile.rect(0, 14, TILE, 2, "wood1")
        tile.rect(0, 5, 2, 11, "wood1")
        tile.rect(14, 5, 2, 11, "wood1")
    else:  # boards
        tile.rect(0, 0, TILE, TILE, "wood3")
        for x in range(0, TILE, 4):
            tile.rect(x, 0, 1, TILE, "wood1")
            tile.rect(x + 1, 0, 1, TILE, "wood4")
    tile.rect(0, 15, TILE, 1, "shade")


def _draw_eaves(tile: Canvas, roof: str) -> None:
    tile.rect(0, 0, TILE, 5, f"{roof}2")
    tile.rect(0, 3, TILE, 1, f"{roof}1")
    for x in range(0, TILE, 4):
        tile.rect(x, 0, 1, 4, f"{roof}1")
        tile.dot(x + 2, 1, f"{roof}3")
    tile.rect(0, 4, TILE, 1, f"{roof}0")
    tile.rect(0, 5, TILE, 1, "shade")


def outer_door_tile(roof: str, face: str) -> Canvas:
    """Return the door of a building, which stands open."""
    tile = Canvas(TILE, TILE)
    _draw_face(tile, face)
    _draw_eaves(tile, roof)
    tile.rect(1, 4, 14, 12, "wood1")
    tile.rect(2, 5, 12, 11, "shade")
    tile.rect(2, 9, 12, 7, "wood2")
    tile.rect(2, 5, 4, 11, "wood3")
    tile.rect(3, 5, 1, 11, "wood4")
    tile.dot(5, 10, "gold2")
    tile.rect(2, 14, 12, 2, "stone4")
    return tile


def inner_door_tile(*, is_across: bool) -> Canvas:
    """Return a doorway; `is_across` if one goes through it from west to east."""
    tile = Canvas(TILE, TILE)
    tile.rect(0, 0, TILE, TILE, "wood3")
    for at in range(2, TILE, 4):
        tile.rect(*((0, at, TILE, 1) if is_across else (at, 0, 1, TILE)), "wood2")
    for at in (0, TILE - 2):
        tile.rect(*((0, at, TILE, 2) if is_across else (at, 0, 2, TILE)), "wood1")
    return tile
