"""Tiles of ground: grass, ways, water, sand, floors, each with its edges to what lies beside it."""

from collections.abc import Callable, Mapping
from typing import Final

from npctown.art.canvas import TILE, Canvas, chance

WATER: Final = "water"
BLOCKED: Final = frozenset((WATER, "reeds"))
"""Kinds of ground on which nobody walks."""

FLOORS: Final = ("boards", "checks", "flags", "earth", "carpet")
"""Kinds inside buildings."""

LAND: Final = "grass"
_COASTS: Final[Mapping[str, str]] = {LAND: "grass0", "sand": "path0"}
"""Kinds whose corners the water rounds off, and the colour of their banks."""
_SOFT: Final = ("path", "sand", "soil", "mud")
"""Kinds over whose edges grass grows."""

VARIANTS: Final[Mapping[str, int]] = {"grass": 12, "path": 4, "cobble": 4, "water": 4, "sand": 3}
"""How many pictures there are of a kind; one of all others."""


def is_under(kind: str) -> bool:
    """Return whether other ground ends at a kind without an edge, as at a floor."""
    return kind in FLOORS or kind in {"path", "soil"}


Sides = tuple[str, str, str, str, str, str, str, str]
"""Kinds of ground around a tile: north, east, south, west, and the corners from north-east on."""


def ground_tile(kind: str, sides: Sides, variant: int) -> Canvas:
    """Return the picture of a tile of ground with its edges."""
    tile = Canvas(TILE, TILE)
    _TEXTURES.get(kind, _grass)(tile, variant)
    if kind in _COASTS:
        _round_off(tile, sides, _COASTS[kind])
    if kind == WATER:
        _shores(tile, sides)
    elif kind in _SOFT:
        _grow_over(tile, sides, kind)
    elif kind == "cobble":
        _kerbs(tile, sides)
    elif kind == "planks":
        _pier(tile, sides)
    return tile


