"""`MemoryService`, and receipts of turns and thoughts as messages."""

from npcserver.app.ledger.explanations import Citation, ThoughtExplanation, TurnExplanation
from npcserver.app.services import Services
from npcserver.model.access import Verb
from npcserver.model.ids import TimelineId
from npcserver.model.prompt import ContextLimit, RenderedPrompt
from npcserver.rpc import fields, memory_messages, mind_messages, turn_messages
from npcserver.rpc.access import CALLER
from npcserver.rpc.encoder import enclose, encode, sources
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens
from npcserver.v1 import memory_service_pb2 as pb
from npcserver.v1.memory_service_pb2_grpc import MemoryServiceServicer

sources(RenderedPrompt, pb.RenderedPrompt, missing_sections="missing", budget_tokens="budget")
sources(Citation, pb.CitedPassage, "cited")
sources(
    TurnExplanation,
    pb.Receipt,
    "turn",
    "turn.receipt",
    "turn.receipt.usage",
    character_id="record.subject_id",
    lines=lambda told: turn_messages.lines(told.turn.delivered),
    intents=lambda told: turn_messages.intents(told.turn.events),
    outcome=lambda told: turn_messages.outcome(told.turn.events),
    world_time="record.game_time",
    withheld=lambda told: [one.memory for one in told.reason.kept_back],
    seed=lambda told: str(told.turn.receipt.seed),
    context_tokens=lambda told: (limit := told.turn.receipt.context_limit) and limit.tokens,
    context_note=lambda told: _shortened(told.turn.receipt.context_limit),
    recalled_ms="turn.receipt.timings.recalled",
    first_word_ms="turn.receipt.timings.first_word",
    finished_ms="turn.receipt.timings.finished",
    relation=lambda told: (
        (standing := told.turn.receipt.standing)
        and mind_messages.encode_standing(standing, told.lineage)
    ),
    withheld_passage_ids="turn.receipt.withheld_lore",
    dropped_intents="turn.receipt.dropped",
)
sources(
    ThoughtExplanation,
    pb.ThoughtReceipt,
    "thought",
    "thought.usage",
    seq="record.seq",
    world_time="record.game_time",
    seed=lambda told: str(told.thought.seed),
)


def encode_explained(value: TurnExplanation | ThoughtExplanation | None) -> pb.ExplainResponse:
    """Write a receipt; empty for a record that neither a turn nor a thought wrote."""
    if value is None:
        return pb.ExplainResponse()
    arm = "receipt" if isinstance(value, TurnExplanation) else "thought"
    return enclose(value, pb.ExplainResponse, arm)


def _shortened(limit: ContextLimit | None) -> str:
    if limit is None:
        return ""
    return f"The prompt was shortened to fit {limit.tokens} tokens: {limit.why}."


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
        return enclose(
            found.items,
            pb.ListMemoriesResponse,
            "memories",
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def Recall(self, request: pb.RecallRequest, context: Context) -> pb.RecallResponse:
        """Return what a character would recall."""
        found, profile = await self._services.memories.recall(
            memory_messages.decode_recall(request)
        )
        return enclose(found, pb.RecallResponse, "recollections", profile=profile.name)

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
            response.rendered_prompt.CopyFrom(encode(prompt, pb.RenderedPrompt))
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
        return enclose(hops, pb.TraceMemoryResponse, "hops")

    async def WhoKnows(self, request: pb.WhoKnowsRequest, context: Context) -> pb.WhoKnowsResponse:
        """Return who knows a fact, and how each learned it."""
        knowers = await self._services.knowing.who_knows(memory_messages.decode_who_knows(request))
        return enclose(knowers, pb.WhoKnowsResponse, "knowers")

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
        found = enclose(reports, pb.ReportMemoriesResponse, "reports")
        if Verb.READ_MINDS not in CALLER.get().principal.verbs:
            for report in found.reports:
                report.ClearField("examples")  # they quote memories
        return found
