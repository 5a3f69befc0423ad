"""A little town for tests: cottages along a street, an inn, a mill and a green, as files."""

import json
from pathlib import Path
from typing import Any

import yaml

NAMES = (
    *("Ada", "Ben", "Cora", "Dov", "Edda", "Finn", "Greta", "Hugo", "Ida", "Jon", "Kaja", "Lars"),
    *("Mona", "Nils", "Olga", "Per", "Runa", "Sten", "Tilda", "Udo", "Vera", "Wim", "Yara"),
    *("Zeno", "Bela"),
)
TILE = 16
_DEEP, _WIDE = 6, 7  # tiles of a building with its walls


def write_town(folder: Path, people: int = 4, begins: str = "07:00") -> Path:
    """Write world.yaml, map.tmj and town.yaml into a folder, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    cottages = [f"cottage-{number}" for number in range((people + 1) // 2)]
    places: list[dict[str, Any]] = [
        {"id": "inn", "name": "Inn", "objects": ["hearth", "bar"], "hours": "08:00-23:00"},
        {"id": "mill", "name": "Mill", "objects": ["millstone"]},
        {"id": "smithy", "name": "Smithy", "objects": ["anvil"], "hours": "07:00-19:00"},
        {"id": "green", "name": "Village Green", "objects": ["bench"]},
        *({"id": one, "name": one.replace("-", " ").title(), "objects": ["bed"]}
          for one in cottages),
    ]  # fmt: skip
    works = ("mill", "smithy", "inn")
    cast = [
        _person(number, name, f"cottage-{number // 2}", works[number % 3])
        for number, name in enumerate(NAMES[:people])
    ]
    world = {
        "id": "hollow",
        "name": "Hollow",
        "start_time": f"1904-06-08T{begins}:00",
        "budget": {"calls": 1_000_000},
    }
    raw = {
        "format": "npcserver/world/1", "world": world, "places": places, "characters": cast,
    }  # fmt: skip
    (folder / "world.yaml").write_text(yaml.safe_dump(raw, sort_keys=False), encoding="utf-8")
    (folder / "map.tmj").write_text(json.dumps(_map(places, cast)), encoding="utf-8")
    (folder / "town.yaml").write_text(yaml.safe_dump(_told(people)), encoding="utf-8")
    return folder


def _person(number: int, name: str, home: str, work: str) -> dict[str, Any]:
    other = NAMES[(number + 1) % len(NAMES) if number % 2 == 0 else number - 1]
    news = {
        0: " Ada is getting a dance ready, at the inn on 9 June at five in the evening, and asks"
        " everybody to come.",
        3: " Dov means to stand for mayor in the election next month, and tells people so.",
    }.get(number, "")
    return {
        "id": name.lower(),
        "name": name,
        "place": home,
        "age": 20 + number,
        "currently": f"{name} has work to do.{news}",
        "lifestyle": f"{name} wakes at six and goes to bed at ten.",
        "daily_plan": f"{name} works at the {work} from eight to five, has lunch at the inn, and"
        " sits on the green in the evening.",
        "relations": [
            {"to": one.lower(), "view": "One I know.", "affinity": 40}
            for one in (other, NAMES[(number + 5) % 25])
        ],
    }


def _told(people: int) -> dict[str, Any]:
    ids = [one.lower() for one in NAMES[:people]]
    trades = ("miller", "smith", "cook")
    return {
        "people": {who: {"trade": trades[at % 3]} for at, who in enumerate(ids)},
        "facts": [
            {
                "id": "dance",
                "text": "Ada gives a dance at the inn on 9 June at five.",
                "about": r"\bdance\b",
                "place": "inn",
                "starts": "1904-06-09T17:00:00",
                "ends": "1904-06-09T21:00:00",
                "asked": ids,
            },
            {"id": "election", "text": "Dov stands for mayor.", "about": r"\bmayor\b"},
        ],
    }


def _map(places: list[dict[str, Any]], cast: list[dict[str, Any]]) -> dict[str, Any]:
    """Put the places in two rows along a street."""
    columns = (len(places) + 1) // 2
    width, height = columns * (_WIDE + 1) + 1, 2 * _DEEP + 5
    walls = [[0] * width for _ in range(height)]
    areas, doors, things, beds = [], [], [], []
    for number, place in enumerate(places):
        left = 1 + (number // 2) * (_WIDE + 1)
        is_upper = number % 2 == 0
        top = 0 if is_upper else _DEEP + 5
        door = (left + _WIDE // 2, top + _DEEP - 1 if is_upper else top)
        is_open = place["id"] == "green"
        for y in range(top, top + _DEEP):
            for x in range(left, left + _WIDE):
                edge = y in (top, top + _DEEP - 1) or x in (left, left + _WIDE - 1)
                walls[y][x] = 2 if edge and not is_open else 0
        areas.append(_area(place["id"], left + 1, top + 1, _WIDE - 2, _DEEP - 2))
        if not is_open:
            doors.append(_area(place["id"], *door, 1, 1))
        for at, thing in enumerate(place["objects"]):
            one = _area(place["id"], left + 1 + at, top + 1, 1, 1)
            one["properties"].append({"name": "object", "type": "string", "value": thing})
            things.append(one)
        for at, one in enumerate(who for who in cast if who["place"] == place["id"]):
            bed = _area("", left + 2 + at, top + 2, 1, 1)
            bed["properties"].append({"name": "character_id", "value": one["id"]})
            beds.append(bed)
    return {
        "type": "map", "orientation": "orthogonal", "infinite": False,
        "width": width, "height": height, "tilewidth": TILE, "tileheight": TILE,
        "tilesets": [
            {"firstgid": 1, "name": "plain", "tilecount": 2, "tiles": [
                {"id": 1, "properties": [{"name": "blocks", "type": "bool", "value": True}]}
            ]}
        ],
        "layers": [
            _tiles("ground", width, height, [1] * (width * height)),
            _tiles("walls", width, height, [tile for row in walls for tile in row]),
            *(
                {"type": "objectgroup", "name": name, "objects": objects}
                for name, objects in (
                    ("places", areas), ("doors", doors), ("objects", things), ("beds", beds)
                )
            ),
        ],
    }  # fmt: skip


def _tiles(name: str, width: int, height: int, data: list[int]) -> dict[str, Any]:
    return {"type": "tilelayer", "name": name, "width": width, "height": height, "data": data}


def _area(place: str, x: int, y: int, wide: int, high: int) -> dict[str, Any]:
    return {
        "x": x * TILE, "y": y * TILE, "width": wide * TILE, "height": high * TILE,
        "properties": [{"name": "place_id", "type": "string", "value": place}],
    }  # fmt: skip
