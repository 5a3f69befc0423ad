"""Content of a world file, whatever its format: everything the authors of a world wrote."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from npcserver.model.character import Character, People, Persona, SeedMemory
from npcserver.model.draft import DraftSubject, Version
from npcserver.model.ids import CharacterId, PlaceId, TimelineId, WorldId
from npcserver.model.lore import Book
from npcserver.model.world import DEFAULT_START, Place, World, is_rooted


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
    """A character in a world file: its persona, first place, known places and seed memories."""

    id: CharacterId
    persona: Persona
    place_id: PlaceId | None = None
    knows: tuple[PlaceId, ...] = ()
    memories: tuple[SeedMemory, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldFile:
    """A world with all that belongs to it.

    `places` come parents first, each followed by its parts. The first character is the one that new
    players meet. `doubts` are what its author should look at, each with file and line. Fields only
    a server knows (etags, genesis, creation times) keep their defaults.
    """

    world: World
    places: tuple[Place, ...] = ()
    characters: tuple[Role, ...] = ()
    books: tuple[Book, ...] = ()
    doubts: tuple[str, ...] = field(default=(), compare=False)

    @property
    def order(self) -> "Order":
        """The order of the file."""
        return Order(
            places=tuple(place.id for place in self.places),
            characters=tuple(role.id for role in self.characters),
            books=tuple(book.id for book in self.books),
        )

    @property
    def people(self) -> People:
        """The characters of the file, by id and name."""
        return People({str(role.id): role.persona.name for role in self.characters})

    @property
    def memory_count(self) -> int:
        """Number of seed memories of all characters."""
        return sum(len(role.memories) for role in self.characters)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The ids of a world's places, characters and books in their author's order.

    Parts of a place may be mixed with those of others.
    """

    places: tuple[str, ...] = ()
    characters: tuple[str, ...] = ()
    books: tuple[str, ...] = ()

    def after(self, first: "Order") -> "Order":
        """Return the order with the ids of `first` moved to the front.

        A part of a world that goes on with this order, or is in it already, leaves it as it is.
        """
        return Order(
            places=_after(first.places, self.places),
            characters=_after(first.characters, self.characters),
            books=_after(first.books, self.books),
        )


def _after(first: tuple[str, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    wanted = set(first)
    common = tuple(one for one in known if one in wanted)
    parts = (known, first) if first[: len(common)] == common else (first, known)
    return tuple(dict.fromkeys((*parts[0], *parts[1])))


@dataclass(frozen=True, slots=True)
class KnownWorld:
    """What a world has already, and what a part of it may name."""

    people: People = field(default_factory=lambda: People({}))
    place_ids: frozenset[PlaceId] = frozenset()


def gather(
    world: World,
    places: Sequence[Place],
    characters: Sequence[Character],
    memories: Mapping[CharacterId, Sequence[SeedMemory]],
    books: Sequence[Book] = (),
) -> WorldFile:
    """Return what a server stores of a world as a world file, without the server's bookkeeping.

    A place whose parent is missing or lies within it (edited by hand) becomes a root.
    """
    by_id = {place.id: place for place in places}
    return WorldFile(
        world=replace(
            world,
            genesis_id=TimelineId(""),
            etag="",
            created_at=DEFAULT_START,
            updated_at=DEFAULT_START,
        ),
        places=parents_first(
            [
                replace(one, etag="", parent_id=one.parent_id if is_rooted(one, by_id) else None)
                for one in places
            ]
        ),
        characters=tuple(
            Role(
                id=character.id,
                persona=character.persona,
                place_id=character.place_id if character.place_id in by_id else None,
                knows=character.knows,
                memories=tuple(memories.get(character.id, ())),
            )
            for character in characters
        ),
        books=tuple(replace(book, etag="") for book in books),
    )


def parents_first(places: Sequence[Place]) -> tuple[Place, ...]:
    """Return places as a depth-first walk of their tree, siblings in the given order.

    Raises `ValueError` for a place whose parent is missing or that lies within itself.
    """
    parts: dict[PlaceId | None, list[Place]] = {}
    for place in places:
        parts.setdefault(place.parent_id, []).append(place)
    walked: list[Place] = []
    pending = list(reversed(parts.get(None, [])))
    while pending:
        place = pending.pop()
        walked.append(place)
        pending.extend(reversed(parts.get(place.id, [])))
    if len(walked) < len(places):
        lost = next(place for place in places if place not in walked)
        raise ValueError(f"place {lost.id!r} hangs from no root; its parent is {lost.parent_id!r}")
    return tuple(walked)


@dataclass(frozen=True, slots=True)
class ContentPatch:
    """What a draft file says of one subject: the `fields` that `content` has it for.

    `version` is what was published when it was made; 0 or empty if the file does not say.
    """

    subject: DraftSubject
    version: Version
    content: Any
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPatch:
    """A draft file: what is changed of a world."""

    world_id: WorldId
    contents: tuple[ContentPatch, ...]
