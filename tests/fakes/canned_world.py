"""The world of the server of canned answers: an inn, a pier, and who is there."""

from google.protobuf.timestamp_pb2 import Timestamp

from npcserver.v1 import character_service_pb2, world_service_pb2

START = Timestamp(seconds=1_676_278_800)  # Monday 13 February 2023, 09:00

WORLD = world_service_pb2.World(
    world_id="harbour", name="Harbour", description="A small port.", start_time=START
)
PLACES = (
    world_service_pb2.Place(
        place_id="inn",
        world_id="harbour",
        name="The Lantern",
        description="Low beams and a warm stove.",
        objects=["stove", "long table"],
        hours=world_service_pb2.OpeningHours(opens="07:00", closes="23:00"),
        capacity=30,
    ),
    world_service_pb2.Place(place_id="bar", world_id="harbour", name="Bar", parent_id="inn"),
    world_service_pb2.Place(place_id="pier", world_id="harbour", name="Pier"),
)


def character(identifier: str, name: str, place: str) -> character_service_pb2.Character:
    persona = character_service_pb2.Persona(name=name, age=40, traits="patient, curious")
    return character_service_pb2.Character(
        character_id=identifier, world_id="harbour", persona=persona, place_id=place
    )


CHARACTERS = (
    character("mira", "Mira Vale", "bar"),
    character("isabella", "Isabella Rodriguez", "bar"),
    character("isa-bell", "Isa Bell", "pier"),
)
