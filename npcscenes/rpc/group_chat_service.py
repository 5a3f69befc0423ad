"""`SceneService`: decodes requests, calls the use cases, encodes results."""

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

from google.protobuf.message import Message

from npcscenes.app import scene_requests as requests
from npcscenes.app.group_chats import GroupChatOutcome, GroupChats
from npcscenes.app.scene_requests import RequestToChat
from npcscenes.app.scene_view import WatchGroupChat
from npcscenes.model.entropy import TextMeasures, Unit, agc_char2_nats
from npcscenes.model.report import Report, as_json
from npcscenes.model.summary import ReportedLine
from npcscenes.rpc import group_chat_messages
from npcserver.admin.v1 import scene_service_pb2 as pb
from npcserver.admin.v1.scene_service_pb2_grpc import SceneServiceServicer
from npcserver.aio import until
from npcserver.app.services import Services
from npcserver.model.group.moves import AUDIENCE, VoteTally
from npcserver.model.group.script import Stage
from npcserver.model.ids import TimelineId
from npcserver.rpc.decoder import decode
from npcserver.rpc.encoder import enclose, sources
from npcserver.rpc.fields import request_key
from npcserver.rpc.interceptor import ActiveCalls, Context, end_of_stream
from npcserver.rpc.methods import UseCaseServicer, paged, unary
from npcserver.rpc.page_token import PageTokens

sources(
    VoteTally,
    pb.SceneTally,
    votes=lambda tally: dict(tally.votes),
    counts=lambda tally: dict(tally.counts),
    default_ids="by_default",
)
sources(
    GroupChatOutcome,
    pb.GetSceneResultResponse,
    "report",
    "report.effort",
    scene="chat",
    winner_ids=lambda result: [one.id for one in result.report.winners],
    winner_camp="report.camp",
    transcript=lambda result: [group_chat_messages.encode_seen(one) for one in result.transcript],
    language=lambda result: _language(result.report),
    answers=lambda result: len(result.report.receipts),
    json=lambda result: json.dumps(as_json(result.report), ensure_ascii=False),
)


def _language(told: Report) -> list[pb.SceneLanguage]:
    """Write how rich the language is: overall, by member and by round; the audience left out."""
    lines = [one for one in told.transcript if one.speaker != AUDIENCE]
    in_rounds = [one for one in lines if one.stage is not Stage.SETTLEMENT]
    language = told.language
    found = [_measured("all", lines, language.whole)]
    found += [
        _measured(group.name, [one for one in lines if one.speaker == group.name], group)
        for group in language.speakers.groups
    ]
    found += [
        _measured(
            f"round {group.name}", [one for one in in_rounds if str(one.round) == group.name], group
        )
        for group in language.rounds.groups
    ]
    return found


def _measured(
    scope: str, lines: Sequence[ReportedLine], measured: TextMeasures
) -> pb.SceneLanguage:
    words = measured.of(Unit.WORD, 1)
    message = pb.SceneLanguage(
        scope=scope,
        lines=len(lines),
        words=words.whole.ngrams,
        agc_char2_nats=agc_char2_nats(one.stored for one in lines),
    )
    if words.equal is not None:
        message.word_entropy_bits = words.equal.bits
        message.word_entropy_share = words.equal.evenness
    pairs = measured.of(Unit.WORD, 2).equal
    if pairs is not None:
        message.distinct_2 = pairs.distinct_share
    return message


def _move(request: type[Message], move: type[RequestToChat]) -> Any:
    return unary(
        request,
        lambda services: GroupChats.of(services).move,
        "seq",
        request=partial(decode, move),
    )


class GroupChatServicer(UseCaseServicer, SceneServiceServicer):
    """Group chats, and the people who take part in them."""

    GetScene = unary(pb.GetSceneRequest, lambda services: GroupChats.of(services).get, "scene")
    ListScenes = paged(
        pb.ListScenesRequest, lambda services: GroupChats.of(services).list, "scenes"
    )
    GetSceneResult = unary(
        pb.GetSceneResultRequest, lambda services: GroupChats.of(services).result
    )
    AdvanceScene = _move(pb.AdvanceSceneRequest, requests.Advance)
    TakeSeat = _move(pb.TakeSeatRequest, requests.TakeSeat)
    LeaveSeat = _move(pb.LeaveSeatRequest, requests.LeaveSeat)
    SpeakInScene = _move(pb.SpeakInSceneRequest, requests.Speak)
    ChoosePartner = _move(pb.ChoosePartnerRequest, requests.ChooseFromSeat)
    CastVote = _move(pb.CastVoteRequest, requests.VoteFromSeat)
    CloseScene = _move(pb.CloseSceneRequest, requests.CloseGroupChat)

    def __init__(self, services: Services, tokens: PageTokens, calls: ActiveCalls) -> None:
        super().__init__(services, tokens, calls)
        self._chats = GroupChats.of(services)

    async def OpenScene(
        self, request: pb.OpenSceneRequest, context: Context
    ) -> pb.OpenSceneResponse:
        """Open a group chat."""
        script = await self._chats.script(*group_chat_messages.decode_scene(request))
        timeline_id = TimelineId(request.timeline_id)
        key = request_key("OpenGroupChat", timeline_id, request.request_id, request)
        wish = requests.OpenGroupChat(
            timeline_id=timeline_id, script=script, seed=request.seed, key=key
        )
        return enclose(await self._chats.open(wish), pb.OpenSceneResponse, "scene")

    async def WatchScene(
        self, request: pb.WatchSceneRequest, context: Context
    ) -> AsyncGenerator[pb.WatchSceneResponse, None]:
        """Stream what happens in a group chat."""
        wish = decode(WatchGroupChat, request)
        async with aclosing(until(self.calls.draining, self._chats.watch(wish))) as items:
            async for item in items:
                yield group_chat_messages.encode_seen(item)
        if self.calls.draining.is_set():
            raise end_of_stream()
