"""People beyond those whom an author wrote: extras of the crowd, made of what the town has.

Their names are those of the town's people joined anew, they lodge four to a lodging, and work where
the town is open to all. They are the same for the same town and number.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice, pairwise
from typing import Any, Final

LODGERS: Final = 4
"""Extras in one lodging: so many beds make a home that they share."""
_PART: Final = 1_500
"""People in one request: an import over the wire may have a mebibyte."""
_YOUNGEST, _AGES = 16, 60
_LODGING: Final = "lodging-"

World = Mapping[str, Any]


def with_extras(world: World, people: int, trades: Sequence[str]) -> World:
    """Return a world that has extras besides its own people, so that it has this many.

    Their trades are drawn from `trades`.
    """
    cast = list(world.get("characters") or ())
    names = islice(_new_names(cast), max(0, people - len(cast)))
    works = [one for one in _open_places(world.get("places") or ()) if one.get("objects")]
    made: list[dict[str, Any]] = []
    lodgings: list[dict[str, Any]] = []
    for number, name in enumerate(names):
        home = f"{_LODGING}{number // LODGERS + 1}"
        work = works[number % len(works)]["name"] if works else world["world"]["name"]
        made.append(
            {
                "id": f"extra-{number + 1}",
                "name": name,
                "place": home,
                "age": _YOUNGEST + number * 7 % _AGES,
                "background": f"{name} is a {trades[number % len(trades)]}." if trades else "",
                "daily_plan": f"{name} works at {work} from eight to five.",
            }
        )
        if number % LODGERS == 0:
            title = f"Lodging {number // LODGERS + 1}"
            lodgings.append({"id": home, "name": title, "objects": ["bed"], "owners": []})
        lodgings[-1]["owners"].append(f"extra-{number + 1}")
    return {
        **world,
        "places": [*(world.get("places") or ()), *lodgings],
        "characters": [*cast, *made],
    }


def parts_of(world: World) -> Iterator[World]:
    """Yield a world in parts that fit a request: each with its people and where they lodge."""
    places, cast = list(world.get("places") or ()), list(world.get("characters") or ())
    lodgers = {who for one in places if _is_lodging(one) for who in one["owners"]}
    own = sum(one["id"] not in lodgers for one in cast)
    first = own + (max(0, _PART - own) // LODGERS) * LODGERS  # those of a lodging stay together
    cuts = [0, *range(first, len(cast), _PART), len(cast)]
    for start, end in pairwise(cuts):
        part = cast[start:end]
        homes = {one.get("place") for one in part}
        there = [one for one in places if one["id"] in homes if _is_lodging(one)]
        if start == 0:
            there = [*(one for one in places if not _is_lodging(one)), *there]
        whole = world if start == 0 else {"format": world["format"], "world": world["world"]}
        yield {**whole, "places": there, "characters": part}


def _is_lodging(place: Mapping[str, Any]) -> bool:
    return str(place.get("id")).startswith(_LODGING)


def _new_names(cast: list[Mapping[str, Any]]) -> Iterator[str]:
    taken = {str(one.get("name")) for one in cast}
    words = [name.split() for name in sorted(taken)]
    firsts = list(dict.fromkeys(one[0] for one in words))
    lasts = list(dict.fromkeys(one[-1] for one in words if len(one) > 1)) or [""]
    for generation in count(1):
        for step in range(len(lasts)):
            for at, first in enumerate(firsts):
                name = f"{first} {lasts[(at + step) % len(lasts)]}".strip()
                name = name if generation == 1 else f"{name} {generation}"
                if name not in taken:
                    yield name


def _open_places(places: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for one in places:
        if not one.get("owners") and not one.get("capacity"):
            yield one
        yield from _open_places(one.get("places") or ())