def _speckle(tile: Canvas, key: str, colours: Mapping[str, int]) -> None:
    """Strew single pixels: of each colour so many, always in the same places for a key."""
    for colour, count in colours.items():
        for index in range(count):
            drawn = chance(key, colour, index)
            tile.dot(drawn % TILE, drawn // TILE % TILE, colour)


def _grass(tile: Canvas, variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "grass2")
    _speckle(tile, f"grass{variant}", {"grass1": 9, "grass3": 12})
    for index in range(1 + variant % 3):  # blades
        drawn = chance("blade", variant, index)
        x, y = 1 + drawn % 13, 2 + drawn // 16 % 12
        tile.rect(x, y, 1, 2, "grass1")
        tile.dot(x + 1, y - 1, "grass4")
    if variant in {8, 9, 10}:  # flowers
        petal = ("white", "gold2", "rose2")[variant - 8]
        for index in range(3):
            drawn = chance("flower", variant, index)
            x, y = 2 + drawn % 11, 3 + drawn // 16 % 10
            tile.rect(x - 1, y, 3, 1, petal)
            tile.rect(x, y - 1, 1, 3, petal)
            tile.dot(x, y, "gold1" if petal != "gold2" else "fire1")
            tile.dot(x, y + 2, "grass0")
    elif variant == 11:  # a tuft
        for x, y in ((5, 8), (7, 6), (9, 8), (6, 7), (8, 7)):
            tile.rect(x, y, 1, 4, "grass0")
            tile.dot(x, y, "grass4")


def _path(tile: Canvas, variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "path2")
    _speckle(tile, f"path{variant}", {"path1": 14, "path3": 12, "path0": 3})
    if variant == 3:
        tile.rect(4, 9, 2, 1, "stone3")
        tile.rect(11, 4, 2, 2, "stone3")
        tile.dot(11, 6, "path0")


def _cobble(tile: Canvas, variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "stone2")
    for row in range(4):
        for column in range(3):
            drawn = chance("cobble", variant, row, column)
            x = column * 6 - (3 if row % 2 else 0)
            colour = ("stone3", "stone3", "stone4", "stone3")[drawn % 4]
            tile.rect(x, row * 4, 5, 3, colour)
            tile.rect(x, row * 4, 4, 1, "stone4" if colour == "stone3" else "stone5")
        tile.rect(15 if row % 2 else 18, row * 4, 5, 3, "stone3")


def _water(tile: Canvas, variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "water2")
    _speckle(tile, f"water{variant}", {"water1": 6})
    for index in range(2 if variant < 3 else 3):
        drawn = chance("wave", variant, index)
        x, y, length = drawn % 10, drawn // 16 % 15, 3 + drawn // 256 % 3
        tile.rect(x, y, length, 1, "water3")
        tile.rect(x + 1, y + 1, length, 1, "water1")
        if variant == 3 and index == 0:
            tile.rect(x + 1, y, 2, 1, "water4")


def _sand(tile: Canvas, variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "path3")
    _speckle(tile, f"sand{variant}", {"path2": 12, "plaster3": 8})


def _soil(tile: Canvas, _variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "wood3")
    for y in (1, 5, 9, 13):
        tile.rect(0, y, TILE, 2, "wood2")
        for x in range(y % 3, TILE, 5):
            tile.rect(x, y - 1, 2, 2, "leaf3")
            tile.dot(x, y - 1, "leaf4")


def _mud(tile: Canvas, _variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "path0")
    _speckle(tile, "mud", {"wood3": 16, "path1": 14, "water3": 3})


def _planks(tile: Canvas, _variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "wood4")
    for x in range(0, TILE, 4):
        tile.rect(x, 0, 1, TILE, "wood2")
        tile.rect(x + 1, 0, 1, TILE, "wood5")
        tile.dot(x + 2, 3 + x % 8, "wood2")


def _boards(tile: Canvas, _variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "wood4")
    for row, y in enumerate(range(0, TILE, 4)):
        tile.rect(0, y + 3, TILE, 1, "wood3")
        tile.rect((5 + row * 7) % TILE, y, 1, 3, "wood3")
        tile.rect((11 + row * 5) % TILE, y + 1, 3, 1, "wood5")


def _flags(tile: Canvas, _variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "stone3")
    for x, y in ((0, 0), (8, 0), (4, 8), (12, 8), (-4, 8)):
        tile.rect(x, y, 8, 8, "stone4")
        tile.rect(x, y + 7, 8, 1, "stone2")
        tile.rect(x + 7, y, 1, 8, "stone2")
        tile.rect(x + 1, y + 1, 2, 1, "stone5")


def _checks(tile: Canvas, _variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "linen1")
    tile.rect(0, 0, 8, 8, "red3")
    tile.rect(8, 8, 8, 8, "red3")
    for at in (0, 8):
        tile.rect(at, 0, 1, TILE, "linen0")
        tile.rect(0, at, TILE, 1, "linen0")


def _earth(tile: Canvas, _variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "wood2")
    _speckle(tile, "earth", {"wood1": 18, "wood3": 14, "stone1": 3})


def _carpet(tile: Canvas, _variant: int) -> None:
    tile.rect(0, 0, TILE, TILE, "blue1")
    for x, y in ((3, 3), (11, 11)):
        tile.rect(x, y, 3, 3, "blue2")
        tile.dot(x + 1, y + 1, "gold2")
    tile.dot(12, 4, "blue0")
    tile.dot(4, 12, "blue0")


_TEXTURES: Final[Mapping[str, Callable[[Canvas, int], None]]] = {
    "grass": _grass,
    "path": _path,
    "cobble": _cobble,
    "water": _water,
    "reeds": _water,
    "sand": _sand,
    "soil": _soil,
    "mud": _mud,
    "planks": _planks,
    "boards": _boards,
    "flags": _flags,
    "checks": _checks,
    "earth": _earth,
    "carpet": _carpet,
}


def _edge(tile: Canvas, side: int, depth: Callable[[int, int], int], colour: str) -> None:
    """Colour a strip along a side, as deep at each pixel as `depth` says."""
    for along in range(TILE):
        for into in range(depth(side, along)):
            far = TILE - 1 - into
            at = ((along, into), (far, along), (along, far), (into, along))[side]
            tile.dot(*at, colour)


def _corner(tile: Canvas, corner: int, size: int, colour: str) -> None:
    """Round off a corner; the first is the north-east, the others follow clockwise."""
    for y in range(size):
        for x in range(size - y):
            right, down = TILE - 1 - x, TILE - 1 - y
            tile.dot(*((right, y), (right, down), (x, down), (x, y))[corner], colour)


def _turf(side: int, along: int) -> int:
    return 2 + chance("rim", side, along // 2) % 3


def _grow_over(tile: Canvas, sides: Sides, kind: str) -> None:
    """Let grass grow over the edges of a way."""
    rim = "path0" if kind != "sand" else "path2"
    grassy = [side == LAND for side in sides]
    for side in range(4):
        if grassy[side]:
            _edge(tile, side, lambda side, along: _turf(side, along) + 1, rim)
            _edge(tile, side, _turf, "grass2")
            for along in range(0, TILE, 3):
                into = chance("tip", side, along) % 2
                far = TILE - 1 - into
                tile.dot(
                    *((along, into), (far, along), (along, far), (into, along))[side], "grass1"
                )
    for corner in range(4):
        following = (corner + 1) % 4
        if grassy[corner] and grassy[following]:
            _corner(tile, corner, 8, rim)
            _corner(tile, corner, 7, "grass2")
        elif grassy[4 + corner] and not grassy[corner] and not grassy[following]:
            _corner(tile, corner, 4, rim)
            _corner(tile, corner, 3, "grass2")


def _round_off(tile: Canvas, sides: Sides, bank: str) -> None:
    """Let the water round off the corners of a coast."""
    for corner in range(4):
        around = (sides[corner], sides[(corner + 1) % 4], sides[4 + corner])
        if all(one == WATER for one in around):
            _corner(tile, corner, 7, bank)
            _corner(tile, corner, 6, "water4")
            _corner(tile, corner, 5, "water2")


def _open_ends(tile: Canvas, sides: Sides, plain: Canvas) -> None:
    """Let water be where the coast beside it is rounded off."""
    ends = (((3, 7), (1, 4)), ((0, 4), (2, 5)), ((3, 6), (1, 5)), ((0, 7), (2, 6)))
    for side in range(4):
        for end, (beside, corner) in enumerate(ends[side]):
            if sides[side] in _COASTS and sides[beside] == sides[corner] == WATER:
                across = side in {0, 2}
                x, y = (11 * end, 8 * (side // 2)) if across else (8 * (side == 1), 11 * end)
                width, height = (5, 8) if across else (8, 5)
                tile.paste(plain.cut(x, y, width, height), x, y)


def _shores(tile: Canvas, sides: Sides) -> None:
    """Draw what the water touches: a wall below a quay, a bank below grass, foam at its foot."""
    plain = tile.cut(0, 0)
    wet = [side in {WATER, "reeds"} for side in sides]
    if not wet[0]:
        _north_shore(tile, sides[0])
    for side in (1, 3):
        if not wet[side]:
            bank = "stone1" if sides[side] == "cobble" else _COASTS.get(sides[side], "grass0")
            bank = "wood1" if sides[side] == "planks" else bank
            _edge(tile, side, lambda _side, _along: 3, "water4")
            _edge(tile, side, lambda _side, _along: 2, bank)
    if not wet[2]:
        _edge(tile, 2, lambda _side, along: 2 + (along // 3) % 2, "water4")
        if sides[2] == LAND:
            _edge(tile, 2, lambda _side, along: 1 + (along // 3) % 2, "grass3")
    _open_ends(tile, sides, plain)
    for corner in range(4):
        if not wet[corner] and not wet[(corner + 1) % 4] and sides[corner] == LAND:
            _corner(tile, corner, 9, "water4")
            _corner(tile, corner, 8, "grass0")
            _corner(tile, corner, 7, "grass2")
        is_open = wet[corner] and wet[(corner + 1) % 4]
        if is_open and sides[4 + corner] in {"cobble", "planks"}:
            _corner(tile, corner, 4, "water4")
            _corner(tile, corner, 3, "stone1")


def _north_shore(tile: Canvas, land: str) -> None:
    if land == "cobble":
        tile.rect(0, 0, TILE, 9, "stone1")
        for y in (0, 4):
            for x in range(-2 if y else 0, TILE, 6):
                tile.rect(x, y, 5, 3, "stone2")
        tile.rect(0, 8, TILE, 1, "moss1")
        tile.rect(0, 9, TILE, 1, "water1")
        tile.rect(0, 10, TILE, 1, "water4")
    elif land == "planks":
        tile.rect(0, 0, TILE, 3, "wood1")
        tile.rect(3, 0, 2, 8, "wood1")
        tile.rect(12, 0, 2, 8, "wood1")
        tile.rect(0, 3, TILE, 3, "water1")
    elif land in {"sand", "mud"}:
        _edge(tile, 0, lambda _side, along: 4 + (along // 4) % 2, "water4")
        _edge(
            tile,
            0,
            lambda _side, along: 2 + (along // 4) % 2,
            "path3" if land == "sand" else "path0",
        )
    else:
        tile.rect(0, 0, TILE, 5, "wood2")
        _edge(tile, 0, lambda _side, along: 1 + chance("turf", along // 2) % 3, "grass1")
        for x in range(1, TILE, 5):
            tile.rect(x, 3, 2, 1, "wood1")
        tile.rect(0, 5, TILE, 1, "water0")
        tile.rect(0, 6, TILE, 1, "water3")


def _kerbs(tile: Canvas, sides: Sides) -> None:
    """Draw kerb stones where paving meets water, and tufts where it meets grass."""
    for side in range(4):
        if sides[side] == WATER:
            _edge(tile, side, lambda _side, _along: 3, "stone5")
            _edge(tile, side, lambda _side, along: 3 if along % 8 == 0 else 0, "stone2")
        elif sides[side] == LAND:
            _edge(tile, side, lambda side, along: _turf(side, along) - 2, "grass1")


def _pier(tile: Canvas, sides: Sides) -> None:
    """Draw the beam along the outer sides of a pier or bridge."""
    for side in range(4):
        if sides[side] == WATER:
            _edge(tile, side, lambda _side, _along: 2, "wood2")
            _edge(tile, side, lambda _side, _along: 1, "wood1")
