"""A wood with three people who know each other, and an embedder that counts."""

from collections.abc import Sequence

from npcserver.adapters.embed.hashing import HashingEmbedder
from npcserver.model.character import Persona, Relation, SeedMemory
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.person import Person
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.embedder import Vectors

WORLD = WorldId("grove")
PEOPLE = (CharacterId("ash"), CharacterId("birch"), CharacterId("cedar"))
PLACES = (PlaceId("glade"), PlaceId("brook"))
ANN = Person(id="ann", name="Ann")


class CountingEmbedder(HashingEmbedder):
    """Counts the texts it embeds."""

    embedded = 0

    async def embed(self, texts: Sequence[str]) -> Vectors:
        self.embedded += len(texts)
        return await super().embed(texts)


def world() -> WorldFile:
    """Return a wood with three people who know each other."""
    return WorldFile(
        world=World(id=WORLD, name="The Grove"),
        places=tuple(Place(id=one, world_id=WORLD, name=one.title()) for one in PLACES),
        characters=tuple(
            Role(
                id=who,
                persona=Persona(
                    name=who.title(),
                    relations=(
                        Relation(to="Ann", to_id=ANN.id, view="An old friend.", affinity=20),
                    ),
                ),
                place_id=PLACES[0],
                memories=(SeedMemory(text=f"{who.title()} planted an apple tree.", importance=6),),
            )
            for who in PEOPLE
        ),
    )
