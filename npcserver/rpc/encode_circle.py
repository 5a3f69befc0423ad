"""Circles → messages."""

from npcserver.model.circle import Circle
from npcserver.v1 import play_service_pb2 as pb


def circle(found: Circle) -> pb.Circle:
    """Write a circle."""
    return pb.Circle(
        circle_id=found.id,
        place_id=found.place_id or "",
        members=[
            pb.Speaker(id=one.id, name=one.name, is_character=not one.is_player)
            for one in found.members
        ],
    )
