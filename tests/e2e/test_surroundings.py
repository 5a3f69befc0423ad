"""Attention, things and their states, norms and limits, over the wire."""

from collections.abc import Sequence
from datetime import UTC, datetime

import grpc
import pytest
from google.protobuf.field_mask_pb2 import FieldMask

from npcserver.admin.v1 import memory_service_pb2
from npcserver.admin.v1 import persona_service_pb2 as character_pb
from npcserver.admin.v1 import world_service_pb2 as world_pb
from npcserver.model.errors import Reason
from npcserver.v1 import mind_pb2, play_service_pb2
from npcserver.v1 import timeline_service_pb2 as timelines
from tests.fakes.server import LoopbackServer, get_mind
from tests.fakes.wires import read_refusal

INVALID = grpc.StatusCode.INVALID_ARGUMENT
NOT_FOUND = grpc.StatusCode.NOT_FOUND
EIGHT = datetime(2000, 1, 1, 8, tzinfo=UTC)


async def furnish(loopback: LoopbackServer) -> str:
    """Open the inn with a stove in it; return a timeline."""
    timeline = await loopback.open("Mira", "Jon")
    place = world_pb.Place(world_id="harbour", place_id="inn", objects=["stove", "door"])
    await loopback.worlds.UpdatePlace(world_pb.UpdatePlaceRequest(place=place))
    return timeline


async def things(
    loopback: LoopbackServer, timeline: str, *, only_touched: bool = False, seq: int | None = None
) -> Sequence[mind_pb2.ObjectState]:
    request = timelines.ListObjectStatesRequest(
        timeline_id=timeline, only_touched=only_touched, seq=seq
    )
    return (await loopback.timelines.ListObjectStates(request)).object_states


def attention(timeline: str, *changes: tuple[str, int]) -> play_service_pb2.SetAttentionRequest:
    return play_service_pb2.SetAttentionRequest(
        timeline_id=timeline,
        changes=[
            mind_pb2.AttentionChange(character_id=who, attention=mind_pb2.Attention.ValueType(tier))
            for who, tier in changes
        ],
    )


async def test_attention_is_set_for_several_at_once_and_repeated_safely(
    loopback: LoopbackServer,
) -> None:
    """Everybody is in the background until the game says otherwise."""
    timeline = await loopback.open("Mira", "Jon")
    before = await get_mind(loopback, timeline)
    request = attention(
        timeline, ("mira", mind_pb2.ATTENTION_FOREGROUND), ("jon", mind_pb2.ATTENTION_DORMANT)
    )
    request.request_id = "once"

    first = await loopback.play.SetAttention(request)
    again = await loopback.play.SetAttention(request)

    assert before.attention == mind_pb2.ATTENTION_BACKGROUND
    assert first.seq == again.seq > before.seq
    assert (await get_mind(loopback, timeline)).attention == mind_pb2.ATTENTION_FOREGROUND
    jon = await get_mind(loopback, timeline, character="jon")
    assert jon.attention == mind_pb2.ATTENTION_DORMANT
    assert (
        await get_mind(loopback, timeline, before.seq)
    ).attention == mind_pb2.ATTENTION_BACKGROUND


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ((), "changes"),
        ((("mira", 0),), "changes[0].attention"),
        ((("mira", 9),), "changes[0].attention"),
        ((("mira", 1), ("mira", 2)), "changes[1].character_id"),
        ((("", 1),), "changes[0].character_id"),
    ],
)
async def test_attention_that_makes_no_sense_is_refused(
    loopback: LoopbackServer, changes: tuple[tuple[str, int], ...], field: str
) -> None:
    """The field that is wrong is named, and nothing is stored."""
    timeline = await loopback.open()
    unknown = attention(timeline, ("mira", 1), ("nobody", 1))

    wrong = await read_refusal(loopback.play.SetAttention(attention(timeline, *changes)))
    missing = await read_refusal(loopback.play.SetAttention(unknown))

    assert (wrong.code, wrong.fields) == (INVALID, (field,))
    assert (missing.code, missing.reason) == (NOT_FOUND, Reason.CHARACTER_NOT_FOUND)
    assert (await get_mind(loopback, timeline)).attention == mind_pb2.ATTENTION_BACKGROUND


async def test_a_thing_is_set_and_seen_from_before(loopback: LoopbackServer) -> None:
    """Things nobody touched are idle; a position looks back in time; who is there perceives it."""
    timeline = await furnish(loopback)
    before = await get_mind(loopback, timeline)
    change = play_service_pb2.ObjectChange(place_id="inn", object_name="stove", state="burning")
    request = play_service_pb2.ObserveRequest(
        request_id="once", timeline_id=timeline, objects=[change]
    )

    first = await loopback.play.Observe(request)
    again = await loopback.play.Observe(request)
    memories = await loopback.memories.ListMemories(
        memory_service_pb2.ListMemoriesRequest(timeline_id=timeline, character_id="mira")
    )

    assert first == again
    assert [(one.object_name, one.state) for one in await things(loopback, timeline)] == [
        ("door", "idle"),
        ("stove", "burning"),
    ]
    (stove,) = await things(loopback, timeline, only_touched=True)
    assert (stove.place_id, stove.by_id, stove.world_start_time.ToDatetime(UTC)) == (
        "inn",
        "",
        EIGHT,
    )
    assert [one.state for one in await things(loopback, timeline, seq=before.seq)] == [
        "idle",
        "idle",
    ]
    assert [memory.text for memory in memories.memories] == ["the stove is burning"]
    assert memories.memories[0].is_standing


