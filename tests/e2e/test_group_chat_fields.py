"""Fields of requests about group chats that are wrong: each is refused, and named."""

import grpc
import pytest

from npcserver.admin.v1 import scene_service_pb2 as pb
from npcserver.admin.v1.scene_service_pb2_grpc import SceneServiceStub
from tests.fakes.server import LoopbackServer


@pytest.mark.parametrize(
    ("method", "request_", "field"),
    [
        ("OpenScene", pb.OpenSceneRequest(timeline_id="tl"), "file_text"),
        ("OpenScene", pb.OpenSceneRequest(file_text="a: b"), "timeline_id"),
        (
            "OpenScene",
            pb.OpenSceneRequest(timeline_id="tl", file_text="a", file_name="a\nb"),
            "file_name",
        ),
        ("GetScene", pb.GetSceneRequest(timeline_id="tl"), "scene_id"),
        ("ListScenes", pb.ListScenesRequest(), "timeline_id"),
        (
            "WatchScene",
            pb.WatchSceneRequest(timeline_id="tl", scene_id="gc", after_seq=-1),
            "after_seq",
        ),
        (
            "WatchScene",
            pb.WatchSceneRequest(timeline_id="tl", scene_id="gc", after_part=-1),
            "after_part",
        ),
        (
            "WatchScene",
            pb.WatchSceneRequest(timeline_id="tl", scene_id="gc", as_audience=False),
            "as_audience",
        ),
        (
            "AdvanceScene",
            pb.AdvanceSceneRequest(timeline_id="tl", scene_id="gc", until=9),  # type: ignore[arg-type]
            "until",
        ),
        (
            "TakeSeat",
            pb.TakeSeatRequest(timeline_id="tl", scene_id="gc", member_id="a", person_id="b"),
            "person_name",
        ),
        (
            "TakeSeat",
            pb.TakeSeatRequest(timeline_id="tl", scene_id="gc", person_id="b"),
            "member_id",
        ),
        ("LeaveSeat", pb.LeaveSeatRequest(timeline_id="tl", scene_id="gc"), "member_id"),
        (
            "SpeakInScene",
            pb.SpeakInSceneRequest(timeline_id="tl", scene_id="gc", text="Hm."),
            "person_id",
        ),
        (
            "SpeakInScene",
            pb.SpeakInSceneRequest(timeline_id="tl", scene_id="gc", person_id="b", person_name="B"),
            "text",
        ),
        (
            "SpeakInScene",
            pb.SpeakInSceneRequest(
                timeline_id="tl",
                scene_id="gc",
                person_id="b",
                person_name="B",
                text="Hm.",
                ends=True,
            ),
            "ends",
        ),
        (
            "ChoosePartner",
            pb.ChoosePartnerRequest(
                timeline_id="tl", scene_id="gc", member_id="a", text="x" * 2001
            ),
            "text",
        ),
        (
            "CastVote",
            pb.CastVoteRequest(timeline_id="tl", scene_id="gc", member_id="a", statement="\x07"),
            "statement",
        ),
        ("CloseScene", pb.CloseSceneRequest(timeline_id="tl"), "scene_id"),
        ("GetSceneResult", pb.GetSceneResultRequest(), "timeline_id"),
    ],
)
async def test_a_wrong_field_is_named(
    loopback: LoopbackServer, method: str, request_: object, field: str
) -> None:
    """Before anything is looked up."""
    call = getattr(SceneServiceStub(loopback.channel), method)(request_)

    with pytest.raises(grpc.aio.AioRpcError) as told:
        await (anext(aiter(call)) if method == "WatchScene" else call)

    assert told.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert (told.value.details() or "").startswith(f"{field}: ")
