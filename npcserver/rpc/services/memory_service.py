"""`MemoryService`, and receipts of turns and thoughts as messages."""

from npcserver.app.ledger.explanations import Citation, ThoughtExplanation, TurnExplanation
from npcserver.app.ledger.line_reasons import LineReason, Origin
from npcserver.app.services import Services
from npcserver.model.access import Verb
from npcserver.model.ids import TimelineId
from npcserver.model.prompt import ContextLimit, PromptStatus, RenderedPrompt
from npcserver.model.secret import ConditionKind, UnmetCondition
from npcserver.model.timeline import Lineage
from npcserver.model.turn import Receipt
from npcserver.rpc import fields, memory_messages, mind_messages, play_messages, turn_messages
from npcserver.rpc.access import CALLER
from npcserver.rpc.fields import stamp
from npcserver.rpc.interceptor import Context
from npcserver.rpc.memory_messages import encode_memory, encode_recollection
from npcserver.rpc.page_token import PageTokens
from npcserver.v1 import memory_service_pb2 as pb
from npcserver.v1.memory_service_pb2_grpc import MemoryServiceServicer

PROMPT_STATUSES = fields.numbers_of(PromptStatus, pb.PromptStatus)
ORIGINS = fields.numbers_of(Origin, pb.Origin)
CONDITION_KINDS = fields.numbers_of(ConditionKind, pb.ConditionKind)


def encode_explained(value: TurnExplanation | ThoughtExplanation | None) -> pb.ExplainResponse:
    """Write a receipt; empty for a record that neither a turn nor a thought wrote."""
    match value:
        case TurnExplanation():
            return pb.ExplainResponse(receipt=encode_receipt(value))
        case ThoughtExplanation():
            return pb.ExplainResponse(thought=encode_thought(value))
        case None:
            return pb.ExplainResponse()


def encode_prompt(value: RenderedPrompt) -> pb.RenderedPrompt:
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


def encode_receipt(value: TurnExplanation) -> pb.Receipt:
    """Write the receipt of a turn."""
    turn = value.turn
    message = pb.Receipt(
        turn_id=turn.turn_id,
        character_id=value.record.subject_id,
        speaker_id=turn.speaker_id,
        speaker_name=turn.speaker_name,
        heard=turn.heard,
        lines=turn_messages.encode_lines(turn.delivered),
        intents=turn_messages.encode_intents(turn.events),
        outcome=turn_messages.encode_outcome(turn.events),
        world_time=stamp(value.record.game_time),
        recollections=map(encode_recollection, value.recollections),
        lore=map(_citation, value.lore),
        withheld=[encode_memory(one.memory) for one in value.reason.kept_back],
        reason=encode_line_reason(value.reason),
        outcomes=map(play_messages.encode_outcome, value.outcomes),
        commitments=map(mind_messages.encode_commitment, value.commitments),
    )
    message.MergeFrom(_made(turn.receipt, value.lineage))
    return message


def encode_line_reason(value: LineReason) -> pb.LineReason:
    """Write why a line was said."""
    return pb.LineReason(
        origin=ORIGINS[value.origin],
        sentence=value.sentence,
        best=encode_recollection(value.best) if value.best is not None else None,
        kept_back=[
            pb.KeptBack(
                memory=encode_memory(one.memory), conditions=map(_condition, one.conditions)
            )
            for one in value.kept_back
        ],
    )


def _condition(unmet: UnmetCondition) -> pb.UnmetCondition:
    return pb.UnmetCondition(
        kind=CONDITION_KINDS[unmet.kind],
        person_id=unmet.person_id,
        person_name=unmet.person_name,
        needed=unmet.needed,
        present=unmet.present,
        flag=unmet.flag,
    )


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
        rung=turn_messages.RUNGS[made.rung],
        prompt_tokens=made.usage.prompt_tokens,
        completion_tokens=made.usage.completion_tokens,
        cached_tokens=made.usage.cached_tokens,
        prompt_budget=made.prompt_budget,
        prompt_profile=made.prompt_profile,
        context_tokens=made.context_limit.tokens if made.context_limit else 0,
        context_note=_shortened(made.context_limit),
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
        purpose=mind_messages.PURPOSES[made.purpose],
        relation=mind_messages.encode_standing(made.standing, lineage) if made.standing else None,
        withheld_passage_ids=made.withheld_lore,
        secrets=map(fields.encode_secret, made.secrets),
        dropped_intents=[
            pb.DroppedIntent(affordance=dropped.affordance, why=dropped.why)
            for dropped in made.dropped
        ],
    )


def _shortened(limit: ContextLimit | None) -> str:
    if limit is None:
        return ""
    return f"The prompt was shortened to fit {limit.tokens} tokens: {limit.why}."


