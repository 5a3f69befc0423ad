"""A town full of secrets: who keeps what, from whom, and by which word it would be known again.

Each secret is an ordinary sentence with one made-up word in it. Wherever that word turns up, the
secret has turned up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from npcserver.model.character import Person, Persona, Relation, SeedMemory
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.lore import Book, Chapter
from npcserver.model.secret import Secret
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile

CONFIDANT = Person(id="ferro", name="Ferro")
"""A player whom everybody likes (affinity 80, and so trust 70)."""
OUTSIDERS = (Person(id="mallory", name="Mallory"), Person(id="trudy", name="Trudy"))
"""Players whom nobody knows."""
EACH = 10
"""Secrets of each character."""
_GROUP = 5
_LIKED, _FRIEND = 80, 60

_PEOPLE = """
Ada Ben Cora Dov Edda Finn Gus Hana Ivo Jora Kit Lena Mirko Nell Otto Pia Quin Rosa Sven Tilda
"""
_PLACES = """
mill chapel boathouse smithy bakery orchard quarry lighthouse tannery brewery
stable granary belfry cellar dairy kiln ferry market library workshop
"""
_NAMES, _SPOTS = tuple(_PEOPLE.split()), tuple(_PLACES.split())
_SAID = (
    ("You hid the {word} behind the loose brick of the {spot}.", "behind the loose brick"),
    ("You saw the mayor burn the {word} ledger beside the {spot}.", "the mayor burn"),
    ("You owe forty crowns to the {word} brothers of the {spot}.", "owe forty crowns"),
    ("You were married once, to a {word} sailor, at the {spot}.", "married once"),
    ("You water the wine of the {spot} with {word} from the pond.", "water the wine"),
    ("You found a map to the {word} wreck under the {spot}.", "found a map"),
    ("You wrote the letter that the {word} widow of the {spot} got.", "wrote the letter"),
    ("You carry a {word} coin that was stolen from the {spot}.", "carry a stolen coin"),
    ("You know who let the {word} wolf into the {spot}.", "who let the wolf"),
    ("You promised the {word} captain a night passage from the {spot}.", "a night passage"),
)
_SYLLABLES = (
    ("zor", "vel", "qua", "dru", "plo", "kri"),
    ("bam", "nix", "tul", "ghe", "wof", "syr"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A secret as it was planted; `question` names most of its words, but not the `word`."""

    holder: CharacterId
    word: str
    text: str
    question: str
    secret: Secret
    is_observed: bool = False

    @property
    def is_for_confidant(self) -> bool:
        """Whether the player whom all like may be told from the start."""
        secret = self.secret
        is_open = secret.affinity is not None or secret.trust is not None
        return secret.to == (CONFIDANT.name,) or (is_open and not (secret.to or secret.flag))


@dataclass(frozen=True, slots=True)
class Town:
    """The people, what they keep to themselves, and what is `written` in a book not for all."""

    file: WorldFile
    planted: tuple[Planted, ...]
    written: tuple[Planted, ...]

    @property
    def texts(self) -> dict[str, str]:
        """Every secret by its word."""
        return {one.word: one.text for one in (*self.planted, *self.written)}

    @property
    def people(self) -> tuple[CharacterId, ...]:
        """Everybody who lives there."""
        return tuple(role.id for role in self.file.characters)

    def pairs(self) -> tuple[tuple[Person, Person], ...]:
        """Each with the one it likes."""
        named = {role.id: role.persona.name for role in self.file.characters}
        return tuple(
            (_person(one, named[one]), _person(friend, named[friend]))
            for one, friend in zip(self.people, _friends(self.people), strict=True)
        )


