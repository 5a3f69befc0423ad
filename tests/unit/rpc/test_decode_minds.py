"""What comes in about minds and things, and the paths of what is wrong with it."""

import itertools
import math
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from google.protobuf.field_mask_pb2 import FieldMask

from npcserver.app.perception.observations import GameEvent, ObjectChange
from npcserver.app.thoughts.interviews import InterviewAblation
from npcserver.model.character import Attention, Character, Persona
from npcserver.model.errors import InvalidInput
from npcserver.model.ids import CharacterId, PlaceId, WorldId
from npcserver.model.model_use import Budget
from npcserver.model.senses import Channel, Range
from npcserver.model.world import Place, World
from npcserver.rpc import memory_messages, play_messages
from npcserver.rpc.services import character_service, world_service
from npcserver.v1 import character_service_pb2, memory_service_pb2, mind_pb2, world_service_pb2
from npcserver.v1 import play_service_pb2 as pb

STOVE = {"place_id": "inn", "object": "stove", "state": "burning"}
NOW = datetime(2000, 1, 1, tzinfo=UTC)


def observe(**fields: Any) -> pb.ObserveRequest:
    return pb.ObserveRequest(**({"timeline_id": "tl_1"} | fields))


def world(**budget: Any) -> world_service_pb2.CreateWorldRequest:
    made = world_service_pb2.World(name="W", budget=world_service_pb2.Budget(**budget))
    return world_service_pb2.CreateWorldRequest(world=made)


def place(**fields: Any) -> world_service_pb2.CreatePlaceRequest:
    made = world_service_pb2.Place(world_id="w", name="P", **fields)
    return world_service_pb2.CreatePlaceRequest(place=made)


def character(**fields: Any) -> character_service_pb2.CreateCharacterRequest:
    persona = character_service_pb2.Persona(name="Mira")
    made = character_service_pb2.Character(world_id="w", persona=persona, **fields)
    return character_service_pb2.CreateCharacterRequest(character=made)


def tree(**fields: Any) -> memory_service_pb2.GetReflectionTreeRequest:
    return memory_service_pb2.GetReflectionTreeRequest(
        timeline_id="tl_1", character_id="mira", **fields
    )


WRONG: tuple[tuple[Callable[[Any], object], Any, str], ...] = (
    (play_messages.decode_observe, observe(objects=[STOVE] * 501), "objects"),
    (
        play_messages.decode_observe,
        observe(objects=[STOVE, {"place_id": "inn"}]),
        "objects[1].object",
    ),
    (
        play_messages.decode_observe,
        observe(objects=[STOVE | {"place_id": ""}]),
        "objects[0].place_id",
    ),
    (
        play_messages.decode_observe,
        observe(objects=[STOVE | {"state": "a\nb"}]),
        "objects[0].state",
    ),
    (
        play_messages.decode_observe,
        observe(objects=[STOVE | {"state": "s" * 81}]),
        "objects[0].state",
    ),
    (
        play_messages.decode_observe,
        observe(objects=[STOVE | {"by_id": "x" * 121}]),
        "objects[0].by_id",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[{"text": "x", "range": pb.OBSERVATION_RANGE_NEARBY}]),
        "observations[0].witness_ids",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[{"text": "x", "place_id": "inn", "range": 9}]),
        "observations[0].range",
    ),
    (
        play_messages.decode_observe,
        observe(observations=[{"text": "x", "place_id": "inn", "channel": 9}]),
        "observations[0].channel",
    ),
    (play_messages.decode_set_attention, pb.SetAttentionRequest(timeline_id="t"), "changes"),
    (world_service.decode_new_world, world(calls=-1), "world.budget.calls"),
    (world_service.decode_new_world, world(tokens=1_000_000_001), "world.budget.tokens"),
    (world_service.decode_new_world, world(money=-0.01), "world.budget.money"),
    (world_service.decode_new_world, world(money=math.nan), "world.budget.money"),
    (world_service.decode_new_world, world(money=math.inf), "world.budget.money"),
    (world_service.decode_new_place, place(owner_ids=["mira", ""]), "place.owner_ids[1]"),
    (world_service.decode_new_place, place(owner_ids=["m"] * 101), "place.owner_ids"),
    (
        character_service.decode_new_character,
        character(known_place_ids=["inn", ""]),
        "character.known_place_ids[1]",
    ),
    (memory_messages.decode_reflection_tree, tree(max_depth=17), "max_depth"),
    (memory_messages.decode_reflection_tree, tree(memory_id="m" * 121), "memory_id"),
)


