"""Results of group chats as messages."""

import json
from collections.abc import Sequence

from npcscenes.app.group_chats import GroupChatOutcome
from npcscenes.model.entropy import TextMeasures, Unit, agc_char2_nats
from npcscenes.model.report import Report, as_json
from npcscenes.model.summary import ReportedLine
from npcscenes.rpc import group_chat_messages
from npcserver.admin.v1 import scene_service_pb2 as pb
from npcserver.model.group.moves import AUDIENCE, VoteTally
from npcserver.model.group.script import Stage
from npcserver.model.ids import TimelineId
from npcserver.rpc.encoder import encode, sources

sources(
    VoteTally,
    pb.SceneTally,
    votes=lambda tally: dict(tally.votes),
    counts=lambda tally: dict(tally.counts),
    abstained_ids="abstained",
    default_ids="by_default",
)
sources(
    GroupChatOutcome,
    pb.GetSceneResultResponse,
    "report",
    "report.effort",
    scene=None,
    winner_ids=lambda result: [one.id for one in result.report.winners],
    winner_camp="report.camp",
    transcript=lambda result: [group_chat_messages.encode_seen(one) for one in result.transcript],
    language=lambda result: _language(result.report),
    answers=lambda result: len(result.report.receipts),
    json=lambda result: json.dumps(as_json(result.report), ensure_ascii=False),
)


def encode_result(value: GroupChatOutcome, timeline_id: TimelineId) -> pb.GetSceneResultResponse:
    """Write the result of a group chat so far."""
    chat = encode(value.chat, pb.Scene, timeline_id=timeline_id)
    return encode(value, pb.GetSceneResultResponse, scene=chat)


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
