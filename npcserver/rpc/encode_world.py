"""Worlds and places → messages."""

from npcserver.model.budget import MICROS, Budget
from npcserver.model.world import Hours, Place, World
from npcserver.rpc import encode_affordance
from npcserver.rpc.stamps import stamp
from npcserver.v1 import world_service_pb2 as pb


def world(value: World) -> pb.World:
    """Write a world."""
    return pb.World(
        world_id=value.id,
        name=value.name,
        description=value.description,
        start_time=stamp(value.start_time),
        language=value.language,
        affordances=map(encode_affordance.affordance, value.affordances),
        entities=map(encode_affordance.entity, value.entities),
        budget=_budget(value.budget),
        etag=value.etag,
        create_time=stamp(value.created_at),
        update_time=stamp(value.updated_at),
        first_character_id=value.first_character_id or "",
    )


def place(value: Place) -> pb.Place:
    """Write a place."""
    return pb.Place(
        place_id=value.id,
        world_id=value.world_id,
        parent_id=value.parent_id or "",
        name=value.name,
        description=value.description,
        hours=_hours(value.hours),
        capacity=value.capacity,
        objects=value.objects,
        owner_ids=value.owner_ids,
        etag=value.etag,
    )


def _budget(value: Budget) -> pb.Budget | None:
    if value == Budget():
        return None
    return pb.Budget(calls=value.calls, tokens=value.tokens, money=value.micros / MICROS)


def _hours(value: Hours | None) -> pb.OpeningHours | None:
    if value is None:
        return None
    return pb.OpeningHours(opens=f"{value.opens:%H:%M}", closes=f"{value.closes:%H:%M}")