async def test_things_are_listed_page_by_page(loopback: LoopbackServer) -> None:
    """As every list."""
    timeline = await furnish(loopback)
    request = timelines.ListObjectStatesRequest(timeline_id=timeline, page_size=1)

    first = await loopback.timelines.ListObjectStates(request)
    request.page_token = first.next_page_token
    second = await loopback.timelines.ListObjectStates(request)

    assert [one.object_name for one in (*first.object_states, *second.object_states)] == [
        "door",
        "stove",
    ]
    assert second.next_page_token == ""


@pytest.mark.parametrize(
    ("fields", "code", "reason"),
    [
        ({"object_name": "sofa"}, INVALID, Reason.INVALID_FIELD),
        ({"state": ""}, INVALID, Reason.INVALID_FIELD),
        ({"state": "on\nfire"}, INVALID, Reason.INVALID_FIELD),
        ({"state": "s" * 81}, INVALID, Reason.INVALID_FIELD),
        ({"place_id": "moon"}, NOT_FOUND, Reason.PLACE_NOT_FOUND),
    ],
)
async def test_what_is_no_thing_is_refused(
    loopback: LoopbackServer, fields: dict[str, str], code: grpc.StatusCode, reason: Reason
) -> None:
    """A place has the things its author put there."""
    timeline = await furnish(loopback)
    known = {"place_id": "inn", "object_name": "stove", "state": "burning"}
    change = play_service_pb2.ObjectChange(**{**known, **fields})

    request = play_service_pb2.ObserveRequest(timeline_id=timeline, objects=[change])
    refusal = await read_refusal(loopback.play.Observe(request))

    assert (refusal.code, refusal.reason) == (code, reason)
    assert not await things(loopback, timeline, only_touched=True)


async def test_a_world_has_a_budget(loopback: LoopbackServer) -> None:
    """Money is kept to a millionth; a world without limits says nothing of them."""
    budget = world_pb.Budget(calls=2000, tokens=3_000_000, money_micros=1_250_001)
    created = await loopback.worlds.CreateWorld(
        world_pb.CreateWorldRequest(world=world_pb.World(name="Harbour", budget=budget))
    )
    bare = await loopback.worlds.CreateWorld(
        world_pb.CreateWorldRequest(world=world_pb.World(name="Mill"))
    )

    found = await loopback.worlds.GetWorld(world_pb.GetWorldRequest(world_id="harbour"))

    assert found.world.budget == created.world.budget == budget
    assert not bare.world.HasField("budget")


async def test_a_place_has_owners(loopback: LoopbackServer) -> None:
    """They may be named before they exist, and be taken away again."""
    await loopback.open()
    place = world_pb.Place(world_id="harbour", name="Loft", owner_ids=["mira", "jon"])
    await loopback.worlds.CreatePlace(world_pb.CreatePlaceRequest(place=place))
    request = world_pb.GetPlaceRequest(world_id="harbour", place_id="loft")
    before = (await loopback.worlds.GetPlace(request)).place

    await loopback.worlds.UpdatePlace(
        world_pb.UpdatePlaceRequest(
            place=world_pb.Place(world_id="harbour", place_id="loft"),
            update_mask=FieldMask(paths=["owner_ids"]),
        )
    )

    assert list(before.owner_ids) == ["mira", "jon"]
    assert list((await loopback.worlds.GetPlace(request)).place.owner_ids) == []


async def test_a_character_has_senses_and_knows_places(loopback: LoopbackServer) -> None:
    """A lost sense makes a new version of the persona; what is known does not."""
    await loopback.open()
    jon = character_pb.Character(
        world_id="harbour",
        persona=character_pb.Persona(name="Jon", is_deaf=True),
        known_place_ids=["inn"],
    )
    created = (
        await loopback.personas.CreateCharacter(character_pb.CreateCharacterRequest(character=jon))
    ).character

    changed = (
        await loopback.personas.UpdateCharacter(
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


async def test_nobody_knows_a_place_that_is_none(loopback: LoopbackServer) -> None:
    """The place is named, and the character is not created."""
    await loopback.open()
    jon = character_pb.Character(
        world_id="harbour", persona=character_pb.Persona(name="Jon"), known_place_ids=["moon"]
    )

    refusal = await read_refusal(
        loopback.personas.CreateCharacter(character_pb.CreateCharacterRequest(character=jon))
    )
    missing = await read_refusal(
        loopback.personas.GetCharacter(
            character_pb.GetCharacterRequest(world_id="harbour", character_id="jon")
        )
    )

    assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, Reason.PLACE_NOT_FOUND)
    assert missing.reason == Reason.CHARACTER_NOT_FOUND
