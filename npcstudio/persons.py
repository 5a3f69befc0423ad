"""Whom a field may name: the characters of a world, and the players who spoke there last."""

from collections.abc import Mapping
from dataclasses import dataclass

from npcserver.model.character import People
from npcstudio.visits import Visit


@dataclass(frozen=True, slots=True)
class Persons:
    """Characters and players, names by ids."""

    characters: Mapping[str, str]
    players: Mapping[str, str]

    @property
    def choices(self) -> tuple[tuple[str, str], ...]:
        """All ids with their names, characters first."""
        return (*self.characters.items(), *self.players.items())

    def id_of(self, word: str) -> str:
        """Return the id of the one person of an id or name, else the word as it is."""
        named = People(dict(self.choices)).named(word) if word else ()
        return named[0] if len(named) == 1 else word


async def persons_of(visit: Visit) -> Persons:
    """Return whom fields of a world's pages may name, of players those of the page's timeline."""
    timeline_id = visit.request.path_params.get("timeline")
    people = await visit.services.characters.people(visit.world_id)
    players = await visit.services.transcripts.players(visit.world_id, timeline_id)
    return Persons(people.names, {one.id: one.name for one in players})
