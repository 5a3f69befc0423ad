"""Who may know, over the wire: characters and players are told apart by id, never by a name."""

import grpc
import pytest

from npcserver.admin.v1 import lore_service_pb2
from npcserver.admin.v1 import persona_service_pb2 as character_pb
from npcserver.v1 import play_service_pb2
from npcserver.v1.secret_pb2 import Secret
from tests.fakes.server import LoopbackServer, get_mind
from tests.fakes.wires import read_refusal

INVALID = grpc.StatusCode.INVALID_ARGUMENT
FACT = "The bell lies under the lamp-room floor."
ASKED = "Tell me of the bell under the lamp-room floor."


async def add(
    loopback: LoopbackServer, who: str, name: str, *seeds: object, **persona: object
) -> None:
    character = character_pb.Character(
        world_id="harbour",
        character_id=who,
        persona=character_pb.Persona(name=name, **persona),  # type: ignore[arg-type]
    )
    await loopback.personas.CreateCharacter(
        character_pb.CreateCharacterRequest(
            character=character,
            seed_memories=seeds,  # type: ignore[arg-type]
        )
    )


def seed(*to: str, **more: int) -> character_pb.SeedMemory:
    return character_pb.SeedMemory(text=FACT, secret=Secret(key="bell", to=to, **more))  # type: ignore[arg-type]


async def hears(
    loopback: LoopbackServer,
    timeline: str,
    identifier: str,
    name: str,
    *,
    is_private: bool = False,
    is_character: bool = False,
) -> bool:
    """Say whether what is before Ambrose as he answers a character holds the fact."""
    speaker = play_service_pb2.Speaker(id=identifier, name=name, is_character=is_character)
    said = loopback.say(
        timeline, ASKED, character_id="ambrose", speaker=speaker, is_private=is_private
    )
    async for _ in said:
        pass
    return any(FACT in one.memory.text for one in loopback.script.heard[-1].recollections)


@pytest.mark.parametrize(
    "name",
    ["hester", "Hester Quillam", "HESTER QUILLAM", " Hester  Quillam", "\uff28ester Quillam"],
)
async def test_a_players_name_opens_nothing(loopback: LoopbackServer, name: str) -> None:
    """Whatever a player is called, a secret for Hester stays before its keeper alone."""
    await loopback.open("Mira")
    await add(loopback, "hester", "Hester Quillam")
    await add(loopback, "ambrose", "Ambrose", seed("hester"))
    timeline = await loopback.start()

    assert not await hears(loopback, timeline, "ann", name)
    assert not await hears(loopback, timeline, "ann", name, is_private=True)
    assert await hears(
        loopback, timeline, "hester", "Hester Quillam", is_character=True, is_private=True
    )


@pytest.mark.parametrize("identifier", ["Hester Quillam", "HESTER", "hester\u200b", "he ster"])
async def test_an_id_like_a_characters_is_anothers(
    loopback: LoopbackServer, identifier: str
) -> None:
    """Names in a call become ids as it is read, so a player whose id is such a name is nobody."""
    await loopback.open("Mira")
    await add(loopback, "hester", "Hester Quillam")
    await add(loopback, "ambrose", "Ambrose", seed("Hester Quillam"))
    timeline = await loopback.start()

    assert not await hears(loopback, timeline, identifier, "Ann", is_private=True)
    assert await hears(
        loopback, timeline, "hester", "Hester Quillam", is_character=True, is_private=True
    )


async def test_a_players_name_changes_no_standing(loopback: LoopbackServer) -> None:
    """What is felt for Hester is not felt for a player of her name; a player's id counts."""
    await loopback.open("Mira")
    await add(loopback, "hester", "Hester")
    relations = [
        character_pb.Relation(to="Hester", view="Your love.", affinity=95),
        character_pb.Relation(to="Ann", to_id="p-ann", view="Your friend.", affinity=90),
    ]
    await add(loopback, "ambrose", "Ambrose", seed(trust=70), relations=relations)
    timeline = await loopback.start()

    assert not await hears(loopback, timeline, "p-1", "Hester", is_private=True)
    assert loopback.script.heard[-1].relation is None
    assert not await hears(loopback, timeline, "p-2", "Ann", is_private=True)
    assert await hears(loopback, timeline, "p-ann", "Nobody", is_private=True)
    assert await hears(loopback, timeline, "hester", "Hester", is_character=True, is_private=True)


