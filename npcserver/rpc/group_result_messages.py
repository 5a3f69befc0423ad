"""Results of group chats as messages."""

import json
from collections.abc import Sequence

from npcserver.app.group_chats import GroupChatOutcome
from npcserver.model.group.entropy import TextMeasures, Unit, agc_char2_nats
from npcserver.model.group.moves import AUDIENCE, VoteTally
from npcserver.model.group.report import Report, as_json
from npcserver.model.group.script import Stage
from npcserver.model.group.summary import ReportedLine
from npcserver.model.ids import TimelineId
from npcserver.rpc import group_chat_messages
from npcserver.v1 import group_chat_service_pb2 as pb


def encode_result(
    value: GroupChatOutcome, timeline_id: TimelineId
) -> pb.GetGroupChatResultResponse:
    """Write the result of a group chat so far."""
    told = value.report
    return pb.GetGroupChatResultResponse(
        group_chat=group_chat_messages.encode_group_chat(value.chat, timeline_id),
        winner_ids=[one.id for one in told.winners],
        winner_camp=told.camp,
        because=told.because,
        summary=told.summary,
        tallies=map(_tally, told.tallies),
        transcript=map(group_chat_messages.encode_seen, value.transcript),
        language=_language(told),
        repaired=told.effort.repaired,
        defaulted=told.effort.defaulted,
        answers=len(told.receipts),
        is_mostly_default=told.is_mostly_default,
        json=json.dumps(as_json(told), ensure_ascii=False),
    )


def _tally(value: VoteTally) -> pb.GroupTally:
    return pb.GroupTally(
        rule=group_chat_messages.RULES[value.rule],
        votes=dict(value.votes),
        counts=dict(value.counts),
        abstained_ids=value.abstained,
        default_ids=value.by_default,
    )


def _language(told: Report) -> list[pb.GroupLanguage]:
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
) -> pb.GroupLanguage:
    words = measured.of(Unit.WORD, 1)
    message = pb.GroupLanguage(
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
