"""`CharacterService` over the wire."""

import itertools
from typing import Any

import grpc
import pytest
from google.protobuf.field_mask_pb2 import FieldMask

from npcserver.admin.v1 import memory_service_pb2
from npcserver.admin.v1 import persona_service_pb2 as pb
from npcserver.model.errors import Reason
from tests.fakes.server import LoopbackServer
from tests.fakes.wires import read_refusal

PERSONA = pb.Persona(
    name="Isabella Rodriguez",
    age=34,
    traits="friendly, outgoing",
    background="Owns the café.",
    currently="Plans a party.",
    lifestyle="Up at six.",
    voice="Warm.",
    goals=["a full house"],
    relations=[pb.Relation(to="Mira", to_id="mira", view="Her oldest friend.", affinity=80)],
    greetings=["Come in!"],
    fallback_lines=[pb.FallbackLine(text="Where was I?", emotion="confusion")],
    daily_plan="Open at eight.",
    language="en",
)


def creation(**fields: Any) -> pb.CreateCharacterRequest:
    given: dict[str, Any] = {"world_id": "harbour", "persona": PERSONA, "place_id": "inn"}
    return pb.CreateCharacterRequest(character=pb.Character(**(given | fields)))


async def test_a_character_comes_back_as_it_was_written(loopback: LoopbackServer) -> None:
    """Every field of a persona survives, and the id is made from the name."""
    await loopback.open()

    created = (await loopback.personas.CreateCharacter(creation())).character
    found = await loopback.personas.GetCharacter(
        pb.GetCharacterRequest(world_id="harbour", character_id="isabella-rodriguez")
    )

    assert found.character == created
    assert created.persona == PERSONA
    assert (created.persona_version, created.place_id) == (1, "inn")


async def test_a_character_begins_with_its_seed_memories(loopback: LoopbackServer) -> None:
    """A timeline started afterwards has them, rated where the author did."""
    await loopback.open()
    request = creation()
    request.seed_memories.add(text="The party is on the 14th.", importance=8)
    request.seed_memories.add(text="Tom owes me for two coffees.")
    await loopback.personas.CreateCharacter(request)

    listed = await loopback.memories.ListMemories(
        memory_service_pb2.ListMemoriesRequest(
            timeline_id=await loopback.start(), character_id="isabella-rodriguez"
        )
    )

    assert [(memory.text, memory.importance, memory.is_rated) for memory in listed.memories] == [
        ("Tom owes me for two coffees.", 4, False),
        ("The party is on the 14th.", 8, True),
    ]


async def test_a_seed_memory_may_be_secret(loopback: LoopbackServer) -> None:
    """Anyone who looks into the mind sees who may be told; a bad condition is refused."""
    await loopback.open()
    request = creation()
    request.seed_memories.add(text="The cellar floods.", secret={"key": "flood", "trust": 60})
    await loopback.personas.CreateCharacter(request)

    listed = await loopback.memories.ListMemories(
        memory_service_pb2.ListMemoriesRequest(
            timeline_id=await loopback.start(), character_id="isabella-rodriguez"
        )
    )

    (memory,) = listed.memories
    (secret,) = memory.secrets
    assert (secret.key, secret.trust, secret.HasField("affinity")) == ("flood", 60, False)


def _persona(**fields: Any) -> pb.CreateCharacterRequest:
    given = {descriptor.name: value for descriptor, value in PERSONA.ListFields()}
    return creation(persona=pb.Persona(**(given | fields)))


def _seeded(**fields: Any) -> pb.CreateCharacterRequest:
    request = creation()
    request.seed_memories.add(text="Fine.")
    request.seed_memories.add(**fields)
    return request


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (creation(world_id=""), "character.world_id"),
        (creation(character_id="A B"), "character.character_id"),
        (creation(persona=None), "character.persona.name"),
        (_persona(age=-1), "character.persona.age"),
        (_persona(voice="x" * 4001), "character.persona.voice"),
        (_persona(goals=["fine", "\x00"]), "character.persona.goals[1]"),
        (_persona(goals=["go"] * 21), "character.persona.goals"),
        (_persona(language="???"), "character.persona.language"),
        (
            _persona(relations=[{"to": "Mira", "affinity": 101}]),
            "character.persona.relations[0].affinity",
        ),
        (_persona(relations=[{"to": "Mira"}, {"to": "Mira"}]), "character.persona.relations[1].to"),
        (
            _persona(fallback_lines=[{"text": "Eh?", "emotion": "hangry"}]),
            "character.persona.fallback_lines[0].emotion",
        ),
        (_persona(greetings=[""]), "character.persona.greetings[0]"),
        (_seeded(text=""), "seed_memories[1].text"),
        (_seeded(text="ok", importance=11), "seed_memories[1].importance"),
        (_seeded(text="ok", importance=0), "seed_memories[1].importance"),
        (_seeded(text="ok", secret={"trust": 101}), "seed_memories[1].secret.trust"),
    ],
    ids=itertools.count(),
)
async def test_a_bad_character_names_its_field(
    loopback: LoopbackServer, request_: pb.CreateCharacterRequest, field: str
) -> None:
    """The message says which field is wrong."""
    failure = await read_refusal(loopback.personas.CreateCharacter(request_))

    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failure.fields == (field,)