async def test_two_players_of_one_name_are_two(loopback: LoopbackServer) -> None:
    """A secret for one of them, by id, is not told to the other."""
    await loopback.open("Mira")
    await add(loopback, "ambrose", "Ambrose", seed("p-1"))
    timeline = await loopback.start()

    assert not await hears(loopback, timeline, "p-2", "Ann", is_private=True)
    assert await hears(loopback, timeline, "p-1", "Ann", is_private=True)


async def test_namesakes_keep_both_their_relations(loopback: LoopbackServer) -> None:
    """Eve loves one Tom and hates the other, and both stand in her mind, each with its id."""
    await loopback.open("Mira")
    await add(loopback, "tom-smith", "Tom")
    await add(loopback, "tom-baker", "Tom")
    relations = [
        character_pb.Relation(to="Tom", to_id="tom-smith", view="Loved.", affinity=80),
        character_pb.Relation(to="tom-baker", view="Hated.", affinity=-80),
        character_pb.Relation(to="the late mayor", view="Missed.", affinity=5),
    ]
    await add(loopback, "eve", "Eve", relations=relations)

    seen = await get_mind(loopback, await loopback.start(), character="eve")
    kept = await loopback.personas.GetCharacter(
        character_pb.GetCharacterRequest(world_id="harbour", character_id="eve")
    )

    assert {(one.other_id, one.other_name, one.affinity) for one in seen.relations} == {
        ("tom-smith", "Tom", 80),
        ("tom-baker", "Tom", -80),
        ("", "the late mayor", 5),
    }
    assert [(one.to, one.to_id) for one in kept.character.persona.relations] == [
        ("Tom", "tom-smith"),
        ("Tom", "tom-baker"),
        ("the late mayor", ""),
    ]


async def test_a_name_that_two_have_is_refused_with_both_ids(loopback: LoopbackServer) -> None:
    """In relations, in secrets of memories, of books and of what happens."""
    timeline = await loopback.open("Mira")
    await add(loopback, "tom-smith", "Tom")
    await add(loopback, "tom-baker", "Tom")
    both = "'Tom' is the name of 2 characters, 'tom-baker' and 'tom-smith'"
    loved = [character_pb.Relation(to="Tom", view="Which?")]
    chapter = lore_service_pb2.Chapter(text="Of Toms.", secret=Secret(to=["Tom"]))
    book = lore_service_pb2.Book(world_id="harbour", title="Toms", chapters=[chapter])
    happened = play_service_pb2.Observation(
        text="It rained.", place_id="inn", secret=Secret(to=["Tom"])
    )

    calls = (
        (add(loopback, "eve", "Eve", relations=loved), "character.persona.relations[0].to"),
        (add(loopback, "eve", "Eve", seed("mira", "Tom")), "seed_memories[0].secret.to[1]"),
        (
            loopback.lore.PutBook(lore_service_pb2.PutBookRequest(book=book)),
            "chapters[0].secret.to[0]",
        ),
        (
            loopback.play.Observe(
                play_service_pb2.ObserveRequest(timeline_id=timeline, observations=[happened])
            ),
            "observations[0].secret.to[0]",
        ),
    )
    for call, field in calls:
        refusal = await read_refusal(call)
        assert refusal.code is INVALID
        assert both in refusal.message
        assert refusal.fields == (field,)


async def test_a_name_that_nobody_has_is_refused_where_it_would_lock_a_secret(
    loopback: LoopbackServer,
) -> None:
    """An id without blanks may be a player's; a name of another would be told to nobody."""
    await loopback.open("Mira")
    await add(loopback, "hester", "Hester Quillam")

    refusal = await read_refusal(add(loopback, "ambrose", "Ambrose", seed("Hester Quilam")))

    assert refusal.code is INVALID
    assert "'Hester Quilam' is nobody here; did you mean 'hester'?" in refusal.message


async def test_a_relation_is_to_whom_is_made_later(loopback: LoopbackServer) -> None:
    """Characters may be created in any order: a name finds its bearer once there is one."""
    await loopback.open("Mira")
    await add(loopback, "eve", "Eve", relations=[character_pb.Relation(to="Jon", affinity=40)])
    await add(loopback, "jon", "Jon")

    seen = await get_mind(loopback, await loopback.start(), character="eve")

    assert [(one.other_id, one.affinity) for one in seen.relations] == [("jon", 40)]
