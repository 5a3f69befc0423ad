"""Canned answers about timelines, and all others that do not depend on what is asked."""

from collections.abc import Mapping

from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from npcserver.v1 import memory_pb2
from npcserver.v1 import timeline_service_pb2 as pb
from tests.fakes.canned_group_chats import GROUP_ANSWERS
from tests.fakes.canned_minds import MIND_ANSWERS

_NOW = Timestamp(seconds=1_676_278_800)
_TOLD = memory_pb2.Memory(
    memory_id="tl_1.5",
    text="The lamp on the pier is broken.",
    kind=memory_pb2.MEMORY_KIND_UTTERANCE,
    source=memory_pb2.MEMORY_SOURCE_TOLD,
    speaker="Ann",
    create_time=_NOW,
)

FIXED_ANSWERS: Mapping[str, Message] = {
    **MIND_ANSWERS,
    **GROUP_ANSWERS,
    "ListTimelines": pb.ListTimelinesResponse(
        timelines=[
            pb.Timeline(timeline_id=name, world_id="harbour", world_time=_NOW)
            for name in ("tl_1", "tl_2")
        ]
    ),
    "Diff": pb.DiffResponse(
        common_timeline_id="tl_1",
        common_seq=4,
        world_time_a=_NOW,
        world_time_b=_NOW,
        minds=[
            pb.MindDiff(
                character_id="mira",
                name="Mira",
                b=pb.MindSide(memories=[_TOLD], memory_count=3),
            )
        ],
        flags_b=["storm"],
    ),
    "DeleteSave": pb.DeleteSaveResponse(),
    "DeleteTimeline": pb.DeleteTimelineResponse(),
}