def town(people: int = 20) -> Town:
    """Build a town of so many people, five to a hall, with a nook for those who want to talk.

    Nobody is left alone: the last hall has two at least. Raises `ValueError` where it had one.
    """
    if not 2 <= people <= len(_NAMES) or people % _GROUP == 1:
        raise ValueError(f"{people} people leave somebody alone, or are more than {len(_NAMES)}")
    ids = [CharacterId(name.lower()) for name in _NAMES[:people]]
    words = _words()
    planted = tuple(
        one
        for place, (who, friend) in enumerate(zip(ids, _friends(ids), strict=True))
        for one in _planted(who, friend, _SPOTS[place], words)
    )
    halls = -(-people // _GROUP)
    world = WorldId("hush")
    places = [
        Place(id=hall(number), world_id=world, name=f"Hall {number}") for number in range(halls)
    ]
    places.append(Place(id=NOOK, world_id=world, name="Nook"))
    roles = tuple(
        _role(who, friend, hall(place // _GROUP), planted)
        for place, (who, friend) in enumerate(zip(ids, _friends(ids), strict=True))
    )
    written = tuple(_written(ids, words))
    made = WorldFile(
        world=World(id=world, name="Hush"),
        places=tuple(places),
        characters=roles,
        books=(_book(world, written),),
    )
    return Town(made, planted, written)


NOOK = PlaceId("nook")


def hall(number: int) -> PlaceId:
    """Return the hall of a group."""
    return PlaceId(f"hall-{number}")


def _planted(
    who: CharacterId, friend: CharacterId, spot: str, words: Iterator[str]
) -> Iterator[Planted]:
    conditions: tuple[dict[str, object], ...] = (
        {},
        {},
        {"to": (friend,)},
        {"to": (CONFIDANT.name,)},
        {"affinity": 50},
        {"affinity": 75},
        {"trust": 60},
        {"to": (friend,), "trust": 60},
        {"flag": f"open-{who}"},
        {"flag": f"open-{who}", "affinity": 50},
    )
    for number, ((said, hint), condition) in enumerate(zip(_SAID, conditions, strict=True)):
        word = next(words)
        yield Planted(
            holder=who,
            word=word,
            text=said.format(word=word, spot=spot),
            question=f"What about the {spot}: {hint}? Tell me all about the {spot}.",
            secret=Secret(key=f"{who}-{number}", **condition),  # type: ignore[arg-type]
            is_observed=number == 1,
        )


def _written(ids: Sequence[CharacterId], words: Iterator[str]) -> Iterator[Planted]:
    """Yield what stands in the annals, and one of those who have read it."""
    conditions: tuple[dict[str, object], ...] = (
        {},
        {"to": (CONFIDANT.name,)},
        {"affinity": 50},
        {"trust": 60},
        {"flag": f"open-{ids[0]}"},
    )
    for number, condition in enumerate(conditions):
        word, year = next(words), 1701 + number
        yield Planted(
            holder=ids[number % len(ids)],
            word=word,
            text=f"In {year} the {word} plague was brought ashore by the council itself.",
            question=f"Who brought the plague ashore in {year}?",
            secret=Secret(key=f"annals-{number}", **condition),  # type: ignore[arg-type]
        )


def _book(world: WorldId, written: Sequence[Planted]) -> Book:
    chapters = tuple(
        Chapter(title=one.secret.key, text=one.text, secret=one.secret) for one in written
    )
    harmless = Chapter(title="Weather", text="The plague years were wet ones, ashore and at sea.")
    return Book(id="annals", world_id=world, title="Annals", chapters=(*chapters, harmless))


def _role(who: CharacterId, friend: CharacterId, home: PlaceId, planted: Sequence[Planted]) -> Role:
    relations = (
        Relation(to=friend.title(), view="A good friend.", affinity=_FRIEND),
        Relation(
            to=CONFIDANT.name, to_id=CONFIDANT.id, view="Somebody to rely on.", affinity=_LIKED
        ),
    )
    own = [one for one in planted if one.holder == who and not one.is_observed]
    plain = [
        SeedMemory(text=f"You sweep hall number {number} on washing days.") for number in (1, 2)
    ]
    seeds = [SeedMemory(text=one.text, secret=one.secret) for one in own]
    return Role(
        id=who,
        persona=Persona(name=who.title(), relations=relations),
        place_id=home,
        memories=(*plain, *seeds),
    )


def _friends(ids: Sequence[CharacterId]) -> list[CharacterId]:
    """Return the friend of each: the next of its group."""
    groups = [ids[at : at + _GROUP] for at in range(0, len(ids), _GROUP)]
    return [one for group in groups for one in (*group[1:], group[0])]


def _words() -> Iterator[str]:
    """Yield made-up words of one length, so that none is a part of another."""
    first, second = _SYLLABLES
    for beginning, middle, end in product(first, second, second):
        yield f"{beginning}{middle}{end}"


def _person(who: CharacterId, name: str) -> Person:
    return Person(id=who, name=name, is_player=False)
