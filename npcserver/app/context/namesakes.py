"""What tells people of one name apart in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from npcserver.language.trades import occupation_of
from npcserver.model.character import Person, folded
from npcserver.model.ids import PlaceId
from npcserver.model.world import Place
from npcserver.ports.view import Resident


@dataclass(frozen=True, slots=True)
class Namesakes:
    """The residents of a world and its places, and all people whose names may be the same."""

    residents: Sequence[Resident]
    places: Mapping[PlaceId, Place]
    people: Sequence[Person]

    def mark_of(self, identifier: str, name: str) -> str | None:
        """Return what tells a person from all others of its name, None if it has the name alone.

        That is its occupation, or the place where it lives; empty where others have the same.
        """
        others = [
            one.id
            for one in self.people
            if one.id != identifier and folded(one.name) == folded(name)
        ]
        if not others:
            return None
        own = self._mark(identifier)
        return "" if own in map(self._mark, others) else own

    def _mark(self, identifier: str) -> str:
        one = next((one for one in self.residents if one.id == identifier), None)
        if one is None:
            return ""
        lives_at = None if one.place_id is None else self.places.get(one.place_id)
        role, _ = occupation_of(one.background, one.name)
        return role or ("" if lives_at is None else lives_at.name)
