"""A world for measurements: some characters, the first with as many memories as needed."""

import random
from collections.abc import Sequence

from npcmodels.embed.hash_embedder import HashingEmbedder
from npcserver.bootstrap import RunningServer
from npcserver.config import Settings
from npcserver.memory.stream import OWN, space_name
from npcserver.model.character import Persona, SeedMemory
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.world import Place, World
from npcserver.model.worldfile import Role, WorldFile
from npcserver.ports.storage import UnitOfWork
from npcserver.ports.vectors import Vectors
from npcserver.ports.view import MemoryRef

WORLD = WorldId("bench")
PLACE = PlaceId("market")
_CHUNK = 2_000

_WHO = ("the baker", "Old Tom", "a sailor", "the priest", "Ilse", "two children", "the miller")
_DID = ("sold", "lost", "hid", "mended", "praised", "broke", "carried off", "asked about", "drew")
_WHAT = ("a lantern", "the blue boat", "eleven eels", "a brass key", "the harvest song", "a letter")
_WHERE = ("by the well", "under the bridge", "at the market", "in the mill", "behind the chapel")
_WHEN = ("at dawn", "after the storm", "on feast day", "while nobody looked", "last winter")
_PARTS = (_WHO, _DID, _WHAT, _WHERE, _WHEN)


def sentence(chance: random.Random) -> str:
    """Return a random sentence about an event."""
    text = " ".join(chance.choice(part) for part in _PARTS)
    return f"{text[0].upper()}{text[1:]}, {chance.randrange(1000)} paces from the gate."


def bench_world(characters: int, memories: int, seed: int = 0) -> WorldFile:
    """Return a world whose first character has memories, and the others none."""
    chance = random.Random(seed)  # noqa: S311 - repeatable chance is wanted
    seeds = tuple(
        SeedMemory(text=sentence(chance), importance=chance.randint(1, 10)) for _ in range(memories)
    )
    roles = tuple(
        Role(
            id=CharacterId(f"c{number}"),
            persona=_persona(number),
            place_id=PLACE,
            memories=seeds if number == 0 else (),
        )
        for number in range(characters)
    )
    place = Place(id=PLACE, world_id=WORLD, name="The Market")
    world = World(id=WORLD, name="Bench", description="A market town on a slow river.")
    return WorldFile(world=world, places=(place,), characters=roles)


async def give_vectors(here: RunningServer, character_id: CharacterId) -> None:
    """Give a character's seed memories vectors of the right shape, made of their words.

    That is quick, and searching them costs the same as with any other embedder.
    """
    maker = HashingEmbedder(here.embedder.dimension)
    space = space_name(here.embedder, OWN)
    async with here.store.read() as reader:
        genesis_id = (await reader.world(WORLD)).genesis_id
        records = await reader.lacking_vectors(space, genesis_id, character_id, 1_000_000)
    for start in range(0, len(records), _CHUNK):
        chunk = records[start : start + _CHUNK]
        refs = [MemoryRef(genesis_id, record.seq) for record in chunk]
        vectors = await maker.embed([record.text for record in chunk])

        async def save(
            unit: UnitOfWork,
            refs: Sequence[MemoryRef] = refs,
            vectors: Vectors = vectors,
        ) -> None:
            await unit.add_vectors(space, refs, vectors)

        await here.store.write(save)


def bench_settings(settings: Settings, *, workers: int) -> Settings:
    """Return the settings with a number of background workers."""
    return settings.changed(cognition={"workers": workers})


def _persona(number: int) -> Persona:
    return Persona(
        name=f"Nora {number}" if number else "Nora",
        age=47,
        traits="patient, exact, fond of gossip",
        background="Nora has kept the scales of the market for twenty years.",
        currently="Nora looks for whoever moved the weights last night.",
        voice="Short sentences. Names the price of everything.",
    )
