"""Timelines over the client: what is asked of the server for each call."""

import grpc
import npcclient
import pytest
from npcclient.naming import moment

from npcserver.v1 import timeline_service_pb2 as pb
from tests.fakes.canned_server import CannedFailure, ServerControl


async def test_loading_may_leave_a_timeline(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """By its id, or as it is; without one nothing is left."""
    timeline = await npc.timelines.load("sav_1")
    await npc.timelines.load("sav_1", leaving="tl_1")
    await npc.timelines.load("sav_1", leaving=timeline)

    asked = stage.asked(pb.LoadRequest)
    assert [one.leaving_timeline_id for one in asked] == ["", "tl_1", "tl_loaded"]


async def test_timelines_are_listed(npc: npcclient.NpcClient) -> None:
    """All of a world."""
    assert [one.timeline_id for one in await npc.timelines.list("harbour")] == ["tl_1", "tl_2"]


async def test_deleting_is_asked_for_once(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """A server that was not there is asked again under the same id."""
    stage.failures = [CannedFailure(grpc.StatusCode.UNAVAILABLE, "restarting")]
    await npc.timelines.delete_timeline("tl_1", saves=True)
    await npc.timelines.delete_save("sav_1")

    first, second = stage.asked(pb.DeleteTimelineRequest)
    (of_save,) = stage.asked(pb.DeleteSaveRequest)
    assert first == second
    assert (first.timeline_id, first.delete_saves, bool(first.request_id)) == ("tl_1", True, True)
    assert of_save.save_id == "sav_1"


async def test_moments_are_compared(npc: npcclient.NpcClient, stage: ServerControl) -> None:
    """Of the characters that are named, as many memories as are asked for."""
    found = await npc.timelines.diff("sav_1", "tl_1@7", characters=["mira"], memories=3)

    (asked,) = stage.asked(pb.DiffRequest)
    assert asked == pb.DiffRequest(
        a=pb.Moment(save_id="sav_1"),
        b=pb.Moment(timeline_id="tl_1", seq=7),
        character_ids=["mira"],
        memory_limit=3,
    )
    assert found.minds[0].name == "Mira"


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        ("sav_1", pb.Moment(save_id="sav_1")),
        ("tl_1", pb.Moment(timeline_id="tl_1")),
        ("tl_1@0", pb.Moment(timeline_id="tl_1", seq=0)),
        (pb.SaveSlot(save_id="sav_1", timeline_id="tl_1"), pb.Moment(save_id="sav_1")),
        (pb.Timeline(timeline_id="tl_1", head_seq=4), pb.Moment(timeline_id="tl_1")),
        (pb.Moment(timeline_id="tl_1", seq=3), pb.Moment(timeline_id="tl_1", seq=3)),
    ],
)
def test_a_moment_has_many_names(
    of: pb.Moment | pb.SaveSlot | pb.Timeline | str, expected: pb.Moment
) -> None:
    """A save, a timeline, a position, or the id of any of them."""
    assert moment(of) == expected
