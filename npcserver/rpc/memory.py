"""`MemoryService`: translation only."""

from npcserver.app.ledger.explaining import ThoughtExplained, TurnExplained
from npcserver.app.services import Services
from npcserver.rpc import (
    decode_hygiene,
    decode_memory,
    encode_hygiene,
    encode_memory,
    encode_receipt,
    encode_trace,
)
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens
from npcserver.v1 import memory_service_pb2 as pb
from npcserver.v1.memory_service_pb2_grpc import MemoryServiceServicer


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
        found = await self._services.memories.list(decode_memory.list_memories(request, page))
        return pb.ListMemoriesResponse(
            memories=map(encode_memory.memory, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def Recall(self, request: pb.RecallRequest, context: Context) -> pb.RecallResponse:
        """Return what a character would recall."""
        found, profile = await self._services.memories.recall(decode_memory.recall(request))
        return pb.RecallResponse(
            recollections=map(encode_memory.recollection, found), profile=profile.name
        )

    async def Explain(self, request: pb.ExplainRequest, context: Context) -> pb.ExplainResponse:
        """Return a receipt, with the prompt if the request asks for it."""
        ask, explaining = decode_memory.explain(request), self._services.explaining
        found: TurnExplained | ThoughtExplained | None
        if ask.memory_id:
            found = await explaining.memory(ask.timeline_id, ask.memory_id)
        elif ask.seq:
            found = await explaining.position(ask.timeline_id, ask.seq)
        else:
            found = await explaining.turn(ask.timeline_id, ask.turn_id)
        response = encode_receipt.explained(found)
        if ask.wants_prompt and found is not None:
            prompt = await self._services.prompts.render(found.record)
            response.rendered_prompt.CopyFrom(encode_receipt.prompt(prompt))
        return response

    async def GetReflectionTree(
        self, request: pb.GetReflectionTreeRequest, context: Context
    ) -> pb.GetReflectionTreeResponse:
        """Return what a character inferred, and from which memories."""
        wish = decode_memory.reflection_tree(request)
        roots = await self._services.reflections.tree(
            wish.timeline_id,
            wish.character_id,
            seq=wish.seq,
            root_memory_id=wish.memory_id,
            depth=wish.depth,
        )
        return pb.GetReflectionTreeResponse(nodes=encode_memory.tree(roots))

    async def TraceMemory(
        self, request: pb.TraceMemoryRequest, context: Context
    ) -> pb.TraceMemoryResponse:
        """Return the path of a memory back to its origin, itself first."""
        ask = decode_memory.trace(request)
        hops = await self._services.tracing.trace(ask.timeline_id, ask.memory_id, ask.seq)
        return pb.TraceMemoryResponse(hops=map(encode_trace.hop, hops))

    async def WhoKnows(self, request: pb.WhoKnowsRequest, context: Context) -> pb.WhoKnowsResponse:
        """Return who knows a fact, and how each learned it."""
        knowers = await self._services.knowing.who_knows(decode_memory.who_knows(request))
        return pb.WhoKnowsResponse(knowers=map(encode_trace.knower, knowers))

    async def PinMemory(
        self, request: pb.PinMemoryRequest, context: Context
    ) -> pb.PinMemoryResponse:
        """Pin a memory, or unpin it."""
        return pb.PinMemoryResponse(
            seq=await self._services.pinning.pin(decode_hygiene.pin(request))
        )

    async def ReportMemories(
        self, request: pb.ReportMemoriesRequest, context: Context
    ) -> pb.ReportMemoriesResponse:
        """Return how many of the characters' memories are useful."""
        reports = await self._services.reporting.report(decode_hygiene.report(request))
        return pb.ReportMemoriesResponse(reports=map(encode_hygiene.report, reports))
