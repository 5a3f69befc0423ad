"""`MemoryService`: translates only."""

from npcserver.app.memories import Memories
from npcserver.app.reflection_tree import ReflectionTrees
from npcserver.model.ids import TimelineId, TurnId
from npcserver.rpc import decode_memory, encode_memory, fields
from npcserver.rpc.interceptor import Context
from npcserver.rpc.page_token import PageTokens
from npcserver.v1 import memory_service_pb2 as pb
from npcserver.v1.memory_service_pb2_grpc import MemoryServiceServicer


class MemoryServicer(MemoryServiceServicer):
    """What characters remember, and why they spoke as they did."""

    def __init__(
        self, memories: Memories, reflections: ReflectionTrees, tokens: PageTokens
    ) -> None:
        self._memories = memories
        self._reflections = reflections
        self._tokens = tokens

    async def ListMemories(
        self, request: pb.ListMemoriesRequest, context: Context
    ) -> pb.ListMemoriesResponse:
        """Return a page of a character's memories."""
        page = self._tokens.page(request, request.page_size, request.page_token)
        found = await self._memories.list(decode_memory.list_memories(request, page))
        return pb.ListMemoriesResponse(
            memories=map(encode_memory.memory, found.items),
            next_page_token=self._tokens.token(request, found.next_cursor),
        )

    async def Recall(self, request: pb.RecallRequest, context: Context) -> pb.RecallResponse:
        """Return what would come to mind."""
        found, profile = await self._memories.recall(decode_memory.recall(request))
        return pb.RecallResponse(
            recollections=map(encode_memory.recollection, found), profile=profile.name
        )

    async def Explain(self, request: pb.ExplainRequest, context: Context) -> pb.ExplainResponse:
        """Return the receipt of a turn."""
        explanation = await self._memories.explain(
            TimelineId(fields.reference("timeline_id", request.timeline_id)),
            TurnId(fields.reference("turn_id", request.turn_id)),
        )
        return pb.ExplainResponse(receipt=encode_memory.receipt(explanation))

    async def GetReflectionTree(
        self, request: pb.GetReflectionTreeRequest, context: Context
    ) -> pb.GetReflectionTreeResponse:
        """Return what a character inferred, and from what."""
        wish = decode_memory.reflection_tree(request)
        roots = await self._reflections.tree(
            wish.timeline_id,
            wish.character_id,
            seq=wish.seq,
            root_memory_id=wish.memory_id,
            depth=wish.depth,
        )
        return pb.GetReflectionTreeResponse(nodes=encode_memory.tree(roots))
