"""Ways over a map, and who can see whom."""

import zlib
from collections.abc import Container
from typing import Final

import numpy as np
import tcod.los
import tcod.path

from npctown.maps import Tile, TownMap

SIGHT: Final = 9
"""Tiles within which people in the open notice each other: what fits on a screen around one."""
_STEPS: Final = (97, 89, 83)
"""Primes: tiles from one that is tried to the next, so that a crowd does not stand in rows."""
_NEAR: Final = 3
"""Tiles within which people at one table, or beside one thing, understand each other."""
_STRAIGHT, _SLANTED = 2, 3
"""Costs of a step; their ratio is near the root of two, in whole numbers."""


class Walker:
    """Finds ways and places to stand on one map."""

    def __init__(self, town_map: TownMap) -> None:
        self.map = town_map
        self._cost = (~town_map.blocked).astype(np.int8)
        self._street = town_map.walkable
        self._inside = {
            place: sorted(set(tiles) & self._street) for place, tiles in town_map.regions.items()
        }

    def path(self, start: Tile, end: Tile) -> list[Tile]:
        """Return the tiles from `start` to `end`, both included; empty where no way leads."""
        if start == end:
            return [start]
        found = tcod.path.path2d(
            self._cost,
            start_points=[(start[1], start[0])],
            end_points=[(end[1], end[0])],
            cardinal=_STRAIGHT,
            diagonal=_SLANTED,
        )
        return [(int(x), int(y)) for y, x in found]

    def spot(self, place: str, who: str, near: Tile | None, taken: Container[Tile]) -> Tile | None:
        """Return where one stands in a place, beside a thing if it is given; None for no tile.

        The same person chooses the same tile, unless another has it.
        """
        tiles = self._inside.get(place) or ()
        if not tiles:
            return None
        if near is not None:
            around = sorted(tiles, key=lambda one: _apart(one, near))
        else:
            own = [one for one in tiles if self.map.place_at(one) == place] or tiles
            first, count = zlib.crc32(who.encode()), len(own)
            step = next(one for one in _STEPS if count % one)  # not the next tile: no rows
            around = [own[(first + at * step) % count] for at in range(count)]
        return next((one for one in around if one not in taken), around[0])

    def spot_name(self, place: str, tile: Tile) -> str:
        """Return the name of the thing near which one stands in a place, else of a part of it."""
        apart = [
            (_apart(tile, at), thing)
            for (where, thing), at in self.map.things.items()
            if where == place
        ]
        near = min(apart, default=(_NEAR + 1, ""))
        x, y = (one // (2 * _NEAR) for one in tile)
        return near[1] if near[0] <= _NEAR else f"{x}-{y}"

    def anywhere(self, who: str) -> Tile:
        """Return a tile for a person of whom nothing is known."""
        tiles = sorted(self._street)
        return tiles[zlib.crc32(who.encode()) % len(tiles)]

    def can_see(self, one: Tile, other: Tile) -> bool:
        """Return whether nothing hides one tile from the other, within sight."""
        if _apart(one, other) > SIGHT:
            return False
        between = tcod.los.bresenham(one, other)[1:-1]
        return not any(self.map.opaque[y, x] for x, y in between)


def _apart(one: Tile, other: Tile) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
