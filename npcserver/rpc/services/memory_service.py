"""`MemoryService`, and receipts of turns and thoughts as messages."""

from collections.abc import Sequence
from dataclasses import replace

from npcserver.admin.v1 import memory_service_pb2 as pb
from npcserver.admin.v1.memory_service_pb2_grpc import MemoryServiceServicer
from npcserver.app.ledger.explanations import Citation, ThoughtExplanation, TurnExplanation
from npcserver.app.ledger.memory_report import MemoryReport
from npcserver.model.access import Verb
from npcserver.model.errors import InvalidInput
from npcserver.model.prompt import ContextLimit, SentPrompt
from npcserver.rpc import diff_messages, memory_messages, mind_messages, turn_messages
from npcserver.rpc.access import CALLER
from npcserver.rpc.decoder import call
from npcserver.rpc.encoder import enclose, encode, sources
from npcserver.rpc.interceptor import Context
from npcserver.rpc.methods import UseCaseServicer, paged, unary

sources(SentPrompt, pb.RenderedPrompt, missing_sections=None, budget_tokens="budget")
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


def _for_caller(reports: Sequence[MemoryReport]) -> Sequence[MemoryReport]:
    """Return reports without examples, which quote memories, to one who may not read those."""
    if Verb.READ_MINDS in CALLER.get().principal.verbs:
        return reports
    return [replace(one, examples=()) for one in reports]


class MemoryServicer(UseCaseServicer, MemoryServiceServicer):
    """The memories of characters, and the receipts of turns and thoughts."""

    ListMemories = paged(
        pb.ListMemoriesRequest,
        lambda services: services.memories.list,
        "memories",
        start="world_start_time",
        end="world_end_time",
    )
    TraceMemory = unary(
        pb.TraceMemoryRequest, lambda services: services.knowing.trace, "hops", asked_id="memory_id"
    )
    WhoKnows = paged(pb.WhoKnowsRequest, lambda services: services.knowing.who_knows, "knowers")
    PinMemory = unary(
        pb.PinMemoryRequest,
        lambda services: services.memories.pin,
        "seq",
        is_pinned=lambda request: not request.unpin,
    )
    ExportIncident = unary(pb.ExportIncidentRequest, lambda services: services.incidents.export)
    GetReflectionTree = paged(
        pb.GetReflectionTreeRequest,
        lambda services: services.explaining.tree,
        "nodes",
        memory_messages.encode_tree,
        root_memory_id="memory_id",
        depth="max_depth",
    )

    ReportMemories = paged(
        pb.ReportMemoriesRequest,
        lambda services: services.reporting.report,
        "reports",
        _for_caller,
    )

    async def Diff(self, request: pb.DiffRequest, context: Context) -> pb.DiffResponse:
        """Return what differs, with a page of the characters that do."""
        found = await call(self.services.diffing.diff, request)
        minds, token = self.tokens.cut(request, found.minds)
        difference = diff_messages.encode_difference(replace(found, minds=tuple(minds)))
        difference.next_page_token = token
        return difference

    async def Recall(self, request: pb.RecallRequest, context: Context) -> pb.RecallResponse:
        """Return what a character would recall."""
        found, profile = await call(self.services.memories.recall, request)
        return enclose(found, pb.RecallResponse, "recollections", profile=profile.name)

    async def Explain(self, request: pb.ExplainRequest, context: Context) -> pb.ExplainResponse:
        """Return a receipt, with the prompt if the request asks for it."""
        explaining = self.services.explaining
        ways = {
            "turn_id": explaining.turn,
            "memory_id": explaining.memory,
            "seq": explaining.position,
        }
        if (asked := request.WhichOneof("of")) is None:
            raise InvalidInput("turn_id", "name a turn, a memory or a position")
        found = await call(ways[asked], request)
        response = encode_explained(found)
        if request.with_prompt and found is not None:
            prompt = await self.services.prompts.of(found.record)
            response.rendered_prompt.CopyFrom(encode(prompt, pb.RenderedPrompt))
        return response
