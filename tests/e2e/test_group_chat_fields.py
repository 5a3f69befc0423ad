"""Fields of requests about group chats that are wrong: each is refused, and named."""

import grpc
import pytest

from npcserver.admin.v1 import group_chat_service_pb2 as pb
from npcserver.admin.v1.group_chat_service_pb2_grpc import GroupChatServiceStub
from tests.fakes.server import LoopbackServer


@pytest.mark.parametrize(
    ("method", "request_", "field"),
    [
        ("OpenGroupChat", pb.OpenGroupChatRequest(timeline_id="tl"), "scene"),
        ("OpenGroupChat", pb.OpenGroupChatRequest(scene="a: b"), "timeline_id"),
        (
            "OpenGroupChat",
            pb.OpenGroupChatRequest(timeline_id="tl", scene="a", file_name="a\nb"),
            "file_name",
        ),
        ("GetGroupChat", pb.GetGroupChatRequest(timeline_id="tl"), "group_chat_id"),
        ("ListGroupChats", pb.ListGroupChatsRequest(), "timeline_id"),
        (
            "WatchGroupChat",
            pb.WatchGroupChatRequest(timeline_id="tl", group_chat_id="gc", after_seq=-1),
            "after_seq",
        ),
        (
            "WatchGroupChat",
            pb.WatchGroupChatRequest(timeline_id="tl", group_chat_id="gc", after_part=-1),
            "after_part",
        ),
        (
            "WatchGroupChat",
            pb.WatchGroupChatRequest(timeline_id="tl", group_chat_id="gc", as_audience=False),
            "as_audience",
        ),
        (
            "AdvanceGroupChat",
            pb.AdvanceGroupChatRequest(timeline_id="tl", group_chat_id="gc", until=9),  # type: ignore[arg-type]
            "until",
        ),
        (
            "TakeSeat",
            pb.TakeSeatRequest(timeline_id="tl", group_chat_id="gc", member_id="a", person_id="b"),
            "person_name",
        ),
        (
            "TakeSeat",
            pb.TakeSeatRequest(timeline_id="tl", group_chat_id="gc", person_id="b"),
            "member_id",
        ),
        ("LeaveSeat", pb.LeaveSeatRequest(timeline_id="tl", group_chat_id="gc"), "member_id"),
        (
            "SpeakInGroupChat",
            pb.SpeakInGroupChatRequest(timeline_id="tl", group_chat_id="gc", text="Hm."),
            "person_id",
        ),
        (
            "SpeakInGroupChat",
            pb.SpeakInGroupChatRequest(
                timeline_id="tl", group_chat_id="gc", person_id="b", person_name="B"
            ),
            "text",
        ),
        (
            "SpeakInGroupChat",
            pb.SpeakInGroupChatRequest(
                timeline_id="tl",
                group_chat_id="gc",
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
                timeline_id="tl", group_chat_id="gc", member_id="a", text="x" * 2001
            ),
            "text",
        ),
        (
            "CastVote",
            pb.CastVoteRequest(
                timeline_id="tl", group_chat_id="gc", member_id="a", statement="\x07"
            ),
            "statement",
        ),
        ("CloseGroupChat", pb.CloseGroupChatRequest(timeline_id="tl"), "group_chat_id"),
        ("GetGroupChatResult", pb.GetGroupChatResultRequest(), "timeline_id"),
    ],
)
async def test_a_wrong_field_is_named(
    loopback: LoopbackServer, method: str, request_: object, field: str
) -> None:
    """Before anything is looked up."""
    call = getattr(GroupChatServiceStub(loopback.channel), method)(request_)

    with pytest.raises(grpc.aio.AioRpcError) as told:
        await (anext(aiter(call)) if method == "WatchGroupChat" else call)

    assert told.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert (told.value.details() or "").startswith(f"{field}: ")
