"""A town of any size as world files: households, trades, shops with hours, inns and squares."""

from datetime import datetime, time

from npcserver.model.character import Persona
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.world import DEFAULT_START, Hours, Place, World
from npcserver.model.worldfile import Role, WorldFile

TOWN = WorldId("town")
_FILE = 1_000  # characters of one import
_HOUSEHOLD = 5
_PEOPLE_OF_A_SHOP = 40
_PEOPLE_OF_A_SQUARE = 100
_TRADES = {
    "baker": "oven",
    "smith": "anvil",
    "tailor": "needle case",
    "carpenter": "workbench",
    "potter": "wheel",
    "weaver": "loom",
    "butcher": "block",
    "cobbler": "last",
}


def town_files(people: int, *, begins: time = time(10)) -> list[WorldFile]:
    """Return a town as world files of at most 1,000 people, to be imported in turn."""
    start = datetime.combine(DEFAULT_START.date(), begins, tzinfo=DEFAULT_START.tzinfo)
    description = "A market town on a slow river."
    world = World(id=TOWN, name="Town", description=description, start_time=start)
    places = _places(people)
    return [
        WorldFile(
            world=world,
            places=() if first else places,
            characters=tuple(
                _person(number, people) for number in range(first, min(people, first + _FILE))
            ),
        )
        for first in range(0, people, _FILE)
    ]


def public_places(people: int) -> tuple[PlaceId, ...]:
    """Return the places that are open to all at any time."""
    return tuple(place.id for place in _places(people) if not place.owner_ids and not place.hours)


def _places(people: int) -> tuple[Place, ...]:
    cottages = (
        Place(
            id=PlaceId(f"cottage-{number}"),
            world_id=TOWN,
            name=f"Cottage {number}",
            owner_ids=tuple(
                CharacterId(f"p{one}")
                for one in range(number * _HOUSEHOLD, min(people, (number + 1) * _HOUSEHOLD))
            ),
            objects=("bed", "stove"),
        )
        for number in range(-(-people // _HOUSEHOLD))
    )
    shops = (
        Place(
            id=PlaceId(f"shop-{number}"),
            world_id=TOWN,
            name=f"Workshop {number} of the {_trade(number)}s",
            hours=Hours(opens=time(8), closes=time(18)),
            objects=(_TRADES[_trade(number)],),
        )
        for number in range(max(len(_TRADES), people // _PEOPLE_OF_A_SHOP))
    )
    squares = [
        place
        for number in range(max(2, people // _PEOPLE_OF_A_SQUARE))
        for place in (
            Place(id=PlaceId(f"square-{number}"), world_id=TOWN, name=f"Square {number}"),
            Place(id=PlaceId(f"inn-{number}"), world_id=TOWN, name=f"Inn {number}"),
        )
    ]
    return (*cottages, *shops, *squares)


def _person(number: int, people: int) -> Role:
    trade, shops = _trade(number), max(len(_TRADES), people // _PEOPLE_OF_A_SHOP)
    age = 6 + number * 7 % 80
    of_trade = [one for one in range(shops) if _trade(one) == trade]
    shop = of_trade[number // len(_TRADES) % len(of_trade)]
    name = f"Nora {number}"
    return Role(
        id=CharacterId(f"p{number}"),
        persona=Persona(
            name=name,
            age=age,
            traits="patient, exact, fond of gossip",
            background=f"{name} is a {trade} by trade.",
            currently=f"{name} does what there is to do.",
        ),
        place_id=PlaceId(f"shop-{shop}"),
    )


def _trade(number: int) -> str:
    return tuple(_TRADES)[number % len(_TRADES)]
