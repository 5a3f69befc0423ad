"""Receipts of turns and of thoughts → messages."""

from npcserver.app.ledger.explaining import Citation, ThoughtExplained, TurnExplained
from npcserver.model.prompt import PromptStatus, RenderedPrompt
from npcserver.model.timeline import Lineage
from npcserver.model.turn import Receipt
from npcserver.rpc import encode_mind, encode_play, encode_turn, secrets
from npcserver.rpc.encode_memory import memory, recollection
from npcserver.rpc.stamps import stamp
from npcserver.v1 import memory_service_pb2 as pb

PROMPT_STATUSES = {
    PromptStatus.AS_SENT: pb.PROMPT_STATUS_AS_SENT,
    PromptStatus.NOT_AS_SENT: pb.PROMPT_STATUS_NOT_AS_SENT,
    PromptStatus.NOT_ASKED: pb.PROMPT_STATUS_NOT_ASKED,
    PromptStatus.NOT_RECORDED: pb.PROMPT_STATUS_NOT_RECORDED,
}


def explained(value: TurnExplained | ThoughtExplained | None) -> pb.ExplainResponse:
    """Write a receipt; empty for a record that neither a turn nor a thought wrote."""
    match value:
        case TurnExplained():
            return pb.ExplainResponse(receipt=receipt(value))
        case ThoughtExplained():
            return pb.ExplainResponse(thought=thought(value))
        case None:
            return pb.ExplainResponse()


def prompt(value: RenderedPrompt) -> pb.RenderedPrompt:
    """Write a prompt that was rendered again from stored data."""
    return pb.RenderedPrompt(
        status=PROMPT_STATUSES[value.status],
        why=value.why,
        messages=[pb.PromptMessage(role=one.role, text=one.text) for one in value.messages],
        sections=[
            pb.PromptSection(role=one.role, name=one.name, text=one.text, tokens=one.tokens)
            for one in value.sections
        ],
        missing_sections=value.missing,
        left_out=[pb.PromptLeftOut(part=one.part, count=one.count) for one in value.left_out],
        tokens=value.tokens,
        budget_tokens=value.budget,
        digest=value.digest,
        template=value.template,
        template_digest=value.template_digest,
    )


def receipt(value: TurnExplained) -> pb.Receipt:
    """Write the receipt of a turn."""
    turn = value.turn
    message = pb.Receipt(
        turn_id=turn.turn_id,
        character_id=value.record.subject_id,
        speaker_id=turn.speaker_id,
        speaker_name=turn.speaker_name,
        heard=turn.heard,
        lines=encode_turn.lines(turn.delivered),
        intents=encode_turn.intents(turn.events),
        outcome=encode_turn.outcome(turn.events),
        world_time=stamp(value.record.game_time),
        recollections=map(recollection, value.recollections),
        lore=map(_citation, value.lore),
        withheld=map(memory, value.withheld),
        outcomes=map(encode_play.outcome, value.outcomes),
        commitments=map(encode_mind.commitment, value.commitments),
    )
    message.MergeFrom(_made(turn.receipt, value.lineage))
    return message


def _made(made: Receipt, lineage: Lineage) -> pb.Receipt:
    """Write the stored part of a turn's receipt."""
    return pb.Receipt(
        vantage_seq=made.vantage_seq,
        persona_version=made.persona_version,
        profile=made.profile,
        template=made.template,
        template_digest=made.template_digest,
        prompt_digest=made.prompt_digest,
        model=made.model,
        seed=str(made.seed),
        rung=encode_turn.RUNGS[made.rung],
        prompt_tokens=made.usage.prompt_tokens,
        completion_tokens=made.usage.completion_tokens,
        cached_tokens=made.usage.cached_tokens,
        prompt_budget=made.prompt_budget,
        prompt_profile=made.prompt_profile,
        prompt_parts=[
            pb.PromptPart(
                part=one.part,
                tokens=one.tokens,
                shown=one.shown,
                left_out=one.left_out,
                cut=one.cut,
            )
            for one in made.prompt_parts
        ],
        recalled_ms=made.timings.recalled,
        first_word_ms=made.timings.first_word,
        finished_ms=made.timings.finished,
        raw_answer=made.raw_answer,
        faults=made.faults,
        purpose=encode_mind.PURPOSES[made.purpose],
        relation=encode_mind.standing(made.standing, lineage) if made.standing else None,
        withheld_passage_ids=made.withheld_lore,
        secrets=map(secrets.encode, made.secrets),
        dropped_intents=[
            pb.DroppedIntent(affordance=dropped.affordance, why=dropped.why)
            for dropped in made.dropped
        ],
    )


def thought(value: ThoughtExplained) -> pb.ThoughtReceipt:
    """Write the receipt of a thought, and the memories it left."""
    made = value.thought
    return pb.ThoughtReceipt(
        character_id=value.character_id,
        purpose=encode_mind.PURPOSES[made.purpose],
        verdict=encode_mind.VERDICTS[made.verdict],
        seq=value.record.seq,
        vantage_seq=made.vantage_seq,
        world_time=stamp(value.record.game_time),
        persona_version=made.persona_version,
        template=made.template,
        template_digest=made.template_digest,
        model=made.model,
        seed=str(made.seed),
        calls=made.calls,
        prompt_tokens=made.usage.prompt_tokens,
        completion_tokens=made.usage.completion_tokens,
        cached_tokens=made.usage.cached_tokens,
        prompt_budget=made.prompt_budget,
        left_out=made.left_out,
        raw_answers=made.raw_answers,
        recollections=map(recollection, value.recollections),
        faults=made.faults,
        left=map(memory, value.left),
        prompt_digest=made.prompt_digest,
    )


def _citation(value: Citation) -> pb.CitedPassage:
    return pb.CitedPassage(
        passage_id=value.cited.passage_id,
        score=value.cited.score,
        title=value.title,
        text=value.text,
    )
