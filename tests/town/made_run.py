"""Writes a run of a town that nobody played, for tests of what shows runs.

    python -m tests.town.made_run FOLDER [--people 25] [--days 2] [--seed 1]

Buildings stand in bands above straight roads, an avenue joins the roads; all is drawn and lived by
chance from a seed. Beside the run's own files stand its map and pictures, in `map/`.
"""

import argparse
import json
import random
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from npctown.run_files import RunFact, RunHeader, RunPerson, RunWriter

TILE = 16
PLOT, BAND, AVENUE = 8, 9, 4  # tiles: width of a plot, height of buildings and road, width between
Colour = tuple[int, int, int, int]
Tile = tuple[int, int]

GRASS, FLOWERS, ROAD, FLOOR, WALL, DOOR, WATER, TRUNK, CROWN, BED, TABLE, WINDOW = range(1, 13)
COLOURS: dict[int, Colour] = {
    GRASS: (124, 170, 92, 255),
    FLOWERS: (130, 176, 96, 255),
    ROAD: (206, 186, 148, 255),
    FLOOR: (184, 142, 100, 255),
    WALL: (150, 112, 92, 255),
    DOOR: (110, 70, 50, 255),
    WATER: (92, 148, 196, 255),
    TRUNK: (104, 74, 52, 255),
    CROWN: (72, 128, 70, 255),
    BED: (200, 96, 96, 255),
    TABLE: (140, 98, 62, 255),
    WINDOW: (188, 214, 224, 255),
}
FIRST = """
Ada Tom Ivy Max Joan Ben Lily Otto Rosa Sam Nell Hugo Edie Karl Maya Finn Greta Leo Dora Abel
Tess Ned Una Cal Mina
"""
LAST = """
Bell Reed Cole Hart Pike Moss Crane Finch Lane Vale Frost Marsh Wren Dunn Brook Ash Stone Park
Wells North Gray Field Swift Ridge Holt
"""
NAMES = [f"{one} {other}" for one, other in zip(FIRST.split(), LAST.split(), strict=True)]
TRADES = ("baker", "smith", "teacher", "gardener", "innkeeper", "fisher", "carpenter", "doctor")
ACTS = (
    ("work", "is at work", "🔨", "work"),
    ("read", "reads the paper", "📰", "square"),
    ("eat", "has a bowl of soup", "🍲", "inn"),
    ("fish", "fishes in the pond", "🎣", "square"),
    ("tidy", "sweeps the floor", "🧹", "home"),
)
LINES = (
    "Good day to you! Have you slept at all in this heat?",
    "I have flour up to my elbows, but come in, come in.",
    "They say that the bell rang at midnight, and that nobody was in the tower.",
    "You will come to the lantern feast on the second evening, will you not?",
    "I would rather have a mayor who can mend a roof than one who can make a speech.",
    "Ask Edie. She was there, and she never makes anything up.",
)


def png(width: int, height: int, pixel: Callable[[int, int], Colour]) -> bytes:
    """Return a picture as PNG, each of its pixels asked for once."""
    rows = b"".join(
        b"\0" + b"".join(struct.pack("4B", *pixel(x, y)) for x in range(width))
        for y in range(height)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    )


def draw_tiles() -> bytes:
    """Return the tileset: one row of tiles in the order of their numbers."""
    chance = random.Random(7)
    noise = {(x, y): chance.randint(-9, 9) for x in range(TILE * 13) for y in range(TILE)}

    def pixel(x: int, y: int) -> Colour:
        tile, u, v = x // TILE + 1, x % TILE, y
        if tile not in COLOURS:
            return (0, 0, 0, 0)
        if tile == CROWN and (u - 7.5) ** 2 + (v - 7.5) ** 2 > 56:
            return (0, 0, 0, 0)
        if tile == TRUNK and not 6 <= u <= 9:
            return (0, 0, 0, 0)
        if tile in (BED, TABLE) and not (1 <= u <= 14 and 2 <= v <= 14):
            return (0, 0, 0, 0)
        red, green, blue, alpha = COLOURS[tile]
        if tile == FLOWERS and noise[x, y] > 7:
            red, green, blue = 240, 220, 120
        if (tile == WALL and v % 5 == 4) or (tile == FLOOR and v % 8 == 7):
            red, green, blue = red - 24, green - 20, blue - 16
        if tile == BED and v < 6:
            red, green, blue = 240, 236, 226
        shade = noise[x, y]
        return (red + min(shade, 255 - red), green + shade, blue + shade, alpha)

    return png(TILE * 13, TILE, pixel)


