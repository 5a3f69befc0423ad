"""`GroupChatService`: decodes requests, calls the use cases, encodes results."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from npcserver.aio import until
from npcserver.app.group_chats import GroupChats
from npcserver.model.ids import TimelineId
from npcserver.rpc import fields, group_chat_messages, group_result_messages
from npcserver.rpc.encoder import encode
from npcserver.rpc.interceptor import ActiveCalls, Context
from npcserver.rpc.play_stream import shutdown_error
from npcserver.v1 import group_chat_service_pb2 as pb
from npcserver.v1.group_chat_service_pb2_grpc import GroupChatServiceServicer


class GroupChatServicer(GroupChatServiceServicer):
    """Group chats, and the people who take part in them."""

    def __init__(self, group_chats: GroupChats, calls: ActiveCalls) -> None:
        self._chats = group_chats
        self._draining = calls.draining

    async def OpenGroupChat(
        self, request: pb.OpenGroupChatRequest, context: Context
    ) -> pb.OpenGroupChatResponse:
        """Open a group chat."""
        script = await self._chats.script(*group_chat_messages.decode_scene(request))
        wish = group_chat_messages.decode_open_group_chat(request, script)
        opened = await self._chats.open(wish)
        return pb.OpenGroupChatResponse(
            group_chat=encode(opened, pb.GroupChat, timeline_id=wish.timeline_id)
        )

    async def GetGroupChat(
        self, request: pb.GetGroupChatRequest, context: Context
    ) -> pb.GetGroupChatResponse:
        """Return a group chat."""
        timeline_id, chat_id = group_chat_messages.decode_named(request)
        found = await self._chats.get(timeline_id, chat_id)
        return pb.GetGroupChatResponse(
            group_chat=encode(found, pb.GroupChat, timeline_id=timeline_id)
        )

    async def ListGroupChats(
        self, request: pb.ListGroupChatsRequest, context: Context
    ) -> pb.ListGroupChatsResponse:
        """List the group chats of a timeline."""
        timeline_id = TimelineId(fields.reference("timeline_id", request.timeline_id))
        found = await self._chats.list(timeline_id)
        return pb.ListGroupChatsResponse(
            group_chats=[encode(one, pb.GroupChat, timeline_id=timeline_id) for one in found]
        )

    async def WatchGroupChat(
        self, request: pb.WatchGroupChatRequest, context: Context
    ) -> AsyncGenerator[pb.WatchGroupChatResponse, None]:
        """Stream what happens in a group chat."""
        wish = group_chat_messages.decode_watch(request)
        await context.send_initial_metadata(())  # the client need not wait for news to be connected
        async with aclosing(until(self._draining, self._chats.watch(wish))) as items:
            async for item in items:
                yield group_chat_messages.encode_seen(item)
        if self._draining.is_set():
            raise shutdown_error()

    async def AdvanceGroupChat(
        self, request: pb.AdvanceGroupChatRequest, context: Context
    ) -> pb.AdvanceGroupChatResponse:
        """Let a group chat go on to a point."""
        seq = await self._chats.move(group_chat_messages.decode_advance(request))
        return pb.AdvanceGroupChatResponse(seq=seq)

    async def TakeSeat(self, request: pb.TakeSeatRequest, context: Context) -> pb.TakeSeatResponse:
        """Let a person speak for a member."""
        seq = await self._chats.move(group_chat_messages.decode_take_seat(request))
        return pb.TakeSeatResponse(seq=seq)

    async def LeaveSeat(
        self, request: pb.LeaveSeatRequest, context: Context
    ) -> pb.LeaveSeatResponse:
        """Give a seat back to the server."""
        seq = await self._chats.move(group_chat_messages.decode_leave_seat(request))
        return pb.LeaveSeatResponse(seq=seq)

    async def SpeakInGroupChat(
        self, request: pb.SpeakInGroupChatRequest, context: Context
    ) -> pb.SpeakInGroupChatResponse:
        """Speak from a seat or from the audience."""
        seq = await self._chats.move(group_chat_messages.decode_speak(request))
        return pb.SpeakInGroupChatResponse(seq=seq)

    async def ChoosePartner(
        self, request: pb.ChoosePartnerRequest, context: Context
    ) -> pb.ChoosePartnerResponse:
        """Choose a partner from a seat."""
        seq = await self._chats.move(group_chat_messages.decode_choose_partner(request))
        return pb.ChoosePartnerResponse(seq=seq)

    async def CastVote(self, request: pb.CastVoteRequest, context: Context) -> pb.CastVoteResponse:
        """Vote from a seat."""
        seq = await self._chats.move(group_chat_messages.decode_cast_vote(request))
        return pb.CastVoteResponse(seq=seq)

    async def CloseGroupChat(
        self, request: pb.CloseGroupChatRequest, context: Context
    ) -> pb.CloseGroupChatResponse:
        """Close a group chat early."""
        seq = await self._chats.move(group_chat_messages.decode_close(request))
        return pb.CloseGroupChatResponse(seq=seq)

    async def GetGroupChatResult(
        self, request: pb.GetGroupChatResultRequest, context: Context
    ) -> pb.GetGroupChatResultResponse:
        """Return the result of a group chat so far."""
        timeline_id, chat_id = group_chat_messages.decode_named(request)
        outcome = await self._chats.result(timeline_id, chat_id)
        return group_result_messages.encode_result(outcome, timeline_id)
