"""What authors say of minds and their limits, over the wire: budgets, owners, senses, knowledge."""

import grpc
from google.protobuf.field_mask_pb2 import FieldMask

from npcserver.model.errors import Reason
from npcserver.v1 import character_service_pb2 as character_pb
from npcserver.v1 import world_service_pb2 as world_pb
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import read_refusal


async def test_a_world_has_a_budget(tavern: LoopbackServer) -> None:
    """Money is kept to a millionth; a world without limits says nothing of them."""
    budget = world_pb.Budget(calls=2000, tokens=3_000_000, money=1.250001)
    created = await tavern.worlds.CreateWorld(
        world_pb.CreateWorldRequest(world=world_pb.World(name="Harbour", budget=budget))
    )
    bare = await tavern.worlds.CreateWorld(
        world_pb.CreateWorldRequest(world=world_pb.World(name="Mill"))
    )

    found = await tavern.worlds.GetWorld(world_pb.GetWorldRequest(world_id="harbour"))

    assert found.world.budget == created.world.budget == budget
    assert not bare.world.HasField("budget")


async def test_a_place_has_owners(tavern: LoopbackServer) -> None:
    """They may be named before they exist, and be taken away again."""
    await tavern.open()
    place = world_pb.Place(world_id="harbour", name="Loft", owner_ids=["mira", "jon"])
    await tavern.worlds.CreatePlace(world_pb.CreatePlaceRequest(place=place))
    request = world_pb.GetPlaceRequest(world_id="harbour", place_id="loft")
    before = (await tavern.worlds.GetPlace(request)).place

    await tavern.worlds.UpdatePlace(
        world_pb.UpdatePlaceRequest(
            place=world_pb.Place(world_id="harbour", place_id="loft"),
            update_mask=FieldMask(paths=["owner_ids"]),
        )
    )

    assert list(before.owner_ids) == ["mira", "jon"]
    assert list((await tavern.worlds.GetPlace(request)).place.owner_ids) == []


async def test_a_character_has_senses_and_knows_places(tavern: LoopbackServer) -> None:
    """A lost sense makes a new version of the persona; what is known does not."""
    await tavern.open()
    jon = character_pb.Character(
        world_id="harbour",
        persona=character_pb.Persona(name="Jon", is_deaf=True),
        known_place_ids=["inn"],
    )
    created = (
        await tavern.characters.CreateCharacter(character_pb.CreateCharacterRequest(character=jon))
    ).character

    changed = (
        await tavern.characters.UpdateCharacter(
            character_pb.UpdateCharacterRequest(
                character=character_pb.Character(world_id="harbour", character_id="jon"),
                update_mask=FieldMask(paths=["known_place_ids"]),
            )
        )
    ).character

    assert (created.persona.is_deaf, created.persona.is_blind) == (True, False)
    assert list(created.known_place_ids) == ["inn"]
    assert list(changed.known_place_ids) == []
    assert changed.persona.is_deaf
    assert changed.persona_version == created.persona_version


async def test_nobody_knows_a_place_that_is_none(tavern: LoopbackServer) -> None:
    """The place is named, and the character is not created."""
    await tavern.open()
    jon = character_pb.Character(
        world_id="harbour", persona=character_pb.Persona(name="Jon"), known_place_ids=["moon"]
    )

    refusal = await read_refusal(
        tavern.characters.CreateCharacter(character_pb.CreateCharacterRequest(character=jon))
    )
    missing = await read_refusal(
        tavern.characters.GetCharacter(
            character_pb.GetCharacterRequest(world_id="harbour", character_id="jon")
        )
    )

    assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, Reason.PLACE_NOT_FOUND)
    assert missing.reason == Reason.CHARACTER_NOT_FOUND