def draw_people(people: int = 12) -> bytes:
    """Return the sheet of people: each a block of four rows (directions) and three columns."""
    chance = random.Random(3)
    looks = [
        (
            (chance.randint(60, 220), chance.randint(60, 200), chance.randint(60, 220), 255),
            (chance.randint(30, 200), chance.randint(20, 120), chance.randint(10, 60), 255),
        )
        for _ in range(people)
    ]

    def pixel(x: int, y: int) -> Colour:
        coat, hair = looks[y // (TILE * 4)]
        frame, direction, u, v = x // TILE, y // TILE % 4, x % TILE, y % TILE
        if v < 7 and (u - 7.5) ** 2 + (v - 4) ** 2 < 15:
            is_hair = v < 3 or direction == 3
            is_eye = v == 4 and not is_hair and u in ((5, 10), (5,), (10,))[direction]
            return (40, 30, 30, 255) if is_eye else hair if is_hair else (240, 204, 170, 255)
        if 7 <= v < 13 and 5 <= u <= 10:
            return coat
        legs = {0: (6, 9), 1: (5, 9), 2: (6, 10)}[frame]
        return (60, 50, 60, 255) if v >= 13 and u in legs else (0, 0, 0, 0)

    return png(TILE * 3, TILE * 4 * people, pixel)


@dataclass
class Place:
    id: str
    name: str
    x: int
    y: int
    width: int
    height: int

    @property
    def door(self) -> Tile:
        return (self.x + self.width // 2, self.y + self.height - 1)

    def spot(self, chance: random.Random) -> Tile:
        return (
            self.x + chance.randint(1, self.width - 2),
            self.y + chance.randint(2, self.height - 2),
        )


@dataclass
class Map:
    """A town of `bands` rows of plots; the first plots are its shops and its square."""

    bands: int
    side: int  # plots on each side of the avenue
    places: list[Place] = field(default_factory=list)
    layers: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.width = self.side * 2 * PLOT + AVENUE
        self.height = self.bands * BAND
        chance = random.Random(11)
        size = self.width * self.height
        self.layers = {name: [0] * size for name in ("ground", "walls", "things", "over")}
        for at in range(size):
            self.layers["ground"][at] = FLOWERS if chance.random() < 0.15 else GRASS
        for band in range(self.bands):
            self._fill("ground", 0, band * BAND + 7, self.width, 2, ROAD)
        self.avenue = self.side * PLOT + AVENUE // 2
        self._fill("ground", self.avenue - 1, 0, 2, self.height, ROAD)
        named = iter((("inn", "The Lantern"), ("work", "The Workshop"), ("square", "Pond Square")))
        for band in range(self.bands):
            for plot in range(self.side * 2):
                x = plot * PLOT + (AVENUE if plot >= self.side else 0) + 1
                which, name = next(named, (f"home{len(self.places)}", f"Home {len(self.places)}"))
                place = Place(which, name, x, band * BAND + 1, PLOT - 2, BAND - 3)
                self.places.append(place)
                self._build(place, chance)

    def _fill(self, layer: str, x: int, y: int, width: int, height: int, tile: int) -> None:
        for row in range(y, y + height):
            for column in range(x, x + width):
                self.layers[layer][row * self.width + column] = tile

    def _build(self, place: Place, chance: random.Random) -> None:
        x, y, width, height = place.x, place.y, place.width, place.height
        if place.id == "square":
            self._fill("ground", x, y, width, height, ROAD)
            self._fill("ground", x + 1, y + 1, 3, 2, WATER)
        else:
            self._fill("ground", x, y, width, height, FLOOR)
            self._fill("walls", x, y, width, 1, WALL)
            self._fill("walls", x, y + height - 1, width, 1, WALL)
            self._fill("walls", x, y, 1, height, WALL)
            self._fill("walls", x + width - 1, y, 1, height, WALL)
            self._fill("walls", x + 1, y, 1, 1, WINDOW)
            self._fill("walls", *place.door, 1, 1, DOOR)
            self._fill("things", x + 1, y + 1, 1, 1, BED)
            self._fill("things", x + width - 2, y + 2, 1, 1, TABLE)
        if chance.random() < 0.7:
            self._fill("things", x - 1, y + height, 1, 1, TRUNK)
            self._fill("over", x - 1, y + height - 1, 1, 1, CROWN)

    def path(self, start: Tile, end: Tile, place: Place, target: Place) -> list[Tile]:
        """Return the tiles of the way out of one place and into another by the roads."""
        stops = [start, place.door, (place.door[0], place.y + BAND - 2)]
        if place.y != target.y:
            stops += [(self.avenue, place.y + BAND - 2), (self.avenue, target.y + BAND - 2)]
        stops += [(target.door[0], target.y + BAND - 2), target.door, end]
        tiles = [start]
        for x, y in stops[1:]:
            while tiles[-1][0] != x:
                tiles.append((tiles[-1][0] + (1 if x > tiles[-1][0] else -1), tiles[-1][1]))
            while tiles[-1][1] != y:
                tiles.append((tiles[-1][0], tiles[-1][1] + (1 if y > tiles[-1][1] else -1)))
        return tiles

    def tiled(self) -> dict[str, Any]:
        """Return the map in the form of Tiled's JSON."""
        layers: list[dict[str, Any]] = [
            {"type": "tilelayer", "name": name, "width": self.width, "height": self.height}
            | {"data": data, "visible": True, "opacity": 1}
            for name, data in self.layers.items()
        ]
        places = [
            _tiled_object(number, place.name, (place.x, place.y, place.width, place.height))
            | {"properties": _properties(place_id=place.id, is_outdoors=place.id == "square")}
            for number, place in enumerate(self.places, 1)
        ]
        inn = self.places[0]
        stove = _tiled_object(900, "stove", (inn.x + inn.width - 2, inn.y + 2, 1, 1))
        stove["properties"] = _properties(place_id=inn.id, object="stove")
        layers.append({"type": "objectgroup", "name": "places", "objects": places})
        layers.append({"type": "objectgroup", "name": "objects", "objects": [stove]})
        tileset = {
            "firstgid": 1,
            "name": "made",
            "image": "tiles.png",
            "imagewidth": TILE * 13,
            "imageheight": TILE,
            "tilewidth": TILE,
            "tileheight": TILE,
            "columns": 13,
            "tilecount": 13,
        }
        return {
            "type": "map",
            "orientation": "orthogonal",
            "width": self.width,
            "height": self.height,
            "tilewidth": TILE,
            "tileheight": TILE,
            "infinite": False,
            "properties": _properties(people_image="people.png"),
            "layers": layers,
            "tilesets": [tileset],
        }


def _tiled_object(number: int, name: str, box: tuple[int, int, int, int]) -> dict[str, Any]:
    sides = zip(("x", "y", "width", "height"), box, strict=True)
    return {"id": number, "name": name} | {side: tiles * TILE for side, tiles in sides}


def _properties(**values: str | bool) -> list[dict[str, Any]]:
    kinds = {str: "string", bool: "bool"}
    return [
        {"name": name, "type": kinds[type(value)], "value": value} for name, value in values.items()
    ]


Event = tuple[float, str, dict[str, Any]]


class Life:
    """What the people of a made town do, minute by minute, without thinking."""

    def __init__(self, town: Map, people: list[RunPerson], days: int, seed: int) -> None:
        self.town, self.people, self.days = town, people, days
        self.chance = random.Random(seed)
        self.places = {place.id: place for place in town.places}
        self.knowers: dict[str, dict[str, float]] = {"bell": {}, "feast": {}}

    def events(self) -> Iterator[Event]:
        """Yield all that happens, ordered by time."""
        found = [event for person in self.people for event in self._lived(person)]
        found += self._talks()
        found += [(t, "tick", {"n": n, "calls": n * 3, "open": 0}) for n, t in self._ticks()]
        found += [
            (611.0, "thing", {"place": "inn", "thing": "stove", "state": "burning", "by": "ada"}),
            (655.0, "thing", {"place": "inn", "thing": "stove", "state": "out", "by": "tom"}),
            (720.0, "note", {"text": "The server was started again."}),
        ]
        found.sort(key=lambda event: event[0])
        return iter(found)

    def _ticks(self) -> Iterator[tuple[int, float]]:
        return enumerate(float(t) for t in range(0, self.days * 1440 + 1, 15))

    def _lived(self, person: RunPerson) -> Iterator[Event]:
        chance = random.Random(f"{self.chance.random()}{person.id}")
        place, spot = self.places[person.home], person.start
        for day in range(self.days):
            t = day * 1440 + 360.0 + chance.randint(0, 90)
            yield day * 1440, "act", self._act(person, t, "sleeps", "💤", place, 360)
            blocks = []
            while t < day * 1440 + 1260:
                _, text, emoji, where = ACTS[chance.randrange(len(ACTS))]
                target = self.places[person.home if where == "home" else where]
                minutes = chance.randint(30, 150)
                blocks.append({"t": t, "minutes": minutes, "text": f"{text}", "place": target.name})
                if target is not place:
                    end = target.spot(chance)
                    path = self.town.path(spot, end, place, target)
                    yield t, "walk", {"who": person.id, "path": path, "pace": 12}
                    t, place, spot = t + len(path) / 12, target, end
                yield t, "act", self._act(person, t, text, emoji, place, minutes)
                t += minutes
            home = self.places[person.home]
            path = self.town.path(spot, person.start, place, home)
            yield t, "walk", {"who": person.id, "path": path, "pace": 12}
            place, spot = home, person.start
            t += len(path) / 12
            yield t, "act", self._act(person, t, "sleeps", "💤", home, 480)
            yield day * 1440 + 355.0, "plan", {"who": person.id, "blocks": blocks}
            text = f"Day {day + 1} was long, and {chance.choice(NAMES)} still owes me a boat."
            yield t - 1, "thought", {"who": person.id, "of": "reflection", "text": text}
            yield t - 1, "mood", {"who": person.id, "text": "tired, content", "valence": 0.4}

    def _act(
        self, person: RunPerson, t: float, text: str, emoji: str, place: Place, minutes: float
    ) -> dict[str, Any]:
        return {
            "who": person.id,
            "id": f"{person.id}-{t:.0f}",
            "text": text,
            "emoji": emoji,
            "place": place.id,
            "thing": "",
            "minutes": minutes,
        }

    def _talks(self) -> list[Event]:
        found: list[Event] = []
        minds = [person.id for person in self.people if not person.is_crowd]
        first = {fact: minds[at] for at, fact in enumerate(self.knowers)}
        for fact, who in first.items():
            self.knowers[fact][who] = 360.0
            fields = {"fact": fact, "who": who, "how": "told", "by": "", "memory": f"{fact}-{who}"}
            found.append((360.0, "knows", {**fields, "distorted": False}))
        count = self.days * max(2, 2 * len(minds))
        times = [1440 * (n % self.days) + 420 + self.chance.random() * 800 for n in range(count)]
        for number, t in enumerate(sorted(times)):
            pair = self.chance.sample(minds, 2)
            found += self._talk(f"talk{number}", t, pair)
        return sorted(found, key=lambda event: event[0])

    def _talk(self, talk: str, t: float, pair: list[str]) -> Iterator[Event]:
        yield t, "talk", {"id": talk, "who": pair, "place": "square", "is_over": False}
        for turn in range(self.chance.randint(2, 6)):
            who, to = pair[turn % 2], pair[1 - turn % 2]
            text = self.chance.choice(LINES)
            line = {"talk": talk, "who": who, "to": [to], "text": text, "turn": f"{talk}-{turn}"}
            yield t + turn, "line", line
        yield t + 6, "talk", {"id": talk, "who": pair, "place": "square", "is_over": True}
        for who, to in (pair, pair[::-1]):
            affinity = self.chance.randint(-40, 90)
            known = {"affinity": affinity, "trust": 50 + affinity // 3, "familiarity": 20}
            yield (
                t + 6,
                "relation",
                {"who": who, "to": to, **known, "view": "Someone to sit with."},
            )
        for fact, knowers in self.knowers.items():
            for teller, hearer in (pair, pair[::-1]):
                knew, knows = knowers.get(teller, 9e9), knowers.get(hearer, 9e9)
                if knew < t < knows and self.chance.random() < 0.6:
                    knowers[hearer] = t + 3
                    fields = {"fact": fact, "who": hearer, "how": "heard", "by": teller}
                    memory = f"{fact}-{hearer}"
                    distorted = self.chance.random() < 0.15
                    yield t + 3, "knows", {**fields, "memory": memory, "distorted": distorted}


def made_facts(first: str, second: str) -> tuple[RunFact, RunFact]:
    bell = RunFact(
        id="bell",
        text="The bell rang at midnight and nobody was in the tower.",
        question="Who has heard that the bell rang?",
        about=first,
    )
    feast = RunFact(
        id="feast",
        text="The lantern feast is at Pond Square on the second evening.",
        question="Who knows of the feast?",
        about=second,
        place="square",
        starts=1440 + 18 * 60,
        ends=1440 + 21 * 60,
    )
    return bell, feast


def make_run(
    folder: Path, people: int = 25, days: int = 2, seed: int = 1, minds: int = 50
) -> RunHeader:
    """Write a run into a folder; of more people than `minds` the rest are crowd."""
    town = Map(4, 4) if people <= 29 else Map(14, 8)
    homes = town.places[3:]
    chance = random.Random(seed)
    persons = []
    for number in range(people):
        name = NAMES[number] if number < len(NAMES) else f"{NAMES[number % 25]} {number // 25 + 1}"
        home = homes[number % len(homes)]
        persons.append(
            RunPerson(
                id=name.split()[0].lower() + (str(number) if number >= len(NAMES) else ""),
                name=name,
                sprite=number,
                age=chance.randint(9, 80),
                trade=TRADES[number % len(TRADES)],
                home=home.id,
                start=home.spot(chance),
                is_crowd=number >= minds,
            )
        )
    facts = made_facts(persons[0].id, persons[1].id)
    header = RunHeader(
        town="made",
        world_id="made",
        timeline_id="none",
        map="map/map.tmj",
        model="nobody",
        seed=seed,
        started="1904-06-06T00:00:00Z",
        tick_minutes=15,
        people=tuple(persons),
        facts=facts,
        server_version="0",
    )
    writer = RunWriter(folder, header)
    for t, kind, fields in Life(town, persons, days, seed).events():
        writer.write(t, kind, **fields)
    writer.close()
    pictures = folder / "map"
    pictures.mkdir(exist_ok=True)
    (pictures / "map.tmj").write_text(json.dumps(town.tiled()), encoding="utf-8")
    (pictures / "tiles.png").write_bytes(draw_tiles())
    (pictures / "people.png").write_bytes(draw_people())
    return header


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--people", type=int, default=25)
    parser.add_argument("--days", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    make_run(asked.folder, asked.people, asked.days, asked.seed)