async def test_changing_one_field_of_a_persona_makes_a_version(loopback: LoopbackServer) -> None:
    """The others stay, and the versions are listed newest first."""
    await loopback.open()
    created = (await loopback.personas.CreateCharacter(creation())).character
    change = pb.Character(
        world_id="harbour",
        character_id=created.character_id,
        persona=pb.Persona(name="ignored", voice="Tired."),
    )

    changed = await loopback.personas.UpdateCharacter(
        pb.UpdateCharacterRequest(character=change, update_mask=FieldMask(paths=["persona.voice"]))
    )
    listed = await loopback.personas.ListPersonaVersions(
        pb.ListPersonaVersionsRequest(world_id="harbour", character_id=created.character_id)
    )

    assert changed.character.persona_version == 2
    assert changed.character.persona.voice == "Tired."
    assert changed.character.persona.name == PERSONA.name
    assert [version.version for version in listed.versions] == [2, 1]
    assert listed.versions[1].persona == PERSONA


async def test_without_a_mask_the_fields_that_are_set_change(loopback: LoopbackServer) -> None:
    """Fields of the persona count one by one; a place can change beside them."""
    await loopback.open()
    await loopback.personas.CreateCharacter(creation())
    change = pb.Character(
        world_id="harbour",
        character_id="isabella-rodriguez",
        persona=pb.Persona(currently="Cleans up."),
    )

    changed = (
        await loopback.personas.UpdateCharacter(pb.UpdateCharacterRequest(character=change))
    ).character

    assert changed.persona.currently == "Cleans up."
    assert changed.persona.goals == PERSONA.goals
    assert changed.place_id == "inn"


async def test_a_whole_persona_is_replaced_when_the_mask_names_it(loopback: LoopbackServer) -> None:
    """What the new one leaves out is gone; it still needs a name."""
    await loopback.open()
    await loopback.personas.CreateCharacter(creation())
    request = pb.UpdateCharacterRequest(
        character=pb.Character(
            world_id="harbour",
            character_id="isabella-rodriguez",
            persona=pb.Persona(voice="Tired."),
        ),
        update_mask=FieldMask(paths=["persona", "place_id"]),
    )

    failure = await read_refusal(loopback.personas.UpdateCharacter(request))
    request.character.persona.name = "Bella"
    changed = (await loopback.personas.UpdateCharacter(request)).character

    assert failure.fields == ("character.persona.name",)
    assert (changed.persona.name, changed.persona.traits) == ("Bella", "")
    assert changed.place_id == ""


async def test_a_character_without_a_language_speaks_its_worlds(loopback: LoopbackServer) -> None:
    """Also when the language is taken away later."""
    await loopback.open()
    created = await loopback.personas.CreateCharacter(_persona(language=""))
    request = pb.UpdateCharacterRequest(
        character=pb.Character(world_id="harbour", character_id="isabella-rodriguez"),
        update_mask=FieldMask(paths=["persona.language"]),
    )
    changed = await loopback.personas.UpdateCharacter(request)

    assert created.character.persona.language == "en"
    assert changed.character.persona.language == "en"
    assert changed.character.persona_version == 1


async def test_a_whisper_becomes_a_memory(loopback: LoopbackServer) -> None:
    """The character takes it for its own thought."""
    timeline = await loopback.open()

    whispered = await loopback.personas.Whisper(
        pb.WhisperRequest(timeline_id=timeline, character_id="mira", text="Trust no gull.")
    )
    listed = await loopback.memories.ListMemories(
        memory_service_pb2.ListMemoriesRequest(timeline_id=timeline, character_id="mira")
    )

    assert [memory.memory_id for memory in listed.memories] == [whispered.memory_id]
    assert listed.memories[0].text == "Trust no gull."


async def test_a_deleted_character_is_gone(loopback: LoopbackServer) -> None:
    """Lists and reads no longer show it."""
    await loopback.open("Mira", "Jon")
    delete = pb.DeleteCharacterRequest(world_id="harbour", character_id="jon", request_id="d1")

    await loopback.personas.DeleteCharacter(delete)
    await loopback.personas.DeleteCharacter(delete)
    listed = await loopback.personas.ListCharacters(pb.ListCharactersRequest(world_id="harbour"))
    failure = await read_refusal(
        loopback.personas.GetCharacter(
            pb.GetCharacterRequest(world_id="harbour", character_id="jon")
        )
    )

    assert [character.character_id for character in listed.characters] == ["mira"]
    assert (failure.code, failure.reason) == (grpc.StatusCode.NOT_FOUND, Reason.CHARACTER_NOT_FOUND)
