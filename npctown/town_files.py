"""A town as a folder: its world, its map, and what is told of it besides.

    world.yaml   a world file of the server (docs/world-files.md)
    map.tmj      a map of Tiled (`maps`), with what it names beside it
    town.yaml    optional: which of several maps, looks of people, facts that are followed

A `town.yaml`, with every key that it may have; times are of the game:

    name: Hollow
    map: map.tmj                 # the default
    start: 1904-06-08T05:00:00   # when `t` is 0; default: the start of the world
    people:
      ada: {sprite: 3, trade: baker, home: mill-lane-2}
    facts:
      - id: feast
        text: Ada gives a dance at the inn on 9 June at five.
        question: Do you know of a dance?
        about: dance             # words by which a memory is found to be of it, as a pattern
        place: inn
        starts: 1904-06-09T17:00:00
        ends: 1904-06-09T21:00:00
        asked: [ben, cora]       # who was to be there
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import yaml

from npctown.extras import parts_of, with_extras
from npctown.run_files import RunFact, RunPerson

SHIPPED: Final = Path(__file__).parent / "towns"
"""Towns that come with the package, a folder each."""


class TownFileError(Exception):
    """A folder is no town that can be played; the message says what is wrong and where."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TownFolder:
    """A town as it stands in its folder."""

    folder: Path
    name: str
    world: Mapping[str, Any]
    """The whole world file."""
    about_people: Mapping[str, str]
    """What an author writes of what a person is about, by id."""
    map: Path
    started: datetime
    people: tuple[RunPerson, ...]
    facts: tuple[RunFact, ...]

    @property
    def world_id(self) -> str:
        """The id of its world."""
        return str(self.world["world"]["id"])

    def as_yaml(self, world_id: str) -> Iterator[str]:
        """Yield the world file in parts, with another id for the world."""
        changed = {**self.world, "world": {**self.world["world"], "id": world_id}}
        for part in parts_of(changed):
            yield yaml.safe_dump(part, allow_unicode=True, sort_keys=False)


def shipped_towns() -> Sequence[str]:
    """Return the names of the towns that come with the package."""
    return sorted(one.parent.name for one in SHIPPED.glob("*/world.yaml"))


def find_town(name: str) -> Path:
    """Return the folder of a town by its name or path. Raises `TownFileError`."""
    for folder in (SHIPPED / name, Path(name)):
        if (folder / "world.yaml").exists():
            return folder
    known = ", ".join(shipped_towns()) or "none"
    raise TownFileError(
        f"there is no town {name!r}: neither one that comes with npcserver ({known}) nor a folder"
        " with a world.yaml"
    )


def read_town(folder: Path, people: int = 0) -> TownFolder:
    """Read a town, with so many people (0: those it has). Raises `TownFileError`.

    Beyond those that its author wrote they are extras.
    """
    told = _mapping(folder / "town.yaml") if (folder / "town.yaml").exists() else {}
    world = _mapping(folder / "world.yaml")
    if not isinstance(world.get("world"), dict):
        raise TownFileError(f"{folder / 'world.yaml'} has no `world`")
    return of_world(folder, world, told, people)


def of_world(
    folder: Path, world: Mapping[str, Any], told: Mapping[str, Any], people: int = 0
) -> TownFolder:
    """Return a town of the content of its files. Raises `TownFileError`."""
    looks = told.get("people") or {}
    authored = len(world.get("characters") or ())
    if people > authored:
        trades = sorted({str(one["trade"]) for one in looks.values() if one.get("trade")})
        world = with_extras({"format": "npcserver/world/1", **world}, people, trades)
    world = _with_people(world, people)
    about = world["world"]
    started = _moment(told.get("start") or about.get("start_time") or "2000-01-01T08:00")
    cast = {str(one["id"]): one for one in world.get("characters") or ()}
    strangers = sorted(set(looks) - set(cast)) if not people else []
    if strangers:
        raise TownFileError(
            f"{folder / 'town.yaml'}: `people` names {', '.join(strangers)},"
            " who are not in world.yaml"
        )
    return TownFolder(
        folder=folder,
        name=str(told.get("name") or about.get("name") or folder.name),
        world={**world, "world": {**about, "id": str(about.get("id") or slug(about["name"]))}},
        about_people={who: _known_of(one) for who, one in cast.items()},
        map=folder / str(told.get("map") or "map.tmj"),
        started=started,
        people=tuple(
            _person(number, who, one, looks.get(who) or {}, is_crowd=number >= authored)
            for number, (who, one) in enumerate(cast.items())
        ),
        facts=tuple(
            _fact(f"{folder / 'town.yaml'}: facts[{number}]", one, started, set(cast))
            for number, one in enumerate(told.get("facts") or ())
        ),
    )


