"""Where people are on the map, and what keeps them out of places."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time
from typing import Any, Final

from npctown.maps import Tile
from npctown.paths import Walker

PACE: Final = 15.0
"""Tiles that one walks in a game minute: a town of 100 tiles is crossed in seven, as one would."""


@dataclass(slots=True)
class Body:
    """One person on the map. `place` is where the server has it; `path` is being walked."""

    tile: Tile
    place: str = ""
    path: list[Tile] = field(default_factory=list)
    left: float = 0.0
    goal: str = ""
    using: tuple[str, str] | None = None
    name: str = ""

    def at(self, t: float) -> Tile:
        """Return the tile at a game minute."""
        if not self.path:
            return self.tile
        steps = int(max(0.0, t - self.left) * PACE)
        return self.path[min(steps, len(self.path) - 1)]

    @property
    def arrival(self) -> float:
        """The game minute at which it has walked its path."""
        return self.left + max(0, len(self.path) - 1) / PACE

    def go(self, t: float, path: list[Tile], goal: str) -> None:
        """Set out along a path."""
        self.path, self.left, self.goal, self.tile = path, t, goal, path[-1]

    def as_json(self) -> dict[str, Any]:
        """Return what `Body.of` reads."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Body":
        """Return a body as it was saved: JSON has lists for tiles."""
        path = [tuple(one) for one in raw["path"]]
        using = raw["using"] and tuple(raw["using"])
        return cls(**{**raw, "tile": tuple(raw["tile"]), "path": path, "using": using})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRule:
    """What a place of a world file says of who may be in it; `within` is the place around it."""

    id: str
    name: str
    within: str = ""
    things: tuple[str, ...] = ()
    hours: tuple[time, time] | None = None
    capacity: int | None = None

    def is_open(self, at: time) -> bool:
        """Return whether it is open at a time of day."""
        if self.hours is None:
            return True
        opens, closes = self.hours
        return opens <= at < closes if opens <= closes else at >= opens or at < closes


def place_rules(places: Iterable[Mapping[str, Any]], within: str = "") -> Iterator[PlaceRule]:
    """Yield the places of a world file with their parts."""
    for one in places:
        hours = str(one.get("hours") or "")
        opens, _, closes = hours.partition("-")
        yield PlaceRule(
            id=str(one["id"]),
            name=str(one.get("name") or one["id"]),
            within=within,
            things=tuple(str(thing) for thing in one.get("objects") or ()),
            hours=(_hour(opens), _hour(closes)) if hours else None,
            capacity=one.get("capacity"),
        )
        yield from place_rules(one.get("places") or (), str(one["id"]))


def _hour(text: str) -> time:
    hour, _, minute = text.strip().partition(":")
    return time(int(hour) % 24, int(minute or 0))


class Places:
    """The places of a world: which are within which, and who may enter them."""

    def __init__(self, places: Iterable[Mapping[str, Any]]) -> None:
        self.all = {one.id: one for one in place_rules(places)}

    def around(self, place: str) -> list[PlaceRule]:
        """Return a place and those around it, the innermost first."""
        found: list[PlaceRule] = []
        while (one := self.all.get(place)) is not None and one not in found:
            found.append(one)
            place = one.within
        return found

    def shown(self, place: str, walker: Walker) -> str:
        """Return the innermost place around one that has an area on the map; empty for none."""
        return next((one.id for one in self.around(place) if one.id in walker.map.regions), "")

    def refusal(self, place: str, who: str, now: datetime, bodies: Mapping[str, Body]) -> str:
        """Return why a person cannot enter a place now; empty if it can."""
        for one in self.around(place):
            if not one.is_open(now.time()):
                return f"{one.name} is closed"
            inside = sum(
                each.place == one.id or one in self.around(each.place)
                for other, each in bodies.items()
                if other != who
            )
            if one.capacity is not None and inside >= one.capacity:
                return f"{one.name} is full"
        return ""