@pytest.mark.parametrize(("decode", "request_", "path"), WRONG, ids=itertools.count())
def test_what_is_wrong_is_named(
    decode: Callable[[Any], object], request_: object, path: str
) -> None:
    """The path leads to the very field."""
    with pytest.raises(InvalidInput) as caught:
        decode(request_)

    assert caught.value.field == path


def test_things_senses_and_ranges_are_read() -> None:
    """What is not set is perceived by any sense, at the place itself, as an event."""
    heard = {
        "text": "A bell rings.",
        "channel": pb.OBSERVATION_CHANNEL_SOUND,
        "range": pb.OBSERVATION_RANGE_WORLD,
        "is_standing": True,
    }
    plain = {"text": "A mug falls.", "place_id": "inn"}
    request = observe(objects=[STOVE | {"by_id": "p1"}], observations=[heard, plain])

    batch = play_messages.decode_observe(request)

    assert batch.objects == (
        ObjectChange(place_id=PlaceId("inn"), object="stove", state="burning", by="p1"),
    )
    assert batch.happenings == (
        GameEvent(text="A bell rings.", channel=Channel.SOUND, range=Range.WORLD, is_standing=True),
        GameEvent(text="A mug falls.", place_id=PlaceId("inn")),
    )
    assert (batch.happenings[1].channel, batch.happenings[1].range) == (Channel.ANY, Range.PLACE)


def test_every_tier_channel_range_and_ablation_can_be_told() -> None:
    """Nothing the model knows is unknown to the wire, and the other way round."""
    assert set(play_messages.DECODED_ATTENTIONS.values()) == set(Attention)
    assert set(play_messages.DECODED_ATTENTIONS) == set(mind_pb2.Attention.values()) - {0}
    assert {*play_messages.CHANNELS.values(), Channel.ANY} == set(Channel)
    assert set(play_messages.CHANNELS) == set(pb.ObservationChannel.values()) - {0}
    assert set(play_messages.RANGES.values()) == set(Range)
    assert set(play_messages.RANGES) == set(pb.ObservationRange.values()) - {0}
    assert set(character_service.ABLATIONS.values()) == set(InterviewAblation)
    assert set(character_service.ABLATIONS) == set(character_service_pb2.Ablation.values()) - {0}


def test_words_in_private_stay_private() -> None:
    """The flag travels, and is off where nobody set it."""
    speaker = pb.Speaker(id="p1", name="Ada")
    request = pb.SayRequest(timeline_id="t", character_id="mira", speaker=speaker, text="Psst.")

    assert not play_messages.decode_say(request).is_private
    request.is_private = True
    assert play_messages.decode_say(request).is_private


def test_masks_reach_budgets_owners_and_what_is_known() -> None:
    """A field that is named and empty is emptied; what is not named stays."""
    inn = Place(
        id=PlaceId("inn"), world_id=WorldId("w"), name="Inn", owner_ids=(CharacterId("mira"),)
    )
    mira = Character(
        id=CharacterId("mira"),
        world_id=WorldId("w"),
        persona=Persona(name="Mira", is_deaf=True, is_blind=True),
        knows=(PlaceId("inn"),),
        created_at=NOW,
        updated_at=NOW,
    )
    harbour = World(id=WorldId("w"), name="W", budget=Budget(calls=5))

    disowned = world_service.decode_edit_place(
        world_service_pb2.UpdatePlaceRequest(
            place=world_service_pb2.Place(world_id="w", place_id="inn"),
            update_mask=FieldMask(paths=["owner_ids"]),
        )
    ).apply(inn)
    healed = character_service.decode_edit_character(
        character_service_pb2.UpdateCharacterRequest(
            character=character_service_pb2.Character(world_id="w", character_id="mira"),
            update_mask=FieldMask(paths=["known_place_ids", "persona.is_deaf"]),
        )
    ).apply(mira)
    richer = world_service.decode_edit_world(
        world_service_pb2.UpdateWorldRequest(
            world=world_service_pb2.World(
                world_id="w", budget=world_service_pb2.Budget(money=0.000001)
            )
        )
    ).apply(harbour)

    assert disowned == replace(inn, owner_ids=())
    assert healed == replace(mira, knows=(), persona=Persona(name="Mira", is_blind=True))
    assert richer == replace(harbour, budget=Budget(micros=1))