def _with_people(world: Mapping[str, Any], people: int) -> Mapping[str, Any]:
    """Return a world with its first people alone, and nothing that names another.

    A book that nobody of them reads goes as well: without readers it would be everyone's.
    """
    cast = list(world.get("characters") or ())
    if not people or people >= len(cast):
        return world
    kept = cast[:people]
    ids = {one["id"] for one in kept}
    gone = {one["id"] for one in cast} - ids

    def place(one: Mapping[str, Any]) -> dict[str, Any]:
        owners = [who for who in one.get("owners") or () if who in ids]
        parts = [place(part) for part in one.get("places") or ()]
        return {**one, "owners": owners, "places": parts}

    def person(one: Mapping[str, Any]) -> dict[str, Any]:
        near = [to for to in one.get("relations") or () if to.get("to") not in gone]
        return {**one, "relations": near}

    books = [
        {**one, "readers": [who for who in one["readers"] if who in ids]}
        if one.get("readers")
        else one
        for one in world.get("books") or ()
        if not one.get("readers") or ids & set(one["readers"])
    ]
    return {
        **world,
        "places": [place(one) for one in world.get("places") or ()],
        "characters": [person(one) for one in kept],
        **({"books": books} if "books" in world else {}),
    }


def _person(
    number: int, who: str, one: Mapping[str, Any], looks: Mapping[str, Any], *, is_crowd: bool
) -> RunPerson:
    return RunPerson(
        id=who,
        name=str(one.get("name") or who),
        sprite=int(looks.get("sprite", number)),
        age=one.get("age"),
        trade=str(looks.get("trade") or ""),
        home=str(looks.get("home") or one.get("place") or ""),
        is_crowd=is_crowd,
    )


def _fact(where: str, one: Mapping[str, Any], started: datetime, cast: set[str]) -> RunFact:
    if not one.get("id") or not one.get("text"):
        raise TownFileError(f"{where} needs an `id` and a `text`")
    try:
        re.compile(str(one.get("about") or ""))
    except re.error as error:
        raise TownFileError(f"{where}.about is no pattern: {error}") from None

    def minutes(key: str) -> float | None:
        return None if not one.get(key) else (_moment(one[key]) - started).total_seconds() / 60

    return RunFact(
        id=str(one["id"]),
        text=str(one["text"]),
        question=str(one.get("question") or ""),
        about=str(one.get("about") or ""),
        place=str(one.get("place") or ""),
        starts=minutes("starts"),
        ends=minutes("ends"),
        asked=tuple(str(who) for who in one.get("asked") or () if who in cast),
    )


def _known_of(one: Mapping[str, Any]) -> str:
    memories = (
        told if isinstance(told, str) else str(told.get("text", ""))
        for told in one.get("memories") or ()
    )
    return " ".join((str(one.get("currently") or ""), *(one.get("goals") or ()), *memories))


def slug(name: str) -> str:
    """Return an id made of a name, as the server makes it."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _mapping(path: Path) -> Mapping[str, Any]:
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise TownFileError(f"cannot read {path}: {error.strerror}") from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise TownFileError(f"{path} is no YAML: {error}") from error
    if not isinstance(found, dict):
        raise TownFileError(f"{path} is no mapping")
    return found


def _moment(told: object) -> datetime:
    try:
        moment = told if isinstance(told, datetime) else datetime.fromisoformat(str(told))
    except ValueError:
        raise TownFileError(f"{told!r} is no time; write it as 1904-06-08T05:00:00") from None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