def encode_thought(value: ThoughtExplanation) -> pb.ThoughtReceipt:
    """Write the receipt of a thought, and the memories it left."""
    made = value.thought
    return pb.ThoughtReceipt(
        character_id=value.character_id,
        purpose=mind_messages.PURPOSES[made.purpose],
        verdict=mind_messages.VERDICTS[made.verdict],
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
        recollections=map(encode_recollection, value.recollections),
        faults=made.faults,
        left=map(encode_memory, value.left),
        prompt_digest=made.prompt_digest,
    )


def _citation(value: Citation) -> pb.CitedPassage:
    return pb.CitedPassage(
        passage_id=value.cited.passage_id,
        score=value.cited.score,
        title=value.title,
        text=value.text,
    )


class MemoryServicer(MemoryServiceServicer):
    """The memories of characters, and the receipts of turns and thoughts."""

    def __init__(self, services: Services, tokens: PageTokens) -> None:
        self._services = services
        self._tokens = tokens

    async def ListMemories(
        self, request: pb.ListMemoriesRequest, context: Context
    ) -> pb.ListMemoriesResponse:
        """Return a page of a character's memories."""
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._services.memories.list(
            memory_messages.decode_list_memories(request, page)
        )
        return pb.ListMemoriesResponse(
            memories=map(memory_messages.encode_memory, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def Recall(self, request: pb.RecallRequest, context: Context) -> pb.RecallResponse:
        """Return what a character would recall."""
        found, profile = await self._services.memories.recall(
            memory_messages.decode_recall(request)
        )
        return pb.RecallResponse(
            recollections=map(memory_messages.encode_recollection, found), profile=profile.name
        )

    async def Explain(self, request: pb.ExplainRequest, context: Context) -> pb.ExplainResponse:
        """Return a receipt, with the prompt if the request asks for it."""
        ask, explaining = memory_messages.decode_explain(request), self._services.explaining
        found: TurnExplanation | ThoughtExplanation | None
        if ask.memory_id:
            found = await explaining.memory(ask.timeline_id, ask.memory_id)
        elif ask.seq:
            found = await explaining.position(ask.timeline_id, ask.seq)
        else:
            found = await explaining.turn(ask.timeline_id, ask.turn_id)
        response = encode_explained(found)
        if ask.wants_prompt and found is not None:
            prompt = await self._services.prompts.render(found.record)
            response.rendered_prompt.CopyFrom(encode_prompt(prompt))
        return response

    async def GetReflectionTree(
        self, request: pb.GetReflectionTreeRequest, context: Context
    ) -> pb.GetReflectionTreeResponse:
        """Return what a character inferred, and from which memories."""
        wish = memory_messages.decode_reflection_tree(request)
        roots = await self._services.reflections.tree(
            wish.timeline_id,
            wish.character_id,
            seq=wish.seq,
            root_memory_id=wish.memory_id,
            depth=wish.depth,
        )
        return pb.GetReflectionTreeResponse(nodes=memory_messages.encode_tree(roots))

    async def TraceMemory(
        self, request: pb.TraceMemoryRequest, context: Context
    ) -> pb.TraceMemoryResponse:
        """Return the path of a memory back to its origin, itself first."""
        hops = await self._services.tracing.trace(
            TimelineId(fields.reference("timeline_id", request.timeline_id)),
            fields.reference("memory_id", request.memory_id),
            fields.position("seq", request.seq) if request.HasField("seq") else None,
        )
        return pb.TraceMemoryResponse(hops=map(memory_messages.encode_hop, hops))

    async def WhoKnows(self, request: pb.WhoKnowsRequest, context: Context) -> pb.WhoKnowsResponse:
        """Return who knows a fact, and how each learned it."""
        knowers = await self._services.knowing.who_knows(memory_messages.decode_who_knows(request))
        return pb.WhoKnowsResponse(knowers=map(memory_messages.encode_knower, knowers))

    async def PinMemory(
        self, request: pb.PinMemoryRequest, context: Context
    ) -> pb.PinMemoryResponse:
        """Pin a memory, or unpin it."""
        return pb.PinMemoryResponse(
            seq=await self._services.pinning.pin(memory_messages.decode_pin(request))
        )

    async def ReportMemories(
        self, request: pb.ReportMemoriesRequest, context: Context
    ) -> pb.ReportMemoriesResponse:
        """Return how many of the characters' memories are useful."""
        reports = await self._services.reporting.report(memory_messages.decode_report(request))
        found = pb.ReportMemoriesResponse(reports=map(memory_messages.encode_report, reports))
        if Verb.READ_MINDS not in CALLER.get().principal.verbs:
            for report in found.reports:
                report.ClearField("examples")  # they quote memories
        return found
