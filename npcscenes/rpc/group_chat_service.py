"""`GroupChatService`: decodes requests, calls the use cases, encodes results."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from typing import Any

from google.protobuf.message import Message

from npcscenes.app import scene_requests as requests
from npcscenes.app.scene_requests import RequestToChat
from npcscenes.app.scene_view import WatchGroupChat
from npcscenes.rpc import group_chat_messages, group_result_messages
from npcserver.admin.v1 import group_chat_service_pb2 as pb
from npcserver.admin.v1.group_chat_service_pb2_grpc import (
    GroupChatServiceServicer,
    add_GroupChatServiceServicer_to_server,
)
from npcserver.aio import until
from npcserver.app.services import Services
from npcserver.model.ids import TimelineId
from npcserver.rpc import fields
from npcserver.rpc.decoder import call, decode
from npcserver.rpc.encoder import encode
from npcserver.rpc.fields import request_key
from npcserver.rpc.interceptor import ActiveCalls, Context
from npcserver.rpc.methods import UseCaseServicer, unary
from npcserver.rpc.page_token import PageTokens
from npcserver.rpc.play_stream import shutdown_error


def add_servicer(services: Services, tokens: PageTokens, calls: ActiveCalls, server: Any) -> None:
    """Add the methods of the service to a server."""
    servicer = GroupChatServicer(services, tokens, calls)
    add_GroupChatServiceServicer_to_server(servicer, server)


def _move(request: type[Message], move: type[RequestToChat]) -> Any:
    return unary(
        request,
        lambda services: services.group_chats.move,
        "seq",
        request=partial(decode, move),
    )


class GroupChatServicer(UseCaseServicer, GroupChatServiceServicer):
    """Group chats, and the people who take part in them."""

    AdvanceGroupChat = _move(pb.AdvanceGroupChatRequest, requests.Advance)
    TakeSeat = _move(pb.TakeSeatRequest, requests.TakeSeat)
    LeaveSeat = _move(pb.LeaveSeatRequest, requests.LeaveSeat)
    SpeakInGroupChat = _move(pb.SpeakInGroupChatRequest, requests.Speak)
    ChoosePartner = _move(pb.ChoosePartnerRequest, requests.ChooseFromSeat)
    CastVote = _move(pb.CastVoteRequest, requests.VoteFromSeat)
    CloseGroupChat = _move(pb.CloseGroupChatRequest, requests.CloseGroupChat)

    def __init__(self, services: Services, tokens: PageTokens, calls: ActiveCalls) -> None:
        super().__init__(services, tokens)
        self._draining = calls.draining

    async def OpenGroupChat(
        self, request: pb.OpenGroupChatRequest, context: Context
    ) -> pb.OpenGroupChatResponse:
        """Open a group chat."""
        script = await self.services.group_chats.script(*group_chat_messages.decode_scene(request))
        timeline_id = TimelineId(request.timeline_id)
        key = request_key("OpenGroupChat", timeline_id, request.request_id, request)
        opened = await self.services.group_chats.open(
            requests.OpenGroupChat(
                timeline_id=timeline_id, script=script, seed=request.seed, key=key
            )
        )
        return pb.OpenGroupChatResponse(
            group_chat=encode(opened, pb.GroupChat, timeline_id=timeline_id)
        )

    async def GetGroupChat(
        self, request: pb.GetGroupChatRequest, context: Context
    ) -> pb.GetGroupChatResponse:
        """Return a group chat."""
        found = await call(self.services.group_chats.get, request)
        return pb.GetGroupChatResponse(
            group_chat=encode(found, pb.GroupChat, timeline_id=request.timeline_id)
        )

    async def ListGroupChats(
        self, request: pb.ListGroupChatsRequest, context: Context
    ) -> pb.ListGroupChatsResponse:
        """List the group chats of a timeline."""
        timeline_id = TimelineId(fields.reference("timeline_id", request.timeline_id))
        found = await self.services.group_chats.list(timeline_id)
        return pb.ListGroupChatsResponse(
            group_chats=[encode(one, pb.GroupChat, timeline_id=timeline_id) for one in found]
        )

    async def WatchGroupChat(
        self, request: pb.WatchGroupChatRequest, context: Context
    ) -> AsyncGenerator[pb.WatchGroupChatResponse, None]:
        """Stream what happens in a group chat."""
        wish = decode(WatchGroupChat, request)
        async with aclosing(until(self._draining, self.services.group_chats.watch(wish))) as items:
            async for item in items:
                yield group_chat_messages.encode_seen(item)
        if self._draining.is_set():
            raise shutdown_error()

    async def GetGroupChatResult(
        self, request: pb.GetGroupChatResultRequest, context: Context
    ) -> pb.GetGroupChatResultResponse:
        """Return the result of a group chat so far."""
        outcome = await call(self.services.group_chats.result, request)
        return group_result_messages.encode_result(outcome, TimelineId(request.timeline_id))
