"""The state of a chat: player, partner and place."""

from dataclasses import dataclass, replace

from npcclient.admin.v1.persona_service_pb2 import Character
from npcclient.admin.v1.world_service_pb2 import Place, World
from npcclient.v1.play_service_pb2 import Speaker


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """A conversation: its place and people. Immutable; changes return a new one.

    `characters` and `places` are all of the world's, by id. `is_resumed` is true where this player
    and this partner have met on this timeline before. `circle` are the other members of the circle
    `circle_id`, empty outside of any. `place_id` is where the player is, empty for nowhere in
    particular; a partner who moves on is elsewhere until the player follows.
    """

    world: World
    places: dict[str, Place]
    characters: dict[str, Character]
    timeline_id: str
    player: Speaker
    partner: Character
    last_turn_id: str = ""
    is_resumed: bool = False
    place_id: str = ""
    circle_id: str = ""
    circle: tuple[Character, ...] = ()

    @property
    def partner_name(self) -> str:
        """Name of the partner."""
        return self.partner.persona.name

    @property
    def place(self) -> Place | None:
        """The player's place; None when nowhere in particular."""
        return self.places.get(self.place_id)

    @property
    def is_apart(self) -> bool:
        """Whether the partner has moved to another place."""
        return bool(self.partner.place_id) and self.partner.place_id != self.place_id

    def alone(self) -> "Talk":
        """Return the talk outside of any circle."""
        return replace(self, circle_id="", circle=())

    def present(self) -> tuple[Character, ...]:
        """Return the characters at that place; only the partner where that is nowhere."""
        if not self.place_id:
            return (self.partner,)
        here = self.place_id
        return tuple(other for other in self.characters.values() if other.place_id == here)

    def with_moved(self, character_id: str, place_id: str) -> "Talk":
        """Return the talk with a character at another place; unknown ones change nothing."""
        who = self.characters.get(character_id)
        if who is None:
            return self
        there = Character()
        there.CopyFrom(who)
        there.place_id = place_id
        partner = there if self.partner.character_id == character_id else self.partner
        return replace(self, characters={**self.characters, character_id: there}, partner=partner)


def names_of(character: Character) -> tuple[str, ...]:
    """Return the names of a character: display name and id."""
    return character.persona.name, character.character_id


def place_name(talk: Talk, place_id: str) -> str:
    """Return a place's name with those it is a part of, inner first: `Bar, The Lantern`."""
    parts: list[str] = []
    while place_id in talk.places and len(parts) < 16:
        place = talk.places[place_id]
        parts.append(place.name)
        place_id = place.parent_id
    return ", ".join(parts)
