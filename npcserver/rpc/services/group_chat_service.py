"""`GroupChatService`: decodes requests, calls the use cases, encodes results."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any

from npcserver.aio import until
from npcserver.app.group.scene_requests import RequestToChat
from npcserver.app.services import Services
from npcserver.model.ids import TimelineId
from npcserver.rpc import fields, group_chat_messages, group_result_messages
from npcserver.rpc.encoder import encode
from npcserver.rpc.interceptor import ActiveCalls, Context
from npcserver.rpc.methods import Q, UseCaseServicer, unary
from npcserver.rpc.page_token import PageTokens
from npcserver.rpc.play_stream import shutdown_error
from npcserver.v1 import group_chat_service_pb2 as pb
from npcserver.v1.group_chat_service_pb2_grpc import GroupChatServiceServicer


def _move(request: type[Q], decode: Callable[[Q], RequestToChat]) -> Any:
    return unary(
        request, lambda services, message: services.group_chats.move(decode(message)), "seq"
    )


class GroupChatServicer(UseCaseServicer, GroupChatServiceServicer):
    """Group chats, and the people who take part in them."""

    AdvanceGroupChat = _move(pb.AdvanceGroupChatRequest, group_chat_messages.decode_advance)
    TakeSeat = _move(pb.TakeSeatRequest, group_chat_messages.decode_take_seat)
    LeaveSeat = _move(pb.LeaveSeatRequest, group_chat_messages.decode_leave_seat)
    SpeakInGroupChat = _move(pb.SpeakInGroupChatRequest, group_chat_messages.decode_speak)
    ChoosePartner = _move(pb.ChoosePartnerRequest, group_chat_messages.decode_choose_partner)
    CastVote = _move(pb.CastVoteRequest, group_chat_messages.decode_cast_vote)
    CloseGroupChat = _move(pb.CloseGroupChatRequest, group_chat_messages.decode_close)

    def __init__(self, services: Services, tokens: PageTokens, calls: ActiveCalls) -> None:
        super().__init__(services, tokens)
        self._draining = calls.draining

    async def OpenGroupChat(
        self, request: pb.OpenGroupChatRequest, context: Context
    ) -> pb.OpenGroupChatResponse:
        """Open a group chat."""
        script = await self.services.group_chats.script(*group_chat_messages.decode_scene(request))
        wish = group_chat_messages.decode_open_group_chat(request, script)
        opened = await self.services.group_chats.open(wish)
        return pb.OpenGroupChatResponse(
            group_chat=encode(opened, pb.GroupChat, timeline_id=wish.timeline_id)
        )

    async def GetGroupChat(
        self, request: pb.GetGroupChatRequest, context: Context
    ) -> pb.GetGroupChatResponse:
        """Return a group chat."""
        timeline_id, chat_id = group_chat_messages.decode_named(request)
        found = await self.services.group_chats.get(timeline_id, chat_id)
        return pb.GetGroupChatResponse(
            group_chat=encode(found, pb.GroupChat, timeline_id=timeline_id)
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
        wish = group_chat_messages.decode_watch(request)
        await context.send_initial_metadata(())  # the client need not wait for news to be connected
        async with aclosing(until(self._draining, self.services.group_chats.watch(wish))) as items:
            async for item in items:
                yield group_chat_messages.encode_seen(item)
        if self._draining.is_set():
            raise shutdown_error()

    async def GetGroupChatResult(
        self, request: pb.GetGroupChatResultRequest, context: Context
    ) -> pb.GetGroupChatResultResponse:
        """Return the result of a group chat so far."""
        timeline_id, chat_id = group_chat_messages.decode_named(request)
        outcome = await self.services.group_chats.result(timeline_id, chat_id)
        return group_result_messages.encode_result(outcome, timeline_id)
