"""Comparing moments, listing and deleting timelines, over the wire."""

import grpc
import pytest
from google.protobuf.json_format import ParseDict

from npcserver.admin.v1 import memory_service_pb2 as memory_pb
from npcserver.model.commitment import Commitment
from npcserver.model.errors import Reason
from npcserver.model.feelings import Belief, Mood, Standing
from npcserver.model.record import RecordKind
from npcserver.v1 import play_service_pb2
from npcserver.v1 import timeline_service_pb2 as pb
from tests.fakes.server import LoopbackServer, append_thought, thought_draft
from tests.fakes.wires import read_refusal


async def happen(loopback: LoopbackServer, timeline: str, *texts: str) -> None:
    seen = [play_service_pb2.Observation(text=text, witness_ids=["mira"]) for text in texts]
    changed = play_service_pb2.StoryFlag(name="storm")
    await loopback.play.Observe(
        play_service_pb2.ObserveRequest(
            timeline_id=timeline, observations=seen, flags=[changed] if "Storm." in texts else []
        )
    )


async def branches(loopback: LoopbackServer) -> tuple[str, str]:
    """Return a save, and a timeline in which more has happened since."""
    timeline = await loopback.open("Mira", "Jon")
    await happen(loopback, timeline, "A mug falls.")
    save = (await loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline, name="Dawn"))).save
    await happen(loopback, timeline, "A dog barks.", "Storm.")
    await append_thought(
        loopback,
        timeline,
        thought_draft(
            RecordKind.BELIEF,
            Belief(topic="tom", text="Tom pays.", evidence=(2,)),
            "mira>tom",
        ),
        thought_draft(RecordKind.RELATION, Standing(other_id="p1", other_name="Ada"), "mira>p1"),
        thought_draft(RecordKind.MOOD, Mood(valence=-0.8, arousal=0.6)),
        thought_draft(
            RecordKind.COMMITMENT,
            Commitment(
                commitment_id="com_1", by_id="mira", by_name="Mira", to_id="p1", to_name="Ada",
                what="bring cider",
            ),
            "mira>com_1",
        ),
    )  # fmt: skip
    return save.save_id, timeline


async def test_what_differs_is_told_of_either_moment(loopback: LoopbackServer) -> None:
    """Memories, beliefs, relations, mood, promises and flags, with where and when both were one."""
    save, timeline = await branches(loopback)

    found = await loopback.memories.Diff(
        memory_pb.DiffRequest(
            a=memory_pb.Moment(save_id=save), b=memory_pb.Moment(timeline_id=timeline)
        )
    )

    (mind,) = found.minds
    assert (found.common_timeline_id, found.common_seq) == (timeline, 1)
    assert (mind.character_id, mind.name, mind.a) == ("mira", "Mira", memory_pb.MindSide())
    assert [memory.text for memory in mind.b.memories] == ["Storm.", "A dog barks."]
    assert mind.b.memory_count == 2
    assert [belief.evidence_ids for belief in mind.b.beliefs] == [[f"{timeline}.2"]]
    assert [one.other_name for one in mind.b.relations] == ["Ada"]
    assert mind.b.mood.label == "fear"
    assert [one.what for one in mind.b.commitments] == ["bring cider"]
    assert list(found.flags_a) == []
    assert list(found.flags_b) == ["storm"]
    assert found.world_time_a.ToJsonString() == "2000-01-01T08:00:00Z"


async def test_few_memories_of_some_can_be_asked_for(loopback: LoopbackServer) -> None:
    """All of them are counted; of whom nothing differs nothing is told."""
    save, timeline = await branches(loopback)
    request = memory_pb.DiffRequest(
        a=memory_pb.Moment(timeline_id=timeline), b=memory_pb.Moment(save_id=save), memory_limit=1
    )

    found = await loopback.memories.Diff(request)
    request.character_ids.append("jon")
    of_jon = await loopback.memories.Diff(request)

    assert [memory.text for memory in found.minds[0].a.memories] == ["Storm."]
    assert found.minds[0].a.memory_count == 2
    assert list(of_jon.minds) == []


MOMENTS = {"a": {"save_id": "s"}, "b": {"timeline_id": "t", "seq": 1}}


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({}, "a.save_id"),
        ({"a": {"save_id": "s", "seq": 1}}, "a.seq"),
        ({"a": {"save_id": "s"}, "b": {"timeline_id": "t", "seq": -1}}, "b.seq"),
        (MOMENTS | {"memory_limit": 501}, "memory_limit"),
        (MOMENTS | {"memory_limit": -1}, "memory_limit"),
        (MOMENTS | {"character_ids": [""]}, "character_ids[0]"),
    ],
)
async def test_a_moment_is_a_save_or_a_position(
    loopback: LoopbackServer, request_: dict[str, object], field: str
) -> None:
    """Anything else is refused by the name of the field."""
    failure = await read_refusal(
        loopback.memories.Diff(ParseDict(request_, memory_pb.DiffRequest()))
    )

    assert failure.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failure.fields == (field,)


async def test_timelines_are_listed_until_they_are_deleted(loopback: LoopbackServer) -> None:
    """Page by page; a repeated request deletes once, and the genesis stays."""
    timeline = await loopback.open()
    save = (await loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline))).save
    request = pb.ListTimelinesRequest(world_id="harbour", page_size=1)
    first = await loopback.timelines.ListTimelines(request)
    request.page_token = first.next_page_token
    second = await loopback.timelines.ListTimelines(request)
    deletion = pb.DeleteTimelineRequest(request_id="1", timeline_id=timeline, delete_saves=True)
    for _ in range(2):
        await loopback.timelines.DeleteTimeline(deletion)

    (rest,) = (
        await loopback.timelines.ListTimelines(pb.ListTimelinesRequest(world_id="harbour"))
    ).timelines
    listed = {one.timeline_id for page in (first, second) for one in page.timelines}
    assert listed == {timeline, rest.timeline_id}
    assert second.next_page_token == ""
    request_of_genesis = pb.DeleteTimelineRequest(timeline_id=rest.timeline_id)
    failure = await read_refusal(loopback.timelines.DeleteTimeline(request_of_genesis))
    gone = await read_refusal(loopback.timelines.Load(pb.LoadRequest(save_id=save.save_id)))
    assert (failure.code, failure.reason) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        Reason.STILL_IN_USE,
    )
    assert gone.reason == Reason.SAVE_NOT_FOUND


async def test_a_save_is_deleted_once(loopback: LoopbackServer) -> None:
    """A repeated request is answered again; another one finds nothing."""
    timeline = await loopback.open()
    save = (await loopback.timelines.Save(pb.SaveRequest(timeline_id=timeline))).save
    request = pb.DeleteSaveRequest(request_id="1", save_id=save.save_id)
    for _ in range(2):
        await loopback.timelines.DeleteSave(request)

    failure = await read_refusal(
        loopback.timelines.DeleteSave(pb.DeleteSaveRequest(save_id=save.save_id))
    )

    assert failure.reason == Reason.SAVE_NOT_FOUND
