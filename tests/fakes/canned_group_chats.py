"""Canned answers about group chats."""

from collections.abc import Mapping

from google.protobuf.message import Message

from npcserver.v1 import group_chat_service_pb2 as pb

CHAT = pb.GroupChat(group_chat_id="gc_1", timeline_id="tl_1", title="The mill", is_paused=True)
SEEN = (
    pb.WatchGroupChatResponse(seq=4, round=1, line=pb.GroupLine(member_id="ada", text="Sell.")),
    pb.WatchGroupChatResponse(seq=9, round=1, closed=pb.GroupChatClosed(is_settled=True)),
)
GROUP_ANSWERS: Mapping[str, Message] = {
    "OpenGroupChat": pb.OpenGroupChatResponse(group_chat=CHAT),
    "GetGroupChat": pb.GetGroupChatResponse(group_chat=CHAT),
    "ListGroupChats": pb.ListGroupChatsResponse(group_chats=[CHAT]),
    "AdvanceGroupChat": pb.AdvanceGroupChatResponse(seq=3),
    "TakeSeat": pb.TakeSeatResponse(seq=4),
    "LeaveSeat": pb.LeaveSeatResponse(seq=5),
    "SpeakInGroupChat": pb.SpeakInGroupChatResponse(seq=6),
    "ChoosePartner": pb.ChoosePartnerResponse(seq=7),
    "CastVote": pb.CastVoteResponse(seq=8),
    "CloseGroupChat": pb.CloseGroupChatResponse(seq=9),
    "GetGroupChatResult": pb.GetGroupChatResultResponse(group_chat=CHAT, winner_ids=["ada"]),
}
