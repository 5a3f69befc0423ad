"""Timelines and saves → messages."""

from npcserver.model.timeline import Save, Timeline
from npcserver.rpc.stamps import stamp
from npcserver.v1 import timeline_service_pb2 as pb


def timeline(value: Timeline) -> pb.Timeline:
    """Write a timeline."""
    return pb.Timeline(
        timeline_id=value.id,
        world_id=value.world_id,
        parent_id=value.parent_id or "",
        forked_at=value.forked_at,
        head_seq=value.head,
        world_time=stamp(value.game_time),
        label=value.label,
        create_time=stamp(value.created_at),
        late_results=value.late_results,
    )


def save(value: Save) -> pb.SaveSlot:
    """Write a save."""
    return pb.SaveSlot(
        save_id=value.id,
        world_id=value.world_id,
        timeline_id=value.vantage.timeline_id,
        seq=value.vantage.seq,
        name=value.name,
        world_time=stamp(value.game_time),
        create_time=stamp(value.created_at),
    )
